"""Signs: what somebody does for everybody at a table, at whichever process they are, and nobody keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.server.table.watcher import Frame
from sheepfold.server.wire import commands
from sheepfold.server.wire.messages import Reaction

if TYPE_CHECKING:
    from sheepfold.server.table.live import LiveTable


async def take(live: LiveTable, sign: commands.TableSign) -> None:
    """Let those here know of it."""
    async with live.lock:
        match sign:
            case commands.React():
                frame = Frame(Reaction(seat=sign.seat, what=sign.what))
                for watcher in live.watchers:
                    watcher.send(frame)
            case commands.SetPace():
                live.attention.change(sign.pace)
                live.show_table()
            case commands.Ready():
                live.time.turn_over(sign.seat)
