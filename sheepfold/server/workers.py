"""Several workers behind one port: this process starts them, starts those anew that end, and stops them all.

Each is a `sheepfold serve` of its own that opens the same port beside the others; the system hands out connections.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import structlog
from prometheus_client.multiprocess import mark_process_dead  # pyright: ignore[reportUnknownVariableType]

LOOK = 0.1
"""Seconds between two looks at the workers."""
FARE_WELL = 10.0
"""Seconds in which a worker that was asked to stop has to."""
TOO_SOON = 3.0
"""Seconds that a worker has to live, or the next one is started later."""
PATIENCE = 60.0
"""Seconds in which a new worker has to take connections, or the old one stays."""
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
"""Where all workers write what is shown at `/metrics`, and each that it takes connections."""
WORKER = "SHEEPFOLD_IS_WORKER"
"""Set for a worker, which opens the port beside the others."""
SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(['serve']))"

logger = structlog.get_logger("workers")


def shares_ports() -> bool:
    """Whether several processes can open one port on this system."""
    return hasattr(socket, "SO_REUSEPORT")


def say_that_it_answers() -> None:
    """Said by a worker, when it takes connections."""
    _note_of(os.environ[FIGURES], os.getpid()).touch()


def _note_of(figures: str, worker: int) -> Path:
    return Path(figures) / f"{worker}.answers"


@dataclass
class Worker:
    """One process, and when it was started."""

    process: subprocess.Popen[bytes]
    began: float = field(default_factory=time.monotonic)


class Workers:
    """The workers of one server."""

    def __init__(self, count: int, settings: Mapping[str, str]) -> None:
        """The settings as variables: what stands in a command, everybody on the computer can read."""
        self._figures = tempfile.TemporaryDirectory(prefix="sheepfold-figures-")
        # Figures of all workers are shown by whichever is asked.
        self._environment = {**os.environ, **settings, WORKER: "1", FIGURES: self._figures.name}
        self._workers: list[Worker | None] = [None] * count
        self._start_at = [0.0] * count
        self._is_stopping = False
        self._renew = 0
        """How many workers are still to be started anew, one after another, because somebody asked for it."""

    def run(self) -> int:
        """Until somebody asks this process to stop; hangs up (SIGHUP): start all anew, one after another."""
        for name in ("SIGTERM", "SIGINT"):
            signal.signal(getattr(signal, name), self._asked_to_stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._asked_to_renew)
        try:
            while not self._is_stopping:
                self._look()
                time.sleep(LOOK)
        finally:
            self._stop()
            self._figures.cleanup()
        return 0

    def _asked_to_stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_stopping = True

    def _asked_to_renew(self, _signal: int, _frame: FrameType | None) -> None:
        self._renew = len(self._workers)

    def _look(self) -> None:
        now = time.monotonic()
        for number, worker in enumerate(self._workers):
            if worker is not None and worker.process.poll() is not None:
                logger.error("a worker has ended", code=worker.process.returncode)
                self._forget(worker)
                self._workers[number] = None
                self._start_at[number] = worker.began + TOO_SOON
            if self._workers[number] is None and now >= self._start_at[number]:
                self._workers[number] = self._started()
        if self._renew and all(worker is not None and now - worker.began > TOO_SOON for worker in self._workers):
            self._renew -= 1
            self._renew_one(self._renew)

    def _started(self) -> Worker:
        return Worker(subprocess.Popen([sys.executable, "-c", SERVE], env=self._environment))

    def _renew_one(self, number: int) -> None:
        """The next one takes connections before the old one goes; if it does not, or does not stay, the old ones do."""
        old, new = self._workers[number], self._started()
        if not self._stays(new):
            _end([new])
            self._forget(new)
            self._renew = 0
            if not self._is_stopping:
                logger.error("a new worker has ended; the others go on as they are", code=new.process.returncode)
            return
        self._workers[number] = new
        if old is not None:
            _end([old])
            self._forget(old)

    def _stays(self, new: Worker) -> bool:
        """Whether a worker takes connections, and has not ended when it has lived for a while."""
        note = _note_of(self._figures.name, new.process.pid)
        while new.process.poll() is None and not self._is_stopping:
            lived = time.monotonic() - new.began
            if lived > PATIENCE or (lived > TOO_SOON and note.exists()):
                return note.exists()
            time.sleep(LOOK)
        return False

    def _forget(self, worker: Worker) -> None:
        """Take what a worker that has ended said of itself out of what is shown of all."""
        mark_process_dead(worker.process.pid, self._figures.name)
        _note_of(self._figures.name, worker.process.pid).unlink(missing_ok=True)

    def _stop(self) -> None:
        _end([worker for worker in self._workers if worker is not None])


def _end(workers: Sequence[Worker]) -> None:
    """Ask workers to stop, and make those who do not."""
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + FARE_WELL
    for worker in workers:
        try:
            worker.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
