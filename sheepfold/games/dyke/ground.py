# pyright: basic
"""Where things are: the boards as they lie, their water, and the sheep on them."""

from __future__ import annotations

from sheepfold.core.kit import part, rule
from sheepfold.games.dyke.state import (
    HALF,
    NOBODY,
    OFF,
    SQUARES,
)


@part
def in_race(state, seat):
    return state.square[seat] != OFF


@part
def clockwise(state, seat, step):
    """The seat so many steps on, clockwise; less than a whole round. (A division here would be felt.)"""
    reached = int(seat) + step
    return reached - state.players if reached >= state.players else reached


@part
def count_in_race(state):
    sheep = 0
    for seat in range(state.players):
        if in_race(state, seat):
            sheep += 1
    return sheep


@part
def board_at(state, square):
    """The board a square of the dyke is on."""
    return state.first if square < SQUARES else 1 - state.first


@rule("DYK-2")
def is_water(state, square):
    """Water as printed (turned round, square k becomes 99 - k), or a puddle of rain."""
    return is_water_on(state, board_at(state, square), square % SQUARES)


@part
def is_water_on(state, board, k):
    """Whether square k of a board, as it lies, is water."""
    way = state.way[board]
    printed = k if way % 2 == 0 else SQUARES - 1 - k
    side = 2 * board + way // 2
    if (state.water[side, printed // HALF] >> (printed % HALF)) & 1 == 1:
        return True
    return (state.puddles[board, k // HALF] >> (k % HALF)) & 1 == 1


@part
def sheep_on(state, square, but):
    """Another sheep on that square, or NOBODY."""
    for seat in range(state.players):
        if state.square[seat] == square and seat != but:
            return seat
    return NOBODY


@part
def can_put(state, board, k):
    """Puddles and molehills go on land squares except the first and last."""
    return 0 < k < SQUARES - 1 and not is_water_on(state, board, k)
