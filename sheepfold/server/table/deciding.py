"""What a command leads to: the entries it adds to a table's log, or a refusal that says why.

Whether an action is legal is for the match to say, when the entry is folded; here it is settled who may ask for what
(`need_right`), and what a table makes of it (`decide`).
"""

from __future__ import annotations

import random
import unicodedata
from typing import Literal

from sheepfold import bots
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.server.table.entries import (
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
from sheepfold.server.table.fold import Table
from sheepfold.server.table.rights import Hands
from sheepfold.server.wire import messages
from sheepfold.server.wire.refusal import Refusal

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


def need_chairs(table: Table) -> None:
    """Chairs change hands until there is a rematch: by those of this table everybody finds theirs at the next one."""
    if table.rematch is not None:
        raise Refusal("not now", _("The next game has begun already, at another table."))


def chair_of(table: Table, chair: int) -> int:
    if chair >= len(table.chairs):
        sentence = _("There is no chair {chair}; there are {players}.")
        raise Refusal("bad", sentence.format(chair=chair, players=len(table.chairs)))
    return chair


def sit(table: Table, wish: messages.Sit, hands: Hands, at: float) -> AnyEntry:
    """Somebody sits down in a chair that is open."""
    if not (hands.is_guest or hands.is_maker or hands.chairs):
        raise Refusal("not yours", _("Spectators only watch."))
    if table.is_closed:
        raise Refusal("not now", _("This table is closed."))
    chair = table.chairs[chair_of(table, wish.chair)]
    if chair.kind != "open":
        raise Refusal("full", _("Somebody sits here already."))
    if knows_a_secret(table, wish.chair):
        sentence = _("Whoever sat here knows what others may not; until it has come to light only a bot can sit here.")
        raise Refusal("not now", sentence)
    return Sat(at=at, chair=wish.chair, name=clean_name(wish.name), kind="program" if wish.bot else "person")


def knows_a_secret(table: Table, seat: int) -> bool:
    """Whether one sees more from this chair, in a game that runs, than everybody may."""
    match = table.match
    if match is None or match.is_over or not match.game.record.secrets:
        return False
    sees_more = match.observation(seat).tobytes() != match.observation(None).tobytes()
    return sees_more or match.log(seat) != match.log(None)


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


def decide(table: Table, command: messages.AnyCommand, at: float, rng: random.Random) -> list[AnyEntry]:
    """The entries a command leads to; those that change nothing (react, look …) are not for here."""
    if table.is_closed and not isinstance(command, messages.Close):
        raise Refusal("not now", _("This table is closed."))
    match command:
        case messages.Play():
            return _play(table, command, at)
        case messages.Start():
            return [_start(table, command, at, rng)]
        case messages.Undo():
            return _undo(table, command, at)
        case messages.Answer():
            return _answer(table, command, at)
        case messages.Leave():
            need_chairs(table)
            return _leave(table, command, at)
        case messages.Free():
            need_chairs(table)
            chair = table.chairs[chair_of(table, command.chair)]
            if chair.kind == "open":
                raise Refusal("not now", _("Nobody sits here."))
            return [Freed(at=at, id=command.id, chair=command.chair, removed=chair.is_taken_by_people)]
        case messages.Place():
            need_chairs(table)
            if table.chairs[chair_of(table, command.chair)].kind != "open":
                raise Refusal("full", _("Somebody sits here already."))
            return [Placed(at=at, id=command.id, chair=command.chair, bot=check_bot(table.game, command.bot))]
        case messages.Close():
            return [] if table.is_closed else [Closed(at=at, id=command.id)]
        case _:
            raise Refusal("bad", _("This cannot be asked here."))


def _start(table: Table, command: messages.Start, at: float, rng: random.Random) -> AnyEntry:
    if table.is_started:
        raise Refusal("not now", _("The game has begun already."))
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    if empty:
        raise Refusal("not now", _("Some chairs are still empty: {chairs}.").format(chairs=_colours(empty)))
    return started(command.first, len(table.chairs), at, rng, command.id)


def started(
    first: messages.First | None, chairs: int, at: float, rng: random.Random, command_id: str | None = None
) -> AnyEntry:
    """The game begins with this chair, or with the one the lots fall on."""
    if first == "lots":
        return Started(at=at, id=command_id, first=rng.randrange(chairs), lots=True)
    if first is not None and first >= chairs:
        sentence = _("There is no chair {chair}; there are {players}.")
        raise Refusal("bad", sentence.format(chair=first, players=chairs))
    return Started(at=at, id=command_id, first=first or 0)


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


# ---------------------------------------------------------------------------------------------- chance


def follows(table: Table, rng: random.Random, at: float) -> AnyEntry | None:
    """What happens now by itself: a wish is settled, a lot is drawn, or chance acts. What it did once it does again."""
    settled = settled_wish(table, at)
    if settled is not None or table.match is None or table.status != "running":
        return settled
    match, acting = table.match, table.acting()
    if not acting:
        return Played(at=at, action=table.fated(match.legal("*")) or match.draw(rng), by="chance")
    if table.made.manners.lots and match.game.notation.left_to_lot(match.seen()):
        legal = match.legal(acting[0])
        return Played(at=at, seat=acting[0], action=table.fated(legal) or rng.choice(legal), by="chance")
    return None


# ---------------------------------------------------------------------------------------------- undo

MOST_UNDONE = 200
"""Times that something is taken back at one table."""


def _undo(table: Table, command: messages.Undo, at: float) -> list[AnyEntry]:
    if not table.made.manners.undo:
        raise Refusal("not now", _("At this table nothing is taken back."))
    if undo_kind(table, command.seat) is None:
        raise Refusal("not now", _("There is nothing to take back."))
    if table.undone >= MOST_UNDONE:
        raise Refusal("not now", _("At this table enough has been taken back."))
    undone = _undone(table, command.seat, at, command.id)
    if shows_a_bots_choice(table, undone):
        raise Refusal("not now", _("What a bot had chosen in secret has come to light since; that is not taken back."))
    if undo_kind(table, command.seat) == "free" or not _is_others_matter(table, undone):
        return [undone]
    if not _voters(table, command.seat):
        raise Refusal("not now", _("Somebody else has to agree to that, and nobody is there."))
    return [UndoAsked(at=at, id=command.id, seat=command.seat)]


def _answer(table: Table, command: messages.Answer, at: float) -> list[AnyEntry]:
    wish = table.wish
    if wish is None or command.seat == wish.seat:
        raise Refusal("not now", _("Nobody asks you to take anything back."))
    return [UndoAnswered(at=at, id=command.id, seat=command.seat, agree=command.agree)]


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
    lost = table.moves[undone.length : undone.length + 1 if undone.alone else None]
    return bool(others) or any(move.seat != undone.seat and move.by in ("person", "program") for move in lost)


def _voters(table: Table, seat: int) -> set[int]:
    """The seats whose people are asked."""
    return set(table.people()) - {seat}


def waiting_for(table: Table) -> list[int]:
    """Who has not said yet whether something may be taken back."""
    return sorted(_voters(table, table.wish.seat) - table.wish.agreed) if table.wish else []


def shows_a_bots_choice(table: Table, undone: Undone) -> bool:
    """Whether whoever takes this back would know what a bot has chosen, or chooses here, in secret."""
    match, length = running(table), len(table.moves) if undone.alone else undone.length
    if not match.game.record.secrets or length == len(table.moves):
        return False
    now, then = match.log(undone.seat), match.copy(length).log(undone.seat)
    for k, move in enumerate(table.moves):
        is_known = now[k] == f"{move.seat} {move.action}"
        if move.seat != undone.seat and move.by in ("bot", "keeper", "limit") and is_known:
            was_secret = then[k] != now[k] if k < length else is_secret(match, move.seat, move.action)
            if was_secret:
                return True
    return False


def is_secret(match: Match, seat: int | None, action: str) -> bool:
    """Whether an action is of a kind that the others may not know while it is being chosen."""
    return seat is not None and match.is_secret(seat, action)


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
    """Where a seat last chose something; what the lot chose for it is not its to take back."""
    chosen = (k for k, move in enumerate(table.moves) if move.seat == seat and move.by != "chance")
    return max(chosen, default=None)


def _undone(table: Table, seat: int, at: float, command_id: str | None) -> Undone:
    """Back to the seat's last real choice; where others chose at the same time, theirs stand."""
    last = _last_move(table, seat)
    if last is None:
        raise Refusal("not now", _("There is nothing to take back."))
    later = table.moves[last + 1 :]
    at_once = all(move.seat not in (None, seat) and move.decision < table.moves[last].seq for move in later)
    if later and at_once:
        return Undone(at=at, id=command_id, seat=seat, length=last, alone=True)
    return Undone(at=at, id=command_id, seat=seat, length=_last_real_choice(table, seat, last))


def _last_real_choice(table: Table, seat: int, last: int) -> int:
    """Forced actions before it are taken back too: they would only be played again."""
    match = running(table)
    target = last
    for k in range(last, -1, -1):
        if table.moves[k].seat == seat and table.moves[k].by != "chance":
            target = k
            if len(match.copy(k).legal(seat)) > 1:
                return k
        elif table.moves[k].seat is not None:
            break
    return target
