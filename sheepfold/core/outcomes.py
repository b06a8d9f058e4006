"""What chance can do, as programs draw from it."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple


class Outcomes(NamedTuple):
    """The outcomes of a turn of chance, by their numbers, and how likely they are; empty when chance is not to act."""

    actions: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    """How likely each is: whole numbers."""
    up_to: tuple[int, ...] = ()
    """The weights of each and of all before it, as `random.choices` takes them for `cum_weights`."""


MOST_KEPT = 256
"""So many different turns of chance are remembered: dice are always the same ones, decks are not."""


class KeptOutcomes:
    """Outcomes met before, by the bytes of their lists."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Outcomes] = {}
        self.get = self._kept.get

    def keep(self, key: bytes, actions: list[int], weights: list[int]) -> Outcomes:
        """Outcomes that were not met before."""
        found = Outcomes(tuple(actions), tuple(weights), tuple(accumulate(weights)))
        if len(self._kept) < MOST_KEPT:
            self._kept[key] = found
        return found
