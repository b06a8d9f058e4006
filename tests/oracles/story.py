"""An oracle that tells a game as a story: a generator that yields questions and is sent the answers.

Nothing here imports from the package.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any

CHANCE = "*"
Question = dict[object, Callable[[], Any]]  # who may act -> what they may do (for chance: with which probability)
Answer = tuple[Any, str]  # who acted, and how


class Told:
    """What is asked of an oracle whose game is the generator `game`."""

    def begin(self) -> None:
        self.story = self.game()
        self.question: Question = next(self.story)

    def game(self) -> Generator[Question, Answer, None]:
        raise NotImplementedError

    def to_act(self) -> set:
        return set(self.question)

    def legal(self, who) -> list[str]:
        return list(self.question[who]()) if who in self.question else []

    def chance(self) -> dict[str, Fraction]:
        return self.question[CHANCE]()

    def play(self, who, text: str) -> None:
        try:
            self.question = self.story.send((who, text))
        except StopIteration:
            self.question = {}

    def is_over(self) -> bool:
        return not self.question
