"""A watcher: one connection to a table, with what waits to be sent to it.

A slow connection does not hold anybody up: what it has not been sent yet is replaced by what is newer. Only the steps
of a replaced state are kept, so that nothing that happened goes untold.
"""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table.rights import Hands
from sheepfold.server.wire.messages import AnyMessage, Bye, StateShown, TableShown, encode

MOST_WAITING = 300
"""Messages, besides the newest table and state; more than anybody may cause at once who keeps to the rates."""
TOO_SLOW = 4408
TEXT, PACKED = 0x81, 0xC1
"""How a whole WebSocket message of text begins, and one that is compressed."""
SMALL = 300
"""Bytes that compressing makes hardly fewer."""
QUICK, ROOM = 4, 8
"""How zlib compresses: with a large memory, which is needed for a moment only, it need not look for long."""
MOST_STEPS = 60
"""Of a connection that slow, only the latest steps are told."""


class Frame:
    """A message, encoded once for all who get the same. `is_private`: it may hold what only its eyes may see."""

    def __init__(self, message: AnyMessage, *, is_private: bool = False) -> None:
        self.message, self.is_private = message, is_private
        self._data = self._framed = b""
        self._packed: dict[int, bytes] = {}

    @property
    def data(self) -> bytes:
        self._data = self._data or encode(self.message)
        return self._data

    @property
    def framed(self) -> bytes:
        """As an unmasked WebSocket frame of text, the same for all who do not have it compressed."""
        self._framed = self._framed or _framed(TEXT, self.data)
        return self._framed

    def packed(self, window: int) -> bytes:
        """The same for all who have each message compressed for itself, and look back so far in it (in bits)."""
        if len(self.data) < SMALL:
            return self.framed
        if window not in self._packed:
            pack = zlib.compressobj(QUICK, wbits=-window, memLevel=ROOM)
            self._packed[window] = _framed(PACKED, (pack.compress(self.data) + pack.flush(zlib.Z_SYNC_FLUSH))[:-4])
        return self._packed[window]

    def after(self, unsent: Frame) -> Frame:
        """This state, telling also what the unsent one before it would have told, if the same eyes read it."""
        assert isinstance(self.message, StateShown)
        assert isinstance(unsent.message, StateShown)
        if unsent.is_private and unsent.message.eyes != self.message.eyes:
            return self
        steps = [*unsent.message.steps, *self.message.steps][-MOST_STEPS:]
        return Frame(msgspec.structs.replace(self.message, steps=steps), is_private=self.is_private)


def _framed(first: int, content: bytes) -> bytes:
    size = len(content)
    if size < 126:
        head = struct.pack("!BB", first, size)
    else:
        head = struct.pack("!BBH", first, 126, size) if size < 1 << 16 else struct.pack("!BBQ", first, 127, size)
    return head + content


def flow_all(watchers: Iterable[Watcher]) -> None:
    """Write all that waits for some connections: one turn of the loop for all of them."""
    for watcher in watchers:
        watcher.flow()


class Outlet(Protocol):
    """A connection that can be written to at once."""

    @property
    def is_free(self) -> bool:
        """Whether it takes something just now."""
        ...

    def write(self, frames: Sequence[Frame]) -> None: ...


class Watcher:
    """One connection: what it may do, what it wants to be shown, and through whose eyes it looks."""

    def __init__(
        self, rights: Sequence[Right], hands: Hands, wants: frozenset[str], tongue: str, device: str | None = None
    ) -> None:
        self.rights, self.hands, self.wants, self.tongue, self.device = list(rights), hands, wants, tongue, device
        self.looks_as: int | None = None
        """The chair it has chosen to look as, where several are at this device."""
        self.seen = self.hurries = 0
        """Up to how many actions everything was seen here, and up to how many bots need not seem to think."""
        self.close_code: int | None = None
        self.outlet: Outlet | None = None
        """Takes what is to be sent in the same turn of the loop, unless it is slow; without one, `next` is asked."""
        self._waiting: dict[object, Frame] = {}
        self._wake = asyncio.Event()
        self._is_flowing = self._is_in_hand = False
        """Whether what waits is about to be written, and whether somebody who asked is still sending something."""

    @property
    def looks_on(self) -> bool:
        """Whether people who play sit here and are shown what happens."""
        return bool(self.hands.chairs) and "beats" in self.wants

    def send(self, frame: Frame) -> None:
        """Let it be sent."""
        if self.take(frame):
            asyncio.get_running_loop().call_soon(self.flow)

    def take(self, frame: Frame) -> bool:
        """Have it wait to be sent; whether somebody has to see to it that what waits flows. Newer tables and states
        take the place of unsent ones; who is too slow is given up."""
        if self.close_code is not None:
            return False
        if len(self._waiting) > MOST_WAITING:
            self._waiting = {TOO_SLOW: Frame(Bye(reason=_("This connection is too slow; come back."), again=True))}
            self.hang_up(TOO_SLOW)
            return False
        key: object = frame.message.__class__ if isinstance(frame.message, TableShown | StateShown) else frame
        unsent = self._waiting.pop(key, None)
        self._waiting[key] = frame.after(unsent) if unsent and key is StateShown else frame
        if self.outlet is None:
            self._wake.set()
            return False
        was_flowing, self._is_flowing = self._is_flowing, True
        return not was_flowing

    def flow(self) -> None:
        """Write all that waits; if it cannot be taken now, whoever asks for the next takes care of it."""
        self._is_flowing = False
        if self.outlet is None or not self.outlet.is_free or self._is_in_hand:
            self._wake.set()
        elif self._waiting:
            frames = list(self._waiting.values())
            self._waiting.clear()
            self.outlet.write(frames)

    def hang_up(self, code: int) -> None:
        """Close the connection after what waits has been sent."""
        self.close_code = code
        self._wake.set()

    async def next(self) -> bytes | None:
        """What is to be sent next, when it is not taken at once; None: hang up."""
        self._is_in_hand = False
        while not self._waiting:
            if self.close_code is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        self._is_in_hand = True
        return self._waiting.pop(next(iter(self._waiting))).data
