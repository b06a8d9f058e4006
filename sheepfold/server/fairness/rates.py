"""How often: buckets that fill by themselves, one for everybody who is counted."""

from __future__ import annotations

import time
from collections.abc import Callable

FORGOTTEN = 120.0
"""Seconds after which whoever was not heard of is forgotten."""


class Bucket:
    """Allows `rate` things a second in the long run, and `most` at once."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate, self.most, self.left, self.since = rate, most, most, now

    def take(self, now: float) -> bool:
        """Whether there is still something in it; then a thing is taken out."""
        self._fill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def _fill(self, now: float) -> None:
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now


class Rates:
    """A bucket for every address, as long as it is heard of."""

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self._clock = rate, most, clock
        self._buckets: dict[str, Bucket] = {}
        self._swept = clock()

    def allow(self, address: str) -> bool:
        """Whether this address may do it now."""
        return self._bucket(address).take(self._clock())

    def _bucket(self, address: str) -> Bucket:
        now = self._clock()
        if now - self._swept > FORGOTTEN:
            self._buckets = {name: each for name, each in self._buckets.items() if now - each.since < FORGOTTEN}
            self._swept = now
        if address not in self._buckets:
            self._buckets[address] = Bucket(self.rate, self.most, now)
        return self._buckets[address]
