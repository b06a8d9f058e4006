"""Environments can be copied, pickled and saved, and a copy goes on as the first would have."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.core.secrecy import NOBODY
from sheepfold.rl import Batch, GymEnv, pettingzoo_env, pettingzoo_parallel_env

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
every_key = pytest.mark.parametrize("key", sheepfold.games())


def batch_played(batch: Batch, steps: int) -> bytes:
    for _ in range(steps):
        batch.step(batch.sample())
    return batch.observations.tobytes() + batch.legal.tobytes() + batch.rewards.tobytes()


@every_key
@pytest.mark.parametrize("threads", [1, 2])
def test_batches(key: str, threads: int) -> None:
    batch = Batch(key, n=8, seed=3, threads=threads, masks=True)
    batch_played(batch, 20)
    twins = [batch.copy(), *(make(batch) for make in COPIES)]
    before = batch.observations.tobytes()
    found = {batch_played(twin, 30) for twin in twins}
    assert batch.observations.tobytes() == before
    assert found == {batch_played(batch, 30)}
    assert all(np.array_equal(twin.masks, batch.masks) for twin in twins)


def zoo_played(env: Any, steps: int) -> list[Any]:
    told: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            break
        seen, reward, terminated, truncated, info = env.last()
        told.append((env.agent_selection, seen.tobytes(), reward))
        env.step(None if terminated or truncated else int(info["action_mask"].argmax()))
    return told


@every_key
def test_pettingzoo(key: str) -> None:
    env: Any = pettingzoo_env(key)
    env.reset(seed=4)
    zoo_played(env, 15)
    twins = [make(env) for make in COPIES]
    before = env.last()[0].tobytes()
    told = [zoo_played(twin, 30) for twin in twins]
    assert env.last()[0].tobytes() == before
    assert told == [zoo_played(env, 30)] * len(twins)


def parallel_played(env: Any, steps: int) -> list[Any]:
    told: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            break
        masks = {agent: env._single.mask_of(env._env._seats[agent]) for agent in env.agents}
        seen, rewards, *_rest = env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})
        told.append(([each.tobytes() for each in seen.values()], rewards))
    return told


@every_key
def test_parallel_pettingzoo(key: str) -> None:
    env = pettingzoo_parallel_env(key)
    env.reset(seed=4)
    parallel_played(env, 8)
    twins = [make(env) for make in COPIES]
    before = env.state().tobytes()
    told = [parallel_played(twin, 20) for twin in twins]
    assert env.state().tobytes() == before
    assert told == [parallel_played(env, 20)] * len(twins)


def gym_played(env: GymEnv, steps: int) -> list[Any]:
    told: list[Any] = []
    for _ in range(steps):
        if not env.action_masks().any():
            break
        seen, reward, *_rest = env.step(np.int64(env.action_masks().argmax()))
        told.append((seen.tobytes(), reward))
    return told


@every_key
def test_gymnasium(key: str) -> None:
    game = sheepfold.game(key)
    env = GymEnv(key, opponents=["random", *["greedy"] * (game.players[0] - 2)])
    env.reset(seed=5)
    gym_played(env, 4)
    twins = [make(env) for make in COPIES]
    told = [gym_played(twin, 10) for twin in twins]
    assert told == [gym_played(env, 10)] * len(twins)


def test_a_game_travels_as_itself() -> None:
    game = sheepfold.game("nines")
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game


def test_what_nobody_sees_is_not_in_observations() -> None:
    game = sheepfold.game("sheepsheep")
    unseen = {name for name, field in game.record.fields.items() if field.sight is NOBODY}
    assert unseen
    assert unseen.isdisjoint(Batch("sheepsheep", n=1).layout.slices())
