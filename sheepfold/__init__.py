"""sheepfold: four tabletop games for people, bots and studies, from one implementation of their rules."""

from typing import TYPE_CHECKING, Any

from sheepfold.core.actors import CHANCE
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
from sheepfold.core.state import State
from sheepfold.games import game, games

if TYPE_CHECKING:
    from sheepfold.bots.hint import hint

__all__ = [
    "CHANCE",
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
    "State",
    "UnknownGame",
    "UnreadableAction",
    "game",
    "games",
    "hint",
]


def __getattr__(name: str) -> Any:
    """`__version__` and `hint`, looked up when they are asked for: that takes longer than all the rest."""
    if name == "__version__":
        from importlib.metadata import version

        return version("sheepfold")
    if name == "hint":
        from sheepfold.bots.hint import hint

        return hint
    raise AttributeError(name)
