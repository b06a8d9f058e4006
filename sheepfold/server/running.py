"""Running the application: uvicorn, which says goodbye before it hangs up."""

from __future__ import annotations

import asyncio
import socket

import uvicorn
from litestar import Litestar

from sheepfold.server.house import House

GRACE = 3
"""Seconds that connections get to end when the server stops."""


class Server(uvicorn.Server):
    """Asked to stop, uvicorn closes every connection at once; here people are first told to come back."""

    def __init__(self, app: Litestar) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                log_config=None,
                ws="websockets-sansio",
                ws_max_size=1 << 16,
                timeout_graceful_shutdown=GRACE,
                server_header=False,
            )
        )
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House | None = self._app.state.get("house")
        if house is not None and not self.force_exit:
            await asyncio.wait_for(house.say_goodbye(), GRACE)
        await super().shutdown(sockets)
