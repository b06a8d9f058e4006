# pyright: basic
"""How scared sheep run in the tactical game (SHE-19 to SHE-21), and whether all of them can get away (SHE-15).

No sheep runs to a field beside the dog. The rest of the meadow is in one piece, or, on a strange map, in several. A
chain ends on a free field of the piece it began in, whichever way it goes, and it can always be brought to such an end
as long as there is one. So all scared sheep can get away if, and only if, every group of them has as many free fields
in the pieces they stand beside as there are sheep in the group: nobody has to try out orders and chains.
"""

from __future__ import annotations

import numpy as np

from sheepfold.core.kit import add, part, rule
from sheepfold.games.shepherd.meadow import are_beside, is_beside_dog, is_field
from sheepfold.games.shepherd.state import ALL_SHEEP, DIRECTIONS, FLEE, PLACES, SHEEP_EACH, WAY

# ------------------------------------------------------------------------------------ where one sheep may run


@rule("SHE-20")
def field_beyond(state, field, direction):
    """The next field in a direction; off the edge, the opposite one: the other end of the way it came along."""
    if is_field(state, field + direction):
        return field + direction
    while is_field(state, field - direction):
        field -= direction
    return field


@part
def is_out_of_reach(dog, field):
    """Neither the dog's field nor one beside it."""
    return field != dog and not are_beside(dog, field)


@rule("SHE-21")
def may_run_to(state, sheep, there):
    """A free field not beside the dog, or one with a sheep (chains forced: only if it has no free one)."""
    here, dog = int(state.sheep[sheep]), int(state.dog)
    if there == here or not is_out_of_reach(dog, there):
        return False
    if state.standing[there] == 0:
        return True
    return (state.chains_free == 1 or not has_free_way(state, dog, here)) and chain_ends(state, sheep, there)


@part
def has_free_way(state, dog, here):
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        if state.standing[there] == 0 and is_out_of_reach(dog, there):
            return True
    return False


@rule("SHE-21")
def chain_ends(state, sheep, there):
    """Whether a chain can be finished if this sheep steps onto that one: somebody whom it can reach finds a free field.

    Whoever is pushed leaves no field free behind, and a sheep moves once in a chain; so it is enough to find all sheep
    that could be pushed in turn, each reached over the fewest others.
    """
    moved = state.moved | (1 << sheep)
    reached = 1 << (state.standing[there] - 1)
    if reached & moved != 0:
        return False
    looked_at = 0
    while reached != looked_at:
        for other in range(ALL_SHEEP):
            if ((reached & ~looked_at) >> other) & 1 == 1:
                looked_at |= 1 << other
                if has_free_way(state, int(state.dog), int(state.sheep[other])):
                    return True
                reached |= sheep_around(state, int(state.sheep[other])) & ~moved
    return False


@part
def sheep_around(state, here):
    """The sheep, as bits, that one fleeing from here could push."""
    found = 0
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        if there != here and state.standing[there] != 0 and not is_beside_dog(state, there):
            found |= 1 << (state.standing[there] - 1)
    return found


@part
def can_run(state, sheep):
    here = int(state.sheep[sheep])
    for direction in DIRECTIONS:
        if may_run_to(state, sheep, field_beyond(state, here, direction)):
            return True
    return False


# ------------------------------------------------------------------------------------ whether all can get away


@part
def scared_by(state, dog):
    """The sheep beside such a dog: a bit for each direction in which one stands."""
    scared = 0
    for k in range(4):
        if state.standing[dog + DIRECTIONS[k]] != 0:
            scared |= 1 << k
    return scared


@rule("SHE-15")
def all_can_run(state, dog, scared):
    """Whether every sheep beside such a dog can get away, in some order, by free fields and by chains."""
    if have_room(state, dog, scared):
        return True
    for group in range(1, 16):
        if group & ~scared == 0 and fields_for(state, dog, group) < count(group):
            return False
    return True


@part
def count(group):
    """How many sheep there are in a group."""
    return (group & 1) + ((group >> 1) & 1) + ((group >> 2) & 1) + ((group >> 3) & 1)


@part
def have_room(state, dog, scared):
    """Whether each of these sheep has as many free fields of its own choice as there are scared sheep: the usual
    case, in which nobody can take the last way from another."""
    most = count(scared)
    for k in range(4):
        if (scared >> k) & 1 == 1 and count_free_ways(state, dog, dog + DIRECTIONS[k]) < most:
            return False
    return True


@part
def count_free_ways(state, dog, here):
    """How many free fields a sheep has to run to; where two ways lead to one field (a row of two), it counts once."""
    ways = 0
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        doubled = direction < 0 and there == field_beyond(state, here, -direction)
        if not doubled and state.standing[there] == 0 and is_out_of_reach(dog, there):
            ways += 1
    return ways


@part
def fields_for(state, dog, group):
    """How many free fields there are for a group of scared sheep in the pieces of the meadow beside them, counted as
    far as they need."""
    fields, found = np.zeros(PLACES, np.int64), 0
    seen = np.zeros(PLACES, np.int8)
    for k in range(4):
        if (group >> k) & 1 == 1:
            found = note_around(state, dog, dog + DIRECTIONS[k], seen, fields, found)
    looked_at, free, needed = 0, 0, count(group)
    while looked_at < found and free < needed:
        field = fields[looked_at]
        looked_at += 1
        if state.standing[field] == 0:
            free += 1
        found = note_around(state, dog, field, seen, fields, found)
    return free


@part
def note_around(state, dog, here, seen, fields, found):
    """Append the fields that one step leads to from here, unless they were seen before; how many there are now."""
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        if seen[there] == 0 and is_out_of_reach(dog, there):
            seen[there] = 1
            fields[found] = there
            found += 1
    return found


@rule("SHE-15")
def leaves_a_way(state, sheep, there):
    """Whether the other scared sheep can still get away when this one has gone there and its chain is finished: that
    takes a free field of the piece of the meadow it leads to, and it does not matter which."""
    here, dog, end = int(state.sheep[sheep]), int(state.dog), free_field_beyond(state, there)
    state.standing[here] = 0
    state.standing[end] = sheep + 1
    possible = all_can_run(state, dog, scared_by(state, dog))
    state.standing[end] = 0
    state.standing[here] = sheep + 1
    return possible


@part
def free_field_beyond(state, there):
    """A free field in the same piece of the meadow."""
    fields, found, looked_at = np.zeros(PLACES, np.int64), 1, 0
    seen = np.zeros(PLACES, np.int8)
    fields[0] = there
    seen[there] = 1
    while state.standing[fields[looked_at]] != 0:
        found = note_around(state, int(state.dog), fields[looked_at], seen, fields, found)
        looked_at += 1
    return fields[looked_at]


# ------------------------------------------------------------------------------------ what may be chosen


@rule("SHE-19")
def list_all_runs(state, moves):
    """The player on turn moves all scared sheep, in any order that leaves none without a way."""
    dog = int(state.dog)
    crowded = state.rules_version > 1 and not have_room(state, dog, scared_by(state, dog))
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])):
            list_ways_tactical(state, sheep, crowded, moves)


@part
def list_ways_tactical(state, sheep, crowded, moves):
    """Where two ways lead to the same field (a row of two), it is listed once."""
    here = int(state.sheep[sheep])
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        doubled = direction < 0 and there == field_beyond(state, here, -direction)
        if not doubled and may_run_to(state, sheep, there) and (not crowded or leaves_a_way(state, sheep, there)):
            add(moves, FLEE + int(WAY[here, there]))
