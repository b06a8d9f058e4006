"""The pictures of All Nines, wide and upright: all that is on the table is in them, and all that can be tapped."""

from __future__ import annotations

import math
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.drawing.land import meadow
from sheepfold.drawing.strokes import curve
from sheepfold.drawing.svg import text_width
from sheepfold.games.nines import notation
from sheepfold.games.nines.layout import UPRIGHT, WIDE, Layout
from sheepfold.games.nines.picture import picture, upright
from sheepfold.games.nines.state import ANIMAL, MOST_SEGMENTS, NINING, PAWNS_EACH, STRETCH
from sheepfold.testing import Position, act, walk

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PHONE = 390  # how broad a phone held upright is, in CSS pixels
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


both_shapes = pytest.mark.parametrize("shape", [picture, upright], ids=["wide", "upright"])
Drawing = Callable[..., str]


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


Matrix = tuple[float, float, float, float, float, float]


def moved_by(transform: str, matrix: Matrix) -> Matrix:
    """What a `transform` makes of the matrix it stands in."""
    for kind, written in re.findall(r"(\w+)\(([^)]*)\)", transform):
        by = [float(number) for number in written.split()]
        a, b, c, d, e, f = matrix
        if kind == "translate":
            matrix = (a, b, c, d, a * by[0] + c * by[1] + e, b * by[0] + d * by[1] + f)
        elif kind == "rotate":
            cos, sin = math.cos(math.radians(by[0])), math.sin(math.radians(by[0]))
            matrix = (a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f)
        else:
            assert kind == "scale", kind
            across, down = by[0], by[-1]
            matrix = (a * across, b * across, c * down, d * down, e, f)
    return matrix


def outline(element: ET.Element) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a rectangle, an ellipse, a circle or a line of words."""
    read = {name: float(element.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "rx", "ry", "r")}
    kind = element.tag.rpartition("}")[2]
    if kind == "rect":
        return read["x"], read["y"], read["x"] + read["width"], read["y"] + read["height"]
    if kind in ("ellipse", "circle"):
        across, down = read["rx"] or read["r"], read["ry"] or read["r"]
        return read["cx"] - across, read["cy"] - down, read["cx"] + across, read["cy"] + down
    if kind == "text":
        size = float(element.attrib["font-size"])
        width = text_width(element.text or "", size) * 0.93  # the estimate is a generous one
        left = read["x"] - width * {"middle": 0.5, "end": 1}.get(element.get("text-anchor", ""), 0)
        return left, read["y"] - size * 0.75, left + width, read["y"]
    return None


def outlines(
    element: ET.Element, matrix: Matrix = (1, 0, 0, 1, 0, 0), inside: str = ""
) -> Iterator[tuple[str, ET.Element, list[tuple[float, float]]]]:
    """Everything drawn that has an easy outline: in which id it stands, itself, and its corners in the picture."""
    if element.get("class") == "halo":
        return
    matrix, inside = moved_by(element.get("transform", ""), matrix), element.get("id", inside)
    if found := outline(element):
        left, top, right, bottom = found
        a, b, c, d, e, f = matrix
        corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        yield inside, element, [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
    for child in element:
        yield from outlines(child, matrix, inside)


def check_all_is_within(svg: str, width: float, height: float, ground: str) -> None:
    """Nothing but the meadow, the `ground`, leaves the picture."""
    assert ground in svg
    for inside, element, corners in outlines(ET.fromstring(svg.replace(ground, ""))):
        for x, y in corners:
            assert 0 <= x <= width, (inside, ET.tostring(element))
            assert 0 <= y <= height, (inside, ET.tostring(element))


def check_words_can_be_read(svg: str, smallest: float, but: str = "") -> None:
    """No words are smaller than that many units, except on things whose ids begin so."""
    for inside, element, corners in outlines(ET.fromstring(svg)):
        if element.tag.endswith("}text") and not (but and inside.startswith(but)):
            assert math.dist(corners[0], corners[2]) >= 0.75 * smallest - 1e-6, (inside, element.text)


def glow_of(element: ET.Element) -> tuple[float, float]:
    """How broad and how high what one may tap is: it takes taps as far as it can glow."""
    halo = next(each for each in element.iter() if each.get("class") == "halo")
    return float(halo[0].attrib["width"]), float(halo[0].attrib["height"])


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
    """Look at both pictures of a position; the kinds of actions that could be tapped there."""
    kinds = tapped_in_one(match, narrow=False)
    assert tapped_in_one(match, narrow=True) == kinds
    return kinds


def tapped_in_one(match: sheepfold.Match, *, narrow: bool) -> set[str]:
    seen, root = match.observe(), ET.fromstring(match.svg(theme="day", styled=False, upright=narrow))
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


@pytest.mark.parametrize("layout", [WIDE, UPRIGHT], ids=["wide", "upright"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_lies_within_the_picture(players: int, layout: Layout) -> None:
    ground = meadow(layout.width, layout.height, layout.horizon)
    match = walk(sheepfold.Match("nines", players, names=LONG_NAMES[:players]), players)
    for length in (0, 30, *range(60, len(match), 23), len(match)):
        for viewer in (None, length % players):
            with words.speaking("en" if viewer is None else "de"):
                svg = match.copy(length).svg(viewer, upright=layout is UPRIGHT)
            check_all_is_within(svg, layout.width, layout.height, ground)


@pytest.mark.parametrize("layout", [WIDE, UPRIGHT], ids=["wide", "upright"])
def test_the_way_stays_within_the_picture(layout: Layout) -> None:
    """Where it turns into the next row the curve swings out; there, too, the ground has room."""
    half = layout.way.ground / 2 + 2
    pieces = curve(layout.way.line(0, len(layout.way.places) - 1)).removeprefix("M").split("C")
    x = float(pieces[0].split()[0])
    for piece in pieces[1:]:
        leaves, _, arrives, _, end, _ = map(float, piece.split())
        for t in (0.25, 0.5, 0.75, 1):
            u = 1 - t
            here = u**3 * x + 3 * u * u * t * leaves + 3 * u * t * t * arrives + t**3 * end
            assert half <= here <= layout.width - half
        x = end


def test_the_start_stays_within_the_picture_however_short_the_track_becomes() -> None:
    """Somebody may wait there while all the others run on and take tile after tile."""
    seen = start_of(5).observe()
    for space in range(1, STRETCH * MOST_SEGMENTS):
        seen.track[space] = 0
        for layout, shape in ((WIDE, picture), (UPRIGHT, upright)):
            x, _y = spot(elements(shape(seen, NAMES), "id")["start"])
            assert layout.way.start_width / 2 <= x <= layout.width - layout.way.start_width / 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_phone_words_can_be_read(players: int) -> None:
    match = walk(sheepfold.Match("nines", players, names=NAMES[:players]), players)
    for length in (0, 60, 100, 200, len(match)):
        check_words_can_be_read(match.copy(length).svg(0, upright=True), 18, but="aside-")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_a_phone_what_one_taps_is_large_enough(players: int) -> None:
    """A pawn is narrower, as several share a tile; all else is at least 44 pixels broad and high."""
    seen = start_of(players).observe()
    seen.phase, seen.front[0, 0], seen.front[0, 1] = NINING, 4, 5
    tapped = elements(upright(seen, NAMES[:players], seat=0), "data-part")
    wanted = [part for part in tapped if part.startswith(("space-", "front-0-", "nine", "keep"))]
    assert {"nine", "keep", "front-0-4", "space-1", "space-0"} <= set(wanted)
    for part in wanted:
        assert min(glow_of(tapped[part])) * PHONE / UPRIGHT.width >= 44, part


def test_the_upright_picture_lays_the_mat_of_who_looks_at_the_bottom() -> None:
    match = start_of(4)
    for viewer, front in ((None, 0), (0, 0), (2, 2)):
        root = ET.fromstring(match.svg(viewer, upright=True))
        lowest = dict.fromkeys(range(4), 0.0)
        for inside, _element, corners in outlines(root):
            if inside.startswith("mat-"):
                seat = int(inside.removeprefix("mat-"))
                lowest[seat] = max(lowest[seat], *(y for _x, y in corners))
        assert max(lowest, key=lambda seat: lowest[seat]) == front


@both_shapes
def test_the_track_is_drawn_without_holes_and_all_ahead_of_a_taken_tile_stays(shape: Drawing) -> None:
    match = sheepfold.Match("nines", 3)
    rng = random.Random(8)
    while match.observe().phase != 4:
        act(match, rng)
    before = elements(shape(match.observe(), NAMES), "id")
    taken = notation._taken_space(match.game.by_text[match.legal(match.observe().turn)[0]])
    match.play(match.observe().turn, match.legal(match.observe().turn)[0])
    after = elements(shape(match.observe(), NAMES), "id")
    tiles = [name for name in before if name.startswith("tile-")]
    assert set(tiles) - set(after) == {f"tile-{taken}"}
    for name in tiles:
        space = int(name.removeprefix("tile-"))
        if space > taken:
            assert spot(before[name]) == spot(after[name])
        elif space < taken:
            following = min(int(other.removeprefix("tile-")) for other in tiles if int(other[5:]) > space)
            assert spot(after[name]) == spot(before[f"tile-{following}"])


@both_shapes
def test_tiles_never_overlap(shape: Drawing) -> None:
    drawn = elements(shape(start_of(5).observe(), NAMES), "id")
    spots = [spot(element) for name, element in drawn.items() if name.startswith("tile-")]
    tile = (UPRIGHT if shape is upright else WIDE).tile
    for k, (x, y) in enumerate(spots):
        for other_x, other_y in spots[:k]:
            assert max(abs(x - other_x), abs(y - other_y)) > tile - 2


def start_of(players: int) -> sheepfold.Match:
    """A match whose first die has been rolled."""
    match, rng = sheepfold.Match("nines", players), random.Random(1)
    while match.to_act() == {"*"}:
        match.roll(rng)
    return match


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("space", [0, 1, 5, 12, 50])
@both_shapes
def test_however_many_pawns_stand_on_a_space_each_can_be_seen(players: int, space: int, shape: Drawing) -> None:
    seen = start_of(players).observe()
    for crowd in range(1, players * PAWNS_EACH[players] + 1):
        for nth in range(crowd):
            seen.pawn[divmod(nth, PAWNS_EACH[players])] = space
        pawns = [e for name, e in elements(shape(seen, NAMES), "id").items() if name.startswith("pawn-")]
        spots = [spot(pawn) for pawn in pawns]
        for k, (x, y) in enumerate(spots):
            assert all(max(abs(x - a), abs(y - b)) >= 8 for a, b in spots[:k])


def test_points_are_those_of_the_game() -> None:
    match = walk(sheepfold.Match("nines", 4, names=NAMES[:4]), 7)
    for narrow in (False, True):
        shown = words_of(match.svg(upright=narrow))
        for score in match.scores():
            assert str(score).replace("-", "−") in shown


# ---------------------------------------------------------------------------------------------- deciding, and the end


@pytest.mark.parametrize(("front", "buttons"), [("45", ["Nine!", "Keep"]), ("455", ["Nine!"]), ("234", ["Nine!"])])
@both_shapes
def test_NIN_17_NIN_18_buttons_say_what_can_be_done_with_a_nine(front: str, buttons: list[str], shape: Drawing) -> None:
    position = Position("nines", NINE.format(front=front))
    svg = shape(position.state, NAMES[:2], legal=("nine", "keep"))
    assert [word for word in words_of(svg) if word in ("Nine!", "Keep")] == buttons
    assert "Ada has a nine!" in words_of(svg)
    tapped = elements(svg, "data-part")
    assert {"nine", "keep"} & set(tapped) == set(position.legal(0))
    assert tapped["nine"].attrib["class"] == "legal"


@both_shapes
def test_NIN_18_either_of_two_equal_numbers_can_be_tapped(shape: Drawing) -> None:
    position = Position("nines", NINE.format(front="122").replace("lay down a nine", "put a number aside"))
    svg = shape(position.state, NAMES[:2])
    tapped = [e.attrib["id"] for e in ET.fromstring(svg).iter() if e.attrib.get("data-part") == "front-0-2"]
    assert tapped == ["front-0-2-1", "front-0-2-2"]


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_legal_glows_and_what_is_chosen_lifts(narrow: bool) -> None:
    match = start_of(2)
    calm = elements(match.svg(upright=narrow), "data-part")
    assert not any("class" in element.attrib for element in calm.values())
    pawn, space = match.parts(0, "move 1")
    lit = elements(match.svg(0, legal=[pawn, space], chosen=[pawn], upright=narrow), "data-part")
    assert {part: e.attrib["class"] for part, e in lit.items() if "class" in e.attrib} == {
        pawn: "legal chosen",
        space: "legal",
    }


@pytest.mark.parametrize(("cactuses", "sentence"), [(1, "Ada wins!"), (3, "Ben wins!"), (2, "Ada and Ben win!")])
@both_shapes
def test_NIN_21_NIN_23_at_the_end_the_winner_is_named(cactuses: int, sentence: str, shape: Drawing) -> None:
    svg = shape(notation.read_diagram(END.format(cactuses=cactuses)), NAMES[:2])
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
        turned = ET.fromstring(match.svg(upright=True))
        assert turned[0].text == ET.fromstring(match.svg())[0].text
        assert turned[1].text == match.text()


@pytest.mark.parametrize("players", [2, 5])
def test_long_and_hostile_names_stay_names(players: int) -> None:
    match = walk(sheepfold.Match("nines", players, names=LONG_NAMES[:players]), 2, 100)
    for length in range(60, len(match), 5):
        for narrow in (False, True):
            root = ET.fromstring(match.copy(length).svg(upright=narrow))
            assert not any(element.tag.endswith("}b") for element in root.iter())


def test_the_viewer_is_told_which_mat_is_theirs() -> None:
    match = start_of(4)
    assert "(you)" not in words_of(match.svg())
    assert words_of(match.svg(2)).count("(you)") == 1
    assert words_of(match.svg(2, upright=True)).count("(you)") == 1


@pytest.mark.parametrize("theme", ["auto", "day", "night"])
@both_shapes
def test_it_takes_the_shared_arguments_of_pictures(theme: Any, shape: Drawing) -> None:
    svg = shape(start_of(2).observe(), NAMES[:2], theme=theme, prefix="left-", styled=False)
    assert "<style>" not in svg
    assert all(name.startswith("left-") for name in elements(svg, "id"))
    assert "pawn-0-1" in elements(svg, "data-part")


def test_a_picture_stays_small() -> None:
    match = walk(sheepfold.Match("nines", 5), 5)
    for length in range(60, len(match), 25):
        for narrow in (False, True):
            assert len(match.copy(length).svg(upright=narrow).encode()) < 120_000


def test_the_picture_in_the_readme_is_the_one_we_draw() -> None:
    """After a change: `sheepfold replay docs/pictures/nines.record --svg docs/pictures/nines.svg`."""
    match = sheepfold.Match.replay((PICTURES / "nines.record").read_text(encoding="utf-8"))
    is_so = (PICTURES / "nines.svg").read_text(encoding="utf-8") == match.svg()
    assert is_so, "draw it anew"  # pytest would show what differs for a quarter of an hour


@pytest.mark.parametrize("layout", [WIDE, UPRIGHT], ids=["wide", "upright"])
def test_the_longest_track_fits_the_way(layout: Layout) -> None:
    """Home, every tile, and two places for the start."""
    assert len(layout.way.places) >= 1 + STRETCH * MOST_SEGMENTS + 2
