"""The Shepherd beside its oracle in all combinations of its options, and on strange small meadows.

Single options are in tests/test_oracles.py.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import sheepfold
from sheepfold.testing import Position, lock_step
from tests.oracles.shepherd import Oracle

COMBINATIONS: list[dict[str, Any]] = [
    {"tactical": True, "worms": worms, "chains": chains, "sun": sun}
    for worms, chains, sun in product(("seen", "unseen"), ("forced", "free"), (5, 24))
] + [{"worms": "unseen", "sun": 24}]


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_options_together_agree_with_the_oracle(players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        lock_step(sheepfold.Match("shepherd", players, **options), Oracle(players, dict(options)), seed)


# ---------------------------------------------------------------------------------------------- strange small meadows


def small_meadow(rng: random.Random, *, forced: bool) -> tuple[Position, Oracle]:
    """The same tactical position for both: a few fields with gaps, crowded with sheep, the dog to be moved."""
    columns, rows, players = rng.randint(2, 5), rng.randint(1, 4), rng.randint(2, 4)
    fields = [column + str(row) for column in "abcde"[:columns] for row in range(1, rows + 1) if rng.random() < 0.8]
    sheep = rng.sample(fields, min(len(fields), rng.randint(1, 2 * players)))
    left = [field for field in fields if field not in sheep]
    dog = rng.choice([*left, None]) if left else None
    if not fields or any(beside(dog, field) for field in sheep):
        return small_meadow(rng, forced=forced)
    oracle = Oracle(
        players,
        {"tactical": True, "chains": "forced" if forced else "free"},
        {"fields": fields, "dark": [], "starts": {side: ["", ""] for side in ("south", "west", "north", "east")}},
    )
    for each, field in zip(oracle.sheep, sheep, strict=False):
        each.field = field
    del oracle.sheep[len(sheep) :]
    oracle.meadow = {field: ["dark", "dark"] for field in fields}
    oracle.dog, oracle.phase, oracle.unused = dog, "throw", []
    return Position("shepherd", drawn(oracle, columns, rows, forced=forced)), oracle


def beside(dog: str | None, field: str) -> bool:
    return dog is not None and abs(ord(dog[0]) - ord(field[0])) + abs(int(dog[1]) - int(field[1])) == 1


def drawn(oracle: Oracle, columns: int, rows: int, *, forced: bool) -> str:
    """An oracle's meadow as a diagram; everywhere grows juicy grass."""
    cells = dict.fromkeys(oracle.meadow, "#")
    for k, sheep in enumerate(oracle.sheep):
        cells[sheep.field] = f"{'●▲■◆'[sheep.owner]}{k % 2 + 1}#"
    if oracle.dog:
        cells[oracle.dog] = "D#"
    lines = ["● to throw", "sun   ☼···········", "game  tactical, chains forced" if forced else "game  tactical"]
    lines.append("    " + "".join(f"{column:<4}" for column in "abcde"[:columns]).rstrip())
    for row in range(rows, 0, -1):
        lines.append(f"{row}   " + "".join(f"{cells.get(c + str(row), ''):<4}" for c in "abcde"[:columns]).rstrip())
    return "\n".join([*lines, *(f"{mark}   0" for mark in "●▲■◆"[: oracle.players])])


def walk_small_meadow(seed: int, *, forced: bool) -> None:
    rng = random.Random(seed)
    position, oracle = small_meadow(rng, forced=forced)
    text = "throw sun dog"
    position.play(f"* {text}")
    oracle.play("*", text)
    while oracle.phase in ("symbols", "flee"):
        (actor,) = oracle.to_act()
        legal = sorted(oracle.legal(actor))
        assert position.legal(actor) == legal, f"seed {seed}\n{position}"
        text = rng.choice(legal)
        position.play(f"{actor} {text}")
        oracle.play(actor, text)
        if oracle.phase != "flee":
            assert not any(beside(oracle.dog, sheep.field) for sheep in oracle.sheep)
    assert position.legal("*")


@pytest.mark.parametrize("forced", [False, True], ids=["free", "forced"])
def test_SHE_15_SHE_21_looking_ahead_agrees_with_trying_everything_out(forced: bool) -> None:
    """Where the meadow is in pieces and crowded, orders and chains matter; on the usual one they hardly ever do."""
    for seed in range(700):
        walk_small_meadow(seed, forced=forced)


@pytest.mark.long
@pytest.mark.parametrize("forced", [False, True], ids=["free", "forced"])
def test_SHE_15_SHE_21_looking_ahead_agrees_with_trying_everything_out_many_times(forced: bool) -> None:
    for seed in range(10_000, 60_000):
        walk_small_meadow(seed, forced=forced)
