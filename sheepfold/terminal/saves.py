"""Games that wait to be gone on with: plain records in the user's data folder, written in one stroke."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import platformdirs

from sheepfold.core.errors import BadRecord
from sheepfold.core.words import gettext as _

ENDING = ".record"


def home() -> Path:
    """Where saved games live; `SHEEPFOLD_SAVES` puts them elsewhere."""
    chosen = os.environ.get("SHEEPFOLD_SAVES")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("sheepfold", appauthor=False))


def unfinished() -> Path:
    return home() / "unfinished"


def finished() -> Path:
    return home() / "finished"


def new_save(key: str) -> Path:
    """A file for a new game, named by the game and the time."""
    stem = f"{key}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path, number = unfinished() / f"{stem}{ENDING}", 2
    while path.exists():
        path, number = unfinished() / f"{stem}-{number}{ENDING}", number + 1
    return path


def latest(key: str = "") -> Path | None:
    """The game left last, of this game or of any."""
    found = list(unfinished().glob(f"{key}*{ENDING}")) if unfinished().is_dir() else []
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def write(path: Path, text: str) -> None:
    """Write a record so that the file is whole at every moment: beside it first, then in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def finish(path: Path, text: str) -> Path:
    """A game has ended: keep its record among the finished ones. A file of the user's own stays where it is."""
    if path.parent != unfinished():
        write(path, text)
        return path
    kept = finished() / path.name
    write(kept, text)
    path.unlink(missing_ok=True)
    return kept


def read(path: Path) -> str:
    """The text of a record file, or a sentence why not."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else _("it is not text")
        raise BadRecord(_("{file} cannot be read: {reason}.").format(file=path, reason=reason)) from None
