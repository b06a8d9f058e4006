"""Dice with pips or with pictures, and the hourglass.

A die is a paper cube; its picture is drawn around 0, 0.
"""

from sheepfold.drawing.strokes import box, dots, lines, shape, soft
from sheepfold.drawing.svg import figure, group, num, place
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
    """An hourglass with that share (0 to 1) of its sand still above. A page lets it run by scaling both heaps."""
    glass = "M-12-18V-14C-12-6-3-4-3 0-3 4-12 6-12 14V18H12V14C12 6 3 4 3 0 3-4 12-6 12-14V-18Z"
    upper, lower = shape("M0 0-10.5-15H10.5Z", SAND_GRAIN), shape("M-11 0C-11-10.5-4-15 0-15S11-10.5 11 0Z", SAND_GRAIN)
    wood = [box(0, height, 32, 5.5, 2.5, "#a8713f", "#6e4420", 1) for height in (-20, 20)]
    return figure(
        x,
        y,
        size,
        f'<g fill-opacity="0.85">{shape(glass, "#eaf5f8", "#6d93a5", 1.5)}</g>',
        group(upper, classes="above", transform=f"translate(0 -1) scale({num(left**0.5)})"),
        group(lower, classes="below", transform=f"translate(0 17.5) scale(1 {num((1 - left) ** 0.5)})"),
        lines("M0 0V16", SAND_GRAIN, 1.3) if 0 < left < 1 else "",
        lines("M-8-15C-8-9-5-7-4-4", WHITE, 1.6),
        *wood,
    )
