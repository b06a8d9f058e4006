# pyright: basic
"""What a good position of Sheep Sheep is: points, what this turn can still bring, and little for the next player."""

from __future__ import annotations

import numpy as np

from sheepfold.core.kit import part
from sheepfold.games.sheepsheep.rules import most_swaps
from sheepfold.games.sheepsheep.solver import BENCH, FEWER_SWAPS, most_to_win
from sheepfold.games.sheepsheep.state import COLOURS, END, OVER, SWAPPING

SEARCH = {"order": True, "cut": 6, "scale": 4.0}
"""How bots search, found in short trials. What judgement likes is tried first, it takes over after six actions; after
twenty, or after one, that is weaker. Steering the playing on is about as strong, but takes ten times as long."""

LEVELS = {"lamb": {"iterations": 40, "mistakes": 0.4}, "ewe": {"iterations": 300}, "ram": {"iterations": 8000}}
"""What the levels of bots mean here."""

MOST_AT_A_TIMED_TABLE = 6
"""Swaps a turn: with eight one takes seven of the nine cards every time, and is no fun to play with."""

AHEAD, AHEAD_OF_OTHERS = 2, 2
"""How many swaps one looks ahead, for oneself and for the next player."""

TOO_LONG = -1000.0


@part
def judge(state, seat):
    """The lead over the others, plus what this turn can still bring, or minus what it leaves the next player."""
    lead = lead_of(state, seat)
    if state.phase == SWAPPING and state.turn == seat:
        return lead + rest_of_turn(state, seat)
    if state.phase == SWAPPING:
        return lead - 0.5 * within_reach(state, int(state.turn), min(AHEAD_OF_OTHERS, swaps_of_a_turn(state)))
    return lead


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
    return most_swaps(state) if state.exchanges > 0 else MOST_AT_A_TIMED_TABLE


@part
def rest_of_turn(state, seat):
    """What can still be won with the swaps that are left; a swap that gains nothing costs a little."""
    left = swaps_of_a_turn(state) - state.swaps
    if left < 0:
        return TOO_LONG
    return within_reach(state, seat, min(AHEAD, left)) - 0.01 * state.swaps


@part
def within_reach(state, seat, swaps):
    """The points a seat can win with so many swaps, a little more if it needs fewer."""
    bench = np.zeros(BENCH, np.int64)
    return most_to_win(state, seat, swaps, bench) / FEWER_SWAPS


# ------------------------------------------------------------------------------------ manners at a timed table


def enough(observation, seat):
    """SSH-14: the action that ends a turn after as many swaps as our bots use at a timed table; None: go on."""
    is_long = observation.exchanges == 0 and observation.swaps >= MOST_AT_A_TIMED_TABLE
    return END if is_long and observation.phase == SWAPPING and observation.turn == seat else None


def imagine_manners(observation):
    """Think of a timed table (in an array of one observation) as of one where a turn has so many exchanges."""
    if observation["exchanges"][0] == 0:
        observation["exchanges"] = MOST_AT_A_TIMED_TABLE
