"""What Pig's state holds and who sees it; what can be done, and what can happen."""

import numpy as np

from sheepfold.core.game import Ending
from sheepfold.core.kit import MOST_SEATS, Events, field, record
from sheepfold.core.secrecy import ALL

STATE = record(
    field("players", np.int8, sees=ALL),
    field("turn", np.int8, sees=ALL),
    field("rolling", np.int8, sees=ALL),
    field("total", np.int16, sees=ALL),
    field("left", np.int16, sees=ALL),  # how many choices are left; -1 once the goal is reached
    field("score", np.int16, MOST_SEATS, sees=ALL),
)
ENDINGS = {1: Ending("PIG-5", "The goal is reached."), 2: Ending("PIG-6", "Nobody got there.")}

ROLL, HOLD, FACE, GOAL = 0, 1, 1, 100  # a die that shows 3 is the action FACE + 3
ACTIONS, MOST, OPTIONS = FACE + 7, 6, ()

EVENTS = Events()
ROLLED, LOST, HELD = EVENTS.add("rolled", "PIG-3"), EVENTS.add("lost", "PIG-4"), EVENTS.add("held", "PIG-5")
