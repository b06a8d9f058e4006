"""The one who writes: what many tables write at the same moment goes into the database in one transaction.

While one transaction is being made durable, the next gathers. On SQLite, where one may write at a time, everything else
that is written (new tables, rights …) waits for its turn in the same thread, moves first: two that waited for each
other's locks would wait long.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from sheepfold.server.keeping.database import PlainRows, is_lost
from sheepfold.server.keeping.schema import Right, entries, grant_right
from sheepfold.server.keeping.troubles import Troubles, taken

MOST_AT_ONCE = 500
"""Bundles in one transaction."""
ENTRY = ("table_id", "seq", "body")


@dataclass(frozen=True)
class Bundle:
    """Entries that belong together, and whom to tell when they are safe."""

    table: str
    first: int
    bodies: Sequence[bytes]
    done: asyncio.Future[None]
    grant: tuple[str, Right] | None = None
    """What a device may do from then on: who sits down has the chair in the same moment, for all processes."""


@dataclass(frozen=True)
class Errand:
    """Something else to be written, and whom to tell."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Writer:
    """A thread that writes what it is given, until it is told to end."""

    def __init__(self, engine: Engine, troubles: Troubles) -> None:
        self._engine, self._troubles = engine, troubles
        self._rows = PlainRows(engine, entries.name, ENTRY) if engine.dialect.name == "sqlite" else None
        self._pending: queue.SimpleQueue[Bundle | Errand | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def put(self, work: Bundle | Errand) -> None:
        self._pending.put(work)

    def end(self) -> None:
        """Write what is still to be written."""
        self._pending.put(None)
        self._thread.join()

    def _work(self) -> None:
        """The writer's life: all entries that wait go into one transaction, then one of the other things is done."""
        jobs: deque[Errand] = deque()
        is_open = True
        while is_open or jobs:
            bundles: list[Bundle] = []
            while len(bundles) < MOST_AT_ONCE and (not self._pending.empty() or (is_open and not bundles and not jobs)):
                each = self._pending.get()
                if each is None:
                    is_open = False
                elif isinstance(each, Errand):
                    jobs.append(each)
                else:
                    bundles.append(each)
            if bundles:
                self._write(bundles)
            if jobs:
                self._do(jobs.popleft())
        if self._rows is not None:
            self._rows.close()

    def _do(self, job: Errand) -> None:
        try:
            with self._engine.begin() as connection:
                answer = job.work(connection)
            tell = partial(_tell, job.done, answer, None)
        except Exception as error:
            tell = partial(_tell, job.done, None, self._troubles.not_saved(error))
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
            return self._troubles.not_saved(error, is_known=not is_lost(error))
        if standing == list(bundle.bodies):
            return None
        if standing:
            return taken()
        if not again:
            return self._troubles.not_saved(error)
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
        with self._engine.connect() as connection:
            return list(connection.execute(query.order_by(entries.c.seq)).scalars())

    def _insert(self, bundles: Sequence[Bundle]) -> None:
        rows = [
            (bundle.table, bundle.first + k, body) for bundle in bundles for k, body in enumerate(bundle.bodies)
        ]  # fmt: skip
        granted = [(bundle.table, bundle.grant) for bundle in bundles if bundle.grant is not None]
        if self._rows is not None and not granted:
            self._rows.insert(rows)
        else:
            with self._engine.begin() as connection:
                connection.execute(insert(entries), [dict(zip(ENTRY, row, strict=True)) for row in rows])
                for table, (device, right) in granted:
                    grant_right(connection, device, table, right)
        self._troubles.cannot_write = ""


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
