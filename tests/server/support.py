"""A server for tests: the real application in this process, with a clock, dice and table names that a test holds.

Requests go through the application's own door (ASGI), so what a `Line` receives is what a browser would, byte by byte.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import random
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec

import httpx
from litestar import Litestar

from sheepfold.server.app import create_app
from sheepfold.server.running import Server as RunningServer
from sheepfold.server.settings import Settings
from sheepfold.server.table.entries import AnyEntry, decode_entry
from sheepfold.server.table.house import Chances, House
from sheepfold.server.table.kitchen import Kitchen
from sheepfold.server.table.live import LiveTable
from sheepfold.server.wire.messages import WANTS
from tests.server import engines

HOST = "sheepfold.test"
EVERYTHING = ",".join(part for part in WANTS if part not in ("upright", "hand", "small", "middle"))
"""All parts of a state; `upright` and `hand` would come instead of the picture."""
NUMBERS = itertools.count()
"""For names and ids that are used once."""
Given = ParamSpec("Given")


def in_loop(test: Callable[Given, Awaitable[None]]) -> Callable[Given, None]:
    """Run a test that waits; one that waits for ever fails after a minute."""

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        async def within_a_minute() -> None:
            await asyncio.wait_for(test(*args, **kwargs), 60)

        asyncio.run(within_a_minute())

    return run


class Clock:
    """A time that passes only when a test says so."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


class Dice(random.Random):
    """Chance that does what it is told, as long as it is told anything, and then what the seed says."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.told: list[str] = []

    def drawn(self, outcomes: list[str]) -> str | None:
        """What chance has been told to do next; None: nothing."""
        if not self.told:
            return None
        assert self.told[0] in outcomes, f"chance cannot do {self.told[0]!r}; it can: {outcomes}"
        return self.told.pop(0)


class ReadyKitchen(Kitchen):
    """A kitchen that leaves compiling to others: games are played on whatever there is."""

    def start(self) -> None:
        pass


def new_app(folder: Path, **settings: Any) -> Litestar:
    """The application as people get it, but for the number of requests."""
    return create_app(Settings(data=folder, requests_per_minute=10_000_000, **settings), kitchen=ReadyKitchen())


@contextmanager
def running(app: Litestar, *, buffer: int = 0) -> Iterator[str]:
    """A server in a thread, as `sheepfold serve` runs it; its address. `buffer`: bytes that the system keeps of what a
    connection has yet to take, if not as many as it likes."""
    server = RunningServer(app)
    listener = socket.create_server(("127.0.0.1", 0))
    if buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


class Server:
    """The application, started and stopped by `async with`. Started again on the same folder it goes on.

    On the engines that `engines.TESTED_ON` names: there may be two of them, and whoever asks comes to one after the
    other.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock | None = None,
        dice: random.Random | None = None,
        names: Iterable[str] | None = None,
        kitchen: Kitchen | None = None,
        **settings: Any,
    ) -> None:
        self.clock, self.dice = clock or Clock(), dice or Dice()
        usual: dict[str, Any] = {"data": folder, "requests_per_minute": 1_000_000, "messages_per_second": 10_000}
        self._count = 1
        if "database" not in settings:
            usual |= engines.settings_for(folder)
            self._count = engines.PROCESSES
        self.settings = Settings(**{**usual, **settings})
        names_left = iter(names or (f"table{next(NUMBERS)}" for _ever in itertools.count()))
        self.chances = Chances(self.clock, self.dice, lambda: next(names_left))
        self.kitchen = kitchen
        self._stack = AsyncExitStack()
        self._lines: list[Line] = []

    async def __aenter__(self) -> Server:
        self.apps: list[Litestar] = []
        for _process in range(self._count):
            self.apps.append(
                create_app(self.settings, chances=self.chances, kitchen=self.kitchen or ReadyKitchen())
            )  # fmt: skip
            await self._stack.enter_async_context(self.apps[-1].lifespan())
        self._turns = itertools.cycle(self.apps)
        return self

    async def door(self, scope: Any, receive: Any, send: Any) -> None:
        """One process after the other."""
        await next(self._turns)(scope, receive, send)

    async def __aexit__(self, *_error: object) -> None:
        await self._stack.aclose()
        for line in self._lines:
            await line.hang_up()

    @property
    def app(self) -> Litestar:
        return self.apps[0]

    @property
    def house(self) -> House:
        return self.app.state.house

    @property
    def houses(self) -> list[House]:
        return [app.state.house for app in self.apps]

    async def agree(self) -> None:
        """Wait until every process has read all that any of them has written."""
        for house in self.houses if len(self.apps) > 1 else []:
            while (known := house.lengths()) != await house.store.lengths(list(known)):
                await asyncio.sleep(0.01)

    def browser(self, **headers: str) -> httpx.AsyncClient:
        """A browser with cookies of its own, on a page of this server."""
        transport = httpx.ASGITransport(app=self.door, raise_app_exceptions=False)
        own = {"origin": f"http://{HOST}", **headers}
        return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=own)

    async def ask(
        self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str
    ) -> httpx.Response:
        """One request of a program that shows a link."""
        transport = httpx.ASGITransport(app=self.door, raise_app_exceptions=False)
        shown = {"authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, json=body, headers={**shown, **headers})

    async def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        return await self.ask("GET", path, token, **headers)

    async def post(self, path: str, token: str | None = None, body: Any = None, **headers: str) -> httpx.Response:
        return await self.ask("POST", path, token, {} if body is None else body, **headers)

    async def table(
        self, game: str = "nines", players: int | None = None, *, bots: dict[int, str] | None = None,
        start: bool = True, manners: dict[str, Any] | None = None, **options: Any,
    ) -> At:  # fmt: skip
        """A table with people in all chairs that have no bot, at programs of their own; begun."""
        count = players or 2
        kinds = [{"kind": "bot", "bot": (bots or {})[k]} if k in (bots or {}) else {} for k in range(count)]
        wish = {"game": game, "players": count, "options": options, "chairs": kinds}
        wish["manners"] = {"bot_seconds": 0, **(manners or {})}
        answer = await self.post("/api/tables", body=wish)
        assert answer.status_code == 201, answer.text
        at = At(self, answer.json())
        for seat, kind in enumerate(kinds):
            if not kind:
                await at.sit(seat, f"P{seat}")
        if start:
            answer = await at.do("start")
            assert answer["type"] == "done", answer
        return at

    async def connect(self, path: str, token: str | None = None, **headers: str) -> Line:
        line = Line(self.door, path, {"authorization": f"Bearer {token}", **headers} if token else headers)
        line.server = self
        self._lines.append(line)
        return line


@dataclass
class At:
    """A table as a test holds it: all its links."""

    server: Server
    links: dict[str, Any]
    seats: dict[int, str] = field(default_factory=dict[int, str])

    @property
    def name(self) -> str:
        return self.links["table"]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.name}"

    @property
    def live(self) -> LiveTable:
        return next(house.tables[self.name] for house in self.server.houses if self.name in house.tables)

    def token(self, who: int | str) -> str:
        return self.seats[who] if isinstance(who, int) else self.links[who]

    async def sit(self, chair: int, name: str, token: str | None = None) -> httpx.Response:
        answer = await self.server.post(
            f"{self.path}/sit", token or self.links["invite"], {"chair": chair, "name": name}
        )
        if answer.status_code == 201:
            self.seats[chair] = answer.json()["token"]
        return answer

    async def do(self, command: str, who: int | str = "maker", **fields: Any) -> dict[str, Any]:
        """Carry out a command as the maker, a watcher, or whoever has a chair."""
        body = {"type": command, "id": f"id{next(NUMBERS)}", **fields}
        return (await self.server.post(f"{self.path}/do", self.token(who), body)).json()

    async def play(self, seat: int, action: str, **fields: Any) -> dict[str, Any]:
        return await self.do("play", seat, seat=seat, action=action, **fields)

    async def played(self, *lines: str) -> None:
        """Play lines such as `0 move 1`; each must be taken."""
        for line in lines:
            seat, _blank, action = line.partition(" ")
            answer = await self.play(int(seat), action)
            assert answer["type"] == "done", (line, answer)

    async def line(self, who: int | str = "watch", want: str = EVERYTHING, language: str = "en") -> Line:
        """A live connection, with its first frames read."""
        path = f"{self.path}/live?want={want}&language={language}"
        line = await self.server.connect(path, self.token(who))
        await line.settle()
        return line

    async def shown(self, who: int | str = "watch", want: str = "legal,log,view") -> dict[str, Any]:
        eyes = f"&eyes={who}" if isinstance(who, int) else ""
        answer = await self.server.get(f"{self.path}?want={want}{eyes}", self.token(who))
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def entries(self) -> list[AnyEntry]:
        """The log as it is in the database."""
        return [decode_entry(body) for body in await self.server.house.store.read(self.name)]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for what happens by itself, and until it is written down."""
        while not condition():
            await asyncio.sleep(0.01)
        async with self.live.lock:
            pass


class Line:
    """A WebSocket. `frames` is every message as it was sent, `code` how the server hung up."""

    def __init__(self, app: Any, path: str, headers: dict[str, str]) -> None:
        where, _mark, query = path.partition("?")
        sent = {"host": HOST, **headers}
        self.frames: list[str] = []
        self.code: int | None = None
        self.is_accepted = False
        self.server: Server | None = None
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._pings = itertools.count()
        self._to_server.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket", "path": where, "raw_path": where.encode(), "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()], "subprotocols": [],
            "scheme": "ws", "client": ("127.0.0.1", 1), "server": (HOST, 80), "http_version": "1.1", "root_path": "",
            "asgi": {"version": "3.0", "spec_version": "2.4"}, "extensions": {}, "state": {},
        }  # fmt: skip
        self._task = asyncio.create_task(app(scope, self._to_server.get, self._take))

    async def _take(self, message: Any) -> None:
        match message["type"]:
            case "websocket.accept":
                self.is_accepted = True
            case "websocket.send":
                self.frames.append(message["text"] if message.get("text") is not None else message["bytes"].decode())
            case "websocket.close":
                self.code = message["code"]
            case _:
                raise AssertionError(message)
        self._news.set()

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    def latest(self, kind: str) -> dict[str, Any]:
        """The newest message of a type."""
        mark = f'{{"type":"{kind}"'
        return next(json.loads(frame) for frame in reversed(self.frames) if frame.startswith(mark))

    def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self._to_server.put_nowait({"type": "websocket.receive", "text": text, "bytes": None})

    def send_bytes(self, data: bytes) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": None, "bytes": data})

    async def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        name = fields.pop("id", f"ask{next(NUMBERS)}")
        seen = len(self.frames)
        self.send({"type": command, "id": name, **fields})
        while True:
            for frame in self.frames[seen:]:
                if f'"id":{json.dumps(name)}' in frame[:300]:
                    return json.loads(frame)
            seen = len(self.frames)
            await self.news()

    async def settle(self) -> list[str]:
        """Wait until all that waited to be sent has been; the frames that came, without the pings' answers."""
        first = len(self.frames)
        await asyncio.sleep(0)
        if self.server is not None:
            await self.server.agree()
        if self.code is None and not self._task.done():
            mark = f"settled{next(self._pings)}"
            self.send({"type": "ping", "id": mark})
            while not any(f'"id":"{mark}"' in frame[:300] for frame in self.frames[first:]) and self.code is None:
                await self.news()
            self.frames = [frame for frame in self.frames if '"id":"settled' not in frame[:300]]
        return self.frames[first:]

    async def news(self) -> None:
        if self._task.done():
            raise AssertionError(f"the line is dead ({self.code}); it had: {self.frames[-2:]}")
        self._news.clear()
        waiting = asyncio.ensure_future(self._news.wait())
        await asyncio.wait((waiting, self._task), return_when=asyncio.FIRST_COMPLETED, timeout=20)
        waiting.cancel()

    async def closed(self) -> int | None:
        """Wait until the server has hung up; with which code."""
        await asyncio.wait((self._task,), timeout=20)
        return self.code

    async def hang_up(self) -> None:
        """Go away, as a client that vanishes does."""
        self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait((self._task,), timeout=20)
