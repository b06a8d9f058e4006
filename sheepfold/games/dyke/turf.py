"""The squares of the dyke: soft patches of turf, puddles, their quiet numbers, molehills.

What nobody can tap is drawn at one go and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from sheepfold.drawing import coast
from sheepfold.drawing.digits import numbers
from sheepfold.drawing.strokes import Point
from sheepfold.drawing.svg import group, halo
from sheepfold.drawing.themes import LAND_NUMBER, WATER_NUMBER
from sheepfold.drawing.things import molehill
from sheepfold.games.dyke import diagram
from sheepfold.games.dyke.layout import Layout
from sheepfold.games.dyke.state import NOBODY, PUDDLING, SQUARES
from sheepfold.games.dyke.tabletop import Tabletop

DIAGRAM: Any = diagram
INSET = 2.4
"""How far a patch of turf stays inside its square."""


def ground(table: Tabletop, board: int) -> str:
    """The squares of a board. Those that can be tapped are things of their own."""
    squares = range(SQUARES * board, SQUARES * (board + 1))
    signs = [DIAGRAM.ground_sign(table.observation, square) for square in squares]
    taps = {square: sign for square, sign in zip(squares, signs, strict=True) if _may_be_tapped(table, square)}
    calm = "".join(" " if square in taps else sign for square, sign in zip(squares, signs, strict=True))
    tapped = [
        table.tap(f"square-{square}", _square_to_tap(table.layout, square, _is_wet(sign)), at=table.layout.spot(square))
        for square, sign in taps.items()
    ]
    return _calm_ground(table.layout, board, calm) + "".join(tapped) + _hill(table, squares)


def _may_be_tapped(table: Tabletop, square: int) -> bool:
    """Whether a square can be tapped, now or as its caller says."""
    part = f"square-{square}"
    rains = table.phase == PUDDLING and table.mine and square >= SQUARES
    return rains or part in table.legal or part in table.chosen


def _is_wet(sign: str) -> bool:
    return sign in DIAGRAM.WATER + DIAGRAM.PUDDLE


@lru_cache(maxsize=100)
def _calm_ground(layout: Layout, board: int, signs: str) -> str:
    """The squares of a board that nobody can tap; a blank stands for one that is drawn elsewhere."""
    squares = {SQUARES * board + k: _is_wet(sign) for k, sign in enumerate(signs) if sign != " "}
    wet = [square for square, is_wet in squares.items() if is_wet]
    dry = [square for square, is_wet in squares.items() if not is_wet]
    pools = "".join(coast.pool(*layout.spot(square), *layout.size(square), square) for square in wet)
    waves = "".join(coast.ripples(*layout.spot(square), *layout.size(square)) for square in wet)
    return (
        coast.turf((square, coast.patch(layout.corners(square, INSET), square)) for square in squares)
        + coast.puddles(pools, waves, layout.stretches[0].across)
        + _numbers(layout, dry, LAND_NUMBER)
        + _numbers(layout, wet, WATER_NUMBER)
    )


def _numbers(layout: Layout, squares: list[int], fill: str) -> str:
    """The numbers of squares, quiet in a corner."""
    return in_both_sizes(layout, lambda size: numbers(number_spots(layout, squares), size, fill))


def in_both_sizes(layout: Layout, write: Callable[[float], str]) -> str:
    """Numbers as they are usually written; larger ones are there, too, for a page that knows its screen is small."""
    if not layout.number_on_small:
        return write(layout.number)
    larger = group(write(layout.number_on_small), classes="numbers-on-small", hidden=True)
    return group(write(layout.number), classes="numbers-as-usual") + larger


def number_spots(layout: Layout, squares: Iterable[int]) -> list[tuple[int, float, float]]:
    """Squares, each with where its number begins."""
    found: list[tuple[int, float, float]] = []
    for square in squares:
        (x, y), (left, low) = layout.spot(square), number_spot(layout, square)
        found.append((square, round(x + left), round(y + low)))
    return found


def number_spot(layout: Layout, square: int) -> Point:
    """Where the number of a square begins, seen from its middle: low at the left, so that a sheep hides little."""
    width, height = layout.size(square)
    return round(-width / 2 + 6), round(height / 2 - 6)


@lru_cache(maxsize=1000)
def _square_to_tap(layout: Layout, square: int, wet: bool) -> str:
    """A square around 0, 0."""
    (middle_x, middle_y), (width, height) = layout.spot(square), layout.size(square)
    corners = [(x - middle_x, y - middle_y) for x, y in layout.corners(square, INSET)]
    pool, waves = coast.pool(0, 0, width, height, square), coast.ripples(0, 0, width, height)
    spot, ink = number_spot(layout, square), WATER_NUMBER if wet else LAND_NUMBER
    return (
        halo(0, 0, width - 10, height - 10, 8)
        + coast.turf([(square, coast.patch(corners, square))])
        + (coast.puddles(pool, waves, width) if wet else "")
        + f"<desc>{square}</desc>"  # what it is called, where it is listed
        + in_both_sizes(layout, lambda size: numbers([(square, *spot)], size, ink))
    )


def _hill(table: Tabletop, squares: range) -> str:
    """The molehill of a board, if it has one."""
    hill, layout = table.molehill_on(squares[0]), table.layout
    if hill == NOBODY:
        return ""
    (x, y), (width, height) = layout.spot(hill), layout.size(hill)
    return group(molehill(x + width / 2 - 15, y - 2, 0.62 * height), id=f"molehill-{hill}")
