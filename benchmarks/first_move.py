"""The first minute of somebody who has just installed sheepfold: nothing is compiled, nothing is known of them.

Everything is measured cold, each line with an empty cache and an empty data folder of its own: the server from its
start to the home page; from a click on "Play now against bots" to the board; from an own move until it is seen, while
compiling goes on beside; the slowest decision of the usual bot in a whole game; the terminal from its command to its
first question; the README's research snippet to the end of its game; and `sheepfold warm`. With `--busy` one core is
kept busy by something else.

Goals: home 1 s, board 2 s, own move 200 ms, bot 1.5 s, terminal 2 s, snippet 3 s, warm 60 s (better 45). Run with
`python benchmarks/first_move.py [--busy] [GAME …]`.
"""

from __future__ import annotations

import os
import pty
import re
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import sheepfold
from tests.web.people import Person

ROOT = Path(__file__).parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
COMMAND = [sys.executable, "-c", "import sys; from sheepfold.cli import main; sys.exit(main(sys.argv[1:]))"]
MOVES = 5

WATCH = """() => {
  const board = document.getElementById("board"), said = () => board.querySelector("desc")?.textContent;
  const look = () => {
    if (clicked !== null && (document.body.matches(".playing") || said() !== before)) {
      window.own.push(performance.now() - clicked);
      clicked = null;
    }
    requestAnimationFrame(look);
  };
  let clicked = null, before = null;
  window.own = [];
  addEventListener("click", () => ([clicked, before] = [performance.now(), said()]), true);
  look();
}"""
"""Notes how many milliseconds after the latest tap its first beat begins, or another position is painted."""


@contextmanager
def nothing_kept() -> Generator[dict[str, str]]:
    """The environment of a new machine."""
    with tempfile.TemporaryDirectory() as home:
        yield {
            **os.environ,
            "SHEEPFOLD_CACHE": f"{home}/code",
            "XDG_DATA_HOME": f"{home}/data",
            "SHEEPFOLD_LOG": "error",
        }


@contextmanager
def serving(environment: dict[str, str]) -> Generator[tuple[str, float]]:
    """A server, and how long it took until it answered."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = time.perf_counter()
    given = [*COMMAND, "serve", "--port", str(port), "--data", f"{environment['XDG_DATA_HOME']}/served"]
    server = subprocess.Popen(given, env=environment, stdout=subprocess.DEVNULL)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5)
                break
            except OSError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}", time.perf_counter() - started
    finally:
        server.terminate()
        server.wait()


def in_the_browser(browser: Browser, game: str) -> dict[str, float]:
    """The first minute on the page, in seconds."""
    with nothing_kept() as environment, serving(environment) as (url, ready):
        found = {"ready": ready}
        page = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}).new_page()
        started = time.perf_counter()
        page.goto("/", wait_until="load")
        found["home"] = time.perf_counter() - started
        started = time.perf_counter()
        page.click(f"[data-play={game}]")
        page.wait_for_selector("#board svg", timeout=120_000)
        found["board"] = time.perf_counter() - started
        page.evaluate(WATCH)
        own = moves(Person("Ada", page, url))
        found |= {"own move": statistics.median(own), "slowest own": max(own)}
        page.context.close()
    return found


def moves(person: Person) -> list[float]:
    """How soon own moves were seen, made by tapping what glows."""
    give_up = time.monotonic() + 90
    while len(own := person.page.evaluate("window.own")) < MOVES and not person.is_over:
        if person.is_asked and not person.page.evaluate("document.body.matches('.playing')"):
            person.tap_something()
        assert time.monotonic() < give_up, person.page.inner_text("#panel")
        person.page.wait_for_timeout(50)
    return [each / 1000 for each in own]


BOTS = """
import random, sys, time, sheepfold
from sheepfold import bots
match, rng, slowest = sheepfold.Match(sys.argv[1]), random.Random(1), 0.0
bot = bots.find("ewe", match.game)
while not match.is_over:
    actor = min(match.to_act(), key=str)
    if actor == "*":
        match.roll(rng)
        continue
    seen, legal, began = bots.Seen(match.game, actor, match.observation(actor)), match.legal(actor), time.perf_counter()
    chosen = bot(seen, legal, rng)
    slowest = max(slowest, time.perf_counter() - began)
    match.play(actor, chosen)
print(slowest)
"""


def slowest_decision(game: str) -> float:
    """The longest that a bot thought in a whole game that began with nothing compiled."""
    with nothing_kept() as environment:
        done = subprocess.run([sys.executable, "-c", BOTS, game], env=environment, check=True, capture_output=True)
        return float(done.stdout)


def in_the_terminal(game: str) -> float:
    """Seconds from `sheepfold play GAME` to its first question."""
    with nothing_kept() as environment:
        started = time.perf_counter()
        child, screen = pty.fork()
        if child == 0:
            os.chdir(ROOT)
            os.execvpe(COMMAND[0], [*COMMAND, "play", game], environment)
        said = ""
        while not re.search(r"what will you do\?|\[Y/n\]|> $", said) and time.perf_counter() - started < 120:
            if select.select([screen], [], [], 0.05)[0]:
                said += os.read(screen, 65536).decode(errors="replace")
        took = time.perf_counter() - started
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(screen)
        return took


def the_snippet() -> float:
    """Seconds for the README's research snippet, a whole game, from starting Python."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "sheepfold.Match(" in block)
    with nothing_kept() as environment:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        return time.perf_counter() - started


def warming() -> float:
    """Seconds of `sheepfold warm` for all games."""
    with nothing_kept() as environment:
        started = time.perf_counter()
        subprocess.run([*COMMAND, "warm"], env=environment, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - started


@contextmanager
def busy_core(wanted: bool) -> Generator[None]:
    work = [subprocess.Popen([sys.executable, "-c", "while True: pass"])] if wanted else []
    try:
        yield
    finally:
        for each in work:
            each.kill()
            each.wait()


def main() -> None:
    games = [given for given in sys.argv[1:] if given != "--busy"] or sheepfold.games()
    with busy_core("--busy" in sys.argv), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        columns = ("ready", "home", "board", "own move", "slowest own", "bot", "terminal")
        print(f"{'game':<12}" + "".join(f"{column:>13}" for column in columns))
        for game in games:
            found = in_the_browser(browser, game)
            found |= {"bot": slowest_decision(game), "terminal": in_the_terminal(game)}
            print(f"{game:<12}" + "".join(f"{found[column]:>11.2f} s" for column in columns), flush=True)
        browser.close()
        print(f"the README's research snippet: {the_snippet():.2f} s")
        if len(games) == len(sheepfold.games()):
            print(f"sheepfold warm, all games: {warming():.0f} s")


if __name__ == "__main__":
    main()
