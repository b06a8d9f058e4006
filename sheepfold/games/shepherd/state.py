"""The state of The Shepherd: what grows on the meadow, who stands where, the dog, the sun, and each player's grass.

A field is a number: ten times its column and its row, so `a1` is 11 and `h8` is 88. Up and down are one more and one
less, right and left ten more and ten less, and there is always a place without a field around the meadow. All
information is open: worms are settled by chance when a card is turned over.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from sheepfold.core.game import Ending, Scores
from sheepfold.core.kit import Events, field, record
from sheepfold.core.options import Option
from sheepfold.core.secrecy import ALL
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

MATERIAL = tomllib.loads((Path(__file__).parent / "material.toml").read_text(encoding="utf-8"))

RULES_VERSION = 2

MOST_PLAYERS, SHEEP_EACH = 4, 2
ALL_SHEEP = MOST_PLAYERS * SHEEP_EACH

# ---------------------------------------------------------------------------------------------- the meadow

COLUMNS, ROWS = 10, 9
"""The largest meadow there can be: columns a to j, rows 1 to 9."""

PLACES = 10 * (COLUMNS + 2)
"""Numbers for the fields of the largest meadow, and for what lies around it."""

FIELDS = tuple(10 * column + row for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1))

UP, RIGHT, DOWN, LEFT = 1, 10, -1, -10
DIRECTIONS = (UP, RIGHT, DOWN, LEFT)
"""Clockwise: between one direction and the next there is a diagonal."""

NO_FIELD, BARE, LIGHT, DARK, WORM = -1, 0, 1, 2, 3
"""What a field holds: nothing, a light card, two dark cards, or a light card under which a worm was seen."""

DARK_PAIR = 2
WORMS = MATERIAL["cards"]["worms"]

SOUTH, WEST, NORTH, EAST = range(4)
"""The sides of the meadow, clockwise."""

# ---------------------------------------------------------------------------------------------- the dice

NOTHING, SHEEP, GRASS, SUN, DOG = range(5)
SYMBOLS = ("", "sheep", "grass", "sun", "dog")
FIRST_DIE = (SHEEP, GRASS, SUN)
SECOND_DIE = (SHEEP, GRASS, DOG)
"""The symbols of each die."""

FIRST_FACES = tuple(FIRST_DIE.index(SYMBOLS.index(face)) for face in MATERIAL["dice"]["first"])
SECOND_FACES = tuple(SECOND_DIE.index(SYMBOLS.index(face)) for face in MATERIAL["dice"]["second"])
"""What the six faces of each die show, as the place of a symbol among the die's symbols."""

# ---------------------------------------------------------------------------------------------- the record

STARTING, THROWING, USING, TURNING, FLEEING, COUNTING, OVER = range(7)
"""What is to be done next: find who starts, throw, use a symbol, turn a grazed card over, flee from the dog; at the
end of a game with worms unseen, turn over the cards taken."""

STATE = record(
    field("players", np.int8, sees=ALL),
    field("rules_version", np.int8, sees=ALL),  # of the rules it is played by
    field("tactical", np.int8, sees=ALL),
    field("worms_unseen", np.int8, sees=ALL),
    field("chains_free", np.int8, sees=ALL),  # in the tactical game
    field("phase", np.int8, sees=ALL),
    field("why", np.int8, sees=ALL),  # which ending, as soon as one has come
    field("turn", np.int8, sees=ALL),  # the seat whose turn it is
    field("thrown", np.int8, 2, sees=ALL),  # the symbol on each die, NOTHING between turns
    field("used", np.int8, 2, sees=ALL),  # 1 for a symbol that has been used
    field("sun", np.int8, sees=ALL),  # places it has gone; 0 is its starting place
    field("sun_places", np.int8, sees=ALL),
    field("cards", np.int8, PLACES, sees=ALL),  # what each field holds
    field("sheep", np.int8, ALL_SHEEP, sees=ALL),  # the field of each sheep, two of each seat; 0 without a player
    field("standing", np.int8, PLACES, sees=ALL),  # the sheep that stands on a field, from 1; 0 for none
    field("dog", np.int8, sees=ALL),  # its field, 0 beside the board
    field("grazed", np.int8, sees=ALL),  # the field whose card is being turned over
    field("pushed", np.int8, sees=ALL),  # in a chain: the sheep, from 1, that must move now; it stands nowhere
    field("moved", np.int16, sees=ALL),  # in a chain: a bit for each sheep that has moved
    field("pairs_left", np.int8, sees=ALL),  # dark fields not yet grazed
    field("light_left", np.int8, sees=ALL),  # light cards on the meadow whose other side nobody has seen
    field("worms_left", np.int8, sees=ALL),  # worms among the light cards nobody has seen
    field("light", np.int8, MOST_PLAYERS, sees=ALL),  # light cards taken
    field("dark", np.int8, MOST_PLAYERS, sees=ALL),  # dark cards taken
    field("turned", np.int8, MOST_PLAYERS, sees=ALL),  # worms unseen: light cards turned over at the end
    field("worms", np.int8, MOST_PLAYERS, sees=ALL),  # worms unseen: worms found among them
)

# ---------------------------------------------------------------------------------------------- options and endings

OPTIONS = (
    Option(
        name="tactical",
        words=N_("For players who know the game: the dog walks, sheep run round the edge and push each other."),
        values=(False, True),
        default=False,
    ),
    Option(
        name="sun",
        words=N_("How many places the sun goes round the meadow; fewer make a shorter game."),
        values=range(MATERIAL["sun"]["fewest"], MATERIAL["sun"]["most"] + 1),
        default=MATERIAL["sun"]["places"],
        kept="sun_places",
    ),
    Option(
        name="worms",
        words=N_("Whether a card is looked at when it is eaten, or only at the end, where worms cost grass."),
        values=("seen", "unseen"),
        default="seen",
        kept="worms_unseen",
    ),
    Option(
        name="chains",
        words=N_("Whether a scared sheep may push another only if it must, or freely (tactical game)."),
        values=("forced", "free"),
        default="free",
        formerly={1: "forced"},
        kept="chains_free",
    ),
)


def objection(_players: int, options: dict[str, Any]) -> str | None:
    """What speaks against this set-up."""
    if options["chains"] == "forced" and not options["tactical"]:
        return _("Forced chains (`chains forced`) belong to the tactical game: they need `tactical`.")
    return None


SUNSET, NO_GRASS = 1, 2
SCORES = Scores(0, MATERIAL["cards"]["light"] + MATERIAL["cards"]["dark"])
"""All the grass there is."""

ENDINGS = {
    SUNSET: Ending("SHE-23", N_("The sun is back where it started.")),
    NO_GRASS: Ending("SHE-23", N_("There is no grass left.")),
}

# ---------------------------------------------------------------------------------------------- actions


def _in_line(one: int, other: int) -> bool:
    """Whether two fields share a row or a column."""
    return one != other and (one // 10 == other // 10 or one % 10 == other % 10)


_WAYS = [(here, there) for here in FIELDS for there in FIELDS if _in_line(here, there)]
_WAYS.sort(key=lambda way: abs(way[0] - way[1]) not in DIRECTIONS)
WAY_FROM = np.array([here for here, _there in _WAYS], np.int64)
WAY_TO = np.array([there for _here, there in _WAYS], np.int64)
"""The ways a sheep can go: first all steps to a field beside, then those that lead round an edge."""

WAY = np.zeros((PLACES, PLACES), np.int16)
"""The number of the way from one field to another."""
for _number, (_here, _there) in enumerate(_WAYS):
    WAY[_here, _there] = _number

STEPS = sum(abs(here - there) in DIRECTIONS for here, there in _WAYS)

STARTER = 0
THROW = STARTER + MOST_PLAYERS
IS_WORM = THROW + len(FIRST_DIE) * len(SECOND_DIE)
IS_CLEAN = IS_WORM + 1
GRAZE = IS_CLEAN + 1
PUT_DOG = GRAZE + COLUMNS * ROWS
MOVE = PUT_DOG + COLUMNS * ROWS
FLEE = MOVE + STEPS
DOG_STAY = FLEE + len(_WAYS)
ACTIONS = DOG_STAY + 1
"""Actions are numbers: the first of each kind, to which the rest (a seat, two symbols, a field, a way) is added."""

MOST = 64
"""The dog can be put on 56 fields at most, and two sheep have 8 steps."""

# ---------------------------------------------------------------------------------------------- what is told

EVENTS = Events()
STARTED = EVENTS.add("starts", "SHE-6")
THROWN = EVENTS.add("thrown", "SHE-7")
LAPSED = EVENTS.add("lapsed", "SHE-7")
MOVED = EVENTS.add("moved", "SHE-8")
TOOK = EVENTS.add("took", "SHE-9")
SUN_WENT = EVENTS.add("sun", "SHE-10")
DOG_PUT = EVENTS.add("dog put", "SHE-12")
DOG_WALKED = EVENTS.add("dog walked", "SHE-18")
DOG_STAYED = EVENTS.add("dog stayed", "SHE-18")
FLED = EVENTS.add("fled", "SHE-14")
ROUND_THE_EDGE = EVENTS.add("round the edge", "SHE-20")
PUSHED = EVENTS.add("pushed", "SHE-21")
STAYED = EVENTS.add("stayed", "SHE-21")
TURNED_OVER = EVENTS.add("turned over", "SHE-16")
FOUND_WORM = EVENTS.add("worm", "SHE-16")
TURNED_BACK = EVENTS.add("worm turned back", "SHE-22")
IN_VAIN = EVENTS.add("in vain", "SHE-22")
COUNTED_CLEAN = EVENTS.add("clean in the pile", "SHE-17")
COUNTED_WORM = EVENTS.add("worm in the pile", "SHE-17")
ENDED = EVENTS.add("ended", "SHE-23")
