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
from typing import Any, NamedTuple

import numpy as np

from sheepfold.core.drivers import (
    Arguments,
    apply,
    bind_extra,
    determinize,
    finish,
    first_of,
    judge,
    legal,
    new_moves,
    new_told,
    pick,
    places,
    roll,
    to_act,
)
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, MOST_SEATS, Record, below, fold, lowest_bits, part, source
from sheepfold.core.secrecy import Array, Hidden, Opened, hide, opened

SLOTS = 32
"""The most actions kept at one information set: the most promising ones where there are more."""

POOL = 96
"""The most actions judged at a new information set below the root; where more are legal, a random choice of them."""

DEEPEST = 256
"""The longest path remembered of one iteration."""

EXPLORATION, WIDENING, STEER, CUT, SCALE, WINNER, ORDER, SETTINGS = range(8)

# ------------------------------------------------------------------------------------ information sets


class Eyes(NamedTuple):
    """Some states, room for what somebody sees of one of them, and what is hidden from whom."""

    states: Opened
    seen: Opened
    hidden: Hidden


def eyes_on(record: Record, states: Array, seen: Array | None = None) -> Eyes:
    """Eyes to look at these states with; what is seen is noted in `seen`, if it is wanted as a record too."""
    return Eyes(opened(states), opened(record.new() if seen is None else seen), record.hidden)


@part
def see(eyes, i, seat):
    """What a seat sees of state i, noted in `eyes.seen`."""
    for w in range(eyes.states.words.shape[1]):
        eyes.seen.words[0, w] = eyes.states.words[i, w]
    hide(eyes.seen, 0, seat, eyes.hidden)


@part
def information(eyes, i, seat):
    """A hash of what a seat can see of state i."""
    see(eyes, i, seat)
    key = fold(0, seat + 1)
    for w in range(eyes.seen.words.shape[1]):
        key = fold(key, eyes.seen.words[0, w])
    return key


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
def descend(states, i, seat, eyes, tree, settings, moves, told, rng):
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
                slot = follow(states, i, actor, eyes, tree, settings, moves, told, rng, depth)
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
def follow(states, i, actor, eyes, tree, settings, moves, told, rng, depth):
    """Which of an actor's actions to follow here, noted in the path; -1 where nothing can be remembered."""
    if depth == DEEPEST:
        return -1
    node = find_node(tree, information(eyes, i, actor))
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
    for seat in range(players):
        out[seat] = judge(states[i], seat) / settings[SCALE]
    even_out(out, players)


@part
def even_out(chances, players):
    """Numbers of any size made into chances that add up to one."""
    highest = chances[0]
    for place in range(1, players):
        highest = max(highest, chances[place])
    total = 0.0
    for place in range(players):
        chances[place] = math.exp(chances[place] - highest)
        total += chances[place]
    for place in range(players):
        chances[place] /= total


@part
def remember(tree, depth, gains):
    """Note along the path how it went for whoever chose there."""
    for k in range(depth):
        node, slot, actor = tree.path[k, 0], tree.path[k, 1], tree.path[k, 2]
        tree.visits[node] += 1
        tree.tried[node, slot] += 1
        tree.worth[node, slot] += gains[actor]


@part
def search(states, seat, players, iterations, eyes, tree, settings, moves, told, rng, place, gains):
    """Search from what a seat sees (states[0]); states[1] and states[2] are workbenches."""
    for _ in range(iterations):
        states[1] = states[0]
        determinize(states[1], seat, rng)
        depth = descend(states, 1, seat, eyes, tree, settings, moves[0], told[0], rng)
        over = play_on(states, 1, settings, moves[0], told[0], rng)
        returns(states, 1, players, settings, over, place, gains)
        remember(tree, depth, gains)


@part
def look_up(eyes, i, seat, tree):
    """Where a state's information set is kept; -1 if there was no room for it."""
    return find_node(tree, information(eyes, i, seat))


# ------------------------------------------------------------------------------------ at the workbench


class Bench(NamedTuple):
    """What a search works on; states[0] is what a seat sees, the others are workbenches."""

    states: Array
    eyes: Eyes
    tree: Tree
    moves: Array
    told: Array
    place: Array
    gains: Array


def new_bench(game: Game, nodes: int) -> Bench:
    """A workbench whose tree has room for this many information sets."""
    states = game.record.new(3)
    return Bench(
        states,
        eyes_on(game.record, states),
        new_tree(game, nodes),
        new_moves(game),
        new_told(mute=True),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS),
    )


def sample_search(game: Game) -> list[tuple[Any, Arguments]]:
    """`search` and `look_up`, and what they are called with, in kind: enough to compile them."""
    bench, number = new_bench(game, 2), 0
    settings, rng = np.zeros(SETTINGS), source(1)
    found = (
        bench.states, number, number, number, bench.eyes, bench.tree, settings, bench.moves, bench.told, rng,
        bench.place, bench.gains,
    )  # fmt: skip
    return [(search, found), (look_up, (bench.eyes, number, number, bench.tree))]


def searching(game: Game) -> tuple[Callable[..., None], Callable[..., int]]:
    """`search` and `look_up` for one game."""
    run, find = bind_extra(game, search, look_up)
    return run, find
