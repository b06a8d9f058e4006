"""Several workers behind one port, and the one process that a SQLite folder has room for."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sheepfold.core.errors import BadOption
from sheepfold.server import workers as workers_at_work
from sheepfold.server.keeping.lock import lock_folder, lock_folders
from sheepfold.server.table.house import Steady
from sheepfold.server.workers import Workers
from sheepfold.testing.services import free_port
from tests.server.services import KEY, Postgres, needs_postgres

PATIENT = 60.0
"""Seconds for what takes some, on a machine that has other things to do as well."""
LOST = (OSError, ConnectionClosed, InvalidMessage, InvalidStatus, EOFError, httpx.HTTPError)
SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"


def test_a_folder_with_sqlite_has_room_for_one_process(tmp_path: Path) -> None:
    held = lock_folder(tmp_path)
    refused = subprocess.run(
        [sys.executable, "-c", SERVE, "--port", "0", "--data", str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=5 * PATIENT,
    )
    assert refused.returncode == 2
    assert "Another server is using" in refused.stderr
    held.close()
    lock_folder(tmp_path).close()


def test_a_database_of_sqlite_has_room_for_one_process_whatever_its_data_folder(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    held = lock_folders(one, f"sqlite:///{one / 'tables.sqlite'}")
    with pytest.raises(BadOption, match=r"Another server is using .*one already"):
        lock_folders(other, f"sqlite:///{one / 'tables.sqlite'}")
    beside = lock_folders(other, f"sqlite:///{other / 'tables.sqlite'}")  # what was refused has let go of its own
    for each in (*held, *beside):
        each.close()
    for url in ("sqlite://", "sqlite:///:memory:", f"sqlite:///{tmp_path / 'not there' / 'x.sqlite'}", "sqlite?"):
        (only,) = lock_folders(other, url)
        only.close()


def test_a_second_lock_gets_a_sentence(tmp_path: Path) -> None:
    held = lock_folder(tmp_path)
    with pytest.raises(BadOption, match="Another server is using"):
        lock_folder(tmp_path)
    held.close()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--workers", "2"], "SQLite is for one process"),
        (["--workers", "0"], "0 workers are too few"),
        (["--news", "redis://localhost"], "News between processes are for PostgreSQL"),
        (["--database", "postgresql://127.0.0.1:1/x", "--news", "http://localhost"], "cannot be opened"),
        (["--database", "postgres://127.0.0.1:1/x"], "Connection refused."),
        (["--database", "mysql://me:secret@host/x"], "'mysql://me:…@host/x' is no database URL that can be used here"),
    ],
)
def test_what_does_not_fit_together_is_said(tmp_path: Path, given: list[str], sentence: str) -> None:
    command = [sys.executable, "-c", SERVE, "--port", "0", "--data", str(tmp_path), *given]
    refused = subprocess.run(command, check=False, capture_output=True, text=True, timeout=5 * PATIENT)
    assert refused.returncode == 2
    assert sentence in refused.stderr


def test_time_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, running = [1_000.0], [10.0]
    monkeypatch.setattr(time, "time", lambda: wall[0])
    monkeypatch.setattr(time, "monotonic", lambda: running[0])
    now = Steady()
    assert now() == 1_000
    running[0] += 5
    wall[0] -= 3_600  # somebody sets the clock back
    assert now() == 1_005
    wall[0] += 10_000  # the computer has slept
    assert now() == wall[0]


@pytest.fixture
def workers(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port = free_port()
    environment = {**os.environ, "SHEEPFOLD_SECRET": KEY, "SHEEPFOLD_LOG": "error"}
    given = ["--port", str(port), "--data", str(tmp_path), "--database", postgres.url, "--workers", "2"]
    parent = subprocess.Popen([sys.executable, "-c", SERVE, *given], env=environment, stdout=subprocess.DEVNULL)
    yield parent, port
    parent.terminate()
    parent.wait(PATIENT)


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(child) for child in found.split()]


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@needs_postgres
def test_workers_share_a_port_and_those_who_die_are_replaced(workers: tuple[subprocess.Popen[bytes], int]) -> None:
    parent, port = workers
    until = time.monotonic() + 2 * PATIENT
    while not (len(children_of(parent)) == 2 and answers(port)) and time.monotonic() < until:
        time.sleep(0.1)
    first = children_of(parent)
    assert len(first) == 2
    os.kill(first[0], signal.SIGKILL)
    while len(set(children_of(parent)) - set(first)) != 1 and time.monotonic() < until:
        time.sleep(0.1)
    assert first[1] in children_of(parent)
    while not answers(port) and time.monotonic() < until:
        time.sleep(0.1)
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENT).text
    assert "sheepfold_tables" in text
    parent.terminate()
    assert parent.wait(PATIENT) == 0


class Persistent:
    """Plays in both chairs, at random; comes back whenever it loses the line, and sends again what was not answered.
    After one game it plays the next."""

    def __init__(self, port: int) -> None:
        self.port, self.rng = port, random.Random(1)
        self.tables: dict[str, list[str]] = {}
        """What was acknowledged at each."""
        self.bearers: dict[str, dict[str, str]] = {}
        self.state: dict[str, Any] | None = None
        self.pending: dict[str, Any] | None = None
        self.is_over = True
        self.times_lost, self.longest_wait = 0, 0.0

    @property
    def moves(self) -> int:
        return sum(map(len, self.tables.values()))

    def play_until(self, is_enough: Callable[[], bool]) -> None:
        last = time.monotonic()
        while not is_enough():
            try:
                if self.is_over:
                    self._begin()
                with connect(
                    f"ws://127.0.0.1:{self.port}{self.path}/live?want=legal",
                    additional_headers=self.bearers[self.path],
                ) as line:
                    if self.pending is not None:
                        line.send(json.dumps(self.pending))
                    while not is_enough() and not (self.is_over and self.pending is None):
                        if self._hear(line, json.loads(line.recv(timeout=10))):
                            self.longest_wait = max(self.longest_wait, time.monotonic() - last)
                            last = time.monotonic()
            except LOST:
                self.times_lost += 1
                time.sleep(0.05)

    def _begin(self) -> None:
        wish = {"game": "nines", "chairs": [{"kind": "here"}] * 2, "start": True}
        links = httpx.post(f"http://127.0.0.1:{self.port}/api/tables", json=wish, timeout=30).json()
        self.path, self.is_over, self.state = f"/api/tables/{links['table']}", False, None
        self.bearers[self.path] = {"authorization": f"Bearer {' '.join(links['chairs'].values())}"}
        self.tables[self.path] = self.done = list[str]()

    def log(self, path: str) -> list[str]:
        """What people did at one of the tables."""
        address = f"http://127.0.0.1:{self.port}{path}?want=log"
        shown = httpx.get(address, headers=self.bearers[path], timeout=PATIENT).json()
        return [step for step in shown["state"]["log"] if not step.startswith("*")]

    def _hear(self, line: ClientConnection, message: dict[str, Any]) -> bool:
        """Answer what comes; whether a move was acknowledged."""
        assert message["type"] != "refused", message
        if message["type"] == "state":
            self.state, self.is_over = message, message["ending"] is not None
        is_done = message["type"] == "done" and self.pending is not None and message["id"] == self.pending["id"]
        if is_done and self.pending is not None:
            self.done.append(f"{self.pending['seat']} {self.pending['action']}")
            self.pending = None
        if self.pending is None and self.state is not None and self.state["legal"]:
            self.pending = {
                "type": "play", "id": f"move {len(self.done)}", "seat": self.state["eyes"],
                "action": self.rng.choice(self.state["legal"]), "decision": self.state["decision"],
            }  # fmt: skip
            self.state = None
            line.send(json.dumps(self.pending))
        return is_done


@needs_postgres
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="nobody hangs up here")
def test_restarted_one_after_another_nobody_loses_a_turn(workers: tuple[subprocess.Popen[bytes], int]) -> None:
    parent, port = workers
    began = time.monotonic()
    until = began + 2 * PATIENT
    while not (len(children_of(parent)) == 2 and answers(port)) and time.monotonic() < until:
        time.sleep(0.1)
    no_longer = max(10.0, time.monotonic() - began)  # where workers need long to start, coming back takes longer, too
    first, player = set(children_of(parent)), Persistent(port)
    player.play_until(lambda: player.moves >= 3)
    until = time.monotonic() + 6 * PATIENT
    parent.send_signal(signal.SIGHUP)
    player.play_until(lambda: not first & set(children_of(parent)) or time.monotonic() > until)
    assert not first & set(children_of(parent))
    enough = player.moves + 3
    player.play_until(lambda: player.moves >= enough or time.monotonic() > until)
    assert player.moves >= enough
    assert player.times_lost >= 1  # else nobody was sent away, and this shows nothing
    assert player.longest_wait < no_longer
    *before, latest = player.tables
    for path in before:
        assert player.log(path) == player.tables[path]
    pending = [] if player.pending is None else [f"{player.pending['seat']} {player.pending['action']}"]
    assert player.log(latest) in (player.done, player.done + pending)


def test_when_the_next_workers_do_not_stay_those_that_are_there_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked to start all anew, with a settings file or an installation that is broken by now."""
    monkeypatch.setattr(workers_at_work, "TOO_SOON", 0.0)
    monkeypatch.setattr(workers_at_work, "SERVE", "import time; time.sleep(60)")
    some = Workers(2, {})
    try:
        some._look()
        first = [worker.process.pid for worker in some._workers if worker is not None]
        assert len(first) == 2
        monkeypatch.setattr(workers_at_work, "SERVE", "raise SystemExit(2)")
        monkeypatch.setattr(workers_at_work, "TOO_SOON", 0.5)
        while not all(worker is not None and time.monotonic() - worker.began > 0.5 for worker in some._workers):
            time.sleep(0.05)
        some._asked_to_renew(signal.SIGTERM, None)
        for _look in range(3):
            some._look()
        assert [worker.process.pid for worker in some._workers if worker is not None] == first
        assert all(worker is not None and worker.process.poll() is None for worker in some._workers)
    finally:
        some._stop()
        some._figures.cleanup()


SLOW = """
import pathlib, time
from sheepfold.server.workers import say_that_it_answers
while not pathlib.Path({go!r}).exists():
    time.sleep(0.02)
say_that_it_answers()
time.sleep(600)
"""


def test_an_old_worker_goes_when_the_next_one_takes_connections_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    monkeypatch.setattr(workers_at_work, "TOO_SOON", 0.1)
    monkeypatch.setattr(workers_at_work, "SERVE", SLOW.format(go=str(go)))
    some = Workers(2, {})
    try:
        some._look()
        old = [worker for worker in some._workers if worker is not None]
        renewing = threading.Thread(target=some._renew_one, args=(1,))
        renewing.start()
        time.sleep(1)
        assert renewing.is_alive()
        assert [worker.process.poll() for worker in old] == [None, None]
        go.touch()
        renewing.join(PATIENT)
        assert old[0].process.poll() is None
        assert old[1].process.poll() == -signal.SIGTERM
        new = some._workers[1]
        assert new is not None
        assert new.process.poll() is None
    finally:
        some._stop()
        some._figures.cleanup()
