# pyright: basic
"""What a good position is in The Shepherd: more grass in the pile, and sheep on and near better grass, than others."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sheepfold.core.kit import part
from sheepfold.games.shepherd.meadow import is_field
from sheepfold.games.shepherd.rules import grass_of, unseen_cards
from sheepfold.games.shepherd.state import ALL_SHEEP, DARK, DIRECTIONS, LIGHT, PLACES, SHEEP_EACH, TURNING

SEARCH = {"cut": 6, "scale": 2.0}
"""How bots search: after six actions judgement takes over. Found in short trials."""

LEVELS = {"lamb": {"iterations": 100, "mistakes": 0.3}, "ewe": {"iterations": 300}, "ram": {"iterations": 3000}}
"""What the levels of bots mean here, calibrated in the arena (docs/bots.md)."""

BELLWETHER = {"iterations": 8000, "cut": 1, "exploration": 0.5}
"""How `bellwether` searches, with what was learned in the place of judgement (docs/bots.md)."""


FEATURES = 14
LOOKS_AT = (
    "tactical", "worms_unseen", "phase", "thrown", "used", "sun", "sun_places", "pairs_left", "light_left", "worms_left"
)  # fmt: skip
"""What a learned value is told of a seat, see `features`, and looks at besides."""

TABLES = ({}, {"tactical": True})
"""The tables it is to know best."""

NOTES = 2 * PLACES + 5 + ALL_SHEEP
"""See `survey`."""

CARDS_NOTED, FAR_NOTED, LIGHT_NOTED, CARDS_LEFT, PUSHED_NOTED, WORTH_NOTED, SHEEP_NOTED = (
    0, PLACES, 2 * PLACES, 2 * PLACES + 1, 2 * PLACES + 2, 2 * PLACES + 3, 2 * PLACES + 4
)  # fmt: skip
"""Where in the notes stands what: by place its card, and the best card elsewhere; what a light card brings; how many
cards lie there; who is being pushed; what the position is worth as long as no sheep goes anywhere; the sheep."""

UNKNOWN = -10_000.0

_EVERYWHERE = [divmod(place, 10) for place in range(PLACES)]
NEAREST = np.array(
    [
        sorted(range(PLACES), key=lambda there: abs(here[0] - there // 10) + abs(here[1] - there % 10))
        for here in _EVERYWHERE
    ],
    np.int16,
)
"""By place: all places, the nearest first."""


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
    light = light_value(state)
    cards = cards_of(state, seat, weights, light)
    for sheep in range(SHEEP_EACH * seat, SHEEP_EACH * seat + SHEEP_EACH):
        cards += pasture(state, int(state.sheep[sheep]), weights, light)
    return cards


@part
def cards_of(state, seat, weights, light):
    """The cards a player has, and a card just being turned over."""
    cards = 1.0 * grass_of(state, seat) - worms_expected(state) * state.light[seat]
    if state.phase == TURNING and state.turn == seat:
        cards += card_value(state, int(state.grazed), light) + weights.grazing
    return cards


# ------------------------------------------------------------------------------------ judging what is tried


@part
def survey(state, notes):
    """Note what trying an action mostly leaves as it is: the meadow, and so the best card elsewhere, which is looked
    for once from every field; and where the sheep stand."""
    light = light_value(state)
    differs = 0 if notes[LIGHT_NOTED] == light else 1
    for place in range(PLACES):
        differs += notes[CARDS_NOTED + place] != state.cards[place]
    if differs > 0:
        for place in range(PLACES):
            notes[CARDS_NOTED + place] = state.cards[place]
            notes[FAR_NOTED + place] = UNKNOWN
    notes[LIGHT_NOTED] = light
    notes[CARDS_LEFT] = state.pairs_left + state.light_left
    notes[PUSHED_NOTED] = state.pushed
    notes[WORTH_NOTED] = UNKNOWN
    for sheep in range(ALL_SHEEP):
        notes[SHEEP_NOTED + sheep] = state.sheep[sheep]


@part
def judge_tried(state, seat, notes):
    """`judge`, to the last bit, for what an action of this seat leads to from the position noted."""
    if state.pairs_left + state.light_left != notes[CARDS_LEFT]:
        return judge(state, seat)
    if state.phase == TURNING or somebody_went(state, notes):
        return judge_by_notes(state, seat, WEIGHTS, notes)
    if notes[WORTH_NOTED] == UNKNOWN:
        notes[WORTH_NOTED] = judge_by_notes(state, seat, WEIGHTS, notes)
    return notes[WORTH_NOTED]


@part
def somebody_went(state, notes):
    """Whether the sheep no longer stand as noted."""
    if state.pushed != notes[PUSHED_NOTED]:
        return True
    for sheep in range(SHEEP_EACH * state.players):
        if state.sheep[sheep] != notes[SHEEP_NOTED + sheep]:
            return True
    return False


@part
def judge_by_notes(state, seat, weights, notes):
    """`judge_by`, where all cards lie as noted."""
    best = -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, prospect_by_notes(state, other, weights, notes))
    return prospect_by_notes(state, seat, weights, notes) - best


@part
def prospect_by_notes(state, seat, weights, notes):
    cards = cards_of(state, seat, weights, notes[LIGHT_NOTED])
    for sheep in range(SHEEP_EACH * seat, SHEEP_EACH * seat + SHEEP_EACH):
        cards += pasture_by_notes(state, int(state.sheep[sheep]), weights, notes)
    return cards


@part
def pasture_by_notes(state, here, weights, notes):
    light = notes[LIGHT_NOTED]
    near, far = best_beside(state, here, light), 0.0
    if near < 2.0:
        if notes[FAR_NOTED + here] == UNKNOWN:
            notes[FAR_NOTED + here] = best_elsewhere(state, here, light)
        far = notes[FAR_NOTED + here]
    return weights.under * card_value(state, here, light) + weights.near * near + weights.far * far


# ------------------------------------------------------------------------------------ for a learned value


@part
def features(state, seat, out):
    """A seat's cards, a card just being turned over, and of each sheep the grass under it, beside it and elsewhere."""
    light = light_value(state)
    out[0] = grass_of(state, seat) - worms_expected(state) * state.light[seat]
    out[1] = prospect(state, seat, WEIGHTS)
    turning = state.phase == TURNING and state.turn == seat
    out[2] = card_value(state, int(state.grazed), light) if turning else 0.0
    out[3] = 1.0 if turning else 0.0
    for k in range(SHEEP_EACH):
        here = int(state.sheep[SHEEP_EACH * seat + k])
        out[4 + k] = card_value(state, here, light)
        out[6 + k] = best_beside(state, here, light)
        out[8 + k] = best_elsewhere(state, here, light)
        out[10 + k] = grass_around(state, here, light)
        out[12 + k] = steps_between(here, int(state.dog)) if state.dog != 0 else 0.0


@part
def grass_around(state, here, light):
    """The grass within three steps, the nearer the more."""
    total = 0.0
    for there in range(PLACES):
        if state.cards[there] == DARK or state.cards[there] == LIGHT:
            steps = steps_between(here, there)
            if steps <= 4:
                total += card_value(state, there, light) / steps
    return total


# ------------------------------------------------------------------------------------ grass


@part
def worms_expected(state):
    """With worms unseen, what each light card taken will cost: two for a worm."""
    if state.worms_unseen == 0 or state.worms_left == 0:
        return 0.0
    return 2.0 * state.worms_left / unseen_cards(state)


@part
def card_value(state, field, light):
    """What grazing here brings, on average, if a light card brings so much."""
    card = state.cards[field]
    if card == DARK:
        return 2.0
    return light if card == LIGHT else 0.0


@part
def light_value(state):
    """What a light card brings, on average."""
    if state.worms_unseen == 1:
        return 1.0 - worms_expected(state)
    return 1.0 - state.worms_left / max(1, unseen_cards(state))


@part
def pasture(state, here, weights, light):
    """What a sheep may come to: the card under it, and, the farther away the less, the best card elsewhere."""
    near = best_beside(state, here, light)
    far = best_elsewhere(state, here, light) if near < 2.0 else 0.0
    return weights.under * card_value(state, here, light) + weights.near * near + weights.far * far


@part
def best_beside(state, here, light):
    """The best card on a free field beside."""
    best = 0.0
    for direction in DIRECTIONS:
        there = here + direction
        if is_field(state, there) and state.standing[there] == 0:
            best = max(best, card_value(state, there, light))
    return best


@part
def best_elsewhere(state, here, light):
    """The best card anywhere, the farther away the less: the nearest dark one or the nearest light one."""
    best = 0.0
    for k in range(PLACES):
        there = NEAREST[here, k]
        card = state.cards[there]
        if card == DARK or (card == LIGHT and best == 0.0):
            best = max(best, card_value(state, there, light) / steps_between(here, there))
        if card == DARK or (best > 0.0 and 2.0 / steps_between(here, there) <= best):
            return best  # what lies farther away is no better
    return best


@part
def steps_between(here, there):
    return 1 + abs(here // 10 - there // 10) + abs(here % 10 - there % 10)
