"""A table: its log, folded. Nothing here asks, decides or sends; the same log always gives the same table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game, pick_game
from sheepfold.core.match import Match
from sheepfold.server.entries import (
    AnyEntry,
    By,
    Closed,
    Freed,
    Kept,
    Made,
    Placed,
    Played,
    Rematched,
    Returned,
    Sat,
    Started,
    UndoAnswered,
    UndoAsked,
    Undone,
)

Status = Literal["open", "preparing", "running", "over", "closed"]
ChairKind = Literal["open", "person", "program", "bot"]


class DamagedLog(SheepfoldError):
    """A log that cannot be folded: this table is lost, the others are not."""


@dataclass
class Chair:
    """A chair and who sits in it. `generation` counts who was asked to leave: links of older ones no longer open it."""

    kind: ChairKind = "open"
    name: str = ""
    bot: str | None = None
    generation: int = 0

    @property
    def is_taken_by_people(self) -> bool:
        """Whether it is somebody's, even if a bot keeps it just now."""
        return self.kind in ("person", "program")

    @property
    def is_kept(self) -> bool:
        return self.is_taken_by_people and self.bot is not None

    @property
    def decider(self) -> By:
        """Who decides here now."""
        if self.is_kept:
            return "keeper"
        return self.kind if self.kind != "open" else "person"


@dataclass(frozen=True)
class Move:
    """An action of the game's log: whose, by whom, in which entry, and which question it answered.

    `shows`: chance had a hand in it, or something hidden came to light.
    """

    seat: int | None
    action: str
    by: By
    seq: int
    decision: int
    shows: bool
    at: float


@dataclass
class UndoWish:
    """Somebody wants to take back their last choice; `agreed` do not mind."""

    seat: int
    agreed: set[int] = field(default_factory=set[int])


class Table:
    """What a log says. `match` is there once the game has begun.

    Where the game is not ready to be played on this machine yet, all is folded but the game itself.
    """

    def __init__(self, name: str, log: Iterable[AnyEntry] = (), *, is_ready: bool = True) -> None:
        self.id = name
        self.is_ready = is_ready
        self.seq = 0
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.moves: list[Move] = []
        self.asked: dict[int, int] = {}
        self.asked_at: dict[int, float] = {}
        self.wish: UndoWish | None = None
        self.done: dict[str, int] = {}
        self.rematch: str | None = None
        self.invitation = 0
        """Counts who was removed: they cannot come back by the old invitation."""
        self.is_started = self.is_closed = self.is_over = False
        self._acting: list[int] = []
        self._made: Made | None = None
        for entry in log:
            self.fold(entry)

    # ------------------------------------------------------------------------------------------ reading

    @property
    def made(self) -> Made:
        if self._made is None:
            raise DamagedLog(f"The log of table {self.id} has no beginning.")
        return self._made

    @cached_property
    def game(self) -> Game:
        return pick_game(self.made.game)

    @property
    def status(self) -> Status:
        if self.is_closed:
            return "closed"
        if not self.is_started:
            return "open"
        if self.match is None:
            return "preparing"
        return "over" if self.is_over else "running"

    def people(self) -> list[int]:
        """The seats whose people are asked when something is to be agreed on."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_taken_by_people and not chair.is_kept]

    def acting(self) -> list[int]:
        """The seats that are to act."""
        return [] if self.is_closed else self._acting

    # ------------------------------------------------------------------------------------------ folding

    def fold(self, entry: AnyEntry) -> None:
        """Take an entry in. An action that cannot be played raises, and then nothing has changed."""
        self._fold(entry)
        if entry.id is not None:
            self.done[entry.id] = self.seq
        self.seq += 1

    def _fold(self, entry: AnyEntry) -> None:
        match entry:
            case Made():
                self._made = entry
                self.chairs = [Chair() for _seat in range(entry.players)]
            case Sat():
                chair = self.chairs[entry.chair]
                chair.kind, chair.name, chair.bot = entry.kind, entry.name, None
                self._rename(entry.chair)
            case Placed():
                chair = self.chairs[entry.chair]
                chair.kind, chair.name, chair.bot = "bot", "", entry.bot
                self._rename(entry.chair)
            case Freed():
                self.chairs[entry.chair] = Chair(generation=self.chairs[entry.chair].generation + 1)
                self.invitation += entry.removed
                self._rename(entry.chair)
            case Started():
                self.is_started = True
                self._begin(entry)
            case Played():
                self._play(entry)
            case Kept():
                self.chairs[entry.chair].bot = entry.bot
            case Returned():
                self.chairs[entry.chair].bot = None
            case UndoAsked():
                self.wish = UndoWish(entry.seat)
            case UndoAnswered():
                if self.wish is not None and entry.agree:
                    self.wish.agreed.add(entry.seat)
                else:
                    self.wish = None
            case Undone():
                self._undo(entry)
            case Rematched():
                self.rematch = entry.table
            case Closed():
                self.is_closed = True

    def _rename(self, seat: int) -> None:
        if self.match is not None:
            self.match.names[seat] = self.chairs[seat].name or None

    # ------------------------------------------------------------------------------------------ the game

    def _begin(self, entry: Started) -> None:
        if not self.is_ready:
            return
        made = self.made
        names = [chair.name or None for chair in self.chairs]
        options: dict[str, Any] = dict(made.options)
        self.match = Match(made.game, made.players, material=made.material, names=names, **options)
        self._ask(entry.at, ())

    def _play(self, entry: Played) -> None:
        if not self.is_started:
            raise DamagedLog(f"The log of table {self.id} has an action before the start.")
        if self.match is None:
            return
        before = self.acting()
        self.match.play("*" if entry.seat is None else entry.seat, entry.action)
        decision = self.asked.get(entry.seat, self.seq) if entry.seat is not None else self.seq
        shows = self.match.came_to_light()
        self.moves.append(Move(entry.seat, entry.action, entry.by, self.seq, decision, shows, entry.at))
        self.wish = None
        self._ask(entry.at, [seat for seat in before if seat != entry.seat])

    def _undo(self, entry: Undone) -> None:
        if self.match is None:
            return
        since = self.moves[entry.length].seq
        still = [seat for seat, asked in self.asked.items() if seat != entry.seat and asked < since]
        if entry.alone:
            self.match.undo(entry.seat)
            del self.moves[entry.length]
        else:
            self.match = self.match.copy(entry.length)
            del self.moves[entry.length :]
        self.wish = None
        self._ask(entry.at, still)

    def _ask(self, at: float, still: Iterable[int]) -> None:
        """Note since when each seat has been asked what it does; `still` were asked before and are asked the same."""
        actors = self.match.to_act() if self.match is not None else set[int]()
        self.is_over = self.match is not None and not actors
        self._acting = sorted(actor for actor in actors if isinstance(actor, int))
        kept, acting = set(still), self.acting()
        for seat in acting:
            if seat not in kept:
                self.asked[seat], self.asked_at[seat] = self.seq, at
        self.asked = {seat: self.asked[seat] for seat in acting}
