"""From the home page to the first own action, for somebody who reads nothing: how many taps, and how many seconds.

Such a person taps the largest button, then whatever glows or is pointed at, as soon as it does. Counted are the taps
from the home page on, the first one included, until the page sends a choice of theirs; the seconds are those of the
machine, with no time to look or to think, at the usual pace and with the usual bots. Both ways to begin, "Teach me"
and "Play now", on a desk and on a phone. Run with `python benchmarks/first_action.py [GAME …]`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import sheepfold
from benchmarks.first_move import CHROMIUM, nothing_kept, serving
from tests.web.people import FIND

SHAPES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
WAYS = {"learn": "Teach me", "play": "Play now"}
PATIENCE = 120
UNLIMITED = {"SHEEPFOLD_REQUESTS_PER_MINUTE": "100000"}
"""Every measurement is a device of its own with an empty cache: more of them than one address may have in a minute."""
NEXT = """() => {
  const button = [...document.querySelectorAll('.coach button.main, [data-key=yes], #ready button, .stage button.main')]
    .find((each) => each.offsetParent && !each.disabled);
  const box = button?.getBoundingClientRect();
  if (box) return [box.left + box.width / 2, box.top + box.height / 2];
  if (!document.body.matches('.mine-now')) return null;
  const glows = document.querySelector('#board .legal:not(.chosen)');
  return glows ? glows.dataset.part : null;
}"""
"""Where somebody taps who reads nothing: a large button, else what glows."""


class Sent:
    """Whether the page has sent a choice."""

    def __init__(self, page: Page) -> None:
        self.at: float | None = None
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._frame)

    def _frame(self, frame: object) -> None:
        if self.at is None and '"type":"play"' in str(frame):
            self.at = time.perf_counter()


def first_action(browser: Browser, url: str, game: str, way: str, shape: dict[str, Any]) -> tuple[int, float]:
    """Taps and seconds until the first own action."""
    page = browser.new_context(base_url=url, **shape).new_page()
    page.goto("/", wait_until="load")
    sent, taps, began = Sent(page), 1, time.perf_counter()
    page.click(f"[data-{way}={game}]")
    page.wait_for_url("**/t/*")
    while sent.at is None:
        assert time.perf_counter() - began < PATIENCE, (game, way, page.inner_text("body"))
        page.wait_for_timeout(50)
        target = None if page.query_selector("#board svg") is None else page.evaluate(NEXT)
        spot = page.evaluate(FIND, target) if isinstance(target, str) else target
        if spot and sent.at is None:
            page.mouse.click(*spot)
            taps += 1
            page.wait_for_timeout(250)
    page.context.close()
    return taps, sent.at - began


def main(keys: list[str]) -> None:
    print(f"{'game':<12}{'':<10}" + "".join(f"{name:>16}" for name in SHAPES))
    with nothing_kept() as kept, serving({**kept, **UNLIMITED}) as (url, _ready), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for game in keys:
            for way, words in WAYS.items():
                found = [first_action(browser, url, game, way, shape) for shape in SHAPES.values()]
                print(
                    f"{game:<12}{words:<10}" + "".join(f"{taps:>5} taps {seconds:>4.1f} s" for taps, seconds in found)
                )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(sheepfold.games()))
