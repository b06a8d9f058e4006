"""The sheep: cream wool, a dark face with one bright eye, and a blanket with its seat's colour and mark.

Up to 30 units a simpler sheep is drawn, hardly more than wool, head and a large blanket, so that colour and mark
still read. It looks to the right; `flip` turns it round, but not its mark.
"""

from sheepfold.drawing.seats import SEATS, SMALL, mark
from sheepfold.drawing.strokes import cloud, eyes, lines, oval, shadow, shape
from sheepfold.drawing.svg import figure
from sheepfold.drawing.themes import EAR, FACE, FACE_RIM, LEG, WHITE, WOOL, WOOL_EDGE

COAT = cloud(43, 36.5, 9, x=-2.5, y=-1.8)
BLANKET = "M-11.5-13C-6-15.5 3.5-15.5 9-12L10.5 5C4 8.6-6 8.6-12.8 6Z"
SIMPLE_COAT = cloud(43, 39, 7, x=-2.5, y=-2)
SIMPLE_BLANKET = "M-15-15C-8-18.5 4-18.5 11-15L12 8C4 12-8 12-16 8Z"
SMILE = "#d8c6ba"


def sheep(seat: int | None, x: float, y: float, size: float, *, flip: bool = False, simple: bool | None = None) -> str:
    """A sheep of that seat; without a blanket if it is nobody's.

    Pictures that are shrunk to fit a phone ask for the `simple` sheep themselves.
    """
    draw = _simple_sheep if (size <= SMALL if simple is None else simple) else _sheep
    return figure(x, y, size, draw(seat, flip), flip=flip)


def _sheep(seat: int | None, flip: bool) -> str:
    return (
        shadow(38)
        + lines("M-10.5 13V18.9M-4.5 13V18.9M2 13V18.9M7.8 13V18.9", LEG, 4.2)
        + shape(COAT, WOOL, WOOL_EDGE, 1.3)
        + (
            lines("M-14-6q2.7 3.6 5.4 0M-5 4q2.7 3.6 5.4 0M0-10q2.7 3.6 5.4 0", WOOL_EDGE, 1.4)
            if seat is None
            else _blanket(seat, flip)
        )
        + f'<g transform="translate(16.5 -6.5)">{_head()}</g>'
    )


def _blanket(seat: int, flip: bool) -> str:
    who = SEATS[seat]
    seam = (
        f'<path d="M-12.3 4C-6 6.6 4 6.6 10.2 3" fill="none" stroke="{WHITE}" stroke-opacity="0.65" '
        f'stroke-width="1.2" stroke-dasharray="1.8"/>'
    )
    return shape(BLANKET, who.colour, who.shade, 1) + seam + mark(seat, -1.5, -4.3, 14, flip=flip)


def _head() -> str:
    return (
        f'<g transform="rotate(-24 -6.5 -3)">{oval(-6.8, -3, 9, 4.6, EAR)}</g>'
        + oval(0, 0, 13.2, 16, FACE, FACE_RIM, 0.8)
        + shape(cloud(12.5, 8, 5, y=-7.5), WOOL)
        + eyes(2.1, (1.9, -1.3))
        + lines("M1 4.2q2.2 1.7 3.8 0.2", SMILE, 1)
    )


def _simple_sheep(seat: int | None, flip: bool) -> str:
    blanket = ""
    if seat is not None:
        who = SEATS[seat]
        blanket = shape(SIMPLE_BLANKET, who.colour, who.shade, 1.4) + mark(seat, -2, -3.5, 22, flip=flip)
    return (
        lines("M-11 14V20.5M6 14V20.5", LEG, 6)
        + shape(SIMPLE_COAT, WOOL, WOOL_EDGE, 1.8)
        + blanket
        + oval(17, -5, 13, 17, FACE, FACE_RIM, 1.2)
        + shape("M10.5-10q6.5-7 13 0Z", WOOL)
        + eyes(2.9, (18.5, -5))
    )
