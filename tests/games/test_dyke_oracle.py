"""The Sheep Hustle beside its oracle in games that go deep: nobody runs off the dyke on purpose.

Random games end after a round or two, when most have run off; these see pads used, boards laid anew and long chains.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from tests.games.test_dyke import careful
from tests.oracles.dyke import Oracle

PUDDLED = {"A1": list(range(2, 99, 3)), "A2": [], "B1": list(range(1, 61)), "B2": list(range(3, 98, 4))}
PADS = {"back10": 3, "back90": 2, "change1": 2, "change9": 16}
MATERIALS: dict[str, dict[str, Any] | None] = {
    "ours": None,
    "wet": {"sides": PUDDLED, "pads": PADS},
    "bare": {"sides": {name: [] for name in PUDDLED}, "pads": {}},
}


@pytest.mark.parametrize("options", [{}, {"rain": 2, "molehills": True}], ids=str)
@pytest.mark.parametrize("name", MATERIALS)
@pytest.mark.parametrize("players", range(3, 9))
def test_deep_games_agree_with_the_oracle(players: int, name: str, options: dict[str, Any]) -> None:
    material = MATERIALS[name] or sheepfold.game("dyke").material
    for seed in range(3):
        rng = random.Random(f"{players} {name} {options} {seed}")
        match, oracle = (
            sheepfold.Match("dyke", players, material=material, **options),
            Oracle(players, options, material),
        )
        while not match.is_over:
            step(match, oracle, rng)
        assert oracle.is_over()
        assert match.places() == oracle.places()
        assert match.scores() == oracle.scores()
        assert match.ending is not None
        assert match.ending.rule in (oracle.ending() or "")


def step(match: sheepfold.Match, oracle: Oracle, rng: random.Random) -> None:
    actors = match.to_act()
    assert actors == oracle.to_act(), match.log()[-3:]
    actor = rng.choice(sorted(actors, key=str))
    assert sorted(match.legal(actor)) == sorted(oracle.legal(actor)), match.log()[-3:]
    if actor == "*":
        assert match.chance() == oracle.chance()
        text = rng.choice(match.legal("*"))
    else:
        text = careful(match, actor, rng)
    match.play(actor, text)
    oracle.play(actor, text)
    compare(match, oracle)


def compare(match: sheepfold.Match, oracle: Oracle) -> None:
    """All that the oracle keeps is the same in the state; it takes cards out of the hand as soon as they are laid."""
    state = match.observe()
    for player in oracle.players:
        seat = player.seat
        assert state.square[seat] == (player.position if player.in_race else -1)
        assert state.lifesavers[seat] == player.lifesavers
        if not player.laid:
            assert {str(card) for card in range(10) if state.hand[seat] >> card & 1} == set(player.hand)
    assert (state.starter, state.rounds) == (oracle.starter, oracle.rounds)
    assert state.cherub == (-1 if oracle.cherub is None else oracle.cherub)
    assert state.lifesavers_boxed == oracle.box_lifesavers
    boards = dict(zip("AB", state.molehill, strict=True))
    assert all(boards[board.letter] == board.molehill for board in oracle.boards)
