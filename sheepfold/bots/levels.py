"""Levels a family understands: the searching bot, thinking longer or less, and now and then making a friendly mistake.

A level is data. What a level means for a game stands in `LEVELS` of its judgement, so that it can be about as strong
there as in every other game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from sheepfold.bots.greedy import weighed
from sheepfold.bots.search import Considered, Searcher, has_done_enough
from sheepfold.bots.seen import Seen
from sheepfold.core.game import Game
from sheepfold.core.thinking import NOT_ABSURD, TRIED_ENOUGH, Thinker


@dataclass(frozen=True)
class Level:
    """How many ways the game could go on are imagined, and how often something else than the best is done."""

    iterations: int
    mistakes: float = 0.0
    careless: float = 0.0
    """A mistake is any action after which judgement likes the position less by no more than this; 0: any that thinking
    found to promise not much less."""


LEVELS = {"lamb": Level(60, 0.3), "ewe": Level(300), "ram": Level(3000)}
"""What the levels mean in a game that says nothing else."""


def level_of(game: Game, name: str) -> Level:
    """What a level means in this game."""
    own = game.judgement.LEVELS.get(name) if game.judgement else None
    return LEVELS[name] if own is None else Level(**own)


class Leveled:
    """A bot of a level; one sits in one chair."""

    def __init__(self, game: Game, level: Level) -> None:
        self.level = level
        self.searcher = Searcher(game, iterations=level.iterations)

    @property
    def thinker(self) -> Thinker | None:
        """The same for compiled games."""
        thinker = self.searcher.thinker
        return thinker and thinker._replace(mistakes=self.level.mistakes, careless=self.level.careless)

    def __call__(self, seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        is_mistaken = rng.random() < self.level.mistakes
        if len(legal) == 1 or not is_mistaken or has_done_enough(seen):
            return self.searcher(seen, legal, rng)
        if self.level.careless > 0:
            return seen.game.texts[rng.choice(at_a_glance(seen, self.level.careless, rng))]
        return rng.choice(not_absurd(self.searcher.consider(seen, rng))).action


def not_absurd(considered: Sequence[Considered]) -> list[Considered]:
    """What one might well do: the best action, and what promises not much less."""
    best = considered[0]
    return [
        best,
        *(each for each in considered[1:] if each.tried >= TRIED_ENOUGH and each.worth >= NOT_ABSURD * best.worth),
    ]


def at_a_glance(seen: Seen, careless: float, rng: random.Random) -> list[int]:
    """What one might do without thinking: judgement likes the position after it less than the best by no more."""
    actions, values = weighed(seen, rng)
    least = values.max() - careless
    return [action for action, value in zip(actions, values, strict=True) if value >= least]
