"""A game's rules page as HTML: headings, numbered rules with anchors (`#NIN-13`), tables, pictures, our rulings marked.

The pages are our own and use little of markdown; everything is escaped first, so a page cannot bring HTML of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from sheepfold.core import words
from sheepfold.core.examples import Example, apart
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.drawing.svg import Theme
from sheepfold.server import assets

RULE_ID = re.compile(r"([A-Z]{3}-X?\d+) ")
TAGS = {
    "ruling": N_("our ruling, where the print is silent"),
    "material": N_("reconstructed material"),
    "beyond": N_("added by us"),
}
FOR_PROGRAMMERS = re.compile(r"Worked cases|Decisions")
"""Sections that test and describe the program rather than the game."""


@dataclass
class Section:
    """A heading and what stands under it, as HTML."""

    title: str
    anchor: str
    body: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class RulesPage:
    """A page to read: its title, its sections, and all of them as one HTML text."""

    title: str
    sections: list[Section]

    @property
    def html(self) -> str:
        return "".join(
            f'<section id="{each.anchor}"><h2>{each.title}</h2>{"".join(each.body)}</section>'
            if each.title
            else f"<section>{''.join(each.body)}</section>"
            for each in self.sections
        )

    @property
    def headings(self) -> list[str]:
        return [each.title for each in self.sections if each.title]


def rules_page(game: Game, theme: Theme = "auto") -> RulesPage:
    """The rules of a game, for players; the pictures by day, by night, or as the reader's system says."""
    sections = [Section("", "")]
    title = _(game.name)
    figures = _Figures(game.key, theme)
    for block in _blocks(game.rules_page()):
        if block.startswith("# "):
            continue
        if block.startswith("## "):
            heading = block.removeprefix("## ")
            sections.append(Section(_inline(heading), f"part-{len(sections)}"))
        elif block.startswith("|"):
            sections[-1].body.append(_table(block))
        elif block.startswith("- "):
            sections[-1].body.append(_items(block, figures))
        else:
            text, examples = apart(block)
            sections[-1].body.append((f"<p>{_inline(text)}</p>" if text else "") + figures.html(examples))
    return RulesPage(title, [each for each in sections if not FOR_PROGRAMMERS.match(each.title)])


def _blocks(page: str) -> Iterator[str]:
    """Paragraphs, lists, tables and headings, each as one text; a list has one line per item."""
    block: list[str] = []
    for line in [*page.splitlines(), ""]:
        starts_anew = line.startswith("#") or (bool(block) and block[0].startswith("#"))
        changes = bool(block) and line.startswith("- ") and not block[0].startswith("- ")
        if block and (not line.strip() or starts_anew or changes):
            yield "\n".join(block)
            block = []
        if not line.strip():
            continue
        if (block and block[0].startswith("- ") and not line.startswith("- ")) or (
            block and not line.startswith(("- ", "|", "#"))
        ):
            block[-1] += " " + line.strip()
        else:
            block.append(line)


def _items(block: str, figures: _Figures) -> str:
    return f"<ul>{''.join(_item(line[2:], figures) for line in block.splitlines())}</ul>"


def _item(line: str, figures: _Figures) -> str:
    """An item with its pictures below it, so that whatever finds or hides the rule takes them along."""
    text, examples = apart(line)
    below = figures.html(examples)
    found = RULE_ID.match(text)
    if not found:
        return f"<li>{_inline(text)}{below}</li>"
    rule, words_of_it = found[1], _inline(text[found.end() :])
    return f'<li class="rule" id="{rule}"><span class="rule-id">{rule}</span> {words_of_it}{below}</li>'


@dataclass(frozen=True)
class _Figures:
    """How the pictures of a game's page are shown to this reader."""

    game: str
    theme: Theme

    def html(self, examples: list[Example]) -> str:
        """Pictures side by side, as far as there is room."""
        return f'<div class="examples">{"".join(map(self._figure, examples))}</div>' if examples else ""

    def _figure(self, example: Example) -> str:
        source = Markup('<source srcset="{}" media="(prefers-color-scheme: dark)">').format(
            self._address(example, "night")
        )
        size = Markup('width="{}" height="{}" ').format(*example.part[2:]) if example.part else ""
        return str(
            Markup(
                '<figure><picture>{}<img src="{}" alt="{}" {}loading="lazy"></picture>'
                "<figcaption>{}</figcaption></figure>"
            ).format(
                source if self.theme == "auto" else "",
                self._address(example, "night" if self.theme == "night" else "day"),
                example.caption,
                size,
                example.caption,
            )
        )

    def _address(self, example: Example, theme: Theme) -> str:
        name = f"examples/{self.game}/{example.name}/{theme}/{words.language()}"
        return assets.address(name) + example.fragment


def _table(block: str) -> str:
    rows = [line.strip("| ").split("|") for line in block.splitlines() if not set(line) <= set("|-: ")]
    head, *rest = (["".join(_inline(cell.strip())) for cell in row] for row in rows)
    written = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rest)
    return f"<table><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>{written}</table>"


def _inline(text: str) -> str:
    """Bold, emphasis, code and our tags, in words that are escaped first."""
    html = str(escape(text))
    html = re.sub(r"\*\*\[(\w+)\]\*\*", lambda found: _tag(found[1]), html)
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    return re.sub(r"(?<![\w*])\*([^*]+)\*(?![\w*])", r"<em>\1</em>", html)


def _tag(name: str) -> str:
    words = _(TAGS[name]) if name in TAGS else name
    return str(Markup('<span class="tag">{}</span>').format(words))
