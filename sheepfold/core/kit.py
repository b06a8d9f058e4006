"""How rules are written.

A rule is a plain Python function on a record of whole numbers, marked `@rule("NIN-11")`; a helper is marked `@part`.
Imported, they stay plain Python, and they can be played as they are; `linking` puts them together for a game, and
`machine_code` makes machine code of the same source.

Written once, read twice: keep to whole numbers, loops and the fields of records; import marked functions by name.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from sheepfold.core.actors import CHANCE, MOST_SEATS
from sheepfold.core.errors import BadGame, BadRecord
from sheepfold.core.rules import is_part, part, rule, rules_of
from sheepfold.core.secrecy import ALL, Array, Hidden, Sight, hidden_in
from sheepfold.core.words import gettext as _

__all__ = [
    "CHANCE",
    "GOLDEN",
    "MACHINE_TWINS",
    "MIX_1",
    "MIX_2",
    "MOST_SEATS",
    "TOLD",
    "Event",
    "Events",
    "Field",
    "Record",
    "add",
    "below",
    "draw",
    "field",
    "fold",
    "is_part",
    "lowest_bits",
    "moves_dtype",
    "part",
    "record",
    "rule",
    "rules_of",
    "source",
    "tell",
]

# ---------------------------------------------------------------------------------------------- records


@dataclass(frozen=True)
class Field:
    """One field of a record: its name, numbers, shape, who sees it, and what others see instead."""

    name: str
    number: type[np.integer[Any]]
    shape: tuple[int, ...]
    sight: Sight
    blank: int


def field(
    name: str, number: type[np.integer[Any]], shape: int | tuple[int, ...] = (), *, sees: Sight, blank: int = 0
) -> Field:
    """Declare a field. `sees` has no default: forgetting who may see a field must fail."""
    if hasattr(np.record, name):
        raise BadGame(f"A record cannot have a field `{name}`: numpy's records have a method of that name.")
    return Field(name, number, (shape,) if isinstance(shape, int) else shape, sees, blank)


WORD = 8
"""States are whole words long, so that they can be hashed and compared word by word."""


class Record:
    """The shape of a state: fields of whole numbers in one fixed-size block of bytes."""

    def __init__(self, *fields: Field) -> None:
        self.fields = {each.name: each for each in fields}
        if len(self.fields) != len(fields):
            raise BadGame("A record has two fields of one name.")
        for each in fields:
            self._check_sight(each)
        layout = [(each.name, each.number, each.shape) if each.shape else (each.name, each.number) for each in fields]
        packed = np.dtype(layout)
        offsets = [offset for _dtype, offset in _places(packed).values()]
        spec = {
            "names": list(self.fields),
            "formats": [entry[1:] if len(entry) > 2 else entry[1] for entry in layout],
            "offsets": offsets,
            "itemsize": -(-packed.itemsize // WORD) * WORD,
        }
        self.dtype: np.dtype[Any] = np.dtype((np.record, spec))
        self.secrets = [each for each in fields if each.sight is not ALL]
        self.hidden: Hidden = hidden_in(self)
        """What each viewer may not see."""

    def _check_sight(self, each: Field) -> None:
        if each.sight.kind == "known" and (
            each.sight.by not in self.fields or self.fields[each.sight.by].shape != each.shape
        ):
            raise BadGame(f"Field `{each.name}` is known by `{each.sight.by}`, which is no field of the same shape.")
        if each.sight.kind == "known" and self.fields[each.sight.by].number in (np.int8, np.uint8):
            raise BadGame(f"Field `{each.sight.by}` has no room for nine bits: eight seats and the spectators.")
        if each.sight.kind == "owner" and not each.shape:
            raise BadGame(f"Field `{each.name}` has an owner but no axis for the seats.")

    def place(self, name: str) -> tuple[int, int]:
        """Where a field lies in the record: its first byte, and how many there are."""
        dtype, offset = _places(self.dtype)[name]
        return offset, dtype.itemsize

    def new(self, count: int = 1) -> Array:
        """This many zeroed records."""
        return np.zeros(count, self.dtype)

    def plain(self, states: Array, i: int = 0) -> dict[str, Any]:
        """One record as a dictionary of numbers and lists."""
        row = states[i : i + 1].tolist()[0]  # all fields at once: several times quicker than one by one
        values = [value.tolist() if isinstance(value, np.ndarray) else value for value in row]
        return dict(zip(self.fields, values, strict=True))

    def from_plain(self, plain: Mapping[str, Any]) -> Array:
        """The record that `plain` made such a dictionary of, as an array of one; BadRecord if it cannot be one."""
        states = self.new()
        try:
            for name in self.fields:
                states[name][0] = plain[name]
        except (KeyError, ValueError, TypeError, OverflowError) as error:
            raise BadRecord(_("This is not what a seat sees: {reason}.").format(reason=error)) from None
        return states


def _places(dtype: np.dtype[Any]) -> dict[str, tuple[np.dtype[Any], int]]:
    """Each field's numbers and first byte."""
    return {name: (place[0], place[1]) for name, place in cast("Any", dtype.fields).items()}


def record(*fields: Field) -> Record:
    """Declare a record field by field."""
    return Record(*fields)


# ---------------------------------------------------------------------------------------------- moves and told


@functools.cache
def moves_dtype(most: int) -> np.dtype[Any]:
    """A list of at most this many actions: `moves.n` and `moves.action[k]`."""
    return np.dtype((np.record, [("n", np.int64), ("action", np.int64, (most,))]))


@part
def add(moves: Any, action: int) -> None:
    """Append an action to a list of legal ones."""
    moves.action[moves.n] = action
    moves.n += 1


MOST_TOLD = 96
"""How many events one action can cause; a chain of eight sheep, forward and back, stays well below."""

TOLD = np.dtype((np.record, [("mute", np.int64), ("n", np.int64), ("event", np.int64, (MOST_TOLD, 5))]))


@part
def tell(told: Any, what: int, seat: int, origin: int, target: int, amount: int) -> None:
    """Note that something happened, unless nobody listens. Events are public: never tell a secret."""
    if told.mute == 0:
        told.event[told.n, 0] = what
        told.event[told.n, 1] = seat
        told.event[told.n, 2] = origin
        told.event[told.n, 3] = target
        told.event[told.n, 4] = amount
        told.n += 1


@dataclass(frozen=True)
class Event:
    """Something that happened, as everybody may know it: which event, by which rule, to whom, from, to, how much."""

    what: str
    rule: str
    seat: int
    origin: int
    target: int
    amount: int


class Events:
    """The kinds of events a game tells, each with its word and the rule behind it."""

    def __init__(self) -> None:
        self.kinds: list[tuple[str, str]] = []
        self.reveals: set[int] = set()

    def add(self, what: str, rule: str, *, reveals: bool = False) -> int:
        """Declare a kind of event; its number is what rules pass to `tell`.

        An event that `reveals` opens the latest secret action of its seat: from then on the log shows it.
        """
        self.kinds.append((what, rule))
        if reveals:
            self.reveals.add(len(self.kinds) - 1)
        return len(self.kinds) - 1

    def read(self, told: Array) -> list[Event]:
        """What a told record holds."""
        return self.read_rows(told["event"][0][: int(told["n"][0])])

    def read_rows(self, rows: Array) -> list[Event]:
        """What is told in these rows of one."""
        told: list[list[int]] = rows.tolist()
        return [Event(*self.kinds[row[0]], *row[1:]) for row in told]


# ---------------------------------------------------------------------------------------------- the random source

MASK = (1 << 64) - 1
GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def source(seed: int) -> Array:
    """A random source: one 64-bit number, passed beside a state, never inside it."""
    return np.array([seed & MASK], np.uint64)


@part
def draw(rng: Any) -> int:
    """The next 32 random bits (the upper half of a splitmix64 step)."""
    state = (int(rng[0]) + GOLDEN) & MASK
    rng[0] = state
    mixed = ((state ^ (state >> 30)) * MIX_1) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * MIX_2) & MASK
    return (mixed ^ (mixed >> 31)) >> 32


_GOLDEN, _MIX_1, _MIX_2 = np.uint64(GOLDEN), np.uint64(MIX_1), np.uint64(MIX_2)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def _draw_compiled(rng: Any) -> Any:
    """`draw` for the compiler, all unsigned: one signed number would make the rest signed too."""
    state = rng[0] + _GOLDEN
    rng[0] = state
    mixed = (state ^ (state >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return np.int64((mixed ^ (mixed >> _31)) >> _32)


@part
def fold(key: int, word: int) -> int:
    """Mix a 64-bit word into a hash."""
    mixed = ((int(key) ^ int(word)) * GOLDEN) & MASK
    return mixed ^ (mixed >> 29)


_29 = np.uint64(29)


def _fold_compiled(key: Any, word: Any) -> Any:
    """`fold` for the compiler, all unsigned."""
    mixed = (np.uint64(key) ^ np.uint64(word)) * _GOLDEN
    return mixed ^ (mixed >> _29)


@part
def lowest_bits(key: int, count: int) -> int:
    """A hash cut down to a number below `count`, a power of two."""
    return int(key) & (count - 1)


def _lowest_bits_compiled(key: Any, count: Any) -> Any:
    return np.int64(key & np.uint64(count - 1))


MACHINE_TWINS: dict[Any, Any] = {draw: _draw_compiled, fold: _fold_compiled, lowest_bits: _lowest_bits_compiled}
"""What needs the machine's own arithmetic: Python's whole numbers have no end."""


@part
def below(rng: Any, n: int) -> int:
    """A random whole number from 0 to n - 1 (n below 2**31; no outcome is off by more than n / 2**32)."""
    return (draw(rng) * n) >> 32
