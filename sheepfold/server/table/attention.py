"""Whether those around a table have seen what happened last: bots wait for that, not for a fixed time.

A page says what it has seen (`seen`). Whoever says nothing is thought to look on at the pace of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from sheepfold.drawing.staging import LONGEST, PACES, length
from sheepfold.server.table.watcher import Watcher
from sheepfold.server.wire.kinds import Pace
from sheepfold.server.wire.messages import StepShown


class Attention:
    """What was shown at a table, when it will have been seen, and how quickly people here want to go on."""

    def __init__(self, pace: Pace) -> None:
        self.pace: Pace = pace
        self._begins = self._until = 0.0
        self._length = 0
        """Since when the latest beats are shown, when they end at this pace, and how many actions they lead to."""
        self._stirred: asyncio.Event | None = None
        """For whoever waits; at most tables nobody does."""

    def showed(self, length: int, ways: Iterable[list[StepShown]]) -> None:
        """A new state was sent, with beats for some ways of looking at it."""
        lasts = max((lasting(steps) for steps in ways), default=0)
        if not lasts:
            return
        now = asyncio.get_running_loop().time()
        self._begins = max(self._until, now)
        self._until = self._begins + PACES[self.pace] * lasts / 1000
        self._length = length

    def change(self, pace: Pace) -> None:
        """From now on at another pace; what is being shown ends sooner or later by that too."""
        now, old = asyncio.get_running_loop().time(), PACES[self.pace]
        if self._until > now:
            self._until = now + (self._until - now) * (PACES[pace] / old if old else 1.0)
        self.pace = pace
        self.stir()

    def stir(self) -> None:
        """Somebody has seen something, or left: whoever waits looks again."""
        if self._stirred is not None:
            self._stirred.set()
            self._stirred = None

    def left(self, people: Iterable[Watcher]) -> float:
        """For how many seconds there is still something to see."""
        looking = [watcher for watcher in people if watcher.looks_on]
        if looking and all(watcher.seen >= self._length for watcher in looking):
            return 0.0
        return max(0.0, self._until - asyncio.get_running_loop().time())

    def is_hurried(self, people: Iterable[Watcher], length: int) -> bool:
        """Whether everybody here wants to go on at once."""
        looking = [watcher for watcher in people if watcher.looks_on]
        return bool(looking) and all(watcher.hurries >= length for watcher in looking)

    async def wait(self, seconds: float) -> None:
        """Wait, but no longer than until something stirs."""
        self._stirred = self._stirred or asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stirred.wait(), seconds)


def lasting(steps: Iterable[StepShown]) -> int:
    """How long the beats of steps last at the usual pace, in milliseconds."""
    return min(LONGEST, sum(length(step.beats or []) for step in steps))
