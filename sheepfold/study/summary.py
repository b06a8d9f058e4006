"""What many games show: shares and means by seat, each with the interval it is known to, 95 times in 100."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from sheepfold.core.game import Game
from sheepfold.core.secrecy import Array
from sheepfold.study.games import Games

Z = 1.959964
"""Standard deviations of a normal curve that hold 95 % of it."""


@dataclass(frozen=True)
class Estimate:
    """A figure and the bounds between which the true one lies, 95 times in 100."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def plain(self) -> dict[str, float]:
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


def mean(values: Array) -> Estimate:
    """A mean with its normal interval."""
    value = float(values.mean())
    spread = float(values.std(ddof=1)) if len(values) > 1 else math.inf
    margin = Z * spread / math.sqrt(len(values))
    return Estimate(value, value - margin, value + margin)


def share(hits: float, count: int) -> Estimate:
    """A share with its Wilson interval, which stays within 0 and 1."""
    value = hits / count
    middle = (value + Z * Z / (2 * count)) / (1 + Z * Z / count)
    margin = Z / (1 + Z * Z / count) * math.sqrt(value * (1 - value) / count + Z * Z / (4 * count * count))
    return Estimate(value, max(0.0, middle - margin), min(1.0, middle + margin))


def wins(places: Array) -> Array:
    """What each seat won of each game: 1 for winning alone, a half for a victory shared by two, and so on."""
    first = places == 1
    return first / first.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class SeatSummary:
    """How a seat fared."""

    wins: Estimate
    place: Estimate
    score: Estimate
    places: list[float]
    """The share of games in which the seat came first, second and so on."""


@dataclass(frozen=True)
class Summary:
    """How many games came out."""

    games: int
    actions: int
    seats: list[SeatSummary]
    length: Estimate
    shortest: int
    longest: int
    endings: dict[str, float]
    """The share of each ending, by its rule."""

    def plain(self) -> dict[str, Any]:
        """All of it as plain numbers, for JSON."""
        return {
            "games": self.games,
            "actions": self.actions,
            "seats": [
                {
                    "wins": seat.wins.plain(),
                    "place": seat.place.plain(),
                    "score": seat.score.plain(),
                    "places": [round(each, 6) for each in seat.places],
                }
                for seat in self.seats
            ],
            "length": {**self.length.plain(), "shortest": self.shortest, "longest": self.longest},
            "endings": {rule: round(each, 6) for rule, each in self.endings.items()},
        }


def summary(game: Game, games: Games) -> Summary:
    """What these games show."""
    count, players = games.places.shape
    won = wins(games.places)
    seats = [
        SeatSummary(
            share(float(won[:, seat].sum()), count),
            mean(games.places[:, seat]),
            mean(games.scores[:, seat]),
            (np.bincount(games.places[:, seat], minlength=players + 1)[1:] / count).tolist(),
        )
        for seat in range(players)
    ]
    numbers: list[int] = games.endings.tolist()
    endings = Counter(game.state.ENDINGS[number].rule for number in numbers)
    return Summary(
        games=count,
        actions=int(games.lengths.sum()),
        seats=seats,
        length=mean(games.lengths),
        shortest=int(games.lengths.min()),
        longest=int(games.lengths.max()),
        endings={rule: n / count for rule, n in endings.most_common()},
    )
