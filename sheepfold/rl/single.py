"""One game for one environment: seats act in turn, chance acts by itself.

Both the PettingZoo and the Gymnasium environment stand on this. It calls the compiled loops directly, not a match: a
turn costs a few microseconds.
"""

from __future__ import annotations

import os

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.kit import source
from sheepfold.core.options import without_numpy
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array, observe, opened
from sheepfold.core.state import checked_seed
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.preparing import Prepared

RENDER_MODES = ("human", "ansi", "svg")
"""The position as a spectator sees it: printed, as text, as a picture."""

FORFEIT = -1.0
"""The reward of a seat whose action is not legal: the game ends there, the others get nothing."""


class Single:
    """One game; `actor` is the seat to act, or loops.OVER, and `mask` says what it may do."""

    def __init__(self, setup: Prepared) -> None:
        self.game, self.players, self.layout = setup.game, setup.players, setup.layout
        self.actions = self.game.actions
        self.longest = int(setup.settings[loops.LONGEST])
        self._opening, self._settings = opened(setup.opening), setup.settings
        self._states = self.game.record.new()
        self._view, self._has_secrets = self.layout.view(self._states), bool(self.game.record.secrets)
        self._moves, self._told = drivers.new_moves(self.game), drivers.new_told(mute=True)
        self._rng = source(int.from_bytes(os.urandom(8)))
        self._seat = np.zeros(1, np.int64)
        self._turn, self._result = loops.for_turns(self.game)
        self._look = loops.looking()
        self.actor, self.steps = loops.OVER, 0
        self.mask = np.zeros(self.actions, np.int8)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed the random source goes on where it stands."""
        if seed is not None:
            self._rng[:] = drivers.seeds(checked_seed(seed), 1)
        self._view.states.words[:] = self._opening.words
        self.steps = -1
        self.play(loops.START)

    def play(self, action: int) -> bool:
        """Play an action of the seat to act; False if it is not legal, and then nothing has changed."""
        mask = np.zeros((1, self.actions), np.int8)
        following = self._turn(self._states, self._moves, self._told, self._rng, action, self.actor, mask)
        if following == loops.ILLEGAL:
            return False
        self.actor, self.mask = following, mask[0]
        self.steps += 1
        return True

    @property
    def is_too_long(self) -> bool:
        """Whether the game is to be broken off here."""
        return self.steps == self.longest and self.actor != loops.OVER and self.longest > 0

    def observe(self, seat: int) -> Array:
        """What a seat may see, flat: an array of its own."""
        seen = np.empty((1, self.layout.size), self.layout.dtype)
        self._seat[0] = seat
        self._look(self._view, self._seat, self._has_secrets, seen)
        return seen[0]

    def observation(self, seat: int | None) -> Array:
        """What a seat (None: a spectator) may see, as an array of one record."""
        return observe(self.game.record, self._states, seat)

    def legal(self) -> list[int]:
        """The actions of the seat to act."""
        return self._moves["action"][0][: int(self._moves["n"][0])].tolist()

    def rewards(self) -> list[float]:
        """What each seat gets at the end."""
        place, score = np.zeros((2, self.players), np.int64)
        reward = np.zeros(self.players, np.float64)
        self._result(self._states, self._settings, place, score, reward)
        return reward.tolist()

    def checked(self, action: object) -> int:
        """The number of an action, if it is one of the game's at all."""
        if type(action) is int and 0 <= action < self.actions:
            return action
        number = without_numpy(action)
        if type(number) is not int or not 0 <= number < self.actions:
            sentence = _("{action!r} is no action: actions are whole numbers from 0 to {last}.")
            raise IllegalAction(sentence.format(action=action, last=self.actions - 1))
        return number

    # ------------------------------------------------------------------------------------------ drawing

    def render(self, mode: str | None) -> str | None:
        """The position as a spectator sees it, as `RENDER_MODES` says."""
        if mode is None:
            raise BadOption(
                _("Say how to render when you make the environment: render_mode={legal}.").format(
                    legal=_(" or ").join(f'"{each}"' for each in self.render_modes())
                )
            )
        seen = PlainRecord(self.observation(None))
        if mode == "svg" and self.game.picture is not None:
            return self.game.picture.picture(seen, [_(name) for name in SEAT_COLOURS[: self.players]], seat=None)
        text: str = self.game.notation.diagram(seen)
        if mode == "human":
            print(text)
            return None
        return text

    def render_modes(self) -> list[str]:
        """How this game can be drawn."""
        return [mode for mode in RENDER_MODES if mode != "svg" or self.game.picture is not None]

    def checked_mode(self, mode: str | None) -> str | None:
        if mode is not None and mode not in self.render_modes():
            sentence = _("{game} is rendered as {legal}, not as {given!r}.")
            legal = _(" or ").join(self.render_modes())
            raise BadOption(sentence.format(game=_(self.game.name), legal=legal, given=mode))
        return mode
