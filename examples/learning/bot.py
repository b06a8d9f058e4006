"""The bot that `train.py` made: it takes the action whose outcome the network likes best.

sheepfold play nines --seat 1=examples.learning.bot:bot
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sheepfold.bots import Seen
from sheepfold.core.errors import BadOption
from sheepfold.rl import Layout, afterstates

from .features import features
from .network import Network

WEIGHTS = Path(__file__).parent / "weights.npz"


@cache
def network() -> Network:
    return Network.load(WEIGHTS)


def bot(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
    """What the network likes best; it has learned two-player nines and nothing else."""
    if seen.game.key != "nines" or seen.record.players != 2:
        raise BadOption("This bot has learned to play nines with two players, nothing else.")
    if len(legal) == 1:
        return legal[0]
    layout = Layout(seen.game, 2, "int16")
    actions, found = afterstates(seen, rng, layout)
    return seen.game.texts[actions[int(network().value(features(found, layout)).argmax())]]
