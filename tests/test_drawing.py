"""The paintbox: pictures are well-formed, safe, legible by day and by night, and get along on one page."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from sheepfold.drawing import cards, costumes, dice, land, seats, sheep, strokes, svg, themes, things
from sheepfold.drawing.svg import document, group, halo, num, place, shorten, text, text_width
from sheepfold.drawing.themes import contrast

SIZES = (24, 60)
PLAIN_SHAPES = (
    *(things.dog, things.sun, things.imp, things.cherub, things.lifesaver, things.worm, things.molehill),
    *(things.tortoise, things.home, land.land_square, land.field, land.stone, land.puddle),
    *(land.tuft, land.juicy_grass, land.stubble, land.cactus, cards.animal_tile, dice.die),
)
WINDING = ((0, 0), (40, 10), (80, 0), (100, 30), (80, 60))
HOSTILE = (
    "<script>alert(1)</script>",
    "\"onload='x' <&> ]]> --> &amp;",
    ' id="mine" fill="#3a3432" url(#x)',
    "Ada 👩‍👩‍👧 Łukasz سارة 林",
)


def every_shape(size: float) -> list[str]:
    """Every shape of the box, once for each thing it can show."""
    shapes = [draw(50, 50, size) for draw in PLAIN_SHAPES]
    shapes += [
        draw(seat, 50, 50, size) for seat in range(8) for draw in (sheep.sheep, seats.pawn, seats.disc, seats.mark)
    ]
    shapes += [
        seats.badge(seat, "Ada", 50, 50, 3 * size, note="7", active=seat == 1, out=seat == 2) for seat in range(8)
    ]
    shapes += [seats.mat(seat, 50, 50, 3 * size, size, active=seat == 1) for seat in range(8)]
    shapes += [sheep.sheep(None, 50, 50, size, flip=True), land.field(50, 50, size, "a1", dark=True)]
    shapes += [costumes.portrait(family, 50, 50, size) for family in costumes.FAMILIES]
    shapes += [cards.family_card(family, 50, 50, size, size * 1.2) for family in costumes.FAMILIES]
    shapes += [cards.two_sided_card("red", "white", 50, 50, 2 * size, size), cards.card(50, 50, size, size, "<g/>")]
    shapes += [draw(4, 50, 50, size) for draw in (cards.number_tile, cards.cactus_tile, things.rosette)]
    shapes += [draw(50, 50, size, size) for draw in (cards.card_back, cards.gap, land.track)]
    shapes += [cards.clover_pad("±9", 50, 50, size), cards.clover_pad("←30", 50, 50, size), cards.pile(7, 50, 50, size)]
    shapes += [cards.link((0, 0), (50, 50), size, "#d1495b", "#93202f"), land.meadow(10 * size, 5 * size)]
    shapes += [land.way(points, size, clay=len(points) == 1) for points in (WINDING, WINDING[:2], WINDING[:1])]
    shapes += [land.old_way(WINDING, size), seats.button(3, "Keep", 50, 50, 3 * size, size)]
    shapes += [dice.pip_die(pips, 50, 50, size) for pips in range(1, 7)]
    shapes += [dice.hourglass(left, 50, 50, size) for left in (0, 0.5, 1)]
    return shapes


def picture(theme: svg.Theme = "auto", prefix: str = "", styled: bool = True) -> str:
    body = [shape for size in SIZES for shape in every_shape(size)]
    tapped = group(halo(0, 0, 40, 40, 8), id="pawn-0-1", part="pawn 1", transform=place(5, 6), legal=True)
    how = {"title": "A picture", "desc": "1 2\n3 4", "prefix": prefix}
    return document(400, 300, *body, tapped, **how, theme=theme, styled=styled)


def attributes(svg_text: str) -> set[str]:
    return {value for element in ET.fromstring(svg_text).iter() for value in element.attrib.values()}


# ---------------------------------------------------------------- documents


@pytest.mark.parametrize("theme", ["auto", "day", "night"])
def test_a_picture_of_every_shape_is_well_formed_and_described(theme: svg.Theme) -> None:
    root = ET.fromstring(picture(theme=theme))
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"] == "0 0 400 300"
    assert root.findtext("svg:title", namespaces=names) == "A picture"
    assert root.findtext("svg:desc", namespaces=names) == "1 2\n3 4"


@pytest.mark.parametrize("size", SIZES)
def test_every_shape_is_one_well_formed_piece_with_short_numbers(size: int) -> None:
    for shape in every_shape(size):
        ET.fromstring(f"<g>{shape}</g>")
        assert not re.search(r"\d\.\d{3}|\bnan\b|\binf\b|e-\d", shape)


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    drawn = picture().replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//|href|url\(|@import|<image|<script|<foreignObject", drawn)


def test_ids_of_two_pictures_on_one_page_do_not_clash() -> None:
    first, second = (ET.fromstring(picture(prefix=prefix)) for prefix in ("left-", "right-"))
    ids = [[element.attrib["id"] for element in root.iter() if "id" in element.attrib] for root in (first, second)]
    assert ids == [["left-pawn-0-1"], ["right-pawn-0-1"]]
    parts = [
        [element.attrib["data-part"] for element in root.iter() if "data-part" in element.attrib]
        for root in (first, second)
    ]
    assert parts == [["pawn 1"], ["pawn 1"]]


def test_a_shape_alone_brings_no_id() -> None:
    assert not any(" id=" in shape for shape in every_shape(60))


def test_the_style_sheet_touches_nothing_but_our_pictures() -> None:
    sheet = re.sub(r"@keyframes sheepfold-\w+\{.*\}", "", svg.stylesheet())
    sheet = re.sub(r"@(media|supports) [^{]*\{", "", sheet)
    selectors = re.findall(r"([^{}]+)\{[^{}]+\}", sheet)
    assert len(selectors) > 2 * len(themes.PAINTS)
    assert [selector for selector in selectors if ".sheepfold" not in selector] == []


def test_a_page_may_carry_the_style_sheet_itself() -> None:
    assert svg.stylesheet() in picture()
    assert "<style>" not in picture(styled=False)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_stay_words(name: str) -> None:
    drawn = document(
        200,
        80,
        seats.badge(0, name, 100, 40, 5000),
        group(text(name, 0, 0, 16), id=name, part=name),
        title=name,
        desc=name,
        prefix="p-",
        theme="night",
    )
    root = ET.fromstring(drawn)
    assert [element.text for element in root.iter() if element.tag.endswith(("title", "desc", "text"))] == [name] * 4
    [tagged] = [element for element in root.iter() if "data-part" in element.attrib]
    assert (tagged.attrib["id"], tagged.attrib["data-part"]) == ("p-" + name, name)
    assert not any(element.tag.endswith("script") for element in root.iter())


def test_characters_that_xml_forbids_are_replaced() -> None:
    drawn = document(10, 10, text("a\x00b\x1b\ud800c\uffff", 0, 0, 10), title="t")
    assert "a�b��c�" in "".join(ET.fromstring(drawn.encode()).itertext())


def test_long_names_are_shortened_to_the_room_there_is() -> None:
    assert shorten("Ada", 100, 16) == "Ada"
    short = shorten("Bartholomäus von Überlingen", 100, 16)
    assert short.startswith("Barth")
    assert short.endswith("…")
    assert text_width(short, 16) <= 100
    assert shorten("Ada", 0, 16) == "…"


def test_numbers_are_short() -> None:
    assert [num(value) for value in (3, 3.0, 3.5, 0.254, -0.001, 100, -12.10)] == [
        "3",
        "3",
        "3.5",
        "0.25",
        "0",
        "100",
        "-12.1",
    ]


def test_place_writes_only_the_steps_it_needs() -> None:
    assert place(1, 2) == "translate(1 2)"
    assert place(1, 2, 0.5, turn=90) == "translate(1 2) rotate(90) scale(0.5)"
    assert place(1, 2, flip=True) == "translate(1 2) scale(-1 1)"


@pytest.mark.parametrize("words", ["OK", "Lay down", "Ein sehr langes Wort auf einem Knopf"])
def test_words_fit_their_button(words: str) -> None:
    (size,) = map(float, re.findall(r'font-size="([\d.]+)"', seats.button(0, words, 0, 0, 110, 56)))
    assert text_width(words, size) <= 110
    assert size <= 28


@pytest.mark.parametrize(("width", "height"), [(300, 100), (262, 185), (110, 90)])
def test_what_a_choice_reads_as_fits_beside_the_words(width: float, height: float) -> None:
    drawn = seats.button(0, "Lay", 0, 0, width, height, tells=True)
    found = re.search(r'class="tells" x="([\d.]+)" y="[\d.]+" font-size="([\d.]+)"', drawn)
    assert found
    middle, size = map(float, found.groups())
    assert middle + text_width("312", size) / 2 <= width / 2


def test_a_button_is_a_calm_green_whoever_presses_it() -> None:
    """In the colour of its seat, a red player's Done looked like danger."""
    drawn = [seats.button(seat, "Done", 0, 0, 110, 56) for seat in range(8)]
    (face,) = {found for each in drawn for found in re.findall(r'width="100"[^>]*fill="(#[0-9a-f]{6})"', each)}
    red, green, blue = (int(face[k : k + 2], 16) for k in (1, 3, 5))
    assert green > max(red, blue)
    assert face not in {seat.colour for seat in seats.SEATS}
    assert contrast("#ffffff", face) >= 4.5


def test_a_way_goes_through_all_its_points() -> None:
    path = strokes.curve(WINDING)
    assert path.startswith("M0 0C")
    assert [tuple(map(float, step.split()[-2:])) for step in path.split("C")[1:]] == list(WINDING[1:])


# ---------------------------------------------------------------- what glows


def test_a_halo_is_unseen_until_its_group_is_legal() -> None:
    assert 'class="halo" opacity="0"' in group(halo(0, 0, 10, 10, 2))
    assert group(legal=True, chosen=True, classes="pawn") == '<g class="pawn legal chosen"></g>'
    assert ".legal>.halo{opacity:1" in svg.stylesheet("day")


# ---------------------------------------------------------------- colours


def test_no_two_paints_share_a_day_colour() -> None:
    assert len(themes.NIGHT) == len(themes.PAINTS)


def test_colours_that_stay_at_night_are_no_paint_of_the_day() -> None:
    for module in Path(themes.__file__).parent.glob("*.py"):
        if module.name != "themes.py":
            assert not set(re.findall(r"#[0-9a-f]{6}\b", module.read_text())) & set(themes.NIGHT), module.name


def test_by_night_no_day_colour_is_left() -> None:
    assert not attributes(picture(theme="night")) & set(themes.NIGHT)
    assert attributes(picture(theme="day")) & set(themes.NIGHT)


def test_every_paint_is_used() -> None:
    folders = [Path(themes.__file__).parent, Path(themes.__file__).parent.parent / "games"]
    sources = "".join(
        module.read_text() for folder in folders for module in folder.rglob("*.py") if module.name != "themes.py"
    )
    assert [name for name in themes.PAINTS if not re.search(rf"{{{name}}}|\b{name}\b", sources)] == []


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


WORDS = (  # the colour of words, and what they may stand on
    (themes.TEXT, (themes.SKY, themes.SKY_LOW, themes.FAR_HILL, themes.NEAR_HILL, themes.PANEL, themes.SAND)),
    (themes.TEXT, (themes.FIELD, themes.DARK_FIELD)),
    (themes.QUIET_TEXT, (themes.FAR_HILL, themes.NEAR_HILL, themes.PANEL)),
    (themes.INK, (themes.PAPER,)),
    (themes.LAND_NUMBER, (themes.LAND,)),
    (themes.WATER_NUMBER, (themes.WATER,)),
)
SHAPES = (  # what must be told apart from what it lies on
    (themes.WATER_EDGE, (themes.LAND, themes.FIELD)),
    (themes.BLADE, (themes.FIELD, themes.LAND)),
    (themes.DARK_BLADE, (themes.DARK_FIELD, themes.FIELD)),
    (themes.GLOW_EDGE, (themes.LAND, themes.PANEL, themes.FIELD, themes.NEAR_HILL, themes.SAND)),
    (themes.CLOVER_EDGE, (themes.NEAR_HILL, themes.FAR_HILL, themes.PANEL)),
    (themes.QUIET_TEXT, (themes.NEAR_HILL,)),
)


@pytest.mark.parametrize(("front", "grounds"), WORDS)
def test_words_can_be_read_by_day_and_by_night(front: themes.Paint, grounds: tuple[themes.Paint, ...]) -> None:
    for ground in grounds:
        assert contrast(front, ground) >= 4.5, f"{front} on {ground}"
        assert contrast(front.night, ground.night) >= 4.5, f"{front.night} on {ground.night}"


@pytest.mark.parametrize(("front", "grounds"), SHAPES)
def test_shapes_can_be_told_apart_by_day_and_by_night(front: themes.Paint, grounds: tuple[themes.Paint, ...]) -> None:
    for ground in grounds:
        assert contrast(front, ground) >= 3, f"{front} on {ground}"
        assert contrast(front.night, ground.night) >= 3, f"{front.night} on {ground.night}"


def test_labels_on_fixed_colours_can_be_read() -> None:
    assert contrast(themes.WHITE, cards.CLOVER) >= 4.5


# ---------------------------------------------------------------- seats and sheep


def test_eight_seats_differ_in_name_colour_and_mark() -> None:
    for trait in ("name", "colour", "shade", "sign", "outline"):
        assert len({getattr(seat, trait) for seat in seats.SEATS}) == 8


@pytest.mark.parametrize("seat", seats.SEATS, ids=lambda seat: seat.name)
def test_a_white_mark_stands_out_on_every_seat(seat: seats.SeatLook) -> None:
    assert contrast(themes.WHITE, seat.shade) >= 4.5
    assert contrast(themes.WOOL, seat.shade) >= 3


def test_wherever_a_seat_appears_it_wears_colour_and_mark() -> None:
    for number, seat in enumerate(seats.SEATS):
        for size in SIZES:
            drawn = (sheep.sheep(number, 0, 0, size), seats.pawn(number, 0, 0, size), seats.disc(number, 0, 0, size))
            for shape in (*drawn, seats.badge(number, "", 0, 0, 90)):
                assert seat.colour in shape
                assert seat.outline in shape


def test_a_flipped_sheep_keeps_its_mark_the_right_way_round() -> None:
    assert sheep.sheep(6, 0, 0, 60, flip=True).count("scale(-") == 2  # the sheep, and its mark back again
    assert "scale(-" not in sheep.sheep(6, 0, 0, 60)


def test_small_pieces_are_drawn_simpler_unless_asked_otherwise() -> None:
    for draw in (sheep.sheep, seats.pawn):
        small, large = draw(0, 0, 0, 24), draw(0, 0, 0, 60)
        assert len(small) < len(large)
        assert draw(0, 0, 0, 60, simple=True).count("<") == small.count("<")
        assert draw(0, 0, 0, 24, simple=False).count("<") == large.count("<")


def test_seven_families_differ_in_colour_hat_and_shoulders() -> None:
    for trait in ("name", "colour", "hat", "shoulders"):
        assert len({getattr(family, trait) for family in costumes.FAMILIES.values()}) == 7


@pytest.mark.parametrize("family", costumes.FAMILIES.values(), ids=lambda family: family.name)
def test_a_costume_stands_out_on_its_card(family: costumes.Family) -> None:
    assert contrast(family.shade, family.tint) >= 4.5


def test_a_higher_pile_has_more_cards() -> None:
    assert [cards.pile(count, 0, 0, 40).count("<rect") for count in (0, 1, 16)] == [0, 1, 16]


def test_sand_runs_only_while_there_is_some() -> None:
    running = [dice.hourglass(left, 0, 0, 48).count("M0 0V16") for left in (1, 0.5, 0)]
    assert running == [0, 1, 0]
