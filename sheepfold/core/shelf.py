"""Where machine code is kept between one run and the next: a shelf of files per game.

A file is named by what it was made from and begins with a digest of its content, so what is damaged is found out and
made anew. Files appear whole or not at all; who makes one holds the shelf's lock, so that two processes that start
together do not compile the same thing twice.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import tempfile
import threading
from collections.abc import Generator, Sequence
from pathlib import Path

import platformdirs

log = logging.getLogger("sheepfold.shelf")

MOST_FILES = 500
"""A game takes about 50; the rest were made from rules that have changed since."""

DIGEST = 16


class Shelf:
    """The machine code of one game. Without a folder that can be written to, nothing is kept."""

    def __init__(self, name: str, folder: Path | None) -> None:
        self.name, self.folder = name, folder
        self._lock = threading.RLock()

    @property
    def keeps(self) -> bool:
        """Whether what is made here is there the next time."""
        return self.folder is not None

    def read(self, name: str) -> bytes | None:
        """What was kept under a name; None if there is nothing, or it is damaged."""
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        if _digest(whole[DIGEST:]) != whole[:DIGEST]:
            log.warning("%s is damaged and will be made anew", path)
            return None
        return whole[DIGEST:]

    def write(self, name: str, content: bytes) -> bool:
        """Keep something, whole or not at all; whether that was possible."""
        if self.folder is None:
            return False
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix="new-", delete=False) as new:
                try:
                    new.write(_digest(content) + content)
                    new.close()
                    Path(new.name).replace(self.folder / name)
                except BaseException:
                    new.close()
                    Path(new.name).unlink(missing_ok=True)
                    raise
        except OSError as error:
            log.warning("%s cannot be kept in %s: %s", name, self.folder, error.strerror or error)
            return False
        return True

    @contextlib.contextmanager
    def claimed(self) -> Generator[None]:
        """While one process makes something for this shelf, others wait."""
        with self._lock, contextlib.ExitStack() as stack:
            if self.folder is not None:
                try:
                    stack.enter_context(_held(self.folder / "lock"))
                except OSError as error:  # two may make the same thing, and nothing worse
                    log.info("%s cannot be locked: %s", self.folder, error.strerror or error)
            yield

    # ------------------------------------------------------------------------------------------ what is complete

    def note_complete(self, name: str, files: Sequence[str]) -> None:
        """Note that all these files together are what `name` stands for."""
        if self.write(name, "\n".join(files).encode()):
            self._clear_out()

    def is_complete(self, name: str) -> bool:
        """Whether everything that `name` stands for is here, undamaged."""
        files = self.read(name)
        return files is not None and all(self.read(file) is not None for file in files.decode().split())

    def _clear_out(self) -> None:
        """Remove the oldest files where there are very many."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            files = sorted(self.folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
            for old in files[MOST_FILES:]:
                old.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


@contextlib.contextmanager
def _held(path: Path) -> Generator[None]:
    """Hold the lock of a file; the system lets go of it when a process ends, however it ends."""
    with path.open("ab") as file:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


# ---------------------------------------------------------------------------------------------- which folder


def shelf_of(name: str) -> Shelf:
    """The shelf of a game, in the folder that `SHEEPFOLD_CACHE` names or else in the user's cache."""
    return _shelf(name, os.environ.get("SHEEPFOLD_CACHE", ""))


@functools.cache
def _shelf(name: str, chosen: str) -> Shelf:
    reasons: list[str] = []
    for home in _homes(chosen):
        try:
            return Shelf(name, _opened(home, name))
        except OSError as error:
            reasons.append(f"{home}: {error.strerror or error}")
    log.warning("machine code cannot be kept (%s): games begin on plain rules each time", "; ".join(reasons))
    return Shelf(name, None)


def _homes(chosen: str) -> list[Path]:
    if chosen:
        return [Path(chosen)]
    user = f"sheepfold-{os.getuid()}" if hasattr(os, "getuid") else "sheepfold"
    return [Path(platformdirs.user_cache_dir("sheepfold")) / "code", Path(tempfile.gettempdir()) / user]


def _opened(home: Path, name: str) -> Path:
    """The folder of one game in a home that is ours and can be written to; OSError if it is not."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    if hasattr(os, "getuid") and home.stat().st_uid != os.getuid():
        raise OSError(None, "it belongs to somebody else, who could have left machine code there")
    folder = home / name
    folder.mkdir(exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder):
        return folder
