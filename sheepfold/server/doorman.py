"""The doorman: stands before every request. Refuses foreign pages and too many requests, adds what keeps browsers
careful to every answer, and writes one line of log, without secrets: the shape of the address, never the address.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from sheepfold.core.words import gettext as _
from sheepfold.server.messages import Trouble, encode

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
FORGOTTEN = 120.0

logger = structlog.get_logger("request")


class Bucket:
    """Allows `rate` things a second in the long run, and `most` at once."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate, self.most, self.left, self.since = rate, most, most, now

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """A bucket for every address, as long as it is heard of."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: dict[str, Bucket] = {}
        self._swept = 0.0

    def allow(self, address: str) -> bool:
        now = time.monotonic()
        if now - self._swept > FORGOTTEN:
            self._buckets = {name: each for name, each in self._buckets.items() if now - each.since < FORGOTTEN}
            self._swept = now
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.per_minute / 60, self.per_minute / 3, now)
        return bucket.take(now)


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Whether a page of another host makes this request."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Doorman:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._let_in(scope, receive, send)
        elif scope["type"] == "websocket" and not self.limits.allow(_address_of(scope)):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many requests"})
        else:
            await self.app(scope, receive, send)

    async def _let_in(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        trouble = self._objection(scope, headers)
        if trouble is not None:
            await _answer(send_on, *trouble)
        else:
            await self.app(scope, receive, send_on)
        milliseconds = round(1000 * (time.perf_counter() - began), 1)
        logger.info("answered", method=scope["method"], route=shape_of(scope["path"]), status=status, ms=milliseconds)

    def _objection(self, scope: HTTPScope, headers: Mapping[str, str]) -> tuple[int, str, str] | None:
        if scope["path"] not in ("/health", "/metrics") and not self.limits.allow(_address_of(scope)):
            return 429, "busy", _("Too many requests; wait a moment.")
        if scope["method"] in SAFE:
            return None
        says = headers.get("sec-fetch-site")
        if is_foreign(headers) or says not in (None, "same-origin", "none"):
            return 403, "not yours", _("This request comes from another site.")
        if "cookie" in headers and not ("origin" in headers or "authorization" in headers or says == "same-origin"):
            return 403, "not yours", _("A request of a browser has to say where it comes from.")
        return None


def _address_of(scope: HTTPScope | WebSocketScope) -> str:
    return (scope["client"] or ("?", 0))[0]


def shape_of(path: str) -> str:
    """An address without its names: `/api/tables/{…}/do`."""
    kept = ("api", "tables", "games", "static", "do", "sit", "enter", "live", "links", "hint", "record", "replay", "t",
            "new", "rules", "health", "metrics", "schema", "picture.svg", "qr.svg", "follow", "course",
            "cover")  # fmt: skip
    return "/".join(part if part in kept or not part else "{…}" for part in path.split("/"))


async def _answer(send: Send, status: int, code: str, reason: str) -> None:
    body = encode(Trouble(code=code, reason=reason))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
