# pyright: basic
"""What a seat of Sheep Sheep cannot see, filled in as it might be: lucky sheep, and the sides nobody has seen.

Only the nine cards laid at the start can be unseen: all others were taken or drawn in the open.
"""

from __future__ import annotations

import numpy as np

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.kit import below, part
from sheepfold.games.sheepsheep.state import (
    CARD_WITH,
    CARDS,
    CELLS,
    COLOURS,
    FIRST,
    GIVING,
    HAND,
    OTHER_SIDE,
    OVER,
    SECOND,
)


@part
def determinize(observation, _seat, rng):
    """Other players' lucky sheep, and a card for every side nobody has seen; what is left over is the deck.

    Any cards that fit the colours shown may lie there, each as likely as the next.
    """
    guess_lucky_sheep(observation, rng)
    gather_deck(observation)
    while not guess_backs(observation, rng):
        gather_deck(observation)


@part
def guess_lucky_sheep(state, rng):
    """Those already given and not seen, all of the others equally likely."""
    if state.phase == OVER:
        return
    given = state.turn if state.phase == GIVING else state.players
    for seat in range(given):
        while state.lucky[seat] == 0:
            colour = 1 + below(rng, COLOURS)
            if not is_given(state, colour):
                state.lucky[seat] = colour


@part
def is_given(state, colour):
    """Whether a lucky sheep is somebody's."""
    given = False
    for seat in range(state.players):
        given = given or state.lucky[seat] == colour
    return given


@part
def gather_deck(state):
    """Into the deck goes every card that has not been seen elsewhere."""
    for card in range(CARDS + 1):
        state.deck[card] = state.box[card] - state.gone[card]
        state.unseen_cards[card] = 0
    state.deck[state.drawn] -= 1
    for seat in range(state.players):
        for k in range(HAND):
            state.deck[state.hand[seat, k]] -= 1
    for cell in range(CELLS):
        if state.seen[cell] == EVERYBODY:
            state.deck[CARD_WITH[state.shown[cell], state.back[cell]]] -= 1
    state.deck[0] = 0


@part
def guess_backs(state, rng):
    """Draw a card for every unseen side; whether all of them fit.

    For each a number is drawn below the most cards of its colour that there could be, wherever the others lie; one
    beyond those that are left makes the whole try void. So every set of cards that fits is equally likely, which
    drawing only among what is left would not give.
    """
    most = np.zeros(COLOURS + 1, np.int64)
    for card in range(1, CARDS + 1):
        most[FIRST[card]] += state.deck[card]
        most[SECOND[card]] += state.deck[card]
    for cell in range(CELLS):
        colour = int(state.shown[cell])
        if colour != 0 and state.seen[cell] == 0:
            card = pull(state, colour, below(rng, most[colour]))
            state.back[cell] = OTHER_SIDE[card, colour]
            if card == 0:
                return False
            most[colour] -= 1
    for colour in range(1, COLOURS + 1):
        for _k in range(state.unseen[colour]):
            card = pull(state, colour, below(rng, most[colour]))
            if card == 0:
                return False
            state.unseen_cards[card] += 1
            most[colour] -= 1
    return True


@part
def pull(state, colour, nth):
    """Take the nth card of a colour out of the deck; 0 if there are not that many."""
    for other in range(1, COLOURS + 1):
        card = CARD_WITH[colour, other]
        if nth < state.deck[card]:
            state.deck[card] -= 1
            return card
        nth -= state.deck[card]
    return 0
