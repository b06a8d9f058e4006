"""What many games show: shares and means by seat, each with the interval it is known to, 95 times in 100."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from sheepfold.core.bot_games import kinds_of
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

    def plain(self) -> dict[str, float | None]:
        """As plain numbers, for JSON, which knows no infinity: of one game alone there is no interval."""
        bounds = {"low": self.low, "high": self.high}
        known = {name: round(each, 6) if math.isfinite(each) else None for name, each in bounds.items()}
        return {"value": round(self.value, 6), **known}


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


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Spread:
    """A figure that differs from game to game: its mean, its extremes, and what lies below which share of the games."""

    mean: Estimate
    lowest: int
    highest: int
    quantiles: dict[str, float]

    def plain(self) -> dict[str, Any]:
        return {**self.mean.plain(), "lowest": self.lowest, "highest": self.highest, "quantiles": self.quantiles}


def spread(values: Array) -> Spread:
    """How a figure of many games is spread."""
    below = np.quantile(values, QUANTILES).tolist()
    quantiles = {f"{share:.0%}": value for share, value in zip(QUANTILES, below, strict=True)}
    return Spread(mean(values), int(values.min()), int(values.max()), quantiles)


def margins(scores: Array) -> Array:
    """By how many points the best seat of each game was ahead of the second best."""
    if scores.shape[1] < 2:
        return np.zeros(len(scores), np.int64)
    ordered = np.sort(scores, axis=1)
    return ordered[:, -1] - ordered[:, -2]


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
    actions_a_game: Spread
    turns: Spread
    """How often it was another seat's turn to decide."""
    margin: Spread
    """By how many points the first was ahead of the second."""
    ties: Estimate
    """How often a victory was shared."""
    leads: Spread
    """How often somebody took the lead, by points, from another."""
    kinds: dict[str, float]
    """Which share of all decisions was of each kind."""

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
            "quantiles": self.actions_a_game.quantiles,
            "turns": self.turns.plain(),
            "margin": self.margin.plain(),
            "ties": self.ties.plain(),
            "lead_changes": self.leads.plain(),
            "decisions": {kind: round(each, 6) for kind, each in self.kinds.items()},
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
        actions_a_game=spread(games.lengths),
        turns=spread(games.turns),
        margin=spread(margins(games.scores)),
        ties=share(float(((games.places == 1).sum(axis=1) > 1).sum()), count),
        leads=spread(games.leads),
        kinds=_kinds(game, games),
    )


def _kinds(game: Game, games: Games) -> dict[str, float]:
    """The shares of the kinds of decisions that were taken, the most frequent first."""
    taken: list[int] = games.kinds.sum(axis=0).tolist()
    pairs = zip(kinds_of(game)[0], taken, strict=True)
    return {kind: n / sum(taken) for kind, n in sorted(pairs, key=lambda pair: -pair[1]) if n}


# ---------------------------------------------------------------------------------------------- two variants


@dataclass(frozen=True)
class Difference:
    """What a variant changes: figures of the second less those of the first, from the same deals."""

    wins: list[Estimate]
    """By seat."""
    scores: list[Estimate]
    length: Estimate
    turns: Estimate
    margin: Estimate
    leads: Estimate

    def plain(self) -> dict[str, Any]:
        """All of it as plain numbers, for JSON."""
        by_seat = {"wins": self.wins, "scores": self.scores}
        single = {"length": self.length, "turns": self.turns, "margin": self.margin, "lead_changes": self.leads}
        return {name: [each.plain() for each in found] for name, found in by_seat.items()} | {
            name: found.plain() for name, found in single.items()
        }


def difference(first: Games, second: Games) -> Difference:
    """What the second games show less what the first do; game by game they were dealt alike.

    The differences of pairs are averaged: what luck the same dice brought to both drops out.
    """
    count = min(len(first), len(second))
    won, scored = (
        [mean(after[:count, seat] - before[:count, seat]) for seat in range(before.shape[1])]
        for before, after in ((wins(first.places), wins(second.places)), (first.scores, second.scores))
    )
    single = [
        mean((after[:count] - before[:count]).astype(float))
        for before, after in (
            (first.lengths, second.lengths),
            (first.turns, second.turns),
            (margins(first.scores), margins(second.scores)),
            (first.leads, second.leads),
        )
    ]
    return Difference(won, scored, *single)
