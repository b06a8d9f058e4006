# pyright: basic
"""The rules of the toy game."""

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.kit import CHANCE, add, below, part, rule, tell
from tests.toy_games.toy.state import (
    CHOOSE,
    CHOOSING,
    CHOSE,
    HID,
    HIDE,
    HIDING,
    HIGHEST,
    OVER,
    PEEK,
    PEEKED,
    PEEKING,
    REVEALED,
    STOP,
    TIME,
    UNCOVERED,
)


@part
def setup(state, players, options):
    state.players = players
    state.rounds = options.rounds
    state.seconds = options.seconds
    state.spare = 7
    for seat in range(players):
        state.score[seat] = options.generous
    begin_round(state)


@part
def begin_round(state):
    state.phase = HIDING
    state.hidden = 0
    state.hidden_known = 0
    for seat in range(state.players):
        state.chosen[seat] = 0
        state.chosen_known[seat] = 1 << seat
        state.has_chosen[seat] = 0
        state.peeked[seat] = 0


@part
def to_act(state):
    if state.phase == HIDING:
        return 1 << CHANCE
    if state.phase == PEEKING:
        return 1 << state.turn
    acting = 0
    if state.phase == CHOOSING:
        for seat in range(state.players):
            if state.has_chosen[seat] == 0:
                acting |= 1 << seat
    return acting


@part
def legal(state, seat, moves):
    if state.phase == PEEKING:
        if state.peeked[seat] == 0:
            add(moves, PEEK)
        add(moves, STOP)
    else:
        for value in range(HIGHEST):
            add(moves, (HIDE if state.phase == HIDING else CHOOSE) + value)


@part
def weight(state, action):
    return action - HIDE + 1


@part
def pick(state, seat, moves, rng):
    if state.phase == PEEKING:
        return PEEK if state.peeked[seat] == 0 and below(rng, 2) == 0 else STOP
    return CHOOSE + below(rng, HIGHEST)


@part
def clock(state):
    return TIME if state.phase == PEEKING else -1


@part
def seconds(state):
    return state.seconds


@rule("TOY-3")
def reveal(state, told):
    state.turn = 0
    for seat in range(state.players):
        state.chosen_known[seat] = EVERYBODY
        tell(told, REVEALED, seat, 0, 0, state.chosen[seat])
        if state.chosen[seat] > state.chosen[state.turn]:
            state.turn = seat
    state.phase = PEEKING


@part
def everybody_has_chosen(state):
    for seat in range(state.players):
        if state.has_chosen[seat] == 0:
            return False
    return True


@part
def end_round(state, told):
    tell(told, UNCOVERED, CHANCE, 0, 0, state.hidden)
    for seat in range(state.players):
        if state.chosen[seat] == state.hidden:
            state.score[seat] += 1
    state.played += 1
    if state.played == state.rounds:
        state.hidden_known = EVERYBODY
        state.phase = OVER
    else:
        begin_round(state)


@part
def apply(state, seat, action, told):
    if action >= STOP:
        end_round(state, told)
    elif action == PEEK:
        state.peeked[seat] = 1
        state.hidden_known |= 1 << seat
        tell(told, PEEKED, seat, 0, 0, 0)
    elif action >= CHOOSE:
        state.chosen[seat] = action - CHOOSE + 1
        state.has_chosen[seat] = 1
        tell(told, CHOSE, seat, 0, 0, 0)
        if everybody_has_chosen(state):
            reveal(state, told)
    else:
        state.hidden = action - HIDE + 1
        state.phase = CHOOSING
        tell(told, HID, CHANCE, 0, 0, 0)


@part
def ending(state):
    return 1 if state.phase == OVER else 0


@part
def scores(state, out):
    for seat in range(state.players):
        out[seat] = state.score[seat]


@part
def places(state, out):
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if state.score[other] > state.score[seat]:
                out[seat] += 1


@part
def determinize(observation, seat, rng):
    observation.spare = 7
    if observation.phase != HIDING and (observation.hidden_known >> seat) & 1 == 0:
        drawn = below(rng, HIGHEST * (HIGHEST + 1) // 2)
        observation.hidden = 1
        while drawn >= observation.hidden:
            drawn -= observation.hidden
            observation.hidden += 1
    for other in range(observation.players):
        if (observation.chosen_known[other] >> seat) & 1 == 0:
            observation.chosen[other] = 1 + below(rng, HIGHEST) if observation.has_chosen[other] else 0
