"""Pictures for those who cannot read yet: no word and no digit in them, and everything that can be tapped is there."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import sheepfold
from sheepfold import Match
from sheepfold.drawing.wordless import slab
from sheepfold.games.nines.small import CELL, small_layout
from sheepfold.games.nines.state import STRETCH

GAMES = [game for game in map(sheepfold.game, sheepfold.games()) if game.small is not None]
PHONE, TOOLS, FINGER = 390, 90, 64
"""How broad a phone is, what the tools at its edge take of its length, and a small finger: in CSS pixels."""


def walk(game: sheepfold.Game, players: int, seed: int) -> list[Match]:
    """Positions of a random game as small children play it, up to its end."""
    options: dict[str, Any] = dict(game.small or {})
    match, rng, met = Match(game, players, **options), random.Random(seed), list[Match]()
    while not match.is_over:
        acting = [seat for seat in range(players) if match.legal(seat)]
        if not acting:
            match.roll(rng)
            continue
        seat = rng.choice(acting)
        if rng.random() < 0.12:
            met.append(match.copy())
        match.play(seat, rng.choice(match.legal(seat)))
    return [*met, match]


@pytest.mark.parametrize("is_upright", [False, True], ids=["wide", "upright"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_word_no_digit_and_everything_to_tap(game: sheepfold.Game, players: int, *, is_upright: bool) -> None:
    for match in walk(game, players, seed=players):
        for seat in range(players):
            drawn = match.svg(seat, upright=is_upright, small=True, styled=False)
            assert "<text" not in drawn
            parts = set(re.findall(r'data-part="([^"]+)"', drawn))
            assert {part for action in match.legal(seat) for part in match.parts(seat, action)} <= parts


def test_every_game_for_small_children_has_pictures_for_them() -> None:
    assert [game.key for game in GAMES if game.picture is None or game.picture.small is None] == []


@pytest.mark.parametrize("is_upright", [False, True], ids=["wide", "upright"])
def test_places_of_the_way_are_as_large_as_a_finger_on_a_phone(*, is_upright: bool) -> None:
    """The short track, which is what small children play."""
    layout = small_layout(5, is_upright=is_upright)
    assert len(layout.way.places) >= 5 * STRETCH + 2
    scale = PHONE / (layout.width if is_upright else layout.height)
    assert CELL * scale >= FINGER
    assert max(layout.width, layout.height) * scale <= 844 - TOOLS


@pytest.mark.parametrize("high", [60, 20, 2, 1.5, 0.4])
def test_however_high_a_pile_is_something_is_left_of_each_thing_in_it(high: float) -> None:
    drawn = slab(0, 0, 40, high, "red", "black")
    heights = [float(height) for height in re.findall(r'height="([^"]+)"', drawn)]
    assert all(0 < height <= high for height in heights)
    assert heights
