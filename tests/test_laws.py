"""Every game keeps the laws, the toy game included; a game found is a game tested. And each law can fail."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import sheepfold
from sheepfold.core.game import Game
from sheepfold.drawing.staging import Beat
from sheepfold.testing import LAWS, Broken, Law, act, some_setup
from tests import census
from tests.toy_games.toy import GAME as TOY

GAMES: list[Game] = [*(sheepfold.game(key) for key in sheepfold.games()), TOY]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
CASES = 20
"""Games in which everything is counted."""


@every_game
@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name.replace(" ", "-"))
def test_law(game: Game, law: Law) -> None:
    law.check(game)


@every_game
@pytest.mark.parametrize("seed", range(CASES))
def test_conservation(game: Game, seed: int) -> None:
    """Nothing is lost."""
    count = census.of(game)
    match = some_setup(game, random.Random(seed))
    expected = count(match)
    rng = random.Random(seed)
    while not match.is_over:
        act(match, rng)
        assert count(match) == expected, match.log()[-3:]


# ---------------------------------------------------------------------------------------------- laws can fail


def forgetful_veil(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was chosen in secret stands in everybody's log."""
    monkeypatch.setattr(TOY.notation, "veil", lambda *_given: None)


def story_that_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told depends on more than what one sees."""
    told, number = TOY.notation.narrate, itertools.count()
    monkeypatch.setattr(TOY.notation, "narrate", lambda *given: f"{told(*given)} {next(number)}")


def number_of(monkeypatch: pytest.MonkeyPatch, part: str, usual: str) -> None:
    """One of the toy's texts counts how often it was asked for: it depends on more than what one sees."""
    number = itertools.count()
    monkeypatch.setattr(TOY.notation, part, lambda *_given: f"{usual} {next(number)}")


def question_that_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    number_of(monkeypatch, "question", "What now?")


def choices_that_know(monkeypatch: pytest.MonkeyPatch) -> None:
    number_of(monkeypatch, "choice", "do it")


def text_that_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    number_of(monkeypatch, "diagram", "turn")


def picture_that_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    number = itertools.count()
    drawn = SimpleNamespace(
        picture=lambda *_given, **_how: f"<svg>{next(number)}</svg>", upright=None, hand=None, small=None
    )
    monkeypatch.setattr(TOY, "picture", drawn)


def beats_that_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written on a thing that turns tells what was chosen."""
    number = itertools.count()

    def beats(_before: Any, events: list[Any], _after: Any) -> list[Beat]:
        return [Beat("glow", text=str(next(number)), event=k) for k, _event in enumerate(events)]

    monkeypatch.setattr(TOY, "staging", SimpleNamespace(beats=beats, WITHOUT_BEATS=frozenset()))


def events_that_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules tell to all holds what only one may know."""
    read, number = TOY.events.read_rows, itertools.count()
    monkeypatch.setattr(
        TOY.events, "read_rows", lambda told: [replace(event, amount=next(number)) for event in read(told)]
    )  # fmt: skip


def texts_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOY.by_text, TOY.texts[1], 0)


def diagram_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = TOY.notation.diagram
    monkeypatch.setattr(TOY.notation, "diagram", lambda seen: drawn(seen) + " " * 90)


def parts_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY.notation, "parts", lambda *_given: ("here",))


def endings_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY.state, "ENDINGS", dict.fromkeys(range(9)))


BREAKS = [
    ("secrecy of what happened", forgetful_veil),
    ("secrecy of what happened", story_that_knows),
    ("secrecy of what happened", question_that_knows),
    ("secrecy of what happened", choices_that_know),
    ("secrecy of what happened", text_that_knows),
    ("secrecy of what happened", picture_that_knows),
    ("secrecy of what happened", beats_that_know),
    ("secrecy of what happened", events_that_know),
    ("secrecy of beats", beats_that_know),
    ("texts", texts_alike),
    ("diagrams", diagram_too_wide),
    ("choices", parts_alike),
    ("progress", endings_without_words),
    ("beats", story_that_knows),
]


@pytest.mark.parametrize(("name", "spoil"), BREAKS, ids=lambda each: getattr(each, "__name__", each))
def test_a_law_can_fail(name: str, spoil: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    LAWS[name].check(TOY, 3)
    spoil(monkeypatch)
    with pytest.raises(Broken):
        LAWS[name].check(TOY, 40)
