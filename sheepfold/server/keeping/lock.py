"""One process for each folder with a SQLite database: a second one would not hear of the first one's moves.

The lock is held by the process itself, not by a file that somebody has to remove: whoever is killed has let go.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.database import folder_of

FILE = "lock"


def lock_folders(data: Path, database: str) -> list[IO[bytes]]:
    """Take the data folder, and the one where the SQLite database lies that this URL names."""
    files, place = [lock_folder(data)], folder_of(database)
    if place is not None and place != data.resolve() and place.is_dir():
        try:
            files.append(lock_folder(place))
        except BadOption:
            files[0].close()
            raise
    return files


def lock_folder(folder: Path) -> IO[bytes]:
    """Take a data folder for this process, until it ends or closes what this returns."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.fdopen(os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    try:
        _lock(file)
    except OSError:
        file.close()
        sentence = _(
            "Another server is using {folder} already. Stop that one, or give this one another folder (`--data`); for "
            "several processes on the same tables use PostgreSQL (`--database postgresql://…`)."
        )
        raise BadOption(sentence.format(folder=folder)) from None
    return file


def _lock(file: IO[bytes]) -> None:
    """Lock a file, or raise if another process has."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
