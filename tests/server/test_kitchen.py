"""The kitchen: nobody waits for it; what people sit down to comes first; those at a table see when it is done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold import bots
from sheepfold.core.beside import FAILED, THERE, Workshop
from sheepfold.core.engine import Engine
from sheepfold.server.table import kitchen
from tests.server.support import Server, in_loop


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A workshop in which nothing gets done by itself, and games of which nothing is compiled."""
    idle, engines = Workshop(hands=1), dict[Any, Engine]()
    monkeypatch.setattr(Workshop, "_work", lambda _self: None)
    monkeypatch.setattr(kitchen, "workshop", lambda: idle)
    monkeypatch.setattr(kitchen, "engine_of", lambda game: engines.setdefault(game, Engine(game)))
    monkeypatch.setattr(kitchen, "is_kept", lambda _game, _step: False)
    monkeypatch.setattr(kitchen, "LOOK_AGAIN", 0.01)
    return idle


async def soon(is_so: Any) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.01)


@in_loop
async def test_all_games_are_prepared_step_by_step_and_told_of(workshop: Workshop) -> None:
    served: list[str] = []
    cooking = kitchen.Kitchen(served.append)
    cooking.start()
    assert {job.game.key for job in workshop.jobs} == set(sheepfold.games())
    assert cooking.left("nines") == ["rules", "judgement", "search"]
    assert not any(job.urgent for job in workshop.jobs)
    first, second, third = (job for job in workshop.jobs if job.game.key == "nines")
    first.state = THERE
    await soon(lambda: served == ["nines"])
    assert cooking.left("nines") == ["judgement", "search"]
    second.state, third.state = THERE, FAILED
    await soon(lambda: served == ["nines", "nines"])
    assert cooking.left("nines") == []
    await cooking.stop()
    assert [job for job in workshop.jobs if job.state not in (THERE, FAILED)] == [], "what nobody wants any more"


@in_loop
async def test_the_game_somebody_sits_down_to_comes_first(workshop: Workshop) -> None:
    cooking = kitchen.Kitchen()
    cooking.start()
    cooking.hurry("shepherd")
    assert {job.game.key for job in workshop.jobs if job.urgent} == {"shepherd"}
    await cooking.stop()


@in_loop
async def test_rules_that_were_compiled_before_are_loaded_before_anything_else(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kitchen, "is_kept", lambda game, _step: game.key in ("nines", "shepherd"))
    cooking = kitchen.Kitchen()
    cooking.start()
    assert [(job.game.key, job.step.name) for job in workshop.jobs if job.urgent] == [
        ("nines", "rules"), ("shepherd", "rules"),
    ]  # fmt: skip
    await cooking.stop()


@in_loop
async def test_a_game_that_cannot_be_imported_spoils_no_other(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pick(key: str) -> Any:
        if key == "dyke":
            raise ImportError("no such module")
        return sheepfold.game(key)

    monkeypatch.setattr(kitchen, "pick_game", pick)
    cooking = kitchen.Kitchen()
    cooking.start()
    assert {job.game.key for job in workshop.jobs} == set(sheepfold.games()) - {"dyke"}
    assert cooking.left("dyke") == []
    await cooking.stop()


@in_loop
async def test_bots_that_are_still_warming_up_say_so_until_they_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    awake: list[str] = []
    monkeypatch.setattr(bots, "is_awake", lambda name, _game: name == "greedy" or bool(awake))
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, bots={1: "ewe", 2: "greedy"})
        line = await at.line(0)
        assert [chair["warming"] for chair in line.latest("table")["chairs"]] == [False, True, False]
        hint = await server.post(f"{at.path}/hint", at.token(0), {"seat": 0})
        assert (hint.status_code, hint.json()["code"]) == (503, "busy")
        awake.append("dyke")
        server.house._served("dyke")
        await line.settle()
        assert [chair["warming"] for chair in line.latest("table")["chairs"]] == [False, False, False]


@in_loop
async def test_health_tells_what_is_still_to_come(tmp_path: Path, workshop: Workshop) -> None:
    async with Server(tmp_path, kitchen=kitchen.Kitchen()) as server:
        assert (await server.get("/health")).json()["preparing"]["dyke"] == ["rules", "judgement", "search"]
        for job in workshop.jobs:
            job.state = THERE
        assert "preparing" not in (await server.get("/health")).json()
