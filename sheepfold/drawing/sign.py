"""The sign in the sky: whose turn it is and what is to be done, beside a thing such as the die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sheepfold.drawing.seats import disc
from sheepfold.drawing.strokes import Point, box, soft
from sheepfold.drawing.svg import group, shorten, text, text_width
from sheepfold.drawing.themes import PANEL, PANEL_EDGE, SHADOW

LONGEST_NAME = 300


@dataclass(frozen=True)
class Sign:
    """Where a sign hangs, how wide it may be, and how large its letters are."""

    at: Point
    room: float
    font: float
    height: float


def draw_sign(
    sign: Sign,
    say: Callable[[Sequence[str]], str],
    names: Sequence[str],
    heroes: Sequence[int],
    *,
    behind: float = 0.3,
    thing: Callable[[float, float], str] | None = None,
) -> str:
    """The sign. `say` makes the sentence of everybody's names, which are shortened until it fits; it is about `heroes`.

    `behind` is the room behind the sentence, measured in the height of the sign, and `thing` draws what is there, given
    the right end and the middle of the sign.
    """
    font, height, (x, y) = sign.font, sign.height, sign.at
    discs: Sequence[int] = heroes if len(heroes) == 1 else ()
    before, after = height * (1 if discs else 0.3), height * behind
    rest, room = text_width(say([""] * len(names)), font), sign.room - before - after
    font = min(font, font * room / rest)
    for_names = (room - rest) / max(1, len(heroes))
    sentence = say([shorten(name, min(LONGEST_NAME, for_names), font) for name in names])
    words = text_width(sentence, font)
    width = before + words + after
    left = x - width / 2
    return group(
        soft(box(x, y + 3, width, height, height / 2, SHADOW)),
        box(x, y, width, height, height / 2, PANEL, PANEL_EDGE, 1.5),
        *(disc(seat, left + height / 2, y, height * 0.8) for seat in discs),
        text(sentence, left + before + words / 2, y, font),
        thing(left + width, y) if thing else "",
        id="sign",
    )
