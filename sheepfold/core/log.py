"""The log of a match: whose action each was, and how it looks to those who may not know it.

Everything else about a match can be told from its log. Here it is kept in numbers; `Step` is how it is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sheepfold.core.actors import CHANCE, Actor
from sheepfold.core.secrecy import Array


class Step(NamedTuple):
    """An action in words and who took it; as text, a line of a record."""

    actor: Actor
    action: str

    @property
    def seat(self) -> int | None:
        """Whose it was; None: chance's, or the clock's."""
        return None if self.actor == "*" else self.actor

    def __str__(self) -> str:
        return f"{self.actor} {self.action}"


def actor_of(seat: int) -> Actor:
    """An actor's number as people write it: a seat by its number, chance by a star."""
    return "*" if seat == CHANCE else seat


class Log:
    """The actions of a match in order, by seat and number."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._seats: list[int] = []
        self._actions: list[int] = []
        self._veils: dict[int, Mapping[int | None, str]] = {}
        """By place: how an action looks to those who may not know it."""

    def __len__(self) -> int:
        return len(self._actions)

    def copy(self) -> Log:
        twin = Log(self._texts)
        twin._seats, twin._actions, twin._veils = self._seats.copy(), self._actions.copy(), self._veils.copy()
        return twin

    @property
    def latest(self) -> tuple[int, int]:
        """Who acted last, and how."""
        return self._seats[-1], self._actions[-1]

    def pairs(self) -> list[tuple[int, int]]:
        """Seats and actions, as numbers."""
        return list(zip(self._seats, self._actions, strict=True))

    def clear(self) -> None:
        self._seats.clear()
        self._actions.clear()
        self._veils.clear()

    def add(self, seat: int, action: int) -> None:
        self._seats.append(seat)
        self._actions.append(action)

    def veil(self, looks: Mapping[int | None, str]) -> None:
        """The latest action looks like this to those who may not know it."""
        if looks:
            self._veils[len(self) - 1] = looks

    def unveil(self, seat: int) -> None:
        """What this seat did last in secret has come to light."""
        latest = max((k for k in self._veils if self._seats[k] == seat), default=None)
        if latest is not None:
            del self._veils[latest]

    def last_of(self, seat: int) -> int | None:
        """Where a seat's latest action stands; None: it has none."""
        return next((k for k in range(len(self) - 1, -1, -1) if self._seats[k] == seat), None)

    def steps(self, since: int = 0) -> list[Step]:
        """What was truly done, from action number `since` on."""
        return [Step(actor_of(self._seats[k]), self._texts[self._actions[k]]) for k in range(since, len(self))]

    def steps_for(self, viewer: int | None, since: int = 0) -> list[Step]:
        """The same, as somebody may know it."""
        steps = self.steps(since)
        for k, looks in self._veils.items():
            if k >= since and viewer in looks:
                steps[k - since] = steps[k - since]._replace(action=looks[viewer])
        return steps


def as_arrays(pairs: Sequence[tuple[int, int]]) -> tuple[Array, Array]:
    """Seats and actions as the compiled loops take them."""
    table = np.array(pairs, np.int64).reshape(-1, 2)
    return table[:, 0].copy(), table[:, 1].copy()
