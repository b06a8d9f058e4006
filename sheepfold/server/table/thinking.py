"""Bots that think beside the event loop: a few threads, whose searches run without the interpreter lock.

Each thread keeps one bot of every kind and lends it to any table: what a search remembers is bound to what was seen,
so tables do not disturb each other, and memory is bounded however many tables there are. Whose bot thinks next is a
matter of fairness (`turns`): nobody who plays waits for hints, or for tables where bots play each other.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from enum import IntEnum

from sheepfold import bots
from sheepfold.bots.coaching import counsel
from sheepfold.bots.hint import hint
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.fairness.turns import Turns
from sheepfold.server.metrics import THINKING
from sheepfold.server.wire.forms import CounselShown, HintShown
from sheepfold.server.wire.refusal import Refusal

MOST_HINTS = 3
"""Hints for one address that are thought of, or wait to be."""


class For(IntEnum):
    """Whom a bot thinks for; the first go before the others."""

    PEOPLE = 0
    """Its move at a table where people play."""
    HINT = 1
    ITSELF = 2
    """Its move at a table where none of the people is there."""


class Thinkers:
    """Threads that answer for bots. With two or more of them, one is always free for tables of people."""

    def __init__(self, count: int, seed: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(count, "thinker")
        self._turns = Turns(count, ranks=len(For), spare=1)
        self._own = threading.local()
        self._rng = random.Random(seed) if seed is not None else random.SystemRandom()
        self._hints: dict[str, set[str]] = {}

    def turn(self, origin: str, table: str, whom: For) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of a table's bot."""
        return self._turns.turn(origin, table, whom)

    async def ask(self, name: str, seen: bots.Seen, legal: Sequence[str]) -> str:
        """What a bot chooses, from what its seat may see; for whoever has the turn."""
        rng = random.Random(self._rng.getrandbits(64))
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._ask, name, seen, legal, rng)

    def _ask(self, name: str, seen: bots.Seen, legal: Sequence[str], rng: random.Random) -> str:
        known: dict[tuple[str, str], bots.Bot] = self._own.__dict__.setdefault("bots", {})
        key = (seen.game.key, name)
        bot = known.get(key) or known.setdefault(key, bots.find(name, seen.game))
        with THINKING.time():
            return bots.ask(bot, name, seen, legal, rng)

    async def hint(self, match: Match, seat: int, language: str, *, origin: str, table: str) -> HintShown:
        """What a strong bot would do in this seat, in words. One at a time for a table, a few for an address."""
        twin = match.copy()
        async with self._advising(origin, table, table):
            return await asyncio.get_running_loop().run_in_executor(self._pool, _hint, twin, seat, language)

    async def counsel(self, match: Match, seat: int, language: str, *, origin: str, table: str) -> CounselShown:
        """What this seat's choices are worth, in words; one at a time for a seat of a table."""
        twin = match.copy()
        async with self._advising(origin, table, f"{table}/{seat}"):
            return await asyncio.get_running_loop().run_in_executor(self._pool, _counsel, twin, seat, language)

    @asynccontextmanager
    async def _advising(self, origin: str, table: str, what: str) -> AsyncGenerator[None]:
        """Wait for the turn of somebody's advice; nobody asks for the same twice at a time, or for very much."""
        asked = self._hints.setdefault(origin, set())
        if what in asked or len(asked) >= MOST_HINTS:
            raise Refusal("too many", _("Hints are being thought of already; wait for them."))
        asked.add(what)
        try:
            async with self._turns.turn(origin, table, For.HINT):
                yield
        finally:
            asked.discard(what)
            if not asked:
                self._hints.pop(origin, None)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _hint(match: Match, seat: int, language: str) -> HintShown:
    with speaking(language):
        found = hint(match, seat)
    parts = match.parts(seat, found.action)
    return HintShown(action=found.action, parts=parts, words=found.words, chance=found.chance)


def _counsel(match: Match, seat: int, language: str) -> CounselShown:
    with speaking(language):
        found = counsel(match, seat)
    return CounselShown(chance=found.chance, warnings=found.warnings)
