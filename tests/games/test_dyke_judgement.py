"""The judgement of the Sheep Hustle: a greedy player stays on the dyke, and beats careful random players."""

from __future__ import annotations

import random

import numpy as np
import pytest

import sheepfold
from sheepfold.core import drivers, kit
from sheepfold.testing import Position
from tests.games.test_dyke import careful, lay, race

GAME = sheepfold.game("dyke")


def weighed(position: Position, seat: int) -> dict[str, float]:
    """What each legal action is worth to a seat."""
    values = np.zeros(GAME.most)
    position.loops.listing(position.states, 0, seat, position.moves)
    position.loops.weigh_up(position.states, 0, seat, position.moves, drivers.new_told(mute=True), values)
    actions = position.moves["action"][0][: int(position.moves["n"][0])].tolist()
    return {GAME.texts[action]: values[k] for k, action in enumerate(actions)}


def test_it_does_not_run_off_the_dyke() -> None:
    worth = weighed(race("●150 ▲60 ■70"), 0)
    assert max(worth[text] for text in worth if int(text.split()[1]) >= 50) < min(
        worth[text] for text in worth if int(text.split()[1]) < 50
    )


def test_it_minds_the_water_more_without_lifesavers() -> None:
    worth = weighed(race("●50 ▲60 ■70", water="85", lifesavers=(0, 3, 3)), 0)
    assert worth["play 35"] < worth["play 34"] - 50
    worth = weighed(race("●50 ▲60 ■70", water="85"), 0)
    assert worth["play 34"] - 50 < worth["play 35"] < worth["play 34"] - 3


def test_it_knows_what_a_pad_saves() -> None:
    position = lay(race("●50 ▲60 ■70", water="85", held={0: ["change3"]}), "35", "20", "30")
    worth = weighed(position, 0)
    assert max(worth, key=worth.__getitem__).startswith("use change3")
    assert worth["use change3 1"] > worth["done"] > worth["use change3 0"]


def test_the_end_is_worth_its_place() -> None:
    won = lay(race("●10 ▲20 ■30", lifesavers=(3, 3, 0)), "5", "9", "3")
    assert GAME.judgement is not None
    judge = GAME.judgement.judge
    first, second, out = (judge(won.state, seat) for seat in range(3))
    assert first > second > out


@pytest.mark.parametrize("players", [3, 4, 6])
def test_one_greedy_player_beats_careful_random_ones(players: int) -> None:
    """At least 45 % of four-player games are asked of it; it wins some 95 %."""
    rng, source, wins = random.Random(players), kit.source(players), 0
    games = 12
    for game in range(games):
        running, greedy = sheepfold.Match("dyke", players), game % players
        while not running.is_over:
            seat = int(rng.choice(sorted(running.to_act(), key=str)))
            running.play(seat, best(running, seat, source) if seat == greedy else careful(running, seat, rng))
        wins += running.places()[greedy] == 1
    assert wins >= 0.6 * games


def best(running: sheepfold.Match, seat: int, source: kit.Array) -> str:
    """What the judgement likes best, the unseen filled in as it might be."""
    position = Position(GAME, running.observe(seat))
    position.loops.guess(position.states, 0, seat, source)
    worth = weighed(position, seat)
    return max(worth, key=worth.__getitem__)
