# pyright: basic
"""Search for any game: information-set Monte-Carlo tree search, written once, compiled per game.

Each iteration imagines what the seat cannot see (`determinize`), walks down through what is known of the positions,
tries something new, plays on to the end (or to where judgement takes over) and remembers how it went for everybody.
What is remembered hangs on what the deciding seat can see there: an *information set*, found by a hash of its
observation. So hidden and simultaneous choices of others stay hidden inside the search as well, chance needs no nodes,
and what was learned for one small decision of a turn still serves the next one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sheepfold.core.drivers import (
    apply,
    bind_extra,
    determinize,
    finish,
    first_of,
    judge,
    legal,
    pick,
    places,
    roll,
    to_act,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, Record, below, fold, lowest_bits, part
from sheepfold.core.secrecy import Array

SLOTS = 32
"""The most actions kept at one information set: the most promising ones where there are more."""

POOL = 96
"""The most actions judged at a new information set below the root; where more are legal, a random choice of them."""

DEEPEST = 256
"""The longest path remembered of one iteration."""

EXPLORATION, WIDENING, STEER, CUT, SCALE, WINNER, ORDER, SETTINGS = range(8)

# ------------------------------------------------------------------------------------ information sets


@part
def information(sight, i, seat):
    """A hash of what a seat can see of state i."""
    for w in range(sight.words.shape[1]):
        sight.seen_words[w] = sight.words[i, w] & sight.masks[seat, w]
    for row in range(len(sight.known)):
        blank_unknown(sight, i, seat, row)
    key = fold(0, seat + 1)
    for w in range(sight.words.shape[1]):
        key = fold(key, sight.seen_words[w])
    return key


@part
def blank_unknown(sight, i, seat, row):
    """Blank the elements of one field that this seat does not know."""
    offset, size, count, by, by_size = (
        sight.known[row, 0],
        sight.known[row, 1],
        sight.known[row, 2],
        sight.known[row, 3],
        sight.known[row, 4],
    )
    for element in range(count):
        place = by + element * by_size
        bits = np.int64(sight.bytes[i, place])
        if by_size > 1:
            bits += np.int64(sight.bytes[i, place + 1]) << 8
        if (bits >> seat) & 1 == 0:
            for k in range(size):
                sight.seen_bytes[offset + element * size + k] = 0


class Sight(NamedTuple):
    """The bytes of some states, and which of them each seat may see."""

    words: Array
    bytes: Array
    masks: Array
    known: Array
    seen_words: Array
    seen_bytes: Array


def sight_of(record: Record, states: Array) -> Sight:
    """How the seats see these states."""
    size = record.dtype.itemsize
    masks = np.full((MOST_SEATS, size), 255, np.uint8)
    known: list[tuple[int, ...]] = []
    for field in record.secrets:
        offset, size_of_field = record.place(field.name)
        if field.sight.kind == "known":
            by_offset, by_size = record.place(field.sight.by)
            count = int(np.prod(field.shape))
            known.append((offset, size_of_field // count, count, by_offset, by_size // count))
            continue
        row = size_of_field // field.shape[0] if field.sight.kind == "owner" else 0
        for seat in range(MOST_SEATS):
            masks[seat, offset : offset + size_of_field] = 0
            if row and seat < field.shape[0]:
                masks[seat, offset + seat * row : offset + (seat + 1) * row] = 255
    seen = np.zeros(size, np.uint8)
    return Sight(
        states.view(np.uint64).reshape(len(states), -1),
        states.view(np.uint8).reshape(len(states), -1),
        masks.view(np.uint64),
        np.array(known, np.int64).reshape(-1, 5),
        seen.view(np.uint64),
        seen,
    )


# ------------------------------------------------------------------------------------ the tree


class Tree(NamedTuple):
    """What is remembered: per information set its key, and per action kept there how often and how well it went."""

    key: Array
    count: Array
    visits: Array
    action: Array
    tried: Array
    available: Array
    worth: Array
    stamp: Array
    path: Array
    pool: Array
    values: Array


def new_tree(game: Game, nodes: int) -> Tree:
    """An empty tree; `nodes` is a power of two and bounds its memory for good."""
    slots = min(SLOTS, game.actions)
    return Tree(
        key=np.zeros(nodes, np.uint64),
        count=np.zeros(nodes, np.int64),
        visits=np.zeros(nodes, np.int64),
        action=np.zeros((nodes, slots), np.int32),
        tried=np.zeros((nodes, slots), np.int32),
        available=np.zeros((nodes, slots), np.int32),
        worth=np.zeros((nodes, slots), np.float32),
        stamp=np.zeros(game.actions + 1, np.int64),  # per action, and last the running stamp
        path=np.zeros((DEEPEST, 3), np.int64),
        pool=np.zeros(game.most, np.int64),
        values=np.zeros(game.most, np.float64),
    )


def forget(tree: Tree) -> None:
    """Empty a tree for another search."""
    tree.key[:] = 0
    tree.count[:] = 0


PROBES = 16


@part
def find_node(tree, key):
    """The place of an information set, made if it is new; -1 if there is no room."""
    nodes = len(tree.key)
    place = lowest_bits(key, nodes)
    for _ in range(PROBES):
        if tree.key[place] == key:
            return place
        if tree.key[place] == 0:
            tree.key[place] = key
            tree.count[place] = 0
            tree.visits[place] = 0
            return place
        place = (place + 1) & (nodes - 1)
    return -1


@part
def add_slot(tree, node, action):
    slot = tree.count[node]
    tree.action[node, slot] = action
    tree.tried[node, slot] = 0
    tree.available[node, slot] = 0
    tree.worth[node, slot] = 0.0
    tree.count[node] += 1


@part
def open_node(states, i, actor, tree, node, moves, told, settings, is_root, rng):
    """Fill a new information set with its legal actions, the most promising first."""
    if settings[ORDER] == 0.0 and moves.n <= tree.action.shape[1]:
        for k in range(moves.n):
            add_slot(tree, node, moves.action[k])
        return
    pool = moves.n if is_root or moves.n <= POOL else POOL
    for k in range(pool):
        if pool < moves.n:
            other = k + below(rng, moves.n - k)
            moves.action[k], moves.action[other] = moves.action[other], moves.action[k]
        tree.pool[k] = moves.action[k]
        tree.values[k] = judged(states, i, actor, moves.action[k], told)
    for _ in range(min(pool, tree.action.shape[1])):
        best = 0
        for k in range(1, pool):
            if tree.values[k] > tree.values[best]:
                best = k
        add_slot(tree, node, tree.pool[best])
        tree.values[best] = -1e300


@part
def judged(states, i, actor, action, told):
    """What the position is worth to a seat after an action; states[i + 1] is the workbench."""
    states[i + 1] = states[i]
    apply(states[i + 1], actor, action, told)
    return judge(states[i + 1], actor)


@part
def admit(tree, node, moves):
    """Stamp what is legal in this imagined position, and take in what was not in earlier ones; the stamp."""
    clock = len(tree.stamp) - 1
    tree.stamp[clock] += 2
    tick = tree.stamp[clock]
    for k in range(moves.n):
        tree.stamp[moves.action[k]] = tick
    for slot in range(tree.count[node]):
        if tree.stamp[tree.action[node, slot]] == tick:
            tree.stamp[tree.action[node, slot]] = tick + 1
    for k in range(moves.n):
        if tree.count[node] < tree.action.shape[1] and tree.stamp[moves.action[k]] == tick:
            add_slot(tree, node, moves.action[k])
            tree.stamp[moves.action[k]] = tick + 1
    return tick + 1


@part
def select(tree, node, settings, stamp):
    """The slot to follow: one not tried yet, else the one with the best upper bound; -1 if none is legal here.

    The more often a set is visited, the more of its actions come into play.
    """
    wide = tree.count[node]
    if settings[WIDENING] > 0.0:
        wide = min(wide, 2 + int(settings[WIDENING] * math.sqrt(tree.visits[node])))
    chosen, best = -1, -1e300
    for slot in range(tree.count[node]):
        if tree.stamp[tree.action[node, slot]] != stamp:
            continue
        if slot >= wide and chosen >= 0:
            break
        tree.available[node, slot] += 1
        tried = tree.tried[node, slot]
        if tried == 0:
            return slot
        bound = tree.worth[node, slot] / tried + settings[EXPLORATION] * math.sqrt(
            math.log(tree.available[node, slot]) / tried
        )
        if bound > best:
            chosen, best = slot, bound
    return chosen


# ------------------------------------------------------------------------------------ one iteration


@part
def descend(states, i, seat, sight, tree, settings, moves, told, rng):
    """Walk down what is known until something new has been tried; the length of the path."""
    depth = 0
    acting = to_act(states[i])
    actor = seat
    on_the_way = True
    while on_the_way and acting != 0:
        if actor == CHANCE:
            action = roll(states[i], moves, rng)
        else:
            moves.n = 0
            legal(states[i], actor, moves)
            action = moves.action[0]
            if moves.n > 1 or depth == 0:
                slot = follow(states, i, actor, sight, tree, settings, moves, told, rng, depth)
                if slot < 0:
                    return depth
                action = np.int64(tree.action[tree.path[depth, 0], slot])
                on_the_way = tree.tried[tree.path[depth, 0], slot] > 0
                depth += 1
        apply(states[i], actor, action, told)
        acting = to_act(states[i])
        actor = first_of(acting)
    return depth


@part
def follow(states, i, actor, sight, tree, settings, moves, told, rng, depth):
    """Which of an actor's actions to follow here, noted in the path; -1 where nothing can be remembered."""
    if depth == DEEPEST:
        return -1
    node = find_node(tree, information(sight, i, actor))
    if node < 0:
        return -1
    if tree.count[node] == 0:
        open_node(states, i, actor, tree, node, moves, told, settings, depth == 0, rng)
    slot = select(tree, node, settings, admit(tree, node, moves))
    tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = node, slot, actor
    return slot


@part
def steered(states, i, actor, settings, moves, told, rng):
    """An action for playing on: the best judged of a few random ones."""
    moves.n = 0
    legal(states[i], actor, moves)
    best, worth = moves.action[0], -1e300
    if moves.n > 1:
        for _ in range(int(settings[STEER])):
            other = moves.action[below(rng, moves.n)]
            value = judged(states, i, actor, other, told)
            if value > worth:
                best, worth = other, value
    return best


@part
def play_on(states, i, settings, moves, told, rng):
    """Play to the end, or until judgement takes over; whether the end was reached."""
    if settings[CUT] == 0.0 and settings[STEER] <= 1.0:
        finish(states[i], moves, told, rng)
        return True
    played = 0
    acting = to_act(states[i])
    while acting != 0:
        actor = first_of(acting)
        if actor != CHANCE and settings[CUT] > 0.0 and played >= settings[CUT]:
            return False
        if actor == CHANCE:
            action = roll(states[i], moves, rng)
        elif settings[STEER] > 1.0:
            action = steered(states, i, actor, settings, moves, told, rng)
        else:
            action = pick(states[i], actor, moves, rng)
        apply(states[i], actor, action, told)
        played += 1
        acting = to_act(states[i])
    return True


@part
def returns(states, i, players, settings, over, place, out):
    """How it went for everybody, from 0 to 1: by places at the end, else as judgement sees the chances."""
    if over:
        places(states[i], place)
        winners = 0
        for seat in range(players):
            if place[seat] == 1:
                winners += 1
        for seat in range(players):
            won = 1.0 / winners if place[seat] == 1 else 0.0
            out[seat] = settings[WINNER] * won + (1.0 - settings[WINNER]) * (players - place[seat]) / (players - 1)
        return
    highest = -1e300
    for seat in range(players):
        out[seat] = judge(states[i], seat) / settings[SCALE]
        highest = max(highest, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp(out[seat] - highest)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


def search(states, seat, players, iterations, sight, tree, settings, moves, told, rng, place, gains):
    """Search from what a seat sees (states[0]); states[1] and states[2] are workbenches."""
    for _ in range(iterations):
        states[1] = states[0]
        determinize(states[1], seat, rng)
        depth = descend(states, 1, seat, sight, tree, settings, moves[0], told[0], rng)
        over = play_on(states, 1, settings, moves[0], told[0], rng)
        returns(states, 1, players, settings, over, place, gains)
        for k in range(depth):
            node, slot, actor = tree.path[k, 0], tree.path[k, 1], tree.path[k, 2]
            tree.visits[node] += 1
            tree.tried[node, slot] += 1
            tree.worth[node, slot] += gains[actor]


def look_up(sight, i, seat, tree):
    """Where a state's information set is kept; -1 if there was no room for it."""
    return find_node(tree, information(sight, i, seat))


def searching(game: Game) -> tuple[Callable[..., None], Callable[..., int]]:
    """`search` and `look_up` for one game."""
    run, find = bind_extra(game, search, look_up)
    return run, find
