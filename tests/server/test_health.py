"""Whether the server tells the truth about itself: to everybody that something is wrong, to its operators what."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from sheepfold.core.errors import BadOption
from sheepfold.server.keeping import health
from sheepfold.server.keeping.migrations import upgrade
from sheepfold.server.keeping.store import Store
from sheepfold.server.keeping.troubles import NotSaved
from tests.server.support import Server, in_loop
from tests.server.test_faults import fill_disk, fill_up
from tests.server.test_quotas import from_address


async def looked(server: Server) -> Any:
    """`/health` after a look at everything, as an operator sees it."""
    server.house.health._look_through_at = 0.0
    await server.house.health.look()
    return (await server.get("/health")).json()


# ---------------------------------------------------------------------------------------------- what is wrong


@in_loop
async def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server(tmp_path) as server:
        assert (await looked(server))["status"] == "ok"
        monkeypatch.setattr(health.shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**9, 10**9, 5))
        shown = await looked(server)
        assert shown["status"] == "degraded"
        assert "full" in shown["reasons"][0]
        monkeypatch.undo()
        assert (await looked(server))["status"] == "ok"


@in_loop
async def test_a_database_that_cannot_grow_is_said_as_soon_as_a_move_is_refused(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1")
        fill_disk(server.house.store, full=True)
        assert (await fill_up(at))["code"] == "not saved"
        answer = await server.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "degraded")
        assert "cannot be written" in answer.json()["reasons"][0]
        fill_disk(server.house.store, full=False)
        assert (await looked(server))["status"] == "ok"
        assert (await server.get("/health")).status_code == 200


@in_loop
async def test_a_database_that_cannot_be_written_is_said_before_anybody_plays(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        await server.table("nines", 2)
    keeps_wal_alive = sqlite3.connect(tmp_path / "tables.sqlite")
    keeps_wal_alive.execute("SELECT count(*) FROM entries").fetchall()
    url = f"sqlite:///file:{tmp_path / 'tables.sqlite'}?mode=ro&uri=true"
    async with Server(tmp_path, database=url) as again:
        shown = await looked(again)
        assert shown["status"] == "degraded"
        assert any("readonly" in reason for reason in shown["reasons"])
    keeps_wal_alive.close()


def damage_entries(folder: Path) -> None:
    """Overwrite the pages that entries are on, and those alone."""
    path = folder / "tables.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = database.execute("PRAGMA page_size").fetchone()[0]
        pages = [
            row[0]
            for row in database.execute(
                "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'entries' AND rootpage > 0"
            )
        ]
    database.close()
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)


@in_loop
async def test_a_damaged_page_is_said_truly_and_what_is_elsewhere_goes_on(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
    damage_entries(tmp_path)
    async with Server(tmp_path) as again:
        at.server = again
        shown = await looked(again)
        assert shown["status"] == "degraded"
        assert any("damaged" in reason for reason in shown["reasons"])
        answer = await again.get(at.path, at.token("watch"))
        assert (answer.status_code, answer.json()["code"]) == (503, "not read")
        assert "database is damaged" in answer.json()["reason"]
        line = await again.connect(f"{at.path}/live", at.token(0))
        assert await line.closed() == 1013
        assert "damaged" in line.messages[0]["reason"]
        made = await again.post("/api/tables", body={"game": "nines", "players": 2})
        assert made.status_code == 503
        assert "damaged" in made.json()["reason"]
        assert (await again.get("/api/games")).status_code == 200


# ---------------------------------------------------------------------------------------------- who is told


@in_loop
async def test_only_operators_are_told_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server(tmp_path, operators="192.0.2.0/24") as server:
        monkeypatch.setattr(health, "LEAST_FREE", 10**18)
        await server.house.health.look()
        async with from_address(server, "192.0.2.9") as operator, from_address(server, "198.51.100.1") as stranger:
            told, kept = (await operator.get("/health")), (await stranger.get("/health"))
            assert (told.status_code, kept.status_code) == (503, 503)
            assert len(told.json()["reasons"]) == 1
            assert set(kept.json()) == {"status", "tables", "watchers"}


@in_loop
async def test_figures_are_for_operators(tmp_path: Path) -> None:
    async with Server(tmp_path, operators="192.0.2.0/24") as server:
        async with from_address(server, "192.0.2.9") as operator:
            assert "sheepfold_requests_total" in (await operator.get("/metrics")).text
        for address in ("127.0.0.1", "198.51.100.1"):
            async with from_address(server, address) as stranger:
                for path in ("/metrics", "/metrics/", "/metrics?x=1", "/%6detrics"):
                    answer = await stranger.get(path)
                    assert answer.status_code in (403, 404), (path, answer.status_code)
                    assert "sheepfold_" not in answer.text
    async with Server(tmp_path) as server, from_address(server, "198.51.100.1") as stranger:
        assert (await stranger.get("/metrics")).status_code == 403
        assert (await server.get("/metrics")).status_code == 200


@in_loop
async def test_what_changes_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.01)
    async with Server(tmp_path):
        await asyncio.sleep(0.1)
        for least, event in ((10**18, "degraded"), (0, "well again")):
            monkeypatch.setattr(health, "LEAST_FREE", least)
            while event not in (line["event"] for line in logged):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
    assert [line["event"] for line in logged if line["event"] in ("degraded", "well again")] == [
        "degraded",
        "well again",
    ]


# ---------------------------------------------------------------------------------------------- other databases


def test_a_database_of_a_newer_version_gets_a_true_sentence(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    upgrade(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadOption, match="newer version"):
        upgrade(engine)
    engine.dispose()


def test_a_database_whose_first_pages_are_damaged_gets_a_true_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    content = bytearray(path.read_bytes())
    content[200:4096] = b"\xa5" * (4096 - 200)
    path.write_bytes(content)
    with pytest.raises(BadOption, match="damaged"):
        upgrade(engine)
    engine.dispose()


@in_loop
async def test_troubles_end_when_writing_works_again(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with pytest.raises(NotSaved):
        await store.append("t", 0, [b"x"])  # there are no tables in it yet
    assert len(store.troubles()) == 1
    upgrade(store.engine)
    began = time.monotonic()
    await store.append("t", 0, [b"x"])
    assert store.troubles() == []
    assert time.monotonic() - began < 10
    await store.close()
