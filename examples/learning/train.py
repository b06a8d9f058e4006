"""Learn to play two-player nines by playing against oneself, in a few minutes on two cores.

    python -m examples.learning.train --seed 1
    sheepfold arena nines --players 2 --bots examples.learning.bot:bot,greedy --games 1000

Hundreds of games run side by side in a `Batch`. Each seat looks at what every one of its actions would lead to
(`afterstates`) and takes the one the network likes best, now and then another. After some steps the network is moved
towards what came of it: the points by which the game was won, or what it thinks of the positions reached meanwhile
(temporal differences). Nothing is told to it but the rules and what to look at (`features.py`).

Run both from the root of the repository. The same seed on the same machine gives the same weights.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sheepfold.rl import Batch

from .features import POINT, features
from .network import Network

WEIGHTS = Path(__file__).parent / "weights.npz"
GAMES, STEPS = 512, 48
"""Games side by side, and steps between two rounds of learning."""

LAMBDA = 0.85
"""How much of a target is what came of it later, and how much what the network thought right afterwards."""

ROWS = 2048
"""Positions the network learns from at once."""

DISCOVERY = 0.05
"""How often, at first, something else than the best is done."""


class Stretch(NamedTuple):
    """Some steps of all games: what was reached, by whom, what the network thought of it, and what was won."""

    inputs: np.ndarray
    actor: np.ndarray
    value: np.ndarray
    won: np.ndarray
    done: np.ndarray


def play(batch: Batch, network: Network, rng: np.random.Generator, discovery: float) -> Stretch:
    """Let the network play against itself for a stretch."""
    inputs, actors, values, won, done = [], [], [], [], []
    for _ in range(STEPS):
        seen, first = batch.afterstates()
        rows = features(seen, batch.layout)
        value = network.value(rows)
        chosen = best_of_each(value, first)
        other = first[:-1] + (rng.random(batch.n) * batch.legal_count).astype(np.int64)
        chosen = np.where(rng.random(batch.n) < discovery, other, chosen)
        actor = batch.actor.copy()
        batch.step(batch.legal[np.arange(batch.n), chosen - first[:-1]])
        inputs.append(rows[chosen])
        actors.append(actor)
        values.append(value[chosen])
        won.append((batch.rewards[np.arange(batch.n), actor] - batch.rewards[np.arange(batch.n), 1 - actor]) * POINT)
        done.append(batch.dones.copy())
    return Stretch(*(np.stack(each) for each in (inputs, actors, values, won, done)))


def best_of_each(value: np.ndarray, first: np.ndarray) -> np.ndarray:
    """The row with the highest value of each game's rows."""
    highest = np.maximum.reduceat(value, first[:-1])
    best = np.flatnonzero(value == np.repeat(highest, np.diff(first)))
    return best[np.searchsorted(best, first[:-1])]


def targets(stretch: Stretch) -> np.ndarray:
    """What each position turned out to be worth to its seat, from the last step back; what one wins the other loses."""
    found = np.empty_like(stretch.value)
    later = found[-1] = np.where(stretch.done[-1], stretch.won[-1], stretch.value[-1])
    for k in range(len(found) - 2, -1, -1):
        side = np.where(stretch.actor[k] == stretch.actor[k + 1], 1, -1)
        ahead = side * (LAMBDA * later + (1 - LAMBDA) * stretch.value[k + 1])
        later = found[k] = np.where(stretch.done[k], stretch.won[k], ahead)
    return found


def train(seed: int, rounds: int) -> Iterator[tuple[int, Network, float, int]]:
    """Learn for so many rounds; after each: its number, the network, its error, and the games played so far."""
    rng = np.random.default_rng(seed)
    batch = Batch("nines", players=2, n=GAMES, seed=seed, rewards="scores", dtype=np.int16)
    network = Network(features(batch.observations, batch.layout).shape[1], rng)
    games = 0
    for number in range(rounds):
        left = 1 - number / rounds
        stretch = play(batch, network, rng, DISCOVERY * left)
        games += int(stretch.done.sum())
        aims = targets(stretch).ravel()
        inputs = stretch.inputs.reshape(len(aims), -1)
        errors = []
        for some in np.array_split(rng.permutation(len(aims)), max(1, len(aims) // ROWS)):
            errors.append(network.learn(inputs[some], aims[some], 2e-3 * left + 1e-5))
        yield number, network, float(np.mean(errors)), games


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("--rounds", type=int, default=150, help="rounds of playing and learning")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--out", type=Path, default=WEIGHTS, help="where to keep the weights")
    asked = command.parse_args()
    started, used = time.perf_counter(), time.process_time()
    for number, network, error, games in train(asked.seed, asked.rounds):
        if (number + 1) % 20 == 0 or number + 1 == asked.rounds:
            spent = f"{time.perf_counter() - started:.0f} s, processor {time.process_time() - used:.0f} s"
            print(f"round {number + 1}: {games:,} games, {spent}, error {error:.3f}", flush=True)
            network.save(asked.out)


if __name__ == "__main__":
    main()
