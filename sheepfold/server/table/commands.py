"""The one way of a command: who may ask for it, and what carries it out.

Every command of the wire stands here once, in `WAYS`. Those that change the table lead to entries of its log; the
others are answered, or passed on to those around it, and nothing of them is kept.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.server.table import deciding, signs, teaching, undoing
from sheepfold.server.table.changing import Decision, change
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.moment import running
from sheepfold.server.table.rights import Hands
from sheepfold.server.table.watcher import Watcher
from sheepfold.server.wire import commands
from sheepfold.server.wire.messages import Done, WhyShown, WordsShown
from sheepfold.server.wire.refusal import Refusal

# ---------------------------------------------------------------------------------------------- who may ask


def own_seat(hands: Hands, command: commands.Play | commands.Look) -> None:
    """Whoever has the seat that a command speaks for; one that speaks for none is anybody's."""
    if command.seat is not None:
        hands.need_chair(command.seat)


def own_chair(hands: Hands, command: commands.Leave) -> None:
    hands.need_chair(command.chair)


def players(hands: Hands, _command: commands.Command) -> None:
    hands.need_any()


def maker(hands: Hands, _command: commands.Command) -> None:
    hands.need_maker()


def everybody(_hands: Hands, _command: commands.Command) -> None:
    pass


# ---------------------------------------------------------------------------------------------- what carries it out


MayAsk = Callable[[Hands, Any], None]


@dataclass(frozen=True)
class Change:
    """The way of a command that changes the table: who may ask for it, and what it leads to."""

    right: MayAsk
    decision: Decision

    async def carry_out(self, live: LiveTable, command: Any, _watcher: Watcher | None) -> Done:
        return await change(live, command, self.decision)


@dataclass(frozen=True)
class Aside:
    """The way of a command that is answered, or passed on to those around the table: nothing of it is kept."""

    right: MayAsk
    carry_out: Callable[[LiveTable, Any, Watcher | None], Awaitable[Done | WordsShown | WhyShown]]


# ---------------------------------------------------------------------------------------------- what is not kept


def _done(live: LiveTable, command: commands.AnyCommand) -> Done:
    return Done(id=command.id, seq=live.table.seq)


async def _ping(live: LiveTable, command: commands.Ping, _watcher: Watcher | None) -> Done:
    return _done(live, command)


async def _tell_all(live: LiveTable, command: commands.TableSign) -> Done:
    """For everybody at the table, at whichever process they are."""
    live.house.neighbours.say(live.table.id, command)
    await signs.take(live, command)
    return _done(live, command)


async def _react(live: LiveTable, command: commands.React, _watcher: Watcher | None) -> Done:
    live.need_quiet()
    return await _tell_all(live, command)


async def _look(live: LiveTable, command: commands.Look, watcher: Watcher | None) -> Done:
    if watcher is None:
        raise Refusal("bad", _("Looking is for live connections."))
    async with live.lock:
        watcher.looks_as = command.seat
        live.show_again(watcher)
    return _done(live, command)


async def _words(live: LiveTable, command: commands.Words, _watcher: Watcher | None) -> WordsShown:
    async with live.lock:
        match = running(live.table)
        seen, legal = match.seen(command.seat), set(match.legal(command.seat))
        asked = [text for text in command.actions if text in legal]
        words = {text: match.game.in_words(seen, command.seat, match.game.by_text[text]) for text in asked}
    return WordsShown(id=command.id, words=words)


async def _why(live: LiveTable, command: commands.Why, _watcher: Watcher | None) -> WhyShown:
    """Said to whoever is to act, from what that seat may see."""
    async with live.lock:
        match = running(live.table)
        if command.seat not in match.to_act():
            out_of_it = match.game.notation.apart(match.seen(command.seat), command.seat)
            return WhyShown(id=command.id, words=out_of_it or _("It is not your turn."), rule="")
        reason = match.why_not_tapped(command.seat, command.parts)
    return WhyShown(id=command.id, words=reason.words, rule=reason.rule)


async def _seen(live: LiveTable, command: commands.SeenSoFar, watcher: Watcher | None) -> Done:
    async with live.lock:
        if watcher is not None:
            watcher.seen = max(watcher.seen, command.length)
            watcher.hurries = command.length if command.hurry else watcher.hurries
            live.attention.stir()
    return _done(live, command)


async def _set_pace(live: LiveTable, command: commands.SetPace, _watcher: Watcher | None) -> Done:
    live.need_quiet()
    return await _tell_all(live, command)


async def _ready(live: LiveTable, command: commands.Ready, _watcher: Watcher | None) -> Done:
    return await _tell_all(live, command)


# ---------------------------------------------------------------------------------------------- all of them


WAYS: dict[type[commands.Command], Change | Aside] = {
    commands.Play: Change(own_seat, Decision(deciding.play)),
    commands.Undo: Change(own_seat, Decision(undoing.undo)),
    commands.Answer: Change(own_seat, Decision(undoing.answer)),
    commands.ReadOn: Change(own_seat, Decision(teaching.read_on)),
    commands.Leave: Change(own_chair, Decision(deciding.leave)),
    commands.Keep: Change(players, Decision(deciding.keep, if_closed=True)),
    commands.Rematch: Change(players, Decision(deciding.rematch, if_closed=True, if_full=True)),
    commands.Start: Change(maker, Decision(deciding.start)),
    commands.Free: Change(maker, Decision(deciding.free)),
    commands.Place: Change(maker, Decision(deciding.place)),
    commands.Close: Change(maker, Decision(deciding.close, if_closed=True, if_full=True)),
    commands.React: Aside(own_seat, _react),
    commands.Look: Aside(own_seat, _look),
    commands.Words: Aside(own_seat, _words),
    commands.Why: Aside(own_seat, _why),
    commands.SeenSoFar: Aside(everybody, _seen),
    commands.SetPace: Aside(players, _set_pace),
    commands.Ready: Aside(own_seat, _ready),
    commands.Ping: Aside(everybody, _ping),
}


async def carry_out(
    live: LiveTable, command: commands.AnyCommand, hands: Hands, watcher: Watcher | None = None
) -> Done | WordsShown | WhyShown:
    """Carry out a command for somebody with these hands; the message that answers it. Refusal says why not."""
    way = WAYS[type(command)]
    way.right(hands, command)
    return await way.carry_out(live, command, watcher)
