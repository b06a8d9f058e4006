"""A board as something one can walk through: regions, rows as people call them, and what is in them, in words.

For those who listen instead of looking, and for whoever goes by keys. Made from an observation, like the picture, so
that nobody hears more than they would see.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thing:
    """A place, a piece or a card in words, with its owner; `part` is what one taps for it, if it can ever be tapped."""

    words: str
    part: str = ""


@dataclass(frozen=True)
class Row:
    """What lies in a row, cell by cell. Where all rows of a region have as many cells, these are columns too."""

    name: str
    cells: tuple[tuple[Thing, ...], ...]


@dataclass(frozen=True)
class Region:
    """A part of the table: the meadow, the track, the players."""

    name: str
    rows: tuple[Row, ...]


def row(name: str, *things: Thing | str) -> Row:
    """A row with one thing in each cell; empty words are left out."""
    made = (each if isinstance(each, Thing) else Thing(each) for each in things)
    return Row(name, tuple((thing,) for thing in made if thing.words))


def from_text(name: str, diagram: str) -> Region:
    """A diagram, line by line: better than nothing, for games that say no more."""
    return Region(name, tuple(row("", line.strip()) for line in diagram.splitlines() if line.strip()))
