"""Where things lie in the picture of Sheep Sheep and how large they are: on a screen, and on a phone held upright.

On a screen the others' mats lie beside the square, on a phone above it; one's own mat lies in front, at the thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sheepfold.drawing.strokes import Point

Size = tuple[float, float]


@dataclass(frozen=True)
class Mat:
    """A player's mat, and where on it the player's things lie, counted from its upper left corner."""

    width: float
    height: float
    name: tuple[float, float, float]  # from left to right, around a height
    font: float
    cards: Point  # the middle of the first card
    pitch: float  # from one card to the next
    card: Size
    lucky: Point
    lucky_size: Size
    won: Point  # the upper left corner of the sheep won
    won_size: float
    won_room: float
    won_in_a_row: int


@dataclass(frozen=True)
class Layout:
    """A whole picture."""

    width: float
    height: float
    horizon: float
    sign: Point
    sign_font: float
    sign_room: float  # how broad the sign may be
    middle: Point  # of the square
    card: float
    pitch: float
    front: Mat
    front_corner: Point
    others: Mapping[int, Mat]  # for so many players
    seated: Mapping[int, tuple[Point, ...]]  # the upper left corners of the others, clockwise from the one in front
    deck: Point
    drawn: Point
    drawn_size: Size
    side_size: Size
    sides: tuple[Point, Point]  # where on the drawn card its two sides are
    button: Point
    button_size: Size
    words: float  # how far above the button it stands how many swaps one has done
    tufts: Mapping[int, Point]  # grass, where so many players leave the meadow bare
    is_hand: bool = False  # one's own things alone, while the square lies in the middle of the table
    piles: tuple[float, float, float, float] | None = None  # for those who cannot read yet: from corner to corner

    @property
    def field(self) -> float:
        """How broad the field is on which the square lies."""
        return 3 * self.pitch + 6

    def spot(self, cell: int) -> Point:
        """The middle of a cell of the square."""
        row, column = divmod(cell, 3)
        return self.middle[0] + (column - 1) * self.pitch, self.middle[1] + (row - 1) * self.pitch


# ---------------------------------------------------------------------------------------------- on a screen


_SIDE_MAT = Mat(
    width=338,
    height=214,
    name=(20, 326, 28),
    font=22,
    cards=(58, 86),
    pitch=79,
    card=(75, 58),
    lucky=(52, 165),
    lucky_size=(60, 76),
    won=(92, 125),
    won_size=40,
    won_room=240,
    won_in_a_row=4,
)
_LEFT, _RIGHT, _UPPER, _LOWER = 12, 850, 84, 316

WIDE = Layout(
    width=1200,
    height=750,
    horizon=0.1,
    sign=(600, 30),
    sign_font=26,
    sign_room=1180,
    middle=(600, 311),
    card=132,
    pitch=151,
    front=Mat(
        width=1176,
        height=180,
        name=(832, 1160, 30),
        font=25,
        cards=(122, 90),
        pitch=198,
        card=(186, 146),
        lucky=(876, 114),
        lucky_size=(84, 106),
        won=(936, 58),
        won_size=39,
        won_room=240,
        won_in_a_row=3,
    ),
    front_corner=(12, 558),
    others={2: _SIDE_MAT, 3: _SIDE_MAT, 4: _SIDE_MAT},
    seated={
        2: ((_LEFT, 200),),
        3: ((_LEFT, 200), (_RIGHT, _UPPER)),
        4: ((_LEFT, _LOWER), (_LEFT, _UPPER), (_RIGHT, _UPPER)),
    },
    deck=(904, 430),
    drawn=(1074, 430),
    drawn_size=(218, 122),
    side_size=(98, 104),
    sides=((-52, 0), (52, 0)),
    button=(1074, 462),
    button_size=(196, 86),
    words=66,
    tufts={2: (1010, 190)},
)


# ---------------------------------------------------------------------------------------------- on a phone held upright


_TOP = 60

UPRIGHT = Layout(
    width=640,
    height=900,
    horizon=0.1,
    sign=(320, 28),
    sign_font=24,
    sign_room=624,
    middle=(238, 450),
    card=120,
    pitch=134,
    front=Mat(
        width=616,
        height=226,
        name=(20, 600, 26),
        font=24,
        cards=(93, 101),
        pitch=148,
        card=(136, 104),
        lucky=(52, 190),
        lucky_size=(54, 58),
        won=(102, 168),
        won_size=44,
        won_room=508,
        won_in_a_row=7,
    ),
    front_corner=(12, 664),
    others={
        2: Mat(
            width=616,
            height=158,
            name=(20, 600, 26),
            font=24,
            cards=(72, 101),
            pitch=98,
            card=(92, 90),
            lucky=(450, 101),
            lucky_size=(64, 86),
            won=(494, 52),
            won_size=25,
            won_room=114,
            won_in_a_row=3,
        ),
        3: Mat(
            width=302,
            height=158,
            name=(18, 292, 22),
            font=20,
            cards=(51, 74),
            pitch=69,
            card=(66, 60),
            lucky=(40, 131),
            lucky_size=(40, 44),
            won=(72, 107),
            won_size=25,
            won_room=228,
            won_in_a_row=4,
        ),
        4: Mat(
            width=198,
            height=158,
            name=(18, 190, 20),
            font=18,
            cards=(38.5, 73),
            pitch=44,
            card=(42, 64),
            lucky=(34, 133),
            lucky_size=(32, 42),
            won=(58, 110),
            won_size=22,
            won_room=138,
            won_in_a_row=4,
        ),
    },
    seated={
        2: ((12, _TOP),),
        3: ((12, _TOP), (326, _TOP)),
        4: ((12, _TOP), (221, _TOP), (430, _TOP)),
    },
    deck=(534, 312),
    drawn=(540, 510),
    drawn_size=(124, 234),
    side_size=(106, 102),
    sides=((0, -57), (0, 57)),
    button=(540, 592),
    button_size=(172, 78),
    words=62,
    tufts={},
)


# ---------------------------------------------------------------------------------------------- a hand alone


UPRIGHT_HAND = replace(
    UPRIGHT,
    height=890,
    middle=(228, 276),
    front=replace(
        UPRIGHT.front,
        height=370,
        name=(20, 600, 34),
        font=30,
        cards=(93, 138),
        card=(140, 132),
        lucky=(84, 290),
        lucky_size=(108, 128),
        won=(164, 228),
        won_size=60,
        won_room=440,
        won_in_a_row=4,
    ),
    front_corner=(12, 508),
    drawn=(544, 250),
    button=(544, 424),
    is_hand=True,
)
HAND = replace(
    WIDE,
    width=1000,
    height=640,
    sign=(500, 28),
    sign_room=980,
    middle=(320, 290),
    card=120,
    pitch=134,
    front=replace(
        WIDE.front,
        width=984,
        height=132,
        name=(690, 970, 24),
        cards=(92, 66),
        pitch=166,
        card=(156, 116),
        lucky=(722, 88),
        lucky_size=(62, 72),
        won=(768, 46),
        won_size=38,
        won_room=208,
    ),
    front_corner=(8, 502),
    drawn=(760, 210),
    button=(760, 400),
    is_hand=True,
)


# ---------------------------------------------------------------------------------------------- for small children


_ABOVE = UPRIGHT.others
UPRIGHT_SMALL = replace(
    UPRIGHT,
    height=1184,
    horizon=0,
    middle=(238, 392),
    card=132,
    pitch=146,
    front=replace(
        UPRIGHT.front,
        height=268,
        name=(56, 600, 56),
        font=78,
        cards=(84, 190),
        pitch=149,
        card=(143, 130),
        lucky=(154, 58),
        lucky_size=(84, 96),
    ),
    front_corner=(12, 628),
    others={
        2: replace(_ABOVE[2], height=150, name=(60, 600, 76), font=80, cards=(160, 76), lucky=(556, 76)),
        3: replace(_ABOVE[3], height=150, name=(40, 292, 38), font=56, cards=(50, 108), card=(66, 70), lucky=(268, 38)),
        4: replace(_ABOVE[4], height=150, name=(38, 190, 36), font=52, cards=(36, 108), card=(42, 70), lucky=(170, 38)),
    },
    seated={players: tuple((x, 8) for x, _y in corners) for players, corners in UPRIGHT.seated.items()},
    deck=(552, 244),
    drawn=(548, 476),
    drawn_size=(152, 274),
    side_size=(130, 122),
    sides=((0, -67), (0, 67)),
    button=(548, 540),
    button_size=(150, 122),
    words=104,
    piles=(12, 906, 628, 1176),
)
_SMALL_SIDE_MAT = replace(
    _SIDE_MAT, width=242, height=196, name=(44, 226, 42), font=60, cards=(37, 118), pitch=56, card=(54, 76),
    lucky=(206, 42), lucky_size=(46, 58),
)  # fmt: skip
_THREE_SIDE_MAT = replace(_SMALL_SIDE_MAT, height=128, name=(38, 226, 32), font=48, cards=(37, 92), card=(54, 58))
SMALL = replace(
    WIDE,
    width=1100,
    height=620,
    horizon=0,
    middle=(464, 212),
    card=122,
    pitch=132,
    front=replace(
        WIDE.front,
        width=872,
        height=190,
        name=(58, 200, 52),
        font=78,
        cards=(216, 95),
        pitch=170,
        card=(164, 158),
        lucky=(58, 136),
        lucky_size=(72, 88),
    ),
    front_corner=(8, 422),
    others={2: _SMALL_SIDE_MAT, 3: _SMALL_SIDE_MAT, 4: _THREE_SIDE_MAT},
    seated={
        2: ((8, 108),),
        3: ((8, 8), (8, 214)),
        4: ((8, 8), (8, 146), (8, 284)),
    },
    deck=(772, 92),
    drawn=(776, 300),
    drawn_size=(224, 148),
    side_size=(100, 124),
    sides=((-54, 0), (54, 0)),
    button=(776, 330),
    button_size=(150, 124),
    words=98,
    tufts={},
    piles=(890, 8, 1092, 612),
)
