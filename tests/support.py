"""What many tests need: playing at random, drawing a position as text and acting in it, walking beside an oracle."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE, PlainRecord, row_of


def number(actor: int | str) -> int:
    return CHANCE if actor == "*" else int(actor)


class Position:
    """A position drawn as text, in which one can act: picture in, action, picture out."""

    def __init__(self, game: Game | str, position: str | PlainRecord) -> None:
        self.game = sheepfold.game(game) if isinstance(game, str) else game
        drawn = self.game.notation.read_diagram(position) if isinstance(position, str) else position
        self.states = self.game.record.new(2)
        self.states[0] = row_of(drawn)[0]
        self.loops = drivers.bind(self.game)
        self.moves, self.told = drivers.new_moves(self.game), drivers.new_told(mute=False)

    @property
    def state(self) -> PlainRecord:
        """The position, to look at and to change."""
        return PlainRecord(self.states[:1])

    def legal(self, actor: int | str) -> list[str]:
        """The legal actions, sorted; empty for one who is not to act."""
        if not self.loops.acting(self.states, 0) >> number(actor) & 1:
            return []
        self.loops.listing(self.states, 0, number(actor), self.moves)
        return sorted(self.game.texts[a] for a in self.moves["action"][0][: self.moves["n"][0]])

    def play(self, *lines: str) -> Position:
        """Play lines such as `0 move 1`; each must be legal."""
        for line in lines:
            actor, _blank, text = line.partition(" ")
            action = self.game.by_text[text]
            done = self.loops.step(self.states, 0, 1, number(actor), action, self.moves, self.told)
            assert done, f"{line} is not legal; legal: {self.legal(actor)}"
        return self

    def places(self) -> list[int]:
        return self._standing()[0]

    def scores(self) -> list[int]:
        return self._standing()[1]

    def _standing(self) -> list[list[int]]:
        out = np.zeros((2, self.state.players), np.int64)
        self.loops.standing(self.states, 0, out[0], out[1])
        return out.tolist()

    def events(self) -> list[str]:
        """What the last action told, as words."""
        return [event.what for event in self.game.events.read(self.told)]

    def __str__(self) -> str:
        return self.game.notation.diagram(self.state)

    def shows(self, expected: str) -> None:
        """The position is the one drawn."""
        drawn = self.game.notation.diagram(self.game.notation.read_diagram(expected))
        assert str(self) == drawn


def act(match: sheepfold.Match, rng: random.Random) -> None:
    """Let somebody who is to act do something at random."""
    actor = rng.choice(sorted(match.to_act(), key=str))
    if actor == "*":
        match.roll(rng)
    else:
        match.play(actor, rng.choice(match.legal(actor)))


def walk(match: sheepfold.Match, seed: int, steps: int | None = None) -> sheepfold.Match:
    """Play at random, to the end or for so many steps."""
    rng = random.Random(seed)
    while not match.is_over and steps != 0:
        act(match, rng)
        steps = None if steps is None else steps - 1
    return match


def lock_step(match: sheepfold.Match, oracle: Any, seed: int) -> None:
    """Walk a match and an oracle through one random game; they must agree on everything at every step."""
    rng = random.Random(seed)
    while True:
        actors = match.to_act()
        assert actors == oracle.to_act(), f"after {match.log()[-3:]}"
        if not actors:
            break
        for actor in sorted(actors, key=str):
            assert sorted(match.legal(actor)) == sorted(oracle.legal(actor)), f"{actor} after {match.log()[-5:]}"
        if actors == {"*"}:
            assert match.chance() == oracle.chance()
        actor = rng.choice(sorted(actors, key=str))
        text = rng.choice(sorted(match.legal(actor)))
        if oracle.legal("*") and actors != {"*"} and rng.random() < 0.05:
            actor, text = "*", match.legal("*")[0]
        match.play(actor, text)
        oracle.play(actor, text)
    assert oracle.is_over()
    assert match.places() == oracle.places()
    assert match.scores() == oracle.scores()
    assert match.ending is not None
    assert match.ending.rule in (oracle.ending() or "")


def lock_step_setups(key: str) -> list[tuple[int, dict[str, Any]]]:
    """Every player count with the defaults, and with each option's values on their own."""
    game = sheepfold.game(key)
    found: list[tuple[int, dict[str, Any]]] = []
    for players in game.players:
        found.append((players, {}))
        for option in game.options.values():
            for value in sorted({option.values[0], option.values[-1]} - {option.default}, key=str):
                try:
                    game.check_options(players, {option.name: value})
                except BadOption:
                    continue
                found.append((players, {option.name: value}))
    return found
