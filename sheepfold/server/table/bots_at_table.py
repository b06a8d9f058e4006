"""The bots at a table: those that sit there, that keep a chair, and that decide when somebody's time is up."""

from __future__ import annotations

import asyncio
import math
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING

import structlog

from sheepfold import bots
from sheepfold.core.errors import SheepfoldError
from sheepfold.server.table.entries import Played
from sheepfold.server.table.moment import running
from sheepfold.server.table.teaching import bots_line, running_course
from sheepfold.server.table.thinking import For
from sheepfold.server.table.time_at_table import LOOK_AGAIN

if TYPE_CHECKING:
    from sheepfold.server.table.live import LiveTable

BOT_TURN, BOT_SWAPS = 12.0, 6.0
"""Seconds that a bot's turn against the hourglass takes at most, and of these until it lets the hourglass be."""

logger = structlog.get_logger("table")


class BotsAtTable:
    """Asks bots what they do, one question after another, and plays it."""

    def __init__(self, live: LiveTable) -> None:
        self.live, self.house = live, live.house
        self._thinking: dict[int, int] = {}
        self._hasty: tuple[int, float] | None = None
        """Whose turn against the hourglass it is, of the bots, and until when it shall be over."""

    def let_think(self) -> None:
        """Ask every bot that is to act, and those who decide for people whose time is up.

        While somebody waits to hear whether they may take something back, bots wait too.
        """
        table = self.live.table
        if table.status != "running" or table.wish is not None or not self.live.is_attended:
            return
        is_taught = running_course(table) is not None
        for seat, decision in table.asked.items():
            if is_taught and bots_line(table, seat) is None:
                continue
            if self._thinking.get(seat) != decision and self._bot_for(seat) is not None:
                self._thinking[seat] = decision
                self.live.begin(self._think(seat, decision))

    def _bot_for(self, seat: int) -> str | None:
        table = self.live.table
        chair, limit = table.chairs[seat], table.made.manners.decision_seconds
        if chair.bot is not None:
            return chair.bot
        left = self.live.time.decision_left(seat, limit) if limit is not None and self.live.time.glass is None else None
        return bots.best(table.game) if left is not None and left <= 0 else None

    async def _think(self, seat: int, decision: int) -> None:
        is_ours = False
        try:
            is_ours = await self.house.neighbours.hold(self.live.table.id)
            if is_ours:
                await self._decide_for(seat, decision)
            else:  # another process sees to it, as long as it lives
                await asyncio.sleep(LOOK_AGAIN)
        finally:
            if self._thinking.get(seat) == decision:
                del self._thinking[seat]
        if not is_ours:
            async with self.live.lock:
                self.let_think()

    async def _decide_for(self, seat: int, decision: int) -> None:
        """A bot's choice in this seat, unless it is no longer asked for when it has been thought of."""
        began = asyncio.get_running_loop().time()
        action = await self._choose(seat, decision)
        if action is None:
            return
        await self._seem_to_think(seat, decision, began + self.pause(seat, action))
        # Bots that play for themselves also take turns in making their moves, however little they think.
        async with self._turn() if self.whom() is For.ITSELF else nullcontext(), self.live.lock:
            await self.live.settle(lambda: self._play(seat, decision, action))

    async def _play(self, seat: int, decision: int, action: str) -> None:
        if self._is_asked(seat, decision):
            decider = self.live.table.chairs[seat].decider
            by = decider if decider in ("bot", "keeper") else "limit"
            await self.live.commit([Played(at=self.house.now(), seat=seat, action=action, by=by)])

    async def _choose(self, seat: int, decision: int) -> str | None:
        """What a bot would do in this seat, when it has had its turn to think; None: nobody asks for it any more."""
        async with self._turn():
            async with self.live.lock:
                name = self._bot_for(seat) if self._is_asked(seat, decision) and self.live.is_attended else None
                if name is None:
                    return None
                match = running(self.live.table)
                if running_course(self.live.table) is not None:
                    return bots_line(self.live.table, seat)
                seen, legal = bots.Seen(match.game, seat, match.observation(seat)), match.legal(seat)
            try:
                return await self.house.thinkers.ask(name, seen, legal)
            except SheepfoldError as error:
                logger.error("bot failed", table=self.live.table.id, bot=name, reason=str(error))
                return self.house.rng.choice(legal)

    def _is_asked(self, seat: int, decision: int) -> bool:
        """Whether a bot is still to answer this question."""
        table = self.live.table
        return table.asked.get(seat) == decision and table.wish is None and self._bot_for(seat) is not None

    def _turn(self) -> AbstractAsyncContextManager[None]:
        return self.house.thinkers.turn(self.live.origin, self.live.table.id, self.whom())

    def whom(self) -> For:
        """Whether people play here, and are there to see what a bot does."""
        return For.PEOPLE if self.live.are_people_here else For.ITSELF

    async def _seem_to_think(self, seat: int, decision: int, until: float) -> None:
        """Wait until people have seen what happened last and the bot has thought for a while, or all want to go on."""
        live, length = self.live, self.live.table.match_length
        while live.watchers and live.table.asked.get(seat) == decision:
            if live.attention.is_hurried(live.watchers, length):
                return
            left = until - asyncio.get_running_loop().time()
            if live.table.made.manners.bot_seconds > 0:
                left = max(left, min(live.attention.left(live.watchers), self._rest(seat)))
            if left <= 0:
                return
            await live.attention.wait(left)

    def pause(self, seat: int, action: str) -> float:
        """How long a bot seems to think; against the hourglass as long as a person would, but nobody waits for long."""
        table, glass = self.live.table, self.live.time.glass
        usual = table.made.manners.bot_seconds
        if glass is None:
            return usual if self._rest(seat) == math.inf else 0.0  # what follows upon the hourglass is only shown
        self._hasty = seat, glass.began + BOT_TURN
        now = self.house.now()
        most = min(glass.left(now), glass.began + BOT_SWAPS - now) / 2
        return max(0.0, min(max(usual, bots.pace(running(table), seat, action)), most))

    def _rest(self, seat: int) -> float:
        """How long a bot's turn may still take; against no hourglass as long as it likes."""
        if self._hasty is None or self._hasty[0] != seat:
            return math.inf
        return max(0.0, self._hasty[1] - self.house.now())
