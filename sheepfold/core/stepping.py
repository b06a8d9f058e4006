# pyright: basic
"""The loops behind a state in numbers: to the next decision in one call, on one block of bytes.

All that a call needs lies in one record, a *board*: the position, whose decision it is, what is legal there and the
random source. A call from Python costs by what it is given, and this is one array and one number.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from sheepfold.core.drivers import (
    LOOPS,
    Arguments,
    apply,
    first_of,
    legal,
    places,
    roll,
    samples,
    scores,
    to_act,
    weight,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, WORD, part
from sheepfold.core.rules import brief

OVER, BEGINNING = -1, -2
"""The actor of a game that is over, and of one that has not begun."""

REFUSED = -1
"""What `advance` answers to an action that is not legal."""

ACTOR_BITS = 4
"""In the answer of `advance` the actor, counted from OVER, has so many bits; above them stands how much is legal."""


@functools.cache
def board_dtype(game: Game) -> np.dtype[Any]:
    """A board of a game: whole words long, so that no number in it lies across two."""
    moves = np.dtype((np.record, [("n", np.int64), ("action", np.int32, (game.most + game.most % 2,))]))
    mute = np.dtype((np.record, [("mute", np.int64), ("n", np.int64), ("event", np.int64, (1, 5))]))
    fields: list[Any] = [
        ("state", game.record.dtype),
        ("actor", np.int64),
        ("source", np.uint64, (1,)),
        ("trusts", np.int64),  # whether actions are taken unchecked
        ("explicit", np.int64),  # whether chance is an actor
        ("told", mute),
        ("moves", moves),
    ]
    dtype = np.dtype((np.record, fields))
    assert dtype.itemsize % WORD == 0
    return dtype


# ------------------------------------------------------------------------------------ parts


@part
def settle(state, moves, told, rng):
    """Let chance act until a seat is to act; that seat (the lowest of several), or OVER."""
    now = to_act(state)
    while now >> CHANCE:
        apply(state, CHANCE, roll(state, moves, rng), told)
        now = to_act(state)
    return first_of(now) if now != 0 else OVER


@part
def lists(moves, action):
    """Whether an action is among those listed."""
    for k in range(moves.n):  # noqa: SIM110 (compiled: no generators)
        if moves.action[k] == action:
            return True
    return False


# ------------------------------------------------------------------------------------ loops


@brief
def advance(boards, action):
    """Play an action (in a game that has not begun none) and go on to the next decision.

    Who takes it and how much is legal there, in one number, or REFUSED.
    """
    board = boards[0]
    state, moves = board.state, board.moves
    if board.actor != BEGINNING:
        if board.trusts == 0 and not lists(moves, action):
            return REFUSED
        apply(state, board.actor, action, board.told)
    if board.explicit != 0:
        acting = to_act(state)
        actor = first_of(acting) if acting != 0 else OVER
    else:
        actor = settle(state, moves, board.told, board.source)
    board.actor = actor
    moves.n = 0
    if actor != OVER:
        legal(state, actor, moves)
    return (moves.n << ACTOR_BITS) + actor - OVER


@brief
def weigh(boards, out):
    """The weights of the outcomes that are listed."""
    board = boards[0]
    for k in range(board.moves.n):
        out[k] = weight(board.state, board.moves.action[k])


@brief
def fall(boards, share):
    """Where a number from 0 to below 1 falls among the outcomes that are listed, by how likely each is."""
    board = boards[0]
    state, moves = board.state, board.moves
    total = 0
    for k in range(moves.n):
        total += weight(state, moves.action[k])
    k = 0
    up_to = weight(state, moves.action[0])
    while up_to <= share * total and k < moves.n - 1:
        k += 1
        up_to += weight(state, moves.action[k])
    return moves.action[k]


@brief
def stand(boards, place, score):
    """Places and scores as things stand."""
    places(boards[0].state, place)
    scores(boards[0].state, score)


ENTRIES: dict[str, Any] = {"advance": advance, "weigh": weigh, "fall": fall, "stand": stand}


def sample_stepping(game: Game) -> list[tuple[Any, Arguments]]:
    """These loops and `hiding`, and what they are called with, in kind: enough to compile them."""
    boards, numbers = np.zeros(1, board_dtype(game)), np.zeros(MOST_SEATS, np.int64)
    return [
        (advance, (boards, 0)),
        (weigh, (boards, np.zeros(game.most, np.int64))),
        (fall, (boards, 0.5)),
        (stand, (boards, numbers, numbers)),
        (LOOPS["hiding"], samples(game)["hiding"]),
    ]
