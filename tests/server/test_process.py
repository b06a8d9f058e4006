"""A server as a process of its own: killed at any moment it loses nothing it said yes to; it stops with a goodbye."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from sheepfold.server.table.entries import Played, decode_entry
from tests.server.support import NUMBERS

SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"
LOST = (OSError, ConnectionClosed, InvalidMessage, InvalidStatus, EOFError, httpx.HTTPError)


class Process:
    """`sheepfold serve` on a folder, started and killed as often as one likes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.running: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = {**os.environ, "SHEEPFOLD_LOG": "warning", "SHEEPFOLD_REQUESTS_PER_MINUTE": "1000000"}
        given = ["--port", str(self.port), "--data", str(self.folder)]
        log = (self.folder / "log.txt").open("ab")
        self.running = subprocess.Popen(
            [sys.executable, "-c", SERVE, *given], stdout=subprocess.DEVNULL, stderr=log, env=environment
        )  # fmt: skip
        log.close()

    def cpu(self) -> float:
        """Seconds of processor time that it has had: what other processes do does not count."""
        assert self.running is not None
        fields = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait(self) -> float:
        """Until it answers; how long that took."""
        began = time.monotonic()
        while time.monotonic() - began < 60:
            assert self.running is not None
            assert self.running.poll() is None, self.log()
            with suppress(httpx.HTTPError):
                httpx.get(f"{self.address}/health", timeout=5)
                return time.monotonic() - began
            time.sleep(0.02)
        raise AssertionError(f"the server does not answer: {self.log()}")

    def kill(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()

    def entries(self, table: str) -> list[Any]:
        """A table's log, read beside the server."""
        with sqlite3.connect(self.folder / "tables.sqlite") as database:
            found = database.execute(
                "SELECT seq, body FROM entries WHERE table_id = ? ORDER BY seq", (table,)
            ).fetchall()
        database.close()
        assert [seq for seq, _body in found] == list(range(len(found)))
        return [decode_entry(body) for _seq, body in found]


@pytest.fixture
def process(tmp_path: Path) -> Any:
    made = Process(tmp_path)
    yield made
    made.kill()


@dataclass
class Player:
    """A client that plays anything, sends again what was not answered, and comes back whenever it loses the line."""

    process: Process
    table: str
    seat: int
    token: str
    rng: random.Random
    acknowledged: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    pending: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    log: list[str] = field(default_factory=list[str])
    is_over: bool = False

    async def play(self) -> None:
        while not self.is_over:
            try:
                path = f"ws://127.0.0.1:{self.process.port}/api/tables/{self.table}/live?want=legal,log"
                async with connect(path, additional_headers={"authorization": f"Bearer {self.token}"}) as line:
                    if self.pending is not None:
                        await line.send(json.dumps(self.pending))
                    async for text in line:
                        await self._hear(line, json.loads(text))
                        if self.is_over:
                            return
            except LOST:
                await asyncio.sleep(0.02)

    async def _hear(self, line: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self.state, self.log = message, message["log"]
                self.is_over = message["ending"] is not None
            case "done" if self.pending is not None and message["id"] == self.pending["id"]:
                self.acknowledged.append((self.pending["id"], self.pending["action"]))
                self.pending = None
            case "refused":
                assert message["code"] in ("stale", "not saved"), message
                self.pending = None
            case _:
                pass
        if self.pending is None and self.state is not None and self.state["legal"]:
            self.pending = {
                "type": "play", "id": f"{self.seat}-{next(NUMBERS)}", "seat": self.seat,
                "action": self.rng.choice(self.state["legal"]), "decision": self.state["decision"],
            }  # fmt: skip
            self.state = None
            await line.send(json.dumps(self.pending))


async def sit_around(process: Process, game: str, players: int, rng: random.Random) -> list[Player]:
    async with httpx.AsyncClient(base_url=process.address, timeout=30) as client:
        wish = {"game": game, "players": players, "manners": {"bot_seconds": 0}}
        links = (await client.post("/api/tables", json=wish)).json()
        table, seated = links["table"], list[Player]()
        for seat in range(players):
            answer = await client.post(
                f"/api/tables/{table}/sit", json={"chair": seat, "name": f"P{seat}"},
                headers={"authorization": f"Bearer {links['invite']}"},
            )  # fmt: skip
            seated.append(Player(process, table, seat, answer.json()["token"], random.Random(rng.random())))
        started = await client.post(
            f"/api/tables/{table}/do", json={"type": "start", "id": "start"},
            headers={"authorization": f"Bearer {links['maker']}"},
        )  # fmt: skip
        assert started.json()["type"] == "done", started.text
    return seated


async def play_and_kill(process: Process, kills: int, seed: int) -> None:
    """Games go on at several tables while the server is killed again and again, at random moments."""
    rng = random.Random(seed)
    await asyncio.to_thread(process.wait)
    killed, tables = 0, 0
    while killed < kills:
        games = [await sit_around(process, "nines", 2, rng), await sit_around(process, "nines", 3, rng)]
        tables += len(games)
        playing = asyncio.gather(*(player.play() for players in games for player in players))
        while killed < kills and not playing.done():
            await asyncio.sleep(rng.uniform(0.02, 0.6))
            process.kill()
            killed += 1
            process.start()
            await asyncio.to_thread(process.wait)
        await asyncio.wait_for(playing, 120)
        for players in games:
            check(process, players)
    assert tables >= 2


def check(process: Process, players: list[Player]) -> None:
    """No acknowledged action was lost or done twice, and everybody has the same log as the database."""
    log = process.entries(players[0].table)
    ids = [entry.id for entry in log if entry.id is not None]
    assert len(ids) == len(set(ids))
    played = [entry for entry in log if isinstance(entry, Played)]
    lines = [f"{'*' if entry.seat is None else entry.seat} {entry.action}" for entry in played]
    by_id = {entry.id: entry for entry in played if entry.id is not None}
    for player in players:
        for name, action in player.acknowledged:
            entry = by_id[f"{player.seat}:play:{name}"]
            assert (entry.seat, entry.action) == (player.seat, action)
        assert player.log == lines
        mine = [entry.action for entry in played if entry.seat == player.seat]
        sent = len(player.acknowledged) + (player.pending is not None)
        assert len(mine) <= sent


def test_killed_five_times_under_play_nothing_is_lost_or_doubled(process: Process) -> None:
    process.start()
    asyncio.run(play_and_kill(process, 5, seed=1))


@pytest.mark.long
def test_killed_fifty_times_under_play_nothing_is_lost_or_doubled(process: Process) -> None:
    process.start()
    asyncio.run(play_and_kill(process, 50, seed=2))


def test_asked_to_stop_it_says_goodbye_to_everybody_and_ends(process: Process) -> None:
    """Open connections are told to come back, with 1012, and the process is gone within five seconds."""
    process.start()
    seconds = max(5.0, process.wait())  # a machine on which all takes longer may take longer over this, too

    async def stop() -> tuple[list[list[dict[str, Any]]], list[int | None], float]:
        players = await sit_around(process, "nines", 3, random.Random(1))
        lines = [
            await connect(
                f"ws://127.0.0.1:{process.port}/api/tables/{player.table}/live",
                additional_headers={"authorization": f"Bearer {player.token}"},
            )
            for player in players
        ]  # fmt: skip
        for line in lines:
            await line.recv()
        assert process.running is not None
        began = time.monotonic()
        process.running.send_signal(signal.SIGTERM)
        heard: list[list[dict[str, Any]]] = []
        for line in lines:
            said: list[dict[str, Any]] = []
            with suppress(ConnectionClosed):
                while True:
                    said.append(json.loads(await line.recv()))
            heard.append(said)
        await asyncio.to_thread(process.running.wait, 30)
        return heard, [line.close_code for line in lines], time.monotonic() - began

    heard, codes, took = asyncio.run(stop())
    assert codes == [1012] * 3
    for said in heard:
        assert (said[-1]["type"], said[-1]["again"]) == ("bye", True), said[-1]
    assert took < seconds
    assert "Traceback" not in process.log()
    assert process.running is not None
    assert process.running.returncode in (0, -signal.SIGTERM)


def test_it_answers_soon_after_it_was_started(process: Process) -> None:
    """Within two seconds on a machine that has nothing else to do; on a busy one only its own work counts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process.start()
    process.wait()
    process.kill()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 4


def test_what_is_wrong_with_its_folder_or_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("no folder")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        wrong = {"a file": ["--data", str(blocked)], port: ["--port", port, "--data", str(tmp_path / "x")],
                 "99999": ["--port", "99999"]}  # fmt: skip
        for expected, given in wrong.items():
            done = subprocess.run(
                [sys.executable, "-c", SERVE, *given], capture_output=True, text=True, timeout=60, check=False
            )  # fmt: skip
            assert done.returncode == 2, (given, done.stderr)
            assert expected in done.stderr
            assert "Traceback" not in done.stderr
