"""How people use the page: they open links, tap what glows, read what is said. Nothing here knows a game."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, Response, WebSocket

BOT = {"kind": "bot", "bot": "random"}
AT_ONCE = {"bot_seconds": 0, "pace": "none"}


class Person:
    """Somebody at a browser, and everything that reached it."""

    def __init__(self, name: str, page: Page, url: str) -> None:
        self.name, self.page, self.url = name, page, url
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.received: list[str] = []
        self.rng = random.Random(name)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("response", self._response)
        page.on("websocket", self._socket)
        self.may_be_offline = False

    def _console(self, message: ConsoleMessage) -> None:
        lost_line = "ERR_" in message.text or "WebSocket" in message.text
        if message.type == "error" and not (self.may_be_offline and lost_line):
            self.troubles.append(message.text)

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status} {response.url}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def wait(self, holds: str, seconds: float = 30) -> None:
        """Wait until something holds on the page, said in JavaScript. (The page's policy forbids Playwright's way.)"""
        give_up = time.monotonic() + seconds
        while not self._holds(holds):
            assert time.monotonic() < give_up, f"{holds} does not come to hold: {self.page.inner_text('#panel')}"
            self.page.wait_for_timeout(30)

    def _holds(self, what: str) -> bool:
        try:
            return bool(self.page.evaluate(f"Boolean({what})"))
        except Error:
            return False  # the page is just being left

    # ------------------------------------------------------------------------------------------ tables

    def make(self, game: str, *chairs: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Make a table as the page does; without open chairs it starts at once."""
        wish = {"game": game, "players": len(chairs), "chairs": list(chairs), "manners": AT_ONCE, "start": True} | more
        answer = self.fetch("/api/tables", wish)
        assert answer["status"] == 201, answer
        return json.loads(answer["text"])

    def fetch(self, address: str, body: object = None) -> dict[str, Any]:
        """Ask the server as the page itself does: same origin, same cookie, and a dropped connection is tried again."""
        if not self.page.url.startswith(self.url):
            self.page.goto("/replay")  # of the same origin, and quickly there: nothing is drawn yet
        return self.page.evaluate(FETCH, [address, body])

    def waits_for_bots(self, game: str) -> None:
        """Until they think as well as they can: then there are hints."""
        give_up = time.monotonic() + 300
        while game in (json.loads(self.fetch("/health")["text"]).get("preparing") or {}):
            assert time.monotonic() < give_up, "the game does not get prepared"
            self.page.wait_for_timeout(200)

    def open(self, table: str, token: str = "") -> None:
        self.page.goto(f"/t/{table}" + (f"#{token}" if token else ""))

    def sit(self, chair: int) -> None:
        self.page.click(f"[data-key=sit-{chair}]")
        self.page.fill("[data-key=name]", self.name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f".chairs li:has-text('{self.name}')")

    def sees_board(self) -> None:
        self.page.wait_for_selector("#board svg.sheepfold", timeout=180_000)

    # ------------------------------------------------------------------------------------------ playing

    @property
    def is_asked(self) -> bool:
        """Whether it is on this person to choose, and the page is ready for it."""
        return bool(self.page.evaluate(ASKED))

    @property
    def is_over(self) -> bool:
        return bool(self.page.evaluate("Boolean(document.querySelector('.places'))"))

    def tap_something(self) -> None:
        """Do what is asked: confirm, tap something that glows in the picture, or take a choice from the list."""
        if self.page.query_selector("[data-key=yes]"):
            return self._try("[data-key=yes]")
        parts: list[str] = self.page.evaluate(GLOWING)
        if parts and self.touch(self.rng.choice(parts)):
            return None
        return self._try(".choices:not(.folded) button:first-child")

    def touch(self, part: str) -> bool:
        """Tap where a part can be seen; whether it can be seen at all."""
        spot = self.page.evaluate(FIND, part)
        if spot:
            self.page.mouse.click(*spot)
        return bool(spot)

    def _try(self, selector: str) -> None:
        with suppress(Error):  # it may have gone meanwhile: somebody else or the clock was quicker
            self.page.click(selector, timeout=1000)

    @property
    def place(self) -> str:
        """What is on the board and what was chosen so far: it changes with every tap."""
        return self.page.evaluate(PLACE)


FETCH = """async ([address, body]) => {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, body === null ? {} : how);
  return { status: answer.status, text: await answer.text() };
}"""
PLACE = "document.querySelector('#panel').textContent + document.querySelector('#board').innerHTML"
ASKED = "document.body.matches('.mine-now') && Boolean(document.querySelector('.choices, .so-far'))"
GLOWING = "[...document.querySelectorAll('#board .legal')].map((each) => each.dataset.part)"
FIND = """(part) => {
  const thing = document.querySelector(`#board [data-part="${part}"]`);
  if (!thing) return null;  // it has gone meanwhile: somebody else was quicker
  const box = thing.getBoundingClientRect();
  for (const [across, down] of [[.5, .5], [.5, .8], [.5, .2], [.2, .5], [.8, .5], [.5, .95]]) {
    const spot = [box.left + box.width * across, box.top + box.height * down];
    if (document.elementFromPoint(...spot)?.closest("[data-part]") === thing) return spot;
  }
  return null;
}"""


def play_on(*people: Person, until: Any = None, seconds: float = 60) -> None:
    """Let people play until the game is over for all, or until something holds."""
    give_up = time.monotonic() + seconds
    while not (until() if until else all(person.is_over for person in people)):
        for person in people:
            if person.is_asked:
                person.tap_something()
        assert time.monotonic() < give_up, [person.page.inner_text("#panel") for person in people]
        people[0].page.wait_for_timeout(15)
