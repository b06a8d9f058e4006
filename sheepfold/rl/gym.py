"""One seat of a game as a Gymnasium environment; bots sit in the others.

The bots act between the steps, and like the learner each sees only what its seat may see. Trainers that mask actions
find the mask by `action_masks()` and in the info. An action that is not legal ends the game and costs 1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np

from sheepfold import bots
from sheepfold.core.engine import STEPPING, engine_of
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.options import checked_seed, without_numpy
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.preparing import prepare
from sheepfold.rl.single import FORFEIT, RENDER_MODES, Single
from sheepfold.rl.spaces import box

Opponent = str | bots.Bot

MOST_BEGUN = 100
"""A game that is over before this seat's first turn is begun anew; after so many it is said that none came to it."""


class GymEnv(gymnasium.Env[Array, np.int64]):
    """Play one seat against bots.

    `opponents`: the bots of the other seats in order, by name (`"greedy"`, `"search:500"`, `"module:function"`) or as
    functions; by default the best quick bot of the game in all of them. `players` follows from how many there are.
    `rewards` at the end: by `"places"` from 1 (first) to -1 (last), or by `"scores"`, the points.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (gymnasium's own way)

    def __init__(
        self,
        game: str | Game,
        seat: int = 0,
        opponents: Sequence[Opponent] | None = None,
        *,
        players: int | None = None,
        rewards: str = "places",
        dtype: object = np.float32,
        longest: int | None = None,
        render_mode: str | None = None,
        material: Material | None = None,
        **options: Any,
    ) -> None:
        found = game if isinstance(game, Game) else pick_game(game)
        if opponents is not None and (isinstance(opponents, str) or not isinstance(opponents, Sequence)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadOption(_("Opponents are a list of bots, one for each of the other seats."))
        if opponents is not None and players is None:
            players = len(opponents) + 1
        setup = prepare(found, players, options, material=material, rewards=rewards, dtype=dtype, longest=longest)
        self._single = Single(setup)
        self.seat = _checked_seat(seat, setup.players)
        self.layout = setup.layout
        self.opponents = _by_seat(opponents, found, self.seat, setup.players)
        self.render_mode = self._single.checked_mode(render_mode)
        self.action_space = gymnasium.spaces.Discrete(self._single.actions)
        self.observation_space = box(*self.layout.bounds())
        self._bots: dict[int, bots.Bot] = {}
        self._rng = random.Random()
        self._is_running = False

    def __copy__(self) -> GymEnv:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """All of it but the bots, which sit down anew: what a searching bot had thought of is not copied."""
        return {name: value for name, value in vars(self).items() if name != "_bots"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._bots = {seat: _seated(bot, self._single.game) for seat, bot in self.opponents.items()}

    def warm(self) -> GymEnv:
        """Have the machine code before going on; this environment.

        Until there is some, opponents that search judge at a glance, and a seed need not bring the same games.
        """
        names = [bot for bot in self.opponents.values() if isinstance(bot, str)]
        engine_of(self._single.game).wait_for(STEPPING, loops.LOOKING, *bots.steps_for(names))
        return self

    def action_text(self, action: int) -> str:
        """An action as players write it."""
        return self._single.text(action)

    # ------------------------------------------------------------------------------------------ playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game; a seed makes dice and bots the same every time. There are no options to a reset."""
        super().reset(seed=None if seed is None else checked_seed(seed), options=options)
        self._is_running = True
        for _game in range(MOST_BEGUN):
            self._single.reset(int(self.np_random.integers(1 << 62)))
            self._rng = random.Random(int(self.np_random.integers(1 << 62)))
            self._bots = {seat: _seated(bot, self._single.game) for seat, bot in self.opponents.items()}
            self._let_bots_act()
            if self._single.actor == self.seat:
                return self._single.observe(self.seat), self._info()
        self._is_running = False
        sentence = _("Of {count} games none came to seat {seat}'s turn: they ended, or were broken off, before.")
        raise BadOption(sentence.format(count=MOST_BEGUN, seat=self.seat))

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action; the bots answer until it is this seat's turn again or the game is over."""
        if not self._is_running:
            raise IllegalAction(_("No game is running: call reset() first."))
        single, reward = self._single, 0.0
        legal = single.play(single.checked(action))
        if legal:
            self._let_bots_act()
        if not legal:
            reward = FORFEIT
        elif single.actor == loops.OVER:
            reward = single.rewards()[self.seat]
        terminated = not legal or single.actor == loops.OVER
        truncated = not terminated and single.is_too_long
        self._is_running = not (terminated or truncated)
        if self.render_mode == "human":
            self.render()
        return single.observe(self.seat), reward, terminated, truncated, self._info()

    def _let_bots_act(self) -> None:
        single = self._single
        while single.actor not in (self.seat, loops.OVER) and not single.is_too_long:
            seat, texts = single.actor, single.game.texts
            seen = bots.Seen(single.game, seat, single.observation(seat))
            legal = [texts[action] for action in single.legal()]
            chosen = bots.ask(self._bots[seat], _name(self.opponents[seat]), seen, legal, self._rng)
            single.play(single.game.by_text[chosen])

    # ------------------------------------------------------------------------------------------ looking

    def action_masks(self) -> Array:
        """Which actions are legal now."""
        return self._single.mask.astype(np.bool_) & self._is_running

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._single.mask if self._is_running else np.zeros_like(self._single.mask)}

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return self._single.render(self.render_mode)


# ---------------------------------------------------------------------------------------------- the other seats


def _checked_seat(seat: object, players: int) -> int:
    number = without_numpy(seat)
    if type(number) is not int or not 0 <= number < players:
        sentence = _("There is no seat {seat!r}; the seats are 0 to {last}.")
        raise BadOption(sentence.format(seat=seat, last=players - 1))
    return number


def _by_seat(opponents: Sequence[Opponent] | None, game: Game, seat: int, players: int) -> dict[int, Opponent]:
    others = [other for other in range(players) if other != seat]
    given = [bots.best(game)] * len(others) if opponents is None else list(opponents)
    if len(given) != len(others):
        sentence = _("There are {given} opponents for {others} other seats.")
        raise BadOption(sentence.format(given=len(given), others=len(others)))
    for bot in given:
        _seated(bot, game)
    return dict(zip(others, given, strict=True))


def _seated(bot: Opponent, game: Game) -> bots.Bot:
    """A bot that sits down for one game."""
    if isinstance(bot, str):
        return bots.find(bot, game)
    if not callable(bot):
        raise BadOption(_("A bot is a name or a function, not {given!r}.").format(given=bot))
    return bot


def _name(bot: Opponent) -> str:
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


# ---------------------------------------------------------------------------------------------- gymnasium.make


def register_gymnasium() -> list[str]:
    """Make the games known to `gymnasium.make`, as `sheepfold/nines-v1` and so on; the version is that of the rules."""
    made = {
        f"sheepfold/{key}-v{version}": {"game": key, "rules_version": version}
        for key in games()
        for version in pick_game(key).rules_versions
    }
    for name, arguments in made.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=GymEnv, kwargs=arguments)  # pyright: ignore[reportUnknownMemberType]
    return list(made)
