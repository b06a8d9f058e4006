"""Putting the functions of a game together: the loops asked for, every marked function they reach, and the game's own
rules in the place of those that stand for them.

Each function gets globals of its own, in which the marked functions it names are the linked ones. This, and not
closures or functions passed as arguments, is what numba both keeps across processes and calls at full speed. What was
linked before is used again: nothing is compiled twice.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from sheepfold.core.errors import BadGame
from sheepfold.core.interface import Function
from sheepfold.core.kit import is_part

StandIns = Mapping[FunctionType, FunctionType]


def plain_mode() -> bool:
    """Whether rules run as plain Python whatever there is (for debuggers and coverage): `SHEEPFOLD_PLAIN=1`."""
    return os.environ.get("SHEEPFOLD_PLAIN", "") not in ("", "0")


def globals_of(function: FunctionType) -> dict[str, Any]:
    """The globals a function uses."""
    known = function.__globals__
    return {name: known[name] for name in _global_names(function.__code__) if name in known}


@functools.cache
def _global_names(code: CodeType) -> list[str]:
    """The names a piece of code looks up outside itself; its other names are attributes, and may be called the same."""
    looked_up = [each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"]
    inner = [name for each in code.co_consts if isinstance(each, CodeType) for name in _global_names(each)]
    return list(dict.fromkeys(looked_up + inner))


def copied(function: FunctionType) -> FunctionType:
    """The same function with globals of its own: those it uses."""
    twin = FunctionType(function.__code__, globals_of(function), function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    return twin


class Linker:
    """The functions of one game, linked when they are first asked for; `make` finishes each of them."""

    def __init__(self, stand_ins: StandIns, make: Callable[[FunctionType], Function]) -> None:
        self._stand_ins, self._make = stand_ins, make
        self._linked: dict[FunctionType, Function | None] = {}
        self._lock = threading.RLock()

    def link(self, function: FunctionType) -> Function:
        """A marked function, linked and finished."""
        function = self._stand_ins.get(function, function)
        with self._lock:  # what another thread is linking just now does not call itself
            if function not in self._linked:
                self._linked[function] = None
                self._linked[function] = self._make(self.twin(function))
            found = self._linked[function]
        if found is None:
            raise BadGame(f"`{function.__name__}` calls itself: rules keep a stack of their own instead.")
        return found

    def twin(self, function: FunctionType) -> FunctionType:
        """The same function with globals of its own, in which the marked functions are the linked ones."""
        twin = copied(function)
        self.link_globals(twin)
        return twin

    def link_globals(self, twin: FunctionType) -> None:
        """Put the linked functions in the place of the marked ones that a copied function names."""
        names = twin.__globals__
        names |= {name: self.link(value) for name, value in names.items() if is_part(value)}

    def reached(self, function: FunctionType) -> list[FunctionType]:
        """A function and every marked function it reaches, stand-ins put in place, always in the same order."""
        found: dict[FunctionType, None] = {}
        pending = [function]
        while pending:
            each = pending.pop()
            each = self._stand_ins.get(each, each)
            if each not in found:
                found[each] = None
                pending += [value for value in globals_of(each).values() if is_part(value)]
        return list(found)


# ---------------------------------------------------------------------------------------------- what code is made from


def made_from(functions: list[FunctionType]) -> str:
    """A name for the content of these functions: their code, and the numbers and tables they use.

    Nothing else counts: not where they stand, not what else stands there.
    """
    digest = hashlib.blake2b(_made_how(), digest_size=12)
    for function in functions:
        digest.update(_code(function.__code__))
        digest.update(_described(function.__defaults__))
        for name, value in sorted(globals_of(function).items()):
            digest.update(name.encode() + b" is " + _described(value))
    return digest.hexdigest()


@functools.cache
def _made_how() -> bytes:
    """The versions that machine code is made with, and how it is made."""
    return (
        f"{sys.version_info[:2]} {np.__version__}".encode() + Path(__file__).with_name("machine_code.py").read_bytes()
    )


def _code(code: CodeType) -> bytes:
    names = (code.co_name, code.co_names, code.co_varnames, code.co_argcount)
    return b"\0".join((code.co_code, repr(names).encode(), *map(_described, code.co_consts)))


def _described(value: Any) -> bytes:
    """A value that rules use, as bytes that change whenever it does."""
    kind = type(value).__qualname__.encode() + b" "
    if isinstance(value, np.ndarray):
        array = cast("np.ndarray[Any, Any]", value)
        return kind + repr((array.dtype.descr, array.shape)).encode() + array.tobytes()
    if isinstance(value, tuple):
        return kind + b"(" + b",".join(map(_described, cast("tuple[Any, ...]", value))) + b")"
    if isinstance(value, frozenset):
        return kind + b"{" + b",".join(sorted(map(_described, cast("frozenset[Any]", value)))) + b"}"
    if isinstance(value, CodeType):
        return kind + _code(value)
    if isinstance(value, bool | int | float | str | bytes | None | np.generic | np.dtype):
        return kind + repr(cast("Any", value)).encode()
    if isinstance(value, ModuleType):
        return kind + value.__name__.encode() + _source(getattr(value, "__file__", None))
    if isinstance(value, type | FunctionType) or callable(value):
        return kind + f"{value.__module__}.{value.__qualname__}".encode()
    raise BadGame(f"Rules cannot use a {type(value).__name__}: they use numbers, tuples, arrays and marked functions.")


def _source(path: str | None) -> bytes:
    """The text of a module that rules read numbers from by its name; numpy and its like are named by their version."""
    if path is None or "site-packages" in path:
        return b""
    return Path(path).read_bytes()
