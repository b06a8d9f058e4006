# pyright: basic
"""Whole games with bots in the seats, in one call: what simple bots do is compiled with the rules.

The same seeds give the same games as when the bots are asked one by one: chance draws from one source, the bots from
another, and both ways draw in the same order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sheepfold.core.drivers import (
    Arguments,
    apply,
    determinize,
    ending,
    first_of,
    judge_tried,
    legal,
    made,
    new_moves,
    new_notes,
    new_told,
    pick,
    places,
    roll,
    scores,
    survey,
    to_act,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, below, part, source
from sheepfold.core.linking import plain_mode
from sheepfold.core.secrecy import Array, Hidden, Opened, hide, opened
from sheepfold.core.thinking import Thinker, forget_all, new_minds, thought

ANY, UNIFORM, GREEDY, THINKS = range(4)
"""What a seat does: anything legal, drawn from chance's own source as quickly as the game knows how; anything legal, as
the bot `random`; what judgement likes best, as the bot `greedy`; what it thinks of, as the bots that search."""

START, GAME, IMAGINED, TRIED, STATES = range(5)
"""The states a table works on: where games begin, the game, what a seat imagines it to be, what an action leads to."""


class GamesBench(NamedTuple):
    """What games are played on."""

    states: Array
    bytes: Opened
    hidden: Hidden
    has_secrets: bool
    moves: Array
    told: Array
    values: Array
    notes: Array
    """What `survey` notes."""
    dice: Array
    whims: Array


class Courses(NamedTuple):
    """What is noted of games, a row each: how they ended, and how they went."""

    places: Array
    scores: Array
    lengths: Array
    endings: Array
    turns: Array
    """How often it was another seat's turn to decide."""
    leads: Array
    """How often another seat than before had most points, alone."""
    kinds: Array
    """How many decisions were of each kind."""


# ------------------------------------------------------------------------------------ parts


@part
def greediest(bench, seat):
    """What a seat likes best, judged from what it sees; of equals any."""
    states, moves, told = bench.states, bench.moves[0], bench.told[0]
    moves.n = 0
    legal(states[GAME], seat, moves)
    if moves.n == 1:
        return moves.action[0]
    states[IMAGINED] = states[GAME]
    if bench.has_secrets:
        hide(bench.bytes, IMAGINED, seat, bench.hidden)
        determinize(states[IMAGINED], seat, bench.whims)
    survey(states[IMAGINED], bench.notes)
    best, equals = -np.inf, 0
    for k in range(moves.n):
        states[TRIED] = states[IMAGINED]
        apply(states[TRIED], seat, moves.action[k], told)
        value = judge_tried(states[TRIED], seat, bench.notes)
        bench.values[k] = value
        if value > best:
            best, equals = value, 1
        elif value == best:
            equals += 1
    left = below(bench.whims, equals)
    k = 0
    while left > 0 or bench.values[k] != best:
        left -= bench.values[k] == best
        k += 1
    return moves.action[k]


@part
def uniform(bench, seat):
    """Any legal action, all equally likely."""
    moves = bench.moves[0]
    moves.n = 0
    legal(bench.states[GAME], seat, moves)
    return moves.action[below(bench.whims, moves.n)]


@part
def leader(score: Any, players: int) -> int:
    """Who has most points, alone; -1 if nobody has."""
    best = 0
    shared = False
    for seat in range(1, players):
        if score[seat] > score[best]:
            best, shared = seat, False
        elif score[seat] == score[best]:
            shared = True
    return -1 if shared else best


@part
def play_out(bench, minds, policies, kind, course, k):
    """One game to its end, noted in row k."""
    state, moves, told = bench.states[GAME], bench.moves[0], bench.told[0]
    players, last, ahead = len(policies), -1, -1
    acting = to_act(state)
    while acting != 0:
        actor = first_of(acting)
        if actor == CHANCE:
            apply(state, actor, roll(state, moves, bench.dice), told)
        else:
            if actor != last:
                last = actor
                course.turns[k] += 1
                scores(state, course.scores[k])
                now = leader(course.scores[k], players)
                course.leads[k] += now >= 0 and ahead >= 0 and now != ahead
                ahead = now if now >= 0 else ahead
            if policies[actor] == ANY:
                action = np.int64(pick(state, actor, moves, bench.dice))
            elif policies[actor] == UNIFORM:
                action = np.int64(uniform(bench, actor))
            elif policies[actor] == GREEDY:
                action = np.int64(greediest(bench, actor))
            else:
                action = thought(bench, minds, actor, players, GAME, IMAGINED)
            course.kinds[k, kind[action]] += 1
            apply(state, actor, action, told)
        course.lengths[k] += 1
        acting = to_act(state)
    scores(state, course.scores[k])
    now = leader(course.scores[k], players)
    course.leads[k] += now >= 0 and ahead >= 0 and now != ahead


def play_many(bench, minds, policies, kind, seeds, course):
    """A game for every seed, each from the first state; the policies are those of the seats.

    Where nobody thinks there are no minds (None), and nothing of them is compiled.
    """
    for k in range(len(seeds)):
        forget_all(minds, len(policies))
        bench.dice[0] = seeds[k]
        bench.whims[0] = ~seeds[k]
        bench.states[GAME] = bench.states[START]
        play_out(bench, minds, policies, kind, course, k)
        course.endings[k] = ending(bench.states[GAME])
        places(bench.states[GAME], course.places[k])


# ------------------------------------------------------------------------------------ at the workbench


def new_bench(game: Game, start: Array | None = None) -> GamesBench:
    """A workbench for games that begin here."""
    states = game.record.new(STATES)
    if start is not None:
        states[START] = start[0]
    return GamesBench(
        states, opened(states), game.record.hidden, bool(game.record.secrets), new_moves(game), new_told(mute=True),
        np.zeros(game.most), new_notes(game), source(0), source(0),
    )  # fmt: skip


def new_courses(count: int, players: int, kinds: int) -> Courses:
    """Room to note so many games."""
    rows = np.zeros((4, count), np.int64)
    seats = np.zeros((2, count, players), np.int64)
    return Courses(seats[0], seats[1], rows[0], rows[1], rows[2], rows[3], np.zeros((count, kinds), np.int64))


def kinds_of(game: Game) -> tuple[list[str], Array]:
    """The kinds of actions, the first words of their texts, and which kind each action is."""
    words = [text.split()[0] for text in game.texts]
    kinds = list(dict.fromkeys(words))
    places = {word: place for place, word in enumerate(kinds)}
    return kinds, np.array([places[word] for word in words], np.int64)


def sample_bot_games(game: Game) -> list[tuple[Any, Arguments]]:
    """`play_many`, and what it is called with, in kind: enough to compile it."""
    numbers = np.zeros(MOST_SEATS, np.int64)
    return [(play_many, (new_bench(game), None, numbers, numbers, source(1), new_courses(1, 2, 1)))]


def sample_thought_games(game: Game) -> list[tuple[Any, Arguments]]:
    """The same for games in which somebody thinks."""
    ((loop, (bench, _minds, *others)),) = sample_bot_games(game)
    return [(loop, (bench, new_minds(game, {}, nodes=2), *others))]


def run_bots(
    game: Game, start: Array, policies: Array, seeds: Array, thinkers: dict[int, Thinker] | None = None
) -> Courses:
    """Play a game from `start` (one state) for every seed; `thinkers` says by seat how those think who do."""
    kinds, kind = kinds_of(game)
    course = new_courses(len(seeds), len(policies), len(kinds))
    minds = new_minds(game, thinkers) if thinkers else None
    made(game, play_many, plain=plain_mode())(new_bench(game, start), minds, policies, kind, seeds, course)
    return course
