"""The doorman: stands before every request. Refuses foreign pages and too much of anything, lets a request in when all
of it is there, adds what keeps browsers careful to every answer, and writes one line of log, without secrets: the shape
of the address, never the address.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.addresses import address_of
from sheepfold.server.fairness.rates import Rates
from sheepfold.server.fairness.turns import Turns
from sheepfold.server.http.languages import preferred
from sheepfold.server.wire.forms import Trouble
from sheepfold.server.wire.messages import encode

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
UNCOUNTED = ("/health", "/metrics")
"""What whoever watches over a server asks for: it goes first, and as often as they like."""
STARTED_AT_ONCE = 4
"""Requests that are begun in one go."""
LARGEST_BODY = 300_000
"""Bytes; the longest that is read is a record."""
BODY_SECONDS = 20.0
"""How long a body may take to come."""
LATER = 1013
"""How a live connection is closed that may be tried again."""

logger = structlog.get_logger("request")


class Objection(Exception):
    """Why a request is not let in."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason = status, code, reason


class Gone(Exception):
    """Whoever made the request has hung up before all of it was there."""


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Whether a page of another host makes this request."""
    origin = headers.get("origin")
    return origin is not None and _host_of(origin) != headers.get("host")


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # brackets that are no address
        return ""


class Doorman:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, rates: Rates, *, lines_each: int, lines: int) -> None:
        self.app, self.rates = app, rates
        self.lines_each, self.lines = lines_each, lines
        self._live: Counter[str] = Counter()
        self._starts = Turns(STARTED_AT_ONCE, ranks=2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._let_in(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._put_through(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # ------------------------------------------------------------------------------------------ live connections

    async def _put_through(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        address = address_of(scope["client"])
        if not self.rates.allow(address):
            await send({"type": "websocket.close", "code": LATER, "reason": "too many requests"})
        elif self._live[address] >= self.lines_each or self._live.total() >= self.lines:
            await send({"type": "websocket.close", "code": LATER, "reason": "too many connections"})
        else:
            self._live[address] += 1
            try:
                await self._starts.start(address, rank=1)
                await self.app(scope, receive, send)
            finally:
                self._live[address] -= 1
                if not self._live[address]:
                    del self._live[address]

    # ------------------------------------------------------------------------------------------ requests

    async def _let_in(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _guarded(scope["path"], message["headers"])
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            with speaking(preferred(headers.get("accept-language", ""))):
                self._check(scope, headers)
                body = await _whole_body(headers, receive)
            await self._starts.start(address_of(scope["client"]), rank=0 if scope["path"] in UNCOUNTED else 1)
            await self.app(scope, _told_at_once(body, receive), send_on)
        except Objection as objection:
            await _answer(send_on, objection)
        except Gone:
            status = 499
        milliseconds = round(1000 * (time.perf_counter() - began), 1)
        logger.info("answered", method=scope["method"], route=shape_of(scope["path"]), status=status, ms=milliseconds)

    def _check(self, scope: HTTPScope, headers: Mapping[str, str]) -> None:
        """Object to what is too much, and to what a page of another site may have sent."""
        if scope["path"] not in UNCOUNTED and not self.rates.allow(address_of(scope["client"])):
            raise Objection(429, "busy", _("Too many requests; wait a moment."))
        if scope["method"] in SAFE:
            return
        says = headers.get("sec-fetch-site")
        if is_foreign(headers) or says not in (None, "same-origin", "none"):
            raise Objection(403, "not yours", _("This request comes from another site."))
        if "cookie" in headers and not ("origin" in headers or "authorization" in headers or says == "same-origin"):
            raise Objection(403, "not yours", _("A request of a browser has to say where it comes from."))


def _guarded(path: str, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those that keep browsers and all on the way careful.

    What the API answers is for whoever asked: the same address may show somebody else something else.
    """
    own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    given = list(headers)
    if path.startswith("/api/") and b"cache-control" not in dict(given):
        own.append((b"cache-control", b"no-store"))
    return [*given, *own]


async def _whole_body(headers: Mapping[str, str], receive: Receive) -> bytes:
    """All of a request's body. Nothing is begun for a request that is not there yet."""
    if not _is_small(headers.get("content-length", "0")):
        raise Objection(413, "bad", _("This request is too large."))
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in _parts(receive):
                body += part
                if len(body) > LARGEST_BODY:
                    raise Objection(413, "bad", _("This request is too large."))
    except TimeoutError:
        raise Objection(408, "bad", _("This request took too long to come.")) from None
    return bytes(body)


def _is_small(announced: str) -> bool:
    """Whether a length can be read and is not too large."""
    return announced.isdecimal() and len(announced) <= len(str(LARGEST_BODY)) and int(announced) <= LARGEST_BODY


async def _parts(receive: Receive) -> AsyncGenerator[bytes]:
    """A body as it comes."""
    is_more = True
    while is_more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        yield message.get("body", b"")
        is_more = message.get("more_body", False)


def _told_at_once(body: bytes, receive: Receive) -> Receive:
    """What the application reads: the body that is there, and then whatever else comes."""
    is_read = False

    async def read() -> Any:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def shape_of(path: str) -> str:
    """An address without its names: `/api/tables/{…}/do`."""
    kept = ("api", "tables", "games", "static", "do", "sit", "enter", "live", "links", "hint", "coach", "record",
            "replay", "t", "new", "rules", "health", "metrics", "schema", "picture.svg", "qr.svg", "follow", "course",
            "cover")  # fmt: skip
    return "/".join(part if part in kept or not part else "{…}" for part in path.split("/"))


async def _answer(send: Send, objection: Objection) -> None:
    """Say why not, and hang up: there may be more of the request to come."""
    body = encode(Trouble(code=objection.code, reason=objection.reason))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": objection.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
