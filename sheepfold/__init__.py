"""sheepfold: four tabletop games for people, bots and studies, from one implementation of their rules."""

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
from sheepfold.core.game import Ending, Game
from sheepfold.core.match import Match
from sheepfold.games import game, games

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
    "game",
    "games",
]


def __getattr__(name: str) -> str:
    """`__version__`, looked up when it is asked for: that takes longer than all the rest."""
    if name == "__version__":
        from importlib.metadata import version

        return version("sheepfold")
    raise AttributeError(name)
