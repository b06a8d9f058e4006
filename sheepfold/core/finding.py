"""How games are found: nothing anywhere lists them by hand."""

from __future__ import annotations

import functools
import glob
import importlib
import pkgutil
import sys
import traceback
from pathlib import Path
from types import ModuleType

from sheepfold.core.errors import BadGame, SheepfoldError, UnknownGame
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
        if isinstance(key, str) and key.isidentifier() and (lacking := _lacking(key)):
            raise BadGame(lacking)
        sentence = _("There is no game {given!r}; there are: {legal}.")
        raise UnknownGame(sentence.format(given=key, legal=", ".join(games())))
    try:
        game = getattr(importlib.import_module(known[key]), "GAME", None)
    except SheepfoldError:
        raise
    except Exception as error:  # an author's slip anywhere in the folder is none of ours
        raise BadGame(
            f"The game `{key}` cannot be read: {type(error).__name__}: {error}{line_in(key, error)}"
        ) from error
    if not isinstance(game, Game):
        raise BadGame(f"The game `{key}` lacks a part of the interface: `GAME = Game(...)` in __init__.py.")
    return game


def _lacking(key: str) -> str:
    """What keeps a folder of this name from being found, in a sentence; empty if there is none."""
    for folder in map(Path, sys.path):
        contents, page = folder / key / "__init__.py", folder / key / "rules.md"
        says_game = contents.is_file() and "\nGAME = " in contents.read_text(encoding="utf-8")
        if page.is_file() and not says_game:
            return f"The game `{key}` lacks a part of the interface: `GAME = Game(...)` in __init__.py."
        if says_game and not page.is_file():
            example = f"- {key[:3].upper()}-1 Who rolls a 6 begins."
            return (
                f"The game `{key}` lacks a part of the interface: its rules in words, `rules.md`, such as `{example}`"
            )
    if Path(key, "rules.md").is_file():
        return f"The game `{key}` lies here, but not on Python's path: set PYTHONPATH=. before the command."
    return ""


def line_in(game: str, error: Exception) -> str:
    """The last line of a game's own folder that led to an error, in brackets; empty if there is none."""
    if isinstance(error, SyntaxError):  # it says so itself
        return ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if game in Path(frame.filename).parts]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
