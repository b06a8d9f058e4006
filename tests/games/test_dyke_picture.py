"""The picture of the Sheep Hustle: all that is on the table is in it, and all that can be tapped."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.picture import picture, spot
from sheepfold.games.dyke.state import OFF
from sheepfold.games.dyke.table import HEIGHT, WIDTH
from tests.games.test_dyke import careful, careful_walk, lay, match, race

LONG_NAMES = ["Bartholomäus Ferdinand von und zu Überlingen", "<b>&amp;\"'</b>", "林", "W" * 60, "سارة", "Mo", "Ö", "8"]


def marked(svg: str, attribute: str) -> dict[str, ET.Element]:
    """The elements with this attribute, by its value."""
    found = [element for element in ET.fromstring(svg).iter() if attribute in element.attrib]
    named = {element.attrib[attribute]: element for element in found}
    if attribute == "id":
        assert len(named) == len(found)
    return named


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text")]


@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (5, {"rain": 2}), (8, {"molehills": True, "rain": 1})], ids=str
)
def test_everything_is_there_and_all_that_is_legal_can_be_tapped(players: int, options: dict[str, Any]) -> None:
    rng = random.Random(players)
    running = sheepfold.Match("dyke", players, names=LONG_NAMES[:players], **options)
    met: set[str] = set()
    while not running.is_over:
        actor = rng.choice(sorted(running.to_act(), key=str))
        if actor == "*":
            running.roll(rng)
            continue
        action = careful(running, actor, rng)
        if action.split()[0] not in met or rng.random() < 0.1:
            met.add(action.split()[0])
            look(running, int(actor))
        running.play(actor, action)
    look(running, 0)
    assert {"lay", "play", "pick"} <= met


def look(running: sheepfold.Match, seat: int) -> None:
    seen = running.observe(seat)
    svg = running.svg(seat, theme="day", styled=False)
    ids, parts = marked(svg, "id"), set(marked(svg, "data-part"))
    for action in running.legal(seat):
        assert set(running.parts(seat, action)) <= parts, action
    for other in range(seen.players):
        assert f"mat-{other}" in ids
        assert (f"sheep-{other}" in ids) == (seen.square[other] != OFF)
    assert {"imp", "cherub", "sign"} <= set(ids)
    if seen.rounds:
        assert {f"square-{square}" for square in range(200)} | {"board-A", "board-B"} <= set(ids)
    for name, element in ids.items():
        place = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.attrib.get("transform", ""))
        if place:
            assert 0 <= float(place[1]) <= WIDTH, name
            assert 0 <= float(place[2]) <= HEIGHT, name


def test_the_dyke_is_numbered_upwards_and_to_the_right() -> None:
    assert spot(1)[0] == spot(0)[0]
    assert spot(1)[1] < spot(0)[1]
    assert spot(10)[0] > spot(9)[0]
    assert spot(10)[1] == spot(0)[1]
    assert spot(100)[0] > spot(99)[0]
    shown = set(texts(match(3).svg()))
    assert {str(square) for square in range(200)} <= shown


def test_water_looks_like_water() -> None:
    svg = match(3, water="5 143").svg(theme="day")
    blue = {
        name
        for name, element in marked(svg, "id").items()
        if name.startswith("square-") and any(child.attrib.get("fill") == "#6fb6d6" for child in element)
    }
    assert blue == {"square-5", "square-143"}


def test_who_looks_sees_the_own_cards_and_only_backs_of_the_others() -> None:
    running = match(3)
    running.play(1, "play 085")
    own = marked(running.svg(1), "id")
    assert {f"card-{card}" for card in range(10)} <= set(own)
    assert "laid-1" in own
    for viewer in (0, 2, None):
        svg = running.svg(viewer)
        assert "laid-1" in marked(svg, "id")
        assert "085" not in "".join(texts(svg))
    assert "card-0" not in marked(running.svg(None), "id")


def test_a_changed_scope_is_shown() -> None:
    position = lay(race("●50 ▲60 ■70", held={1: ["change9", "back10"]}), "5", "12", "8").play("1 use change9 -4")
    assert "→8" in texts(picture(position.state, ["A", "B", "C"]))


def test_what_is_legal_glows_and_what_is_chosen_lifts() -> None:
    running = match(3)
    parts = marked(running.svg(0, legal={"card-5", "lay"}, chosen=["card-8", "card-0"]), "data-part")
    assert "legal" in parts["card-5"].attrib["class"]
    assert "chosen" in parts["card-8"].attrib["class"]
    assert "class" not in parts["card-1"].attrib
    assert "Lay 80" in texts(running.svg(0, chosen=["card-8", "card-0"]))


def test_at_the_end_everybody_has_a_place() -> None:
    over = careful_walk(sheepfold.Match("dyke", 5), random.Random(2))
    shown = texts(over.svg())
    assert {"1", "2", "3", "4", "5"} <= set(shown)
    winner = over.seat_names()[over.places().index(1)]
    assert f"{winner} wins!" in shown


def test_title_and_text_board() -> None:
    running = match(3)
    root = ET.fromstring(running.svg(0))
    title, desc = root[0], root[1]
    assert title.text == "East Frisian Sheep Hustle: Lay one, two or three cards."
    assert desc.text == running.text(0)
    with words.speaking("de"):
        assert "Leg ein, zwei oder drei Karten." in (ET.fromstring(running.svg(0))[0].text or "")


def test_day_and_night_differ_and_a_prefix_keeps_ids_apart() -> None:
    running = match(3)
    assert running.svg(theme="day") != running.svg(theme="night")
    assert all(name.startswith("one-") for name in marked(running.svg(prefix="one-"), "id"))


def test_a_puddle_and_a_molehill_are_drawn() -> None:
    position = lay(race("●95 ▲120 ■130", rain=1, molehills=True).play("* molehill 40", "* molehill 60"), "12", "3", "4")
    position.play("0 lay A1", "0 puddle 7")
    assert ground.is_water(position.state, 107)
    ids = marked(picture(position.state, ["A", "B", "C"]), "id")
    assert {"molehill-60", "molehill-140"} <= set(ids)
