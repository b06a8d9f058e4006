"""How all are measured: CPU seconds for a unit of work, the best of some rounds. Runs in every environment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from importlib.metadata import version

ROUNDS = 5


def best(work: Callable[[], float]) -> float:
    """CPU seconds per unit; `work` does it and says how many units that were. Once before, unmeasured, to warm up."""
    work()
    times: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        units = work()
        times.append((time.process_time() - start) / units)
    return min(times)


def report(found: dict[str, float], *packages: str) -> None:
    """What was measured, for the script that asked."""
    print(json.dumps({"found": found, "versions": {name: version(name) for name in packages}}))
