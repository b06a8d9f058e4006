"""The table as it is drawn: what lies where in the wide and in the upright picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sheepfold.drawing.scene import Scene
from sheepfold.drawing.strokes import Point
from sheepfold.games.shepherd import meadow as places
from sheepfold.games.shepherd import rules
from sheepfold.games.shepherd.state import COUNTING, FLEEING, NO_FIELD, STARTING

CELL = 66
"""How far apart fields are."""

RIM = 28
"""Around the fields."""

DICE_HEIGHT = 92
MATS_HEIGHT, MAT_GAP = 184, 8
BESIDE, LOWEST, DICE_BESIDE = 356, 420, 168
"""In the wide picture: how broad what lies beside the meadow is, how high the picture is at least, and its dice."""

SMALL_BESIDE, SMALL_DICE, SMALL_PILES = 300, 134, 196
"""For those who cannot read yet: how broad what lies beside the meadow is; below it, how high dice and piles are."""

DIE, SMALL_DIE = 74, 98

PLACES: Any = places  # functions on records: nothing in them has a type


@dataclass(frozen=True)
class Tabletop(Scene):
    """What is drawn, as plain numbers, and where it lies."""

    rules: ClassVar[Any] = rules

    is_upright: bool
    is_small: bool = False  # for those who cannot read yet

    @cached_property
    def playing(self) -> bool:
        """Whether it is somebody's turn."""
        return STARTING < self.phase < COUNTING

    @cached_property
    def cards(self) -> list[int]:
        return list(self.observation.cards)

    @cached_property
    def sheep(self) -> list[int]:
        return list(self.observation.sheep)

    @cached_property
    def fields(self) -> list[int]:
        return [place for place, card in enumerate(self.cards) if card != NO_FIELD and place >= 10]

    @cached_property
    def columns(self) -> int:
        return max(place // 10 for place in self.fields)

    @cached_property
    def rows(self) -> int:
        return max(place % 10 for place in self.fields)

    @cached_property
    def width(self) -> float:
        return self.meadow_width + (0 if self.is_upright else SMALL_BESIDE if self.is_small else BESIDE)

    @cached_property
    def meadow_width(self) -> float:
        """How far to the right fields and the sun's way reach."""
        return CELL * self.columns + 2 * RIM

    @cached_property
    def meadow_height(self) -> float:
        """How far down fields and the sun's way reach."""
        return CELL * self.rows + 2 * RIM

    @cached_property
    def height(self) -> float:
        if not self.is_upright:
            return max(self.meadow_height, LOWEST)
        return self.meadow_height + (SMALL_DICE + SMALL_PILES if self.is_small else DICE_HEIGHT + MATS_HEIGHT)

    def mat(self, seat: int) -> tuple[float, float, float, float]:
        """The middle and the size of a player's mat: in a row below the meadow, or two by two beside it."""
        if self.is_upright:
            width = min(180.0, (self.width - MAT_GAP) / self.players - MAT_GAP)
            x = self.width / 2 + (seat - (self.players - 1) / 2) * (width + MAT_GAP)
            return x, self.height - MATS_HEIGHT / 2 - 4, width, MATS_HEIGHT - 16
        rows = -(-self.players // 2)
        width, height = BESIDE / 2 - 1.5 * MAT_GAP, (self.height - DICE_BESIDE - MAT_GAP) / rows - MAT_GAP
        row, column = divmod(seat, 2)
        left = self.meadow_width + MAT_GAP / 2 + column * (width + MAT_GAP)
        return left + width / 2, DICE_BESIDE + MAT_GAP + row * (height + MAT_GAP) + height / 2, width, height

    @cached_property
    def scared(self) -> set[int]:
        """The sheep that still have to run."""
        if self.phase != FLEEING:
            return set()
        pushed = self.observation.pushed
        beside = {k for k, place in enumerate(self.sheep) if place and PLACES.are_beside(self.observation.dog, place)}
        return {pushed - 1} if pushed else beside

    def is_watched(self, place: int) -> bool:
        """Whether a field lies beside the dog, where nobody may stand."""
        dog = self.observation.dog
        return bool(dog) and PLACES.are_beside(dog, place)

    def spot(self, place: int) -> Point:
        """The middle of a field."""
        return RIM + CELL * (place // 10 - 0.5), RIM + CELL * (self.rows - place % 10 + 0.5)
