"""Sheep Sheep in words: diagrams, choices, stories, in English and German."""

from __future__ import annotations

from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.core.plain import row_of
from sheepfold.testing import Position, walk

GAME = sheepfold.game("sheepsheep")


def laid_out(**options: int) -> sheepfold.Match:
    match = sheepfold.Match(GAME, 2, names=["Ada", "Ben"], **options)  # pyright: ignore[reportArgumentType]
    lines = ["lucky r", "lucky o", *(f"card {card}" for card in ("rb", "rw", "og", "ow", "ov", "yg", "yv", "gb"))]
    lines += [f"lay {card}" for card in ("g/b", "r/w", "y/b", "w/o", "r/y", "v/w", "b/v", "w/g", "o/y")]
    for line in lines:
        match.play("*", line)
    return match


def test_every_action_is_spelt_as_on_the_page() -> None:
    spelt = {text.split()[0] for text in GAME.texts}
    assert spelt == {"lucky", "card", "lay", "flip", "swap", "end", "time", "draw", "put"}
    for text in (
        "lucky r",
        "card rb",
        "lay r/b",
        "lay b/r",
        "flip b2",
        "swap rb b2",
        "end",
        "time",
        "draw rb",
        "put b2 r",
    ):
        assert text in GAME.by_text


def test_the_diagram_of_a_turn() -> None:
    match = laid_out(exchanges=3)
    match.play(0, "swap rb b2")
    expected = """\
● to swap
swaps 1/3  deck 25  turns without a win 0  lucky sheep count 2

     a       b       c
 1   g/?     r/?     y/?
 2   w/?     b/r     v/?
 3   b/?     w/?     o/?

●  cards ry rw og ow  lucky r  won 0
▲  cards ov yg yv gb  lucky ?  won 0
"""
    assert match.text(0) == expected
    assert match.text() == expected.replace("lucky r", "lucky ?")


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("seed", range(6))
def test_diagrams_read_back_in_every_language_the_whole_state_too(language: str, seed: int) -> None:
    options: dict[str, Any] = {"exchanges": 3} if seed % 2 else {"seconds": 30, "lucky": 3}
    match = walk(sheepfold.Match(GAME, 2 + seed % 3, **options), seed, 15 + 15 * seed)
    with words.speaking(language):
        whole = Position(GAME, GAME.notation.read_diagram(match.text()))
        whole.states[0] = match._states[0]
        assert row_of(GAME.notation.read_diagram(str(whole))).tobytes() == match._states[:1].tobytes()
        for seat in range(match.players):
            assert row_of(GAME.notation.read_diagram(match.text(seat))).tobytes() == match.observation(seat).tobytes()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("● to swap", "● to sleep"),
        ("● to swap", "to swap"),
        ("deck 25", "deck many"),
        ("  deck 25", ""),
        ("g/?", "x/?"),
        ("g/?", "g/"),
        ("g/?", "gb"),
        ("cards rb", "cards br"),
        ("lucky r", "lucky x"),
        (" 3   b/?", " 3   b/? b/? b/?"),
        ("won 0", "won 1 r×x"),
    ],
)
def test_a_diagram_that_cannot_be_read_is_refused(old: str, new: str) -> None:
    drawn = laid_out(exchanges=3).text(0)
    assert old in drawn
    with pytest.raises(sheepfold.BadDiagram, match="cannot be read"):
        GAME.notation.read_diagram(drawn.replace(old, new, 1))


def test_choices_say_what_becomes_of_the_cell_and_what_is_taken() -> None:
    match = laid_out(exchanges=3)
    match.play(0, "swap rb b2")
    choice = {text: GAME.in_words(match.observe(0), 0, GAME.by_text[text]) for text in match.legal(0)}
    assert choice["swap ry b1"] == "b1: red becomes yellow (put red/yellow, take red/?)"
    assert choice["swap ry c1"] == "c1: yellow becomes red (put red/yellow, take yellow/?)"
    assert choice["end"] == "stop swapping"
    assert GAME.in_words(match.observe(0), 0, GAME.by_text["put b2 w"]) == "b2: put it there showing white"
    assert match.parts(0, "swap ry b1") == ["card-0-ry", "cell-b1"]
    assert match.parts(0, "put b2 w") == ["side-w", "cell-b2"]
    assert match.parts(0, "end") == ["end"]
    with words.speaking("de"):
        seen = match.observe(0)
        assert GAME.in_words(seen, 0, GAME.by_text["swap ry b1"]).startswith("b1: aus Rot wird Gelb (")


def test_the_story_of_a_turn() -> None:
    match = laid_out()
    match.play(0, "swap rw b3")
    assert match.story() == "Ada puts red/white on b3 and takes green/white."
    match.play("*", "time")
    assert match.story() == "Time is up for Ada. Ada wins 3 sheep in red."
    for line in ("draw bw", "draw ov", "draw bv"):
        match.play("*", line)
        assert match.story().startswith("Ada draws ")
        match.play(0, match.legal(0)[0])
    assert match.story() == "Ada puts it on b3 showing blue."
    match.play(1, "end")
    assert match.story() == "Ben stops swapping and wins nothing."
    with words.speaking("de"):
        assert match.story() == "Ben tauscht nicht mehr und gewinnt nichts."


def test_the_story_of_the_setup() -> None:
    match = laid_out()
    story = match.story(since=0, seat=0)
    assert story.startswith("Ada gets the lucky sheep in red. Ben gets a lucky sheep. Ada gets red/blue, red/white, ")
    assert story.endswith("A sheep in orange is laid on c3.")


def test_the_story_of_the_end_names_lucky_colours_and_points() -> None:
    match = laid_out(exchanges=1)
    match.play(0, "swap rw b3")
    for card in ("bw", "ov", "bv"):
        match.play("*", f"draw {card}")
        match.play(0, match.legal(0)[0])
    while not match.is_over:
        [seat] = match.to_act()
        match.play(seat, "end")
    assert match.story() == (
        "Ada stops swapping and wins nothing. Nobody wins anything any more: the game is over. "
        "Ada's lucky colour is red: 6 points. Ben's lucky colour is orange: 0 points."
    )


def test_a_flip_is_told() -> None:
    match = sheepfold.Match(GAME, 2)
    for line in ("lucky r", "lucky o", *(f"card {card}" for card in ("rb", "rw", "og", "ow", "ov", "yg", "yv", "gb"))):
        match.play("*", line)
    for card in ("r/o", "r/y", "r/g", "b/w", "y/o", "b/o", "w/o", "v/y", "w/g"):
        match.play("*", f"lay {card}")
    match.play("*", "flip b1")
    assert match.story() == "b1 is flipped: red becomes yellow."
