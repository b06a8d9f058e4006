"""The games as PettingZoo environments: its own checks for every set-up, and what an agent is shown and given."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils import wrappers

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.rl import pettingzoo_env
from sheepfold.testing import setups_of
from tests.test_rl_batch import expected_rewards, settled
from tests.toy_games.toy import GAME as TOY

SETUPS = [
    pytest.param(key, players, options, id=f"{key}-{players}-{options}")
    for key in sheepfold.games()
    for players, options in setups_of(key)
]
every_key = pytest.mark.parametrize("key", sheepfold.games())


# ---------------------------------------------------------------------------------------------- PettingZoo's own checks


@pytest.mark.parametrize(("key", "players", "options"), SETUPS)
def test_pettingzoo_accepts_every_set_up(key: str, players: int, options: dict[str, Any]) -> None:
    make = functools.partial(pettingzoo_env, key, players, **options)
    api_test(make(), num_cycles=25)
    seed_test(make, num_cycles=25)


@every_key
def test_pettingzoo_accepts_whole_games(key: str) -> None:
    env = pettingzoo_env(key, rewards="scores", dtype=np.int16)
    api_test(env, num_cycles=1000)
    seed_test(functools.partial(pettingzoo_env, key), num_cycles=1000)


@every_key
def test_pettingzoo_accepts_dictionaries(key: str) -> None:
    make = functools.partial(pettingzoo_env, key, observations="dict")
    with warnings.catch_warnings():  # PettingZoo knows the names of its own games that do so, and warns of others
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=100)


@every_key
def test_pettingzoo_accepts_state_and_pictures(key: str) -> None:
    env = pettingzoo_env(key)
    check_state_space(env)
    check_state(env, num_cycles=10)
    make: Any = functools.partial(pettingzoo_env, key)
    render_test(make, {"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize("observations", ["flat", "dict"])
def test_pettingzoos_wrappers_fit(observations: str) -> None:
    env: Any = pettingzoo_env("nines", observations=observations)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, _reward, terminated, _truncated, info = env.last()
        mask = seen["action_mask"] if observations == "dict" else info["action_mask"]
        env.step(None if terminated else int(rng.choice(np.flatnonzero(mask))))
        assert agent.startswith("player_")
    assert not env.agents


# ---------------------------------------------------------------------------------------------- what an agent gets


@pytest.mark.parametrize("game", [*sheepfold.games(), TOY], ids=[*sheepfold.games(), "toy"])
@pytest.mark.parametrize("rewards", ["places", "scores"])
def test_an_environment_plays_as_a_match_does(game: Any, rewards: str) -> None:
    env: Any = pettingzoo_env(game, rewards=rewards)
    env.reset(seed=5)
    source, rng = drivers.seeds(5, 1), np.random.default_rng(5)
    match = settled(sheepfold.Match(game), source)
    while not env.terminations[env.agent_selection]:
        seat = int(min(match.to_act()))
        assert env.agent_selection == f"player_{seat}"
        seen, reward, _terminated, _truncated, info = env.last()
        assert reward == 0
        assert seen.tobytes() == env.layout.flat(match.observation(seat), seat)[0].tobytes()
        legal = np.flatnonzero(info["action_mask"])
        assert sorted(env.action_text(action) for action in legal) == sorted(match.legal(seat))
        action = int(rng.choice(legal))
        match.play(seat, env.action_text(action))
        settled(match, source)
        env.step(action)
    assert match.is_over
    expected = dict(zip(env.possible_agents, expected_rewards(match, rewards), strict=True))
    assert {agent: env.rewards[agent] for agent in env.agents} == pytest.approx(expected)


def test_an_illegal_action_ends_the_game_for_everybody() -> None:
    env = pettingzoo_env("nines", 3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    for _ in range(3):
        assert env.last()[4]["action_mask"].sum() == 0
        env.step(None)
    assert env.agents == []


def test_a_long_game_is_broken_off() -> None:
    env = pettingzoo_env("nines", longest=5)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_what_an_agent_keeps_is_not_written_again() -> None:
    env: Any = pettingzoo_env("nines")
    env.reset(seed=2)
    seen, *_rest, info = env.last()
    kept = (seen.copy(), info["action_mask"].copy())
    for _ in range(10):
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert np.array_equal(seen, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])


def test_wrong_use_gets_a_sentence() -> None:
    env = pettingzoo_env("nines")
    with pytest.raises(IllegalAction, match=r"call reset\(\) first"):
        env.step(1)
    env.reset(seed=1)
    for wrong in (-1, 10**6, "move 1", 1.5, None, True):
        with pytest.raises(IllegalAction, match="actions are whole numbers from 0 to"):
            env.step(wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadOption, match="Say how to render"):
        env.render()
    with pytest.raises(BadOption, match="not as 'hologram'"):
        pettingzoo_env("nines", render_mode="hologram")
    with pytest.raises(BadOption, match="flat or dict, not 'soup'"):
        pettingzoo_env("nines", observations="soup")
    with pytest.raises(BadOption, match="A seed is a whole number"):
        env.reset(seed="x")  # pyright: ignore[reportArgumentType]
    env.step(0)
    with pytest.raises(IllegalAction, match="its only action is None"):
        env.step(1)
