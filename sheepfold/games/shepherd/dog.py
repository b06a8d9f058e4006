# pyright: basic
"""The dog, and how sheep flee from it: basic (SHE-11 to SHE-15) and tactical (SHE-18 to SHE-21).

The scared sheep are those beside the dog: whoever has fled no longer is. No sheep flees to a field beside the dog, so
the fields that fleeing sheep leave help nobody, and looking ahead needs no trying out of whole orders of flight.
"""

from __future__ import annotations

from sheepfold.core.kit import add, part, rule, tell
from sheepfold.games.shepherd.meadow import (
    are_beside,
    field_number,
    has_no_sheep,
    is_beside_dog,
    is_field,
    is_free,
    take_place,
)
from sheepfold.games.shepherd.state import (
    ALL_SHEEP,
    DIRECTIONS,
    DOG_PUT,
    DOG_WALKED,
    FLED,
    FLEE,
    FLEEING,
    PLACES,
    PUSHED,
    PUT_DOG,
    ROUND_THE_EDGE,
    SHEEP_EACH,
    STAYED,
    WAY,
)

# ------------------------------------------------------------------------------------ where the dog may go


@rule("SHE-11")
def can_use_dog(state):
    """Whether there is a field for the dog."""
    if walks(state):
        for direction in DIRECTIONS:
            if is_free(state, state.dog + direction):
                return True
        return False
    for field in range(PLACES):
        if may_put_dog(state, field):
            return True
    return False


@rule("SHE-11")
def list_dog_fields(state, moves):
    if walks(state):
        list_walks(state, moves)
    else:
        for field in range(PLACES):
            if may_put_dog(state, field):
                add(moves, PUT_DOG + field_number(field))


@part
def walks(state):
    """In the tactical game the dog walks, except the first time."""
    return state.tactical == 1 and state.dog != 0


@rule("SHE-12", "SHE-15")
def may_put_dog(state, field):
    """Any field with no sheep and no dog; in the basic game only where all the sheep beside it can get away."""
    return is_free(state, field) and (state.tactical == 1 or all_get_away(state, field))


@rule("SHE-18")
def list_walks(state, moves):
    """One to three fields over free fields only, to a field other than its own, each listed once."""
    dog = int(state.dog)
    stops = near(dog, dog)
    for direction in DIRECTIONS:
        if is_free(state, dog + direction):
            add(moves, PUT_DOG + field_number(dog + direction))
            stops = list_second_steps(state, dog + direction, stops, moves)


@part
def list_second_steps(state, first, stops, moves):
    """Two steps lead to a field that one step does not lead to, so each is looked at once; so it is with three."""
    dog = int(state.dog)
    for direction in DIRECTIONS:
        second = first + direction
        if stops & near(dog, second) == 0 and is_free(state, second):
            stops |= near(dog, second)
            add(moves, PUT_DOG + field_number(second))
            stops = list_third_steps(state, second, stops, moves)
    return stops


@part
def list_third_steps(state, second, stops, moves):
    dog = int(state.dog)
    for direction in DIRECTIONS:
        third = second + direction
        if not are_beside(dog, third) and stops & near(dog, third) == 0 and is_free(state, third):
            stops |= near(dog, third)
            add(moves, PUT_DOG + field_number(third))
    return stops


@part
def near(dog, field):
    """A bit for each field within three steps of the dog."""
    return 1 << (field - dog + 30)


@rule("SHE-12", "SHE-18")
def move_dog(state, field, told):
    tell(told, DOG_WALKED if walks(state) else DOG_PUT, state.turn, state.dog, field, 0)
    state.dog = field


# ------------------------------------------------------------------------------------ looking ahead, basic


@rule("SHE-15")
def all_get_away(state, dog):
    """Whether every sheep beside such a dog could flee to a field of its own.

    A sheep flees straight away from the dog, where no other scared sheep can go, or to one of two diagonals of the
    dog, each of which the next scared sheep round it may want too. So who cannot go straight needs a diagonal: all of
    these turn one way or the other, no two to the same.
    """
    blocked = 0
    for k in range(4):
        beside = dog + DIRECTIONS[k]
        if state.standing[beside] != 0 and not has_no_sheep(state, beside + DIRECTIONS[k]):
            blocked |= 1 << k
    if blocked == 0:
        return True
    for turns in range(16):
        if is_way_out(state, dog, blocked, turns):
            return True
    return False


@part
def is_way_out(state, dog, blocked, turns):
    """Whether the blocked sheep all get away if each turns as its bit in `turns` says: 1 clockwise, 0 the other way."""
    taken = 0
    for k in range(4):
        if (blocked >> k) & 1 == 1:
            diagonal = k if (turns >> k) & 1 == 1 else (k + 3) % 4
            target = dog + DIRECTIONS[diagonal] + DIRECTIONS[(diagonal + 1) % 4]
            if (taken >> diagonal) & 1 == 1 or not has_no_sheep(state, target):
                return False
            taken |= 1 << diagonal
    return True


@rule("SHE-14")
def next_scared(state):
    """The sheep (from 0) that flees next: of the player on turn first, then clockwise; a player's in the order
    a1, a2 … b1 …; -1 if no sheep is beside the dog."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        first = -1
        for sheep in range(SHEEP_EACH * seat, SHEEP_EACH * seat + SHEEP_EACH):
            if is_beside_dog(state, int(state.sheep[sheep])) and (first < 0 or state.sheep[sheep] < state.sheep[first]):
                first = sheep
        if first >= 0:
            return first
    return -1


@rule("SHE-14", "SHE-15")
def may_flee_to(state, sheep, there):
    """A free field not beside the dog, and one that leaves a way out to the sheep that flee later."""
    if not is_free(state, there) or is_beside_dog(state, there):
        return False
    here = state.sheep[sheep]
    state.standing[here] = 0
    state.standing[there] = sheep + 1
    possible = all_get_away(state, int(state.dog))
    state.standing[there] = 0
    state.standing[here] = sheep + 1
    return possible


# ------------------------------------------------------------------------------------ looking ahead, tactical


@rule("SHE-20")
def field_beyond(state, field, direction):
    """The next field in a direction; off the edge, the opposite one: the other end of the way it came along."""
    if is_field(state, field + direction):
        return field + direction
    while is_field(state, field - direction):
        field -= direction
    return field


@rule("SHE-21")
def may_run_to(state, sheep, there):
    """A free field not beside the dog; only if it has none (chains free: also otherwise) one with a sheep."""
    here = int(state.sheep[sheep])
    if there == here or there == state.dog or is_beside_dog(state, there):
        return False
    if state.standing[there] == 0:
        return True
    return (state.chains_free == 1 or not has_free_way(state, here)) and chain_ends(state, sheep, there)


@part
def has_free_way(state, here):
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        if is_free(state, there) and not is_beside_dog(state, there):
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
                if has_free_way(state, int(state.sheep[other])):
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


# ------------------------------------------------------------------------------------ fleeing


@part
def list_flights(state, moves):
    if state.tactical == 0:
        list_ways_basic(state, next_scared(state), moves)
    elif state.pushed != 0:
        list_ways_tactical(state, state.pushed - 1, moves)
    else:
        list_all_runs(state, moves)


@part
def list_ways_basic(state, sheep, moves):
    here = int(state.sheep[sheep])
    for direction in DIRECTIONS:
        if may_flee_to(state, sheep, here + direction):
            add(moves, FLEE + int(WAY[here, here + direction]))


@part
def list_ways_tactical(state, sheep, moves):
    """Where two ways lead to the same field (a row of two), it is listed once."""
    here = int(state.sheep[sheep])
    for direction in DIRECTIONS:
        there = field_beyond(state, here, direction)
        doubled = direction < 0 and there == field_beyond(state, here, -direction)
        if not doubled and may_run_to(state, sheep, there):
            add(moves, FLEE + int(WAY[here, there]))


@rule("SHE-19")
def list_all_runs(state, moves):
    """The player on turn moves all scared sheep, in any order."""
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])):
            list_ways_tactical(state, sheep, moves)


@rule("SHE-14", "SHE-21")
def flee(state, here, there, told):
    """A scared or pushed sheep goes to its field; who was there first must move at once. Whether all have fled."""
    if state.pushed != 0:
        sheep = int(state.pushed) - 1
    else:
        sheep = int(state.standing[here]) - 1
        state.standing[here] = 0
    pushed = int(state.standing[there])
    take_place(state, sheep, there)
    tell(told, FLED if are_beside(here, there) else ROUND_THE_EDGE, sheep // SHEEP_EACH, here, there, sheep)
    state.pushed = pushed
    if pushed != 0:
        state.moved |= 1 << sheep
        tell(told, PUSHED, (pushed - 1) // SHEEP_EACH, there, 0, pushed - 1)
    else:
        state.moved = 0
    return settle_scared(state, told)


@rule("SHE-14", "SHE-21")
def settle_scared(state, told):
    """Whether no sheep has to flee any more; in the tactical game those with no way at all stay."""
    if state.tactical == 0:
        fled = next_scared(state) < 0
    else:
        fled = state.pushed == 0 and not can_any_run(state)
    if not fled:
        state.phase = FLEEING
    elif state.tactical == 1:
        tell_who_stays(state, told)
    return fled


@part
def can_any_run(state):
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])) and can_run(state, sheep):
            return True
    return False


@part
def tell_who_stays(state, told):
    for sheep in range(SHEEP_EACH * state.players):
        if is_beside_dog(state, int(state.sheep[sheep])):
            tell(told, STAYED, sheep // SHEEP_EACH, int(state.sheep[sheep]), 0, sheep)
