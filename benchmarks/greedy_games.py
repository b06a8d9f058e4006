"""Games a second on one core with the bot `greedy` in every seat: inside compiled loops, and asked one by one.

The same seeds give the same games both ways; the ratio of the two stands in one run. Run with
`python benchmarks/greedy_games.py [GAME …]`.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.bot_games import GREEDY, run_bots
from sheepfold.study.games import Company

SECONDS = 2.0
GOALS = {"dyke": 500, "nines": 8_000, "sheepsheep": 3_000, "shepherd": 3_000}


def inside(setup: sheepfold.Match) -> float:
    """Games a second in compiled loops."""
    policies, start = np.full(setup.players, GREEDY, np.int64), setup.opening()
    run_bots(setup.game, start, policies, drivers.seeds(1, 2))
    best, games, until = 0.0, 20, time.process_time() + SECONDS
    while time.process_time() < until:
        begun = time.process_time()
        run_bots(setup.game, start, policies, drivers.seeds(1, games))
        spent = time.process_time() - begun
        best, games = max(best, games / spent), games if spent > SECONDS / 10 else 2 * games
    return best


def asked(setup: sheepfold.Match) -> float:
    """Games a second when every bot is asked for every decision."""
    company = Company(setup, ["greedy"] * setup.players)
    company.play(1)
    played, begun = 0, time.process_time()
    while time.process_time() < begun + SECONDS:
        company.play(played)
        played += 1
    return played / (time.process_time() - begun)


def main() -> None:
    print(f"{'game':<12}{'players':>8}{'inside':>10}{'one by one':>12}{'ratio':>8}{'goal':>8}")
    for key in sys.argv[1:] or sheepfold.games():
        setup = sheepfold.Match(key)
        quick, slow = inside(setup), asked(setup)
        print(f"{key:<12}{setup.players:>8}{quick:>10,.0f}{slow:>12.1f}{quick / slow:>7.0f}×{GOALS.get(key, 0):>8,}")


if __name__ == "__main__":
    main()
