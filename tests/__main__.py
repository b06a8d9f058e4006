"""The whole suite, as `make test` runs it: `python -m tests`, with whatever else pytest is to be told.

On two cores, two lanes: one begins with the browser, the other with all the rest, and whoever is done helps the other,
file by file (lanes.py). Where a browser runs, nothing else that is asynchronous can, so each lane has a process for
either. The games are compiled once for all, beside the first tests.
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

BROWSER, REST = ["tests/web"], ["--ignore", "tests/web"]
IN_MEMORY = Path("/dev/shm")
ENOUGH = 2**30
"""Bytes for all that tests write. Where memory has room for it, nothing has to wait for a disk."""


FINE = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
"""Where there is no browser, there are no tests in it."""


def main() -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # some tests press Ctrl-C; a job of a shell is deaf to it
    with room() as folder, (folder / "said").open("w+") as said, compiling():
        lanes = [Lane(folder, [BROWSER, REST], said), Lane(folder, [REST, BROWSER], None)]
        for lane in lanes:
            lane.join()
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout)
    return any(lane.failed for lane in lanes)


class Lane(Thread):
    """Some runs of pytest, one after another, of the files that nobody has taken yet."""

    def __init__(self, folder: Path, runs: list[list[str]], says_to: IO[str] | None) -> None:
        super().__init__()
        self.folder, self.runs, self.says_to = folder, runs, says_to
        self.failed = False
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
            self.failed |= done.returncode not in FINE


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
