"""The pictures of a rules page.

A line `![caption](shove.txt)` of the page shows the position that `examples/shove.txt` in the game's folder draws as
text. `![caption](shove.txt#svgView(viewBox(300,140,420,210)))` shows a part of its picture, in SVG's own words for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheepfold.core import words
from sheepfold.core.game import Game

PICTURE = re.compile(r" *!\[([^\]]+)\]\(([\w-]+)\.txt(#svgView\(viewBox\((\d+),(\d+),(\d+),(\d+)\)\))?\)")


@dataclass(frozen=True)
class Example:
    """A position a rules page shows: its caption, the file's name, and which part of the picture is meant."""

    caption: str
    name: str
    fragment: str = ""
    part: tuple[int, ...] = ()
    """Left, top, width and height in the picture; empty for all of it."""


def apart(text: str) -> tuple[str, list[Example]]:
    """The words of a text without its pictures, and the pictures."""
    examples = [
        Example(caption, name, fragment or "", tuple(map(int, part)) if fragment else ())
        for caption, name, fragment, *part in (found.groups() for found in PICTURE.finditer(text))
    ]
    return PICTURE.sub("", text), examples


def files(game: Game) -> dict[str, Path]:
    """The examples of a game, by name."""
    return {path.stem: path for path in sorted((game.folder / "examples").glob("*.txt"))}


def position(game: Game, path: Path) -> Any:
    """The position a file of a game's folder draws as text, for the game's picture and diagram."""
    # Diagrams are written in the words of a language; those in files are in English, whatever is spoken here.
    with words.speaking(words.SOURCE_LANGUAGE):
        return game.notation.read_diagram(path.read_text(encoding="utf-8"))
