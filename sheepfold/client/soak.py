"""Playing at random at servers of one's own that are killed meanwhile; at the end all is held against the log.

Clients of all games come in by any process, send things twice, hang up and come back elsewhere. Meanwhile a process,
the Redis or the PostgreSQL is killed and started again, at random moments. One process plays on SQLite, several on
PostgreSQL and Redis. What is looked for stands in `sheepfold.testing.history`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sheepfold.testing.history import KINDS, Fault, Memory, Shown, faults
from sheepfold.testing.services import Postgres, Redis, free_port

SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(['serve']))"
KEY = "a key for a game that nobody keeps"
AT_ONCE = 6
"""Tables that are played at the same time."""
TWICE, AWAY = 0.1, 0.03
"""How often a command is sent again at once, and how often somebody hangs up after one."""
SAID_WHY = 2
"""What a command ends with that could not be carried out, and said so."""
STOPPED_WITHIN = 30.0
"""Seconds in which a server that is asked to stop has to."""
PATIENCE = 90.0
"""Seconds after which a table where nothing goes on has failed."""
NEEDY = 30.0
"""Seconds after which nothing more is struck until it goes on there: on a slow machine servers that are killed all the
time may never come so far as to open a table, which is nobody's fault."""
A_BREATH = 0.5
"""Seconds after which it is looked whether time has passed."""
GAMES = (("nines", 2), ("dyke", 3), ("sheepsheep", 2), ("shepherd", 2), ("nines", 4))
LOST = (OSError, WebSocketException, EOFError, asyncio.TimeoutError)


class Awake:
    """The seconds in which this program ran: while the computer sleeps, or the program is stopped, nobody waits."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def count(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(A_BREATH)
            self.seconds += min(time.monotonic() - before, 4 * A_BREATH)


class Process:
    """A server on a port of its own."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.folder, self.port = folder, free_port()
        self._settings = settings
        self._running: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        environment = {
            **os.environ,
            **self._settings,
            "SHEEPFOLD_PORT": str(self.port),
            "SHEEPFOLD_DATA": str(self.folder),
        }
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "log.txt").open("ab") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-c", SERVE], stdout=subprocess.DEVNULL, stderr=log, env=environment,
                start_new_session=True,  # Ctrl-C is for who plays
            )  # fmt: skip

    def start_again(self) -> int | None:
        """Start what has ended by itself, as whoever runs a server does; what it ended with."""
        code = None if self._running is None else self._running.poll()
        if code is not None:
            self.start()
        return code

    def end(self, how: signal.Signals) -> bool:
        """Whether it ended as it was told to."""
        if self._running is None:
            return True
        self._running.send_signal(how)
        try:
            self._running.wait(STOPPED_WITHIN)
            return True
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
            return False
        finally:
            self._running = None


@dataclass
class Servers:
    """All that is started, and what can happen to it."""

    processes: list[Process]
    postgres: Postgres | None = None
    redis: Redis | None = None
    blows: dict[str, int] = field(default_factory=dict[str, int])
    stubborn: int = 0
    """Processes that did not end when they were asked to."""
    broken: int = 0
    """Processes that ended though nobody asked them to."""

    def look_after(self) -> None:
        """Start again what has ended by itself: that a database is not there yet, a server says before it begins."""
        for process in self.processes:
            self.broken += process.start_again() not in (None, SAID_WHY)

    def strike(self, rng: random.Random) -> None:
        """Let something end, and start again."""
        kinds = ["kill", "terminate"] + (["redis", "postgres"] if self.postgres is not None else [])
        kind = rng.choice(kinds)
        self.blows[kind] = self.blows.get(kind, 0) + 1
        if kind in ("kill", "terminate"):
            process = rng.choice(self.processes)
            if not process.end(signal.SIGKILL if kind == "kill" else signal.SIGTERM):
                self.stubborn += 1
            process.start()
        elif kind == "redis" and self.redis is not None:
            self.redis.stop()
            time.sleep(rng.uniform(0, 2))
            self.redis.start()
        elif self.postgres is not None:
            self.postgres.stop(rng.choice(["fast", "immediate"]))
            self.postgres.start()

    def stop(self) -> None:
        for process in self.processes:
            process.end(signal.SIGTERM)
        if self.redis is not None:
            self.redis.stop()
        if self.postgres is not None:
            self.postgres.stop("immediate")

    def log(self, table: str) -> list[Any]:
        """A table's log, read beside the servers, as soon as the database answers."""
        from sqlalchemy.exc import OperationalError

        for _attempt in range(round(PATIENCE / A_BREATH)):
            try:
                return self._log(table)
            except OperationalError:
                time.sleep(A_BREATH)
        return self._log(table)

    def _log(self, table: str) -> list[Any]:
        from sqlalchemy import create_engine, text

        url = self.postgres.url if self.postgres else f"sqlite:///{self.processes[0].folder / 'tables.sqlite'}"
        engine = create_engine(url)
        try:
            with engine.connect() as connection:
                rows = connection.execute(
                    text("SELECT body FROM entries WHERE table_id = :table ORDER BY seq"), {"table": table}
                ).scalars()
                return [json.loads(bytes(body)) for body in rows]
        finally:
            engine.dispose()


def start(folder: Path, workers: int) -> Servers:
    """One process on SQLite, or several on PostgreSQL and Redis."""
    settings = {"SHEEPFOLD_SECRET": KEY, "SHEEPFOLD_LOG": "error"}
    settings |= {"SHEEPFOLD_PLAIN": "1"}  # started again and again, servers would do nothing but load machine code
    settings |= {"SHEEPFOLD_REQUESTS_PER_MINUTE": "10000000", "SHEEPFOLD_MESSAGES_PER_SECOND": "10000"}
    settings |= {"SHEEPFOLD_MOST_CONNECTIONS_EACH": "100000", "SHEEPFOLD_MOST_TABLES_EACH": "1000000"}
    if workers == 1:
        return Servers([Process(folder / "one", settings)])
    for name in ("postgres", "redis"):
        (folder / name).mkdir()
    postgres, redis = Postgres(folder / "postgres"), Redis(folder / "redis")
    settings |= {"SHEEPFOLD_DATABASE": postgres.url, "SHEEPFOLD_NEWS": redis.url}
    return Servers([Process(folder / f"{number}", settings) for number in range(workers)], postgres, redis)


# ---------------------------------------------------------------------------------------------- clients


@dataclass
class Player:
    """Plays anything, sends things again, and comes back by another process whenever it loses the line."""

    servers: Servers
    memory: Memory
    token: str
    rng: random.Random
    awake: Awake
    pending: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    """The newest state, unless something was chosen there already: it comes before what answers the last command."""
    is_over: bool = False
    heard_at: float = math.inf

    @property
    def silence(self) -> float:
        """For how many seconds nothing has been heard; none, where nobody listens."""
        return max(0.0, self.awake.seconds - self.heard_at)

    async def play(self, is_enough: Callable[[], bool]) -> None:
        self.heard_at = self.awake.seconds
        await self._play_on(is_enough)
        self.heard_at = math.inf

    async def _play_on(self, is_enough: Callable[[], bool]) -> None:
        while not self.is_over and not (is_enough() and self.pending is None):
            if self.silence > PATIENCE:
                raise TimeoutError(f"nothing goes on at {self.memory.table} for seat {self.memory.seat}")
            port = self.rng.choice(self.servers.processes).port
            path = f"ws://127.0.0.1:{port}/api/tables/{self.memory.table}/live?want=legal,log"
            with suppress(*LOST):
                async with connect(
                    path, additional_headers={"authorization": f"Bearer {self.token}"}, open_timeout=10, max_size=None
                ) as line:
                    await self._converse(line, is_enough)
            await asyncio.sleep(self.rng.uniform(0.01, 0.2))

    async def _converse(self, line: ClientConnection, is_enough: Callable[[], bool]) -> None:
        if self.pending is not None:
            await line.send(json.dumps(self.pending))
        while not self.is_over and not (is_enough() and self.pending is None):
            message = json.loads(await asyncio.wait_for(line.recv(), 10))
            self.heard_at = self.awake.seconds
            command = self._hear(message)
            if command is None:
                continue
            await line.send(json.dumps(command))
            if self.rng.random() < TWICE:
                await line.send(json.dumps(command))
            if self.rng.random() < AWAY:
                return

    def _hear(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Note what came; what to send now, if anything."""
        memory, pending = self.memory, self.pending
        match message["type"]:
            case "state":
                memory.shown.append(Shown(message["seq"], message["length"], tuple(message["log"])))
                self.is_over = message["ending"] is not None
                self.state = message
            case "done" if message["id"] in memory.sent:
                memory.acknowledged[message["id"]] = message["seq"]
                memory.refused.pop(message["id"], None)
                self._answered(message["id"])
            case "refused" if message["id"] in memory.sent:
                if message["id"] not in memory.acknowledged:
                    memory.refused[message["id"]] = message["code"]
                    if message["code"] in ("not saved", "not read", "fault"):
                        return pending if pending is not None and pending["id"] == message["id"] else None
                self._answered(message["id"])
                return {"type": "look", "id": "again", "seat": memory.seat} if message["code"] != "missing" else None
            case _:
                pass
        state = self.state
        if self.pending is None and state is not None and state["legal"]:
            self.state = None
            return self._choose(state)
        return None

    def _answered(self, name: str) -> None:
        if self.pending is not None and self.pending["id"] == name:
            self.pending = None

    def _choose(self, state: dict[str, Any]) -> dict[str, Any]:
        name = f"{len(self.memory.sent)}"
        self.pending = {
            "type": "play", "id": name, "seat": self.memory.seat, "action": self.rng.choice(state["legal"]),
            "decision": state["decision"],
        }  # fmt: skip
        self.memory.sent[name] = self.pending["action"]
        return self.pending


def _post(port: int, path: str, body: Any, token: str = "") -> Any:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(),
        {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})},
    )  # fmt: skip
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return json.load(answer)


async def _sit_around(
    servers: Servers, game: str, players: int, rng: random.Random, awake: Awake
) -> list[Player]:  # fmt: skip
    """A begun table, however often it takes to make one."""
    wish = {"game": game, "players": players, "chairs": [{"kind": "here"}] * players, "start": True}
    until = awake.seconds + PATIENCE
    while True:
        try:
            links = await asyncio.to_thread(_post, rng.choice(servers.processes).port, "/api/tables", wish)
            break
        except (OSError, HTTPException):  # killed before it answered, or while it did
            if awake.seconds > until:
                raise
            await asyncio.sleep(0.2)
    return [
        Player(servers, Memory(links["table"], seat), links["chairs"][str(seat)], random.Random(rng.random()), awake)
        for seat in range(players)
    ]


# ---------------------------------------------------------------------------------------------- all of it


@dataclass
class Report:
    """What was done, and what was found."""

    moves: int
    tables: int
    acknowledged: int
    shown: int
    seconds: float
    blows: dict[str, int]
    faults: list[Fault]

    def __str__(self) -> str:
        blows = ", ".join(f"{kind} {count}" for kind, count in sorted(self.blows.items())) or "none"
        head = (
            f"{self.moves:,} moves at {self.tables:,} tables in {self.seconds:,.0f} s: {self.acknowledged:,} "
            f"acknowledged, {self.shown:,} states shown. Blows: {blows}."
        )
        kinds = ", ".join(f"{sum(fault.kind == kind for fault in self.faults)} {kind}" for kind in KINDS)
        return "\n".join([head, f"{kinds}.", *(self.faults or ["Everything is as the log says."])])


@dataclass
class Findings:
    """What there was to find at the tables, each looked through when play there has ended: what people remember of it
    is forgotten then, and at the end the log is looked at once more."""

    servers: Servers
    moves: int = 0
    acknowledged: int = 0
    shown: int = 0
    faults: list[Fault] = field(default_factory=list[Fault])
    logs: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    """How long each was, and what stood there."""

    async def look_through(self, memories: Sequence[Memory]) -> None:
        table = memories[0].table
        log = await asyncio.to_thread(self.servers.log, table)
        self.faults += await asyncio.to_thread(faults, memories, {table: log})
        self.moves += sum(entry["e"] == "played" for entry in log)
        self.acknowledged += sum(len(memory.acknowledged) for memory in memories)
        self.shown += sum(len(memory.shown) for memory in memories)
        self.logs[table] = len(log), _digest(log)

    def look_again(self) -> None:
        for table, (length, digest) in self.logs.items():
            if _digest(self.servers.log(table)[:length]) != digest:
                self.faults.append(Fault("lost", f"{table}: what stood in the log does not stand there any more."))


def is_somebody_needy(players: Iterable[Player]) -> bool:
    """Whether somebody has heard nothing for so long that blows must wait."""
    return any(player.silence > NEEDY for player in players)


def _digest(log: list[Any]) -> str:
    return hashlib.sha256(json.dumps(log).encode()).hexdigest()


def soak(
    moves: int, *, workers: int = 1, seed: int = 1, pause: float = 2.0, say: Callable[[str], None] = print
) -> Report:
    """Play so many moves under blows, or until Ctrl-C, and look whether everybody was told the truth."""
    folder = Path(tempfile.mkdtemp(prefix="sheepfold-soak-"))
    folder.chmod(0o755)
    servers = start(folder, workers)
    try:
        return asyncio.run(_soak(servers, moves, random.Random(seed), pause, say))
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _soak(servers: Servers, moves: int, rng: random.Random, pause: float, say: Callable[[str], None]) -> Report:
    began, findings, awake = time.monotonic(), Findings(servers), Awake()
    playing: dict[int, list[Player]] = {}

    def players() -> list[Player]:
        return [player for seated in playing.values() for player in seated]

    def count() -> int:
        return findings.acknowledged + sum(len(player.memory.acknowledged) for player in players())

    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)

    def is_enough() -> bool:
        return stopped.is_set() or count() >= moves

    async def play_on(number: int) -> None:
        while not is_enough():
            game, seats = GAMES[(number + rng.randrange(len(GAMES))) % len(GAMES)]
            playing[number] = await _sit_around(servers, game, seats, rng, awake)
            await asyncio.gather(*(player.play(is_enough) for player in playing[number]))
            await findings.look_through([player.memory for player in playing.pop(number)])

    async def strike_on() -> None:
        said = began
        while True:
            await asyncio.sleep(rng.uniform(0.2, 2 * pause))
            servers.look_after()
            if not is_somebody_needy(players()):
                await asyncio.to_thread(servers.strike, rng)
            if time.monotonic() - said > 30:
                said = time.monotonic()
                blows = sum(servers.blows.values())
                say(f"{count():,} moves after {said - began:,.0f} s, {blows:,} blows, {len(findings.faults):,} faults")

    beside = [asyncio.create_task(awake.count()), asyncio.create_task(strike_on())]
    playing_on = asyncio.gather(*(play_on(number) for number in range(AT_ONCE)))
    try:
        await asyncio.wait((playing_on, *beside), return_when=asyncio.FIRST_COMPLETED)
        for task in beside:
            if task.done():
                task.result()  # nothing can be struck any more: that is no soak
        await playing_on
    finally:
        for task in (playing_on, *beside):
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
    await asyncio.to_thread(findings.look_again)
    return Report(
        moves=findings.moves,
        tables=len(findings.logs),
        acknowledged=findings.acknowledged,
        shown=findings.shown,
        seconds=time.monotonic() - began,
        blows=servers.blows,
        faults=[
            *findings.faults,
            *[Fault("untrue", "a process did not end when it was asked to.")] * servers.stubborn,
            *[Fault("untrue", "a process ended though nobody had asked it to.")] * servers.broken,
        ],
    )
