"""The load: tables of real games with four connections each, played at random over the wire.

The generator has to cost little, so that it measures the server and not itself: it speaks WebSocket by hand, without
compression, and of a message decodes only what it needs.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

PLAYERS = 4
HANDSHAKE = (
    "GET /api/tables/{table}/live?want=legal,view HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    "Authorization: Bearer {token}\r\n\r\n"
)


class State(msgspec.Struct):
    """Of a state message, what a player at random needs."""

    length: int
    legal: list[str] | None = None
    decision: int | None = None
    ending: dict[str, Any] | None = None


decode_state = msgspec.json.Decoder(State).decode


class Connection(asyncio.Protocol):
    """A WebSocket client, as small as can be: unfragmented text messages."""

    def __init__(self, opening: str, heard: Callable[[bytes], None]) -> None:
        self.opening, self.heard = opening, heard
        self.opened = asyncio.get_running_loop().create_future()
        self.is_open, self.rest = False, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.transport.write(self.opening.encode())

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if not self.is_open:
            head, blank, rest = self.rest.partition(b"\r\n\r\n")
            if not blank:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(RuntimeError(head.decode()))
                return
            self.is_open, self.rest = True, rest
            self.opened.set_result(None)
        for kind, message in self._messages():
            if kind == 1:
                self.heard(message)
            elif kind == 9:
                self._send(0x8A, message)

    def _messages(self) -> Iterator[tuple[int, bytes]]:
        """Whole messages of what has come, each with its kind (1: text, 9: ping)."""
        data, at = self.rest, 0
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + length or (data[at + 1] >= 126 and len(data) < start):
                break
            yield data[at] & 15, data[start : start + length]
            at = start + length
        self.rest = data[at:]

    def say(self, message: str) -> None:
        self._send(0x81, message.encode())

    def _send(self, first: int, body: bytes) -> None:
        """Masked, as clients have to, but with zeros: it stays as it is."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([first]) + size + b"\0\0\0\0" + body)


@dataclass
class Taken:
    """What was measured: seconds from sending a move until all four had been informed of it, one by one."""

    latencies: list[float] = field(default_factory=list[float])
    seconds: float = 0.0


class LoadTable:
    """A table, its four connections and whoever is to act."""

    def __init__(self, links: dict[str, Any], rng: random.Random) -> None:
        self.links, self.rng = links, rng
        self.connections: list[Connection] = []
        self.lengths = [-1] * PLAYERS
        self.turn: tuple[int, State] | None = None
        self.is_over = False
        self.trouble = ""
        self.played = 0
        self.all_informed = asyncio.Event()
        self.target = 0

    async def connect(self, *ports: int) -> None:
        """Over all of these ports, in turn."""
        loop = asyncio.get_running_loop()
        for seat in range(PLAYERS):
            port = ports[seat % len(ports)]
            opening = HANDSHAKE.format(table=self.links["table"], port=port, token=self.links["chairs"][str(seat)])
            _transport, connection = await loop.create_connection(
                lambda opening=opening, seat=seat: Connection(opening, lambda data: self._heard(seat, data)),
                "127.0.0.1", port,
            )  # fmt: skip
            self.connections.append(connection)
            await connection.opened
        await self.all_informed.wait()

    async def look(self, port: int) -> None:
        """Ask once for the game as somebody at this table sees it: what a program wants, as over the connections."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/api/tables/{self.links['table']}?want=legal,view"
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        writer.write(f"{head}Authorization: Bearer {self.links['chairs']['0']}\r\n\r\n".encode())
        status = (await reader.read()).partition(b"\r\n")[0]
        writer.close()
        if b" 200 " not in status:
            raise RuntimeError(status.decode())

    def _heard(self, seat: int, data: bytes) -> None:
        if not data.startswith(b'{"type":"state"'):
            if data.startswith((b'{"type":"refused"', b'{"type":"bye"')):
                self.trouble = data.decode()
                self.all_informed.set()
            return
        state = decode_state(data)
        self.lengths[seat] = state.length
        if state.legal and state.decision is not None:
            self.turn = (seat, state)
        self.is_over = self.is_over or state.ending is not None
        if min(self.lengths) >= self.target:
            self.all_informed.set()

    async def play(self) -> None:
        """One move at random; over when all four have been informed."""
        assert self.turn is not None
        seat, state = self.turn
        self.turn, self.target = None, state.length + 1
        self.all_informed.clear()
        self.played += 1
        action = self.rng.choice(state.legal or [])
        command = {"type": "play", "id": str(self.played), "seat": seat, "action": action, "decision": state.decision}
        self.connections[seat].say(json.dumps(command))
        await self.all_informed.wait()
        if self.trouble:
            raise RuntimeError(self.trouble)

    def hang_up(self) -> None:
        for connection in self.connections:
            connection.transport.close()


# ---------------------------------------------------------------------------------------------- many tables


async def _request(port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Connection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
    status, _blank, rest = (await reader.read()).partition(b"\r\n")
    writer.close()
    if b" 201 " not in status:
        raise RuntimeError(f"{status.decode()} {rest.decode()[-300:]}")
    return json.loads(rest.partition(b"\r\n\r\n")[2])


async def make_tables(
    port: int, count: int, seed: int = 1, *, connected: bool = True, ports: Sequence[Sequence[int]] = ()
) -> list[LoadTable]:
    """Started games of 4-player nines, ten made at a time; `ports`: those of each table in turn."""
    wish = {"game": "nines", "players": PLAYERS, "chairs": [{"kind": "here"}] * PLAYERS, "start": True}
    at_once, made = asyncio.Semaphore(10), list[LoadTable]()

    async def make(number: int) -> None:
        async with at_once:
            mine = ports[number % len(ports)] if ports else (port,)
            table = LoadTable(await _request(mine[0], "/api/tables", wish), random.Random(seed * 1_000_003 + number))
            if connected:
                await table.connect(*mine)
            made.append(table)

    await asyncio.gather(*(make(number) for number in range(count)))
    return made


async def closed_loop(tables: list[LoadTable], most: int) -> Taken:
    """Every table plays on as soon as all four know of the last move: as many moves as the server bears."""
    taken = Taken()

    async def play_on(table: LoadTable) -> None:
        for _move in range(most):
            if table.is_over:
                return
            sent = time.perf_counter()
            await table.play()
            taken.latencies.append(time.perf_counter() - sent)

    began = time.perf_counter()
    await asyncio.gather(*map(play_on, tables))
    taken.seconds = time.perf_counter() - began
    return taken


async def fixed_rate(tables: list[LoadTable], rate: float, seconds: float) -> Taken:
    """Moves when they are due, taking turns among the tables; one that is late counts from when it was due."""
    taken, pause = Taken(), len(tables) / rate
    began = time.perf_counter()

    async def play_when_due(number: int, table: LoadTable) -> None:
        due = began + number / rate
        while due < began + seconds and not table.is_over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent = max(due, began)
            await table.play()
            taken.latencies.append(time.perf_counter() - sent)
            due += pause

    await asyncio.gather(*(play_when_due(number, table) for number, table in enumerate(tables)))
    taken.seconds = time.perf_counter() - began
    return taken
