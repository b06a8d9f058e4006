"""Play many games and keep how each one ended.

Game number k draws from the k-th random source of the seed, so the results are the same however the games are shared
out. Our bots play inside compiled loops, on several threads (compiled loops do not hold the interpreter lock), but for
`bellwether` and those that think by the clock; bots that have to be asked play in several processes; both play on a
cluster.
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
from sheepfold.core.bot_games import ANY, THINKS, Courses, kinds_of, leader, new_courses, run_bots
from sheepfold.core.engine import GAMES, THOUGHT_GAMES, CodeStep, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.kit import CHANCE, source
from sheepfold.core.match import Match
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.words import gettext as _
from sheepfold.study.engine import Crew, collect, cores

CHUNK = 2000
"""Games per compiled call: a fraction of a second, so that progress shows and Ctrl-C is heard."""

BOT_CHUNK = 50
"""The most games of bots in one task."""

MOST_THOUGHT = 6_000
"""Where bots search, so many iterations a decision, in all games of a task together, are soon done."""

WORTH_SHARING = 200
"""From so many games of bots on, other processes are started for them."""


@dataclass
class Games:
    """How many games ended and how they went: one row a game, one column a seat (or a kind of action)."""

    places: Array
    scores: Array
    lengths: Array
    endings: Array
    turns: Array
    """How often it was another seat's turn to decide."""
    leads: Array
    """How often another seat than before had most points, alone."""
    kinds: Array
    """How many decisions were of each kind: of the kinds of the game's actions, in their order."""

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
    engine: Crew | None = None,
    on_stop: Callable[[BaseException], None] | None = None,
) -> Games:
    """Play that many games set up like this match, each from its beginning.

    `names` are the bots by seat; None: all play at random. `progress` hears how many games came to their end. With
    `on_stop`, the games that were played before Ctrl-C or the loss of the workers are kept, and it hears why.
    """
    if count < 1:
        raise BadOption(_("At least one game has to be played, not {count}.").format(count=count))
    names = ["random"] * setup.players if names is None else names
    if len(names) != setup.players:
        sentence = _("There are {given} bots for {players} players.")
        raise BadOption(sentence.format(given=len(names), players=setup.players))
    policies = bots.policies(names)
    if policies is not None and (engine is None or engine.ray is None):
        work = enumerate(_compiled_games(setup, count, seed, names, policies, threads or cores()))
    else:
        work = _shared_out(setup, count, seed, names, engine or Crew(jobs=1 if count < WORTH_SHARING else 0))
    done = collect(work, lambda chunk: progress(len(chunk)), on_stop, gapless=True)
    return Games(*(np.concatenate([getattr(chunk, each.name) for chunk in done]) for each in fields(Games)))


def steps_for(*line_ups: Sequence[str]) -> list[CodeStep]:
    """What has to be compiled so that these line-ups can play."""
    asked = {name for names in line_ups if bots.policies(names) is None for name in names}
    inside = [each for names in line_ups if (each := bots.policies(names)) is not None]
    steps = [THOUGHT_GAMES] if any(THINKS in each for each in inside) else []
    steps += [GAMES] if any(THINKS not in each for each in inside) else []
    return [*(bots.steps_for(asked) if asked else []), *steps]


# ---------------------------------------------------------------------------------------------- compiled


def _compiled_games(
    setup: Match, count: int, seed: int, names: Sequence[str], policies: Sequence[int], threads: int
) -> Iterator[Games]:
    """Chunks of games in compiled loops, in order, with as many under way as there are threads."""
    start, seats, thinkers = setup.opening(), np.array(policies, np.int64), bots.thinkers(names, setup.game)
    most = max((thinker.iterations for thinker in thinkers.values()), default=1)
    chunk = CHUNK if set(policies) == {ANY} else max(1, min(BOT_CHUNK, count // 20, MOST_THOUGHT // most))
    under_way: list[Future[Courses]] = []
    pool = ThreadPoolExecutor(threads)
    try:
        for first in range(0, count, chunk):
            seeds = drivers.seeds(seed, min(chunk, count - first), first)
            under_way.append(pool.submit(run_bots, setup.game, start, seats, seeds, thinkers))
            if len(under_way) > threads:
                yield Games(*under_way.pop(0).result())
        for future in under_way:
            yield Games(*future.result())
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C nothing is begun any more


# ---------------------------------------------------------------------------------------------- shared out


def _shared_out(setup: Match, count: int, seed: int, names: Sequence[str], engine: Crew) -> Iterator[tuple[int, Games]]:
    """Chunks of games, wherever they are played."""
    chunk = CHUNK if set(names) == {"random"} else max(1, min(BOT_CHUNK, count // 20))
    spans = [(first, min(chunk, count - first)) for first in range(0, count, chunk)]
    if engine.is_here:
        return engine.run(partial(_games, setup, seed, names), spans)
    _games(setup, seed, names, 0, 1)  # compiled and kept before others start, so that each of them only loads it
    return engine.run(partial(_games_of_record, setup.record(), seed, names), spans)


def _games_of_record(record: str, seed: int, names: Sequence[str], first: int, count: int) -> Games:
    """A chunk in another process, which is sent the set-up as a record."""
    return _games(Match.replay(record), seed, names, first, count)


def _games(setup: Match, seed: int, names: Sequence[str], first: int, count: int) -> Games:
    """A chunk of games, one after another."""
    return played_from(setup, names, drivers.seeds(seed, count, first))


def played_from(setup: Match, names: Sequence[str], seeds: Array) -> Games:
    """A game for every seed, in compiled loops where these bots can play there."""
    policies = bots.policies(names)
    if policies is not None:
        thinkers = bots.thinkers(names, setup.game)
        return Games(*run_bots(setup.game, setup.opening(), np.array(policies, np.int64), seeds, thinkers))
    table = Company(setup, names)
    played = [table.play(game_seed) for game_seed in seeds.tolist()]
    return Games(*(np.concatenate([getattr(game, each.name) for game in played]) for each in fields(Games)))


# ---------------------------------------------------------------------------------------------- bots


class Company:
    """Bots around a table, asked one by one: one workbench for all their games."""

    def __init__(self, setup: Match, names: Sequence[str]) -> None:
        self.game, self.players, self.names = setup.game, setup.players, names
        self.bots: list[bots.Bot] = []
        engine = engine_of(setup.game)
        engine.wait_for(*bots.steps_for(names))
        self.loops = engine.loops
        self.start = setup.opening()
        self.moves, self.told = drivers.new_moves(setup.game), drivers.new_told(mute=True)
        self.kinds, self.kind = kinds_of(setup.game)

    def play(self, seed: int) -> Games:
        """One game from its beginning to its end; simultaneous choices are taken lowest seat first.

        The bots sit down anew, so that what one remembers of a game does not depend on the games before.
        """
        self.bots = [bots.find(name, self.game) for name in self.names]
        states, course = self.game.record.new(2), new_courses(1, self.players, len(self.kinds))
        states[:1] = copy_of(self.start)
        dice, rng, deciding, ahead = source(seed), bots.Draws(source(~seed)), -1, -1
        while acting := self.loops.acting(states, 0):
            seat = CHANCE if acting >> CHANCE else (acting & -acting).bit_length() - 1
            if seat == CHANCE:
                action = self.loops.rolling(states, 0, self.moves, dice)
            else:
                if seat != deciding:
                    ahead, deciding = self._note_turn(states, course, ahead), seat
                action = self._chosen(states, seat, rng)
                course.kinds[0, self.kind[action]] += 1
            self.loops.step(states, 0, 1, seat, action, self.moves, self.told)
            course.lengths[0] += 1
        self._note_lead(states, course, ahead)
        course.endings[0] = self.loops.ended(states, 0)
        return Games(*course)

    def _note_turn(self, states: Array, course: Courses, ahead: int) -> int:
        """Somebody else's turn begins; who is ahead."""
        course.turns[0] += 1
        return self._note_lead(states, course, ahead)

    def _note_lead(self, states: Array, course: Courses, ahead: int) -> int:
        """Note how it stands, and whether somebody took the lead; who has it."""
        self.loops.standing(states, 0, course.places[0], course.scores[0])
        now: int = leader(course.scores[0], self.players)
        course.leads[0] += now >= 0 and ahead >= 0 and now != ahead
        return ahead if now < 0 else now

    def _legal(self, states: Array, seat: int) -> list[int]:
        self.loops.listing(states, 0, seat, self.moves)
        return self.moves["action"][0][: int(self.moves["n"][0])].tolist()

    def _chosen(self, states: Array, seat: int, rng: random.Random) -> int:
        legal = [self.game.texts[action] for action in self._legal(states, seat)]
        seen = bots.Seen(self.game, seat, observe(self.game.record, states[:1], seat))
        return self.game.by_text[bots.ask(self.bots[seat], self.names[seat], seen, legal, rng)]
