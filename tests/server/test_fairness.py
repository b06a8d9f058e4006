"""Whose bot thinks first: people's, then hints, then those that play each other; tables that nobody sees rest."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sheepfold import bots
from sheepfold.server.table import thinking
from sheepfold.server.table.thinking import For, Thinkers
from sheepfold.server.wire.forms import HintShown
from tests.server.engines import in_one_process
from tests.server.support import At, Clock, Server, in_loop

ALL_BOTS = dict.fromkeys(range(3), "random")


class Hints:
    """Hints that are thought of for as long as a test likes."""

    def __init__(self) -> None:
        self.gate, self.begun, self.most, self.now = threading.Event(), 0, 0, 0

    def think(self, *_given: Any) -> HintShown:
        self.begun += 1
        self.now += 1
        self.most = max(self.most, self.now)
        self.gate.wait(20)
        self.now -= 1
        return HintShown(action="play 1", parts=[], words="", chance=0.5)


@contextmanager
def slow_hints(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hints]:
    hints = Hints()
    monkeypatch.setattr(thinking, "_hint", hints.think)
    monkeypatch.setattr(bots, "is_awake", lambda *_given: True)
    try:
        yield hints
    finally:
        hints.gate.set()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def choosing(server: Server, players: int = 3, **wish: Any) -> At:
    """A game where everybody is to choose at once."""
    at = await server.table("dyke", players, **wish)
    await at.played("0 lay A1", "0 lay B1")
    return at


# ---------------------------------------------------------------------------------------------- hints


@in_loop
async def test_however_many_hints_are_asked_for_a_bot_answers_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_hints(monkeypatch) as hints:
        async with Server(tmp_path) as server:
            asked = [await choosing(server) for _table in range(3)]
            async with server.browser() as browser:
                asking = [
                    asyncio.create_task(
                        browser.post(f"{at.path}/hint", json={"seat": seat % 3},
                                     headers={"authorization": f"Bearer {at.token(seat % 3)}"})
                    )
                    for at in asked for seat in range(50)
                ]  # fmt: skip
                await until(lambda: sum(task.done() for task in asking) == 147)
                refused = {task.result().status_code for task in asking if task.done()}
                assert refused == {429}
                victim = await choosing(server, bots={1: "random"})
                await asyncio.wait_for(victim.until(lambda: 1 not in victim.live.table.acting()), 10)
                assert hints.begun == 1
                hints.gate.set()
                answers = [await task for task in asking]
                assert [answer.status_code for answer in answers].count(200) == 3
                assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"too many"}
                assert hints.most == 1


@in_loop
async def test_hints_are_shared_out_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has asked for as many as they may does not keep another from getting one."""
    with slow_hints(monkeypatch) as hints:
        thinkers = Thinkers(2)

        class Asked:
            def copy(self) -> Asked:
                return self

        def ask(origin: str, table: str) -> asyncio.Task[HintShown]:
            match: Any = Asked()
            return asyncio.create_task(thinkers.hint(match, 0, "en", origin=origin, table=table))

        greedy = [ask("greedy", f"t{k}") for k in range(10)]
        await until(lambda: sum(task.done() for task in greedy) == 7)
        modest = ask("modest", "t0")
        await asyncio.sleep(0.02)
        assert not modest.done()
        hints.gate.set()
        assert (await modest).action == "play 1"
        await asyncio.gather(*greedy, return_exceptions=True)
        assert (await ask("greedy", "t9")).action == "play 1"  # those before are done
        thinkers.close()


# ---------------------------------------------------------------------------------------------- bots alone


@in_loop
async def test_bots_that_play_each_other_hold_up_no_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, usual = threading.Event(), Thinkers._ask
    async with Server(tmp_path) as server:
        victim = await choosing(server, bots={1: "greedy"}, manners={"bot_seconds": 0})
        await victim.until(lambda: 1 not in victim.live.table.acting())

        def slowly(self: Thinkers, name: str, *given: Any) -> str:
            if name == "random":
                gate.wait(20)
            return usual(self, name, *given)

        monkeypatch.setattr(Thinkers, "_ask", slowly)
        alone = [await server.table("nines", 3, bots=ALL_BOTS) for _table in range(20)]
        await asyncio.sleep(0.05)
        assert {at.live.bots.whom() for at in alone} == {For.ITSELF}
        assert victim.live.bots.whom() is For.PEOPLE
        moves = len(victim.live.table.moves)
        await victim.played("0 play 7", "2 play 3")
        await asyncio.wait_for(victim.until(lambda: len(victim.live.table.moves) > moves + 2), 10)
        gate.set()


@in_one_process
@in_loop
async def test_a_table_whose_people_are_away_counts_as_one_of_bots(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, bots={1: "random", 2: "random"})
        line = await at.line(0)
        server.clock.pass_by(100)
        assert at.live.bots.whom() is For.PEOPLE
        await at.line("watch")
        await line.hang_up()
        server.clock.pass_by(61)
        assert at.live.bots.whom() is For.ITSELF
        await at.shown(0)
        assert at.live.bots.whom() is For.PEOPLE
        await at.do("leave", 0, chair=0)
        assert at.live.bots.whom() is For.ITSELF


# ---------------------------------------------------------------------------------------------- tables nobody sees


@in_loop
async def test_a_table_that_nobody_attends_to_rests_until_somebody_does(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, bots=ALL_BOTS, manners={"bot_seconds": 0})
        await at.until(lambda: len(at.live.table.moves) > 20)
        server.clock.pass_by(61)
        await all_have_chosen(at)
        length = len(at.live.table.moves)
        assert at.live.table.status == "running"
        await asyncio.sleep(0.2)
        assert len(at.live.table.moves) == length
        line = await at.line("watch")
        await at.until(lambda: len(at.live.table.moves) > length + 20)
        await line.hang_up()
        server.clock.pass_by(61)
        await all_have_chosen(at)
        length = len(at.live.table.moves)
        await at.shown("watch")  # somebody who asks now and then, as programs do, attends too
        await at.until(lambda: at.live.table.status == "over" or len(at.live.table.moves) > length + 20)


async def all_have_chosen(at: At) -> None:
    """What bots were thinking about when nobody attended any more is played."""
    await at.until(lambda: not at.live.bots._thinking)


@in_loop
async def test_after_a_restart_tables_that_nobody_sees_stay_where_they_are(tmp_path: Path) -> None:
    clock = Clock()
    async with Server(tmp_path, clock=clock) as server:
        tables = [await server.table("dyke", 3, bots=ALL_BOTS, manners={"decision_seconds": 5}) for _table in range(30)]
    async with Server(tmp_path, clock=clock) as again:
        before = {at.name: len(await again.house.store.read(at.name)) for at in tables}
        await asyncio.sleep(0.3)
        assert again.house.tables == {}
        assert {at.name: len(await again.house.store.read(at.name)) for at in tables} == before
        tables[0].server = again
        async with again.browser() as browser:  # who lists their tables does not set them all going
            await browser.post("/api/enter", json={"token": tables[1].token("maker")})
            clock.pass_by(61)
            assert len((await browser.get("/api/tables")).json()) == 1
            assert not tables_going(again)


def tables_going(server: Server) -> list[str]:
    return [name for name, live in server.house.tables.items() if live.is_attended]


@in_loop
async def test_time_runs_on_at_a_table_that_has_left_the_memory(tmp_path: Path) -> None:
    """Whoever had a minute for their decision has no other one because nobody looked meanwhile."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, manners={"decision_seconds": 60})
        server.clock.pass_by(200)
        server.house.let_go(120)
        assert server.house.tables == {}
        await at.line("watch")
        await at.until(lambda: any(move.by == "limit" for move in at.live.table.moves))
        assert next(move.seat for move in at.live.table.moves if move.by == "limit") == 0
