# pyright: basic
"""The rules of Pig. They trust that an action is legal; `told` hears what happened."""

from pig.state import FACE, GOAL, HELD, HOLD, LOST, ROLL, ROLLED
from sheepfold.core.kit import CHANCE, add, below, part, rule, tell


@rule("PIG-1")
def setup(state, players, _options):
    state.players = players
    state.left = 1000


@part
def to_act(state):
    return 0 if ending(state) else 1 << (CHANCE if state.rolling else state.turn)


@rule("PIG-2")
def legal(state, seat, moves):
    if seat == CHANCE:
        for face in range(1, 7):
            add(moves, FACE + face)
        return
    if state.score[seat] + state.total < GOAL:
        add(moves, ROLL)
    add(moves, HOLD)


@rule("PIG-2")
def pick(state, seat, _moves, rng):
    return below(rng, 2) if state.score[seat] + state.total < GOAL else HOLD


@rule("PIG-3")
def roll(_state, _moves, rng):
    return FACE + 1 + below(rng, 6)


@rule("PIG-6")
def apply(state, seat, action, told):
    state.rolling = action == ROLL
    if action > HOLD:
        show_face(state, action - FACE, told)
        return
    state.left -= 1
    if action == HOLD:
        hold(state, seat, told)


@rule("PIG-3", "PIG-4")
def show_face(state, face, told):
    if face > 1:
        tell(told, ROLLED, state.turn, 0, 0, face)
        state.total += face
    else:
        tell(told, LOST, state.turn, 0, 0, state.total)
        pass_on(state)


@rule("PIG-5")
def hold(state, seat, told):
    tell(told, HELD, seat, 0, 0, state.total)
    state.score[seat] += state.total
    if state.score[seat] >= GOAL:
        state.left = -1
    pass_on(state)


@rule("PIG-1")
def pass_on(state):
    state.total = 0
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0


@rule("PIG-5", "PIG-6")
def ending(state):
    if state.left > 0:
        return 0
    return 1 if state.left < 0 else 2


@rule("PIG-5")
def scores(state, out):
    for seat in range(state.players):
        out[seat] = state.score[seat]
