"""The solver of Sheep Sheep against trying everything, and against playing its plans."""

from __future__ import annotations

import random
import time

import pytest

import sheepfold
from sheepfold.core.linking import plain_mode
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array
from sheepfold.games.sheepsheep import solver
from sheepfold.games.sheepsheep.state import CARD_NAMES, LETTERS, SWAPPING, groups_in
from sheepfold.testing import act, walk

GAME = sheepfold.game("sheepsheep")


def some_position(rng: random.Random, colours: str, *, seen: float) -> Array:
    """A square and a hand of cards that show these colours; each back is known with that chance."""
    states = GAME.record.new()
    state = PlainRecord(states)
    state.players, state.phase, state.exchanges, state.lucky_points = 2, SWAPPING, 30, rng.choice((2, 3))
    state.lucky[0] = rng.randint(1, 7)
    fitting = [name for name in CARD_NAMES[1:] if set(name) & set(colours)]
    for cell in range(9):
        one, other = rng.sample(rng.choice(fitting), 2)
        if one not in colours:
            one, other = other, one
        state.shown[cell], state.back[cell] = LETTERS.index(one), LETTERS.index(other)
        state.seen[cell] = 511 if rng.random() < seen else 0
    for k in range(4):
        state.hand[0, k] = CARD_NAMES.index(rng.choice(fitting))
    return states


def points_now(square: tuple[str, ...], lucky: str, lucky_points: int) -> int:
    """What the groups in a square are worth."""
    total = 0
    for colour in set(square):
        cells = sum(1 << cell for cell in range(9) if square[cell] == colour)
        won = sum(group.bit_count() for group in groups_in(cells) if group.bit_count() >= 3)
        total += won * (lucky_points if colour == lucky else 1)
    return total


def try_everything(
    square: tuple[str, ...], backs: tuple[str, ...], hand: tuple[str, ...], lucky: str, lucky_points: int, swaps: int
) -> tuple[int, int]:
    """The most points, and the most swaps left over with them; no short cuts."""
    best = (points_now(square, lucky, lucky_points), swaps)
    for card in hand if swaps else ():
        for cell in range(9):
            if square[cell] in card:
                put = card.replace(square[cell], "")
                taken = [square[cell] + backs[cell]] if backs[cell] != "?" else []
                rest = list(hand)
                rest.remove(card)
                found = try_everything(
                    (*square[:cell], put, *square[cell + 1 :]),
                    (*backs[:cell], square[cell], *backs[cell + 1 :]),
                    (*rest, *taken),
                    lucky,
                    lucky_points,
                    swaps - 1,
                )
                best = max(best, found)
    return best


def in_letters(states: Array) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str, int]:
    state = PlainRecord(states)
    return (
        tuple(LETTERS[colour] for colour in state.shown),
        tuple(LETTERS[state.back[cell]] if state.seen[cell] else "?" for cell in range(9)),
        tuple(CARD_NAMES[card] for card in state.hand[0]),
        LETTERS[state.lucky[0]],
        state.lucky_points,
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_plan_is_as_good_as_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    colours = "".join(rng.sample("roygbvw", rng.choice((2, 3, 5, 7))))
    states = some_position(rng, colours, seen=rng.choice((0, 0.5, 1)))
    swaps = 3 if len(colours) > 3 else 2
    plan = solver.plan(states, 0, swaps)
    assert (plan.points, swaps - len(plan.actions)) == try_everything(*in_letters(states), swaps)


def test_a_plan_can_be_played_and_wins_what_it_says() -> None:
    planned = 0
    for seed in range(20):
        match = walk(sheepfold.Match(GAME, 3, exchanges=3), seed, 60)
        rng = random.Random(seed)
        while not match.is_over and (match.to_act() == {"*"} or match.view()["phase"] != SWAPPING):
            act(match, rng)
        if match.is_over:
            continue
        [seat] = match.to_act()
        plan = solver.plan(match.observation(int(seat)), int(seat))
        won, left = sum(match.view()["won"][int(seat)]), 3 - match.view()["swaps"]
        lucky = match.view(int(seat))["lucky"][int(seat)]
        before = match.view()["won"][int(seat)][lucky]
        for action in plan.actions:
            match.play(seat, action)
        if len(plan.actions) < left:
            match.play(seat, "end")
        after = match.copy().view()
        gained = sum(after["won"][int(seat)]) - won + after["won"][int(seat)][lucky] - before
        assert gained == plan.points
        planned += plan.points > 0
    assert planned > 5


def test_a_taken_card_of_unknown_back_is_not_put_again() -> None:
    """The third red is behind the blue of b3: first that card is taken, then it is put on c1, if one knows about it."""
    states = some_position(random.Random(1), "roygbvw", seen=1)
    state = PlainRecord(states)
    for cell, sides in enumerate(["r/w", "r/o", "b/g", "y/w", "w/g", "o/y", "g/v", "b/r", "y/o"]):
        state.shown[cell], state.back[cell] = LETTERS.index(sides[0]), LETTERS.index(sides[2])
    for k in range(4):
        state.hand[0, k] = CARD_NAMES.index("bv")
    state.lucky[0] = 0
    assert solver.plan(states, 0, 2) == solver.BestTurn(3, ("swap bv b3", "swap rb c1"))
    state.seen[7] = 0
    assert solver.plan(states, 0, 2) == solver.BestTurn(0, ())


def test_a_plan_knows_how_many_swaps_are_left_in_the_turn() -> None:
    states = some_position(random.Random(3), "rb", seen=1)
    PlainRecord(states).swaps = 29
    assert len(solver.plan(states, 0, 3).actions) <= 1
    assert len(solver.plan(states, 0, 0).actions) == 0


def test_a_plan_counts_the_lucky_colour() -> None:
    states = some_position(random.Random(3), "rb", seen=1)
    state = PlainRecord(states)
    for cell in range(9):
        state.shown[cell], state.back[cell] = LETTERS.index("r"), LETTERS.index("b")
    state.lucky[0], state.lucky_points = LETTERS.index("r"), 3
    assert solver.plan(states, 0, 0).points == 27
    state.lucky[0] = LETTERS.index("g")
    assert solver.plan(states, 0, 0).points == 9


@pytest.mark.parametrize("swaps", [-1, 9])
def test_looking_further_than_one_can_is_refused(swaps: int) -> None:
    with pytest.raises(sheepfold.BadOption, match="0 to 8"):
        solver.plan(some_position(random.Random(1), "rb", seen=1), 0, swaps)


@pytest.mark.skipif(plain_mode(), reason="plain rules are for debugging")
def test_three_swaps_take_less_than_five_milliseconds_wherever_one_is() -> None:
    rng = random.Random(7)
    for colours in ("r", "r", "rb", "rb", "rbw", "royg", "roygbvw"):
        states = some_position(rng, colours, seen=1)
        took: list[float] = []
        for _ in range(8):
            start = time.perf_counter()
            solver.plan(states, 0, 3)
            took.append(time.perf_counter() - start)
        assert min(took) < 0.005
