"""What the tests of the server are run on: `SHEEPFOLD_TESTED_ON` says so.

`sqlite` (the default), `postgresql`, or `two`: two processes' worth of server on PostgreSQL and Redis, and whoever asks
comes to one after the other. Each folder of a test stands for a database of its own.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from sheepfold.server.keeping.migrations import upgrade
from sheepfold.testing.services import Postgres, Redis

TESTED_ON = os.environ.get("SHEEPFOLD_TESTED_ON", "sqlite")
PROCESSES = 2 if TESTED_ON == "two" else 1
PATTERN = "pattern"
"""A database in the shape that the server needs, of which the others are copies."""

about_sqlite = pytest.mark.skipif(TESTED_ON != "sqlite", reason="this is about the file of SQLite")
in_one_process = pytest.mark.skipif(TESTED_ON == "two", reason="this looks into the memory of one process")


def settings_for(folder: Path) -> dict[str, Any]:
    """What a server in this folder is told about its database."""
    if TESTED_ON == "sqlite":
        return {}
    news = {"news": _redis().url} if TESTED_ON == "two" else {}
    return {"database": _database(folder.resolve()), **news}


@functools.cache
def _database(folder: Path) -> str:
    name = f"of_{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    _run(f"CREATE DATABASE {name} TEMPLATE {PATTERN}")
    return f"{_postgres().url.rpartition(chr(47))[0]}/{name}"


def _run(statement: str) -> None:
    engine = create_engine(_postgres().url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


@functools.cache
def _postgres() -> Postgres:
    made = Postgres(_folder("postgres"))
    atexit.register(made.stop, "immediate")
    engine = create_engine(made.url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {PATTERN}")
    engine.dispose()
    pattern = create_engine(f"{made.url.rpartition(chr(47))[0]}/{PATTERN}")
    upgrade(pattern)
    pattern.dispose()
    return made


@functools.cache
def _redis() -> Redis:
    made = Redis(_folder("redis"))
    atexit.register(made.stop)
    return made


def _folder(name: str) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"sheepfold-tested-on-{name}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
