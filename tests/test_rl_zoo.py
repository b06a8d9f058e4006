"""The games as PettingZoo environments: its own checks for every set-up, and what an agent is shown and given."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils import wrappers

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.engine import Engine
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.rl import eyes, loops, pettingzoo_env, pettingzoo_parallel_env
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
    for ask in (lambda: env.step(1), env.last):
        with pytest.raises(IllegalAction, match=r"call reset\(\) first"):
            ask()
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
    with pytest.raises(IllegalAction, match="There is no agent 'Ada'; there are: player_0, player_1"):
        env.observe("Ada")
    with pytest.raises(IllegalAction, match="83 is no action"):
        env.action_text(83)
    env.step(0)
    with pytest.raises(IllegalAction, match="its only action is None"):
        env.step(1)
    everybody = pettingzoo_parallel_env("nines")
    everybody.reset(seed=1)
    with pytest.raises(IllegalAction, match="A step takes the agents' actions by name"):
        everybody.step([1, 2])  # pyright: ignore[reportArgumentType]


# ---------------------------------------------------------------------------------------------- all at the same time


@every_key
def test_pettingzoo_accepts_parallel_environments(key: str) -> None:
    make = functools.partial(pettingzoo_parallel_env, key)
    parallel_api_test(make(observations="dict"), num_cycles=300)
    parallel_api_test(make(longest=7, observations="dict"), num_cycles=20)
    parallel_api_test(make(), num_cycles=20)
    parallel_seed_test(make, num_cycles=20)


def played(env: Any, seed: int) -> tuple[dict[str, float], int, set[int]]:
    """A random game: what everybody got, how many steps it took, and how many were asked at once."""
    rng, steps, at_once = np.random.default_rng(seed), 0, set[int]()
    _seen, infos = env.reset(seed=seed)
    rewards: dict[str, float] = {}
    while env.agents:
        asked = {agent: info["action_mask"].nonzero()[0] for agent, info in infos.items() if info["action_mask"].any()}
        at_once.add(len(asked))
        chosen = {agent: int(rng.choice(legal)) for agent, legal in asked.items()}
        _seen, rewards, _over, _broken_off, infos = env.step(chosen)
        steps += 1
    return rewards, steps, at_once


def test_who_chooses_at_the_same_time_acts_in_one_step() -> None:
    rewards, _steps, at_once = played(pettingzoo_parallel_env("dyke", 3), 1)
    assert max(at_once) == 3
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(rewards.values()) <= {1.0, 0.5, 0.0, -0.5, -1.0}
    assert played(pettingzoo_parallel_env("nines", 2), 1)[2] == {1}


def test_what_others_choose_at_the_same_time_is_not_seen() -> None:
    env = pettingzoo_parallel_env("dyke", 3)
    _seen, infos = env.reset(seed=1)
    while sum(info["action_mask"].any() for info in infos.values()) < 3:
        _seen, _rewards, _over, _broken_off, infos = env.step(
            {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
        )
    masks = [info["action_mask"] for info in infos.values()]
    assert all(mask.sum() == 820 for mask in masks)
    before = env.state().copy()
    with pytest.raises(IllegalAction, match="None is no action"):
        env.step({"player_0": int(masks[0].argmax())})
    assert (env.state() == before).all(), "nothing was laid"


def test_in_a_parallel_environment_what_is_not_legal_costs_its_seat() -> None:
    env = pettingzoo_parallel_env("nines", 2)
    _seen, infos = env.reset(seed=1)
    (agent,) = [agent for agent, info in infos.items() if info["action_mask"].any()]
    _seen, rewards, over, _broken_off, _infos = env.step({agent: int(infos[agent]["action_mask"].argmin())})
    assert rewards == {each: -1.0 if each == agent else 0.0 for each in env.possible_agents}
    assert all(over.values())
    with pytest.raises(IllegalAction, match="call reset"):
        env.step({})


def test_an_agent_sees_the_same_when_machine_code_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made beside, and nobody waits for it."""
    own, asked = Engine(TOY), list[str]()
    monkeypatch.setattr(eyes, "engine_of", lambda _game: own)
    monkeypatch.setattr(own, "want", lambda step: asked.append(step.name))
    env, twin = pettingzoo_env(TOY), pettingzoo_env(TOY)
    assert asked == ["looking", "looking"]
    for each in (env, twin):
        each.reset(seed=3)
    plainly = [twin.observe(agent) for agent in twin.agents]
    assert not twin.single._eyes.is_quick
    own.wait_for(loops.LOOKING)
    assert [env.observe(agent).tobytes() for agent in env.agents] == [each.tobytes() for each in plainly]
    assert env.single._eyes.is_quick
