"""Who can act, and who can look: seats, chance, and those who only watch.

Three kinds of numbers that meet in the same places, so no two of them are alike: seats are 0 to 7, chance is 8, those
who only watch are 9.
"""

from __future__ import annotations

from typing import Literal

MOST_SEATS = 8

CHANCE = 8
"""The number of chance where somebody acts, and its bit in `to_act`."""

SPECTATOR = 9
"""The number of those who only watch where somebody looks."""

SPECTATORS_BIT = 8
"""The bit of those who only watch in a field of who knows what; a seat's bit is its number."""

EVERYBODY = (1 << (SPECTATORS_BIT + 1)) - 1
"""Eight seats and the spectators: what is known to these is public."""

Actor = int | Literal["*"]
"""Who acts, as people write it: a seat, or `*` for chance."""
