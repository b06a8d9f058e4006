"""The ear of a live connection: takes what is said there, one thing after another, and answers it."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import structlog

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words import gettext as _
from sheepfold.server.fairness.rates import Bucket
from sheepfold.server.keeping.troubles import NotRead
from sheepfold.server.table.commands import carry_out
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.watcher import Frame, Watcher
from sheepfold.server.wire.commands import decode_command
from sheepfold.server.wire.messages import Bye, Refused
from sheepfold.server.wire.refusal import Refusal

TOO_MUCH = 4408
"""How a connection is closed that says too much, or nothing but what cannot be read."""
LARGEST = 16_384
"""Characters of a command."""
MOST_FAULTS = 20
"""Unreadable messages after which a connection is given up."""

logger = structlog.get_logger("socket")


class Ear:
    """What one connection says: counted, read as commands, and carried out when it is its turn."""

    def __init__(self, live: LiveTable, watcher: Watcher, address: str) -> None:
        self._live, self._watcher, self._address = live, watcher, address
        rate = live.house.settings.messages_per_second
        self._bucket, self._faults = Bucket(rate, 3 * rate, time.monotonic()), 0

    async def hear(self, text: str) -> None:
        """Take a message; the answer is sent with what it leads to."""
        watcher = self._watcher
        if watcher.close_code is not None:
            return
        if not self._bucket.take(time.monotonic()):
            watcher.send(Frame(Bye(reason=_("Too many messages; slow down."), again=True)))
            watcher.hang_up(TOO_MUCH)
            return
        await self._live.house.hearing.start(self._address, self._live.table.id)
        answer = await self._answer(text)
        watcher.send(Frame(answer))
        self._faults += isinstance(answer, Refused) and answer.code == "unreadable" and answer.id is None
        if self._faults > MOST_FAULTS:
            watcher.hang_up(TOO_MUCH)

    async def _answer(self, text: str) -> Any:
        if len(text) > LARGEST:
            return Refused(id=None, code="unreadable", reason=_("This message is too long."))
        try:
            command = decode_command(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            reason = _("This is no command: {reason}.").format(reason=str(error)[:200])
            return Refused(id=None, code="unreadable", reason=reason)
        try:
            return await carry_out(self._live, command, self._watcher.hands, self._watcher)
        except Refusal as error:
            return Refused(id=command.id, code=error.code, reason=str(error))
        except SheepfoldError as error:
            code = "not read" if isinstance(error, NotRead) else "bad"
            return Refused(id=command.id, code=code, reason=str(error))
        except Exception as error:
            logger.error("fault", reason=type(error).__name__, exc_info=error)
            return Refused(id=command.id, code="fault", reason=_("A fault of the server; it has been noted."))
