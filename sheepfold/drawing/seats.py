"""The eight seats: every seat has a colour and a mark, and wears both wherever it appears.

Marks are white on the colour, with an edge in a darker shade of it, which keeps them clear on sky and gold too. Names
are plain English words, for whoever shows them to translate.
"""

from dataclasses import dataclass

from sheepfold.drawing.strokes import box, eyes, lines, oval, shadow, shape, soft
from sheepfold.drawing.svg import figure, group, num, place, shorten, text, text_width
from sheepfold.drawing.themes import (
    GLOW,
    GLOW_EDGE,
    PANEL,
    PANEL_EDGE,
    QUIET_TEXT,
    SHADOW,
    TEXT,
    WHITE,
    WOOL,
)

PAWN = (
    "M0-22A10 10 0 0 1 6.8-4.7C8 4 11 9 14 14 16.5 18.5 14.5 21.5 10 21.5"
    "H-10C-14.5 21.5-16.5 18.5-14 14-11 9-8 4-6.8-4.7A10 10 0 0 1 0-22Z"
)
SIMPLE_PAWN = (
    "M0-23A9 9 0 0 1 7-8.5C12-6 16 6 17 14 17.5 19 15 22 10 22H-10C-15 22-17.5 19-17 14-16 6-12-6-7-8.5A9 9 0 0 1 0-23Z"
)
BUTTON = "#2d6a2b"
SMALL = 30  # up to this size pieces are drawn simpler, with a larger mark
LONGEST_READING = "000"  # what a button has room for beside its words


@dataclass(frozen=True)
class SeatLook:
    """How one seat is told from the others."""

    name: str
    colour: str
    shade: str  # the colour, darker: for edges, and as a ground for white words
    sign: str  # the mark as a character, for texts
    outline: str  # the mark as a path, about 13 units wide around 0, 0


SEATS = (
    SeatLook("blue", "#1f6fb4", "#195990", "●", "M0-5.4A5.4 5.4 0 1 1 0 5.4 5.4 5.4 0 1 1 0-5.4Z"),
    SeatLook("orange", "#e8961e", "#a3650f", "▲", "M0-6.2 6 4.6H-6Z"),
    SeatLook("green", "#2c9c74", "#1f7355", "■", "M-5-5H5V5H-5Z"),
    SeatLook("red", "#d1495b", "#a32a3a", "◆", "M0-6.8 6.8 0 0 6.8-6.8 0Z"),
    SeatLook("sky", "#6bb8e6", "#1f6f9f", "★", "M0-7 2.1-2.2 7-2.1 3.2 1.1 4.5 6 0 3.2-4.5 6-3.2 1.1-7-2.1-2.1-2.2Z"),
    SeatLook("plum", "#8e5ea8", "#68417e", "✚", "M-2.2-6.2H2.2V-2.2H6.2V2.2H2.2V6.2H-2.2V2.2H-6.2V-2.2H-2.2Z"),
    SeatLook("gold", "#e3c62f", "#857000", "☾", "M2.6-6.2A6.4 6.4 0 1 0 5.6 3.4 5.6 5.6 0 0 1 2.6-6.2Z"),
    SeatLook("ink", "#4a4e57", "#30333a", "♥", "M0 6.4C-9-1-5.4-7-2-6.2-1-6 0-5 0-4 0-5 1-6 2-6.2 5.4-7 9-1 0 6.4Z"),
)  # fmt: skip


def mark(seat: int, x: float, y: float, size: float, *, flip: bool = False) -> str:
    """The white mark alone, for a ground in the seat's colour; `flip` if what wears it is flipped."""
    who = SEATS[seat]
    return (
        f'<path transform="{place(x, y, size / 15, flip=flip)}" d="{who.outline}" fill="{WHITE}" '
        f'stroke="{who.shade}" stroke-width="1.8" stroke-linejoin="round" paint-order="stroke"/>'
    )


def disc(seat: int, x: float, y: float, size: float) -> str:
    """Colour and mark as a round button: for chairs, logs, charts."""
    return oval(x, y, size * 0.93, size * 0.93, SEATS[seat].colour, WOOL, size * 0.07) + mark(seat, x, y, size * 0.62)


def badge(
    seat: int,
    name: str,
    x: float,
    y: float,
    width: float,
    height: float = 32,
    *,
    note: str = "",
    active: bool = False,
    out: bool = False,
) -> str:
    """A chair's label: disc, name (shortened if too long) and a short note such as the points.

    The one whose turn it is glows; who is out is pale.
    """
    font = height * 0.5
    start, end = x - width / 2 + height * 1.08, x + width / 2 - font * 0.7
    room = end - start - (text_width(note, font) + font * 0.4 if note else 0)
    label = shorten(name, room, font)
    button = disc(seat, x - width / 2 + height / 2, y, height * 0.86)
    return (
        _pill(x, y, width, height, active=active, out=out)
        + (f'<g opacity="0.5">{button}</g>' if out else button)
        + text(label, start, y, font, anchor="start", fill=QUIET_TEXT if out else TEXT)
        + (text(note, end, y, font, anchor="end", weight=800) if note else "")
    )


def _pill(x: float, y: float, width: float, height: float, *, active: bool, out: bool) -> str:
    pill = box(x, y, width, height, height / 2, PANEL, PANEL_EDGE, 1.5)
    if out:
        return f'<g opacity="0.6">{pill}</g>'
    return (box(x, y, width + 7, height + 7, height / 2 + 3.5, GLOW, GLOW_EDGE, 1.5) if active else "") + pill


def mat(seat: int, x: float, y: float, width: float, height: float, *, active: bool = False) -> str:
    """The mat in front of a chair, on which a player's things lie, with an edge in the seat's colour."""
    who = SEATS[seat]
    glow = box(x, y, width + 9, height + 9, 18, GLOW, GLOW_EDGE, 1.5) if active else ""
    return (
        glow
        + soft(box(x, y + 3, width, height, 14, SHADOW))
        + box(x, y, width, height, 14, PANEL, PANEL_EDGE, 1.5)
        + box(x - width / 2 + 8, y, 6, height - 20, 3, who.colour, who.shade, 1)
    )


def pawn(seat: int, x: float, y: float, size: float, *, simple: bool | None = None) -> str:
    """A friendly pawn that wears the seat's colour and mark, simpler when small or asked for."""
    who = SEATS[seat]
    if size <= SMALL if simple is None else simple:
        body, wears = SIMPLE_PAWN, mark(seat, 0, 7.5, 22)
    else:
        face = eyes(2.7, (-3.8, -13), (3.4, -13)) + lines("M-3-7.5q3 2.4 6 0", WHITE, 1.5)
        body, wears = PAWN, face + mark(seat, 0, 8.5, 16)
    outlined = shape(body, who.colour, WOOL, 4.6) + shape(body, who.colour, who.shade, 1.4)
    return figure(x, y, size, shadow(38), outlined, wears)


def button(seat: int, words: str, x: float, y: float, width: float, height: float, *, tells: bool = False) -> str:
    """A button with an edge in the seat's colour, for what a player decides without touching a piece.

    A page dims it until it can be pressed. With `tells` there is room beside the words for what the choice reads as.
    """
    font = height * 0.44
    font *= min(1, (width - height * 0.4) * (0.5 if tells else 1) / text_width(words, font))
    corner, aside = height * 0.38, width * 0.23 if tells else 0
    large = min(height * 0.66, width * 0.48 / text_width(LONGEST_READING, 1))
    told = f'<text class="tells" x="{num(x + aside)}" y="{num(y + 0.36 * large)}" font-size="{num(large)}" '
    told += f'font-weight="800" text-anchor="middle" fill="{WHITE}"></text>'
    return group(
        soft(box(x, y + 4, width, height, corner, SHADOW)),
        box(x, y, width, height, corner, SEATS[seat].colour, WOOL, 3),
        box(x, y, width - 10, height - 10, corner - 5, BUTTON),
        text(words, x - aside, y, font, fill=WHITE, weight=800),
        told if tells else "",
        classes="face",
    )
