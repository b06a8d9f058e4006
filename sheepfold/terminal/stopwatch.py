"""A clock that runs only while somebody is being asked: not while the screen is handed over or a board is drawn."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager


class Stopwatch:
    """Seconds that passed while it was running; a match reads it as its clock."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._started: float | None = None

    def __call__(self) -> float:
        if self._started is None:
            return self._passed
        return self._passed + time.monotonic() - self._started

    @contextmanager
    def running(self) -> Generator[None]:
        """Let it run."""
        self._started = time.monotonic()
        try:
            yield
        finally:
            self._passed, self._started = self(), None
