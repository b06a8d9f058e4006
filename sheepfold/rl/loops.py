# pyright: basic
"""The compiled loops behind the environments: games stepped in lock step, one game a turn at a time, and looking.

They are written against "the rules of the game at hand", like those in `core/drivers.py`, and made for a game by
`bind_extra`. Looking reads the bytes of a state by a table made in `layout.py`, one row a field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sheepfold.core.drivers import (
    LOOPS,
    Arguments,
    apply,
    bind_extra,
    determinize,
    judge_tried,
    legal,
    made,
    new_moves,
    new_told,
    places,
    samples,
    scores,
    survey,
    to_act,
    weight,
)
from sheepfold.core.engine import CodeStep
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, below, part, source
from sheepfold.core.linking import plain_mode
from sheepfold.core.secrecy import Array, Hidden, Opened, hide, opened
from sheepfold.core.stepping import OVER, lists, settle

START = -1
"""The action that begins a game anew."""

# ------------------------------------------------------------------------------------ looking

AT, SIZE, COUNT, SIGNED, TO, COLUMNS = range(6)
"""The columns of a layout's table: a field's first byte, bytes a number, numbers, whether signed; its place in the flat
array."""


class View(NamedTuple):
    """Some states, and how they are looked at: with room for what one seat sees, what is hidden, and the layout."""

    states: Opened
    seen: Opened
    hidden: Hidden
    table: Array
    players: int


@part
def number_at(raw, i, at, size, is_signed):
    """A whole number of some bytes, lowest first."""
    value = np.int64(0)
    for k in range(size):
        value += (np.int64(raw[i, at + k]) & 255) << (8 * k)
    if is_signed and size < 8 and value >> (8 * size - 1):
        value -= 1 << (8 * size)
    return value


@part
def look_at_field(raw, i, field, out, row):
    """One field, number by number."""
    for k in range(field[COUNT]):
        out[row, field[TO] + k] = number_at(raw, i, field[AT] + k * field[SIZE], field[SIZE], field[SIGNED] == 1)


@part
def look_at_bytes(raw, i, field, out, row):
    """Fields of signed bytes, which most are. Loops over cut-out rows need no bounds checks: ten times as fast."""
    source = raw[i, field[AT] : field[AT] + field[COUNT]]
    target = out[row, field[TO] : field[TO] + field[COUNT]]
    for k in range(len(target)):
        target[k] = source[k]


@part
def look_at_sets(raw, i, field, out, row):
    """Fields of sets, a place for each bit."""
    source = raw[i, field[AT] : field[AT] + 8 * field[COUNT]]
    target = out[row, field[TO] : field[TO] + 64 * field[COUNT]]
    for bit in range(8):
        every_eighth = target[bit::8]
        for k in range(len(every_eighth)):
            every_eighth[k] = (source[k] >> bit) & 1


@part
def look_at(raw, i, seat, table, players, out, row):
    """State i, in which is blanked what a seat may not see, flat, into a row."""
    for other in range(players):
        out[row, other] = other == seat
    for k in range(len(table)):
        field = table[k]
        if field[SIZE] == 1 and field[SIGNED] == 1:
            look_at_bytes(raw, i, field, out, row)
        elif field[SIZE] == 8:
            look_at_sets(raw, i, field, out, row)
        else:
            look_at_field(raw, i, field, out, row)


def look(view, seats, has_secrets, out):
    """Each state as its seat (SPECTATOR: who only watches) sees it."""
    for i in range(len(view.states.words)):
        if has_secrets:
            for w in range(view.states.words.shape[1]):
                view.seen.words[0, w] = view.states.words[i, w]
            hide(view.seen, 0, seats[i], view.hidden)
            look_at(view.seen.raw, 0, seats[i], view.table, view.players, out, i)
        else:
            look_at(view.states.raw, i, seats[i], view.table, view.players, out, i)


def paint_legal(legal, mask):
    """Put a 1 into a mask at each action listed."""
    for k in range(len(legal)):
        mask[legal[k]] = 1


# ------------------------------------------------------------------------------------ parts of stepping


@part
def paint(mask, i, moves, colour):
    """Put a number into a mask at each action listed."""
    for k in range(moves.n):
        mask[i, moves.action[k]] = colour


@part
def pay_places(place, players, out):
    """Rewards by places: 1 for the first, -1 for the last, evenly between; equal places share. They sum to zero."""
    for seat in range(players):
        equal = 0
        for other in range(players):
            if place[other] == place[seat]:
                equal += 1
        out[seat] = (players + 2 - 2 * place[seat] - equal) / max(1, players - 1)


@part
def pay_scores(score, players, out):
    for seat in range(players):
        out[seat] = score[seat]


# ------------------------------------------------------------------------------------ many games in lock step

PLAYERS, BY_SCORES, LONGEST, WITH_MASKS, SETTINGS = range(5)
"""How a batch is stepped: how many play, whether points are the reward, after how many steps a game is broken off (0:
never), whether masks are kept."""


def first_illegal(moves, action):
    """The first game whose action is not among those listed; -1 if all are."""
    for i in range(len(moves)):
        if not lists(moves[i], action[i]):
            return i
    return -1


def choose(moves, rng, action):
    """A random one of each game's legal actions."""
    for i in range(len(moves)):
        action[i] = moves[i].action[below(rng[i : i + 1], moves[i].n)]


@part
def pay(state, settings, place, score, reward):
    """Note how a game ended, and reward it."""
    places(state, place)
    scores(state, score)
    if settings[BY_SCORES]:
        pay_scores(score, settings[PLAYERS], reward)
    else:
        pay_places(place, settings[PLAYERS], reward)


def advance(
    states, opening, moves, told, rng, action, actor, steps, done, cut, place, score, reward, mask, settings
):  # fmt: skip
    """Play one legal action in each game (or START), let chance act, begin anew where a game is over, list moves."""
    for i in range(len(states)):
        if settings[WITH_MASKS]:
            paint(mask, i, moves[i], 0)
        done[i] = False
        cut[i] = False
        for seat in range(settings[PLAYERS]):
            reward[i, seat] = 0
        if action[i] != START:
            apply(states[i], actor[i], action[i], told[0])
            steps[i] += 1
            actor[i] = settle(states[i], moves[i], told[0], rng[i : i + 1])
            if actor[i] == OVER:
                done[i] = True
                pay(states[i], settings, place[i], score[i], reward[i])
            elif steps[i] == settings[LONGEST]:
                cut[i] = True
        if action[i] == START or done[i] or cut[i]:
            states[i] = opening[0]
            steps[i] = 0
            actor[i] = settle(states[i], moves[i], told[0], rng[i : i + 1])
        moves[i].n = 0
        legal(states[i], actor[i], moves[i])
        if settings[WITH_MASKS]:
            paint(mask, i, moves[i], 1)


@part
def imagine(state, seat, rng, bench, view):
    """A state as it might be as far as a seat can see, on the bench."""
    bench[0] = state
    hide(view.states, 0, seat, view.hidden)
    determinize(bench[0], seat, rng)


def choose_greedily(states, actor, moves, told, rng, bench, view, notes, action):
    """In each game the action after which judgement likes the position best, of equals any, as the greedy bot plays."""
    for i in range(len(states)):
        imagine(states[i], actor[i], rng[i : i + 1], bench, view)
        survey(bench[0], notes)
        best, equal = -np.inf, 0
        for k in range(moves[i].n):
            bench[1] = bench[0]
            apply(bench[1], actor[i], moves[i].action[k], told[0])
            value = judge_tried(bench[1], actor[i], notes)
            equal = 1 if value > best else equal + 1
            if value > best or (value == best and below(rng[i : i + 1], equal) == 0):
                best = value
                action[i] = moves[i].action[k]


def try_out(states, actor, moves, told, rng, bench, view, out):
    """What each game's actor would see right after each of its legal actions, before chance acts: a row an action.

    What the actor cannot see it imagines, the same for all actions of one game. The bench, which `view` looks at, holds
    two states.
    """
    row = 0
    for i in range(len(states)):
        imagine(states[i], actor[i], rng[i : i + 1], bench, view)
        for k in range(moves[i].n):
            bench[1] = bench[0]
            apply(bench[1], actor[i], moves[i].action[k], told[0])
            hide(view.states, 1, actor[i], view.hidden)
            look_at(view.states.raw, 1, actor[i], view.table, view.players, out, row)
            row += 1


# ------------------------------------------------------------------------------------ one game with chance explicit


def result(states, settings, place, score, reward):
    """How the game ended: places, scores, rewards."""
    pay(states[0], settings, place, score, reward)


def go(states, seat, action, told):
    """Carry out an action that is legal; who is to act then: bits as `to_act` gives them."""
    apply(states[0], seat, action, told[0])
    return to_act(states[0])


def outcomes(states, moves, weights):
    """The outcomes of chance and their weights; how many there are."""
    moves[0].n = 0
    legal(states[0], CHANCE, moves[0])
    for k in range(moves[0].n):
        weights[k] = weight(states[0], moves[0].action[k])
    return moves[0].n


# ------------------------------------------------------------------------------------ made for a game

MadeLoop = Callable[..., Any]
"""A loop over the rules of a game, in machine code or plain Python."""


def for_batches(game: Game, *, plain: bool) -> list[MadeLoop]:
    """`advance`, `first_illegal` and `choose` for one game: machine code, or plain Python."""
    return [made(game, loop, plain=plain) for loop in (advance, first_illegal, choose)]


def sample_batches(game: Game) -> list[tuple[Any, Arguments]]:
    """The same loops and `look`, and what they are called with, in kind: enough to compile them."""
    states, moves, told, rng = game.record.new(), new_moves(game), new_told(mute=True), source(1)
    numbers, flags, table = np.zeros(1, np.int64), np.zeros(1, np.bool_), np.zeros((1, 1), np.int64)
    reward, mask, settings = np.zeros((1, 1), np.float32), np.zeros((1, 1), np.bool_), np.zeros(SETTINGS, np.int64)
    stepped = (
        states, states, moves, told, rng, numbers, numbers, numbers, flags, flags, table, table, reward, mask, settings
    )  # fmt: skip
    of_batches = [(advance, stepped), (first_illegal, (moves, numbers)), (choose, (moves, rng, numbers))]
    return [*of_batches, *sample_looking(game)]


def sample_looking(game: Game) -> list[tuple[Any, Arguments]]:
    """`look`, and what it is called with, in kind."""
    record, table = game.record, np.zeros((1, COLUMNS), np.int64)
    view = View(opened(record.new()), opened(record.new()), record.hidden, table, 0)
    return [(look, (view, np.zeros(1, np.int64), True, np.zeros((1, 1), np.float32)))]


BATCH = CodeStep("batch", sample_batches, home=__name__)
"""What a batch needs."""


def sample_painting(game: Game) -> Arguments:
    """What `paint_legal` is called with, in kind: a state's list cannot be written to."""
    legal = np.zeros(1, np.int32)
    legal.setflags(write=False)
    return legal, np.zeros(game.actions, np.int8)


def sample_eyes(game: Game) -> list[tuple[Any, Arguments]]:
    """`look` and `paint_legal`, and what they are called with, in kind."""
    return [*sample_looking(game), (paint_legal, sample_painting(game))]


LOOKING = CodeStep("looking", sample_eyes, home=__name__)
"""What an environment of one game needs besides a state in numbers."""


def sample_chance_players(game: Game) -> list[tuple[Any, Arguments]]:
    """`go`, `outcomes` and `result`, and two loops of the rules that go with them, with what they are called with."""
    states, moves, told, numbers = game.record.new(), new_moves(game), new_told(mute=True), np.zeros(1, np.int64)
    of_spiel = [
        (go, (states, 0, 0, told)),
        (outcomes, (states, moves, numbers)),
        (result, (states, np.zeros(SETTINGS, np.int64), numbers, numbers, np.zeros(1))),
    ]
    return [*of_spiel, *((LOOPS[name], samples(game)[name]) for name in ("acting", "listing"))]


CHANCE_PLAYERS = CodeStep("chance players", sample_chance_players, home=__name__)
"""What one game needs in which chance is an actor that is asked for its outcomes."""

STEPS = {step.name: step for step in (BATCH, LOOKING, CHANCE_PLAYERS)}


def for_imagining(game: Game) -> list[MadeLoop]:
    """`try_out` and `choose_greedily` for one game."""
    return bind_extra(game, try_out, choose_greedily)


def for_chance_players(game: Game, *, plain: bool) -> list[MadeLoop]:
    """`go`, `outcomes` and `result` for one game: machine code, or plain Python."""
    return [made(game, loop, plain=plain) for loop in (go, outcomes, result)]


def painting(game: Game) -> MadeLoop:
    """`paint_legal` as machine code."""
    return made(game, paint_legal, plain=False)


def looking(game: Game, *, plain: bool = False) -> MadeLoop:
    """`look` for one game: machine code, or plain Python."""
    return look if plain or plain_mode() else made(game, look, plain=False)
