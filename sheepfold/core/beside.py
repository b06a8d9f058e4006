"""Compiling beside whatever else goes on: in children of low priority, what is asked for first.

A child compiles one step after another of one game, as long as it is sent the next; it ends when its standard input
does, so it never outlives the process that started it. What it has compiled lies on the shelf, from where this process
loads it in a thread. A child that dies, or a shelf that keeps nothing, costs nobody a game: play goes on plainly, and
the log says why.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from sheepfold.core.engine import STEPS, CodeStep, Engine, is_kept, prepare, step_at
from sheepfold.core.game import Game
from sheepfold.core.shelf import shelf_of

log = logging.getLogger("sheepfold.beside")

LOWEST_PRIORITY = 19
"""Of a child, as systems like this one count: whatever else goes on comes first."""

WAITING, UNDER_WAY, THERE, FAILED = "waiting", "under way", "there", "failed"


@dataclass(eq=False)
class Job:
    """A step of a game that somebody wants."""

    engine: Engine
    step: CodeStep
    urgent: bool
    state: str = WAITING
    reason: str = ""
    seconds: float = 0.0
    was_kept: bool = False
    """Whether it had been compiled before."""

    @property
    def game(self) -> Game:
        return self.engine.game

    @property
    def is_under_way(self) -> bool:
        return self.state == UNDER_WAY


class Workshop:
    """What is to be compiled, and who is at it: up to as many children as there are cores."""

    def __init__(self, hands: int | None = None, *, is_awaited: bool = False) -> None:
        """Where the results are awaited, the children have no lower priority than others."""
        self.jobs: list[Job] = []
        self._nice = 0 if is_awaited else LOWEST_PRIORITY
        self._hands = hands or min(2, os.cpu_count() or 1)
        self._busy: set[Game] = set()
        self._workers = 0
        self._changed = threading.Condition()

    def ask(self, engine: Engine, step: CodeStep, *, urgent: bool = True) -> Job:
        """Have a step compiled: the urgent ones first, in the order of steps; the others in the order asked."""
        with self._changed:
            job = next((each for each in self.jobs if (each.engine, each.step) == (engine, step)), None)
            if job is None:
                job = Job(engine, step, urgent)
                self.jobs.append(job)
            job.urgent = job.urgent or urgent
            if not shelf_of(job.game.key).keeps:
                self._end(job, FAILED, "there is no folder in which machine code can be kept")
            elif self._workers < self._hands and job.state == WAITING:
                self._workers += 1
                threading.Thread(target=self._work, name="workshop", daemon=True).start()
            return job

    def drop(self, jobs: Iterable[Job]) -> None:
        """These are no longer wanted, unless they are under way already."""
        with self._changed:
            for job in [each for each in jobs if each.state == WAITING and each in self.jobs]:
                self.jobs.remove(job)
                job.engine.forget(job.step)

    def withdraw(self, engine: Engine, step: CodeStep) -> None:
        """Somebody sees to this step themselves; if it is under way here, they wait for that."""
        for job in [each for each in self.jobs if (each.engine, each.step) == (engine, step)]:
            self.drop([job])
            if job.state == UNDER_WAY:
                self.wait(job)

    def wait(self, job: Job, seconds: float | None = None) -> bool:
        """Wait until a job is done one way or the other; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: job.state in (THERE, FAILED), seconds)

    def _next(self, mine: Game | None) -> Job | None:
        """The next job for a worker whose child knows this game; None if there is nothing left to do."""
        with self._changed:
            if mine is not None:
                self._busy.discard(mine)
            open_jobs = [job for job in self.jobs if job.state == WAITING and job.game not in self._busy]
            if not open_jobs:
                self._workers -= 1
                return None
            urgent = [job for job in open_jobs if job.urgent]
            known = [job for job in open_jobs if job.game is mine]
            job = min(urgent, key=_usefulness) if urgent else (known or open_jobs)[0]
            job.state = UNDER_WAY
            self._busy.add(job.game)
            return job

    def _work(self) -> None:
        child = None
        while (job := self._next(child.game if child is not None else None)) is not None:
            if child is None or job.game is not child.game:
                if child is not None:
                    child.close()
                child = Child(job.game, self._nice)
            self._do(job, child)
        if child is not None:
            child.close()

    def _do(self, job: Job, child: Child) -> None:
        started = time.monotonic()
        try:
            job.was_kept = is_kept(job.game, job.step)
            reason = "" if job.was_kept else child.compile(job.step.address)
            if not reason:
                job.engine.take(job.step)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        job.seconds = time.monotonic() - started
        self._end(job, FAILED if reason else THERE, reason)

    def _end(self, job: Job, state: str, reason: str) -> None:
        if state == FAILED:
            log.warning("%s (%s) is not compiled, play goes on plainly: %s", job.game.key, job.step.name, reason)
        with self._changed:
            job.state, job.reason = state, reason
            self._changed.notify_all()


def _usefulness(job: Job) -> int:
    return list(STEPS).index(job.step.name) if job.step.name in STEPS else len(STEPS)


@functools.cache
def workshop() -> Workshop:
    """The workshop of this process."""
    return Workshop()


# ---------------------------------------------------------------------------------------------- the child


class Child:
    """A process that compiles for one game."""

    def __init__(self, game: Game, nice: int) -> None:
        self.game, self._nice = game, nice
        self._process: subprocess.Popen[str] | None = None

    def compile(self, step: str) -> str:
        """Have a step compiled; empty if that went well, else the reason."""
        if self._process is None or self._process.poll() is not None:
            self._process = _started(self.game, self._nice)
        answer = ""
        with contextlib.suppress(OSError):
            print(step, file=self._process.stdin, flush=True)
            answer = cast("IO[str]", self._process.stdout).readline().strip()
        return "" if answer == "done" else answer or self._last_words(self._process)

    def _last_words(self, process: subprocess.Popen[str]) -> str:
        _out, complaint = process.communicate()
        last = complaint.strip().splitlines()[-1:] or [f"its process ended with {process.returncode}"]
        return last[0]

    def close(self) -> None:
        """Let it end."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _started(game: Game, nice: int) -> subprocess.Popen[str]:
    """A process that finds the game where this one did, in a group of its own: Ctrl-C at a terminal is not for it."""
    path, where = os.pathsep.join(each or str(Path.cwd()) for each in sys.path), game.package
    return subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import main; main()", where, str(nice)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": path}, process_group=0,
    )  # fmt: skip


def main() -> None:
    """The child: compile the steps named on standard input, one a line, and end with it."""
    from sheepfold.core import machine_code

    if hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    machine_code.announce = lambda _game, _loop: None
    steps: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(steps,), daemon=True).start()
    game: Game = importlib.import_module(sys.argv[1]).GAME
    while True:
        step = step_at(steps.get())
        try:
            for _loop in prepare(game, step):
                pass
            answer = "done"
        except Exception as error:
            answer = " ".join(f"{type(error).__name__}: {error}".split())[:500]
        print(answer, flush=True)


def _listen(steps: queue.SimpleQueue[str]) -> None:
    """Pass on what is asked for; when nobody can ask any more, end at once, even amid the compiler."""
    for line in sys.stdin:
        steps.put(line.strip())
    os._exit(0)
