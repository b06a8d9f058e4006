# pyright: basic
"""The rules of Sheep Sheep, in the order of the rules page: one function per rule."""

from __future__ import annotations

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.kit import CHANCE, add, below, part, rule, tell
from sheepfold.games.sheepsheep.guess import determinize, is_given  # noqa: F401 (the first is looked for here)
from sheepfold.games.sheepsheep.state import (
    ALL_CELLS,
    CARD,
    CARD_WITH,
    CARDS,
    CELLS,
    COLOURS,
    DEALING,
    DEALT,
    DECK_OUT,
    DRAW,
    DRAWING,
    DREW,
    END,
    ENDED,
    FIRST,
    FLIP,
    FLIPPED,
    FLIPPING,
    GIVEN,
    GIVING,
    HAND,
    LAID,
    LAY,
    LAYING,
    LOWEST,
    LUCKY,
    OTHER_SIDE,
    OVER,
    PLACED,
    PUT,
    PUTTING,
    REVEALED,
    SECOND,
    STANDSTILL,
    STOOD_STILL,
    STOPPED,
    SWAP,
    SWAPPED,
    SWAPPING,
    TIME,
    TIME_UP,
    WINNING,
    WON,
    WON_NOTHING,
)

SWAPS_OF_A_TIMED_TURN = 60
BARREN_ROUNDS = 3

# ------------------------------------------------------------------------------------ material and setup


@rule("SSH-2", "SSH-3", "SSH-7", "SSH-17")
def setup(state, players, options):
    """All cards in the deck; with two players those marked 3+ stay in the box."""
    state.players = players
    state.rules_version = options.version
    state.exchanges = options.exchanges
    if options.exchanges == 0:
        state.seconds = options.seconds
    state.lucky_points = options.lucky
    for card in range(1, CARDS + 1):
        count = options.cards[card]
        if players == 2:
            count -= options.three_plus[card]
        state.box[card] = count
        state.deck[card] = count
        state.left += count
    state.phase = GIVING


@rule("SSH-1", "SSH-4")
def give_lucky_sheep(state, colour, told):
    """One of seven, secret; which is nobody's business, so only that there is one is told."""
    state.lucky[state.turn] = colour
    tell(told, GIVEN, state.turn, 0, 0, 0)
    go_round(state, DEALING)


@part
def go_round(state, afterwards):
    """The next seat is given something; after the last one comes the next phase."""
    state.turn += 1
    if state.turn == state.players:
        state.turn = 0
        state.phase = afterwards


@rule("SSH-5")
def deal(state, card, told):
    """Four cards each, displayed, seat by seat."""
    leave_deck(state, card)
    k = 0
    while state.hand[state.turn, k] != 0:
        k += 1
    state.hand[state.turn, k] = card
    tell(told, DEALT, state.turn, 0, k, card)
    if k + 1 == HAND:
        go_round(state, LAYING)


@part
def leave_deck(state, card):
    state.deck[card] -= 1
    state.left -= 1


@rule("SSH-6")
def lay(state, card, shown, told):
    """The square, cell by cell, either side up; nobody sees the other side."""
    leave_deck(state, card)
    cell = 0
    while state.shown[cell] != 0:
        cell += 1
    cover(state, cell, shown, OTHER_SIDE[card, shown], 0)
    tell(told, LAID, CHANCE, 0, cell, shown)
    if cell + 1 == CELLS:
        begin_unless_flipping(state)


@part
def cover(state, cell, shown, back, seen):
    """A card comes to lie on a cell."""
    state.shown[cell] = shown
    state.back[cell] = back
    state.seen[cell] = seen


@rule("SSH-6")
def flip(state, cell, told):
    """A card of a group that hangs together is turned over: now both its sides have been seen."""
    cover(state, cell, int(state.back[cell]), int(state.shown[cell]), EVERYBODY)
    tell(told, FLIPPED, CHANCE, state.back[cell], cell, state.shown[cell])
    begin_unless_flipping(state)


@part
def begin_unless_flipping(state):
    """While three or more hang together, cards are flipped."""
    if hanging_together(state) != 0:
        state.phase = FLIPPING
    else:
        state.phase = SWAPPING


@rule("SSH-6", "SSH-11")
def hanging_together(state):
    """The cells, as bits, of all groups of three or more of a colour that hang together up, down, left or right."""
    square = by_colour(state)
    together = 0
    for colour in range(1, COLOURS + 1):
        together |= WINNING[showing(square, colour)]
    return together


@part
def by_colour(state):
    """The square as one number: for each colour nine bits, the cells that show it."""
    square = 0
    for cell in range(CELLS):
        if state.shown[cell] != 0:
            square |= 1 << (CELLS * (state.shown[cell] - 1) + cell)
    return square


@part
def showing(square, colour):
    """The cells that show a colour, as bits."""
    return (square >> (CELLS * (colour - 1))) & ALL_CELLS


# ------------------------------------------------------------------------------------ a turn


@rule("SSH-8")
def list_swaps(state, seat, moves):
    """The hidden side of the card one puts has the colour that the card one takes shows; equal cards are one line."""
    square = by_colour(state)
    for k in range(HAND):
        card = int(state.hand[seat, k])
        if place_in_hand(state, seat, card) == k:
            cells = showing(square, FIRST[card]) | showing(square, SECOND[card])
            while cells != 0:
                add(moves, SWAP + CELLS * (card - 1) + int(LOWEST[cells]))
                cells &= cells - 1


@part
def place_in_hand(state, seat, card):
    """Where the first such card lies in front of a player."""
    k = 0
    while state.hand[seat, k] != card:
        k += 1
    return k


@rule("SSH-8")
def swap(state, seat, card, cell, told):
    """The square shows the card's other side; the taken card joins the player's, in its place, and is open to all."""
    colour = int(state.shown[cell])
    taken = CARD_WITH[colour, state.back[cell]]
    state.hand[seat, place_in_hand(state, seat, card)] = taken
    cover(state, cell, OTHER_SIDE[card, colour], colour, EVERYBODY)
    state.swaps += 1
    tell(told, SWAPPED, seat, card, cell, taken)
    if state.swaps == most_swaps(state):
        end_swapping(state, seat, told)


@rule("SSH-10", "SSH-14")
def most_swaps(state):
    """Without hourglass as many as were agreed on; a timed turn has its end too. The last one ends the swapping."""
    if state.exchanges > 0:
        return int(state.exchanges)
    return SWAPS_OF_A_TIMED_TURN


@rule("SSH-9")
def clock(state):
    """In a timed game the hourglass runs while a player swaps."""
    if state.phase == SWAPPING and state.exchanges == 0:
        return TIME
    return -1


@part
def seconds(state):
    return int(state.seconds)


@rule("SSH-11", "SSH-13")
def end_swapping(state, seat, told):
    """Every group is won, old ones too; without one nothing is won and the square stays."""
    together = hanging_together(state)
    if together == 0:
        state.barren += 1
        tell(told, WON_NOTHING, seat, 0, 0, 0)
        finish_turn(state, told)
    else:
        state.barren = 0
        tell_won(state, seat, together, told)
        for cell in range(CELLS):
            if (together >> cell) & 1 == 1:
                win(state, seat, cell)
        fill(state, told)


@part
def tell_won(state, seat, together, told):
    """Colour by colour: from which cells (as bits) how many sheep."""
    for colour in range(1, COLOURS + 1):
        count = 0
        cells = 0
        for cell in range(CELLS):
            if state.shown[cell] == colour and (together >> cell) & 1 == 1:
                count += 1
                cells |= 1 << cell
        if count > 0:
            tell(told, WON, seat, colour, cells, count)


@rule("SSH-11")
def win(state, seat, cell):
    """A card goes under the lucky sheep, unflipped: if nobody has seen its other side, nobody does now."""
    colour = state.shown[cell]
    card = CARD_WITH[colour, state.back[cell]]
    state.won[seat, colour] += 1
    if state.seen[cell] == EVERYBODY:
        state.gone[card] += 1
    else:
        state.unseen[colour] += 1
        state.unseen_cards[card] += 1
    cover(state, cell, 0, 0, 0)


@rule("SSH-12", "SSH-15")
def fill(state, told):
    """The gaps are filled card by card; when there are gaps and no cards, the game ends."""
    for cell in range(CELLS):
        if state.shown[cell] == 0:
            if state.left > 0:
                state.phase = DRAWING
            else:
                tell(told, ENDED, CHANCE, 0, 0, 0)
                end_game(state, DECK_OUT, told)
            return
    finish_turn(state, told)


@rule("SSH-12")
def draw_card(state, card, told):
    """The drawn card is seen by all, on both sides."""
    leave_deck(state, card)
    state.drawn = card
    state.phase = PUTTING
    tell(told, DREW, state.turn, 0, 0, card)


@rule("SSH-12")
def list_puts(state, moves):
    """The player chooses gap and side."""
    for cell in range(CELLS):
        if state.shown[cell] == 0:
            add(moves, PUT + COLOURS * cell + int(FIRST[state.drawn]) - 1)
            add(moves, PUT + COLOURS * cell + int(SECOND[state.drawn]) - 1)


@rule("SSH-12")
def put(state, seat, cell, side, told):
    cover(state, cell, side, OTHER_SIDE[state.drawn, side], EVERYBODY)
    tell(told, PLACED, seat, state.drawn, cell, side)
    state.drawn = 0
    fill(state, told)


# ------------------------------------------------------------------------------------ the next turn and the end


@rule("SSH-13", "SSH-16")
def finish_turn(state, told):
    """The next player on the left, unless nobody has won for three rounds (by version 1, for one when the deck is
    empty)."""
    rounds = BARREN_ROUNDS if state.left > 0 or state.rules_version > 1 else 1
    if state.barren >= rounds * state.players:
        tell(told, STOOD_STILL, CHANCE, 0, 0, 0)
        end_game(state, STANDSTILL, told)
    else:
        state.turn = (state.turn + 1) % state.players
        state.swaps = 0
        state.phase = SWAPPING


@rule("SSH-4")
def end_game(state, why, told):
    """The lucky sheep are turned over for all to see."""
    for seat in range(state.players):
        state.revealed[seat] = state.lucky[seat]
        state.lucky[seat] = 0
        tell(told, REVEALED, seat, 0, 0, state.revealed[seat])
    state.why = why
    state.phase = OVER


@part
def ending(state):
    return int(state.why)


@rule("SSH-17")
def points(state, seat):
    """1 per sheep won, 2 (or 3) for one of the lucky colour, which counts as soon as it is revealed."""
    total = (state.lucky_points - 1) * lucky_sheep(state, seat)
    for colour in range(1, COLOURS + 1):
        total += state.won[seat, colour]
    return total


@part
def lucky_sheep(state, seat):
    """How many sheep of the lucky colour a player is known to have won."""
    return int(state.won[seat, state.revealed[seat]])


@part
def most_of_one_colour(state, seat):
    most = 0
    for colour in range(1, COLOURS + 1):
        if state.won[seat, colour] > most:
            most = int(state.won[seat, colour])
    return most


@part
def scores(state, out):
    for seat in range(state.players):
        out[seat] = points(state, seat)


@rule("SSH-18")
def places(state, out):
    """Most points; then more sheep of the lucky colour; then the largest number of one colour; then shared."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if merit(state, other) > merit(state, seat):
                out[seat] += 1


@part
def merit(state, seat):
    """What places are decided by, the weightiest first, in one number: none of the three reaches 1000."""
    return (points(state, seat) * 1000 + lucky_sheep(state, seat)) * 1000 + most_of_one_colour(state, seat)


# ------------------------------------------------------------------------------------ decisions


@part
def to_act(state):
    if state.phase == OVER:
        return 0
    if state.phase <= DRAWING:
        return 1 << CHANCE
    return 1 << state.turn


@part
def legal(state, seat, moves):
    if state.phase == SWAPPING:
        list_swaps(state, seat, moves)
        add(moves, END)
    elif state.phase == PUTTING:
        list_puts(state, moves)
    elif state.phase == DRAWING:
        list_cards(state, DRAW, moves)
    elif state.phase == DEALING:
        list_cards(state, CARD, moves)
    elif state.phase == LAYING:
        for card in range(1, CARDS + 1):
            if state.deck[card] > 0:
                add(moves, LAY + 2 * (card - 1))
                add(moves, LAY + 2 * (card - 1) + 1)
    elif state.phase == FLIPPING:
        together = hanging_together(state)
        for cell in range(CELLS):
            if (together >> cell) & 1 == 1:
                add(moves, FLIP + cell)
    else:
        for colour in range(1, COLOURS + 1):
            if not is_given(state, colour):
                add(moves, LUCKY + colour - 1)


@part
def list_cards(state, kind, moves):
    """The cards that are in the deck."""
    for card in range(1, CARDS + 1):
        if state.deck[card] > 0:
            add(moves, kind + card - 1)


@part
def weight(state, action):
    """Cards are as likely as there are of them, either side up; lucky sheep and flips are all alike."""
    if action >= DRAW:
        return int(state.deck[action - DRAW + 1])
    if CARD <= action < LAY:
        return int(state.deck[action - CARD + 1])
    if LAY <= action < FLIP:
        return int(state.deck[(action - LAY) // 2 + 1])
    return 1


@part
def roll(state, moves, rng):
    """An outcome of chance, as likely as its weight: a card out of the deck, or any of those that are all alike."""
    if state.phase == DRAWING:
        return DRAW + any_card(state, rng) - 1
    if state.phase == DEALING:
        return CARD + any_card(state, rng) - 1
    if state.phase == LAYING:
        return LAY + 2 * (any_card(state, rng) - 1) + below(rng, 2)
    moves.n = 0
    legal(state, CHANCE, moves)
    return moves.action[below(rng, moves.n)]


@part
def any_card(state, rng):
    """Draw from the deck."""
    nth = below(rng, state.left)
    card = 1
    while nth >= state.deck[card]:
        nth -= state.deck[card]
        card += 1
    return card


@part
def apply(state, seat, action, told):
    if action >= PUT:
        put(state, seat, (action - PUT) // COLOURS, (action - PUT) % COLOURS + 1, told)
    elif action >= DRAW:
        draw_card(state, action - DRAW + 1, told)
    elif action == TIME:
        tell(told, TIME_UP, state.turn, 0, 0, 0)
        end_swapping(state, int(state.turn), told)
    elif action == END:
        tell(told, STOPPED, seat, 0, 0, 0)
        end_swapping(state, seat, told)
    elif action >= SWAP:
        swap(state, seat, (action - SWAP) // CELLS + 1, (action - SWAP) % CELLS, told)
    elif action >= FLIP:
        flip(state, action - FLIP, told)
    elif action >= LAY:
        card = (action - LAY) // 2 + 1
        if (action - LAY) % 2 == 0:
            lay(state, card, FIRST[card], told)
        else:
            lay(state, card, SECOND[card], told)
    elif action >= CARD:
        deal(state, action - CARD + 1, told)
    else:
        give_lucky_sheep(state, action - LUCKY + 1, told)
