"""The hall behind the door: connections that have come and not said yet what they want.

A stranger who only opens connections, says half of something and waits would keep everybody else out, for each takes up
one of the few files a process may have open. So whoever waits may wait for so long, so many may wait, and when it gets
crowded those leave first who have waited longest among those of the address that has most of them here.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextvars import copy_context
from typing import Any, Protocol, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from sheepfold.server.addresses import NOBODY, address_of
from sheepfold.server.fairness.rates import Bucket

HEAD_SECONDS = 10.0
"""How long somebody may take to say what they want."""
BODY_SECONDS = 30.0
"""How long what belongs to it may take to come; the doorman objects earlier, and politely."""
UNREAD_SECONDS = 30.0
"""How long an answer may lie there that nobody takes."""
CLOSING_SECONDS = 10.0
"""How long a connection that is being closed may take over it: what was written last is still to be read."""
MOST_WAITING = 256
PIECE = 1024
"""Bytes of a live connection that are looked at in one go."""
MOST_FRAGMENTS = 64
"""Pieces in which one message may come."""
SWITCHED, NO_TEXT = 101, 1007
Hear = Callable[[str], Coroutine[Any, Any, None]]
"""Takes a message of a live connection."""
MOST_UNHEARD = 8
"""Messages of a live connection that wait before no more of it is read."""
LINE = "sheepfold.line"
"""What a live connection is called in the scope of an application."""
CONTROLS_A_SECOND, MOST_CONTROLS = 1.0, 30
"""WebSocket pings and pongs that a live connection may send; they are answered before anybody counts messages."""


PACKING = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
"""Each message is compressed for itself: once for all who are sent it. To remember the last ones takes some 40 kB a
connection and saves nothing, where a picture is larger than what is remembered."""


class TextFrame(Protocol):
    """A message of text, and the same as everybody is sent it: as it is, or compressed."""

    @property
    def data(self) -> bytes: ...
    @property
    def framed(self) -> bytes: ...
    def packed(self, window: int) -> bytes: ...


class Hall(ServerState):
    """All connections of a server."""

    def __init__(self, most: int, most_messages: int) -> None:
        super().__init__()
        self.most, self.most_waiting = most, min(MOST_WAITING, max(8, most // 4))
        self.most_messages = most_messages
        """That a live connection may have sent before the first of them is looked at."""
        self.doors: set[Door] = set()
        self._waiting: dict[str, dict[Door, float]] = {}
        self._closing: dict[Any, float] = {}

    def welcome(self, door: Door) -> None:
        """Somebody has come. If it is crowded, somebody who waits has to leave."""
        self.doors.add(door)
        self.let_wait(door)
        while len(self.connections) > self.most or sum(map(len, self._waiting.values())) > self.most_waiting:
            if not self._waiting:
                break
            crowd = max(self._waiting.values(), key=len)
            self.show_out(next(iter(crowd)))

    def let_wait(self, door: Door) -> None:
        """This one has yet to say what it wants, or the rest of it."""
        self._waiting.setdefault(door.address, {})[door] = time.monotonic()

    def let_speak(self, door: Door) -> None:
        """This one has said all it wants."""
        crowd = self._waiting.get(door.address, {})
        crowd.pop(door, None)
        if not crowd:
            self._waiting.pop(door.address, None)

    def is_waiting(self, door: Door) -> bool:
        return door in self._waiting.get(door.address, {})

    def see_off(self, door: Door) -> None:
        self.let_speak(door)
        self.doors.discard(door)

    def show_out(self, door: Door) -> None:
        """Close a connection that takes up room, whatever it may still have to send or to take."""
        self.see_off(door)
        self.connections.discard(door)
        door.transport.abort()

    def sweep(self) -> None:
        """Once a second: whoever has taken too long leaves."""
        now = time.monotonic()
        for door in [*self._late(now), *self._unread(now)]:
            self.show_out(door)
        closing = [each for each in self.connections if each.transport.is_closing()]
        self._closing = {each: self._closing.get(each, now) for each in closing}
        for each, since in self._closing.items():
            if now - since > CLOSING_SECONDS:
                each.transport.abort()

    def _late(self, now: float) -> list[Door]:
        """Those who have not come to the end of what they want."""
        return [
            door
            for crowd in self._waiting.values()
            for door, since in crowd.items()
            if now - since > (BODY_SECONDS if door.is_amid_a_request else HEAD_SECONDS)
        ]

    def _unread(self, now: float) -> list[Door]:
        """Those who do not take their answer."""
        return [each for each in self.doors if each.unread_since and now - each.unread_since > UNREAD_SECONDS]


class Door(H11Protocol):
    """A connection over HTTP, as uvicorn has it, that tells the hall what it is doing."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
        self.hall = cast("Hall", server_state)
        self.address = NOBODY
        self.unread_since: float | None = None
        self._is_upgraded = False

    @property
    def is_amid_a_request(self) -> bool:
        """Whether the head of a request has come, and not all of its body."""
        return self.conn.their_state is h11.SEND_BODY

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.address = address_of(self.client)
        self.hall.welcome(self)

    def data_received(self, data: bytes) -> None:
        was_amid = self.is_amid_a_request
        super().data_received(data)
        if not self._is_upgraded:
            self._tell(began_body=self.is_amid_a_request and not was_amid)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._tell(began_body=False)

    def _tell(self, *, began_body: bool) -> None:
        """Tell the hall whether it is our turn to say something, or theirs."""
        is_waiting = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self in self.hall.doors
        is_known = self.hall.is_waiting(self)
        if is_waiting and (began_body or not is_known):
            self.hall.let_wait(self)
        elif not is_waiting and is_known:
            self.hall.let_speak(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.hall.see_off(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self.unread_since = time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.unread_since = None
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_upgraded = True
        self.hall.see_off(self)
        super().handle_websocket_upgrade(event)


class LiveLine(WebSocketsSansIOProtocol):
    """A live connection, as uvicorn has it. Who floods it with what nobody counts elsewhere is cut off."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
        self._most_messages = cast("Hall", server_state).most_messages
        self._controls = Bucket(CONTROLS_A_SECOND, MOST_CONTROLS, time.monotonic())
        self._is_flooded = False
        self._unheard: deque[str] = deque()
        self._hear: Hear | None = None
        self._hearing: asyncio.Task[None] | None = None
        self.conn.available_extensions = [PACKING]
        self._window: int | None = None
        """How far back a compressed message may point (in bits); None: nothing is compressed here."""

    def handle_connect(self, event: Request) -> None:
        """The application can have this connection to itself, without all that lies between."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHED:
            self._window = next(
                (each.local_max_window_bits for each in self.conn.extensions if isinstance(each, PerMessageDeflate)),
                None,
            )
            cast("dict[str, Any]", self.scope)["extensions"][LINE] = self

    # ------------------------------------------------------------------------------------------ what it says

    def listen(self, hear: Hear) -> None:
        """Pass on what is said, one message after another, also what was said already: in the present language."""
        self._hear, self._context = hear, copy_context()
        for event in [self.queue.get_nowait() for _event in range(self.queue.qsize())]:
            if event["type"] == "websocket.receive":
                self._take(event.get("text") or (event.get("bytes") or b"").decode("utf-8", "replace"))
            else:
                self.queue.put_nowait(event)
        self._read_on()

    async def silence(self) -> None:
        """Until all that was said has been heard."""
        if self._hearing is not None:
            await asyncio.wait((self._hearing,))

    def send_receive_event_to_app(self) -> None:
        """A message has come. Reading it this way takes a fraction of what the way through the application takes."""
        if self._hear is None:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            data, self.frames = b"".join(self.frames), []
            is_text = self.curr_msg_data_type == "text"
            try:
                self._take(data.decode("utf-8", "strict" if is_text else "replace"))
            except UnicodeDecodeError:
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()

    def _take(self, text: str) -> None:
        self._unheard.append(text)
        if self._hearing is None:
            self._hearing = self.loop.create_task(self._hear_all(), context=self._context)
        elif len(self._unheard) >= MOST_UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def _hear_all(self) -> None:
        assert self._hear is not None
        try:
            while self._unheard:
                await self._hear(self._unheard.popleft())
                self._read_on()
        finally:
            self._hearing = None

    def _read_on(self) -> None:
        if self.read_paused and len(self._unheard) < MOST_UNHEARD:
            self.read_paused = False
            self.transport.resume_reading()

    # ------------------------------------------------------------------------------------------ what it is told

    @property
    def is_free(self) -> bool:
        """Whether something can be written now: who is slow, or leaving, is not pressed."""
        return self.writable.is_set() and self.conn.state is State.OPEN and not self.transport.is_closing()

    def write(self, frames: Sequence[TextFrame]) -> None:
        """Send whole messages at once: compressed, for who asked for that."""
        window = self._window
        if window is None:
            self.transport.write(b"".join([frame.framed for frame in frames]))
        else:
            self.transport.write(b"".join([frame.packed(window) for frame in frames]))

    def data_received(self, data: bytes) -> None:
        """Bit by bit: a flood is noticed before all of it has been worked off."""
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.transport.is_closing():
                return
            unheard = self.queue.qsize() + len(self._unheard)
            crowded = unheard > self._most_messages or len(self.frames) > MOST_FRAGMENTS
            if self._is_flooded or crowded:
                self.transport.abort()
                return

    def handle_ping(self) -> None:
        self._count_control()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count_control()
        super().handle_pong(event)

    def _count_control(self) -> None:
        if not self._controls.take(time.monotonic()):
            self._is_flooded = True
