"""boardgame.io's own server beside ours: installed into a folder of its own, run and loaded by Node."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tables.load import Taken
from tables.processes import Measured, free_port

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io", "socket.io-client")


def is_there() -> bool:
    """Whether Node and npm are on this machine."""
    return bool(shutil.which("node") and shutil.which("npm"))


@functools.cache
def _installed() -> Path:
    """A folder with all of it, until this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="boardgame.io-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for script in HERE.glob("race_*.cjs"):
        shutil.copy(script, folder)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
    subprocess.run(command, cwd=folder, check=True)
    return folder


class Peer(Measured):
    """The server, and the process that puts load on it."""

    def __init__(self) -> None:
        self.folder = _installed()
        port = str(free_port())
        super().__init__(self._node("race_server.cjs", port))
        self._read(self.process)
        self.load = self._node("race_load.cjs", port)

    def _node(self, script: str, port: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["node", script, port], cwd=self.folder, env={"NODE_ENV": "production", "PATH": "/usr/bin:/bin"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    @staticmethod
    def _read(process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline()

    def versions(self) -> str:
        found = {
            name: json.loads((self.folder / "node_modules" / name / "package.json").read_text()) for name in PACKAGES
        }
        return ", ".join(f"{name} {package['version']}" for name, package in found.items())

    def ask(self, *words: object) -> Any:
        assert self.load.stdin is not None
        self.load.stdin.write(" ".join(map(str, words)) + "\n")
        self.load.stdin.flush()
        return json.loads(self._read(self.load))

    def closed_loop(self, most: int) -> Taken:
        return Taken(**self.ask("closed", most))

    def fixed_rate(self, rate: float, seconds: float) -> Taken:
        return Taken(**self.ask("rate", rate, seconds))

    def stop(self) -> None:
        self.load.kill()
        super().stop()
