"""The time at a table in use: the hourglass, how long people think or are away, and what is due by itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sheepfold.server.table import showing
from sheepfold.server.table.clocks import Absences, Hourglass, hourglass_of, resumed_hourglass
from sheepfold.server.table.entries import Played
from sheepfold.server.table.moment import running
from sheepfold.server.wire.messages import Clock

if TYPE_CHECKING:
    from sheepfold.server.table.live import LiveTable

SHORT = 0.05
"""Seconds that a timer may come early or late."""
LOOK_AGAIN = 2.0
"""Seconds after which a process looks whether it may act where another one does."""


class TimeAtTable:
    """Lets the sand run, and comes back when something is due."""

    def __init__(self, live: LiveTable) -> None:
        self.live, self.house = live, live.house
        self.glass: Hourglass | None = resumed_hourglass(live.table, self.house.now())
        self.absences = Absences()
        self.began = self.house.now()
        self._timer: asyncio.TimerHandle | None = None

    def keep_in(self, seat: int) -> float | None:
        """In how many seconds the others may let a bot keep this chair; None: never, as things are."""
        return self.absences.keep_in(self.live.table, seat, self.house.now())

    def set_glass(self) -> None:
        """The hourglass of whoever is to act; a person who looks on is first asked whether they are ready."""
        before, now = self.glass, self.house.now()
        self.glass = hourglass_of(self.live.table, before, now)
        if self.glass is None:
            return
        if self.glass is not before:
            self.ask_whether_ready()
        elif self.live.table.latest.seat in self.glass.acting:
            self.glass.ready_at = min(self.glass.ready_at, now)  # who plays is ready

    def ask_whether_ready(self) -> None:
        """An hourglass that has not run yet waits for its player, if they look on."""
        glass, now = self.glass, self.house.now()
        looking = {chair for watcher in self.live.watchers if watcher.looks_on for chair in watcher.hands.chairs}
        if glass is None or glass.ready_at > glass.began:
            return  # nobody is asked twice
        if not glass.has_run(now) and looking & set(glass.acting):
            glass.ready_at = now + self.live.table.made.manners.ready_seconds
            glass.let_run(now, run=False)
            glass.used = 0.0

    def turn_over(self, seat: int) -> None:
        """Whoever has this seat is ready: if it is their hourglass, the sand runs."""
        if self.glass is None or seat not in self.glass.acting:
            return
        self.glass.ready_at = min(self.glass.ready_at, self.house.now())
        if self.let_glass_run():
            self.live.show_state({})
            self.set_timer()

    def let_glass_run(self) -> bool:
        """Let the hourglass run, or stand still while its player is away or not ready; whether that is a change."""
        if self.glass is None:
            return False
        if self.glass.waits(self.house.now()):
            return self.glass.let_run(self.house.now(), run=False)
        chairs = [self.live.table.chairs[seat] for seat in self.glass.acting]
        waits = self.live.table.made.manners.pause_hourglass and any(
            chair.decider in ("person", "program") for chair in chairs
        )
        is_here = bool(self.live.present() & set(self.glass.acting))
        return self.glass.let_run(self.house.now(), run=is_here or not waits)

    def clock(self, eyes: int | None) -> Clock | None:
        if self.glass is not None:
            now, is_running = self.house.now(), self.glass.since is not None
            left, waits = self.glass.left(now), self.glass.waits(now)
            return showing.clock_shown(left, self.glass.full, running=is_running, decision=False, waits=waits)
        limit = self.live.table.made.manners.decision_seconds
        if limit is None or eyes is None or self.decision_left(eyes, limit) is None:
            return None
        left = self.decision_left(eyes, limit) or 0.0
        return showing.clock_shown(left, limit, running=True, decision=True)

    def decision_left(self, seat: int, limit: int) -> float | None:
        """How long a person may still think; None where nobody is asked."""
        if seat not in self.live.table.asked or self.live.table.chairs[seat].decider not in ("person", "program"):
            return None
        now = self.house.now()
        asked_at = self.live.table.asked_at[seat]
        since = asked_at if asked_at <= now else self.began  # a clock that was set back since: it counts from here
        return max(since, self.house.began) + limit - now

    def set_timer(self) -> None:
        """Come back when the next thing is due that nobody has to ask for."""
        self.stop()
        due = self._due()
        if due and self.live.is_attended:
            self._come_back(max(0.0, min(due)) + SHORT)

    def stop(self) -> None:
        """What is due then is done when somebody comes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _come_back(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self.live.begin(self._time_is_up()))

    async def _run_out(self) -> None:
        """The sand has run out, unless whoever had to act did so meanwhile."""
        now = self.house.now()
        if self.glass is not None and self.glass.left(now) <= 0:
            await self.live.commit([Played(at=now, action=running(self.live.table).legal("*")[0], by="clock")])

    def _due(self) -> list[float]:
        due = list[float]()
        if self.live.table.status != "running":
            return due
        now = self.house.now()
        if self.glass is not None and self.glass.since is not None:
            due.append(self.glass.left(now))
        if self.glass is not None and self.glass.waits(now):
            due.append(self.glass.ready_at - now)
        limit = self.live.table.made.manners.decision_seconds
        if limit is not None and self.glass is None:
            due += [left for seat in self.live.table.asked if (left := self.decision_left(seat, limit)) is not None]
        if self.live.watchers and self.absences:
            waits = [self.keep_in(seat) for seat in range(len(self.live.table.chairs))]
            due += [wait for wait in waits if wait]
        return due

    async def _time_is_up(self) -> None:
        async with self.live.lock:
            self._timer = None
            now = self.house.now()
            if not self.live.is_attended:
                return
            if self.glass is not None and self.glass.since is not None and self.glass.left(now) <= 0:
                if await self.house.neighbours.hold(self.live.table.id):
                    await self.live.settle(self._run_out)
                else:
                    self._come_back(LOOK_AGAIN)
                return
            if self.let_glass_run():
                self.live.show_state({})
            self.live.bots.let_think()
            self.live.show_table()
            self.set_timer()
