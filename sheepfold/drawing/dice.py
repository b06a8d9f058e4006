"""Dice with pips or with pictures, and the hourglass.

A die is a paper cube; its picture is drawn around 0, 0.
"""

from sheepfold.drawing.strokes import box, dots, lines, shape, soft
from sheepfold.drawing.svg import figure, num, place
from sheepfold.drawing.themes import INK, PAPER, PAPER_EDGE, SHADOW, WHITE

CORNERS = ((-12, -12), (12, 12), (12, -12), (-12, 12))
PIPS = (
    ((0, 0),),
    CORNERS[:2],
    (*CORNERS[:2], (0, 0)),
    CORNERS,
    (*CORNERS, (0, 0)),
    (*CORNERS, (-12, 0), (12, 0)),
)
SAND_GRAIN = "#e0a63a"


def die(x: float, y: float, size: float, *picture: str) -> str:
    """A die that shows a picture, or nothing while it rolls."""
    cube = (
        soft(box(x, y + size * 0.06, size, size, size * 0.22, SHADOW))
        + box(x, y + size * 0.02, size, size * 0.98, size * 0.22, PAPER_EDGE)
        + box(x, y - size * 0.02, size, size * 0.94, size * 0.22, PAPER, PAPER_EDGE, size * 0.03)
    )
    return f'{cube}<g transform="{place(x, y - size * 0.02)}">{"".join(picture)}</g>'


def pip_die(pips: int, x: float, y: float, size: float) -> str:
    """An ordinary die showing 1 to 6."""
    return die(x, y, size, figure(0, 0, size, dots(4.4, INK, *PIPS[pips - 1])))


def hourglass(left: float, x: float, y: float, size: float) -> str:
    """An hourglass with that share (0 to 1) of its sand still above."""
    above, below = 15 * left**0.5, 15 * (1 - left) ** 0.5
    glass = "M-12-18V-14C-12-6-3-4-3 0-3 4-12 6-12 14V18H12V14C12 6 3 4 3 0 3-4 12-6 12-14V-18Z"
    upper = f"M0-1.5 {num(-0.7 * above)} {num(-1 - above)}H{num(0.7 * above)}Z"
    top, side = num(17.5 - below), num(17.5 - 0.7 * below)
    lower = f"M-11 17.5C-11 {side} -4 {top} 0 {top}S11 {side} 11 17.5Z"
    wood = [box(0, height, 32, 5.5, 2.5, "#a8713f", "#6e4420", 1) for height in (-20, 20)]
    return figure(
        x,
        y,
        size,
        f'<g fill-opacity="0.85">{shape(glass, "#eaf5f8", "#6d93a5", 1.5)}</g>',
        shape(upper + lower, SAND_GRAIN),
        lines("M0 0V16", SAND_GRAIN, 1.3) if 0 < left < 1 else "",
        lines("M-8-15C-8-9-5-7-4-4", WHITE, 1.6),
        *wood,
    )
