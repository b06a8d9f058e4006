# pyright: basic
"""Fleeing from the dog, as a decision: who is to choose what, what that does, and when all have fled."""

from __future__ import annotations

from sheepfold.core.kit import part, rule, tell
from sheepfold.games.shepherd.dog import list_ways_basic, next_scared
from sheepfold.games.shepherd.meadow import are_beside, is_beside_dog, take_place
from sheepfold.games.shepherd.running import can_run, list_all_runs, list_ways_tactical, scared_by
from sheepfold.games.shepherd.state import FLED, FLEEING, PUSHED, ROUND_THE_EDGE, SHEEP_EACH, STAYED


@part
def list_flights(state, moves):
    if state.tactical == 0:
        list_ways_basic(state, next_scared(state), moves)
    elif state.pushed != 0:
        list_ways_tactical(state, state.pushed - 1, False, moves)
    else:
        list_all_runs(state, moves)


@rule("SHE-14", "SHE-21")
def flee(state, here, there, told):
    """A scared or pushed sheep goes to its field; who was there first must move at once. Whether all have fled."""
    if state.pushed != 0:
        sheep = int(state.pushed) - 1
    else:
        sheep = int(state.standing[here]) - 1
        state.standing[here] = 0
    pushed = int(state.standing[there])
    take_place(state, sheep, there)
    tell(told, FLED if are_beside(here, there) else ROUND_THE_EDGE, sheep // SHEEP_EACH, here, there, sheep)
    state.pushed = pushed
    if pushed != 0:
        state.moved |= 1 << sheep
        tell(told, PUSHED, (pushed - 1) // SHEEP_EACH, there, 0, pushed - 1)
    else:
        state.moved = 0
    return settle_scared(state, told)


@rule("SHE-14", "SHE-21")
def settle_scared(state, told):
    """Whether no sheep has to flee any more. (By version 1 those with no way at all stayed, in the tactical game.)"""
    fled = state.pushed == 0 and scared_by(state, int(state.dog)) == 0
    if not fled and state.tactical == 1 and state.rules_version == 1 and state.pushed == 0:
        fled = not can_any_run(state)
        if fled:
            tell_who_stays(state, told)
    if not fled:
        state.phase = FLEEING
    return fled


@part
def can_any_run(state):
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])) and can_run(state, sheep):
            return True
    return False


@part
def tell_who_stays(state, told):
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])):
            tell(told, STAYED, sheep // SHEEP_EACH, int(state.sheep[sheep]), 0, sheep)
