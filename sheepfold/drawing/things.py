"""The company around the sheep: dog, sun, imp, cherub, worm, mole, tortoise; and lifesaver, home, shepherd and rosette.

They keep their colours by night, as if a lamp lit them.
"""

from sheepfold.drawing.strokes import PUPIL, box, cloud, dots, eyes, lines, oval, shadow, shape, soft
from sheepfold.drawing.svg import figure, num, text
from sheepfold.drawing.themes import QUIET_TEXT, SHADOW, WHITE

STAR = "M0-14.5 2.8-8.6 9.2-8 4.4-3.6 5.8 2.8 0-.5-5.8 2.8-4.4-3.6-9.2-8-2.8-8.6Z"


def dog(x: float, y: float, size: float, *, flip: bool = False) -> str:
    """The sheepdog, tail up."""
    fur, dark, light = "#b8743a", "#7f4a20", "#fbeedb"
    body = (
        lines("M-15 3C-22 0-24-8-20-14", fur, 5.5)
        + lines("M-20.7-12-20-14", light, 5.5)
        + lines("M-8 8V18.5M11 8V18.5", dark, 5)
        + lines("M-13 8V18.5M5 8V18.5", fur, 5)
        + shape("M-18 4C-18-4-10-5-3-4 3-4 8-9 13-8L17 4C16 12 8 13 0 12-8 14-18 13-18 4Z", fur)
        + shape("M8-2C14 2 17 4 16 8 14 12 8 12 6 8 5 4 6 1 8-2Z", light)
    )
    head = (
        oval(11, -10, 19, 19, fur)
        + shape("M10-19C14-20 13-10 15-6H21C23-4 22 0 17 1 10 1 8-4 9-10Z", light)
        + oval(21.5, -5.5, 5, 4.2, PUPIL)
        + shape("M6-19C-2-18-3-8 1-3 6-4 8-11 8-17Z", dark)
        + shape("M14 .5q3 4.5 4.5-.5Z", "#e0566b")
        + lines("M12-1.5q3 3 7.5 .5", PUPIL, 1.4)
        + eyes(2.3, (14.5, -11.5))
        + lines("M3-1.5C6 3 12 4 16 2", "#d1495b", 3)
    )
    return figure(x, y, size, shadow(40), body, head, flip=flip)


def sun(x: float, y: float, size: float) -> str:
    """The sun, smiling."""
    yellow, orange, edge = "#ffd54f", "#f5a623", "#b06400"
    ray = shape("M-3.6-15 0-23 3.6-15Z", orange, edge, 1)
    rays = "".join(f'<g transform="rotate({turn})">{ray}</g>' for turn in range(0, 360, 30))
    cheeks = f'<g opacity="0.7">{dots(2.8, "#f78f5c", (-8, 4), (8, 4))}</g>'
    face = dots(1.8, PUPIL, (-5, -2), (5, -2)) + lines("M-5 5q5 4.5 10 0", PUPIL, 1.6)
    return figure(x, y, size, rays, oval(0, 0, 30, 30, yellow, edge), cheeks, face)


def imp(x: float, y: float, size: float) -> str:
    """The imp: horns, a grin and a restless tail."""
    red, dark = "#c8374c", "#7d1a2a"
    tail = "M8 17C18 20 22 14 19.5 8"
    horns = "M-12-10C-20-14-19-22-14-23-15-17-11-15-6-14ZM12-10C20-14 19-22 14-23 15-17 11-15 6-14Z"
    return figure(
        x,
        y,
        size,
        shadow(30),
        lines(tail, dark, 4.4) + lines(tail, red, 2.2) + shape("M19 0 24 8.5 14.5 8.5Z", red, dark),
        shape("M-9 8C-12 20-8 21 0 21S12 20 9 8Z", red, dark),
        shape(horns, "#ffe3b8", dark),
        shape("M-12-4-21-7-13 4ZM12-4 21-7 13 4Z", red, dark),
        oval(0, -2, 28, 28, red, dark),
        eyes(3.2, (-5, -4), (5, -4)),
        lines("M-9-9.5-3-7.5M9-9.5 3-7.5", dark, 2),
        shape("M-8 3Q0 13 8 3 0 6.5-8 3Z", dark) + shape("M-4 5-2.5 8-1 5.5Z", WHITE),
    )


def cherub(x: float, y: float, size: float) -> str:
    """The cherub: curls, wings and a golden ring."""
    skin, hair, gold, edge = "#f0c39a", "#b8772c", "#f0b429", "#9db8cc"
    wing = shape("M-8 8C-14-2-22-4-23 1-24 6-22 8-20 9-21 13-18 15-15 14-12 17-9 15-7 12Z", "#f4f9fd", edge, 1.3)
    ring = "M-9-20A9 3 0 1 0 9-20 9 3 0 1 0-9-20Z"
    return figure(
        x,
        y,
        size,
        shadow(30),
        wing + f'<g transform="scale(-1 1)">{wing}</g>',
        shape("M-7 7C-12 20-11 21 0 21S12 20 7 7Z", "#d7e8f5", edge),
        shape(cloud(29, 26, 9, y=-4), hair) + oval(0, -1, 21, 21, skin) + shape(cloud(18, 8, 5, y=-11), hair),
        lines(ring, "#8a5a00", 3.4) + lines(ring, gold, 2.2),
        f'<g opacity="0.55">{dots(2.3, "#e8765f", (-6.5, 3), (6.5, 3))}</g>',
        lines("M-6-1q2-2.6 4 0M2-1q2-2.6 4 0", PUPIL, 1.5),
        lines("M-3 4.5q3 2.6 6 0", PUPIL, 1.4),
    )


def lifesaver(x: float, y: float, size: float) -> str:
    """A lifesaver ring, red and white."""

    def ring(colour: str, width: float, more: str = "") -> str:
        return f'<circle r="15" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>'

    stripes = ' stroke-dasharray="11.78" transform="rotate(-22.5)"'
    return figure(
        x,
        y,
        size,
        soft(ring(SHADOW, 12, ' transform="translate(0 2)"')),
        ring("#8f2433", 12) + ring("#fffaf1", 9.6) + ring("#d1495b", 9.6, stripes),
    )


def lost_lifesaver(x: float, y: float, size: float) -> str:
    """Where a lifesaver was that is used up."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.36 * size)}" fill="none" stroke="{QUIET_TEXT}" '
        f'stroke-width="1.6" stroke-dasharray="3 2.6" opacity="0.6"/>'
    )


def warning(x: float, y: float, size: float) -> str:
    """Careful: a yellow triangle."""
    edge = shape("M0-15 17 14H-17Z", "#ffd23f", "#7a4f00", 6) + shape("M0-15 17 14H-17Z", "#ffd23f", "#ffd23f", 2)
    return figure(x, y, size, edge, lines("M0-7V3", "#3a2600", 4.4), dots(2.8, "#3a2600", (0, 9.5)))


def worm(x: float, y: float, size: float) -> str:
    """A worm looking out of its hole."""
    body = "M-7 15C-14 4-6 1-2 3 4 6 9 2 6-4 4-9 5-13 8-14"
    return figure(
        x,
        y,
        size,
        oval(-6, 16, 28, 10, "#6b4a33"),
        lines(body, "#a8434f", 11.5) + lines(body, "#ef9a9a", 9),
        lines("M-13 7l6-3M-3-1-4 7M5 7l-2-6M10 1 3-1", "#d5717a", 1.5),
        eyes(2.6, (7, -15), (12, -14)),
        lines("M8-9.5q2.5 1.6 4-.5", "#7d2430", 1.3),
    )


def molehill(x: float, y: float, size: float) -> str:
    """A molehill with the mole looking out."""
    return figure(
        x,
        y,
        size,
        shadow(44),
        shape("M-10 4C-11-18 11-18 10 4Z", "#5a5058", "#37303a"),
        eyes(1.9, (-3.5, -5), (3.5, -5), look=0.3),
        oval(0, -0.5, 6.4, 4.8, "#f2929b"),
        shape("M-22 21C-19 10-14 3-8 2-4 5 4 5 8 2 14 3 19 10 22 21Z", "#8d6243", "#5e3d26"),
        dots(1.9, "#b98a64", (-11, 14), (3, 12), (11, 16), (-3, 18)),
        lines("M-12 4q3-4 6 0M6 4q3-4 6 0", "#f2b3a6", 3),
    )


def tortoise(x: float, y: float, size: float, *, flip: bool = False) -> str:
    """A tortoise, which one meets on a sandy track."""
    skin, skin_edge, shell, shell_edge = "#c9a94f", "#6d5410", "#6f9440", "#37541a"
    return figure(
        x,
        y,
        size,
        shadow(44, 17),
        shape("M-20 10-24 14-17 13Z", skin, skin_edge),
        box(-11, 13, 8, 10, 3.5, skin, skin_edge) + box(8, 13, 8, 10, 3.5, skin, skin_edge),
        shape("M10 8C14 8 13-3 17-6 21-8 25-4 23.5 0 22 5 18 12 11 12Z", skin, skin_edge),
        shape("M-20 11C-21-14 14-14 14 11Z", shell, shell_edge, 1.4),
        lines("M-8-4-15-3M4-4 10-2M2 3 5 10M-6 3-9 10", shell_edge, 1.3),
        shape("M-8-4-2-8 4-4 2 3H-6Z", "#9cc05f", shell_edge, 1.3),
        eyes(1.9, (19.5, -3), look=0.4),
        lines("M19 2q2 1.2 3.6-.4", skin_edge, 1.2),
        flip=flip,
    )


def home(x: float, y: float, size: float) -> str:
    """The fold where everybody wants to be: a hut and a fence."""
    roof = "M-18-3-1-19 16-3"
    return figure(
        x,
        y,
        size,
        shadow(46),
        shape("M-14-4V20H12V-4L-1-16Z", "#f3dcae", "#a3753a"),
        lines(roof, "#8f2f3c", 7) + lines(roof, "#c9515f", 4.6),
        shape("M-7 20V7Q-7 1-1 1T5 7V20Z", "#7a4f2b") + dots(1.2, "#ffe08a", (2.5, 11)),
        lines("M-22 10V20M-16 10V20M17 10V20M22 10V20", "#8a6038", 3.6) + lines("M-23 14H-15M14 14H23", "#8a6038", 2.4),
    )


def shepherd(x: float, y: float, size: float) -> str:
    """The old shepherd, who knows what to do."""
    wool, edge, hat, brim = "#f7f3ea", "#d3c6ae", "#7a6a50", "#574a36"
    return figure(
        x,
        y,
        size,
        shape(cloud(35, 28, 8, 0, 12), wool, edge, 1.2) + oval(0, 3, 25, 25, "#f2c9a1"),
        shape("M-12 4C-9 22 9 22 12 4 8 11 4 8 0 8S-8 11-12 4Z", wool, edge, 1),
        dots(1.9, PUPIL, (-4.6, 1.5), (4.6, 1.5)) + lines("M-7.5-3q2.6-2.4 5.2-.4M2.3-3.4q2.6-2 5.2.4", edge, 2),
        oval(0, 5.5, 5.2, 4, "#e0a982") + lines("M-3 11.5q3 2.4 6 0", "#6b3a2a", 1.6),
        shape("M-11-6C-11-22 11-22 11-6Z", hat, brim, 1.2),
        shape("M-19-6C-19-9-10-9 0-9S19-9 19-6 9-3 0-3-19-3-19-6Z", hat, brim, 1.2),
    )


def rosette(place: int, x: float, y: float, size: float, *, in_words: bool = True) -> str:
    """A rosette with a place: gold, silver, bronze, then plain. Without words there is a star on it instead."""
    medals = {1: ("#f6c945", "#8a6200"), 2: ("#d3dae0", "#59646e"), 3: ("#e2a679", "#7d4419")}
    fill, edge = medals.get(place, ("#f3ead8", "#7a6a50"))
    return figure(
        x,
        y,
        size,
        shape("M-8 5-12 23-6 19.5-1 23 0 8ZM8 5 12 23 6 19.5 1 23 0 8Z", "#d1495b", "#93202f", 1),
        shape(cloud(36, 36, 12, y=-5), fill, edge),
        f'<g opacity="0.55">{oval(0, -5, 24, 24, WHITE)}</g>',
        text(str(place), 0, -5, 19, fill=PUPIL, weight=800) if in_words else shape(STAR, edge),
    )
