"""A table that people sit around: takes commands one after another, makes what they lead to durable, then shows it.

Everything that changes the table goes through `commit`: fold, let chance act, write, and only then tell. What cannot
be written has not happened: the table is read from its log again.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import structlog

from sheepfold.core.errors import IllegalAction, SheepfoldError, UnreadableAction
from sheepfold.core.words import gettext as _
from sheepfold.server import metrics
from sheepfold.server.fairness.rates import Bucket
from sheepfold.server.keeping.schema import Right
from sheepfold.server.keeping.troubles import NotRead, NotSaved, TakenAlready
from sheepfold.server.table import showing
from sheepfold.server.table.attention import Attention
from sheepfold.server.table.audience import Audience, Happened
from sheepfold.server.table.bots_at_table import BotsAtTable
from sheepfold.server.table.deciding import follows
from sheepfold.server.table.entries import AnyEntry, Played, Returned, Sat, decode_entry, encode_entry
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import Moment
from sheepfold.server.table.rights import Hands, chair_right
from sheepfold.server.table.time_at_table import TimeAtTable
from sheepfold.server.table.watcher import Frame, Watcher
from sheepfold.server.wire.messages import Bye, StateShown, TableShown
from sheepfold.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from sheepfold.server.table.house import House

TRY_AGAIN = 5.0
"""Seconds after which a table whose log could not be written goes on by itself."""
MOST_ENTRIES = 10_000
"""In the log of one table."""
ATTENTION = 60.0
"""Seconds for which a table goes on after somebody has asked about it who does not watch."""
CALLS_A_SECOND, MOST_CALLS = 4, 40
"""Reactions and changes of pace at one table."""
MOST_RACES = 20
"""Times that something is decided anew because another process was quicker."""

logger = structlog.get_logger("table")

Result = TypeVar("Result")


class Outrun(Refusal):
    """Another process has added to the log first; what it added has been read."""

    def __init__(self, reason: str) -> None:
        super().__init__("stale", reason)


class LiveTable:
    """A table with those who watch it."""

    def __init__(self, table: Table, house: House, origin: str) -> None:
        self.table, self.house, self.origin = table, house, origin
        self.audience, self.bots = Audience(), BotsAtTable(self)
        self.lock = asyncio.Lock()
        self.attention = Attention(table.made.manners.pace)
        self.idle_since = house.now()
        self.time = TimeAtTable(self)
        self._asked_at = self._people_asked_at = -math.inf
        self._calls = Bucket(CALLS_A_SECOND, MOST_CALLS, time.monotonic())
        self.is_gone = False
        """Erased, or no longer what its log says: whoever still has hold of it is refused."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[Any]] = set()

    @property
    def watchers(self) -> set[Watcher]:
        """The connections to this table."""
        return self.audience.watchers

    # ------------------------------------------------------------------------------------------ coming and going

    async def wake(self) -> None:
        """Go on where the table stands: chance acts even if nobody watches."""
        async with self.lock:
            await self.settle(lambda: self.commit([]))

    def attend(self, hands: Hands) -> None:
        """Somebody asks about the table: for a while it goes on as if they watched."""
        was_attended, now = self.is_attended, self.house.now()
        self._asked_at = now
        if hands.chairs:
            self._people_asked_at = now
        if not was_attended:
            self.begin(self._go_on())

    @property
    def is_attended(self) -> bool:
        """Whether anybody watches, or asked a moment ago. A table that nobody attends to rests: bots and clocks too."""
        return bool(self.watchers) or self.house.now() - self._asked_at <= ATTENTION

    @property
    def are_people_here(self) -> bool:
        """Whether anybody who plays here is connected, or asked a moment ago."""
        people = set(self.table.people())
        is_asked = self.house.now() - self._people_asked_at <= ATTENTION
        return bool(people) and (is_asked or bool(people & self.present()))

    def present(self) -> set[int]:
        """The chairs whose people are connected, at whichever process."""
        return self.audience.present() | self.house.neighbours.elsewhere(self.table.id)

    async def _go_on(self) -> None:
        async with self.lock:
            self.bots.let_think()
            self.time.set_timer()

    async def join(self, watcher: Watcher, hands: Hands) -> None:
        """Somebody connects: they are shown the table, and whoever a bot kept a chair for has it back."""
        await self.to_the_end(self._join(watcher, hands))

    async def _join(self, watcher: Watcher, hands: Hands) -> None:
        async with self.lock:
            if len(self.watchers) >= self.house.settings.most_watchers and not self.audience.make_room(hands):
                raise Refusal("full", _("Too many people are watching this table."))
            self.watchers.add(watcher)
            metrics.WATCHERS.inc()
            self.time.ask_whether_ready()
            try:
                if not hands.chairs:
                    await self._refresh_rights(watcher.device)
                    self.audience.refresh_hands(self.table)
                await self.settle(lambda: self.commit(self._returned(watcher.hands)))
            except SheepfoldError:
                self.part(watcher)
                raise
            self._presence_changed()
            if self.table.match is not None:
                recent, before = self.audience.recent(self.table, watcher)
                watcher.send(self.audience.frame(self.table, watcher, recent, self.time.clock, before))

    def show_again(self, watcher: Watcher) -> None:
        """Send somebody the game as it is, through the eyes they have now."""
        if self.table.match is not None:
            watcher.send(self.audience.frame(self.table, watcher, [], self.time.clock))

    def _returned(self, hands: Hands) -> list[AnyEntry]:
        """Whoever bots kept a chair for is back."""
        kept = [chair for chair in sorted(hands.chairs) if self.table.chairs[chair].is_kept]
        return [Returned(at=self.house.now(), chair=chair) for chair in kept]

    def part(self, watcher: Watcher) -> None:
        """Somebody's connection has ended."""
        metrics.WATCHERS.dec()
        self.watchers.discard(watcher)
        self.idle_since = self.house.now()
        if not self.watchers:
            self.house.neighbours.let_go(self.table.id)
        if not self.is_gone:
            self.begin(self._note_presence())

    def others_came_or_went(self) -> None:
        """Somebody is, or is no longer, connected at another process."""
        self.begin(self._note_presence())

    async def _note_presence(self) -> None:
        """With the lock: what is being written just now is shown to nobody yet."""
        async with self.lock:
            self._presence_changed()

    def _presence_changed(self) -> None:
        self.house.neighbours.note_here(self.table.id, self.audience.present())
        self.attention.stir()
        self._note_absences()
        self.show_table()
        if self.time.let_glass_run():
            self.show_state({})
        self.time.set_timer()

    def _note_absences(self) -> None:
        people = [seat for seat, chair in enumerate(self.table.chairs) if chair.is_taken_by_people]
        self.time.absences.note(self.present(), people, self.house.now())

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has attended to it for so long and nothing is going on."""
        is_quiet = not (self.is_attended or self._tasks or self._begun or self.lock.locked())
        return is_quiet and self.house.now() - self.idle_since > seconds

    def rest(self) -> None:
        """Leave the memory: what is due then is done when somebody comes."""
        self.time.stop()

    def close(self, reason: str, code: int, *, again: bool) -> None:
        """Send everybody away; nothing more happens at this table."""
        self.is_gone = True
        for watcher in list(self.watchers):
            watcher.send(Frame(Bye(reason=reason, again=again)))
            watcher.hang_up(code)
        self.rest()
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------------------------------------ commands

    async def to_the_end(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do it, even if whoever asked for it hangs up meanwhile: the others must be told."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    def moment(self) -> Moment:
        """What decisions are made from."""
        following = partial(self.house.make_rematch, self.table, self.origin)
        return Moment(self.table, self.house.now(), self.house.rng, self.time.keep_in, following)

    async def settle(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Do something to the table as it is. Where another process was quicker it is tried anew, at the table as it is
        then; and nobody is refused because of what this process had not heard of yet. Holds the lock."""
        for _race in range(MOST_RACES):
            try:
                return await attempt()
            except Outrun:
                continue
            except Refusal:
                if self.is_gone or self.house.neighbours.is_alone or not await self.read_on():
                    raise
        return await attempt()

    def need_room(self) -> None:
        """No game is as long as that; a log that is can only be ended."""
        if self.table.seq >= MOST_ENTRIES:
            raise Refusal("full", _("The log of this table is full; close it, and go on at another one."))

    async def granted(self, device: str, right: Right) -> None:
        """A device that is connected already has got a right: its connections have it at once."""
        async with self.lock:
            for watcher in self.watchers:
                if watcher.device == device:
                    watcher.rights.append(right)
            self.audience.refresh_hands(self.table)
            self._presence_changed()
            self.show_state({})

    def need_quiet(self) -> None:
        """What all are sent and nobody keeps must not drown what is played."""
        if not self._calls.take(time.monotonic()):
            raise Refusal("too many", _("You have asked for too much at once; wait a moment."))

    # ------------------------------------------------------------------------------------------ changing the table

    async def commit(self, entries: list[AnyEntry], device: str | None = None) -> None:
        """Fold entries and what chance makes of them, make them durable, and tell everybody. Holds the lock.

        `device`: whose it is from now on, where the first entry is that somebody sits down.
        """
        if self.is_gone:
            raise Refusal("missing", _("This table is not here any more."))
        first, status = self.table.seq, self.table.status
        happened = self.audience.viewpoints(self.table)
        written: list[AnyEntry] = []
        try:
            for entry in entries:
                self._fold(entry, happened)
                written.append(entry)
            now = self.house.now()
            while (following := follows(self.table, self.house.rng, now)) is not None:
                self._fold(following, happened)
                written.append(following)
        except Exception as error:
            if self.table.seq != first:
                await self._read_again(first)
            raise _refusal(error) from None
        if written:
            await self._write(first, written, device)
        self.idle_since = self.house.now()
        self._changed(happened, is_table_changed=status != self.table.status or _are_about_the_table(written))

    async def _write(self, first: int, written: list[AnyEntry], device: str | None) -> None:
        sat = written[0]
        grant = (device, chair_right(self.table, sat.chair)) if device and isinstance(sat, Sat) else None
        try:
            bodies = [self.table.chain.seal(encode_entry(entry)) for entry in written]
            await self.house.store.append(self.table.id, first, bodies, grant)
        except TakenAlready as error:
            await self._read_again(first)
            await self.read_on()
            raise Outrun(str(error)) from None
        except NotSaved as error:
            metrics.NOT_SAVED.inc()
            logger.error("not saved", table=self.table.id, seq=first, reason=type(error).__name__)
            await self._read_again(first)
            with suppress(NotRead):  # perhaps it was saved all the same
                await self.read_on()
            self.begin(self._try_again())
            raise Refusal("not saved", str(error)) from None
        for entry in written:
            if isinstance(entry, Played):
                metrics.moves_by(entry.by).inc()
        await self.house.noted(self.table)

    async def _read_again(self, length: int) -> None:
        """The table as its log has it, as far as everybody has been told. If even that fails, nobody may go on with
        what is in memory."""
        try:
            self.table = await self.house.read(self.table.id, length)
        except SheepfoldError as error:
            if isinstance(error, Refusal) and error.code == "missing":
                self.house.forget(self.table.id)
            else:
                self.house.give_up(self)
            raise
        self.audience.showing.changed()

    async def read_on(self) -> bool:
        """Take in what has been added to the log elsewhere, and tell everybody; whether there was anything. Holds the
        lock."""
        bodies = await self.house.store.read(self.table.id, self.table.seq)
        if not bodies:
            return False
        first, happened, entries = self.table.seq, self.audience.viewpoints(self.table), list[AnyEntry]()
        try:
            for body in bodies:
                self.table.chain.check(body)
                entries.append(decode_entry(body))
                self._fold(entries[-1], happened)
        except Exception:  # whatever is wrong with it: the whole log says so, or that it was here
            await self._read_again(first + len(bodies))
        is_about_the_table = _are_about_the_table(entries) or self.table.is_over
        if is_about_the_table:
            await self._refresh_rights(*(watcher.device for watcher in self.watchers))
        self._changed(happened, is_table_changed=is_about_the_table)
        return True

    async def _refresh_rights(self, *devices: str | None) -> None:
        """Who sat down elsewhere, or while a connection was on its way, has the chair there, too."""
        for device in {each for each in devices if each is not None}:
            rights = await self.house.store.rights(device, self.table.id)
            for watcher in self.watchers:
                if watcher.device == device:
                    watcher.rights += [right for right in rights if right not in watcher.rights]

    async def _try_again(self) -> None:
        """Chance and bots that could not be written down do not wait for somebody to come by."""
        await asyncio.sleep(TRY_AGAIN)
        async with self.lock:
            await self.settle(lambda: self.commit([]))

    def _fold(self, entry: AnyEntry, happened: Happened) -> None:
        self.table.fold(entry)
        self.audience.tell(self.table, entry, happened)

    async def catch_up(self, length: int) -> None:
        """Another process has added to the log."""
        async with self.lock:
            if self.table.seq < length and not self.is_gone:
                await self.read_on()

    def _changed(self, happened: Happened, *, is_table_changed: bool) -> None:
        """Tell everybody, and let whoever is next begin."""
        self.audience.showing.changed()
        self.attention.showed(self.table.match_length, happened.values())
        self.time.set_glass()
        if is_table_changed:
            self.audience.refresh_hands(self.table)
            self._note_absences()
        self.time.let_glass_run()
        self.show_state(happened)
        if is_table_changed:
            self.show_table()
        self.bots.let_think()
        self.time.set_timer()

    # ------------------------------------------------------------------------------------------ showing

    def show_state(self, happened: Happened) -> None:
        """Show everybody the game as it is, and what led to it."""
        self.audience.show_state(self.table, happened, self.time.clock)

    def served(self) -> None:
        """The game has become quicker, and its bots stronger."""
        if any(chair.bot is not None for chair in self.table.chairs):
            self.show_table()

    def show_table(self) -> None:
        self.audience.show_table(self.table, self.present(), self.time.keep_in, self.attention.pace)

    def table_shown(self, hands: Hands) -> TableShown:
        """The table for somebody who asks once."""
        return showing.table_shown(self.table, hands, self.present(), self.time.keep_in, pace=self.attention.pace)

    def state_shown(self, eyes: int | None, wants: frozenset[str], tongue: str) -> StateShown | None:
        """The state for somebody who asks once."""
        if self.table.match is None:
            return None
        state = self.audience.showing.state(self.table, self.table.match, eyes, wants, tongue)
        return msgspec.structs.replace(state, clock=self.time.clock(eyes))

    # ------------------------------------------------------------------------------------------ work beside

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; what goes wrong there is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):  # who refused has said why already
            logger.error("work at a table failed", table=self.table.id, reason=f"{type(error).__name__}: {error}")


def _are_about_the_table(entries: list[AnyEntry]) -> bool:
    return any(not isinstance(entry, Played) for entry in entries)


def _refusal(error: Exception) -> Exception:
    if isinstance(error, IllegalAction):
        return Refusal("illegal", str(error))
    if isinstance(error, UnreadableAction):
        return Refusal("unreadable", str(error))
    return error
