"""Looking at one position, as flat arrays; on plain rules until there is machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sheepfold.core.actors import SPECTATOR
from sheepfold.core.engine import engine_of
from sheepfold.core.secrecy import Array
from sheepfold.rl import loops
from sheepfold.rl.layout import FlatLayout


class FlatEyes:
    """Eyes on one position (an array of one record), which may change.

    They belong to that very array: whoever is copied opens new ones. What is there as machine code is called without
    numba's dispatcher, a tenth of the time, which trusts that it is given such arrays as are made here.
    """

    def __init__(self, layout: FlatLayout, states: Array) -> None:
        self._layout, self._states, self._engine = layout, states, engine_of(layout.game)
        self._engine.want(loops.LOOKING)
        self._view, self._viewer = layout.view(states), np.zeros(1, np.int64)
        self._shape, self._dtype = (1, layout.size), layout.dtype
        self._has_secrets, self._actions = bool(layout.game.record.secrets), layout.game.actions
        self._look: Callable[..., Any] = self._plainly
        self._paint: Callable[..., Any] | None = None

    @property
    def is_quick(self) -> bool:
        """Whether they are machine code by now."""
        return self._paint is not None

    def see(self, seat: int | None) -> Array:
        """What a seat (None: a spectator) may see: an array of its own."""
        seen = np.empty(self._shape, self._dtype)
        self._viewer[0] = SPECTATOR if seat is None else seat
        self._look(self._view, self._viewer, self._has_secrets, seen)
        return seen[0]

    def mask(self, legal: Array) -> Array:
        """Legal actions as a mask: an array of its own."""
        mask = np.zeros(self._actions, np.int8)
        if self._paint is None:
            mask[legal] = 1
        else:
            self._paint(legal, mask)
        return mask

    def _plainly(self, *given: Any) -> None:
        """Look in plain Python, or go over to machine code if there is some."""
        if self._engine.has(loops.LOOKING):
            self._go_over(given)
            self._look(*given)
        else:
            viewer = int(self._viewer[0])
            given[-1][:] = self._layout.flat(self._states, None if viewer == SPECTATOR else viewer)

    def _go_over(self, given: tuple[Any, ...]) -> None:
        from sheepfold.core.machine_code import bare  # imports numba: only where there is machine code

        self._look = bare(loops.looking(self._layout.game), given)
        self._paint = bare(loops.painting(self._layout.game), loops.sample_painting(self._layout.game))
