"""What a command leads to: the entries it adds to a table's log, or a refusal that says why.

Who may ask for what is settled before (`commands`), whether an action is legal is for the match to say, when the entry
is folded; here it is settled what a table makes of it.
"""

from __future__ import annotations

import random
import unicodedata

from sheepfold import bots
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.server.table.entries import (
    AnyEntry,
    Closed,
    Freed,
    Kept,
    Placed,
    Played,
    Rematched,
    Returned,
    Sat,
    Started,
)
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import Moment, running
from sheepfold.server.table.rights import Hands
from sheepfold.server.table.teaching import follows_the_lesson, need_welcome, running_course
from sheepfold.server.table.undoing import settled_wish
from sheepfold.server.wire import commands, forms, kinds
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
    name = " ".join(printable.replace("#", "♯").split())[: kinds.NAME_LENGTH].strip()
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


def sit(table: Table, wish: forms.Sit, hands: Hands, at: float) -> AnyEntry:
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


def place(at: Moment, command: commands.Place) -> list[AnyEntry]:
    """A bot sits down where nobody does."""
    need_chairs(at.table)
    if at.table.chairs[chair_of(at.table, command.chair)].kind != "open":
        raise Refusal("full", _("Somebody sits here already."))
    return [Placed(at=at.now, id=command.id, chair=command.chair, bot=check_bot(at.table.game, command.bot))]


def free(at: Moment, command: commands.Free) -> list[AnyEntry]:
    """A chair is taken from whoever has it."""
    need_chairs(at.table)
    chair = at.table.chairs[chair_of(at.table, command.chair)]
    if chair.kind == "open":
        raise Refusal("not now", _("Nobody sits here."))
    return [Freed(at=at.now, id=command.id, chair=command.chair, removed=chair.is_taken_by_people)]


def leave(at: Moment, command: commands.Leave) -> list[AnyEntry]:
    """Before the start the chair is open again; in a game a bot keeps it, and one may come back."""
    need_chairs(at.table)
    if at.table.is_started:
        return [Kept(at=at.now, id=command.id, chair=command.chair, bot=bots.best(at.table.game))]
    return [Freed(at=at.now, id=command.id, chair=command.chair)]


def keep(at: Moment, command: commands.Keep) -> list[AnyEntry]:
    """A bot keeps the chair of somebody who has been away for long enough."""
    if at.keep_in(command.chair) != 0:
        raise Refusal("not now", _("Whoever sits here has not been away for long enough."))
    return [Kept(at=at.now, id=command.id, chair=command.chair, bot=check_bot(at.table.game, command.bot))]


def close(at: Moment, command: commands.Close) -> list[AnyEntry]:
    """The end of the table; a closed one stays as it is."""
    return [] if at.table.is_closed else [Closed(at=at.now, id=command.id)]


def start(at: Moment, command: commands.Start) -> list[AnyEntry]:
    """The game begins, if nobody's chair is empty."""
    table = at.table
    if table.is_started:
        raise Refusal("not now", _("The game has begun already."))
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
    if empty:
        raise Refusal("not now", _("Some chairs are still empty: {chairs}.").format(chairs=_colours(empty)))
    return [started(command.first, len(table.chairs), at.now, at.rng, command.id)]


def started(
    first: kinds.First | None, chairs: int, at: float, rng: random.Random, command_id: str | None = None
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


def play(at: Moment, command: commands.Play) -> list[AnyEntry]:
    """An action; whoever plays in a chair that a bot kept has it back."""
    table = at.table
    running(table)
    if command.decision is not None and table.asked.get(command.seat) != command.decision:
        raise Refusal("stale", _("Meanwhile something happened at the table; look again."))
    need_welcome(table, command.seat, command.action)
    chair = table.chairs[command.seat]
    by = "program" if chair.kind == "program" else "person"
    played = Played(at=at.now, id=command.id, seat=command.seat, action=command.action, by=by)
    return [Returned(at=at.now, chair=command.seat), played] if chair.is_kept else [played]


async def rematch(at: Moment, command: commands.Rematch) -> list[AnyEntry]:
    """The next table is made first; if somebody else has asked for one, that is it."""
    if at.table.rematch is not None:
        return []
    if at.table.status not in ("over", "closed"):
        raise Refusal("not now", _("The game is not over yet."))
    return [Rematched(at=at.now, id=command.id, table=await at.next_table(command))]


# ---------------------------------------------------------------------------------------------- chance


def follows(table: Table, rng: random.Random, at: float) -> AnyEntry | None:
    """What happens now by itself: a wish is settled, a lot is drawn, or chance acts. What it did once it does again."""
    settled = settled_wish(table, at)
    if settled is not None or table.match is None or table.status != "running":
        return settled
    if (course := running_course(table)) is not None:
        return follows_the_lesson(course, at)
    match, acting = table.match, table.acting()
    if not acting:
        return Played(at=at, action=table.fated(match.legal("*")) or match.draw(rng), by="chance")
    if table.made.manners.lots and match.game.notation.left_to_lot(match.seen()):
        legal = match.legal(acting[0])
        return Played(at=at, seat=acting[0], action=table.fated(legal) or rng.choice(legal), by="chance")
    return None
