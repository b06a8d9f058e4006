"""The games: each folder here is one, found by itself."""

import sys

from sheepfold.core.game import add_games

add_games(sys.modules[__name__])
