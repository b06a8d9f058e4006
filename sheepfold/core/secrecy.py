"""Who sees a field of a state, and `hide`, the only door out of a state.

Every field of a record says who may see it, with no default. An observation is a record of the same shape in which
the elements its reader may not see are blanked. Drawing, narration, bots and the wire get observations, never states.

What a viewer may not see is worked out once per record, as a table (`Hidden`), and blanked by one function (`hide`),
plain or compiled: for a match, a search, an environment or the server alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sheepfold.core.actors import MOST_SEATS, SPECTATOR, SPECTATORS_BIT
from sheepfold.core.rules import part

if TYPE_CHECKING:
    from sheepfold.core.kit import Record

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Sight:
    """Who may see a field: everybody, nobody, the owner, or those a sibling field names."""

    kind: str
    by: str = ""


ALL = Sight("all")
NOBODY = Sight("nobody")
OWNER = Sight("owner")
"""The field's first axis is the seat; each row is seen by its seat alone."""


def known(by: str) -> Sight:
    """Seen element by element: the sibling field `by` holds, for each, the bit set of seats that know it."""
    return Sight("known", by)


# ---------------------------------------------------------------------------------------------- what is hidden


class Hidden(NamedTuple):
    """What each viewer may not see of a record: by its declaration alone, and where that depends on who knows it."""

    masks: Array
    """Per viewer the words of a record, with ones where it may look."""
    fills: Array
    """Per viewer what stands elsewhere."""
    known: Array
    """Per field that is known to some: first byte, bytes an element, elements; first byte and bytes of who knows it."""
    blanks: Array
    """The bytes that stand for what is not known."""


class Opened(NamedTuple):
    """The bytes of some records, a row each, also word by word."""

    words: Array
    raw: Array


def opened(states: Array) -> Opened:
    """Some records as `hide` takes them; what is written there is written to them."""
    return Opened(states.view(np.uint64).reshape(len(states), -1), states.view(np.int8).reshape(len(states), -1))


def hidden_in(record: Record) -> Hidden:
    """The table of what is hidden in a record, made from its fields."""
    size = record.dtype.itemsize
    blank, masks, rows = record.new(), np.full((SPECTATOR + 1, size), 255, np.uint8), list[tuple[int, ...]]()
    for field in record.secrets:
        blank[field.name][...] = field.blank
        at, length = record.place(field.name)
        if field.sight.kind == "known":
            by, by_length = record.place(field.sight.by)
            count = int(np.prod(field.shape))
            rows.append((at, length // count, count, by, by_length // count))
            continue
        masks[:, at : at + length] = 0
        if field.sight.kind == "owner":
            row = length // field.shape[0]
            for seat in range(field.shape[0]):
                masks[seat, at + seat * row : at + (seat + 1) * row] = 255
    fills = ~masks & blank.view(np.uint8)
    return Hidden(
        masks.view(np.uint64), fills.view(np.uint64), np.array(rows, np.int64).reshape(-1, 5), blank.view(np.int8)
    )


@part
def hide(states: Any, i: int, viewer: int, hidden: Any) -> None:
    """Blank in state i what a viewer (a seat, or SPECTATOR) may not see."""
    for row in range(len(hidden.known)):
        blank_unknown(states, i, viewer, hidden, row)
    for w in range(hidden.masks.shape[1]):
        states.words[i, w] = (states.words[i, w] & hidden.masks[viewer, w]) | hidden.fills[viewer, w]


@part
def blank_unknown(states: Any, i: int, viewer: int, hidden: Any, row: int) -> None:
    """Blank the elements of one field that a viewer does not know."""
    at, size, count = hidden.known[row, 0], hidden.known[row, 1], hidden.known[row, 2]
    by, by_size = hidden.known[row, 3], hidden.known[row, 4]
    bit = SPECTATORS_BIT if viewer == SPECTATOR else viewer
    for element in range(count):
        place = by + element * by_size
        knowers = (int(states.raw[i, place]) & 255) + ((int(states.raw[i, place + 1]) & 255) << 8)
        if (knowers >> bit) & 1 == 0:
            for k in range(at + element * size, at + (element + 1) * size):
                states.raw[i, k] = hidden.blanks[k]


def observe(record: Record, states: Array, seat: int | None) -> Array:
    """What a seat (None: a spectator) may see of these states; a new array, the states are left alone."""
    seen = copy_of(states)
    if record.secrets:
        rows = opened(seen)
        for i in range(len(seen)):
            hide(rows, i, SPECTATOR if seat is None else seat, record.hidden)
    return seen


# ---------------------------------------------------------------------------------------------- what came to be known


def learned(record: Record, states: Array) -> bool:
    """Whether anybody knows more places of state 0 than of state 1; moving what is known teaches nobody anything."""
    for field in record.secrets:
        if field.sight.kind == "known":
            knowing = states[field.sight.by].reshape(2, -1)
            for bit in (*range(MOST_SEATS), SPECTATORS_BIT):
                now, before = ((knowing >> bit) & 1).sum(axis=1)
                if now > before:
                    return True
    return False


def copy_of(states: Array) -> Array:
    """A copy of an array of records, byte by byte (numpy's own copy of records is 50 times slower)."""
    return states.view(np.uint8).copy().view(states.dtype)
