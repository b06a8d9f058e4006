"""Another meadow for The Shepherd: from a file, a dictionary, a record, and all that can be wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadMaterial, BadRecord
from sheepfold.games.shepherd import material
from sheepfold.testing import lock_step, walk
from tests.oracles.shepherd import Oracle

BOX = (sheepfold.game("shepherd").folder / "material.toml").read_text(encoding="utf-8")

FIRST = BOX.splitlines().index(".ooNNoo.") + 1
"""The line of the file on which the map begins."""

# Long and low, with a pond in the middle and no corners cut off.
LONG = [
    "oooNNooooo",
    "WoOoooOooE",
    "WooO..OooE",
    "ooOooooOo",
    "ooOooooOoo",
    "oooSSooooo",
    "ooo",
]
DARK = {"c3", "f3", "c6", "f6", "d4", "e4", "d5", "e5"}
LONG_FILE = '[meadow]\nmap = """\n' + "\n".join(LONG) + '\n"""\n'


def test_SHE_1_the_built_in_meadow_is_as_the_page_says() -> None:
    fields = material.letters_on(material.built_in())
    named = {"abcdefgh"[place // 10 - 1] + str(place % 10): letter for place, letter in fields.items()}
    assert len(named) == 60
    assert not {"a1", "a8", "h1", "h8"} & set(named)
    assert {field for field, letter in named.items() if letter == "O"} == DARK
    starts = {side: sorted(field for field, letter in named.items() if letter == side) for side in "SWNE"}
    assert starts == {"S": ["d1", "e1"], "W": ["a4", "a5"], "N": ["d8", "e8"], "E": ["h4", "h5"]}
    assert material.read_file(BOX) == material.built_in() == sheepfold.game("shepherd").material


def test_another_meadow_is_played_recorded_and_replayed() -> None:
    own = material.read_file(LONG_FILE)
    match = walk(sheepfold.Match("shepherd", 3, material=own, tactical=True), seed=4)
    record = match.record()
    assert "material row 7 oooNNooooo" in record
    assert "material row 8 ." in record
    again = sheepfold.Match.replay(record)
    assert again.view() == match.view()
    assert again.record() == record


@pytest.mark.parametrize("tactical", [False, True])
def test_another_meadow_agrees_with_the_oracle(tactical: bool) -> None:
    own = material.read_file(LONG_FILE)
    names = {place: "abcdefghij"[place // 10 - 1] + str(place % 10) for place in material.letters_on(own)}
    letters = {names[place]: letter for place, letter in material.letters_on(own).items()}
    sides = {"S": "south", "W": "west", "N": "north", "E": "east"}
    told = {
        "fields": sorted(letters),
        "dark": [field for field, letter in letters.items() if letter == "O"],
        "starts": {sides[side]: sorted(f for f, letter in letters.items() if letter == side) for side in sides},
    }
    options: dict[str, Any] = {"tactical": True} if tactical else {}
    for seed in range(15):
        match = sheepfold.Match("shepherd", 4, material=own, **options)
        lock_step(match, Oracle(4, dict(options), told), seed)


def test_a_record_names_only_the_rows_that_differ() -> None:
    rows = [
        row.replace("oooooooo", "ooooooooo", 1) if k == 2 else row for k, row in enumerate(material.built_in()["map"])
    ]
    rows[3] = rows[3][1:].rjust(8, ".")
    own = material.check({"map": rows})
    assert material.lines(own, material.built_in()) == ["row 7 ooooooooo", "row 6 .oOooOoo"]


CASES = [
    (BOX.replace("ooOooOoo", "ooOooXoo", 1), f"Line {FIRST + 2}: `X` is no field"),
    (BOX.replace("oooooooo\n", "ooooooooooo\n", 1), f"Line {FIRST + 1}: the row is longer than 10"),
    (BOX.replace("oooooooo\n", "ooooooo\n", 1), f"Line {FIRST} and below: the meadow needs 44 fields `o`, not 43"),
    (BOX.replace("OO", "oo", 1), r"needs 44 fields `o`, not 46"),
    (BOX.replace("WooOOooE\n", "EooOOooW\n", 1), f"Line {FIRST + 3}: the starting field `E` is not at its edge"),
    (BOX.replace(".ooNNoo.", "o..NNooo", 1).replace("oooooooo", ".ooooooo", 1), "needs 44"),
    (BOX.replace("NN", "No"), r"needs 44 fields `o`, not 45"),
    (BOX.replace("places = 12", "places = 14"), r"not `sun`"),
    (BOX.replace("worms = 4", "worms = 5"), r"not `cards`"),
    (BOX + "[wolf]\nteeth = 42\n", r"not `wolf`"),
    ("[meadow]\n", r"has no meadow"),
    ("meadow = 3\n", r"has no meadow"),
    ("map = [[[\n", r"cannot be read: "),
    ("[meadow]\nmap = 3 4\n", r"cannot be read: .*line 2"),
    ('[meadow]\nmap = ""\n', r"Line 2 and below: the meadow needs 44"),
    ('[meadow]\nmap = """\n' + "o\n" * 10 + '"""\n', r"Line 12: the meadow has more than 9 rows"),
]


@pytest.mark.parametrize(("text", "words"), CASES)
def test_a_wrong_file_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadMaterial, match=words):
        material.read_file(text)


def test_a_meadow_in_pieces_is_refused() -> None:
    apart = [*LONG[:6], ".", LONG[6]]
    with pytest.raises(BadMaterial, match=r"Row 1: the meadow is in pieces"):
        material.check({"map": apart})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"board": []}, "no material `board`"),
        ({"map": "ooo"}, "list of rows"),
        ({"map": [1, 2]}, "list of rows"),
        ({"map": ["oo?"]}, r"Row 1: `\?` is no field"),
        ({"map": ["o"] * 10}, "Row 1: the meadow has more than 9 rows"),
    ],
)
def test_a_wrong_dictionary_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadMaterial, match=words):
        sheepfold.Match("shepherd", 2, material=given)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("material row 8 .ooXXoo", "Line 5: `row 8 .ooXXoo` is not a row"),
        ("material row 0 ooo", "is not a row"),
        ("material row 08 ooo", "is not a row"),
        ("material column a ooo", "is not a row"),
        ("material row 8 .ooNNooo", "needs 44 fields `o`, not 45"),
    ],
)
def test_a_record_with_a_wrong_row_is_refused(line: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        sheepfold.Match.replay(f"sheepfold 1\ngame shepherd\nrules 1\nplayers 2\n{line}\n\n")
