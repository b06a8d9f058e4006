"""What a single `Match` costs from Python: plays a second, and how long the first action takes to come.

For every game found: `Match.play` with its checks in a known game; CPU seconds of the first action with an empty
cache; seconds from starting Python to the first action with a full one. Run with `python benchmarks/match.py [GAME …]`.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time

import sheepfold

FIRST_ACTION = "import random, sheepfold; sheepfold.Match({key!r}).{call}"


def plays_per_second(key: str) -> float:
    """One whole game played again and again, action by action, as text."""
    match, rng = sheepfold.Match(key), random.Random(1)
    while not match.is_over:
        actor = min(match.to_act(), key=str)
        match.play(actor, rng.choice(match.legal(actor)))
    lines = [line.split(" ", 1) for line in match.log()]
    log = [("*" if actor == "*" else int(actor), text) for actor, text in lines]
    played, spent = 0, 0.0
    while spent < 1.0:
        again = sheepfold.Match(key)
        start = time.perf_counter()
        for actor, text in log:
            again.play(actor, text)  # pyright: ignore[reportArgumentType]
        spent += time.perf_counter() - start
        played += len(log)
    return played / spent


def first_action(key: str, cache: str) -> tuple[float, float]:
    """Seconds and CPU seconds from starting Python to the first action done."""
    first = sheepfold.Match(key)
    actor = min(first.to_act(), key=str)
    code = FIRST_ACTION.format(key=key, call=f"play({actor!r}, {first.legal(actor)[0]!r})")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "SHEEPFOLD_CACHE": cache}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime


def main() -> None:
    print(f"{'game':<12}{'plays/s':>10}{'cold, CPU s':>13}{'warm, s':>9}")
    for key in sys.argv[1:] or sheepfold.games():
        with tempfile.TemporaryDirectory() as cache:
            _seconds, cold = first_action(key, cache)
            warm = min(first_action(key, cache)[0] for _ in range(5))
        print(f"{key:<12}{plays_per_second(key):>10,.0f}{cold:>13.1f}{warm:>9.2f}")


if __name__ == "__main__":
    main()
