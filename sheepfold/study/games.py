"""Play many games and keep how each one ended.

Game number k draws from the k-th random source of the seed, so the results are the same however the games are shared
out. Random players run in compiled loops, on several threads (compiled loops do not hold the interpreter lock); bots
play in several processes, and both on a cluster.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial

import numpy as np

from sheepfold import bots
from sheepfold.core import drivers
from sheepfold.core.engine import engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.kit import CHANCE
from sheepfold.core.match import Match
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.words import gettext as _
from sheepfold.study.engine import Engine, collect, cores

CHUNK = 2000
"""Games per compiled call: a fraction of a second, so that progress shows and Ctrl-C is heard."""

BOT_CHUNK = 50
"""The most games of bots in one task."""

WORTH_SHARING = 200
"""From so many games of bots on, other processes are started for them."""


@dataclass
class Games:
    """How many games ended: one row a game, one column a seat."""

    places: Array
    scores: Array
    lengths: Array
    endings: Array

    def __len__(self) -> int:
        return len(self.lengths)


def play_games(
    setup: Match,
    count: int,
    *,
    seed: int = 0,
    names: Sequence[str] | None = None,
    progress: Callable[[int], None] = lambda _done: None,
    threads: int | None = None,
    engine: Engine | None = None,
    on_stop: Callable[[BaseException], None] | None = None,
) -> Games:
    """Play that many games set up like this match, each from its beginning.

    `names` are the bots by seat; None: all play at random. `progress` hears how many games came to their end. With
    `on_stop`, the games that were played before Ctrl-C or the loss of the workers are kept, and it hears why.
    """
    if count < 1:
        raise BadOption(_("At least one game has to be played, not {count}.").format(count=count))
    if names is None or set(names) == {"random"}:
        names = None
    elif len(names) != setup.players:
        sentence = _("There are {given} bots for {players} players.")
        raise BadOption(sentence.format(given=len(names), players=setup.players))
    if names is None and (engine is None or engine.ray is None):
        work = enumerate(_random_games(setup, count, seed, threads or cores()))
    else:
        work = _shared_out(setup, count, seed, names, engine or Engine(jobs=1 if count < WORTH_SHARING else 0))
    done = collect(work, lambda chunk: progress(len(chunk)), on_stop)
    return Games(*(np.concatenate([getattr(chunk, each.name) for chunk in done]) for each in fields(Games)))


# ---------------------------------------------------------------------------------------------- random players


def _random_games(setup: Match, count: int, seed: int, threads: int) -> Iterator[Games]:
    """Chunks of random games in compiled loops, in order, with as many under way as there are threads."""
    start = setup.opening()
    with ThreadPoolExecutor(threads) as pool:
        under_way: list[Future[drivers.Sample]] = []
        for first in range(0, count, CHUNK):
            seeds = drivers.seeds(seed, min(CHUNK, count - first), first)
            under_way.append(pool.submit(drivers.run, setup.game, start, setup.players, seeds))
            if len(under_way) > threads:
                yield _ended(under_way.pop(0).result())
        for future in under_way:
            yield _ended(future.result())


def _ended(sample: drivers.Sample) -> Games:
    return Games(sample.places, sample.scores, sample.lengths, sample.endings)


# ---------------------------------------------------------------------------------------------- shared out


def _shared_out(
    setup: Match, count: int, seed: int, names: Sequence[str] | None, engine: Engine
) -> Iterator[tuple[int, Games]]:
    """Chunks of games, wherever they are played."""
    chunk = CHUNK if names is None else max(1, min(BOT_CHUNK, count // 20))
    spans = [(first, min(chunk, count - first)) for first in range(0, count, chunk)]
    if engine.is_here:
        return engine.run(partial(_games, setup, seed, names), spans)
    _games(setup, seed, names, 0, 1)  # compiled and kept before others start, so that each of them only loads it
    return engine.run(partial(_games_of_record, setup.record(), seed, names), spans)


def _games_of_record(record: str, seed: int, names: Sequence[str] | None, first: int, count: int) -> Games:
    """A chunk in another process, which is sent the set-up as a record."""
    return _games(Match.replay(record), seed, names, first, count)


def _games(setup: Match, seed: int, names: Sequence[str] | None, first: int, count: int) -> Games:
    """A chunk of games: random players in a compiled loop, bots one game after another."""
    seeds = drivers.seeds(seed, count, first)
    if names is None:
        return _ended(drivers.run(setup.game, setup.opening(), setup.players, seeds))
    table = Table(setup, names)
    played = [table.play(game_seed) for game_seed in seeds.tolist()]
    return Games(*(np.concatenate([getattr(game, each.name) for game in played]) for each in fields(Games)))


# ---------------------------------------------------------------------------------------------- bots


class Table:
    """Bots around a table: one workbench for all their games."""

    def __init__(self, setup: Match, names: Sequence[str]) -> None:
        self.game, self.players, self.names = setup.game, setup.players, names
        self.bots: list[bots.Bot] = []
        engine = engine_of(setup.game)
        engine.wait_for(*bots.steps_for(names))
        self.loops = engine.loops
        self.start = setup.opening()
        self.moves, self.told = drivers.new_moves(setup.game), drivers.new_told(mute=True)
        self.weights = np.zeros(setup.game.most, np.int64)

    def play(self, seed: int) -> Games:
        """One game from its beginning to its end; simultaneous choices are taken lowest seat first.

        The bots sit down anew, so that what one remembers of a game does not depend on the games before.
        """
        self.bots = [bots.find(name, self.game) for name in self.names]
        states = self.game.record.new(2)
        states[:1] = copy_of(self.start)
        dice, rng = random.Random(seed), random.Random(~seed)
        length = 0
        while acting := self.loops.acting(states, 0):
            seat = CHANCE if acting >> CHANCE else (acting & -acting).bit_length() - 1
            action = self._rolled(states, dice) if seat == CHANCE else self._chosen(states, seat, rng)
            self.loops.step(states, 0, 1, seat, action, self.moves, self.told)
            length += 1
        return self._result(states, length)

    def _legal(self, states: Array, seat: int) -> list[int]:
        self.loops.listing(states, 0, seat, self.moves)
        return self.moves["action"][0][: int(self.moves["n"][0])].tolist()

    def _rolled(self, states: Array, dice: random.Random) -> int:
        actions = self._legal(states, CHANCE)
        self.loops.weighing(states, 0, self.moves, self.weights)
        return dice.choices(actions, self.weights[: len(actions)].tolist())[0]

    def _chosen(self, states: Array, seat: int, rng: random.Random) -> int:
        legal = [self.game.texts[action] for action in self._legal(states, seat)]
        seen = bots.Seen(self.game, seat, observe(self.game.record, states[:1], seat))
        return self.game.by_text[bots.ask(self.bots[seat], self.names[seat], seen, legal, rng)]

    def _result(self, states: Array, length: int) -> Games:
        places, scores = np.zeros((1, self.players), np.int64), np.zeros((1, self.players), np.int64)
        self.loops.standing(states, 0, places[0], scores[0])
        ending = self.loops.ended(states, 0)
        return Games(places, scores, np.array([length]), np.array([ending]))
