"""A state in numbers: the same game as a match's, for every game found and for the toy game."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
import tracemalloc
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.core import drivers, outcomes, stepping
from sheepfold.core.errors import BadDiagram, BadOption, IllegalAction, UnknownGame, UnreadableAction
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.plain import PlainRecord
from sheepfold.rl.loops import pay_places
from tests.toy_games.toy import GAME as TOY

GAMES: list[Game] = [*(sheepfold.game(key) for key in sheepfold.games()), TOY]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
CHANCE, State, Match = sheepfold.CHANCE, sheepfold.State, sheepfold.Match


def played(state: sheepfold.State, steps: int, seed: int = 1) -> sheepfold.State:
    rng = random.Random(seed)
    for _ in range(steps):
        if not state.is_over:
            state.step(rng.choice(state.legal().tolist()))
    return state


def same(state: sheepfold.State, match: sheepfold.Match) -> None:
    """A state and a match show the same."""
    bits = match._bits()
    actor = CHANCE if bits >> CHANCE else (bits & -bits).bit_length() - 1
    assert state.seat == (actor if bits else -1)
    assert state.is_over == match.is_over
    legal = match.legal("*" if actor == CHANCE else actor) if bits else []
    assert [state.text(action) for action in state.legal()] == legal
    assert (state.places(), state.scores()) == (match.places(), match.scores())
    for seat in (None, *range(state.players)):
        assert state.observation(seat).tobytes() == match.observation(seat).tobytes()


# ---------------------------------------------------------------------------------------------- twins


@every_game
@pytest.mark.parametrize("players", [0, -1])
def test_with_chance_explicit_it_goes_as_in_a_match(game: Game, players: int) -> None:
    rng, seats = random.Random(1), game.players[players]
    state, match = State(game, seats, chance="explicit"), Match(game, seats)
    for number in range(400):
        if number % 7 == 0 or state.is_over:
            same(state, match)
        if state.is_over:
            break
        if state.seat == CHANCE:
            total = int(state.weights().sum())
            likely = {state.text(a): w / total for a, w in zip(state.legal(), state.weights(), strict=True)}
            assert likely == pytest.approx({text: float(each) for text, each in match.chance().items()})
        else:
            assert state.weights().tolist() == []
        action = rng.choice(state.legal().tolist())
        match.play("*" if state.seat == CHANCE else state.seat, state.text(action))
        state.step(action)


@every_game
def test_with_chance_inside_it_falls_from_the_seed(game: Game) -> None:
    rng, dice = random.Random(2), source(int(drivers.seeds(5, 1)[0]))
    state, match = State(game, game.players[0], seed=5), Match(game, game.players[0])
    while not state.is_over:
        while "*" in match.to_act():
            match.roll(dice)
        action = rng.choice(state.legal().tolist())
        match.play(state.seat, state.text(action))
        state.step(action)
    while "*" in match.to_act():
        match.roll(dice)
    same(state, match)
    assert state.returns() == pytest.approx(paid(match.places()))
    assert sum(state.returns()) == pytest.approx(0)


def paid(places: list[int]) -> list[float]:
    out = np.zeros(len(places))
    pay_places(places, len(places), out)
    return out.tolist()


@every_game
def test_plain_rules_and_machine_code_step_alike(game: Game) -> None:
    state = State(game, game.players[-1], seed=3).warm()
    plain = drivers.made(game, stepping.advance, plain=True)
    rng = random.Random(4)
    for _ in range(60):
        if state.is_over:
            break
        twin, action = state.clone(), rng.choice(state.legal().tolist())
        answer = plain(twin._board(), action)
        state.step(action)
        assert answer == (state._count << stepping.ACTOR_BITS) + state.seat - stepping.OVER
        assert twin._position() == state._position()
        assert twin._board()["source"] == state._board()["source"]


def test_a_state_goes_over_from_plain_rules_to_machine_code() -> None:
    """What was begun on plain rules goes on in machine code, and the same way."""
    lines = """
import random, sys
import sheepfold
from sheepfold.core.engine import Engine, STEPPING
Engine.want = lambda self, *steps: None
state, rng, seen = sheepfold.State("nines", 2, seed=7), random.Random(1), []
for number in range(40):
    if number == 20 and sys.argv[1] == "over":
        state.warm()
    state.step(rng.choice(state.legal().tolist()))
    seen.append((state.seat, state.legal().tolist()))
print(hash(str(seen)), "numba" in sys.modules)
"""
    found = [
        subprocess.run(
            [sys.executable, "-c", lines, how],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "0"},
        ).stdout.split()
        for how in ("over", "plain")
    ]  # fmt: skip
    assert found[0][0] == found[1][0]
    assert [each[1] for each in found] == ["True", "False"]


@every_game
def test_chance_draws_by_how_likely_its_outcomes_are(game: Game) -> None:
    """What it draws with the lowest and the highest numbers is what the weights say, at every turn of chance."""

    class Fixed:
        def __init__(self, number: float) -> None:
            self.random = lambda: number

    options: dict[str, Any] = {"molehills": True} if game.key == "dyke" else {}
    state, rng = State(game, game.players[0], seed=1, chance="explicit", **options), random.Random(1)
    asked = 0
    while not state.is_over and asked < 40:
        if state.seat == CHANCE:
            legal, weights = state.legal().tolist(), state.weights().tolist()
            up_to, total = 0, sum(weights)
            for action, weight in zip(legal, weights, strict=True):
                if weight:
                    assert state.draw(Fixed((up_to + 0.01) / total)) == action
                    assert state.draw(Fixed((up_to + weight - 0.01) / total)) == action
                up_to += weight
            assert state.draw(Fixed(1 - 2**-53)) == [a for a, w in zip(legal, weights, strict=True) if w][-1]
            before = state.clone()
            drawn = state.draw(rng)
            assert state == before
            assert type(drawn) is int
            state.step(drawn)
            asked += 1
        else:
            with pytest.raises(IllegalAction, match="Chance is not to act now"):
                state.draw(rng)
            state.step(rng.choice(state.legal().tolist()))
    assert asked


@every_game
def test_outcomes_are_what_is_legal_with_its_weights(game: Game) -> None:
    state, rng = State(game, game.players[0], seed=1, chance="explicit"), random.Random(1)
    assert state.clone().outcomes() == state.outcomes()
    met: list[Any] = []
    for _ in range(60):
        found = state.outcomes()
        if state.seat == CHANCE:
            assert found.actions == tuple(state.legal().tolist())
            assert found.weights == tuple(state.weights().tolist())
            assert found.up_to == tuple(np.cumsum(found.weights).tolist())
            assert all(type(each) is int for each in (*found.actions, *found.weights, *found.up_to))
            met.append((found, tuple(found)))
            state.step(rng.choices(found.actions, cum_weights=found.up_to)[0])
        else:
            assert found == ((), (), ())
            state.step(rng.choice(state.legal().tolist()))
        if state.is_over:
            break
    assert all(tuple(found) == kept for found, kept in met), "they stay valid"


def test_the_same_dice_are_listed_once() -> None:
    state = State("nines", 2, seed=1, chance="explicit")
    while state.seat != CHANCE or state.text(int(state.legal()[0])) != "roll 1":
        state.step(int(state.legal()[0]))
    assert state.outcomes() is state.clone().outcomes()


def test_a_deck_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MOST_KEPT", 1)
    kept = outcomes.KeptOutcomes()
    first, second = kept.keep(b"one", [1, 2], [3, 4]), kept.keep(b"two", [5], [6])
    assert (kept.get(b"one"), kept.get(b"two")) == (first, None)
    assert (first, second) == (((1, 2), (3, 4), (3, 7)), ((5,), (6,), (6,)))


def test_chance_draws_from_any_random_source() -> None:
    state = State("nines", 2, chance="explicit")
    for rng in (None, random, random.Random(1), np.random.default_rng(1)):
        assert state.draw(rng) in state.legal()
    with pytest.raises(BadOption, match=r"A random source has a method random\(\)"):
        state.draw(7)
    with pytest.raises(BadOption, match=r"A random source has a method random\(\)"):
        state.draw(type("NoSource", (), {"random": 0.5})())


# ---------------------------------------------------------------------------------------------- copies


@every_game
def test_a_clone_goes_its_own_way_and_the_same_dice_fall(game: Game) -> None:
    state = played(State(game, game.players[0], seed=1), 10)
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    before = state._position()
    for twin in twins:
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.legal().tolist() == state.legal().tolist()
        assert twin.seat == state.seat
        played(twin, 25)
    assert state._position() == before
    assert len(set(twins)) == 1
    played(state, 25)
    assert all(twin == state for twin in twins)


def test_states_of_different_positions_differ() -> None:
    state, other = State("nines", 2, seed=1), State("nines", 3, seed=1)
    assert state != other
    assert state != State("nines", 2, seed=2)
    assert state == State("nines", 2, seed=1)
    assert state != "nines"
    assert state.clone() != played(state, 1)


def test_a_set_up_travels() -> None:
    material = sheepfold.game("dyke").material
    material["sides"]["A1"] = list(reversed(material["sides"]["A1"]))
    state = State("dyke", 4, seed=2, material=material, rain=3)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.options == state.options
    assert twin.options["rain"] == 3
    for each in (state, twin):
        each.reset(seed=9)
        played(each, 30)
    assert twin == state


def test_reset_begins_anew() -> None:
    state = State("nines", 2, seed=1)
    first = state.clone()
    played(state, 30)
    state.reset(seed=1)
    assert state == first
    assert played(state, 12) == played(first, 12)
    state.reset()  # the dice go on where they are
    assert state != State("nines", 2, seed=1)


# ---------------------------------------------------------------------------------------------- the border


def test_lists_are_valid_until_the_next_step_and_cannot_be_written_to() -> None:
    state = State("nines", 2, seed=1)
    assert state.legal() is state.legal()
    assert state.legal().dtype == np.int32
    with pytest.raises(ValueError, match="read-only"):
        state.legal()[0] = 1


@every_game
def test_asking_what_is_legal_takes_no_memory(game: Game) -> None:
    """Once each length of the list has been met, a whole game is asked and stepped without a byte more."""
    state = State(game, game.players[0], seed=1).warm()
    actions: list[int] = []
    while not state.is_over:
        actions.append(int(state.legal()[-1]))
        state.step(actions[-1])
    state.reset(seed=1)
    tracemalloc.start()
    try:
        for action in actions:
            before = tracemalloc.get_traced_memory()[0]
            legal = state.legal()
            assert tracemalloc.get_traced_memory()[0] == before
            assert len(legal)
            state.step(action)
    finally:
        tracemalloc.stop()
    assert state.is_over


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (10**30, r"1000000000000000000000000000000 is no action: actions are whole numbers from 0 to 82\."),
        (-1, r"-1 is no action: actions are whole numbers from 0 to 82\."),
        (83, r"83 is no action"),
        (1.0, r"1\.0 is no action"),
        (True, r"True is no action"),
        ("move 1", r"'move 1' is no action"),
        (None, r"None is no action"),
        (3, r"0 cannot play 'deal 4' now; legal: "),
    ],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(action: Any, sentence: str) -> None:
    state = State("nines", 2, seed=1)
    before, legal = state._block.tobytes(), state.legal().tolist()
    with pytest.raises(IllegalAction, match=sentence):
        state.step(action)
    assert state._block.tobytes() == before
    assert state.legal().tolist() == legal
    state.step(np.int32(legal[0]))


def test_after_the_end_nothing_can_be_played() -> None:
    state = played(State("nines", 2, seed=1), 10_000)
    assert state.is_over
    assert state.seat == -1
    assert state.legal().tolist() == []
    with pytest.raises(IllegalAction, match=r"The game is over: 'deal 1' cannot be played\."):
        state.step(0)


def test_a_state_that_trusts_plays_the_same() -> None:
    assert played(State("shepherd", 3, seed=1, trust=True), 50) == played(State("shepherd", 3, seed=1), 50)


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"game": "chess"}, UnknownGame, "There is no game 'chess'"),
        ({"players": 9}, BadOption, "All Nines is for 2 to 5 players, not 9."),
        ({"players": "2"}, BadOption, "All Nines is for 2 to 5 players, not '2'."),
        ({"players": [2]}, BadOption, "All Nines is for 2 to 5 players, not \\[2\\]."),
        ({"segments": 7}, BadOption, "7 is not a value of the option segments"),
        ({"segments": [5]}, BadOption, "is not a value of the option segments"),
        ({"wings": 2}, BadOption, "All Nines has no option `wings`"),
        ({"chance": "loud"}, BadOption, "Chance is inside or explicit, not 'loud'."),
        ({"seed": "one"}, BadOption, "A seed is a whole number, not 'one'."),
        ({"material": {"a": 1}}, BadOption, "The material of All Nines cannot be exchanged."),
        ({"rules_version": 99}, BadOption, "cannot be played by version 99"),
    ],
)
def test_bad_set_ups_get_a_sentence(given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        State(**{"game": "nines", **given})


def test_words_and_numbers() -> None:
    state = State("nines", 2, seed=1)
    assert state.number("move 1") == state.game.by_text["move 1"]
    assert state.text(state.number("move 1")) == "move 1"
    assert repr(state) == "<State of nines, 2 players, running>"
    for wrong in ("fly 1", None, 3):
        with pytest.raises(UnreadableAction, match="is no action of All Nines"):
            state.number(wrong)  # pyright: ignore[reportArgumentType]
    for wrong in (-1, 83, "x"):
        with pytest.raises(IllegalAction, match="is no action: actions are whole numbers from 0 to 82"):
            state.text(wrong)  # pyright: ignore[reportArgumentType]
    for wrong in (2, -1, "0", CHANCE):
        with pytest.raises(IllegalAction, match="There is no seat"):
            state.observation(wrong)  # pyright: ignore[reportArgumentType]


# ---------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_state_begins_at_what_a_seat_sees(game: Game) -> None:
    """What the seat sees of the imagined position is what it saw; the game goes on from there to its end."""
    state = played(State(game, game.players[0], seed=1), 12)
    for seat in range(state.players):
        twin = State.at(game, state.observation(seat), seat, seed=2)
        if state.seat == seat:
            assert twin.seat == seat
            assert twin.legal().tolist() == state.legal().tolist()
            assert twin.observation(seat).tobytes() == state.observation(seat).tobytes()
        assert played(twin, 10_000).is_over


def test_a_state_begins_at_a_diagram() -> None:
    state = played(State("nines", 3, seed=1), 20)
    diagram = state.game.notation.diagram(PlainRecord(state.observation()))
    twin = State.at("nines", diagram, seed=1)
    assert twin == state
    assert twin.legal().tolist() == state.legal().tolist()
    explicit = State.at("nines", diagram, chance="explicit")
    assert explicit == state


@every_game
def test_what_began_at_a_position_begins_there_anew(game: Game) -> None:
    """Its copies too, wherever they are."""
    there = played(State(game, game.players[-1], seed=1), 12)
    begun = State.at(game, there.observation(0), 0, seed=2)
    first = begun.opening().tobytes()
    for twin in (begun, begun.clone(), pickle.loads(pickle.dumps(begun))):
        played(twin, 10)
        twin.reset(seed=5)
        begun.reset(seed=5)
        assert twin.opening().tobytes() == first
        assert twin == begun


def test_what_is_no_position_gets_a_sentence() -> None:
    for wrong in (None, 3, np.zeros(1), State("dyke", 3, seed=1).observation()):
        with pytest.raises(BadDiagram, match="A position is a text diagram or a record"):
            State.at("nines", wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(sheepfold.SheepfoldError):
        State.at("nines", "nonsense")
    with pytest.raises(BadOption, match="All Nines is for 2 to 5 players, not 0"):
        State.at("nines", sheepfold.game("nines").record.new())
    for count in (0, 2):
        with pytest.raises(BadDiagram, match="A position is a text diagram or a record"):
            State.at("nines", sheepfold.game("nines").record.new(count))
    with pytest.raises(IllegalAction, match="There is no seat 7"):
        State.at("nines", State("nines", 2, seed=1).observation(0), 7)
