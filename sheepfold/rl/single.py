"""One game for one environment: seats act in turn, chance acts by itself.

Both the PettingZoo and the Gymnasium environment stand on this. It steps a state in numbers, not a match: a turn costs
a few microseconds. The first ones are played on the rules as they are written, until there is machine code.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.options import without_numpy
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array
from sheepfold.core.stepping import OVER
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.eyes import FlatEyes
from sheepfold.rl.preparing import Prepared

RENDER_MODES = ("human", "ansi", "svg")
"""The position as a spectator sees it: printed, as text, as a picture."""

FORFEIT = -1.0
"""The reward of a seat whose action is not legal: the game ends there, the others get nothing."""


MADE_ANEW = ("_eyes",)
"""What is not copied and does not travel."""


class Single:
    """One game; `actor` is the seat to act, or OVER, and `mask` says what it may do."""

    def __init__(self, setup: Prepared) -> None:
        self.game, self.players, self.layout = setup.game, setup.players, setup.layout
        self.actions = self.game.actions
        self.longest = int(setup.settings[loops.LONGEST])
        self._by_scores = bool(setup.settings[loops.BY_SCORES])
        self._state = setup.state
        self._state.reset(int.from_bytes(os.urandom(8)))
        self.actor, self.steps = OVER, 0
        self.mask = np.zeros(self.actions, np.int8)
        self._open_eyes()

    def _open_eyes(self) -> None:
        self._eyes = FlatEyes(self.layout, self._state.position())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in MADE_ANEW}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._open_eyes()

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed the random source goes on where it stands."""
        self._state.reset(seed)
        self.steps = 0
        self._note()

    def play(self, action: int) -> bool:
        """Play an action of the seat to act; False if it is not legal, and then nothing has changed."""
        if not self.mask[action]:
            return False
        self._state.step(action)
        self.steps += 1
        self._note()
        return True

    def _note(self) -> None:
        """Whose turn it is, and what is legal."""
        self.actor, self.mask = self._state.seat, self._eyes.mask(self._state.legal())

    def asked(self) -> list[int]:
        """The seats that choose now: several where choosing is simultaneous."""
        acting = 0 if self.actor == OVER else self._state.acting()
        return [seat for seat in range(self.players) if (acting >> seat) & 1]

    def mask_of(self, seat: int) -> Array:
        """What one of the seats that choose now may do."""
        if seat == self.actor:
            return self.mask
        mask = np.zeros(self.actions, np.int8)
        mask[self._state.legal_of(seat)] = 1
        return mask

    @property
    def is_too_long(self) -> bool:
        """Whether the game is to be broken off here."""
        return self.actor != OVER and 0 < self.longest <= self.steps

    def observe(self, seat: int) -> Array:
        """What a seat may see, flat: an array of its own."""
        return self._eyes.see(seat)

    def observation(self, seat: int | None) -> Array:
        """What a seat (None: a spectator) may see, as an array of one record."""
        return self._state.observation(seat)

    def legal(self) -> list[int]:
        """The actions of the seat to act."""
        return self._state.legal().tolist()

    def rewards(self) -> list[float]:
        """What each seat gets at the end."""
        return [float(score) for score in self._state.scores()] if self._by_scores else self._state.returns()

    def text(self, action: object) -> str:
        """An action as players write it."""
        return self.game.texts[self.checked(action)]

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
