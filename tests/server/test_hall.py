"""The hall: who opens connections and says half of something keeps nobody out, fills no log, and is gone in time."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sheepfold.server.http import doorman, hall, room
from sheepfold.server.http.hall import Hall
from sheepfold.server.logs import Echoes, set_up_logs
from tests.server.support import Clock, Server, in_loop, new_app, running
from tests.server.test_process import SERVE, Process

PATIENT = 30.0
"""Seconds for what comes at once where nothing else goes on."""
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b"POST /api/enter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with running(new_app(tmp_path)) as found:
        yield found


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def opened(stack: ExitStack, address: str, said: bytes, count: int) -> list[socket.socket]:
    """Connections that have said so much."""
    found: list[socket.socket] = []
    for _connection in range(count):
        each = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(address)), timeout=10))
        each.sendall(said)
        found.append(each)
    return found


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has hung up by now."""
    connection.setblocking(False)
    try:
        return connection.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def told(connection: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    connection.settimeout(10)
    said = b""
    with suppress(ConnectionError):
        while data := connection.recv(10_000):
            said += data
    return said


# ---------------------------------------------------------------------------------------------- half requests


@pytest.mark.parametrize("said", [b"", HALF_A_HEAD, HALF_A_BODY], ids=["nothing", "half a head", "half a body"])
def test_however_many_say_only_half_the_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(hall, "MOST_WAITING", 40)
    with running(new_app(tmp_path)) as address, ExitStack() as stack:
        begun = opened(stack, address, said, 200)
        for _look in range(3):
            assert httpx.get(f"{address}/health", timeout=PATIENT).status_code == 200
        until, left = time.monotonic() + PATIENT, begun
        while len(left) > 40 and time.monotonic() < until:
            left = [connection for connection in left if not is_closed(connection)]
        assert len(left) <= 40
        assert set(left) <= set(begun[-45:])  # those left first that had waited longest


@pytest.mark.parametrize("said", [b"", HALF_A_HEAD], ids=["nothing", "half a head"])
def test_who_does_not_say_what_they_want_is_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(hall, "HEAD_SECONDS", 0.5)
    with ExitStack() as stack:
        connection = opened(stack, address, said, 1)[0]
        began = time.monotonic()
        for letter in b"X-Slow: " + b"x" * 100:  # saying something now and then does not help
            with suppress(OSError):
                connection.send(bytes([letter]))
            time.sleep(0.1)
            if is_closed(connection):
                break
        assert is_closed(connection)
        assert time.monotonic() - began > 0.3


def test_a_body_that_does_not_come_is_answered_with_a_sentence(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "BODY_SECONDS", 0.3)
    with ExitStack() as stack:
        said = told(opened(stack, address, HALF_A_BODY, 1)[0])
        assert said.startswith(b"HTTP/1.1 408 ")
        assert json.loads(said.partition(b"\r\n\r\n")[2])["reason"] == "This request took too long to come."


def test_who_asks_one_thing_after_another_over_a_connection_is_left_alone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "HEAD_SECONDS", 2.0)
    with httpx.Client(timeout=PATIENT) as client:
        until = time.monotonic() + 4
        while time.monotonic() < until:
            assert client.get(f"{address}/api/games").status_code == 200
            time.sleep(0.2)


def test_whoever_leaves_in_the_middle_is_no_fault_of_the_server(address: str, logged: list[dict[str, Any]]) -> None:
    with ExitStack() as stack:
        for connection in opened(stack, address, HALF_A_BODY, 20):
            connection.close()
    assert httpx.get(f"{address}/health").status_code == 200
    assert [line for line in logged if line.get("log_level") in ("warning", "error")] == []


def test_with_few_files_everybody_is_served_and_the_log_stays_short(tmp_path: Path) -> None:
    """As a process of its own that may open 256 files, and 400 who say half of something."""
    process = Process(tmp_path)
    limited = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", sys.executable, "-c", SERVE]
    with (tmp_path / "log.txt").open("ab") as log:
        process.running = subprocess.Popen(
            [*limited, "--port", str(process.port), "--data", str(tmp_path)], stdout=subprocess.DEVNULL, stderr=log
        )
    try:
        process.wait()
        links = httpx.post(f"{process.address}/api/tables", json={"game": "nines", "players": 2}).json()
        live = f"ws://127.0.0.1:{process.port}/api/tables/{links['table']}/live"
        with ExitStack() as stack, connect(live, additional_headers=bearer(links["watch"])) as line:
            for said in (HALF_A_HEAD, HALF_A_BODY):
                opened(stack, process.address, said, 200)
                began = process.cpu()
                assert httpx.get(f"{process.address}/health", timeout=PATIENT).status_code == 200
                assert process.cpu() - began < 2
            line.send('{"type":"ping","id":"there"}')
            while '"there"' not in str(line.recv(timeout=PATIENT)):
                pass
        assert process.log().count("\n") < 20
    finally:
        process.kill()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# ---------------------------------------------------------------------------------------------- who leaves first


class Visitor:
    """What the hall sees of a connection."""

    def __init__(self, visited: Hall, address: str) -> None:
        self.address, self.unread_since, self.is_amid_a_request = address, None, False
        self.transport, self.is_out = self, False
        visited.connections.add(self)  # pyright: ignore[reportArgumentType]
        visited.welcome(self)  # pyright: ignore[reportArgumentType]

    def abort(self) -> None:
        self.is_out = True

    def is_closing(self) -> bool:
        return self.is_out


def test_of_those_who_wait_the_largest_crowd_makes_room() -> None:
    visited = Hall(most=1000, most_messages=100)
    visited.most_waiting = 10
    quiet = [Visitor(visited, f"quiet {k}") for k in range(4)]
    crowd = [Visitor(visited, "crowd") for _visitor in range(100)]
    late = Visitor(visited, "late")
    assert [each.is_out for each in quiet] == [False] * 4
    assert not late.is_out
    assert [each for each in crowd if not each.is_out] == crowd[-5:]


def test_when_there_is_no_room_at_all_only_those_stay_who_are_being_served() -> None:
    visited = Hall(most=10, most_messages=100)
    served: list[Visitor] = []
    for _visitor in range(10):
        served.append(Visitor(visited, "served"))
        visited.let_speak(served[-1])  # pyright: ignore[reportArgumentType]
    late = Visitor(visited, "late")
    assert late.is_out
    assert not any(each.is_out for each in served)
    visited.let_wait(served[3])  # pyright: ignore[reportArgumentType] (answered, and waits for the next request)
    assert not Visitor(visited, "later").is_out
    assert served[3].is_out


def test_an_answer_that_nobody_takes_and_an_end_that_does_not_come_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(hall.time, "monotonic", clock)
    visited = Hall(most=10, most_messages=100)
    unread, closing, fine = (Visitor(visited, name) for name in ("unread", "closing", "fine"))
    for each in (unread, closing, fine):
        visited.let_speak(each)  # pyright: ignore[reportArgumentType]
    unread.unread_since = clock()  # pyright: ignore[reportAttributeAccessIssue]
    aborted: list[Visitor] = []
    closing.is_closing = lambda: True
    closing.abort = lambda: aborted.append(closing)
    visited.sweep()
    clock.pass_by(hall.CLOSING_SECONDS + 1)
    visited.sweep()
    assert aborted == [closing]
    assert not unread.is_out
    clock.pass_by(hall.UNREAD_SECONDS)
    visited.sweep()
    assert unread.is_out
    assert not fine.is_out


# ---------------------------------------------------------------------------------------------- live connections


def table(address: str) -> tuple[str, str]:
    links = httpx.post(f"{address}/api/tables", json={"game": "nines", "chairs": [{"kind": "here"}] * 2}).json()
    return f"{address.replace('http', 'ws')}/api/tables/{links['table']}/live", links["chairs"]["0"]


def raw_line(stack: ExitStack, address: str) -> socket.socket:
    """A live connection without a library between."""
    live, token = table(address)
    asked = f"GET /{live.partition('//')[2].partition('/')[2]} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    key = "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    line = opened(stack, address, f"{asked}{key}Authorization: Bearer {token}\r\n\r\n".encode(), 1)[0]
    assert b" 101 " in line.recv(1000)
    return line


FLOODS = {
    "pings": b"\x89\x80\0\0\0\0",
    "pongs": b"\x8a\x80\0\0\0\0",
    "empty messages": b"\x81\x80\0\0\0\0",
    "empty fragments": b"\x00\x80\0\0\0\0",
}


@pytest.mark.parametrize("kind", FLOODS)
def test_who_floods_a_live_connection_is_cut_off_at_once(address: str, kind: str) -> None:
    """With what is worked off before anybody counts messages: 200 kB of it, 35,000 times."""
    with ExitStack() as stack:
        line = raw_line(stack, address)
        if kind == "empty fragments":
            line.sendall(b"\x01\x80\0\0\0\0")
        with suppress(OSError):
            for _part in range(20):
                line.sendall(FLOODS[kind] * 2_000)
        began = time.process_time()  # what other processes do does not count
        assert httpx.get(f"{address}/health", timeout=PATIENT).status_code == 200
        assert time.process_time() - began < 1
        assert len(told(line)) < 300_000  # most of it was never answered
        assert is_closed(line)


def test_pings_of_a_usual_client_are_answered(address: str) -> None:
    live, token = table(address)
    with connect(live, additional_headers=bearer(token)) as line:
        for _ping in range(20):
            assert line.ping().wait(PATIENT)
        line.send('{"type":"ping","id":"still there"}')
        with suppress(ConnectionClosed):
            while "still there" not in str(line.recv(timeout=PATIENT)):
                pass
            return
    raise AssertionError("it was cut off")


@in_loop
async def test_one_address_has_so_many_live_connections_and_others_theirs(tmp_path: Path) -> None:
    async with Server(tmp_path, most_connections_each=3) as server:
        at = await server.table("nines", 2)
        lines = [await at.line("watch") for _line in range(3)]
        refused = await server.connect(f"{at.path}/live", at.token("watch"))
        assert await refused.closed() == 1013
        assert not refused.is_accepted
        await lines[0].hang_up()
        assert (await at.line("watch")).code is None


def test_live_connections_leave_room_for_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    for files in (256, 1024, 20_000):
        monkeypatch.setattr(room, "_files", lambda files=files: files)
        assert room.most_connections() < files - 100
        assert room.most_lines() <= 0.75 * room.most_connections()
        assert room.most_lines() > files / 8


# ---------------------------------------------------------------------------------------------- the log


def test_what_happens_again_and_again_is_logged_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("warning")
    structlog.configure(cache_logger_on_first_use=False)
    try:
        for number in range(1000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
            structlog.get_logger("x").error("not saved", table=f"t{number}", reason="full")
        structlog.get_logger("x").error("something else")
    finally:
        structlog.reset_defaults()
    lines = capsys.readouterr().err.splitlines()
    assert sum("Invalid" in line for line in lines) == 5
    assert sum("not saved" in line for line in lines) == 5
    assert sum("something else" in line for line in lines) == 1


def test_after_a_while_it_is_said_how_often_it_was() -> None:
    clock = Clock()
    echoes = Echoes(clock)
    assert [echoes.left_out("a") for _time in range(8)] == [0] * 5 + [None] * 3
    assert echoes.left_out("b") == 0
    clock.pass_by(61)
    assert echoes.left_out("a") == 3
    assert [echoes.left_out("a") for _time in range(5)] == [0] * 4 + [None]
    for number in range(10_000):
        echoes.left_out(number)
    assert len(echoes._said) <= 200


@in_loop
async def test_the_server_still_stops_while_somebody_says_half(tmp_path: Path) -> None:
    def stop() -> float:
        with ExitStack() as stack:
            with running(new_app(tmp_path)) as address:
                opened(stack, address, HALF_A_HEAD, 5)
                opened(stack, address, HALF_A_BODY, 5)
                time.sleep(0.1)
                began = time.monotonic()
            return time.monotonic() - began

    assert await asyncio.to_thread(stop) < 8
