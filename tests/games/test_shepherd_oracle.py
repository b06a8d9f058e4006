"""The Shepherd beside its oracle in all combinations of its options; single options are in tests/test_oracles.py."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import sheepfold
from tests.oracles.shepherd import Oracle
from tests.support import lock_step

COMBINATIONS: list[dict[str, Any]] = [
    {"tactical": True, "worms": worms, "chains": chains, "sun": sun}
    for worms, chains, sun in product(("seen", "unseen"), ("forced", "free"), (5, 24))
] + [{"worms": "unseen", "sun": 24}]


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_options_together_agree_with_the_oracle(players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        lock_step(sheepfold.Match("shepherd", players, **options), Oracle(players, dict(options)), seed)
