"""Learning that works: the example learns the same from the same seed, and what it has learned beats greedy."""

from __future__ import annotations

import random

import numpy as np
import pytest

import sheepfold
from examples.learning import compare, features, network, train
from sheepfold import bots
from sheepfold.rl import Batch
from sheepfold.study.games import Company
from sheepfold.testing import walk

BOT = "examples.learning.bot:bot"


def learned(seed: int, monkeypatch: pytest.MonkeyPatch) -> network.Network:
    """A little learning, of few games."""
    monkeypatch.setattr(train, "GAMES", 40)
    monkeypatch.setattr(train, "STEPS", 50)
    return [found for _number, found, _error, _games in train.train(seed, 4)][-1]


def test_the_same_seed_learns_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = learned(1, monkeypatch), learned(1, monkeypatch)
    for name in one.weights:
        assert np.array_equal(one.weights[name], other.weights[name])
    assert not np.array_equal(one.weights["past"], learned(2, monkeypatch).weights["past"])


def test_learning_brings_the_network_closer_to_its_targets() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.standard_normal((500, 6)).astype(np.float32)
    targets = np.maximum(inputs[:, 0], 0) - inputs[:, 1]
    found = network.Network(6, rng)
    errors = [found.learn(inputs, targets, 1e-2) for _ in range(200)]
    assert errors[-1] < 0.05 * errors[0]


def test_targets_change_sides_with_the_seat_to_act_and_end_with_the_game() -> None:
    stretch = train.Stretch(
        inputs=np.zeros((4, 1, 1)),
        actor=np.array([[0], [1], [1], [0]]),
        value=np.array([[9.0], [9.0], [0.5], [2.0]]),
        won=np.array([[0.0], [3.0], [0.0], [0.0]]),
        done=np.array([[False], [True], [False], [False]]),
    )
    ahead = train.LAMBDA * 3.0 + (1 - train.LAMBDA) * 9.0
    assert train.targets(stretch).ravel().tolist() == pytest.approx([-ahead, 3.0, -2.0, 2.0])


def test_the_inputs_tell_the_lead_of_the_seat_that_looks() -> None:
    batch = Batch("nines", players=2, n=64, seed=1)
    for _ in range(100):
        batch.step(batch.sample())
    for seat in (0, 1):
        rows = features.features(batch.observe(seat), batch.layout)
        for i in range(batch.n):
            match = sheepfold.Match("nines")
            match._states[0] = batch._states[i]
            points = match.scores()
            lead = (points[seat] - points[1 - seat]) * features.POINT
            assert rows[i, -5] == pytest.approx(lead)


def test_what_was_learned_beats_greedy() -> None:
    found = compare.against_greedy(network.Network.load(train.WEIGHTS), games=1024, seed=5)
    assert found.low > 0.5


def test_the_weights_are_small() -> None:
    assert train.WEIGHTS.stat().st_size < 100_000


def test_the_bot_takes_a_chair() -> None:
    games = Company(sheepfold.Match("nines", players=2), [BOT, "random"]).play(1)
    assert games.places.tolist() == [[1, 2]]


def test_the_bot_knows_what_it_has_learned() -> None:
    match = walk(sheepfold.Match("nines", players=3), 1, 60)
    while match.to_act() == {"*"}:
        match.roll(random.Random(1))
    seat = int(min(match.to_act()))
    seen = bots.Seen(match.game, seat, match.observation(seat))
    with pytest.raises(sheepfold.SheepfoldError, match="two players, nothing else"):
        bots.ask(bots.find(BOT, match.game), BOT, seen, match.legal(seat), random.Random(1))
