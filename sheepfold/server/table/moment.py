"""What a decision at a table is made from, and two things that many ask of it."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.server.table.fold import Table
from sheepfold.server.wire import commands
from sheepfold.server.wire.refusal import Refusal


@dataclass(frozen=True)
class Moment:
    """The table as it stands, the time, and where chance comes from."""

    table: Table
    now: float
    rng: random.Random
    keep_in: Callable[[int], float | None]
    """In how many seconds a bot may keep a chair; 0: now."""
    next_table: Callable[[commands.Rematch], Awaitable[str]]
    """Makes the next table for the same people, as one of them wishes it."""


def running(table: Table) -> Match:
    """The match that is being played."""
    if table.match is None:
        raise Refusal("not now", _("The game has not begun yet."))
    return table.match


def is_secret(match: Match, seat: int | None, action: str) -> bool:
    """Whether an action is of a kind that the others may not know while it is being chosen."""
    return seat is not None and match.is_secret(seat, action)
