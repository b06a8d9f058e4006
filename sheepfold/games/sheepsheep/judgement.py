# pyright: basic
"""What a good position of Sheep Sheep is: points, what this turn can still bring, and little for the next player."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sheepfold.core.kit import part
from sheepfold.games.sheepsheep.rules import most_swaps
from sheepfold.games.sheepsheep.solver import BENCH, FEWER_SWAPS, most_to_win
from sheepfold.games.sheepsheep.state import COLOURS, END, OVER, PUT, SWAPPING

SEARCH = {"order": True, "cut": 6, "scale": 4.0, "exploration": 0.3}
"""How bots search, by the arena (docs/bots.md): after six actions judgement takes over, which is both quicker and
stronger than playing to the end; and it is trusted, so that little is spent on what looks bad. What judgement likes is
tried first."""

LEVELS = {"lamb": {"iterations": 50, "mistakes": 0.3}, "ewe": {"iterations": 200}, "ram": {"iterations": 8000}}
"""What the levels of bots mean here, calibrated in the arena (docs/bots.md)."""

BELLWETHER = {"iterations": 5_000, "cut": 1, "steer": 4, "exploration": 0.3}
"""How `bellwether` searches, with what was learned in the place of judgement (docs/bots.md); the action before it is
asked what a position is worth is the best judged of four random ones."""

FEATURES = 10
LOOKS_AT = ("exchanges", "lucky_points", "phase", "swaps", "barren", "left")
"""What a learned value is told of a seat, see `features`, and looks at besides."""

TABLES = ({"exchanges": 3}, {})
"""The tables it is to know best."""

MOST_AT_A_TIMED_TABLE, SECONDS_FOR_A_SWAP = 6, 10
"""Swaps a turn: with eight one takes seven of the nine cards every time, and is no fun to play with. In less than a
minute, as few as a person manages: looking, planning and swapping."""

FIRST_LOOK, NEXT_SWAP, LAST_LOOK, PUTTING_DOWN = 5.0, 4.0, 2.0, 1.5
"""The seconds people see a bot take: to the first swap of a turn, from one to the next, to ending it, and for a card
that fills a gap. As many swaps as it may make fit into every hourglass."""

AHEAD, AHEAD_OF_OTHERS = 2, 2
"""How many swaps one looks ahead, for oneself and for the next player."""

LEARNED_AHEAD = 3
"""How many swaps what is learned looks ahead where two play; with more it would take too long. It pays: who judges as
we do, but looks three swaps ahead for the next player where turns have three, beats who looks two ahead in 60.5 % of
2,000 games."""

TOO_LONG = -1000.0


class Weights(NamedTuple):
    """How much each thing counts, in points."""

    leaving: float  # of what the next player can win with what is left to them
    filling: float  # the same while gaps are still being filled
    swap: float  # one that gains nothing


WEIGHTS = Weights(**tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8")))


@part
def judge(state, seat):
    return judge_by(state, seat, WEIGHTS)


@part
def judge_by(state, seat, weights):
    """The lead over the others, plus what this turn can still bring, or minus what it leaves the next player."""
    lead = lead_of(state, seat)
    if state.phase == SWAPPING and state.turn == seat:
        return lead + rest_of_turn(state, seat, weights)
    if state.phase == SWAPPING:
        return lead - weights.leaving * left_to(state, int(state.turn))
    if state.phase != OVER and state.turn == seat:
        return lead - weights.filling * left_to(state, (seat + 1) % state.players)
    return lead


@part
def features(state, seat, out):
    """A seat's points, its sheep, and what it could win now with no swap, one, two, or three."""
    lucky = int(state.revealed[seat] if state.phase == OVER else state.lucky[seat])
    swapping = state.phase == SWAPPING and state.turn == seat
    left = max(0, swaps_of_a_turn(state) - state.swaps) if swapping else swaps_of_a_turn(state)
    out[0] = points_so_far(state, seat)
    out[1] = 1.0 if lucky != 0 else 0.0
    out[2] = state.won[seat, lucky]
    out[3] = 1.0 if swapping else 0.0
    out[4] = left if swapping else 0.0
    out[5] = within_reach(state, seat, 0)
    out[6] = within_reach(state, seat, min(1, left))
    out[7] = within_reach(state, seat, min(AHEAD, left))
    out[8] = out[7] if swapping else 0.0
    out[9] = within_reach(state, seat, min(LEARNED_AHEAD, left)) if state.players == 2 else 0.0


@part
def left_to(state, seat):
    """What a seat could win at once."""
    return within_reach(state, seat, min(AHEAD_OF_OTHERS, swaps_of_a_turn(state)))


@part
def lead_of(state, seat):
    """One's points, less what the others have on average."""
    others = 0.0
    for other in range(state.players):
        if other != seat:
            others += points_so_far(state, other)
    return points_so_far(state, seat) - others / (state.players - 1)


@part
def points_so_far(state, seat):
    """Points with the lucky colour, which is revealed, one's own or guessed."""
    lucky = state.revealed[seat] if state.phase == OVER else state.lucky[seat]
    total = (state.lucky_points - 1) * state.won[seat, lucky]
    for colour in range(1, COLOURS + 1):
        total += state.won[seat, colour]
    return float(total)


@part
def swaps_of_a_turn(state):
    return most_swaps(state) if state.exchanges > 0 else swaps_in_time(state)


@part
def swaps_in_time(state):
    """How many swaps a bot makes while the hourglass runs."""
    return min(MOST_AT_A_TIMED_TABLE, (state.seconds + SECONDS_FOR_A_SWAP // 2) // SECONDS_FOR_A_SWAP)


@part
def rest_of_turn(state, seat, weights):
    """What can still be won with the swaps that are left; a swap that gains nothing costs a little."""
    left = swaps_of_a_turn(state) - state.swaps
    if left < 0:
        return TOO_LONG
    return within_reach(state, seat, min(AHEAD, left)) - weights.swap * state.swaps


@part
def within_reach(state, seat, swaps):
    """The points a seat can win with so many swaps, a little more if it needs fewer."""
    bench = np.empty(BENCH, np.int64)
    return most_to_win(state, seat, swaps, bench) / FEWER_SWAPS


# ------------------------------------------------------------------------------------ manners at a timed table


@part
def enough(observation, seat):
    """SSH-14: the action that ends a turn after as many swaps as our bots use at a timed table; -1: go on."""
    is_long = observation.exchanges == 0 and observation.swaps >= swaps_in_time(observation)
    return END if is_long and observation.phase == SWAPPING and observation.turn == seat else -1


@part
def imagine_manners(observation):
    """Think of a timed table as of one where a turn has so many exchanges."""
    if observation.exchanges == 0:
        observation.exchanges = swaps_in_time(observation)


def pace(observation, _seat, action):
    """SSH-14: how long a bot takes for an action while the hourglass runs, in seconds; None: no longer than usual."""
    if observation.exchanges > 0:
        return None
    if action >= PUT:
        return PUTTING_DOWN
    if action == END:
        return LAST_LOOK
    return FIRST_LOOK if observation.swaps == 0 else NEXT_SWAP
