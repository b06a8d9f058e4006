"""Around the dyke: sky and sea behind it, the fence on it, surf where it ends, the land in front."""

from __future__ import annotations

from functools import cache

from sheepfold.drawing.coast import bank, boat, daisies, far_side, fence, foreland, surf
from sheepfold.drawing.strokes import Point
from sheepfold.games.dyke.layout import Layout, Stretch
from sheepfold.games.dyke.state import COLUMN

BEYOND = 9
"""So many columns the dyke goes on to the left of its first square, for windows that are wider than the picture."""


@cache
def landscape(layout: Layout) -> str:
    """Everything that is there before the boards lie."""
    last = layout.stretches[-1]
    sails = boat(layout.width * 0.4, layout.horizon + 10, 44) if last.arch else ""
    banks = "".join(_bank(layout, stretch) for stretch in layout.stretches)
    return far_side(layout.width, layout.horizon, last.front + 60) + sails + banks + daisies(_where_boards_meet(last))


def _bank(layout: Layout, stretch: Stretch) -> str:
    """A stretch of the dyke. Where it is the last one the surf ends it, and the land lies in front of it."""
    above, below, margin, beach, size = (12, 16, 8, 8, 1.0) if stretch.arch else (7, 8, 5, 5, 0.62)
    back, front = _edge(stretch, COLUMN, above), _edge(stretch, 0, -below)
    is_last = stretch is layout.stretches[-1]
    right = margin if is_last else layout.width
    back, front = ([*edge[:-1], (edge[-1][0] + right, edge[-1][1])] for edge in (back, front))
    ends = surf((back[-1][0] + 8, back[-1][1]), (front[-1][0] + 8, front[-1][1])) if is_last else ""
    land = foreland([*front, (layout.width, front[-1][1])], layout.width, layout.height) if is_last else ""
    return fence(back, size) + ends + bank(back, front, beach=beach) + land


def _edge(stretch: Stretch, row: float, lift: float) -> list[Point]:
    """A line along a stretch, so many rows up, from beyond the left edge of the picture to its last column."""
    points = [stretch.point(k, row, beyond=k > COLUMN) for k in range(-BEYOND, stretch.columns + 1)]
    return [(x, y - lift) for x, y in points]


def _where_boards_meet(stretch: Stretch) -> list[Point]:
    points = [stretch.point(COLUMN, k * 1.5 + 0.3) for k in range(7)] if stretch.gap else []
    return [(x + stretch.gap / 2, y) for x, y in points]
