"""The greedy bot: imagines what it cannot see, tries each of its actions, and takes the one that looks best."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from sheepfold.bots.seen import Seen
from sheepfold.core import drivers
from sheepfold.core.kit import source
from sheepfold.core.secrecy import Array


def greedy(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """The action after which the game's judgement likes the position best; of equals any."""
    if len(legal) == 1:
        return legal[0]
    actions, values = _weighed(seen, rng)
    best = np.flatnonzero(values == values.max())
    return seen.game.texts[actions[rng.choice(best.tolist())]]


def _weighed(seen: Seen, rng: random.Random) -> tuple[list[int], Array]:
    """The legal actions and what the position is worth after each, the unseen filled in as it might be."""
    game, loops = seen.game, drivers.bind(seen.game)
    states, moves, told, values = (
        game.record.new(2),
        drivers.new_moves(game),
        drivers.new_told(mute=True),
        np.zeros(game.most),
    )
    states[0] = seen.observation[0]
    if game.record.secrets:
        loops.guess(states, 0, seen.seat, source(rng.getrandbits(64)))
    loops.weigh_up(states, 0, seen.seat, moves, told, values)
    count = int(moves["n"][0])
    return moves["action"][0][:count].tolist(), values[:count]
