"""The search: it finds what is best, repeats itself for a seed, knows no secrets and stays within its memory."""

from __future__ import annotations

import random

import numpy as np
import pytest

import sheepfold
from sheepfold.bots.search import Manner, Searcher
from sheepfold.bots.seen import Seen
from sheepfold.core import drivers, search
from sheepfold.core.game import Game
from sheepfold.core.secrecy import observe
from sheepfold.testing import act
from sheepfold.testing.laws import hidden_from
from tests.test_laws import GAMES
from tests.toy_games.toy import GAME as TOY

pytestmark = pytest.mark.usefixtures("awake")

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def decision(game: Game, seed: int) -> tuple[sheepfold.Match, int]:
    """A match, some way into it, in which a seat has something to choose from."""
    match, rng, steps = sheepfold.Match(game), random.Random(seed), 40 + seed
    while True:
        if match.is_over:
            match, steps = sheepfold.Match(game), 0
        choosers = [int(seat) for seat in match.to_act() - {"*"} if len(match.legal(seat)) > 1]
        if steps <= 0 and choosers:
            return match, min(choosers)
        act(match, rng)
        steps -= 1


def seen(match: sheepfold.Match, seat: int) -> Seen:
    return Seen(match.game, seat, match.observation(seat))


@every_game
def test_the_same_seed_gives_the_same_choice_whatever_the_seat_cannot_see(game: Game) -> None:
    match, seat = decision(game, 1)
    thoughts = Searcher(game, iterations=60).consider(seen(match, seat), random.Random(5))
    noise = np.random.default_rng(1).integers(0, 100, match._bytes[0].shape, np.uint8).view(game.record.dtype)
    for field in game.record.secrets:
        hidden = hidden_from(match, field, seat)
        match._states[field.name][:1][hidden] = noise[field.name][hidden]
    assert Searcher(game, iterations=60).consider(seen(match, seat), random.Random(5)) == thoughts
    assert sum(each.tried for each in thoughts) == 60
    assert {each.action for each in thoughts} <= set(match.legal(seat))


@every_game
def test_positions_that_look_alike_are_one_information_set(game: Game) -> None:
    match, seat = decision(game, 3)
    states = game.record.new(3)
    states[:2] = match._states[0]
    states[2] = observe(game.record, match._states[:1], seat)[0]
    eyes, tree = search.eyes_on(game.record, states), search.new_tree(game, 64)
    (look_up,) = drivers.bind_extra(game, search.look_up)
    node = look_up(eyes, 0, seat, tree)
    assert look_up(eyes, 1, seat, tree) == node
    states[1]["phase"] += 1
    assert look_up(eyes, 1, seat, tree) != node
    assert look_up(eyes, 2, seat, tree) == node


def test_it_finds_the_winning_move() -> None:
    """A nine now and the game is won; kept, it is lost: the other player needs one more animal."""
    at = sheepfold.game("nines").notation.read_diagram(
        "● to put a number aside, rolled 2, 1>2*\nstart\n1 [·]\n2 [·] a●1\n3 [·]\n4 [·]\n5 [·]\nhome ●2●3●4▲1▲2▲3▲4\n"
        "●  front 156  nines -  aside -  animals 1  cactuses 0\n●  front -  nines -  aside -  animals 0  cactuses 0\n"
    )
    from sheepfold.core.plain import row_of

    bot = Searcher(sheepfold.game("nines"), iterations=300)
    chosen = bot(Seen(sheepfold.game("nines"), 0, row_of(at)), ["aside 1", "aside 5", "aside 6"], random.Random(1))
    assert chosen == "aside 1"


@pytest.mark.parametrize(
    "manner",
    [
        Manner(steer=3),
        Manner(cut=5, scale=10.0),
        Manner(order=True, widening=1.0),
        Manner(winner=0.5, exploration=0.3),
    ],
    ids=str,
)
def test_every_manner_of_searching_works(manner: Manner) -> None:
    match, seat = decision(sheepfold.game("nines"), 2)
    thoughts = Searcher(match.game, iterations=100, manner=manner).consider(seen(match, seat), random.Random(1))
    assert sum(each.tried for each in thoughts) == 100
    assert all(0 <= each.worth <= 1 for each in thoughts)


def test_memory_stays_bounded() -> None:
    match, seat = decision(TOY, 1)
    bot = Searcher(TOY, iterations=500)
    bot(seen(match, seat), match.legal(seat), random.Random(0))
    before = [array.nbytes for array in bot._bench.tree]
    for k in range(50):
        bot(seen(match, seat), match.legal(seat), random.Random(k))
    assert [array.nbytes for array in bot._bench[2]] == before


def test_thinking_time_in_milliseconds() -> None:
    match, seat = decision(TOY, 1)
    thoughts = Searcher(TOY, milliseconds=20).consider(seen(match, seat), random.Random(1))
    assert sum(each.tried for each in thoughts) >= 50
