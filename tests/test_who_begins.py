"""Who begins, at the terminal: the print's question for several people, lots for one among bots."""

from __future__ import annotations

import random
import re

import pytest

import sheepfold
from sheepfold.core.errors import BadOption
from sheepfold.terminal import seating
from sheepfold.terminal.seating import Sitter
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

QUESTIONS = {
    "dyke": "Who has the most mischievous look?",
    "nines": "Who is the youngest?",
    "sheepsheep": "Who wore a woollen pullover last?",
}
EVERYBODY = ["Ada", "Ben", "Cem"]


def seats_of(terminal: Terminal) -> list[str]:
    """The order of the seats, as the record of the game that was left says."""
    (left,) = terminal.saved()
    return re.findall(r"^seat \d (.*)$", left.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("key", QUESTIONS)
def test_several_people_are_asked_the_question_of_the_print(terminal: Terminal, key: str) -> None:
    unhurried = ("--exchanges", "3") if key == "sheepsheep" else ()  # an hourglass reads from a real keyboard
    came = terminal.run("play", key, "--names", "Ada,Ben,Cem", *unhurried, typed="nobody\n2\nquit\n", by_hand=True)
    assert came.code == 0, came.err
    assert f"{QUESTIONS[key]}\n   1  Ada\n   2  Ben\n   3  Cem\n   4  draw lots\n" in came.out
    assert "Please answer with a number from 1 to 4." in came.out
    assert seats_of(terminal) == ["Ben", "Cem", "Ada"]


@pytest.mark.parametrize(("typed", "names"), [("ada", EVERYBODY), ("Cem", ["Cem", "Ada", "Ben"])])
def test_they_may_answer_with_a_name(terminal: Terminal, typed: str, names: list[str]) -> None:
    terminal.run("play", "nines", "--names", "Ada,Ben,Cem", typed=f"{typed}\nquit\n", by_hand=True)
    assert seats_of(terminal) == names


def test_they_may_rather_draw_lots(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "drawn", lambda *_given: 2)
    came = terminal.run("play", "nines", "--names", "Ada,Ben,Cem", typed="4\nquit\n", by_hand=True)
    assert "Lots are drawn: Cem begins." in came.out
    assert seats_of(terminal) == ["Cem", "Ada", "Ben"]


def test_one_person_against_bots_is_not_asked_lots_are_drawn(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "drawn", lambda *_given: 1)
    came = terminal.run("play", "nines", "--players", "3", "--names", "Ada", typed="quit\n", by_hand=True)
    assert "Who is the youngest?" not in came.out
    assert "Lots are drawn: ewe begins." in came.out
    assert seats_of(terminal) == ["ewe ●", "ewe ▲", "Ada"]
    assert "■ Ada, what will you do?" in came.out


def test_where_dice_find_who_begins_nobody_is_asked(terminal: Terminal) -> None:
    came = terminal.run("play", "shepherd", "--names", "Ada,Ben", "--seed", "1", typed="quit\n", by_hand=True)
    assert "the first to throw two sheep, and starts" in came.flat
    assert "Lots" not in came.out
    assert seats_of(terminal) == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (("--first", "Ben"), ["Ben", "Cem", "Ada"]),
        (("--first", "2"), ["Cem", "Ada", "Ben"]),
        (("--first", "lots"), EVERYBODY),
        (("--seat", "0=person", "--seat", "1=person"), EVERYBODY),
    ],
)
def test_who_says_how_they_sit_is_not_asked(terminal: Terminal, given: tuple[str, ...], names: list[str]) -> None:
    came = terminal.run("play", "nines", "--names", "Ada,Ben,Cem", *given, typed="quit\n", by_hand=True)
    assert "youngest" not in came.out
    assert seats_of(terminal) == names


def test_from_a_file_nobody_can_be_asked(terminal: Terminal) -> None:
    terminal.run("play", "nines", "--names", "Ada,Ben,Cem", typed="quit\n")
    assert seats_of(terminal) == EVERYBODY


def test_a_game_that_was_left_goes_on_as_everybody_sat(terminal: Terminal) -> None:
    terminal.run("play", "nines", "--names", "Ada,Ben,Cem", typed="3\nquit\n", by_hand=True)
    came = terminal.run("play", "nines", "--resume", str(terminal.saved()[0]), typed="quit\n", by_hand=True)
    assert "youngest" not in came.out
    assert seats_of(terminal) == ["Cem", "Ada", "Ben"]


def test_the_first_boards_are_laid_by_lot_unless_somebody_wants_to_choose(terminal: Terminal) -> None:
    came = terminal.run("play", "dyke", "--names", "Ada,Ben,Cem", "--seed", "1", typed="\nquit\n")
    assert "lay board A, side 1" not in came.out
    lines = terminal.saved()[0].read_text(encoding="utf-8").splitlines()
    assert [line.split()[:2] for line in lines if " lay " in line] == [["0", "lay"]] * 2
    came = terminal.run("play", "dyke", "--names", "Ada,Ben,Cem", "--choose", typed="lay A1\nquit\n")
    assert "lay board A, side 1" in came.out


def test_nobody_of_that_name() -> None:
    with pytest.raises(BadOption, match="--first takes Ada, 1, or lots"):
        seating.wished([Sitter(0, "Ada"), Sitter(1, None)], "Zoe", random.Random(1))


def test_lots_fall_on_everybody_alike() -> None:
    game, rng = sheepfold.game("nines"), random.Random(3)
    chairs = seating.seated(game, 3, ["Ada"], {})
    counts = [0, 0, 0]
    for _draw in range(3000):
        counts[seating.drawn(chairs, rng)] += 1
    assert all(900 < count < 1100 for count in counts)
