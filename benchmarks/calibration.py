"""Whether chances are what they say, in games nobody has learned from, of players of several strengths.

For every game and number of players: the Brier score of what was learned beside that of always saying the same, and
how often was won what was said to be, tenth by tenth. The goal is that they differ by at most 5 points in every tenth
that holds 2 % of the positions. Run in this project's folder with
`python benchmarks/calibration.py [--seed N] [GAME …]`.
"""

from __future__ import annotations

import argparse

import sheepfold
from sheepfold.bots.value.calibration import WORTH_SAYING, Calibration, calibrate
from sheepfold.bots.value.plan import HIDDEN
from sheepfold.bots.value.training import Trainer
from sheepfold.core.engine import RULES, engine_of
from sheepfold.core.network import network_of

SEED = 100
"""Of games that no training has seen: trainings are given small seeds."""


ROUNDS = 8
"""Each of 8,192 positions."""


def calibration_of(key: str, players: int, seed: int) -> Calibration:
    """How good the chances are that were learned of a game."""
    game = sheepfold.game(key)
    network = network_of(game, players)
    assert network is not None, f"nothing was learned of {key} with {players} players"
    engine_of(game).wait_for(RULES)
    trainer = Trainer(game, players, seed=seed, options={}, hidden=HIDDEN)
    trainer.think_with(network)
    return calibrate(network, *trainer.held_out(ROUNDS))


def main() -> None:
    options = argparse.ArgumentParser(description="Whether chances are what they say.")
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("keys", nargs="*", metavar="GAME")
    given = options.parse_args()
    print(
        f"{'game, players':<16}{'Brier':>7}{'base':>7}{'worst':>7}   said > won, by tenths; few positions: in brackets"
    )
    for key in given.keys or sheepfold.games():
        for players in sheepfold.game(key).players:
            found = calibration_of(key, players, given.seed)
            tenths = " ".join(
                f"{each.said:.0%}>{each.won:.0%}" if each.share >= WORTH_SAYING else f"({each.said:.0%}>{each.won:.0%})"
                for each in found.tenths
            )
            line = f"{key + ', ' + str(players):<16}{found.brier:>7.3f}{found.base_rate:>7.3f}{found.worst:>7.1%}"
            print(f"{line}   {tenths}", flush=True)


if __name__ == "__main__":
    main()
