"""What a bot would see after each of its actions: for bots that judge positions by what they have learned."""

from __future__ import annotations

import random

import numpy as np

from sheepfold.bots.seen import Seen
from sheepfold.core import drivers
from sheepfold.core.kit import source
from sheepfold.core.secrecy import Array
from sheepfold.rl import loops
from sheepfold.rl.layout import FlatLayout


def afterstates(seen: Seen, rng: random.Random, layout: FlatLayout) -> tuple[list[int], Array]:
    """A seat's legal actions, and, a row each, what it would see right after them, before chance acts.

    The same as `Batch.afterstates`, for one decision: what the seat cannot see it imagines.
    """
    game, seat = seen.game, np.array([seen.seat])
    moves, bench = drivers.new_moves(game), game.record.new(2)
    drivers.bind(game).listing(seen.observation, 0, seen.seat, moves)
    actions: list[int] = moves["action"][0][: int(moves["n"][0])].tolist()
    found = np.empty((len(actions), layout.size), layout.dtype)
    try_out, _choose = loops.for_imagining(game)
    try_out(
        seen.observation, seat, moves, drivers.new_told(mute=True), source(rng.getrandbits(64)), bench,
        layout.view(bench), found,
    )  # fmt: skip
    return actions, found
