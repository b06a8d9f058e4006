"""Choosing in secret while others do: what would they choose, and what does best against that?

Everybody in the other chairs is imagined to think for a while, some times over, and every answer makes a world. What
one could choose oneself is tried in all these worlds, by playing the game on from there: all of it a little, the better
part of it more. Among what did about as well as the best, the lot decides: whoever knows the program cannot tell what
is chosen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sheepfold.bots.search import Searcher, manner_of
from sheepfold.bots.seen import Bot, Seen
from sheepfold.core import drivers
from sheepfold.core.engine import engine_of
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, source
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.value import playing_out

Sieve = Sequence[tuple[int, int]]
"""How often the game is played on for each choice that is still considered, in each world, and how many stay so."""

NEAR = 0.03
"""What wins less often than the best by no more than this is about as good."""

THOUGHTS, LEAST_THOUGHTS = 450, 30
"""Iterations that are imagined of all others together, and of each at least."""

CONSIDERED = 24
"""How much of what might be worth choosing is considered."""


@dataclass(frozen=True)
class Pains:
    """How much is done for a choice: iterations to find what might be worth choosing, worlds, and the sieve."""

    thoughts: int
    worlds: int
    sieve: Sieve


FEW, MANY = Pains(600, 4, ((4, 8), (16, 3), (48, 3))), Pains(300, 3, ((2, 8), (8, 3), (24, 3)))
"""With up to three others, and with more of them: a decision is to take 0.3 s at most."""


class Reading:
    """Chooses against what bots of some kind, one for every seat, answer in the other chairs."""

    def __init__(self, game: Game, others: Sequence[Bot], sieve: Sieve, worlds: int) -> None:
        self.game, self.others, self.sieve, self.worlds = game, others, sieve, worlds
        self.settings = Searcher(game, iterations=1, manner=manner_of(game)).settings
        self.states, self.moves = game.record.new(3), drivers.new_moves(game)
        self.told = drivers.new_told(mute=True)
        self.place, self.gains, self.won = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)

    def choose(self, seen: Seen, begun: Array, actions: Sequence[str], rng: random.Random) -> str:
        """One of these actions, from the position as it was when everybody began to choose."""
        draws, acting = source(rng.getrandbits(64)), engine_of(self.game).loops.acting(begun, 0)
        chairs = [seat for seat in range(CHANCE) if acting >> seat & 1 and seat != seen.seat]
        worlds = list(zip(*(self._answers(begun, seat, rng) for seat in chairs), strict=True)) or [()]
        left, rounds = dict.fromkeys((self.game.by_text[text] for text in actions), 0.0), 0
        for more, keep in self.sieve:
            for action in left:
                left[action] += sum(self._played_on(begun, seen.seat, action, world, more, draws) for world in worlds)
            rounds += more * len(worlds)
            left = dict(sorted(left.items(), key=lambda tried: tried[1], reverse=True)[:keep])
        least = max(left.values()) - NEAR * rounds
        return self.game.texts[rng.choice([action for action, won in left.items() if won >= least])]

    def _answers(self, begun: Array, seat: int, rng: random.Random) -> list[tuple[int, int]]:
        """What might be chosen in a chair, once for every world."""
        engine_of(self.game).loops.listing(begun, 0, seat, self.moves)
        numbers: list[int] = self.moves["action"][0][: int(self.moves["n"][0])].tolist()
        legal = [self.game.texts[action] for action in numbers]
        sight = Seen(self.game, seat, observe(self.game.record, begun, seat))
        return [(seat, self.game.by_text[self.others[seat](sight, legal, rng)]) for _world in range(self.worlds)]

    def _played_on(self, begun: Array, mine: int, action: int, world: Any, rounds: int, draws: Array) -> float:
        """What one gains in all who chooses this while the others choose what they do in this world."""
        step, self.won[:] = engine_of(self.game).loops.step, 0
        self.states[:1] = begun
        for seat, chosen in sorted([(mine, action), *world]):
            step(self.states, 0, 1, seat, chosen, self.moves, self.told)
        playing_out(self.game)(
            self.states, int(begun["players"][0]), rounds, self.settings, self.moves, self.told, draws,
            self.place, self.gains, self.won,
        )  # fmt: skip
        return float(self.won[mine])


class SecretMind:
    """How `bellwether` chooses in secret where a game tells how the choice began: others are imagined to search."""

    def __init__(self, game: Game, players: int) -> None:
        pains, thoughts = FEW if players <= 4 else MANY, max(LEAST_THOUGHTS, THOUGHTS // (players - 1))
        others = [Searcher(game, iterations=thoughts) for _seat in range(players)]
        self.reading = Reading(game, others, pains.sieve, pains.worlds)
        self.own = Searcher(game, iterations=pains.thoughts)

    def choose(self, seen: Seen, begun: Array, rng: random.Random) -> str:
        """What to choose, from the position as it was when everybody began to."""
        promising = [each.action for each in self.own.consider(seen, rng)[:CONSIDERED]]
        return self.reading.choose(seen, begun, promising, rng)


def begun_choosing(seen: Seen) -> Array | None:
    """The position as it was when all began to choose in secret what they choose now; None: it is no such choice."""
    judgement, begun = seen.game.judgement, copy_of(seen.observation)
    return begun if judgement is not None and judgement.before_choosing(begun) else None
