"""The pictures of Sheep Sheep, wide and upright: all that is on the table, all that can be tapped, and no secret."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.drawing.land import meadow
from sheepfold.drawing.themes import PANEL
from sheepfold.games.sheepsheep import notation
from sheepfold.games.sheepsheep.layout import UPRIGHT, WIDE, Layout
from sheepfold.games.sheepsheep.picture import picture, upright
from sheepfold.games.sheepsheep.state import CELL_NAMES, LETTERS, PUTTING
from sheepfold.testing import act, walk
from tests.games.test_nines_picture import (
    PHONE,
    Drawing,
    check_all_is_within,
    check_words_can_be_read,
    elements,
    glow_of,
    marked,
    spot,
    words_of,
)

GAME = sheepfold.game("sheepsheep")
NAMES = ["Ada", "Ben", "Chiara", "Mo"]
LONG_NAMES = ["Bartholomäus Ferdinand von und zu Überlingen am Bodensee", "<b>&amp;\"'</b>", "سارة", "W" * 60]

TOGETHER = """
● to swap
swaps 1/3  deck 25  turns without a win 0  lucky sheep count 2
     a    b    c
 1   r/w  r/o  b/y
 2   w/o  r/y  b/w
 3   b/g  w/g  o/y
●  cards rb rb og ow  lucky r  won 3 v×3
▲  cards ov yg yv gb  lucky ?  won 0
out of the game: gv×2 v/?
"""
OVER = """
● the deck is empty: over
swaps 1/3  deck 0  turns without a win 0  lucky sheep count 2
     a    b    c
 1   .    r/o  b/y
 2   w/o  .    b/w
 3   b/g  w/g  .
●  cards rb rb og ow  lucky r  won {first}
▲  cards ov yg yv gb  lucky b  won {second}
"""


both_shapes = pytest.mark.parametrize("shape", [picture, upright], ids=["wide", "upright"])


def expected_ids(seen: Any) -> set[str]:
    ids = {"sign", "deck", *(f"cell-{cell}" for cell in CELL_NAMES)}
    for seat in range(seen.players):
        ids |= {f"mat-{seat}", f"lucky-{seat}"}
        ids |= {f"hand-{seat}-{k + 1}" for k in range(4) if seen.hand[seat, k]}
        ids |= {f"won-{seat}-{LETTERS[colour]}" for colour in range(1, 8) if seen.won[seat, colour]}
    return ids | ({"drawn"} if seen.drawn else set())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_every_position_all_is_drawn_and_all_that_can_be_tapped_is_there(players: int) -> None:
    match = sheepfold.Match(GAME, players, names=NAMES[:players], exchanges=3)
    rng = random.Random(players + 2)
    met: set[str] = set()
    while not match.is_over:
        act(match, rng)
        if match.observe().phase == PUTTING or rng.random() < 0.2:
            met |= looked_at(match)
    met |= looked_at(match)
    assert met == {"swap", "end", "put"}


def looked_at(match: sheepfold.Match) -> set[str]:
    """Look at both pictures of a position through everybody's eyes; the kinds of actions that could be tapped."""
    kinds = looked_at_one(match, narrow=False)
    assert looked_at_one(match, narrow=True) == kinds
    return kinds


def looked_at_one(match: sheepfold.Match, *, narrow: bool) -> set[str]:
    kinds: set[str] = set()
    for viewer in (None, *range(match.players)):
        svg = match.svg(viewer, theme="day", styled=False, upright=narrow)
        assert expected_ids(match.observe(viewer)) <= set(elements(svg, "id"))
        for seat in match.to_act() - {"*"}:
            if viewer in (None, seat):
                parts = set(elements(svg, "data-part"))
                for action in match.legal(seat):
                    assert set(match.parts(int(seat), action)) <= parts, action
                    kinds.add(action.split()[0])
    return kinds


@pytest.mark.parametrize("layout", [WIDE, UPRIGHT], ids=["wide", "upright"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", words.languages())
def test_everything_lies_within_the_picture(players: int, layout: Layout, language: str) -> None:
    ground = meadow(layout.width, layout.height, layout.horizon)
    match = walk(sheepfold.Match(GAME, players, names=LONG_NAMES[:players], exchanges=30), players)
    with words.speaking(language):
        for length in (*range(0, len(match), 11), len(match)):
            for viewer in (None, length % players):
                svg = match.copy(length).svg(viewer, upright=layout is UPRIGHT)
                check_all_is_within(svg, layout.width, layout.height, ground)


@both_shapes
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_room_for_sheep_of_every_family_on_every_mat(players: int, shape: Drawing) -> None:
    layout = UPRIGHT if shape is upright else WIDE
    seen = walk(sheepfold.Match(GAME, players, exchanges=3), 1, 60).observe(0)
    for seat in range(players):
        for colour in range(1, 8):
            seen.won[seat, colour] = 9
    svg = shape(seen, LONG_NAMES[:players], seat=0)
    assert expected_ids(seen) <= set(elements(svg, "id"))
    check_all_is_within(svg, layout.width, layout.height, meadow(layout.width, layout.height, layout.horizon))
    for seat in range(players):
        mat = elements(svg, "id")[f"mat-{seat}"]
        sheet = next(each for each in mat.iter() if each.get("fill") == PANEL)
        bottom = float(sheet.attrib["y"]) + float(sheet.attrib["height"])
        for name, element in marked(mat, "id").items():
            if name.startswith("won-"):
                assert spot(element)[1] + 10 <= bottom, name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_phone_words_can_be_read(players: int) -> None:
    match = walk(sheepfold.Match(GAME, players, names=NAMES[:players], exchanges=30), players)
    with words.speaking("de"):
        for length in (*range(0, len(match), 9), len(match)):
            check_words_can_be_read(match.copy(length).svg(0, upright=True), 18)


def test_on_a_phone_what_one_taps_is_large_enough() -> None:
    swapping = elements(upright(notation.read_diagram(TOGETHER), NAMES[:2], seat=0), "data-part")
    putting = walk(sheepfold.Match(GAME, 3, exchanges=3), 1, 40)
    rng = random.Random(2)
    while putting.observe().phase != PUTTING:
        act(putting, rng)
    filling = elements(putting.svg(putting.observe().turn, upright=True), "data-part")
    assert {"cell-a1", "card-0-rb", "end"} <= set(swapping)
    assert len([part for part in filling if part.startswith("side-")]) == 2
    for part, element in (swapping | filling).items():
        assert min(glow_of(element)) * PHONE / UPRIGHT.width >= 44, part


def test_SSH_4_a_lucky_sheep_is_shown_to_its_owner_alone() -> None:
    match = sheepfold.Match(GAME, 2)
    match.play("*", "lucky g")
    twin = sheepfold.Match(GAME, 2)
    twin.play("*", "lucky v")
    for narrow in (False, True):
        assert match.svg(0, upright=narrow) != twin.svg(0, upright=narrow)
        assert match.svg(1, upright=narrow) == twin.svg(1, upright=narrow)
        assert match.svg(upright=narrow) == twin.svg(upright=narrow)


@both_shapes
def test_SSH_6_what_nobody_has_seen_is_in_no_picture(shape: Drawing) -> None:
    """Two squares that differ only in the hidden sides of their cards look the same to everybody."""
    match, twin = (laid(hidden) for hidden in "ov")
    for viewer in (None, 0, 1):
        one, other = match.observe(viewer), twin.observe(viewer)
        assert shape(one, NAMES[:2], seat=viewer) == shape(other, NAMES[:2], seat=viewer)


def laid(hidden: str) -> sheepfold.Match:
    """A match in which the first card of the square hides this colour."""
    match = sheepfold.Match(GAME, 2)
    for line in ("lucky g", "lucky b", *["card rb"] * 2, *["card oy"] * 2, *["card yg"] * 2, *["card gb"] * 2):
        match.play("*", line)
    match.play("*", f"lay r/{hidden}")
    return match


@both_shapes
def test_SSH_8_either_of_two_equal_cards_can_be_tapped(shape: Drawing) -> None:
    svg = shape(notation.read_diagram(TOGETHER), NAMES[:2], seat=0)
    tapped = [e.attrib["id"] for e in ET.fromstring(svg).iter() if e.attrib.get("data-part") == "card-0-rb"]
    assert tapped == ["hand-0-1", "hand-0-2"]


@both_shapes
def test_SSH_8_the_other_side_of_a_card_peeps_out_once_it_was_seen(shape: Drawing) -> None:
    unseen = shape(notation.read_diagram(TOGETHER.replace("o/y\n●", "o/?\n●")), NAMES[:2])
    seen = shape(notation.read_diagram(TOGETHER), NAMES[:2])
    assert words_of(unseen).count("?") == 1
    assert words_of(seen).count("?") == 0


@both_shapes
def test_SSH_11_three_that_hang_together_lie_on_a_plate_and_two_are_linked(shape: Drawing) -> None:
    plain = shape(notation.read_diagram(TOGETHER.replace("r/y", "g/y").replace("b/w", "v/w")), NAMES[:2])
    pair = shape(notation.read_diagram(TOGETHER.replace("r/y", "g/y")), NAMES[:2])
    three = shape(notation.read_diagram(TOGETHER), NAMES[:2])
    assert plain.count('stroke="#0d3f6d" stroke-width="37"') == 0
    assert pair.count('stroke="#0d3f6d" stroke-width="37"') == 1
    plate = '" rx="24" fill="#93202f"'
    assert pair.count(plate) == 0
    assert three.count(plate) == 3


@both_shapes
def test_SSH_9_the_hourglass_runs_while_somebody_swaps(shape: Drawing) -> None:
    timed = notation.read_diagram(TOGETHER.replace("1/3", "1/60").replace("count 2", "count 2  seconds 60"))
    svg = shape(timed, NAMES[:2], time_left=17.4)
    assert "17" in words_of(svg)
    assert "1 swapped" in words_of(svg)
    assert "60" in words_of(shape(timed, NAMES[:2]))
    assert "hourglass" not in elements(shape(notation.read_diagram(TOGETHER), NAMES[:2]), "id")


@both_shapes
def test_SSH_10_one_sees_how_many_exchanges_are_left(shape: Drawing) -> None:
    assert "Swap 2 of 3" in words_of(shape(notation.read_diagram(TOGETHER), NAMES[:2]))


@both_shapes
def test_the_viewer_sits_in_front_and_others_watch_the_one_on_turn(shape: Drawing) -> None:
    for viewer, front in ((0, 0), (1, 1), (None, 0)):
        tapped = elements(shape(notation.read_diagram(TOGETHER), NAMES[:2], seat=viewer), "data-part")
        assert {part.split("-")[1] for part in tapped if part.startswith("card-")} == {str(front)}


@both_shapes
def test_what_is_legal_glows_and_what_is_chosen_lifts(shape: Drawing) -> None:
    drawn = notation.read_diagram(TOGETHER)
    calm = elements(shape(drawn, NAMES[:2], seat=0), "data-part")
    assert not any("class" in element.attrib for element in calm.values())
    lit = elements(shape(drawn, NAMES[:2], seat=0, legal=["cell-a1", "end"], chosen=["card-0-rb"]), "data-part")
    assert {part: e.attrib["class"] for part, e in lit.items() if "class" in e.attrib} == {
        "cell-a1": "legal",
        "end": "legal",
        "card-0-rb": "chosen",
    }


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [("3 o×3", "0", "Ada wins!"), ("0", "3 o×3", "Ben wins!"), ("3 o×3", "3 o×3", "Ada and Ben win!")],
)
@both_shapes
def test_SSH_18_at_the_end_the_winners_are_named(first: str, second: str, sentence: str, shape: Drawing) -> None:
    svg = shape(notation.read_diagram(OVER.format(first=first, second=second)), NAMES[:2])
    assert sentence in words_of(svg)
    assert ET.fromstring(svg)[0].text == f"Sheep Sheep: {sentence}"
    assert "end" not in elements(svg, "data-part")


@both_shapes
def test_SSH_17_points_count_a_lucky_colour_for_those_who_know_it(shape: Drawing) -> None:
    match = walk(sheepfold.Match(GAME, 3, names=NAMES[:3], exchanges=3), 7)
    for score in match.scores():
        assert str(score) in words_of(shape(match.observe(), NAMES[:3]))
    drawn = TOGETHER.replace("won 3 v×3", "won 3 r×3").replace("gv×2 v/?", "rv×2 r/?")
    assert "6" in words_of(shape(notation.read_diagram(drawn), NAMES[:2], seat=0))
    hidden = notation.read_diagram(drawn.replace("lucky r", "lucky ?"))
    assert "6" not in words_of(shape(hidden, NAMES[:2], seat=1))


@both_shapes
def test_it_carries_the_text_board_and_speaks_the_readers_language(shape: Drawing) -> None:
    drawn = notation.read_diagram(TOGETHER)
    assert ET.fromstring(shape(drawn, NAMES[:2]))[1].text == notation.diagram(drawn)
    with words.speaking("de"):
        root = ET.fromstring(shape(drawn, NAMES[:2]))
        assert root[0].text == "Sheep Sheep: Ada tauscht Karten"
        assert root[1].text == notation.diagram(drawn)


@pytest.mark.parametrize("players", [2, 4])
def test_long_and_hostile_names_stay_names(players: int) -> None:
    match = walk(sheepfold.Match(GAME, players, names=LONG_NAMES[:players], exchanges=3), 2)
    for length in range(20, len(match), 9):
        for narrow in (False, True):
            root = ET.fromstring(match.copy(length).svg(upright=narrow))
            assert not any(element.tag.endswith("}b") for element in root.iter())


@pytest.mark.parametrize("theme", ["auto", "day", "night"])
@both_shapes
def test_it_takes_the_shared_arguments_of_pictures(theme: Any, shape: Drawing) -> None:
    svg = shape(notation.read_diagram(TOGETHER), NAMES[:2], theme=theme, prefix="left-", styled=False)
    assert "<style>" not in svg
    assert all(name.startswith("left-") for name in elements(svg, "id"))
    assert "cell-a1" in elements(svg, "data-part")


def test_a_picture_stays_small() -> None:
    match = walk(sheepfold.Match(GAME, 4, exchanges=3), 5)
    for length in range(30, len(match), 25):
        for narrow in (False, True):
            assert len(match.copy(length).svg(upright=narrow).encode()) < 150_000
