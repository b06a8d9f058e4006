"""How games are found: nothing anywhere lists them by hand."""

from __future__ import annotations

import functools
import glob
import importlib
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

from sheepfold.core.errors import BadGame, UnknownGame
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _

_known: dict[str, str] = {}


def add_games(package: ModuleType) -> None:
    """Make the game folders in a package known: nothing anywhere lists the games by hand."""
    for each in pkgutil.iter_modules(package.__path__):
        if each.ispkg:
            _known[each.name] = f"{package.__name__}.{each.name}"


@functools.lru_cache(maxsize=8)
def _in_folders(folders: tuple[str, ...]) -> dict[str, str]:
    """The game folders in these folders: packages with a rules page that say `GAME = ...`."""
    found: dict[str, str] = {}
    for folder in folders:
        for page in glob.iglob("*/rules.md", root_dir=folder or None):  # noqa: PTH207 (many times as quick)
            contents = Path(folder, page).with_name("__init__.py")
            if contents.is_file() and "\nGAME = " in contents.read_text(encoding="utf-8"):
                found[contents.parent.name] = contents.parent.name
    return found


def _on_the_path(key: str = "") -> dict[str, str]:
    """The games in the folders of Python's path; looked for anew unless this one is known to be there."""
    if key not in _in_folders(tuple(sys.path)):
        _in_folders.cache_clear()
    return _in_folders(tuple(sys.path))


def games() -> list[str]:
    """The keys of the games there are: ours, and those in folders on Python's path."""
    return sorted(_on_the_path() | _known)


def pick_game(key: object) -> Game:
    """The game of this name, or a sentence that names those there are."""
    known = _known if not isinstance(key, str) or key in _known else _on_the_path(key)
    if not isinstance(key, str) or key not in known:
        sentence = _("There is no game {given!r}; there are: {legal}.")
        raise UnknownGame(sentence.format(given=key, legal=", ".join(games())))
    game = getattr(importlib.import_module(known[key]), "GAME", None)
    if not isinstance(game, Game):
        raise BadGame(f"The game `{key}` lacks a part of the interface: `GAME = Game(...)` in __init__.py.")
    return game
