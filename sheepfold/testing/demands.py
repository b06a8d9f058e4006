"""What a law demands."""

from __future__ import annotations


class Broken(AssertionError):
    """A game breaks a law; the sentence says where."""


def demand(holds: object, otherwise: object) -> None:
    """Unlike an assertion this is also looked at where Python leaves those out."""
    if not holds:
        raise Broken(str(otherwise))
