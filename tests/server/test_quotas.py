"""Quotas: tables by address, logs that end, time that counts from the last action, and a file that shrinks again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from sheepfold.server.addresses import address_of, is_within, read_networks
from sheepfold.server.http.links import Signer
from sheepfold.server.keeping.database import make_shrinkable
from sheepfold.server.keeping.migrations import upgrade
from sheepfold.server.keeping.store import Store
from sheepfold.server.settings import HOUR
from sheepfold.server.table import house, live, undoing
from tests.server.support import At, Clock, Server, in_loop

WISH = {"game": "nines", "players": 2}


def from_address(server: Server, address: str) -> Any:
    """A browser elsewhere."""
    browser = server.browser()
    browser._transport.client = (address, 1)  # pyright: ignore[reportAttributeAccessIssue] (of this transport)
    return browser


# ---------------------------------------------------------------------------------------------- by address


@in_loop
async def test_one_address_makes_so_many_tables_and_others_theirs(tmp_path: Path) -> None:
    async with (
        Server(tmp_path, most_tables_each=3) as server,
        from_address(server, "192.0.2.7") as greedy,
        from_address(server, "192.0.2.8") as modest,
    ):
        answers = [await greedy.post("/api/tables", json=WISH) for _table in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 409, 409]
        assert answers[-1].json()["code"] == "full"
        assert (await modest.post("/api/tables", json=WISH)).status_code == 201
        first = answers[0].json()
        assert (await greedy.delete(f"/api/tables/{first['table']}")).status_code == 204
        assert (await greedy.post("/api/tables", json=WISH)).status_code == 201
    async with Server(tmp_path, most_tables_each=3) as again, from_address(again, "192.0.2.7") as greedy:
        assert (await greedy.post("/api/tables", json=WISH)).status_code == 409  # a restart forgets nothing


@in_loop
async def test_no_address_is_kept(tmp_path: Path) -> None:
    """Only what the same address gives again, and nobody without the key can tell which it is."""
    async with Server(tmp_path) as server, from_address(server, "192.0.2.7") as browser:
        await browser.post("/api/tables", json=WISH)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"192.0.2.7" not in kept
    ours, theirs = Signer("a key of ours, long enough"), Signer("a key of theirs, long enough")
    assert ours.origin("192.0.2.7") == ours.origin("192.0.2.7") != ours.origin("192.0.2.8")
    assert ours.origin("192.0.2.7") != theirs.origin("192.0.2.7")


def test_a_household_counts_as_one_address() -> None:
    assert address_of(("2001:db8:1:2::5", 1)) == address_of(("2001:db8:1:2:ffff::", 9)) == "2001:db8:1:2::/64"
    assert address_of(("2001:db8:1:3::5", 1)) != address_of(("2001:db8:1:2::5", 1))
    assert address_of(("::ffff:192.0.2.7", 1)) == address_of(("192.0.2.7", 1)) == "192.0.2.7"
    assert address_of(("fe80::1%eth0", 1)) == "fe80::/64"
    assert address_of(("/run/socket", 0)) == "/run/socket"
    assert address_of(None) == "?"
    networks = read_networks("127.0.0.1, 10.0.0.0/8,::1")
    inside = [("127.0.0.1", 1), ("10.9.8.7", 1), ("::1", 1), ("::ffff:10.0.0.1", 1)]
    outside = [("11.0.0.1", 1), ("127.0.0.2", 1), ("/run/socket", 0), None]
    assert [is_within(client, networks) for client in (*inside, *outside)] == [True] * 4 + [False] * 4


# ---------------------------------------------------------------------------------------------- one table


@in_loop
async def test_a_log_that_is_full_takes_no_more_and_the_table_can_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1", "1 play 7")
        monkeypatch.setattr(live, "MOST_ENTRIES", at.live.table.seq)
        for answer in (await at.play(0, "play 7"), await at.do("undo", 1, seat=1), await at.do("leave", 1, chair=1)):
            assert answer["code"] == "full", answer
        assert (await at.do("react", 1, seat=1, what="ouch"))["type"] == "done"  # nothing is kept of that
        assert (await at.do("close"))["type"] == "done"
        assert (await at.do("rematch"))["type"] == "done"


@in_loop
async def test_enough_is_enough_of_taking_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "MOST_UNDONE", 3)
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1")
        for _time in range(3):
            await at.played("1 play 7")
            assert (await at.do("undo", 1, seat=1))["type"] == "done"
        await at.played("1 play 7")
        assert (await at.do("undo", 1, seat=1))["code"] == "not now"
    async with Server(tmp_path) as again:
        at.server = again
        assert (await at.do("undo", 1, seat=1))["code"] == "not now"


@in_loop
async def test_so_many_devices_are_remembered_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_DEVICES", 3)
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        answers = [await server.post("/api/enter", None, {"token": at.token("watch")}) for _device in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 409]
        chair = await server.post("/api/enter", None, {"token": at.token(0)})
        assert chair.status_code == 201  # whoever plays gets in


# ---------------------------------------------------------------------------------------------- time


@in_loop
async def test_time_counts_from_the_last_action_and_from_nothing_else(tmp_path: Path) -> None:
    """Not from a restart, and not from who looks."""
    clock = Clock()
    at: At | None = None
    async with Server(tmp_path, clock=clock, abandoned_hours=100) as server:
        at = await server.table("dyke", 3)
        clock.pass_by(10 * HOUR)
        await at.played("0 lay A1")
    for _day in range(4):
        clock.pass_by(24 * HOUR)
        async with Server(tmp_path, clock=clock, abandoned_hours=100) as again:
            at.server = again
            await at.line("watch")
            await again.house._write_touched()
            await again.house.clear_away()
            assert await again.house.store.count() == 1
    clock.pass_by(5 * HOUR)
    async with Server(tmp_path, clock=clock, abandoned_hours=100) as again:
        await again.house.clear_away()
        assert await again.house.store.count() == 0


@in_loop
async def test_clearing_away_keeps_up_and_the_file_shrinks(tmp_path: Path) -> None:
    clock = Clock()
    async with Server(tmp_path, clock=clock, abandoned_hours=1) as server:
        store = server.house.store
        body = b"x" * 2_000
        for number in range(1_500):
            await store.make(f"old{number}", "nines", "running", [body] * 2, None, [])
        clock.pass_by(2 * HOUR)
        stays = await server.table("nines", 2)
        before = size(tmp_path)
        playing = asyncio.create_task(stays.do("react", 0, seat=0, what="hello"))
        await server.house.clear_away()
        await playing
        assert await store.count() == 1
        assert size(tmp_path) < before / 5
        assert (await stays.shown())["table"]["status"] == "running"


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def test_the_file_of_an_earlier_version_can_shrink_from_now_on(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as old:
        old.execute("CREATE TABLE something (x)")
    old.close()
    engine = create_engine(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    store = Store(f"sqlite:///{path}")
    make_shrinkable(store.engine)
    asyncio.run(store.close())
    with sqlite3.connect(path) as now:
        assert now.execute("PRAGMA auto_vacuum").fetchone() == (2,)
        assert now.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    now.close()
