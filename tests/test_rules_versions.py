"""Games that were begun by older rules: set up, recorded, replayed and gone on with by those rules.

What the versions differ in is shown rule by rule in tests/games.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadOption, BadRecord
from sheepfold.testing import walk

BOTH = ["dyke", "sheepsheep", "shepherd"]
"""The games that can be played by version 1 and by version 2 of their rules."""

SMALL: dict[str, tuple[int, dict[str, Any]]] = {
    "dyke": (4, {}),
    "sheepsheep": (2, {"exchanges": 3}),
    "shepherd": (3, {"tactical": True}),
}


def played(key: str, version: int, seed: int = 1) -> sheepfold.Match:
    players, options = SMALL[key]
    return walk(sheepfold.Match(key, players, rules_version=version, **options), seed)


@pytest.mark.parametrize("key", sheepfold.games())
def test_a_new_match_is_played_by_the_present_rules(key: str) -> None:
    match = sheepfold.Match(key)
    assert match.rules_version == sheepfold.game(key).rules_version
    assert f"\nrules {match.rules_version}\n" in match.record()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("key", BOTH)
def test_a_match_is_recorded_copied_and_sent_with_its_version(key: str, version: int) -> None:
    match = played(key, version)
    assert f"\nrules {version}\n" in match.record()
    for again in (sheepfold.Match.replay(match.record()), match.copy(), pickle.loads(pickle.dumps(match))):
        assert again.rules_version == version
        assert again.view() == match.view()
        assert again.view()["rules_version"] == version
        assert again.record() == match.record()


@pytest.mark.parametrize("key", BOTH)
def test_a_position_of_an_older_version_says_so(key: str) -> None:
    assert "version 1" in played(key, 1).text()
    assert "version" not in played(key, 2).text()


@pytest.mark.parametrize("version", [0, 3, -1, "1", 1.0, True])
def test_a_version_that_nobody_can_play_by_is_refused(version: Any) -> None:
    with pytest.raises(BadOption, match="it can by 1 or 2"):
        sheepfold.Match("dyke", 3, rules_version=version)
    with pytest.raises(BadOption, match="it can by 1\\."):
        sheepfold.Match("nines", 2, rules_version=2)


def test_a_record_of_a_version_that_nobody_can_play_by_replays_by_the_present_one_if_it_can() -> None:
    record = played("dyke", 2).record()
    assert sheepfold.Match.replay(record.replace("rules 2", "rules 7")).rules_version == 2
    with pytest.raises(BadRecord, match=r"version 7 .*version 2"):
        sheepfold.Match.replay(record.replace("rules 2", "rules 7").replace("0 lay", "1 lay", 1))


# ---------------------------------------------------------------------------------------------- material

BUILT_IN = {
    ("dyke", 1): "6f93fba5",
    ("dyke", 2): "6f93fba5",
    ("sheepsheep", 1): "0790a4a2",
    ("sheepsheep", 2): "0790a4a2",
    ("shepherd", 1): "34a396d5",
    ("shepherd", 2): "34a396d5",
}
GAMES = [sheepfold.game(key) for key in sheepfold.games()]
EXCHANGEABLE = [(game.key, version) for game in GAMES if game.material_module for version in game.rules_versions]


@pytest.mark.parametrize(("key", "version"), EXCHANGEABLE)
def test_the_material_belongs_to_the_version_of_the_rules(key: str, version: int) -> None:
    """Records leave it out and old tables do not name it: a changed board needs a new version of the rules, and the
    old one is kept as `material.VERSION.toml`."""
    material = json.dumps(sheepfold.game(key).material_in(version), sort_keys=True)
    assert hashlib.sha256(material.encode()).hexdigest()[:8] == BUILT_IN[key, version]


@pytest.mark.parametrize("key", BOTH)
def test_a_game_of_an_older_version_keeps_its_material_when_the_built_in_one_changes(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = played(key, 1)
    record, seen = old.record(), old.view()
    game, other = sheepfold.game(key), other_material(key)
    monkeypatch.setattr(game.material_module, "built_in", lambda: other_material(key))
    assert game.material == other
    again = sheepfold.Match.replay(record)
    assert again.view() == seen
    assert again.record() == record
    own = sheepfold.Match(key, SMALL[key][0], rules_version=1, material=other)
    assert "\nmaterial " in own.record()
    assert sheepfold.Match.replay(own.record()).material == other


def other_material(key: str) -> dict[str, Any]:
    material = sheepfold.game(key).material_in(1)
    if key == "dyke":
        material["sides"]["A1"] = [5, 17, 23]
    elif key == "sheepsheep":
        material["cards"]["rb"] = 7
    else:
        material["map"][2] = "ooooOOoo"
        material["map"][3] = "oooooooo"
    return material
