"""Where everything lies in the two pictures of the dyke: the wide one, and the upright one for a phone in the hand.

Both are drawn by the same functions; what differs is here. One function turns the number of a square into its place
(`Layout.corners`), and everything that stands, runs or splashes asks it. In the upright picture the dyke is folded: the
second board lies below the first one, so that squares stay large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from sheepfold.core.kit import MOST_SEATS
from sheepfold.drawing.strokes import Point
from sheepfold.games.dyke.state import COLUMN, SQUARES

MAT_GAP = 7


class Area(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def cells(self, count: int, columns: int) -> list[Area]:
        """That many cells of the same size, row after row, which fill the area."""
        rows = max(1, -(-count // columns))
        across, down = self.width / columns, self.height / rows
        corners = [(self.left + across * (k % columns), self.top + down * (k // columns)) for k in range(count)]
        return [Area(x, y, x + across, y + down) for x, y in corners]

    def level_with(self, other: Area) -> Area:
        """The same area moved up or down until its middle is as high as that of the other."""
        top = other.middle[1] - self.height / 2
        return self._replace(top=top, bottom=top + self.height)


NOWHERE = Area(0, 0, 0, 0)


@dataclass(frozen=True)
class Stretch:
    """A stretch of dyke, ten rows deep, between two sides and from its front to its back.

    It may be a little arched, narrower behind than in front, and its nearer rows larger.
    """

    left: float
    right: float
    front: float
    back: float
    first: int
    """Its first square."""
    columns: int
    gap: float = 0
    """Between the two boards, if both lie on it."""
    arch: float = 0
    narrow: float = 0
    nearer: float = 0

    @property
    def across(self) -> float:
        """How wide a square is in front."""
        return (self.right - self.left - self.gap) / self.columns

    @property
    def down(self) -> float:
        """How high a square is, about."""
        return (self.front - self.back) / COLUMN

    def point(self, column: float, row: float, *, beyond: bool = False) -> Point:
        """Where the point so many columns along and so many rows up lies; `beyond` the gap between two boards."""
        middle = (self.left + self.right) / 2
        up = row / COLUMN
        rise = up * (1 + self.nearer / 2) - self.nearer / 2 * up * up
        x = self.left + column * self.across + (self.gap if beyond else 0)
        x = middle + (x - middle) * (1 - self.narrow * up)
        bend = self.arch * ((x - middle) / (self.right - middle)) ** 2
        return x, self.front + bend - (self.front - self.back) * rise

    def corners(self, square: int, inset: float) -> tuple[Point, Point, Point, Point]:
        """Of a square, so far inside it: front left, front right, back right, back left."""
        column, row = divmod(square - self.first, COLUMN)
        aside, up, beyond = inset / self.across, inset / self.down, column >= COLUMN
        left, right, low, high = column + aside, column + 1 - aside, row + up, row + 1 - up
        return (
            self.point(left, low, beyond=beyond),
            self.point(right, low, beyond=beyond),
            self.point(right, high, beyond=beyond),
            self.point(left, high, beyond=beyond),
        )


class Below(Enum):
    """What lies below the dyke."""

    HAND = auto()
    RAIN = auto()
    MAPS = auto()
    USES = auto()
    PICKS = auto()
    PODIUM = auto()


class Room(NamedTuple):
    """The room a scene has: for what can be chosen, for its button, and for the pads beside the dyke."""

    choices: Area
    button: Area
    beside: Area


@dataclass(frozen=True, eq=False)
class Layout:
    """One shape of the picture."""

    width: float
    height: float
    horizon: float
    """Where the sea begins, behind the dyke."""
    mats: Area
    mats_in_a_row: int
    stretches: tuple[Stretch, ...]
    number: float
    number_on_small: float
    sheep: float
    """How large a square's number is, on a small screen too (none: the same), and the sheep on it."""
    simple: bool
    """Whether sheep are drawn simpler, to be told apart on a phone."""
    start: Area
    start_label: Point
    start_spots: Sequence[Area]
    """The plot of those who have not left the start yet, its name, and where each of them waits; later, looks on."""
    sign: Area
    sign_at_start: Area
    """The sign, and the room it has while sheep stand beside the dyke."""
    hand_rows: int
    places: Area
    """Where the three places lie into which cards are laid."""
    amounts_in_a_row: int
    rooms: Mapping[Below, Room]

    def stretch_of(self, square: int) -> Stretch:
        return self.stretches[-1] if square >= self.stretches[-1].first else self.stretches[0]

    def corners(self, square: int, inset: float = 0) -> tuple[Point, Point, Point, Point]:
        """The corners of a square: the one place where its number becomes a place."""
        return _corners(self.stretch_of(square), square, inset)

    def spot(self, square: int) -> Point:
        """The middle of a square."""
        corners = self.corners(square)
        return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4

    def size(self, square: int) -> tuple[float, float]:
        """How wide and how high a square is."""
        (left, low), (right, _), _, (_, high) = self.corners(square)
        return right - left, low - high

    @property
    def beyond(self) -> Point:
        """Beyond the last square: the sea."""
        x, y = self.spot(2 * SQUARES - COLUMN // 2)
        return min(x + self.size(2 * SQUARES - 1)[0], self.width - self.sheep / 2), y


@lru_cache(maxsize=5000)
def _corners(stretch: Stretch, square: int, inset: float) -> tuple[Point, Point, Point, Point]:
    return stretch.corners(square, inset)


def _wide() -> Layout:
    below, line = Area(16, 752, 1424, 896), Area(16, 698, 1036, 740)
    hand, places, lay = Area(12, 744, 1036, 898), Area(1052, 690, 1428, 792), Area(1052, 795, 1428, 899)
    beside = Area(560, 700, 1036, 738)
    rooms = dict.fromkeys(Below, Room(below, lay, beside))
    rooms[Below.HAND] = Room(hand, lay, beside)
    rooms[Below.RAIN] = Room(NOWHERE, Area(16, 752, 380, 892), Area(560, 704, 1424, 892))
    rooms[Below.MAPS] = Room(Area(560, 700, 1424, 898), NOWHERE, NOWHERE)
    rooms[Below.USES] = Room(Area(16, 704, 1424, 898), Area(1180, 704, 1424, 800), NOWHERE)
    rooms[Below.PICKS] = Room(NOWHERE, NOWHERE, Area(560, 704, 1424, 896))
    rooms[Below.PODIUM] = Room(Area(560, 700, 1424, 898), NOWHERE, NOWHERE)
    return Layout(
        width=1440,
        height=900,
        horizon=52,
        mats=Area(8, 8, 1432, 94),
        mats_in_a_row=8,
        stretches=(Stretch(84, 1388, 668, 126, 0, 20, gap=12, arch=10, narrow=0.036, nearer=0.24),),
        number=17,
        number_on_small=24,
        sheep=57,
        simple=False,
        start=Area(5, 512, 80, 680),
        start_label=(42, 666),
        start_spots=Area(6, 514, 80, 654).cells(MOST_SEATS, 2),
        sign=line._replace(right=540),
        sign_at_start=line._replace(right=540),
        hand_rows=1,
        places=places,
        amounts_in_a_row=19,
        rooms=rooms,
    )


def _upright(rows_of_mats: int) -> Layout:
    """With few players there is one row of mats, and more room for the dyke."""
    left, right, mat = 7, 633, 84
    mats = Area(left, 7, right, 7 + rows_of_mats * (mat + MAT_GAP) - MAT_GAP)
    shore = Area(left, 828, right, 1116)
    strip, top, bottom = 42, mats.bottom + 18, shore.top - 12
    deep = (bottom - top - strip - 28) / 2
    first = Stretch(18, 612, top + deep, top, 0, COLUMN)
    second = Stretch(18, 612, bottom, bottom - deep, SQUARES, COLUMN)
    middle = Area(left, first.front + 10, right, first.front + 10 + strip)
    return Layout(
        width=640,
        height=1120,
        horizon=top - 24,
        mats=mats,
        mats_in_a_row=4,
        stretches=(first, second),
        number=18,
        number_on_small=0,
        sheep=39 if rows_of_mats == 1 else 36,
        simple=True,
        start=middle._replace(right=290),
        start_label=(40, middle.middle[1]),
        start_spots=middle._replace(left=76, right=288).cells(MOST_SEATS, MOST_SEATS),
        sign=middle,
        sign_at_start=middle._replace(left=296),
        hand_rows=2,
        places=Area(left, shore.top + 2, left + 336, shore.top + 96),
        amounts_in_a_row=10,
        rooms=_upright_rooms(shore),
    )


def _upright_rooms(shore: Area) -> dict[Below, Room]:
    hand, lay = shore._replace(top=shore.top + 132), Area(shore.left + 346, shore.top, shore.right, shore.top + 96)
    beside = Area(shore.left, shore.top + 98, shore.right, shore.top + 130)
    maps, under_maps = shore._replace(bottom=shore.bottom - 42), shore._replace(top=shore.bottom - 38)
    run = Area(shore.right - 180, shore.top, shore.right, shore.top + 94)
    rain = Area(shore.left + 60, shore.top + 20, shore.right - 60, shore.top + 120)
    return {
        Below.HAND: Room(hand, lay, beside),
        Below.RAIN: Room(NOWHERE, rain, shore._replace(top=shore.bottom - 130)),
        Below.MAPS: Room(maps, NOWHERE, under_maps),
        Below.USES: Room(shore, run, NOWHERE),
        Below.PICKS: Room(NOWHERE, NOWHERE, shore),
        Below.PODIUM: Room(shore, NOWHERE, NOWHERE),
    }


def _hand(whole: Layout, size: tuple[float, float], *, places: Area, lay: Area, own: Area, hand: Area) -> Layout:
    """A hand without the dyke: places and button, the pads that lie beside the dyke, and the cards below them."""
    width, height = size
    below = Area(own.left, places.top, own.right, height - 8)
    beside = Area(hand.left, places.bottom + 8, hand.right, hand.top - 8)
    rooms = dict.fromkeys(Below, Room(below, lay, NOWHERE))
    rooms[Below.HAND] = Room(hand, lay, beside)
    rooms[Below.USES] = Room(below, lay._replace(bottom=lay.top + 100), NOWHERE)
    rooms[Below.PICKS] = Room(NOWHERE, NOWHERE, below)
    return replace(
        whole, width=width, height=height, horizon=0.12, mats=own, places=places, hand_rows=2, sheep=104,
        simple=False, amounts_in_a_row=10, rooms=rooms,
    )  # fmt: skip


WIDE = _wide()
UPRIGHT, UPRIGHT_FOR_FEW = _upright(2), _upright(1)
UPRIGHT_HAND = _hand(
    UPRIGHT,
    (640, 1020),
    places=Area(7, 332, 393, 492),
    lay=Area(403, 330, 633, 494),
    own=Area(10, 10, 630, 96),
    hand=Area(7, 594, 633, 976),
)
HAND = _hand(
    WIDE,
    (900, 560),
    places=Area(8, 90, 446, 216),
    lay=Area(456, 88, 660, 218),
    own=Area(8, 8, 892, 78),
    hand=Area(8, 266, 892, 552),
)
"""What one holds, without the dyke: on a phone held upright, and lying."""


def upright_for(players: int) -> Layout:
    """The upright layout for that many players."""
    return UPRIGHT_FOR_FEW if players <= UPRIGHT.mats_in_a_row else UPRIGHT
