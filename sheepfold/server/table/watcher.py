"""A watcher: one connection to a table, with what waits to be sent to it.

A slow connection does not hold anybody up: what it has not been sent yet is replaced by what is newer. Only the steps
of a replaced state are kept, so that nothing that happened goes untold.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cached_property

import msgspec

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table.rights import Hands
from sheepfold.server.wire.messages import AnyMessage, Bye, StateShown, TableShown, encode

MOST_WAITING = 300
"""Messages, besides the newest table and state; more than anybody may cause at once who keeps to the rates."""
TOO_SLOW = 4408
MOST_STEPS = 60
"""Of a connection that slow, only the latest steps are told."""


class Frame:
    """A message, encoded once for all who get the same. `is_private`: it may hold what only its eyes may see."""

    def __init__(self, message: AnyMessage, *, is_private: bool = False) -> None:
        self.message, self.is_private = message, is_private

    @cached_property
    def data(self) -> bytes:
        return encode(self.message)

    def after(self, unsent: Frame) -> Frame:
        """This state, telling also what the unsent one before it would have told, if the same eyes read it."""
        assert isinstance(self.message, StateShown)
        assert isinstance(unsent.message, StateShown)
        if unsent.is_private and unsent.message.eyes != self.message.eyes:
            return self
        steps = [*unsent.message.steps, *self.message.steps][-MOST_STEPS:]
        return Frame(msgspec.structs.replace(self.message, steps=steps), is_private=self.is_private)


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
        self._waiting: dict[object, Frame] = {}
        self._wake = asyncio.Event()

    @property
    def looks_on(self) -> bool:
        """Whether people who play sit here and are shown what happens."""
        return bool(self.hands.chairs) and "beats" in self.wants

    def send(self, frame: Frame) -> None:
        """Let it be sent. Newer tables and states take the place of unsent ones; who is too slow is given up."""
        if self.close_code is not None:
            return
        if len(self._waiting) > MOST_WAITING:
            self._waiting = {TOO_SLOW: Frame(Bye(reason=_("This connection is too slow; come back."), again=True))}
            self.hang_up(TOO_SLOW)
            return
        key: object = frame.message.__class__ if isinstance(frame.message, TableShown | StateShown) else frame
        unsent = self._waiting.pop(key, None)
        self._waiting[key] = frame.after(unsent) if unsent and key is StateShown else frame
        self._wake.set()

    def hang_up(self, code: int) -> None:
        """Close the connection after what waits has been sent."""
        self.close_code = code
        self._wake.set()

    async def next(self) -> bytes | None:
        """What is to be sent next; None: hang up."""
        while not self._waiting:
            if self.close_code is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.pop(next(iter(self._waiting))).data
