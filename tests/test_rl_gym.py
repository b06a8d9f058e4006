"""One seat as a Gymnasium environment: its own checks, bots in the other seats, masks, sentences."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sheepfold
from sheepfold.bots import Seen
from sheepfold.core.engine import Engine
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.rl import GymEnv, register_gymnasium
from tests.toy_games.toy import GAME as TOY


def whole_game(env: GymEnv, seed: int) -> tuple[int, float, Any]:
    """Play at random to the end: how many steps, the last reward, and the last observation."""
    rng = np.random.default_rng(seed)
    _seen, info = env.reset(seed=seed)
    for step in range(1, 10_000):
        mask = env.action_masks()
        assert mask.dtype == np.bool_
        assert np.array_equal(mask, info["action_mask"])
        seen, reward, terminated, truncated, info = env.step(np.int64(rng.choice(np.flatnonzero(mask))))
        if terminated or truncated:
            assert not env.action_masks().any()
            return step, float(reward), seen
        assert reward == 0
    raise AssertionError


def test_who_wants_the_same_games_from_the_first_one_on_waits_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[str] = []
    monkeypatch.setattr(Engine, "wait_for", lambda _self, *steps: waited.extend(step.name for step in steps))
    env = GymEnv("nines", opponents=["ewe"])
    assert env.warm() is env
    assert {"stepping", "looking", "rules", "judgement", "search"} == set(waited)
    waited.clear()
    GymEnv("nines", opponents=["random", lambda _seen, legal, _rng: legal[0]]).warm()
    assert {"stepping", "looking", "rules"} == set(waited)


@pytest.mark.parametrize("key", sheepfold.games())
def test_gymnasium_accepts_every_game(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = [name for name in register_gymnasium() if f"/{key}-" in name]
    assert names == [f"sheepfold/{key}-v{version}" for version in sheepfold.game(key).rules_versions]
    env = gymnasium.make(names[-1], render_mode="ansi")
    check_env(env.unwrapped)
    assert capsys.readouterr().out


def test_the_version_in_a_name_is_that_of_the_rules() -> None:
    register_gymnasium()
    with pytest.warns(DeprecationWarning, match="out of date"):
        old = gymnasium.make("sheepfold/shepherd-v1", tactical=True, opponents=["random"])
    new = gymnasium.make("sheepfold/shepherd-v2", tactical=True, opponents=["random"])
    for version, env in enumerate((old, new), 1):
        seen, _info = env.reset(seed=1)
        assert isinstance(env.unwrapped, GymEnv)
        assert int(env.unwrapped.layout.fields(seen)["rules_version"]) == version


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_seat_can_be_played(key: str) -> None:
    players = sheepfold.game(key).players[0]
    for seat in range(players):
        env = GymEnv(key, seat, ["random"] * (players - 1))
        one, other = whole_game(env, 3), whole_game(env, 3)
        assert one[:2] == other[:2]
        assert np.array_equal(one[2], other[2])
        assert env.layout.fields(one[2])["seat"].tolist() == [float(each == seat) for each in range(players)]


def test_bots_see_their_own_seat_only_and_get_legal_actions() -> None:
    asked: list[int] = []

    def watching(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        asked.append(seen.seat)
        assert [seen.record.chosen[other] for other in range(3) if other != seen.seat] == [-1, -1] or len(legal) == 2
        return rng.choice(legal)

    whole_game(GymEnv(TOY, 1, [watching, watching]), 1)
    assert set(asked) == {0, 2}


def test_greedy_beats_random_through_the_environment() -> None:
    env = GymEnv("nines", 0, ["greedy"])
    assert sum(whole_game(env, seed)[1] for seed in range(8)) <= -6


def test_wrong_seeds_and_actions_get_a_sentence() -> None:
    env = GymEnv("nines", opponents=["random"])
    with pytest.raises(BadOption, match="A seed is a whole number, not 'x'"):
        env.reset(seed="x")  # pyright: ignore[reportArgumentType]
    for wrong in (-1, 83, "move 1", None):
        with pytest.raises(IllegalAction, match="is no action: actions are whole numbers from 0 to 82"):
            env.action_text(wrong)  # pyright: ignore[reportArgumentType]


def test_a_bot_that_fails_is_named() -> None:
    def silly(seen: Seen, legal: Sequence[str], rng: random.Random) -> str:
        return "fly away"

    with pytest.raises(IllegalAction, match=r"silly.*fly away"):
        whole_game(GymEnv("nines", 1, [silly]), 1)


def test_an_illegal_action_ends_the_game() -> None:
    env = GymEnv("nines")
    env.reset(seed=1)
    _seen, reward, terminated, truncated, _info = env.step(np.int64(0))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(IllegalAction, match=r"call reset\(\) first"):
        env.step(np.int64(0))


def test_a_long_game_is_broken_off() -> None:
    env = GymEnv("nines", longest=9, opponents=["random"])
    steps, reward, _seen = whole_game(env, 1)
    assert steps < 9
    assert reward == 0


def test_a_game_that_is_broken_off_before_ones_turn_is_said() -> None:
    env = GymEnv("dyke", seat=1, opponents=["random"] * 2, longest=1)  # seat 0 lays both boards
    with pytest.raises(BadOption, match="Of 100 games none came to seat 1's turn"):
        env.reset(seed=1)
    assert not env.action_masks().any()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seat": 2}, "There is no seat 2; the seats are 0 to 1"),
        ({"seat": "first"}, "There is no seat 'first'"),
        ({"opponents": ["greedy", "greedy"], "players": 2}, "2 opponents for 1 other seats"),
        ({"opponents": "greedy"}, "a list of bots"),
        ({"opponents": 1}, "a list of bots"),
        ({"opponents": ["wolf"]}, "no bot `wolf`"),
        ({"opponents": [7]}, "a name or a function, not 7"),
        ({"players": 1}, "for 2 to 5 players, not 1"),
        ({"render_mode": "hologram"}, "not as 'hologram'"),
    ],
)
def test_wrong_set_ups_get_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GymEnv("nines", **wrong)


WITHOUT = """
import sys
for missing in ("gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[missing] = None
import sheepfold.rl
batch = sheepfold.rl.Batch("nines", 2, 2)
batch.step(batch.sample())
for name in ("pettingzoo_env", "GymEnv", "register_gymnasium", "register_open_spiel"):
    try:
        getattr(sheepfold.rl, name)
    except sheepfold.SheepfoldError as error:
        print(error)
"""


def test_without_the_extra_only_batches_work_and_the_rest_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "pettingzoo_env needs gymnasium: pip install 'sheepfold[rl]'.",
        "GymEnv needs gymnasium: pip install 'sheepfold[rl]'.",
        "register_gymnasium needs gymnasium: pip install 'sheepfold[rl]'.",
        "register_open_spiel needs pyspiel: pip install 'sheepfold[rl]'.",
    ]
