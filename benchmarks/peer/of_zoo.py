# pyright: basic, reportMissingImports=false
# (runs in an environment of its own)
"""PettingZoo's and RLCard's side: their Leduc poker, played at random."""

from __future__ import annotations

import random

import rlcard
from pettingzoo.classic import leduc_holdem_v4
from rlcard.agents import RandomAgent
from stepping import play_at_random
from timing import best, report


def pettingzoo() -> float:
    """Seconds per decision through PettingZoo's interface."""
    env, rng = leduc_holdem_v4.env(), random.Random(1)
    env.reset(seed=1)
    return best(lambda: play_at_random(env, lambda seen, _info: seen["action_mask"], rng))


def rlcard_alone() -> float:
    """Seconds per decision of RLCard's own loop with its random agents."""
    env = rlcard.make("leduc-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(2)])

    def work() -> float:
        decisions = 0
        for _ in range(200):
            trajectories, _payoffs = env.run(is_training=False)
            decisions += sum(len(trajectory) // 2 for trajectory in trajectories)
        return decisions

    return best(work)


if __name__ == "__main__":
    report({"leduc pettingzoo": pettingzoo(), "leduc rlcard": rlcard_alone()}, "pettingzoo", "rlcard")
