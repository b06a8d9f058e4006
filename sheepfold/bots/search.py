"""The search bot: imagines many ways the game could go on, and does what went best most often.

How long it thinks is a number of iterations (the same seed then gives the same choice) or of milliseconds. A searcher
sits in one chair: what it learned for one small decision of a turn still serves it for the next. How a game is best
searched (`SEARCH` in its judgement) was found in the arena.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from sheepfold.bots.greedy import weighed
from sheepfold.bots.seen import Seen
from sheepfold.core import search as tree_search
from sheepfold.core.engine import SEARCH, CodeStep, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.linking import plain_mode
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array
from sheepfold.core.text import listed
from sheepfold.core.thinking import CHUNK, NODES, TRIED_ENOUGH, Thinker
from sheepfold.core.words import gettext as _

MOST = 1e6
"""No setting of a search is as large as this."""


@dataclass(frozen=True)
class Manner:
    """How to search a game; the fields stand in the order the compiled loop reads them in."""

    exploration: float = 0.7
    """How much the less tried actions are favoured."""
    widening: float = 0.0
    """How quickly more actions come into play; 0: all at once."""
    steer: int = 0
    """Playing on, how many random actions the best judged is taken of; 0 or 1: none is judged."""
    cut: int = 0
    """After how many actions of playing on judgement takes over; 0: never."""
    scale: float = 1.0
    """How much judgement's difference counts when it takes over: about the size of a clear lead."""
    winner: float = 1.0
    """What winning counts for, against coming in early."""
    order: bool = False
    """Whether judgement orders what is tried first; where many actions are legal it always does."""


@dataclass(frozen=True)
class Considered:
    """An action that was considered: how often it was tried, and how it went, from 0 (lost) to 1 (won)."""

    action: str
    tried: int
    worth: float


class Searcher:
    """A bot that searches; `bot(seen, legal, rng)` answers with an action."""

    nodes = NODES

    def __init__(
        self, game: Game, *, iterations: int = 0, milliseconds: float = 0, manner: Manner | None = None
    ) -> None:
        self.game, self.iterations, self.milliseconds = game, iterations, milliseconds
        self.manner = manner or manner_of(game)
        self.settings = np.array([float(getattr(self.manner, each.name)) for each in fields(Manner)])

    @property
    def thinker(self) -> Thinker | None:
        """The same for compiled games; None: it thinks by the clock."""
        settings = tuple(self.settings.tolist())
        return None if self.milliseconds else Thinker(self.iterations, settings)

    @cached_property
    def _bench(self) -> tree_search.Bench:
        """Everything a search needs, made when it is first needed."""
        return tree_search.new_bench(self.game, self.nodes)

    def __call__(self, seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        if len(legal) == 1:
            return legal[0]
        if (enough := has_done_enough(seen)) is not None:
            return enough
        return self.consider(seen, rng, thoroughly=False)[0].action

    def _can_search(self) -> bool:
        """Whether there is machine code for searching; it is asked for where there is none."""
        return can_search(self.game)

    def consider(self, seen: Seen, rng: random.Random, *, thoroughly: bool = True) -> list[Considered]:
        """The actions there are, the most tried first; not `thoroughly`: until it is clear which that is.

        As long as there is no machine code for searching, what comes of each action is judged, and no more.
        """
        if not self._can_search():
            return _judged(seen, rng, self.manner.scale)
        bench = self._bench
        _run, look_up = tree_search.searching(self.game)
        bench.states[0] = seen.observation[0]
        imagine_manners(self.game, bench.states[:1])
        root = look_up(bench.eyes, 0, seen.seat, bench.tree)
        if root < 0 or np.count_nonzero(bench.tree.key) > self.nodes // 2:
            tree_search.forget(bench.tree)
            root = look_up(bench.eyes, 0, seen.seat, bench.tree)
        iterate = self._iterations(seen, bench, source(rng.getrandbits(64)))
        if self.milliseconds:
            self._iterate_in_time(iterate)
        elif thoroughly:
            iterate(self.iterations)
        else:
            self._iterate_until_clear(iterate, bench.tree, root)
        return _considered(self.game, bench.tree, root)

    def _iterations(self, seen: Seen, bench: tree_search.Bench, draws: Array) -> Callable[[int], None]:
        """What searches on by so many iterations."""
        run, _look_up = tree_search.searching(self.game)
        players = int(seen.observation["players"][0])

        def iterate(count: int) -> None:
            run(
                bench.states, seen.seat, players, count, bench.eyes, bench.tree, self.settings,
                bench.moves, bench.told, draws, bench.place, bench.gains,
            )  # fmt: skip

        return iterate

    def _iterate_in_time(self, iterate: Callable[[int], None]) -> None:
        until = time.perf_counter() + self.milliseconds / 1000
        while time.perf_counter() < until:
            iterate(CHUNK)

    def _iterate_until_clear(self, iterate: Callable[[int], None], tree: tree_search.Tree, root: int) -> None:
        """Iterate until no other action can become the most tried: the choice is the same as with all iterations."""
        left = self.iterations
        while left > 0:
            iterate(min(CHUNK, left))
            left -= CHUNK
            *_rest, second, first = sorted([0, *tree.tried[root, : tree.count[root]].tolist()])
            if first - second > left:
                return


# ---------------------------------------------------------------------------------------------- before it can search

WORLDS_JUDGED, MOST_JUDGED = 3, 100
"""How often what cannot be seen is imagined, and how many actions are judged, as long as all of it is plain Python."""


def can_search(game: Game, *more: CodeStep) -> bool:
    """Whether there is machine code for searching; it is asked for where there is none."""
    engine = engine_of(game)
    engine.want(SEARCH, *more)
    return plain_mode() or all(engine.has(step) for step in (SEARCH, *more))


def _judged(seen: Seen, rng: random.Random, scale: float) -> list[Considered]:
    """The actions in the order of what judgement says of the positions after them, on average over a few worlds."""
    values: dict[int, list[float]] = {}
    for _world in range(WORLDS_JUDGED if seen.game.record.secrets else 1):
        for action, value in zip(*weighed(seen, rng, MOST_JUDGED), strict=True):
            values.setdefault(action, []).append(float(value))
    means = {action: sum(found) / len(found) for action, found in values.items()}
    best = max(means.values())
    found = [
        Considered(seen.game.texts[action], TRIED_ENOUGH, math.exp((mean - best) / scale))
        for action, mean in means.items()
    ]
    return sorted(found, key=lambda each: each.worth, reverse=True)


# ---------------------------------------------------------------------------------------------- what came of it


def _considered(game: Game, tree: tree_search.Tree, node: int) -> list[Considered]:
    slots = range(int(tree.count[node]))
    found = [
        Considered(
            game.texts[int(tree.action[node, slot])],
            int(tree.tried[node, slot]),
            float(tree.worth[node, slot] / max(1, tree.tried[node, slot])),
        )
        for slot in slots
    ]
    return sorted(found, key=lambda each: (each.tried, each.worth), reverse=True)


def manner_of(game: Game) -> Manner:
    """How a game is searched: as its judgement says."""
    return Manner(**game.judgement.SEARCH) if game.judgement else Manner()


# ---------------------------------------------------------------------------------------------- a search as text

BUDGET = re.compile(r"([1-9][0-9]{0,6})(ms)?")


MOST_INSIDE = 10_000
"""A bot that searches longer is asked for every decision: there Python costs nothing, and Ctrl-C is heard."""


def is_brief(text: str) -> bool:
    """Whether a search as one names it can play inside compiled games: not by the clock, and not too long."""
    found = BUDGET.fullmatch(text.partition("/")[0])
    return found is not None and not found[2] and int(found[1]) <= MOST_INSIDE


def read_search(game: Game, text: str) -> Searcher:
    """A search as one names it: `500` iterations, or `200ms`; `500/cut=6/scale=2` in another manner than usual here."""
    budget, *changes = text.split("/")
    found = BUDGET.fullmatch(budget)
    if found is None:
        sentence = _("`{given}` is no time to think: say `search:500` (iterations) or `search:200ms`.")
        raise BadOption(sentence.format(given=budget))
    manner = replace(manner_of(game), **dict(_read_change(change) for change in changes))
    if found[2]:
        return Searcher(game, milliseconds=int(found[1]), manner=manner)
    return Searcher(game, iterations=int(found[1]), manner=manner)


def _read_change(change: str) -> tuple[str, float]:
    name, _equals, value = change.partition("=")
    legal = [each.name for each in fields(Manner)]
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if name not in legal or not 0 <= number < MOST:
        sentence = _("`{given}` is no manner of searching: one gives a number to {legal}, as in `search:500/cut=6`.")
        raise BadOption(sentence.format(given=change, legal=listed(legal)))
    return name, number


# ---------------------------------------------------------------------------------------------- manners


def has_done_enough(seen: Seen) -> str | None:
    """The action with which a bot with manners ends a turn that got long, if the game's judgement says so."""
    judgement = seen.game.judgement
    action = judgement.enough(seen.record, seen.seat) if judgement and judgement.enough else -1
    return None if action < 0 else seen.game.texts[action]


def imagine_manners(game: Game, observation: Array) -> None:
    """Let a search imagine that everybody keeps to such manners, if the game's judgement says how."""
    if game.judgement and game.judgement.imagine_manners:
        game.judgement.imagine_manners(PlainRecord(observation))
