"""One server and one browser for all tests of the page, and people who open pages and notice what goes wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.people import Person

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
collect_ignore_glob = [] if Path(CHROMIUM).exists() else ["test_*.py"]
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE = 300
expect.set_options(timeout=30_000)  # what comes is waited for, on a busy machine too


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [*QUIET, "--disable-sync", "--no-first-run"],
    }


class Server:
    """A server as `sheepfold serve` starts it; it can be stopped and started again in the middle of a game."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        quiet = {**os.environ, "SHEEPFOLD_REQUESTS_PER_MINUTE": "100000", "SHEEPFOLD_LOG": "warning"}
        command = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "output.txt").open("ab") as output:
            self.process = subprocess.Popen(command, env=quiet, stdout=output, stderr=output)
        self._wait_until(lambda: urllib.request.urlopen(f"{self.url}/health", timeout=5))

    def _wait_until(self, answers: Callable[[], object]) -> None:
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                answers()
                return
            except OSError:
                assert self.process is not None
                assert self.process.poll() is None, (self.data / "output.txt").read_text()
                assert time.monotonic() < give_up, "the server does not answer"
                time.sleep(0.1)

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def somebody(server: Server, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Make a person: a browser of their own. In the end nobody may have seen an error or a request to elsewhere."""
    made: list[Person] = []

    def make(name: str = "Ada", *, in_words: bool = False, quick: bool = False, **context: Any) -> Person:
        context.setdefault("locale", "en-GB")
        context.setdefault("viewport", {"width": 1280, "height": 800})
        opened = browser.new_context(base_url=server.url, **context)
        opened.set_default_timeout(30_000)
        if in_words:  # as somebody has it who once unfolded the list of choices
            opened.add_init_script("localStorage.setItem('in-words', '1')")
        if quick:  # who has seen it often enough lets nothing be played
            opened.add_init_script("localStorage.setItem('speed', 'none')")
        made.append(Person(name, opened.new_page(), server.url))
        return made[-1]

    yield make
    for person in made:
        person.page.context.close()
    for person in made:
        assert person.troubles == [], f"{person.name} saw {person.troubles}"
        assert {url for url in person.requests if not url.startswith((server.url, "data:", "blob:"))} == set()


@pytest.fixture
def page(somebody: Callable[..., Person]) -> Page:
    return somebody().page
