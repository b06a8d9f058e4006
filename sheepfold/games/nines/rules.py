# pyright: basic
"""The rules of All Nines, in the order of the rules page: one function per rule."""

from __future__ import annotations

from sheepfold.core.kit import CHANCE, add, below, part, rule, tell
from sheepfold.games.nines.state import (
    ANIMAL,
    ANIMALS,
    ASIDE,
    CACTUS,
    CACTUSES_EACH,
    CLEARED,
    CLEARED_NINE,
    COLLECTED,
    DEAL,
    DEALING,
    DEALT,
    ENDED,
    FRONT,
    JUMP,
    JUMPED,
    KEEP,
    KEPT,
    LAID,
    LAYING,
    MADE_NINE,
    MOVE,
    MOVED,
    MOVING,
    NINE,
    NINING,
    NUMBERS_EACH,
    OVER,
    PAWNS_EACH,
    PUT_ASIDE,
    RACE_OVER,
    ROLL,
    ROLLED,
    ROLLING,
    SEGMENT_TILES,
    SETTING_ASIDE,
    STRETCH,
    TAKE,
    TAKING,
    TILE,
    TOOK,
)

# ------------------------------------------------------------------------------------ material and setup


@rule("NIN-1", "NIN-4", "NIN-5")
def setup(state, players, options):
    """All tiles in the box, all pawns at the start; the short track is an option."""
    state.players = players
    state.segments = options.segments
    for value in range(1, ANIMAL):
        state.box[value] = NUMBERS_EACH
        state.cactus_box[value] = CACTUSES_EACH
    state.box[ANIMAL] = ANIMALS
    state.phase = DEALING


@rule("NIN-2")
def deal(state, value, told):
    """Every player takes one number tile and starts with it face up."""
    state.box[value] -= 1
    state.front[state.turn, 0] = value
    tell(told, DEALT, state.turn, 0, 0, value)
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
        state.phase = LAYING


@rule("NIN-3")
def lay(state, value, told):
    """The track: a cactus, then a segment of tiles, and so on; what is left over goes back to the box."""
    if next_is_cactus(state):
        state.cactus_box[value] -= 1
    else:
        state.box[value] -= 1
    state.laid += 1
    state.track[state.laid] = value
    tell(told, LAID, CHANCE, 0, state.laid, value)
    if state.laid == STRETCH * state.segments:
        for left_over in range(1, ANIMAL):
            state.box[left_over] += state.cactus_box[left_over]
            state.cactus_box[left_over] = 0
        state.laid = 0
        state.phase = ROLLING


@part
def next_is_cactus(state):
    return state.laid % STRETCH == 0


# ------------------------------------------------------------------------------------ where things are


@part
def home(state):
    """The space beyond the last place of the track."""
    return 2 + STRETCH * state.segments


@rule("NIN-10")
def area_of(space):
    """0 before the first segment, then the segment's number, and one more at home.

    Standing on a cactus is not yet beyond it: it counts to the segment before it.
    """
    return (space + STRETCH - 2) // STRETCH


@part
def cactus_space(area):
    """The space of the cactus one goes past to enter a segment."""
    return 1 + STRETCH * (area - 1)


@part
def pawns(state):
    """How many pawns each player has."""
    return PAWNS_EACH[state.players]


@part
def occupied(state):
    """The spaces on which pawns stand, as bits: what is occupied is not taken."""
    spaces = 0
    for seat in range(state.players):
        for i in range(pawns(state)):
            spaces |= 1 << state.pawn[seat, i]
    return spaces


@part
def all_home(state, seat):
    beyond = home(state)
    for i in range(pawns(state)):
        if state.pawn[seat, i] != beyond:
            return False
    return True


# ------------------------------------------------------------------------------------ moving


@rule("NIN-6", "NIN-9", "NIN-14")
def space_after(state, space, steps):
    """Where so many steps lead: each tile still there is a space, cactus included; past the last one is home."""
    beyond = home(state)
    while steps > 0 and space < beyond:
        space += 1
        if space == beyond or state.track[space] != 0:
            steps -= 1
    return space


@rule("NIN-7")
def next_pawn_ahead(state, space):
    """The space of the next pawn in front, any owner's; pawns at home do not count. Home if there is none."""
    nearest = home(state)
    for seat in range(state.players):
        for i in range(pawns(state)):
            if space < state.pawn[seat, i] < nearest:
                nearest = state.pawn[seat, i]
    return nearest


@part
def can_jump(state, space):
    """A 1 lets a pawn jump, unless the next pawn is one step ahead: that is a move."""
    if state.roll != 1:
        return False
    ahead = next_pawn_ahead(state, space)
    return ahead != home(state) and ahead != space_after(state, space, 1)


@part
def is_offered(state, seat, i):
    """Pawns at home stay there; of own pawns on one space only the lowest is offered."""
    space = state.pawn[seat, i]
    if space == home(state):
        return False
    for lower in range(i):
        if state.pawn[seat, lower] == space:
            return False
    return True


@part
def list_moves(state, seat, moves):
    """Moving is compulsory: exactly one own pawn."""
    for i in range(pawns(state)):
        if is_offered(state, seat, i):
            add(moves, MOVE + i)
            if can_jump(state, state.pawn[seat, i]):
                add(moves, JUMP + i)


@rule("NIN-8")
def move(state, seat, i, target, told):
    """A pawn goes to its target, whoever stands there; then all it has entered is settled."""
    space = state.pawn[seat, i]
    state.crossed = area_of(space)
    state.reached = area_of(target)
    state.tile_settled = 0
    state.pawn[seat, i] = target
    go_on(state, seat, told)


# ------------------------------------------------------------------------------------ collecting


@rule("NIN-12")
def go_on(state, seat, told):
    """Settle the areas entered, the earliest first, until the player has to choose or the move is done."""
    state.phase = ROLLING
    while state.crossed < state.reached and state.phase == ROLLING:
        if state.tile_settled == 0:
            state.tile_settled = 1
            earn_tile(state)
        else:
            state.tile_settled = 0
            state.crossed += 1
            earn_cactus(state, seat, told)
    if state.phase == ROLLING:
        end_move(state, seat, told)


@rule("NIN-11")
def earn_tile(state):
    """Entering a new segment, or home, one unoccupied tile of the segment before it must be taken, if there is one."""
    if free_tiles(state, state.crossed) != 0:
        state.phase = TAKING


@part
def free_tiles(state, segment):
    """The places of a segment with an unoccupied tile, as bits. Before the first segment there are none."""
    places = 0
    if segment > 0:
        pawns_on = occupied(state)
        for place in range(SEGMENT_TILES):
            space = tile_space(segment, place)
            if state.track[space] != 0 and (pawns_on >> space) & 1 == 0:
                places |= 1 << place
    return places


@part
def list_tiles_to_take(state, segment, moves):
    """The player's choice among them."""
    free = free_tiles(state, segment)
    for place in range(SEGMENT_TILES):
        if (free >> place) & 1 == 1:
            add(moves, TAKE + (segment - 1) * SEGMENT_TILES + place)


@part
def tile_space(segment, place):
    """The space of a place (from 0) of a segment (from 1)."""
    return cactus_space(segment) + 1 + place


@rule("NIN-13")
def earn_cactus(state, seat, told):
    """The last of all pawns to go past a cactus collects it."""
    if state.crossed > state.segments:
        return
    space = cactus_space(state.crossed)
    for other in range(state.players):
        for i in range(pawns(state)):
            if state.pawn[other, i] <= space:
                return
    value = state.track[space]
    state.track[space] = 0
    state.cactuses[seat] += 1
    tell(told, COLLECTED, seat, space, 0, value)
    receive(state, seat, value)


@part
def take(state, seat, segment, place, told):
    """The chosen tile leaves the track, without a hole."""
    space = tile_space(segment, place)
    value = state.track[space]
    state.track[space] = 0
    tell(told, TOOK, seat, space, segment, value)
    if value == ANIMAL:
        take_animal(state, seat)
        go_on(state, seat, told)
    else:
        receive(state, seat, value)
        if state.phase == ROLLING:
            go_on(state, seat, told)


# ------------------------------------------------------------------------------------ nines


@rule("NIN-15")
def take_animal(state, seat):
    """An animal goes to the side."""
    state.animals[seat] += 1


@rule("NIN-16", "NIN-19")
def receive(state, seat, value):
    """A number goes in front of the player; what it asks for is settled before the next tile."""
    k = 0
    while state.front[seat, k] != 0:
        k += 1
    state.front[seat, k] = value
    if nine_in_front(state, seat) != 0:
        state.phase = NINING
    elif count_front(state, seat) == FRONT:
        state.phase = SETTING_ASIDE
    else:
        state.phase = ROLLING


@part
def count_front(state, seat):
    lying = 0
    for k in range(FRONT):
        if state.front[seat, k] != 0:
            lying += 1
    return lying


@rule("NIN-17", "NIN-18")
def nine_in_front(state, seat):
    """Which of the numbers in front add up to nine, as bits: two of them or all three; 0 if none do."""
    first, second, third = state.front[seat, 0], state.front[seat, 1], state.front[seat, 2]
    if first + second == 9:
        return 0b011
    if first + third == 9:
        return 0b101
    if second + third == 9:
        return 0b110
    if first + second + third == 9:
        return 0b111
    return 0


@part
def lay_down_nine(state, seat, event, told):
    """Exactly those numbers that add up to nine go face down to the side."""
    chosen = nine_in_front(state, seat)
    count = 0
    for k in range(FRONT):
        if (chosen >> k) & 1 == 1:
            state.nines[seat, state.front[seat, k]] += 1
            state.front[seat, k] = 0
            count += 1
    close_up_front(state, seat)
    tell(told, event, seat, 0, 0, count)


@part
def close_up_front(state, seat):
    """The numbers in front lie without a gap."""
    filled = 0
    for k in range(FRONT):
        value = state.front[seat, k]
        state.front[seat, k] = 0
        if value != 0:
            state.front[seat, filled] = value
            filled += 1


@rule("NIN-17")
def may_keep(state, seat):
    """Two numbers that add up to nine may be kept, but not in the move that brings the last pawn home (NIN-20)."""
    return count_front(state, seat) < FRONT and not all_home(state, seat)


@rule("NIN-18")
def list_asides(state, seat, moves):
    """Three numbers and no nine: one of them, one line per different value."""
    for value in range(1, ANIMAL):
        for k in range(FRONT):
            if state.front[seat, k] == value:
                add(moves, ASIDE + value - 1)
                break


@part
def put_aside(state, seat, value, told):
    """One number goes face up to the side."""
    k = 0
    while state.front[seat, k] != value:
        k += 1
    state.front[seat, k] = 0
    close_up_front(state, seat)
    state.aside[seat, value] += 1
    tell(told, PUT_ASIDE, seat, 0, 0, value)


@rule("NIN-20")
def clear_front(state, seat, told):
    """After the last pawn's move: a nine in front is laid down, whatever else lies there goes face up to the side."""
    if nine_in_front(state, seat) != 0:
        lay_down_nine(state, seat, CLEARED_NINE, told)
    for k in range(FRONT):
        value = state.front[seat, k]
        if value != 0:
            state.front[seat, k] = 0
            state.aside[seat, value] += 1
            tell(told, CLEARED, seat, 0, 0, value)


# ------------------------------------------------------------------------------------ the next turn and the end


@part
def end_move(state, seat, told):
    """The move is settled: the next player who has pawns on the way rolls."""
    state.roll = 0
    state.crossed = 0
    state.reached = 0
    state.tile_settled = 0
    if all_home(state, seat):
        clear_front(state, seat, told)
    next_turn(state, told)


@rule("NIN-6", "NIN-21")
def next_turn(state, told):
    """Clockwise; a player whose pawns are all home is passed over. When every pawn is home the game ends."""
    for step in range(1, state.players + 1):
        seat = (state.turn + step) % state.players
        if not all_home(state, seat):
            state.turn = seat
            state.phase = ROLLING
            return
    state.phase = OVER
    tell(told, ENDED, CHANCE, 0, 0, 0)


@part
def ending(state):
    return RACE_OVER if state.phase == OVER else 0


@rule("NIN-22")
def points(state, seat):
    """5 for each animal and each tile in a nine; minus its value for each tile face up at the side."""
    total = 5 * state.animals[seat]
    for value in range(1, ANIMAL):
        total += 5 * state.nines[seat, value] - value * state.aside[seat, value]
    return total


@part
def scores(state, out):
    for seat in range(state.players):
        out[seat] = points(state, seat)


@rule("NIN-22", "NIN-23")
def places(state, out):
    """Most points win; of equals the one with more cactus tiles; still equal: shared."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                out[seat] += 1


@part
def is_ahead(state, other, seat):
    ours, theirs = points(state, seat), points(state, other)
    return theirs > ours or (theirs == ours and state.cactuses[other] > state.cactuses[seat])


# ------------------------------------------------------------------------------------ decisions


@part
def to_act(state):
    if state.phase == OVER:
        return 0
    if state.phase <= ROLLING:
        return 1 << CHANCE
    return 1 << state.turn


@part
def legal(state, seat, moves):
    if state.phase == DEALING:
        list_tiles(state.box, DEAL, ANIMAL, moves)
    elif state.phase == LAYING and next_is_cactus(state):
        list_tiles(state.cactus_box, CACTUS, ANIMAL, moves)
    elif state.phase == LAYING:
        list_tiles(state.box, TILE, ANIMAL + 1, moves)
    elif state.phase == ROLLING:
        for value in range(6):
            add(moves, ROLL + value)
    elif state.phase == MOVING:
        list_moves(state, seat, moves)
    elif state.phase == TAKING:
        list_tiles_to_take(state, state.crossed, moves)
    elif state.phase == NINING:
        add(moves, NINE)
        if may_keep(state, seat):
            add(moves, KEEP)
    else:
        list_asides(state, seat, moves)


@part
def list_tiles(box, kind, end, moves):
    """The tiles that can still be drawn, by value."""
    for value in range(1, end):
        if box[value] > 0:
            add(moves, kind + value - 1)


@part
def weight(state, action):
    """Tiles are as likely as there are of them; a die is fair."""
    if action < CACTUS:
        return state.box[action - DEAL + 1]
    if TILE <= action < ROLL:
        return state.box[action - TILE + 1]
    return 1


@part
def roll(state, moves, rng):
    """What chance does, drawn without listing all it could do."""
    if state.phase == ROLLING:
        return ROLL + below(rng, 6)
    if state.phase == DEALING:
        return DEAL + drawn_tile(state, ANIMAL, rng) - 1
    if next_is_cactus(state):
        return CACTUS + drawn_cactus(state, rng) - 1
    return TILE + drawn_tile(state, ANIMAL + 1, rng) - 1


@part
def drawn_tile(state, end, rng):
    """The value of a tile drawn blindly from the box."""
    total = 0
    for value in range(1, end):
        total += state.box[value]
    left = below(rng, total)
    value = 1
    while left >= state.box[value]:
        left -= state.box[value]
        value += 1
    return value


@part
def drawn_cactus(state, rng):
    """The value of a cactus drawn blindly."""
    total = 0
    for value in range(1, ANIMAL):
        total += state.cactus_box[value]
    left = below(rng, total)
    value = 1
    while left >= state.cactus_box[value]:
        left -= state.cactus_box[value]
        value += 1
    return value


@part
def apply(state, seat, action, told):
    if action < MOVE:
        apply_chance(state, action, told)
    elif action < TAKE:
        apply_move(state, seat, action, told)
    elif action < NINE:
        segment, place = divmod(action - TAKE, SEGMENT_TILES)
        take(state, seat, segment + 1, place, told)
    else:
        if action == NINE:
            lay_down_nine(state, seat, MADE_NINE, told)
        elif action == KEEP:
            tell(told, KEPT, seat, 0, 0, 0)
        else:
            put_aside(state, seat, action - ASIDE + 1, told)
        go_on(state, seat, told)


@part
def apply_chance(state, action, told):
    if action >= ROLL:
        state.roll = action - ROLL + 1
        state.phase = MOVING
        tell(told, ROLLED, state.turn, 0, 0, state.roll)
    elif action >= TILE:
        lay(state, action - TILE + 1, told)
    elif action >= CACTUS:
        lay(state, action - CACTUS + 1, told)
    else:
        deal(state, action - DEAL + 1, told)


@part
def apply_move(state, seat, action, told):
    if action >= JUMP:
        i = action - JUMP
        target = next_pawn_ahead(state, state.pawn[seat, i])
        tell(told, JUMPED, seat, state.pawn[seat, i], target, i)
    else:
        i = action - MOVE
        target = space_after(state, state.pawn[seat, i], state.roll)
        tell(told, MOVED, seat, state.pawn[seat, i], target, i)
    move(state, seat, i, target, told)
