"""The mats in the picture of All Nines: what every player has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import animal_tile, card_back, gap, number_tile
from sheepfold.drawing.land import cactus
from sheepfold.drawing.seats import disc
from sheepfold.drawing.seats import mat as sheet
from sheepfold.drawing.svg import group, halo, place, shorten, text, text_width
from sheepfold.drawing.tally import TOKEN
from sheepfold.drawing.themes import QUIET_TEXT
from sheepfold.games.nines.layout import Mat, Strip
from sheepfold.games.nines.state import ANIMAL, FRONT
from sheepfold.games.nines.tabletop import RULES, Tabletop, signed

Tile = tuple[str, str, int]  # its id, its face, its worth


def draw_mat(table: Tabletop, seat: int) -> str:
    """What a player has: name and points; the numbers in front; what counts for them; what counts against them."""
    mat = table.mats[seat]
    middle = mat.left + mat.width / 2, mat.top + mat.height / 2
    return group(
        sheet(seat, *middle, mat.width, mat.height, active=seat in table.heroes),
        _head(table, seat, mat),
        *_front(table, seat, mat),
        _cactuses(table, seat, mat),
        _row(_collected(table, seat, mat.side_tile), mat.collected, mat),
        _row(_aside(table, seat, mat.side_tile), mat.aside, mat),
        id=f"mat-{seat}",
    )


def _head(table: Tabletop, seat: int, mat: Mat) -> str:
    """Disc, name and points; the place at the end of the game."""
    left, right, y, font = mat.head.left, mat.head.right, mat.head.y, mat.font
    unit = font / 22
    points = table.points(seat)
    room = right - left - 50 * unit - text_width(points, 30 * unit) - mat.kept
    name = shorten(table.names[seat], room, font)
    you, small = f"({_('you')})" if seat == table.viewer else "", 17 * unit
    if text_width(name, font) + text_width(you, small) > room:
        you = ""  # who reads a short name of theirs knows it
    beside = left + 50 * unit + text_width(name, font) * 0.93
    return (
        disc(seat, left + 18 * unit, y, 38 * unit)
        + text(name, left + 44 * unit, y, font, anchor="start")
        + (text(you, beside, y, small, fill=QUIET_TEXT, anchor="start") if you else "")
        + text(points, right, y, 30 * unit, anchor="end", weight=800)
    )


def _front(table: Tabletop, seat: int, mat: Mat) -> list[str]:
    """The numbers in front, and room for as many as may lie there."""
    left, right = mat.front.left, mat.front.right
    size = min(mat.largest_front, (right - left) / FRONT - mat.front_gap)
    spots = [(left + size / 2 + (size + mat.front_gap) * k, mat.front.y) for k in range(FRONT)]
    front = [value for value in table.observation.front[seat] if value]
    done: bool = RULES.all_home(table.observation, seat)
    tiles = [] if done else [gap(*spot, size - 4, size - 4) for spot in spots[len(front) :]]
    for k, value in enumerate(front):
        nth = front[: k + 1].count(value)
        part = f"front-{seat}-{value}"
        tiles.append(table.tap(part, tile_face(value, size), id=f"{part}-{nth}", at=spots[k]))
    return tiles


@cache
def tile_face(value: int, size: float) -> str:
    """A tile, with what glows behind it."""
    return halo(0, 0, size, size, size / 6) + (
        animal_tile(0, 0, size) if value == ANIMAL else number_tile(value, 0, 0, size)
    )


def _cactuses(table: Tabletop, seat: int, mat: Mat) -> str:
    """How many cactuses were collected: they decide a tie."""
    count = table.observation.cactuses[seat]
    return cactus(*mat.cactus, mat.cactus_size) + text(f"×{count}", *mat.cactuses, 18, fill=QUIET_TEXT) if count else ""


def _collected(table: Tabletop, seat: int, size: float) -> list[Tile]:
    """The tiles of laid-down nines, face down, and the animals."""
    back, animal = card_back(0, 0, size, size), animal_tile(0, 0, size)
    nines = [(name, back, 5) for name, _value in _each("nine", seat, table.observation.nines[seat])]
    return nines + [(f"animal-{seat}-{n + 1}", animal, 5) for n in range(table.observation.animals[seat])]


def _aside(table: Tabletop, seat: int, size: float) -> list[Tile]:
    """The tiles face up at the side: minus points."""
    ids = _each("aside", seat, table.observation.aside[seat])
    return [(name, number_tile(value, 0, 0, size), -value) for name, value in ids]


def counted(observation: Any, seat: int) -> tuple[list[list[str]], list[str]]:
    """The tiles that count for a player, heap by heap, and those that count against them."""
    nines = [card_back(0, 0, TOKEN, TOKEN)] * sum(observation.nines[seat])
    animals = [animal_tile(0, 0, TOKEN)] * observation.animals[seat]
    aside = [number_tile(value, 0, 0, TOKEN) for _name, value in _each("", seat, observation.aside[seat])]
    return [nines, animals], aside


def _each(kind: str, seat: int, counts: Iterable[int]) -> list[tuple[str, int]]:
    """An id for every tile of a pile that is counted by value, and its value."""
    return [(f"{kind}-{seat}-{value}-{n + 1}", value) for value, count in enumerate(counts) for n in range(count)]


def _row(tiles: Sequence[Tile], strip: Strip, mat: Mat) -> str:
    """Tiles side by side, one over the other where room is scarce, and at the end what they are worth."""
    if not tiles:
        return ""
    size, worth = mat.side_tile, signed(sum(each for _name, _face, each in tiles))
    first, last = strip.left + size / 2, strip.right - size / 2 - text_width(worth, mat.worth) - size / 3.2
    apart = max(0, min(size + 4.0, (last - first) / max(1, len(tiles) - 1)))
    lying = [
        group(face, id=name, transform=place(first + apart * k, strip.y)) for k, (name, face, _n) in enumerate(tiles)
    ]
    return "".join(lying) + text(worth, strip.right, strip.y, mat.worth, anchor="end")
