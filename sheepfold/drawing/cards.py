"""Paper things: cards, tiles and pads, face up and face down, and how they lie in piles and groups.

Paper stays paper by night, a little dimmer, so INK is always right on it.
"""

from sheepfold.drawing.costumes import FAMILIES, portrait
from sheepfold.drawing.land import cactus
from sheepfold.drawing.strokes import Point, box, lines, shape, soft
from sheepfold.drawing.svg import figure, num, place, text
from sheepfold.drawing.themes import (
    BACK_EDGE,
    CLOVER_EDGE,
    INK,
    PAPER,
    PAPER_EDGE,
    QUIET_TEXT,
    SAND,
    SAND_EDGE,
    SHADOW,
    WHITE,
)
from sheepfold.drawing.things import tortoise

BACK, BACK_PATTERN, CARD_GREEN = "#5f8f4f", "#cfe3b4", "#86bb63"
CLOVER, CLOVER_VEIN = "#3b7a35", "#7fb86c"
SMALL_BACK = 40  # up to this size a back has one clover only
LEAF = "M0-1C-13-6-14-20-6-21-3-21.5-1-20 0-17.5 1-20 3-21.5 6-21 14-20 13-6 0-1Z"


def card(x: float, y: float, width: float, height: float, *face: str) -> str:
    """A paper card; its face is drawn around 0, 0."""
    sheet = _sheet(x, y, width, height, PAPER, PAPER_EDGE)
    return f'{sheet}<g transform="{place(x, y)}">{"".join(face)}</g>' if face else sheet


def _sheet(x: float, y: float, width: float, height: float, fill: str, edge: str) -> str:
    short = min(width, height)
    return soft(box(x, y + short * 0.05, width, height, short * 0.16, SHADOW)) + box(
        x, y, width, height, short * 0.16, fill, edge, short * 0.03
    )


def card_back(x: float, y: float, width: float, height: float) -> str:
    """A card face down: a green back with a clover, and on larger ones smaller ones in the corners."""
    short = min(width, height)
    rim = short * 0.16
    clover = _four_leaves(LEAF, BACK_PATTERN)
    return (
        _sheet(x, y, width, height, BACK, BACK_EDGE)
        + box(x, y, width - rim, height - rim, short * 0.1, "none", BACK_PATTERN, short * 0.025)
        + figure(x, y, short * 0.5, clover)
        + "".join(
            figure(x + across * (width / 2 - rim * 1.5), y + down * (height / 2 - rim * 1.5), short * 0.16, clover)
            for across in (-1, 1)
            for down in (-1, 1)
            if short > SMALL_BACK
        )
    )


def _four_leaves(leaf: str, fill: str, edge: str = "") -> str:
    return "".join(f'<g transform="rotate({turn})">{shape(leaf, fill, edge)}</g>' for turn in (45, 135, 225, 315))


def number_tile(number: int, x: float, y: float, size: float) -> str:
    """A square tile with a number."""
    return card(x, y, size, size, text(str(number), 0, 0, size * 0.66, fill=INK, weight=800))


def cactus_tile(number: int, x: float, y: float, size: float) -> str:
    """A sandy tile with a cactus and a number."""
    return (
        _sheet(x, y, size, size, SAND, SAND_EDGE)
        + cactus(x - size * 0.2, y, size * 0.7)
        + text(str(number), x + size * 0.27, y, size * 0.56, weight=800)
    )


def animal_tile(x: float, y: float, size: float) -> str:
    """A sandy tile with the tortoise."""
    return _sheet(x, y, size, size, SAND, SAND_EDGE) + tortoise(x, y, size * 0.86)


def clover_pad(label: str, x: float, y: float, size: float) -> str:
    """A four-leaved clover with what it is good for, such as "±9" or "←30"."""
    return figure(
        x,
        y,
        size,
        f'<g transform="translate(0 1.5)">{soft(_four_leaves(LEAF, SHADOW))}</g>',
        _four_leaves(LEAF, CLOVER, CLOVER_EDGE),
        _four_leaves("M-7 0A7 7 0 0 1 7 0Z", CLOVER),
        lines("M9-9 12-12M-9-9-12-12M9 9 12 12M-9 9-12 12", CLOVER_VEIN, 1.6),
        text(label, 0, 0, 18 if len(label) < 3 else 15, fill=WHITE, weight=800),
    )


def family_card(family: str, x: float, y: float, width: float, height: float) -> str:
    """A card with a sheep of that family."""
    rim = min(width, height) * 0.12
    return card(x, y, width, height, _family_face(family, 0, width - rim, height - rim))


def two_sided_card(one: str, other: str, x: float, y: float, width: float, height: float) -> str:
    """A card opened like a book: the sheep on both its sides."""
    half, tall = width * 0.455, height - width * 0.06
    fold = f'<path d="M0 {num(-height / 2)}V{num(height / 2)}" stroke="{PAPER_EDGE}" stroke-dasharray="2 3"/>'
    sides = _family_face(one, -width * 0.242, half, tall) + _family_face(other, width * 0.242, half, tall)
    return card(x, y, width, height, fold, sides)


def _family_face(family: str, x: float, width: float, height: float) -> str:
    wears = FAMILIES[family]
    short = min(width, height)
    frame = box(x, 0, width, height, short * 0.13, wears.tint, wears.colour, short * 0.06)
    return frame + portrait(family, x, 0, short * 0.9)


def gap(x: float, y: float, width: float, height: float) -> str:
    """An empty place where a card may go."""
    return (
        f'<rect x="{num(x - width / 2)}" y="{num(y - height / 2)}" width="{num(width)}" height="{num(height)}" '
        f'rx="{num(min(width, height) * 0.16)}" fill="{SHADOW}" fill-opacity="0.08" stroke="{QUIET_TEXT}" '
        f'stroke-width="2" stroke-dasharray="6 6" stroke-linecap="round"/>'
    )


def link(start: Point, end: Point, width: float, colour: str, edge: str) -> str:
    """A broad band between two cards that hang together, to be drawn before the cards."""
    band = f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"
    return lines(band, edge, width + 3) + lines(band, colour, width)


def pile(count: int, x: float, bottom: float, width: float, *, layer: float = 5, fill: str = CARD_GREEN) -> str:
    """A pile of that many cards growing up from `bottom`: one sees who has more without counting."""
    layers: list[str] = []
    for level in range(count):
        aside = width * (0.02 if level % 2 else -0.02)
        middle = bottom - (level + 0.5) * layer
        layers.append(box(x + aside, middle, width, layer - 1, layer / 2, fill, BACK_EDGE, 1))
    return "".join(layers)
