"""Who sees a field of a state, and `observe`, the only door out of a state.

Every field of a record says who may see it, with no default. An observation is a record of the same shape in which
the elements its reader may not see are blanked. Drawing, narration, bots and the wire get observations, never states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sheepfold.core.kit import Record

Array = np.ndarray[Any, np.dtype[Any]]

SPECTATOR = 8
"""The bit, in a field of who knows what, for those who only watch."""

EVERYBODY = (1 << (SPECTATOR + 1)) - 1
"""Eight seats and the spectators: what is known to these is public."""


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


def observe(record: Record, states: Array, seat: int | None) -> Array:
    """What a seat (None: a spectator) may see of these states; a new array, the states are left alone."""
    seen = copy_of(states)
    bit = SPECTATOR if seat is None else seat
    for field in record.secrets:
        values = seen[field.name]
        if field.sight.kind == "nobody":
            values[...] = field.blank
        elif field.sight.kind == "owner":
            for owner in range(values.shape[1]):
                if owner != bit:
                    values[:, owner] = field.blank
        else:
            values[(states[field.sight.by] >> bit) & 1 == 0] = field.blank
    return seen


def learned(record: Record, states: Array) -> bool:
    """Whether anybody knows more places of state 0 than of state 1; moving what is known teaches nobody anything."""
    for field in record.secrets:
        if field.sight.kind == "known":
            knowing = states[field.sight.by].reshape(2, -1)
            for bit in range(SPECTATOR + 1):
                now, before = ((knowing >> bit) & 1).sum(axis=1)
                if now > before:
                    return True
    return False


def copy_of(states: Array) -> Array:
    """A copy of an array of records, byte by byte (numpy's own copy of records is 50 times slower)."""
    return states.view(np.uint8).copy().view(states.dtype)
