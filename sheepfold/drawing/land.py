"""Where everything happens: the meadow behind a picture, the squares one stands on, and what grows there.

By night the same shapes turn dark and blue; the stars are there by day too, in the colour of the sky.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from sheepfold.drawing.strokes import Point, box, cloud, curve, dots, eyes, lines, oval, shape
from sheepfold.drawing.svg import figure, num, place, text
from sheepfold.drawing.themes import (
    BLADE,
    BUSH,
    CLAY,
    CLAY_EDGE,
    CLOUD,
    DARK_BLADE,
    DARK_FIELD,
    DARK_FIELD_EDGE,
    DARK_GRASS,
    FAR_HILL,
    FIELD,
    FIELD_EDGE,
    HILL_TUFT,
    JUICY_BLADE,
    LAND,
    LAND_EDGE,
    LAND_NUMBER,
    MOON,
    MOON_SPOT,
    NEAR_HILL,
    SAND,
    SAND_EDGE,
    SKY,
    SKY_LOW,
    STAR,
    STUBBLE,
    TEXT,
    WATER,
    WATER_EDGE,
    WAVE,
    WHITE,
)

# Places as shares of the width, and of the height of the sky or of the hills.
STARS = ((0.06, 0.12), (0.17, 0.34), (0.24, 0.1), (0.36, 0.22), (0.46, 0.07), (0.57, 0.28), (0.67, 0.1), (0.93, 0.36))
CLOUDS = ((0.2, 0.5, 1.0), (0.52, 0.34, 0.7), (0.72, 0.6, 1.15))
TUFTS = ((0.03, 0.34), (0.96, 0.3), (0.3, 0.96), (0.63, 0.97), (0.02, 0.86), (0.97, 0.78))
PUFF = "M-22 8a8 8 0 0 1 4-15 12 12 0 0 1 22-4 10 10 0 0 1 14 9 6 6 0 0 1 2 10Z"
DAWN_BANDS = 24
BEYOND = 900
"""So far the land goes on around a picture: where it has not the shape of its window, no bare edge is seen."""


@cache
def meadow(width: float, height: float, horizon: float = 0.3) -> str:
    """The ground of a picture: sky down to the `horizon` (a share of the height), hills below it."""
    edge = height * horizon
    rise = min(36.0, 0.5 * edge)
    near = edge + 1.6 * rise
    bush = shape(cloud(48, 34, 7), BUSH)
    return (
        (_sky(width, edge, edge + rise) if horizon else "")
        + shape(_hill(width, height, edge, rise), FAR_HILL)
        + figure(width * 0.86, edge - rise * 0.1, rise * 1.3, bush)
        + figure(width * 0.89, edge, rise, bush)
        + shape(_hill(width, height, near, rise), NEAR_HILL)
        + "".join(_hill_tuft(width * x, near + (height - near) * y) for x, y in TUFTS)
    )


def _hill(width: float, height: float, top: float, rise: float) -> str:
    if not rise:
        return f"M{-BEYOND} {-BEYOND}H{num(width + BEYOND)}V{num(height + BEYOND)}H{-BEYOND}Z"
    crest = f"Q{num(width * 0.22)} {num(top - rise)} {num(width * 0.47)} {num(top)}"
    away = f"T{num(width)} {num(top - rise * 0.4)}L{num(width + BEYOND)} {num(top - rise * 0.2)}"
    return f"M{-BEYOND} {num(top + rise * 0.4)}L0 {num(top)}{crest}{away}V{num(height + BEYOND)}H{-BEYOND}Z"


def _sky(width: float, height: float, bottom: float) -> str:
    """Sky that grows lighter downwards in bands side by side, since a gradient would need an id. (Thin veils one over
    the other would turn grey: a screen rounds away what each adds.)
    """
    ends = [num(bottom * band / DAWN_BANDS) for band in range(DAWN_BANDS + 1)]
    dawn = "".join(
        f'<path d="M{-BEYOND} {top}H{num(width + BEYOND)}V{low}H{-BEYOND}Z" fill-opacity="{num(band / DAWN_BANDS)}"/>'
        for band, (top, low) in enumerate(pairwise(ends))
        if band
    )
    size = min(90.0, height * 0.45)
    stars = dots(1.6, STAR, *((width * x, height * y) for x, y in STARS))
    clouds = "".join(figure(width * x, height * y, size * scale, shape(PUFF, CLOUD)) for x, y, scale in CLOUDS)
    moon = oval(0, 0, 40, 40, MOON) + dots(4, MOON_SPOT, (-6, -6), (7, 4)) + dots(2.4, MOON_SPOT, (-3, 9))
    return (
        shape(f"M{-BEYOND} {-BEYOND}H{num(width + BEYOND)}V{num(bottom)}H{-BEYOND}Z", SKY)
        + f'<g fill="{SKY_LOW}" shape-rendering="crispEdges">{dawn}</g>'
        + stars
        + figure(width * 0.84, height * 0.32, size * 0.8, moon)
        + clouds
    )


def _hill_tuft(x: float, y: float) -> str:
    blades = lines("M-8 0Q-8-7-11-10M-3 0Q-3-9-4-14M2 0Q3-8 6-12M7 0Q8-5 12-7", HILL_TUFT, 2.6)
    return f'<g transform="{place(x, y)}">{blades}</g>'


def land_square(x: float, y: float, size: float, label: str = "") -> str:
    """A square of light land; its label (a number, a coordinate) stands in the lower left corner."""
    return _square(x, y, size, LAND, LAND_EDGE) + _corner(label, x, y, size, LAND_NUMBER)


def field(x: float, y: float, size: float, label: str = "", *, dark: bool = False) -> str:
    """A green field, for grass to grow on; a dark one for juicy grass."""
    ground = _square(x, y, size, DARK_FIELD, DARK_FIELD_EDGE) if dark else _square(x, y, size, FIELD, FIELD_EDGE)
    return ground + _corner(label, x, y, size, TEXT)


def _square(x: float, y: float, size: float, fill: str, edge: str) -> str:
    return box(x, y, size, size, size * 0.19, fill, edge, size / 32)


def _corner(label: str, x: float, y: float, size: float, fill: str) -> str:
    if not label:
        return ""
    return text(label, x - size * 0.4, y + size * 0.35, size * 0.22, fill=fill, anchor="start")


def track(x: float, y: float, width: float, height: float) -> str:
    """A stretch of sandy track, for tiles to lie on."""
    return box(x, y, width, height, min(width, height) * 0.25, SAND, SAND_EDGE, 2)


def way(points: Sequence[Point], width: float, *, clay: bool = False) -> str:
    """A stretch of way that winds through all the points, of sand or of clay."""
    path = curve(points)
    if clay:
        return lines(path, CLAY_EDGE, width + 4) + lines(path, CLAY, width)
    return lines(path, SAND_EDGE, width + 4) + lines(path, SAND, width)


def old_way(points: Sequence[Point], width: float) -> str:
    """Where a way has been or will be: grass that many feet have trodden."""
    return f'<g opacity="0.4">{lines(curve(points), LAND, width)}</g>'


def stone(x: float, y: float, size: float) -> str:
    """A stepping stone: one place of a way."""
    return figure(x, y, size, oval(0, 2, 40, 30, SAND_EDGE), oval(0, 0, 40, 30, SAND, SAND_EDGE, 1.4))


def puddle(x: float, y: float, size: float) -> str:
    """A puddle that the rain has left on a land square."""
    pool = "M-17 2C-20-8-8-12-1-11 8-14 19-8 18 1 20 10 8 14 0 12-8 15-16 11-17 2Z"
    waves = lines("M-10-2q4-4 8 0t8 0M-6 6q4-4 8 0t8 0", WAVE, 2.2)
    return figure(x, y, size, shape(pool, WATER, WATER_EDGE, 1.6), waves)


def tuft(x: float, y: float, size: float) -> str:
    """Light grass with a daisy. On paper, where its night colours are too pale, put a `field` under it."""
    blades = "M-13 14Q-13 2-19-5M-7 14Q-8-3-11-13M-1 14Q0-6-1-18M6 14Q7-3 12-12M12 14Q14 4 20-3"
    daisy = dots(2.3, WHITE, (8, -0.8), (10.8, 2), (8, 4.8), (5.2, 2)) + dots(2.2, "#f2b92e", (8, 2))
    return figure(x, y, size, lines(blades, BLADE, 3.6), daisy)


def juicy_grass(x: float, y: float, size: float) -> str:
    """Dark, juicy grass: a thick bush of blades. On paper put a `field` under it."""
    back = "M-17 15Q-18 0-22-8M-11 15Q-12-5-15-17M-4 15Q-5-8-5-21M4 15Q5-8 7-20M11 15Q13-4 17-15M17 15Q19 2 22-7"
    front = "M-14 17Q-15 6-17 0M-8 17Q-9 2-10-7M0 17Q0 0 1-10M8 17Q9 3 11-6M14 17Q16 7 18 1"
    return figure(
        x,
        y,
        size,
        shape(cloud(44, 20, 8, y=11), DARK_GRASS),
        lines(back, DARK_BLADE, 4.4),
        lines(front, JUICY_BLADE, 3.4),
    )


def stubble(x: float, y: float, size: float) -> str:
    """What is left of grass that was eaten."""
    stalks = "M-14 2v-4M-10 3v-3M-2 11v-4M2 12v-3M10 3v-4M14 4v-3M-3-8v-4M1-7v-3"
    return figure(x, y, size, lines(stalks, STUBBLE, 2.6))


def cactus(x: float, y: float, size: float) -> str:
    """A friendly cactus with a blossom."""
    limbs = "M0 17V-10M0 9H-9Q-13 9-13 4V-3M0 3H8Q12 3 12-2V-8"
    return figure(
        x,
        y,
        size,
        lines(limbs, "#236b3a", 13.6),
        lines(limbs, "#4c9a5b", 11),
        lines("M-2.5 17V8M2.5 17V12M-14-2V2M12-7V-3", "#8fcb8f", 1.4),
        eyes(2.3, (-2.7, -6), (3.3, -6), look=0.4),
        lines("M-2-1q2.3 2 4.6 0", "#0f4a24", 1.3),
        shape(cloud(9, 8, 5, y=-17), "#e8657f") + dots(1.6, "#ffe08a", (0, -17)),
    )
