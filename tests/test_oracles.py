"""Every game against a slow, obvious implementation of its rules, in lock step through random games.

The oracles know nothing of the package: they were written from the rules pages alone.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import sheepfold
from sheepfold.testing import lock_step, setups_of

GAMES = 15


CASES = [(key, players, options) for key in sheepfold.games() for players, options in setups_of(key)]


@pytest.mark.parametrize(("key", "players", "options"), CASES, ids=str)
def test_the_rules_agree_with_the_oracle(key: str, players: int, options: dict[str, Any]) -> None:
    oracle = importlib.import_module(f"tests.oracles.{key}").Oracle
    for seed in range(GAMES):
        match = sheepfold.Match(key, players, **options)
        lock_step(match, oracle(players, dict(options), match.material or None), seed)


@pytest.mark.long
@pytest.mark.parametrize(("key", "players", "options"), CASES, ids=str)
def test_the_rules_agree_with_the_oracle_over_many_games(key: str, players: int, options: dict[str, Any]) -> None:
    oracle = importlib.import_module(f"tests.oracles.{key}").Oracle
    for seed in range(1_000, 1_500):
        match = sheepfold.Match(key, players, **options)
        lock_step(match, oracle(players, dict(options), match.material or None), seed)
