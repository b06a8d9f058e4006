"""What the picture of Sheep Sheep shows, as plain numbers, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sheepfold.drawing.scene import Scene
from sheepfold.drawing.strokes import Point
from sheepfold.games.sheepsheep import rules
from sheepfold.games.sheepsheep.layout import Layout
from sheepfold.games.sheepsheep.state import FLIPPING, LAYING, OVER

RULES: Any = rules  # functions on records: nothing in them has a type


@dataclass(frozen=True)
class Tabletop(Scene):
    """A position, who looks at it, and how it is laid out."""

    rules: ClassVar[Any] = RULES

    layout: Layout
    time_left: float | None

    @cached_property
    def front(self) -> int:
        """Who sits in front."""
        return self.turn if self.viewer is None else self.viewer

    @cached_property
    def others(self) -> list[tuple[int, Point]]:
        """The others, each with the upper left corner of the mat."""
        if self.layout.is_hand:
            return []
        around = [(self.front + step) % self.players for step in range(1, self.players)]
        return list(zip(around, self.layout.seated[self.players], strict=True))

    @cached_property
    def shown(self) -> list[int]:
        return list(self.observation.shown)

    def lucky(self, seat: int) -> int:
        """A lucky colour as far as it is known, else 0."""
        return self.observation.lucky[seat] or self.observation.revealed[seat]

    def points(self, seat: int) -> int:
        """The points one can see: those of a lucky colour only count where it is known."""
        won = list(self.observation.won[seat])
        return sum(won) + (self.observation.lucky_points - 1) * won[self.lucky(seat)]

    @cached_property
    def heroes(self) -> list[int]:
        """Whom the picture is about: whose turn it is, nobody while the square is laid, at the end the winners."""
        if self.phase == OVER:
            return self.winners
        return [] if self.phase in (LAYING, FLIPPING) else [self.turn]
