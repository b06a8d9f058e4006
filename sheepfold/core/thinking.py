# pyright: basic
"""What bots that think do inside compiled games: they search, and those of a level make a friendly mistake at times.

The same, draw by draw, as when they are asked one by one (`sheepfold/bots/search.py` and `levels.py`): what a seat
learned for one decision of a game still serves it for the next.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sheepfold.core.drivers import determinize, enough, imagine_manners, legal
from sheepfold.core.game import Game
from sheepfold.core.kit import MOST_SEATS, below, draw, part, source
from sheepfold.core.search import SETTINGS, Eyes, Tree, eyes_on, judged, look_up, new_tree, search
from sheepfold.core.secrecy import Array, hide

NODES = 1 << 14
"""Information sets that one seat remembers."""

CHUNK = 50
"""Iterations between two looks at whether the choice is made."""

NOT_ABSURD = 0.6
"""A friendly mistake is at least this share as promising as the best action."""

TRIED_ENOUGH = 3
"""What was tried less often is not known to be promising."""


class Thinker(NamedTuple):
    """How a seat thinks."""

    iterations: int
    settings: tuple[float, ...]
    """How the game is searched."""
    mistakes: float = -1.0
    """How often it makes a mistake; below zero: never, and it draws no lots about it."""
    careless: float = 0.0
    """A mistake is any action after which judgement likes the position less by no more than this; 0: any that thinking
    found to promise not much less."""


class Minds(NamedTuple):
    """What all seats think with; in arrays the seats come first."""

    states: Array
    """What a seat sees, and two workbenches."""
    eyes: Eyes
    trees: Tree
    iterations: Array
    settings: Array
    mistakes: Array
    careless: Array
    draws: Array
    """What one search draws from."""
    order: Array
    """Places of a root's actions, the best first."""
    place: Array
    gains: Array


# ------------------------------------------------------------------------------------ drawing lots


@part
def fraction(rng):
    """A number from 0 to below 1, of 53 random bits."""
    high = draw(rng)
    return (((high << 32) | draw(rng)) & ((1 << 53) - 1)) / (1 << 53)


@part
def sow(rng, other):
    """Let another source begin at 64 random bits."""
    high = np.uint64(draw(rng))
    other[0] = (high << np.uint64(32)) | np.uint64(draw(rng))


# ------------------------------------------------------------------------------------ thinking


@part
def tree_of(trees, seat):
    """What one seat remembers."""
    return Tree(
        trees.key[seat], trees.count[seat], trees.visits[seat], trees.action[seat], trees.tried[seat],
        trees.available[seat], trees.worth[seat], trees.stamp[seat], trees.path[seat], trees.pool[seat],
        trees.values[seat],
    )  # fmt: skip


@part
def forget_tree(tree):
    for node in range(len(tree.key)):
        tree.key[node] = 0
        tree.count[node] = 0


@part
def forget_all(minds, players):
    """A new game begins: nobody remembers anything."""
    if minds is None:
        return
    for seat in range(players):
        if minds.iterations[seat] > 0:
            forget_tree(tree_of(minds.trees, seat))


@part
def root_of(minds, seat, tree):
    """Where what the seat sees is kept, with room for what is to come."""
    root = look_up(minds.eyes, 0, seat, tree)
    taken = 0
    for key in tree.key:
        taken += key != 0
    if root < 0 or taken > len(tree.key) // 2:
        forget_tree(tree)
        root = look_up(minds.eyes, 0, seat, tree)
    return root


@part
def lead(tree, root):
    """How much more often the most tried action was tried than any other."""
    first, second = 0, 0
    for slot in range(tree.count[root]):
        tried = tree.tried[root, slot]
        if tried > first:
            second = first
            first = tried
        elif tried > second:
            second = tried
    return first - second


@part
def iterate(bench, minds, seat, players, tree, root, thoroughly):
    """Search, unless thoroughly, until no other action can become the most tried.

    There is one place from which the search is called: in small games it is compiled into each.
    """
    left = minds.iterations[seat]
    while left > 0:
        count = left if thoroughly else min(CHUNK, left)
        search(
            minds.states, seat, players, count, minds.eyes, tree, minds.settings[seat], bench.moves, bench.told,
            minds.draws, minds.place, minds.gains,
        )  # fmt: skip
        left -= count
        if lead(tree, root) > left:
            left = 0


@part
def worth_of(tree, root, slot):
    return np.float64(tree.worth[root, slot]) / max(1, tree.tried[root, slot])


@part
def rank(tree, root, order):
    """The places of a root's actions: the most tried first, of equals the more promising."""
    for slot in range(tree.count[root]):
        k = slot
        while k > 0 and is_ahead(tree, root, slot, order[k - 1]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = slot


@part
def is_ahead(tree, root, slot, other):
    tried, others = tree.tried[root, slot], tree.tried[root, other]
    if tried != others:
        return tried > others
    return worth_of(tree, root, slot) > worth_of(tree, root, other)


@part
def not_absurd(tree, root, order):
    """Leave of the ranked actions the best, and those that promise not much less; how many are left."""
    least = NOT_ABSURD * worth_of(tree, root, order[0])
    left = 1
    for k in range(1, tree.count[root]):
        slot = order[k]
        if tree.tried[root, slot] >= TRIED_ENOUGH and worth_of(tree, root, slot) >= least:
            order[left] = slot
            left += 1
    return left


@part
def at_a_glance(bench, minds, seat, i):
    """Any action after which judgement likes the position less than the best by no more than a mistake may cost.

    bench.states[i] is for what the seat imagines, the next one a workbench.
    """
    states, moves = bench.states, bench.moves[0]
    states[i] = minds.states[0]
    if bench.has_secrets:
        determinize(states[i], seat, bench.whims)
    moves.n = 0
    legal(states[i], seat, moves)
    highest = -np.inf
    for k in range(moves.n):
        bench.values[k] = judged(states, i, seat, moves.action[k], bench.told[0])
        highest = max(highest, bench.values[k])
    least = highest - minds.careless[seat]
    likely = 0
    for k in range(moves.n):
        likely += bench.values[k] >= least
    left = below(bench.whims, likely)
    k = 0
    while left > 0 or bench.values[k] < least:
        left -= bench.values[k] >= least
        k += 1
    return moves.action[k]


@part
def thought(bench, minds, seat, players, game, imagined):
    """What a seat does that thinks; bench.states[game] is the game, from `imagined` on there are two workbenches."""
    if minds is None:
        return np.int64(-1)
    is_mistaken = minds.mistakes[seat] >= 0.0 and fraction(bench.whims) < minds.mistakes[seat]
    moves = bench.moves[0]
    moves.n = 0
    legal(bench.states[game], seat, moves)
    if moves.n == 1:
        return np.int64(moves.action[0])
    minds.states[0] = bench.states[game]
    if bench.has_secrets:
        hide(minds.eyes.states, 0, seat, minds.eyes.hidden)
    last = np.int64(enough(minds.states[0], seat))
    if last >= 0:
        return last
    if is_mistaken and minds.careless[seat] > 0.0:
        return np.int64(at_a_glance(bench, minds, seat, imagined))
    return np.int64(searched(bench, minds, seat, players, is_mistaken))


@part
def searched(bench, minds, seat, players, is_mistaken):
    """What a search tried most, or, as a mistake, something that promises not much less."""
    imagine_manners(minds.states[0])
    tree, order = tree_of(minds.trees, seat), minds.order
    root = root_of(minds, seat, tree)
    sow(bench.whims, minds.draws)
    iterate(bench, minds, seat, players, tree, root, is_mistaken)
    rank(tree, root, order)
    k = below(bench.whims, not_absurd(tree, root, order)) if is_mistaken else 0
    return tree.action[root, order[k]]


# ------------------------------------------------------------------------------------ at the workbench


def new_minds(game: Game, thinkers: dict[int, Thinker], nodes: int = NODES) -> Minds:
    """What these seats think with."""
    states, seats = game.record.new(3), max(thinkers, default=0) + 1
    numbers, shares = np.zeros(MOST_SEATS, np.int64), np.zeros((2, MOST_SEATS))
    settings = np.zeros((MOST_SEATS, SETTINGS))
    for seat, thinker in thinkers.items():
        numbers[seat], settings[seat] = thinker.iterations, thinker.settings
        shares[:, seat] = thinker.mistakes, thinker.careless
    each = new_tree(game, nodes)
    trees: Any = Tree(*(np.zeros((seats, *array.shape), array.dtype) for array in each))
    return Minds(
        states, eyes_on(game.record, states), trees, numbers, settings, shares[0], shares[1], source(0),
        np.zeros(each.action.shape[1], np.int64), np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS),
    )  # fmt: skip
