"""Coached first games: how they are read, how one goes through them, and what a bad one is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from sheepfold.core import lesson as lessons
from sheepfold.core.errors import BadLesson
from sheepfold.core.game import Game
from sheepfold.core.interface import LESSON
from sheepfold.core.lesson import Course, Lesson
from sheepfold.testing import LAWS, Broken
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

TAUGHT = [key for key in sheepfold.games() if sheepfold.game(key).lesson is not None]
NINES = sheepfold.game("nines")

SMALL = """
players = 2
deal = '''
* deal 4
* deal 6
'''
[[step]]
say = "Look."
at = "mat-0"
rule = "NIN-2"
"""


def lesson_of(key: str) -> Lesson:
    found = sheepfold.game(key).lesson
    assert found is not None
    return found


# ---------------------------------------------------------------------------------------------- reading


def test_a_lesson_is_read() -> None:
    lesson = lessons.read(SMALL, NINES)
    assert [step.say for step in lesson.steps] == ["Look."]
    assert lesson.steps[0].at == ("mat-0",)
    assert lesson.texts() == ["Look."]
    assert lesson.stamp != lessons.read(SMALL.replace("Look", "See"), NINES).stamp


BAD = [
    (SMALL + "at = 3", "cannot be read"),
    ("players = 2", "it has no steps"),
    ("players = 9\n[[step]]\nsay = 'A'", "2 to 5 players"),
    ("players = 'two'\n[[step]]\nsay = 'A'", "`players` is a number"),
    ("learner = 5\n[[step]]\nsay = 'A'", "no seat 5 for the learner"),
    ("[options]\nsegments = 4\n[[step]]\nsay = 'A'", "segments"),
    ("options = 5\n[[step]]\nsay = 'A'", "as a table"),
    ("players = 2\ndeals = ''\n[[step]]\nsay = 'A'", "is `deal` meant?"),
    ("[[step]]\nrule = 'NIN-2'", "step 1: it lacks what the coach says"),
    ("[[step]]\nsay = 3", "step 1: `say` is a text"),
    ("legend = 3\n[[step]]\nsay = 'A'", "`legend` is a text"),
    ("[[step]]\nsay = 'A'\nsays = 'B'", "is `say` meant?"),
    ("[[step]]\nsay = 'A'\nwait = 'fly 1'", "`fly 1` is no action"),
    ("[[step]]\nsay = 'A'\nwait = [3]", "`wait` is a text or a list of texts"),
    ("[[step]]\nsay = 'A'\notherwise = 'B'", "it waits for nothing"),
    ("[[step]]\nsay = 'A'\nwait = 'move 1'\nfind = 'yes'\notherwise = 'B'", "`find` is true or false"),
    ("[[step]]\nsay = 'A'\nwait = 'move 1'\nfind = true", "a word for whoever does not find it"),
    ("[[step]]\nsay = 'A'\nthen = 'roll 3'", "does not say whose action"),
    ("[[step]]\nsay = 'A'\nthen = '7 move 1'", "there is no seat 7"),
    ("deal = 3\n[[step]]\nsay = 'A'", "what happens is a text"),
]


@pytest.mark.parametrize(("text", "reason"), BAD, ids=[reason for _text, reason in BAD])
def test_a_bad_lesson_gets_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadLesson) as refused:
        lessons.read(text, NINES)
    assert reason in str(refused.value)
    assert str(refused.value).endswith((".", "?"))


def test_a_game_without_a_lesson_is_a_game() -> None:
    from tests.toy_games.toy import GAME

    assert GAME.lesson is None


# ---------------------------------------------------------------------------------------------- going through it


def test_a_course_goes_from_thing_to_thing() -> None:
    course = Course(lessons.read(SMALL, NINES))
    assert course.step is None
    assert course.due is not None
    assert course.due.action == "deal 4"
    course.read()
    assert course.place == 0
    course.played()
    course.played()
    assert course.step is not None
    assert course.due is None
    assert course.objection(0, "move 1") == "One moment: first read on."
    course.read()
    assert course.is_over
    assert course.objection(0, "move 1") is None


def test_what_is_not_waited_for_gets_a_kind_word() -> None:
    text = SMALL + "wait = ['move 1', 'move 2']\notherwise = 'Not yet.'\n[[step]]\nsay='B'\nwait='any'"
    course = Course(lessons.read(text, NINES))
    course.played()
    course.played()
    assert course.objection(0, "move 2") is None
    assert course.objection(0, "move 3") == "Not yet."
    assert course.objection(1, "move 1") == "Not yet."
    course.played()
    assert course.objection(0, "move 3") is None


BREAKS = [
    ("wait = 'move 1'", "the learner is not to act"),
    ("rule = 'NIN-99'", "there is no rule NIN-99"),
    ("at = 'moon'", "there is no `moon` in the picture"),
    ("then = '1 move 1'", "`1 move 1` after"),
    (f"say = '{'long ' * 40}'", "more than a thought"),
]


@pytest.mark.parametrize(("more", "reason"), BREAKS, ids=[reason for _more, reason in BREAKS])
def test_the_law_of_lessons_can_fail(more: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step = more if more.startswith("say") else f"say = 'A'\n{more}"
    monkeypatch.setattr(NINES, "lesson", lessons.read(f"{SMALL}\n[[step]]\n{step}", NINES))
    with pytest.raises(Broken) as broken:
        LAWS["lessons"].check(NINES)
    assert reason in str(broken.value)


def test_the_law_of_lessons_tries_all_that_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tile would make no nine, which what follows needs."""
    text = (NINES.folder / LESSON).read_text(encoding="utf-8")
    taken = 'wait = "take 1.2"\notherwise = "Nearly! 4 and 3 are seven: which tile makes nine of them?"'
    assert taken in text
    wrong = taken.replace('"take 1.2"', '["take 1.2", "take 1.7"]')
    monkeypatch.setattr(NINES, "lesson", lessons.read(text.replace(taken, wrong), NINES))
    with pytest.raises(Broken, match="`nine` is not legal"):
        LAWS["lessons"].check(NINES)


GIVEN_AWAY = [
    ("wait = 'any'", "there is nothing to find"),
    ("wait = 'take 1.2'\nat = 'space-3'", "points at space-3, which is to be found"),
]


@pytest.mark.parametrize(("more", "reason"), GIVEN_AWAY, ids=[reason for _more, reason in GIVEN_AWAY])
def test_what_is_to_be_found_is_not_given_away(more: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the lesson's own question for the 2 that makes nine."""
    text = (NINES.folder / LESSON).read_text(encoding="utf-8")
    asked = 'at = ["mat-0"]\nrule = "NIN-11"\nfind = true\nwait = "take 1.2"\n'
    assert asked in text
    monkeypatch.setattr(NINES, "lesson", lessons.read(text.replace(asked, f"find = true\n{more}\n"), NINES))
    with pytest.raises(Broken) as broken:
        LAWS["lessons"].check(NINES)
    assert reason in str(broken.value)


def test_the_law_of_lessons_keeps_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another has chosen unseen is not said."""
    dyke = sheepfold.game("dyke")
    text = "players = 3\ndeal = '''\n0 lay A1\n0 lay B1\n1 play 43\n'''\n[[step]]\nsay = 'Orange has laid 43.'"
    monkeypatch.setattr(dyke, "lesson", lessons.read(text, dyke))
    with pytest.raises(Broken, match="tells of `1 play 43`"):
        LAWS["lessons"].check(dyke)


# ---------------------------------------------------------------------------------------------- at the terminal


def answers(game: Game, lesson: Lesson, rng: random.Random) -> list[str]:
    """What a learner types who does as the coach says."""
    match, course, typed = lesson.match(game), Course(lesson), list[str]()
    while not course.is_over:
        if (due := course.due) is not None:
            match.play(*due)
            course.played()
        elif course.step is not None and course.step.is_read_only:
            typed.append("")
            course.read()
        elif course.step is not None:
            legal = match.legal(lesson.learner)
            typed.append(rng.choice([text for text in legal if course.step.welcomes(text)]))
            match.play(lesson.learner, typed[-1])
            course.played()
    return typed


ENDS = {"en": "That was your first game", "de": "Das war dein erstes Spiel", "fr": "C’était ta première partie"}


@pytest.mark.parametrize("language", ENDS)
@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_taught_at_the_terminal(terminal: Terminal, key: str, language: str) -> None:
    game, lesson = sheepfold.game(key), lesson_of(key)
    typed = [*answers(game, lesson, random.Random(1)), "n"]
    came = terminal.run("--language", language, "learn", key, typed="\n".join(typed) + "\n")
    assert came.code == 0, came.err
    for step in lesson.steps:
        assert f"{step.number}/{len(lesson.steps)}" in came.out
    assert ENDS[language] in came.flat
    assert not terminal.saved()


def test_after_the_lesson_a_real_game_begins(terminal: Terminal) -> None:
    typed = [*answers(NINES, lesson_of("nines"), random.Random(1)), "", "quit"]
    came = terminal.run("learn", "nines", typed="\n".join(typed) + "\n")
    assert "See you! The game waits for you" in came.flat
    assert terminal.saved()


@pytest.mark.parametrize("key", TAUGHT)
def test_how_the_board_reads_is_said_once(terminal: Terminal, key: str) -> None:
    legend = lesson_of(key).legend or '" grass   # juicy grass'
    came = terminal.run("learn", key, typed="\nquit\n")
    assert came.flat.count(" ".join(legend.split())) == 1


def test_a_wrong_choice_loses_nothing(terminal: Terminal) -> None:
    came = terminal.run("learn", "nines", typed="\nmove 1\nmove 2\nnonsense\nhelp\nboard\nchoices\nmove 1\nquit\n")
    assert "A fresh pawn may go, too." in came.flat
    assert "`nonsense` is none of the choices" in came.flat
    assert "Here you can type a choice" in came.flat
    assert "4/19" in came.out
    assert came.code == 0


def test_whose_mark_is_whose_is_said_before_the_first_thought(terminal: Terminal) -> None:
    came = terminal.run("learn", "dyke", typed="quit\n")
    assert "● Blue you ▲ Orange ■ Green" in came.flat.partition("1/17")[0]


def test_a_number_that_stands_for_another_choice_is_shown_as_what_it_stands_for(terminal: Terminal) -> None:
    came = terminal.run("learn", "nines", typed="\nmove 1\nmove 1\n3\nquit\n")  # the coach says: take the 3
    assert "> take the animal 🐑 You could take that one." in came.flat


def test_what_is_to_be_found_is_told_to_whoever_misses_it_twice(terminal: Terminal) -> None:
    here = next(number for number, step in enumerate(lesson_of("nines").steps) if step.find)
    typed = answers(NINES, lesson_of("nines"), random.Random(1))[:here]
    once = terminal.run("learn", "nines", typed="\n".join([*typed, "take 1.3", "quit"]))
    twice = terminal.run("learn", "nines", typed="\n".join([*typed, "take 1.3", "take 1.5", "quit"]))
    assert "Nearly!" in once.flat
    assert "for example `take 1.2`" not in once.flat
    assert "for example `take 1.2`" in twice.flat


def test_a_number_with_nothing_to_number_is_no_try_at_what_chance_does() -> None:
    match = sheepfold.Match("shepherd", 2)
    for text in ("starter 0", "throw grass dog"):
        match.play("*", text)
    assert match.why_not_typed(0, "1") is None


def test_reading_on_takes_no_choices(terminal: Terminal) -> None:
    came = terminal.run("learn", "nines", typed="\nmove 1\nmove 1\ntake 1.4\nmove 1\n\nquit\n")
    assert "Press Enter to go on" in came.flat
    assert "6/19" in came.out


def test_learning_needs_a_game(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Which game?" in terminal.run("learn").err
    assert "There is no game" in terminal.run("learn", "chess").err
    monkeypatch.setattr(NINES, "lesson", None)
    came = terminal.run("learn", "nines")
    assert came.code == 2
    assert "has no lesson" in came.err


def test_a_lesson_speaks_german(terminal: Terminal) -> None:
    came: Any = terminal.run("--language", "de", "learn", "nines", typed="quit\n")
    assert "Du bist Blau" in came.flat
