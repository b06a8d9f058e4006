"""What all environments are given: a game set up, what its seats see, and how its end is rewarded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game, Material
from sheepfold.core.options import without_numpy
from sheepfold.core.secrecy import Array
from sheepfold.core.state import State
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.layout import FlatLayout

REWARDS = ("places", "scores")


@dataclass(frozen=True)
class Prepared:
    """A game ready to begin."""

    game: Game
    players: int
    state: State
    """The game begun, for those who step one."""
    layout: FlatLayout
    settings: Array
    """What the compiled loops are told."""


def prepare(
    game: str | Game,
    players: int | None,
    options: dict[str, Any],
    *,
    material: Material | None,
    rewards: str,
    dtype: object,
    longest: int | None,
) -> Prepared:
    """Check everything, with the same sentences as a match, and set the game up."""
    state = State(game, players, 0, material=material, **options)
    if rewards not in REWARDS:
        sentence = _("Rewards go by {legal}, not {given!r}.")
        raise BadOption(sentence.format(legal=_(" or ").join(REWARDS), given=rewards))
    settings = np.zeros(loops.SETTINGS, np.int64)
    settings[loops.PLAYERS] = state.players
    settings[loops.BY_SCORES] = rewards == "scores"
    settings[loops.LONGEST] = 0 if longest is None else _checked_longest(longest)
    return Prepared(state.game, state.players, state, FlatLayout(state.game, state.players, dtype), settings)


def _checked_longest(longest: object) -> int:
    number = without_numpy(longest)
    if type(number) is not int or not 1 <= number < 1 << 62:
        raise BadOption(_("A game can be broken off after 1 step or more, not after {given!r}.").format(given=longest))
    return number
