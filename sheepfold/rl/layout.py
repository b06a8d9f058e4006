"""What a seat sees, as one flat array of numbers, and what stands where in it.

First comes who looks, one place per seat with a 1 at the looking one; then the fields of the game's record in their
order, each flattened row by row. Whole numbers of 64 bits are sets (of squares, of cards): they come as 64 zeros and
ones each, lowest bit first. What the seat may not see is blanked, exactly as `secrecy.observe` does it; fields that
nobody ever sees are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import Field
from sheepfold.core.secrecy import NOBODY, Array, observe, opened
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops

SEAT = "seat"
"""The name of the first part: who looks."""

BITS = 64
DTYPES = ("float32", "int16")


@dataclass(frozen=True)
class Part:
    """A field's part of the flat array: where it stands, its shape, and between which numbers it lies."""

    name: str
    place: slice
    shape: tuple[int, ...]
    low: int
    high: int


class FlatLayout:
    """Where the fields of a game's record stand in a flat observation."""

    def __init__(self, game: Game, players: int, dtype: object = np.float32) -> None:
        self.game, self.players = game, players
        self.dtype = _checked_dtype(game, dtype)
        self.parts = {part.name: part for part in _parts(game, players)}
        self.size = sum(_width(part.shape) for part in self.parts.values())
        self.table = _table(game, self.parts)

    def slices(self) -> dict[str, slice]:
        """Each field's place in the flat array."""
        return {name: part.place for name, part in self.parts.items()}

    def fields(self, observations: Array) -> dict[str, Array]:
        """Flat observations (any number of leading axes) taken apart: a view for each field, in its own shape."""
        return {
            name: observations[..., part.place].reshape((*observations.shape[:-1], *part.shape))
            for name, part in self.parts.items()
        }

    def bounds(self) -> tuple[Array, Array]:
        """The lowest and the highest number at each place."""
        low, high = np.zeros((2, self.size), self.dtype)
        for part in self.parts.values():
            low[part.place], high[part.place] = part.low, part.high
        return low, high

    def flat(self, states: Array, seat: int | None) -> Array:
        """What a seat (None: a spectator) sees of these states, flat; the plain twin of the compiled loop."""
        seen = observe(self.game.record, states, seat)
        found = np.zeros((len(states), self.size), self.dtype)
        parts = self.fields(found)
        if seat is not None:
            parts[SEAT][:, seat] = 1
        for name, field in visible(self.game).items():
            values = seen[name]
            parts[name][...] = _bits_of(values) if _is_set(field) else values
        return found

    def view(self, states: Array) -> loops.View:
        """These states as the compiled loops look at them."""
        record = self.game.record
        return loops.View(opened(states), opened(record.new()), record.hidden, self.table, self.players)


# ---------------------------------------------------------------------------------------------- making one


def visible(game: Game) -> dict[str, Field]:
    """The fields that somebody may see."""
    return {name: field for name, field in game.record.fields.items() if field.sight is not NOBODY}


def _checked_dtype(game: Game, given: object) -> np.dtype[np.generic]:
    try:
        dtype = np.dtype(given)  # pyright: ignore[reportCallIssue, reportArgumentType]
    except TypeError:
        dtype = None
    if dtype is None or dtype.name not in DTYPES:
        sentence = _("Observations are made of {legal}, not {given!r}.")
        raise BadOption(sentence.format(legal=_(" or ").join(DTYPES), given=given))
    for name, field in visible(game).items():
        if dtype == np.int16 and not _is_set(field) and not np.can_cast(field.number, np.int16):
            sentence = _("The field `{field}` does not fit into int16; take float32.")
            raise BadOption(sentence.format(field=name))
    return dtype


def _is_set(field: Field) -> bool:
    return np.dtype(field.number).itemsize * 8 == BITS


def _width(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape))


def _parts(game: Game, players: int) -> Iterator[Part]:
    yield Part(SEAT, slice(0, players), (players,), 0, 1)
    start = players
    for name, field in visible(game).items():
        if _is_set(field):
            shape, low, high = (*field.shape, BITS), 0, 1
        else:
            limits = np.iinfo(field.number)
            shape, low, high = field.shape, int(limits.min), int(limits.max)
        yield Part(name, slice(start, start + _width(shape)), shape, low, high)
        start += _width(shape)


def _bits_of(values: Array) -> Array:
    """Each number of 64 bits as its bits, lowest first."""
    return (values.astype(np.uint64)[..., None] >> np.arange(BITS, dtype=np.uint64)) & np.uint64(1)


def _table(game: Game, parts: dict[str, Part]) -> Array:
    """The layout as the compiled loop reads it, one row a field; neighbours that are read alike share a row."""
    rows: list[list[int]] = []
    for name, field in visible(game).items():
        at, length = game.record.place(name)
        count = _width(field.shape)
        row = [0] * loops.COLUMNS
        row[loops.AT], row[loops.SIZE], row[loops.COUNT] = at, length // count, count
        row[loops.SIGNED] = int(np.issubdtype(field.number, np.signedinteger))
        row[loops.TO] = parts[name].place.start
        if rows and _continues(rows[-1], row):
            rows[-1][loops.COUNT] += count
        else:
            rows.append(row)
    return np.array(rows, np.int64)


def _continues(last: list[int], row: list[int]) -> bool:
    alike = all(last[column] == row[column] for column in (loops.SIZE, loops.SIGNED))
    return alike and last[loops.AT] + last[loops.COUNT] * last[loops.SIZE] == row[loops.AT]
