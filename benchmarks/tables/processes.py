"""Servers as processes of their own, and what the system says about them: processor time and memory."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds for a server to be ready."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"
WARM = "from sheepfold.cli import main; main(['warm'])"
FREE_OF_LIMITS = {
    "SHEEPFOLD_REQUESTS_PER_MINUTE": "100000000",
    "SHEEPFOLD_MESSAGES_PER_SECOND": "1000000",
    "SHEEPFOLD_MOST_CONNECTIONS_EACH": "1000000",
    "SHEEPFOLD_MOST_TABLES_EACH": "1000000",
    "SHEEPFOLD_LOG": "error",
}
"""One address makes all requests here, which the server would not let it do otherwise."""


def get_ready(tree: Path | None = None) -> None:
    """Have all games compiled, so that no server does it while it is measured."""
    subprocess.run(
        [sys.executable, "-c", WARM], stdout=subprocess.DEVNULL, check=True, env=_environment(tree), cwd=tree
    )


def _environment(tree: Path | None) -> dict[str, str]:
    """Where to find sheepfold: in another checkout, or where this environment has it."""
    return {**os.environ, "PYTHONPATH": str(tree.resolve())} if tree else dict(os.environ)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Measured:
    """A process, its processor time and its memory."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def cpu(self) -> float:
        """Seconds of processor time so far, in all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE / 1e6

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Sheepfold(Measured):
    """`sheepfold serve` on a free port, its database in a folder of its own below `home`.

    `files` is how many it may open; `tree` another checkout to run.
    """

    def __init__(
        self,
        home: Path | None,
        *,
        limits: dict[str, str] = FREE_OF_LIMITS,
        files: int | None = None,
        tree: Path | None = None,
    ) -> None:
        self.port, self.data = free_port(), Path(tempfile.mkdtemp(prefix="sheepfold-", dir=home))
        command = [sys.executable, "-c", SERVE, "--port", str(self.port), "--data", str(self.data)]
        if files is not None:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        self._command, self._settings, self._tree = command, {**_environment(tree), **limits}, tree
        super().__init__(self._start())
        self._wait()

    def _start(self) -> subprocess.Popen[str]:
        with (self.data / "log").open("ab") as log:
            return subprocess.Popen(
                self._command, env=self._settings, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                stderr=log, text=True, cwd=self._tree,  # what is run so looks for packages here first
            )  # fmt: skip

    def restart(self) -> None:
        """Kill it, and start another one on the same folder; over when that answers."""
        self.process.kill()
        self.process.wait()
        self.process = self._start()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                self.call("/health")
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("the server did not come back")

    def log_lines(self) -> int:
        """How much it has had to say."""
        with (self.data / "log").open("rb") as log:
            return sum(1 for _line in log)

    def _wait(self) -> None:
        """Until all games are loaded, so that nothing else is done while it is measured."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if all(game["ready"] for game in self.call("/api/games")):
                    time.sleep(1)
                    return
            except OSError:
                pass
            time.sleep(0.1)
        self.stop()
        raise RuntimeError("the server did not get ready")

    def call(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
            return json.load(answer)

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self.data, ignore_errors=True)
