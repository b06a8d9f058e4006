"""All Nines for those who cannot read yet: pips for numbers, and for points piles that stand on one ground.

The places of the way are as large as a small fingertip on the smallest of phones. A pile is as high as its points: what
lies aside digs the hole that the pile stands in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from sheepfold.drawing.cards import animal_tile, gap
from sheepfold.drawing.strokes import Point, box
from sheepfold.drawing.svg import group, halo, place
from sheepfold.drawing.themes import BACK_EDGE, CLAY_EDGE, FIELD, GLOW, GLOW_EDGE, INK, SAND, SAND_EDGE
from sheepfold.drawing.things import rosette, tortoise
from sheepfold.drawing.wordless import (
    columns,
    done_sign,
    ground_line,
    keep_sign,
    pip_cactus,
    pip_tile,
    sheet,
    sign_button,
    slab,
    whose,
)
from sheepfold.games.nines.layout import UPRIGHT, WIDE, Layout, Way
from sheepfold.games.nines.state import ANIMAL, FRONT, NINING, OVER, STRETCH
from sheepfold.games.nines.tabletop import RULES, Tabletop

CELL, TILE, EDGE = 100, 92, 4
ACROSS, DOWN = 6, 6  # how many places a row has on a phone held upright, and a column on one that lies
BESIDE, OTHERS, OWN, PILES = 360, 140, 234, 222
FRONT_TILE, FRONT_PITCH, BUTTON = 100, 112, (106, 104)


@dataclass(frozen=True)
class ShortWay(Way):
    """A way without room to spare: the start takes one place."""

    def start(self, spaces: int) -> Point:
        return self.places[spaces + 1]


@cache
def small_layout(segments: int, *, is_upright: bool) -> Layout:
    """The whole picture, for a track of so many segments."""
    places = STRETCH * segments + 2
    across = ACROSS if is_upright else math.ceil(places / DOWN)
    rows = math.ceil(places / ACROSS) if is_upright else DOWN
    width, height = across * CELL + 2 * EDGE, rows * CELL + 2 * EDGE
    way = ShortWay(
        columns=tuple(EDGE + CELL * (column + 0.5) for column in range(across)),
        rows=rows,
        beside_home=1,
        bend=0,
        top=EDGE + CELL / 2,
        row=CELL,
        sway=0,
        ground=CELL - 8,
        trodden=CELL - 24,
        start_at=0,
        start_width=CELL - 4,
        hut=(EDGE + CELL / 2, EDGE + CELL / 2),
        hut_size=104,
        doorstep=34,
    )
    return replace(
        UPRIGHT if is_upright else WIDE,
        width=width if is_upright else width + BESIDE,
        height=height + OTHERS + OWN + 3 * EDGE if is_upright else height,
        horizon=0,
        tile=TILE,
        pawns=(68, 58, 50),  # nobody reaches into another place
        foot=-20,
        way=way,
        crowd=8,
        is_small=True,
    )


@cache
def small_face(value: int, size: float, *, is_cactus: bool = False) -> str:
    """A tile, with what glows behind it."""
    drawn = animal_tile(0, 0, size) if value == ANIMAL else pip_tile(value, 0, 0, size)
    return halo(0, 0, size, size, size / 6) + (pip_cactus(value, 0, 0, size) if is_cactus else drawn)


@dataclass(frozen=True)
class Rect:
    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    def parts(self, count: int, across: int) -> list[Rect]:
        """Split into so many, side by side and below each other."""
        rows = math.ceil(count / across)
        width, height = (self.width + 8) / across - 8, (self.height + 8) / rows - 8
        spots = [divmod(k, across) for k in range(count)]
        return [Rect(self.left + (width + 8) * c, self.top + (height + 8) * r, width, height) for r, c in spots]


class SmallTable:
    """What lies beside the way: the die, what everybody has in front, and the piles."""

    def __init__(self, table: Tabletop) -> None:
        self.table, layout = table, table.layout
        self.front = table.viewer or 0
        is_upright = layout.height > layout.width
        if is_upright:
            top = layout.height - OTHERS - OWN - 2 * EDGE
            low = top + OTHERS + EDGE
            others = Rect(128, top, layout.width - 128 - 2 * EDGE, OTHERS)
            self.own = Rect(2 * EDGE, low, 344, OWN - EDGE)
            self.piled = Rect(360, low, layout.width - 360 - 2 * EDGE, OWN - EDGE)
            self.die = (66.0, top + OTHERS / 2)
        else:
            left = layout.width - BESIDE
            others = Rect(left + 112, 6, BESIDE - 120, 126)
            self.own = Rect(left, 140, BESIDE - 8, OWN - EDGE)
            self.piled = Rect(left, 376, BESIDE - 8, PILES)
            self.die = (left + 52.0, 68.0)
        count = table.players - 1
        self.others = others.parts(count, 1 if count == 1 or (count == 2 and not is_upright) else 2)

    # ------------------------------------------------------------------------------------------ what lies in front

    def mats(self) -> list[str]:
        """Everybody's numbers in front; one's own are large, they may have to be chosen from."""
        table = self.table
        around = [(self.front + step) % table.players for step in range(1, table.players)]
        return [self._other(seat, where) for seat, where in zip(around, self.others, strict=True)] + [self._own()]

    def _own(self) -> str:
        where, seat = self.own, self.front
        y = where.top + where.height - FRONT_TILE / 2 - 10
        spots = [(where.left + where.width / 2 + FRONT_PITCH * (k - 1), y) for k in range(FRONT)]
        face = whose(seat, where.left + 50, where.top + 56, 74, active=self._acts(seat))
        tiles = self._tiles(seat, spots, FRONT_TILE)
        return group(sheet(*where.middle, where.width, where.height), face, *tiles, id=f"mat-{seat}")

    def _other(self, seat: int, where: Rect) -> str:
        size = min(60.0, where.height * 0.76, where.width * 0.26)
        tile = min(52.0, where.height * 0.7, (where.width - size - 26) / FRONT - 5)
        x, y = where.left + 12 + size / 2, where.top + where.height / 2
        spots = [(x + size / 2 + 10 + (tile + 5) * (k + 0.5), y) for k in range(FRONT)]
        face = whose(seat, x, y, size, active=self._acts(seat))
        return group(
            sheet(*where.middle, where.width, where.height), face, *self._tiles(seat, spots, tile), id=f"mat-{seat}"
        )

    def _acts(self, seat: int) -> bool:
        return self.table.phase != OVER and seat in self.table.heroes

    def _tiles(self, seat: int, spots: Sequence[Point], size: float) -> list[str]:
        front = [value for value in self.table.observation.front[seat] if value]
        drawn = [gap(*spot, size - 6, size - 6) for spot in spots[len(front) :]]
        for k, value in enumerate(front):
            part, nth = f"front-{seat}-{value}", front[: k + 1].count(value)
            drawn.append(self.table.tap(part, small_face(value, size), id=f"{part}-{nth}", at=spots[k]))
        return drawn

    def buttons(self) -> list[str]:
        """Whether to lay down a nine or to keep it: nine pips and a tick, or a hand."""
        table = self.table
        if table.phase != NINING or table.turn != self.front:
            return []
        nine = [group(pip_tile(9, 0, 0, 52), transform=place(-20, 0)), group(done_sign(26), transform=place(28, 2))]
        signs = {"nine": nine, "keep": [keep_sign(66)]}
        if not RULES.may_keep(table.observation, table.turn):
            del signs["keep"]
        width, height = BUTTON
        x, y = self.own.left + self.own.width / 2, self.own.top + height / 2 + 8
        glow = halo(0, 0, width, height, height * 0.3)
        return [
            table.tap(part, glow, sign_button(table.turn, 0, 0, width, height, *sign), at=(x + FRONT_PITCH * k, y))
            for k, (part, sign) in enumerate(signs.items())
        ]

    # ------------------------------------------------------------------------------------------ points

    def piles(self) -> list[str]:
        """Everybody's points as a pile, and the holes that it may stand in."""
        table, where = self.table, self.piled
        seats = columns(range(table.players), where.left + 6, where.left + where.width - 6)
        face = min(46.0, where.width / table.players - 12)
        bottom = where.top + where.height - face - 22
        holes = {seat: sum(value * count for value, count in enumerate(self._aside(seat))) for seat in seats}
        tops = {seat: 5 * len(self._gained(seat)) - holes[seat] for seat in seats}
        deepest = max(holes.values())
        unit = min(3.6, (bottom - where.top - 14) / max(1, max(tops.values()) + deepest))
        ground, width = bottom - deepest * unit, min(56.0, where.width / table.players - 12)
        drawn = [sheet(*where.middle, where.width, where.height)]
        drawn += [ground_line(where.left + 10, where.left + where.width - 10, ground + 2)]
        for seat, x in seats.items():
            drawn += [self._hole(seat, x, ground, width, unit), self._pile(seat, x, ground, width, unit)]
            drawn.append(whose(seat, x, where.top + where.height - face / 2 - 10, face, active=self._acts(seat)))
            drawn.append(self._first(seat, x, where.top + where.height - face * 0.7, face))
        return drawn

    def _aside(self, seat: int) -> list[int]:
        return list(self.table.observation.aside[seat])

    def _gained(self, seat: int) -> list[tuple[str, bool]]:
        """What counts for a player, each by its id, and whether it is an animal."""
        counts = self.table.observation.nines[seat]
        nines = [(f"nine-{seat}-{value}-{n + 1}", False) for value, count in enumerate(counts) for n in range(count)]
        return nines + [(f"animal-{seat}-{n + 1}", True) for n in range(self.table.observation.animals[seat])]

    def _hole(self, seat: int, x: float, ground: float, width: float, unit: float) -> str:
        """Tiles aside, each as deep as it counts."""
        drawn, depth = list[str](), 0.0
        for value, count in enumerate(self._aside(seat)):
            for n in range(count):
                depth += value * unit
                tile = slab(x, ground + depth, width + 8, value * unit, INK, CLAY_EDGE)
                drawn.append(group(tile, id=f"aside-{seat}-{value}-{n + 1}"))
        return "".join(drawn)

    def _pile(self, seat: int, x: float, ground: float, width: float, unit: float) -> str:
        bottom = ground + sum(value * count for value, count in enumerate(self._aside(seat))) * unit
        layer, drawn = 5 * unit, list[str]()
        for k, (name, is_animal) in enumerate(self._gained(seat)):
            fill, edge = (SAND, SAND_EDGE) if is_animal else (FIELD, BACK_EDGE)
            sign = (
                tortoise(0, 0, layer * 1.2) if is_animal else box(0, 0, width * 0.5, layer * 0.3, 3, GLOW, GLOW_EDGE, 1)
            )
            drawn.append(group(slab(x, bottom - layer * k, width, layer, fill, edge, sign), id=name))
        return "".join(drawn)

    def _first(self, seat: int, x: float, y: float, face: float) -> str:
        """Whoever has won wears a rosette."""
        won = self.table.phase == OVER and seat in self.table.winners
        return rosette(1, x + face * 0.45, y, 32, in_words=False) if won else ""
