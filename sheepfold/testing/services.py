"""PostgreSQL and Redis of one's own for a while: started on free ports, killed and started again as often as one likes.

They come from the system's packages (Debian: `postgresql`, `redis-server`). PostgreSQL does not run as root, so it is
started as the user `postgres`, which takes somebody who may do that.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

POSTGRES = next((path for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
PATIENCE = 20.0
"""Seconds in which a service has to answer."""
A_MOMENT = 0.05
"""Seconds after which it is looked again."""


def has_postgres() -> bool:
    """Whether a PostgreSQL can be started here."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return POSTGRES is not None and shutil.which("runuser") is not None and is_root


def has_redis() -> bool:
    """Whether a Redis can be started here."""
    return shutil.which("redis-server") is not None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Postgres:
    """A PostgreSQL in a folder of its own, which lies where everybody may go."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        folder.chmod(0o755)
        subprocess.run(["chown", "-R", "postgres", str(folder)], check=True)
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-E", "UTF8")
        self.start()

    def _run(self, program: str, *given: str) -> None:
        command = ["runuser", "-u", "postgres", "--", f"{POSTGRES}/{program}", *given]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def start(self) -> None:
        how = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-o", how, "-l", f"{self.folder}/log", "start")

    def stop(self, mode: str = "fast") -> None:
        """`immediate`: as when the power goes."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", mode, "stop")

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir"]
        command.append(str(self.folder))
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        for _attempt in range(round(PATIENCE / A_MOMENT)):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(A_MOMENT)
        raise TimeoutError("Redis does not start")

    def stop(self) -> None:
        """Killed, as when the power goes."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"
