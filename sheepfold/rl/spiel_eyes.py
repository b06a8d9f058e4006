# pyright: basic
"""What can be known of an OpenSpiel state, as text and as a tensor: now, or from the beginning."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.interface import HIDDEN
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _
from sheepfold.rl.layout import SEAT
from sheepfold.rl.spiel_position import Workbench

if TYPE_CHECKING:
    from sheepfold.rl.spiel import SpielState

PRIVATE = pyspiel.PrivateInfoType.SINGLE_PLAYER
ACTORS, ACTIONS = "actors", "actions"
"""The names of a log in a tensor: who acted and what they did, a number for each line; 0 after the last one."""


class SpielObserver:
    """What can be known of a state; with perfect recall, beside what is seen now, the log as it may be known."""

    def __init__(self, bench: Workbench, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(_("Observations of a game take no parameters."))
        self._bench, self._kind = bench, kind
        self._size = bench.layout.size
        lines = bench.longest + bench.most_chance if kind.perfect_recall else 0
        self.tensor = np.zeros(self._size + 2 * lines, np.float32)
        self.dict: dict[str, Array] = bench.layout.fields(self.tensor[: self._size])
        if kind.perfect_recall:
            self._log = self.tensor[self._size :].reshape(2, lines)
            self.dict |= {ACTORS: self._log[0], ACTIONS: self._log[1]}

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as a player."""
        player = self._bench.checked_seat(player)
        if self._kind.perfect_recall:
            self._remember(state.told(player if self._kind.private_info == PRIVATE else None))
        now = self.tensor[: self._size]
        if self._kind.private_info != PRIVATE:
            now[:] = self._looked(state, None)
        elif self._kind.public_info:
            now[:] = self._looked(state, player)
        else:
            own, public = self._looked(state, player), self._looked(state, None)
            now[:] = np.where(own == public, 0, own)

    def _remember(self, lines: list[str]) -> None:
        """A log as numbers: who acted (chance after all seats) and what they did, both counted from 1; what is veiled
        is the number of the first action that it may be, below zero."""
        self._log[:] = 0
        for k, line in enumerate(lines):
            actor, _space, text = line.partition(" ")
            self._log[0, k] = self._bench.players + 1 if actor == "*" else int(actor) + 1
            self._log[1, k] = number_of(self._bench.game, text)

    def _looked(self, state: SpielState, seat: int | None) -> Array:
        return self._bench.look(state.position.records, seat)

    def string_from(self, state: SpielState, player: int) -> str:
        """A state as a player sees or remembers it, as text."""
        player = self._bench.checked_seat(player)
        seat = player if self._kind.private_info == PRIVATE else None
        if not self._kind.public_info:
            return self._private(state, player) if seat is not None else ""
        if self._kind.perfect_recall:
            return state.recalled(seat)
        return self._bench.game.notation.diagram(state.seen(seat))

    def _private(self, state: SpielState, player: int) -> str:
        """What a player sees and a spectator does not."""
        fields = self._bench.layout.fields
        own, public = fields(self._looked(state, player)), fields(self._looked(state, None))
        return " ".join(
            f"{name} {own[name].astype(int).tolist()}"
            for name in own
            if name != SEAT and not np.array_equal(own[name], public[name])
        )


@functools.cache
def number_of(game: Game, text: str) -> int:
    """An action of a log as a number, counted from 1; below zero where it is veiled."""
    if text in game.by_text:
        return game.by_text[text] + 1
    wanted = re.compile(".*".join(map(re.escape, text.split(HIDDEN))))
    return -next((action + 1 for action, each in enumerate(game.texts) if wanted.fullmatch(each)), game.actions + 1)
