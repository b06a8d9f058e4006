"""Records in plain Python: read and written as in compiled code, but with Python's own numbers, and checked.

Rules run on them until there is machine code (and always with `SHEEPFOLD_PLAIN=1`), and all that draws, tells or reads
positions works on them. numpy takes some microseconds to give out one number, so a record that rules work on is read
once, field by field, when it is first asked for; what is written goes to the array behind it at the same moment, where
a number that does not fit raises.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeGuard, cast

import numpy as np

from sheepfold.core.secrecy import Array


class PlainArray:
    """An array of a plain record: elements read as Python's own numbers; what does not fit raises."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        found = self._array[index]
        return PlainArray(found) if found.ndim else int(found)

    def __setitem__(self, index: Any, value: int) -> None:
        self._array[index] = int(value)

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))


class PlainRecord:
    """One record to read and to write, number by number, for whoever sets positions up."""

    def __init__(self, row: Array) -> None:
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        found = self._row[name][0]
        return PlainArray(found) if found.ndim else int(found)

    def __setattr__(self, name: str, value: int) -> None:
        self._row[name] = int(value)


def row_of(one: PlainRecord) -> Array:
    """The array of one record behind a plain record."""
    return one._row


# ---------------------------------------------------------------------------------------------- only to look at

_element = cast("Callable[[Any, Any], Any]", tuple.__getitem__)  # pyright: ignore[reportUnknownMemberType]


class FixedArray(tuple[Any, ...]):
    """An array nobody writes to, as Python's own numbers; `array[seat, k]` reads as it does elsewhere."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not tuple:
            return super().__getitem__(index)
        found: Any = self
        for each in cast("tuple[Any, ...]", index):
            if type(each) is slice:
                raise TypeError("a part of several rows cannot be read at once: read it row by row")
            found = _element(found, each)
        return found


class SeenRecord(PlainRecord):
    """A plain record to look at, for what draws and tells: every field becomes Python's own numbers once."""

    def __getattr__(self, name: str) -> Any:
        fixed = _fixed(self._row[name][0].tolist())
        object.__setattr__(self, name, fixed)  # from now on it is found without asking here
        return fixed

    def __setattr__(self, name: str, value: int) -> None:
        raise AttributeError(f"{name}: this record is only to look at")


def _fixed(value: Any) -> Any:
    return FixedArray(map(_fixed, cast("list[Any]", value))) if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------- for rules to work on


class WorkedArray:
    """A row of numbers that rules work on: read from a list, written to the list and to the array."""

    __slots__ = ("_array", "_numbers")

    def __init__(self, array: Array, numbers: list[int]) -> None:
        self._array = array
        self._numbers = numbers

    def __getitem__(self, index: int) -> int:
        return self._numbers[index]

    def __setitem__(self, index: int, value: int) -> None:
        self._array[index] = value = int(value)
        self._numbers[index] = value

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)


class WorkedTable:
    """The same with several rows: `array[seat, k]`, or one row as `array[seat]`."""

    __slots__ = ("_rows",)

    def __init__(self, array: Array, rows: list[Any]) -> None:
        self._rows: list[Any] = [_worked(array[k], rows[k]) for k in range(len(rows))]

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not tuple:
            return self._rows[index]
        found: Any = self._rows
        for each in cast("tuple[Any, ...]", index):
            found = found[each]
        return found

    def __setitem__(self, index: Any, value: int) -> None:
        *rows, last = cast("tuple[Any, ...]", index)
        found: Any = self._rows
        for each in rows:
            found = found[each]
        found[last] = value

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


def _worked(array: Array, numbers: list[Any]) -> WorkedArray | WorkedTable:
    return WorkedArray(array, numbers) if array.ndim == 1 else WorkedTable(array, numbers)


class WorkedRecord(PlainRecord):
    """A record that rules work on: every field is read once, and what is written goes through to the array."""

    def __getattr__(self, name: str) -> Any:
        found = self._row[name][0]
        if found.dtype.names is not None:
            value = WorkedRecord(self._row[name])  # a record in a record
        else:
            value = _worked(found, found.tolist()) if found.ndim else int(found)
        object.__setattr__(self, name, value)  # from now on it is found without asking here
        return value

    def __setattr__(self, name: str, value: int) -> None:
        self._row[name] = value = int(value)
        object.__setattr__(self, name, value)

    def read_anew(self) -> None:
        """The array behind has been written to."""
        row = self._row
        vars(self).clear()
        object.__setattr__(self, "_row", row)


class WorkedRecords:
    """An array of records while a loop runs on it. Nobody else may write to the array meanwhile."""

    def __init__(self, array: Array) -> None:
        self._array = array
        self._records: dict[int, WorkedRecord] = {}

    def __getitem__(self, i: int) -> WorkedRecord:
        found = self._records.get(i)
        return found or self._records.setdefault(i, WorkedRecord(self._array[i : i + 1]))

    def __setitem__(self, i: int, row: PlainRecord) -> None:
        self._array[i] = row_of(row)[0]
        if i in self._records:
            self._records[i].read_anew()

    def __len__(self) -> int:
        return len(self._array)


def _is_table(thing: object) -> TypeGuard[Array]:
    return isinstance(thing, np.ndarray) and cast("Array", thing).dtype.names is not None


def plainly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Call a loop in plain mode: the arrays of records it is given are wrapped."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(_wrapped, arguments))

    return call


def _wrapped(argument: Any) -> Any:
    """An array of records wrapped, also inside a named tuple; anything else as it is."""
    if hasattr(argument, "_fields"):
        return type(argument)(*map(_wrapped, argument))
    return WorkedRecords(argument) if _is_table(argument) else argument
