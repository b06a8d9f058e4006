"""What is to be trained, and how far it has come: plain data, kept in checkpoints and in the model card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sheepfold.bots.value.calibration import Calibration
from sheepfold.core.game import Game

HIDDEN = 40
"""Hidden units: with so many TD-Gammon played backgammon well."""


@dataclass(frozen=True)
class Plan:
    """What is to be trained: the numbers of players, the time for all of them, the seed, and the tables' options."""

    players: tuple[int, ...]
    minutes: float
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    hidden: int = HIDDEN

    @property
    def seconds_each(self) -> float:
        """The time for each number of players."""
        return 60 * self.minutes / len(self.players)

    def command(self, game: Game) -> str:
        """The command that trains so."""
        low, high = self.players[0], self.players[-1]
        chosen = [f"--{name}" if value is True else f"--{name} {value}" for name, value in self.options.items()]
        span = str(low) if low == high else f"{low}-{high}"
        words = ["sheepfold train", game.key, f"--players {span}", f"--minutes {self.minutes:g}", f"--seed {self.seed}"]
        return " ".join(words + chosen)


@dataclass
class Training:
    """One number of players, being trained: what stands in the model card."""

    players: int
    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    curve: list[Any] = field(default_factory=list[Any])
    """Points of the curve: seconds, games, loss, and how often it won among greedy players."""
    calibration: Calibration | None = None


@dataclass(frozen=True)
class Progress:
    """How far training has come: the players, the time, the games, the loss, and how often it beats greedy players."""

    players: int
    seconds: float
    games: int
    loss: float
    beats_greedy: float | None
