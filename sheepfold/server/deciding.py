"""What a command leads to: the entries it adds to a table's log, or a refusal that says why.

Whether an action is legal is for the match to say, when the entry is folded; here it is settled who may ask for what
(`need_right`), and what a table makes of it (`decide`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from sheepfold import bots
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.server import messages
from sheepfold.server.entries import (
    AnyEntry,
    Closed,
    Freed,
    Kept,
    Placed,
    Played,
    Returned,
    Sat,
    Started,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from sheepfold.server.table import Table

Code = Literal["not yours", "not now", "illegal", "unreadable", "stale", "bad", "full", "missing", "busy", "not saved"]


class Refusal(SheepfoldError):
    """Why something is not done, in a word for programs and a sentence for people."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code: Code = code


@dataclass(frozen=True)
class Hands:
    """What somebody may do at a table: as its maker, in these chairs, as a guest who may sit down, or only watch."""

    chairs: frozenset[int] = frozenset()
    is_maker: bool = False
    is_guest: bool = False

    def need_chair(self, chair: int) -> None:
        if chair not in self.chairs:
            raise Refusal("not yours", _("This is not your chair."))

    def need_maker(self) -> None:
        if not self.is_maker:
            raise Refusal("not yours", _("Only whoever made the table can do that."))

    def need_any(self) -> None:
        if not (self.chairs or self.is_maker):
            raise Refusal("not yours", _("Spectators only watch."))


# ---------------------------------------------------------------------------------------------- names, chairs, bots


BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as letters or pictures and show nothing."""
MOST_MARKS = 2
"""Accents on one letter; more of them climb into the lines around."""


def clean_name(given: str) -> str:
    """A nickname as it is shown and kept: one short line that cannot disturb what stands around it."""
    printable, marks = "", 0
    for letter in unicodedata.normalize("NFC", given[:400]):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            printable += letter if letter.isprintable() and letter not in BLANKS else " "
    name = " ".join(printable.replace("#", "♯").split())[: messages.NAME_LENGTH].strip()
    if not any(letter.isalnum() or unicodedata.category(letter) == "So" for letter in name):
        raise Refusal("bad", _("A nickname needs a letter, a digit or a picture."))
    return name


def check_bot(game: Game, name: str) -> str:
    """A bot that this server lends: one of ours by name, never code that somebody names."""
    try:
        if ":" in name:
            raise BadOption(_("There is no bot `{name}` at this server.").format(name=name))
        bots.find(name, game)
    except SheepfoldError as error:
        raise Refusal("bad", str(error)) from None
    return name


def chair_of(table: Table, chair: int) -> int:
    if chair >= len(table.chairs):
        sentence = _("There is no chair {chair}; there are {players}.")
        raise Refusal("bad", sentence.format(chair=chair, players=len(table.chairs)))
    return chair


def sit(table: Table, wish: messages.Sit, hands: Hands, at: float) -> AnyEntry:
    """Somebody sits down in a chair that is open."""
    if not (hands.is_guest or hands.is_maker or hands.chairs):
        raise Refusal("not yours", _("Spectators only watch."))
    chair = table.chairs[chair_of(table, wish.chair)]
    if chair.kind != "open":
        raise Refusal("full", _("Somebody sits here already."))
    return Sat(at=at, chair=wish.chair, name=clean_name(wish.name), kind="program" if wish.bot else "person")


# ---------------------------------------------------------------------------------------------- commands


def need_right(command: messages.AnyCommand, hands: Hands) -> None:
    """Whether somebody with these hands may ask for this at all."""
    match command:
        case messages.Play() | messages.Undo() | messages.Answer():
            hands.need_chair(command.seat)
        case messages.Leave():
            hands.need_chair(command.chair)
        case messages.Keep() | messages.Rematch():
            hands.need_any()
        case _:
            hands.need_maker()


def decide(table: Table, command: messages.AnyCommand, at: float) -> list[AnyEntry]:
    """The entries a command leads to; those that change nothing (react, look …) are not for here."""
    if table.is_closed and not isinstance(command, messages.Close):
        raise Refusal("not now", _("This table is closed."))
    match command:
        case messages.Play():
            return _play(table, command, at)
        case messages.Start():
            return [_start(table, command, at)]
        case messages.Undo():
            return _undo(table, command, at)
        case messages.Answer():
            return _answer(table, command, at)
        case messages.Leave():
            return _leave(table, command, at)
        case messages.Free():
            chair = table.chairs[chair_of(table, command.chair)]
            if chair.kind == "open":
                raise Refusal("not now", _("Nobody sits here."))
            return [Freed(at=at, id=command.id, chair=command.chair, removed=chair.is_taken_by_people)]
        case messages.Place():
            if table.chairs[chair_of(table, command.chair)].kind != "open":
                raise Refusal("full", _("Somebody sits here already."))
            return [Placed(at=at, id=command.id, chair=command.chair, bot=check_bot(table.game, command.bot))]
        case messages.Close():
            return [] if table.is_closed else [Closed(at=at, id=command.id)]
        case _:
            raise Refusal("bad", _("This cannot be asked here."))


def _start(table: Table, command: messages.Start, at: float) -> AnyEntry:
    if table.is_started:
        raise Refusal("not now", _("The game has begun already."))
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    if empty:
        raise Refusal("not now", _("Some chairs are still empty: {chairs}.").format(chairs=_colours(empty)))
    return Started(at=at, id=command.id)


def _colours(seats: list[int]) -> str:
    return ", ".join(_(SEAT_COLOURS[seat]) for seat in seats)


def running(table: Table) -> Match:
    """The match that is being played."""
    if table.match is None:
        raise Refusal("not now", _("The game has not begun yet."))
    return table.match


def _play(table: Table, command: messages.Play, at: float) -> list[AnyEntry]:
    running(table)
    if command.decision is not None and table.asked.get(command.seat) != command.decision:
        raise Refusal("stale", _("Meanwhile something happened at the table; look again."))
    chair = table.chairs[command.seat]
    by = "program" if chair.kind == "program" else "person"
    played = Played(at=at, id=command.id, seat=command.seat, action=command.action, by=by)
    return [Returned(at=at, chair=command.seat), played] if chair.is_kept else [played]


def _leave(table: Table, command: messages.Leave, at: float) -> list[AnyEntry]:
    """Before the start the chair is open again; in a game a bot keeps it, and one may come back."""
    if table.is_started:
        return [Kept(at=at, id=command.id, chair=command.chair, bot=bots.best(table.game))]
    return [Freed(at=at, id=command.id, chair=command.chair)]


# ---------------------------------------------------------------------------------------------- undo


def _undo(table: Table, command: messages.Undo, at: float) -> list[AnyEntry]:
    if not table.made.manners.undo:
        raise Refusal("not now", _("At this table nothing is taken back."))
    if undo_kind(table, command.seat) is None:
        raise Refusal("not now", _("There is nothing to take back."))
    if undo_kind(table, command.seat) == "free" or not _others(table, command.seat):
        return [_undone(table, command.seat, at, command.id)]
    return [UndoAsked(at=at, id=command.id, seat=command.seat)]


def _answer(table: Table, command: messages.Answer, at: float) -> list[AnyEntry]:
    wish = table.wish
    if wish is None or command.seat == wish.seat:
        raise Refusal("not now", _("Nobody asks you to take anything back."))
    return [UndoAnswered(at=at, id=command.id, seat=command.seat, agree=command.agree)]


def agreed_undo(table: Table, at: float) -> AnyEntry | None:
    """What all who were asked have agreed to; nobody is left to ask also when a bot keeps the last one's chair."""
    return _undone(table, table.wish.seat, at, None) if table.wish and not waiting_for(table) else None


def _others(table: Table, seat: int) -> set[int]:
    """The seats whose people have to agree."""
    return set(table.people()) - {seat}


def waiting_for(table: Table) -> list[int]:
    """Who has not said yet whether something may be taken back."""
    return sorted(_others(table, table.wish.seat) - table.wish.agreed) if table.wish else []


def undo_kind(table: Table, seat: int) -> Literal["free", "ask"] | None:
    """Whether a seat may take its last choice back at once, or must ask; None: there is none, or it is over."""
    if table.match is None or table.status != "running":
        return None
    last = _last_move(table, seat)
    if last is None:
        return None
    alone = all(move.seat == seat and not move.shows for move in table.moves[last:])
    return "free" if alone else "ask"


def _last_move(table: Table, seat: int) -> int | None:
    return next((k for k in range(len(table.moves) - 1, -1, -1) if table.moves[k].seat == seat), None)


def _undone(table: Table, seat: int, at: float, command_id: str | None) -> AnyEntry:
    """Back to the seat's last real choice; where others chose at the same time, theirs stand."""
    last = _last_move(table, seat)
    if last is None:
        raise Refusal("not now", _("There is nothing to take back."))
    later = table.moves[last + 1 :]
    at_once = all(move.seat not in (None, seat) and move.decision <= table.moves[last].seq for move in later)
    if later and at_once:
        return Undone(at=at, id=command_id, seat=seat, length=last, alone=True)
    return Undone(at=at, id=command_id, seat=seat, length=_last_real_choice(table, seat, last))


def _last_real_choice(table: Table, seat: int, last: int) -> int:
    """Forced actions before it are taken back too: they would only be played again."""
    match = running(table)
    target = last
    for k in range(last, -1, -1):
        if table.moves[k].seat == seat:
            target = k
            if len(match.copy(k).legal(seat)) > 1:
                return k
        elif table.moves[k].seat is not None:
            break
    return target
