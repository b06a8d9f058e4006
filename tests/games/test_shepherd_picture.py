"""The picture of The Shepherd: all that is on the table is in it, and all that can be tapped."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.games.shepherd import notation
from sheepfold.games.shepherd.picture import picture
from sheepfold.testing import Position, act

GAME = sheepfold.game("shepherd")
LONG_NAMES = ["Bartholomäus Ferdinand von und zu Überlingen", "<b>&amp;\"'</b>", "林", "W" * 60]


def marked(svg: str, attribute: str) -> dict[str, ET.Element]:
    """The elements with this attribute, by its value."""
    found = [element for element in ET.fromstring(svg).iter() if attribute in element.attrib]
    if attribute == "id":
        assert len({element.attrib["id"] for element in found}) == len(found)
    return {element.attrib[attribute]: element for element in found}


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text")]


@pytest.mark.parametrize("options", [{}, {"tactical": True}, {"worms": "unseen", "sun": 4}], ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_everything_is_there_and_all_that_is_legal_can_be_tapped(players: int, options: dict[str, Any]) -> None:
    rng = random.Random(players)
    match = sheepfold.Match("shepherd", players, names=LONG_NAMES[:players], **options)
    while not match.is_over:
        act(match, rng)
        if rng.random() < 0.8 and not match.is_over:
            continue
        acting = [int(seat) for seat in match.to_act() - {"*"}]
        parts = {part for seat in acting for text in match.legal(seat) for part in match.parts(seat, text)}
        svg = match.svg(theme=rng.choice(["auto", "day", "night"]), legal=parts)
        here = marked(svg, "data-part")
        assert parts <= set(here)
        assert {name for name, element in here.items() if "legal" in element.get("class", "")} == parts
        ids = set(marked(svg, "id"))
        assert ids >= {"dog", "sun"} | {f"sheep-{seat}-{i}" for seat in range(players) for i in (1, 2)}
        assert len([name for name in ids if name.startswith("field-")]) == 60


def test_the_text_board_is_in_the_description() -> None:
    match = sheepfold.Match("shepherd", 2)
    assert match.text().strip() in "".join(ET.fromstring(match.svg()).itertext())


TURNED_BACK = """
● to play
dice  (sheep), grass
sun   ☼···········
game  tactical
    a   b   c
1   ●1" ~   ▲1
●   0
▲   0
"""


def test_SHE_22_worms_turned_back_are_shown_or_left_to_memory() -> None:
    state = Position(GAME, TURNED_BACK).state
    shown, remembered = picture(state, ["Ada", "Ben"]), picture(state, ["Ada", "Ben"], memory=True)
    assert shown != remembered
    assert remembered == picture(notation.as_it_looks(state), ["Ada", "Ben"])
    basic = Position(GAME, TURNED_BACK.replace("game  tactical\n", "")).state
    assert picture(basic, ["Ada", "Ben"]) == picture(basic, ["Ada", "Ben"], memory=True)


PLENTY = """
● to play
dice  (sheep), grass
sun   ☼···········
    a   b   c   d   e   f
1   ●1" "   ▲1" "   "   "
●   0
▲   0
"""


def test_grass_that_is_eaten_is_gone_from_the_picture() -> None:
    here = Position(GAME, PLENTY)
    before = picture(here.state, ["Ada", "Ben"])
    here.play("0 graze a1")
    assert "?" in texts(picture(here.state, ["Ada", "Ben"]))
    here.play("* clean")
    after = picture(here.state, ["Ada", "Ben"])
    assert ET.tostring(marked(before, "id")["field-a1"]) != ET.tostring(marked(after, "id")["field-a1"])
    assert "1" in texts(after)


def test_a_tap_on_what_grows_means_the_field_or_whoever_stands_there() -> None:
    svg = sheepfold.Match("shepherd", 2).svg()
    inside = {
        plant.attrib["id"]
        for nothing in ET.fromstring(svg).iter()
        if nothing.get("pointer-events") == "none"
        for plant in nothing.iter()
        if "id" in plant.attrib
    }
    plants = {name for name in marked(svg, "id") if name.startswith("grass-")}
    assert len(plants) == 52
    assert plants <= inside


def test_scared_sheep_are_startled() -> None:
    scared = TURNED_BACK.replace("to play", "sheep flee from the dog").replace("~   ▲1", "D   ▲1")
    assert texts(picture(Position(GAME, scared).state, ["Ada", "Ben"])).count("!") == 2


def test_the_end_says_why_and_who_is_where() -> None:
    over = """
● the game is over: there is no grass left
sun   ·☼··
    a   b   c
1   ●1  ▲1  ·
●   3  ##"
▲   1  "
■   3  \"\"\"
"""
    with words.speaking("de"):
        over_in_german = Position(GAME, over_translated(over)).state
        assert "Es ist kein Gras mehr da" in texts(picture(over_in_german, ["Ada", "Ben", "Cem"]))
    shown = texts(picture(Position(GAME, over).state, ["Ada", "Ben", "Cem"]))
    assert "There is no grass left" in shown
    assert [shown.count(place) for place in ("1", "3")] == [3, 3]


def over_translated(drawn: str) -> str:
    with words.speaking("en"):
        state = notation.read_diagram(drawn)
    return notation.diagram(state)
