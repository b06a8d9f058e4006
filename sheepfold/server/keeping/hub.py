"""How processes that serve the same tables hear of each other's moves.

In one process there is nobody to tell: whoever adds to a log shows it to all watchers. With several, each announces how
long a log has become, and the others read on from where they are. `InMemoryHub` joins houses within one process.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

Listener = Callable[[str, int], Awaitable[None]]


class Hub(Protocol):
    """A place where logs that have grown are called out."""

    def listen(self, listener: Listener) -> None: ...

    async def announce(self, table: str, length: int, by: Listener) -> None: ...


class InMemoryHub:
    """The hub of one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    async def announce(self, table: str, length: int, by: Listener) -> None:
        """Tell all but the one who says it."""
        for listener in self._listeners:
            if listener != by:
                await listener(table, length)
