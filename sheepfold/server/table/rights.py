"""What somebody may do at a table: the rights that links and devices have, and what they are worth there now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table.fold import Table
from sheepfold.server.wire.refusal import Refusal


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


def hands_of(table: Table, rights: Iterable[Right]) -> Hands | None:
    """What these rights are worth at this table now; None: nothing."""
    chairs: set[int] = set()
    is_maker = is_guest = is_watcher = False
    for right in rights:
        if right.role == "chair" and (seat := table.seat_of(right.chair)) is not None:
            chair = table.chairs[seat]
            if chair.generation == right.generation and chair.is_taken_by_people:
                chairs.add(seat)
        elif right.role == "guest":
            is_guest = is_guest or right.generation == table.invitation
        elif right.role == "maker":
            is_maker = True
        elif right.role == "watch":
            is_watcher = True
    if not (chairs or is_maker or is_guest or is_watcher):
        return None
    return Hands(frozenset(chairs), is_maker, is_guest)


def chair_right(table: Table, seat: int) -> Right:
    return Right("chair", table.chairs[seat].place, table.chairs[seat].generation)


def guest_right(table: Table) -> Right:
    return Right("guest", -1, table.invitation)
