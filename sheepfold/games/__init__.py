"""The games: each folder here is one, found by itself."""

import sys

from sheepfold.core.game import add_games, games
from sheepfold.core.game import pick_game as game

add_games(sys.modules[__name__])

__all__ = ["game", "games"]
