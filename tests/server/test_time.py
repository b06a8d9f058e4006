"""Time at a table is the server's: the hourglass, and the gentle limit for a decision."""

from __future__ import annotations

import asyncio
import math
import time
from pathlib import Path
from typing import Any

import pytest

from sheepfold import bots
from sheepfold.server.table.deciding import running
from sheepfold.server.table.entries import Played
from tests.server.support import At, Clock, Line, Server, in_loop


async def hourglass_table(server: Server, **manners: Any) -> At:
    return await server.table("sheepsheep", 2, manners={"ready_seconds": 0, **manners}, seconds=60)


async def nudge(at: At) -> None:
    """The timers of a table run by the real clock; whoever comes or goes has them set anew by the test's."""
    line = await at.line("watch", want="")
    await line.hang_up()


def clock_of(line: Line) -> dict[str, Any]:
    return line.latest("state")["clock"]


async def clock_now(at: At, who: int | str = "watch") -> dict[str, Any]:
    return (await at.shown(who))["state"]["clock"]


@in_loop
async def test_when_the_hourglass_has_run_the_server_ends_the_turn(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server)
        mine = await at.line(0)
        assert clock_of(mine) == {"left": 60.0, "full": 60, "running": True, "kind": "hourglass"}
        server.clock.pass_by(59.5)
        await nudge(at)
        assert at.live.table.acting() == [0]
        assert (await clock_now(at))["left"] == 0.5
        server.clock.pass_by(0.5)
        await nudge(at)
        await at.until(lambda: at.live.table.moves[-1].by == "clock" or at.live.table.acting() != [0])
        clocks = [entry for entry in await at.entries() if isinstance(entry, Played) and entry.by == "clock"]
        assert [(entry.action, entry.seat) for entry in clocks] == [("time", None)]


@in_loop
async def test_a_choice_that_comes_after_the_time_is_refused(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server)
        mine = await at.line(0)
        shown = mine.latest("state")
        server.clock.pass_by(60)
        await nudge(at)
        await at.until(lambda: any(move.by == "clock" for move in at.live.table.moves))
        late = await mine.ask("play", seat=0, action=shown["legal"][0], decision=shown["decision"])
        assert late["code"] == "stale"


@in_loop
async def test_the_hourglass_stands_still_while_its_player_is_away(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server)
        mine, other = await at.line(0), await at.line(1)
        server.clock.pass_by(20)
        await mine.hang_up()
        await other.settle()
        assert clock_of(other) == {"left": 40.0, "full": 60, "running": False, "kind": "hourglass"}
        server.clock.pass_by(500)
        await nudge(at)
        assert (await clock_now(at))["left"] == 40.0
        mine = await at.line(0)
        assert clock_of(mine) == {"left": 40.0, "full": 60, "running": True, "kind": "hourglass"}
        server.clock.pass_by(39)
        assert (await clock_now(at))["left"] == 1.0


@in_loop
async def test_the_hourglass_runs_on_where_the_table_wants_it_so(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server, pause_hourglass=False)
        server.clock.pass_by(61)
        await nudge(at)
        await at.until(lambda: any(move.by == "clock" for move in at.live.table.moves))


@in_loop
async def test_the_hourglass_is_turned_over_for_the_next_player_only(tmp_path: Path) -> None:
    """Swaps use up the same sand; the next player's is full."""
    async with Server(tmp_path) as server:
        at = await hourglass_table(server)
        mine = await at.line(0)
        await at.line(1)
        server.clock.pass_by(10)
        swap = next(choice for choice in mine.latest("state")["legal"] if choice.startswith("swap"))
        await at.played(f"0 {swap}")
        await mine.settle()
        assert clock_of(mine)["left"] == 50.0
        await at.played("0 end")
        while at.live.table.acting() == [0]:  # fills the gaps; nothing runs meanwhile
            assert await clock_now(at) is None
            await at.played(f"0 {(await at.shown(0))['state']['legal'][0]}")
        server.clock.pass_by(5)
        assert (await clock_now(at))["left"] == 55.0


@in_loop
async def test_the_hourglass_waits_until_its_player_is_ready(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server, ready_seconds=20)
        mine, other = await at.line(0), await at.line(1)
        assert clock_of(mine) == {"left": 60.0, "full": 60, "running": False, "kind": "hourglass", "waits": True}
        server.clock.pass_by(12)
        assert (await other.ask("ready", seat=0))["code"] == "not yours"
        assert (await clock_now(at))["left"] == 60.0
        assert (await mine.ask("ready", seat=0))["type"] == "done"
        await mine.settle()
        assert clock_of(mine) == {"left": 60.0, "full": 60, "running": True, "kind": "hourglass"}
        server.clock.pass_by(7)
        assert (await clock_now(at))["left"] == 53.0


class Ticking(Clock):
    """A time that, like any real one, is a little later whenever somebody looks."""

    def __call__(self) -> float:
        self.now += 0.0001
        return self.now


@in_loop
async def test_the_hourglass_waits_although_time_never_stands_still(tmp_path: Path) -> None:
    async with Server(tmp_path, clock=Ticking()) as server:
        at = await hourglass_table(server, ready_seconds=20)
        mine = await at.line(0)
        assert clock_of(mine) == {"left": 60.0, "full": 60, "running": False, "kind": "hourglass", "waits": True}
        server.clock.pass_by(12)
        assert (await clock_now(at))["left"] == 60.0
        await mine.ask("ready", seat=0)
        server.clock.pass_by(7)
        assert round((await clock_now(at))["left"]) == 53


@in_loop
async def test_the_hourglass_does_not_wait_for_ever(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server, ready_seconds=20)
        await at.line(0)
        server.clock.pass_by(20)
        await nudge(at)
        assert (await clock_now(at))["running"]


@in_loop
async def test_who_plays_is_ready(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server, ready_seconds=20)
        mine = await at.line(0)
        swap = next(choice for choice in mine.latest("state")["legal"] if choice.startswith("swap"))
        await at.played(f"0 {swap}")
        assert (await clock_now(at))["running"]


@in_loop
async def test_a_program_that_is_not_shown_what_happens_is_ready_at_once(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await hourglass_table(server, ready_seconds=20)
        await at.line(0, want="legal,view")
        assert (await clock_now(at))["running"]


@in_loop
async def test_after_a_restart_what_had_run_until_the_last_action_counts(tmp_path: Path) -> None:
    clock = Clock()
    async with Server(tmp_path, clock=clock) as server:
        at = await hourglass_table(server)
        mine = await at.line(0)
        clock.pass_by(25)
        swap = next(choice for choice in mine.latest("state")["legal"] if choice.startswith("swap"))
        await at.played(f"0 {swap}")
        clock.pass_by(10)
    clock.pass_by(10_000)
    async with Server(tmp_path, clock=clock) as again:
        at.server = again
        mine = await at.line(0)
        assert clock_of(mine) == {"left": 35.0, "full": 60, "running": True, "kind": "hourglass"}


@in_loop
async def test_a_decision_that_takes_too_long_is_made_by_a_bot_and_marked(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, manners={"decision_seconds": 30})
        mine, watcher = await at.line(0), await at.line("watch")
        assert clock_of(mine) == {"left": 30.0, "full": 30, "running": True, "kind": "decision"}
        assert clock_of(watcher) is None
        server.clock.pass_by(29)
        await nudge(at)
        assert at.live.table.acting() == [0]
        server.clock.pass_by(1)
        await nudge(at)
        await at.until(lambda: any(move.by == "limit" for move in at.live.table.moves))
        assert [move.seat for move in at.live.table.moves if move.by == "limit"] == [0]
        await mine.settle()
        assert mine.latest("table")["chairs"][0]["kept"] is False  # the chair is still one's own


@in_loop
async def test_after_a_restart_everybody_has_the_whole_time_for_their_decision(tmp_path: Path) -> None:
    clock = Clock()
    async with Server(tmp_path, clock=clock) as server:
        at = await server.table("nines", 2, manners={"decision_seconds": 30})
    clock.pass_by(10_000)
    async with Server(tmp_path, clock=clock) as again:
        at.server = again
        mine = await at.line(0)
        assert clock_of(mine)["left"] == 30.0


@in_loop
async def test_without_a_limit_nobody_is_hurried(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        assert clock_of(await at.line(0)) is None
        assert at.live.time._timer is None or at.live.time._due() != []


@in_loop
async def test_against_the_hourglass_a_bot_swaps_as_quickly_as_a_person(tmp_path: Path) -> None:
    """SSH-14: elsewhere the table says how long a bot seems to think."""
    async with Server(tmp_path) as server:
        timed = await server.table("sheepsheep", 2, bots={1: "random"}, seconds=60)
        match = running(timed.live.table)
        swap = next(action for action in match.legal(0) if action.startswith("swap"))
        assert timed.live.bots.pause(0, swap) == min(3, bots.pace(match, 0, swap)) > 1
        server.clock.pass_by(5)
        assert timed.live.bots.pause(0, swap) == 0.5  # a bot's turn takes 12 seconds at most, filling gaps included
        server.clock.pass_by(2)
        assert timed.live.bots.pause(0, swap) == 0
        assert timed.live.bots._rest(0) == 5
        timed.live.time.glass = None  # its player has done with it
        assert timed.live.bots.pause(0, "draw") == 0
        server.clock.pass_by(9)
        assert timed.live.bots._rest(0) == 0
        assert timed.live.bots._rest(1) == math.inf
        calm = await server.table("sheepsheep", 2, bots={1: "random"}, exchanges=3, manners={"bot_seconds": 0.1})
        assert calm.live.bots.pause(0, swap) == 0.1


class RealClock(Clock):
    """The time that passes by itself."""

    def __call__(self) -> float:
        return time.time()


async def bots_turn(at: At, line: Line, *, hurry: bool) -> float:
    """End the person's turn; how many seconds it then takes until they are asked again."""
    while at.live.table.acting() == [0]:
        (*others, last) = (await at.shown(0))["state"]["legal"]
        await at.played(f"0 {'end' if 'end' in (*others, last) else last}")
    began = time.monotonic()
    while at.live.table.acting() != [0]:
        if hurry:
            await line.ask("seen", length=at.live.table.match_length, hurry=True)
        await asyncio.sleep(0.02)
    return time.monotonic() - began


@pytest.mark.long
@in_loop
async def test_a_bots_whole_turn_takes_twelve_seconds_at_most_and_can_be_hurried(tmp_path: Path) -> None:
    """By the real clock, before somebody who does not say what they have seen; their own hourglass waits for them."""
    async with Server(tmp_path, clock=RealClock()) as server:
        at = await server.table(
            "sheepsheep", 2, bots={1: "random"}, seconds=60, manners={"ready_seconds": 600, "bot_seconds": 0.8}
        )
        line = await at.line(0, want="legal,beats,story")
        calmly = await bots_turn(at, line, hurry=False)
        assert 1 < calmly <= 12.5
        await asyncio.sleep(1)
        assert await clock_now(at) == {"left": 60.0, "full": 60, "running": False, "kind": "hourglass", "waits": True}
        assert await bots_turn(at, line, hurry=True) < calmly / 2
