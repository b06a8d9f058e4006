"""The boards and pads of the Sheep Hustle as data: files, records, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadMaterial, BadOption, BadRecord
from sheepfold.games.dyke import ground, material

GAME = sheepfold.game("dyke")
FILE = (Path(material.__file__).parent / "material.toml").read_text(encoding="utf-8")


def drawn(top: str = ". " * 10) -> str:
    """A file with one side, dry but for its top row."""
    return '# mine\n[sides]\nA1 = """\n' + "\n".join([top] + [". " * 10] * 9) + '\n"""\n'


def test_the_built_in_material_is_data() -> None:
    ours = GAME.material
    assert set(ours) == {"sides", "pads"}
    assert all(squares == sorted(squares) for squares in ours["sides"].values())
    assert material.read_file(FILE) == ours
    ours["sides"]["A1"].clear()
    assert GAME.material["sides"]["A1"], "the built-in material is a fresh copy each time"


def test_a_file_replaces_what_it_names() -> None:
    mine = material.read_file(drawn(". ~ . . . . . . ~ .") + "[pads]\nback90 = 3\nchange1 = 1\nback10 = 0\n")
    assert mine["sides"]["A1"] == [19, 89]
    assert mine["sides"]["B2"] == GAME.material["sides"]["B2"]
    assert mine["pads"] == {"back90": 3, "change1": 1}
    assert material.read_file(drawn())["pads"] == GAME.material["pads"]


def test_rows_may_be_drawn_without_blanks() -> None:
    assert material.read_file(drawn(".~......~."))["sides"]["A1"] == [19, 89]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (drawn(". x . . . . . . . ."), ["Line 4", "'x'", "`~`"]),
        (drawn(". . . ."), ["Line 4", "ten squares, not 4"]),
        (drawn().replace(". . . . . . . . . . \n", "", 1), ["Line 3", "ten rows, not 9"]),
        (drawn(". . . . . . . . . ~"), ["Line 3", "first and the last"]),
        (drawn("~ " * 10).replace(". " * 10, "~ " * 10).replace("~ \n", ". \n", 1), ["Line 3"]),
        ("[sides]\nA3 = 5\n", ["Line 2", "'A3'", "A1, A2, B1, B2"]),
        ("[sides]\nA1 = 5\n", ["Line 2", "ten rows"]),
        ("[pads]\nback15 = 2\n", ["Line 2", "'back15'", "back10 to back90"]),
        ("[pads]\n\nback10 = 17\n", ["Line 3", "0 to 16", "17"]),
        ("[pads]\nback10 = -1\n", ["Line 2", "-1"]),
        ("[pads]\nback10 = true\n", ["Line 2", "True"]),
        ("[pads]\nback10 = 1.5\n", ["Line 2", "1.5"]),
        ("[boards]\n", ["Line 1", "[sides] and [pads]"]),
        ("pads = 3\n", ["Line 1", "[sides] and [pads]"]),
        ("[sides\n", ["line 1"]),
        ("[pads]\nback10 = 1\nback10 = 2\n", ["line 3"]),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_reason(text: str, words: list[str]) -> None:
    with pytest.raises(BadMaterial) as refused:
        material.read_file(text)
    for word in words:
        assert word in str(refused.value), str(refused.value)


@pytest.mark.parametrize(
    "given",
    [
        {"decks": {}},
        {"sides": []},
        {"pads": 5},
        {"sides": {"C1": []}},
        {"sides": {"A1": "3"}},
        {"sides": {"A1": [0]}},
        {"sides": {"A1": [99]}},
        {"sides": {"A1": [100]}},
        {"sides": {"A1": [-1]}},
        {"sides": {"A1": [3, 3]}},
        {"sides": {"A1": [True]}},
        {"sides": {"A1": [2.0]}},
        {"sides": {"A1": list(range(1, 98))}},
        {"pads": {"back100": 1}},
        {"pads": {"change0": 1}},
        {"pads": {"back10": None}},
    ],
    ids=str,
)
def test_wrong_material_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        sheepfold.Match("dyke", 3, material=given)


def test_a_match_with_other_material_carries_it_in_its_record() -> None:
    mine = sheepfold.Match("dyke", 3, material={"sides": {"B1": [5, 17]}, "pads": {"back10": 1, "change1": 4}})
    mine.play(0, "lay B1r")
    mine.play(0, "lay A1")
    text = mine.record()
    header = text.split("\n\n")[0].splitlines()
    assert [line for line in header if line.startswith("material")] == [
        "material side B1 5 17",
        "material pad back10 1",
        "material pad back20 0",
        "material pad back30 0",
        "material pad back40 0",
        "material pad change1 4",
        "material pad change3 0",
        "material pad change5 0",
        "material pad change7 0",
        "material pad change9 0",
    ]
    again = sheepfold.Match.replay(text)
    assert again.material == mine.material
    assert again.record() == text
    assert ground.is_water(again.observe(), 99 - 17)


def test_a_dry_side_and_no_pads_at_all_replay() -> None:
    mine = sheepfold.Match("dyke", 3, material={"sides": {"A1": []}, "pads": {}})
    again = sheepfold.Match.replay(mine.record())
    assert again.material["sides"]["A1"] == []
    assert again.material["pads"] == {}


def test_a_record_of_the_built_in_material_does_not_name_it() -> None:
    same = sheepfold.Match("dyke", 3, material=GAME.material)
    assert "material" not in same.record()


@pytest.mark.parametrize(
    "line",
    [
        "material",
        "material side",
        "material side A1 5 x",
        "material side A1 05",
        "material side A1 +5",
        "material side A1 5  6",
        "material side A1 ٥",
        "material side A1 0",
        "material side A9 5",
        "material pad back10",
        "material pad back10 1 2",
        "material pad back11 1",
        "material pad back10 99",
        "material deck 5",
    ],
)
def test_a_bad_material_line_of_a_record_is_refused(line: str) -> None:
    with pytest.raises(BadRecord):
        sheepfold.Match.replay(f"sheepfold 1\ngame dyke\nrules 1\nplayers 3\n{line}\n\n")


@pytest.mark.parametrize("players", [2, 9, 0, "3", True])
def test_players_out_of_bounds(players: Any) -> None:
    with pytest.raises(BadOption):
        sheepfold.Match("dyke", players)


@pytest.mark.parametrize(
    "options", [{"rain": 10}, {"rain": -1}, {"rain": "2"}, {"molehills": 1}, {"snow": True}], ids=str
)
def test_options_out_of_bounds(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        sheepfold.Match("dyke", 3, **options)
