"""The greedy bot: imagines what it cannot see, tries each of its actions, and takes the one that looks best.

It plays from the first move on. As long as its loops are plain Python, where trying an action takes a hundred times as
long, it tries only some of very many.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from sheepfold.bots.draws import source_of
from sheepfold.bots.seen import Seen
from sheepfold.core import drivers
from sheepfold.core.engine import JUDGEMENT, engine_of
from sheepfold.core.secrecy import Array

MOST_TRIED_PLAINLY = 120
"""Of more legal actions than this, so many are tried while there is no machine code: under a second in all games."""


def greedy(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """The action after which the game's judgement likes the position best; of equals any."""
    if len(legal) == 1:
        return legal[0]
    actions, values = weighed(seen, rng)
    best = np.flatnonzero(values == values.max())
    return seen.game.texts[actions[rng.choice(best.tolist())]]


def weighed(seen: Seen, rng: random.Random, most_plainly: int = MOST_TRIED_PLAINLY) -> tuple[list[int], Array]:
    """Legal actions and what the position is worth after each, the unseen filled in as it might be."""
    game, engine = seen.game, engine_of(seen.game)
    engine.want(JUDGEMENT)
    loops, is_quick = engine.loops, engine.has(JUDGEMENT)
    states, moves, told, values = (
        game.record.new(2),
        drivers.new_moves(game),
        drivers.new_told(mute=True),
        np.zeros(game.most),
    )
    states[0] = seen.observation[0]
    if game.record.secrets:
        loops.guess(states, 0, seen.seat, source_of(rng))
    loops.listing(states, 0, seen.seat, moves)
    if not is_quick:
        _thin_out(moves, most_plainly, rng)
    loops.weigh_up(states, 0, seen.seat, moves, told, values)
    count = int(moves["n"][0])
    return moves["action"][0][:count].tolist(), values[:count]


def _thin_out(moves: Array, most: int, rng: random.Random) -> None:
    """Leave only some of very many actions, any of them."""
    count = int(moves["n"][0])
    if count > most:
        moves["action"][0][:most] = rng.sample(moves["action"][0][:count].tolist(), most)
        moves["n"][0] = most
