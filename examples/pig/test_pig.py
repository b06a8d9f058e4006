# ruff: noqa: N802 (a test is named for its rule)
"""The rules of Pig, id by id: what is played, and what comes of it."""

from __future__ import annotations

import pytest

import sheepfold


def played(*lines: str, players: int = 2) -> sheepfold.Match:
    """A game in which this was played: `0 roll`, `* die 5`."""
    match = sheepfold.Match("pig", players)
    for line in lines:
        actor, _blank, text = line.partition(" ")
        match.play("*" if actor == "*" else int(actor), text)
    return match


def turn(seat: int, *faces: int) -> list[str]:
    """A turn in which somebody rolls this and then holds, or rolls a 1."""
    rolls = [line for face in faces for line in (f"{seat} roll", f"* die {face}")]
    return rolls if faces[-1] == 1 else [*rolls, f"{seat} hold"]


def test_PIG_1_seat_0_begins_and_turns_go_round() -> None:
    assert played(players=3).to_act() == {0}
    assert played("0 hold", "1 hold", players=3).to_act() == {2}
    assert played("0 hold", "1 hold", "2 hold", players=3).to_act() == {0}
    assert played().scores() == [0, 0]


def test_PIG_2_one_rolls_or_holds_as_often_as_one_likes() -> None:
    match = played("0 roll", "* die 6", "0 roll", "* die 2")
    assert match.to_act() == {0}
    assert match.legal(0) == ["roll", "hold"]


def test_PIG_2_who_would_reach_the_goal_by_holding_does_not_roll() -> None:
    match = played(*turn(0, *[6] * 16), "1 hold", "0 roll", "* die 4")
    assert match.legal(0) == ["hold"]


def test_PIG_3_what_is_rolled_is_added_to_the_total() -> None:
    assert played("0 roll", "* die 6", "0 roll", "* die 2").view()["total"] == 8
    assert played("0 roll").legal("*") == [f"die {face}" for face in range(1, 7)]


def test_PIG_4_a_1_loses_the_total_and_the_turn() -> None:
    match = played(*turn(0, 6, 6, 1))
    assert match.scores() == [0, 0]
    assert match.to_act() == {1}
    assert match.story() == "Blue rolls a 1 and loses 12."


def test_PIG_5_who_holds_scores_the_total() -> None:
    match = played(*turn(0, 6, 5), *turn(1, 3))
    assert match.scores() == [11, 3]
    assert match.places() == [1, 2]
    assert not match.is_over


def test_PIG_5_who_reaches_the_goal_wins() -> None:
    match = played(*turn(0, *[5] * 20))
    assert match.is_over
    assert match.ending is not None
    assert match.ending.rule == "PIG-5"
    assert match.places() == [1, 2]


@pytest.mark.parametrize("last", ["roll", "hold"])
def test_PIG_6_after_1000_choices_the_game_ends(last: str) -> None:
    match = played(*turn(0, 3), *["1 hold", "0 hold"] * 498, "1 hold")
    assert not match.is_over
    match.play(0, last)
    assert match.is_over
    assert match.ending is not None
    assert match.ending.rule == "PIG-6"
    assert match.places() == [1, 2]
