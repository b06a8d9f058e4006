# pyright: basic
"""Where things are on the meadow: fields and their numbers, who stands where, what lies beside what."""

from __future__ import annotations

from sheepfold.core.kit import part, rule
from sheepfold.games.shepherd.state import NO_FIELD, ROWS


@part
def field_number(field):
    """The place of a field among all there can be: a1, a2 … a9, b1 …"""
    return (field // 10 - 1) * ROWS + field % 10 - 1


@part
def field_of(number):
    """The field with that number."""
    return (number // ROWS + 1) * 10 + number % ROWS + 1


@part
def is_field(state, place):
    return state.cards[place] != NO_FIELD


@part
def has_no_sheep(state, place):
    """A field without a sheep; the dog may be there."""
    return is_field(state, place) and state.standing[place] == 0


@part
def is_free(state, place):
    """A field with no sheep and no dog."""
    return has_no_sheep(state, place) and state.dog != place


@rule("SHE-13")
def are_beside(one, other):
    """Up, down, left or right of each other; diagonal does not count, nor does round the edge."""
    distance = abs(one - other)
    return distance == 1 or distance == 10


@part
def is_beside_dog(state, field):
    return are_beside(int(state.dog), field)


@part
def take_place(state, sheep, field):
    """A sheep (from 0) comes to stand on a field."""
    state.sheep[sheep] = field
    state.standing[field] = sheep + 1
