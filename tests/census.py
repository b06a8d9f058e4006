"""Everything a game's box holds, counted wherever it is: conservation means that this never changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import sheepfold
from sheepfold.core.game import Game
from sheepfold.core.plain import PlainRecord


def of(game: Game) -> Callable[[sheepfold.Match], Any]:
    """The game's count: a function of this module named for the game."""
    count = globals()[f"count_{game.key}"]
    return lambda match: count(PlainRecord(match._states[:1]))


def count_nines(state: Any) -> Any:
    """54 tiles: eight of each number, cactuses included, and six animals."""
    tiles: Counter[int] = Counter()
    for values in (state.track, *state.front):
        tiles.update(value for value in values if value)
    for value, count in enumerate(state.box):
        tiles[value] += count
    for piles in (state.nines, state.aside, [state.cactus_box]):
        for pile in piles:
            for value, count in enumerate(pile):
                tiles[value] += count
    tiles[7] += sum(state.animals)
    assert tiles.total() == 54
    return +tiles


def count_toy(state: Any) -> Any:
    """The toy has nothing but its players and its spare part."""
    return state.players, state.spare


def count_dyke(state: Any) -> Any:
    """Lifesavers and pads, in play, beside the dyke or back in the box. No two sheep share a square but the start."""
    in_race = [seat for seat in range(state.players) if not state.out[seat]]
    standing = Counter(state.square[seat] for seat in in_race)
    del standing[0]
    assert all(sheep == 1 for sheep in standing.values())
    pads = [
        state.pads_beside[kind] + state.pads_boxed[kind] + sum(held[kind] for held in state.pads)
        for kind in range(len(state.pads_beside))
    ]
    return sum(state.lifesavers) + state.lifesavers_boxed, pads, list(map(list, state.water))


def count_shepherd(state: Any) -> Any:
    """60 cards, 16 of them dark, on the meadow or with the players; worms stay worms."""
    on_meadow = Counter(state.cards)
    light = on_meadow[1] + on_meadow[3] + sum(state.light)
    dark = 2 * on_meadow[2] + sum(state.dark)
    assert light + dark == 60
    assert len(set(list(state.sheep)[: 2 * state.players])) == 2 * state.players or state.pushed
    return light, dark


def count_sheepsheep(state: Any) -> Any:
    """63 cards (42 with two players): in the deck, in the square, in hands, drawn, or won."""
    square = sum(1 for shown in state.shown if shown)
    hands = sum(1 for hand in state.hand for card in hand if card)
    won = sum(sum(pile) for pile in state.won)
    assert won == sum(state.gone) + sum(state.unseen) == sum(state.gone) + sum(state.unseen_cards)
    assert sum(state.deck) == state.left
    total = sum(state.deck) + square + hands + won + (1 if state.drawn else 0)
    assert total == (42 if state.players == 2 else 63)
    return total, list(state.box)
