"""What the picture of All Nines shows, as plain numbers, and where on the way everything lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sheepfold.drawing.scene import Scene
from sheepfold.drawing.strokes import Point
from sheepfold.games.nines import rules
from sheepfold.games.nines.layout import Layout, Mat
from sheepfold.games.nines.state import LAYING, OVER, PAWNS_EACH, STRETCH

RULES: Any = rules  # functions on records: nothing in them has a type


@dataclass(frozen=True)
class Tabletop(Scene):
    """A position, who looks at it, and how it is laid out."""

    rules: ClassVar[Any] = RULES

    layout: Layout

    @cached_property
    def track(self) -> list[int]:
        return list(self.observation.track)

    @cached_property
    def length(self) -> int:
        """How many spaces the track had when it was laid."""
        return STRETCH * self.observation.segments

    @cached_property
    def home(self) -> int:
        return RULES.home(self.observation)

    @cached_property
    def pawns(self) -> dict[int, list[tuple[int, int]]]:
        """The pawns on each space, as seat and number (from 0)."""
        standing: dict[int, list[tuple[int, int]]] = {}
        for seat in range(self.players):
            for i in range(PAWNS_EACH[self.players]):
                standing.setdefault(self.observation.pawn[seat, i], []).append((seat, i))
        return standing

    @cached_property
    def spaces(self) -> list[int]:
        """The spaces of the track that are left, or to be laid, from home to the start."""
        laying = self.phase <= LAYING
        return [space for space in range(self.length, 0, -1) if laying or self.track[space]]

    @cached_property
    def nth(self) -> dict[int, int]:
        """Which place of the way each of them lies on."""
        return {space: k + 1 for k, space in enumerate(self.spaces)}

    def spot(self, space: int) -> Point:
        """Where a space of the track lies."""
        return self.layout.way.places[self.nth[space]]

    def spot_of(self, space: int) -> Point:
        """The same, also for the start and for home."""
        return self.start if space == 0 else self.layout.way.hut if space == self.home else self.spot(space)

    @cached_property
    def start(self) -> Point:
        """Where the start is; in a corner it is moved in, so as not to leave the picture."""
        x, y = self.layout.way.start(len(self.spaces))
        reach = self.layout.way.start_width / 2 + 3
        return min(max(x, reach), self.layout.width - reach), y

    @cached_property
    def mats(self) -> Sequence[Mat]:
        """A mat for each seat; in front sits the viewer. For those who only watch the mats stay where they are, too."""
        return self.layout.mats(self.players, self.viewer or 0)

    @cached_property
    def heroes(self) -> list[int]:
        """Whom the picture is about: whose turn it is, nobody while the track is laid, at the end the winners."""
        if self.phase == OVER:
            return self.winners
        return [] if self.phase == LAYING else [self.turn]

    def points(self, seat: int) -> str:
        return signed(RULES.points(self.observation, seat), plus="")


def signed(number: int, plus: str = "+") -> str:
    return f"−{-number}" if number < 0 else f"{plus}{number}"
