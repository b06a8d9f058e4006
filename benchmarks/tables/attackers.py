"""Attacks on a server on loopback, by one address without any right of its own. Each ends by itself.

An attack is a coroutine that gets the port and a deadline; it returns how it was answered, by HTTP status or by what
became of its connections. It is run in a process of its own, so that it takes no time from those who measure.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any

HOST = "127.0.0.1"
HALF_OPEN = 1100
MOST_CONNECTIONS = 4 * HALF_OPEN
"""That an attack with half requests opens, those included that were closed on it."""
HINTS, TABLES_OF_BOTS = 150, 397
CROWD, MESSAGES_A_SECOND = 50, 18
DYKE_TABLE = {"game": "dyke", "chairs": [{"kind": "here"}] * 3, "start": True}

Answers = Counter[str]
Attack = Callable[[int, float], Awaitable[Answers]]


async def request(port: int, path: str, body: Any, token: str = "") -> tuple[int, Any]:
    """One request over a connection of its own: the status and the answer."""
    reader, writer = await asyncio.open_connection(HOST, port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    shown = f"Authorization: Bearer {token}\r\n" if token else ""
    try:
        writer.write(f"{head}{shown}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
    status, _blank, rest = answer.partition(b"\r\n")
    content = rest.partition(b"\r\n\r\n")[2]
    return int(status.split()[1]) if status else 0, json.loads(content) if content.startswith(b"{") else None


async def _again_and_again(port: int, until: float, clients: int, path: str, body: Any) -> Answers:
    """Several clients that ask the same, each anew as soon as it is answered."""
    answers: Answers = Counter()

    async def ask() -> None:
        while (left := until - time.monotonic()) > 0:
            try:
                status, _content = await asyncio.wait_for(request(port, path, body), left)
                answers[str(status)] += 1
            except TimeoutError:
                answers["unanswered"] += 1
            except OSError:
                answers["closed"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(ask() for _client in range(clients)))
    return answers


# ---------------------------------------------------------------------------------------------- costly requests


async def nested_material(port: int, until: float) -> Answers:
    """A table whose material is one key of 30,000 parts: reading it takes time with the square of that."""
    body = {"game": "dyke", "players": 3, "material": "a." * 30_000 + "a = 1"}
    return await _again_and_again(port, until, 2, "/api/tables", body)


async def junk_records(port: int, until: float) -> Answers:
    """Six clients that have 720 kB read as the record of a game."""
    record = "sheepfold 1\ngame nines\nrules 1\nplayers 2\n\n" + "0 move 1\n" * 80_000
    return await _again_and_again(port, until, 6, "/api/replay", {"record": record})


async def long_records(port: int, until: float) -> Answers:
    """Six clients that have as long a record read as there may be of a game."""
    record = "sheepfold 1\ngame nines\nrules 1\nplayers 2\n\n" + "0 move 1\n" * 2_900
    return await _again_and_again(port, until, 6, "/api/replay", {"record": record})


async def deep_json(port: int, until: float) -> Answers:
    """Six clients that send 200 kB of nothing but opening brackets."""

    async def ask() -> Answers:
        answers: Answers = Counter()
        head = f"POST /api/enter HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Type: application/json\r\n"
        data = b"[" * 200_000
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(f"{head}Connection: close\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data)
            try:
                answers[(await asyncio.wait_for(reader.read(), 30)).split(b" ")[1].decode()] += 1
            except (TimeoutError, OSError, IndexError):
                answers["closed"] += 1
            writer.close()
        return answers

    return sum(await asyncio.gather(*(ask() for _client in range(6))), Counter())


# ---------------------------------------------------------------------------------------------- work for bots


async def hints(port: int, until: float) -> Answers:
    """150 hints at once, for the eight chairs of one table, where each takes a quarter of a second."""
    wish = {"game": "dyke", "chairs": [{"kind": "here"}] * 8, "start": True}
    links = (await _tables(port, until, 1, wish))[0]
    for side in ("A1", "B1"):
        command = {"type": "play", "id": side, "seat": 0, "action": f"lay {side}"}
        await request(port, f"/api/tables/{links['table']}/do", command, links["chairs"]["0"])
    answers: Answers = Counter()

    async def ask(seat: int) -> None:
        path = f"/api/tables/{links['table']}/hint"
        try:
            left = max(0.1, until - time.monotonic())
            status, _hint = await asyncio.wait_for(
                request(port, path, {"seat": seat}, links["chairs"][str(seat)]), left
            )
            answers[str(status)] += 1
        except (TimeoutError, OSError):
            answers["unanswered"] += 1

    await asyncio.gather(*(ask(number % 8) for number in range(HINTS)))
    return answers


async def bots_alone(port: int, until: float) -> Answers:
    """Hundreds of tables at which strong bots play each other; nobody watches."""
    wish = {"game": "dyke", "chairs": [{"kind": "bot", "bot": "ram"}] * 8, "start": True,
            "manners": {"bot_seconds": 0}}  # fmt: skip
    links = await _tables(port, until, TABLES_OF_BOTS, wish)
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    return Counter({"tables": len(links)})


async def _tables(port: int, until: float, count: int, wish: Any) -> list[Any]:
    """As many tables as one address gets."""
    made: list[Any] = []
    at_once = asyncio.Semaphore(8)

    async def make() -> None:
        async with at_once:
            if time.monotonic() < until:
                status, links = await request(port, "/api/tables", wish)
                if status == 201:
                    made.append(links)

    await asyncio.gather(*(make() for _table in range(count)), return_exceptions=True)
    return made


# ---------------------------------------------------------------------------------------------- half requests


async def half_heads(port: int, until: float) -> Answers:
    """1,100 connections that begin a request and never get to its end."""
    return await _half(port, until, f"GET / HTTP/1.1\r\nHost: {HOST}:{port}\r\n".encode())


async def half_bodies(port: int, until: float) -> Answers:
    """1,100 requests whose bodies do not come."""
    head = f"POST /api/enter HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Type: application/json\r\n"
    return await _half(port, until, f"{head}Content-Length: 1000\r\n\r\n{{".encode())


async def _half(port: int, until: float, begun: bytes) -> Answers:
    answers: Answers = Counter()
    left = MOST_CONNECTIONS

    async def hold() -> None:
        nonlocal left
        while time.monotonic() < until and left > 0:
            left -= 1
            answers["opened"] += 1
            try:
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(begun)
                await asyncio.wait_for(reader.read(), max(0.1, until - time.monotonic()))
                writer.close()
                answers["ended by the server"] += 1
                await asyncio.sleep(0.2)
            except (TimeoutError, OSError) as error:
                answers["held to the end" if isinstance(error, TimeoutError) else "refused"] += 1

    await asyncio.gather(*(hold() for _connection in range(HALF_OPEN)))
    return answers


# ---------------------------------------------------------------------------------------------- over WebSocket


async def pings(port: int, until: float) -> Answers:
    """Four live connections that send nothing but WebSocket pings, as fast as they are taken."""
    return await _flood(port, until, b"\x89\x80\0\0\0\0" * 4000)


async def words(port: int, until: float) -> Answers:
    """Four live connections that ask for 60 choices in words, again and again."""
    command = {"type": "words", "id": "x", "seat": 0, "actions": [f"play {number}" for number in range(60)]}
    body = json.dumps(command).encode()
    return await _flood(port, until, b"\x81\xfe" + len(body).to_bytes(2, "big") + b"\0\0\0\0" + body)


async def _flood(port: int, until: float, frames: bytes) -> Answers:
    links = (await _tables(port, until, 1, DYKE_TABLE))[0]
    answers: Answers = Counter()

    async def flood() -> None:
        while time.monotonic() < until:
            reader, writer = await _live(port, links)
            answers["connections"] += 1
            draining = asyncio.create_task(_drain(reader))
            try:
                while time.monotonic() < until and not draining.done():
                    writer.write(frames)
                    await asyncio.wait_for(writer.drain(), 5)
                    await asyncio.sleep(0)
            except (TimeoutError, OSError):
                answers["stopped"] += 1
            draining.cancel()
            writer.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(flood() for _connection in range(4)))
    return answers


async def crowd(port: int, until: float) -> Answers:
    """Fifty live connections at one table, none of which says more than it may: to all, about all, and for nothing."""
    links = (await _tables(port, until, 1, DYKE_TABLE))[0]
    said: list[dict[str, Any]] = [
        {"type": "react", "seat": 0, "what": "ouch"},
        {"type": "pace", "pace": "calm"},
        {"type": "words", "seat": 0, "actions": [f"play {number}" for number in range(60)]},
        {"type": "undo", "seat": 0},
    ]
    for side in ("A1", "B1"):
        command = {"type": "play", "id": side, "seat": 0, "action": f"lay {side}"}
        await request(port, f"/api/tables/{links['table']}/do", command, links["chairs"]["0"])
    answers: Answers = Counter()

    async def talk(number: int) -> None:
        reader, writer = await _live(port, links)
        draining, body = (
            asyncio.create_task(_drain(reader)),
            json.dumps({**said[number % len(said)], "id": "x"}).encode(),
        )
        head = b"\x81" + (bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big"))
        while time.monotonic() < until and not draining.done():
            writer.write(head + b"\0\0\0\0" + body)
            answers["messages"] += 1
            await asyncio.sleep(1 / MESSAGES_A_SECOND)
        answers["cut off" if draining.done() else "heard to the end"] += 1
        draining.cancel()
        writer.close()

    await asyncio.gather(*(talk(number) for number in range(CROWD)))
    return answers


async def _live(port: int, links: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A live connection to one's own table, of which nobody cares whether it was accepted."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(
        f"GET /api/tables/{links['table']}/live?want=legal HTTP/1.1\r\nHost: {HOST}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {links['chairs']['0']}\r\n\r\n".encode()
    )
    return reader, writer


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


ATTACKS: dict[str, Attack] = {
    "nested material": nested_material,
    "junk records": junk_records,
    "long records": long_records,
    "deep JSON": deep_json,
    "hints": hints,
    "bots alone": bots_alone,
    "half heads": half_heads,
    "half bodies": half_bodies,
    "pings": pings,
    "words": words,
    "crowd": crowd,
}


class Attacker:
    """An attack in a process of its own, for so many seconds."""

    def __init__(self, name: str, port: int, seconds: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._answers, told = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(name, port, seconds, told), daemon=True)
        self._process.start()
        told.close()

    def end(self) -> dict[str, int]:
        """How it was answered; it is given a moment to say so."""
        try:
            return dict(self._answers.recv()) if self._answers.poll(20) else {"no report": 1}
        except EOFError:
            return {"failed": 1}
        finally:
            self._process.kill()
            self._process.join()


def _run(name: str, port: int, seconds: float, told: Connection) -> None:
    told.send(asyncio.run(_bounded(name, port, seconds)))


async def _bounded(name: str, port: int, seconds: float) -> Answers:
    try:
        return await asyncio.wait_for(ATTACKS[name](port, time.monotonic() + seconds), seconds + 10)
    except TimeoutError:
        return Counter({"not ended in time": 1})
