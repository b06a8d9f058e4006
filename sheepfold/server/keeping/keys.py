"""The key that links are signed with, and the folder it lies in beside the database: for the server's own eyes.

Whoever has the key can make links to every chair of every table. So it is never short, is on the disk before anything
is signed with it, and one that is lost is not replaced in silence: all links would end, and nobody would know why.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

import structlog

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.lock import FILE as LOCK
from sheepfold.server.settings import Settings

SHORTEST = 16
"""Characters below which a key could be guessed."""
FILE = "secret"
OURS = ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "tables.sqlite-journal", FILE, LOCK)

logger = structlog.get_logger("keys")

# ---------------------------------------------------------------------------------------------- the folder


def guard_folder(folder: Path) -> None:
    """Make the data folder, and keep others of this computer out of it.

    A folder that holds other things too is left as it is: who shares it may have a reason. What is ours is closed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / OURS[0]).touch(mode=0o600)  # SQLite gives the files beside it the same rights
    for name in OURS:
        _close(folder / name, 0o600)
    if all(path.name in OURS or path.name.startswith(f"{FILE}.") for path in folder.iterdir()):
        _close(folder, 0o700)
    elif folder.stat().st_mode & 0o007:
        logger.warning("others may look into the data folder")


def _close(path: Path, mode: int) -> None:
    with suppress(FileNotFoundError, PermissionError):  # somebody else's: they have to know
        if path.stat().st_mode & 0o777 & ~mode:
            path.chmod(mode)


# ---------------------------------------------------------------------------------------------- the key


def signing_key(settings: Settings, *, tables: int) -> str:
    """The key: the one that is given, else the one in the data folder, which is made when there are no tables yet."""
    path = settings.data / FILE
    if settings.secret:
        if len(settings.secret) < SHORTEST:
            sentence = _("SHEEPFOLD_SECRET is too short: a key of fewer than {least} characters could be guessed.")
            raise BadOption(sentence.format(least=SHORTEST))
        return settings.secret
    if not path.exists():
        if tables:
            sentence = _(
                "The key {file} is missing, and without it no link to the tables of this server opens. Put it back "
                "from a backup; or start once with `--new-key`, and all links made so far end."
            )
            raise BadOption(sentence.format(file=path))
        _make(path)
    key = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(key) < SHORTEST:
        sentence = _(
            "The key in {file} is empty or too short: anybody could make links with it. Put it back from a backup; or "
            "start once with `--new-key`, and all links made so far end."
        )
        raise BadOption(sentence.format(file=path))
    return key


def renew_key(settings: Settings) -> None:
    """Make a new key, as somebody asked for: all links made so far end."""
    if settings.secret:
        raise BadOption(_("The key is the one in SHEEPFOLD_SECRET; change it there."))
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = _written(settings.data / FILE)
    made.replace(settings.data / FILE)
    _keep(settings.data)


def _make(path: Path) -> None:
    """Make a key where there is none; whoever starts at the same time agrees on one."""
    made = _written(path)
    try:
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
    _keep(path.parent)


def _written(path: Path) -> Path:
    """A file beside it with a new key, on the disk."""
    made = path.with_suffix(f".{os.getpid()}")
    made.unlink(missing_ok=True)
    made.touch(mode=0o600)
    with made.open("w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(32))
        file.flush()
        os.fsync(file.fileno())
    return made


def _keep(folder: Path) -> None:
    """Have the disk remember which files are in a folder; not every system lets one ask for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
