"""Where logs are kept: SQLAlchemy on SQLite, or on another database by its URL.

Entries are only ever added. Whoever adds the next entry of a table gives its number; the key (table, number) settles
who was first. What many tables write at the same moment goes into the database in one transaction: while one is being
made durable, the next gathers. On SQLite, where one may write at a time, everything else that is written (new tables,
rights …) waits for its turn in the same thread, moves first: two that waited for each other's locks would wait long.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

from sqlalchemy import (
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)  # fmt: skip
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.database import (
    empty_journal,
    engine_of,
    give_back_pages,
    is_damage,
    is_lost,
    reason_of,
    write_a_mark,
)

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(12), nullable=False),
    Column("touched", Float, nullable=False, index=True),
    Column("origin", String(16), nullable=False, index=True, server_default=""),
)
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
rights = Table(
    "rights",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("table_id", String(24), primary_key=True, index=True),
    Column("role", String(8), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False),
)
Table(
    "leases",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", Float(53), nullable=False),
)
Table(
    "presence",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("chairs", Integer, nullable=False),
    Column("until", Float(53), nullable=False),
)

MOST_AT_ONCE = 500
"""Batches in one transaction."""
MOST_ASKED = 1000
"""Tables whose logs' lengths are asked for in one query."""
MOST_ERASED = 200
"""Tables that are erased in one transaction."""


class NotSaved(SheepfoldError):
    """The database did not take it: nothing has changed, unless it says otherwise."""


class NotRead(SheepfoldError):
    """The database did not give it out."""


class BrokenLog(SheepfoldError):
    """An entry of a log is missing."""


class TakenAlready(NotSaved):
    """Somebody else wrote this table's next entry first."""


class NotKnown(NotSaved):
    """The database went away while it was writing: nobody can say yet whether it took it."""


Role = Literal["maker", "chair", "guest", "watch"]


@dataclass(frozen=True)
class Right:
    """What a device may do at a table: `maker`, `chair` (which, and whose generation of links), `guest`, `watch`."""

    role: Role
    chair: int = -1
    generation: int = 0


@dataclass(frozen=True)
class Bundle:
    """Entries that belong together, and whom to tell when they are safe."""

    table: str
    first: int
    bodies: Sequence[bytes]
    done: asyncio.Future[None]
    grant: tuple[str, Right] | None = None
    """What a device may do from then on: who sits down has the chair in the same moment, for all processes."""


Result = TypeVar("Result")


@dataclass(frozen=True)
class Change:
    """Something else to be written, and whom to tell."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Store:
    """The database. Methods that wait are for the event loop; the work is done in threads of the store's own."""

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time) -> None:
        self.engine = engine_of(url)
        self.clock = clock
        readers = 1 if self.engine.dialect.name == "sqlite" else 8
        self._readers = ThreadPoolExecutor(readers, "store")
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._pending: queue.SimpleQueue[Bundle | Change | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()
        self.commits = 0
        self._cannot_write = self._cannot_read = self._damage = ""

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Have something read in a thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._done, work)
        except SQLAlchemyError as error:
            raise self._not_read(error) from error

    def _done(self, work: Callable[[Connection], Result]) -> Result:
        with self.engine.begin() as connection:
            return work(connection)

    async def change(self, work: Callable[[Connection], Result]) -> Result:
        """Have something changed: on SQLite by the writer, when it is its turn."""
        if self._is_sqlite:
            job = Change(work, asyncio.get_running_loop().create_future())
            self._pending.put(job)
            return await job.done
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._done, work)
        except SQLAlchemyError as error:
            raise self._not_saved(error, is_known=not is_lost(error)) from error

    async def close(self) -> None:
        """Write what is still to be written, and let go."""
        await asyncio.to_thread(self.let_go)

    def let_go(self) -> None:
        """The same, where there is no loop to wait in."""
        self._pending.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------------------------------------ what goes wrong

    def troubles(self) -> list[str]:
        """What is wrong with the database, for those who run the server."""
        found: list[str] = []
        if self._cannot_write:
            found.append(f"The database cannot be written: {self._cannot_write}.")
        if self._cannot_read:
            found.append(f"The database cannot be read: {self._cannot_read}.")
        if self._damage:
            found.append(f"The database is damaged: {self._damage}.")
        return found

    def _not_saved(self, error: Exception, *, is_known: bool = True) -> NotSaved:
        if isinstance(error, IntegrityError):
            return _taken()
        self._cannot_write = reason_of(error)
        if not is_known:
            return NotKnown(_("The server's database went away while this was being saved; look again in a moment."))
        if is_damage(error):
            self._damage = reason_of(error)
            return NotSaved(_("This could not be saved, so it was not done: the server's database is damaged."))
        return NotSaved(_("This could not be saved, so it was not done. The server's disk may be full or protected."))

    def _not_read(self, error: Exception) -> NotRead:
        if is_damage(error):
            self._damage = reason_of(error)
            return NotRead(_("The server's database is damaged here. Whoever runs the server can put back a backup."))
        self._cannot_read = reason_of(error)
        return NotRead(_("The server's database cannot be read just now; try again in a moment."))

    async def probe(self) -> None:
        """Write and read something that means nothing, to know whether that works."""
        with suppress(NotSaved):
            await self.change(write_a_mark)
            self._cannot_write = ""
        with suppress(NotRead):
            await self.run(_count)
            self._cannot_read = ""

    async def look_through(self) -> None:
        """Whether every page of a database file is as it should be; a server of databases looks after its own."""
        if self._is_sqlite:
            try:
                self._damage = await asyncio.to_thread(self._check)
            except SQLAlchemyError as error:
                self._not_read(error)

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
        self._pending.put(bundle)
        await bundle.done

    def _write_on(self) -> None:
        """The writer's life: all entries that wait go into one transaction, then one of the other things is done."""
        jobs: deque[Change] = deque()
        is_open = True
        while is_open or jobs:
            bundles: list[Bundle] = []
            while len(bundles) < MOST_AT_ONCE and (not self._pending.empty() or (is_open and not bundles and not jobs)):
                each = self._pending.get()
                if each is None:
                    is_open = False
                elif isinstance(each, Change):
                    jobs.append(each)
                else:
                    bundles.append(each)
            if bundles:
                self._write(bundles)
            if jobs:
                self._do(jobs.popleft())

    def _do(self, job: Change) -> None:
        try:
            tell = partial(_tell, job.done, self._done(job.work), None)
        except Exception as error:
            tell = partial(_tell, job.done, None, self._not_saved(error))
        job.done.get_loop().call_soon_threadsafe(tell)

    def _write(self, bundles: list[Bundle]) -> None:
        answers: list[tuple[Bundle, Exception | None]] = [(bundle, None) for bundle in bundles]
        try:
            self._insert(bundles)
        except Exception as error:  # whatever it is: a writer that died would hold up every table
            # Written one by one, only those with a fault of their own fail.
            again = len(bundles) > 1 or is_lost(error)
            answers = [(bundle, self._settled(bundle, error, again=again)) for bundle in bundles]
        loops = {bundle.done.get_loop() for bundle in bundles}
        for loop in loops:
            loop.call_soon_threadsafe(_answer, [each for each in answers if each[0].done.get_loop() is loop])

    def _settled(self, bundle: Bundle, error: Exception, *, again: bool) -> Exception | None:
        """What became of entries when their transaction failed; None: they are written.

        What stands in the log decides: a connection may be lost after everything was written and before that could be
        said. What does not stand there can be written again, and never stands there twice.
        """
        try:
            standing = self._standing(bundle)
        except SQLAlchemyError:
            return self._not_saved(error, is_known=not is_lost(error))
        if standing == list(bundle.bodies):
            return None
        if standing:
            return _taken()
        if not again:
            return self._not_saved(error)
        try:
            self._insert([bundle])
        except Exception as another:
            return self._settled(bundle, another, again=False)
        return None

    def _standing(self, bundle: Bundle) -> list[bytes]:
        """What the log has where a bundle belongs."""
        last = bundle.first + len(bundle.bodies) - 1
        query = select(entries.c.body).where(
            entries.c.table_id == bundle.table, entries.c.seq.between(bundle.first, last)
        )  # fmt: skip
        with self.engine.connect() as connection:
            return list(connection.execute(query.order_by(entries.c.seq)).scalars())

    def _insert(self, bundles: Sequence[Bundle]) -> None:
        rows = [
            {"table_id": bundle.table, "seq": bundle.first + k, "body": body}
            for bundle in bundles
            for k, body in enumerate(bundle.bodies)
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(entries), rows)
            for bundle in bundles:
                if bundle.grant is not None:
                    _grant(connection, bundle.grant[0], bundle.table, bundle.grant[1])
        self.commits += 1
        self._cannot_write = ""

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """A table's log from entry number `since` on; empty if there is no such table."""
        query = select(entries.c.seq, entries.c.body).where(entries.c.table_id == table, entries.c.seq >= since)

        def work(connection: Connection) -> list[tuple[int, bytes]]:
            return [(row.seq, row.body) for row in connection.execute(query.order_by(entries.c.seq))]

        rows = await self.run(work)
        if any(seq != since + k for k, (seq, _body) in enumerate(rows)):
            raise BrokenLog(_("An entry of this table's log is missing."))
        return [body for _seq, body in rows]

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
                connection.execute(insert(rights), [_right_row(device, table, each) for each in may])

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
            raise self._not_read(error) from error

    async def count_of(self, origin: str) -> int:
        """How many tables were made from there."""
        query = select(func.count(tables.c.id)).where(tables.c.origin == origin)
        return await self.run(lambda connection: connection.execute(query).scalar_one())

    async def origin(self, table: str) -> str:
        """Where a table was made from; empty: nobody knows any more."""
        query = select(tables.c.origin).where(tables.c.id == table)
        return await self.run(lambda connection: connection.execute(query).scalar_one_or_none() or "")

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
        await self.change(lambda connection: _grant(connection, device, table, right))

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
                    connection.execute(insert(rights).values(**_right_row(row.device, new, fresh)))

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


def _taken() -> TakenAlready:
    return TakenAlready(_("Somebody else was quicker; look at the table again."))


def _count(connection: Connection) -> int:
    return connection.execute(select(func.count(tables.c.id))).scalar_one()


def _grant(connection: Connection, device: str, table: str, right: Right) -> None:
    key = (rights.c.device == device) & (rights.c.table_id == table)
    same = key & (rights.c.role == right.role) & (rights.c.chair == right.chair)
    connection.execute(delete(rights).where(same))
    connection.execute(insert(rights).values(**_right_row(device, table, right)))


def _right_row(device: str, table: str, right: Right) -> dict[str, Any]:
    return {
        "device": device,
        "table_id": table,
        "role": right.role,
        "chair": right.chair,
        "generation": right.generation,
    }


def _answer(answers: list[tuple[Bundle, Exception | None]]) -> None:
    for bundle, error in answers:
        _tell(bundle.done, None, error)


def _tell(done: asyncio.Future[Any], answer: Any, error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(answer)
    else:
        done.set_exception(error)
