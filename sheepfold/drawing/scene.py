"""What a game's picture begins with: a position, who looks at it, and the things in it that can be tapped."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sheepfold.drawing.strokes import Point
from sheepfold.drawing.svg import group, place


@dataclass(frozen=True)
class Scene:
    """A position as somebody may see it. What is `legal` glows, what is `chosen` lifts."""

    rules: ClassVar[Any]
    """The rules of the game, for what a picture asks them."""

    observation: Any
    names: tuple[str, ...]
    viewer: int | None
    legal: Collection[str]
    chosen: Collection[str]

    @cached_property
    def players(self) -> int:
        return self.observation.players

    @cached_property
    def phase(self) -> int:
        return self.observation.phase

    @cached_property
    def turn(self) -> int:
        return self.observation.turn

    @cached_property
    def places(self) -> list[int]:
        """The place of each seat, as things stand."""
        places = [0] * self.players
        self.rules.places(self.observation, places)
        return places

    @property
    def winners(self) -> list[int]:
        return [seat for seat in range(self.players) if self.places[seat] == 1]

    def tap(self, part: str, *body: str, id: str = "", at: Point | None = None, turn: float = 0) -> str:  # noqa: A002
        """A thing that can be tapped. Drawn around 0, 0 and put `at` its place, it glides when it moves."""
        glows, lifts = part in self.legal, part in self.chosen
        where = place(*at, turn=turn) if at else ""
        return group(*body, id=id or part, part=part, transform=where, legal=glows, chosen=lifts)
