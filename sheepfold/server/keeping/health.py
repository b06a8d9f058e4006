"""How the server is, truly: whether what is played can be written and read, and whether there is room for more.

Looked after now and then rather than when somebody asks: whoever asks is answered at once, also when a disk hangs.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

import structlog

from sheepfold.server import metrics
from sheepfold.server.keeping.neighbours import Neighbours
from sheepfold.server.keeping.store import Store

EVERY = 10.0
"""Seconds between two looks."""
LEAST_FREE = 1_000_000
"""Bytes that must be free on the disk of the data folder."""
LOOKED_THROUGH_EVERY = 60.0
"""Seconds between two looks through the whole database …"""
SHARE = 100
"""… or as many times as long as that takes, if this is more."""

logger = structlog.get_logger("health")


class Health:
    """What is wrong, as of the last look; nothing, if all is well."""

    def __init__(self, store: Store, folder: Path, neighbours: Neighbours) -> None:
        self._store, self._folder, self._neighbours = store, folder, neighbours
        self._seen: tuple[str, ...] = ()
        self._look_through_at = 0.0

    @property
    def reasons(self) -> list[str]:
        """What the last look found, and what has failed since."""
        return sorted({*self._seen, *self._store.troubles(), *self._neighbours.troubles()})

    @property
    def is_failing(self) -> bool:
        """Whether something cannot be done here that can elsewhere: a proxy may ask another process. Without Redis all
        are slower, and nobody is better off elsewhere."""
        return bool(self._seen or self._store.troubles())

    async def look_on(self) -> None:
        """Look after everything, for as long as the server runs."""
        while True:
            before = self.reasons
            await self.look()
            if self.reasons != before:
                log = logger.error if self.reasons else logger.warning
                log("degraded" if self.reasons else "well again", reasons=self.reasons)
            metrics.DEGRADED.set(len(self.reasons))
            metrics.NEWS_AWAY.set(len(self._neighbours.troubles()))
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Whether something can be written, whether there is room, and now and then whether all can still be read."""
        await self._store.probe()
        self._seen = await asyncio.to_thread(self._room)
        if time.monotonic() >= self._look_through_at:
            began = time.monotonic()
            await self._store.look_through()
            took = time.monotonic() - began
            self._look_through_at = time.monotonic() + max(LOOKED_THROUGH_EVERY, SHARE * took)

    def _room(self) -> tuple[str, ...]:
        try:
            free = shutil.disk_usage(self._folder).free
        except OSError as error:
            return (f"The data folder cannot be looked at: {error.strerror}.",)
        return ("The disk of the data folder is full.",) if free < LEAST_FREE else ()
