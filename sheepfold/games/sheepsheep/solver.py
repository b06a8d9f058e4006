# pyright: basic
"""An exact solver for one turn: the most that can be won with so many swaps, with what a seat knows.

A card of which nobody has seen the other side may be taken, but is not put again: one cannot count on it. A position
is three whole numbers. The square has nine bits a colour (which cells show it), so that what hangs together is found by
looking it up; the other sides and the four cards of the player are three and five bits each, 0 where unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sheepfold.core.drivers import bind_extra
from sheepfold.core.errors import BadOption
from sheepfold.core.finding import pick_game
from sheepfold.core.kit import part
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _
from sheepfold.games.sheepsheep.rules import by_colour, most_swaps, showing
from sheepfold.games.sheepsheep.state import (
    CARD_WITH,
    CELLS,
    COLOURS,
    FIRST,
    HAND,
    LOWEST,
    OTHER_SIDE,
    SECOND,
    SWAP,
    SWAPPING,
    WINNING,
)

SHEEP_WON = np.bitwise_count(WINNING).astype(np.int64)
"""By the cells that show one colour, as bits: how many sheep are won there."""

GAINING = np.array(
    [
        sum(1 << cell for cell in range(CELLS) if SHEEP_WON[cells | 1 << cell] > won)
        for cells, won in enumerate(SHEEP_WON.tolist())
    ],
    np.int64,
)
"""By the cells that show one colour, as bits: the cells, as bits, on which one more of it wins more than they do."""

FEWER_SWAPS = 32
"""A point weighs more than any number of swaps that a plan saves."""

MOST_AHEAD = 8
"""Further than this nobody looks: the number of positions grows about sevenfold with each swap."""

SQUARE, BACKS, OWN, CHOICE, CELLS_LEFT, SLOT, CELL, BEST, WAY = range(9)
BENCH = (MOST_AHEAD + 1, WAY + MOST_AHEAD + 1)
"""The workbench has a row for each number of swaps that are left: the position there, which of a player's cards and
sides is being tried (CHOICE) on which cells (CELLS_LEFT, as bits), the slot and cell of the swap before, the best found
from there and, from column WAY on, the actions that lead to it, closed by -1. (Why not recursion: a function that calls
itself crashes when numba loads it from its cache.)"""

# ------------------------------------------------------------------------------------ positions as numbers


@part
def packed_backs(state):
    """The other sides in the square that everybody has seen."""
    backs = 0
    for cell in range(CELLS):
        if state.seen[cell] != 0:
            backs |= state.back[cell] << (3 * cell)
    return backs


@part
def packed_hand(state, seat):
    hand = 0
    for k in range(HAND):
        hand |= state.hand[seat, k] << (5 * k)
    return hand


@part
def worth(square, lucky, lucky_points):
    """The points of all groups in the square, for a player with this lucky colour (0: not known)."""
    total = 0
    for colour in range(1, COLOURS + 1):
        total += SHEEP_WON[showing(square, colour)]
    if lucky != 0:
        total += (lucky_points - 1) * SHEEP_WON[showing(square, lucky)]
    return total


# ------------------------------------------------------------------------------------ looking ahead


@part
def is_first_of_its_kind(hand, slot):
    """Equal cards are tried once, and an unknown one never."""
    card = (hand >> (5 * slot)) & 31
    for before in range(slot):
        if (hand >> (5 * before)) & 31 == card:
            return False
    return card != 0


@part
def look_ahead(bench, swaps, lucky, lucky_points):
    """Try all there is from the position in row `swaps`: the best points, times FEWER_SWAPS, plus the swaps saved."""
    left = swaps
    arrive(bench, left, lucky, lucky_points)
    while True:
        if left > 1 and next_choice(bench, left):
            try_swap(bench, left)
            left -= 1
            arrive(bench, left, lucky, lucky_points)
        elif left == swaps:
            return bench[left, BEST]
        else:
            left += 1
            compare(bench, left)


@part
def arrive(bench, left, lucky, lucky_points):
    """A position is reached: stopping here is the first thing one can do."""
    bench[left, CHOICE] = -1
    bench[left, CELLS_LEFT] = 0
    bench[left, BEST] = worth(bench[left, SQUARE], lucky, lucky_points) * FEWER_SWAPS + left
    bench[left, WAY] = -1
    if left == 1:
        try_last_swaps(bench, lucky, lucky_points)


@part
def try_last_swaps(bench, lucky, lucky_points):
    """Every last swap that can gain anything: those that put a colour where it comes to win more. Most positions are
    behind a last swap, and few of these swaps gain."""
    square, hand, now = bench[1, SQUARE], bench[1, OWN], bench[1, BEST] // FEWER_SWAPS
    for slot in range(HAND):
        if is_first_of_its_kind(hand, slot):
            card = (hand >> (5 * slot)) & 31
            first, second = showing(square, FIRST[card]), showing(square, SECOND[card])
            allowed = -1 if slot == bench[1, SLOT] else -1 << bench[1, CELL]
            if first & GAINING[second] & allowed != 0:
                try_last(bench, now, card, FIRST[card], first & GAINING[second] & allowed, lucky, lucky_points)
            if second & GAINING[first] & allowed != 0:
                try_last(bench, now, card, SECOND[card], second & GAINING[first] & allowed, lucky, lucky_points)


@part
def try_last(bench, now, card, taken, cells, lucky, lucky_points):
    """Put a card on each of these cells, which show the colour that is taken: only two colours are counted anew."""
    put = OTHER_SIDE[card, taken]
    for_taken, for_put = lucky_points if taken == lucky else 1, lucky_points if put == lucky else 1
    of_taken, of_put = showing(bench[1, SQUARE], taken), showing(bench[1, SQUARE], put)
    rest = now - for_taken * SHEEP_WON[of_taken] - for_put * SHEEP_WON[of_put]
    while cells != 0:
        cell = LOWEST[cells]
        cells &= cells - 1
        won = for_taken * SHEEP_WON[of_taken & ~(1 << cell)] + for_put * SHEEP_WON[of_put | (1 << cell)]
        if (rest + won) * FEWER_SWAPS > bench[1, BEST]:
            bench[1, BEST] = (rest + won) * FEWER_SWAPS
            bench[1, WAY] = SWAP + CELLS * (card - 1) + cell
            bench[1, WAY + 1] = -1


@part
def next_choice(bench, left):
    """Go to the next card and side that fit somewhere, unless the present one has cells left; whether there is one.

    Of two swaps in a row that have nothing to do with each other, only one order is tried: the lower cell first.
    """
    while bench[left, CELLS_LEFT] == 0:
        bench[left, CHOICE] += 1
        slot = bench[left, CHOICE] >> 1
        if slot == HAND:
            return False
        if is_first_of_its_kind(bench[left, OWN], slot):
            cells = showing(bench[left, SQUARE], side_taken(bench, left))
            if slot != bench[left, SLOT]:
                cells &= -1 << bench[left, CELL]
            bench[left, CELLS_LEFT] = cells
    return True


@part
def card_tried(bench, left):
    return (bench[left, OWN] >> (5 * (bench[left, CHOICE] >> 1))) & 31


@part
def side_taken(bench, left):
    """The colour that a cell must show for the card and side that are being tried."""
    card = card_tried(bench, left)
    return FIRST[card] if bench[left, CHOICE] & 1 == 0 else SECOND[card]


@part
def try_swap(bench, left):
    """Swap on the lowest cell that is left to try; the position goes into the next row."""
    cell = LOWEST[bench[left, CELLS_LEFT]]
    slot, taken = bench[left, CHOICE] >> 1, side_taken(bench, left)
    put = OTHER_SIDE[card_tried(bench, left), taken]
    change = (1 << (CELLS * (taken - 1) + cell)) | (1 << (CELLS * (put - 1) + cell))
    bench[left - 1, SQUARE] = bench[left, SQUARE] ^ change
    card = CARD_WITH[taken, (bench[left, BACKS] >> (3 * cell)) & 7]
    bench[left - 1, BACKS] = bench[left, BACKS] & ~(7 << (3 * cell)) | (taken << (3 * cell))
    bench[left - 1, OWN] = bench[left, OWN] & ~(31 << (5 * slot)) | (card << (5 * slot))
    bench[left - 1, SLOT] = slot
    bench[left - 1, CELL] = cell


@part
def compare(bench, left):
    """What was found behind the swap being tried: if it is the best so far, note the way. The swap is done with."""
    cell = LOWEST[bench[left, CELLS_LEFT]]
    bench[left, CELLS_LEFT] &= ~(1 << cell)
    if bench[left - 1, BEST] > bench[left, BEST]:
        bench[left, BEST] = bench[left - 1, BEST]
        bench[left, WAY] = SWAP + CELLS * (card_tried(bench, left) - 1) + cell
        for k in range(left):
            bench[left, WAY + 1 + k] = bench[left - 1, WAY + k]


@part
def most_to_win(state, seat, swaps, bench):
    """The points a seat can win with so many swaps, times FEWER_SWAPS, plus the swaps it saves."""
    bench[swaps, SQUARE] = by_colour(state)
    bench[swaps, BACKS] = packed_backs(state)
    bench[swaps, OWN] = packed_hand(state, seat)
    bench[swaps, SLOT] = 0
    bench[swaps, CELL] = 0
    return look_ahead(bench, swaps, int(state.lucky[seat]), int(state.lucky_points))


# ------------------------------------------------------------------------------------ for hints, bots and tests


@dataclass(frozen=True)
class BestTurn:
    """What a seat can win at most, and one way to it with as few swaps as that takes."""

    points: int
    actions: tuple[str, ...]


def planning(states, i, seat, swaps, bench):
    """The best that a seat can do in state i with so many swaps; the way stands in row `swaps` of the bench."""
    return most_to_win(states[i], seat, swaps, bench)


def plan(observation: Array, seat: int, swaps: int = 3) -> BestTurn:
    """The best a seat can do with so many swaps, as if it were its turn; if it is, with no more than are left.

    `observation` is what `match.observation(seat)` gives. Points count the seat's own lucky colour.
    """
    if not 0 <= swaps <= MOST_AHEAD:
        sentence = _("The solver looks 0 to {most} swaps ahead, not {given}.")
        raise BadOption(sentence.format(most=MOST_AHEAD, given=swaps))
    record = PlainRecord(observation)
    if record.phase == SWAPPING and record.turn == seat:
        swaps = min(swaps, most_swaps(record) - record.swaps)
    game = pick_game("sheepsheep")
    bench = np.zeros(BENCH, np.int64)
    [loop] = bind_extra(game, planning)
    best = loop(observation, 0, seat, swaps, bench)
    way = bench[swaps, WAY:].tolist()
    return BestTurn(best // FEWER_SWAPS, tuple(game.texts[action] for action in way[: way.index(-1)]))
