"""Somebody sets a clock back, the server's or the database's, while games go on: on both engines.

The server's clock is `time.time`. The database's is what its `clock_timestamp` says, in front of which a function of
the same name is put: nobody may set the clock of the computer back for a test.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from sheepfold.server.keeping import neighbours
from sheepfold.server.table import bots_at_table
from sheepfold.server.table.entries import Played
from sheepfold.server.table.house import Steady
from tests.server.services import KEY, Postgres, needs_postgres
from tests.server.support import NUMBERS, At, Line, Server, in_loop
from tests.server.test_neighbours import until, vanish

AN_HOUR = 3600.0
LIMIT = 5


class Wall:
    """The clock on the wall, as the server reads it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set_back_by = 0.0
        true = time.time
        monkeypatch.setattr(time, "time", lambda: true() - self.set_back_by)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def database(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a server is told of its database."""
    if request.param == "sqlite":
        return {"database": ""}
    postgres: Postgres = request.getfixturevalue("postgres")
    return {"database": postgres.url, "secret": KEY}


def times(entries: list[Any]) -> list[float]:
    return [entry.at for entry in entries]


async def choose(line: Line, seat: int) -> None:
    """Play the first thing there is to do."""
    state = line.latest("state")
    answer = await line.ask("play", seat=seat, action=state["legal"][0], decision=state["decision"])
    assert answer["type"] == "done", answer


@in_loop
async def test_the_time_of_a_game_never_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: dict[str, Any]
) -> None:
    wall = Wall(monkeypatch)
    async with Server(tmp_path, clock=Steady(), **database) as server:  # pyright: ignore[reportArgumentType]
        at = await server.table("dyke", 3, manners={"decision_seconds": LIMIT, "absent_seconds": LIMIT})
        line = await at.line(0, "legal")
        await choose(line, 0)
        wall.set_back_by = AN_HOUR
        await choose(line, 0)
        assert times(await at.entries()) == sorted(times(await at.entries()))
        line = await at.line(1, "legal")
        assert 0 < line.latest("state")["clock"]["left"] <= LIMIT


@in_loop
async def test_a_server_that_starts_with_a_clock_set_back_keeps_the_time_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: dict[str, Any]
) -> None:
    """All that its tables did lies an hour ahead: nobody has an hour to think, and nobody's time is up at once."""
    wall, names = Wall(monkeypatch), [f"table{next(NUMBERS)}"]
    given: dict[str, Any] = {"names": names, **database}
    async with Server(tmp_path, clock=Steady(), **given) as server:  # pyright: ignore[reportArgumentType]
        at = await server.table("dyke", 3, manners={"decision_seconds": LIMIT, "absent_seconds": LIMIT})
        await at.played("0 lay A1")
        before = await at.entries()
    wall.set_back_by = AN_HOUR
    async with Server(tmp_path, clock=Steady(), **given) as server:  # pyright: ignore[reportArgumentType]
        at.server = server
        line = await at.line(0, "legal")
        assert await at.entries() == before
        assert 0 < line.latest("state")["clock"]["left"] <= LIMIT
        await choose(line, 0)
        assert len(await at.entries()) == len(before) + 1
        began = time.monotonic()
        while not any(isinstance(entry, Played) and entry.by == "limit" for entry in await at.entries()):
            await asyncio.sleep(0.05)  # whoever does not choose is chosen for
        assert time.monotonic() - began < 4 * LIMIT


class SetBack:
    """A database of PostgreSQL whose clock can be set back."""

    def __init__(self, postgres: Postgres) -> None:
        name = f"set_back_{next(NUMBERS)}"
        self.url = f"{postgres.url.rpartition('/')[0]}/{name}"
        _run(postgres.url, f"CREATE DATABASE {name}")
        _run(postgres.url, f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
        _run(self.url, "CREATE TABLE set_back_by (seconds integer)", "INSERT INTO set_back_by VALUES (0)")
        _run(
            self.url,
            "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT "
            "pg_catalog.clock_timestamp() - make_interval(secs => (SELECT seconds FROM public.set_back_by))'",
        )

    def by(self, seconds: float) -> None:
        _run(self.url, f"UPDATE set_back_by SET seconds = {int(seconds)}")


def _run(url: str, *statements: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


async def bots_played(at: At) -> int:
    return sum(isinstance(entry, Played) and entry.by == "bot" for entry in await at.entries())


@needs_postgres
@in_loop
async def test_bots_and_presence_go_on_when_the_databases_clock_is_set_back(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes; the one that acts for the bots dies after the clock was set back, and the other takes over."""
    for name, seconds in (("LEASE", 1.0), ("RENEWED", 0.2), ("ASKED", 0.1)):
        monkeypatch.setattr(neighbours, name, seconds)
    monkeypatch.setattr(bots_at_table, "LOOK_AGAIN", 0.2)
    clock = await asyncio.to_thread(SetBack, postgres)
    given: dict[str, Any] = {"database": clock.url, "secret": KEY}
    async with Server(tmp_path / "one", **given) as one, Server(tmp_path / "two", **given) as other:
        at = await one.table("nines", 3, bots={2: "random"})
        here, there = await at.line(0, "legal"), await At(other, at.links, at.seats).line(1, "legal")
        await until(lambda: here.latest("table")["chairs"][1]["present"])
        await asyncio.to_thread(clock.by, AN_HOUR)
        lines, before = {0: here, 1: there}, await bots_played(at)
        while await bots_played(at) == before:
            await one_move(lines)
        await until(lambda: here.latest("table")["chairs"][1]["present"])
        is_one = await one.house.neighbours.hold(at.name)
        holder, heir, dead, alive = (one, other, 0, 1) if is_one else (other, one, 1, 0)
        await vanish(holder)
        await until(lambda: not lines[alive].latest("table")["chairs"][dead]["present"])
        await lines.pop(dead).hang_up()
        lines[dead], before = await At(heir, at.links, at.seats).line(dead, "legal"), await bots_played(at)
        at.server = heir
        while await bots_played(at) == before:
            await one_move(lines)


async def one_move(lines: dict[int, Line]) -> None:
    """Whoever of these people is to act does something; bots have a moment."""
    for seat, line in lines.items():
        await line.settle()
        if line.latest("state")["legal"]:
            await choose(line, seat)
            return
    await asyncio.sleep(0.05)
