"""What takes the place of words and numbers in Sheep Sheep for those who cannot read yet.

Every sheep won is a slab of everybody's pile; one of the lucky colour, as far as it is known, is as high as it counts.
So many pairs of arrows are the swaps one has left, and a tick ends the turn.
"""

from __future__ import annotations

from functools import cache

from sheepfold.drawing.cards import card_back
from sheepfold.drawing.costumes import FAMILIES
from sheepfold.drawing.svg import group, halo
from sheepfold.drawing.themes import QUIET_TEXT
from sheepfold.drawing.things import rosette
from sheepfold.drawing.wordless import columns, done_sign, ground_line, sheet, sign_button, slab, swap_sign, whose
from sheepfold.games.sheepsheep.mats import FAMILY, at, chip, head
from sheepfold.games.sheepsheep.state import COLOURS, OVER, SWAPPING
from sheepfold.games.sheepsheep.tabletop import RULES, Tabletop

FACE, HIGHEST_SLAB = 54, 30


@cache
def small_corner(colour: int, card_size: float) -> str:
    """The other side of a card, peeping out of its corner; its back if nobody has seen it."""
    away, size = card_size * 0.335, card_size * 0.27
    return at(away, away, chip(colour, size, size) if colour else card_back(0, 0, size * 0.8, size * 0.8))


def small_beside(table: Tabletop) -> list[str]:
    return [*_end(table), *_piles(table)]


def _end(table: Tabletop) -> list[str]:
    """The swaps one has left, and the tick that ends the turn."""
    if table.phase != SWAPPING:
        return []
    (x, y), (width, height) = table.layout.button, table.layout.button_size
    left = RULES.most_swaps(table.observation) - table.observation.swaps if table.observation.exchanges else 1
    apart = min(48.0, 180 / max(1, left))
    swaps = [
        swap_sign(x + apart * (k - (left - 1) / 2), y - table.layout.words, min(44.0, apart * 0.9), QUIET_TEXT)
        for k in range(left)
    ]
    button = sign_button(table.turn, 0, 0, width, height, done_sign(height * 0.55))
    return [group(*swaps, id="sign"), table.tap("end", halo(0, 0, width, height, height * 0.3), button, at=(x, y))]


def _piles(table: Tabletop) -> list[str]:
    if table.layout.piles is None:
        return []
    left, top, right, bottom = table.layout.piles
    ground, seats = bottom - FACE - 24, columns(range(table.players), left + 6, right - 6)
    width = min(74.0, (right - left) / table.players - 10)
    layer = min(HIGHEST_SLAB, (ground - top - 14) / max(1, *(table.points(seat) for seat in seats)))
    drawn = [
        sheet((left + right) / 2, (top + bottom) / 2, right - left, bottom - top),
        ground_line(left + 12, right - 12, ground + 3),
    ]
    for seat, x in seats.items():
        drawn.append(group(*_pile(table, seat, x, ground, width, layer), id=f"won-{seat}"))
        acts = table.phase != OVER and seat in table.heroes
        drawn.append(whose(seat, x, bottom - FACE / 2 - 12, min(FACE, width), active=acts))
        if table.phase == OVER and seat in table.winners:
            drawn.append(rosette(1, x + FACE * 0.42, bottom - FACE * 0.7, 34, in_words=False))
    return drawn


def _pile(table: Tabletop, seat: int, x: float, ground: float, width: float, layer: float) -> list[str]:
    """The sheep won, family by family; those that count more are so much higher."""
    lucky, drawn = table.lucky(seat), list[str]()
    for colour in range(1, COLOURS + 1):
        wears, high = FAMILIES[FAMILY[colour]], layer * (table.observation.lucky_points if colour == lucky else 1)
        for _sheep in range(table.observation.won[seat][colour]):
            drawn.append(slab(x, ground, width, high, wears.tint, wears.colour, head(colour, min(high, width) * 0.9)))
            ground -= high
    return drawn
