"""The house: all tables of a server. Those that somebody uses are in memory, rebuilt from their logs when needed."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import msgspec
import structlog

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.setup import Setup, read_material, set_up
from sheepfold.core.words import gettext as _
from sheepfold.server import metrics
from sheepfold.server.fairness import budget
from sheepfold.server.fairness.clerk import Clerk
from sheepfold.server.fairness.turns import Turns
from sheepfold.server.games_here import game_here
from sheepfold.server.keeping.health import Health
from sheepfold.server.keeping.neighbours import HOUSEKEEPING, Neighbours
from sheepfold.server.keeping.schema import Right
from sheepfold.server.keeping.seals import AlteredEntry
from sheepfold.server.keeping.store import Store
from sheepfold.server.keeping.troubles import BrokenLog, NotSaved
from sheepfold.server.settings import HOUR, Settings
from sheepfold.server.table import signs
from sheepfold.server.table.deciding import check_bot, clean_name, started
from sheepfold.server.table.entries import AnyEntry, Made, Placed, Sat, decode_entry, encode_entry
from sheepfold.server.table.fold import DamagedLog, Table
from sheepfold.server.table.kitchen import Kitchen
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.rights import Hands, chair_right, guest_right
from sheepfold.server.table.teaching import set_for_a_lesson
from sheepfold.server.table.thinking import Thinkers
from sheepfold.server.wire.commands import Rematch, TableSign
from sheepfold.server.wire.forms import ChairWish, NewTable
from sheepfold.server.wire.refusal import Refusal

SWEEP = 30.0
IDLE = 120.0
"""Seconds after which a table that nobody uses leaves the memory."""
LEFT_ALONE = 10.0
"""Seconds after which it does so when it goes on at another process."""
FAREWELL = 20
"""Twentieths of a second in which connections end that were told to."""
MOST_DEVICES = 500
"""Devices that are remembered to have opened the same link to one table."""
SLICE = 0.005
"""Seconds for which a long log is folded without a pause."""
FOLDED_AT_ONCE = 2
HEARD_AT_ONCE = 2
"""Commands over live connections that are begun in one go."""
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody confuses when a link is read aloud."""
KEEPING = 3600.0
"""Seconds between two looks for tables whose time is over."""

logger = structlog.get_logger("house")


def new_table_name() -> str:
    return "".join(secrets.choice(ALPHABET) for _letter in range(12))


class Steady:
    """The time of day, which here never goes back: hourglasses run on when somebody sets the computer's clock back."""

    def __init__(self) -> None:
        self._ahead = -math.inf

    def __call__(self) -> float:
        running = time.monotonic()
        self._ahead = max(self._ahead, time.time() - running)
        return running + self._ahead


@dataclass
class Chances:
    """Where time, chance and names come from; tests put their own."""

    now: Callable[[], float] = field(default_factory=Steady)
    rng: random.Random = random.SystemRandom()  # noqa: RUF009 (it has no state that could be shared by mistake)
    new_name: Callable[[], str] = new_table_name


class House:
    """Opens tables, keeps them going, and lets go of those nobody uses."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        neighbours: Neighbours | None = None,
        chances: Chances | None = None,
        kitchen: Kitchen | None = None,
    ) -> None:
        self.settings, self.store, self.neighbours = settings, store, neighbours or Neighbours()
        self.chances = chances or Chances()
        self.now, self.rng = self.chances.now, self.chances.rng
        self.kitchen, self.thinkers, self.clerk = kitchen or Kitchen(), Thinkers(settings.thinkers), Clerk()
        self.kitchen.served = self._served
        self.hearing = Turns(HEARD_AT_ONCE)
        """Whose command over a live connection is looked at next."""
        self.health = Health(store, settings.data, self.neighbours)
        self.tables: dict[str, LiveTable] = {}
        self._opening: dict[str, tuple[asyncio.Lock, int]] = {}
        """Tables that are being opened, or erased, and how many are about it."""
        self._noted: dict[str, str] = {}
        """The status of each table as the database has it."""
        self._acted: dict[str, tuple[str, float]] = {}
        """Where something has happened since that was noted last: the status, and when."""
        self._tasks: list[asyncio.Task[None]] = []
        self._folding = asyncio.Semaphore(FOLDED_AT_ONCE)
        self.is_stopping = False
        self.began = self.now()
        """Since when the time of decisions runs: while the server was away it did not."""

    # ------------------------------------------------------------------------------------------ opening and closing

    async def start(self) -> None:
        self.kitchen.start()
        await self.neighbours.start(self)
        self._tasks = [asyncio.create_task(work()) for work in (self._sweep_now_and_then, self.health.look_on)]

    async def say_goodbye(self) -> None:
        """Tell everybody to come back, and give them a moment to hear it."""
        self.is_stopping = True
        tables = list(self.tables.values())
        for table in tables:
            table.close(_("The server starts anew; come back in a moment."), 1012, again=True)
        for _look in range(FAREWELL):
            if not any(table.watchers for table in tables):
                return
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Write down what is left to write."""
        await self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.kitchen.stop()
        self.thinkers.close()
        self.clerk.close()
        await self._write_touched()
        await self.neighbours.stop()
        await self.store.close()

    async def _sweep_now_and_then(self) -> None:
        until_keeping = 0.0
        while True:
            try:
                if until_keeping <= 0:
                    if await self.neighbours.hold(HOUSEKEEPING):
                        await self.clear_away()
                    until_keeping = KEEPING
                await self._write_touched()
            except SheepfoldError as error:
                logger.error("housekeeping failed", reason=str(error))
            self.let_go(IDLE)
            metrics.TABLES.set(len(self.tables))
            await asyncio.sleep(SWEEP)
            until_keeping -= SWEEP

    def let_go(self, idle: float) -> None:
        """Tables that nobody uses leave the memory; their logs stay."""
        for name in [name for name, table in self.tables.items() if table.is_idle(idle)]:
            self._let_rest(name)

    def _let_rest(self, name: str) -> None:
        self.tables.pop(name).rest()
        self.neighbours.let_go(name)
        self._noted.pop(name, None)

    async def clear_away(self) -> None:
        """Erase all tables whose time is over, and give back the room they took."""
        now = self.store.clock()
        finished, abandoned = self.settings.finished_hours * HOUR, self.settings.abandoned_hours * HOUR
        while old := await self.store.outdated(now - finished, now - abandoned):
            await self.store.erase(*old)
            for name in old:
                self.forget(name)
        await self.store.shrink()

    async def erase(self, name: str) -> None:
        """Forget a table for good; what is being written at this moment is waited for."""
        async with self._alone_with(name):
            live = self.tables.get(name)
            if live is not None:
                async with live.lock:
                    live.close(_("This table was erased."), 4410, again=False)
                    await self.store.erase(name)
            else:
                await self.store.erase(name)
            self.forget(name)

    def forget(self, name: str) -> None:
        """What is in memory of an erased table; nothing more is written to it."""
        live = self.tables.pop(name, None)
        if live is not None:
            live.close(_("This table was erased."), 4410, again=False)
        self.neighbours.let_go(name)
        self.neighbours.call_out(name, 0)
        self._noted.pop(name, None)
        self._acted.pop(name, None)

    def give_up(self, live: LiveTable) -> None:
        """A table whose log cannot be read just now leaves the memory; people come back when it can."""
        self.tables.pop(live.table.id, None)
        live.close(_("This table cannot be read just now; come back in a moment."), 1012, again=True)

    # ------------------------------------------------------------------------------------------ tables

    def _served(self, key: str) -> None:
        """A game has become quicker here: those who play it are shown so."""
        for live in self.tables.values():
            if live.table.made.game == key:
                live.served()

    async def read(self, name: str, length: int | None = None) -> Table:
        """A table from its log, or from the first so many entries of it."""
        try:
            bodies = await self.store.read(name)
        except BrokenLog as error:
            raise _damaged(name, error) from error
        return await self._folded(name, bodies[:length])

    async def _opened(self, name: str) -> LiveTable:
        """A table from its log, to be used."""
        try:
            bodies, origin = await self.store.open(name)
        except BrokenLog as error:
            raise _damaged(name, error) from error
        return LiveTable(await self._folded(name, bodies), self, origin)

    async def _folded(self, name: str, bodies: Sequence[bytes]) -> Table:
        if not bodies:
            raise _missing()
        try:
            table = Table(name)
            await self._fold(table, bodies)
            table.game  # noqa: B018 (a log without a beginning, or of a game that is gone, shows here)
        except Exception as error:  # whatever is wrong with a log, only its own table is lost
            raise _damaged(name, error) from error
        return table

    async def _fold(self, table: Table, bodies: Sequence[bytes]) -> None:
        """Fold a log, a long one bit by bit: whoever else has something to do comes in between."""
        async with self._folding:
            until = time.perf_counter() + SLICE
            for body in bodies:
                table.chain.check(body)
                table.fold(decode_entry(body))
                if time.perf_counter() > until:
                    await asyncio.sleep(0)
                    until = time.perf_counter() + SLICE

    async def open(self, name: str) -> LiveTable:
        """A table that is live: from memory, else from its log."""
        if name in self.tables:
            if not self.neighbours.is_alone:  # nobody is answered from a log shorter than one they were told of
                self.tables[name].idle_since = self.now()
                await self._catch_up(name, (await self.store.lengths([name]))[name])
                if name not in self.tables:
                    raise _missing()
            return self.tables[name]
        async with self._alone_with(name):
            if name not in self.tables:
                live = self.tables[name] = await self._opened(name)
                await live.wake()
        return self.tables[name]

    @asynccontextmanager
    async def _alone_with(self, name: str) -> AsyncGenerator[None]:
        """One after another: a table is in memory once, and not at all when it was erased while its log was read."""
        lock, waiting = self._opening.get(name, (asyncio.Lock(), 0))
        self._opening[name] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            _lock, waiting = self._opening[name]
            if waiting > 1:
                self._opening[name] = lock, waiting - 1
            else:
                del self._opening[name]

    async def make(self, wish: NewTable, device: str | None, origin: str) -> tuple[Table, list[Right]]:
        """A new table as somebody wishes it; what its maker may do."""
        if await self.store.count() >= self.settings.most_tables:
            raise Refusal("full", _("This server has no room for more tables."))
        if await self.store.count_of(origin) >= self.settings.most_tables_each:
            sentence = _("From where you are {most} tables have been made, which is the most. Erase some of them.")
            raise Refusal("full", sentence.format(most=self.settings.most_tables_each))
        if wish.lesson:
            wish = set_for_a_lesson(game_here(wish.game), wish)
        setup = await self._setup(wish, origin)
        return await self._make(self._first_entries(wish, setup), setup.game, device, origin)

    async def _setup(self, wish: NewTable, origin: str) -> Setup:
        """What somebody wishes to play; material of their own is read by the clerk."""
        game, text = game_here(wish.game), wish.material
        asked = partial(set_up, game, wish.players, wish.options, at_least=len(wish.chairs))
        if text is None:
            return asked()
        budget.MATERIAL.check(text)
        return await self.clerk.ask(origin, lambda: asked(material=read_material(game, text)))

    def _first_entries(self, wish: NewTable, setup: Setup) -> list[AnyEntry]:
        now, game, players = self.now(), setup.game, setup.players
        if len(wish.chairs) > players:
            sentence = _("There are {given} chairs for {players} players.")
            raise Refusal("bad", sentence.format(given=len(wish.chairs), players=players))
        made = Made(
            at=now, game=game.key, players=players, options=setup.chosen, manners=wish.manners,
            rules=setup.rules_version, material=setup.material or None,
            lesson=game.lesson.stamp if wish.lesson and game.lesson else "",
        )  # fmt: skip
        log: list[AnyEntry] = [made]
        for seat, chair in enumerate(wish.chairs):
            log += self._sit_down(game, seat, chair, now)
        if wish.start:
            if len(log) <= players:
                raise Refusal("not now", _("Some chairs are still empty, so the game cannot start at once."))
            log.append(started(wish.first, players, now, self.rng))
        return log

    def _sit_down(self, game: Game, seat: int, chair: ChairWish, now: float) -> list[AnyEntry]:
        if chair.kind == "bot":
            return [Placed(at=now, chair=seat, bot=check_bot(game, chair.bot))]
        if chair.kind == "here":
            return [Sat(at=now, chair=seat, name=clean_name(chair.name) if chair.name else "")]
        return []

    async def _make(
        self, log: Sequence[AnyEntry], game: Game, device: str | None, origin: str
    ) -> tuple[Table, list[Right]]:  # fmt: skip
        table = Table(self.chances.new_name(), log)
        self.kitchen.hurry(game.key)
        chairs = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
        rights = [Right("maker"), *(chair_right(table, seat) for seat in chairs)]
        bodies = [table.chain.seal(encode_entry(entry)) for entry in log]
        await self.store.make(table.id, game.key, table.status, bodies, device, rights, origin)
        live = self.tables[table.id] = LiveTable(table, self, origin)
        live.attend(Hands(frozenset(chairs), is_maker=True))
        await live.wake()
        return table, rights

    async def make_rematch(self, table: Table, origin: str, wish: Rematch) -> str:
        """The next table for the same people, by the present rules; whoever has rights at the old one has them at the
        new one."""
        now, made, players = self.now(), self._made_next(table, wish), table.made.players
        game = game_here(made.game)
        log: list[AnyEntry] = [made]
        for seat, chair in enumerate(table.chairs):
            place = (seat + made.moved) % players
            if chair.is_taken_by_people:
                kind = "program" if chair.kind == "program" else "person"
                log.append(Sat(at=now, chair=place, name=chair.name, kind=kind))
            elif chair.bot is not None:
                log.append(Placed(at=now, chair=place, bot=check_bot(game, chair.bot) if wish.game else chair.bot))
        if all(chair.kind != "open" for chair in table.chairs):
            by_lots = bool(game.who_begins) if wish.game else table.by_lots
            log.append(started("lots" if by_lots else None, players, now, self.rng))
        following, _rights = await self._make(log, game, None, origin)
        same = {chair_right(table, seat): Right("chair", (seat + made.moved) % players) for seat in range(players)}
        same |= {guest_right(table): Right("guest"), Right("maker"): Right("maker"), Right("watch"): Right("watch")}
        await self.store.copy_rights(table.id, following.id, same)
        return following.id

    def _made_next(self, table: Table, wish: Rematch) -> Made:
        """What is played at the next table: the same, or another game as it is usually played."""
        now, made, moved = self.now(), table.made, int(wish.moved)
        if wish.game is None:
            game = table.game
            material = made.material or game.material or None
            return msgspec.structs.replace(
                made, at=now, before=table.id, rules=game.rules_version, material=material, lesson="", moved=moved
            )
        try:
            setup = set_up(game_here(wish.game), made.players, {})
        except SheepfoldError as error:
            raise Refusal("bad", str(error)) from None
        return Made(
            at=now, game=setup.game.key, players=made.players, options=setup.chosen, manners=made.manners,
            rules=setup.rules_version, material=setup.material or None, before=table.id, moved=moved,
        )  # fmt: skip

    async def noted(self, table: Table) -> None:
        """Something happened at a table: its status is noted when it changes, and other processes are told.

        The status only helps to find tables, and those whose time is over. What has happened has happened, even if it
        cannot be noted.
        """
        self._acted[table.id] = (table.status, self.now())
        if self._noted.get(table.id) != table.status:
            await self._note({table.id: self._acted.pop(table.id)})
        self.neighbours.call_out(table.id, table.seq)

    async def _note(self, acted: dict[str, tuple[str, float]]) -> None:
        try:
            await self.store.note(acted)
            self._noted.update({name: status for name, (status, _when) in acted.items()})
        except NotSaved:
            logger.error("status not noted", tables=len(acted))

    async def _write_touched(self) -> None:
        """Note where something has happened, and when."""
        acted, self._acted = self._acted, {}
        await self._note(acted)

    async def admit(self, device: str, table: str, right: Right) -> None:
        """From now on a device may do what a link allows, if not too many may that already.

        Each kind of link is counted by itself: who opens the one for spectators a thousand times keeps no guest out.
        """
        if right.role != "chair" and await self.store.devices(table, right) >= MOST_DEVICES:
            raise Refusal("full", _("Too many people are watching this table."))
        await self.store.grant(device, table, right)

    # ------------------------------------------------------------------------------------------ other processes

    def length(self, name: str) -> int | None:
        """How far a table has been read; None: it is not in memory."""
        live = self.tables.get(name)
        return None if live is None else live.table.seq

    def lengths(self) -> dict[str, int]:
        """How far each table in memory has been read."""
        return {name: live.table.seq for name, live in self.tables.items()}

    async def heard(self, name: str, length: int) -> None:
        """Another process has added to a log, or erased the table. What nobody uses here need not be read on: it leaves
        the memory."""
        live = self.tables.get(name)
        if live is not None and live.is_idle(LEFT_ALONE):
            self._let_rest(name)
        else:
            await self._catch_up(name, length)

    async def _catch_up(self, name: str, length: int) -> None:
        """A log has so many entries; none: the table was erased."""
        live = self.tables.get(name)
        if live is None or length == live.table.seq:
            return
        if length == 0:
            if not (await self.store.lengths([name]))[name]:
                self.forget(name)
        else:
            await live.catch_up(length)

    def attends(self, name: str) -> bool:
        """Whether this process still has something to do at a table."""
        return name == HOUSEKEEPING or (name in self.tables and self.tables[name].is_attended)

    def presence_changed(self, name: str) -> None:
        if name in self.tables:
            self.tables[name].others_came_or_went()

    async def said(self, name: str, sign: TableSign) -> None:
        if name in self.tables:
            await signs.take(self.tables[name], sign)


def _missing() -> Refusal:
    return Refusal("missing", _("There is no such table. Tables are cleared away some time after their end."))


def _damaged(name: str, error: Exception) -> DamagedLog:
    logger.error("damaged log", table=name, reason=type(error).__name__)
    if isinstance(error, AlteredEntry):
        sentence = _(
            "This table's log is damaged: an entry was altered after it was written, so it cannot be opened. "
            "Other tables are not affected."
        )
        return DamagedLog(sentence)
    return DamagedLog(_("This table's log is damaged, so it cannot be opened. Other tables are not affected."))
