"""Let the network play against the greedy bot, thousands of games side by side.

    python -m examples.learning.compare --games 2000

The network sits in each seat equally often. `sheepfold arena` does the same with bots one decision at a time, slower.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from sheepfold.rl import Batch
from sheepfold.study.summary import Estimate, share

from .features import features
from .network import Network
from .train import WEIGHTS, best_of_each


def against_greedy(network: Network, games: int, seed: int) -> Estimate:
    """The share of games the network wins against greedy, with its interval; equal places count half."""
    batch = Batch("nines", players=2, n=min(games, 512), seed=seed, dtype=np.int16)
    seat = np.arange(batch.n) % 2
    left = np.full(batch.n, games // batch.n)  # each table plays equally many, or the quick games would count more
    left[: games % batch.n] += 1
    played, won = 0, 0.0
    while left.any():
        seen, first = batch.afterstates()
        best = best_of_each(network.value(features(seen, batch.layout)), first) - first[:-1]
        batch.step(np.where(batch.actor == seat, batch.legal[np.arange(batch.n), best], batch.greedy()))
        ended = np.flatnonzero(batch.dones & (left > 0))
        left[ended] -= 1
        played += len(ended)
        won += float((batch.rewards[ended, seat[ended]] + 1).sum() / 2)
        seat[ended] = 1 - seat[ended]
    return share(won, played)


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("--games", type=int, default=2000)
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--weights", type=Path, default=WEIGHTS)
    asked = command.parse_args()
    found = against_greedy(Network.load(asked.weights), asked.games, asked.seed)
    print(f"against greedy: {found.value:.1%} of {asked.games:,} games won [{found.low:.1%}, {found.high:.1%}]")


if __name__ == "__main__":
    main()
