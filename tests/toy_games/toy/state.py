"""The state of the toy game."""

import numpy as np

from sheepfold.core.game import Ending
from sheepfold.core.kit import Events, field, record
from sheepfold.core.options import Option
from sheepfold.core.secrecy import ALL, NOBODY, OWNER, known

SEATS, HIGHEST = 3, 3
HIDING, CHOOSING, PEEKING, OVER = range(4)

STATE = record(
    field("players", np.int8, sees=ALL),
    field("rounds", np.int8, sees=ALL),
    field("seconds", np.int16, sees=ALL),
    field("phase", np.int8, sees=ALL),
    field("played", np.int8, sees=ALL),
    field("turn", np.int8, sees=ALL),
    field("hidden", np.int8, sees=known("hidden_known")),
    field("hidden_known", np.int16, sees=ALL),
    field("chosen", np.int8, SEATS, sees=known("chosen_known"), blank=-1),
    field("chosen_known", np.int16, SEATS, sees=ALL),
    field("has_chosen", np.int8, SEATS, sees=ALL),
    field("peeked", np.int8, SEATS, sees=OWNER),
    field("spare", np.int8, sees=NOBODY),
    field("score", np.int8, SEATS, sees=ALL),
)

OPTIONS = (
    Option("rounds", "How many rounds.", range(1, 6), 2),
    Option("seconds", "How long one may peek.", range(5, 61), 10),
    Option("generous", "Everybody scores once more.", (False, True), False),
    Option("mood", "How it feels.", ("calm", "wild"), "calm"),
)


def objection(players: int, options: dict[str, object]) -> str | None:
    return "A wild toy is for 2 players." if options["mood"] == "wild" and players > 2 else None


ENDINGS = {1: Ending("TOY-9", "All rounds are played.")}

HIDE, CHOOSE, PEEK, STOP, TIME = 0, HIGHEST, 2 * HIGHEST, 2 * HIGHEST + 1, 2 * HIGHEST + 2
ACTIONS, MOST = TIME + 1, HIGHEST

EVENTS = Events()
HID = EVENTS.add("hid", "TOY-1")
CHOSE = EVENTS.add("chose", "TOY-2")
REVEALED = EVENTS.add("revealed", "TOY-3", reveals=True)
PEEKED = EVENTS.add("peeked", "TOY-4")
UNCOVERED = EVENTS.add("uncovered", "TOY-5", reveals=True)
