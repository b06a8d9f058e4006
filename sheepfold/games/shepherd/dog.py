# pyright: basic
"""Where the dog may go, basic (SHE-11, SHE-12) and tactical (SHE-18), and whom it scares in the basic game.

The scared sheep are those beside the dog: whoever has fled no longer is. No sheep flees to a field beside the dog, so
the fields that fleeing sheep leave help nobody, and looking ahead needs no trying out of whole orders of flight.
How sheep flee in the tactical game is in running.py.
"""

from __future__ import annotations

from sheepfold.core.kit import add, below, part, rule, tell
from sheepfold.games.shepherd.meadow import are_beside, field_number, field_of, has_no_sheep, is_beside_dog, is_free
from sheepfold.games.shepherd.running import all_can_run, scared_by
from sheepfold.games.shepherd.state import (
    DIRECTIONS,
    DOG_PUT,
    DOG_STAY,
    DOG_STAYED,
    DOG_WALKED,
    FLEE,
    PLACES,
    PUT_DOG,
    SHEEP_EACH,
    WAY,
)

# ------------------------------------------------------------------------------------ where the dog may go


@rule("SHE-11")
def can_use_dog(state):
    """Whether there is something for the dog to do."""
    if walks(state):
        return may_stay(state) or can_walk(state)
    for field in range(PLACES):
        if may_put_dog(state, field):
            return True
    return False


@rule("SHE-11")
def list_dog_fields(state, moves):
    if walks(state):
        first = moves.n
        list_walks(state, moves)
        keep_stops(state, first, moves)
        if may_stay(state):
            add(moves, DOG_STAY)
    else:
        for field in range(PLACES):
            if may_put_dog(state, field):
                add(moves, PUT_DOG + field_number(field))


@part
def walks(state):
    """In the tactical game the dog walks, except the first time."""
    return state.tactical == 1 and state.dog != 0


@rule("SHE-18")
def may_stay(state):
    """The dog may walk, so it may also stay where it is. (By version 1 it had to walk if it could.)"""
    return walks(state) and state.rules_version > 1


@part
def can_walk(state):
    for direction in DIRECTIONS:
        if is_free(state, state.dog + direction):
            return True
    return False


@rule("SHE-12", "SHE-15")
def may_put_dog(state, field):
    """Any field with no sheep and no dog from which all the sheep beside it can get away."""
    if not is_free(state, field):
        return False
    return may_stop(state, field) if state.tactical == 1 else all_get_away(state, field)


@rule("SHE-15", "SHE-18")
def may_stop(state, field):
    """In the tactical game too only where all the sheep beside it can get away. (By version 1 anywhere.)"""
    scared = scared_by(state, field)
    return scared == 0 or state.rules_version == 1 or all_can_run(state, field, scared)


@rule("SHE-18")
def list_walks(state, moves):
    """One to three fields over free fields only, to a field other than its own, each listed once; not yet whether it
    may stop there."""
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
def keep_stops(state, first, moves):
    """Of the fields listed from here on, only those where the dog may stop stay in the list."""
    listed = moves.n
    moves.n = first
    for k in range(first, listed):
        if may_stop(state, field_of(moves.action[k] - PUT_DOG)):
            add(moves, moves.action[k])


@part
def pick_with_walking_dog(state, moves, rng):
    """One of what is listed and of what the dog may do, all equally likely: only a stop that is drawn is looked at."""
    first = moves.n
    list_walks(state, moves)
    if may_stay(state):
        add(moves, DOG_STAY)
    while True:
        k = below(rng, moves.n)
        action = moves.action[k]
        if k < first or action == DOG_STAY or may_stop(state, field_of(action - PUT_DOG)):
            return action
        moves.n -= 1
        moves.action[k] = moves.action[moves.n]


@part
def near(dog, field):
    """A bit for each field within three steps of the dog."""
    return 1 << (field - dog + 30)


@rule("SHE-12", "SHE-18")
def move_dog(state, field, told):
    tell(told, DOG_WALKED if walks(state) else DOG_PUT, state.turn, state.dog, field, 0)
    state.dog = field


@rule("SHE-18")
def let_dog_stay(state, told):
    """It uses the symbol and scares nobody."""
    tell(told, DOG_STAYED, state.turn, state.dog, state.dog, 0)


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


@part
def list_ways_basic(state, sheep, moves):
    here = int(state.sheep[sheep])
    for direction in DIRECTIONS:
        if may_flee_to(state, sheep, here + direction):
            add(moves, FLEE + int(WAY[here, here + direction]))
