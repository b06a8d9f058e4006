# pyright: basic
"""What a good position on the dyke is, for a first greedy player.

Who stays behind wins: a sheep far back has room for high scopes, so the imp goes to those in front, and of the last two
it is the winner. So a position is worth its lifesavers, its room and how far behind it is. Cards that lie but have not
run are judged by where they would lead: water, the sheep one would shove, being shoved, and the chances of imp and
cherub against others who lay anything that keeps them on the dyke.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from sheepfold.core.kit import part
from sheepfold.games.dyke.cards import count_cards
from sheepfold.games.dyke.ground import in_race, is_water, sheep_on
from sheepfold.games.dyke.rules import is_better, lies_face_down
from sheepfold.games.dyke.state import (
    BACKS,
    CARDS,
    CHOOSING,
    KINDS,
    NOBODY,
    OVER,
    PLAY_CARDS,
    PLAY_SCOPE,
    SQUARES,
    UNSEEN,
    USING,
)

SEARCH = {"steer": 8, "widening": 0.5, "exploration": 0.4, "winner": 0.5}
"""How bots search, by the arena (docs/bots.md): only playing on by judgement tells good cards from bad ones, of eight
random choices the best; and of hundreds of ways to lay cards a few come into play at a time."""

LEVELS = {
    "lamb": {"iterations": 30, "mistakes": 0.9, "careless": 20.0},
    "ewe": {"iterations": 60, "mistakes": 0.4, "careless": 12.0},
    "ram": {"iterations": 2000},
}
"""What the levels of bots mean here, calibrated in the arena (docs/bots.md)."""

BELLWETHER = {"iterations": 2500, "by_judgement": True, "reads": True}
"""How `bellwether` searches: a little longer than the `ram`; and before it lays cards it imagines what
others may lay (docs/bots.md)."""

FEATURES = 21
LOOKS_AT = ("phase", "rounds", "start_lies", "back", "rain", "molehills")
"""What a learned value is told of a seat, see `features`, and looks at besides."""

WON, SECOND, LAST_OUT, OUT = 300.0, 100.0, 50.0, -200.0


class Weights(NamedTuple):
    """How much each thing counts."""

    lifesaver: float
    first_lifesaver: float  # the only one is worth that much more
    room: float  # a board's length ahead of the sheep
    no_room: float  # no square ahead of it
    behind: float  # being a board's length behind the others
    cherub: float
    pad: float
    card: float  # in hand
    shoving: float  # somebody into the water
    shoved: float  # standing next to water, for each sheep behind
    whim: float


WEIGHTS = Weights(**tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8")))


@part
def judge(state, seat):
    return judge_by(state, seat, WEIGHTS)


@part
def judge_by(state, seat, weights):
    """How good the position is for a seat; its own cards that lie face down count as if they were to run."""
    if state.phase == OVER:
        return result(state, seat)
    if not in_race(state, seat):
        return OUT
    cards = count_cards(state.hand[seat])
    worth = pads_worth(state, seat, weights)
    if lies_face_down(state, seat):
        play = state.laid[seat] - 1
        cards = count_cards(int(state.hand[seat]) & ~PLAY_CARDS[play])
        worth += prospect(state, seat, PLAY_SCOPE[play], 0, weights)
    elif state.phase == USING and state.turn == seat:
        worth += prospect(state, seat, int(state.scope[seat]), int(state.back), weights)
    else:
        worth += standing(state, seat, int(state.square[seat]), int(state.lifesavers[seat]), weights)
    return worth + weights.card * (cards if cards >= 4 else CARDS)


@part
def features(state, seat, out):
    """How a sheep stands, and where it would if what its owner is about to do came to pass."""
    for k in range(FEATURES):
        out[k] = 0.0
    if not in_race(state, seat):
        return
    start, lifesavers = int(state.square[seat]), int(state.lifesavers[seat])
    scope, back, cards = committed(state, seat)
    target = start + max(scope, 0)
    if scope >= 0:
        lifesavers -= water_on_the_way(state, scope, target, back)
        target -= back
        out[1], out[2] = chance_of_imp(state, seat, scope), chance_of_cherub(state, seat, scope)
        out[3], out[4] = 1.0, scope / SQUARES
        if start + scope >= 2 * SQUARES:
            target, lifesavers = 2 * SQUARES - 1, -1
        elif target != start:
            out[5] = shoving(state, seat, target, WEIGHTS) / max(WEIGHTS.shoving, 1.0)
    out[0] = 1.0
    out[6], out[7], out[8] = max(lifesavers, 0), 1.0 if lifesavers >= 0 else 0.0, 1.0 if lifesavers > 0 else 0.0
    out[9] = being_shoved(state, seat, target, WEIGHTS) / max(WEIGHTS.shoved, 1.0)
    out[10] = cards if cards >= 4 else CARDS
    out[11], out[12] = 1.0 if state.imp == seat else 0.0, 1.0 if state.cherub == seat else 0.0
    for kind in range(KINDS):
        out[13 if kind < BACKS else 14] += state.pads[seat, kind]
    note_place(state, seat, target, out)


@part
def committed(state, seat):
    """How far and how far back a sheep is about to run (-1: nobody knows yet), and how many cards are left then."""
    if lies_face_down(state, seat) and state.laid[seat] > 0:
        play = state.laid[seat] - 1
        return PLAY_SCOPE[play], 0, count_cards(int(state.hand[seat]) & ~PLAY_CARDS[play])
    cards = count_cards(state.hand[seat])
    if state.phase == USING and state.turn == seat:
        return int(state.scope[seat]), int(state.back), cards
    return -1, 0, cards


@part
def water_on_the_way(state, scope, target, back):
    """How often a sheep gets wet that runs there, and back."""
    wet = 0
    if scope > 0 and target < 2 * SQUARES and is_water(state, target):
        wet += 1
    if back > 0 and target < 2 * SQUARES and is_water(state, target - back):
        wet += 1
    return wet


@part
def note_place(state, seat, square, out):
    """Where a sheep is among the others, and how much room there is ahead of it."""
    last, total, others, behind = square, 0, 0, 0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            last = min(last, int(state.square[other]))
            total += int(state.square[other])
            others += 1
            if state.square[other] < square:
                behind += 1
    room = 2 * SQUARES - 1 - square + (SQUARES if last >= SQUARES else 0)
    lack = max(0, SQUARES - room) / SQUARES
    out[15], out[16], out[17] = square / SQUARES, min(room, 2 * SQUARES) / SQUARES, lack * lack
    out[18] = (total / max(others, 1) - square) / SQUARES
    out[19], out[20] = 1.0 if behind == 0 else 0.0, behind


@part
def result(state, seat):
    """What the end is worth."""
    ahead = 0
    for other in range(state.players):
        if is_better(state, other, seat):
            ahead += 1
    if not in_race(state, seat):
        return LAST_OUT if ahead == 0 else OUT
    return WON if ahead == 0 else SECOND


@part
def pads_worth(state, seat, weights):
    """Pads are all worth about the same: what they save is a lifesaver now and then."""
    pads = 0
    for kind in range(KINDS):
        pads += state.pads[seat, kind]
    return weights.pad * pads


@part
def standing(state, seat, square, lifesavers, weights):
    """What it is worth to stand there with so many lifesavers, while the others stand where they do."""
    if lifesavers < 0:
        return OUT
    last = square
    others = 0
    total = 0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            last = min(last, int(state.square[other]))
            total += int(state.square[other])
            others += 1
    # Once everybody has left the first board it goes to the far end, and there is room for another hundred squares.
    room = 2 * SQUARES - 1 - square + (SQUARES if last >= SQUARES else 0)
    lack = max(0, SQUARES - room) / SQUARES
    worth = weights.lifesaver * lifesavers + weights.first_lifesaver * min(lifesavers, 1)
    worth += weights.room * min(room, 2 * SQUARES) / SQUARES - weights.no_room * lack * lack
    return worth + weights.behind * (total / max(others, 1) - square) / SQUARES


@part
def prospect(state, seat, scope, back, weights):
    """What it is worth to be about to run that far, and back, from where the sheep stands now."""
    start = int(state.square[seat])
    target = start + scope
    if target >= 2 * SQUARES:
        return OUT
    lifesavers = int(state.lifesavers[seat])
    if scope > 0 and is_water(state, target):
        lifesavers -= 1
    if back > 0:
        target -= back
        if is_water(state, target):
            lifesavers -= 1
    if lifesavers < 0:
        return OUT
    imp = chance_of_imp(state, seat, scope)
    worth = (1.0 - imp) * standing(state, seat, target, lifesavers, weights)
    worth += imp * standing(state, seat, target, lifesavers - 1, weights)
    worth += weights.cherub * chance_of_cherub(state, seat, scope)
    if target != start:
        worth += shoving(state, seat, target, weights)
    return worth - being_shoved(state, seat, target, weights) + whim(state, seat, scope, weights)


@part
def shoving(state, seat, square, weights):
    """Somebody may get wet, or fall off."""
    if sheep_on(state, square, seat) == NOBODY or (square == 0 and state.start_lies == 1):
        return 0.0
    ahead = square + 1
    return weights.shoving if ahead >= 2 * SQUARES or is_water(state, ahead) else 0.0


@part
def being_shoved(state, seat, square, weights):
    """Next to water, or at the end, everybody behind is a danger."""
    if square + 1 < 2 * SQUARES and not is_water(state, square + 1):
        return 0.0
    behind = 0
    for other in range(state.players):
        if other != seat and in_race(state, other) and state.square[other] < square:
            behind += 1
    return weights.shoved * behind


@part
def whim(state, seat, scope, weights):
    """A taste of one's own: sheep that all thought alike would all run to one square, into the water one by one."""
    taste = scope * 7919 + seat * 104729 + int(state.rounds) * 1299709 + int(state.square[seat]) * 31
    return weights.whim * (taste % 101) / 100.0


# ------------------------------------------------------------------------------------ imp and cherub


@part
def chance_of_imp(state, seat, scope):
    """How likely nobody else lays less."""
    chance = 1.0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            if state.scope[other] == UNSEEN:
                chance *= 1.0 - chance_of_less(state, other, scope)
            elif state.scope[other] < scope:
                return 0.0
    return chance


@part
def chance_of_cherub(state, seat, scope):
    """How likely everybody else lays less."""
    chance = 1.0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            if state.scope[other] == UNSEEN:
                chance *= chance_of_less(state, other, scope)
            elif state.scope[other] >= scope:
                return 0.0
    return chance


@part
def chance_of_less(state, seat, scope):
    """How likely a player lays less who lays anything that keeps the sheep on the dyke."""
    room = 2 * SQUARES - 1 - int(state.square[seat])
    if scope > room:
        return 1.0
    return ways_below(int(state.hand[seat]), scope) / max(1.0, ways_below(int(state.hand[seat]), room))


@part
def ways_below(hand, scope):
    """About how many ways there are to lay up to that scope: by ones, tens and hundreds, each spread evenly."""
    cards = count_cards(hand)
    zero, one = hand & 1, (hand >> 1) & 1
    ones = cards + zero * (cards - 1)
    tens = (cards - zero) * (cards - 1) + zero * (cards - 1) * (cards - 2)
    hundreds = one * (cards - 1) * (cards - 2)
    ways = ones * min(scope, 9) / 9.0
    ways += tens * min(max(scope - 9, 0), 90) / 90.0
    return ways + hundreds * min(max(scope - 99, 0), 100) / 100.0


# ------------------------------------------------------------------------------------ in secret


def before_choosing(observation):
    """As when everybody began to choose cards: nothing lies face down yet."""
    if observation["phase"][0] != CHOOSING:
        return False
    observation["laid"][0] = 0
    racing = [seat for seat in range(observation["players"][0]) if observation["out"][0, seat] == 0]
    observation["waiting"][0] = sum(1 << seat for seat in racing)
    return True
