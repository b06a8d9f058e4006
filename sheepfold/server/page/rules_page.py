"""A game's rules page as HTML: headings, numbered rules with anchors (`#NIN-13`), tables, pictures, our rulings marked.

Everything is escaped, so a page cannot bring HTML of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from markupsafe import Markup, escape

from sheepfold.core import words
from sheepfold.core.examples import Example
from sheepfold.core.game import Game
from sheepfold.core.rules_page import Block, Span, blocks, spans
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.drawing.svg import Theme
from sheepfold.server.page import assets

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


def rules_page(game: Game, theme: Theme = "auto") -> RulesPage:
    """The rules of a game, for players; the pictures by day, by night, or as the reader's system says."""
    figures = Figures(game.key, theme)
    sections = [Section("", "")]
    for kind, group in groupby(blocks(game.rules_page()), key=attrgetter("kind")):
        if kind == "heading":
            sections += [Section(inline(each.text), f"part-{len(sections) + k}") for k, each in enumerate(group)]
        elif kind != "title":
            sections[-1].body.append(HTML[kind](list(group), figures))
    return RulesPage(_(game.name), [each for each in sections if not FOR_PROGRAMMERS.match(each.title)])


def _items(items: list[Block], figures: Figures) -> str:
    return f"<ul>{''.join(_item(item, figures) for item in items)}</ul>"


def _item(item: Block, figures: Figures) -> str:
    """An item with its pictures below it, so that whatever finds or hides the rule takes them along."""
    words_of_it, below = inline(item.words), figures.html(item.examples)
    if not item.rule:
        return f"<li>{words_of_it}{below}</li>"
    return f'<li class="rule" id="{item.rule}"><span class="rule-id">{item.rule}</span> {words_of_it}{below}</li>'


def _paragraphs(paragraphs: list[Block], figures: Figures) -> str:
    return "".join(f"<p>{inline(each.text)}</p>{figures.html(each.examples)}" for each in paragraphs)


def _table(rows: list[Block], figures: Figures) -> str:
    head, *rest = ([inline(cell) for cell in row.cells] for row in rows)
    written = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rest)
    below = figures.html([example for row in rows for example in row.examples])
    return f"<table><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>{written}</table>{below}"


@dataclass(frozen=True)
class Figures:
    """How the pictures of a game's page are shown to this reader."""

    game: str
    theme: Theme

    def html(self, examples: Sequence[Example]) -> str:
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


HTML: dict[str, Callable[[list[Block], Figures], str]] = {"item": _items, "paragraph": _paragraphs, "row": _table}


def inline(text: str) -> str:
    """A line with what stands out in it; everything is escaped."""
    return "".join(map(_span, spans(text)))


def _span(span: Span) -> str:
    if span.style == "tag":
        words_of_it = _(TAGS[span.text]) if span.text in TAGS else span.text
        return str(Markup('<span class="tag">{}</span>').format(words_of_it))
    tag = {"bold": "b", "code": "code", "emphasis": "em"}.get(span.style)
    return f"<{tag}>{escape(span.text)}</{tag}>" if tag else str(escape(span.text))
