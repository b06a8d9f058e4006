"""Where logs are kept: SQLAlchemy on SQLite, or on another database by its URL.

Entries are only ever added. Whoever adds the next entry of a table gives its number; the key (table, number) settles
who was first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.database import empty_journal, engine_of, give_back_pages, is_lost, write_a_mark
from sheepfold.server.keeping.schema import Right, entries, grant_right, right_row, rights, tables
from sheepfold.server.keeping.troubles import BrokenLog, NotRead, NotSaved, Troubles
from sheepfold.server.keeping.writer import Bundle, Errand, Writer

MOST_ASKED = 1000
"""Tables whose logs' lengths are asked for in one query."""
MOST_ERASED = 200
"""Tables that are erased in one transaction."""

Result = TypeVar("Result")


class Store:
    """The database. Methods that wait are for the event loop; the work is done in threads of the store's own."""

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time) -> None:
        self.engine = engine_of(url)
        self.clock = clock
        readers = 1 if self.engine.dialect.name == "sqlite" else 8
        self._readers = ThreadPoolExecutor(readers, "store")
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._troubles = Troubles()
        self.writer = Writer(self.engine, self._troubles)

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Have something read in a thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._done, work)
        except SQLAlchemyError as error:
            raise self._troubles.not_read(error) from error

    def _done(self, work: Callable[[Connection], Result]) -> Result:
        with self.engine.begin() as connection:
            return work(connection)

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """Have something changed: on SQLite by the writer, when it is its turn."""
        if self._is_sqlite:
            job = Errand(work, asyncio.get_running_loop().create_future())
            self.writer.put(job)
            return await job.done
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._done, work)
        except SQLAlchemyError as error:
            raise self._troubles.not_saved(error, is_known=not is_lost(error)) from error

    async def close(self) -> None:
        """Write what is still to be written, and let go."""
        await asyncio.to_thread(self.let_go)

    def let_go(self) -> None:
        """The same, where there is no loop to wait in."""
        self.writer.end()
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------------------------------------ what goes wrong

    def troubles(self) -> list[str]:
        """What is wrong with the database, for those who run the server."""
        return self._troubles.found()

    async def probe(self) -> None:
        """Write and read something that means nothing, to know whether that works."""
        with suppress(NotSaved):
            await self.change(write_a_mark)
            self._troubles.cannot_write = ""
        with suppress(NotRead):
            await self.run(_count)
            self._troubles.cannot_read = ""

    async def look_through(self) -> None:
        """Whether every page of a database file is as it should be; a server of databases looks after its own."""
        if self._is_sqlite:
            try:
                self._troubles.damage = await asyncio.to_thread(self._check)
            except SQLAlchemyError as error:
                self._troubles.not_read(error)

    def _check(self) -> str:
        with self.engine.connect() as connection:
            said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        return "" if said == "ok" else said.splitlines()[0][:200]

    # ------------------------------------------------------------------------------------------ the log

    async def append(
        self, table: str, first: int, bodies: Sequence[bytes], grant: tuple[str, Right] | None = None
    ) -> None:  # fmt: skip
        """Add entries to a table's log, and a right to a device with them; when this returns they are durable."""
        bundle = Bundle(table, first, bodies, asyncio.get_running_loop().create_future(), grant)
        self.writer.put(bundle)
        await bundle.done

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """A table's log from entry number `since` on; empty if there is no such table."""
        return await self.run(lambda connection: _log(connection, table, since))

    async def open(self, table: str) -> tuple[list[bytes], str]:
        """All of a table's log, and where it was made from; empty: there is no such table, or nobody knows any more."""

        def work(connection: Connection) -> tuple[list[bytes], str]:
            origin: str | None = connection.execute(ORIGIN, {"table": table}).scalar_one_or_none()
            return _log(connection, table, 0), origin or ""

        return await self.run(work)

    async def lengths(self, names: Sequence[str]) -> dict[str, int]:
        """How long the logs of these tables are; 0: there is no such table."""
        found: dict[str, int] = dict.fromkeys(names, 0)
        for start in range(0, len(names), MOST_ASKED):
            some = names[start : start + MOST_ASKED]
            longest = select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id).scalar_subquery()
            query = select(tables.c.id, longest).where(tables.c.id.in_(some))  # for each the end of its log only
            rows = await self.run(lambda connection, query=query: connection.execute(query).all())
            found |= {name: last + 1 for name, last in rows if last is not None}
        return found

    # ------------------------------------------------------------------------------------------ tables

    async def make(
        self, table: str, game: str, status: str, bodies: Sequence[bytes], device: str | None, may: list[Right],
        origin: str = "",
    ) -> None:  # fmt: skip
        """Keep a new table with its first entries, what its maker may do, and where it was made from."""

        def work(connection: Connection) -> None:
            row = {"id": table, "game": game, "status": status, "touched": self.clock(), "origin": origin}
            connection.execute(insert(tables).values(**row))
            connection.execute(
                insert(entries), [{"table_id": table, "seq": k, "body": body} for k, body in enumerate(bodies)]
            )
            if device and may:
                connection.execute(insert(rights), [right_row(device, table, each) for each in may])

        await self.change(work)

    async def note(self, acted: dict[str, tuple[str, float]]) -> None:
        """Note that something happened at these tables: their status, and when it was."""

        def work(connection: Connection) -> None:
            for table, (status, when) in acted.items():
                connection.execute(update(tables).where(tables.c.id == table).values(status=status, touched=when))

        if acted:
            await self.change(work)

    async def count(self) -> int:
        return await self.run(_count)

    def count_now(self) -> int:
        """The same, before there is a loop to wait in."""
        try:
            with self.engine.connect() as connection:
                return _count(connection)
        except SQLAlchemyError as error:
            raise self._troubles.not_read(error) from error

    async def count_of(self, origin: str) -> int:
        """How many tables were made from there."""
        query = select(func.count(tables.c.id)).where(tables.c.origin == origin)
        return await self.run(lambda connection: connection.execute(query).scalar_one())

    async def erase(self, *names: str) -> None:
        def work(connection: Connection) -> None:
            for table, column in ((entries, entries.c.table_id), (rights, rights.c.table_id), (tables, tables.c.id)):
                connection.execute(delete(table).where(column.in_(names)))

        await self.change(work)

    async def outdated(self, finished_before: float, abandoned_before: float) -> list[str]:
        """The tables whose time is over: finished ones, and those where nothing has happened for long."""
        is_finished = tables.c.status.in_(("over", "closed")) & (tables.c.touched < finished_before)
        query = select(tables.c.id).where(or_(is_finished, tables.c.touched < abandoned_before)).limit(MOST_ERASED)
        return await self.run(lambda connection: list(connection.execute(query).scalars()))

    async def shrink(self) -> None:
        """Give back the room that erased tables took; bit by bit, so that moves need not wait for it."""
        if not self._is_sqlite:
            return
        while await self.change(give_back_pages):
            pass
        await self.run(empty_journal)

    # ------------------------------------------------------------------------------------------ rights of devices

    async def devices(self, table: str, right: Right) -> int:
        """How many devices have this right at a table."""
        is_same = (rights.c.role == right.role) & (rights.c.chair == right.chair)
        query = select(func.count(rights.c.device)).where(
            rights.c.table_id == table, is_same & (rights.c.generation == right.generation)
        )
        return await self.run(lambda connection: connection.execute(query).scalar_one())

    async def grant(self, device: str, table: str, right: Right) -> None:
        await self.change(lambda connection: grant_right(connection, device, table, right))

    async def rights(self, device: str, table: str) -> list[Right]:
        query = select(rights.c.role, rights.c.chair, rights.c.generation).where(
            rights.c.device == device, rights.c.table_id == table
        )
        return await self.run(lambda connection: [Right(*row) for row in connection.execute(query)])

    async def copy_rights(self, old: str, new: str, valid: Mapping[Right, Right]) -> None:
        """Whoever has rights at one table that are still valid gets those they lead to at another."""

        def work(connection: Connection) -> None:
            for row in connection.execute(select(rights).where(rights.c.table_id == old)).all():
                fresh = valid.get(Right(row.role, row.chair, row.generation))
                if fresh is not None:
                    connection.execute(insert(rights).values(**right_row(row.device, new, fresh)))

        await self.change(work)

    async def tables_of(self, device: str) -> list[tuple[str, str, str, float]]:
        """The tables this device has to do with, the latest first: id, game, status, touched."""
        query = (
            select(tables.c.id, tables.c.game, tables.c.status, tables.c.touched)
            .where(tables.c.id.in_(select(rights.c.table_id).where(rights.c.device == device)))
            .order_by(tables.c.touched.desc())
            .limit(50)
        )
        return await self.run(
            lambda connection: [(row.id, row.game, row.status, row.touched) for row in connection.execute(query)]
        )


ORIGIN = select(tables.c.origin).where(tables.c.id == bindparam("table"))
LOG = (
    select(entries.c.seq, entries.c.body)
    .where(entries.c.table_id == bindparam("table"), entries.c.seq >= bindparam("since"))
    .order_by(entries.c.seq)
)


def _log(connection: Connection, table: str, since: int) -> list[bytes]:
    rows = connection.execute(LOG, {"table": table, "since": since}).all()
    if rows and rows[-1][0] != since + len(rows) - 1:  # they are in order, and no two are the same
        raise BrokenLog(_("An entry of this table's log is missing."))
    return [body for _seq, body in rows]


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count(tables.c.id))).scalar_one()
