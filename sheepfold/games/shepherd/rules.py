# pyright: basic
"""The rules of The Shepherd, in the order of the rules page: one function per rule.

The dog, and how sheep flee from it, is in dog.py, running.py and fleeing.py; here is everything else.
"""

from __future__ import annotations

from sheepfold.core.kit import CHANCE, add, below, part, rule, tell
from sheepfold.games.shepherd.dog import (
    can_use_dog,
    let_dog_stay,
    list_dog_fields,
    may_put_dog,
    move_dog,
    next_scared,
    pick_with_walking_dog,
    walks,
)
from sheepfold.games.shepherd.fleeing import flee, list_flights, settle_scared
from sheepfold.games.shepherd.meadow import field_number, field_of, is_beside_dog, is_free, take_place
from sheepfold.games.shepherd.state import (
    BARE,
    COLUMNS,
    COUNTED_CLEAN,
    COUNTED_WORM,
    COUNTING,
    DARK,
    DARK_PAIR,
    DIRECTIONS,
    DOG,
    DOG_STAY,
    ENDED,
    FIRST_DIE,
    FIRST_FACES,
    FLEE,
    FLEEING,
    FOUND_WORM,
    GRASS,
    GRAZE,
    IN_VAIN,
    IS_CLEAN,
    IS_WORM,
    LAPSED,
    LIGHT,
    MOVE,
    MOVED,
    NO_GRASS,
    NORTH,
    NOTHING,
    OVER,
    PLACES,
    PUT_DOG,
    ROWS,
    SECOND_DIE,
    SECOND_FACES,
    SHEEP,
    SHEEP_EACH,
    STARTED,
    STARTER,
    STARTING,
    SUN,
    SUN_WENT,
    SUNSET,
    THROW,
    THROWING,
    THROWN,
    TOOK,
    TURNED_BACK,
    TURNED_OVER,
    TURNING,
    USING,
    WAY,
    WAY_FROM,
    WAY_TO,
    WORM,
    WORMS,
)

# ------------------------------------------------------------------------------------ material and setup


@rule("SHE-1", "SHE-2", "SHE-5")
def setup(state, players, options):
    """Grass on the meadow, sheep on their starting fields, the dog beside the board, the sun on its starting place."""
    state.players = players
    state.rules_version = options.version
    state.tactical = options.tactical
    state.worms_unseen = options.worms
    state.chains_free = options.tactical * options.chains
    state.sun_places = options.sun
    state.worms_left = WORMS
    for place in range(PLACES):
        state.cards[place] = options.cards[place]
        if options.cards[place] == LIGHT:
            state.light_left += 1
        elif options.cards[place] == DARK:
            state.pairs_left += 1
    set_up_sheep(state, players, options)
    state.phase = STARTING


@rule("SHE-3")
def set_up_sheep(state, players, options):
    """Each player has two sheep on the starting fields of their side."""
    for seat in range(players):
        for i in range(SHEEP_EACH):
            take_place(state, SHEEP_EACH * seat + i, int(options.start[side_of(seat, players), i]))


@rule("SHE-3")
def side_of(seat, players):
    """Clockwise from the south; two players sit opposite each other."""
    return NORTH if players == 2 and seat == 1 else seat


@rule("SHE-6")
def start(state, seat, told):
    """Who first throws two sheep starts."""
    state.turn = seat
    state.phase = THROWING
    tell(told, STARTED, seat, 0, 0, 0)


@rule("SHE-6")
def starter_weight(state, seat):
    """Two sheep come up once in twelve throws: each player is 11/12 as likely to start as the one before."""
    weight = 1
    for other in range(state.players - 1):
        weight *= 11 if other < seat else 12
    return weight


@part
def all_starter_weights(state):
    total = 0
    for seat in range(state.players):
        total += starter_weight(state, seat)
    return total


@part
def first_thrower(state, left):
    """The seat in whose share of all weights this number falls."""
    seat = 0
    left -= starter_weight(state, seat)
    while left >= 0:
        seat += 1
        left -= starter_weight(state, seat)
    return seat


# ------------------------------------------------------------------------------------ a turn


@rule("SHE-4")
def throw_weight(throw):
    """How many of the 36 throws of both dice show these two symbols."""
    faces = 0
    for first in FIRST_FACES:
        for second in SECOND_FACES:
            if first == throw // 3 and second == throw % 3:
                faces += 1
    return faces


@rule("SHE-7")
def throw_dice(state, throw, told):
    state.thrown[0] = FIRST_DIE[throw // 3]
    state.thrown[1] = SECOND_DIE[throw % 3]
    tell(told, THROWN, state.turn, state.thrown[0], state.thrown[1], 0)
    go_on(state, told)


@rule("SHE-7")
def go_on(state, told):
    """As long as an unused symbol has something legal to do, one must be used; when none has, the turn is over."""
    if no_grass_left(state):
        end(state, NO_GRASS, told)
    elif (
        (is_unused(state, SHEEP) and can_move(state))
        or (is_unused(state, GRASS) and can_graze(state))
        or (is_unused(state, DOG) and can_use_dog(state))
    ):
        state.phase = USING
    else:
        end_turn(state, told)


@part
def is_unused(state, symbol):
    return (state.thrown[0] == symbol and state.used[0] == 0) or (state.thrown[1] == symbol and state.used[1] == 0)


@part
def use_up(state, symbol):
    if state.thrown[0] == symbol and state.used[0] == 0:
        state.used[0] = 1
    else:
        state.used[1] = 1


@part
def end_turn(state, told):
    """What is unused is lost; the sun goes on; the next player throws."""
    for die in range(2):
        if state.used[die] == 0 and state.thrown[die] != SUN:
            tell(told, LAPSED, state.turn, 0, 0, state.thrown[die])
    if is_unused(state, SUN):
        move_sun(state, told)
    put_dice_away(state)
    if state.sun == state.sun_places:
        state.sun = 0
        end(state, SUNSET, told)
    else:
        state.turn = (state.turn + 1) % state.players
        state.phase = THROWING


@part
def put_dice_away(state):
    for die in range(2):
        state.thrown[die] = NOTHING
        state.used[die] = 0


@rule("SHE-8")
def may_move(state, here, there):
    """Onto a field with no sheep and no dog, never off the board, never beside the dog."""
    return is_free(state, there) and not is_beside_dog(state, there)


@part
def can_move(state):
    for i in range(SHEEP_EACH):
        here = own_sheep(state, i)
        for direction in DIRECTIONS:
            if may_move(state, here, here + direction):
                return True
    return False


@part
def own_sheep(state, i):
    """The field of a sheep of the player on turn."""
    return int(state.sheep[SHEEP_EACH * state.turn + i])


@part
def list_moves(state, moves):
    for i in range(SHEEP_EACH):
        here = own_sheep(state, i)
        for direction in DIRECTIONS:
            if may_move(state, here, here + direction):
                add(moves, MOVE + int(WAY[here, here + direction]))


@part
def move(state, here, there, told):
    sheep = state.standing[here] - 1
    state.standing[here] = 0
    take_place(state, sheep, there)
    use_up(state, SHEEP)
    tell(told, MOVED, state.turn, here, there, sheep)
    go_on(state, told)


@rule("SHE-9", "SHE-16", "SHE-22")
def may_graze(state, field):
    """Where a card lies. A worm that was seen stays for good; turned back, it may be grazed again in vain."""
    card = state.cards[field]
    return card == LIGHT or card == DARK or (card == WORM and state.tactical == 1)


@part
def can_graze(state):
    for i in range(SHEEP_EACH):
        if may_graze(state, own_sheep(state, i)):
            return True
    return False


@part
def list_grazings(state, moves):
    for i in range(SHEEP_EACH):
        field = own_sheep(state, i)
        if may_graze(state, field):
            add(moves, GRAZE + field_number(field))


@rule("SHE-9")
def graze(state, field, told):
    """The sheep takes the card it stands on now, wherever it came from; on a dark field both."""
    use_up(state, GRASS)
    card = state.cards[field]
    if card == WORM:
        tell(told, IN_VAIN, state.turn, field, 0, 0)
    elif card == LIGHT and state.worms_unseen == 0:
        turn_over(state, field, told)
        return
    elif card == LIGHT:
        take_light(state, field, told)
    else:
        take_dark(state, field, told)
    go_on(state, told)


@part
def take_light(state, field, told):
    state.cards[field] = BARE
    state.light_left -= 1
    state.light[state.turn] += 1
    tell(told, TOOK, state.turn, field, 0, 1)


@part
def take_dark(state, field, told):
    state.cards[field] = BARE
    state.pairs_left -= 1
    state.dark[state.turn] += DARK_PAIR
    tell(told, TOOK, state.turn, field, 0, DARK_PAIR)


@rule("SHE-10")
def move_sun(state, told):
    """One place on, clockwise, after the other symbol is settled."""
    state.sun += 1
    tell(told, SUN_WENT, state.turn, 0, state.sun, state.sun_places)


# ------------------------------------------------------------------------------------ worms


@rule("SHE-16")
def turn_over(state, field, told):
    """A light card is turned over when it is grazed: chance says what is on its other side."""
    state.grazed = field
    state.phase = TURNING
    tell(told, TURNED_OVER, state.turn, field, 0, 0)


@rule("SHE-16", "SHE-22")
def see_other_side(state, is_worm, told):
    """A worm stays on its field: face up, or in the tactical game turned back."""
    field = int(state.grazed)
    state.grazed = 0
    if is_worm:
        state.cards[field] = WORM
        state.light_left -= 1
        state.worms_left -= 1
        tell(told, TURNED_BACK if state.tactical == 1 else FOUND_WORM, state.turn, field, 0, 0)
    else:
        take_light(state, field, told)
    go_on(state, told)


@rule("SHE-2")
def unseen_cards(state):
    """The light cards whose other side nobody has seen: any of them may hide a worm that is left."""
    unseen = int(state.light_left)
    if state.worms_unseen == 1:
        for seat in range(state.players):
            unseen += state.light[seat] - state.turned[seat]
    return unseen


@rule("SHE-17")
def next_to_count(state):
    """Worms unseen: the first seat with a light card that has not been turned over; -1 when all have been."""
    if state.worms_unseen == 1:
        for seat in range(state.players):
            if state.turned[seat] < state.light[seat]:
                return seat
    return -1


@rule("SHE-17")
def count_card(state, is_worm, told):
    """At the end the cards taken are turned over, one by one."""
    seat = next_to_count(state)
    state.turned[seat] += 1
    if is_worm:
        state.worms[seat] += 1
        state.worms_left -= 1
    tell(told, COUNTED_WORM if is_worm else COUNTED_CLEAN, seat, 0, 0, state.turned[seat])
    if next_to_count(state) < 0:
        close(state, told)


# ------------------------------------------------------------------------------------ the end


@rule("SHE-23")
def no_grass_left(state):
    """No dark card, and every light card left must be a worm; with worms unseen, no card at all."""
    if state.worms_unseen == 1:
        return state.pairs_left == 0 and state.light_left == 0
    return state.pairs_left == 0 and state.light_left == state.worms_left


@rule("SHE-23")
def end(state, why, told):
    """The sun is back, or no grass is left: at once, unused symbols lapsing."""
    put_dice_away(state)
    state.why = why
    if next_to_count(state) >= 0:
        state.phase = COUNTING
    else:
        close(state, told)


@part
def close(state, told):
    state.phase = OVER
    tell(told, ENDED, CHANCE, 0, 0, state.why)


@part
def ending(state):
    return state.why if state.phase == OVER else 0


@rule("SHE-17", "SHE-24")
def grass_of(state, seat):
    """Every card counts one, a dark pair two; each worm is given up and costs one more, as far as there are cards."""
    return max(0, state.light[seat] + state.dark[seat] - 2 * state.worms[seat])


@part
def scores(state, out):
    for seat in range(state.players):
        out[seat] = grass_of(state, seat)


@rule("SHE-24")
def places(state, out):
    """Most cards win; ties are shared."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if grass_of(state, other) > grass_of(state, seat):
                out[seat] += 1


# ------------------------------------------------------------------------------------ decisions


@rule("SHE-14", "SHE-19")
def to_act(state):
    """A scared sheep is moved by its own player; in the tactical game by the player on turn."""
    if state.phase == OVER:
        return 0
    if state.phase == USING or (state.phase == FLEEING and state.tactical == 1):
        return 1 << int(state.turn)
    if state.phase == FLEEING:
        return 1 << (next_scared(state) // SHEEP_EACH)
    return 1 << CHANCE


@part
def legal(state, seat, moves):
    if state.phase == STARTING:
        for player in range(state.players):
            add(moves, STARTER + player)
    elif state.phase == THROWING:
        for throw in range(IS_WORM - THROW):
            add(moves, THROW + throw)
    elif state.phase == USING:
        list_uses(state, moves)
    elif state.phase == FLEEING:
        list_flights(state, moves)
    else:
        list_other_sides(state, moves)


@rule("SHE-7")
def list_uses(state, moves):
    """Whatever an unused symbol has to do, in the order the player likes."""
    list_moves_and_grazings(state, moves)
    if is_unused(state, DOG):
        list_dog_fields(state, moves)


@part
def list_moves_and_grazings(state, moves):
    if is_unused(state, SHEEP):
        list_moves(state, moves)
    if is_unused(state, GRASS):
        list_grazings(state, moves)


@part
def pick(state, seat, moves, rng):
    """One legal action, all equally likely. Where the dog can go almost anywhere, a field is tried, not all of them."""
    moves.n = 0
    if state.phase != USING or not is_unused(state, DOG):
        legal(state, seat, moves)
        return moves.action[below(rng, moves.n)]
    list_moves_and_grazings(state, moves)
    if walks(state):
        return pick_with_walking_dog(state, moves, rng)
    while True:
        k = below(rng, moves.n + COLUMNS * ROWS)
        if k < moves.n:
            return moves.action[k]
        if may_put_dog(state, field_of(k - moves.n)):
            return PUT_DOG + k - moves.n


@rule("SHE-4")
def roll(state, moves, rng):
    """What chance does: two dice thrown, or one of the unseen cards turned over; who starts, by weight."""
    if state.phase == STARTING:
        return STARTER + first_thrower(state, below(rng, all_starter_weights(state)))
    if state.phase == THROWING:
        return THROW + 3 * FIRST_FACES[below(rng, 6)] + SECOND_FACES[below(rng, 6)]
    return IS_WORM if below(rng, unseen_cards(state)) < state.worms_left else IS_CLEAN


@part
def list_other_sides(state, moves):
    if state.worms_left > 0:
        add(moves, IS_WORM)
    if unseen_cards(state) > state.worms_left:
        add(moves, IS_CLEAN)


@part
def weight(state, action):
    if action < THROW:
        return starter_weight(state, action - STARTER)
    if action < IS_WORM:
        return throw_weight(action - THROW)
    if action == IS_WORM:
        return int(state.worms_left)
    return unseen_cards(state) - state.worms_left


@part
def apply(state, seat, action, told):
    if action == DOG_STAY:
        use_up(state, DOG)
        let_dog_stay(state, told)
        go_on(state, told)
    elif action >= FLEE:
        if flee(state, WAY_FROM[action - FLEE], WAY_TO[action - FLEE], told):
            go_on(state, told)
    elif action >= MOVE:
        move(state, WAY_FROM[action - MOVE], WAY_TO[action - MOVE], told)
    elif action >= PUT_DOG:
        use_up(state, DOG)
        move_dog(state, field_of(action - PUT_DOG), told)
        if settle_scared(state, told):
            go_on(state, told)
    elif action >= GRAZE:
        graze(state, field_of(action - GRAZE), told)
    elif action >= IS_WORM:
        if state.phase == COUNTING:
            count_card(state, action == IS_WORM, told)
        else:
            see_other_side(state, action == IS_WORM, told)
    elif action >= THROW:
        throw_dice(state, action - THROW, told)
    else:
        start(state, action - STARTER, told)
