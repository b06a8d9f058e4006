# pyright: basic
"""Step 2, a turn's movement: running, shoving, water, going out, and who takes imp and cherub."""

from __future__ import annotations

from sheepfold.core.kit import part, rule, tell
from sheepfold.games.dyke.ground import clockwise, count_in_race, in_race, is_water, sheep_on
from sheepfold.games.dyke.state import (
    DROWNED,
    EVALUATING,
    FELL_OFF,
    GOT_CHERUB,
    GOT_IMP,
    KINDS,
    LAYING,
    NOBODY,
    OFF,
    RAN,
    RAN_BACK,
    SAVED,
    SHOVED,
    SQUARES,
    STAYED,
    TOOK_CHERUB,
    TOOK_IMP,
    UNSEEN,
)


@rule("DYK-10", "DYK-12", "DYK-16")
def run(state, seat, told):
    """Forward by the scope, then, if still in the race, back by the back pads; each with all that it causes."""
    state.phase = EVALUATING
    start = int(state.square[seat])
    run_forward(state, seat, start + int(state.scope[seat]), told)
    if in_race(state, seat) and state.back > 0:
        start = int(state.square[seat])
        tell(told, RAN_BACK, seat, start, start - int(state.back), state.back)
        end_move(state, seat, start - int(state.back), told)
    state.back = 0
    look_at_first_board(state, seat)
    if state.phase == EVALUATING:
        compare(state, seat, told)


@rule("DYK-12", "DYK-14")
def run_forward(state, seat, square, told):
    """Only where a move ends matters. A scope of 0 is no move."""
    if state.scope[seat] == 0:
        tell(told, STAYED, seat, square, square, 0)
    else:
        tell(told, RAN, seat, state.square[seat], square, state.scope[seat])
        end_move(state, seat, square, told)


@rule("DYK-13", "DYK-15")
def end_move(state, seat, square, told):
    """The sheep comes to rest and shoves. When all of the chain have moved, whoever that puts off the dyke is out at
    once, then the water is settled, the mover first. (By version 1 all of this from the mover outwards.)"""
    state.square[seat] = square
    end = shove_from(state, seat, square, told)
    if end >= 2 * SQUARES and state.rules_version > 1:
        fall_off(state, sheep_on(state, end, NOBODY), told)
        end -= 1
    if in_race(state, seat):
        settle(state, seat, told)
    for reached in range(square + 1, end + 1):
        settle(state, sheep_on(state, reached, NOBODY), told)


@rule("DYK-13", "DYK-14")
def shove_from(state, seat, square, told):
    """Whoever stands where a sheep comes to rest is shoved one square on, and so on; where the chain ends.

    On the starting square there is room for all.
    """
    if square == 0 and state.start_lies == 1:
        return square
    other = sheep_on(state, square, seat)
    while other != NOBODY:
        tell(told, SHOVED, other, square, square + 1, seat)
        square += 1
        state.square[other] = square
        seat = other
        other = sheep_on(state, square, seat)
    return square


@rule("DYK-15")
def settle(state, seat, told):
    """Off the dyke: out. On water: a lifesaver or out."""
    square = int(state.square[seat])
    if square >= 2 * SQUARES:
        fall_off(state, seat, told)
    elif is_water(state, square):
        if state.lifesavers[seat] > 0:
            lose_lifesaver(state, seat)
            tell(told, SAVED, seat, 0, square, state.lifesavers[seat])
        else:
            tell(told, DROWNED, seat, 0, square, 0)
            leave(state, seat, told)


@rule("DYK-16")
def fall_off(state, seat, told):
    """Beyond the second board lifesavers do not help."""
    tell(told, FELL_OFF, seat, 0, int(state.square[seat]), 0)
    leave(state, seat, told)


@rule("DYK-22")
def lose_lifesaver(state, seat):
    """Used lifesavers leave the game."""
    state.lifesavers[seat] -= 1
    state.lifesavers_boxed += 1


@rule("DYK-17")
def compare(state, seat, told):
    """At most the imp holder's scope: the imp. More than the cherub holder's: the cherub. A tie is the later's loss."""
    if not in_race(state, seat):
        return
    if seat != state.imp and state.scope[seat] <= state.scope[state.imp]:
        state.imp = seat
        tell(told, TOOK_IMP, seat, 0, 0, 0)
    if state.scope[seat] > state.scope[state.cherub]:
        state.cherub = seat
        tell(told, TOOK_CHERUB, seat, 0, 0, 0)


@rule("DYK-18")
def put_out(state, seat):
    """Sheep, cards, lifesavers and unused pads leave the game; laid cards that were not revealed stay unseen."""
    state.out[seat] = state.players - count_in_race(state) + 1
    state.square[seat] = OFF
    state.hand[seat] = 0
    take_up_laid(state, seat)
    state.lifesavers_boxed += state.lifesavers[seat]
    state.lifesavers[seat] = 0
    if holds_pads(state, seat):
        for kind in range(KINDS):
            state.pads_boxed[kind] += state.pads[seat, kind]
            state.pads[seat, kind] = 0


@part
def holds_pads(state, seat):
    held = 0
    for kind in range(KINDS):
        held += state.pads[seat, kind]
    return held > 0


@part
def take_up_laid(state, seat):
    """Nothing lies before the player any more."""
    state.laid[seat] = 0
    state.laid_known[seat] = 1 << seat
    state.scope[seat] = UNSEEN


@rule("DYK-18")
def leave(state, seat, told):
    """Out during step 2: an imp or cherub goes to those who have revealed, else to the next one to reveal."""
    put_out(state, seat)
    if state.imp == seat:
        state.imp = NOBODY
        heir = lowest_revealed(state)
        if heir != NOBODY:
            give_imp(state, heir, told)
    if state.cherub == seat:
        state.cherub = NOBODY
        heir = highest_revealed(state)
        if heir != NOBODY:
            give_cherub(state, heir, told)


@part
def give_imp(state, seat, told):
    state.imp = seat
    tell(told, GOT_IMP, seat, 0, 0, 0)


@part
def give_cherub(state, seat, told):
    state.cherub = seat
    tell(told, GOT_CHERUB, seat, 0, 0, 0)


@rule("DYK-18")
def lowest_revealed(state):
    """Who has the lowest scope revealed, of equals the later."""
    lowest = NOBODY
    for step in range(state.players):
        seat = clockwise(state, state.starter, step)
        if state.scope[seat] != UNSEEN and (lowest == NOBODY or state.scope[seat] <= state.scope[lowest]):
            lowest = seat
    return lowest


@rule("DYK-18")
def highest_revealed(state):
    """Who has the highest scope revealed, of equals the earlier."""
    highest = NOBODY
    for step in range(state.players):
        seat = clockwise(state, state.starter, step)
        if state.scope[seat] != UNSEEN and (highest == NOBODY or state.scope[seat] > state.scope[highest]):
            highest = seat
    return highest


@rule("DYK-19")
def look_at_first_board(state, seat):
    """When no sheep is left on the first board this seat, or the next in the race, lays it anew."""
    last = NOBODY
    for step in range(state.players):
        other = clockwise(state, seat, step)
        if in_race(state, other):
            if state.square[other] < SQUARES:
                return
            if last == NOBODY:
                last = other
    if last != NOBODY:
        state.chooser = last
        state.phase = LAYING
