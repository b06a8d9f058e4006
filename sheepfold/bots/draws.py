"""Python's random numbers drawn from one of our own sources, so that a bot draws alike asked here and compiled."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from sheepfold.core.kit import below, draw, source
from sheepfold.core.secrecy import Array

T = TypeVar("T")


class Draws(random.Random):
    """A `random.Random` over a source, which others may draw from as well."""

    def __init__(self, source: Array) -> None:
        super().__init__(0)
        self.source = source

    def random(self) -> float:
        """A number from 0 to below 1, of 53 random bits."""
        return self.getrandbits(53) / (1 << 53)

    def getrandbits(self, k: int, /) -> int:
        """So many random bits."""
        bits = 0
        for _ in range(-(-k // 32)):
            bits = (bits << 32) | draw(self.source)
        return bits & ((1 << k) - 1)

    def choice(self, seq: Sequence[T] | Any) -> T:
        """One of these, by one draw."""
        return seq[below(self.source, len(seq))]


def source_of(rng: random.Random) -> Array:
    """A source for compiled loops: the one behind these draws, or a new one."""
    return rng.source if isinstance(rng, Draws) else source(rng.getrandbits(64))
