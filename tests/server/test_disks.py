"""A disk that is really full, and a database that really takes nothing: on SQLite and on PostgreSQL.

For this a small file system is made, which takes somebody who may do that; left out elsewhere.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from sheepfold.server.table.entries import Played
from tests.server.services import KEY, Postgres, needs_postgres
from tests.server.support import At, Server, in_loop

ROOM = "96m"
PIECE = 1 << 20


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A folder with a disk of its own."""
    with tempfile.TemporaryDirectory(prefix="sheepfold-small-disk-") as name:
        Path(name).chmod(0o755)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", name], check=False)
        if mounted.returncode:
            pytest.skip("no file system can be made here")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


def fill(folder: Path) -> Path:
    """Leave no room on a disk; what takes it up."""
    weight = folder / "weight"
    with weight.open("wb") as file:
        for size in (PIECE, 4096, 1):
            try:
                while True:
                    os.write(file.fileno(), bytes(size))
            except OSError:
                continue
    return weight


async def play_until_refused(at: At) -> dict[str, Any]:
    """Choose and take back until something is not saved."""
    for _try in range(5_000):
        for command in ({"command": "play", "action": "play 7"}, {"command": "undo"}):
            answer = await at.do(who=1, seat=1, **command)
            if answer["type"] == "refused":
                return answer
    raise AssertionError("the disk never got full")


async def played(at: At) -> list[str]:
    return [entry.action for entry in await at.entries() if isinstance(entry, Played)]


@in_loop
async def test_a_full_disk_under_sqlite(small_disk: Path) -> None:
    async with Server(small_disk / "data") as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1")
        weight = fill(small_disk)
        refused = await play_until_refused(at)
        assert refused["code"] == "not saved"
        assert "disk may be full" in refused["reason"]
        assert (await server.get("/health")).status_code == 503
        assert (await at.shown())["state"]["seq"] == len(await at.entries())
        weight.unlink()
        await at.played("2 play 5")
        assert (await played(at))[-1] == "play 5"
        await server.house.health.look()
        assert (await server.get("/health")).status_code == 200


@needs_postgres
@in_loop
async def test_a_full_disk_under_postgresql(small_disk: Path, tmp_path: Path) -> None:
    """PostgreSQL may give up altogether when it cannot write its journal; started again, it has all it said it has."""
    (small_disk / "postgres").mkdir()
    postgres = await asyncio.to_thread(Postgres, small_disk / "postgres")
    try:
        async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
            at = await server.table("dyke", 3)
            await at.played("0 lay A1", "0 lay B1")
            weight = fill(small_disk)
            refused = await play_until_refused(at)
            assert refused["code"] in ("not saved", "not read")
            known = at.live.table.seq if at.name in server.house.tables else 0
            await server.house.health.look()
            assert (await server.get("/health")).status_code == 503
            weight.unlink()
            await asyncio.to_thread(postgres.stop, "immediate")
            await asyncio.to_thread(postgres.start)
            assert len(await at.entries()) >= known
            await at.played("2 play 5")
            assert (await played(at))[-1] == "play 5"
            await server.house.health.look()
            assert (await server.get("/health")).status_code == 200
    finally:
        await asyncio.to_thread(postgres.stop, "immediate")


@needs_postgres
@in_loop
async def test_a_postgresql_that_takes_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """As one that has become the copy of another: it can be read, and says why nothing is written."""

    def takes_nothing(how: str) -> None:
        engine = create_engine(postgres.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"ALTER SYSTEM SET default_transaction_read_only = {how}")
            connection.exec_driver_sql("SELECT pg_reload_conf()")
        engine.dispose()

    async with Server(tmp_path, database=postgres.url, secret=KEY) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1")
        line = await at.line(1)
        await asyncio.to_thread(takes_nothing, "on")
        try:
            refused = await play_until_refused(at)
            assert refused["code"] == "not saved"
            await server.house.health.look()
            assert (await server.get("/health")).status_code == 503
            await line.settle()
            assert line.latest("state")["seq"] == len(await at.entries())
        finally:
            await asyncio.to_thread(takes_nothing, "off")
        while (await at.play(2, "play 5"))["type"] != "done":
            await asyncio.sleep(0.05)
        assert (await played(at))[-1] == "play 5"
