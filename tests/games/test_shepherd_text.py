"""The Shepherd in text: choices a child understands, what is tapped, stories, diagrams, in both languages."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.core.errors import BadDiagram
from sheepfold.core.plain import row_of
from sheepfold.games.shepherd import notation
from sheepfold.testing import Position, act

GAME = sheepfold.game("shepherd")

PLAYING = """
● to play
dice  sheep, dog
sun   ☼···········
    a   b   c   d
3   "   #   "   "
2   ▲1  ●1" ·   "
1   "   ~   ▲2  "
●   2  ##
▲   1  "
"""

SCARED = """
● sheep flee from the dog
dice  sun, (dog)
sun   ☼···········
game  tactical
    a   b   c   d
3   "   "   "   "
2   "   "   "   "
1   D   ●1  ▲1  "
●   0
▲   0
"""


DOG_TO_WALK = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
2   "   "   "   "
1   D   "   ●1  "
●   0
▲   0
"""


def choices(drawn: str, seat: int) -> dict[str, str]:
    """Every legal action with its words."""
    here = Position(GAME, drawn)
    return {text: notation.choice(here.state, seat, GAME.by_text[text]) for text in here.legal(seat)}


def test_choices_say_where_and_what_is_there() -> None:
    offered = choices(PLAYING, 0)
    assert offered["move b2 b3"] == "walk from b2 to b3: juicy grass, two cards"
    assert offered["move b2 c2"] == "walk from b2 to c2: bare ground"
    assert offered["move b2 b1"] == "walk from b2 to b1: a worm"
    assert offered["dog d1"] == "put the dog on d1: it scares ▲ c1"
    assert offered["dog d3"] == "put the dog on d3: it scares nobody"
    assert offered["dog a3"] == "put the dog on a3: it scares ▲ a2"


def test_grazing_in_words() -> None:
    grazing = PLAYING.replace("sheep, dog", "grass, (dog)")
    assert choices(grazing, 0) == {"graze b2": "eat the grass on b2"}
    assert choices(grazing.replace('●1"', "●1#"), 0) == {"graze b2": "eat the juicy grass on b2: two cards"}
    in_vain = grazing.replace('●1"', "●1~").replace("    a ", "game  tactical\n    a ")
    assert choices(in_vain, 0) == {"graze b2": "try the grass on b2 again, though there is a worm"}


def test_fleeing_in_words() -> None:
    offered = choices(SCARED, 0)
    assert offered["flee b1 b2"] == "● runs from b1 to b2: grass"
    assert offered["flee b1 b3"] == "● runs off the edge at b1 and comes back on b3: grass"
    assert offered["flee b1 c1"] == "● runs from b1 to c1: ▲ there must make way"


def test_the_dog_may_stay_in_words() -> None:
    here = Position(GAME, DOG_TO_WALK)
    assert choices(DOG_TO_WALK, 0)["dog stay"] == "let the dog stay on a1"
    assert notation.question(here.state, 0) == "Walk with the dog or let it stay."
    assert notation.parts(here.state, 0, GAME.by_text["dog stay"]) == ("dog", "die-dog")
    here.play("0 dog stay")
    told = notation.narrate(here.state, GAME.events.read(here.told), here.state, ["Ada", "Ben"])
    assert told == "Ada lets the dog stay on a1. The sun goes on."
    old = DOG_TO_WALK.replace("tactical", "tactical, version 1")
    assert notation.question(Position(GAME, old).state, 0) == "Walk with the dog."


def test_what_is_tapped() -> None:
    here = Position(GAME, PLAYING)

    def parts(text: str, state: Any = here.state) -> tuple[str, ...]:
        return notation.parts(state, 0, GAME.by_text[text])

    assert parts("move b2 b3") == ("sheep-0-1", "field-b3")
    assert parts("graze b2") == ("sheep-0-1", "die-grass")
    assert parts("dog d1") == ("dog", "field-d1")
    assert parts("throw sun dog") == ("throw-sun-dog",)
    scared = Position(GAME, SCARED)
    assert parts("flee b1 c1", scared.state) == ("sheep-0-1", "sheep-1-1")
    assert parts("flee c1 d1", scared.play("0 flee b1 c1").state) == ("sheep-1-1", "field-d1")


def test_chance_in_words() -> None:
    state = Position(GAME, PLAYING).state
    said = [notation.choice(state, 8, GAME.by_text[text]) for text in ("starter 1", "throw sun dog", "worm", "clean")]
    assert said == ["▲ starts", "throw sun and dog", "a worm", "no worm, just grass"]


def test_a_story_names_every_symbol_thrown_in_vain_once() -> None:
    match = sheepfold.Match("shepherd", 2, names=["Ada", "Ben"])
    match.play("*", "starter 0")
    match.play("*", "throw grass grass")
    assert match.story() == "Ada throws grass and grass. Ada has no use for grass."
    match.play("*", "throw sun grass")
    assert match.story() == "Ben throws sun and grass. Ben has no use for grass. The sun goes on."
    assert match.story(0).startswith("Ada is the first to throw two sheep, and starts. Ada throws grass and grass.")


OPTIONS = [{}, {"tactical": True, "chains": "forced"}, {"tactical": True}, {"worms": "unseen", "sun": 4}]


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_event_has_its_sentence_and_every_diagram_reads(language: str, options: dict[str, Any]) -> None:
    rng = random.Random(len(options))
    with words.speaking(language):
        for players in (2, 4):
            match = sheepfold.Match("shepherd", players, **options)
            while not match.is_over:
                act(match, rng)
                assert match.story().endswith((".", "!"))
                assert "{" not in match.story()
                assert row_of(notation.read_diagram(match.text())).tobytes() == match.observation().tobytes()


def test_worms_turned_back_may_be_left_to_memory() -> None:
    drawn = PLAYING.replace("    a ", "game  tactical\n    a ")
    state = Position(GAME, drawn).state
    assert "~" in notation.diagram(state).split("●   2")[0]
    looked_at = notation.as_it_looks(state)
    assert "~" not in notation.diagram(looked_at).split("●   2")[0]
    assert notation.diagram(notation.as_it_looks(Position(GAME, PLAYING).state)) == notation.diagram(
        Position(GAME, PLAYING).state
    )


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "nonsense",
        PLAYING.replace("to play", "to sleep"),
        PLAYING.replace("sheep, dog", "sheep, wolf"),
        PLAYING.replace("●1", "●3"),
        PLAYING.replace("    a   b", "    a    b"),
        PLAYING.replace("sun   ☼···········", ""),
        PLAYING.replace("#", "%"),
    ],
)
def test_a_diagram_that_cannot_be_read_is_refused(wrong: str) -> None:
    with pytest.raises(BadDiagram, match="cannot be read"):
        notation.read_diagram(wrong)
