"""Seven families of dressed-up sheep, told apart by colour and by costume, seen from the front.

Each has a hat with an outline of its own and shoulders with a pattern of their own, so that nobody needs to see colours
to match them.
"""

from dataclasses import dataclass

from sheepfold.drawing.sheep import SMILE
from sheepfold.drawing.strokes import box, cloud, dots, eyes, lines, oval, shape
from sheepfold.drawing.svg import figure
from sheepfold.drawing.themes import EAR, FACE, FACE_RIM, WHITE, WOOL, WOOL_EDGE

SHOULDERS = "M-19 24C-19 15-11 11 0 11S19 15 19 24Z"
STAR = "l1.2 2.6 2.8 .3-2.1 1.9 .6 2.8-2.5-1.4-2.5 1.4 .6-2.8-2.1-1.9 2.8-.3Z"


@dataclass(frozen=True)
class Family:
    """A family's colour, a darker shade and a light tint of it, and its costume as SVG."""

    name: str
    colour: str
    shade: str
    tint: str
    hat: str
    shoulders: str


def _in_winter() -> Family:
    """A bobble hat and a striped scarf."""
    red, shade, cream = "#d1495b", "#93202f", "#fff1e2"
    hat = (
        shape("M-12-8C-14-22 14-22 12-8Z", red, shade)
        + lines("M-6-10V-16M0-10V-17M6-10V-16", shade, 1.2)
        + box(0, -9, 27, 6, 3, cream, shade)
        + shape(cloud(10, 10, 7, y=-19), cream, shade)
    )
    scarf = shape("M-14 12C-8 16 8 16 14 12L16 18C8 23-8 23-16 18Z", cream, shade) + lines(
        "M-9 15.5-10 19M-3 16.5V20.5M3 16.5V20.5M9 15.5 10 19", red, 2.8
    )
    return Family("red", red, shade, "#f7c9c9", hat, scarf)


def _in_summer() -> Family:
    """A broad straw hat with a flower, and a dress with dots."""
    orange, shade, straw = "#e8961e", "#8a4d00", "#ffe6b0"
    hat = (
        shape("M-22-8C-22-12 22-12 22-8 22-4-22-4-22-8Z", straw, shade)
        + shape("M-11-9C-11-23 11-23 11-9 4-7-4-7-11-9Z", straw, shade)
        + lines("M-10.5-11C-5-9.5 5-9.5 10.5-11", orange, 3.4)
        + dots(2.4, WHITE, (7, -14.5), (9.5, -12), (7, -9.5), (4.5, -12), edge=shade)
        + dots(1.8, orange, (7, -12), edge=shade)
    )
    dress = dots(1.7, straw, (-12, 20), (-6, 16), (-4, 22), (2, 16), (5, 21), (10, 17), (13, 22))
    return Family("orange", orange, shade, "#fbdcae", hat, dress)


def _in_rain() -> Family:
    """A yellow sou'wester and a buttoned coat."""
    yellow, shade, light = "#e3c62f", "#6b5800", "#fff7c4"
    hat = (
        shape("M-10-9C-11-24 11-24 10-9Z", yellow, shade)
        + shape("M-11-11C-6-9 6-9 11-11L21-1C14-3 12-6 0-6S-14-3-21-1Z", yellow, shade)
        + lines("M0-19V-11M-5-17C-6-15-6-13-6-11M5-17C6-15 6-13 6-11", light, 1.4)
    )
    coat = lines("M0 12V24", shade, 1.3) + dots(1.8, WHITE, (4, 16), (4, 21), (-4, 16), (-4, 21), edge=shade)
    return Family("yellow", yellow, shade, "#f8ecae", hat, coat)


def _in_the_woods() -> Family:
    """A pointed ranger's hat with a feather, and a leafy collar."""
    green, shade, light = "#2c9c74", "#0f5a40", "#bfe8cf"
    hat = (
        lines("M8-11C10-18 14-22 19-23", "#d1495b", 3.6)
        + shape("M-19-6C-10-9-9-20 3-21 10-21 9-13 13-9 8-6-8-6-19-6Z", green, shade)
        + shape("M-20-5.5C-10-9.5 6-10 15-9 10-5-8-3-20-5.5Z", light, shade)
    )
    leaves = "".join(shape(f"M{x} 12q-4 5 0 8q4-3 0-8Z", light, shade) for x in (-12, -6, 0, 6, 12))
    return Family("green", green, shade, "#c4e6d2", hat, leaves)


def _at_sea() -> Family:
    """A sailor's cap with ribbons, and a striped shirt."""
    blue, shade, white = "#1f6fb4", "#0d3f6d", "#f7fbff"
    hat = (
        lines("M11-9C16-7 17-3 16 1M11-9C15-9 19-6 20-2", shade, 2)
        + shape("M-16-15C-16-21 16-21 16-15 15-11-15-11-16-15Z", white, shade)
        + shape("M-12-13.5C-6-11.5 6-11.5 12-13.5V-8C6-6-6-6-12-8Z", blue, shade)
        + dots(1.6, white, (0, -9.5))
    )
    shirt = lines("M-16 17C-9 12.5 9 12.5 16 17M-17.5 21.5C-9 17 9 17 17.5 21.5", white, 2)
    return Family("blue", blue, shade, "#c3dcf2", hat, shirt)


def _by_magic() -> Family:
    """A wizard's pointed hat and cloak, both with stars."""
    violet, shade, gold = "#8e5ea8", "#4f2b66", "#ffe27a"
    hat = (
        shape("M-11-9C-7-13-4-19 3-24 4-18 8-13 11-9Z", violet, shade)
        + shape("M-18-8C-12-11.5 12-11.5 18-8 12-4.5-12-4.5-18-8Z", violet, shade)
        + shape(f"M1-18{STAR}", gold)
    )
    return Family("violet", violet, shade, "#e2d0ec", hat, shape(f"M-9 14{STAR}M0 16{STAR}M9 14{STAR}", gold))


def _in_the_kitchen() -> Family:
    """A cook's tall white hat and a buttoned jacket."""
    white, shade, grey = "#f7f7f4", "#55606a", "#c3ccd2"
    toque = "M-10-8C-11-12-12-12-14-14-18-19-10-24-6-21-3-25 4-25 6-21 11-24 18-19 14-14 12-12 11-12 10-8Z"
    hat = (
        shape(toque, white, shade)
        + shape("M-10.5-11.5C-5-9.5 5-9.5 10.5-11.5V-6.5C5-4.5-5-4.5-10.5-6.5Z", grey, shade)
        + lines("M-4-12V-16M4-12V-16", grey, 1.4)
    )
    jacket = lines("M-6 12 0 17 6 12M0 17V24", shade, 1.3) + dots(1.4, shade, (4.5, 19), (-4.5, 19))
    return Family("white", white, shade, "#d5dde2", hat, jacket)


FAMILIES = {
    family.name: family
    for family in (_in_winter(), _in_summer(), _in_rain(), _in_the_woods(), _at_sea(), _by_magic(), _in_the_kitchen())
}


def portrait(family: str, x: float, y: float, size: float) -> str:
    """A sheep of that family, looking at you."""
    wears = FAMILIES[family]
    face = (
        oval(0, 3, 18, 21, FACE, FACE_RIM, 0.8)
        + eyes(2.7, (-3.7, 1), (3.7, 1))
        + lines("M-3 8.5q3 2.4 6 0", SMILE, 1.2)
    )
    return figure(
        x,
        y,
        size,
        shape(SHOULDERS, wears.colour, wears.shade) + wears.shoulders,
        f'<g transform="rotate(-18 -16 1)">{oval(-16, 1, 12, 6.4, EAR)}</g>',
        f'<g transform="rotate(18 16 1)">{oval(16, 1, 12, 6.4, EAR)}</g>',
        shape(cloud(35, 29, 9, y=-1), WOOL, WOOL_EDGE),
        face,
        shape(cloud(17, 10, 5, y=-8), WOOL),
        wears.hat,
    )
