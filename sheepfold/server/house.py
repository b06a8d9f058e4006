"""The house: all tables of a server. Those that somebody uses are in memory, rebuilt from their logs when needed."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game, pick_game
from sheepfold.core.words import gettext as _
from sheepfold.server import metrics
from sheepfold.server.deciding import Refusal, check_bot, clean_name
from sheepfold.server.entries import AnyEntry, Made, Placed, Sat, Started, decode_entry, encode_entry
from sheepfold.server.hub import Hub, InMemoryHub
from sheepfold.server.kitchen import Kitchen
from sheepfold.server.links import new_table_name
from sheepfold.server.live import LiveTable
from sheepfold.server.messages import ChairWish, NewTable
from sheepfold.server.settings import HOUR, Settings
from sheepfold.server.store import BrokenLog, NotSaved, Right, Store
from sheepfold.server.table import DamagedLog, Table
from sheepfold.server.thinking import Thinkers

SWEEP = 30.0
IDLE = 120.0
"""Seconds after which a table that nobody uses leaves the memory."""
FAREWELL = 20
"""Twentieths of a second in which connections end that were told to."""
KEEPING = 3600.0
"""Seconds between two looks for tables whose time is over."""

logger = structlog.get_logger("house")


@dataclass
class Chances:
    """Where time, chance and names come from; tests put their own."""

    now: Callable[[], float] = time.time
    rng: random.Random = random.SystemRandom()  # noqa: RUF009 (it has no state that could be shared by mistake)
    new_name: Callable[[], str] = new_table_name


class House:
    """Opens tables, keeps them going, and lets go of those nobody uses."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        hub: Hub | None = None,
        chances: Chances | None = None,
        kitchen: Kitchen | None = None,
    ) -> None:
        self.settings, self.store, self.hub = settings, store, hub or InMemoryHub()
        self.chances = chances or Chances()
        self.now, self.rng = self.chances.now, self.chances.rng
        self.kitchen, self.thinkers = kitchen or Kitchen(), Thinkers(settings.thinkers)
        self.tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._touched: dict[str, str] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.is_stopping = False
        self.hub.listen(self.heard)

    # ------------------------------------------------------------------------------------------ opening and closing

    async def start(self) -> None:
        self.kitchen.start()
        self._tasks = [asyncio.create_task(work()) for work in (self._resume, self._sweep_now_and_then)]

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
        await self._write_touched()
        await self.store.close()

    async def _resume(self) -> None:
        """After a start: games at which bots are to act, or clocks run, go on."""
        for name in await self.store.is_waiting():
            try:
                await self.open(name)
            except SheepfoldError as error:
                logger.error("table not resumed", table=name, reason=type(error).__name__)
            await asyncio.sleep(0)

    async def _sweep_now_and_then(self) -> None:
        until_keeping = 0.0
        while True:
            try:
                if until_keeping <= 0:
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
            del self.tables[name]
            self._opening.pop(name, None)

    async def clear_away(self) -> None:
        """Erase the tables whose time is over."""
        now = self.store.clock()
        old = await self.store.outdated(
            now - self.settings.finished_hours * HOUR, now - self.settings.abandoned_hours * HOUR
        )
        for name in old:
            await self.erase(name)

    async def erase(self, name: str) -> None:
        """Forget a table for good; what is being written at this moment is waited for."""
        live = self.tables.get(name)
        if live is not None:
            async with live.lock:
                live.close(_("This table was erased."), 4410, again=False)
                await self.store.erase(name)
            self.tables.pop(name, None)
        else:
            await self.store.erase(name)
        self._touched.pop(name, None)

    def give_up(self, live: LiveTable) -> None:
        """A table whose log cannot be read just now leaves the memory; people come back when it can."""
        self.tables.pop(live.table.id, None)
        live.close(_("This table cannot be read just now; come back in a moment."), 1012, again=True)

    # ------------------------------------------------------------------------------------------ tables

    async def read(self, name: str) -> Table:
        """A table from its log."""
        try:
            bodies = await self.store.read(name)
        except BrokenLog as error:
            raise _damaged(name, error) from error
        if not bodies:
            raise Refusal("missing", _("There is no such table. Tables are cleared away some time after their end."))
        try:
            log = [decode_entry(body) for body in bodies]
            first = log[0]
            is_ready = isinstance(first, Made) and self.kitchen.is_playable(first.game)
            table = Table(name, log, is_ready=is_ready)
            table.game  # noqa: B018 (a log without a beginning, or of a game that is gone, shows here)
        except Exception as error:  # whatever is wrong with a log, only its own table is lost
            raise _damaged(name, error) from error
        return table

    async def open(self, name: str) -> LiveTable:
        """A table that is live: from memory, else from its log."""
        if name in self.tables:
            return self.tables[name]
        async with self._opening.setdefault(name, asyncio.Lock()):
            if name not in self.tables:
                try:
                    live = LiveTable(await self.read(name), self)
                finally:
                    self._opening.pop(name, None)
                self.tables[name] = live
                await live.wake()
        return self.tables[name]

    async def make(self, wish: NewTable, device: str | None) -> tuple[Table, list[Right]]:
        """A new table as somebody wishes it; what its maker may do."""
        if await self.store.count() >= self.settings.most_tables:
            raise Refusal("full", _("This server has no room for more tables."))
        game = pick_game(wish.game)
        usual = max(len(wish.chairs), game.players[0])
        players = game.check_players(usual if wish.players is None else wish.players)
        return await self._make(self._first_entries(wish, game, players), game, device)

    def _first_entries(self, wish: NewTable, game: Game, players: int) -> list[AnyEntry]:
        now = self.now()
        if len(wish.chairs) > players:
            sentence = _("There are {given} chairs for {players} players.")
            raise Refusal("bad", sentence.format(given=len(wish.chairs), players=players))
        options = {
            name: value
            for name, value in game.check_options(players, wish.options).items()
            if value != game.options[name].default
        }
        made = Made(
            at=now, game=game.key, players=players, options=options, manners=wish.manners,
            material=_material(game, wish.material),
        )  # fmt: skip
        log: list[AnyEntry] = [made]
        for seat, chair in enumerate(wish.chairs):
            log += self._sit_down(game, seat, chair, now)
        if wish.start:
            if len(log) <= players:
                raise Refusal("not now", _("Some chairs are still empty, so the game cannot start at once."))
            log.append(Started(at=now))
        return log

    def _sit_down(self, game: Game, seat: int, chair: ChairWish, now: float) -> list[AnyEntry]:
        if chair.kind == "bot":
            return [Placed(at=now, chair=seat, bot=check_bot(game, chair.bot))]
        if chair.kind == "here":
            return [Sat(at=now, chair=seat, name=clean_name(chair.name) if chair.name else "")]
        return []

    async def _make(self, log: Sequence[AnyEntry], game: Game, device: str | None) -> tuple[Table, list[Right]]:
        table = Table(self.chances.new_name(), log, is_ready=self.kitchen.is_playable(game.key))
        chairs = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
        rights = [Right("maker"), *(Right("chair", seat) for seat in chairs)]
        bodies = [encode_entry(entry) for entry in log]
        await self.store.make(table.id, game.key, table.status, bodies, device, rights)
        live = self.tables[table.id] = LiveTable(table, self)
        await live.wake()
        return table, rights

    async def make_rematch(self, table: Table) -> str:
        """The next table for the same people; whoever has rights at the old one has them at the new one."""
        now, made = self.now(), table.made
        log: list[AnyEntry] = [msgspec.structs.replace(made, at=now, before=table.id)]
        for seat, chair in enumerate(table.chairs):
            if chair.is_taken_by_people:
                kind = "program" if chair.kind == "program" else "person"
                log.append(Sat(at=now, chair=seat, name=chair.name, kind=kind))
            elif chair.bot is not None:
                log.append(Placed(at=now, chair=seat, bot=chair.bot))
        if all(chair.kind != "open" for chair in table.chairs):
            log.append(Started(at=now))
        following, _rights = await self._make(log, table.game, None)
        generations = {seat: chair.generation for seat, chair in enumerate(table.chairs)}
        await self.store.copy_rights(table.id, following.id, generations, table.invitation)
        return following.id

    async def noted(self, table: Table) -> None:
        """Something happened at a table: its status is noted when it changes, and other processes are told.

        The status only helps to find tables. What has happened has happened, even if it cannot be noted.
        """
        status = table.status
        if self._touched.get(table.id) != status:
            try:
                await self.store.note({table.id: status})
                self._touched[table.id] = status
            except NotSaved:
                logger.error("status not noted", table=table.id)
        await self.hub.announce(table.id, table.seq, self.heard)

    async def _write_touched(self) -> None:
        active = {
            name: live.table.status for name, live in self.tables.items() if self.now() - live.idle_since < SWEEP * 2
        }
        try:
            await self.store.note(active)
        except NotSaved:
            logger.error("status not noted", tables=len(active))

    async def heard(self, name: str, length: int) -> None:
        """Another process says that a log has grown."""
        if name in self.tables:
            await self.tables[name].catch_up(length)


def _damaged(name: str, error: Exception) -> DamagedLog:
    logger.error("damaged log", table=name, reason=type(error).__name__)
    return DamagedLog(_("This table's log is damaged, so it cannot be opened. Other tables are not affected."))


def _material(game: Game, text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    if game.material_module is None:
        raise Refusal("bad", _("The material of {game} cannot be exchanged.").format(game=_(game.name)))
    return game.material_module.check(game.material_module.read_file(text))
