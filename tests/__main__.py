"""The whole suite, as `make test` runs it: `python -m tests`, with whatever else pytest is to be told.

On two cores, two lanes: one begins with the browser, the other with all the rest, and whoever is done helps the other,
file by file (lanes.py). Where a browser runs, nothing else that is asynchronous can, so each lane has a process for
either. The games are compiled once for all, beside the first tests.

A few tests that failed where everything runs beside everything are looked at once more, alone: what fails again has
failed, and what passes is named, because a test is not to need a machine of its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO

import pytest

from tests.lanes import failures

BROWSER, REST = ["tests/web"], ["--ignore", "tests/web"]
IN_MEMORY = Path("/dev/shm")
ENOUGH = 2**30
"""Bytes for all that tests write. Where memory has room for it, nothing has to wait for a disk."""


FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
"""Where there is no browser, there are no tests in it."""
FEW = 10
"""More tests than these do not fail because the machine is busy."""


def main() -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # some tests press Ctrl-C; a job of a shell is deaf to it
    with room() as folder, (folder / "said").open("w+") as said, compiling():
        lanes = [Lane(folder, [BROWSER, REST], said), Lane(folder, [REST, BROWSER], None)]
        for lane in lanes:
            lane.join()
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout)
        sys.stdout.flush()
        failed = failures(folder)
        if any(lane.broke for lane in lanes) or len(failed) > FEW:
            return 1
        really = [test for test in failed if fails_alone(test)]
        return len(really) > 0


def fails_alone(test: str) -> bool:
    """Whether a test that failed fails again where nothing runs beside it."""
    print(f"\nOnce more, alone: {test}", flush=True)
    command = [sys.executable, "-m", "pytest", "-m", "", test]
    fails = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0
    print(f"It {'failed again' if fails else 'failed only beside others'}: {test}", flush=True)
    return fails


class Lane(Thread):
    """Some runs of pytest, one after another, of the files that nobody has taken yet."""

    def __init__(self, folder: Path, runs: list[list[str]], says_to: IO[str] | None) -> None:
        super().__init__()
        self.folder, self.runs, self.says_to = folder, runs, says_to
        self.broke = False
        """Whether it came to another end than passed and failed tests, with a note of each that failed."""
        self.start()

    def run(self) -> None:
        environment = {**os.environ, "PYTEST_DEBUG_TEMPROOT": str(self.folder)}
        for which in self.runs:
            command = [sys.executable, "-m", "pytest", "-p", "tests.lanes", f"--lanes={self.folder}"]
            command += [*which, *sys.argv[1:]]
            done = subprocess.run(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=self.says_to,
                stderr=self.says_to,
                check=False,
            )
            is_noted = done.returncode == pytest.ExitCode.TESTS_FAILED and failures(self.folder)
            self.broke |= done.returncode not in FINE and not is_noted


@contextmanager
def room() -> Iterator[Path]:
    """A folder for all that tests write."""
    is_roomy = IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ENOUGH
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if is_roomy else None, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def compiling() -> Iterator[None]:
    command = [sys.executable, "-c", "from sheepfold.cli import main; main(['warm'])"]
    warming = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        warming.kill()
        warming.wait()


if __name__ == "__main__":
    sys.exit(main())
