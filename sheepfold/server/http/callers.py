"""Who is calling: a browser by its cookie, a program by the link it shows; and in which language to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sheepfold.core.words import gettext as _
from sheepfold.server.http.languages import preferred
from sheepfold.server.http.links import Signer, device_key, new_device
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table.house import House
from sheepfold.server.table.live import LiveTable
from sheepfold.server.table.rights import Hands, hands_of
from sheepfold.server.wire.refusal import Refusal

COOKIE = "sheepfold_device"
A_YEAR = 365 * 24 * 3600
Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Caller:
    """Whoever makes a request."""

    device: str | None
    shown: tuple[str, ...]
    """Links shown in the request itself."""

    @property
    def key(self) -> str | None:
        return device_key(self.device) if self.device else None

    async def rights(self, house: House, links: Signer, table: str) -> list[Right]:
        """What the caller may do at a table, by what it shows and by what its device was given."""
        shown = [right for name, right in map(links.read, self.shown) if name == table]
        return shown + (await house.store.rights(self.key, table) if self.key else [])

    async def at(self, house: House, links: Signer, name: str) -> tuple[LiveTable, Hands, list[Right]]:
        """The table, and what the caller may do there; without any right it is as if there were no table."""
        live, hands, rights = await self.glance(house, links, name)
        live.attend(hands)
        return live, hands, rights

    async def glance(self, house: House, links: Signer, name: str) -> tuple[LiveTable, Hands, list[Right]]:
        """The same, in passing: the table need not go on for that."""
        rights = await self.rights(house, links, name)
        if not rights:
            raise Refusal("not yours", _("To see this table you need a link from those who play at it."))
        live = await house.open(name)
        hands = hands_of(live.table, rights)
        if hands is None:
            raise Refusal("not yours", _("This link is no longer good; ask for a new one."))
        return live, hands, rights


def caller_of(connection: Connection) -> Caller:
    device = connection.cookies.get(COOKIE)
    kind, _blank, tokens = connection.headers.get("authorization", "").partition(" ")
    shown = tuple(filter(None, tokens.replace(",", " ").split())) if kind.lower() == "bearer" else ()
    return Caller(device if device and len(device) <= 64 else None, shown[:8])


def device_cookie(device: str, *, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=device, max_age=A_YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def with_device(caller: Caller) -> Caller:
    """The caller with a device to give rights to: programs that show links need none."""
    return caller if caller.device or caller.shown else Caller(new_device(), ())


def language_of(connection: Connection) -> str:
    """What a request is answered in: as asked for, as chosen before, as the browser prefers."""
    accepted = connection.headers.get("accept-language", "")
    return preferred(accepted, connection.query_params.get("language", ""), connection.cookies.get("language", ""))
