"""Trying a position out: a few actions from a position that is drawn as text, by the rules, and nothing is kept.

What nobody can see in the picture (cards laid face down, the other side of a card) is filled in as it might be.
"""

from __future__ import annotations

import numpy as np

from sheepfold.core.game import Game
from sheepfold.core.match import NOW, Match
from sheepfold.core.plain import PlainRecord, row_of


class Trial(Match):
    """A match that begins in a position; it has no record, and nothing of it is taken back."""

    def __init__(self, game: Game, position: PlainRecord, seat: int) -> None:
        super().__init__(game, int(position.players))
        self._states[NOW] = row_of(position)[0]
        self.tries = seat
        if game.record.secrets and game.rules.determinize is not None:
            source = np.array([1], np.uint64)
            game.rules.determinize(PlainRecord(self._states[NOW : NOW + 1]), seat, source)

    @property
    def goes_on(self) -> bool:
        """Whether whoever tries it out is asked something more."""
        return self.tries in self.to_act()
