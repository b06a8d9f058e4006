"""Compiling a game's rules, and saying so: it takes some seconds the first time, and is kept."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from sheepfold.bots import search
from sheepfold.cli import INTERRUPTED
from sheepfold.cli.keyboard import forget_typing
from sheepfold.cli.screen import console, side_console
from sheepfold.core import drivers
from sheepfold.core.game import Game, games, pick_game
from sheepfold.core.words import gettext as _


def get_ready(game: Game) -> None:
    """Have the game's rules compiled, with a line that moves; at once where that was done before."""
    if not drivers.is_warm(game):
        compile_now(game)


def get_ready_to_search(game: Game) -> None:
    """The same for bots that search, and for hints."""
    get_ready(game)
    if not search.is_warm(game):
        compile_now(game, search.warm)


def compile_now(game: Game, loops: Callable[[Game], Iterator[str]] = drivers.warm) -> float:
    """Compile all that playing needs, with a line that tells how far it has come; the seconds it took."""
    aside, started = side_console(), time.perf_counter()
    words = _("Preparing {game}, once: half a minute or so").format(game=_(game.name))
    if not aside.is_terminal:
        aside.print(words + " …")
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
            task = bar.add_task(words)
            for number in _compiled_aside(loops(game)):
                bar.update(task, description=f"{words} ({_('part {number}').format(number=number)})")
    except KeyboardInterrupt:
        aside.print(_("Stopped."))
        os._exit(INTERRUPTED)  # without waiting for the compiler, which cannot be told to stop
    forget_typing()
    return time.perf_counter() - started


def _compiled_aside(loops: Iterator[str]) -> Iterator[int]:
    """Compile in a thread; the numbers of the parts as they begin.

    Ctrl-C reaches only the main thread: amid the compiler it would be swallowed, or leave half a function behind.
    """
    parts: queue.SimpleQueue[int | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            for number, _loop in enumerate(loops, 1):
                parts.put(number)
            parts.put(None)
        except BaseException as error:
            parts.put(error)

    threading.Thread(target=work, daemon=True).start()
    while (part := parts.get()) is not None:
        if isinstance(part, BaseException):
            raise part
        yield part


def warm(keys: Sequence[str]) -> int:
    """Compile these games (all of them if none is named) ahead."""
    out = console()
    for game in [pick_game(key) for key in keys or games()]:
        if drivers.is_warm(game) and search.is_warm(game):
            out.print(_("{game}: ready.").format(game=_(game.name)))
            continue
        seconds = compile_now(game, _everything)
        out.print(_("{game}: ready after {seconds:.0f} s.").format(game=_(game.name), seconds=seconds))
    return 0


def _everything(game: Game) -> Iterator[str]:
    """What playing, simulating and searching need."""
    yield from drivers.warm(game)
    yield from search.warm(game)
