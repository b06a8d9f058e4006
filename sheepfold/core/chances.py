"""Everybody's chances in a position, as far as somebody can know: by what was learned of the game, else by playing on
at random a few times.
"""

from __future__ import annotations

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.actors import SPECTATOR
from sheepfold.core.engine import VALUE, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import MOST_SEATS, source
from sheepfold.core.network import network_of
from sheepfold.core.secrecy import Array
from sheepfold.core.value import Network, foreseeing, new_desk

ROLLOUTS = 60
"""Games played on at random where nothing was learned."""


def chances_of(game: Game, seen: Array, players: int, viewer: int | None) -> list[float]:
    """Each seat's chance of winning, from what a viewer (None: a spectator) sees; together they are 1."""
    try:
        network = network_of(game, players)
    except BadOption:
        network = None
    found = _by_playing(game, seen, players, viewer) if network is None else _foreseen(game, seen, viewer, network)
    return [float(each) for each in found[:players] / found[:players].sum()]


def _foreseen(game: Game, seen: Array, viewer: int | None, network: Network) -> Array:
    players, out = len(network.base), np.zeros((MOST_SEATS, MOST_SEATS))
    foresee = foreseeing(game, plain=not engine_of(game).has(VALUE))
    foresee(seen, 0, SPECTATOR if viewer is None else viewer, players, network, new_desk(game, seen, network), out)
    return out[:, 0]


def _by_playing(game: Game, seen: Array, players: int, viewer: int | None) -> Array:
    """How often each seat wins when all of them play anyhow from here; equal places share a victory."""
    loops, draws = engine_of(game).loops, source(1)
    states, moves, told = game.record.new(2), drivers.new_moves(game), drivers.new_told(mute=True)
    won, place, score = np.zeros(players), np.zeros(players, np.int64), np.zeros(players, np.int64)
    for _rollout in range(ROLLOUTS):
        states[:1] = seen
        loops.guess(states, 0, 0 if viewer is None else viewer, draws)
        loops.playout(states, 0, moves, told, draws)
        loops.standing(states, 0, place, score)
        won += (place == 1) / np.count_nonzero(place == 1)
    return won
