"""Taking something back: what a seat may take back, who has to agree, and what must not come to light by it."""

from __future__ import annotations

from typing import Literal

from sheepfold.core.words import gettext as _
from sheepfold.server.table.entries import AnyEntry, UndoAnswered, UndoAsked, Undone
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import Moment, is_secret, running
from sheepfold.server.wire import commands
from sheepfold.server.wire.refusal import Refusal

MOST_UNDONE = 200
"""Times that something is taken back at one table."""


def undo(at: Moment, command: commands.Undo) -> list[AnyEntry]:
    """At once if nobody can mind, else when all people agree."""
    table = at.table
    if not table.made.manners.undo:
        raise Refusal("not now", _("At this table nothing is taken back."))
    if undo_kind(table, command.seat) is None:
        raise Refusal("not now", _("There is nothing to take back."))
    if table.undone >= MOST_UNDONE:
        raise Refusal("not now", _("At this table enough has been taken back."))
    undone = _undone(table, command.seat, at.now, command.id)
    if shows_a_bots_choice(table, undone):
        raise Refusal("not now", _("What a bot had chosen in secret has come to light since; that is not taken back."))
    if undo_kind(table, command.seat) == "free" or not _is_others_matter(table, undone):
        return [undone]
    if not _voters(table, command.seat):
        raise Refusal("not now", _("Somebody else has to agree to that, and nobody is there."))
    return [UndoAsked(at=at.now, id=command.id, seat=command.seat)]


def answer(at: Moment, command: commands.Answer) -> list[AnyEntry]:
    """Whether somebody minds."""
    wish = at.table.wish
    if wish is None or command.seat == wish.seat:
        raise Refusal("not now", _("Nobody asks you to take anything back."))
    return [UndoAnswered(at=at.now, id=command.id, seat=command.seat, agree=command.agree)]


def settled_wish(table: Table, at: float) -> AnyEntry | None:
    """What becomes of a wish that nobody is left to answer: done if somebody has agreed, otherwise it lapses.

    Nobody is left also when bots keep the chairs of those who were asked; that is no consent.
    """
    wish = table.wish
    if wish is None or waiting_for(table):
        return None
    if wish.agreed:
        return _undone(table, wish.seat, at, None)
    return UndoAnswered(at=at, seat=wish.seat, agree=False)


def _is_others_matter(table: Table, undone: Undone) -> bool:
    """Whether other people play here, be they there or not, or did what would be taken back and have gone since."""
    others = {other for other, chair in enumerate(table.chairs) if chair.is_taken_by_people} - {undone.seat}
    lost = table.moves_since(undone.length)[: 1 if undone.alone else None]
    return bool(others) or any(move.seat != undone.seat and move.by in ("person", "program") for move in lost)


def _voters(table: Table, seat: int) -> set[int]:
    """The seats whose people are asked."""
    return set(table.people()) - {seat}


def waiting_for(table: Table) -> list[int]:
    """Who has not said yet whether something may be taken back."""
    return sorted(_voters(table, table.wish.seat) - table.wish.agreed) if table.wish else []


def shows_a_bots_choice(table: Table, undone: Undone) -> bool:
    """Whether whoever takes this back would know what a bot has chosen, or chooses here, in secret."""
    match, length = running(table), undone.length
    if not match.game.record.secrets:
        return False
    now, then = match.steps(undone.seat), match.copy(length).steps(undone.seat)
    for k, move in enumerate(table.moves):
        is_known = now[k] == move.step
        if move.seat != undone.seat and move.by in ("bot", "keeper", "limit") and is_known:
            was_secret = then[k] != now[k] if k < length else is_secret(match, move.seat, move.action)
            if was_secret:
                return True
    return False


def undo_kind(table: Table, seat: int) -> Literal["free", "ask"] | None:
    """Whether a seat may take its last choice back at once, or must ask; None: there is none, or it is over."""
    if table.match is None or table.status != "running":
        return None
    last = _last_move(table, seat)
    if last is None:
        return None
    for note in table.notes[last:]:
        if note.seat != seat or note.shows:
            return "ask"
    return "free"


def _last_move(table: Table, seat: int) -> int | None:
    """Where a seat last chose something; what the lot chose for it is not its to take back."""
    notes = table.notes
    for k in range(len(notes) - 1, -1, -1):
        if notes[k].seat == seat and notes[k].by != "chance":
            return k
    return None


def _undone(table: Table, seat: int, at: float, command_id: str | None) -> Undone:
    """Back to the seat's last real choice; where others chose at the same time, theirs stand."""
    last = _last_move(table, seat)
    if last is None:
        raise Refusal("not now", _("There is nothing to take back."))
    mine, *later = table.moves_since(last)
    at_once = all(move.seat not in (None, seat) and move.note.decision < mine.note.seq for move in later)
    if later and at_once:
        return Undone(at=at, id=command_id, seat=seat, length=last, alone=True)
    return Undone(at=at, id=command_id, seat=seat, length=_last_real_choice(table, seat, last))


def _last_real_choice(table: Table, seat: int, last: int) -> int:
    """Forced actions before it are taken back too: they would only be played again."""
    match, moves = running(table), table.moves
    target = last
    for k in range(last, -1, -1):
        if moves[k].seat == seat and moves[k].by != "chance":
            target = k
            if len(match.copy(k).legal(seat)) > 1:
                return k
        elif moves[k].seat is not None:
            break
    return target
