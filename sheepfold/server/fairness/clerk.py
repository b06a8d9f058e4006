"""The clerk: reads what strangers bring (material, records, long looks back), in a thread beside the event loop.

One thing at a time, so that the loop has to share the interpreter with one thread at most; addresses take turns. What
is brought is measured first (`budget`), so nothing takes long; what takes long all the same is not waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from sheepfold.core.words import gettext as _
from sheepfold.server.fairness.turns import Turns
from sheepfold.server.wire.refusal import Refusal

MOST_WAITING = 16
"""Things of one address that wait for the clerk: a family that looks back at a game together asks for several each."""
PATIENCE = 5.0
"""Seconds that anybody waits for one thing to be read."""

Result = TypeVar("Result")


class Clerk:
    """A thread that works off what it is given, in a fair order."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "clerk")
        self._turns = Turns(1, most_each=MOST_WAITING)

    async def ask(self, origin: str, work: Callable[[], Result]) -> Result:
        """Have it done in the clerk's thread, in the language of who asks."""
        await self._turns.take(origin)
        doing = asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, work)
        doing.add_done_callback(self._done)
        await asyncio.wait({doing}, timeout=PATIENCE)
        if not doing.done():
            raise Refusal("bad", _("This takes too long to read."))
        return doing.result()

    def _done(self, work: asyncio.Future[Any]) -> None:
        """The thread is free again; what failed after nobody waited for it any more is nobody's matter."""
        self._turns.give_back()
        if not work.cancelled():
            work.exception()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
