"""Getting games ready: compiling takes many seconds the first time, so it is done in a child process.

The server answers meanwhile. A game can be played as soon as its rules are compiled; the search of the stronger bots
follows. Whoever needs a game waits for `playable`; games nobody asked for are prepared afterwards.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Coroutine
from typing import Any

import structlog

from sheepfold.bots import search
from sheepfold.core import drivers
from sheepfold.core.game import games, pick_game
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.server.deciding import Refusal

LOOK_AGAIN = 0.25
"""Seconds between two looks at how far the child is."""
WARM = "import sys; from sheepfold.cli import main; sys.exit(main(['warm', sys.argv[1]]))"

logger = structlog.get_logger("kitchen")


class Kitchen:
    """Which games are ready, and who is waiting for them."""

    def __init__(self) -> None:
        self._playable = {key: asyncio.Event() for key in games()}
        self._searchable = {key: asyncio.Event() for key in games()}
        self._asked: list[str] = []
        self._given_up: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._cook())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def is_playable(self, key: str) -> bool:
        return key in self._playable and self._playable[key].is_set() and key not in self._given_up

    def is_searchable(self, key: str) -> bool:
        return self._searchable[key].is_set() and key not in self._given_up

    async def playable(self, key: str) -> None:
        await self._wait(key, self._playable[key])

    async def searchable(self, key: str) -> None:
        await self._wait(key, self._searchable[key])

    async def _wait(self, key: str, ready: asyncio.Event) -> None:
        self._ask(key)
        await ready.wait()
        if key in self._given_up:
            raise Refusal("busy", _("This game cannot be prepared here; the log of the server says why."))

    def _ask(self, key: str) -> None:
        """Somebody waits for this game: it comes next."""
        if key not in self._asked:
            self._asked.append(key)

    async def _cook(self) -> None:
        """Get one game ready after another, those asked for first."""
        for key in self._playable:
            await self._manages(self._note(key), key)
        while rest := [key for key in self._playable if not self._is_ready(key) and key not in self._given_up]:
            asked = [key for key in self._asked if key in rest]
            key = (asked or rest)[0]
            if not await self._manages(self._prepare(key), key):
                self._give_up(key)

    def _give_up(self, key: str) -> None:
        """Whoever waits for this game need not wait any longer."""
        self._given_up.add(key)
        self._playable[key].set()
        self._searchable[key].set()

    async def _manages(self, work: Coroutine[Any, Any, None], key: str) -> bool:
        """Whether that went well: a game that cannot be prepared keeps nobody from playing the others."""
        try:
            await work
        except Exception as error:
            logger.error("not prepared", game=key, reason=f"{type(error).__name__}: {error}")
            return False
        return True

    def _is_ready(self, key: str) -> bool:
        return self._playable[key].is_set() and self._searchable[key].is_set()

    async def _prepare(self, key: str) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WARM, key,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            while child.returncode is None:
                await self._note(key)
                await asyncio.wait([asyncio.ensure_future(child.wait())], timeout=LOOK_AGAIN)
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
        await self._note(key)
        # Where nothing can be kept, or the child failed, it is compiled here, in a thread: slower, but it works.
        if not self._playable[key].is_set():
            await asyncio.to_thread(_load, key)
            self._playable[key].set()
        if not self._searchable[key].is_set():
            await asyncio.to_thread(_load_search, key)
            self._searchable[key].set()

    async def _note(self, key: str) -> None:
        game = pick_game(key)
        if not self._playable[key].is_set() and drivers.is_warm(game):
            await asyncio.to_thread(_load, key)
            self._playable[key].set()
        if not self._searchable[key].is_set() and (game.judgement is None or search.is_warm(game)):
            if game.judgement is not None:
                await asyncio.to_thread(_load_search, key)
            self._searchable[key].set()


def _load(key: str) -> None:
    """Load what was compiled: by playing a few actions, in this process."""
    match, rng = Match(key), random.Random(0)
    for _action in range(12):
        for actor in match.to_act():
            if actor == "*":
                match.roll(rng)
            else:
                match.play(actor, rng.choice(match.legal(actor)))
            break
    match.places()
    match.copy()


def _load_search(key: str) -> None:
    for _name in search.warm(pick_game(key)):
        pass
