"""What the way through Python costs where bots are asked for every decision: its share of a game's time.

A bot that searches is one call into machine code a decision; between two of them Python shows it what its seat may see,
lists what is legal and plays what it chose. Run with `python benchmarks/asked_bots.py [GAME …]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import sheepfold
from sheepfold.bots.bellwether import ByValue
from sheepfold.bots.search import Searcher
from sheepfold.core import drivers
from sheepfold.study.games import Company

SECONDS = 4.0
BOTS = ("lamb", "ewe", "ram", "bellwether", "search")


class Stopwatch:
    """How long searches took, and how many decisions they were."""

    def __init__(self) -> None:
        self.seconds, self.searches = 0.0, 0

    def watch(self, kind: Any) -> None:
        """Time the compiled loop of a kind of searcher."""
        made: Callable[..., Callable[[int], None]] = kind._iterations

        def timed(*given: Any) -> Callable[[int], None]:
            iterate = made(*given)
            self.searches += 1

            def run(count: int) -> None:
                begun = time.process_time()
                iterate(count)
                self.seconds += time.process_time() - begun

            return run

        kind._iterations = timed


def main() -> None:
    stopwatch = Stopwatch()
    for kind in (Searcher, ByValue):
        stopwatch.watch(kind)
    print(f"{'game':<12}{'bot':<12}{'games/s':>9}{'a search':>11}{'in Python':>11}")
    for key in sys.argv[1:] or sheepfold.games():
        setup = sheepfold.Match(key)
        for name in BOTS:
            company = Company(setup, [name] * setup.players)
            seeds = iter(drivers.seeds(1, 10_000).tolist())
            company.play(next(seeds))
            stopwatch.seconds, stopwatch.searches, games, begun = 0.0, 0, 0, time.process_time()
            while time.process_time() < begun + SECONDS:
                company.play(next(seeds))
                games += 1
            spent = time.process_time() - begun
            search = stopwatch.seconds / max(1, stopwatch.searches)
            share = 1 - stopwatch.seconds / spent
            print(f"{key:<12}{name:<12}{games / spent:>9.2f}{search * 1e3:>8.2f} ms{share:>11.1%}", flush=True)


if __name__ == "__main__":
    main()
