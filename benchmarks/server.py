"""What a table server bears: moves a second, how soon everybody knows, processor time and memory.

Starts a real server process on loopback and plays real games of 4-player nines over four WebSockets a table, at random:
closed loop (a table plays on as soon as all four have been informed of its last move) and at a fixed rate. The load is
made by this process. `durable`: SQLite with a synchronous commit on the disk of the temporary folder. `memory`: the
same SQLite in /dev/shm, where nothing is ever written to a disk. `boardgame.io`: its own server with its in-memory
store and a trivial 4-player dice race, clients over WebSocket, installed by npm into a temporary folder; left out
without Node.

Processor time is the server's own, over all its threads, so it means something on a machine that is not quiet too;
moves a second and latencies do not. Run with `python benchmarks/server.py [--quick] [--only PART ...]
[--tree OTHER_CHECKOUT]`; the parts are durable, memory, peer, room and restart.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tables.load import Taken, closed_loop, fixed_rate, make_tables
from tables.peer import Peer, is_there
from tables.processes import Measured, Sheepfold, get_ready

PARTS = ("durable", "memory", "peer", "room", "restart")
SIZES = (10, 100, 500)
MOVES = 12_000
"""Of each closed loop, over all its rounds."""
LONGEST = 100
"""Moves at one table in one round; games of nines are longer, so none ends meanwhile."""
RATES = (200, 800)
"""Moves a second, at 100 tables."""
SECONDS = 10.0


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
    """Closed loops at all sizes, each with a server of its own; the fixed rates at 100 tables."""
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
            for rate in RATES if size == 100 else ():
                tables = loop.run_until_complete(make_tables(server.port, size, rate))
                taken, cpu = measured(server, lambda: loop.run_until_complete(fixed_rate(tables, rate, seconds)))  # noqa: B023 (called at once)
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
            for rate in RATES if size == 100 else ():
                taken, cpu = measured(server, lambda: server.fixed_rate(rate, seconds))  # noqa: B023 (called at once)
                print(Line("boardgame.io", size, f"{rate}/s", taken, cpu), flush=True)
        finally:
            server.stop()


# ---------------------------------------------------------------------------------------------- room


def room(many: int, connected: int) -> None:
    """How much memory many tables take that nobody watches, and fewer with four connections each."""
    server = Sheepfold(None)
    try:
        before = server.memory()
        asyncio.run(make_tables(server.port, many, connected=False))
        after = server.memory()
        print(
            f"{many:,} open tables without connections: {after:,.0f} MB, {1000 * (after - before) / many:.0f} kB each"
        )
    finally:
        server.stop()
    server = Sheepfold(None)
    try:

        async def connect() -> None:
            tables = await make_tables(server.port, connected)
            print(f"{connected:,} tables with four connections each: {server.memory():,.0f} MB")
            await closed_loop(tables, 2)
            print(f"… after two moves at each: {server.memory():,.0f} MB")

        asyncio.run(connect())
    finally:
        server.stop()


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
    if "room" in given.only:
        room(*((1000, 100) if given.quick else (10_000, 1000)))
    if "restart" in given.only:
        restart(*((500, 20) if given.quick else (3000, 100)))


if __name__ == "__main__":
    main()
