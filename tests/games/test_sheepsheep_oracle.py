"""Sheep Sheep against its oracle with options together; each on its own is in tests/test_oracles.py."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from sheepfold.games.sheepsheep import solver
from sheepfold.testing import lock_step
from tests.oracles.sheepsheep import Oracle

TOGETHER = [
    {"exchanges": 3, "lucky": 3},
    {"exchanges": 3},
    {"seconds": 30, "lucky": 3},
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", TOGETHER, ids=str)
def test_the_rules_agree_with_the_oracle(players: int, options: dict[str, Any]) -> None:
    for seed in range(100, 110):
        lock_step(sheepfold.Match("sheepsheep", players, **options), Oracle(players, options), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rules_agree_with_the_oracle_when_people_know_how_to_win(players: int) -> None:
    """Players who follow the solver win nearly every turn, fill many gaps and empty the deck."""
    endings: set[str] = set()
    for seed in range(8):
        rng = random.Random(seed)
        match, oracle = sheepfold.Match("sheepsheep", players, exchanges=3), Oracle(players, {"exchanges": 3})
        while actors := match.to_act():
            [actor] = actors
            assert sorted(match.legal(actor)) == sorted(oracle.legal(actor))
            assert actor != "*" or match.chance() == oracle.chance()
            plan = solver.plan(match.observation(actor), actor).actions if actor != "*" else ()
            text = plan[0] if plan and plan[0] in match.legal(actor) else rng.choice(match.legal(actor))
            match.play(actor, text)
            oracle.play(actor, text)
            assert match.to_act() == oracle.to_act()
        assert (match.scores(), match.places()) == (oracle.scores(), oracle.places())
        assert match.ending is not None
        assert match.ending.rule in (oracle.ending() or "")
        endings.add(match.ending.rule)
    assert "SSH-15" in endings
