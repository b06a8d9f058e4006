# pyright: basic
"""What a good position on the dyke is, for a first greedy player.

Who stays behind wins: a sheep far back has room for high scopes, so the imp goes to those in front, and of the last two
it is the winner. So a position is worth its lifesavers, its room and how far behind it is. Cards that lie but have not
run are judged by where they would lead: water, the sheep one would shove, being shoved, and the chances of imp and
cherub against others who lay anything that keeps them on the dyke. The weights were tried out by self-play.
"""

from __future__ import annotations

from sheepfold.core.kit import part
from sheepfold.games.dyke.cards import count_cards
from sheepfold.games.dyke.ground import in_race, is_water, sheep_on
from sheepfold.games.dyke.rules import is_better, lies_face_down
from sheepfold.games.dyke.state import (
    CARDS,
    KINDS,
    NOBODY,
    OVER,
    PLAY_CARDS,
    PLAY_SCOPE,
    SQUARES,
    UNSEEN,
    USING,
)

SEARCH = {"steer": 8, "winner": 0.5}
"""How bots search, found in short trials. Only playing on by judgement tells good cards from bad ones: of eight random
choices the best; of four it is weaker, at random useless. Coming in early counts too, not only winning."""

LEVELS = {"lamb": {"iterations": 100, "mistakes": 0.4}, "ewe": {"iterations": 400}, "ram": {"iterations": 3000}}
"""What the levels of bots mean here."""

WON, SECOND, LAST_OUT, OUT = 300.0, 100.0, 50.0, -200.0
LIFESAVER, FIRST_LIFESAVER = 8.0, 8.0
ROOM, NO_ROOM = 2.0, 30.0
BEHIND = 12.0
CHERUB, PAD, CARD = 2.0, 1.0, 0.2
SHOVING, SHOVED = 3.0, 1.0
WHIM = 3.0


@part
def judge(state, seat):
    """How good the position is for a seat; its own cards that lie face down count as if they were to run."""
    if state.phase == OVER:
        return result(state, seat)
    if not in_race(state, seat):
        return OUT
    cards = count_cards(state.hand[seat])
    worth = pads_worth(state, seat)
    if lies_face_down(state, seat):
        play = state.laid[seat] - 1
        cards = count_cards(int(state.hand[seat]) & ~PLAY_CARDS[play])
        worth += prospect(state, seat, PLAY_SCOPE[play], 0)
    elif state.phase == USING and state.turn == seat:
        worth += prospect(state, seat, int(state.scope[seat]), int(state.back))
    else:
        worth += standing(state, seat, int(state.square[seat]), int(state.lifesavers[seat]))
    return worth + CARD * (cards if cards >= 4 else CARDS)


@part
def result(state, seat):
    """What the end is worth."""
    ahead = 0
    for other in range(state.players):
        if is_better(state, other, seat):
            ahead += 1
    if not in_race(state, seat):
        return LAST_OUT if ahead == 0 else OUT
    return WON if ahead == 0 else SECOND


@part
def pads_worth(state, seat):
    """Pads are all worth about the same: what they save is a lifesaver now and then."""
    pads = 0
    for kind in range(KINDS):
        pads += state.pads[seat, kind]
    return PAD * pads


@part
def standing(state, seat, square, lifesavers):
    """What it is worth to stand there with so many lifesavers, while the others stand where they do."""
    if lifesavers < 0:
        return OUT
    last = square
    others = 0
    total = 0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            last = min(last, int(state.square[other]))
            total += int(state.square[other])
            others += 1
    # Once everybody has left the first board it goes to the far end, and there is room for another hundred squares.
    room = 2 * SQUARES - 1 - square + (SQUARES if last >= SQUARES else 0)
    lack = max(0, SQUARES - room) / SQUARES
    worth = LIFESAVER * lifesavers + FIRST_LIFESAVER * min(lifesavers, 1)
    worth += ROOM * min(room, 2 * SQUARES) / SQUARES - NO_ROOM * lack * lack
    return worth + BEHIND * (total / max(others, 1) - square) / SQUARES


@part
def prospect(state, seat, scope, back):
    """What it is worth to be about to run that far, and back, from where the sheep stands now."""
    start = int(state.square[seat])
    target = start + scope
    if target >= 2 * SQUARES:
        return OUT
    lifesavers = int(state.lifesavers[seat])
    if scope > 0 and is_water(state, target):
        lifesavers -= 1
    if back > 0:
        target -= back
        if is_water(state, target):
            lifesavers -= 1
    if lifesavers < 0:
        return OUT
    imp = chance_of_imp(state, seat, scope)
    worth = (1.0 - imp) * standing(state, seat, target, lifesavers)
    worth += imp * standing(state, seat, target, lifesavers - 1)
    worth += CHERUB * chance_of_cherub(state, seat, scope)
    if target != start:
        worth += shoving(state, seat, target)
    return worth - being_shoved(state, seat, target) + whim(state, seat, scope)


@part
def shoving(state, seat, square):
    """Somebody may get wet, or fall off."""
    if sheep_on(state, square, seat) == NOBODY or (square == 0 and state.start_lies == 1):
        return 0.0
    ahead = square + 1
    return SHOVING if ahead >= 2 * SQUARES or is_water(state, ahead) else 0.0


@part
def being_shoved(state, seat, square):
    """Next to water, or at the end, everybody behind is a danger."""
    if square + 1 < 2 * SQUARES and not is_water(state, square + 1):
        return 0.0
    behind = 0
    for other in range(state.players):
        if other != seat and in_race(state, other) and state.square[other] < square:
            behind += 1
    return SHOVED * behind


@part
def whim(state, seat, scope):
    """A taste of one's own: sheep that all thought alike would all run to one square, into the water one by one."""
    taste = scope * 7919 + seat * 104729 + int(state.rounds) * 1299709 + int(state.square[seat]) * 31
    return WHIM * (taste % 101) / 100.0


# ------------------------------------------------------------------------------------ imp and cherub


@part
def chance_of_imp(state, seat, scope):
    """How likely nobody else lays less."""
    chance = 1.0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            if state.scope[other] == UNSEEN:
                chance *= 1.0 - chance_of_less(state, other, scope)
            elif state.scope[other] < scope:
                return 0.0
    return chance


@part
def chance_of_cherub(state, seat, scope):
    """How likely everybody else lays less."""
    chance = 1.0
    for other in range(state.players):
        if other != seat and in_race(state, other):
            if state.scope[other] == UNSEEN:
                chance *= chance_of_less(state, other, scope)
            elif state.scope[other] >= scope:
                return 0.0
    return chance


@part
def chance_of_less(state, seat, scope):
    """How likely a player lays less who lays anything that keeps the sheep on the dyke."""
    room = 2 * SQUARES - 1 - int(state.square[seat])
    if scope > room:
        return 1.0
    return ways_below(int(state.hand[seat]), scope) / max(1.0, ways_below(int(state.hand[seat]), room))


@part
def ways_below(hand, scope):
    """About how many ways there are to lay up to that scope: by ones, tens and hundreds, each spread evenly."""
    cards = count_cards(hand)
    zero, one = hand & 1, (hand >> 1) & 1
    ones = cards + zero * (cards - 1)
    tens = (cards - zero) * (cards - 1) + zero * (cards - 1) * (cards - 2)
    hundreds = one * (cards - 1) * (cards - 2)
    ways = ones * min(scope, 9) / 9.0
    ways += tens * min(max(scope - 9, 0), 90) / 90.0
    return ways + hundreds * min(max(scope - 99, 0), 100) / 100.0
