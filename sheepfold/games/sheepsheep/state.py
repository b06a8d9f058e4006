"""The state of Sheep Sheep: the square with what it shows and hides, the cards in front of the players, what they won.

Colours are 1 to 7 and cards 1 to 21, each a pair of different colours; 0 is none of them. Cells are 0 to 8, row by row
from a1. Nobody knows the hidden side of a card that was laid unseen, so nobody knows the deck: what is in it would
betray those sides. A won card may go with its other side unseen; then only its colour is counted in the open.
"""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from sheepfold.core.game import Ending, Scores
from sheepfold.core.kit import Events, field, record
from sheepfold.core.options import Option
from sheepfold.core.secrecy import ALL, NOBODY, OWNER, Array, known
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

MATERIAL = tomllib.loads((Path(__file__).parent / "material.toml").read_text(encoding="utf-8"))

RULES_VERSION = 2

MOST_PLAYERS, HAND, CELLS = 4, 4, 9

# ---------------------------------------------------------------------------------------------- colours and cards

LETTERS = " " + "".join(MATERIAL["colours"])
COLOURS = len(LETTERS) - 1
CARD_NAMES = ("", *(LETTERS[one] + LETTERS[other] for one, other in combinations(range(1, COLOURS + 1), 2)))
CARDS = len(CARD_NAMES) - 1
CELL_NAMES = tuple(column + row for row in "123" for column in "abc")

FIRST = np.array([0, *(LETTERS.index(name[0]) for name in CARD_NAMES[1:])])
"""The first colour of each card."""

SECOND = np.array([0, *(LETTERS.index(name[1]) for name in CARD_NAMES[1:])])
"""The second colour of each card."""


def _other_sides() -> Array:
    table = np.zeros((CARDS + 1, COLOURS + 1), np.int64)
    for card in range(1, CARDS + 1):
        table[card, FIRST[card]] = SECOND[card]
        table[card, SECOND[card]] = FIRST[card]
    return table


OTHER_SIDE = _other_sides()
"""By card and colour: the colour on the card's other side, 0 if the card has no such side."""


def _cards_of_sides() -> Array:
    table = np.zeros((COLOURS + 1, COLOURS + 1), np.int64)
    for card in range(1, CARDS + 1):
        table[FIRST[card], SECOND[card]] = table[SECOND[card], FIRST[card]] = card
    return table


CARD_WITH = _cards_of_sides()
"""By its two colours: the card."""

# ---------------------------------------------------------------------------------------------- what hangs together

GROUP = 3
"""So many sheep of a colour that hang together are won."""


def neighbours(cell: int) -> list[int]:
    """The cells up, down, left and right; diagonals do not count."""
    row, column = divmod(cell, 3)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [3 * r + c for r, c in around if 0 <= r < 3 and 0 <= c < 3]


def groups_in(cells: int) -> list[int]:
    """The groups into which a set of cells (as bits) falls, each as bits."""
    groups: list[int] = []
    for start in range(CELLS):
        if cells >> start & 1:
            group = 1 << start
            cells &= ~group
            pending = [start]
            while pending:
                for cell in neighbours(pending.pop()):
                    if cells >> cell & 1:
                        group |= 1 << cell
                        cells &= ~(1 << cell)
                        pending.append(cell)
            groups.append(group)
    return groups


def _winning() -> Array:
    table = np.zeros(1 << CELLS, np.int64)
    for cells in range(1 << CELLS):
        for group in groups_in(cells):
            if group.bit_count() >= GROUP:
                table[cells] |= group
    return table


WINNING = _winning()
"""By the cells that show one colour, as bits: those of them in a group of three or more."""

ALL_CELLS = (1 << CELLS) - 1
LOWEST = np.array([0, *((cells & -cells).bit_length() - 1 for cells in range(1, 1 << CELLS))])
"""By cells as bits: the first of them."""

# ---------------------------------------------------------------------------------------------- the record

GIVING, DEALING, LAYING, FLIPPING, DRAWING, SWAPPING, PUTTING, OVER = range(8)
"""What is to be done next; up to DRAWING chance does it."""

STATE = record(
    field("players", np.int8, sees=ALL),
    field("rules_version", np.int8, sees=ALL),  # of the rules it is played by
    field("exchanges", np.int8, sees=ALL),  # swaps a turn without hourglass; 0: timed
    field("seconds", np.int16, sees=ALL),  # of the hourglass; 0: no clock
    field("lucky_points", np.int8, sees=ALL),  # for a sheep of one's lucky colour
    field("phase", np.int8, sees=ALL),
    field("why", np.int8, sees=ALL),  # which ending; 0 while the game runs
    field("turn", np.int8, sees=ALL),  # the seat whose turn it is, or who is given something
    field("swaps", np.int8, sees=ALL),  # done in this turn
    field("barren", np.int8, sees=ALL),  # finished turns in a row in which nothing was won
    field("drawn", np.int8, sees=ALL),  # the card that was drawn and is not yet put
    field("left", np.int16, sees=ALL),  # how many cards are in the deck
    field("box", np.int8, CARDS + 1, sees=ALL),  # how many there are of each card in this game
    field("deck", np.int8, CARDS + 1, sees=NOBODY),  # how many of each are in the deck
    field("hand", np.int8, (MOST_PLAYERS, HAND), sees=ALL),  # the cards in front of the players, both sides open
    field("shown", np.int8, CELLS, sees=ALL),  # the colour each cell shows, 0 for a gap
    field("back", np.int8, CELLS, sees=known("seen")),  # the colour on the other side
    field("seen", np.int16, CELLS, sees=ALL),  # who has seen that other side: everybody or nobody
    field("won", np.int8, (MOST_PLAYERS, COLOURS + 1), sees=ALL),  # under the lucky sheep, by the colour shown
    field("gone", np.int8, CARDS + 1, sees=ALL),  # won cards whose two sides everybody has seen
    field("unseen", np.int8, COLOURS + 1, sees=ALL),  # the other won cards, by the colour they show
    field("unseen_cards", np.int8, CARDS + 1, sees=NOBODY),  # the same, by card
    field("lucky", np.int8, MOST_PLAYERS, sees=OWNER),  # each player's lucky colour, secret until the end
    field("revealed", np.int8, MOST_PLAYERS, sees=ALL),  # ... to which they come here
)

OPTIONS = (
    Option(
        name="seconds",
        words=N_("How long the hourglass runs, in seconds."),
        values=range(15, 301),
        default=60,
    ),
    Option(
        name="exchanges",
        words=N_("Play without hourglass: at most so many swaps a turn. 3 is the printed variant."),
        values=range(1, 31),
        default=0,
    ),
    Option(
        name="lucky",
        words=N_("How many points a sheep of your lucky colour counts."),
        values=(2, 3),
        default=2,
        kept="lucky_points",
    ),
)


def objection(_players: int, options: dict[str, Any]) -> str | None:
    """What speaks against this set-up."""
    if options["exchanges"] and options["seconds"] != 60:
        return _("With `exchanges` there is no hourglass: `seconds` goes only without it.")
    return None


DECK_OUT, STANDSTILL = 1, 2
SCORES = Scores(0, 3 * sum(MATERIAL["cards"].values()))
"""Every card of the box won, and every sheep of the lucky colour."""

ENDINGS = {
    DECK_OUT: Ending("SSH-15", N_("The deck is empty and the square cannot be filled.")),
    STANDSTILL: Ending("SSH-16", N_("Nobody wins anything any more.")),
}

# ---------------------------------------------------------------------------------------------- actions

LUCKY = 0
CARD = LUCKY + COLOURS
LAY = CARD + CARDS
FLIP = LAY + 2 * CARDS
SWAP = FLIP + CELLS
END = SWAP + CARDS * CELLS
TIME = END + 1
DRAW = TIME + 1
PUT = DRAW + CARDS
ACTIONS = PUT + CELLS * COLOURS
"""Actions are numbers: the first of each kind, to which the rest (a colour, a card, a cell, a side) is added."""

MOST = 2 * CARDS

# ---------------------------------------------------------------------------------------------- what is told

EVENTS = Events()
GIVEN = EVENTS.add("given", "SSH-4")
DEALT = EVENTS.add("dealt", "SSH-5")
LAID = EVENTS.add("laid", "SSH-6")
FLIPPED = EVENTS.add("flipped", "SSH-6")
SWAPPED = EVENTS.add("swapped", "SSH-8")
STOPPED = EVENTS.add("stopped", "SSH-9")
TIME_UP = EVENTS.add("time up", "SSH-9")
WON = EVENTS.add("won", "SSH-11")
WON_NOTHING = EVENTS.add("won nothing", "SSH-13")
DREW = EVENTS.add("drew", "SSH-12")
PLACED = EVENTS.add("placed", "SSH-12")
ENDED = EVENTS.add("ended", "SSH-15")
STOOD_STILL = EVENTS.add("stood still", "SSH-16")
REVEALED = EVENTS.add("revealed", "SSH-4")
