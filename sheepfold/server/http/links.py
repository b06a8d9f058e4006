"""Links: who holds one may do what it says. They are signed, not kept; a link to a chair ends when the chair is freed.

What opens a table stands behind the `#` of an address, which browsers do not send along: so it is in nobody's logs.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, get_args

from itsdangerous import BadSignature, URLSafeSerializer

from sheepfold.core.words import gettext as _
from sheepfold.server.keeping.schema import Right, Role
from sheepfold.server.wire.refusal import Refusal

ORIGIN_LENGTH = 16


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_key(device: str) -> str:
    """What is kept of a device: who reads the database cannot act for anybody."""
    return hashlib.sha256(device.encode()).hexdigest()


class Signer:
    """Signs links and reads them."""

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
