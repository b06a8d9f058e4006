# pyright: basic
"""The rules of the East Frisian Sheep Hustle, in the order of the rules page: one function per rule.

Cards, pads, the ground and the movement of a turn have files of their own.
"""

from __future__ import annotations

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.kit import CHANCE, MOST_SEATS, add, below, part, rule, tell
from sheepfold.games.dyke.cards import count_cards, draw_play, list_plays
from sheepfold.games.dyke.ground import can_put, clockwise, count_in_race, in_race, sheep_on
from sheepfold.games.dyke.pads import add_to_back, change_scope, list_uses, pads_lie_beside
from sheepfold.games.dyke.running import (
    compare,
    give_cherub,
    give_imp,
    holds_pads,
    look_at_first_board,
    lose_lifesaver,
    put_out,
    run,
    take_up_laid,
)
from sheepfold.games.dyke.state import (
    ALL_CARDS,
    CHOOSING,
    DONE,
    DRY,
    ENDED,
    EVALUATING,
    HALF,
    IMP_COST,
    IMP_OUT,
    KINDS,
    LAID_BOARD,
    LAID_CARDS,
    LAY,
    LAYING,
    LEVEL,
    LIFESAVERS,
    LIFESAVERS_EACH,
    MOLEHILL,
    MOLEHILLS,
    NEXT_ROUND,
    NOBODY,
    NONE_LEFT,
    OFF,
    ONE_LEFT,
    OVER,
    PICK,
    PICKED,
    PICKING,
    PLAY,
    PLAY_CARDS,
    PLAY_SCOPE,
    PUDDLE,
    PUDDLING,
    PUT_MOLEHILL,
    RAINED,
    REVEALED,
    SQUARES,
    TOOK_BACK,
    TWO_LEFT,
    UNSEEN,
    USE_BACK,
    USE_CHANGE,
    USING,
    WAYS,
    WENT_THROUGH,
)

# ------------------------------------------------------------------------------------ material and setup


@rule("DYK-1", "DYK-3", "DYK-4", "DYK-5")
def setup(state, players, options):
    """Cards, lifesavers and a sheep on the starting square for everybody; seat 0 holds imp and cherub, and lays."""
    state.players = players
    state.rules_version = options.version
    for seat in range(MOST_SEATS):
        state.square[seat] = 0 if seat < players else OFF
        state.hand[seat] = ALL_CARDS if seat < players else 0
        state.lifesavers[seat] = LIFESAVERS_EACH[players] if seat < players else 0
        state.scope[seat] = UNSEEN
        state.laid_known[seat] = 1 << seat
    state.lifesavers_boxed = LIFESAVERS - players * LIFESAVERS_EACH[players]
    for kind in range(KINDS):
        state.pads_beside[kind] = options.pads[kind]
    for side in range(4):
        for half in range(2):
            state.water[side, half] = options.water[side, half]
    state.rain = options.rain
    state.molehills = options.molehills
    state.start_lies = 1
    state.first = NOBODY
    state.turn = NOBODY
    state.chooser = 0
    state.phase = LAYING


@rule("DYK-4", "DYK-19")
def can_lay(state, board):
    """At the start either board, then the other; later the one that lay first."""
    if state.rounds == 0:
        return board != state.first
    return board == state.first


@rule("DYK-2")
def lay_board(state, board, way, told):
    """Either side up, either short edge first. Puddles of rain are gone when a board is laid again."""
    place = 0 if state.first == NOBODY else 1
    if state.first == NOBODY:
        state.first = board
    elif state.rounds > 0:
        carry_first_board_to_the_far_end(state)
    state.way[board] = way
    state.puddles[board, 0] = 0
    state.puddles[board, 1] = 0
    tell(told, LAID_BOARD, state.chooser, 0, place, LAY + board * WAYS + way)
    if state.rounds > 0:
        begin_rain(state, told)
    elif place == 1:
        begin_race(state, told)


@rule("DYK-19")
def carry_first_board_to_the_far_end(state):
    """The board that lay first now lies second: all positions fall by 100."""
    state.first = 1 - state.first
    state.start_lies = 0
    for seat in range(state.players):
        if in_race(state, seat):
            state.square[seat] -= SQUARES


@part
def begin_race(state, told):
    """Both boards lie; with molehills, chance puts one on each before the first round."""
    state.chooser = NOBODY
    if state.molehills == 1 and state.molehill[1 - state.first] == 0:
        state.phase = MOLEHILLS
    else:
        begin_round(state, told)


# ------------------------------------------------------------------------------------ 1. choosing


@part
def begin_round(state, told):
    """Everybody in the race is to lay cards."""
    state.rounds += 1
    state.turn = NOBODY
    state.chooser = NOBODY
    state.phase = CHOOSING
    for seat in range(state.players):
        if in_race(state, seat):
            state.waiting |= 1 << seat
    tell(told, NEXT_ROUND, state.starter, 0, 0, state.rounds)


@rule("DYK-6")
def lay_cards(state, seat, play, told):
    """The cards lie face down. When everybody has laid, they are evaluated."""
    state.laid[seat] = play + 1
    state.waiting &= ~(1 << seat)
    tell(told, LAID_CARDS, seat, 0, 0, 0)
    if state.waiting == 0:
        state.phase = EVALUATING


# ------------------------------------------------------------------------------------ 2. evaluating


@rule("DYK-7")
def next_to_reveal(state):
    """Clockwise from the starting player; who is out is passed over, the cards unseen. NOBODY when all have run."""
    for step in range(state.players):
        seat = clockwise(state, state.starter, step)
        if in_race(state, seat) and state.scope[seat] == UNSEEN:
            return seat
    return NOBODY


@part
def go_on(state, told):
    """One turn after the other, until somebody has to choose or the round is evaluated."""
    while state.phase == EVALUATING:
        seat = next_to_reveal(state)
        state.turn = seat
        if seat == NOBODY:
            evaluate_round(state, told)
        else:
            reveal(state, seat, told)
            if holds_pads(state, seat):
                state.phase = USING
            else:
                run(state, seat, told)


@rule("DYK-8")
def reveal(state, seat, told):
    """The cards are shown to everybody. Who reveals while nobody holds the imp or cherub gets it (DYK-18)."""
    play = state.laid[seat] - 1
    state.hand[seat] &= ~PLAY_CARDS[play]
    state.laid_known[seat] = EVERYBODY
    state.scope[seat] = PLAY_SCOPE[play]
    tell(told, REVEALED, seat, 0, 0, state.scope[seat])
    if state.imp == NOBODY:
        give_imp(state, seat, told)
    if state.cherub == NOBODY:
        give_cherub(state, seat, told)


@part
def board_is_laid(state, told):
    """The board lies: on with the turn, or, after step 3, with the next round."""
    state.chooser = NOBODY
    if state.turn == NOBODY:
        prepare_next_round(state, told)
    else:
        state.phase = EVALUATING
        compare(state, state.turn, told)


# ------------------------------------------------------------------------------------ 3. evaluating the round


@part
def evaluate_round(state, told):
    """The imp, the end if it has come, the molehills, the cherub."""
    pay_for_imp(state, told)
    end_if_few_are_left(state, told)
    if state.phase == OVER:
        return
    if state.molehills == 1:
        go_through_molehills(state, told)
    state.chooser = state.cherub
    if pads_lie_beside(state):
        state.phase = PICKING
    else:
        close_round(state, told)


@rule("DYK-20")
def pay_for_imp(state, told):
    """The imp's holder loses a lifesaver; without one, is out, and passes nothing on."""
    holder = int(state.imp)
    if holder == NOBODY:
        return
    if state.lifesavers[holder] > 0:
        lose_lifesaver(state, holder)
        tell(told, IMP_COST, holder, 0, 0, state.lifesavers[holder])
    else:
        put_out(state, holder)
        state.imp = NOBODY
        tell(told, IMP_OUT, holder, 0, 0, 0)


@rule("DYK-21")
def pick_pad(state, seat, kind, told):
    """The cherub's holder picks one of the pads still beside the dyke."""
    state.pads_beside[kind] -= 1
    state.pads[seat, kind] += 1
    tell(told, PICKED, seat, 0, 0, kind)
    close_round(state, told)


@rule("DYK-19")
def close_round(state, told):
    """The first board may have become empty in step 3: then the cherub's holder, after picking, lays it anew."""
    look_at_first_board(state, int(state.cherub))
    if state.phase != LAYING:
        prepare_next_round(state, told)


# ------------------------------------------------------------------------------------ 4. next round


@rule("DYK-22", "DYK-23", "DYK-24")
def prepare_next_round(state, told):
    """Played cards are discarded; a hand of fewer than 4 takes them all back; the cherub's holder takes the imp."""
    for seat in range(state.players):
        if in_race(state, seat):
            take_up_laid(state, seat)
            if count_cards(state.hand[seat]) < 4:
                state.hand[seat] = ALL_CARDS
                tell(told, TOOK_BACK, seat, 0, 0, 0)
    state.starter = state.cherub
    state.imp = state.cherub
    begin_round(state, told)


# ------------------------------------------------------------------------------------ the end


@rule("DYK-25")
def end_if_few_are_left(state, told):
    """At most two sheep: the game ends there, without pick or board."""
    if count_in_race(state) <= 2:
        state.phase = OVER
        state.turn = NOBODY
        tell(told, ENDED, CHANCE, 0, 0, 0)


@rule("DYK-25", "DYK-26")
def ending(state):
    if state.phase != OVER:
        return 0
    left = count_in_race(state)
    if left == 2:
        return LEVEL if are_level(state) else TWO_LEFT
    return ONE_LEFT if left == 1 else NONE_LEFT


@part
def are_level(state):
    """Whether the sheep in the race all stand on one square: only the starting square has room for them."""
    square = OFF
    for seat in range(state.players):
        if in_race(state, seat):
            if square != OFF and square != state.square[seat]:
                return False
            square = state.square[seat]
    return True


@rule("DYK-25", "DYK-26", "DYK-27")
def places(state, out):
    """The sheep in the race by how far behind they are, level ones shared; then the others, the last one out first."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if is_better(state, other, seat):
                out[seat] += 1


@part
def is_better(state, other, seat):
    if in_race(state, other):
        return not in_race(state, seat) or state.square[other] < state.square[seat]
    return state.out[other] > state.out[seat] > 0


@part
def scores(state, out):
    """There are no points: how many seats are placed behind."""
    for seat in range(state.players):
        out[seat] = 0
        for other in range(state.players):
            if is_better(state, seat, other):
                out[seat] += 1


# ------------------------------------------------------------------------------------ extensions


@rule("DYK-X1")
def begin_rain(state, told):
    """Whoever has laid a board anew may put puddles on it."""
    state.puddles_left = state.rain
    state.phase = PUDDLING
    if state.rain == 0:
        stop_rain(state, told)


@rule("DYK-X1")
def put_puddle(state, k, told):
    """On the board just laid, which lies second. After the last puddle the game goes on by itself."""
    state.puddles[1 - state.first, k // HALF] |= 1 << (k % HALF)
    state.puddles_left -= 1
    tell(told, RAINED, state.chooser, 0, SQUARES + k, 0)
    if state.puddles_left == 0:
        stop_rain(state, told)


@part
def stop_rain(state, told):
    """No (more) puddles: the game goes on."""
    state.puddles_left = 0
    board_is_laid(state, told)


@rule("DYK-X2")
def put_molehill(state, k, told):
    """One on each board, first board first."""
    board = next_for_molehill(state)
    state.molehill[board] = k
    tell(told, PUT_MOLEHILL, CHANCE, 0, k if board == state.first else SQUARES + k, 0)
    begin_race(state, told)


@part
def next_for_molehill(state):
    return state.first if state.molehill[state.first] == 0 else 1 - state.first


@rule("DYK-X2")
def go_through_molehills(state, told):
    """Whoever stands on one molehill comes out of the other; no shoving, no price for water."""
    near = int(state.molehill[state.first])
    far = SQUARES + int(state.molehill[1 - state.first])
    one = sheep_on(state, near, NOBODY)
    other = sheep_on(state, far, NOBODY)
    if one != NOBODY:
        come_out(state, one, near, far, told)
    if other != NOBODY:
        come_out(state, other, far, near, told)


@part
def come_out(state, seat, origin, target, told):
    state.square[seat] = target
    tell(told, WENT_THROUGH, seat, origin, target, 0)


# ------------------------------------------------------------------------------------ decisions

REDRAWS = 30


@part
def to_act(state):
    if state.phase == OVER:
        return 0
    if state.phase == CHOOSING:
        return int(state.waiting)
    if state.phase == USING:
        return 1 << state.turn
    if state.phase == MOLEHILLS:
        return 1 << CHANCE
    return 1 << state.chooser


@part
def legal(state, seat, moves):
    if state.phase == CHOOSING:
        list_plays(state, seat, moves)
    elif state.phase == USING:
        list_uses(state, seat, moves)
    elif state.phase == PICKING:
        for kind in range(KINDS):
            if state.pads_beside[kind] > 0:
                add(moves, PICK + kind)
    elif state.phase == LAYING:
        for action in range(PLAY - LAY):
            if can_lay(state, action // WAYS):
                add(moves, LAY + action)
    elif state.phase == PUDDLING:
        for k in range(SQUARES):
            if can_put(state, 1 - state.first, k):
                add(moves, PUDDLE + k)
        add(moves, DRY)
    else:
        for k in range(SQUARES):
            if can_put(state, next_for_molehill(state), k):
                add(moves, MOLEHILL + k)


@part
def weight(state, action):
    """All squares are equally likely."""
    return 1


@part
def pick(state, seat, moves, rng):
    """One legal action, all equally likely: cards are drawn without listing the hundreds of ways to lay them."""
    if state.phase == CHOOSING:
        return PLAY + draw_play(int(state.hand[seat]), rng)
    moves.n = 0
    legal(state, seat, moves)
    return moves.action[below(rng, moves.n)]


@part
def determinize(observation, seat, rng):
    """What others have laid but not revealed is redrawn from the cards they are known to hold.

    Hardly anybody runs off the dyke on purpose: what would is drawn again, unless nothing else seems to be there.
    """
    for other in range(observation.players):
        if other != seat and lies_face_down(observation, other):
            room = 2 * SQUARES - 1 - int(observation.square[other])
            play = draw_play(int(observation.hand[other]), rng)
            for _again in range(REDRAWS):
                if PLAY_SCOPE[play] <= room:
                    break
                play = draw_play(int(observation.hand[other]), rng)
            observation.laid[other] = play + 1


@part
def lies_face_down(state, seat):
    """Whether cards of this player lie on the table unrevealed, as everybody can see."""
    laid = state.rounds > 0 and in_race(state, seat) and (state.waiting >> seat) & 1 == 0
    return laid and state.scope[seat] == UNSEEN


@part
def apply(state, seat, action, told):
    if action >= MOLEHILL:
        put_molehill(state, action - MOLEHILL, told)
    elif action == DRY:
        stop_rain(state, told)
    elif action >= PUDDLE:
        put_puddle(state, action - PUDDLE, told)
    elif action >= PICK:
        pick_pad(state, seat, action - PICK, told)
    elif action == DONE:
        run(state, seat, told)
    elif action >= USE_CHANGE:
        change_scope(state, seat, action - USE_CHANGE, told)
    elif action >= USE_BACK:
        add_to_back(state, seat, action - USE_BACK, told)
    elif action >= PLAY:
        lay_cards(state, seat, action - PLAY, told)
    else:
        lay_board(state, (action - LAY) // WAYS, (action - LAY) % WAYS, told)
    go_on(state, told)
