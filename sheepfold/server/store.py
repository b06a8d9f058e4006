"""Where logs are kept: SQLAlchemy on SQLite, or on another database by its URL.

Entries are only ever added. Whoever adds the next entry of a table gives its number; the key (table, number) settles
who was first. What many tables write at the same moment goes into the database in one transaction: while one is being
made durable, the next gathers.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import (
    Column,
    Engine,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    update,
)  # fmt: skip
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.words import gettext as _

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(12), nullable=False),
    Column("touched", Float, nullable=False, index=True),
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

MOST_AT_ONCE = 500
"""Batches in one transaction."""


class NotSaved(SheepfoldError):
    """The database did not take it: nothing has changed."""


class BrokenLog(SheepfoldError):
    """An entry of a log is missing."""


class TakenAlready(NotSaved):
    """Somebody else wrote this table's next entry first."""


Role = Literal["maker", "chair", "guest", "watch"]


@dataclass(frozen=True)
class Right:
    """What a device may do at a table: `maker`, `chair` (which, and whose generation of links), `guest`, `watch`."""

    role: Role
    chair: int = -1
    generation: int = 0


@dataclass(frozen=True)
class Batch:
    """Entries that belong together, and whom to tell when they are safe."""

    table: str
    first: int
    bodies: Sequence[bytes]
    done: asyncio.Future[None]


Result = TypeVar("Result")


class Store:
    """The database. Methods that wait are for the event loop; the work is done in threads of the store's own."""

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time) -> None:
        self.engine = _engine(url)
        self.clock = clock
        readers = 1 if self.engine.dialect.name == "sqlite" else 8
        self._readers = ThreadPoolExecutor(readers, "store")
        self._pending: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()
        self.commits = 0

    async def _run(self, work: Callable[[Connection], Result]) -> Result:
        def run() -> Result:
            with self.engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except SQLAlchemyError as error:
            raise _not_saved(error) from error

    async def close(self) -> None:
        """Write what is still to be written, and let go."""
        self._pending.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------------------------------------ the log

    async def append(self, table: str, first: int, bodies: Sequence[bytes]) -> None:
        """Add entries to a table's log; when this returns they are durable."""
        batch = Batch(table, first, bodies, asyncio.get_running_loop().create_future())
        self._pending.put(batch)
        await batch.done

    def _write_on(self) -> None:
        """The writer's life: everything that waits goes into one transaction."""
        while (batch := self._pending.get()) is not None:
            batches = [batch]
            while len(batches) < MOST_AT_ONCE and not self._pending.empty():
                following = self._pending.get()
                if following is None:
                    self._write(batches)
                    return
                batches.append(following)
            self._write(batches)

    def _write(self, batches: list[Batch]) -> None:
        try:
            self._insert(batches)
            answers: list[tuple[Batch, Exception | None]] = [(batch, None) for batch in batches]
        except Exception as error:  # whatever it is: a writer that died would hold up every table
            # Written one by one, only those with a fault of their own fail.
            answers = [(batch, self._written(batch)) for batch in batches] if len(batches) > 1 else [
                (batches[0], _not_saved(error))
            ]  # fmt: skip
        loops = {batch.done.get_loop() for batch in batches}
        for loop in loops:
            loop.call_soon_threadsafe(_answer, [each for each in answers if each[0].done.get_loop() is loop])

    def _written(self, batch: Batch) -> Exception | None:
        try:
            self._insert([batch])
        except Exception as error:
            return _not_saved(error)
        return None

    def _insert(self, batches: Iterable[Batch]) -> None:
        rows = [
            {"table_id": batch.table, "seq": batch.first + k, "body": body}
            for batch in batches
            for k, body in enumerate(batch.bodies)
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(entries), rows)
        self.commits += 1

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """A table's log from entry number `since` on; empty if there is no such table."""
        query = select(entries.c.seq, entries.c.body).where(entries.c.table_id == table, entries.c.seq >= since)

        def work(connection: Connection) -> list[tuple[int, bytes]]:
            return [(row.seq, row.body) for row in connection.execute(query.order_by(entries.c.seq))]

        rows = await self._run(work)
        if any(seq != since + k for k, (seq, _body) in enumerate(rows)):
            raise BrokenLog(_("An entry of this table's log is missing."))
        return [body for _seq, body in rows]

    # ------------------------------------------------------------------------------------------ tables

    async def make(
        self, table: str, game: str, status: str, bodies: Sequence[bytes], device: str | None, may: list[Right]
    ) -> None:
        """Keep a new table with its first entries and what its maker may do."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tables).values(id=table, game=game, status=status, touched=self.clock()))
            connection.execute(
                insert(entries), [{"table_id": table, "seq": k, "body": body} for k, body in enumerate(bodies)]
            )
            if device and may:
                connection.execute(insert(rights), [_right_row(device, table, each) for each in may])

        await self._run(work)

    async def note(self, touched: dict[str, str]) -> None:
        """Note that something happened at these tables, and their status."""

        def work(connection: Connection) -> None:
            for table, status in touched.items():
                connection.execute(
                    update(tables).where(tables.c.id == table).values(status=status, touched=self.clock())
                )

        if touched:
            await self._run(work)

    async def count(self) -> int:
        return await self._run(lambda connection: connection.execute(select(func.count(tables.c.id))).scalar_one())

    async def is_waiting(self) -> list[str]:
        """The tables at which a game is going on."""
        query = select(tables.c.id).where(tables.c.status.in_(("running", "preparing")))
        return await self._run(lambda connection: list(connection.execute(query).scalars()))

    async def erase(self, *names: str) -> None:
        def work(connection: Connection) -> None:
            for table, column in ((entries, entries.c.table_id), (rights, rights.c.table_id), (tables, tables.c.id)):
                connection.execute(delete(table).where(column.in_(names)))

        await self._run(work)

    async def outdated(self, finished_before: float, abandoned_before: float) -> list[str]:
        """The tables whose time is over: finished ones, and those where nothing has happened for long."""
        is_finished = tables.c.status.in_(("over", "closed")) & (tables.c.touched < finished_before)
        query = select(tables.c.id).where(or_(is_finished, tables.c.touched < abandoned_before)).limit(1000)
        return await self._run(lambda connection: list(connection.execute(query).scalars()))

    # ------------------------------------------------------------------------------------------ rights of devices

    async def grant(self, device: str, table: str, right: Right) -> None:
        def work(connection: Connection) -> None:
            key = (rights.c.device == device) & (rights.c.table_id == table)
            same = key & (rights.c.role == right.role) & (rights.c.chair == right.chair)
            connection.execute(delete(rights).where(same))
            connection.execute(insert(rights).values(**_right_row(device, table, right)))

        await self._run(work)

    async def rights(self, device: str, table: str) -> list[Right]:
        query = select(rights.c.role, rights.c.chair, rights.c.generation).where(
            rights.c.device == device, rights.c.table_id == table
        )
        return await self._run(lambda connection: [Right(*row) for row in connection.execute(query)])

    async def copy_rights(self, old: str, new: str, generations: dict[int, int], invitation: int) -> None:
        """Whoever had rights at one table, and has them still, gets the same at another."""
        valid = {("chair", chair, generation) for chair, generation in generations.items()}
        valid |= {("guest", -1, invitation), ("maker", -1, 0), ("watch", -1, 0)}

        def work(connection: Connection) -> None:
            for row in connection.execute(select(rights).where(rights.c.table_id == old)).all():
                if (row.role, row.chair, row.generation) in valid:
                    fresh = Right(row.role, row.chair, 0)
                    connection.execute(insert(rights).values(**_right_row(row.device, new, fresh)))

        await self._run(work)

    async def tables_of(self, device: str) -> list[tuple[str, str, str, float]]:
        """The tables this device has to do with, the latest first: id, game, status, touched."""
        query = (
            select(tables.c.id, tables.c.game, tables.c.status, tables.c.touched)
            .where(tables.c.id.in_(select(rights.c.table_id).where(rights.c.device == device)))
            .order_by(tables.c.touched.desc())
            .limit(50)
        )
        return await self._run(
            lambda connection: [(row.id, row.game, row.status, row.touched) for row in connection.execute(query)]
        )


def _right_row(device: str, table: str, right: Right) -> dict[str, Any]:
    return {
        "device": device,
        "table_id": table,
        "role": right.role,
        "chair": right.chair,
        "generation": right.generation,
    }


def _answer(answers: list[tuple[Batch, Exception | None]]) -> None:
    for batch, error in answers:
        if batch.done.done():
            continue
        if error is None:
            batch.done.set_result(None)
        else:
            batch.done.set_exception(error)


def _not_saved(error: Exception) -> NotSaved:
    if isinstance(error, IntegrityError):
        return TakenAlready(_("Somebody else was quicker; look at the table again."))
    return NotSaved(_("This could not be saved, so it was not done. The server's disk may be full or protected."))


def _engine(url: str) -> Engine:
    try:
        if make_url(url).get_backend_name() != "sqlite":
            return create_engine(url, pool_size=10, hide_parameters=True)
        waiting = {"check_same_thread": False, "timeout": 10}
        engine = create_engine(url, connect_args=waiting, hide_parameters=True)  # parameters hold nicknames
    except (SQLAlchemyError, ImportError):
        raise BadOption(_("{url!r} is no database URL that can be used here.").format(url=url)) from None
    event.listen(engine, "connect", _prepare_sqlite)
    # All rows in one statement: after each statement the writer has to wait for its turn beside the event loop.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk before it is told."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")
