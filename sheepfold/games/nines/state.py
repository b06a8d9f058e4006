"""The state of All Nines: the track with what lies on it, the pawns, and what lies in front of and beside the players.

Spaces are numbered as the track was laid: 0 is the start, 1 the first cactus, 2 to 8 the tiles of the first segment, 9
the second cactus and so on; home lies one space beyond the last place. A taken tile leaves 0 on its space, and pawns
pass over it as if it were not there. All information is open.
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

MOST_PLAYERS, MOST_PAWNS, MOST_SEGMENTS = 5, 4, MATERIAL["track"]["segments"]
SEGMENT_TILES = MATERIAL["track"]["tiles"]
STRETCH = SEGMENT_TILES + 1
"""A cactus and the segment behind it."""

NUMBERS_EACH = MATERIAL["tiles"]["numbers"]
CACTUSES_EACH = MATERIAL["tiles"]["cactuses"]
ANIMALS = MATERIAL["tiles"]["animals"]
ANIMAL = 7
"""An animal's value on the track and in the box; numbers are 1 to 6."""

PAWNS_EACH = tuple(MATERIAL["pawns"].get(str(players), 0) for players in range(MOST_PLAYERS + 1))

FRONT = 3
"""How many numbers may lie in front of a player."""

DEALING, LAYING, ROLLING, MOVING, TAKING, NINING, SETTING_ASIDE, OVER = range(8)
"""What is to be done next."""

STATE = record(
    field("players", np.int8, sees=ALL),
    field("segments", np.int8, sees=ALL),
    field("phase", np.int8, sees=ALL),
    field("turn", np.int8, sees=ALL),  # the seat whose turn it is, or who is dealt to
    field("laid", np.int8, sees=ALL),  # spaces laid so far, while the track is laid
    field("roll", np.int8, sees=ALL),
    field("box", np.int8, ANIMAL + 1, sees=ALL),  # tiles in the box or still to be drawn, by value
    field("cactus_box", np.int8, ANIMAL, sees=ALL),  # cactus tiles still to be drawn, by value
    field("track", np.int8, 2 + STRETCH * MOST_SEGMENTS, sees=ALL),  # the value on each space, 0 for none
    field("pawn", np.int8, (MOST_PLAYERS, MOST_PAWNS), sees=ALL),  # the space each pawn stands on
    field("front", np.int8, (MOST_PLAYERS, FRONT), sees=ALL),  # numbers face up in front, 0 for none
    field("nines", np.int8, (MOST_PLAYERS, ANIMAL), sees=ALL),  # tiles laid down in nines, by value
    field("aside", np.int8, (MOST_PLAYERS, ANIMAL), sees=ALL),  # tiles face up at the side, by value
    field("animals", np.int8, MOST_PLAYERS, sees=ALL),
    field("cactuses", np.int8, MOST_PLAYERS, sees=ALL),  # collected, wherever they ended up
    field("crossed", np.int8, sees=ALL),  # during a move: the area whose entry has been settled
    field("reached", np.int8, sees=ALL),  # during a move: the area the pawn stands in now
    field("tile_settled", np.int8, sees=ALL),  # during a move: the tile for the next area has been seen to
)

OPTIONS = (
    Option(
        name="segments",
        words=N_("How many segments the track has; 5 makes a shorter game for 2 or 3 players."),
        values=(MATERIAL["track"]["short"], MATERIAL["track"]["segments"]),
        default=MATERIAL["track"]["segments"],
    ),
)


def objection(players: int, options: dict[str, Any]) -> str | None:
    """What speaks against this set-up."""
    if options["segments"] == MATERIAL["track"]["short"] and players > 3:
        return _("The short track (`segments 5`) is for 2 or 3 players; with more it takes `segments 6`.")
    return None


RACE_OVER = 1
SCORES = Scores(
    -sum(value * (NUMBERS_EACH + CACTUSES_EACH) for value in range(1, ANIMAL)),
    5 * ((ANIMAL - 1) * (NUMBERS_EACH + CACTUSES_EACH) + ANIMALS),
)
"""All tiles at the side of one player, or all of them in nines."""

ENDINGS = {RACE_OVER: Ending("NIN-21", N_("Every pawn is home."))}

# ---------------------------------------------------------------------------------------------- actions

DEAL = 0
CACTUS = DEAL + 6
TILE = CACTUS + 6
ROLL = TILE + 7
MOVE = ROLL + 6
JUMP = MOVE + MOST_PAWNS
TAKE = JUMP + MOST_PAWNS
NINE = TAKE + MOST_SEGMENTS * SEGMENT_TILES
KEEP = NINE + 1
ASIDE = KEEP + 1
ACTIONS = ASIDE + 6
"""Actions are numbers: the first of each kind, to which the rest (a value, a pawn, a place) is added."""

MOST = 2 * MOST_PAWNS

# ---------------------------------------------------------------------------------------------- what is told

EVENTS = Events()
DEALT = EVENTS.add("dealt", "NIN-2")
LAID = EVENTS.add("laid", "NIN-3")
ROLLED = EVENTS.add("rolled", "NIN-6")
MOVED = EVENTS.add("moved", "NIN-6")
JUMPED = EVENTS.add("jumped", "NIN-7")
TOOK = EVENTS.add("took", "NIN-11")
COLLECTED = EVENTS.add("collected", "NIN-13")
MADE_NINE = EVENTS.add("nine", "NIN-18")
KEPT = EVENTS.add("kept", "NIN-17")
PUT_ASIDE = EVENTS.add("aside", "NIN-18")
CLEARED_NINE = EVENTS.add("cleared nine", "NIN-20")
CLEARED = EVENTS.add("cleared", "NIN-20")
ENDED = EVENTS.add("ended", "NIN-21")
