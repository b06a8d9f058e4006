"""The table page in a real browser: what goes over the wire, the first picture, how soon a move begins and is seen.

A server is started as `sheepfold serve` does, and Chromium reaches it through a proxy that counts bytes, so the figures
are what was really sent, compressed or not, headers included. Goals: 150 kB, 1 s, 100 ms. Run with
`python benchmarks/page.py [GAME …]`.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SERVE = "import sys; from sheepfold.cli import main; sys.exit(main(sys.argv[1:]))"
PLAYERS = {"dyke": 8, "nines": 5, "shepherd": 4, "sheepsheep": 4}
OPTIONS = {"sheepsheep": {"exchanges": 3}}
MOVES = 10

WATCH = """
addEventListener("DOMContentLoaded", () => {
  const board = document.getElementById("board");
  if (!board) return;
  let [text, clicked, lifted] = [null, null, false];
  Object.assign(window, { begun: [], shown: [] });
  addEventListener("click", () => ([clicked, lifted] = [performance.now(), false]), true);
  const painted = (note) => requestAnimationFrame(() => setTimeout(note));
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (clicked !== null && !lifted && this.closest("#board")) {
      const since = clicked;
      lifted = true;
      painted(() => window.begun.push(performance.now() - since));
    }
    return animate.apply(this, how);
  };
  const look = () => {
    const said = board.querySelector("desc")?.textContent;
    if (said === undefined || (said === text && !document.body.matches(".playing"))) return;
    text = said;
    const since = clicked;
    clicked = null;
    painted(() => {
      window.first ??= performance.now();
      if (since !== null) window.shown.push(performance.now() - since);
    });
  };
  new MutationObserver(look).observe(board, { subtree: true, childList: true, characterData: true });
  new MutationObserver(look).observe(document.body, { attributes: true });
});
"""
"""Notes when the first picture has been painted, and after each click when its piece has lifted, which waits for no
server, and when its first beat or the position after it has been painted."""


class Meter:
    """A proxy between browser and server that counts what the server sends."""

    def __init__(self, port: int) -> None:
        self.target, self.sent = port, 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _address = self.door.accept()
            far = socket.create_connection(("127.0.0.1", self.target))
            for line in (near, far):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near, True), daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket, counted: bool) -> None:
        try:
            while data := here.recv(1 << 16):
                self.sent += len(data) if counted else 0
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def start(folder: str) -> tuple[subprocess.Popen[bytes], int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = {**os.environ, "SHEEPFOLD_LOG": "warning", "SHEEPFOLD_REQUESTS_PER_MINUTE": "100000"}
    command = [sys.executable, "-c", SERVE, "serve", "--port", str(port), "--data", folder]
    process = subprocess.Popen(command, env=quiet, stdout=subprocess.DEVNULL)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5)
            return process, port
        except OSError:
            time.sleep(0.1)


def table_for(page: Page, meter: Meter, game: str) -> str:
    """A table with one person and a full round of bots that take their time, so that the server is idle."""
    chairs: list[dict[str, Any]] = [{"kind": "here", "name": "Ada"}]
    chairs += [{"kind": "bot", "bot": "random"}] * (PLAYERS.get(game, 2) - 1)
    wish = {"game": game, "players": len(chairs), "chairs": chairs, "options": OPTIONS.get(game, {}), "start": True}
    wish["manners"] = {"bot_seconds": 0.3}
    answer = page.request.post("/api/tables", data=wish, headers={"Origin": meter.url})
    assert answer.ok, answer.text()
    return answer.json()["table"]


def wait_for(page: Page, holds: str, seconds: float) -> bool:
    give_up = time.monotonic() + seconds
    while not page.evaluate(f"Boolean({holds})"):
        if time.monotonic() > give_up:
            return False
        page.wait_for_timeout(20)
    return True


def measure(browser: Browser, meter: Meter, game: str) -> tuple[int, float, list[float], list[float]]:
    """Bytes and milliseconds to the first picture with nothing kept from before; how soon each move began, was seen."""
    context = browser.new_context(base_url=meter.url, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script("localStorage.setItem('in-words', '1'); localStorage.setItem('speed', 'quick')")
    page.add_init_script(WATCH)
    table = table_for(page, meter, game)
    page.goto(f"/t/{table}")
    wait_for(page, "document.querySelector('#board svg')", 300)
    page.wait_for_timeout(2000)
    page.goto("about:blank")
    page.wait_for_timeout(300)
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    before = meter.sent
    page.goto(f"/t/{table}")
    wait_for(page, "window.first", 20)
    page.wait_for_timeout(100)
    sent, first = meter.sent - before, page.evaluate("window.first")
    for _ in range(MOVES * 6):
        if len(page.evaluate("window.shown")) >= MOVES or not wait_for(page, ASKED, 20):
            break
        try:
            page.click("[data-key=yes], .choices button >> nth=0", timeout=1000)
        except Error:
            continue
        page.wait_for_timeout(250)
    begun, shown = page.evaluate("[window.begun, window.shown]")
    context.close()
    return sent, first, begun, shown


ASKED = "document.body.matches('.mine-now:not(.playing)') && document.querySelector('.choices button, [data-key=yes]')"


def main() -> None:
    games = sys.argv[1:] or list(PLAYERS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, port = start(folder)
        meter = Meter(port)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        columns = ("kB sent", "first picture", "own move begins", "is seen", "slowest", "moves")
        print(f"{'game':<12}" + "".join(f"{column:>17}" for column in columns))
        for game in games:
            sent, first, begun, shown = measure(browser, meter, game)
            begins, seen = (statistics.median(each) if each else float("nan") for each in (begun, shown))
            times = "".join(f"{each:>14.0f} ms" for each in (first, begins, seen, max(shown, default=float("nan"))))
            print(f"{game:<12}{sent / 1000:>17.1f}{times}{len(shown):>17}")
        browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
