"""How a connection is sent what waits for it: at once where it takes it, and otherwise when it does, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from websockets.frames import Frame as AnyFrame
from websockets.frames import Opcode

from sheepfold.server.table.rights import Hands
from sheepfold.server.table.watcher import Frame, Watcher
from sheepfold.server.wire.messages import Bye, Done
from tests.server.support import in_loop


class Mouth:
    """A connection that takes what it is given, or not."""

    def __init__(self) -> None:
        self.is_free = True
        self.taken: list[list[bytes]] = []

    def write(self, frames: Sequence[Frame]) -> None:
        self.taken.append([frame.data for frame in frames])


def done(number: int) -> Frame:
    return Frame(Done(id=str(number), seq=number))


def watching(mouth: Mouth) -> Watcher:
    watcher = Watcher([], Hands(frozenset(), is_maker=False), frozenset(), "en")
    watcher.outlet = mouth
    return watcher


@pytest.mark.parametrize("size", [0, 3, 100, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_standard_says(size: int) -> None:
    frame = Frame(Bye(reason="x" * size, again=True))
    assert frame.framed == AnyFrame(Opcode.TEXT, frame.data).serialize(mask=False)


@in_loop
async def test_what_comes_in_one_turn_of_the_loop_is_written_together() -> None:
    mouth = Mouth()
    watcher = watching(mouth)
    for number in range(3):
        watcher.send(done(number))
    assert mouth.taken == []
    await asyncio.sleep(0)
    assert mouth.taken == [[done(number).data for number in range(3)]]


@in_loop
async def test_what_a_slow_connection_does_not_take_waits_and_nothing_overtakes_it() -> None:
    mouth = Mouth()
    watcher = watching(mouth)
    mouth.is_free = False
    watcher.send(done(0))
    watcher.send(done(1))
    assert await watcher.next() == done(0).data
    mouth.is_free = True  # it has room again, but the first is still on its way
    watcher.send(done(2))
    await asyncio.sleep(0.01)
    assert mouth.taken == []
    assert [await watcher.next(), await watcher.next()] == [done(1).data, done(2).data]
    asking = asyncio.create_task(watcher.next())
    await asyncio.sleep(0)
    watcher.send(done(3))
    watcher.hang_up(1000)
    assert await asking is None
    assert mouth.taken == [[done(3).data]]
