"""A game that is small enough to know everything about: what was learned of Pig, measured exactly and not by luck.

Against somebody who holds at 20, the best there is wins 53 % of all games, so a few hundred games would tell nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.bots.value.plan import Plan
from sheepfold.bots.value.training import train
from sheepfold.core import network as kept
from sheepfold.core.engine import RULES, VALUE, engine_of
from sheepfold.core.game import Game
from sheepfold.core.value import Network, foreseeing, new_desk

EXAMPLES = Path(__file__).parent.parent / "examples"
GOAL, MOST_TOTAL, FACES = 100, 50, range(2, 7)
Array = np.ndarray[Any, np.dtype[Any]]


def turns_of_the_other() -> Array:
    """How likely somebody who holds at 20 ends a turn at a score with a total; column 0: with nothing."""
    ends = np.zeros((GOAL, 27))
    for score in range(GOAL):
        reached = np.zeros(27)
        reached[0] = 1.0
        for total in range(26):
            if total >= 20 or score + total >= GOAL:
                ends[score, total] += reached[total]
            else:
                ends[score, 0] += reached[total] / 6
                for face in FACES:
                    reached[total + face] += reached[total] / 6
        ends[score, 26] += reached[26]
    return ends


def wins_against_holding_at_20(holds: Array) -> float:
    """How often one wins who holds as said by [own score, other score, total], beginning every other time."""
    ends, theirs = turns_of_the_other(), np.full((GOAL, GOAL), 0.5)
    begun = theirs
    for _sweep in range(60):
        begun = own_turns(holds, theirs)[:, :, 0]
        for score in range(GOAL):
            after = sum(ends[score, t] * begun[:, score + t] for t in range(1, 27) if score + t < GOAL)
            theirs[:, score] = ends[score, 0] * begun[:, score] + after
    return float(begun[0, 0] + theirs[0, 0]) / 2


def own_turns(holds: Array, theirs: Array) -> Array:
    """How likely one wins at every moment of one's own turn, if that is so when the other's turn begins."""
    wins = np.ones((GOAL, GOAL, MOST_TOTAL + 7))
    own = np.arange(GOAL)
    for total in range(MOST_TOTAL + 6, -1, -1):
        scored = own + total
        held = np.where(scored[:, None] < GOAL, theirs[np.minimum(scored, GOAL - 1)], 1.0)
        if total > MOST_TOTAL:
            wins[:, :, total] = held
            continue
        rolled = (theirs + sum(wins[:, :, total + face] for face in FACES)) / 6
        is_held = holds[:, :, total] | (scored >= GOAL)[:, None]
        wins[:, :, total] = np.where(is_held, held, rolled)
    return wins


def test_who_does_the_same_wins_half_of_the_games_and_who_is_greedier_fewer() -> None:
    total = np.broadcast_to(np.arange(MOST_TOTAL + 1), (GOAL, GOAL, MOST_TOTAL + 1))
    assert wins_against_holding_at_20(total >= 20) == pytest.approx(0.5, abs=1e-4)
    assert 0.4 < wins_against_holding_at_20(total >= 30) < 0.5


# ---------------------------------------------------------------------------------------------- what was learned


def what_one_holds_at(game: Game, network: Network) -> Array:
    """Where somebody holds who compares both choices by a network, over all faces of the die."""
    theirs = np.array([[chance(game, network, own, other, 0, 1) for other in range(GOAL)] for own in range(GOAL)])
    mine = np.ones((GOAL, GOAL, MOST_TOTAL + 7))
    for own in range(GOAL):
        for total in range(min(MOST_TOTAL + 7, GOAL - own)):
            for other in range(GOAL):
                mine[own, other, total] = chance(game, network, own, other, total, 0)
    holds = np.zeros((GOAL, GOAL, MOST_TOTAL + 1), bool)
    for total in range(1, MOST_TOTAL + 1):
        scored = np.arange(GOAL) + total
        held = np.where(scored[:, None] < GOAL, theirs[np.minimum(scored, GOAL - 1)], 1.0)
        rolled = (theirs + sum(mine[:, :, total + face] for face in FACES)) / 6
        holds[:, :, total] = held >= rolled
    return holds


def chance(game: Game, network: Network, own: int, other: int, total: int, turn: int) -> float:
    """Seat 0's chance of winning."""
    states, out = game.record.new(1), np.zeros((8, 8))
    states["players"], states["left"], states["turn"], states["total"] = 2, 950, turn, total
    states["score"][0, :2] = own, other
    foreseeing(game, plain=False)(states, 0, 0, 2, network, new_desk(game, states, network), out)
    return float(out[0, 0])


@pytest.mark.long
def test_two_minutes_of_training_beat_holding_at_20(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    pig = sheepfold.game("pig")
    train(pig, Plan((2,), 2, 1), tmp_path)
    engine_of(pig).wait_for(RULES, VALUE)
    network = kept.load(tmp_path / kept.FILE, pig)[0][2]
    assert wins_against_holding_at_20(what_one_holds_at(pig, network)) > 0.505
