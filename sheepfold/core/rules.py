"""Marking rules: which functions carry out which rules of the rulebook, and which are compiled with them."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function as carrying out these rules of the rulebook."""

    def mark(function: F) -> F:
        marked = part(function)
        marked.__rules__ = ids  # pyright: ignore[reportFunctionMemberAccess]
        return marked

    return mark


def part(function: F) -> F:
    """Mark a function that rules call: it is compiled with them."""
    function.__part__ = True  # pyright: ignore[reportFunctionMemberAccess]
    return function


def brief(function: F) -> F:
    """Mark a loop that is over at once: handing over the interpreter's lock would take longer than the loop does."""
    function.__brief__ = True  # pyright: ignore[reportFunctionMemberAccess]
    return function


def is_brief(function: object) -> bool:
    """Whether this is such a loop."""
    return getattr(function, "__brief__", False)


def is_part(thing: object) -> bool:
    """Whether this is a marked function."""
    return isinstance(thing, FunctionType) and getattr(thing, "__part__", False)


def rules_of(thing: object) -> tuple[str, ...]:
    """The ids of the rules a function carries out."""
    return getattr(thing, "__rules__", ())
