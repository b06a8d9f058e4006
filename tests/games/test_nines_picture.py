"""The picture of All Nines: all that is on the table is in it, and all that can be tapped."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.games.nines import notation
from sheepfold.games.nines.picture import HEIGHT, WAY, WIDTH, picture
from sheepfold.games.nines.state import ANIMAL, MOST_SEGMENTS, PAWNS_EACH, STRETCH
from tests.support import Position, act, walk

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = ["Ada", "Ben", "Chiara", "Mo", "Wilhelmina"]
LONG_NAMES = ["Bartholomäus Ferdinand von und zu Überlingen am Bodensee", "<b>&amp;\"'</b>", "سارة", "林", "W" * 60]

END = """
● all home
start
1       [·] · · · · · · ·
2       [·] · · · · · · ·
3       [·] · · · · · · ·
4       [·] · · · · · · ·
5       [·] · · · · · · ·
home    ●1●2●3●4▲1▲2▲3▲4
●  front -  nines 4545  aside 1  animals 1  cactuses 2
▲  front -  nines 3636  aside 1  animals 1  cactuses {cactuses}
"""
NINE = """
● to lay down a nine, rolled 2, 1>2*
start   ▲1▲2▲3▲4
1       [2] 3 · 5 6 1 2 3
2       [4] 3●1 4 5 6 1 2 3
3       [5] 3 4 5●4 6 1 2 3
4       [6] 3●2 4 5 6 1 2 3
5       [1] 3 4●3 5 6 1 2 a
home
●  front {front}  nines -  aside -  animals 0  cactuses 0
▲  front 1  nines -  aside -  animals 0  cactuses 0
"""


def elements(svg: str, attribute: str) -> dict[str, ET.Element]:
    """The elements with this attribute, by its value."""
    return marked(ET.fromstring(svg), attribute)


def marked(root: ET.Element, attribute: str) -> dict[str, ET.Element]:
    found = [element for element in root.iter() if attribute in element.attrib]
    named = {element.attrib[attribute]: element for element in found}
    if attribute == "id":
        assert len(named) == len(found)
    return named


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text")]


def spot(element: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


def expected_ids(seen: Any) -> set[str]:
    """The id of everything that is on the table."""
    ids = {"home", "sign"} | {f"mat-{seat}" for seat in range(seen.players)}
    ids |= {f"tile-{space}" for space in range(len(seen.track)) if seen.track[space]}
    for seat in range(seen.players):
        ids |= {f"pawn-{seat}-{i + 1}" for i in range(PAWNS_EACH[seen.players])}
        front = [value for value in seen.front[seat] if value]
        ids |= {f"front-{seat}-{value}-{n + 1}" for value in front for n in range(front.count(value))}
        for kind, counts in (("nine", seen.nines[seat]), ("aside", seen.aside[seat])):
            ids |= {f"{kind}-{seat}-{value}-{n + 1}" for value in range(1, ANIMAL) for n in range(counts[value])}
        ids |= {f"animal-{seat}-{n + 1}" for n in range(seen.animals[seat])}
    return ids


# ---------------------------------------------------------------------------------------------- what is in it


@pytest.mark.parametrize(("players", "segments"), [(2, 6), (2, 5), (3, 5), (4, 6), (5, 6)])
def test_in_every_position_all_is_drawn_and_all_that_can_be_tapped_is_there(players: int, segments: int) -> None:
    match = sheepfold.Match("nines", players, names=NAMES[:players], segments=segments)
    rng = random.Random(players * segments)
    met: set[str] = set()
    while not match.is_over:
        act(match, rng)
        if match.to_act() != {"*"} or rng.random() < 0.1:
            met |= tapped_in(match)
    assert {"move", "take", "nine", "aside"} <= met


def tapped_in(match: sheepfold.Match) -> set[str]:
    """Look at a position; the kinds of actions that could be tapped there."""
    seen, root = match.observe(), ET.fromstring(match.svg(theme="day", styled=False))
    ids, parts = set(marked(root, "id")), set(marked(root, "data-part"))
    expected = expected_ids(seen)
    assert expected <= ids
    assert ids - expected <= {"die", "start", "nine", "keep"}
    pawns = [seen.pawn[seat, i] for seat in range(seen.players) for i in range(PAWNS_EACH[seen.players])]
    assert ("start" in ids) == (0 in pawns)
    actors = [int(seat) for seat in match.to_act() - {"*"}]
    actions = {action: match.parts(seat, action) for seat in actors for action in match.legal(seat)}
    for action, path in actions.items():
        assert set(path) <= parts, action
    assert {"nine", "keep"} & parts == {"nine", "keep"} & set(actions)
    return {action.split()[0] for action in actions}


def test_everything_lies_within_the_picture() -> None:
    for seed in range(6):
        match = walk(sheepfold.Match("nines", 2 + seed % 4), seed, 90 + 40 * seed)
        for name, element in elements(match.svg(), "id").items():
            if "transform" in element.attrib:
                x, y = spot(element)
                assert 12 <= x <= WIDTH - 12, name
                assert 12 <= y <= HEIGHT - 12, name


def test_the_track_is_drawn_without_holes_and_all_ahead_of_a_taken_tile_stays() -> None:
    match = sheepfold.Match("nines", 3)
    rng = random.Random(8)
    while match.observe().phase != 4:
        act(match, rng)
    before = elements(match.svg(), "id")
    taken = notation._taken_space(match.game.by_text[match.legal(match.observe().turn)[0]])
    match.play(match.observe().turn, match.legal(match.observe().turn)[0])
    after = elements(match.svg(), "id")
    tiles = [name for name in before if name.startswith("tile-")]
    assert set(tiles) - set(after) == {f"tile-{taken}"}
    for name in tiles:
        space = int(name.removeprefix("tile-"))
        if space > taken:
            assert spot(before[name]) == spot(after[name])
        elif space < taken:
            following = min(int(other.removeprefix("tile-")) for other in tiles if int(other[5:]) > space)
            assert spot(after[name]) == spot(before[f"tile-{following}"])


def test_tiles_never_overlap() -> None:
    spots = [spot(element) for name, element in elements(start_of(5).svg(), "id").items() if name.startswith("tile-")]
    for k, (x, y) in enumerate(spots):
        for other_x, other_y in spots[:k]:
            assert max(abs(x - other_x), abs(y - other_y)) > 70


def start_of(players: int) -> sheepfold.Match:
    """A match whose first die has been rolled."""
    match, rng = sheepfold.Match("nines", players), random.Random(1)
    while match.to_act() == {"*"}:
        match.roll(rng)
    return match


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("space", [0, 1, 5, 12, 50])
def test_however_many_pawns_stand_on_a_space_each_can_be_seen(players: int, space: int) -> None:
    seen = start_of(players).observe()
    for crowd in range(1, players * PAWNS_EACH[players] + 1):
        for nth in range(crowd):
            seen.pawn[divmod(nth, PAWNS_EACH[players])] = space
        pawns = [e for name, e in elements(picture(seen, NAMES), "id").items() if name.startswith("pawn-")]
        spots = [spot(pawn) for pawn in pawns]
        for k, (x, y) in enumerate(spots):
            assert all(max(abs(x - a), abs(y - b)) >= 8 for a, b in spots[:k])


def test_points_are_those_of_the_game() -> None:
    match = walk(sheepfold.Match("nines", 4, names=NAMES[:4]), 7)
    shown = words_of(match.svg())
    for score in match.scores():
        assert str(score).replace("-", "−") in shown


# ---------------------------------------------------------------------------------------------- deciding, and the end


@pytest.mark.parametrize(("front", "buttons"), [("45", ["Nine!", "Keep"]), ("455", ["Nine!"]), ("234", ["Nine!"])])
def test_NIN_17_NIN_18_buttons_say_what_can_be_done_with_a_nine(front: str, buttons: list[str]) -> None:
    position = Position("nines", NINE.format(front=front))
    svg = picture(position.state, NAMES[:2], legal=("nine", "keep"))
    assert [word for word in words_of(svg) if word in ("Nine!", "Keep")] == buttons
    assert "Ada has a nine!" in words_of(svg)
    tapped = elements(svg, "data-part")
    assert {"nine", "keep"} & set(tapped) == set(position.legal(0))
    assert tapped["nine"].attrib["class"] == "legal"


def test_NIN_18_either_of_two_equal_numbers_can_be_tapped() -> None:
    position = Position("nines", NINE.format(front="122").replace("lay down a nine", "put a number aside"))
    svg = picture(position.state, NAMES[:2])
    tapped = [e.attrib["id"] for e in ET.fromstring(svg).iter() if e.attrib.get("data-part") == "front-0-2"]
    assert tapped == ["front-0-2-1", "front-0-2-2"]


def test_what_is_legal_glows_and_what_is_chosen_lifts() -> None:
    match = start_of(2)
    calm = elements(match.svg(), "data-part")
    assert not any("class" in element.attrib for element in calm.values())
    pawn, space = match.parts(0, "move 1")
    lit = elements(match.svg(0, legal=[pawn, space], chosen=[pawn]), "data-part")
    assert {part: e.attrib["class"] for part, e in lit.items() if "class" in e.attrib} == {
        pawn: "legal chosen",
        space: "legal",
    }


@pytest.mark.parametrize(("cactuses", "sentence"), [(1, "Ada wins!"), (3, "Ben wins!"), (2, "Ada and Ben win!")])
def test_NIN_21_NIN_23_at_the_end_the_winner_is_named(cactuses: int, sentence: str) -> None:
    svg = picture(notation.read_diagram(END.format(cactuses=cactuses)), NAMES[:2])
    assert sentence in words_of(svg)
    assert ET.fromstring(svg)[0].text == f"All Nines: {sentence}"
    assert "die" not in elements(svg, "id")
    assert words_of(svg).count("24") == 4  # on the meadow and on the mats


# ---------------------------------------------------------------------------------------------- as a document


def test_it_carries_the_text_board_and_speaks_the_readers_language() -> None:
    match = start_of(3)
    root = ET.fromstring(match.svg())
    assert root[0].text == "All Nines: Blue moves a pawn"
    assert root[1].text == match.text()
    assert match._repr_svg_() == match.svg()
    with words.speaking("de"):
        assert ET.fromstring(match.svg())[1].text == match.text()


@pytest.mark.parametrize("players", [2, 5])
def test_long_and_hostile_names_stay_names(players: int) -> None:
    match = walk(sheepfold.Match("nines", players, names=LONG_NAMES[:players]), 2, 100)
    for length in range(60, len(match), 5):
        root = ET.fromstring(match.copy(length).svg())
        assert not any(element.tag.endswith("}b") for element in root.iter())


def test_the_viewer_is_told_which_mat_is_theirs() -> None:
    match = start_of(4)
    assert "(you)" not in words_of(match.svg())
    assert words_of(match.svg(2)).count("(you)") == 1


@pytest.mark.parametrize("theme", ["auto", "day", "night"])
def test_it_takes_the_shared_arguments_of_pictures(theme: Any) -> None:
    svg = picture(start_of(2).observe(), NAMES[:2], theme=theme, prefix="left-", styled=False)
    assert "<style>" not in svg
    assert all(name.startswith("left-") for name in elements(svg, "id"))
    assert "pawn-0-1" in elements(svg, "data-part")


def test_a_picture_stays_small() -> None:
    match = walk(sheepfold.Match("nines", 5), 5)
    for length in range(60, len(match), 25):
        assert len(match.copy(length).svg().encode()) < 120_000


def test_the_picture_in_the_readme_is_the_one_we_draw() -> None:
    """After a change: `sheepfold replay docs/pictures/nines.record --svg docs/pictures/nines.svg`."""
    match = sheepfold.Match.replay((PICTURES / "nines.record").read_text(encoding="utf-8"))
    assert (PICTURES / "nines.svg").read_text(encoding="utf-8") == match.svg()


def test_the_longest_track_fits_the_way() -> None:
    """Home, every tile, and two places for the start."""
    assert len(WAY) >= 1 + STRETCH * MOST_SEGMENTS + 2
