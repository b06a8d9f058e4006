"""What a bot is given: the game, its seat, and what that seat may see."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheepfold.core.plain import PlainRecord

if TYPE_CHECKING:
    from sheepfold.core.game import Game
    from sheepfold.core.secrecy import Array


@dataclass(frozen=True, eq=False)
class Seen:
    """What a seat may see when it is to act."""

    game: Game
    seat: int
    observation: Array
    """An array of one record, as compiled loops take it."""

    @property
    def record(self) -> PlainRecord:
        """The observation to read in plain Python: `seen.record.pawn[seat, 0]`."""
        return PlainRecord(self.observation)


Bot = Callable[[Seen, Sequence[str], random.Random], str]
"""What it sees, what it may do, where luck comes from: what it does."""
