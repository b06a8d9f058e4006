"""A rules page, read: its blocks, and what stands out inside a line. How that looks is for the terminal and the page.

The pages are our own and use little of markdown: headings, numbered rules as items (`- NIN-13 …`), paragraphs, tables,
pictures of positions (examples.py), bold, emphasis, code, links, and tags for what we decided (`**[ruling]**`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sheepfold.core.examples import PICTURE, Example, apart

RULE_ID = re.compile(r"([A-Z]{3}-X?\d+) ")
MARKUP = re.compile(
    r"\*\*\[(\w+)\]\*\*|\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*(?!\*)([^*]+)\*(?![\w*])|\[(.+?)\]\([^)]*\)"
)
Style = Literal["plain", "tag", "bold", "code", "emphasis", "link"]
STYLES: tuple[Style, ...] = ("tag", "bold", "code", "emphasis", "link")


@dataclass(frozen=True)
class Block:
    """A piece of a rules page and the heading it stands under, with the pictures below it."""

    kind: Literal["title", "heading", "item", "row", "paragraph"]
    text: str
    under: str
    examples: tuple[Example, ...] = ()

    @property
    def rule(self) -> str:
        """The id of the rule an item states, if it states one."""
        found = RULE_ID.match(self.text) if self.kind == "item" else None
        return found[1] if found else ""

    @property
    def words(self) -> str:
        """The text without the rule's id."""
        return self.text[len(self.rule) + 1 :] if self.rule else self.text

    @property
    def cells(self) -> list[str]:
        """The cells of a table's row."""
        return [cell.strip() for cell in self.text.strip("| ").split("|")]


@dataclass(frozen=True)
class Span:
    """A part of a line that stands out, or does not."""

    style: Style
    text: str


def blocks(page: str) -> list[Block]:
    """A rules page piece by piece."""
    found: list[Block] = []
    under, is_apart = "", True
    for line in page.splitlines():
        text = line.strip()
        last = None if is_apart or not found else found[-1]
        if not text:
            is_apart = True
            continue
        if text.startswith("#"):
            under = text.lstrip("# ")
            found.append(Block("title" if text.startswith("# ") else "heading", under, under))
            is_apart = True
            continue
        if text.startswith("|"):
            if not set(text) <= set("|-: "):
                found.append(Block("row", text, under))
        elif PICTURE.fullmatch(text) and found:
            found[-1] = replace(found[-1], examples=(*found[-1].examples, *apart(text)[1]))
        elif text.startswith("- "):
            found.append(Block("item", text[2:], under))
        elif last is not None and last.kind in ("item", "paragraph"):
            found[-1] = replace(last, text=f"{last.text} {text}")
        else:
            found.append(Block("paragraph", text, under))
        is_apart = False
    return found


def spans(text: str) -> Iterator[Span]:
    """What stands out inside a line, and what is between."""
    end = 0
    for found in MARKUP.finditer(text):
        if end < found.start():
            yield Span("plain", text[end : found.start()])
        yield next(Span(style, inner) for style, inner in zip(STYLES, found.groups(), strict=True) if inner)
        end = found.end()
    if end < len(text):
        yield Span("plain", text[end:])
