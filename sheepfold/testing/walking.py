"""Random walks through games: to some moment, to the end, or side by side with an oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sheepfold.core.errors import BadOption
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.setup import set_up
from sheepfold.testing.demands import demand


def act(match: Match, rng: random.Random) -> None:
    """Let somebody who is to act do something at random."""
    actor = rng.choice(sorted(match.to_act(), key=str))
    if actor == "*":
        match.roll(rng)
    else:
        match.play(actor, rng.choice(match.legal(actor)))


def walk(match: Match, seed: int, steps: int | None = None) -> Match:
    """Play at random, to the end or for so many steps."""
    rng = random.Random(seed)
    while not match.is_over and steps != 0:
        act(match, rng)
        steps = None if steps is None else steps - 1
    return match


def some_setup(game: Game, rng: random.Random) -> Match:
    """A match with random players and options that fit."""
    while True:
        players = rng.choice(game.players)
        options: dict[str, Any] = {}
        for name, option in game.options.items():
            if rng.random() < 0.4:
                options[name] = rng.choice(option.values)
        try:
            return Match(game, players, **options)
        except BadOption:
            continue


def some_match(game: Game, seed: int) -> Match:
    """A match at a random moment: anywhere from the first action to the end."""
    rng = random.Random(seed)
    match = some_setup(game, rng)
    whole = walk(match, seed)
    return whole.copy(rng.randrange(len(whole) + 1))


def two_ways(game: Game, seed: int) -> Iterator[tuple[Match, Match, str]]:
    """Play a random game: at some moments the match, its twin that just went another way, and both ways in words."""
    rng = random.Random(seed)
    match = some_setup(game, rng)
    while not match.is_over:
        actor = rng.choice(sorted(match.to_act(), key=str))
        legal = match.legal(actor)
        first, second = rng.choice(legal), rng.choice(legal)
        twin = match.copy() if first != second and rng.random() < 0.3 else None
        match.play(actor, first)
        if twin is not None:
            twin.play(actor, second)
            yield match, twin, f"`{actor} {first}` from `{actor} {second}`"


def lock_step(match: Match, oracle: Any, seed: int) -> None:
    """Walk a match and an oracle through one random game; they must agree on everything at every step.

    An oracle is the same game written slowly and plainly by somebody else. It has `to_act()`, `legal(actor)`,
    `chance()`, `play(actor, text)`, `is_over()`, `places()`, `scores()` and `ending()` (the id of a rule), all in a
    match's own words.
    """
    rng = random.Random(seed)
    while True:
        actors = match.to_act()
        demand(actors == oracle.to_act(), f"{actors} are to act, not {oracle.to_act()}, after {match.log()[-3:]}")
        if not actors:
            break
        for actor in sorted(actors, key=str):
            ours, theirs = sorted(match.legal(actor)), sorted(oracle.legal(actor))
            demand(ours == theirs, f"{actor} may do {set(ours) ^ set(theirs)} or not, after {match.log()[-5:]}")
        if actors == {"*"}:
            demand(match.chance() == oracle.chance(), f"other chances after {match.log()[-5:]}")
        actor = rng.choice(sorted(actors, key=str))
        text = rng.choice(sorted(match.legal(actor)))
        if oracle.legal("*") and actors != {"*"} and rng.random() < 0.05:
            actor, text = "*", match.legal("*")[0]
        match.play(actor, text)
        oracle.play(actor, text)
    demand(oracle.is_over(), "the oracle would go on")
    demand(match.places() == oracle.places(), f"places {match.places()}, not {oracle.places()}")
    demand(match.scores() == oracle.scores(), f"points {match.scores()}, not {oracle.scores()}")
    ending = match.ending.rule if match.ending else "none"
    demand(ending in (oracle.ending() or ""), f"ended by {ending}, not {oracle.ending()}")


def setups_of(key: str) -> list[tuple[int, dict[str, Any]]]:
    """Every player count with the defaults, and with each option's values on their own."""
    game = pick_game(key)
    found: list[tuple[int, dict[str, Any]]] = []
    for players in game.players:
        found.append((players, {}))
        for option in game.options.values():
            for value in sorted({option.values[0], option.values[-1]} - {option.default}, key=str):
                try:
                    set_up(game, players, {option.name: value})
                except BadOption:
                    continue
                found.append((players, {option.name: value}))
    return found
