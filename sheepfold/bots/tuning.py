# pyright: basic
"""Tuning the weights of a game's judgement by self-play: a small evolution over compiled games.

    python -m sheepfold.bots.tuning dyke --players 4 --seed 1

Each generation varies the weights this way and that way, lets every variant play greedily (the same dice for all
variants, from all seats), and moves on towards those that won. Half of the games are played among champions who keep to
the present weights, half among such as keep to the first ones: with the present ones alone, sheep on the dyke forgot
how to live with anybody but themselves. At the end the tuned weights meet the first ones in games of their own, one
among many and many around one; whether they are worth keeping is for the reader of the intervals to say. The same seed
gives the same weights.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.drivers import apply, determinize, first_of, judge_by, legal, places, roll, to_act
from sheepfold.core.errors import BadOption, SheepfoldError
from sheepfold.core.finding import pick_game
from sheepfold.core.kit import CHANCE, MOST_SEATS, below, part
from sheepfold.core.match import Match
from sheepfold.core.search import eyes_on, see
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _

VARIANTS = 8
"""Ways the weights are varied in a generation, each to both sides."""

STRIDE, LAST_STRIDE = 0.3, 0.08
"""How far a variant strays, as a share of a weight: in the first generation and in the last."""

SMALLEST = 0.05
"""A weight that is nothing or next to it strays as if it were this large."""

# ------------------------------------------------------------------------------------ one game, greedily, compiled


@part
def greediest(states, eyes, seat, weights, moves, told, rng):
    """What a seat likes best in states[1], judged from what it sees; of equals any. The rest are workbenches."""
    moves.n = 0
    legal(states[1], seat, moves)
    if moves.n == 1:
        return moves.action[0]
    see(eyes, 1, seat)
    for word in range(eyes.seen.words.shape[1]):
        eyes.states.words[2, word] = eyes.seen.words[0, word]
    determinize(states[2], seat, rng)
    best, most, equals = moves.action[0], -1e300, 0
    for k in range(moves.n):
        states[3] = states[2]
        apply(states[3], seat, moves.action[k], told)
        value = judge_by(states[3], seat, weights)
        if value > most:
            best, most, equals = moves.action[k], value, 1
        elif value == most:
            equals += 1
            if below(rng, equals) == 0:
                best = moves.action[k]
    return best


def duels(states, eyes, players, challenger, champion, seeds, moves, told, place, won):
    """Games from states[0], one challenger among champions; those of one deal share their dice, from all seats."""
    dice, whims = seeds[:1].copy(), seeds[:1].copy()
    for k in range(len(won)):
        dice[0] = seeds[k // players]
        whims[0] = ~seeds[k // players]
        seat = k % players
        states[1] = states[0]
        acting = to_act(states[1])
        while acting != 0:
            actor = first_of(acting)
            if actor == CHANCE:
                action = roll(states[1], moves[0], dice)
            elif actor == seat:
                action = greediest(states, eyes, actor, challenger, moves[0], told[0], whims)
            else:
                action = greediest(states, eyes, actor, champion, moves[0], told[0], whims)
            apply(states[1], actor, action, told[0])
            acting = to_act(states[1])
        places(states[1], place)
        winners = 0
        for other in range(players):
            winners += place[other] == 1
        won[k] = 1.0 / winners if place[seat] == 1 else 0.0


# ------------------------------------------------------------------------------------ evolution


class Ring:
    """Where weights meet: a match's set-up, and the workbench for its games."""

    def __init__(self, setup: Match) -> None:
        game = setup.game
        if game.judgement is None or game.judgement.WEIGHTS is None:
            raise BadOption(_("The judgement of {game} has no weights.").format(game=_(game.name)))
        self.weights = game.judgement.WEIGHTS
        self.players = setup.players
        self.states = game.record.new(4)
        self.states[0] = setup.opening()[0]
        self.eyes = eyes_on(game.record, self.states)
        self.moves, self.told = drivers.new_moves(game), drivers.new_told(mute=True)
        [self.duels] = drivers.bind_extra(game, duels)

    def meet(self, challenger: Array, champion: Array, games: int, seed: int) -> Array:
        """What the challenger wins against a table of champions, game by game, in whole deals."""
        deals = -(-games // self.players)
        won, place = np.zeros(deals * self.players), np.zeros(MOST_SEATS, np.int64)
        kind = type(self.weights)
        self.duels(
            self.states, self.eyes, self.players, kind(*challenger.tolist()), kind(*champion.tolist()),
            drivers.seeds(seed, deals), self.moves, self.told, place, won,
        )  # fmt: skip
        return won


@dataclass(frozen=True)
class Generation:
    """What an evolution has come to."""

    number: int
    weights: Array
    best: float
    """The share of victories of the best variant."""


def evolve(ring: Ring, *, generations: int, games: int, seed: int) -> Iterator[Generation]:
    """Move the weights towards what wins; every variant plays so many games a generation."""
    chance = np.random.default_rng(seed)
    first = weights = np.array(ring.weights, float)
    size = np.maximum(np.abs(weights), SMALLEST)

    def share(variant: Array, dice: int) -> float:
        among_these, among_first = (ring.meet(variant, others, games // 2, dice) for others in (weights, first))
        return float(among_these.mean() + among_first.mean()) / 2

    for number in range(generations):
        stride = STRIDE * (LAST_STRIDE / STRIDE) ** (number / max(1, generations - 1))
        ways = chance.standard_normal((VARIANTS, len(weights)))
        ways = np.concatenate([ways, -ways])
        dice = int(chance.integers(1 << 32))
        shares = np.array([share(weights + stride * size * way, dice) for way in ways])
        weights = weights + stride * size * (_merits(shares) @ ways)
        yield Generation(number + 1, weights, float(shares.max()))


def _merits(shares: Array) -> Array:
    """What each variant counts: the better half pulls, the best most; the worse half pushes likewise."""
    ranks = np.argsort(np.argsort(-shares))
    pull = np.maximum(0.0, math.log(len(shares) / 2 + 1) - np.log(ranks + 1.0))
    return pull / pull.sum() - 1 / len(shares)


# ------------------------------------------------------------------------------------ the command


class Interval(NamedTuple):
    """A share of victories and its 95 % interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} – {self.high:.1%})"


def interval(won: Array) -> Interval:
    """From games that share dice deal by deal, and are taken as if they did not."""
    share, doubt = float(won.mean()), 1.96 * float(won.std(ddof=1)) / math.sqrt(len(won))
    return Interval(share, share - doubt, share + doubt)


def main(given: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentParser(prog="python -m sheepfold.bots.tuning", description="Tune a game's weights.")
    words.add_argument("game", metavar="GAME")
    words.add_argument("--players", type=int)
    words.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]")
    words.add_argument("--generations", type=int, default=30)
    words.add_argument("--games", type=int, default=400, help="of each variant in each generation")
    words.add_argument("--confirm", type=int, default=4000, metavar="GAMES")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args(given)
    try:
        tune(asked)
    except SheepfoldError as error:
        words.error(str(error))


def tune(asked: argparse.Namespace) -> None:
    """Evolve, say how it goes, and show what came of it."""
    game = pick_game(asked.game)
    options: dict[str, Any] = {}
    for given in asked.option:
        name, _equals, value = given.partition("=")
        if name in game.options:
            options[name] = game.options[name].read(value or None)
        else:
            options[name] = value  # refused with a sentence where the match is made
    ring = Ring(Match(game, asked.players or game.players[0], **options))
    before = weights = np.array(ring.weights, float)
    for each in evolve(ring, generations=asked.generations, games=asked.games, seed=asked.seed):
        weights = each.weights
        print(f"generation {each.number}: best variant {each.best:.1%}; {np.round(weights, 3).tolist()}", flush=True)
    fresh = asked.seed + (1 << 40)
    print(f"\n{1 / ring.players:.0%} is par")
    print(f"one tuned among others as before: {interval(ring.meet(weights, before, asked.confirm, fresh))}")
    print(f"one as before among tuned ones: {interval(ring.meet(before, weights, asked.confirm, fresh))}\n")
    for name, value in zip(ring.weights._fields, weights, strict=True):
        print(f"{name} = {value:.4g}" if "." in f"{value:.4g}" else f"{name} = {value:.1f}")


if __name__ == "__main__":
    main()
