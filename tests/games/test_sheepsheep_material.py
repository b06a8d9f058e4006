"""The cards of Sheep Sheep can be exchanged: by a file, in a record, in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import sheepfold
from sheepfold.games.sheepsheep import material
from sheepfold.testing import lock_step, walk
from tests.oracles.sheepsheep import Oracle

GAME = sheepfold.game("sheepsheep")
FILE = (Path(material.__file__).parent / "material.toml").read_text(encoding="utf-8")


def test_the_built_in_file_is_a_material_file() -> None:
    assert material.read_file(FILE) == GAME.material
    assert GAME.material["cards"]["rb"] == 3
    assert sum(GAME.material["cards"].values()) == 63
    assert sum(GAME.material["three_plus"].values()) == 21


def test_a_file_names_only_what_differs() -> None:
    other = material.read_file("[cards]\nrb = 5\nro = 0\n[three_plus]\nro = 0\n")
    assert other["cards"] == GAME.material["cards"] | {"rb": 5, "ro": 0}
    match = sheepfold.Match(GAME, 3, material=other)
    assert match.view()["left"] == 62


def test_a_record_carries_the_cards_that_differ() -> None:
    other = material.read_file("[cards]\nrb = 5\n[three_plus]\nvw = 2\n")
    match = walk(sheepfold.Match(GAME, 2, material=other, exchanges=2), 3)
    assert "\nmaterial card rb 5\nmaterial three_plus vw 2\n" in match.record()
    again = sheepfold.Match.replay(match.record())
    assert again.material == other
    assert again.record() == match.record()
    assert "material" not in walk(sheepfold.Match(GAME, 2), 3, 5).record()


def test_the_diagram_names_a_box_that_is_not_the_usual_one() -> None:
    match = walk(sheepfold.Match(GAME, 2, material={"cards": {"rb": 5}}), 3, 30)
    assert "in the box: " in match.text()
    assert "rb×4" in match.text()
    assert match.view()["box"] == list(GAME.notation.read_diagram(match.text()).box)


@pytest.mark.parametrize("players", [2, 3])
def test_the_rules_agree_with_the_oracle_on_other_cards(players: int) -> None:
    other = {"cards": {"rb": 9, "ro": 0, "oy": 1}, "three_plus": {"rb": 4, "ro": 0}}
    whole = material.check(other)
    for seed in range(5):
        lock_step(sheepfold.Match(GAME, players, material=other), Oracle(players, {}, whole), seed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[cards]\nrb = 5\nbr = 1\n", "Line 3: `br` is no card"),
        ("[cards]\nrr = 1\n", "Line 2: `rr` is no card"),
        ("[cards]\n\nrb = 21\n", "Line 3: There can be 0 to 20"),
        ("[cards]\nrb = -1\n", "Line 2: There can be 0 to 20"),
        ("[cards]\nrb = true\n", "Line 2: There can be 0 to 20"),
        ("[cards]\nrb = 'three'\n", "Line 2: There can be 0 to 20"),
        ("[cards]\nrb =\n", "line 2"),
        ("[cards]\nrb = 0\n", "1 cards `rb` are marked 3\\+, but there are only 0"),
        ("[three_plus]\nrb = 4\n", "4 cards `rb` are marked 3\\+, but there are only 3"),
        ("[decks]\nrb = 4\n", "tables cards and three_plus, not `decks`"),
        ("cards = 3\n", "tables cards and three_plus, not `cards`"),
        ("[colours]\nr = 'rose'\n", "Line 1: the colours are the same"),
        ("[cards]\n" + "".join(f"{card} = 20\n" for card in material.CARD_NAMES[1:]), "120 cards at most, not 420"),
    ],
)
def test_a_file_one_cannot_play_with_is_refused(text: str, words: str) -> None:
    with pytest.raises(sheepfold.BadMaterial, match=words):
        material.read_file(text)


def test_too_few_cards_are_refused() -> None:
    few = {"cards": dict.fromkeys(material.CARD_NAMES[1:], 1), "three_plus": dict.fromkeys(material.CARD_NAMES[1:], 0)}
    with pytest.raises(sheepfold.BadMaterial, match="4 players need 25 cards at least; there are 21"):
        material.check(few)
    none_for_two = {"three_plus": dict.fromkeys(material.CARD_NAMES[1:], 3)}
    with pytest.raises(sheepfold.BadMaterial, match="2 players need 17 cards at least; there are 0"):
        sheepfold.Match(GAME, 4, material=none_for_two)


@pytest.mark.parametrize(
    "line", ["card rb", "card rb 4 4", "card rb +4", "card rb 04", "card rb x", "card br 4", "card rb 21", "pad rb 4"]
)
def test_a_record_with_wrong_material_is_refused(line: str) -> None:
    with pytest.raises(sheepfold.BadRecord, match="Line 5"):
        sheepfold.Match.replay(f"sheepfold 1\ngame sheepsheep\nrules 1\nplayers 2\nmaterial {line}\n")


def test_a_record_whose_material_as_a_whole_is_wrong_is_refused() -> None:
    with pytest.raises(sheepfold.BadRecord, match="marked 3"):
        sheepfold.Match.replay("sheepfold 1\ngame sheepsheep\nrules 1\nplayers 2\nmaterial card rb 0\n")
