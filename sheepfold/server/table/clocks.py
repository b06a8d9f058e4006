"""The time at a table: the hourglass of the game, and how long people have been away."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.server.table.fold import Table

MOMENT = 0.5
"""Seconds."""


@dataclass
class Hourglass:
    """Sand that runs for those who are to act; it can stand still for a while."""

    acting: tuple[int, ...]
    full: int
    used: float
    since: float | None
    began: float
    ready_at: float
    """When it may run at the latest, even if its player has not said that they are ready."""

    def left(self, now: float) -> float:
        running = now - self.since if self.since is not None else 0.0
        return max(0.0, self.full - self.used - running)

    def let_run(self, now: float, *, run: bool) -> bool:
        """Let it run or stand still; whether that is a change."""
        if run == (self.since is not None):
            return False
        if self.since is not None:
            self.used += now - self.since
        self.since = now if run else None
        return True

    def has_run(self, now: float) -> bool:
        """Whether any sand worth speaking of has run; between two looks at a clock some always has."""
        return self.full - self.left(now) > MOMENT

    def waits(self, now: float) -> bool:
        """Whether it waits for its player to be ready."""
        return now < self.ready_at


def hourglass_of(table: Table, before: Hourglass | None, now: float) -> Hourglass | None:
    """The hourglass that runs at a table now: the one from before, or turned over for somebody else."""
    full = table.match.hourglass() if table.match is not None and table.status == "running" else None
    if full is None:
        return None
    acting = tuple(table.acting())
    if before is not None and before.acting == acting:
        return before
    return Hourglass(acting, full, 0.0, now, began=now, ready_at=now)


def resumed_hourglass(table: Table, now: float) -> Hourglass | None:
    """The hourglass after the server was away: what had run until the last action counts, the rest does not."""
    glass = hourglass_of(table, None, now)
    if glass is None:
        return None
    others = [move.note.at for move in table.moves if move.seat not in glass.acting]
    if others:
        glass.used = min(float(glass.full), max(0.0, table.latest.note.at - others[-1]))
    return glass


class Absences:
    """Since when people who have a chair are away."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def note(self, present: set[int], people: list[int], now: float) -> None:
        self._since = {seat: self._since.get(seat, now) for seat in people if seat not in present}

    def __bool__(self) -> bool:
        """Whether anybody is away."""
        return bool(self._since)

    def keep_in(self, table: Table, seat: int, now: float) -> float | None:
        """In how many seconds the others may let a bot keep this chair; None: never, as things are."""
        if seat not in self._since or table.status != "running" or table.chairs[seat].is_kept:
            return None
        return max(0.0, round(self._since[seat] + table.made.manners.absent_seconds - now, 1))
