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

SECONDS = 3.0
AT_ONCE = 4
"""Games that are played in one call."""

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


def rate(play: Callable[[int], int]) -> float:
    """Games a second; `play` plays on from a seed, says how many games that were, and did so once before to load."""
    seeds = iter(drivers.seeds(1, 100_000).tolist())
    play(next(seeds))
    played, begun = 0, time.process_time()
    while time.process_time() < begun + SECONDS:
        played += play(next(seeds))
    return played / (time.process_time() - begun)


def inside(setup: sheepfold.Match, names: list[str]) -> float:
    """Games a second in compiled loops."""
    return rate(lambda seed: len(played_from(setup, names, drivers.seeds(seed, AT_ONCE))))


def asked(setup: sheepfold.Match, names: list[str]) -> float:
    """Games a second when every bot is asked for every decision."""
    company = Company(setup, names)
    return rate(lambda seed: len(company.play(seed)))


def main() -> None:
    stopwatch = Stopwatch()
    for kind in (Searcher, ByValue):
        stopwatch.watch(kind)
    print(f"{'game':<12}{'bot':<12}{'asked':>9}{'in Python':>11}{'inside':>9}{'ratio':>8}")
    for key in sys.argv[1:] or sheepfold.games():
        setup = sheepfold.Match(key)
        for name in BOTS:
            names = [name] * setup.players
            stopwatch.seconds, begun = 0.0, time.process_time()
            slow = asked(setup, names)
            share = 1 - stopwatch.seconds / (time.process_time() - begun)
            print(f"{key:<12}{name:<12}{slow:>9.2f}{share:>11.1%}", end="", flush=True)
            if bots.policies(names) is not None:
                quick = inside(setup, names)
                print(f"{quick:>9.2f}{quick / slow:>7.2f}×", end="")
            print(flush=True)


if __name__ == "__main__":
    main()
