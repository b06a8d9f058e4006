"""Everything a game's box holds, counted wherever it is: conservation means that this never changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import sheepfold
from sheepfold.core.game import Game
from sheepfold.core.kit import PlainRecord


def of(game: Game) -> Callable[[sheepfold.Match], Any]:
    """The game's count: a function of this module named for the game."""
    count = globals()[f"count_{game.key}"]
    return lambda match: count(PlainRecord(match._states[:1]))


def count_nines(state: Any) -> Any:
    """54 tiles: eight of each number, cactuses included, and six animals."""
    tiles: Counter[int] = Counter()
    for values in (state.track, *state.front):
        tiles.update(value for value in values if value)
    for value, count in enumerate(state.box):
        tiles[value] += count
    for piles in (state.nines, state.aside, [state.cactus_box]):
        for pile in piles:
            for value, count in enumerate(pile):
                tiles[value] += count
    tiles[7] += sum(state.animals)
    assert tiles.total() == 54
    return +tiles


def count_toy(state: Any) -> Any:
    """The toy has nothing but its players and its spare part."""
    return state.players, state.spare
