"""Everybody's chances at a table: for those who watch, after the game, and for players where the table wants it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core.engine import RULES, VALUE, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from tests.server.support import Server, in_loop


@pytest.fixture(autouse=True)
def _ready() -> None:
    engine_of(sheepfold.game("dyke")).wait_for(RULES, VALUE)
    engine_of(sheepfold.game("nines")).wait_for(RULES, VALUE)


async def chances_at(server: Server, path: str, token: str, want: str = "chances") -> Any:
    return (await server.get(f"{path}?want={want}", token)).json()["state"]["chances"]


@in_loop
async def test_those_who_watch_see_the_chances_and_players_only_where_the_table_wants_it(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        usual = await server.table("dyke", 3)
        watched = await chances_at(server, usual.path, usual.token("watch"))
        assert len(watched) == 3
        assert sum(watched) == pytest.approx(100, abs=2)
        assert await chances_at(server, usual.path, usual.token(0), "chances&eyes=0") is None
        assert await chances_at(server, usual.path, usual.token("watch"), "story") is None
        told = await server.table("dyke", 3, manners={"chances": True})
        seen = await chances_at(server, told.path, told.token(0), "chances&eyes=0")
        assert seen is not None
        assert seen == await chances_at(server, told.path, told.token("watch"))


@in_loop
async def test_after_the_game_its_chances_can_be_gone_through(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, bots={0: "random", 1: "random"})
        await at.until(lambda: at.live.table.status == "over")
        match = sheepfold.Match.replay((await server.get(f"{at.path}/record", at.token("watch"))).text)
        course = (await server.get(f"{at.path}/course", at.token("watch"))).json()["chances"]
        assert len(course) == len(match) + 1
        assert course[-1] == [100 if place == 1 else 0 for place in match.places()]
        half = len(match) // 2
        moment = (await server.get(f"{at.path}/replay?at={half}", at.token("watch"))).json()["state"]
        assert moment["chances"] == course[half] == [round(100 * each) for each in match.copy(half).chances()]


@in_loop
async def test_where_what_was_learned_cannot_be_used_nobody_tells_chances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(_game: Game, _players: int) -> None:
        raise BadOption("value.npz cannot be read.")

    for found in (cut, lambda _game, _players: None):
        monkeypatch.setattr("sheepfold.server.table.foreseeing.network_of", found)
        async with Server(tmp_path / found.__name__) as server:
            at = await server.table("nines", 2)
            assert await chances_at(server, at.path, at.token("watch")) is None
