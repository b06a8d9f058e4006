"""Links: who holds one may do what it says. They are signed, not kept; a link to a chair ends when the chair is freed.

What opens a table stands behind the `#` of an address, which browsers do not send along: so it is in nobody's logs.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Any, get_args

from itsdangerous import BadSignature, URLSafeSerializer

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.store import Right, Role
from sheepfold.server.table.deciding import Hands, Refusal
from sheepfold.server.table.fold import Table

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody confuses when a link is read aloud."""
ORIGIN_LENGTH = 16


def new_table_name() -> str:
    return "".join(secrets.choice(ALPHABET) for _letter in range(12))


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_key(device: str) -> str:
    """What is kept of a device: who reads the database cannot act for anybody."""
    return hashlib.sha256(device.encode()).hexdigest()


class Links:
    """Makes links and reads them."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="sheepfold link")
        self._key = hashlib.sha256(f"sheepfold origin {key}".encode()).digest()

    def token(self, table: str, right: Right) -> str:
        return str(self._signer.dumps([table, right.role, right.chair, right.generation]))

    def origin(self, address: str) -> str:
        """An address as it may be kept: what is of one origin can be told, and nobody without the key learns whose."""
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()[:ORIGIN_LENGTH]

    def read(self, token: str) -> tuple[str, Right]:
        """The table a link leads to and what its holder may do there."""
        try:
            content: Any = self._signer.loads(token)
            table, role, chair, generation = content
            if role not in get_args(Role):
                raise ValueError(role)
            return str(table), Right(role, int(chair), int(generation))
        except (BadSignature, ValueError, TypeError):
            raise Refusal("not yours", _("This link is not right. Was all of it copied?")) from None


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
