"""The rules pages: translations that say the same rule by rule, and pictures that are true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sheepfold
from sheepfold.core import examples, words
from sheepfold.core.examples import Example
from sheepfold.core.game import Game
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import observe
from sheepfold.games.dyke.state import PLAYS
from sheepfold.games.sheepsheep.state import LETTERS
from sheepfold.server.page import assets
from sheepfold.server.page.pages import page_router
from sheepfold.server.page.rules_page import rules_page
from sheepfold.testing import Position

TRANSLATED = [(key, language) for key in sheepfold.games() for language in words.languages()[1:]]
PICTURES = [(key, name) for key in sheepfold.games() for name in examples.files(sheepfold.game(key))]


def rules_in(page: str) -> dict[str, str]:
    """The text of each rule on one line, by its id."""
    items = re.findall(r"^- ([A-Z]{3}-X?\d+) (.*(?:\n  .*)*)", page, re.MULTILINE)
    return {rule: " ".join(text.split()) for rule, text in items}


def page_of(key: str, language: str) -> str:
    with words.speaking(language):
        return sheepfold.game(key).rules_page()


def shown(key: str, language: str = "en") -> dict[str, list[Example]]:
    """The pictures of each rule that has some."""
    found = {rule: examples.apart(text)[1] for rule, text in rules_in(page_of(key, language)).items()}
    return {rule: pictures for rule, pictures in found.items() if pictures}


# ---------------------------------------------------------------------------------------------- translations


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_every_game_has_its_rules_in_every_language(key: str, language: str) -> None:
    assert page_of(key, language) != page_of(key, "en")


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_has_the_same_rules_in_the_same_order(key: str, language: str) -> None:
    assert list(rules_in(page_of(key, language))) == list(rules_in(page_of(key, "en")))


FOR_BUILDERS = ("Decisions", "Worked cases")
"""Sections of the English page that spell out what the code and the tests do; players read the others."""


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_has_the_same_sections(key: str, language: str) -> None:
    wanted, found = (re.findall(r"^## (.+)$", page_of(key, each), re.MULTILINE) for each in ("en", language))
    assert len(found) == sum(not heading.startswith(FOR_BUILDERS) for heading in wanted)


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_has_the_tags_and_the_action_texts_of_each_rule(key: str, language: str) -> None:
    translated = rules_in(page_of(key, language))
    for rule, text in rules_in(page_of(key, "en")).items():
        for pattern in (r"\*\*\[\w+\]\*\*", r"`[^`]+`"):
            wanted, found = re.findall(pattern, text), re.findall(pattern, translated[rule])
            assert sorted(found) == sorted(wanted), rule


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_has_the_numbers_of_each_rule(key: str, language: str) -> None:
    """Figures are what slips most easily; those that are written as words are left to the reader."""
    translated = rules_in(page_of(key, language))
    for rule, text in rules_in(page_of(key, "en")).items():
        wanted, found = (set(re.findall(r"\d+", examples.apart(each)[0])) for each in (text, translated[rule]))
        assert found == wanted, rule


@pytest.mark.parametrize(("key", "language"), TRANSLATED)
def test_a_translation_shows_the_same_pictures_with_captions_of_its_own(key: str, language: str) -> None:
    here, there = shown(key), shown(key, language)
    assert {rule: [(each.name, each.part) for each in here[rule]] for rule in here} == {
        rule: [(each.name, each.part) for each in there[rule]] for rule in there
    }
    captions = [{each.caption for pictures in page.values() for each in pictures} for page in (here, there)]
    assert not captions[0] & captions[1]


# ---------------------------------------------------------------------------------------------- pictures


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_example_is_shown_and_every_picture_is_there(key: str) -> None:
    names = [each.name for pictures in shown(key).values() for each in pictures]
    assert len(names) >= 4
    assert sorted(names) == list(examples.files(sheepfold.game(key)))
    assert page_of(key, "en").count("![") == len(names)


@pytest.mark.parametrize(("key", "name"), PICTURES)
def test_an_example_is_written_as_the_game_draws_it(key: str, name: str) -> None:
    game = sheepfold.game(key)
    text = examples.files(game)[name].read_text(encoding="utf-8")
    with words.speaking("de"):
        position = examples.position(game, examples.files(game)[name])
    assert game.notation.diagram(position) == text


@pytest.mark.parametrize("key", sheepfold.games())
def test_a_part_of_a_picture_lies_within_it(key: str) -> None:
    for pictures in shown(key).values():
        for each in pictures:
            for theme in ("day", "night"):
                drawn = assets.example(key, each.name, theme, "de")
                assert drawn is not None
                found = re.search(rb'viewBox="0 0 (\d+) (\d+)"', drawn.body)
                assert found is not None
                left, top, width, height = each.part
                assert left + width <= int(found[1])
                assert top + height <= int(found[2])


HIDDEN: dict[str, dict[str, dict[int, int]]] = {
    "shove": {"laid": {1: PLAYS.index((8, 2)) + 1}},
    "water": {"laid": {1: PLAYS.index((2, 0)) + 1}},
    "far": {"laid": {0: PLAYS.index((0,)) + 1, 1: PLAYS.index((0,)) + 1, 2: PLAYS.index((4,)) + 1}},
    "swap": {"back": {7: LETTERS.index("b")}},
}
"""What nobody sees in a picture but what comes out in the next one: cards laid face down, a card's other side."""

STORIES = [
    ("dyke", "shove", "0 done"),
    ("dyke", "water", "0 done"),
    ("dyke", "far", "3 done", "3 lay A2"),
    ("nines", "jump", "1 jump 1"),
    ("nines", "enter", "0 move 1"),
    ("nines", "cactus", "1 move 1"),
    ("nines", "nine", "0 nine"),
    ("nines", "aside", "0 aside 6"),
    ("sheepsheep", "swap", "0 swap rg b3"),
    ("shepherd", "dark", "0 graze d4"),
    ("shepherd", "dog", "2 flee d6 e6", "0 flee d4 d3"),
    ("shepherd", "edge", "0 flee a4 h4"),
    ("shepherd", "chain", "0 flee d4 c4", "0 flee c4 b4"),
]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[1])
def test_before_and_after_follow_from_each_other(story: tuple[str, ...]) -> None:
    key, name, *lines = story
    game = sheepfold.game(key)
    here = Position(game, examples.position(game, examples.files(game)[f"{name}-before"]))
    for field, values in HIDDEN.get(name, {}).items():
        for index, value in values.items():
            getattr(here.state, field)[index] = value
    here.play(*lines)
    seen = PlainRecord(observe(game.record, here.states[:1], None))
    assert game.notation.diagram(seen) == examples.files(game)[f"{name}-after"].read_text(encoding="utf-8")


def test_every_before_has_its_story() -> None:
    told = {(key, f"{name}-{when}") for key, name, *_lines in STORIES for when in ("before", "after")}
    assert told == {(key, name) for key, name in PICTURES if name.endswith(("-before", "-after"))}


# ---------------------------------------------------------------------------------------------- on the page


def page_with(monkeypatch: pytest.MonkeyPatch, text: str, **how: Any) -> str:
    monkeypatch.setattr(Game, "rules_page", lambda self: text)
    return rules_page(sheepfold.game("dyke"), **how).html


def test_a_picture_stands_within_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page_with(
        monkeypatch, "- DYK-1 One.\n  ![Here](shove.txt#svgView(viewBox(1,2,30,40)))\n- DYK-2 Two.\n", theme="day"
    )
    address = assets.address("examples/dyke/shove/day/en#svgView(viewBox(1,2,30,40))")
    assert html == (
        '<section><ul><li class="rule" id="DYK-1"><span class="rule-id">DYK-1</span> One.<div class="examples"><figure>'
        f'<picture><img src="{address}" alt="Here" width="30" height="40" loading="lazy"></picture>'
        "<figcaption>Here</figcaption></figure></div></li>"
        '<li class="rule" id="DYK-2"><span class="rule-id">DYK-2</span> Two.</li></ul></section>'
    )


def test_a_picture_may_stand_alone_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page_with(monkeypatch, "Words.\n\n![Here](shove.txt)\n")
    assert html.startswith('<section><p>Words.</p><div class="examples"><figure>')
    assert "width=" not in html
    assert "<p></p>" not in html


def test_a_caption_cannot_bring_html(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page_with(monkeypatch, '- DYK-1 One.\n  ![<b onload="x"> & more](shove.txt)\n')
    assert 'alt="&lt;b onload=&#34;x&#34;&gt; &amp; more"' in html
    assert "<figcaption>&lt;b onload=&#34;x&#34;&gt; &amp; more</figcaption>" in html


def test_pictures_are_by_day_by_night_or_as_the_reader_likes() -> None:
    game = sheepfold.game("nines")
    auto, day, night = (rules_page(game, theme).html for theme in ("auto", "day", "night"))
    assert auto.count("<source srcset=") == auto.count("<figure>") == auto.count("/night/") == auto.count("/day/") > 0
    assert "<source" not in day + night
    assert "/night/" not in day
    assert "/day/" not in night


def test_pictures_are_served_and_what_is_not_there_is_missing() -> None:
    with TestClient(Litestar([page_router()], openapi_config=None)) as client:
        there = client.get(assets.address("examples/dyke/shove-before/night/de"))
        assert there.status_code == 200
        assert there.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in there.headers["cache-control"]
        assert "Blau" in there.text
        for name in ("dyke/nothing/day/de", "chess/shove/day/de", "dyke/shove-before/dusk/de", "dyke/cards/day/xx"):
            assert client.get(assets.address(f"examples/{name}")).status_code == 404


def test_a_changed_example_has_a_new_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Game, "folder", tmp_path)
    (tmp_path / "examples").mkdir()
    versions: set[str] = set()
    for text in ("one", "another"):
        (tmp_path / "examples" / "shove.txt").write_text(text)
        versions.add(assets.version.__wrapped__())
    assert len(versions) == 2
