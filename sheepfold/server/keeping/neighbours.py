"""Other processes that serve the same tables: what each tells the others, and who of them acts for nobody.

The log decides every race, so nothing here is needed for correctness. A lease (a row with a time, by the database's
clock) says which process acts for bots and hourglasses of a table: two that think they hold it cost a refused append.
Presence (which chairs are connected where) is such a row too, and expires by itself when a process dies. On SQLite,
where one process serves everything, there are no neighbours: `Neighbours` itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol

import msgspec
import structlog
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.engine import Connection

from sheepfold.core.errors import SheepfoldError
from sheepfold.server.keeping.news import AROUND, News
from sheepfold.server.keeping.store import Store
from sheepfold.server.wire.commands import TableSign
from sheepfold.server.wire.messages import encode

LEASE = 6.0
"""Seconds for which a lease holds; and after which a process that says nothing is thought to have gone."""
RENEWED = 2.0
"""Seconds between two renewals."""
ASKED, ASKED_ANYWAY = 1.0, 10.0
"""Seconds between two questions for the lengths of all open logs: without news, and although there are some."""
CANCELLED_AGAIN = 0.2
"""Seconds after which a task that has not ended is told again to."""
LAST_WORDS = 1.0
"""Seconds in which a process that ends tells the others."""
HOUSEKEEPING = "*"
"""The lease on what is done for all tables."""

logger = structlog.get_logger("neighbours")

decode_sign = msgspec.json.Decoder(TableSign).decode


class Listener(Protocol):
    """Whoever wants to hear of what others do: the house."""

    def length(self, name: str) -> int | None:
        """How far a table has been read; None: it is not open here."""
        ...

    def lengths(self) -> Mapping[str, int]:
        """How far each table in memory has been read."""
        ...

    async def heard(self, name: str, length: int) -> None: ...

    def presence_changed(self, name: str) -> None: ...

    def attends(self, name: str) -> bool:
        """Whether a lease is still of use here."""
        ...

    async def said(self, name: str, sign: TableSign) -> None: ...


class Neighbours:
    """Nobody else: the one process holds everything."""

    is_alone = True

    async def start(self, listener: Listener) -> None:
        """Begin to tell and to hear."""

    async def stop(self) -> None:
        """Leave nothing behind."""

    def call_out(self, table: str, length: int) -> None:
        """A log has become so long."""

    def say(self, table: str, sign: TableSign) -> None:
        """Something for everybody at a table that nobody keeps."""

    async def hold(self, name: str) -> bool:
        """Whether this process acts for nobody at a table; asked for, if nobody has."""
        del name
        return True

    def let_go(self, name: str) -> None:
        """Somebody else may act there."""

    def note_here(self, table: str, chairs: Iterable[int]) -> None:
        """These chairs are connected here."""

    def elsewhere(self, table: str) -> set[int]:
        """The chairs that are connected at other processes."""
        del table
        return set()

    def troubles(self) -> list[str]:
        """What is wrong, for those who run the server."""
        return []


class Together(Neighbours):
    """Several processes on one PostgreSQL, with or without Redis."""

    is_alone = False

    def __init__(self, store: Store, news: News | None) -> None:
        self.me = secrets.token_hex(8)
        self._store, self._news = store, news
        self._held: dict[str, float] = {}
        """The leases of this process, and until when they hold at least, by this process's clock."""
        self._here: dict[str, int] = {}
        self._elsewhere: dict[str, set[int]] = {}
        self._unsaid: dict[str, int] = {}
        """Tables whose presence here is still to be written, and what it is."""
        self._is_unknown = False
        """Whether the database may have something else about who is here."""
        self._asking = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        work: list[Callable[[], Awaitable[None]]] = [self._renew, self._ask]
        if self._news is not None:
            news = self._news
            work += [news.call_out_on, lambda: news.listen_on(self._heard, self._asking.set)]
        self._tasks = [asyncio.create_task(_on_and_on(each)) for each in work]

    async def stop(self) -> None:
        pending = set(self._tasks)
        while pending:  # more than once: what is waited for with a time limit may miss it
            for task in pending:
                task.cancel()
            _ended, pending = await asyncio.wait(pending, timeout=CANCELLED_AGAIN)
        with suppress(SheepfoldError):  # the rows expire by themselves
            await self._store.change(self._leave)
        if self._news is not None:
            for table in self._here:
                self._news.call_out(table, AROUND)
            with suppress(RedisError, OSError, TimeoutError):
                await asyncio.wait_for(self._news.say_the_rest(), LAST_WORDS)
            await self._news.close()

    def troubles(self) -> list[str]:
        away = self._news is not None and self._news.is_away
        return ["Redis cannot be reached: moves of other processes are seen a second later."] if away else []

    # ------------------------------------------------------------------------------------------ news

    def call_out(self, table: str, length: int) -> None:
        if self._news is not None:
            self._news.call_out(table, length)

    def say(self, table: str, sign: TableSign) -> None:
        if self._news is not None:
            self._news.say(table, f"{self.me} {encode(sign).decode()}")

    async def _heard(self, table: str, length: int, said: str) -> None:
        known = self._listener.length(table)
        if known is None or (0 < length <= known and not said):
            return
        if said:
            who, _blank, sign = said.partition(" ")
            if who != self.me:
                await self._listener.said(table, decode_sign(sign))
            return
        if length == AROUND:
            await self._look_around([table])
        else:  # tables do not wait for each other
            self._begin(self._listener.heard(table, length))

    async def _ask(self) -> None:
        """Ask how long all open logs are, and who is there: all that is known without news."""
        is_told = self._news is not None and not self._news.is_away
        known = dict(self._listener.lengths())
        if known:
            lengths = await self._store.lengths(list(known))
            for table, length in lengths.items():
                if length != known[table]:
                    await self._listener.heard(table, length)
            await self._look_around(list(known))
        self._asking.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asking.wait(), ASKED_ANYWAY if is_told else ASKED)

    # ------------------------------------------------------------------------------------------ leases

    async def hold(self, name: str) -> bool:
        now = time.monotonic()
        if self._held.get(name, 0.0) > now:
            return True
        try:
            is_mine = await self._store.change(lambda connection: _take(connection, name, self.me))
        except SheepfoldError:
            return False
        if is_mine:
            self._held[name] = now + LEASE
        return is_mine

    def let_go(self, name: str) -> None:
        self._elsewhere.pop(name, None)
        if self._held.pop(name, None) is not None:
            self._begin(self._store.change(lambda connection: _give_back(connection, name, self.me)))

    # ------------------------------------------------------------------------------------------ presence

    def note_here(self, table: str, chairs: Iterable[int]) -> None:
        bits = sum(1 << chair for chair in chairs)
        if self._here.get(table, 0) == bits:
            return
        if bits:
            self._here[table] = bits
        else:
            self._here.pop(table, None)
        is_writing = bool(self._unsaid)
        self._unsaid[table] = bits
        if not is_writing:
            self._begin(self._say_who_is_here())

    def elsewhere(self, table: str) -> set[int]:
        return self._elsewhere.get(table, set())

    async def _say_who_is_here(self) -> None:
        while self._unsaid:
            saying = dict(self._unsaid)
            try:
                await self._store.change(lambda connection: _note(connection, self.me, saying))  # noqa: B023 (called at once)
            except SheepfoldError:
                self._unsaid, self._is_unknown = {}, True  # said with the next renewal
                raise
            for table, bits in saying.items():
                self.call_out(table, AROUND)
                if self._unsaid.get(table) == bits:
                    del self._unsaid[table]

    async def _look_around(self, tables: list[str]) -> None:
        """Who is at these tables, at other processes."""
        found = await self._store.run(lambda connection: _present(connection, tables, self.me))
        for table in tables:
            bits = found.get(table, 0)
            chairs = {chair for chair in range(bits.bit_length()) if bits >> chair & 1}
            if chairs != self._elsewhere.get(table, set()):
                self._elsewhere[table] = chairs
                if not chairs:
                    del self._elsewhere[table]
                self._listener.presence_changed(table)

    # ------------------------------------------------------------------------------------------ staying known

    async def _renew(self) -> None:
        """Say that this process still lives, for all that it holds."""
        for name in [name for name in self._held if not self._listener.attends(name)]:
            self.let_go(name)
        now, held, here = time.monotonic(), list(self._held), dict(self._here)
        anew, self._is_unknown = self._is_unknown, False
        try:
            kept = await self._store.change(lambda connection: _renewed(connection, self.me, held, here, anew=anew))
        except SheepfoldError:
            self._is_unknown = True
            raise
        self._held = {name: now + LEASE if name in kept else until for name, until in self._held.items()}
        self._held = {name: until for name, until in self._held.items() if until > now}
        await asyncio.sleep(RENEWED)

    def _leave(self, connection: Connection) -> None:
        connection.execute(text("DELETE FROM leases WHERE process = :me"), {"me": self.me})
        connection.execute(text("DELETE FROM presence WHERE process = :me"), {"me": self.me})

    def _begin(self, work: Awaitable[object]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)


async def _on_and_on(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except (SheepfoldError, msgspec.MsgspecError) as error:
            logger.warning("neighbours cannot be asked", reason=str(error))
            await asyncio.sleep(ASKED)
        except Exception as error:  # whatever it is: nobody who hears nothing any more may go on as if all were well
            logger.error("fault", reason=f"{type(error).__name__}: {error}", exc_info=error)
            await asyncio.sleep(ASKED)


async def _quietly(work: Awaitable[object]) -> None:
    try:
        await work
    except SheepfoldError as error:
        logger.warning("neighbours were not told", reason=str(error))


# ---------------------------------------------------------------------------------------------- rows

NOW = "extract(epoch FROM clock_timestamp())"
"""By the database's clock: those of the processes may differ."""
HOLDS = f"BETWEEN {NOW} AND {NOW} + :lease"
"""What lasts longer than anything can was written before somebody set that clock back: it counts as little as what is
over. Whoever lives writes it anew in a moment."""


def _take(connection: Connection, name: str, me: str) -> bool:
    """Take a lease that nobody has, or whose time is over."""
    taken = connection.execute(
        text(
            f"INSERT INTO leases (name, process, until) VALUES (:name, :me, {NOW} + :lease) "
            f"ON CONFLICT (name) DO UPDATE SET process = :me, until = {NOW} + :lease "
            f"WHERE leases.process = :me OR leases.until NOT {HOLDS} RETURNING 1"
        ),
        {"name": name, "me": me, "lease": LEASE},
    )
    return taken.scalar_one_or_none() is not None


def _give_back(connection: Connection, name: str, me: str) -> None:
    connection.execute(text("DELETE FROM leases WHERE name = :name AND process = :me"), {"name": name, "me": me})


def _note(connection: Connection, me: str, chairs: Mapping[str, int]) -> None:
    gone = text("DELETE FROM presence WHERE table_id = :table AND process = :me")
    here = text(
        f"INSERT INTO presence (table_id, process, chairs, until) VALUES (:table, :me, :bits, {NOW} + :lease) "
        "ON CONFLICT (table_id, process) DO UPDATE SET chairs = excluded.chairs, until = excluded.until"
    )
    for table, bits in sorted(chairs.items()):
        if bits:
            connection.execute(here, {"table": table, "me": me, "bits": bits, "lease": LEASE})
        else:
            connection.execute(gone, {"table": table, "me": me})


def _present(connection: Connection, tables: list[str], me: str) -> dict[str, int]:
    rows = connection.execute(
        text(
            "SELECT table_id, bit_or(chairs) FROM presence "
            f"WHERE table_id = ANY(:tables) AND process <> :me AND until {HOLDS} GROUP BY table_id"
        ),
        {"tables": tables, "me": me, "lease": LEASE},
    )
    return {table: bits for table, bits in rows}  # noqa: C416 (a row is no pair to a type checker)


def _renewed(
    connection: Connection, me: str, held: list[str], here: Mapping[str, int], *, anew: bool
) -> set[str]:  # fmt: skip
    """Renew what this process holds; the leases it still has. Rows that a crash of the database took are made anew."""
    connection.execute(text(f"DELETE FROM presence WHERE until < {NOW} - 60"))
    connection.execute(text(f"DELETE FROM leases WHERE until < {NOW} - 60"))
    if anew:
        connection.execute(text("DELETE FROM presence WHERE process = :me"), {"me": me})
    known = set(
        connection.execute(
            text(f"UPDATE presence SET until = {NOW} + :lease WHERE process = :me RETURNING table_id"),
            {"me": me, "lease": LEASE},
        ).scalars()
    )
    _note(connection, me, {table: bits for table, bits in here.items() if table not in known})
    renewed = text(f"UPDATE leases SET until = {NOW} + :lease WHERE process = :me AND name = ANY(:held) RETURNING name")
    return set(connection.execute(renewed, {"me": me, "held": held, "lease": LEASE}).scalars())
