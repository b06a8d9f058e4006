# pyright: reportPrivateUsage=false
"""Laws of the rules as programs: compiled and plain ones agree, what is drawn is drawn fairly, what is guessed fits."""

from __future__ import annotations

import random
from collections import Counter

from sheepfold.core import drivers
from sheepfold.core.engine import Engine
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.log import actor_of
from sheepfold.core.secrecy import observe
from sheepfold.testing.demands import demand
from sheepfold.testing.positions import number
from sheepfold.testing.walking import some_match, some_setup, walk


def twins(game: Game, seed: int) -> None:
    """The compiled rules and the plain ones lead to the same bytes, action by action."""
    match = walk(some_setup(game, random.Random(seed)), seed)
    plain = drivers.bind(game, plain=True)
    states, moves, told = game.record.new(2), drivers.new_moves(game), drivers.new_told(mute=False)
    plain.begin(states, 0, match.players, match._packed)
    twin = match.copy(0)
    for seat, action in match._log.pairs():
        twin._play(seat, action)
        where = f"after {twin.log()[-3:]}"
        demand(plain.step(states, 0, 1, seat, action, moves, told), f"not legal plainly {where}")
        demand(states[0].tobytes() == twin._states[0].tobytes(), f"other positions {where}")
        demand(game.events.read(told) == twin.told(), f"told otherwise {where}")


def change_over(game: Game, seed: int) -> None:
    """A match that goes over from plain rules to machine code amid the game, and back, is the same match throughout."""
    rng = random.Random(seed)
    whole = walk(some_setup(game, rng), seed)
    twin = whole.copy(0)
    twin._engine, changes = Engine(game), {rng.randrange(len(whole) + 1) for _ in range(3)}
    for k, (seat, action) in enumerate(whole._log.pairs()):
        if k in changes:
            is_plain = twin._engine.loops == drivers.bind(game, plain=True)
            twin._engine.loops = drivers.bind(game, plain=not is_plain)
        actor = actor_of(seat)
        demand(game.texts[action] in twin.legal(actor), f"not legal any more after {twin.log()[-3:]}")
        twin._play(seat, action)
    demand(twin._states[0].tobytes() == whole._states[0].tobytes(), "another position in the end")
    told = (twin.record(), twin.told(), twin.story()) == (whole.record(), whole.told(), whole.story())
    demand(told, "another record, or told otherwise")
    same = (twin.places(), twin.scores(), twin.ending) == (whole.places(), whole.scores(), whole.ending)
    demand(same, "another end")


def pick(game: Game, seed: int) -> None:
    """Picking gives every legal action, and nothing else, equally often."""
    match = some_match(game, seed)
    rng = source(seed)
    for actor in match.to_act() - {"*"}:
        legal = match._legal(number(actor))
        tries = 40 * len(legal)
        picked = Counter(
            drivers.bind(game).picking(match._states, 0, number(actor), match._moves, rng) for _ in range(tries)
        )
        demand(set(picked) <= set(legal), "picked what is not legal")
        off = sum((picked[action] - 40) ** 2 / 40 for action in legal)
        demand(off < len(legal) + 6 * (2 * len(legal)) ** 0.5 + 6, f"not uniform: {picked.most_common(3)} of {tries}")


def roll(game: Game, seed: int) -> None:
    """Chance acts by the weights it states, also where a game has a quicker way to draw."""
    match = some_match(game, seed)
    if "*" not in match.to_act():
        return
    rng, chances = source(seed), match.chance()
    tries = max(400, 20 * len(chances))
    drawn = Counter(game.texts[drivers.bind(game).rolling(match._states, 0, match._moves, rng)] for _ in range(tries))
    demand(set(drawn) <= set(chances), "rolled what cannot come")
    off = sum((drawn[text] - tries * float(chance)) ** 2 / (tries * float(chance)) for text, chance in chances.items())
    demand(off < len(chances) + 6 * (2 * len(chances)) ** 0.5 + 6, f"not by its weights: {drawn.most_common(3)}")


def guess(game: Game, seed: int) -> None:
    """What a seat cannot see is filled in so that it still sees the same, may do the same, and the game can go on."""
    match = some_match(game, seed)
    rng, loops = source(seed), drivers.bind(game)
    for seat in range(match.players):
        seen = match.observation(seat)
        guessed = match.observation(seat)
        loops.guess(guessed, 0, seat, rng)
        demand(observe(game.record, guessed, seat).tobytes() == seen.tobytes(), f"seat {seat} sees something else")
        bench = game.record.new(1)
        bench[0] = guessed[0]
        demand(loops.acting(bench, 0) == loops.acting(match._states, 0), "somebody else is to act")
        loops.playout(bench, 0, drivers.new_moves(game), drivers.new_told(mute=True), rng)
        demand(loops.ended(bench, 0) != 0, "the game cannot be played to its end")
