"""Commits whose outcome is in doubt: the database goes away before, during or after one.

What is acknowledged is written, what is written is written once, and what cannot be known is not claimed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from sheepfold.server.keeping.store import Store
from sheepfold.server.keeping.troubles import NotKnown, NotSaved, TakenAlready
from sheepfold.server.table.entries import Played
from tests.server.services import KEY, Postgres, needs_postgres
from tests.server.support import At, Server, in_loop


async def played(at: At) -> list[str]:
    """The actions in the log as the database has it."""
    return [entry.action for entry in await at.entries() if isinstance(entry, Played)]


class Lost:
    """A store whose connection is lost at the next writing: before anything is written, or just after all was."""

    def __init__(self, store: Store, *, is_written: bool, is_back: bool = True) -> None:
        self.is_written, self.is_back, self.times = is_written, is_back, 0
        writer = store.writer
        self._insert, self._standing = writer._insert, writer._standing
        writer._insert, writer._standing = self.insert, self.standing

    def insert(self, bundles: Any) -> None:
        self.times += 1
        if self.times == 1:
            if self.is_written:
                self._insert(bundles)
            raise OperationalError("INSERT", {}, Exception("the connection was lost"), connection_invalidated=True)
        self._insert(bundles)

    def standing(self, bundle: Any) -> list[bytes]:
        if not self.is_back:
            raise OperationalError("SELECT", {}, Exception("there is no server"))
        return self._standing(bundle)


# ---------------------------------------------------------------------------------------------- an answer that got lost


@pytest.mark.parametrize("is_written", [True, False])
@in_loop
async def test_a_move_is_written_once_and_acknowledged_wherever_the_connection_broke(
    tmp_path: Path, is_written: bool
) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        line = await at.line("watch")
        lost = Lost(server.house.store, is_written=is_written)
        await at.played("0 lay A1")
        assert lost.times == (1 if is_written else 2)
        await line.settle()
        assert line.latest("state")["length"] == 1
        await at.played("0 lay B1")
        assert await played(at) == ["lay A1", "lay B1"]


@pytest.mark.parametrize("is_written", [True, False])
@in_loop
async def test_so_are_those_of_several_tables_in_one_transaction(tmp_path: Path, is_written: bool) -> None:
    async with Server(tmp_path) as server:
        tables = [await server.table("dyke", 3) for _table in range(4)]
        lost = Lost(server.house.store, is_written=is_written)
        await asyncio.gather(*(at.played("0 lay A1") for at in tables))
        assert lost.times >= 1
        for at in tables:
            assert await played(at) == ["lay A1"]


@pytest.mark.parametrize("is_written", [True, False])
@in_loop
async def test_what_nobody_can_know_is_not_claimed(tmp_path: Path, is_written: bool) -> None:
    """The database is away when it is asked what it has written; then it is back, and what it has counts."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        lost = Lost(server.house.store, is_written=is_written, is_back=False)
        refused = await at.do("play", 0, seat=0, action="lay A1", id="once")
        assert refused["code"] == "not saved"
        assert "look again" in refused["reason"]
        assert "not done" not in refused["reason"]
        lost.is_back = True
        assert at.live.table.seq == len(await at.entries())
        assert (await at.do("play", 0, seat=0, action="lay A1", id="once"))["type"] == "done"
        assert await played(at) == ["lay A1"]


@in_loop
async def test_what_another_has_written_there_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        store = server.house.store
        await store.append("t", 0, [b"mine", b"and this"])
        with pytest.raises(TakenAlready):
            await store.append("t", 1, [b"and that"])
        with pytest.raises(TakenAlready):
            await store.append("t", 1, [b"and this", b"and more"])
        assert await store.read("t") == [b"mine", b"and this"]


# ---------------------------------------------------------------------------------------------- PostgreSQL itself


async def status_of(server: Server) -> str:
    await server.house.health.look()
    return (await server.get("/health")).json()["status"]


@needs_postgres
@in_loop
async def test_the_first_write_after_postgresql_was_restarted_succeeds(tmp_path: Path, postgres: Postgres) -> None:
    async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1")
        await asyncio.to_thread(postgres.stop)
        assert await status_of(server) == "degraded"
        refused = await at.play(0, "lay B1")
        assert refused["code"] in ("not saved", "not read")
        await asyncio.to_thread(postgres.start)
        await at.played("0 lay B1")
        assert await status_of(server) == "ok"
        assert await played(at) == ["lay A1", "lay B1"]


@needs_postgres
@in_loop
async def test_a_restart_between_two_moves_is_not_noticed(tmp_path: Path, postgres: Postgres) -> None:
    async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1")
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        await at.played("0 lay B1")
        assert await played(at) == ["lay A1", "lay B1"]


def end_at_commit(store: Store) -> Callable[[], int]:
    """Let PostgreSQL end the connection that is about to commit entries, once; how often that was done."""
    ended: list[int] = []

    def end(connection: Any) -> None:
        if ended or not connection.info.pop("writes entries", False):
            return
        ended.append(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
        with store.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:it, 5000)"), {"it": ended[0]})

    def note(connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("INSERT INTO entries"):
            connection.info["writes entries"] = True

    event.listen(store.engine, "before_cursor_execute", note)
    event.listen(store.engine, "commit", end)
    return lambda: len(ended)


@needs_postgres
@in_loop
async def test_a_connection_that_ends_before_the_commit_costs_nobody_a_move(tmp_path: Path, postgres: Postgres) -> None:
    async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
        at = await server.table("dyke", 3)
        times = end_at_commit(server.house.store)
        await at.played("0 lay A1")
        assert times() == 1
        assert await played(at) == ["lay A1"]


@needs_postgres
@in_loop
async def test_a_status_that_cannot_be_noted_on_postgresql_undoes_nothing(tmp_path: Path, postgres: Postgres) -> None:
    async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
        at = await server.table("dyke", 3, start=False)
        line = await at.line(0)

        def refuse(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
            if statement.startswith("UPDATE tables"):
                raise OperationalError("UPDATE", {}, Exception("no"))

        event.listen(server.house.store.engine, "before_cursor_execute", refuse)
        assert (await at.do("start"))["type"] == "done"
        await line.settle()
        assert line.latest("table")["status"] == "running"
        with pytest.raises(NotSaved) as error:
            await server.house.store.note({at.name: ("running", 1.0)})
        assert not isinstance(error.value, NotKnown)
        event.remove(server.house.store.engine, "before_cursor_execute", refuse)
