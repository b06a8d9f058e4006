"""Every game against a slow, obvious implementation of its rules, in lock step through random games.

The oracles know nothing of the package: they were written from the rules pages alone.
"""

from __future__ import annotations

import importlib

import pytest

import sheepfold
from sheepfold.core.errors import BadOption
from tests.support import lock_step

GAMES = 150


def setups(key: str) -> list[tuple[int, dict[str, object]]]:
    """Every player count with the defaults, and with each option's values on their own."""
    game = sheepfold.game(key)
    found: list[tuple[int, dict[str, object]]] = []
    for players in game.players:
        found.append((players, {}))
        for option in game.options.values():
            for value in sorted({option.values[0], option.values[-1]} - {option.default}, key=str):
                try:
                    game.check_options(players, {option.name: value})
                except BadOption:
                    continue
                found.append((players, {option.name: value}))
    return found


CASES = [(key, players, options) for key in sheepfold.games() for players, options in setups(key)]


@pytest.mark.parametrize(("key", "players", "options"), CASES, ids=str)
def test_the_rules_agree_with_the_oracle(key: str, players: int, options: dict[str, object]) -> None:
    oracle = importlib.import_module(f"tests.oracles.{key}").Oracle
    for seed in range(GAMES // 10):
        material = sheepfold.game(key).material or None
        lock_step(sheepfold.Match(key, players, **options), oracle(players, dict(options), material), seed)
