"""How long one action takes: legal + pick + apply, over whole random games with their set-up, for every game found.

Machines are noisy and differ, so each figure also stands in units of one draw of the random source, measured in the
same run. Run with `python benchmarks/actions.py [GAME …]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sheepfold
from sheepfold.core import drivers, kit
from sheepfold.core.game import Game
from sheepfold.core.kit import draw
from sheepfold.core.machine_code import compile_alone

SECONDS = 1.0
ROUNDS = 5

CASES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "dyke": [(6, {})],
    "nines": [(2, {}), (4, {})],
    "sheepsheep": [(4, {"exchanges": 3}), (4, {})],
    "shepherd": [(4, {}), (4, {"tactical": True})],
}
"""Player counts and options worth a line; a game not named here is measured with its most players and defaults."""


def draws(count: int, rng: kit.Array) -> int:
    """Draw that many numbers, each put to use so that none can be left out."""
    total = 0
    for _ in range(count):
        total += draw(rng)
    return total


def best(seconds_of: Callable[[], float]) -> tuple[float, float]:
    """The quickest of some rounds, and how much slower the slowest was."""
    times = [seconds_of() for _ in range(ROUNDS)]
    return min(times), max(times) / min(times)


def seconds_per_draw() -> float:
    loop = compile_alone(draws)
    rng, count = kit.source(1), 20_000_000
    loop(10, rng)

    def once() -> float:
        start = time.perf_counter()
        loop(count, rng)
        return (time.perf_counter() - start) / count

    return best(once)[0]


def measure(game: Game, players: int, options: dict[str, Any]) -> tuple[float, float, float]:
    """Seconds per action, spread, actions per game."""
    start = sheepfold.Match(game, players, **options).opening()
    drivers.run(game, start, players, drivers.seeds(0, 10))
    trial = time.perf_counter()
    drivers.run(game, start, players, drivers.seeds(1, 200))
    count = max(200, int(200 * SECONDS / (time.perf_counter() - trial)))
    length = 0.0

    def once() -> float:
        nonlocal length
        begin = time.perf_counter()
        sample = drivers.run(game, start, players, drivers.seeds(2, count))
        spent = time.perf_counter() - begin
        length = float(sample.lengths.mean())
        return spent / int(sample.lengths.sum())

    seconds, spread = best(once)
    return seconds, spread, length


def main() -> None:
    asked = sys.argv[1:] or sheepfold.games()
    unit = seconds_per_draw()
    print(f"one draw: {unit * 1e9:.2f} ns (numpy {np.__version__})")
    print(f"{'game':<40}{'bytes':>6}{'actions':>9}{'ns/action':>11}{'draws':>8}{'spread':>8}")
    for key in asked:
        game = sheepfold.game(key)
        for players, options in CASES.get(key, [(game.players[-1], {})]):
            seconds, spread, length = measure(game, players, options)
            label = f"{key}, {players} players {' '.join(f'{k}={v}' for k, v in options.items())}"
            size = game.record.dtype.itemsize
            print(f"{label:<40}{size:>6}{length:>9.0f}{seconds * 1e9:>11.0f}{seconds / unit:>8.0f}{spread:>8.2f}")


if __name__ == "__main__":
    main()
