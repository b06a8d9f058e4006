"""What the learner looks at in a two-player game of nines, made from flat observations by the names of their fields.

Everything is told from the point of view of the seat that looks: its own numbers first, then the other's.
"""

from __future__ import annotations

import numpy as np

from sheepfold.games.nines.state import ANIMAL, SEGMENT_TILES, STRETCH, TAKING
from sheepfold.rl import Layout

VALUES = np.arange(ANIMAL, dtype=np.int16)
AREAS = 8
"""Where a pawn can be: the start, six segments, home."""

PHASES = 8
NEEDED = (
    "seat", "segments", "phase", "turn", "track", "pawn", "front", "nines", "aside", "animals", "cactuses", "crossed"
)  # fmt: skip
PAIRS = [(low, high) for low in range(ANIMAL) for high in range(low, ANIMAL)]
PAIR = np.zeros((ANIMAL, ANIMAL), np.int16)
"""The number of a pair of numbers in front, 0 standing for none."""
for _number, (_low, _high) in enumerate(PAIRS):
    PAIR[_low, _high] = PAIR[_high, _low] = _number

POINT = 0.1
"""How much a point counts as an input: a usual lead is about 1."""


def features(observations: np.ndarray, layout: Layout) -> np.ndarray:
    """A row of inputs for each observation."""
    fields = layout.fields(observations)
    seen = {name: np.asarray(fields[name], np.int16) for name in NEEDED}
    rows = np.arange(len(observations))
    me = seen["seat"].argmax(axis=1)
    mine = (me == seen["turn"]) & (seen["phase"] < PHASES - 1)
    found = [
        one_hot(seen["phase"], PHASES) * mine[:, None],
        one_hot(seen["phase"], PHASES) * ~mine[:, None],
    ]
    segments = seen["track"][:, 1:-1].reshape(len(rows), -1, STRETCH)  # each with the cactus before it
    tiles = segments[:, :, 1:]
    found += [np.count_nonzero(tiles, axis=2) / SEGMENT_TILES, np.count_nonzero(tiles == ANIMAL, axis=2) / 2]
    found += [(segments[:, :, 0] > 0) * 1.0]
    lead = np.zeros(len(rows))
    for seat, sign in ((me, 1), (1 - me, -1)):
        points = 5 * seen["animals"][rows, seat] + 5 * seen["nines"][rows, seat].sum(axis=1)
        lead += sign * (points - seen["aside"][rows, seat] @ VALUES)
        found += player(seen, rows, seat)
    found += [lead[:, None] * POINT, on_offer(seen, rows, me, tiles)]
    return np.concatenate(found, axis=1).astype(np.float32)


def one_hot(numbers: np.ndarray, count: int) -> np.ndarray:
    return np.eye(count, dtype=np.float32)[numbers]


def player(seen: dict[str, np.ndarray], rows: np.ndarray, seat: np.ndarray) -> list[np.ndarray]:
    """A seat's pawns and the numbers in front of it."""
    pawns, front = seen["pawn"][rows, seat], seen["front"][rows, seat]
    home = 1 + STRETCH * seen["segments"][:, None]
    areas = np.where(pawns >= home, AREAS - 1, (pawns + STRETCH - 2) // STRETCH)
    third = one_hot(front[:, 2], ANIMAL)[:, 1:]
    return [
        one_hot(areas, AREAS).sum(axis=1),
        np.sort(pawns, axis=1) / home,
        one_hot(PAIR[front[:, 0], front[:, 1]], len(PAIRS)),
        third,
        (front > 0).sum(axis=1, keepdims=True) / 3,
        seen["cactuses"][rows, seat][:, None] / 3,
    ]


def on_offer(seen: dict[str, np.ndarray], rows: np.ndarray, me: np.ndarray, tiles: np.ndarray) -> np.ndarray:
    """While a tile is taken: whether a nine or an animal can be had, and how many tiles there are to choose from."""
    taking = (seen["phase"] == TAKING) & (seen["crossed"] > 0)
    segment = tiles[rows, np.maximum(seen["crossed"] - 1, 0)]
    spaces = 2 + STRETCH * np.maximum(seen["crossed"] - 1, 0)[:, None] + np.arange(SEGMENT_TILES)
    occupied = (spaces[:, :, None] == seen["pawn"][:, :2].reshape(len(rows), 1, -1)).any(axis=2)
    free = np.where(occupied, 0, segment)
    front = seen["front"][rows, seen["turn"]]
    first, second = front[:, :1], front[:, 1:2]
    numbers = (free > 0) & (free < ANIMAL)
    pair = numbers & ((free + first == 9) | ((free + second == 9) & (second > 0)))
    three = numbers & (first > 0) & (second > 0) & (free + first + second == 9)
    offer = [pair.any(axis=1), three.any(axis=1), (free == ANIMAL).any(axis=1), (free > 0).sum(axis=1) / SEGMENT_TILES]
    return np.stack(offer, axis=1) * (taking * np.where(seen["turn"] == me, 1, -1))[:, None]
