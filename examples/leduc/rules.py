# pyright: basic
"""The rules of Leduc poker. They trust that an action is legal; `told` hears what everybody may know."""

from leduc.state import (
    BOTH,
    CALL,
    CALLED,
    CARD,
    CARDS,
    DEALT,
    FOLD,
    FOLDED,
    FOLDED_OUT,
    RAISE,
    RAISED,
    SHOWDOWN,
    SHOWN,
    TURNED_UP,
)
from sheepfold.core.actors import EVERYBODY
from sheepfold.core.kit import CHANCE, add, below, part, rule, tell


@rule("LED-1")
def setup(state, players, _options):
    state.players = players
    state.dealing = 1
    for seat in range(players):
        state.paid[seat] = 1
        state.card_known[seat] = 1 << seat


@part
def to_act(state):
    return 0 if state.over else 1 << (CHANCE if state.dealing else state.turn)


@part
def is_dealt(state, card):
    return card == state.card[0] or card == state.card[1] or card == state.table


@rule("LED-2", "LED-3")
def legal(state, seat, moves):
    if seat == CHANCE:
        for card in range(1, CARDS + 1):
            if not is_dealt(state, card):
                add(moves, CARD + card)
        return
    for action in range(first_choice(state, seat), last_choice(state) + 1):
        add(moves, action)


@rule("LED-2")
def first_choice(state, seat):
    return FOLD if state.paid[1 - seat] > state.paid[seat] else CALL


@rule("LED-3")
def last_choice(state):
    return RAISE if state.raises < 2 else CALL


@part
def pick(state, seat, _moves, rng):
    first = first_choice(state, seat)
    return first + below(rng, last_choice(state) - first + 1)


@part
def roll(state, _moves, rng):
    return CARD + any_card(state, CARDS - state.dealt, rng)


@part
def any_card(state, left, rng):
    """One of the cards that are left."""
    skipped = below(rng, left)
    card = 1
    while skipped > 0 or is_dealt(state, card):
        if not is_dealt(state, card):
            skipped -= 1
        card += 1
    return card


@part
def apply(state, seat, action, told):
    if action > RAISE:
        deal(state, action - CARD, told)
    elif action == FOLD:
        fold(state, seat, told)
    elif action == RAISE:
        raise_stakes(state, seat, told)
    else:
        call(state, seat, told)


@rule("LED-1", "LED-4")
def deal(state, card, told):
    if state.dealt < BOTH:
        state.card[state.dealt] = card
        tell(told, DEALT, state.dealt, 0, 0, 0)
    else:
        state.table = card
        tell(told, TURNED_UP, CHANCE, 0, 0, card)
    state.dealt += 1
    state.dealing = state.dealt == 1


@rule("LED-5")
def fold(state, seat, told):
    tell(told, FOLDED, seat, 0, 0, state.paid[seat])
    state.over = FOLDED_OUT
    state.winner = 1 - seat


@rule("LED-3")
def raise_stakes(state, seat, told):
    state.paid[seat] = state.paid[1 - seat] + (4 if state.second else 2)
    tell(told, RAISED, seat, 0, 0, state.paid[seat])
    state.raises += 1
    state.calls = 0
    state.turn = 1 - seat


@rule("LED-2", "LED-4")
def call(state, seat, told):
    state.paid[seat] = state.paid[1 - seat]
    tell(told, CALLED, seat, 0, 0, state.paid[seat])
    state.calls += 1
    state.turn = 1 - seat
    if state.calls == 2 or state.raises > 0:
        if state.second:
            show_cards(state, told)
        else:
            begin_second_round(state)


@rule("LED-4")
def begin_second_round(state):
    state.second = 1
    state.dealing = 1
    state.raises = 0
    state.calls = 0
    state.turn = 0


@rule("LED-6")
def show_cards(state, told):
    state.over = SHOWDOWN
    for seat in range(state.players):
        state.card_known[seat] = EVERYBODY
        tell(told, SHOWN, seat, 0, 0, state.card[seat])
    mine, yours = strength(state, 0), strength(state, 1)
    state.winner = BOTH if mine == yours else int(yours > mine)


@rule("LED-6")
def strength(state, seat):
    """Jack 1, queen 2, king 3, a pair more than all of them."""
    height = (state.card[seat] + 1) // 2
    return 4 if height == (state.table + 1) // 2 else height


@part
def ending(state):
    return state.over


@rule("LED-5", "LED-6")
def scores(state, out):
    for seat in range(state.players):
        out[seat] = 0
        if state.over and state.winner != BOTH:
            out[seat] = state.paid[1 - seat] if state.winner == seat else -state.paid[seat]


@part
def determinize(observation, seat, rng):
    other = 1 - seat
    if observation.dealt > other and (observation.card_known[other] >> seat) & 1 == 0:
        observation.card[other] = any_card(observation, CARDS + 1 - observation.dealt, rng)
