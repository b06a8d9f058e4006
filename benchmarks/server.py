"""What a table server bears: moves a second, how soon everybody knows, processor time and memory.

Starts a real server process on loopback and plays real games of 4-player nines over four WebSockets a table, at random:
closed loop (a table plays on as soon as all four have been informed of its last move) and at a fixed rate. The load is
made by this process. `durable`: SQLite with a synchronous commit on the disk of the temporary folder. `memory`: the
same SQLite in /dev/shm, where nothing is ever written to a disk. `boardgame.io`: its own server with its in-memory
store and a trivial 4-player dice race, clients over WebSocket, installed by npm into a temporary folder; left out
without Node.

Processor time is the server's own, over all its threads, so it means something on a machine that is not quiet too;
moves a second and latencies do not. Run with `python benchmarks/server.py [--quick] [--only PART ...]
[--tree OTHER_CHECKOUT]`; the parts are durable, memory, peer, workers, room and restart.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import gc
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tables.load import Taken, closed_loop, fixed_rate, make_tables
from tables.peer import Peer, is_there
from tables.processes import FREE_OF_LIMITS, Measured, Sheepfold, get_ready
from websockets.asyncio.client import connect

from sheepfold.testing.services import Postgres, Redis, has_postgres, has_redis

PARTS = ("durable", "memory", "peer", "workers", "room", "restart")
SIZES = (10, 100, 500)
MOVES = 12_000
"""Of each closed loop, over all its rounds."""
LONGEST = 100
"""Moves at one table in one round; games of nines are longer, so none ends meanwhile."""
RATES = {10: (200,), 100: (200, 800), 500: (200, 800)}
"""Moves a second, by the number of tables."""
SECONDS = 10.0
COMPRESSED = 100
"""Tables at which connections that compress are counted."""


@dataclass
class Line:
    """One line of the report."""

    what: str
    tables: int
    load: str
    taken: Taken
    cpu: float
    memory: float | None = None

    def __str__(self) -> str:
        found = sorted(self.taken.latencies)
        p50, p99 = (1000 * found[len(found) * share // 100] for share in (50, 99))
        rate, cpu = len(found) / self.taken.seconds, 1000 * self.cpu / len(found)
        memory = f"{1000 * self.memory:>10,.0f}" if self.memory is not None else f"{'':>10}"
        figures = f"{len(found):>8,}{rate:>9,.0f}{p50:>9.1f}{p99:>9.1f}{cpu:>10.3f}{1000 / cpu:>12,.0f}{memory}"
        return f"{self.what:<13}{self.tables:>7,}  {self.load:<11}{figures}"


HEAD = (
    f"{'':<13}{'tables':>7}  {'load':<11}{'moves':>8}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms':>10}"
    f"{'moves/CPU s':>12}{'kB/table':>10}"
)


def rounds_of(tables: int, moves: int) -> tuple[int, int]:
    """How many rounds of how many moves at each table make up so many moves."""
    most = min(LONGEST, max(1, moves // tables))
    return max(1, moves // (tables * most)), most


def measured(server: Measured, play: Callable[[], Taken]) -> tuple[Taken, float]:
    before = server.cpu()
    taken = play()
    return taken, server.cpu() - before


def joined(parts: list[tuple[Taken, float]]) -> tuple[Taken, float]:
    latencies = [each for taken, _cpu in parts for each in taken.latencies]
    return Taken(latencies, sum(taken.seconds for taken, _cpu in parts)), sum(cpu for _taken, cpu in parts)


# ---------------------------------------------------------------------------------------------- sheepfold


def sheepfold(
    what: str, home: Path | None, sizes: tuple[int, ...], moves: int, seconds: float, tree: Path | None = None
) -> None:  # fmt: skip
    """Closed loops and fixed rates at all sizes, each with a server of its own."""
    loop = asyncio.new_event_loop()
    for size in sizes:
        server = Sheepfold(home, tree=tree)
        try:
            before = server.memory()
            loop.run_until_complete(_warm_up(server.port))
            rounds, most = rounds_of(size, moves)
            parts: list[tuple[Taken, float]] = []
            memory = 0.0
            for number in range(rounds):
                tables = loop.run_until_complete(make_tables(server.port, size, number))
                memory = memory or (server.memory() - before) / size
                gc.collect()
                play = functools.partial(closed_loop, tables, most)
                parts.append(measured(server, lambda play=play: loop.run_until_complete(play())))
                for table in tables:
                    table.hang_up()
            print(Line(what, size, "closed loop", *joined(parts), memory), flush=True)
            for rate in RATES[size]:
                tables = loop.run_until_complete(make_tables(server.port, size, rate))
                play = functools.partial(fixed_rate, tables, rate, min(seconds, LONGEST * size / rate))
                taken, cpu = measured(server, lambda play=play: loop.run_until_complete(play()))
                print(Line(what, size, f"{rate}/s", taken, cpu), flush=True)
        finally:
            server.stop()
    loop.close()


async def _warm_up(port: int) -> None:
    tables = await make_tables(port, 5, 99)
    await closed_loop(tables, 20)
    for table in tables:
        table.hang_up()


# ---------------------------------------------------------------------------------------------- boardgame.io


def peer(sizes: tuple[int, ...], moves: int, seconds: float) -> None:
    if not is_there():
        print("boardgame.io   left out: there is no Node here")
        return
    for size in sizes:
        server = Peer()
        try:
            server.ask("tables", 10)
            server.closed_loop(100)  # Node compiles while it runs
            before = server.memory()
            server.ask("tables", size)
            memory = max(0.0, server.memory() - before) / size
            rounds, most = rounds_of(size, moves)
            part = measured(server, lambda: server.closed_loop(rounds * most))  # noqa: B023 (called at once)
            print(Line("boardgame.io", size, "closed loop", *part, memory), flush=True)
            for rate in RATES[size]:
                lasts = min(seconds, LONGEST * size / rate)
                taken, cpu = measured(server, lambda: server.fixed_rate(rate, lasts))  # noqa: B023 (called at once)
                print(Line("boardgame.io", size, f"{rate}/s", taken, cpu), flush=True)
        finally:
            server.stop()


# ---------------------------------------------------------------------------------------------- workers


def workers(size: int, moves: int) -> None:
    """How much more two processes on PostgreSQL and Redis can do than one, by what the busier one of them does for a
    move: the load, PostgreSQL and Redis take their time on the same cores here, and are counted apart."""
    if not (has_postgres() and has_redis()):
        print("workers        left out: there is no PostgreSQL or no Redis here")
        return
    with tempfile.TemporaryDirectory(prefix="sheepfold-workers-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for each in ("postgres", "redis"):
            (folder / each).mkdir()
        postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
        shared = {"SHEEPFOLD_DATABASE": postgres.url, "SHEEPFOLD_NEWS": redis.url, "SHEEPFOLD_SECRET": "a" * 40}
        alone = 0.0
        try:
            for count, way in ((1, "one process"), (2, "two, each table at one"), (2, "two, each table at both")):
                servers = [Sheepfold(None, limits={**FREE_OF_LIMITS, **shared}) for _server in range(count)]
                try:
                    ports = [server.port for server in servers]
                    spread = [[port] for port in ports] if way.endswith("at one") else [ports]
                    busiest, taken = asyncio.run(_worked(servers, size, moves, spread))
                finally:
                    for server in servers:
                        server.stop()
                found = sorted(taken.latencies)
                each = 1000 * busiest / len(found)
                alone = alone or each
                rate, p99 = len(found) / taken.seconds, 1000 * found[len(found) * 99 // 100]
                print(
                    f"{way:<24}{len(found):>8,} moves, {rate:>5,.0f}/s, p99 {p99:>5.0f} ms; the busiest process "
                    f"{each:.3f} ms CPU for each, {alone / each:.2f} x one", flush=True,
                )  # fmt: skip
        finally:
            redis.stop()
            postgres.stop("immediate")


async def _worked(servers: list[Sheepfold], size: int, moves: int, ports: list[list[int]]) -> tuple[float, Taken]:
    """The processor time of the busiest, and what was played."""
    tables = await make_tables(servers[0].port, size, ports=ports)
    await closed_loop(tables, 5)
    before = [server.cpu() for server in servers]
    taken = await closed_loop(tables, moves // size)
    return max(server.cpu() - cpu for server, cpu in zip(servers, before, strict=True)), taken


# ---------------------------------------------------------------------------------------------- room


def room(many: int, connected: int, seconds: float) -> None:
    """How much memory many tables take that nobody watches, and what a connection takes at fewer; held for a while."""
    server = Sheepfold(None)
    try:
        before = server.memory()
        asyncio.run(make_tables(server.port, many, connected=False))
        after = server.memory()
        each = 1000 * (after - before) / many
        print(f"{many:,} open tables without connections: {after:,.0f} MB, {each:.0f} kB each", flush=True)
    finally:
        server.stop()
    server = Sheepfold(None)
    try:
        asyncio.run(_connected(server, connected, seconds))
    finally:
        server.stop()


async def _connected(server: Sheepfold, many: int, seconds: float) -> None:
    tables = await make_tables(server.port, many, connected=False)
    before = server.memory()
    for some in range(0, many, 10):
        await asyncio.gather(*(table.connect(server.port) for table in tables[some : some + 10]))
    lines = [line for table in tables for line in table.connections]
    after = server.memory()
    each = 1000 * (after - before) / len(lines)
    print(f"{many:,} tables with four connections each: {after:,.0f} MB, {each:.0f} kB a connection", flush=True)
    cpu = server.cpu()
    await asyncio.sleep(seconds)
    lost = sum(line.transport.is_closing() for line in lines)
    idle = (server.cpu() - cpu) / seconds
    print(f"… after {seconds:,.0f} s: {server.memory():,.0f} MB, {lost} lost, {100 * idle:.1f} % of a core meanwhile")
    await closed_loop(tables, 2)
    print(f"… after two moves at each: {server.memory():,.0f} MB", flush=True)
    compressed, before = list[Any](), server.memory()
    for table in tables[:COMPRESSED]:
        path = f"ws://127.0.0.1:{server.port}/api/tables/{table.links['table']}/live?want=legal"
        for seat in table.links["chairs"].values():
            compressed.append(await connect(path, additional_headers={"authorization": f"Bearer {seat}"}))
            await compressed[-1].recv()
    each = 1000 * (server.memory() - before) / len(compressed)
    print(f"{len(compressed)} more that compress, as browsers do: {each:.0f} kB each", flush=True)
    await asyncio.gather(*(line.close() for line in compressed))


# ---------------------------------------------------------------------------------------------- restart


def restart(many: int, watched: int) -> None:
    """How soon a server with many running games is back after it was killed, for those who sat at some of them."""
    server = Sheepfold(None)
    try:

        async def come_back() -> None:
            tables = await make_tables(server.port, many, connected=False)
            began = time.perf_counter()
            await asyncio.to_thread(server.restart)
            print(f"killed with {many:,} running tables: it answers after {time.perf_counter() - began:.1f} s")
            await asyncio.gather(*(table.connect(server.port) for table in tables[:watched]))
            print(f"… people at {watched:,} tables see their game after {time.perf_counter() - began:.1f} s")
            for some in range(watched, many, 100):
                await asyncio.gather(*(table.look(server.port) for table in tables[some : some + 100]))
            print(f"… every table has been shown to somebody after {time.perf_counter() - began:.1f} s", flush=True)

        asyncio.run(come_back())
    finally:
        server.stop()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--quick", action="store_true", help="10 and 100 tables, fewer moves, less room")
    reader.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="which parts")
    reader.add_argument("--tree", type=Path, help="another checkout of sheepfold to measure")
    given = reader.parse_args()
    sizes, moves, seconds = (SIZES[:2], 3000, 4.0) if given.quick else (SIZES, MOVES, SECONDS)
    get_ready(given.tree)
    print(HEAD)
    if "durable" in given.only:
        sheepfold("durable", None, sizes, moves, seconds, given.tree)
    if "memory" in given.only:
        sheepfold("memory", Path("/dev/shm"), sizes, moves, seconds, given.tree)
    if "peer" in given.only:
        peer(sizes, moves, seconds)
    if "workers" in given.only:
        workers(100, moves // 2)
    if "room" in given.only:
        room(*((1000, 100, 10) if given.quick else (10_000, 1000, 600)))
    if "restart" in given.only:
        restart(*((500, 20) if given.quick else (3000, 100)))


if __name__ == "__main__":
    main()
