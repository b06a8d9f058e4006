"""Options of a game, declared with types, bounds, defaults and words."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any, TypeGuard, cast

import numpy as np

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _


def without_numpy(given: object) -> object:
    """numpy's whole numbers as Python's own: people who compute pass them."""
    return int(cast("int", given)) if isinstance(given, np.integer) else given


def checked_seed(seed: object) -> int:
    """A seed is any whole number."""
    number = without_numpy(seed)
    if type(number) is not int:
        raise BadOption(_("A seed is a whole number, not {given!r}.").format(given=seed))
    return number


def fraction_of(rng: Any) -> float:
    """A number from 0 to below 1, from anything with a method `random()`; None draws from the system's own source."""
    try:
        return (random.SystemRandom() if rng is None else rng).random()
    except (AttributeError, TypeError):
        if rng is None or callable(getattr(rng, "random", None)):
            raise
        sentence = _("A random source has a method random(), like random.Random or numpy's Generator.")
        raise BadOption(sentence) from None


def is_number(text: str | None) -> TypeGuard[str]:
    """Whether a text is a whole number as records write it: plain digits, no plus, no leading zeros."""
    return bool(text) and text.isascii() and text.isdigit() and len(text) <= 9 and str(int(text)) == text


@dataclass(frozen=True)
class Option:
    """One option of a game: its name, what it does in words, and the values it may have.

    Values are whole numbers (a range or a tuple), words (a tuple of them) or yes/no (`(False, True)`). The default
    may lie outside them: then it stands for "not in force". `formerly` has the defaults of older versions of the rules
    that were others.
    """

    name: str
    words: str
    values: range | tuple[int, ...] | tuple[str, ...] | tuple[bool, ...]
    default: int | str | bool
    formerly: Mapping[int, int | str | bool] = attribute(default_factory=dict[int, "int | str | bool"], hash=False)
    kept: str = ""
    """The field of the state that keeps its number, if that has another name."""

    def default_in(self, rules_version: int) -> int | str | bool:
        """What goes without saying in a version of the rules."""
        return self.formerly.get(rules_version, self.default)

    @property
    def is_flag(self) -> bool:
        return self.values == (False, True)

    @property
    def legal(self) -> str:
        """The values one may give, in words."""
        if self.is_flag:
            return _("yes or no (True or False)")
        if isinstance(self.values, range):
            return _("{low} to {high}").format(low=self.values[0], high=self.values[-1])
        return _(" or ").join(str(value) for value in self.values)

    def check(self, given: object) -> int | str | bool:
        """The value given, if it is one of the legal ones (the default always is)."""
        given = without_numpy(given)
        fits = isinstance(given, int | str) and isinstance(given, bool) == self.is_flag
        if not fits or (given not in self.values and given != self.default):
            sentence = _("{given!r} is not a value of the option {name}: it takes {legal}.")
            raise BadOption(sentence.format(given=given, name=self.name, legal=self.legal))
        return cast("int | str | bool", given)

    def read(self, text: str | None) -> int | str | bool:
        """The value a text (a record, a command line) stands for; None where the option's name stands alone."""
        if self.is_flag:
            answers = {None: True, "yes": True, "true": True, "no": False, "false": False}
            return self.check(answers.get(text.lower() if text else text, text))
        if isinstance(self.default, int) and is_number(text):
            return self.check(int(text))
        return self.check(text or "")

    def line(self, value: int | str | bool) -> str:
        """The option as it stands in a record."""
        return self.name if self.is_flag else f"{self.name} {value}"

    def value(self, number: int) -> int | str | bool:
        """The value that the rules got as this number."""
        if self.is_flag:
            return bool(number)
        first = self.values[0]
        return self.check(self.values[number] if isinstance(first, str) and 0 <= number < len(self.values) else number)

    def number(self, value: int | str | bool) -> int:
        """The value as the rules get it: yes/no as 1/0, a word as its place among the words."""
        return list(self.values).index(value) if isinstance(value, str) else int(value)
