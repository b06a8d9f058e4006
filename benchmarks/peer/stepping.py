"""Random play through PettingZoo's interface: the same loop for its own environment and for ours."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

GAMES = 200


def play_at_random(env: Any, mask_of: Callable[[Any, Any], Any], rng: random.Random) -> int:
    """Some games, from reset to the end; how many decisions were taken."""
    decisions = 0
    for _ in range(GAMES):
        env.reset()
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = mask_of(observation, info).nonzero()[0]
            env.step(int(legal[rng.randrange(len(legal))]))
            decisions += 1
    return decisions
