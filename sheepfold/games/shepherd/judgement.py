# pyright: basic
"""What a good position is in The Shepherd: more grass in the pile, and sheep on and near better grass, than others."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from sheepfold.core.kit import part
from sheepfold.games.shepherd.meadow import is_field
from sheepfold.games.shepherd.rules import grass_of, unseen_cards
from sheepfold.games.shepherd.state import DARK, DIRECTIONS, LIGHT, PLACES, SHEEP_EACH, TURNING

SEARCH = {"cut": 6, "scale": 2.0}
"""How bots search: after six actions judgement takes over. Found in short trials."""

LEVELS = {"lamb": {"iterations": 100, "mistakes": 0.3}, "ewe": {"iterations": 300}, "ram": {"iterations": 3000}}
"""What the levels of bots mean here, calibrated in the arena (docs/bots.md)."""


class Weights(NamedTuple):
    """How much each thing counts, in cards."""

    grazing: float  # a card that is just being turned over, beyond what it brings
    under: float  # of the card under a sheep
    near: float  # of the best free card beside it
    far: float  # of the best card elsewhere, by its distance


WEIGHTS = Weights(**tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8")))


@part
def judge(state, seat):
    return judge_by(state, seat, WEIGHTS)


@part
def judge_by(state, seat, weights):
    """How much better off the seat is than the best of the others, in cards."""
    best = -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, prospect(state, other, weights))
    return prospect(state, seat, weights) - best


@part
def prospect(state, seat, weights):
    """The cards a player has, a card just being turned over, and what the sheep may come to."""
    cards = 1.0 * grass_of(state, seat) - worms_expected(state) * state.light[seat]
    if state.phase == TURNING and state.turn == seat:
        cards += card_value(state, int(state.grazed)) + weights.grazing
    for sheep in range(SHEEP_EACH * seat, SHEEP_EACH * seat + SHEEP_EACH):
        cards += pasture(state, int(state.sheep[sheep]), weights)
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
def pasture(state, here, weights):
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
    return weights.under * card_value(state, here) + weights.near * near + weights.far * far


@part
def steps_between(here, there):
    return 1 + abs(here // 10 - there // 10) + abs(here % 10 - there % 10)
