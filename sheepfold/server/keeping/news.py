"""News between processes: that a table's log has become so long, or that who is there has changed.

Nothing else of a game travels. Whoever hears of it reads in the database, so nothing secret can leak and nothing can
arrive wrong; what gets lost is found by asking the database now and then. Called out over Redis, never within a
transaction. What is for all at a table and is never kept (a friendly sign, the pace) travels as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import structlog
from redis import asyncio as redis
from redis.exceptions import RedisError

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

TRY_AGAIN = 1.0
"""Seconds between two attempts to reach Redis."""
ANSWERED_WITHIN = 3.0
"""Seconds after which a Redis that says nothing counts as away."""
MOST_SIGNS = 1000
MOST_LINES = 500
"""Things that one message says."""
AROUND = -1
"""Instead of a length: not the log has changed, but who is there, or what is said there."""

logger = structlog.get_logger("news")

Heard = Callable[[str, int, str], Awaitable[None]]
"""Of which table, how long it is, or what was said there."""


class News:
    """One subscription, and what is still to be called out."""

    def __init__(self, url: str, channel: str) -> None:
        try:
            self._redis = cast(
                "Any",
                redis.Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
                    url, socket_connect_timeout=ANSWERED_WITHIN, socket_timeout=ANSWERED_WITHIN
                ),
            )
        except ValueError:
            sentence = _("{url!r} is no address of a Redis server such as `redis://localhost:6379`.")
            raise BadOption(sentence.format(url=url)) from None
        self._channel = channel
        self._unsaid: dict[tuple[str, bool], int] = {}
        self._signs: list[str] = []
        self._something = asyncio.Event()
        self.is_away = True
        """Whether nothing is heard: until the first subscription, and while Redis cannot be reached."""

    def call_out(self, table: str, length: int) -> None:
        """Let the others know; of several lengths of a table only the last one is said."""
        self._unsaid[table, length == AROUND] = length
        self._something.set()

    def say(self, table: str, sign: str) -> None:
        """Pass on what is not kept; what cannot be said soon is not said."""
        if not self.is_away and len(self._signs) < MOST_SIGNS:
            self._signs.append(f"{table} {AROUND} {sign}")
            self._something.set()

    async def call_out_on(self) -> None:
        """Call out whatever there is, for as long as the server runs; what Redis did not take is said again."""
        while True:
            await self._something.wait()
            self._something.clear()
            try:
                await self.say_the_rest()
            except (RedisError, OSError, TimeoutError):
                self._something.set()
                await asyncio.sleep(TRY_AGAIN)

    async def say_the_rest(self) -> None:
        """Call out all there is to say, many things in one message: each message takes every process as long as a good
        part of a move, however little it says."""
        saying, self._unsaid = self._unsaid, {}
        signs, self._signs = self._signs, []
        lines = [*signs, *(f"{table} {length}" for (table, _around), length in saying.items())]
        try:
            for start in range(0, len(lines), MOST_LINES):
                await self._redis.publish(self._channel, "\n".join(lines[start : start + MOST_LINES]))
        except (RedisError, OSError, TimeoutError):
            self._unsaid = saying | self._unsaid
            raise

    async def listen_on(self, heard: Heard, changed: Callable[[], None]) -> None:
        """Pass on what is called out, for as long as the server runs; `changed`: from now on nothing is missed, or
        nothing is heard, and who has news to lose had better ask."""
        while True:
            try:
                await self._listen(heard, changed)
            except (RedisError, OSError, TimeoutError) as error:
                if not self.is_away:
                    logger.error("Redis is away", reason=type(error).__name__)
                self.is_away = True
                changed()
                await asyncio.sleep(TRY_AGAIN)

    async def _listen(self, heard: Heard, changed: Callable[[], None]) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(self._channel)
            silent = 0
            while True:
                message = await subscription.get_message(timeout=ANSWERED_WITHIN / 3)
                silent = silent + 1 if message is None else 0
                if silent > 3:  # a connection may be dead without anybody saying so
                    raise TimeoutError
                if message is None:
                    await asyncio.wait_for(subscription.ping(), ANSWERED_WITHIN)
                elif message["type"] == "subscribe":
                    if self.is_away:
                        logger.warning("Redis is there")
                    self.is_away = False
                    changed()
                elif message["type"] == "message":
                    for line in message["data"].decode("utf-8", "replace").split("\n"):
                        table, _blank, rest = line.partition(" ")
                        length, _blank, sign = rest.partition(" ")
                        if length.lstrip("-").isdecimal():
                            await heard(table, int(length), sign)

    async def close(self) -> None:
        await self._redis.aclose()
