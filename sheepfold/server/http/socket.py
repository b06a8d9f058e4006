"""The live connection: commands come in, messages go out. One task reads, one writes, and either ends the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words import speaking
from sheepfold.server.addresses import address_of
from sheepfold.server.http.callers import caller_of, language_of
from sheepfold.server.http.doorman import is_foreign
from sheepfold.server.http.ear import Ear
from sheepfold.server.http.hall import LINE
from sheepfold.server.http.requests import DEFAULT_WANTS, TheHouse, TheLinks, read_wants
from sheepfold.server.table.fold import DamagedLog
from sheepfold.server.table.house import House
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.watcher import Outlet, Watcher
from sheepfold.server.wire.messages import Bye, encode
from sheepfold.server.wire.refusal import Refusal

RESTART, LATER, BAD, NO_RIGHT, FOREIGN, MISSING, DAMAGED = 1012, 1013, 4400, 4401, 4403, 4404, 4500
CLOSED = {"not yours": NO_RIGHT, "missing": MISSING, "bad": BAD}
"""How a connection is closed for each refusal that will not change; after any other one may come back."""
LAST_WORDS = 2.0
"""Seconds that whoever is sent away has to hear why."""

AnySocket = WebSocket[Any, Any, Any]


class OpenLine(Outlet, Protocol):
    """A connection that can be listened to and written to, with nothing between."""

    def listen(self, hear: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """Pass on what is said, one message after another, also what was said already."""
        ...

    async def silence(self) -> None:
        """Until all that was said has been heard."""
        ...


@websocket("/api/tables/{table:str}/live")
async def live_socket(
    socket: AnySocket,
    table: FromPath[str],
    house: TheHouse,
    links: TheLinks,
    want: FromQuery[str] = DEFAULT_WANTS,
) -> None:
    """Everything that happens at a table, and a way to take part."""
    if is_foreign(socket.headers):
        await socket.close(FOREIGN, "foreign origin")
        return
    await socket.accept()
    with speaking(language_of(socket)):
        try:
            live, hands, rights = await caller_of(socket).at(house, links, table)
            watcher = Watcher(rights, hands, read_wants(want), language_of(socket), caller_of(socket).key)
            watcher.outlet = line = _line_of(socket)
            await live.join(watcher, hands)
        except SheepfoldError as error:
            code = _close_code(error, house)
            await socket.send_data(encode(Bye(reason=str(error), again=code in (RESTART, LATER))), mode="text")
            await socket.close(code)
            return
        try:
            await _converse(socket, line, live, watcher)
        finally:
            live.part(watcher)


def _line_of(socket: AnySocket) -> OpenLine | None:
    """The connection itself, where our own server holds it."""
    extensions: dict[str, Any] = cast("Any", socket.scope).get("extensions") or {}
    return extensions.get(LINE)


def _close_code(error: SheepfoldError, house: House) -> int:
    """Why somebody is not let in. Whoever was told to come back may be quicker than a server that is still stopping."""
    if house.is_stopping:
        return RESTART
    if isinstance(error, DamagedLog):
        return DAMAGED
    return CLOSED.get(error.code, LATER) if isinstance(error, Refusal) else LATER


async def _converse(socket: AnySocket, line: OpenLine | None, live: LiveTable, watcher: Watcher) -> None:
    ear = Ear(live, watcher, address_of(socket.scope["client"]))
    if line is not None:
        line.listen(ear.hear)
    writing = asyncio.create_task(_write(socket, watcher))
    reading = asyncio.create_task(_read(socket, line, live, ear))
    try:
        await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        if watcher.close_code is not None:
            await asyncio.wait((writing,), timeout=LAST_WORDS)
    finally:
        writing.cancel()
        reading.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):  # the other side may have hung up first
        await socket.close(watcher.close_code or 1000)


async def _write(socket: AnySocket, watcher: Watcher) -> None:
    while (data := await watcher.next()) is not None:
        await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})


async def _read(socket: AnySocket, line: OpenLine | None, live: LiveTable, ear: Ear) -> None:
    """Until the other side hangs up, and what it said before has been heard."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")
        await live.to_the_end(ear.hear(text))
    if line is not None:
        await line.silence()
