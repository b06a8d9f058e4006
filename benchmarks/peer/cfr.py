"""OpenSpiel's CFR+, in Python, on a game of its own or on one of ours."""

from __future__ import annotations

from typing import Any

from open_spiel.python.algorithms.cfr import CFRPlusSolver
from timing import best

ITERATIONS = 3


def cfr_plus(game: Any) -> float:
    """Seconds per iteration."""
    solver = CFRPlusSolver(game)

    def work() -> float:
        for _ in range(ITERATIONS):
            solver.evaluate_and_update_policy()
        return ITERATIONS

    return best(work)
