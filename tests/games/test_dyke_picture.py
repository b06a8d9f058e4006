"""The pictures of the Sheep Hustle, wide and upright: all that is on the table is in them, and all one can tap."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.core.text import MARKS
from sheepfold.drawing.digits import ADVANCE, DIGITS, HEIGHT, USUAL_ADVANCE, digit_path
from sheepfold.drawing.svg import BOX, text_width
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.layout import UPRIGHT, UPRIGHT_FOR_FEW, WIDE, Layout, upright_for
from sheepfold.games.dyke.picture import picture, upright
from sheepfold.games.dyke.state import CHOOSING, LAYING, OFF, PICKING, USING
from sheepfold.testing import Position
from tests.games.test_dyke import careful, careful_walk, lay, match, race

LONG_NAMES = ["Bartholomäus Ferdinand von und zu Überlingen", "<b>&amp;\"'</b>", "林", "W" * 60, "سارة", "Mo", "Ö", "8"]


SMALLEST_TEXT, SMALLEST_TARGET = 17, 72
"""Of the upright picture: about 10 and 44 pixels of a phone that shows it 390 pixels wide."""

DRAWINGS = pytest.mark.parametrize("draw", [picture, upright], ids=["wide", "upright"])
SHAPES = pytest.mark.parametrize("is_upright", [False, True], ids=["wide", "upright"])


class Box(NamedTuple):
    """Where a thing is in the picture, and how large its words are."""

    left: float
    top: float
    right: float
    bottom: float
    font: float = 0
    words: str = ""

    def overlaps(self, other: Box) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1


def marked(svg: str, attribute: str) -> dict[str, ET.Element]:
    """The elements with this attribute, by its value."""
    found = [element for element in ET.fromstring(svg).iter() if attribute in element.attrib]
    named = {element.attrib[attribute]: element for element in found}
    if attribute == "id":
        assert len(named) == len(found)
    return named


def texts(svg: str) -> list[str]:
    """All that can be read, be it text or drawn as lines."""
    whole = ET.fromstring(svg)
    numbers = [box.words for element in whole.iter() for box in drawn_numbers(element)]
    return numbers + [element.text or "" for element in whole.iter() if element.tag.endswith("}text")]


PENS = {digit_path(digit, size): (digit, size) for digit in DIGITS for size in (17, 18, 24)}
"""How each digit is drawn, in all sizes there are."""


def drawn_numbers(element: ET.Element) -> list[Box]:
    """The numbers that a shape writes: a digit right behind another belongs to it."""
    if not element.tag.endswith("}path") or element.attrib["fill"] != "none":
        return []
    found: list[Box] = []
    end = (0.0, 0.0)
    for x, y, pen in re.findall(r"M(-?[\d.]+) (-?[\d.]+)([^M]+)", element.attrib["d"]):
        if pen not in PENS:
            return []
        (digit, size), left, low = PENS[pen], float(x), float(y)
        if end == pytest.approx((left, low), abs=0.11):
            begun = found.pop()
            box = begun._replace(right=left + 0.46 * size, words=begun.words + digit)
        else:
            box = Box(left, low - 0.72 * size, left + 0.46 * size, low, size, digit)
        found.append(box)
        end = left + ADVANCE.get(digit, USUAL_ADVANCE) * size / HEIGHT, low
    return found


def boxes(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1, font: float = 0) -> Iterator[Box]:
    """All words, rectangles and rings in an element that lies there."""
    font = float(element.attrib.get("font-size", font))
    transform = element.attrib.get("transform", "")
    if shift := re.search(r"translate\((-?[\d.]+) (-?[\d.]+)\)", transform):
        x, y = x + scale * float(shift[1]), y + scale * float(shift[2])
    if factor := re.search(r"scale\((?:-?[\d.]+ )?(-?[\d.]+)\)", transform):
        scale *= float(factor[1])
    for found in shapes(element, font):
        corners = x + scale * found.left, y + scale * found.top, x + scale * found.right, y + scale * found.bottom
        yield Box(*corners, scale * found.font, found.words)
    for child in element:
        yield from boxes(child, x, y, scale, font)


def shapes(element: ET.Element, font: float) -> list[Box]:
    """The box of a shape, or those of the numbers it writes, without its transform."""
    found = shape(element, font)
    return [found] if found else drawn_numbers(element)


def shape(element: ET.Element, font: float) -> Box | None:
    number = {name: float(value) for name, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    kind = element.tag.rpartition("}")[2]
    if kind == "rect":
        return Box(number["x"], number["y"], number["x"] + number["width"], number["y"] + number["height"])
    if kind in ("circle", "ellipse"):
        (x, y), rx = (number.get("cx", 0), number.get("cy", 0)), number.get("rx", number.get("r", 0))
        ry = number.get("ry", rx)
        return Box(x - rx, y - ry, x + rx, y + ry)
    if kind == "text":
        words = element.text or ""
        width = text_width(words, font)
        left = number["x"] - width * {"middle": 0.5, "end": 1}.get(element.attrib.get("text-anchor", ""), 0)
        return Box(left, number["y"] - 0.73 * font, left + width, number["y"], font, words)
    return None


def crowded(players: int) -> Position:
    """Everybody has laid cards and holds pads, a few have run, and one is to use pads."""
    squares = [105, 3, *range(125, 185, 10)]
    squares[players - 1] = 2
    sheep = " ".join(f"{MARKS[seat]}{squares[seat]}" for seat in range(players))
    held = {seat: ["back10", "back40", "change3", "change9", "change9"] for seat in range(players)}
    position = race(sheep, held=held, lifesavers=(12 // players,) * players, start_lies=False)
    lay(position, *["012", "104", "023", "3", "13", "20", "4", "12"][:players])
    for seat in range(players - 1):
        position.play(f"{seat} use change9 -1", f"{seat} done")
    return position


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
    for is_upright in (False, True):
        look_at(running, seat, running.svg(seat, theme="day", styled=False, upright=is_upright))
        look_at(running, seat, running.svg(None, theme="day", styled=False, upright=is_upright), is_spectator=True)


def look_at(running: sheepfold.Match, seat: int, svg: str, *, is_spectator: bool = False) -> None:
    seen = running.observe(seat)
    ids, parts = marked(svg, "id"), set(marked(svg, "data-part"))
    for action in () if is_spectator else running.legal(seat):
        assert set(running.parts(seat, action)) <= parts, action
    for other in range(seen.players):
        assert f"mat-{other}" in ids
        assert f"sheep-{other}" in ids, "in the race, or on the bank"
    assert {"imp", "cherub", "sign"} <= set(ids)
    if seen.rounds:
        assert {"board-A", "board-B"} <= set(ids)
        assert {str(square) for square in range(200)} <= set(texts(svg))
    assert_all_inside(svg)


def assert_all_inside(svg: str) -> None:
    root = ET.fromstring(svg)
    _left, _top, width, height = map(float, root.attrib["viewBox"].split())
    for box in boxes(root):
        assert -2 <= box.left <= box.right <= width + 2, box
        assert -2 <= box.top <= box.bottom <= height + 2, box


@pytest.mark.parametrize("layout", [WIDE, UPRIGHT, UPRIGHT_FOR_FEW], ids=["wide", "upright", "upright for few"])
def test_the_dyke_is_numbered_upwards_and_to_the_right(layout: Layout) -> None:
    for first in (0, 100):
        (x, y), above, aside = (layout.spot(first + k) for k in (0, 1, 10))
        across, down = layout.size(first)
        assert abs(above[0] - x) < across / 10
        assert above[1] < y - 0.9 * down
        assert aside[0] > x + 0.9 * across
        assert abs(aside[1] - y) < down / 10


def test_the_second_board_lies_beside_the_first_one_or_below_it() -> None:
    assert WIDE.spot(100)[0] > WIDE.spot(99)[0]
    assert WIDE.spot(100)[1] == pytest.approx(WIDE.spot(90)[1], abs=2)
    for layout in (UPRIGHT, UPRIGHT_FOR_FEW):
        assert layout.spot(100)[0] == layout.spot(0)[0]
        assert layout.spot(109)[1] > layout.spot(0)[1]


@SHAPES
def test_every_square_wears_its_number(is_upright: bool) -> None:
    shown = set(texts(match(3).svg(upright=is_upright)))
    assert {str(square) for square in range(200)} <= shown


@SHAPES
def test_the_picture_says_where_every_square_is(is_upright: bool) -> None:
    layout = upright_for(3) if is_upright else WIDE
    squares = marked(match(3).svg(upright=is_upright), "data-places")["square"]
    numbers = list(map(float, squares.attrib["data-at"].split()))
    assert len(numbers) == 400
    for square in range(200):
        assert numbers[2 * square : 2 * square + 2] == pytest.approx(layout.spot(square), abs=1)


@SHAPES
def test_a_sheep_stands_in_the_middle_of_its_square(is_upright: bool) -> None:
    position = race("●95 ▲120 ■7")
    layout = upright_for(3) if is_upright else WIDE
    ids = marked((upright if is_upright else picture)(position.state, ["A", "B", "C"]), "id")
    for seat, square in enumerate((95, 120, 7)):
        place = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", ids[f"sheep-{seat}"].attrib["transform"])
        assert place
        x, y = layout.spot(square)
        assert abs(float(place[1]) - x) < 1
        assert abs(float(place[2]) - y) < layout.size(square)[1] / 5


@SHAPES
def test_whoever_is_out_waves_from_the_bank(is_upright: bool) -> None:
    path = Path(__file__).parents[1] / "golden" / "dyke-none-left.record"
    end = sheepfold.Match.replay(path.read_text(encoding="utf-8"))
    layout = upright_for(end.players) if is_upright else WIDE
    ids = marked(end.svg(upright=is_upright), "id")
    out = [seat for seat in range(end.players) if end.seen().square[seat] == OFF]
    assert out
    for seat in out:
        x, y = layout.start_spots[seat].middle
        place = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", ids[f"sheep-{seat}"].attrib["transform"])
        assert place
        assert (float(place[1]), float(place[2])) == pytest.approx((x, y), abs=0.01)


@SHAPES
def test_water_looks_like_water(is_upright: bool) -> None:
    svg = match(3, water="5 143").svg(theme="day", upright=is_upright)
    layout = upright_for(3) if is_upright else WIDE
    blue = [
        each.attrib["d"]
        for each in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")
        if each.attrib.get("fill") == "#6fb6d6"
    ]
    starts = [tuple(map(float, found)) for path in blue for found in re.findall(r"M([\d.]+) ([\d.]+)q", path)]
    assert len(starts) == 2
    for square, (x, y) in zip((5, 143), starts, strict=True):
        (across, down), (width, height) = layout.spot(square), layout.size(square)
        assert abs(x - across) < width / 2
        assert abs(y - down) < height / 2


@SHAPES
def test_who_looks_sees_the_own_cards_and_only_backs_of_the_others(is_upright: bool) -> None:
    running, other = match(3), match(3)
    running.play(1, "play 085")
    other.play(1, "play 4")
    svg = running.svg(1, upright=is_upright)
    own = marked(svg, "id")
    assert {f"card-{card}" for card in range(10)} <= set(own)
    assert "laid-1" in own
    assert "085" in texts(svg)
    for viewer in (0, 2, None):
        svg = running.svg(viewer, upright=is_upright)
        assert "laid-1" in marked(svg, "id")
        assert "085" not in "".join(texts(svg))
        assert svg == other.svg(viewer, upright=is_upright)
    assert "card-0" not in marked(running.svg(None, upright=is_upright), "id")


@DRAWINGS
def test_a_changed_scope_is_shown(draw: Any) -> None:
    position = lay(race("●50 ▲60 ■70", held={1: ["change9", "back10"]}), "5", "12", "8").play("1 use change9 -4")
    assert "12→8" in texts(draw(position.state, ["A", "B", "C"]))


@DRAWINGS
@pytest.mark.parametrize("players", range(3, 9))
def test_on_a_mat_nothing_covers_anything_else(draw: Any, players: int) -> None:
    state = crowded(players).state
    state.imp = state.cherub = 0
    ids = marked(draw(state, LONG_NAMES[:players], seat=players - 1), "id")
    panels: list[Box] = []
    for seat in range(players):
        things = list(boxes(ids[f"mat-{seat}"]))
        written = [box for box in things if box.words]
        panel = max((box for box in things if not box.words), key=lambda box: box.right - box.left)
        panels.append(panel)
        if seat == 0:
            written += [standing(ids[name]) for name in ("imp", "cherub")]
        assert {f"{digit}" for digit in (5, 6, 7, 8, 9)} <= {box.words for box in written}
        for box in written:
            assert panel.left < box.left < box.right < panel.right + 1, box
            assert panel.top < box.top < box.bottom < panel.bottom + 1, box
        for one, another in combinations(written, 2):
            assert not one.overlaps(another), (one, another)
    for one, another in combinations(panels, 2):
        assert not one.overlaps(another)


def standing(element: ET.Element) -> Box:
    """The box of the imp or the cherub, which is as high and as wide as its figure says."""
    place = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.attrib["transform"])
    size = re.search(r"scale\((-?[\d.]+)\)", element[0].attrib["transform"])
    assert place
    assert size
    x, y, half = float(place[1]), float(place[2]), 0.45 * BOX * float(size[1])
    return Box(x - half, y - half, x + half, y + half)


@pytest.mark.parametrize("players", [3, 8])
def test_upright_all_words_are_large_enough_for_a_phone(players: int) -> None:
    running, rng = sheepfold.Match("dyke", players), random.Random(players)
    while not running.is_over:
        actor = int(min(running.to_act(), key=str))
        if rng.random() < 0.3:
            check_words(running.svg(actor, upright=True))
            check_words(running.svg(None, upright=True))
        running.play(actor, careful(running, actor, rng))
    check_words(running.svg(0, upright=True))


def check_words(svg: str) -> None:
    small = [box for box in boxes(ET.fromstring(svg)) if box.words and box.font < SMALLEST_TEXT - 0.01]
    assert not small


@pytest.mark.parametrize("players", [3, 8])
def test_upright_what_one_taps_is_as_large_as_a_thumb(players: int) -> None:
    running, rng = sheepfold.Match("dyke", players), random.Random(players)
    phases: set[int] = set()
    while not running.is_over:
        actor, phase = int(min(running.to_act(), key=str)), running.observe().phase
        if phase not in phases:
            phases.add(phase)
            tapped = marked(running.svg(actor, upright=True), "data-part")
            for part in {part for action in running.legal(actor) for part in running.parts(actor, action)}:
                assert part.startswith("amount") or is_large(tapped[part]), part
        running.play(actor, careful(running, actor, rng))
    assert {LAYING, CHOOSING, USING, PICKING} <= phases


def is_large(element: ET.Element) -> bool:
    found = list(boxes(element))
    width = max(box.right for box in found) - min(box.left for box in found)
    height = max(box.bottom for box in found) - min(box.top for box in found)
    return min(width, height) >= SMALLEST_TARGET - 0.01


@SHAPES
def test_while_it_rains_the_squares_of_the_new_board_glow_when_they_are_marked(is_upright: bool) -> None:
    position = lay(race("●95 ▲120 ■130", rain=1), "12", "3", "4").play("0 lay A1")
    draw = upright if is_upright else picture
    glowing = {
        part
        for part, element in marked(draw(position.state, ["A", "B", "C"], seat=0), "data-part").items()
        if part.startswith("square-") and any(child.attrib.get("class") == "halo" for child in element)
    }
    assert glowing == {f"square-{square}" for square in range(100, 200)}
    waiting = draw(position.state, ["A", "B", "C"], seat=1)
    assert "dry" not in marked(waiting, "data-part")


@SHAPES
def test_what_is_legal_glows_and_what_is_chosen_lifts(is_upright: bool) -> None:
    running = match(3)
    parts = marked(
        running.svg(0, legal={"card-5", "lay"}, chosen=["card-8", "card-0"], upright=is_upright), "data-part"
    )
    assert "legal" in parts["card-5"].attrib["class"]
    assert "chosen" in parts["card-8"].attrib["class"]
    assert "class" not in parts["card-1"].attrib
    assert "Lay 80" in texts(running.svg(0, chosen=["card-8", "card-0"], upright=is_upright))


@SHAPES
def test_at_the_end_everybody_has_a_place(is_upright: bool) -> None:
    over = careful_walk(sheepfold.Match("dyke", 5), random.Random(2))
    shown = texts(over.svg(upright=is_upright))
    assert {"1", "2", "3", "4", "5"} <= set(shown)
    winner = over.seat_names()[over.places().index(1)]
    assert f"{winner} wins!" in shown


@SHAPES
def test_title_and_text_board(is_upright: bool) -> None:
    running = match(3)
    root = ET.fromstring(running.svg(0, upright=is_upright))
    title, desc = root[0], root[1]
    assert title.text == "East Frisian Sheep Hustle: Lay one, two or three cards."
    assert desc.text == running.text(0)
    with words.speaking("de"):
        translated = ET.fromstring(running.svg(0, upright=is_upright))[0].text or ""
        assert "Leg ein, zwei oder drei Karten." in translated


@SHAPES
def test_day_and_night_differ_and_a_prefix_keeps_ids_apart(is_upright: bool) -> None:
    running = match(3)
    assert running.svg(theme="day", upright=is_upright) != running.svg(theme="night", upright=is_upright)
    assert all(name.startswith("one-") for name in marked(running.svg(prefix="one-", upright=is_upright), "id"))


@DRAWINGS
def test_a_puddle_and_a_molehill_are_drawn(draw: Any) -> None:
    position = lay(race("●95 ▲120 ■130", rain=1, molehills=True).play("* molehill 40", "* molehill 60"), "12", "3", "4")
    position.play("0 lay A1", "0 puddle 7")
    assert ground.is_water(position.state, 107)
    ids = marked(draw(position.state, ["A", "B", "C"]), "id")
    assert {"molehill-60", "molehill-140"} <= set(ids)


def test_whoever_may_use_pads_sees_danger_as_a_sign_not_as_a_word() -> None:
    match = sheepfold.Match("dyke", 3)
    for seat, text in (
        (0, "lay A1"),
        (0, "lay B1"),
        (0, "play 24"),
        (1, "play 7"),
        (2, "play 24"),
        (0, "pick change5"),
    ):
        match.play(seat, text)
    for seat, text in ((0, "play 105"), (1, "play 95"), (2, "play 97")):
        match.play(seat, text)
    for is_upright in (False, True):
        for sign in ("danger", "lifesaver", "out"):
            assert f'data-sign="{sign}"' in match.svg(0, upright=is_upright)
