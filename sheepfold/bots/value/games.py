# pyright: basic
"""Games to learn from, compiled per game: somebody plays by the network, others by an earlier one, by judgement, or
anyhow; positions are noted with what came of them for one of the seats.

What came of a position is a mixture: how the game ended, and what was thought of one's chances at one's own decisions
on the way there (temporal differences).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sheepfold.core.actors import SPECTATOR
from sheepfold.core.drivers import (
    apply,
    bind_extra,
    determinize,
    first_of,
    judge,
    legal,
    new_moves,
    new_told,
    pick,
    roll,
    to_act,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, below, draw, part
from sheepfold.core.secrecy import Array, hide
from sheepfold.core.value import Desk, Network, came_in, foresee, gain, look, new_desk

MINE, RIVAL, GREEDY, ANYHOW, KINDS = range(5)
"""How a seat plays."""

KEEP, HEAT, WHIM, LAMBDA, WINNER, POOL, SPECTATED, IMAGINE, DUEL, SETTINGS = range(10)
"""The settings of self-play: how many of the positions are noted, how far from the best one plays, how often anyhow,
how much of what came of it counts from later on, what winning counts for, how many actions are weighed at most, how
often a spectator looks, whether there are secrets to be imagined, and whether one of mine sits among rivals of kind
DUEL (if that is not 0) instead of all kinds together."""

DECISIONS = 1024
"""The most decisions of a seat that are remembered of a game; later ones count as one."""


class Book(NamedTuple):
    """What is noted: inputs, what came of them, of which seat after how many of its decisions; and of a game all
    chances as they were thought to be, and how each seat plays."""

    inputs: Array
    aims: Array
    seat: Array
    made: Array
    thought: Array
    decisions: Array
    kind: Array
    mix: Array
    weighed: Array
    won: Array
    """By kind: how often it won, and how often it sat down."""
    counts: Array
    """Rows, games."""


class SelfPlayBench(NamedTuple):
    """What self-play works on; states[0] is the game, the others are workbenches."""

    states: Array
    openings: Array
    moves: Array
    told: Array
    book: Book
    settings: Array


def new_bench(game: Game, openings: Array, players: int, inputs: int, rows: int) -> SelfPlayBench:
    """A bench for games from these openings, with room for so many rows of so many inputs."""
    book = Book(
        np.zeros((rows, inputs), np.float32),
        np.zeros((rows, players), np.float32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros((MOST_SEATS, DECISIONS + 1, players), np.float32),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(KINDS),
        np.zeros(game.most),
        np.zeros((KINDS, 2)),
        np.zeros(2, np.int64),
    )
    return SelfPlayBench(game.record.new(3), openings, new_moves(game), new_told(mute=True), book, np.zeros(SETTINGS))


def desks(game: Game, bench: SelfPlayBench, network: Network) -> tuple[Desk, Desk]:
    """Where the network and its rival look at the games from."""
    return new_desk(game, bench.states, network), new_desk(game, bench.states, network)


# ------------------------------------------------------------------------------------ choosing


@part
def chance_in(rng):
    """A random number from 0 to 1."""
    return draw(rng) / 4294967296.0


@part
def some_of(moves, most, rng):
    """Bring a random choice of the legal actions to the front of the list; how many."""
    if moves.n <= most:
        return moves.n
    for k in range(most):
        other = k + below(rng, moves.n - k)
        moves.action[k], moves.action[other] = moves.action[other], moves.action[k]
    return most


@part
def weigh(states, actor, players, kind, count, network, desk, settings, moves, told, book):
    """What comes of the first so many actions, for whoever is to act: by a network, or by judgement."""
    imagined = 2 if settings[IMAGINE] > 0.0 else 0
    for k in range(count):
        states[1] = states[imagined]
        apply(states[1], actor, moves.action[k], told)
        if kind == GREEDY:
            book.weighed[k] = judge(states[1], actor)
        else:
            foresee(states, 1, actor, actor, players, network, desk)
            book.weighed[k] = gain(desk.chances, players, settings[WINNER])


@part
def pick_warm(weighed, count, heat, rng):
    """One of the weighed actions: the better the more often; with no heat the best."""
    best = 0
    for k in range(1, count):
        if weighed[k] > weighed[best]:
            best = k
    if heat <= 0.0:
        return best
    total = 0.0
    highest = weighed[best]
    for k in range(count):
        weighed[k] = math.exp((weighed[k] - highest) / heat)
        total += weighed[k]
    left = chance_in(rng) * total
    for k in range(count):
        left -= weighed[k]
        if left <= 0.0:
            return k
    return best


@part
def choose(states, actor, players, mine, rival, desk, rival_desk, settings, moves, told, rng, book):
    """What whoever is to act does, in the manner of its kind."""
    moves.n = 0
    legal(states[0], actor, moves)
    kind = book.kind[actor]
    if moves.n == 1:
        return moves.action[0]
    if kind == ANYHOW or chance_in(rng) < settings[WHIM]:
        return moves.action[below(rng, moves.n)]
    if settings[IMAGINE] > 0.0:
        states[2] = states[0]
        hide(desk.eyes.states, 2, actor, desk.eyes.hidden)
        determinize(states[2], actor, rng)
    count = some_of(moves, settings[POOL], rng)
    if kind == RIVAL:
        weigh(states, actor, players, kind, count, rival, rival_desk, settings, moves, told, book)
    else:
        weigh(states, actor, players, kind, count, mine, desk, settings, moves, told, book)
    return moves.action[pick_warm(book.weighed, count, 0.0 if kind == GREEDY else settings[HEAT], rng)]


# ------------------------------------------------------------------------------------ noting


@part
def note(states, players, network, desk, settings, rng, book, row):
    """Note the position for one of the seats; the next row."""
    seat = below(rng, players)
    viewer = SPECTATOR if chance_in(rng) < settings[SPECTATED] else seat
    look(states, 0, viewer, seat, players, network, desk)
    for k in range(len(desk.inputs)):
        book.inputs[row, k] = desk.inputs[k]
    book.seat[row] = seat
    book.made[row] = book.decisions[seat]
    return row + 1


@part
def note_thought(states, actor, players, network, desk, book):
    """What somebody who has just decided thinks of the chances."""
    foresee(states, 0, actor, actor, players, network, desk)
    for place in range(players):
        book.thought[actor, book.decisions[actor], place] = desk.chances[place]
    book.decisions[actor] = min(book.decisions[actor] + 1, DECISIONS - 1)


@part
def settle(states, players, desk, settings, book, first, row):
    """The game is over: what came of every position noted in it."""
    for seat in range(players):
        came_in(states, 0, seat, players, desk)
        last = book.decisions[seat]
        for place in range(players):
            book.thought[seat, last, place] = desk.chances[place]
            for k in range(last - 1, -1, -1):
                later = settings[LAMBDA] * book.thought[seat, k + 1, place]
                book.thought[seat, k, place] = (1.0 - settings[LAMBDA]) * book.thought[seat, k, place] + later
        book.won[book.kind[seat], 0] += desk.chances[0]
        book.won[book.kind[seat], 1] += 1.0
    for k in range(first, row):
        for place in range(players):
            book.aims[k, place] = book.thought[book.seat[k], book.made[k], place]


# ------------------------------------------------------------------------------------ playing


@part
def sit_down(players, settings, rng, book, number):
    """How everybody plays in this game: all by the network, some in other ways, or one of mine among rivals."""
    for seat in range(players):
        book.decisions[seat] = 0
        book.kind[seat] = MINE
        if settings[DUEL] > 0.0:
            if seat != number % players:
                book.kind[seat] = int(settings[DUEL])
            continue
        drawn = chance_in(rng)
        for kind in range(KINDS):
            drawn -= book.mix[kind]
            if drawn < 0.0:
                book.kind[seat] = kind
                break


@part
def play_one(states, players, mine, rival, desk, rival_desk, settings, moves, told, rng, book, row):
    """One game to its end; the next free row. Nothing is noted while the table is laid: it is all alike."""
    first, begun = row, False
    acting = to_act(states[0])
    while acting != 0:
        actor = first_of(acting)
        if actor == CHANCE:
            apply(states[0], actor, roll(states[0], moves, rng), told)
        else:
            action = choose(states, actor, players, mine, rival, desk, rival_desk, settings, moves, told, rng, book)
            chosen = moves.n > 1
            apply(states[0], actor, action, told)
            begun = True
            if chosen and settings[LAMBDA] < 1.0:
                note_thought(states, actor, players, mine, desk, book)
        acting = to_act(states[0])
        if begun and acting != 0 and row < len(book.inputs) and chance_in(rng) < settings[KEEP]:
            row = note(states, players, mine, desk, settings, rng, book, row)
    settle(states, players, desk, settings, book, first, row)
    return row


def self_play(states, openings, players, mine, rival, desk, rival_desk, settings, moves, told, rng, book, games):
    """Play until so many games are over or there is no room for more positions; `book.counts` says what came of it."""
    row, number = 0, 0
    while number < games and row < len(book.inputs):
        states[0] = openings[below(rng, len(openings))]
        sit_down(players, settings, rng, book, number)
        row = play_one(states, players, mine, rival, desk, rival_desk, settings, moves[0], told[0], rng, book, row)
        number += 1
    book.counts[0] = row
    book.counts[1] = number


WALKED = 4096


def walk(states, openings, moves, told, rng, found):
    """Positions of games that are played anyhow: what can be met at all."""
    k = 0
    while k < len(found):
        states[0] = openings[below(rng, len(openings))]
        acting = to_act(states[0])
        while acting != 0 and k < len(found):
            actor = first_of(acting)
            if actor == CHANCE:
                apply(states[0], actor, roll(states[0], moves[0], rng), told[0])
            else:
                apply(states[0], actor, pick(states[0], actor, moves[0], rng), told[0])
            acting = to_act(states[0])
            if below(rng, 8) == 0 and k < len(found):
                found[k] = states[0]
                k += 1


def playing(game: Game) -> Callable[..., None]:
    """`self_play` for one game."""
    return bind_extra(game, self_play)[0]


def walking(game: Game) -> Callable[..., None]:
    """`walk` for one game."""
    return bind_extra(game, walk)[0]
