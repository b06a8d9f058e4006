"""A position drawn as text, in which one can act: picture in, action, picture out."""

from __future__ import annotations

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE
from sheepfold.core.plain import PlainRecord, row_of


def number(actor: int | str) -> int:
    """An actor as rules know them."""
    return CHANCE if actor == "*" else int(actor)


class Position:
    """A position drawn as text, in which one can act: picture in, action, picture out."""

    def __init__(self, game: Game | str, position: str | PlainRecord) -> None:
        self.game = pick_game(game) if isinstance(game, str) else game
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
        listed: list[int] = self.moves["action"][0][: self.moves["n"][0]].tolist()
        return sorted(self.game.texts[action] for action in listed)

    def play(self, *lines: str) -> Position:
        """Play lines such as `0 move 1`; each must be legal."""
        for line in lines:
            actor, _blank, text = line.partition(" ")
            action = self.game.by_text[text]
            done = self.loops.step(self.states, 0, 1, number(actor), action, self.moves, self.told)
            if not done:
                raise AssertionError(f"{line} is not legal; legal: {self.legal(actor)}")
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
        if str(self) != drawn:
            raise AssertionError(f"This is not the position that was drawn:\n{self}\nbut:\n{drawn}")
