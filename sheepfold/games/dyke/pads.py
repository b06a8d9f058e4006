# pyright: basic
"""Clover pads: which may be used, and what using them does."""

from __future__ import annotations

from sheepfold.core.kit import add, part, rule, tell
from sheepfold.games.dyke.running import holds_pads, run
from sheepfold.games.dyke.state import (
    BACKS,
    CHANGE_AMOUNT,
    CHANGE_VALUE,
    CHANGED,
    DONE,
    KINDS,
    USE_BACK,
    USE_CHANGE,
    WILL_RUN_BACK,
)


@rule("DYK-8", "DYK-9", "DYK-10")
def list_uses(state, seat, moves):
    """Any pad held, one after another: one line per kind and amount."""
    for kind in range(BACKS):
        if state.pads[seat, kind] > 0 and may_use(state, seat, 0, (kind + 1) * 10):
            add(moves, USE_BACK + kind)
    for use in range(len(CHANGE_VALUE)):
        held = state.pads[seat, BACKS + CHANGE_VALUE[use] - 1]
        if held > 0 and may_use(state, seat, CHANGE_AMOUNT[use], 0):
            add(moves, USE_CHANGE + use)
    add(moves, DONE)


@rule("DYK-9", "DYK-11")
def may_use(state, seat, change, back):
    """The scope never falls below 0, and no pad may carry a sheep off the first board to the left."""
    scope = state.scope[seat] + change
    return scope >= 0 and state.square[seat] + scope - state.back - back >= 0


@rule("DYK-9")
def change_scope(state, seat, use, told):
    """The new value is the scope from here on, for moving and for comparing."""
    amount = int(CHANGE_AMOUNT[use])
    state.scope[seat] += amount
    tell(told, CHANGED, seat, 0, state.scope[seat], amount)
    use_up(state, seat, BACKS + CHANGE_VALUE[use] - 1, told)


@rule("DYK-10")
def add_to_back(state, seat, kind, told):
    """The values of the back pads used add up."""
    state.back += (kind + 1) * 10
    tell(told, WILL_RUN_BACK, seat, 0, state.back, (kind + 1) * 10)
    use_up(state, seat, kind, told)


@rule("DYK-22")
def use_up(state, seat, kind, told):
    """Used pads leave the game. With no pad left the turn goes on by itself."""
    state.pads[seat, kind] -= 1
    state.pads_boxed[kind] += 1
    if not holds_pads(state, seat):
        run(state, seat, told)


@part
def pads_lie_beside(state):
    left = 0
    for kind in range(KINDS):
        left += state.pads_beside[kind]
    return left > 0
