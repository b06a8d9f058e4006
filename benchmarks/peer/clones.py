"""What a copy of a position costs: the same loop for OpenSpiel's states and for ours."""

from __future__ import annotations

from typing import Any

from timing import best

COPIES = 50_000


def clones(state: Any) -> float:
    """Seconds per clone."""

    def work() -> float:
        for _ in range(COPIES):
            state.clone()
        return COPIES

    return best(work)
