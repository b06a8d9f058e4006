"""What the parts of the picture share: the position as plain numbers, who is looking, and the sentence of the sign."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.drawing.scene import Scene
from sheepfold.games.dyke import diagram, ground, rules
from sheepfold.games.dyke.layout import Layout
from sheepfold.games.dyke.state import (
    CHOOSING,
    LAYING,
    MOLEHILLS,
    NOBODY,
    OFF,
    OVER,
    PICKING,
    PLAYS,
    PUDDLING,
    SQUARES,
    USING,
)

RULES: Any = rules  # functions on records: nothing in them has a type
GROUND: Any = ground
DIAGRAM: Any = diagram


@dataclass(frozen=True)
class Tabletop(Scene):
    """What is drawn, for whom, and in which shape."""

    rules: ClassVar[Any] = RULES

    layout: Layout

    @cached_property
    def squares(self) -> list[int]:
        """Where each sheep stands."""
        return list(self.observation.square)

    @cached_property
    def waits_at_start(self) -> list[int]:
        """Whose sheep stand on the starting square, where there is room for all."""
        at_start = [seat for seat in range(self.players) if self.squares[seat] == 0]
        return at_start if self.observation.start_lies else []

    @property
    def needs_bank(self) -> bool:
        """Whether anybody stands beside the dyke: before the race, or out of it."""
        return bool(self.waits_at_start) or OFF in self.squares[: self.players]

    @cached_property
    def boards(self) -> list[int]:
        """The boards that lie, the first one first."""
        return DIAGRAM.boards_laid(self.observation)

    @cached_property
    def acting(self) -> list[int]:
        """Who is to act."""
        bits = RULES.to_act(self.observation)
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def laid(self, seat: int) -> tuple[int, ...]:
        """The cards a player has laid, as far as the one who looks may know them."""
        number: int = self.observation.laid[seat]
        return PLAYS[number - 1] if number else ()

    @property
    def mine(self) -> bool:
        """Whether the one who looks is to act."""
        return self.viewer in self.acting

    def molehill_on(self, square: int) -> int:
        """The square of the molehill on the board of a square, or NOBODY."""
        hill = self.observation.molehill[GROUND.board_at(self.observation, square)]
        return square // SQUARES * SQUARES + hill if hill else NOBODY


def what_happens(table: Tabletop) -> str:
    """What is to be done now, as a short sentence."""
    seen = table.observation
    who = listed([table.names[seat] for seat in table.acting])
    if table.phase == OVER:
        return _winners(table)
    if table.phase == CHOOSING:
        if table.mine:
            return _("Lay one, two or three cards.")
        return _("We wait for {name}.").format(name=who)
    if table.phase == USING:
        return _("{name} has laid {scope}: any pads?").format(name=who, scope=seen.scope[seen.turn])
    if table.phase == PUDDLING:
        words = ngettext("{name} may put {n} puddle.", "{name} may put {n} puddles.", seen.puddles_left)
        return words.format(name=who, n=seen.puddles_left)
    words = {
        LAYING: _("{name} lays a board."),
        MOLEHILLS: _("A molehill comes up."),
        PICKING: _("{name} has the cherub and picks a pad."),
    }[table.phase]
    return words.format(name=who)


def _winners(table: Tabletop) -> str:
    names = [table.names[seat] for seat in table.winners]
    return (_("{name} wins!") if len(names) == 1 else _("{name} win!")).format(name=listed(names))
