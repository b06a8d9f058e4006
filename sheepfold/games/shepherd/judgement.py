# pyright: basic
"""What a good position is in The Shepherd: more grass in the pile, and sheep on and near better grass, than others."""

from __future__ import annotations

from sheepfold.core.kit import part
from sheepfold.games.shepherd.meadow import is_field
from sheepfold.games.shepherd.rules import grass_of, unseen_cards
from sheepfold.games.shepherd.state import DARK, DIRECTIONS, LIGHT, PLACES, SHEEP_EACH, TURNING

SEARCH = {"cut": 6, "scale": 2.0}
"""How bots search, found in short trials. Letting judgement take over after six actions helps most; after twelve, with
a larger scale, with ordered actions or with steered playing on it was no better."""

LEVELS = {"lamb": {"iterations": 40, "mistakes": 0.4}, "ewe": {"iterations": 120}, "ram": {"iterations": 3000}}
"""What the levels of bots mean here."""


@part
def judge(state, seat):
    """How much better off the seat is than the best of the others, in cards."""
    best = -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, prospect(state, other))
    return prospect(state, seat) - best


@part
def prospect(state, seat):
    """The cards a player has, a card just being turned over, and what the sheep may come to."""
    cards = 1.0 * grass_of(state, seat) - worms_expected(state) * state.light[seat]
    if state.phase == TURNING and state.turn == seat:
        cards += card_value(state, int(state.grazed)) + 0.2
    for sheep in range(SHEEP_EACH * seat, SHEEP_EACH * seat + SHEEP_EACH):
        cards += pasture(state, int(state.sheep[sheep]))
    return cards


@part
def worms_expected(state):
    """With worms unseen, what each light card taken will cost: two for a worm."""
    if state.worms_unseen == 0 or state.worms_left == 0:
        return 0.0
    return 2.0 * state.worms_left / unseen_cards(state)


@part
def card_value(state, field):
    """What grazing here brings, on average."""
    card = state.cards[field]
    if card == DARK:
        return 2.0
    if card != LIGHT:
        return 0.0
    if state.worms_unseen == 1:
        return 1.0 - worms_expected(state)
    return 1.0 - state.worms_left / max(1, unseen_cards(state))


@part
def pasture(state, here):
    """What a sheep may come to: the card under it, and, the farther away the less, the best card elsewhere."""
    near = 0.0
    for direction in DIRECTIONS:
        there = here + direction
        if is_field(state, there) and state.standing[there] == 0:
            near = max(near, card_value(state, there))
    far = 0.0
    if near < 2.0:
        for there in range(PLACES):
            if state.cards[there] == DARK or state.cards[there] == LIGHT:
                far = max(far, card_value(state, there) / steps_between(here, there))
    return 0.45 * card_value(state, here) + 0.15 * near + 0.1 * far


@part
def steps_between(here, there):
    return 1 + abs(here // 10 - there // 10) + abs(here % 10 - there % 10)
