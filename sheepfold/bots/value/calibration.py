"""Whether chances are what they say: the Brier score beside that of always saying the same, and how often was won what
was said to be, tenth by tenth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sheepfold.bots.value.learning import foreseen
from sheepfold.core.secrecy import Array
from sheepfold.core.value import Network

TENTHS = 10
WORTH_SAYING = 0.02
"""A tenth that holds fewer of the positions than this says little."""


@dataclass(frozen=True)
class Tenth:
    """Positions with a chance of winning in one tenth: their share, the chance that was said, how often it was won."""

    share: float
    said: float
    won: float


@dataclass(frozen=True)
class Calibration:
    """Of held-out games: how many positions, both Brier scores, and the tenths that hold any of them."""

    positions: int
    brier: float
    base_rate: float
    tenths: list[Tenth]

    @property
    def worst(self) -> float:
        """The largest difference between said and won, of the tenths that hold enough positions."""
        return max((abs(each.said - each.won) for each in self.tenths if each.share >= WORTH_SAYING), default=0.0)


def calibrate(network: Network, inputs: Array, aims: Array) -> Calibration:
    """Compare the chances of winning with what came of the positions."""
    said, won = foreseen(network, inputs)[:, 0], aims[:, 0]
    tenths: list[Tenth] = []
    which = np.minimum((said * TENTHS).astype(int), TENTHS - 1)
    for tenth in range(TENTHS):
        some = which == tenth
        if some.any():
            values = (float(some.mean()), float(said[some].mean()), float(won[some].mean()))
            tenths.append(Tenth(*(round(value, 4) for value in values)))
    base = float(((won - won.mean()) ** 2).mean())
    return Calibration(len(said), round(float(((said - won) ** 2).mean()), 4), round(base, 4), tenths)
