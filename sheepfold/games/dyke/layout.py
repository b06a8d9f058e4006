"""Where everything lies in the two pictures of the dyke: the wide one, and the upright one for a phone in the hand.

Both are drawn by the same functions; what differs is here. In the upright picture the dyke is folded: the second board
lies below the first one, so that squares stay large, and what can be done now takes all the room below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from sheepfold.core.kit import MOST_SEATS
from sheepfold.drawing.strokes import Point
from sheepfold.games.dyke.state import COLUMN

RIM = 4
"""How far a board reaches beyond its squares."""

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


class Scene(Enum):
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
    mats: Area
    mats_in_a_row: int
    boards: tuple[Area, Area]
    """The squares of the first and of the second board, without their rims."""
    number: float
    sheep: float
    """How large a square's number and the sheep on it are."""
    start: Area
    start_label: Point
    start_spots: Sequence[Area]
    """The plot of those who have not left the start yet, its name, and where each of them waits."""
    tufts: tuple[tuple[float, float, float], ...]
    """What grows there later."""
    sea: Area
    sign: Area
    sign_at_start: Area
    """The sign, and the room it has while sheep wait at the start."""
    hand_rows: int
    amounts_in_a_row: int
    rooms: Mapping[Scene, Room]

    @property
    def across(self) -> float:
        return self.boards[0].width / COLUMN

    @property
    def down(self) -> float:
        return self.boards[0].height / COLUMN


def _wide() -> Layout:
    hand, lay, beside = Area(236, 500, 906, 612), Area(912, 523, 1008, 589), Area(1020, 500, 1272, 612)
    choices = Area(236, 500, 1008, 612)
    rooms = dict.fromkeys(Scene, Room(choices, Area(900, 500, 1008, 556), beside))
    rooms[Scene.HAND] = rooms[Scene.PICKS] = Room(hand, lay, beside)
    rooms[Scene.RAIN] = Room(NOWHERE, Area(250, 523, 470, 589), beside)
    return Layout(
        width=1280,
        height=616,
        mats=Area(7, 7, 1273, 103),
        mats_in_a_row=8,
        boards=(Area(80, 115, 655, 485), Area(667, 115, 1242, 485)),
        number=16,
        sheep=39,
        start=Area(4, 334, 74, 488),
        start_label=(39, 474),
        start_spots=Area(6, 338, 74, 462).cells(MOST_SEATS, 2),
        tufts=((40, 252, 40), (52, 402, 34)),
        sea=Area(1250, 111, 1276, 489),
        sign=Area(10, 501, 224, 609),
        sign_at_start=Area(10, 501, 224, 609),
        hand_rows=1,
        amounts_in_a_row=19,
        rooms=rooms,
    )


def _upright(rows_of_mats: int) -> Layout:
    """With few players there is one row of mats, and more room for the dyke."""
    left, right, mat = 7, 633, 84
    mats = Area(left, 7, right, 7 + rows_of_mats * (mat + MAT_GAP) - MAT_GAP)
    shore = Area(left, 744, right, 896)
    strip, top, bottom = 40, mats.bottom + 8, shore.top - 4
    down = (bottom - top - strip - 8 - 4 * RIM) / 2
    first = Area(left + RIM, top + RIM, 620, top + RIM + down)
    second = Area(first.left, bottom - RIM - down, first.right, bottom - RIM)
    middle = Area(left, first.bottom + RIM + 4, right, first.bottom + RIM + 4 + strip)
    return Layout(
        width=640,
        height=900,
        mats=mats,
        mats_in_a_row=4,
        boards=(first, second),
        number=17.5,
        sheep=35,
        start=middle._replace(right=286),
        start_label=(38, middle.middle[1]),
        start_spots=middle._replace(left=74, right=284).cells(MOST_SEATS, MOST_SEATS),
        tufts=(),
        sea=Area(628, second.top - RIM, 638, second.bottom + RIM),
        sign=middle,
        sign_at_start=middle._replace(left=292),
        hand_rows=2,
        amounts_in_a_row=11,
        rooms=_upright_rooms(shore),
    )


def _upright_rooms(shore: Area) -> dict[Scene, Room]:
    hand, aside = shore._replace(right=407), shore._replace(left=413)
    lay, below = aside._replace(bottom=shore.top + 80), aside._replace(top=shore.top + 84)
    maps, under_maps = shore._replace(bottom=shore.bottom - 32), shore._replace(top=shore.bottom - 28)
    run = Area(shore.right - 124, shore.top, shore.right, shore.top + 80)
    return {
        Scene.HAND: Room(hand, lay, below),
        Scene.RAIN: Room(NOWHERE, lay._replace(left=47, right=367).level_with(shore), below.level_with(shore)),
        Scene.MAPS: Room(maps, NOWHERE, under_maps),
        Scene.USES: Room(shore, run, NOWHERE),
        Scene.PICKS: Room(NOWHERE, NOWHERE, shore),
        Scene.PODIUM: Room(shore, NOWHERE, NOWHERE),
    }


WIDE = _wide()
UPRIGHT, UPRIGHT_FOR_FEW = _upright(2), _upright(1)


def upright_for(players: int) -> Layout:
    """The upright layout for that many players."""
    return UPRIGHT_FOR_FEW if players <= UPRIGHT.mats_in_a_row else UPRIGHT
