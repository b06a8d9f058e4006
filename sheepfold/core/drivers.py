# pyright: basic
"""Loops over any game's rules: single steps for a match, whole games, many games, batches.

Each loop is written once, against the functions in the first section, which stand for "the rules of the game at hand".
`bind(game)` puts a game's own rules in their place and compiles the loop for that game (or leaves it plain).
Arrays of records come with an index: handing a single record to compiled code costs ten times as much.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from sheepfold.core.game import Game
from sheepfold.core.kit import (
    CHANCE,
    GOLDEN,
    MACHINE_TWINS,
    MIX_1,
    MIX_2,
    MOST_SEATS,
    TOLD,
    below,
    draw,
    moves_dtype,
    part,
    source,
)
from sheepfold.core.linking import Linker, StandIns, made_from, plain_mode
from sheepfold.core.plain import plainly
from sheepfold.core.secrecy import Array, hide, opened
from sheepfold.core.shelf import shelf_of

# ------------------------------------------------------------------------------------ the rules of the game at hand


@part
def setup(state, players, options):
    """Fill a zeroed state for this many players, with the options and material of the record `options`."""


@part
def to_act(state) -> Any:
    """Who is to act: bit s for seat s, bit 8 for chance; several bits when choosing is simultaneous; 0 when over."""


@part
def legal(state, seat, moves):
    """Append the legal actions of a seat (or of CHANCE) that is to act."""


@part
def weight(state, action) -> Any:
    """How likely an outcome of chance is, as a whole number to be compared with the others'; unless said, all alike."""
    return 1


@part
def apply(state, seat, action, told):
    """Carry out an action that is legal, and tell what happened."""


@part
def ending(state):
    """0 while the game runs, else which of the game's endings."""


@part
def places(state, out):
    """The place of each seat: 1 won, equal places are shared (1, 1, 3); unless said, by points."""
    scores(state, out)
    for seat in range(state.players):
        out[seat] <<= 4  # room for the place beside the points
    for seat in range(state.players):
        out[seat] += 1
        for other in range(state.players):
            if out[other] >> 4 > out[seat] >> 4:
                out[seat] += 1
    for seat in range(state.players):
        out[seat] &= 15


@part
def scores(state, out):
    """The points of each seat; in a game without points, how many seats are placed behind it."""


@part
def determinize(observation, seat, rng):
    """Fill in what the seat cannot see, as it might be; nothing to do where all is open."""


@part
def clock(state):
    """The action a running clock would play, or -1: most games have no clock."""
    return -1


@part
def seconds(state):
    """How long the running clock runs."""
    return 0


@part
def pick(state, seat, moves, rng):
    """One legal action, all equally likely."""
    moves.n = 0
    legal(state, seat, moves)
    return moves.action[below(rng, moves.n)]


@part
def roll(state, moves, rng):
    """What chance does: an outcome drawn by its weight. A game may know a quicker way."""
    moves.n = 0
    legal(state, CHANCE, moves)
    total = 0
    for k in range(moves.n):
        total += weight(state, moves.action[k])
    left = below(rng, total)
    k = 0
    left -= weight(state, moves.action[0])
    while left >= 0:
        k += 1
        left -= weight(state, moves.action[k])
    return moves.action[k]


@part
def roll_alike(state, moves, rng):
    """What chance does in a game without weights: any outcome."""
    moves.n = 0
    legal(state, CHANCE, moves)
    return moves.action[below(rng, moves.n)]


@part
def judge(state, seat):
    """How good a position is for a seat, the higher the better; a game without judgement finds all alike."""
    return 0.0


@part
def survey(state, notes):
    """Note of a position what judging the actions tried from it has in common; unless said, nothing."""


@part
def judge_tried(state, seat, notes):
    """`judge`, to the last bit, for what one action of a seat leads to from the position noted."""
    return judge(state, seat)


@part
def judge_by(state, seat, weights):
    """The same by other weights than the game has settled on; in a game without weights they count for nothing."""
    return judge(state, seat)


@part
def features(state, seat, out):
    """What there is to note of a seat's situation, `FEATURES` numbers; unless said, what judgement thinks of it."""
    out[0] = judge(state, seat)


@part
def enough(state, seat):
    """The action with which a bot with manners ends a turn that has become long; unless said, there is none: -1."""
    return -1


@part
def imagine_manners(state):
    """Let a search that begins here imagine that everybody has such manners."""


RULES = (setup, to_act, legal, weight, apply, ending, places, scores, determinize, clock, seconds, pick, roll)
JUDGEMENT = (judge, judge_by, survey, judge_tried, features, enough, imagine_manners)


# ------------------------------------------------------------------------------------ parts of the loops


@part
def first_of(acting):
    """The lowest actor of a set, or chance: loops take simultaneous choices in this order."""
    if acting >> CHANCE:
        return CHANCE
    seat = 0
    while seat < CHANCE and (acting >> seat) & 1 == 0:
        seat += 1
    return seat


@part
def finish(state, moves, told, rng):
    """Play at random to the end; the number of actions that took."""
    played = 0
    acting = to_act(state)
    while acting != 0:
        actor = first_of(acting)
        if actor == CHANCE:  # two calls, so that the compiler knows in each what kind of action it is
            apply(state, actor, roll(state, moves, rng), told)
        else:
            apply(state, actor, pick(state, actor, moves, rng), told)
        played += 1
        acting = to_act(state)
    return played


@part
def is_legal(state, seat, action, moves):
    """Whether this seat may play this action now; a running clock is chance's to play though nobody waits for it."""
    if seat == CHANCE and action >= 0 and clock(state) == action:
        return True
    if (to_act(state) >> seat) & 1 == 0:
        return False
    moves.n = 0
    legal(state, seat, moves)
    for k in range(moves.n):
        if moves.action[k] == action:
            return True
    return False


# ------------------------------------------------------------------------------------ single steps, for a match


def begin(states, i, players, options):
    """Set up state i, which must be zeroed."""
    setup(states[i], players, options[0])


def acting(states, i):
    """Who is to act in state i."""
    return to_act(states[i])


def listing(states, i, seat, moves):
    """The legal actions of a seat in state i."""
    moves[0].n = 0
    legal(states[i], seat, moves[0])


def weighing(states, i, moves, out):
    """The weights of the outcomes listed before."""
    for k in range(moves[0].n):
        out[k] = weight(states[i], moves[0].action[k])


def rolling(states, i, moves, rng):
    """What chance does in state i; not yet carried out."""
    return roll(states[i], moves[0], rng)


def picking(states, i, seat, moves, rng):
    """A random legal action of a seat in state i; not yet carried out."""
    return pick(states[i], seat, moves[0], rng)


def step(states, i, before, seat, action, moves, told):
    """Play an action in state i if it is legal, and whether it was; states[before] keeps what was."""
    if not is_legal(states[i], seat, action, moves[0]):
        return False
    states[before] = states[i]
    told[0].n = 0
    apply(states[i], seat, action, told[0])
    return True


def ended(states, i):
    """0 while the game of state i runs, else which ending."""
    return ending(states[i])


def standing(states, i, place, score):
    """Places and scores of state i."""
    places(states[i], place)
    scores(states[i], score)


def guess(states, i, seat, rng):
    """Fill in what a seat cannot see in observation i."""
    determinize(states[i], seat, rng)


def hiding(states, i, viewer, hidden):
    """Blank in state i what a viewer may not see."""
    hide(states, i, viewer, hidden)


def ticking(states, i):
    """The action of a running clock in state i, or -1."""
    return clock(states[i])


def hourglass(states, i):
    """How long the clock of state i runs, in seconds."""
    return seconds(states[i])


def replay(states, i, seats, actions, moves, told):
    """Play a whole log in state i; how many of its actions were legal before the first that was not."""
    for k in range(len(actions)):
        if not is_legal(states[i], seats[k], actions[k], moves[0]):
            return k
        apply(states[i], seats[k], actions[k], told[0])
    return len(actions)


def weigh_up(states, i, seat, moves, told, values):
    """What the position is worth to a seat after each of the actions listed before; states[i + 1] is the workbench."""
    for k in range(moves[0].n):
        states[i + 1] = states[i]
        apply(states[i + 1], seat, moves[0].action[k], told[0])
        values[k] = judge(states[i + 1], seat)


# ------------------------------------------------------------------------------------ whole games


def playout(states, i, moves, told, rng):
    """Play state i at random to its end; the number of actions."""
    return finish(states[i], moves[0], told[0], rng)


def run_many(states, moves, told, rng, place, score, length, endings):
    """Play one random game per row of the tables, each from states[0]; states[1] is the workbench.

    The k-th game uses the k-th number of `rng`, so the results do not depend on how the games are shared out.
    """
    for k in range(len(length)):
        states[1] = states[0]
        length[k] = finish(states[1], moves[0], told[0], rng[k : k + 1])
        endings[k] = ending(states[1])
        places(states[1], place[k])
        scores(states[1], score[k])


# ------------------------------------------------------------------------------------ binding


@dataclass(frozen=True)
class Bound:
    """The loops above, made for one game: plain Python or machine code, each by itself."""

    begin: Callable[..., None]
    acting: Callable[..., int]
    listing: Callable[..., None]
    weighing: Callable[..., None]
    rolling: Callable[..., int]
    step: Callable[..., bool]
    hiding: Callable[..., None]
    ended: Callable[..., int]
    standing: Callable[..., None]
    ticking: Callable[..., int]
    hourglass: Callable[..., int]
    replay: Callable[..., int]
    guess: Callable[..., None]
    weigh_up: Callable[..., None]
    picking: Callable[..., int]
    playout: Callable[..., int]
    run_many: Callable[..., None]


LOOPS: dict[str, FunctionType] = {each.name: globals()[each.name] for each in fields(Bound)}


def bind(game: Game, *, plain: bool | None = None) -> Bound:
    """The loops for one game: machine code, or plain Python if asked here or by `SHEEPFOLD_PLAIN=1`.

    Machine code is loaded or made when a loop is first called. A match asks the engine instead, which never waits.
    """
    return _bind(game, plain_mode() if plain is None else plain)


@functools.cache
def _bind(game: Game, plain: bool) -> Bound:
    return Bound(**{name: made(game, loop, plain=plain) for name, loop in LOOPS.items()})


def bind_extra(game: Game, *loops: Callable[..., Any]) -> list[Callable[..., Any]]:
    """More loops for one game (a solver, a search): functions like the ones above, which call its rules by name."""
    return [made(game, loop, plain=plain_mode()) for loop in loops]


@functools.cache
def made(game: Game, loop: Any, *, plain: bool) -> Any:
    """One loop for one game."""
    return plainly(_plain_rules(game).link(loop)) if plain else _press(game).entry(loop)


@functools.cache
def _plain_rules(game: Game) -> Linker:
    return Linker(_stand_ins(game), lambda function: function)


@functools.cache
def _press(game: Game) -> Any:
    from sheepfold.core.machine_code import Press  # imports numba: only when something is compiled or loaded

    return Press(_compiled_rules(game), shelf_of(game.key), inline=_is_small(game))


def _compiled_rules(game: Game) -> StandIns:
    return {**_stand_ins(game), **MACHINE_TWINS}


def forget_machine_code() -> None:
    """Begin anew with what is kept where `SHEEPFOLD_CACHE` says now: for tests."""
    for known in (_bind, made, _press):
        known.cache_clear()


def _stand_ins(game: Game) -> StandIns:
    """The game's own rules for those at the top of this file."""
    stand_ins = {ours: game.rules.own.get(ours.__name__, ours) for ours in RULES}
    judged = game.judgement.own if game.judgement else {}
    stand_ins |= {ours: judged.get(ours.__name__, ours) for ours in JUDGEMENT}
    if game.rules.weight is None and stand_ins[roll] is roll:
        stand_ins[roll] = roll_alike
    return stand_ins


SMALL_GAME = 4000
"""A game whose rules are no longer than this, in bytes of Python's own code, is compiled in one piece: quicker to play,
but takes long for a large game."""


def _is_small(game: Game) -> bool:
    ours = set[Any]()
    for rule in (run_many, weigh_up):
        ours.update(_plain_rules(game).reached(rule))
    codes = [each.__code__ for each in ours if Path(each.__code__.co_filename).resolve().parent == game.folder]
    return sum(len(code.co_code) for code in codes) <= SMALL_GAME


# ------------------------------------------------------------------------------------ workbenches


def new_moves(game: Game, count: int = 1) -> Array:
    """Empty lists of moves."""
    return np.zeros(count, moves_dtype(game.most))


def new_notes(game: Game) -> Array:
    """Room for what `survey` notes."""
    return np.zeros(game.judgement.NOTES if game.judgement else 0)


def new_told(*, mute: bool) -> Array:
    """A place for what happens; loops pass a mute one."""
    told = np.zeros(1, TOLD)
    told["mute"] = mute
    return told


@dataclass
class Sample:
    """The results of many random games: one row a game."""

    places: Array
    scores: Array
    lengths: Array
    endings: Array


def run(game: Game, start: Array, players: int, seeds: Array) -> Sample:
    """Play a random game from `start` (one state) for every seed."""
    count = len(seeds)
    states = game.record.new(2)
    states[0] = start[0]
    sample = Sample(
        np.zeros((count, players), np.int64),
        np.zeros((count, players), np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )
    moves, told = new_moves(game), new_told(mute=True)
    bind(game).run_many(states, moves, told, seeds.copy(), sample.places, sample.scores, sample.lengths, sample.endings)
    return sample


def seeds(seed: int, count: int, first: int = 0) -> Array:
    """The seeds of games number `first` and following: well mixed, and the same however the games are shared out."""
    origin = source(seed)
    draw(origin)
    mixed = np.arange(first, first + count, dtype=np.uint64) * np.uint64(GOLDEN) + origin
    for shift, factor in ((30, MIX_1), (27, MIX_2)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


# ------------------------------------------------------------------------------------ compiling ahead

Arguments = tuple[Any, ...]


def samples(game: Game) -> dict[str, Arguments]:
    """What each loop is called with, in kind: enough to compile it."""
    states, moves, told, rng = game.record.new(2), new_moves(game), new_told(mute=True), source(1)
    options, number = game.setup_record.new(), 0
    numbers, seats = np.zeros(game.most, np.int64), np.zeros((1, MOST_SEATS), np.int64)
    return {
        "begin": (states, number, number, options),
        "acting": (states, number),
        "listing": (states, number, number, moves),
        "weighing": (states, number, moves, numbers),
        "rolling": (states, number, moves, rng),
        "step": (states, number, number, number, number, moves, told),
        "hiding": (opened(states), number, number, game.record.hidden),
        "ended": (states, number),
        "standing": (states, number, seats[0], seats[0]),
        "ticking": (states, number),
        "hourglass": (states, number),
        "replay": (states, number, numbers, numbers, moves, told),
        "guess": (states, number, number, rng),
        "weigh_up": (states, number, number, moves, told, np.zeros(game.most)),
        "picking": (states, number, number, moves, rng),
        "playout": (states, number, moves, told, rng),
        "run_many": (states, moves, told, rng, seats, seats, numbers, numbers),
    }


def names_of_code(game: Game, loops: Iterable[Any]) -> list[str]:
    """What the machine code of these loops is called, as it changes with all they are made from."""
    linker = Linker(_compiled_rules(game), lambda function: function)
    return [f"{loop.__name__}-{made_from(linker.reached(loop))}" for loop in loops]
