"""Trying a position out: a few actions from a position that is drawn as text, by the rules, and nothing is kept.

What nobody can see in the picture (cards laid face down, the other side of a card) is filled in as it might be.
"""

from __future__ import annotations

from dataclasses import replace

from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.match import Match
from sheepfold.core.plain import PlainRecord
from sheepfold.core.position import imagine, read_position
from sheepfold.core.setup import set_up


class Trial(Match):
    """A match that begins in a position, and whoever tries it out."""

    def __init__(self, game: Game, position: PlainRecord, seat: int) -> None:
        record = read_position(game, position)
        imagine(game, record, seat, source(1))
        self._begin(replace(set_up(game, int(position.players)), position=record.tobytes()), None, None)
        self.tries = seat

    @property
    def goes_on(self) -> bool:
        """Whether whoever tries it out is asked something more."""
        return self.tries in self.to_act()
