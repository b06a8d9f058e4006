"""A table: its log, folded. Nothing here asks, decides or sends; the same log always gives the same table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.lesson import Course
from sheepfold.core.log import Step
from sheepfold.core.match import Match
from sheepfold.server.keeping.seals import Chain
from sheepfold.server.table.entries import (
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
    Taught,
    UndoAnswered,
    UndoAsked,
    Undone,
)

Status = Literal["open", "running", "over", "closed"]
ChairKind = Literal["open", "person", "program", "bot"]


class DamagedLog(SheepfoldError):
    """A log that cannot be folded: this table is lost, the others are not."""


@dataclass
class Chair:
    """A chair and who sits in it. `generation` counts who was asked to leave: links of older ones no longer open it.

    `place` is its number when the table was made, by which links name it: the chairs may be turned at the start.
    """

    place: int
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


@dataclass(frozen=True, slots=True)
class Note:
    """What a table notes of an action beside the match's own log: by whom (in which seat; None: nobody's), in which
    entry, which question it answered.

    `shows`: chance had a hand in it, or something hidden came to light.
    """

    by: By
    seat: int | None
    seq: int
    decision: int
    shows: bool
    at: float


@dataclass(frozen=True)
class Move:
    """An action of the match's log, with what the table noted of it."""

    step: Step
    note: Note

    @property
    def seat(self) -> int | None:
        return self.step.seat

    @property
    def action(self) -> str:
        return self.step.action

    @property
    def by(self) -> By:
        return self.note.by


@dataclass
class UndoWish:
    """Somebody wants to take back their last choice; `agreed` do not mind."""

    seat: int
    agreed: set[int] = field(default_factory=set[int])


class Table:
    """What a log says. `match` is there once the game has begun."""

    def __init__(self, name: str, log: Iterable[AnyEntry] = ()) -> None:
        self.id = name
        self.seq = 0
        self.chain = Chain()
        """The seals of the log as it is on disk."""
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.notes: list[Note] = []
        """One for each action that stands in the match's log."""
        self.course: Course | None = None
        """How far the lesson is, where one is taught."""
        self.asked: dict[int, int] = {}
        self.asked_at: dict[int, float] = {}
        self.wish: UndoWish | None = None
        self.done: dict[str, int] = {}
        self.rematch: str | None = None
        self.undone = 0
        """How often something was taken back."""
        self._fate: dict[tuple[int, str], None] = {}
        """Once something was taken back: all that chance has ever done here, in order, and for which time it was asked
        for that (the third `roll` …). When it is asked for the same again, it does the same."""
        self._times: Counter[str] = Counter()
        """How often chance has been asked for each kind of thing up to now."""
        self.invitation = 0
        """Counts who was removed: they cannot come back by the old invitation."""
        self.is_started = self.is_closed = self.is_over = self.by_lots = False
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
        return "over" if self.is_over else "running"

    @property
    def match_length(self) -> int:
        """How many actions have been played."""
        return len(self.notes)

    @property
    def moves(self) -> list[Move]:
        """The match's log, with what was noted of each action."""
        return self.moves_since(0)

    def moves_since(self, first: int) -> list[Move]:
        """The same, from action number `first` on."""
        steps = self.match.played(first) if self.match is not None else []
        return [Move(step, note) for step, note in zip(steps, self.notes[first:], strict=True)]

    @property
    def latest(self) -> Move:
        """The action that was played last."""
        return self.moves_since(self.match_length - 1)[0]

    def seat_of(self, place: int) -> int | None:
        """Where a chair stands now that links name by its first number; None: there is no such chair."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.place == place), None)

    def people(self) -> list[int]:
        """The seats whose people are asked when something is to be agreed on."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_taken_by_people and not chair.is_kept]

    def acting(self) -> list[int]:
        """The seats that are to act."""
        return [] if self.is_closed else self._acting

    # ------------------------------------------------------------------------------------------ folding

    def fold(self, entry: AnyEntry) -> None:
        """Take an entry in. An action that cannot be played raises, and then nothing has changed."""
        match entry:
            case Made():
                self._made = entry
                self.chairs = [Chair(place) for place in range(entry.players)]
            case Sat():
                chair = self.chairs[entry.chair]
                chair.kind, chair.name, chair.bot = entry.kind, entry.name, None
                self._rename(entry.chair)
            case Placed():
                chair = self.chairs[entry.chair]
                chair.kind, chair.name, chair.bot = "bot", "", entry.bot
                self._rename(entry.chair)
            case Freed():
                old = self.chairs[entry.chair]
                self.chairs[entry.chair] = Chair(old.place, generation=old.generation + 1)
                self.invitation += entry.removed
                self._rename(entry.chair)
            case Started():
                self.is_started, self.by_lots = True, entry.lots
                self.chairs = self.chairs[entry.first :] + self.chairs[: entry.first]
                self._begin(entry)
            case Played():
                self._play(entry)
            case Taught():
                if self.course is not None and self.course.place == entry.place:
                    self.course.read()
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
        if entry.id is not None:
            self.done[entry.id] = self.seq
        self.seq += 1

    def _rename(self, seat: int) -> None:
        if self.match is not None:
            self.match.names[seat] = self.chairs[seat].name or None

    # ------------------------------------------------------------------------------------------ the game

    def _begin(self, entry: Started) -> None:
        made = self.made
        names = [chair.name or None for chair in self.chairs]
        options: dict[str, Any] = dict(made.options)
        self.match = Match(
            made.game, made.players, material=made.material, names=names, rules_version=made.rules, **options
        )
        lesson = self.game.lesson if made.lesson else None
        if lesson is not None and lesson.stamp == made.lesson:
            self.course = Course(lesson)
        self._ask(entry.at, ())

    def _play(self, entry: Played) -> None:
        if self.match is None:
            raise DamagedLog(f"The log of table {self.id} has an action before the start.")
        before = self.acting()
        self.match.play("*" if entry.seat is None else entry.seat, entry.action)
        if self.course is not None:
            self.course.played()
        decision = self.asked.get(entry.seat, self.seq) if entry.seat is not None else self.seq
        shows = self.match.came_to_light()
        if entry.by == "chance":
            kind = _kind(entry.action)
            if self.undone:
                self._fate.setdefault((self._times[kind], entry.action))
            self._times[kind] += 1
        self.notes.append(Note(entry.by, entry.seat, self.seq, decision, shows, entry.at))
        self.wish = None
        self._ask(entry.at, [seat for seat in before if seat != entry.seat])

    def _undo(self, entry: Undone) -> None:
        if self.match is None:
            raise DamagedLog(f"The log of table {self.id} takes something back before the start.")
        if not self.undone:
            self._fate = _fate_of(self.moves)
        self.undone += 1
        since = self.notes[entry.length].seq
        still = [seat for seat, asked in self.asked.items() if seat != entry.seat and asked < since]
        if entry.alone:
            self.match.undo(entry.seat)
            del self.notes[entry.length]
        else:
            self._times -= Counter(_kind(move.action) for move in self.moves_since(entry.length) if move.by == "chance")
            self.match = self.match.copy(entry.length)
            del self.notes[entry.length :]
        self.wish = None
        self._ask(entry.at, still)

    def fated(self, outcomes: Collection[str]) -> str | None:
        """Which of these chance has to choose, because it did so when it was asked before; None: it is free.

        The first one that fits: so whatever else is tried meanwhile, the same course of the game meets the same fate.
        """
        if not self.undone:
            return None
        come = (action for time, action in self._fate if time == self._times[_kind(action)])
        return next((action for action in come if action in outcomes), None)

    def _ask(self, at: float, still: Iterable[int]) -> None:
        """Note since when each seat has been asked what it does; `still` were asked before and are asked the same."""
        actors = self.match.to_act() if self.match is not None else set[int]()
        self.is_over = self.match is not None and not actors
        self._acting = sorted(actor for actor in actors if actor != "*")
        kept, asked = set(still), self.asked
        self.asked = {}
        for seat in self.acting():
            if seat not in kept:
                self.asked_at[seat] = at
            self.asked[seat] = asked[seat] if seat in kept else self.seq


def _fate_of(moves: Iterable[Move]) -> dict[tuple[int, str], None]:
    """What chance did in a game in which nothing was taken back, and for which time it was asked for that."""
    times = Counter[str]()
    fate: dict[tuple[int, str], None] = {}
    for move in moves:
        if move.by == "chance":
            kind = _kind(move.action)
            fate[times[kind], move.action] = None
            times[kind] += 1
    return fate


def _kind(action: str) -> str:
    """Which die or deck of chance an action is of: its first word."""
    return action.partition(" ")[0]
