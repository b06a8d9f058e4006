"""Machine code for those who have to wait for it, and a line that says so: it is made once, and kept."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterator, Sequence

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sheepfold.core.beside import FAILED, THERE, Job, Workshop
from sheepfold.core.engine import GAMES, JUDGEMENT, RULES, SEARCH, CodeStep, engine_of, is_kept
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.linking import plain_mode
from sheepfold.core.words import gettext as _
from sheepfold.terminal import INTERRUPTED
from sheepfold.terminal.keyboard import forget_typing
from sheepfold.terminal.screen import console, side_console

USUAL_SECONDS = 15
"""About how long a game takes on a computer of today that has nothing else to do."""


def get_ready(game: Game, *steps: CodeStep) -> None:
    """Have this much of a game as machine code, with a line that moves; at once where that was done before."""
    if plain_mode() or all(is_kept(game, step) for step in steps):
        return
    from sheepfold.core import machine_code

    aside = side_console()
    words = _("Preparing {game}, once: about {seconds} s").format(game=_(game.name), seconds=USUAL_SECONDS)
    if not aside.is_terminal:
        aside.print(words + " …")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
            task = bar.add_task(words, total=sum(len(step.loops(game)) for step in steps))
            machine_code.announce = lambda _game, loop: bar.update(task, advance=1, description=f"{words} ({loop})")
            _aside(game, steps)
    except KeyboardInterrupt:
        aside.print(_("Stopped."))
        os._exit(INTERRUPTED)  # without waiting for the compiler, which cannot be told to stop
    finally:
        machine_code.announce = machine_code.say_once
    forget_typing()


def _aside(game: Game, steps: Sequence[CodeStep]) -> None:
    """Compile in a thread.

    Ctrl-C reaches only the main thread: amid the compiler it would be swallowed, or leave half a function behind.
    """
    ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            engine_of(game).wait_for(*steps)
            ended.put(None)
        except BaseException as error:
            ended.put(error)

    threading.Thread(target=work, daemon=True).start()
    if (error := ended.get()) is not None:
        raise error


# ---------------------------------------------------------------------------------------------- warm


def warm(keys: Sequence[str]) -> int:
    """Compile these games (all of them if none is named) ahead, on all cores."""
    out, started = console(), time.perf_counter()
    chosen = [pick_game(key) for key in keys or games()]
    workshop = Workshop(hands=os.cpu_count(), is_awaited=True)
    jobs = {game: _asked(workshop, game) for game in chosen}
    try:
        for game in _as_they_come(workshop, jobs):
            failed = [job.reason for job in jobs[game] if job.state == FAILED]
            seconds = time.perf_counter() - started
            out.print(_said(game, failed, seconds, was_ready=all(job.was_kept for job in jobs[game])), markup=False)
    except KeyboardInterrupt:
        side_console().print(_("Stopped."))
        return INTERRUPTED
    return int(any(job.state == FAILED for of_game in jobs.values() for job in of_game))


def _asked(workshop: Workshop, game: Game) -> list[Job]:
    """A game's steps, one after another in one child: none is urgent, and what the next one shares is made already."""
    return [workshop.ask(engine_of(game), step, urgent=False) for step in _all_steps(game)]


def _all_steps(game: Game) -> list[CodeStep]:
    return [RULES, JUDGEMENT, GAMES, SEARCH] if game.judgement is not None else [RULES, GAMES]


def _said(game: Game, failed: Sequence[str], seconds: float, *, was_ready: bool) -> str:
    if failed:
        return _("{game}: {reason}.").format(game=_(game.name), reason=failed[0])
    if was_ready:
        return _("{game}: ready.").format(game=_(game.name))
    return _("{game}: ready after {seconds:.0f} s.").format(game=_(game.name), seconds=seconds)


def _as_they_come(workshop: Workshop, jobs: dict[Game, list[Job]]) -> Iterator[Game]:
    """The games as they get ready, with a line that tells how far all of it has come."""
    aside, every = side_console(), [job for of_game in jobs.values() for job in of_game]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task, left = bar.add_task(_("Preparing"), total=len(every)), dict(jobs)
        while left:
            done = [job for job in every if job.state in (THERE, FAILED)]
            bar.update(task, completed=len(done), description=_doing(every))
            for game in [game for game, of_game in left.items() if all(job in done for job in of_game)]:
                del left[game]
                yield game
            workshop.wait(next((job for job in every if job not in done), every[0]), 0.2)


def _doing(jobs: Sequence[Job]) -> str:
    """What is being compiled just now."""
    return ", ".join(f"{job.game.key} {job.step.name}" for job in jobs if job.is_under_way) or _("Preparing")
