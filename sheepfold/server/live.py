"""A table that people sit around: takes commands one after another, makes what they lead to durable, then shows it.

Everything that changes the table goes through `_commit`: fold, let chance act, write, and only then tell. What cannot
be written has not happened: the table is read from its log again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import structlog

from sheepfold import bots
from sheepfold.core.errors import IllegalAction, SheepfoldError, UnreadableAction
from sheepfold.core.words import gettext as _
from sheepfold.server import messages, metrics, showing
from sheepfold.server.audience import Audience, Happened
from sheepfold.server.clocks import Absences, Hourglass, hourglass_of, resumed_hourglass
from sheepfold.server.deciding import Hands, Refusal, agreed_undo, check_bot, decide, need_right, running, sit
from sheepfold.server.entries import AnyEntry, Kept, Played, Rematched, Returned, encode_entry
from sheepfold.server.messages import Bye, Clock, Done, Reaction, StateShown, TableShown, WordsShown
from sheepfold.server.store import NotSaved, Right, TakenAlready
from sheepfold.server.table import Table
from sheepfold.server.watcher import Frame, Watcher

if TYPE_CHECKING:
    from sheepfold.server.house import House

TRY_AGAIN = 5.0
"""Seconds after which a table whose log could not be written goes on by itself."""
STAND_IN = "greedy"
"""Decides for a bot that searches until its search is compiled, so that nobody has to wait for that."""
SHORT = 0.05
"""Seconds that a timer may come early or late."""

logger = structlog.get_logger("table")

Result = TypeVar("Result")


class LiveTable:
    """A table with those who watch it."""

    def __init__(self, table: Table, house: House) -> None:
        self.table, self.house = table, house
        self.audience = Audience()
        self.lock = asyncio.Lock()
        self.glass: Hourglass | None = resumed_hourglass(table, house.now())
        self.absences = Absences()
        self.idle_since = self.began = house.now()
        self.is_gone = False
        """Erased, or no longer what its log says: whoever still has hold of it is refused."""
        self._thinking: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def watchers(self) -> set[Watcher]:
        """The connections to this table."""
        return self.audience.watchers

    # ------------------------------------------------------------------------------------------ coming and going

    async def wake(self) -> None:
        """Go on where the table stands: chance, bots and clocks act even if nobody watches."""
        async with self.lock:
            if self.table.is_started and not self.table.is_ready:
                self._begin(self._start_when_ready())
            await self._commit([])

    async def join(self, watcher: Watcher, hands: Hands) -> None:
        """Somebody connects: they are shown the table, and whoever a bot kept a chair for has it back."""
        await self._to_the_end(self._join(watcher, hands))

    async def _join(self, watcher: Watcher, hands: Hands) -> None:
        async with self.lock:
            if len(self.watchers) >= self.house.settings.most_watchers:
                raise Refusal("full", _("Too many people are watching this table."))
            self.watchers.add(watcher)
            metrics.WATCHERS.inc()
            kept = [chair for chair in sorted(hands.chairs) if self.table.chairs[chair].is_kept]
            try:
                await self._commit([Returned(at=self.house.now(), chair=chair) for chair in kept])
            except SheepfoldError:
                self.part(watcher)
                raise
            self._presence_changed()
            if self.table.match is not None:
                recent = self.audience.recent(self.table, watcher)
                watcher.send(self.audience.frame(self.table, watcher, recent, self._clock))

    def part(self, watcher: Watcher) -> None:
        """Somebody's connection has ended."""
        metrics.WATCHERS.dec()
        self.watchers.discard(watcher)
        self.idle_since = self.house.now()
        if not self.is_gone:
            self._begin(self._note_presence())

    async def _note_presence(self) -> None:
        """With the lock: what is being written just now is shown to nobody yet."""
        async with self.lock:
            self._presence_changed()

    def _presence_changed(self) -> None:
        self._note_absences()
        self._show_table()
        if self._let_glass_run():
            self._show_state({})
        self._set_timer()

    def _note_absences(self) -> None:
        people = [seat for seat, chair in enumerate(self.table.chairs) if chair.is_taken_by_people]
        self.absences.note(self.audience.present(), people, self.house.now())

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has watched for so long and nothing is going on."""
        is_quiet = not self.watchers and not self._tasks and not self._begun and self._timer is None
        return is_quiet and self.house.now() - self.idle_since > seconds

    def close(self, reason: str, code: int, *, again: bool) -> None:
        """Send everybody away; nothing more happens at this table."""
        self.is_gone = True
        for watcher in list(self.watchers):
            watcher.send(Frame(Bye(reason=reason, again=again)))
            watcher.hang_up(code)
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------------------------------------ commands

    async def do(self, command: messages.AnyCommand, hands: Hands, watcher: Watcher | None = None) -> Any:
        """Carry out a command; the message that answers it. Refusal says why not."""
        match command:
            case messages.Ping():
                return Done(id=command.id, seq=self.table.seq)
            case messages.React():
                return self._react(command, hands)
            case messages.Look():
                return await self._look(command, hands, watcher)
            case messages.Words():
                return await self._words(command, hands)
            case _:
                return await self._to_the_end(self._change(command, hands))

    async def _to_the_end(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do it, even if whoever asked for it hangs up meanwhile: the others must be told."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    async def _change(self, command: messages.AnyCommand, hands: Hands) -> Done:
        need_right(command, hands)
        scoped = msgspec.structs.replace(command, id=_scoped(command))
        async with self.lock:
            if scoped.id in self.table.done:
                return Done(id=command.id, seq=self.table.done[scoped.id])
            if isinstance(scoped, messages.Keep):
                entries: list[AnyEntry] = [self._keep(scoped)]
            elif isinstance(scoped, messages.Rematch):
                entries = await self._rematch(scoped)
            else:
                entries = decide(self.table, scoped, self.house.now())
            await self._commit(entries)
            return Done(id=command.id, seq=self.table.done.get(scoped.id, self.table.seq))

    async def sit(self, wish: messages.Sit, hands: Hands) -> Right:
        """Somebody sits down; what opens the chair from now on."""
        return await self._to_the_end(self._sit(wish, hands))

    async def _sit(self, wish: messages.Sit, hands: Hands) -> Right:
        async with self.lock:
            await self._commit([sit(self.table, wish, hands, self.house.now())])
            return Right("chair", wish.chair, self.table.chairs[wish.chair].generation)

    async def granted(self, device: str, right: Right) -> None:
        """A device that is connected already has got a right: its connections have it at once."""
        async with self.lock:
            for watcher in self.watchers:
                if watcher.device == device:
                    watcher.rights.append(right)
            self.audience.refresh_hands(self.table)
            self._presence_changed()
            self._show_state({})

    def _keep(self, command: messages.Keep) -> AnyEntry:
        if self._keep_in(command.chair) != 0:
            raise Refusal("not now", _("Whoever sits here has not been away for long enough."))
        bot = check_bot(self.table.game, command.bot)
        return Kept(at=self.house.now(), id=command.id, chair=command.chair, bot=bot)

    async def _rematch(self, command: messages.Rematch) -> list[AnyEntry]:
        if self.table.rematch is not None:
            return []
        if self.table.status not in ("over", "closed"):
            raise Refusal("not now", _("The game is not over yet."))
        following = await self.house.make_rematch(self.table)
        return [Rematched(at=self.house.now(), id=command.id, table=following)]

    def _react(self, command: messages.React, hands: Hands) -> Done:
        hands.need_chair(command.seat)
        frame = Frame(Reaction(seat=command.seat, what=command.what))
        for watcher in self.watchers:
            watcher.send(frame)
        return Done(id=command.id, seq=self.table.seq)

    async def _look(self, command: messages.Look, hands: Hands, watcher: Watcher | None) -> Done:
        if watcher is None:
            raise Refusal("bad", _("Looking is for live connections."))
        if command.seat is not None:
            hands.need_chair(command.seat)
        async with self.lock:
            watcher.looks_as = command.seat
            if self.table.match is not None:
                watcher.send(self.audience.frame(self.table, watcher, [], self._clock))
        return Done(id=command.id, seq=self.table.seq)

    async def _words(self, command: messages.Words, hands: Hands) -> WordsShown:
        hands.need_chair(command.seat)
        async with self.lock:
            match = running(self.table)
            seen, legal = match.seen(command.seat), set(match.legal(command.seat))
            asked = [text for text in command.actions if text in legal]
            words = {text: showing.in_words(match.game, seen, command.seat, text) for text in asked}
        return WordsShown(id=command.id, words=words)

    # ------------------------------------------------------------------------------------------ changing the table

    async def _commit(self, entries: list[AnyEntry]) -> None:
        """Fold entries and what chance makes of them, make them durable, and tell everybody. Holds the lock."""
        if self.is_gone:
            raise Refusal("missing", _("This table is not here any more."))
        first, status = self.table.seq, self.table.status
        happened = self.audience.viewpoints(self.table)
        written: list[AnyEntry] = []
        try:
            for entry in entries:
                self._fold(entry, happened)
                written.append(entry)
            while (following := self._follows()) is not None:
                self._fold(following, happened)
                written.append(following)
        except Exception as error:
            if self.table.seq != first:
                await self._read_again()
            raise _refusal(error) from None
        if written:
            await self._write(first, written)
        self.idle_since = self.house.now()
        self._changed(happened, is_table_changed=status != self.table.status or _are_about_the_table(written))

    async def _write(self, first: int, written: list[AnyEntry]) -> None:
        try:
            await self.house.store.append(self.table.id, first, [encode_entry(entry) for entry in written])
        except NotSaved as error:
            metrics.NOT_SAVED.inc()
            logger.error("not saved", table=self.table.id, seq=first, reason=type(error).__name__)
            await self._read_again()
            if isinstance(error, TakenAlready):
                self._changed({}, is_table_changed=True)
                raise Refusal("stale", str(error)) from None
            self._begin(self._try_again())
            raise Refusal("not saved", str(error)) from None
        for entry in written:
            if isinstance(entry, Played):
                metrics.MOVES.labels(entry.by).inc()
        await self.house.noted(self.table)

    async def _read_again(self) -> None:
        """The table as its log has it. If even that fails, nobody may go on with what is in memory."""
        try:
            self.table = await self.house.read(self.table.id)
        except SheepfoldError:
            self.house.give_up(self)
            raise
        self.audience.showing.changed()

    async def _try_again(self) -> None:
        """Chance and bots that could not be written down do not wait for somebody to come by."""
        await asyncio.sleep(TRY_AGAIN)
        async with self.lock:
            await self._commit([])

    def _fold(self, entry: AnyEntry, happened: Happened) -> None:
        self.table.fold(entry)
        self.audience.tell(self.table, entry, happened)

    def _follows(self) -> AnyEntry | None:
        """What happens now by itself: an undo that all agree to, or what chance does if it is to act."""
        undone = agreed_undo(self.table, self.house.now())
        if undone is not None:
            return undone
        match = self.table.match
        if match is None or self.table.status != "running" or self.table.acting():
            return None
        return Played(at=self.house.now(), action=match.draw(self.house.rng), by="chance")

    async def catch_up(self, length: int) -> None:
        """Another process has added to the log."""
        async with self.lock:
            if self.table.seq < length:
                await self._read_again()
                self._changed({}, is_table_changed=True)

    async def _start_when_ready(self) -> None:
        await self.house.kitchen.playable(self.table.made.game)
        async with self.lock:
            await self._read_again()
            await self._commit([])
            self._show_table()

    def _changed(self, happened: Happened, *, is_table_changed: bool) -> None:
        """Tell everybody, and let whoever is next begin."""
        self.audience.showing.changed()
        self.glass = hourglass_of(self.table, self.glass, self.house.now())
        if is_table_changed:
            self.audience.refresh_hands(self.table)
            self._note_absences()
        self._let_glass_run()
        self._show_state(happened)
        if is_table_changed:
            self._show_table()
            if self.table.is_started and not self.table.is_ready and not self._tasks:
                self._begin(self._start_when_ready())
        self._let_bots_think()
        self._set_timer()

    # ------------------------------------------------------------------------------------------ showing

    def _show_state(self, happened: Happened) -> None:
        self.audience.show_state(self.table, happened, self._clock)

    def _show_table(self) -> None:
        self.audience.show_table(self.table, self._keep_in)

    def table_shown(self, hands: Hands) -> TableShown:
        """The table for somebody who asks once."""
        return showing.table_shown(self.table, hands, self.audience.present(), self._keep_in)

    def state_shown(self, eyes: int | None, wants: frozenset[str], tongue: str) -> StateShown | None:
        """The state for somebody who asks once."""
        if self.table.match is None:
            return None
        state = self.audience.showing.state(self.table, self.table.match, eyes, wants, tongue)
        return msgspec.structs.replace(state, clock=self._clock(eyes))

    # ------------------------------------------------------------------------------------------ time

    def _keep_in(self, seat: int) -> float | None:
        return self.absences.keep_in(self.table, seat, self.house.now())

    def _let_glass_run(self) -> bool:
        """Let the hourglass run, or stand still while its player is away; whether that is a change."""
        if self.glass is None:
            return False
        chairs = [self.table.chairs[seat] for seat in self.glass.acting]
        waits = self.table.made.manners.pause_hourglass and any(
            chair.decider in ("person", "program") for chair in chairs
        )
        is_here = bool(self.audience.present() & set(self.glass.acting))
        return self.glass.let_run(self.house.now(), run=is_here or not waits)

    def _clock(self, eyes: int | None) -> Clock | None:
        now = self.house.now()
        if self.glass is not None:
            is_running = self.glass.since is not None
            return showing.clock_shown(self.glass.left(now), self.glass.full, running=is_running, decision=False)
        limit = self.table.made.manners.decision_seconds
        if limit is None or eyes is None or self._decision_left(eyes, limit) is None:
            return None
        left = self._decision_left(eyes, limit) or 0.0
        return showing.clock_shown(left, limit, running=True, decision=True)

    def _decision_left(self, seat: int, limit: int) -> float | None:
        """How long a person may still think; None where nobody is asked."""
        if seat not in self.table.asked or self.table.chairs[seat].decider not in ("person", "program"):
            return None
        return max(self.table.asked_at[seat], self.began) + limit - self.house.now()

    def _set_timer(self) -> None:
        """Come back when the next thing is due that nobody has to ask for."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._due()
        if due:
            wait = max(0.0, min(due)) + SHORT
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._begin(self._time_is_up()))

    def _due(self) -> list[float]:
        now, due = self.house.now(), list[float]()
        if self.table.status != "running":
            return due
        if self.glass is not None and self.glass.since is not None:
            due.append(self.glass.left(now))
        limit = self.table.made.manners.decision_seconds
        if limit is not None and self.glass is None:
            due += [left for seat in self.table.asked if (left := self._decision_left(seat, limit)) is not None]
        if self.watchers:
            waits = [self._keep_in(seat) for seat in range(len(self.table.chairs))]
            due += [wait for wait in waits if wait]
        return due

    async def _time_is_up(self) -> None:
        async with self.lock:
            self._timer = None
            now = self.house.now()
            if self.glass is not None and self.glass.since is not None and self.glass.left(now) <= 0:
                action = running(self.table).legal("*")[0]
                await self._commit([Played(at=now, action=action, by="clock")])
                return
            self._let_bots_think()
            self._show_table()
            self._set_timer()

    # ------------------------------------------------------------------------------------------ bots

    def _let_bots_think(self) -> None:
        """Ask every bot that is to act, and those who decide for people whose time is up.

        While somebody waits to hear whether they may take something back, bots wait too.
        """
        if self.table.status != "running" or self.table.wish is not None:
            return
        for seat, decision in self.table.asked.items():
            if self._thinking.get(seat) != decision and self._bot_for(seat) is not None:
                self._thinking[seat] = decision
                self._begin(self._think(seat, decision))

    def _bot_for(self, seat: int) -> str | None:
        chair, limit = self.table.chairs[seat], self.table.made.manners.decision_seconds
        if chair.bot is not None:
            return chair.bot
        left = self._decision_left(seat, limit) if limit is not None and self.glass is None else None
        return bots.best(self.table.game) if left is not None and left <= 0 else None

    async def _think(self, seat: int, decision: int) -> None:
        try:
            await self._decide_for(seat, decision)
        finally:
            if self._thinking.get(seat) == decision:
                del self._thinking[seat]

    async def _decide_for(self, seat: int, decision: int) -> None:
        """A bot's choice in this seat, unless it is no longer asked for when it has been thought of."""
        name, match = self._bot_for(seat), running(self.table)
        if name is None:
            return
        if bots.searches(name) and not self.house.kitchen.is_searchable(match.game.key):
            name = STAND_IN
        seen, legal = bots.Seen(match.game, seat, match.observation(seat)), match.legal(seat)
        began = self.house.now()
        try:
            action = await self.house.thinkers.ask(name, seen, legal)
        except SheepfoldError as error:
            logger.error("bot failed", table=self.table.id, bot=name, reason=str(error))
            action = self.house.rng.choice(legal)
        if self.watchers and self.table.asked.get(seat) == decision:
            await asyncio.sleep(self._pause(seat, action) - (self.house.now() - began))
        async with self.lock:
            if self.table.asked.get(seat) != decision or self._bot_for(seat) is None or self.table.wish is not None:
                return
            decider = self.table.chairs[seat].decider
            by = decider if decider in ("bot", "keeper") else "limit"
            await self._commit([Played(at=self.house.now(), seat=seat, action=action, by=by)])

    def _pause(self, seat: int, action: str) -> float:
        """How long a bot seems to think; against the hourglass it takes as long as a person would."""
        usual = self.table.made.manners.bot_seconds
        if self.glass is None:
            return usual
        return min(max(usual, bots.pace(running(self.table), seat, action)), self.glass.left(self.house.now()) / 2)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; what goes wrong there is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):  # who refused has said why already
            logger.error("work at a table failed", table=self.table.id, reason=f"{type(error).__name__}: {error}")


def _scoped(command: messages.AnyCommand) -> str:
    """Ids are made by clients, so two may be the same by chance: they count for one chair and one kind of command."""
    seat = getattr(command, "seat", getattr(command, "chair", "-"))
    return f"{seat}:{command.__struct_config__.tag}:{command.id}"


def _are_about_the_table(entries: list[AnyEntry]) -> bool:
    return any(not isinstance(entry, Played) for entry in entries)


def _refusal(error: Exception) -> Exception:
    if isinstance(error, IllegalAction):
        return Refusal("illegal", str(error))
    if isinstance(error, UnreadableAction):
        return Refusal("unreadable", str(error))
    return error
