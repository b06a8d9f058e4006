"""sheepfold: four tabletop games for people, bots and studies, from one implementation of their rules."""

from importlib.metadata import version as _version

import sheepfold.games as _games  # noqa: F401  makes the games known
from sheepfold.core.errors import (
    BadDiagram,
    BadGame,
    BadMaterial,
    BadOption,
    BadRecord,
    IllegalAction,
    SheepfoldError,
    UnknownGame,
    UnreadableAction,
)
from sheepfold.core.game import Ending, Game, games
from sheepfold.core.game import pick_game as game
from sheepfold.core.match import Match

__version__ = _version("sheepfold")

__all__ = [
    "BadDiagram",
    "BadGame",
    "BadMaterial",
    "BadOption",
    "BadRecord",
    "Ending",
    "Game",
    "IllegalAction",
    "Match",
    "SheepfoldError",
    "UnknownGame",
    "UnreadableAction",
    "__version__",
    "game",
    "games",
]
