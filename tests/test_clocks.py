"""Matches against a clock: the hourglass of a game, by a clock that is given."""

from __future__ import annotations

from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import IllegalAction
from tests.toy_games.toy import GAME as TOY


class Hands:
    """A clock one sets by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_attached_clock_plays_by_itself() -> None:
    clock = Hands()
    match = sheepfold.Match(TOY, 2, clock=clock, seconds=10)
    for actor, text in (("*", "hide 3"), (0, "choose 3"), (1, "choose 1")):
        assert match.time_left() is None
        match.play(actor, text)  # pyright: ignore[reportArgumentType]
    assert match.time_left() == 10
    clock.now += 4
    assert match.time_left() == 6
    match.play(0, "peek")
    assert match.time_left() == 6
    clock.now += 6
    assert match.to_act() == {"*"}
    assert match.log()[-1] == "* time"
    assert sheepfold.Match.copy(match).log()[-1] == "* time"


def test_a_move_after_time_is_up_comes_too_late() -> None:
    clock = Hands()
    match = sheepfold.Match(TOY, 2, clock=clock)
    for actor, text in (("*", "hide 3"), (0, "choose 3"), (1, "choose 1")):
        match.play(actor, text)  # pyright: ignore[reportArgumentType]
    clock.now += 11
    with pytest.raises(IllegalAction):
        match.play(0, "peek")
    assert match.log()[-1] == "* time"


def timed() -> tuple[sheepfold.Match, Hands]:
    """A match whose clock has just started to run."""
    clock = Hands()
    match = sheepfold.Match(TOY, 2, clock=clock, seconds=10)
    for actor, text in (("*", "hide 3"), (0, "choose 3"), (1, "choose 1")):
        match.play(actor, text)  # pyright: ignore[reportArgumentType]
    return match, clock


def test_time_called_by_the_host_when_it_is_up_is_played_once() -> None:
    match, clock = timed()
    clock.now += 11
    match.play("*", "time")
    assert match.log().count("* time") == 1


def test_undo_does_not_turn_the_hourglass() -> None:
    match, clock = timed()
    clock.now += 4
    match.play(0, "peek")
    match.undo()
    assert match.time_left() == 6


def test_everything_one_looks_at_knows_that_time_is_up() -> None:
    looks: list[Any] = [len, lambda m: m.record(), lambda m: m.view(0), lambda m: m.scores(), lambda m: m.chance()]
    for look in looks:
        match, clock = timed()
        clock.now += 11
        look(match)
        assert match._log.latest[1] == TOY.by_text["time"]
