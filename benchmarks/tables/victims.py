"""Those who just want to play while a server is attacked, and what they get to feel of it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tables.load import HANDSHAKE, Connection, LoadTable, make_tables

PATIENCE = 20.0
"""Seconds after which a victim gives up waiting; it then counts as having waited so long."""
MOVES_A_SECOND = 8
HEALTH_EVERY = 0.1
TABLES = 2


@dataclass
class Felt:
    """Seconds that things took, one by one."""

    moves: list[float] = field(default_factory=list[float])
    health: list[float] = field(default_factory=list[float])
    bots: list[float] = field(default_factory=list[float])


class Victims:
    """Two tables of four people, one person among bots, and somebody who watches over the server."""

    def __init__(self, port: int) -> None:
        self.port, self.felt = port, Felt()

    async def sit_down(self) -> None:
        self.tables = await make_tables(self.port, TABLES)
        self.duel = Duel(self.port)
        await self.duel.begin()

    async def play(self, seconds: float) -> Felt:
        """Play as if nothing were; moves come when they are due, and one that is late counts from then."""
        until = time.perf_counter() + seconds
        people = [self._moves(table, until, k / TABLES) for k, table in enumerate(self.tables)]
        await asyncio.gather(*people, self._health(until), self.duel.play(until, self.felt.bots))
        for table in self.tables:
            table.hang_up()
        return self.felt

    async def _moves(self, table: LoadTable, until: float, offset: float) -> None:
        pause = TABLES / MOVES_A_SECOND
        due = time.perf_counter() + offset * pause
        while due < until and not table.is_over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                await asyncio.wait_for(table.play(), PATIENCE)
            except (TimeoutError, RuntimeError):
                self.felt.moves.append(PATIENCE)
                return
            self.felt.moves.append(time.perf_counter() - due)
            due += pause

    async def _health(self, until: float) -> None:
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                await asyncio.wait_for(self._ask_health(), PATIENCE)
                self.felt.health.append(time.perf_counter() - began)
            except (TimeoutError, OSError, RuntimeError):
                self.felt.health.append(PATIENCE)
            await asyncio.sleep(HEALTH_EVERY)

    async def _ask_health(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        writer.close()
        if b" 200 " not in answer[:20]:
            raise RuntimeError(answer.decode())


class Duel:
    """Somebody who plays against a bot and waits for its answers."""

    def __init__(self, port: int) -> None:
        self.port, self.rng = port, random.Random(5)
        self.state: dict[str, Any] = {}
        self.news = asyncio.Event()

    async def begin(self) -> None:
        links = await self._make()
        self.seat = 0
        opening = HANDSHAKE.format(table=links["table"], port=self.port, token=links["chairs"]["0"])
        loop = asyncio.get_running_loop()
        _transport, self.line = await loop.create_connection(
            lambda: Connection(opening, self._heard), "127.0.0.1", self.port
        )
        await self.line.opened

    async def _make(self) -> dict[str, Any]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        wish = {"game": "nines", "chairs": [{"kind": "here"}, {"kind": "bot", "bot": "ewe"}], "start": True,
                "manners": {"bot_seconds": 0}}  # fmt: skip
        data = json.dumps(wish).encode()
        head = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
        writer.close()
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    def _heard(self, data: bytes) -> None:
        if data.startswith(b'{"type":"state"'):
            self.state = json.loads(data)
            self.news.set()

    async def play(self, until: float, waited: list[float]) -> None:
        number, began = 0, 0.0
        while time.perf_counter() < until and not self.state.get("ending"):
            if legal := self.state.get("legal"):
                if began:
                    waited.append(time.perf_counter() - began)
                await asyncio.sleep(0.5)
                number += 1
                command = {"type": "play", "id": str(number), "seat": 0, "action": self.rng.choice(legal),
                           "decision": self.state["decision"]}  # fmt: skip
                self.state["legal"] = None
                began = time.perf_counter()
                self.line.say(json.dumps(command))
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), PATIENCE)
            except TimeoutError:
                waited.append(PATIENCE)
                return
