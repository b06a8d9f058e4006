"""Several processes on one PostgreSQL, with and without Redis: one log decides, and everybody hears of it.

Two whole servers in this process stand for two processes; each has its own house, connections and subscription.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sheepfold.server.keeping import neighbours
from sheepfold.server.keeping.neighbours import Together
from sheepfold.server.table import house, live
from sheepfold.server.table.entries import Freed, Kept, Played, Rematched, Sat
from tests.server.services import KEY, Postgres, Redis, needs_postgres, needs_redis
from tests.server.support import At, Line, Server, in_loop

pytestmark = needs_postgres
NEVER = 10_000.0


@asynccontextmanager
async def two(folder: Path, postgres: Postgres, redis: Redis | None = None) -> AsyncGenerator[tuple[Server, Server]]:
    """Two servers of the same tables."""
    news = redis.url if redis is not None else ""
    given: dict[str, Any] = {"database": postgres.url, "secret": KEY, "news": news}
    async with Server(folder / "one", **given) as one, Server(folder / "two", **given) as other:
        if redis is not None:
            await until(lambda: not one.house.neighbours.troubles() and not other.house.neighbours.troubles())
        yield one, other


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


def over(at: At, server: Server) -> At:
    """The same table at another process."""
    return At(server, at.links, at.seats)


async def played(at: At) -> list[str]:
    return [entry.action for entry in await at.entries() if isinstance(entry, Played)]


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears of anything: no Redis, and nobody asks."""
    monkeypatch.setattr(neighbours, "ASKED", NEVER)


# ---------------------------------------------------------------------------------------------- seeing and deciding


async def see_each_others_moves(one: Server, other: Server) -> None:
    at = await one.table("dyke", 3)
    here, there = await at.line(0, "legal,log"), await over(at, other).line(1, "legal,log")
    await at.played("0 lay A1")
    await until(lambda: there.latest("state")["length"] == 1)
    assert [step["action"] for step in there.latest("state")["steps"]] == ["lay A1"]
    await over(at, other).played("0 lay B1")
    await until(lambda: here.latest("state")["length"] == 2)
    assert [step["action"] for step in here.latest("state")["steps"]] == ["lay B1"]
    assert here.latest("state")["seq"] == there.latest("state")["seq"]


@needs_redis
@in_loop
async def test_a_move_at_one_is_seen_at_the_other(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    async with two(tmp_path, postgres, redis) as (one, other):
        await see_each_others_moves(one, other)


@in_loop
async def test_without_redis_it_is_seen_a_little_later(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        await see_each_others_moves(one, other)


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_who_has_not_heard_decides_anew(tmp_path: Path, postgres: Postgres) -> None:
    """A move on top of what this process does not know of is neither lost nor refused, and its place is the next."""
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(1, "legal,log")
        assert there.latest("state")["length"] == 0
        line = await over(at, other).line(0, "legal,log")
        await at.played("0 lay A1")
        assert other.house.tables[at.name].table.match_length == 0
        done = await line.ask("play", seat=0, action="lay B1")
        assert done["type"] == "done"
        assert await played(at) == ["lay A1", "lay B1"]
        await there.settle()
        assert [step["action"] for message in there.messages for step in message.get("steps", ())] == [
            "lay A1",
            "lay B1",
        ]
        stale = await line.ask("play", seat=0, action="lay A1", decision=2)
        assert stale["code"] == "stale"


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_a_command_sent_to_both_is_done_once(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        lines = [await at.line(0, "legal,log"), await over(at, other).line(0, "legal,log")]
        answers = await asyncio.gather(
            *(line.ask("play", id="once", seat=0, action="lay A1") for line in (*lines, *lines))
        )
        assert {answer["type"] for answer in answers} == {"done"}
        assert len({answer["seq"] for answer in answers}) == 1
        assert await played(at) == ["lay A1"]


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_of_many_who_sit_down_in_one_chair_one_does(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        answer = await one.post("/api/tables", body={"game": "nines", "players": 2})
        at = At(one, answer.json())
        await over(at, other).line("invite", "legal,log")  # in memory there, too
        answers = await asyncio.gather(
            *(place.sit(0, f"P{number}") for number, place in enumerate((at, over(at, other)) * 3))
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
        assert sum(isinstance(entry, Sat) for entry in await at.entries()) == 1


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_nobody_is_answered_from_less_than_they_know(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        await over(at, other).shown()
        await at.played("0 lay A1")
        assert (await over(at, other).shown())["state"]["length"] == 1
        await at.played("0 lay B1")
        line = await over(at, other).line(1, "legal,log")
        assert line.latest("state")["length"] == 2


@in_loop
async def test_what_nobody_uses_here_any_more_is_left_to_the_others(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table goes on elsewhere: here it is not followed move by move, and whoever comes sees all of it."""
    monkeypatch.setattr(neighbours, "ASKED", 0.1)
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(0, "legal,log")
        one.clock.pass_by(house.LEFT_ALONE)
        await over(at, other).played("0 lay A1")
        await until(lambda: one.house.length(at.name) == other.house.length(at.name))  # it was asked for a moment ago
        one.clock.pass_by(live.ATTENTION + house.LEFT_ALONE)
        await over(at, other).played("0 lay B1")
        await until(lambda: one.house.length(at.name) is None)
        assert other.house.length(at.name) is not None
        assert (await at.line(1, "legal,log")).latest("state")["length"] == 2
        assert there.latest("state")["length"] == 2


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_one_rematch_for_all(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        await at.do("close")
        lines = [await at.line(0, "legal,log"), await over(at, other).line(1, "legal,log")]
        answers = await asyncio.gather(*(line.ask("rematch") for line in lines))
        assert {answer["type"] for answer in answers} == {"done"}
        following = [entry.table for entry in await at.entries() if isinstance(entry, Rematched)]
        assert len(following) == 1
        assert await one.house.store.lengths(following) == await other.house.store.lengths(following)


# ---------------------------------------------------------------------------------------------- rights and presence


@in_loop
async def test_who_is_removed_at_one_is_sent_away_at_the_other(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(1, "legal,log")
        assert (await at.do("free", chair=1))["type"] == "done"
        assert await there.closed() == 4401
        refused = await over(at, other).do("play", 1, seat=1, action="lay A1")
        assert refused["code"] == "not yours"
        assert [entry.chair for entry in await at.entries() if isinstance(entry, Freed)] == [1]


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_who_was_removed_does_not_get_a_last_move_in_elsewhere(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(0, "legal,log")
        assert (await at.do("free", chair=0))["type"] == "done"
        there.send({"type": "play", "id": "late", "seat": 0, "action": "lay A1"})
        assert await there.closed() == 4401
        assert await played(at) == []


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_a_table_that_was_erased_elsewhere_does_not_come_back(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(0, "legal,log")
        assert (await one.ask("DELETE", at.path, at.links["maker"])).status_code == 204
        there.send({"type": "play", "id": "late", "seat": 0, "action": "lay A1"})
        assert await there.closed() == 4410
        assert not any(message["type"] == "done" and message["id"] == "late" for message in there.messages)
        assert await other.house.store.lengths([at.name]) == {at.name: 0}
        assert await other.house.store.read(at.name) == []


@in_loop
async def test_without_anybody_doing_anything_it_is_gone_there_too(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line("watch", "legal,log")
        await one.ask("DELETE", at.path, at.links["maker"])
        assert await there.closed() == 4410


@in_loop
async def test_who_sits_down_at_one_may_play_at_the_other(tmp_path: Path, postgres: Postgres) -> None:
    """A browser's request and its live connection may go to different processes."""
    async with two(tmp_path, postgres) as (one, other):
        answer = await one.post("/api/tables", body={"game": "nines", "players": 2})
        at = At(one, answer.json())
        async with one.browser() as browser:
            await browser.post("/api/enter", json={"token": at.links["invite"]})
            cookie = f"sheepfold_device={browser.cookies['sheepfold_device']}"
            there = Line(other.app, f"{at.path}/live?want=legal", {"cookie": cookie})
            await there.settle()
            assert not any(chair["here"] for chair in there.latest("table")["chairs"])
            sat = await browser.post(f"{at.path}/sit", json={"chair": 0, "name": "Ada"})
            assert sat.status_code == 201
            await until(lambda: there.latest("table")["chairs"][0]["here"])
        await there.hang_up()


def is_present(line: Line, seat: int) -> bool:
    return line.latest("table")["chairs"][seat]["present"]


@in_loop
async def test_who_is_connected_is_shown_everywhere(tmp_path: Path, postgres: Postgres) -> None:
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        here = await at.line(0, "legal,log")
        assert not is_present(here, 1)
        there = await over(at, other).line(1, "legal,log")
        await until(lambda: is_present(here, 1) and is_present(there, 0))
        await there.hang_up()
        await until(lambda: not is_present(here, 1))


async def vanish(server: Server) -> None:
    """As a process that is killed: it says nothing more, and gives nothing back."""
    together = server.house.neighbours
    assert isinstance(together, Together)
    for task in together._tasks:
        task.cancel()
    server.house.tables.clear()


@in_loop
async def test_the_presence_of_a_process_that_died_ends_by_itself(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "LEASE", 1.0)
    monkeypatch.setattr(neighbours, "RENEWED", 0.2)
    monkeypatch.setattr(neighbours, "ASKED", 0.2)
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        here = await at.line(0, "legal,log")
        await over(at, other).line(1, "legal,log")
        await until(lambda: is_present(here, 1))
        await asyncio.sleep(1.5)
        await until(lambda: is_present(here, 1))  # as long as it lives; what nobody renews does not come back
        await vanish(other)
        await until(lambda: not is_present(here, 1))


@needs_redis
@in_loop
async def test_signs_and_the_pace_go_to_all(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    async with two(tmp_path, postgres, redis) as (one, other):
        at = await one.table("dyke", 3)
        here, there = await at.line(0, "legal,log"), await over(at, other).line(1, "legal,log")
        await here.ask("react", seat=0, what="hello")
        await here.ask("pace", pace="calm")
        await until(lambda: any(message["type"] == "reaction" for message in there.messages))
        await until(lambda: there.latest("table")["pace"] == "calm")
        assert sum(message["type"] == "reaction" for message in here.messages) == 1


# ---------------------------------------------------------------------------------------------- who acts for nobody


@in_loop
async def test_one_process_acts_for_bots_and_the_other_when_it_is_gone(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sheepfold.server.table import bots_at_table

    for name, seconds in (("LEASE", 1.0), ("RENEWED", 0.2), ("ASKED", 0.1)):
        monkeypatch.setattr(neighbours, name, seconds)
    monkeypatch.setattr(bots_at_table, "LOOK_AGAIN", 0.2)
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("nines", 2, bots={1: "random"})
        here, there = await at.line(0, "legal,log"), await over(at, other).line(0, "legal,log")
        await choose(here, at)
        await until(lambda: there.latest("state")["length"] == here.latest("state")["length"])
        by_bots = [entry for entry in await at.entries() if isinstance(entry, Played) and entry.by == "bot"]
        assert by_bots
        holder = one if await one.house.neighbours.hold(at.name) else other
        heir, line = (other, there) if holder is one else (one, here)
        await vanish(holder)
        before = len(by_bots)
        await choose(line, over(at, heir))
        assert sum(isinstance(entry, Played) and entry.by == "bot" for entry in await at.entries()) > before


async def choose(line: Line, at: At) -> None:
    """Choose something, and wait until one is asked again: then everybody has chosen."""
    await until(lambda: bool(line.latest("state")["legal"]))
    state = line.latest("state")
    answer = await line.ask("play", seat=0, action=state["legal"][0], decision=state["decision"])
    assert answer["type"] == "done", answer
    await until(lambda: bool(line.latest("state")["legal"]) and line.latest("state")["decision"] != state["decision"])


@in_loop
async def test_a_lease_is_one_processs_until_it_lets_go(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "LEASE", 4.0)
    monkeypatch.setattr(neighbours, "RENEWED", NEVER)
    async with two(tmp_path, postgres) as (one, other):
        first, second = one.house.neighbours, other.house.neighbours
        assert await first.hold("a table")
        assert not await second.hold("a table")
        assert await first.hold("a table")
        await asyncio.sleep(4.3)
        assert await second.hold("a table")
        assert not await first.hold("a table")
        monkeypatch.setattr(neighbours, "LEASE", NEVER)
        assert await second.hold("a table")
        second.let_go("a table")
        while not await first.hold("a table"):  # for ever, if nobody let go
            await asyncio.sleep(0.02)


@in_loop
async def test_when_the_databases_clock_is_set_back_the_dead_hold_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """What a process wrote that died meanwhile would last as much longer as the clock was set back by."""
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3)
        here = await at.line(0, "legal,log")
        later = f"{neighbours.NOW} + 3600"
        with one.house.store.engine.begin() as connection:
            connection.exec_driver_sql(f"INSERT INTO leases VALUES ('{at.name}', 'dead', {later})")
            connection.exec_driver_sql(f"INSERT INTO presence VALUES ('{at.name}', 'dead', 2, {later})")
        assert await one.house.neighbours.hold(at.name)
        there = await over(at, other).line(2, "legal,log")
        await until(lambda: is_present(here, 2) and is_present(there, 0))
        assert not is_present(here, 1)
        with one.house.store.engine.begin() as connection:  # as everything that lives looks in that moment
            connection.exec_driver_sql("UPDATE presence SET until = until + 3600")
        await until(lambda: is_present(here, 2) and is_present(there, 0))


@pytest.mark.usefixtures("deaf")
@in_loop
async def test_two_who_think_that_they_act_make_one_move(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def always(_self: Together, _name: str) -> bool:
        return True

    monkeypatch.setattr(Together, "hold", always)
    async with two(tmp_path, postgres) as (one, other):
        at = await one.table("dyke", 3, manners={"absent_seconds": 5, "decision_seconds": 5})
        lines = [await at.line(0, "legal,log"), await over(at, other).line(0, "legal,log")]
        for server in (one, other):
            server.clock.pass_by(6)
            server.house.tables[at.name].bots.let_think()
        while any(server.house.tables[at.name].bots._thinking for server in (one, other)):
            await asyncio.sleep(0.02)
        log = await at.entries()
        limits = [entry for entry in log if isinstance(entry, Played) and entry.by == "limit"]
        assert len(limits) == 1
        assert not any(isinstance(entry, Kept) for entry in log)
        for line in lines:
            assert (await line.ask("ping"))["type"] == "done"


# ---------------------------------------------------------------------------------------------- Redis goes and comes


@needs_redis
@in_loop
async def test_redis_may_die(tmp_path: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "ASKED", 0.2)
    monkeypatch.setattr(neighbours, "ASKED_ANYWAY", NEVER)  # who waits for news asks at once when none can come
    async with two(tmp_path, postgres, redis) as (one, other):
        at = await one.table("dyke", 3)
        there = await over(at, other).line(1, "legal,log")
        await until(lambda: not one.house.neighbours.troubles() and not other.house.neighbours.troubles())
        await asyncio.to_thread(redis.stop)
        await until(lambda: bool(one.house.neighbours.troubles() and other.house.neighbours.troubles()))
        shown = (await other.get("/health")).json()
        assert (shown["status"], (await other.get("/health")).status_code) == ("degraded", 200)
        assert "Redis" in shown["reasons"][0]
        await at.played("0 lay A1")
        await until(lambda: there.latest("state")["length"] == 1)
        await asyncio.to_thread(redis.start)
        await until(lambda: not one.house.neighbours.troubles() and not other.house.neighbours.troubles())
        await at.played("0 lay B1")
        await until(lambda: there.latest("state")["length"] == 2)
        assert (await other.get("/health")).json()["status"] == "ok"
