"""What a match runs on. This is the one place that decides it; nothing above knows.

Every game can be played at once, on its rules as they are written: plain Python. Machine code comes in *steps*, each
useful by itself, and takes the place of the plain loops while games go on: both work on the same bytes. What was
compiled in an earlier run is loaded at once; what was not is compiled beside, and games go on plainly meanwhile.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import platform
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from sheepfold.core import bot_games, drivers, stepping, value
from sheepfold.core import search as tree_search
from sheepfold.core.game import Game
from sheepfold.core.linking import plain_mode
from sheepfold.core.shelf import shelf_of

Loop = tuple[Any, drivers.Arguments]
"""A loop, and what it is called with."""


@dataclass(frozen=True)
class CodeStep:
    """Some loops that are compiled together, and where to find this step by its name."""

    name: str
    loops: Callable[[Game], list[Loop]]
    home: str = ""
    """The module whose `STEPS` it stands in, if that is not this one."""

    @property
    def address(self) -> str:
        """Where another process finds it."""
        return f"{self.home}:{self.name}" if self.home else self.name


def _of_drivers(*names: str) -> Callable[[Game], list[Loop]]:
    def loops(game: Game) -> list[Loop]:
        samples = drivers.samples(game)
        return [(drivers.LOOPS[name], samples[name]) for name in names]

    return loops


RULES = CodeStep(
    "rules",
    _of_drivers(
        "begin",
        "acting",
        "listing",
        "weighing",
        "rolling",
        "step",
        "hiding",
        "ended",
        "standing",
        "ticking",
        "hourglass",
        "replay",
    ),
)
"""What a match needs."""

JUDGEMENT = CodeStep("judgement", _of_drivers("guess", "weigh_up"))
"""What a bot needs that judges positions."""

GAMES = CodeStep("games", bot_games.sample_bot_games)
"""Whole games, for studies."""

THOUGHT_GAMES = CodeStep("thought games", bot_games.sample_thought_games)
"""Whole games with bots that search."""

SEARCH = CodeStep("search", tree_search.sample_search)
"""What a bot needs that looks ahead."""

STEPPING = CodeStep("stepping", stepping.sample_stepping)
"""What a state in numbers needs."""

VALUE = CodeStep("value", value.sample_value)
"""What a bot needs that looks ahead and knows what positions are worth."""

STEPS = {step.name: step for step in (RULES, JUDGEMENT, SEARCH, GAMES, STEPPING, VALUE, THOUGHT_GAMES)}


def step_at(address: str) -> CodeStep:
    """The step that is found there."""
    home, _colon, name = address.rpartition(":")
    return importlib.import_module(home).STEPS[name] if home else STEPS[name]


class Engine:
    """What matches of one game run on now, and how much of it is machine code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.loops = drivers.bind(game, plain=True)
        """What to call now; replaced as a whole, between two calls, when a step has come."""
        self._there: set[str] = set()
        self._asked: set[str] = set()
        self._lock = threading.RLock()

    def has(self, step: CodeStep) -> bool:
        """Whether a step's loops are machine code."""
        return step.name in self._there

    def want(self, *steps: CodeStep) -> None:
        """Have the machine code of these steps: now if it was compiled before, else as soon as it can be had."""
        for step in steps:
            if step.name not in self._asked and not plain_mode():
                self._want(step)

    def _want(self, step: CodeStep) -> None:
        from sheepfold.core.beside import workshop  # starts processes: not everybody needs it

        with self._lock:
            if step.name in self._asked:
                return
            if is_kept(self.game, step):
                self.take(step)
            else:
                self.leave_to_others(step)
                workshop().ask(self, step)

    def leave_to_others(self, step: CodeStep) -> None:
        """Somebody else sees to this step and will call `take`."""
        self._asked.add(step.name)

    def forget(self, step: CodeStep) -> None:
        """Nobody sees to this step after all: the next one who wants it asks anew."""
        self._asked.discard(step.name)

    def take(self, step: CodeStep) -> None:
        """Load a step's loops (or compile them, where they are not kept), and go over to them."""
        if self.has(step):
            return
        for _name in prepare(self.game, step):
            pass
        compiled = drivers.bind(self.game, plain=False)
        names = [loop.__name__ for loop, _arguments in step.loops(self.game)]
        with self._lock:
            ours = {name: getattr(compiled, name) for name in names if name in drivers.LOOPS}
            self.loops = replace(self.loops, **ours)
            self._asked.add(step.name)
            self._there.add(step.name)

    def wait_for(self, *steps: CodeStep) -> None:
        """Have the machine code of these steps before going on: for those who play by the thousand."""
        from sheepfold.core.beside import workshop

        for step in steps:
            if not self.has(step) and not plain_mode():
                workshop().withdraw(self, step)
                self.take(step)


@functools.cache
def engine_of(game: Game) -> Engine:
    """The engine that all matches of a game run on."""
    return Engine(game)


# ---------------------------------------------------------------------------------------------- what is kept


def prepare(game: Game, step: CodeStep) -> Iterator[str]:
    """Load or compile a step, loop by loop, in this process; yields the name of each before its turn comes."""
    from sheepfold.core import machine_code  # imports numba, which takes a while

    files: list[str] = []
    for loop, arguments in step.loops(game):
        yield loop.__name__
        files += machine_code.prepare(drivers.made(game, loop, plain=False), arguments)
    if not is_kept(game, step):
        shelf_of(game.key).note_complete(_mark(game, step), files)


def is_kept(game: Game, step: CodeStep) -> bool:
    """Whether a step was compiled before, in an earlier run or by another process, and can be loaded."""
    return shelf_of(game.key).is_complete(_mark(game, step))


def _mark(game: Game, step: CodeStep) -> str:
    """The name of the file that says a step is complete: it changes with all that its machine code is made from."""
    loops = step.loops(game)
    codes = drivers.names_of_code(game, [loop for loop, _arguments in loops])
    kinds = [[getattr(each, "dtype", "a number") for each in arguments] for _loop, arguments in loops]
    made_with = (version("numba"), version("llvmlite"), platform.machine(), platform.node())
    digest = hashlib.blake2b(f"{codes} {kinds} {made_with}".encode(), digest_size=8)
    return f"{step.name}-{digest.hexdigest()}"
