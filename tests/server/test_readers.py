"""Those who read slowly or not at all, and connections of which one half is gone, over real sockets and on both
engines: nobody else waits for them, what is kept for them is bounded, and a chair whose people are gone says so.
"""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from sheepfold.server import running as running_server
from sheepfold.server.http import hall
from sheepfold.server.table.watcher import MOST_STEPS, Watcher
from tests.server.services import KEY, Postgres, needs_postgres
from tests.server.support import new_app, running

SMALL = 8192
"""Bytes that the system keeps for a connection, at either end."""
MOVES = 80
SOON = 2.0
"""Seconds within which a move is answered, on a machine that does other things too."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Litestar:
    if request.param == "sqlite":
        return new_app(tmp_path, messages_per_second=1000)
    postgres: Postgres = request.getfixturevalue("postgres")
    return new_app(tmp_path, messages_per_second=1000, database=postgres.url, secret=KEY)


@pytest.fixture
def address(app: Litestar) -> Iterator[str]:
    with running(app, buffer=SMALL) as found:
        yield found


class Players:
    """Both players of a table, at one connection that reads all it is sent."""

    def __init__(self, stack: ExitStack, address: str) -> None:
        wish = {"game": "nines", "chairs": [{"kind": "here"}] * 3, "start": True}
        self.links = httpx.post(f"{address}/api/tables", json=wish).json()
        self.port = int(address.rpartition(":")[2])
        self.rng, self.state, self.played = random.Random(1), dict[str, Any](), 0
        tokens = " ".join(self.links["chairs"][seat] for seat in ("0", "1"))
        self.line: ClientConnection = stack.enter_context(
            connect(f"ws://127.0.0.1:{self.port}{self.path}?want=legal,log", additional_headers=bearer(tokens))
        )
        self.until(lambda message: message["type"] == "state")

    @property
    def path(self) -> str:
        return f"/api/tables/{self.links['table']}/live"

    def until(self, is_it: Any) -> dict[str, Any]:
        """Read until something comes."""
        while True:
            message = json.loads(self.line.recv(timeout=10))
            if message["type"] == "state":
                self.state = message
            if is_it(message):
                return message

    def play(self, *, third: str = "") -> float:
        """One move at random, seen by those who read; how long that took. The third player plays by requests."""
        began, state = time.monotonic(), self.state
        seat, length = state["to_act"][0], state["length"]
        self.played += 1
        command = {"type": "play", "id": f"move {self.played}", "seat": seat}
        if seat == 2:
            shown = httpx.get(self.address_of_table + "?want=legal&eyes=2", headers=bearer(third)).json()["state"]
            command |= {"action": self.rng.choice(shown["legal"]), "decision": shown["decision"]}
            assert httpx.post(self.address_of_table + "/do", headers=bearer(third), json=command).status_code == 200
        else:
            command |= {"action": self.rng.choice(state["legal"]), "decision": state["decision"]}
            self.line.send(json.dumps(command))
        self.until(lambda message: message["type"] == "state" and message["length"] > length)
        return time.monotonic() - began

    @property
    def address_of_table(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/tables/{self.links['table']}"


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Mute:
    """A live connection that says nothing but what opened it, pongs included, and reads when a test says so."""

    def __init__(self, stack: ExitStack, players: Players, token: str, want: str) -> None:
        self.socket = stack.enter_context(socket.socket())
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", players.port))
        head = f"GET {players.path}?want={want} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(f"{head}{key}Authorization: Bearer {token}\r\n\r\n".encode())
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.read()
        status, _blank, self.data = self.data.partition(b"\r\n\r\n")
        assert b" 101 " in status

    def read(self, most: int = 65_536) -> bool:
        """Read something; whether there was anything."""
        data = self.socket.recv(most)
        self.data += data
        return bool(data)

    def messages(self) -> list[dict[str, Any]]:
        """All whole messages of text that have been read."""
        found, rest = list[dict[str, Any]](), self.data
        while len(rest) >= 2:
            size, start = rest[1], 2
            if size >= 126:
                length = 2 if size == 126 else 8
                size, start = int.from_bytes(rest[2 : 2 + length], "big"), 2 + length
            if len(rest) < start + size:
                break
            if rest[0] == 0x81:
                found.append(json.loads(rest[start : start + size]))
            rest = rest[start + size :]
        return found

    def read_until(self, length: int) -> list[dict[str, Any]]:
        """Read on until the game as it is after so many actions is shown; all states."""
        while True:
            states = [message for message in self.messages() if message["type"] == "state"]
            if states and states[-1]["length"] >= length:
                return states
            assert self.read()


def until_full(app: Litestar, players: Players) -> None:
    """Play until a connection takes no more."""
    for _move in range(MOVES):
        players.play(third=players.links["chairs"]["2"])
        if any(each.outlet is not None and not each.outlet.is_free for each in watchers_at(app, players)):
            return
    raise AssertionError("it takes everything")


def watchers_at(app: Litestar, players: Players) -> list[Watcher]:
    return list(app.state.house.tables[players.links["table"]].watchers)


# ---------------------------------------------------------------------------------------------- slow readers


def test_who_reads_nothing_holds_nobody_up_and_then_sees_the_newest(app: Litestar, address: str) -> None:
    with ExitStack() as stack:
        players = Players(stack, address)
        mute = Mute(stack, players, players.links["watch"], "picture,text,story,regions")
        third = players.links["chairs"]["2"]
        took = [players.play(third=third) for _move in range(MOVES)]
        assert max(took) < SOON
        slow = next(each for each in watchers_at(app, players) if "picture" in each.wants)
        assert slow.outlet is not None
        assert not slow.outlet.is_free  # else this tests nothing
        assert len(slow._waiting) <= 3  # a table, a state, an answer: newer ones take the place of older ones
        length = players.state["length"]
        states = mute.read_until(length)
        assert len(states) < MOVES / 2
        assert [state["length"] for state in states] == sorted({state["length"] for state in states})
        assert states[-1]["length"] == length
        told = [step["action"] for step in states[-1]["steps"]]
        done = [line.partition(" ")[2] for line in players.state["log"]]
        assert told == done[-len(told) :]
        assert MOVES / 2 < len(told) <= MOST_STEPS
        players.play(third=third)  # from now on it is as quick as anybody
        assert mute.read_until(players.state["length"])[-1]["length"] == players.state["length"]


def test_who_reads_slowly_is_told_everything_once_in_order(address: str) -> None:
    with ExitStack() as stack:
        players = Players(stack, address)
        mute = Mute(stack, players, players.links["watch"], "picture,text,story,regions")
        mute.read_until(players.state["length"])
        before, third = players.state["length"], players.links["chairs"]["2"]
        for _move in range(MOVES // 2):
            assert players.play(third=third) < SOON
            mute.read(4096)
        states = mute.read_until(players.state["length"])
        seen = [step["action"] for state in states if state["length"] > before for step in state["steps"]]
        assert seen == [line.partition(" ")[2] for line in players.state["log"]][before:]
        assert len({state["length"] for state in states}) == len(states)


# ---------------------------------------------------------------------------------------------- half-open connections


@pytest.mark.parametrize("is_full", [False, True], ids=["nothing on its way", "much on its way"])
def test_a_connection_whose_other_half_is_gone_ends_and_its_chair_is_shown_as_empty(
    app: Litestar, monkeypatch: pytest.MonkeyPatch, is_full: bool
) -> None:
    """Gone without a word, as when a cable is pulled: nothing that is sent there is answered any more."""
    monkeypatch.setattr(running_server, "PING_EVERY", 1.0)
    monkeypatch.setattr(running_server, "ANSWERED_WITHIN", 1.0)
    monkeypatch.setattr(hall, "CLOSING_SECONDS", 1.0)
    with running(app, buffer=SMALL) as address, ExitStack() as stack:
        players = Players(stack, address)
        Mute(stack, players, players.links["chairs"]["2"], "picture,text,story,regions")
        players.until(lambda message: message["type"] == "table" and message["chairs"][2]["present"])
        began = time.monotonic()
        if is_full:
            until_full(app, players)
        players.until(lambda message: message["type"] == "table" and not message["chairs"][2]["present"])
        assert time.monotonic() - began < 10
        assert len(watchers_at(app, players)) == 1
        players.play(third=players.links["chairs"]["2"])  # who answers pings is still there
