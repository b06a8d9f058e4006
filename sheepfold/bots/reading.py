"""Choosing in secret while others do: what would they choose, and what does best against that?

Everybody in the other chairs is imagined to think for a while: what they find, and anything that looks worth a thought,
they might choose. What one could choose oneself is tried in many worlds, each with other choices of the others, by
playing the game on from there: all of it a little, the better part of it more. Among what did about as well as the
best, the lot decides: whoever knows the program cannot tell what is chosen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from sheepfold.bots.search import Considered, Searcher, can_search, manner_of
from sheepfold.bots.seen import Bot, Seen
from sheepfold.core import drivers
from sheepfold.core.engine import VALUE, engine_of
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, source
from sheepfold.core.linking import plain_mode
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.value import trying_out

Likely = tuple[Sequence[int], Sequence[float]]
"""What somebody might choose, and how likely each of it is, as numbers that need not add up to one."""

Guess = Callable[[Seen, Sequence[str], random.Random], Likely]
Sieve = Sequence[tuple[int, int]]
"""In how many worlds the choices are tried that are still considered, and how many stay so."""

NEAR = 0.02
"""What wins less often than the best by no more than this is about as good."""

THOUGHTS, LEAST_THOUGHTS, OWN_THOUGHTS = 900, 100, 600
"""Iterations that are imagined of all others together, of each at least, and those to find what is worth trying."""

FEW: Sieve = ((48, 12), (128, 4), (384, 3))
MANY: Sieve = ((32, 10), (96, 4), (256, 3))
"""With up to three others, and with more of them, since games take longer then: a decision is to take 0.3 s at most."""


def asked(bot: Bot, times: int) -> Guess:
    """Somebody might choose what a bot answers that is asked some times."""

    def guess(seen: Seen, legal: Sequence[str], rng: random.Random) -> Likely:
        return [seen.game.by_text[bot(seen, legal, rng)] for _time in range(times)], [1.0] * times

    return guess


def imagined(searcher: Searcher) -> Guess:
    """Somebody might choose what thinking tries most, or as likely anything else that looks worth a thought."""

    def guess(seen: Seen, _legal: Sequence[str], rng: random.Random) -> Likely:
        considered = searcher.consider(seen, rng)
        mean = sum(each.tried for each in considered) / len(considered)
        return [seen.game.by_text[each.action] for each in considered], [each.tried + mean for each in considered]

    return guess


class Reading:
    """Chooses against what is guessed of the other chairs; there is a guess for every seat."""

    def __init__(self, game: Game, guesses: Sequence[Guess], sieve: Sieve, near: float = NEAR) -> None:
        self.game, self.guesses, self.sieve, self.near = game, guesses, sieve, near
        self.settings = Searcher(game, iterations=1, manner=replace(manner_of(game), winner=1.0)).settings
        self.states, self.moves = game.record.new(3), drivers.new_moves(game)
        self.told = drivers.new_told(mute=True)
        self.place, self.gains = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS)

    def choose(self, seen: Seen, begun: Array, actions: Sequence[str], rng: random.Random) -> str:
        """One of these actions, from the position as it was when everybody began to choose."""
        weighed = self.weigh(seen, begun, actions, rng)
        return rng.choice([each.action for each in weighed if each.worth >= weighed[0].worth - self.near])

    def weigh(self, seen: Seen, begun: Array, actions: Sequence[str], rng: random.Random) -> list[Considered]:
        """What is left of these actions in the end, the best first, and how likely each is to win."""
        draws, acting = source(rng.getrandbits(64)), engine_of(self.game).loops.acting(begun, 0)
        chairs = [seat for seat in range(CHANCE) if acting >> seat & 1 and seat != seen.seat]
        likely = {seat: self._guessed(begun, seat, rng) for seat in chairs}
        left, rounds = dict.fromkeys((self.game.by_text[text] for text in actions), 0.0), 0
        for more, keep in self.sieve:
            tried = self._tried(begun, seen.seat, list(left), _worlds(likely, more, rng), draws)
            left = {action: won + new for (action, won), new in zip(left.items(), tried, strict=True)}
            left = dict(sorted(left.items(), key=lambda each: each[1], reverse=True)[:keep])
            rounds += more
        return [Considered(self.game.texts[action], rounds, won / rounds) for action, won in left.items()]

    def _guessed(self, begun: Array, seat: int, rng: random.Random) -> Likely:
        """What might be chosen in a chair."""
        engine_of(self.game).loops.listing(begun, 0, seat, self.moves)
        numbers: list[int] = self.moves["action"][0][: int(self.moves["n"][0])].tolist()
        sight = Seen(self.game, seat, observe(self.game.record, begun, seat))
        return self.guesses[seat](sight, [self.game.texts[action] for action in numbers], rng)

    def _tried(self, begun: Array, mine: int, choices: list[int], worlds: Array, draws: Array) -> list[float]:
        """What each choice gains in all of these worlds together."""
        self.states[:1], won = begun, np.zeros(len(choices))
        trying_out(self.game)(
            self.states, mine, int(begun["players"][0]), np.array(choices, np.int64), worlds, self.settings,
            self.moves, self.told, draws, self.place, self.gains, won,
        )  # fmt: skip
        return won.tolist()


def _worlds(likely: dict[int, Likely], count: int, rng: random.Random) -> Array:
    """So many rows of what each seat chooses; -1 for whoever does not, and for oneself."""
    found = np.full((count, MOST_SEATS), -1, np.int64)
    for seat, (actions, weights) in likely.items():
        found[:, seat] = rng.choices(actions, weights, k=count)
    return found


class SecretMind:
    """How `bellwether` chooses in secret where a game tells how the choice began: others are imagined to search."""

    def __init__(self, game: Game, players: int) -> None:
        thoughts = max(LEAST_THOUGHTS, THOUGHTS // (players - 1))
        others = [imagined(Searcher(game, iterations=thoughts)) for _seat in range(players)]
        self.reading = Reading(game, others, FEW if players <= 4 else MANY)
        self.own = Searcher(game, iterations=OWN_THOUGHTS)

    def choose(self, seen: Seen, begun: Array, rng: random.Random) -> str:
        """What to choose, from the position as it was when everybody began to."""
        return self.reading.choose(seen, begun, self._promising(seen, begun, rng), rng)

    def weigh(self, seen: Seen, begun: Array, rng: random.Random) -> list[Considered]:
        """What is best, the next best, and how likely each is to win."""
        return self.reading.weigh(seen, begun, self._promising(seen, begun, rng), rng)

    def _promising(self, seen: Seen, begun: Array, rng: random.Random) -> list[str]:
        sight = replace(seen, observation=observe(seen.game.record, begun, seen.seat))
        return [each.action for each in self.own.consider(sight, rng)]


def reads(game: Game) -> bool:
    """Whether others are imagined in this game, and there is machine code to do it with."""
    wanted = game.judgement is not None and game.judgement.BELLWETHER.get("reads", False)
    return wanted and not plain_mode() and can_search(game, VALUE)


def begun_choosing(seen: Seen) -> Array | None:
    """The position as it was when all began to choose in secret what they choose now; None: it is no such choice."""
    judgement, begun = seen.game.judgement, copy_of(seen.observation)
    return begun if judgement is not None and judgement.before_choosing(begun) else None
