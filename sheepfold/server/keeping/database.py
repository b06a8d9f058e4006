"""Databases as they are: how SQLite and the others are opened, asked how they are, and made to give room back."""

from __future__ import annotations

import sqlite3
from typing import Any

import structlog
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

PAGES = 500
"""Pages of a database file that are given back in one transaction."""

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
        raise BadOption(_("{url!r} is no database URL that can be used here.").format(url=url)) from None
    event.listen(engine, "connect", _prepare_sqlite)
    # All rows in one statement: after each statement the writer has to wait for its turn beside the event loop.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk before it is told.

    Pages that nothing is in any more can be given back; a file has to be made with that in mind (`make_shrinkable`).
    """
    if connection.execute("PRAGMA page_count").fetchone() == (0,):
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")


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
    if connection.dialect.name == "sqlite":
        mark: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(mark + 1) % 1_000_000}")
    else:
        connection.exec_driver_sql("SELECT txid_current()")  # refused where nothing may be written


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
