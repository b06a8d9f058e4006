"""Tests for any game: laws that all of them keep, positions drawn as text, random walks, lock step with an oracle.

Where pytest is installed, `pytest --laws GAME` looks whether a game keeps the laws; so does `sheepfold check GAME`.
"""

from sheepfold.testing.demands import Broken, demand
from sheepfold.testing.laws import LAWS, Law
from sheepfold.testing.positions import Position
from sheepfold.testing.walking import act, lock_step, setups_of, some_match, some_setup, walk

__all__ = [
    "LAWS",
    "Broken",
    "Law",
    "Position",
    "act",
    "demand",
    "lock_step",
    "setups_of",
    "some_match",
    "some_setup",
    "walk",
]
