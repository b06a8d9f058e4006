"""Data folders of earlier releases, kept as those releases wrote them: every table opens, and goes on by its rules."""

from __future__ import annotations

import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.server.table.entries import Made
from tests.kept import FOLDER, seen, sights
from tests.server.support import At, Server, in_loop

RELEASES = sorted(path.parent.name for path in FOLDER.glob("*/kept.json"))
release = pytest.mark.parametrize("release", RELEASES)


def unpacked(release: str, folder: Path) -> dict[str, Any]:
    """Lay out a release's data folder; what that release made of its tables."""
    with zipfile.ZipFile(FOLDER / release / "data.zip") as data:
        data.extractall(folder)
    return json.loads((FOLDER / release / "kept.json").read_text(encoding="utf-8"))


def at_table(server: Server, kept: dict[str, Any]) -> At:
    return At(server, kept["links"], {int(seat): token for seat, token in kept["seats"].items()})


def check(match: sheepfold.Match, kept: dict[str, Any]) -> None:
    """After each action everybody sees what they saw, and it stands as it stood."""
    assert match.record() == kept["record"]
    assert [seen(match.copy(k), kept["fields"]) for k in range(len(match) + 1)] == kept["seen"]
    now = sights(match)
    assert {name: now[name] for name in ("legal", "ending", "places", "scores")} == {
        name: kept[name] for name in ("legal", "ending", "places", "scores")
    }


@release
def test_every_record_replays_as_it_was_played(tmp_path: Path, release: str) -> None:
    for each in unpacked(release, tmp_path).values():
        if "record" in each:
            check(sheepfold.Match.replay(each["record"]), each)


@release
@in_loop
async def test_every_table_is_as_it_was_left(tmp_path: Path, release: str) -> None:
    kept = unpacked(release, tmp_path)
    assert {each["links"]["table"] for each in kept.values()} == set(await names_in(tmp_path))
    async with Server(tmp_path) as server:
        for name, each in kept.items():
            live = await server.house.open(each["links"]["table"])
            if "record" not in each:
                assert live.table.status == "open", name
                continue
            assert live.table.status == ("over" if each["ending"] else "running"), name
            assert live.table.match is not None
            check(live.table.match, each)


async def names_in(folder: Path) -> list[str]:
    async with Server(folder) as server:
        with server.house.store.engine.connect() as connection:
            return [row[0] for row in connection.exec_driver_sql("SELECT id FROM tables")]


@release
@in_loop
async def test_a_running_table_goes_on_to_its_end_by_the_rules_it_began_with(tmp_path: Path, release: str) -> None:
    kept = unpacked(release, tmp_path)
    running = [each for each in kept.values() if each.get("legal")]
    async with Server(tmp_path) as server:
        for each in running:
            at, rng = at_table(server, each), random.Random(1)
            before = len(each["seen"]) - 1
            live = await server.house.open(at.name)
            while seats := live.table.acting():
                assert live.table.match is not None
                answer = await at.play(seats[0], rng.choice(live.table.match.legal(seats[0])))
                assert answer["type"] == "done", answer
            assert live.table.status == "over"
            record = (await server.get(f"{at.path}/record", at.token("watch"))).text
            assert header_of(record) == header_of(each["record"])
            again = sheepfold.Match.replay(record)
            assert again.is_over
            check(again.copy(before), each)


def header_of(record: str) -> str:
    return record.partition("\n\n")[0]


# ---------------------------------------------------------------------------------------------- updated amid a game


async def open_match(server: Server, at: At) -> sheepfold.Match:
    match = (await server.house.open(at.name)).table.match
    assert match is not None
    return match


@in_loop
async def test_an_update_amid_a_game_changes_none_of_its_rules(tmp_path: Path) -> None:
    """Three tables of the first release, each left just before a choice that version 2 would settle otherwise."""
    kept = unpacked("first-release", tmp_path)
    async with Server(tmp_path) as server:
        chain = at_table(server, kept["dyke-chain-19"])
        await chain.played("0 done")  # the mover drowns, and was out before the one that falls off
        assert (await open_match(server, chain)).view()["out"][:8] == [2, 0, 0, 0, 0, 0, 0, 1]
        barren = at_table(server, kept["sheepsheep-empty-deck-81"])
        await barren.played("1 end")  # one barren round was enough with an empty deck
        assert (await open_match(server, barren)).is_over
        walking = at_table(server, kept["shepherd-tactical-no-grass-120"])
        legal = (await open_match(server, walking)).legal(1)
        assert [text for text in legal if text.startswith("dog")]
        assert "dog stay" not in legal  # the dog had to walk


@in_loop
async def test_a_table_that_was_only_made_begins_by_the_rules_it_was_made_with(tmp_path: Path) -> None:
    kept = unpacked("first-release", tmp_path)
    async with Server(tmp_path) as server:
        at = at_table(server, kept["open"])
        assert (await at.sit(0, "Ben")).status_code == 201
        assert (await at.do("start"))["type"] == "done"
        assert (await open_match(server, at)).rules_version == 1


@in_loop
async def test_the_next_game_of_the_same_people_is_by_the_present_rules(tmp_path: Path) -> None:
    kept = unpacked("first-release", tmp_path)
    async with Server(tmp_path) as server:
        for name in ("dyke-own-boards", "shepherd-tactical-sunset"):
            at = at_table(server, kept[name])
            assert (await at.do("rematch", 0))["type"] == "done"
            old = (await server.house.open(at.name)).table
            assert old.rematch is not None
            new = (await server.house.open(old.rematch)).table
            assert (old.made.rules, new.made.rules) == (1, 2)
            assert new.made.options == old.made.options
            assert new.match is not None
            assert old.match is not None
            assert new.match.material == old.match.material


# ---------------------------------------------------------------------------------------------- rules and material


@pytest.mark.parametrize("key", sheepfold.games())
@in_loop
async def test_a_log_says_which_rules_and_which_material_its_game_has(tmp_path: Path, key: str) -> None:
    game = sheepfold.game(key)
    async with Server(tmp_path) as server:
        at = await server.table(key, game.players[0])
        made = (await at.entries())[0]
        assert isinstance(made, Made)
        assert made.rules == game.rules_version
        assert made.material == (game.material or None)


@in_loop
async def test_tables_are_as_they_were_when_the_built_in_material_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the first release, which do not name theirs, and those of today, which do."""
    kept = unpacked("first-release", tmp_path)
    async with Server(tmp_path) as server:
        today = await server.table("dyke", 3)
        await today.played("0 lay A1", "0 lay B1")
        before = (await open_match(server, today)).view()
        server.house.tables.clear()
        dyke = sheepfold.game("dyke")
        changed = dyke.material | {"sides": {name: [5, 17, 23] for name in dyke.material["sides"]}}
        monkeypatch.setattr(dyke.material_module, "built_in", lambda: json.loads(json.dumps(changed)))
        assert sheepfold.Match("dyke", 3).view()["water"] != before["water"]
        assert (await open_match(server, today)).view() == before
        for name in ("dyke-chain", "dyke-chain-19", "dyke-own-boards", "dyke-rain-molehills-30"):
            check(await open_match(server, at_table(server, kept[name])), kept[name])
