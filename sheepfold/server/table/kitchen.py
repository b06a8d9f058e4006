"""Getting games quicker and bots stronger while the server is up: their machine code is loaded or compiled beside.

Nobody waits for it: games are played on plain rules until it is there. What people sit down to comes first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from sheepfold.core.beside import FAILED, THERE, Job, workshop
from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, VALUE, engine_of, is_kept
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.linking import plain_mode
from sheepfold.core.network import has_learned

LOOK_AGAIN = 0.5
"""Seconds between two looks at how far the workshop is."""

logger = structlog.get_logger("kitchen")


class Kitchen:
    """Which games are still being got ready; `served` is told of each that is."""

    def __init__(self, served: Callable[[str], None] = lambda _key: None) -> None:
        self.served = served
        self._jobs: dict[str, list[Job]] = {}
        self._later: dict[str, Job] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with all games there are, one after another, unless somebody wants one of them first."""
        if plain_mode():
            return
        for key in games():
            try:
                self._jobs[key] = _wanted(pick_game(key))
            except Exception as error:  # a game that cannot even be imported spoils no other
                logger.error("not prepared", game=key, reason=f"{type(error).__name__}: {error}")
        self._task = asyncio.create_task(self._watch({key: self.left(key) for key in self._jobs}))

    async def stop(self) -> None:
        workshop().drop(job for jobs in (*self._jobs.values(), self._later.values()) for job in jobs)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self, key: str) -> None:
        """Somebody sits down to this game: it comes next; after all games, that everybody's chances can be told."""
        for job in self._jobs.get(key, ()):
            workshop().ask(job.engine, job.step)
        if self._jobs.get(key) and has_learned(pick_game(key)):
            self._later[key] = workshop().ask(engine_of(pick_game(key)), VALUE, urgent=False)

    def left(self, key: str) -> list[str]:
        """The steps of a game that are still to come."""
        return [job.step.name for job in self._jobs.get(key, ()) if job.state not in (THERE, FAILED)]

    async def _watch(self, before: dict[str, list[str]]) -> None:
        """Tell of every step that has come."""
        while any(before.values()):
            await asyncio.sleep(LOOK_AGAIN)
            for key, left in before.items():
                if (now := self.left(key)) != left:
                    before[key] = now
                    self.served(key)


def _wanted(game: Game) -> list[Job]:
    """What people and bots at a table need of a game."""
    engine, steps = engine_of(game), [RULES, *([JUDGEMENT, SEARCH] if game.judgement is not None else [])]
    for step in steps:
        engine.leave_to_others(step)
    # Rules that were compiled before are there in a moment, and whoever comes back after a restart needs them first.
    return [workshop().ask(engine, step, urgent=step is RULES and is_kept(game, step)) for step in steps]
