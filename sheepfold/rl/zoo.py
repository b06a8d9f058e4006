"""The games as PettingZoo environments: seats act one after another, each with its own view.

An observation is a flat array of what the seat may see, and the mask of its legal actions stands in its info, where
PettingZoo's tests and trainers look first; or, as in PettingZoo's own board games, both in one dictionary. Chance acts
by itself. An action that is not legal ends the game and costs its seat 1, as PettingZoo's own wrapper has it.

`pettingzoo_parallel_env` is the same game as a parallel environment: all who choose at the same time act in one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.game import Game, Material
from sheepfold.core.secrecy import Array
from sheepfold.core.stepping import OVER
from sheepfold.core.words import gettext as _
from sheepfold.rl.preparing import prepare
from sheepfold.rl.single import FORFEIT, Single
from sheepfold.rl.spaces import box

OBSERVATIONS = ("flat", "dict")
EXAMPLE = '{"player_0": 3}'


def pettingzoo_env(
    game: str | Game,
    players: int | None = None,
    *,
    rewards: str = "places",
    observations: str = "flat",
    dtype: object = np.float32,
    longest: int | None = None,
    render_mode: str | None = None,
    material: Material | None = None,
    **options: Any,
) -> ZooEnv:
    """A game as a PettingZoo AEC environment; options are the game's own.

    `rewards`: by `"places"` from 1 (first) to -1 (last), summing to zero, or by `"scores"`, the points.
    `observations`: `"flat"`, with the mask in the info, or `"dict"`, with `observation` and `action_mask`.
    `longest`: after so many actions a game is broken off (truncated), without rewards.
    """
    setup = prepare(game, players, options, material=material, rewards=rewards, dtype=dtype, longest=longest)
    if observations not in OBSERVATIONS:
        sentence = _("Observations are {legal}, not {given!r}.")
        raise BadOption(sentence.format(legal=_(" or ").join(OBSERVATIONS), given=observations))
    return ZooEnv(Single(setup), is_dict=observations == "dict", render_mode=render_mode)


class ZooEnv(AECEnv[str, Any, int]):
    """A game as PettingZoo sees it; made by `pettingzoo_env`."""

    def __init__(self, single: Single, *, is_dict: bool, render_mode: str | None) -> None:
        super().__init__()
        self.single, self.is_dict = single, is_dict
        self.layout = single.layout
        self.metadata = {
            "name": f"sheepfold_{single.game.key}",
            "render_modes": single.render_modes(),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = single.checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(single.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = []
        self.rewards, self.terminations, self.truncations, self.infos = {}, {}, {}, {}
        self.no_mask = np.zeros(single.actions, np.int8)
        self.no_mask.setflags(write=False)
        self.action_spaces: dict[str, Any] = {
            agent: gymnasium.spaces.Discrete(single.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        low, high = (np.tile(bound, single.players) for bound in self.layout.bounds())
        self.state_space = box(low, high)

    def __copy__(self) -> ZooEnv:
        return deepcopy(self)

    def _space(self) -> gymnasium.spaces.Space[Any]:
        low, high = self.layout.bounds()
        flat = box(low, high)
        if not self.is_dict:
            return flat
        mask = box(self.no_mask, np.ones_like(self.no_mask))
        return gymnasium.spaces.Dict({"observation": flat, "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What this seat's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All actions there are, by number; `action_text` says what they mean."""
        return self.action_spaces[agent]

    def action_text(self, action: int) -> str:
        """An action as players write it."""
        return self.single.text(action)

    # ------------------------------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game; a seed makes it the same every time. There are no options to a reset."""
        self.single.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._waiting: dict[str, Any] = {"action_mask": self.no_mask}
        self.infos = dict.fromkeys(self.agents, self._waiting)
        self._hand_over()

    def step(self, action: int | None) -> None:
        """Play the action of the seat to act; None for one that is done."""
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        single = self.single
        self.infos[agent] = self._waiting
        if not single.play(single.checked(action)):
            self._end({each: FORFEIT if each == agent else 0.0 for each in self.agents}, truncated=False)
        elif single.actor == OVER:
            self._end(dict(zip(self.agents, single.rewards(), strict=True)), truncated=False)
        elif single.is_too_long:
            self._end(dict.fromkeys(self.agents, 0.0), truncated=True)
        else:
            self._hand_over()
        if self.render_mode == "human":
            self.render()

    def _check_running(self) -> None:
        if not self.agents:
            raise IllegalAction(_("No game is running: call reset() first."))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the seat to act sees, what it got since its last action, whether it is done, and its mask."""
        self._check_running()
        return super().last(observe)

    def _leave(self, agent: str, action: int | None) -> None:
        """A seat that is done leaves the table. All are done at the same time, so the next one follows."""
        if action is not None:
            raise IllegalAction(_("The game is over for {agent}: its only action is None.").format(agent=agent))
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    def _hand_over(self) -> None:
        self.agent_selection = self.possible_agents[self.single.actor]
        self.infos[self.agent_selection] = {"action_mask": self.single.mask}

    def _end(self, rewards: dict[str, float], *, truncated: bool) -> None:
        self.rewards, self._cumulative_rewards = rewards, dict(rewards)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0]

    # ------------------------------------------------------------------------------------------ looking

    def observe(self, agent: str) -> Any:
        """What a seat may see now."""
        if agent not in self._seats:
            sentence = _("There is no agent {agent!r}; there are: {legal}.")
            raise IllegalAction(sentence.format(agent=agent, legal=", ".join(self.possible_agents)))
        seen = self.single.observe(self._seats[agent])
        if not self.is_dict:
            return seen
        return {"observation": seen, "action_mask": self.infos.get(agent, self._waiting)["action_mask"]}

    def state(self) -> Array:
        """All that the seats together may see, one observation after the other."""
        return np.concatenate([self.single.observe(seat) for seat in range(self.single.players)])

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return self.single.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


# ---------------------------------------------------------------------------------------------- all at the same time


def pettingzoo_parallel_env(game: str | Game, players: int | None = None, **given: Any) -> ParallelZooEnv:
    """A game as a PettingZoo parallel environment; given the same as `pettingzoo_env`.

    Of the seats' actions those count that are asked for: several where choosing is simultaneous, else one. The mask of
    a seat that is not asked is empty, and what it gives is passed over.
    """
    return ParallelZooEnv(pettingzoo_env(game, players, **given))


AllSteps = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
"""What a step leads to, by agent: observations, rewards, whether it is over or broken off, infos."""


class ParallelZooEnv(ParallelEnv[str, Any, int]):
    """A game in which all who choose at the same time act in one step; made by `pettingzoo_parallel_env`."""

    def __init__(self, env: ZooEnv) -> None:
        self._env, self._single = env, env.single
        self.layout, self.render_mode = env.layout, env.render_mode
        self.metadata = {**env.metadata, "is_parallelizable": True}
        self.possible_agents, self.agents = env.possible_agents, list[str]()
        self.action_spaces, self.observation_spaces = env.action_spaces, env.observation_spaces
        self.state_space = env.state_space

    def __copy__(self) -> ParallelZooEnv:
        return deepcopy(self)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent's observations are made of."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; a seed makes it the same every time. There are no options to a reset."""
        self._env.reset(seed, options)
        self.agents = self.possible_agents[:]
        infos = self._infos()
        return self._seen(infos), infos

    def step(self, actions: Mapping[str, int]) -> AllSteps:
        """Play what the seats that are asked have chosen."""
        if not self.agents:
            raise IllegalAction(_("No game is running: call reset() first."))
        if not isinstance(actions, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise IllegalAction(_("A step takes the agents' actions by name, as {example}.").format(example=EXAMPLE))
        single, agents = self._single, self.agents
        asked = single.asked()
        chosen = {seat: single.checked(actions.get(agents[seat])) for seat in asked}
        wrong = [seat for seat in asked if not single.mask_of(seat)[chosen[seat]]]
        if not wrong:
            for seat in asked:
                single.play(chosen[seat])
        is_over, is_broken_off = bool(wrong) or single.actor == OVER, single.is_too_long
        rewards = [0.0] * single.players if wrong or not is_over else single.rewards()
        for seat in wrong:
            rewards[seat] = FORFEIT
        infos = self._infos()
        if is_over or is_broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._seen(infos), dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_broken_off), infos,
        )  # fmt: skip

    def _infos(self) -> dict[str, dict[str, Any]]:
        asked = self._single.asked()
        return {
            agent: {"action_mask": self._single.mask_of(seat) if seat in asked else self._env.no_mask}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _seen(self, infos: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """What every agent may see now."""
        seen = {agent: self._single.observe(seat) for seat, agent in enumerate(self.possible_agents)}
        if not self._env.is_dict:
            return seen
        return {agent: {"observation": each, **infos[agent]} for agent, each in seen.items()}

    def state(self) -> Array:
        """All that the seats together may see, one observation after the other."""
        return self._env.state()

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is held open."""
