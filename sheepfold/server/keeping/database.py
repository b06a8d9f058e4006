"""Databases as they are: how SQLite and the others are opened, asked how they are, and made to give room back."""

from __future__ import annotations

import functools
import re
import secrets
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Engine, create_engine, delete, event, insert
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import entries

MARK, A_PAGE = "a mark", 8192
"""What is written for trial, and its bytes."""
PAGES = 500
"""Pages of a database file that are given back in one transaction."""

ROWS = 1000
"""Rows of one statement; SQLite takes some 32,000 values."""

logger = structlog.get_logger("store")


def engine_of(url: str) -> Engine:
    """The database of this URL, opened as it is used here."""
    try:
        if make_url(url).get_backend_name() != "sqlite":
            # Connections are asked whether they live before they are used: the first write after a restart succeeds.
            return create_engine(url, pool_size=10, pool_pre_ping=True, hide_parameters=True)
        waiting = {"check_same_thread": False, "timeout": 10}
        engine = create_engine(url, connect_args=waiting, hide_parameters=True)  # parameters hold nicknames
    except (SQLAlchemyError, ImportError):
        sentence = _("{url!r} is no database URL that can be used here; one such is `postgresql://user@host/name`.")
        raise BadOption(sentence.format(url=re.sub(r":[^:/@]*@", ":…@", url))) from None
    event.listen(engine, "connect", _prepare_sqlite)
    # All rows in one statement: after each statement the writer has to wait for its turn beside the event loop.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    return engine


def folder_of(url: str) -> Path | None:
    """Where the file of a SQLite database lies; None: it has none, or this is no such URL."""
    try:
        found = make_url(url)
    except SQLAlchemyError:
        return None
    file = found.database if found.get_backend_name() == "sqlite" else None
    return Path(file).resolve().parent if file and not file.startswith((":memory:", "file:")) else None


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk before it is told.

    Pages that nothing is in any more can be given back; a file has to be made with that in mind (`make_shrinkable`).
    """
    if connection.execute("PRAGMA page_count").fetchone() == (0,):
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")


class PlainRows:
    """Rows into one table of SQLite, without SQLAlchemy between, which takes longer over a single move than the
    database does. What goes wrong is told as SQLAlchemy would. For one thread.
    """

    def __init__(self, engine: Engine, table: str, columns: Sequence[str]) -> None:
        self._engine, self._table, self._columns = engine, table, tuple(columns)
        self._driver: Any = None

    def insert(self, rows: Sequence[Sequence[Any]]) -> None:
        """All of them in one transaction, or none.

        A statement is a transaction of its own: after each statement whoever writes has to wait for their turn beside
        the event loop, and `BEGIN` and `COMMIT` would be two more.
        """
        try:
            driver = self._opened()
            if len(rows) <= ROWS:
                self._insert(driver, rows)
                return
            driver.execute("BEGIN IMMEDIATE")
            with driver:  # commits, or takes back
                for start in range(0, len(rows), ROWS):
                    self._insert(driver, rows[start : start + ROWS])
        except sqlite3.Error as error:
            raise DBAPIError.instance(
                f"INSERT INTO {self._table}", None, error, sqlite3.Error, hide_parameters=True,
                dialect=self._engine.dialect,
            ) from error  # fmt: skip

    def _opened(self) -> Any:
        """A connection that commits by itself."""
        if self._driver is None:
            pooled = self._engine.raw_connection()
            pooled.detach()
            self._driver = pooled.dbapi_connection
            self._driver.isolation_level = None
        return self._driver

    def _insert(self, driver: Any, rows: Sequence[Sequence[Any]]) -> None:
        driver.execute(_inserting(self._table, self._columns, len(rows)), [value for row in rows for value in row])

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None


@functools.lru_cache(64)
def _inserting(table: str, columns: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"


def make_shrinkable(engine: Engine) -> None:
    """Write the file of an earlier version anew, once, in the shape from which room can be given back."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one():
            return
        try:
            connection.exec_driver_sql("PRAGMA auto_vacuum = INCREMENTAL")
            connection.exec_driver_sql("VACUUM")
        except DBAPIError as error:  # no room for the copy, say: the old file is as good as before
            logger.warning("the database file cannot shrink", reason=str(error.orig))


def give_back_pages(connection: Connection) -> bool:
    """Give back some of the pages that nothing is in; whether there were any."""
    free: int = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    if free and connection.exec_driver_sql("PRAGMA auto_vacuum").scalar_one():
        driver: Any = connection.connection.dbapi_connection
        driver.executescript(f"PRAGMA incremental_vacuum({PAGES})")  # executed in the usual way it stops after a page
        return connection.exec_driver_sql("PRAGMA freelist_count").scalar_one() < free
    return False


def empty_journal(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def write_a_mark(connection: Connection) -> None:
    """Write something for trial, and leave nothing of it."""
    if connection.dialect.name == "sqlite":
        version: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(version + 1) % 1_000_000}")
    else:
        # As large as a page, so that a file which cannot grow shows; of no table, so that nobody ever reads it.
        mark = {"table_id": MARK, "seq": secrets.randbelow(1 << 31)}
        connection.execute(insert(entries).values(**mark, body=secrets.token_bytes(A_PAGE)))
        connection.execute(delete(entries).where(entries.c.table_id == MARK, entries.c.seq == mark["seq"]))


def is_damage(error: Exception) -> bool:
    """Whether the database file itself is at fault."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_lost(error: Exception) -> bool:
    """Whether the connection ended, so that nobody can tell from the error how far the database had come."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def reason_of(error: Exception) -> str:
    """What the database itself says, without what was to be written."""
    return str(getattr(error, "orig", None) or type(error).__name__).splitlines()[0][:200]
