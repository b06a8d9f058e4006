"""The live connection: commands come in, messages go out. One task reads, one writes, and either ends the other."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.addresses import address_of
from sheepfold.server.fairness.rates import Bucket
from sheepfold.server.http.callers import caller_of, language_of
from sheepfold.server.http.doorman import is_foreign
from sheepfold.server.http.hall import OUTLET
from sheepfold.server.http.requests import DEFAULT_WANTS, TheHouse, TheLinks, read_wants
from sheepfold.server.keeping.troubles import NotRead
from sheepfold.server.table.commands import carry_out
from sheepfold.server.table.fold import DamagedLog
from sheepfold.server.table.house import House
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.watcher import Frame, Outlet, Watcher
from sheepfold.server.wire.messages import Bye, Refused, decode_command, encode
from sheepfold.server.wire.refusal import Refusal

RESTART, LATER, BAD, NO_RIGHT, FOREIGN, MISSING, TOO_MUCH, DAMAGED = 1012, 1013, 4400, 4401, 4403, 4404, 4408, 4500
CLOSED = {"not yours": NO_RIGHT, "missing": MISSING, "bad": BAD}
"""How a connection is closed for each refusal that will not change; after any other one may come back."""
LARGEST = 16_384
"""Characters of a command."""
LAST_WORDS = 2.0
"""Seconds that whoever is sent away has to hear why."""
MOST_FAULTS = 20
"""Unreadable messages after which a connection is given up."""

AnySocket = WebSocket[Any, Any, Any]

logger = structlog.get_logger("socket")


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
            watcher.outlet = _outlet(socket)
            await live.join(watcher, hands)
        except SheepfoldError as error:
            code = _close_code(error, house)
            await socket.send_data(encode(Bye(reason=str(error), again=code in (RESTART, LATER))), mode="text")
            await socket.close(code)
            return
        try:
            await _converse(socket, live, watcher, house)
        finally:
            live.part(watcher)


def _outlet(socket: AnySocket) -> Outlet | None:
    """The connection itself, where our own server holds it."""
    extensions: dict[str, Any] = cast("Any", socket.scope).get("extensions") or {}
    return extensions.get(OUTLET)


def _close_code(error: SheepfoldError, house: House) -> int:
    """Why somebody is not let in. Whoever was told to come back may be quicker than a server that is still stopping."""
    if house.is_stopping:
        return RESTART
    if isinstance(error, DamagedLog):
        return DAMAGED
    return CLOSED.get(error.code, LATER) if isinstance(error, Refusal) else LATER


async def _converse(socket: AnySocket, live: LiveTable, watcher: Watcher, house: House) -> None:
    writing = asyncio.create_task(_write(socket, watcher))
    reading = asyncio.create_task(_read(socket, live, watcher, house))
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


async def _read(socket: AnySocket, live: LiveTable, watcher: Watcher, house: House) -> None:
    rate = house.settings.messages_per_second
    bucket, faults, address = Bucket(rate, 3 * rate, time.monotonic()), 0, address_of(socket.scope["client"])
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        text = message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")
        if not bucket.take(time.monotonic()):
            watcher.send(Frame(Bye(reason=_("Too many messages; slow down."), again=True)))
            watcher.hang_up(TOO_MUCH)
            return
        await house.hearing.start(address, live.table.id)
        answer = await _answer(text, live, watcher)
        watcher.send(Frame(answer))
        faults += isinstance(answer, Refused) and answer.code == "unreadable" and answer.id is None
        if faults > MOST_FAULTS:
            watcher.hang_up(TOO_MUCH)
            return


async def _answer(text: str, live: LiveTable, watcher: Watcher) -> Any:
    if len(text) > LARGEST:
        return Refused(id=None, code="unreadable", reason=_("This message is too long."))
    try:
        command = decode_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        reason = _("This is no command: {reason}.").format(reason=str(error)[:200])
        return Refused(id=None, code="unreadable", reason=reason)
    try:
        return await carry_out(live, command, watcher.hands, watcher)
    except Refusal as error:
        return Refused(id=command.id, code=error.code, reason=str(error))
    except SheepfoldError as error:
        code = "not read" if isinstance(error, NotRead) else "bad"
        return Refused(id=command.id, code=code, reason=str(error))
    except Exception as error:
        logger.error("fault", reason=type(error).__name__, exc_info=error)
        return Refused(id=command.id, code="fault", reason=_("A fault of the server; it has been noted."))
