"""The state of the East Frisian Sheep Hustle: the dyke, the sheep on it, and what its owners hold.

Squares are numbered along the dyke as it lies: 0 to 99 on the first board, 100 to 199 on the second. Boards are 0 (A)
and 1 (B), sides 0 to 3 (A1, A2, B1, B2). Sets of cards and of squares are bits. The only secret is which cards have
been laid: they stay in `hand`, which everybody sees, until they are revealed, so that a hand looks as before choosing.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from sheepfold.core.game import Ending, Scores
from sheepfold.core.kit import MOST_SEATS, Events, field, record
from sheepfold.core.options import Option
from sheepfold.core.secrecy import ALL, known
from sheepfold.core.words import mark as N_

SQUARES, COLUMN = 100, 10
"""Of a board, and of a column (DYK-1)."""

HALF = 50
"""How many squares one number of a set of squares holds."""

RULES_VERSION = 2

LIFESAVERS = 12
LIFESAVERS_EACH = (0, 0, 0, 4, 3, 2, 2, 1, 1)
"""In the box, and for each player by how many they are (DYK-3)."""

CARDS = 10
ALL_CARDS = (1 << CARDS) - 1

BOARDS, SIDES = ("A", "B"), ("A1", "A2", "B1", "B2")
WAYS = 4
"""A board lies with its first or second side up, as printed or turned round: 0 to 3 (DYK-2)."""

BACKS = CHANGES = 9
KINDS = BACKS + CHANGES
"""Kinds of clover pads: back 10 to 90 (0 to 8), change 1 to 9 (9 to 17) (DYK-5)."""

NOBODY = -1
OFF = -1
"""The square of a sheep that is out of the race, and of a seat where nobody sits."""

UNSEEN = -1
"""The scope of a player who has not revealed in this round."""

LAYING, PUDDLING, MOLEHILLS, CHOOSING, USING, EVALUATING, PICKING, OVER = range(8)
"""What is to be done next. Nobody ever waits in EVALUATING: it goes on by itself."""

STATE = record(
    field("players", np.int8, sees=ALL),
    field("rules_version", np.int8, sees=ALL),  # of the rules it is played by
    field("phase", np.int8, sees=ALL),
    field("rounds", np.int8, sees=ALL),  # begun so far
    field("turn", np.int8, sees=ALL),  # in step 2: whose turn it is, else NOBODY
    field("chooser", np.int8, sees=ALL),  # who lays a board, rains or picks a pad, else NOBODY
    field("starter", np.int8, sees=ALL),
    field("imp", np.int8, sees=ALL),  # the holder, or NOBODY
    field("cherub", np.int8, sees=ALL),
    field("waiting", np.int16, sees=ALL),  # those who have still to lay cards, as bits
    field("square", np.int16, MOST_SEATS, sees=ALL),  # where each sheep stands, OFF if out
    field("out", np.int8, MOST_SEATS, sees=ALL),  # 1 for the first sheep out, 2 for the next; 0 in the race
    field("lifesavers", np.int8, MOST_SEATS, sees=ALL),
    field("hand", np.int16, MOST_SEATS, sees=ALL),  # cards, those laid but not revealed included
    field("laid", np.int16, MOST_SEATS, sees=known("laid_known")),  # the number of the `play` + 1, 0 for none
    field("laid_known", np.int16, MOST_SEATS, sees=ALL),
    field("scope", np.int16, MOST_SEATS, sees=ALL),  # as revealed and changed, or UNSEEN
    field("back", np.int16, sees=ALL),  # in a turn: the sum of the back pads used
    field("pads", np.int8, (MOST_SEATS, KINDS), sees=ALL),
    field("pads_beside", np.int8, KINDS, sees=ALL),  # beside the dyke
    field("pads_boxed", np.int8, KINDS, sees=ALL),  # used or left by players who are out
    field("lifesavers_boxed", np.int8, sees=ALL),
    field("water", np.int64, (len(SIDES), SQUARES // HALF), sees=ALL),  # as printed on each side
    field("first", np.int8, sees=ALL),  # the board that lies first, NOBODY before it is laid
    field("way", np.int8, len(BOARDS), sees=ALL),  # how each board lies
    field("start_lies", np.int8, sees=ALL),  # the board they started on still lies first
    field("rain", np.int8, sees=ALL),
    field("puddles_left", np.int8, sees=ALL),  # while it rains: how many more may be put
    field("puddles", np.int64, (len(BOARDS), SQUARES // HALF), sees=ALL),  # on each board as it lies
    field("molehills", np.int8, sees=ALL),
    field("molehill", np.int8, len(BOARDS), sees=ALL),  # its square on each board as it lies, 0 for none
)

OPTIONS = (
    Option(
        name="rain",
        words=N_("How many extra puddles whoever lays a board anew may put on it."),
        values=range(10),
        default=0,
    ),
    Option(
        name="molehills",
        words=N_("A molehill on each board: whoever stands on one comes out of the other."),
        values=(False, True),
        default=False,
    ),
)

TWO_LEFT, LEVEL, ONE_LEFT, NONE_LEFT = range(1, 5)
SCORES = Scores(0, MOST_SEATS - 1)
"""There are no points: how many seats are placed behind."""

ENDINGS = {
    TWO_LEFT: Ending("DYK-25", N_("Two sheep are left: the one further behind wins.")),
    LEVEL: Ending("DYK-25", N_("Two sheep are left, both still on the starting square: they share the win.")),
    ONE_LEFT: Ending("DYK-26", N_("One sheep is left: it stayed longest and wins.")),
    NONE_LEFT: Ending("DYK-26", N_("No sheep is left: the one that stayed longest wins.")),
}

# ---------------------------------------------------------------------------------------------- actions

PLAYS: list[tuple[int, ...]] = [cards for count in (1, 2, 3) for cards in permutations(range(CARDS), count)]
"""Every way to lay one to three cards: the single cards, then the pairs, then the triples, each in order."""

ONES, TWOS = 10, 10 + 10 * 9
"""Where the pairs and the triples begin."""

PLAY_CARDS = np.array([sum(1 << card for card in cards) for cards in PLAYS], np.int64)
PLAY_SCOPE = np.array([int("".join(map(str, cards))) for cards in PLAYS], np.int64)
"""The set of cards laid, and the number they read as (DYK-6)."""

AMOUNTS = [(value, amount) for value in range(1, CHANGES + 1) for amount in range(-value, value + 1)]
"""Every way to use a change pad: its value, and by how much the scope changes (DYK-9)."""

CHANGE_VALUE = np.array([value for value, _ in AMOUNTS], np.int64)
CHANGE_AMOUNT = np.array([amount for _, amount in AMOUNTS], np.int64)

LAY = 0
PLAY = LAY + len(BOARDS) * WAYS
USE_BACK = PLAY + len(PLAYS)
USE_CHANGE = USE_BACK + BACKS
DONE = USE_CHANGE + len(AMOUNTS)
PICK = DONE + 1
PUDDLE = PICK + KINDS
DRY = PUDDLE + SQUARES
MOLEHILL = DRY + 1
ACTIONS = MOLEHILL + SQUARES
"""Actions are numbers: the first of each kind, to which the rest (a way, cards, a kind, a square) is added."""

MOST = len(PLAYS)

# ---------------------------------------------------------------------------------------------- what is told

EVENTS = Events()
LAID_BOARD = EVENTS.add("laid board", "DYK-2")  # target: 0 first, 1 second; amount: the action
LAID_CARDS = EVENTS.add("laid cards", "DYK-6")
REVEALED = EVENTS.add("revealed", "DYK-8", reveals=True)  # amount: the scope
CHANGED = EVENTS.add("changed", "DYK-9")  # target: the new scope, amount: by how much
WILL_RUN_BACK = EVENTS.add("will run back", "DYK-10")
STAYED = EVENTS.add("stayed", "DYK-14")
RAN = EVENTS.add("ran", "DYK-12")
RAN_BACK = EVENTS.add("ran back", "DYK-10")
SHOVED = EVENTS.add("shoved", "DYK-13")  # amount: by whom
SAVED = EVENTS.add("saved", "DYK-15")  # amount: lifesavers left
DROWNED = EVENTS.add("drowned", "DYK-15")
FELL_OFF = EVENTS.add("fell off", "DYK-16")
TOOK_IMP = EVENTS.add("took imp", "DYK-17")
TOOK_CHERUB = EVENTS.add("took cherub", "DYK-17")
GOT_IMP = EVENTS.add("got imp", "DYK-18")
GOT_CHERUB = EVENTS.add("got cherub", "DYK-18")
IMP_COST = EVENTS.add("imp cost", "DYK-20")  # amount: lifesavers left
IMP_OUT = EVENTS.add("imp out", "DYK-20")
PICKED = EVENTS.add("picked", "DYK-21")  # amount: the kind
TOOK_BACK = EVENTS.add("took back", "DYK-23")
NEXT_ROUND = EVENTS.add("next round", "DYK-24")  # amount: its number
RAINED = EVENTS.add("rained", "DYK-X1")
PUT_MOLEHILL = EVENTS.add("molehill", "DYK-X2")
WENT_THROUGH = EVENTS.add("went through", "DYK-X2")
ENDED = EVENTS.add("ended", "DYK-25")
