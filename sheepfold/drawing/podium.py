"""The end of a game as a moment: bales of straw, the sheep on them, bunting, and clover and wool in the air."""

import math
import random
from collections.abc import Sequence

from sheepfold.drawing.cards import LEAF
from sheepfold.drawing.land import meadow
from sheepfold.drawing.seats import SEATS, disc, mark
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, cloud, lines, oval, shape, soft
from sheepfold.drawing.svg import Theme, document, group, num, place, shorten, text, text_width
from sheepfold.drawing.themes import SHADOW, TEXT, WHITE, WOOL, WOOL_EDGE
from sheepfold.drawing.things import rosette

WIDTH, HEIGHT, FOOT = 900, 560, 500
BALES = ((450, 360, 3.6), (222, 404, 2.9), (678, 422, 2.6))
"""Of the first three: where, how high it reaches, and how large the sheep on it is."""

CLOVERS = (("#4f9a44", "#2f6b24"), ("#7dbb5e", "#4b8a35"), ("#3b7a35", "#23511f"))


def podium(
    places: Sequence[int], names: Sequence[str], headline: str, *, theme: Theme = "auto", styled: bool = True
) -> str:
    """Everybody at the end of a game: the first three on bales, the others on the grass beside them."""
    ranking = sorted(range(len(places)), key=lambda seat: places[seat])
    winner = ranking[0]
    return document(
        WIDTH,
        HEIGHT,
        meadow(WIDTH, HEIGHT, 0.52),
        _bunting(ranking),
        _confetti(),
        soft(oval(450, FOOT, 760, 34, SHADOW)),
        *(_on_bale(seat, places[seat], names[seat], k) for k, seat in reversed(list(enumerate(ranking[:3])))),
        *_beside(ranking[3:], places),
        _headline(headline, winner),
        title=headline,
        theme=theme,
        styled=styled,
    )


def _headline(words: str, winner: int) -> str:
    size = min(58, 58 * 700 / text_width(words, 58))
    stroke = f'stroke="{SEATS[winner].shade}" stroke-width="{num(size * 0.17)}" stroke-linejoin="round"'
    return f'<g {stroke} paint-order="stroke">{text(words, 450, 148, size, fill=WHITE, weight=800)}</g>'


def _on_bale(seat: int, reached: int, name: str, k: int) -> str:
    """A sheep on its bale, the winner with a crown of clover."""
    x, top, size = BALES[k]
    looks_left = k == 2
    animal = sheep(seat, 0, 0, 48 * size, flip=looks_left, simple=False)
    crown = "" if reached > 1 else _crown(size, -1 if looks_left else 1)
    standing = group(animal, crown, classes="celebrates", transform=place(x, top - 20.5 * size + 7))
    low = FOOT - 18
    label = shorten(name, 176, 21)
    return (
        _bale(x, top, 214)
        + standing
        + rosette(reached, x, (top + low) / 2 - 6, 66 if k == 0 else 52)
        + disc(seat, x - text_width(label, 21) / 2 - 8, FOOT + 30, 28)
        + text(label, x + 12, FOOT + 30, 21, fill=TEXT)
    )


def _bale(x: float, top: float, width: float) -> str:
    rng, height = random.Random(int(x)), FOOT - top
    stalks = ""
    for _stalk in range(int(width * height / 900)):
        left, low = x - width / 2 + rng.uniform(12, width - 40), top + rng.uniform(30, height - 8)
        stalks += f"M{round(left)} {round(low)}l{round(rng.uniform(12, 24))} {round(rng.uniform(-3, 3))}"
    middle = top + height / 2
    bands = "".join(f"M{num(x + aside)} {num(top + 1)}V{FOOT - 1}" for aside in (-width * 0.3, width * 0.3))
    return (
        box(x, middle, width, height, 16, "#eccb76", "#b88a36", 2)
        + box(x, top + 12, width - 4, 20, 10, "#f7e0a0")
        + lines(stalks, "#cfa24a", 2.2)
        + lines(bands, "#a8574a", 4)
    )


def _crown(size: float, side: int) -> str:
    leaves = ((-24, 10, -30), (-9, 0, -10), (9, -1, 12), (25, 9, 34))
    crown = "".join(_clover(x, y, 0.6, turn, *CLOVERS[1]) for x, y, turn in leaves)
    return group(crown, transform=place(side * 17 * size, -18 * size + 4, size / 3.9))


def _clover(x: float, y: float, size: float, turn: float, fill: str, edge: str) -> str:
    leaves = "".join(f'<path d="{LEAF}" transform="rotate({angle})"/>' for angle in (45, 135, 225, 315))
    return (
        f'<g transform="{place(x, y, size, turn=turn)}" fill="{fill}" stroke="{edge}" stroke-width="1.2">{leaves}</g>'
    )


def _beside(seats: Sequence[int], places: Sequence[int]) -> list[str]:
    """Whoever has no bale stands on the grass, to the left and to the right."""
    spots = ((64, 470), (836, 470), (60, 380), (840, 380), (116, 410))
    return [
        sheep(seat, x, y, 74, flip=x > WIDTH / 2, simple=False) + rosette(places[seat], x, y + 44, 34)
        for seat, (x, y) in zip(seats, spots, strict=False)
    ]


def _rope(share: float) -> Point:
    """A point of the rope that the flags hang on."""
    rest = 1 - share
    return (
        rest * rest * -10 + 2 * share * rest * 450 + share * share * 910,
        rest * rest * 14 + 2 * share * rest * 130 + share * share * 14,
    )


def _bunting(ranking: Sequence[int]) -> str:
    """Flags with everybody's colour and mark."""
    drawn = lines("M-10 14Q450 130 910 14", "#b58a59", 3)
    for k in range(15):
        (x, y), (ahead_x, ahead_y) = _rope(0.035 + k * 0.0665), _rope(0.04 + k * 0.0665)
        seat = ranking[k % len(ranking)]
        flag = shape("M-17 0H17L0 38Z", SEATS[seat].colour, SEATS[seat].shade, 1) + mark(seat, 0, 12, 15)
        drawn += group(flag, transform=place(x, y, turn=math.degrees(math.atan2(ahead_y - y, ahead_x - x))))
    return drawn


def _confetti() -> str:
    """Wool and clover in the air, nowhere near words or faces."""
    rng, placed, drawn = random.Random(21), list[Point](), ""
    kept = ((90, 96, 810, 190), (330, 180, 570, 370), (110, 250, 330, 420), (570, 280, 790, 430))
    for _try in range(700):
        x, y = rng.uniform(14, 886), rng.uniform(70, 440)
        near = any(math.dist((x, y), other) < 52 for other in placed)
        if near or any(a < x < c and b < y < d for a, b, c, d in kept):
            continue
        placed.append((x, y))
        if len(placed) % 2:
            wool = shape(cloud(24, 18, 7), WOOL, WOOL_EDGE)
            drawn += group(wool, transform=place(round(x), round(y), turn=round(rng.uniform(0, 90))))
        else:
            drawn += _clover(round(x), round(y), 0.5, round(rng.uniform(0, 90)), *rng.choice(CLOVERS))
    return group(drawn, classes="confetti")
