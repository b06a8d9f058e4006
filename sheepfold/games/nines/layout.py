"""Where things lie in the picture of All Nines and how large they are: on a screen, and on a phone held upright.

The way begins at home, in the upper left corner, and winds down in rows. On a screen a row bends over one more place
that lies half a row lower; a phone is too narrow for that, so there the last place of a row lies above the first of the
next. The mats lie side by side below the way, or on a phone the one in front, at the thumb, below those of the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from sheepfold.drawing.strokes import Point


@dataclass(frozen=True)
class Strip:
    """Room for things in a row: from left to right around a height."""

    left: float
    right: float
    y: float


@dataclass(frozen=True)
class Mat:
    """Where a player's mat lies, and where on it the player's things lie."""

    left: float
    top: float
    width: float
    height: float
    head: Strip  # name and points
    font: float
    kept: float  # room between them for something else
    front: Strip  # the numbers in front
    largest_front: float
    front_gap: float
    cactus: Point  # and beside or below it how many were collected
    cactuses: Point
    cactus_size: float
    collected: Strip
    aside: Strip
    side_tile: float
    worth: float  # the font of what those two are worth


@dataclass(frozen=True)
class Way:
    """The way from home to the start."""

    columns: tuple[float, ...]
    rows: int
    beside_home: int  # how many columns of the first row the hut takes
    bend: float  # how far beyond a row the place in its bend lies; 0 where there is none
    top: float
    row: float  # from one row to the next
    sway: float  # how far the rows are from straight
    ground: float  # how broad the ground of a segment is
    trodden: float  # how broad the grass is where the way has been
    start_at: float  # which share of the way between its two places the start is at
    start_width: float
    hut: Point
    hut_size: float
    doorstep: float  # how far below the hut those who are home stand

    @cached_property
    def places(self) -> list[Point]:
        """Home, then the places of the way down to the start."""
        places: list[Point] = [(self.hut[0], self.top)]
        for row in range(self.rows):
            y = self.top + self.row * row
            if row and self.bend:
                side = self.columns[-1] + self.bend if row % 2 else self.columns[0] - self.bend
                places.append((side, y - self.row / 2))
            columns = self.columns[::-1] if row % 2 else self.columns[0 if row else self.beside_home :]
            places += [(x, y + self.sway * math.sin(x / 90 + 2 * row)) for x in columns]
        return places

    def start(self, spaces: int) -> Point:
        """The start, behind so many spaces of track: broader than a tile, it takes two places, in one row."""
        (x, y), (further, below) = self.places[spaces + 1 : spaces + 3]
        if x == further:
            (x, y), (further, below) = self.places[spaces + 2 : spaces + 4]
        return x + (further - x) * self.start_at, y + (below - y) * self.start_at

    def line(self, first: int, last: int) -> list[Point]:
        """The line of the way from one place to another, well rounded where a row turns into the next."""
        line = [self.places[first]]
        for here, there in pairwise(self.places[first : last + 1]):
            if abs(there[1] - here[1]) > self.row / 4:
                line = [*line[:-1], *self._turn(here, there)]
            else:
                line.append(there)
        return line

    def _turn(self, here: Point, there: Point) -> list[Point]:
        middle = (self.columns[0] + self.columns[-1]) / 2
        if here[0] == there[0]:
            # A curve swings out between two corners; it begins further in, so as not to leave the picture.
            inward = math.copysign(self.row / 8, middle - here[0])
            return [(here[0] + inward, here[1]), (there[0] + inward, there[1])]
        # One of the two lies in a bend: between them the line follows a circle.
        (x, y), (bend, half) = sorted((here, there), key=lambda spot: abs(spot[0] - middle))
        on_the_circle = bend - math.copysign(0.29 * self.row / 2, bend - x), half + 0.71 * (y - half)
        return [here, on_the_circle, there]


@dataclass(frozen=True)
class Podium:
    """Where everybody's sheep stand at the end, in as many rows as they need."""

    middle: Point
    in_a_row: int
    room: float  # for a row
    widest: float  # most room for one
    row: float  # from one row to the next
    reach: float  # how far a single row goes up and down
    sizes: Mapping[int, float]  # how large the sheep are that came first, second, third
    medal: float  # how high on a sheep its rosette is, as a share of its size

    def rows(self, ranking: Sequence[int]) -> list[Sequence[int]]:
        """The seats row by row; the first row is the one that need not be full."""
        first = len(ranking) % self.in_a_row or self.in_a_row
        starts = range(first, len(ranking), self.in_a_row)
        return [ranking[:first], *(ranking[start : start + self.in_a_row] for start in starts)]

    def covers(self, y: float, players: int) -> bool:
        """Whether so many players' sheep stand at a height of the picture."""
        more = math.ceil(players / self.in_a_row) - 1
        return abs(y - self.middle[1]) < self.reach + more * self.row / 2


@dataclass(frozen=True)
class Layout:
    """A whole picture."""

    width: float
    height: float
    horizon: float
    tile: float
    pawns: tuple[float, ...]  # how large they are: one on a tile, two, three; more stand close together
    foot: float  # how far above the middle of a tile they stand
    way: Way
    sign: Point
    sign_font: float
    sign_room: float  # how broad the sign may be
    podium: Podium
    mats: Callable[[int, int], Sequence[Mat]]  # for so many players with this seat in front, in the order of the seats
    button: tuple[float, float]
    button_gap: float
    buttons: Point | None  # where one decides about a nine; above the player's mat if this says nothing
    crowd: float = 15  # how far apart pawns stand at the start and at home
    is_small: bool = False  # for those who cannot read yet


# ---------------------------------------------------------------------------------------------- on a screen


def _mats_side_by_side(players: int, _front: int) -> list[Mat]:
    top, between = 540, 12
    width = min(400, (1200 - 24 - between * (players - 1)) / players)
    whole = players * width + (players - 1) * between
    return [_broad_mat((1200 - whole) / 2 + seat * (width + between), top, width) for seat in range(players)]


def _broad_mat(left: float, top: float, width: float) -> Mat:
    """Name and points, below them the numbers in front, and two rows for what was collected and what lies aside."""
    inner, end = left + 20, left + width - 10
    return Mat(
        left=left,
        top=top,
        width=width,
        height=200,
        head=Strip(inner, end, top + 28),
        font=22,
        kept=0,
        front=Strip(inner, end - 28, top + 82),
        largest_front=58,
        front_gap=5,
        cactus=(end - 12, top + 73),
        cactuses=(end - 12, top + 101),
        cactus_size=34,
        collected=Strip(inner, end, top + 137),
        aside=Strip(inner, end, top + 176),
        side_tile=32,
        worth=22,
    )


WIDE = Layout(
    width=1200,
    height=750,
    horizon=0.125,
    tile=72,
    pawns=(52, 48, 42),
    foot=23.04,
    way=Way(
        columns=tuple(127 + 86 * column for column in range(12)),
        rows=4,
        beside_home=1,
        bend=76,
        top=142,
        row=107,
        sway=6,
        ground=88,
        trodden=64,
        start_at=0.5,
        start_width=172,
        hut=(90, 114),
        hut_size=140,
        doorstep=70,
    ),
    sign=(660, 36),
    sign_font=27,
    sign_room=1060,
    podium=Podium(
        middle=(640, 302.5),
        in_a_row=5,
        room=960,
        widest=260,
        row=200,
        reach=139.1,
        sizes={1: 190, 2: 158, 3: 142},
        medal=0.3,
    ),
    mats=_mats_side_by_side,
    button=(128, 84),
    button_gap=8,
    buttons=None,
)


# ---------------------------------------------------------------------------------------------- on a phone held upright


MATS_TOP, MATS_LEFT, MATS_WIDTH = 690, 12, 616
OTHERS_HEIGHT, FRONT_HEIGHT, BETWEEN = 148, 92, 12
HIGH_HEIGHT = (OTHERS_HEIGHT + FRONT_HEIGHT) / 2


def _mats_around_the_front(players: int, front: int) -> list[Mat]:
    """The mat in front lies at the bottom, over the whole width; above it the others, clockwise from it."""
    if players == 2:
        upper, lower = (_high_mat(MATS_TOP + (HIGH_HEIGHT + BETWEEN) * nth) for nth in range(2))
        return [upper, lower] if front else [lower, upper]
    mats = {front: _front_mat(MATS_TOP + OTHERS_HEIGHT + BETWEEN)}
    for step, mat in enumerate(_mats_of_the_others(players - 1)):
        mats[(front + 1 + step) % players] = mat
    return [mats[seat] for seat in range(players)]


def _mats_of_the_others(count: int) -> list[Mat]:
    """Two or three lie side by side, four in two rows."""
    in_a_row = 2 if count == 4 else count
    width = (MATS_WIDTH + BETWEEN) / in_a_row - BETWEEN
    lefts = [MATS_LEFT + (width + BETWEEN) * column for column in range(in_a_row)]
    if count == in_a_row:
        return [_small_mat(left, width) for left in lefts]
    height = (OTHERS_HEIGHT - BETWEEN) / 2
    return [_low_mat(left, top, width, height) for top in (MATS_TOP, MATS_TOP + height + BETWEEN) for left in lefts]


def _front_mat(top: float) -> Mat:
    """The numbers in front as large as the mat is high; name, points and the rest to the right of them."""
    inner, end, lower = MATS_LEFT + 280, MATS_LEFT + MATS_WIDTH - 10, top + 68
    return Mat(
        left=MATS_LEFT,
        top=top,
        width=MATS_WIDTH,
        height=FRONT_HEIGHT,
        head=Strip(inner, end, top + 26),
        font=24,
        kept=0,
        front=Strip(MATS_LEFT + 22, inner, top + FRONT_HEIGHT / 2),
        largest_front=74,
        front_gap=12,
        cactus=(end - 42, lower),
        cactuses=(end - 14, lower),
        cactus_size=32,
        collected=Strip(inner, inner + 142, lower),
        aside=Strip(inner + 152, end - 66, lower),
        side_tile=30,
        worth=20,
    )


def _high_mat(top: float) -> Mat:
    """The same for two players, who collect the most and have the most room: with a row for each kind of tiles."""
    mat = _front_mat(top)
    inner, end = mat.head.left, mat.head.right
    return replace(
        mat,
        height=HIGH_HEIGHT,
        head=Strip(inner, end, top + 25),
        front=Strip(mat.front.left, mat.front.right, top + HIGH_HEIGHT / 2),
        cactus=(end - 42, top + 64),
        cactuses=(end - 14, top + 64),
        collected=Strip(inner, end - 66, top + 64),
        aside=Strip(inner, end - 66, top + 98),
    )


def _small_mat(left: float, width: float) -> Mat:
    """As on a screen, only smaller."""
    inner, end = left + 18, left + width - 10
    return Mat(
        left=left,
        top=MATS_TOP,
        width=width,
        height=OTHERS_HEIGHT,
        head=Strip(inner, end, MATS_TOP + 21),
        font=20,
        kept=0,
        front=Strip(inner, end - 26, MATS_TOP + 65),
        largest_front=48,
        front_gap=5,
        cactus=(end - 12, MATS_TOP + 57),
        cactuses=(end - 12, MATS_TOP + 80),
        cactus_size=28,
        collected=Strip(inner, end, MATS_TOP + 105),
        aside=Strip(inner, end, MATS_TOP + 132),
        side_tile=24,
        worth=18,
    )


def _low_mat(left: float, top: float, width: float, height: float) -> Mat:
    """Name and points, and below them all the rest side by side."""
    inner, end, lower = left + 18, left + width - 8, top + height - 20
    return Mat(
        left=left,
        top=top,
        width=width,
        height=height,
        head=Strip(inner, end, top + 16),
        font=18,
        kept=66,
        front=Strip(inner, inner + 117, lower),
        largest_front=34,
        front_gap=5,
        cactus=(end - 100, top + 17),
        cactuses=(end - 76, top + 17),
        cactus_size=26,
        collected=Strip(inner + 122, inner + 196, lower),
        aside=Strip(inner + 206, end, lower),
        side_tile=22,
        worth=18,
    )


UPRIGHT = Layout(
    width=640,
    height=950,
    horizon=0.11,
    tile=67,
    pawns=(56, 52, 44),
    foot=18,
    way=Way(
        columns=tuple(44 + 79 * column for column in range(8)),  # each as broad as a thumb
        rows=7,
        beside_home=2,
        bend=0,
        top=122,
        row=87,
        sway=0,
        ground=74,
        trodden=56,
        start_at=0.75,
        start_width=158,
        hut=(86, 106),
        hut_size=116,
        doorstep=50,
    ),
    sign=(320, 28),
    sign_font=24,
    sign_room=620,
    podium=Podium(
        middle=(320, 338),
        in_a_row=2,
        room=680,
        widest=340,
        row=175,
        reach=150,
        sizes={1: 172, 2: 150, 3: 138},
        medal=0.15,
    ),
    mats=_mats_around_the_front,
    button=(138, 74),
    button_gap=16,
    buttons=(162, 644),
)
