"""What the state of Leduc poker holds and who sees it; what can be done, and what can happen."""

import numpy as np

from sheepfold.core.game import Ending, Scores
from sheepfold.core.kit import Events, field, record
from sheepfold.core.secrecy import ALL, known

SEATS, CARDS = 2, 6

STATE = record(
    field("players", np.int8, sees=ALL),
    field("turn", np.int8, sees=ALL),
    field("dealing", np.int8, sees=ALL),
    field("dealt", np.int8, sees=ALL),
    field("second", np.int8, sees=ALL),  # whether this is the second round of betting
    field("raises", np.int8, sees=ALL),
    field("calls", np.int8, sees=ALL),
    field("over", np.int8, sees=ALL),
    field("winner", np.int8, sees=ALL),  # BOTH: nobody in particular
    field("table", np.int8, sees=ALL),  # cards are 1 to 6, 0 is none
    field("card", np.int8, SEATS, sees=known("card_known")),
    field("card_known", np.int16, SEATS, sees=ALL),
    field("paid", np.int8, SEATS, sees=ALL),
)
BOTH = 2

FOLD, CALL, RAISE, CARD = 0, 1, 2, 2  # the card 3 is the action CARD + 3
ACTIONS, MOST, OPTIONS = CARD + CARDS + 1, CARDS, ()

EVENTS = Events()
DEALT = EVENTS.add("dealt", "LED-1")
TURNED_UP = EVENTS.add("turned up", "LED-4")
CALLED, RAISED, FOLDED = EVENTS.add("called", "LED-2"), EVENTS.add("raised", "LED-3"), EVENTS.add("folded", "LED-5")
SHOWN = EVENTS.add("shown", "LED-6")

FOLDED_OUT, SHOWDOWN = 1, 2
SCORES = Scores(-13, 13, total=0)  # the ante, two raises of 2 and two of 4
DECISIONS, CHANCE_TURNS = 8, 3  # call, raise, raise and call, in each of two rounds; three cards are dealt
ENDINGS = {FOLDED_OUT: Ending("LED-5", "Somebody folded."), SHOWDOWN: Ending("LED-6", "The cards were shown.")}
