"""How much of a stranger's is read at all: measured before anything is made of it, in one pass over the text.

Readers of TOML and of records are written for files of people's own, and some take time with the square of what they
are given. What stays within these bounds is read in milliseconds; each bound is some ten times of what games need.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.words import gettext as _
from sheepfold.server.wire.refusal import Refusal


@dataclass(frozen=True)
class Budget:
    """Characters in all and of a line, lines, dots of a line (parts of a key), and brackets within brackets."""

    characters: int
    lines: int
    line: int
    dots: int
    depth: int

    def check(self, text: str) -> None:
        """Refuse what is larger, and say by how much."""
        if len(text) > self.characters:
            sentence = _("This text is too long: {given} characters, where {most} are the most that is read.")
            raise _refusal(sentence, len(text), self.characters)
        lines = text.split("\n")
        if len(lines) > self.lines:
            sentence = _("This text is too long: {given} lines, where {most} are the most that is read.")
            raise _refusal(sentence, len(lines), self.lines)
        for number, line in enumerate(lines, 1):
            self._check_line(number, line)
        self._check_depth(text)

    def _check_line(self, number: int, line: str) -> None:
        if len(line) > self.line:
            sentence = _("Line {number} is too long: {given} characters, where {most} are the most that is read.")
            raise _refusal(sentence, len(line), self.line, number)
        if line.count(".") > self.dots:
            sentence = _("Line {number} has too many dots: {given}, where {most} are the most that is read.")
            raise _refusal(sentence, line.count("."), self.dots, number)

    def _check_depth(self, text: str) -> None:
        depth = 0
        for letter in text:
            if letter in "[{":
                depth += 1
                if depth > self.depth:
                    sentence = _("Too many brackets are open at once: {given}, where {most} are the most that is read.")
                    raise _refusal(sentence, depth, self.depth)
            elif letter in "]}" and depth:
                depth -= 1


def _refusal(sentence: str, given: int, most: int, number: int = 0) -> Refusal:
    return Refusal("bad", sentence.format(given=given, most=most, number=number))


MATERIAL = Budget(characters=20_000, lines=600, line=400, dots=40, depth=40)
"""Of a material file; those of our games have at most 60 lines and 2,000 characters."""
RECORD = Budget(characters=120_000, lines=4_000, line=1_000, dots=400, depth=40)
"""Of a record; a long game has some 500 actions and 6,000 characters."""
