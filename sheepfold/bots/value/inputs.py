"""What a network is shown of a position: derived from the fields of the game's record, and from some games played.

The first axis of a field is taken for the seats if it is as long as the table is large; then the seat that looks comes
first, and those behind it in their order. A number that takes few values is shown as one of several places, a larger
one scaled, whole numbers of 64 bits are sets. What never changed in the games is left out.
"""

from __future__ import annotations

import numpy as np

from sheepfold.core.game import Game
from sheepfold.core.kit import MOST_SEATS, Field
from sheepfold.core.secrecy import Array
from sheepfold.core.value import BITS, COLUMNS, ONE_HOT, SCALED

FEW = 12
"""As many values as this are shown one by one."""

MOST_INPUTS = 400
"""A field that would take more than this is shown scaled, and left out if that is still too much."""

SET = np.int64


def reads_of(game: Game, players: int, seen: Array) -> Array:
    """The rows of `Network.reads`, from positions that were seen."""
    rows: list[list[int]] = []
    to = 1 + players * (2 + game.features)
    looks_at = game.judgement.LOOKS_AT if game.judgement else None
    for name in game.record.fields if looks_at is None else looks_at:
        found = _rows_of(game, players, game.record.fields[name], seen, to)
        rows += found
        to += sum(row[6] for row in found)
    return np.array(rows, np.int64).reshape(-1, COLUMNS)


def _rows_of(game: Game, players: int, field: Field, seen: Array, to: int) -> list[list[int]]:
    at, length = game.record.place(field.name)
    values = seen[field.name].reshape(len(seen), -1)
    size, by_seats = length // values.shape[1], _is_by_seats(game, field)
    each = values.shape[1] // field.shape[0] if by_seats else values.shape[1]
    if by_seats:
        values = values[:, : players * each].reshape(-1, each)
    kind, low, count = _kind(field, values)
    rows: list[list[int]] = []
    for element in np.flatnonzero(np.ptp(values, axis=0)).tolist():
        for behind in range(players if by_seats else 1):
            stride = each * size if by_seats else 0
            rows.append([at + element * size, size, stride, behind, kind, low, count, to])
            to += count
    return rows


def _is_by_seats(game: Game, field: Field) -> bool:
    return bool(field.shape) and field.shape[0] in (game.players[-1], MOST_SEATS)


def _kind(field: Field, values: Array) -> tuple[int, int, int]:
    """How a field is read, its lowest number, and how many inputs an element takes."""
    low, high = int(values.min()), int(values.max())
    if field.number is SET:
        return BITS, 0, max(1, int(np.bitwise_or.reduce(values, axis=None)).bit_length())
    width = high - low + 1
    if 2 < width <= FEW and width * values.shape[1] <= MOST_INPUTS:
        return ONE_HOT, low, width
    return SCALED, low, 1
