"""HEAD: what a GET says of itself, without the body, for those who only want to know whether something is there."""

from __future__ import annotations

from litestar.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Answers every HEAD as a GET whose body is left out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        scope["method"] = "GET"  # pyright: ignore[reportGeneralTypeIssues]
        await self.app(scope, receive, send_head)
