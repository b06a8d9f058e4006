"""The games: each folder here is one, found by itself."""

import sys

from sheepfold.core.finding import add_games, games
from sheepfold.core.finding import pick_game as game

add_games(sys.modules[__name__])

__all__ = ["game", "games"]
