"""Taking turns: a few at once, and the rest in a fair order, however much any of them asks for.

Whoever waits is called by rank first. Within a rank the addresses take turns, and so do the tables of one address: who
asks for a hundred things waits for their own hundred, and the others do not.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

from sheepfold.core.words import gettext as _
from sheepfold.server.wire.refusal import Refusal

Waiting = deque[asyncio.Future[None]]
Kept = TypeVar("Kept")


class Queue:
    """Those of one rank who wait: by address, then by table, each in the order they came."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, Waiting]] = {}
        self._each: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._each.total()

    def __bool__(self) -> bool:
        return bool(self._places)

    def count(self, address: str) -> int:
        return self._each[address]

    def join(self, address: str, table: str, called: asyncio.Future[None]) -> None:
        self._places.setdefault(address, {}).setdefault(table, deque()).append(called)
        self._each[address] += 1

    def next(self) -> asyncio.Future[None] | None:
        """Whose turn it is; their address and table go to the end."""
        if not self._places:
            return None
        address, tables = _first(self._places)
        table, waiting = _first(tables)
        called = waiting.popleft()
        if waiting:
            tables[table] = waiting
        if tables:
            self._places[address] = tables
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]
        return called


def _first(places: dict[str, Kept]) -> tuple[str, Kept]:
    """The first of those who take turns, taken out."""
    name = next(iter(places))
    return name, places.pop(name)


class Turns:
    """At most `at_once` have a turn; `spare` of these turns are for rank 0 alone.

    Of one address at most `most_each` wait in each rank; None: as many as there are.
    """

    def __init__(self, at_once: int, *, ranks: int = 1, spare: int = 0, most_each: int | None = None) -> None:
        self.at_once, self.spare, self.most_each = at_once, spare, most_each
        self._lines = [Queue() for _rank in range(ranks)]
        self._having = [0] * ranks

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._lines))

    @asynccontextmanager
    async def turn(self, address: str, table: str = "", rank: int = 0) -> AsyncGenerator[None]:
        """Wait for a turn and have it; refused where too many of this address wait already."""
        await self.take(address, table, rank)
        try:
            yield
        finally:
            self.give_back(rank)

    async def take(self, address: str, table: str = "", rank: int = 0) -> None:
        line = self._lines[rank]
        if self.most_each is not None and line.count(address) >= self.most_each:
            raise Refusal("too many", _("You have asked for too much at once; wait a moment."))
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.join(address, table, called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # had its turn in the same moment
                self.give_back(rank)
            raise

    async def start(self, address: str, table: str = "", rank: int = 0) -> None:
        """Wait for the turn to begin something short: where hundreds come at once a few begin, then whoever else has
        something to do, then a few more."""
        if self._is_room(rank) and not any(self._lines):  # nobody has to be called
            self._having[rank] += 1
        else:
            await self.take(address, table, rank)
        asyncio.get_running_loop().call_soon(self.give_back, rank)

    def give_back(self, rank: int = 0) -> None:
        self._having[rank] -= 1
        self._call()

    def _call(self) -> None:
        """Give everybody a turn who can have one."""
        for rank, line in enumerate(self._lines):
            while self._is_room(rank) and (called := line.next()) is not None:
                if not called.done():
                    self._having[rank] += 1
                    called.set_result(None)

    def _is_room(self, rank: int) -> bool:
        lesser = sum(self._having[1:])
        return sum(self._having) < self.at_once and (rank == 0 or lesser < max(1, self.at_once - self.spare))
