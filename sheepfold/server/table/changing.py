"""How a command changes a table: what it leads to is decided at the table as it is, once, and added to the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

import msgspec

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table import deciding
from sheepfold.server.table.entries import AnyEntry, Rematched
from sheepfold.server.table.live import LiveTable, Outrun
from sheepfold.server.table.moment import Moment
from sheepfold.server.table.rights import Hands, chair_right
from sheepfold.server.wire import commands, forms
from sheepfold.server.wire.messages import Done
from sheepfold.server.wire.refusal import Refusal

Holder = tuple[int, int]
"""Whose chair it is: its place, and who of those who had it."""


@dataclass(frozen=True)
class Decision:
    """What a command leads to: the entries it adds to the log, and whether also when the table is closed, or full."""

    decide: Callable[[Moment, Any], list[AnyEntry] | Awaitable[list[AnyEntry]]]
    if_closed: bool = False
    if_full: bool = False


async def change(live: LiveTable, command: commands.AnyCommand, decision: Decision) -> Done:
    """Add to the log what a decision leads to; a command that was carried out already is only answered again."""
    holder, scoped = _holder(live, command), msgspec.structs.replace(command, id=_scoped(command))
    async with live.lock:
        seq = await live.settle(lambda: _carry_out(live, scoped, decision, holder))
        return Done(id=command.id, seq=seq)


def _holder(live: LiveTable, command: commands.AnyCommand) -> Holder | None:
    """Whose chair a command speaks for."""
    seat = command.chair if isinstance(command, commands.Leave) else getattr(command, "seat", None)
    chairs = live.table.chairs
    return (chairs[seat].place, chairs[seat].generation) if seat is not None and seat < len(chairs) else None


async def _carry_out(
    live: LiveTable, command: commands.AnyCommand, decision: Decision, holder: Holder | None
) -> int:  # fmt: skip
    """Add to the log what a command leads to, unless that is there already; up to which entry it is."""
    if _holder(live, command) != holder:  # meanwhile the chair was taken from whoever asks, perhaps elsewhere
        raise Refusal("not yours", _("This is not your chair."))
    if command.id not in live.table.done:
        if not decision.if_full:
            live.need_room()
        if live.table.is_closed and not decision.if_closed:
            raise Refusal("not now", _("This table is closed."))
        decided = decision.decide(live.moment(), command)
        entries = await decided if isawaitable(decided) else decided
        try:
            await live.commit(entries)
        except Outrun:  # perhaps somebody else has made the next table; one is enough
            for entry in entries:
                if isinstance(entry, Rematched):
                    await live.house.erase(entry.table)
            raise
    return live.table.done.get(command.id, live.table.seq)


async def sit(live: LiveTable, wish: forms.Sit, hands: Hands, device: str | None = None) -> Right:
    """Somebody sits down; what opens the chair from now on, for their device at once."""
    return await live.to_the_end(_sit(live, wish, hands, device))


async def _sit(live: LiveTable, wish: forms.Sit, hands: Hands, device: str | None) -> Right:
    async def attempt() -> Right:
        live.need_room()
        deciding.need_chairs(live.table)
        await live.commit([deciding.sit(live.table, wish, hands, live.house.now())], device)
        return chair_right(live.table, wish.chair)

    async with live.lock:
        return await live.settle(attempt)


def _scoped(command: commands.AnyCommand) -> str:
    """Ids are made by clients, so two may be the same by chance: they count for one chair and one kind of command."""
    seat = getattr(command, "seat", getattr(command, "chair", "-"))
    return f"{seat}:{command.__struct_config__.tag}:{command.id}"
