# pyright: basic
"""What a position is worth: a small network that was trained on games played, compiled per game with its rules.

It answers with a seat's chance of each place, from what a viewer may see, and no more. Its inputs are who is to act,
the points, what the game's judgement notes of every seat (`features`), and the fields of the record; all of it told
from the point of view of one seat, which comes first. What a network reads of a record, and how, is data and is kept
with it: nothing is compiled anew for other weights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sheepfold.core.drivers import (
    Arguments,
    apply,
    bind_extra,
    determinize,
    features,
    made,
    new_moves,
    new_told,
    places,
    scores,
    to_act,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, part, source
from sheepfold.core.search import (
    SETTINGS,
    WINNER,
    Eyes,
    descend,
    even_out,
    eyes_on,
    new_tree,
    play_on,
    remember,
    returns,
    see,
)
from sheepfold.core.secrecy import Array, hide

AT, SIZE, STRIDE, BEHIND, KIND, LOW, COUNT, TO, COLUMNS = range(9)
"""Of a row of `Network.reads`: first byte, bytes, bytes from one seat to the next (0: not by seats), how many seats
behind the one that looks, how it is read, the lowest number, how many inputs, the first of them."""

SCALED, ONE_HOT, BITS = range(3)

OVER = np.float32(0.0)


class Network(NamedTuple):
    """What is read of a position, and the weights: one layer of hidden units, and a straight way past it."""

    reads: Array
    shift: Array
    scale: Array
    into: Array
    bias: Array
    out: Array
    past: Array
    base: Array


class Desk(NamedTuple):
    """Where a network works: what is seen, and its numbers on the way from the inputs to the chances.

    `eyes` write what they see to `seen[1]`; it is read as a record from `seen[0]`.
    """

    seen: Array
    eyes: Eyes
    inputs: Array
    hidden: Array
    chances: Array
    notes: Array
    points: Array


def new_desk(game: Game, states: Array, network: Network) -> Desk:
    """A desk to look at these states from."""
    seen = game.record.new(2)
    return Desk(
        seen,
        eyes_on(game.record, states, seen[1:]),
        np.zeros(len(network.shift), np.float32),
        np.zeros(len(network.bias), np.float32),
        np.zeros(MOST_SEATS),
        np.zeros(game.features),
        np.zeros(MOST_SEATS, np.int64),
    )


# ------------------------------------------------------------------------------------ reading a position


@part
def look(states, i, viewer, seat, players, network, desk):
    """Note the inputs for a seat, as far as a viewer sees state i: the seat itself, another one, or a spectator."""
    see(desk.eyes, i, viewer)
    if viewer != seat:
        hide(desk.eyes.seen, 0, seat, desk.eyes.hidden)
    desk.seen[0] = desk.seen[1]
    spot = note_acting(to_act(states[i]), seat, players, desk)
    spot = note_seats(seat, players, spot, desk)
    for row in range(len(network.reads)):
        read(desk.eyes.seen.raw, seat, players, network.reads, row, desk.inputs)
    for k in range(len(desk.inputs)):
        desk.inputs[k] = (desk.inputs[k] - network.shift[k]) * network.scale[k]


@part
def note_acting(acting, seat, players, desk):
    """Who is to act, and whether chance is; the next place for an input."""
    for behind in range(players):
        desk.inputs[behind] = (acting >> ((seat + behind) % players)) & 1
    desk.inputs[players] = (acting >> CHANCE) & 1
    return players + 1


@part
def note_seats(seat, players, spot, desk):
    """Of every seat its points, and what the game's judgement notes of it."""
    scores(desk.seen[0], desk.points)
    for behind in range(players):
        other = (seat + behind) % players
        desk.inputs[spot] = desk.points[other]
        spot += 1
        features(desk.seen[0], other, desk.notes)
        for k in range(len(desk.notes)):
            desk.inputs[spot] = desk.notes[k]
            spot += 1
    return spot


@part
def read(raw, seat, players, reads, row, inputs):
    """One number of the record: scaled, as one of several places, or as a set of bits."""
    at = reads[row, AT] + reads[row, STRIDE] * ((seat + reads[row, BEHIND]) % players)
    number = number_at(raw, at, reads[row, SIZE]) - reads[row, LOW]
    to, count, kind = reads[row, TO], reads[row, COUNT], reads[row, KIND]
    if kind == SCALED:
        inputs[to] = number
        return
    for k in range(count):
        if kind == ONE_HOT:
            inputs[to + k] = 1.0 if number == k else 0.0
        else:
            inputs[to + k] = (number >> k) & 1


@part
def number_at(raw, at, size):
    """A signed number of so many bytes, the lowest first."""
    number = int(raw[0, at + size - 1])
    for k in range(size - 2, -1, -1):
        number = (number << 8) | (int(raw[0, at + k]) & 255)
    return number


# ------------------------------------------------------------------------------------ thinking


@part
def think(network, desk, players):
    """From the inputs to the chance of each place."""
    sum_up(network, desk.inputs, desk.hidden, desk.chances, players)
    for j in range(len(desk.hidden)):
        if desk.hidden[j] > OVER:
            for place in range(players):
                desk.chances[place] += desk.hidden[j] * network.out[j, place]
    even_out(desk.chances, players)


@part
def sum_up(network, inputs, hidden, chances, players):
    """What every input adds to the hidden units, and what it adds past them."""
    for j in range(len(hidden)):
        hidden[j] = network.bias[j]
    for place in range(players):
        chances[place] = network.base[place]
    for k in range(len(inputs)):
        given = inputs[k]
        if given != OVER:
            for j in range(len(hidden)):
                hidden[j] += given * network.into[k, j]
            for place in range(players):
                chances[place] += given * network.past[k, place]


@part
def came_in(states, i, seat, players, desk):
    """The places of a game that is over, as chances: who shares a place has a share of those behind it."""
    places(states[i], desk.points)
    mine = desk.points[seat]
    sharing = 0
    for other in range(players):
        desk.chances[other] = 0.0
        if desk.points[other] == mine:
            sharing += 1
    for place in range(mine - 1, mine - 1 + sharing):
        desk.chances[place] = 1.0 / sharing


@part
def foresee(states, i, viewer, seat, players, network, desk):
    """A seat's chance of each place in state i, noted in `desk.chances`; certain once the game is over."""
    if to_act(states[i]) == 0:
        came_in(states, i, seat, players, desk)
    else:
        look(states, i, viewer, seat, players, network, desk)
        think(network, desk, players)


@part
def gain(chances, players, winner):
    """What chances of places are worth, from 0 to 1: winning, and coming in early."""
    early = 0.0
    for place in range(players):
        early += chances[place] * (players - 1 - place) / (players - 1)
    return winner * chances[0] + (1.0 - winner) * early


@part
def appraise(states, i, players, winner, network, desk, gains):
    """What state i is worth to everybody; what all think of their chances is made to add up."""
    total = 0.0
    for seat in range(players):
        foresee(states, i, seat, seat, players, network, desk)
        gains[seat] = gain(desk.chances, players, winner)
        total += gains[seat]
    whole = winner + (1.0 - winner) * players / 2.0
    for seat in range(players):
        gains[seat] *= whole / total


# ------------------------------------------------------------------------------------ loops


def search_by_value(states, seat, players, iterations, eyes, tree, settings, moves, told, rng, network, desk, gains):
    """The search of search.py with the network in the place of judgement, where it stops playing on."""
    for _ in range(iterations):
        states[1] = states[0]
        determinize(states[1], seat, rng)
        depth = descend(states, 1, seat, eyes, tree, settings, moves[0], told[0], rng)
        play_on(states, 1, settings, moves[0], told[0], rng)
        appraise(states, 1, players, settings[WINNER], network, desk, gains)
        remember(tree, depth, gains)


def try_out(states, seat, players, choices, worlds, settings, moves, told, rng, place, gains, won):
    """Try each of a seat's choices in every world, and add up what it wins where the game is played on to the end.

    All choose in secret in states[0]; a world is what each other seat chooses, -1 for whoever does not.
    """
    for world in worlds:
        for k in range(len(choices)):
            states[1] = states[0]
            for other in range(players):
                action = choices[k] if other == seat else world[other]
                if action >= 0:
                    apply(states[1], other, action, told[0])
            play_on(states, 1, settings, moves[0], told[0], rng)
            returns(states, 1, players, settings, True, place, gains)
            won[k] += gains[seat]


def foresee_all(states, i, viewer, players, network, desk, out):
    """Everybody's chance of each place in state i, as far as a viewer sees it: a row a seat."""
    for seat in range(players):
        foresee(states, i, viewer, seat, players, network, desk)
        for place in range(players):
            out[seat, place] = desk.chances[place]


def searching_by_value(game: Game) -> Callable[..., None]:
    """`search_by_value` for one game."""
    return bind_extra(game, search_by_value)[0]


def trying_out(game: Game) -> Callable[..., None]:
    """`try_out` for one game."""
    return bind_extra(game, try_out)[0]


def foreseeing(game: Game, *, plain: bool) -> Callable[..., None]:
    """`foresee_all` for one game: machine code, or plain Python where there is none."""
    return made(game, foresee_all, plain=plain)


def sample_value(game: Game) -> list[tuple[Any, Arguments]]:
    """The loops above, and what they are called with, in kind: enough to compile them."""
    players, number = game.players[0], 0
    inputs = np.zeros(1 + players * (2 + game.features), np.float32)
    network = Network(np.zeros((0, COLUMNS), np.int64), inputs, inputs, *_weights(len(inputs), players))
    states, gains = game.record.new(3), np.zeros(MOST_SEATS)
    desk, tree = new_desk(game, states, network), new_tree(game, 2)
    moves, told, rng, settings = new_moves(game), new_told(mute=True), source(1), np.zeros(SETTINGS)
    searched = (
        states, number, number, number, eyes_on(game.record, states), tree, settings, moves, told, rng,
        network, desk, gains,
    )  # fmt: skip
    all_seats = (states, number, number, number, network, desk, np.zeros((MOST_SEATS, MOST_SEATS)))
    trying = (
        states, number, number, np.zeros(1, np.int64), np.zeros((1, MOST_SEATS), np.int64), settings, moves, told, rng,
        np.zeros(MOST_SEATS, np.int64), gains, gains,
    )  # fmt: skip
    reads = game.judgement is not None and game.judgement.BELLWETHER.get("reads", False)
    return [(search_by_value, searched), (foresee_all, all_seats), *([(try_out, trying)] if reads else [])]


def _weights(inputs: int, players: int) -> list[Array]:
    shapes = [(inputs, 1), (1,), (1, players), (inputs, players), (players,)]
    return [np.zeros(shape, np.float32) for shape in shapes]
