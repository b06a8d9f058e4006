"""Bots that think beside the event loop: a few threads, whose searches run without the interpreter lock.

Each thread keeps one bot of every kind and lends it to any table: what a search remembers is bound to what was seen,
so tables do not disturb each other, and memory is bounded however many tables there are.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sheepfold import bots
from sheepfold.bots.hint import hint
from sheepfold.core.match import Match
from sheepfold.core.words import speaking
from sheepfold.server.messages import HintShown
from sheepfold.server.metrics import THINKING


class Thinkers:
    """Threads that answer for bots."""

    def __init__(self, count: int, seed: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(count, "thinker")
        self._own = threading.local()
        self._rng = random.Random(seed) if seed is not None else random.SystemRandom()

    async def ask(self, name: str, seen: bots.Seen, legal: Sequence[str]) -> str:
        """What a bot chooses, from what its seat may see."""
        rng = random.Random(self._rng.getrandbits(64))
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._ask, name, seen, legal, rng)

    def _ask(self, name: str, seen: bots.Seen, legal: Sequence[str], rng: random.Random) -> str:
        known: dict[tuple[str, str], bots.Bot] = self._own.__dict__.setdefault("bots", {})
        key = (seen.game.key, name)
        bot = known.get(key) or known.setdefault(key, bots.find(name, seen.game))
        with THINKING.time():
            return bots.ask(bot, name, seen, legal, rng)

    async def hint(self, match: Match, seat: int, language: str) -> HintShown:
        """What a strong bot would do in this seat, in words."""

        def think() -> HintShown:
            with speaking(language):
                found = hint(twin, seat)
            return HintShown(
                action=found.action, parts=twin.parts(seat, found.action), words=found.words, chance=found.chance
            )

        twin = match.copy()
        return await asyncio.get_running_loop().run_in_executor(self._pool, think)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
