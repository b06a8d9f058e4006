"""Games a second on one core with bots that think in every seat: inside compiled loops, and asked one by one.

The same seeds give the same games both ways. Where bots are asked, Python shows each what its seat may see, lists what
is legal and plays what it chose: *in Python* is the share of the time that this takes. `bellwether` is always asked.
Run with `python benchmarks/thinking_games.py [GAME …]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import sheepfold
from sheepfold import bots
from sheepfold.bots.bellwether import ByValue
from sheepfold.bots.search import Searcher
from sheepfold.core import drivers
from sheepfold.study.games import Company, played_from

SECONDS = 4.0
BOTS = ("lamb", "ewe", "ram", "bellwether")


class Stopwatch:
    """How long the compiled searches of asked bots took."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def watch(self, kind: Any) -> None:
        """Time the compiled loop of a kind of searcher."""
        made: Callable[..., Callable[[int], None]] = kind._iterations

        def timed(*given: Any) -> Callable[[int], None]:
            iterate = made(*given)

            def run(count: int) -> None:
                begun = time.process_time()
                iterate(count)
                self.seconds += time.process_time() - begun

            return run

        kind._iterations = timed


def asked(setup: sheepfold.Match, names: list[str], stopwatch: Stopwatch) -> tuple[int, float]:
    """How many games were played, and in how many seconds, every bot asked for every decision."""
    company, seeds = Company(setup, names), drivers.seeds(1, 100_000)
    company.play(1)
    stopwatch.seconds = 0.0
    played, begun = 0, time.process_time()
    while time.process_time() < begun + SECONDS:
        company.play(int(seeds[played]))
        played += 1
    return played, time.process_time() - begun


def inside(setup: sheepfold.Match, names: list[str], games: int) -> float:
    """The seconds that so many of the same games take in compiled loops."""
    played_from(setup, names, drivers.seeds(2, 1))
    begun = time.process_time()
    played_from(setup, names, drivers.seeds(1, games))
    return time.process_time() - begun


def main() -> None:
    stopwatch = Stopwatch()
    for kind in (Searcher, ByValue):
        stopwatch.watch(kind)
    print(f"{'game':<12}{'bot':<12}{'asked':>9}{'in Python':>11}{'inside':>9}{'ratio':>8}")
    for key in sys.argv[1:] or sheepfold.games():
        setup = sheepfold.Match(key)
        for name in BOTS:
            names = [name] * setup.players
            games, slow = asked(setup, names, stopwatch)
            print(f"{key:<12}{name:<12}{games / slow:>9.2f}{1 - stopwatch.seconds / slow:>11.1%}", end="", flush=True)
            if bots.policies(names) is not None:
                quick = inside(setup, names, games)
                print(f"{games / quick:>9.2f}{slow / quick:>7.2f}×", end="")
            print(flush=True)


if __name__ == "__main__":
    main()
