"""What stands for words and numbers in pictures for those who cannot read yet: faces, pips, ticks, tracks, and piles.

A pile is compared with the one beside it, so all piles of a picture stand on one ground and are drawn to one measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sheepfold.drawing.cards import card
from sheepfold.drawing.land import cactus
from sheepfold.drawing.seats import BUTTON, SEATS, mark
from sheepfold.drawing.strokes import PUPIL, box, dots, lines, oval, shape, soft
from sheepfold.drawing.svg import figure, group, place
from sheepfold.drawing.themes import (
    GLOW,
    GLOW_EDGE,
    INK,
    PANEL,
    PANEL_EDGE,
    PAPER_EDGE,
    SAND,
    SAND_EDGE,
    SHADOW,
    TEXT,
    WHITE,
    WOOL,
)

SKINS = ("#f2c9a1", "#d99f6c", "#8f5c3c", "#f6d3b3")
HAIRS = ("#8a5a2b", "#3b2a20", "#2a1e18", "#c9793a")
HOOF = (
    "M-.9 7.5C-6.6 9-8.6 3-7.2-2-6.4-5.6-5.2-8.4-3.6-10-2.2-5-1 1-.9 7.5Z"
    "M.9 7.5C6.6 9 8.6 3 7.2-2 6.4-5.6 5.2-8.4 3.6-10 2.2-5 1 1 .9 7.5Z"
)
PIPS = {
    1: ((0, 0),),
    2: ((-11, -11), (11, 11)),
    3: ((-12, -12), (0, 0), (12, 12)),
    4: ((-11, -11), (11, -11), (-11, 11), (11, 11)),
    5: ((-12, -12), (12, -12), (0, 0), (-12, 12), (12, 12)),
    6: ((-11, -13), (11, -13), (-11, 0), (11, 0), (-11, 13), (11, 13)),
    9: tuple((13 * across, 13 * down) for down in (-1, 0, 1) for across in (-1, 0, 1)),
}
TICK, TICK_GREEN = "M-8 0-2.5 6 8-6", "#2f7d3a"


# ---------------------------------------------------------------------------------------------- people


@cache
def face(seat: int, x: float, y: float, size: float) -> str:
    """A child with a hat in the seat's colour, and its mark on it."""
    who, skin, hair = SEATS[seat], SKINS[seat % len(SKINS)], HAIRS[seat % len(HAIRS)]
    return figure(
        x,
        y,
        size,
        shape("M-15 2C-18 16-12 19-10 19L10 19C12 19 18 16 15 2Z", hair),
        oval(0, 5, 29, 29, skin),
        f'<g opacity="0.5">{dots(2.8, "#e8765f", (-8, 9), (8, 9))}</g>',
        dots(2, PUPIL, (-5, 4), (5, 4)) + dots(0.7, WHITE, (-4.4, 3.4), (5.6, 3.4)),
        lines("M-5 10q5 5 10 0", "#6b3a2a", 1.8),
        shape("M-13-3C-13-25 13-25 13-3Z", who.colour, who.shade),
        shape("M-21-3C-21-7-12-6 0-6S21-7 21-3 10 1 0 1-21 1-21-3Z", who.colour, who.shade),
        mark(seat, 0, -12.5, 13),
    )


def whose(seat: int, x: float, y: float, size: float, *, active: bool) -> str:
    """A face, on gold if it is their turn."""
    glow = box(x, y, size * 1.1, size * 1.16, size * 0.3, GLOW, GLOW_EDGE, size * 0.05) if active else ""
    return glow + face(seat, x, y + size * 0.03, size)


def sheet(x: float, y: float, width: float, height: float) -> str:
    """Paper for things to lie on."""
    return soft(box(x, y + 4, width, height, 22, SHADOW)) + box(x, y, width, height, 22, PANEL, PANEL_EDGE, 1.5)


# ---------------------------------------------------------------------------------------------- numbers


@cache
def pip_tile(pips: int, x: float, y: float, size: float) -> str:
    """A tile with that many pips."""
    return card(x, y, size, size, _pips(pips, size))


@cache
def pip_cactus(pips: int, x: float, y: float, size: float) -> str:
    """A sandy tile with a cactus and that many pips."""
    ground = soft(box(x, y + size * 0.05, size, size, size * 0.16, SHADOW))
    ground += box(x, y, size, size, size * 0.16, SAND, SAND_EDGE, size * 0.03)
    shown = f'<g transform="{place(x + size * 0.2, y)}">{_pips(pips, size * 0.78, TEXT)}</g>'
    return ground + cactus(x - size * 0.27, y + size * 0.02, size * 0.6) + shown


def _pips(pips: int, size: float, colour: str = INK) -> str:
    return figure(0, 0, size, dots(4.4 if pips < 9 else 4, colour, *PIPS[pips]))


# ---------------------------------------------------------------------------------------------- what to do, and done


def tick(x: float, y: float, size: float) -> str:
    """It is done."""
    return figure(x, y, size, oval(0, 0, 40, 40, TICK_GREEN, WHITE, 4), figure(0, 0, 58, lines(TICK, WHITE, 4)))


def sign_button(seat: int, x: float, y: float, width: float, height: float, *sign: str) -> str:
    """A button with a sign, drawn around 0, 0, in place of words."""
    corner = height * 0.3
    return group(
        soft(box(x, y + 4, width, height, corner, SHADOW)),
        box(x, y, width, height, corner, SEATS[seat].colour, WOOL, 3),
        box(x, y, width - 10, height - 10, corner - 5, BUTTON),
        f'<g transform="{place(x, y)}">{"".join(sign)}</g>',
        classes="face",
    )


def done_sign(size: float) -> str:
    """A white tick, for a button."""
    return figure(0, 0, size * 2, lines(TICK, WHITE, 4))


def keep_sign(size: float) -> str:
    """A hand that keeps what it holds, for a button."""
    palm = (
        "M-13 14V-3a3 3 0 0 1 6 0V4-13a3 3 0 0 1 6 0V2-15a3 3 0 0 1 6 0V2-11a3 3 0 0 1 6 0V9c0 8-5 13-12 13s-12-4-12-8Z"
    )
    return figure(0, -size * 0.04, size, shape(palm, WHITE, TICK_GREEN, 1.4))


def swap_sign(x: float, y: float, size: float, colour: str) -> str:
    """Two arrows: something changes places."""
    return figure(x, y, size, lines("M-16-7H14M6-15l9 8-9 8M16 9H-14M-6 1l-9 8 9 8", colour, 4.6))


def startled(x: float, y: float, size: float) -> str:
    """Somebody has to run."""
    return figure(x, y, size, oval(0, 0, 44, 44, GLOW, GLOW_EDGE, 3), lines("M0-12V3", INK, 6), dots(3.6, INK, (0, 12)))


def paw(x: float, y: float, size: float) -> str:
    """A paw: here the dog keeps watch."""
    pads = oval(0, 6, 15, 12, "{0}") + "".join(
        oval(across, down, 6.4, 8, "{0}") for across, down in ((-9.5, -2), (-3.6, -8.5), (3.6, -8.5), (9.5, -2))
    )
    rim = f'<g stroke="#f3ead2" stroke-width="5">{pads.format("#f3ead2")}</g>'
    return f'<g opacity="0.8">{figure(x, y, size, rim, pads.format("#8a5a2e"))}</g>'


@cache
def hoofprints(seat: int, size: float) -> str:
    """What a sheep leaves where it walks, upwards; unseen, for a page to put where the sheep may go."""
    both = "".join(
        f'<path d="{HOOF}" transform="translate({across} {down}) rotate({turn})"/>'
        for across, down, turn in ((-8.5, 5.5, -6), (8.5, -5.5, 6))
    )
    rim = f'<g fill="{WHITE}" stroke="{WHITE}" stroke-width="4" stroke-linejoin="round">{both}</g>'
    prints = figure(0, 0, size, rim, f'<g fill="{SEATS[seat].colour}">{both}</g>')
    return group(prints, classes="track", hidden=True)


def pawprint(size: float) -> str:
    """What the dog leaves, in the same way."""
    return group(paw(0, 0, size), classes="track", hidden=True)


@cache
def moon(x: float, y: float, size: float) -> str:
    """Where the sun goes to bed."""
    return figure(
        x,
        y,
        size,
        oval(0, 0, 45, 45, "#3d4f86", WHITE, 2.5),
        shape("M4-15A15.5 15.5 0 1 0 14 9 13 13 0 0 1 4-15Z", "#ffe9a6"),
        dots(1.6, WHITE, (11, -8), (14, 0)),
    )


# ---------------------------------------------------------------------------------------------- piles


def ground_line(left: float, right: float, y: float) -> str:
    """What piles stand on, all at one height."""
    return lines(f"M{left:.0f} {y:.0f}H{right:.0f}", PAPER_EDGE, 4)


def slab(x: float, bottom: float, width: float, height: float, fill: str, edge: str, *sign: str) -> str:
    """One thing in a pile; its sign, if it is high enough for one, is drawn around 0, 0."""
    middle, gap = bottom - height / 2, min(2.0, height / 2)  # of a pile that is very high much is left of each, too
    shown = f'<g transform="{place(x, middle)}">{"".join(sign)}</g>' if sign and height >= 20 else ""
    return box(x, middle, width, height - gap, min(10, height * 0.24), fill, edge, 1.8) + shown


def columns(seats: Sequence[int], left: float, right: float) -> dict[int, float]:
    """The middle of each seat's pile."""
    apart = (right - left) / len(seats)
    return {seat: left + apart * (k + 0.5) for k, seat in enumerate(seats)}
