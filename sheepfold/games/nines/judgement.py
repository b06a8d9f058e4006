# pyright: basic
"""What a good position is in All Nines, for bots.

A seat is worth its points and what the numbers in front of it are still good for. That depends on how many tiles it
will yet get, and is worked out here once, as a small game against fortune: each time some tiles are on offer, drawn
at random; take the one that promises most.
"""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sheepfold.core.kit import part
from sheepfold.games.nines.rules import cactus_space, free_tiles, home, pawns, points, tile_space
from sheepfold.games.nines.state import ANIMAL, FRONT, MOST_SEGMENTS, SEGMENT_TILES, STRETCH, TAKING

SEARCH = {"order": True, "cut": 20, "scale": 10.0}
"""How bots search, by the arena (docs/bots.md): what judgement likes is tried first, and after twenty actions it takes
over."""

LEVELS = {
    "lamb": {"iterations": 20, "mistakes": 0.8, "careless": 8.0},
    "ewe": {"iterations": 40, "mistakes": 0.4, "careless": 5.0},
    "ram": {"iterations": 3000},
}
"""What the levels of bots mean here, calibrated in the arena (docs/bots.md)."""

BELLWETHER = {"iterations": 20_000, "cut": 1, "exploration": 0.3}
"""How `bellwether` searches, with what was learned in the place of judgement (docs/bots.md)."""

FEATURES = 21
LOOKS_AT = ("segments", "phase", "roll")
"""What a learned value is told of a seat, see `features`, and looks at besides."""

ON_OFFER = 3
"""How many tiles there are to choose from, on average."""

TILES_AHEAD = 12
"""Beyond so many, each further tile is worth the same."""

Front = tuple[int, ...]
"""Numbers in front, in order."""


def nine_among(front: Front) -> Front:
    """The numbers that add up to nine: two of them or all three; none if none do."""
    for size in (2, 3):
        for chosen in itertools.combinations(front, size):
            if sum(chosen) == 9:
                return chosen
    return ()


def without(front: Front, gone: Front) -> Front:
    left = list(front)
    for value in gone:
        left.remove(value)
    return tuple(left)


def settled(front: Front, ahead: dict[Front, float]) -> float:
    """The most that up to three numbers in front are worth, given what fewer than three are worth hereafter."""
    nine = nine_among(front)
    if nine:
        return 5 * len(nine) + ahead[without(front, nine)]
    if len(front) < FRONT:
        return ahead[front]
    return max(ahead[without(front, (value,))] - value for value in front)


def one_tile_earlier(ahead: dict[Front, float]) -> dict[Front, float]:
    """What the numbers in front are worth with one more tile to come."""
    chance = 1 / ANIMAL
    worth = {}
    for front, as_it_lies in ahead.items():
        outcomes = [settled(tuple(sorted((*front, value))), ahead) for value in range(1, ANIMAL)]
        outcomes.append(5 + as_it_lies)
        expected, worse = 0.0, 0.0
        for outcome in sorted(outcomes):
            up_to_this = worse + chance
            expected += outcome * (up_to_this**ON_OFFER - worse**ON_OFFER)
            worse = up_to_this
        worth[front] = expected
    return worth


def promise_table() -> np.ndarray:
    """What two numbers in front (0 for none) are worth, by how many tiles will come: [tiles, number, number]."""
    fronts = [tuple(v for v in pair if v) for pair in itertools.combinations_with_replacement(range(ANIMAL), 2)]
    worth = {front: float(10 if sum(front) == 9 else -sum(front)) for front in fronts}
    table = np.zeros((TILES_AHEAD + 1, ANIMAL, ANIMAL))
    for tiles in range(TILES_AHEAD + 1):
        for front, value in worth.items():
            low, high = (0, 0, *front)[-2:]
            table[tiles, low, high] = table[tiles, high, low] = value
        worth = one_tile_earlier(worth)
    return table


PROMISE = promise_table()
A_TILE_FAR_AHEAD = float(PROMISE[TILES_AHEAD, 0, 0] - PROMISE[TILES_AHEAD - 1, 0, 0])


class Weights(NamedTuple):
    """How much each thing counts, in points."""

    tile: float  # one that will yet be earned: below nothing, so hurry, while there is something to choose from
    cactus: float  # one that will yet be earned
    foresight: float  # of the tiles to come, how many one should count on when judging the numbers in front


WEIGHTS = Weights(**tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8")))


@part
def judge(state, seat):
    return judge_by(state, seat, WEIGHTS)


@part
def judge_by(state, seat, weights):
    """How much better off a seat is than the best of the others."""
    best = -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, outlook(state, other, weights))
    return outlook(state, seat, weights) - best


@part
def outlook(state, seat, weights):
    """Points, what is still to be earned, and what the numbers in front are good for."""
    tiles, cactuses = still_to_come(state, seat)
    total = points(state, seat) + weights.tile * tiles + weights.cactus * cactuses
    ahead = max(0.0, weights.foresight * (tiles + cactuses))
    if state.phase == TAKING and state.turn == seat:
        return total + best_on_offer(state, seat, ahead) - promise(0, 0, ahead)
    front = front_worth(state.front[seat, 0], state.front[seat, 1], state.front[seat, 2], ahead)
    return total + front - promise(0, 0, ahead)


@part
def features(state, seat, out):
    """A seat's points, what it will yet earn, what it has in front, and how far its pawns are."""
    tiles, cactuses = still_to_come(state, seat)
    ahead = max(0.0, WEIGHTS.foresight * (tiles + cactuses))
    taking = state.phase == TAKING and state.turn == seat
    out[0] = points(state, seat)
    out[1] = tiles
    out[2] = cactuses
    out[3] = front_worth(state.front[seat, 0], state.front[seat, 1], state.front[seat, 2], ahead) - promise(0, 0, ahead)
    out[4] = best_on_offer(state, seat, ahead) - promise(0, 0, ahead) if taking else out[3]
    out[5] = 1.0 if taking else 0.0
    out[6] = outlook(state, seat, WEIGHTS)
    in_front = 0
    for k in range(FRONT):
        if state.front[seat, k] != 0:
            in_front += 1
    out[7] = in_front
    out[8] = state.animals[seat]
    note_pawns(state, seat, out, 9)


@part
def note_pawns(state, seat, out, spot):
    """How many pawns are in each area, how far all of them still have to go, and the first and the last of them."""
    for area in range(MOST_SEGMENTS + 2):
        out[spot + area] = 0.0
    first, last, way = 0, int(home(state)), 0
    for i in range(pawns(state)):
        space = int(state.pawn[seat, i])
        area = MOST_SEGMENTS + 1 if space == home(state) else (space + STRETCH - 2) // STRETCH
        out[spot + area] += 1.0
        way += int(home(state)) - space
        first, last = max(first, space), min(last, space)
    out[spot + MOST_SEGMENTS + 2] = way
    out[spot + MOST_SEGMENTS + 3] = home(state) - first
    out[spot + MOST_SEGMENTS + 4] = home(state) - last
    out[spot + MOST_SEGMENTS + 5] = pawns(state)


@part
def still_to_come(state, seat):
    """How many tiles and cactuses a seat's pawns will yet earn.

    Where more pawns come than tiles are left, some go without; each of the pawns may be the last to pass a cactus.
    """
    tiles, cactuses = 0.0, 0.0
    for segment in range(1, state.segments + 1):
        behind, own = pawns_not_beyond(state, seat, cactus_space(segment + 1))
        if own > 0:
            tiles += own * min(1.0, tiles_left(state, segment) / behind)
        behind, own = pawns_not_beyond(state, seat, cactus_space(segment))
        if own > 0:
            cactuses += own / behind
    return tiles, cactuses


@part
def pawns_not_beyond(state, seat, space):
    """How many pawns still have to go past a cactus (or home): all, and the seat's own."""
    behind = 0
    own = 0
    for other in range(state.players):
        for i in range(pawns(state)):
            if state.pawn[other, i] <= space and state.pawn[other, i] != home(state):
                behind += 1
                if other == seat:
                    own += 1
    return behind, own


@part
def tiles_left(state, segment):
    left = 0
    for place in range(SEGMENT_TILES):
        if state.track[tile_space(segment, place)] != 0:
            left += 1
    return left


@part
def best_on_offer(state, seat, tiles):
    """The most a tile can bring that may be taken now."""
    best = -1000.0
    free = free_tiles(state, state.crossed)
    for place in range(SEGMENT_TILES):
        if (free >> place) & 1 == 1:
            value = state.track[tile_space(state.crossed, place)]
            if value == ANIMAL:
                worth = 5 + front_worth(state.front[seat, 0], state.front[seat, 1], 0, tiles)
            else:
                worth = with_one_more(state.front[seat, 0], state.front[seat, 1], value, tiles)
            best = max(best, worth)
    return best


@part
def with_one_more(a, b, value, tiles):
    """What the numbers in front are worth when another joins them."""
    if a == 0:
        return front_worth(value, 0, 0, tiles)
    if b == 0:
        return front_worth(a, value, 0, tiles)
    return front_worth(a, b, value, tiles)


@part
def front_worth(a, b, c, tiles):
    """What up to three numbers in front are worth; of three, a nine is laid down, or one is put aside."""
    if c == 0:
        if a + b == 9:
            return 10 + promise(0, 0, tiles)
        return promise(a, b, tiles)
    if a + b == 9:
        return 10 + promise(c, 0, tiles)
    if a + c == 9:
        return 10 + promise(b, 0, tiles)
    if b + c == 9:
        return 10 + promise(a, 0, tiles)
    if a + b + c == 9:
        return 15 + promise(0, 0, tiles)
    return max(promise(b, c, tiles) - a, promise(a, c, tiles) - b, promise(a, b, tiles) - c)


@part
def promise(a, b, tiles):
    """What two numbers in front promise, with so many tiles to come (not a whole number)."""
    if tiles >= TILES_AHEAD:
        return PROMISE[TILES_AHEAD, a, b] + (tiles - TILES_AHEAD) * A_TILE_FAR_AHEAD
    whole = int(tiles)
    return PROMISE[whole, a, b] + (tiles - whole) * (PROMISE[whole + 1, a, b] - PROMISE[whole, a, b])
