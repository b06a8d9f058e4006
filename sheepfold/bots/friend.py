"""A friend for those who have only just learned how: it tries when it lags behind, and else just plays along.

Against bots that always try to win a child that taps whatever glows would hardly ever win. A friend keeps the game
close, so that luck decides it, and whoever begins to think wins most games (docs/bots.md).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from sheepfold.bots.levels import Leveled, level_of
from sheepfold.bots.seen import Seen
from sheepfold.core.engine import engine_of
from sheepfold.core.game import Game
from sheepfold.core.secrecy import Array


class Friend:
    """A bot that keeps a game close; one sits in one chair."""

    def __init__(self, game: Game) -> None:
        self.lamb = Leveled(game, level_of(game, "lamb"))

    def __call__(self, seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        return self.lamb(seen, legal, rng) if lags_behind(seen) else rng.choice(legal)


def lags_behind(seen: Seen) -> bool:
    """Whether the others have more points, on average, as things stand."""
    points = points_of(seen)
    return bool(points[seen.seat] < np.delete(points, seen.seat).mean())


def points_of(seen: Seen) -> Array:
    """Everybody's points, as all can count them."""
    players = int(seen.observation["players"][0])
    places, points = np.zeros((2, players), np.int64)
    engine_of(seen.game).loops.standing(seen.observation, 0, places, points)
    return points
