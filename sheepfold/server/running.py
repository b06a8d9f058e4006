"""Running the application: uvicorn, with a hall before it, and it says goodbye before it hangs up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from litestar import Litestar

from sheepfold.server.http.hall import Door, Hall, LiveLine
from sheepfold.server.http.room import most_connections
from sheepfold.server.settings import Settings
from sheepfold.server.table.house import House

GRACE = 3
"""Seconds that connections get to end when the server stops."""
ACCEPTED_AT_ONCE = 32
"""Connections that are taken in before the hall is asked whether it is crowded."""
MOST_BEFORE_THE_DOOR = 2048
"""Connections that the system keeps until they are taken in."""
TICKS_A_SECOND = 10
PING_EVERY, ANSWERED_WITHIN = 20.0, 20.0
"""Seconds between two pings of a live connection, and after which one that is not answered ends it."""


class Server(uvicorn.Server):
    """Asked to stop, uvicorn closes every connection at once; here people are first told to come back."""

    def __init__(self, app: Litestar, says_so: Callable[[], None] = lambda: None) -> None:
        """`says_so` is called when it takes connections."""
        settings: Settings = app.state.settings
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                log_config=None,
                http=Door,
                ws=LiveLine,
                ws_max_size=1 << 16,
                ws_ping_interval=PING_EVERY,
                ws_ping_timeout=ANSWERED_WITHIN,
                timeout_graceful_shutdown=GRACE,
                server_header=False,
                backlog=ACCEPTED_AT_ONCE,
                forwarded_allow_ips=[address.strip() for address in settings.proxies.split(",")],
            )
        )
        self._app, self._says_so = app, says_so
        self.server_state = self.hall = Hall(most_connections(), 6 * settings.messages_per_second)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or []:
            each.listen(MOST_BEFORE_THE_DOOR)
        self._says_so()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            self.hall.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House | None = self._app.state.get("house")
        if house is not None and not self.force_exit:
            with suppress(TimeoutError):  # on a computer that is too busy; what is left to write is written even so
                await asyncio.wait_for(house.say_goodbye(), GRACE)
        await super().shutdown(sockets)
