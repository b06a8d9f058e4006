"""Reading what a game offers: a part that is missing, misspelt, unknown or of another form is refused with a sentence.

What parts there are stands in interface.py. Nobody else looks whether a game has something.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import re
from collections.abc import Iterable, Sequence
from inspect import Parameter, Signature, signature
from types import FunctionType, ModuleType
from typing import TypeVar

from sheepfold.core.errors import BadGame
from sheepfold.core.interface import LESSON, Function, Parts, part_names

NEAR = 0.75
"""How much alike two names are if one is taken for the other misspelt."""
CALL = re.compile(r"def \w+\(([\w, ]*)")
"""What a function takes by position, in an example of it."""
CONTENTS = {
    "name": '"Pig"', "summary": '"Roll and roll again."', "players": "range(2, 9)", "ages": "7", "minutes": "10",
    "rules_version": "1",
}  # fmt: skip
"""Of what a game's table of contents needs, an example; its modules are called as their files are."""

P = TypeVar("P", bound=Parts)


def offered(kind: type[P], module: ModuleType, game: str) -> P:
    """What a module offers; a game that lacks a part or has a misspelt one is refused with a sentence."""
    where = f"{module.__name__.rpartition('.')[2]}.py"
    has, names = vars(module), part_names(kind)
    for name, meant in _misspelt(module, names):
        raise BadGame(
            f"The game `{game}` has `{name}` in {where}, which is no part of the interface; is `{meant}` meant?"
            f" (What is for the file alone begins with an underscore.)"
        )
    for each in dataclasses.fields(kind):
        if "example" in each.metadata and each.name not in has:
            sentence = f"The game `{game}` lacks a part of the interface: `{each.name}` in {where}, such as"
            raise BadGame(f"{sentence} `{each.metadata['example']}`.")
    for name, handed in _calls(kind).items():
        if name in has:
            _check_call(name, has[name], handed, f"the game `{game}` in {where}")
    attributes = {each.name for each in dataclasses.fields(kind)}
    parts = kind(module=module, **{name: has[name] for name in names if name in has and name in attributes})
    for name in names:
        if name in has and name not in attributes:
            setattr(parts, name, has[name])
    return parts


@functools.cache
def _calls(kind: type[Parts]) -> dict[str, list[str]]:
    """With what the functions of a module are called, as far as that stands here: in their usual form or example."""
    functions: dict[str, Function] = {k: each for k, each in vars(kind).items() if isinstance(each, staticmethod)}
    usual = {name: list(signature(each).parameters) for name, each in functions.items()}
    examples = {each.name: CALL.match(each.metadata.get("example", "")) for each in dataclasses.fields(kind)}
    return usual | {name: re.findall(r"\w+", found[1]) for name, found in examples.items() if found}


def _check_call(name: str, own: object, handed: list[str], whose: str) -> None:
    """A game's function has to take what the interface hands it."""
    given = ", ".join(handed)
    if not callable(own):
        raise BadGame(f"`{name}` of {whose} is no function, such as `def {name}({given}): ...`.")
    try:
        signature(own).bind(*handed)
    except TypeError:
        raise BadGame(f"`{name}` of {whose} is called with ({given}), which it does not take.") from None


def check_contents(contents: Signature, given: Sequence[object], named: Iterable[str]) -> None:
    """What `Game(...)` is given is what a game is made of, and all that is needed."""
    known = list(contents.parameters)[1:]
    for name in named:
        if name not in known:
            raise BadGame(f"A game has no part `{name}`; is `{nearest(name, known) or known[0]}` meant?")
    for name in known[len(given) :]:
        if contents.parameters[name].default is Parameter.empty and name not in named:
            example = CONTENTS.get(name, name)
            raise BadGame(f"`GAME = Game(...)` lacks a part of the interface: `{name}`, such as `{name}={example}`.")


def check_files(names: Iterable[str], game: str) -> None:
    """What stands beside the modules is found by its name: one that is nearly right would be passed over."""
    for name in () if LESSON in names else difflib.get_close_matches(LESSON, list(names), 1, NEAR):
        raise BadGame(f"The game `{game}` has a file `{name}`, which is no part of the interface; is `{LESSON}` meant?")


def _misspelt(module: ModuleType, names: list[str]) -> Iterable[tuple[str, str]]:
    """Public things of a module's own that look like a part it does not have."""
    missing = [name for name in names if name not in vars(module)]
    for name, value in vars(module).items():
        is_own = value.__module__ == module.__name__ if isinstance(value, FunctionType) else name.isupper()
        if is_own and not name.startswith("_") and name not in names:
            for meant in difflib.get_close_matches(name, [each for each in missing if _alike(each, name)], 1, NEAR):
                yield name, meant


def _alike(one: str, other: str) -> bool:
    """Constants are taken for constants alone, functions for functions."""
    return one.isupper() == other.isupper()


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The name that was probably meant."""
    return next(iter(difflib.get_close_matches(given, list(known), 1, 0.5)), None)
