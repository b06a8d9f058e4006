"""How smoothly what happens is played, with the browser's processor slowed four times, and what beats cost the server.

Goals: 30 frames a second (median) and no task over 100 ms while a turn plays; one's own move is seen within 100 ms.
Run with `python benchmarks/stage.py`, on a quiet machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import sheepfold
from sheepfold.server.table.showing import beats_of
from sheepfold.server.wire.messages import encode
from tests.web.conftest import CHROMIUM, QUIET, Server
from tests.web.film import GOLDEN, STRIPS, Strip
from tests.web.people import BOT, Person

SLOWED = 4
STRIPS_MEASURED = ("nines", "dyke", "dyke-upright", "shepherd", "sheepsheep")
WATCH = """() => {
  window.frames_seen = []; window.long_tasks = [];
  const note = (list) => list.getEntries().forEach((each) => long_tasks.push(each.duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
  const frame = (at) => { if (document.body.matches(".playing")) frames_seen.push(at); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
PLAY = """() => new Promise((over) => {
  let begun = false;
  new MutationObserver((_changes, watching) => {
    const playing = document.body.matches(".playing");
    if (begun && !playing) setTimeout(over, 300), watching.disconnect();
    begun = playing;
  }).observe(document.body, { attributes: true });
  document.querySelectorAll(".slider .icon")[3].click();
})"""
"""Play the next step to its end; asking again and again whether it has ended would take the page's time."""
FIRST_SIGN = """() => new Promise((seen) => {
  const piece = document.querySelector("#board .legal");
  const began = performance.now();
  new MutationObserver(() => requestAnimationFrame(() => seen(performance.now() - began)))
    .observe(document.getElementById("board"), { subtree: true, attributes: true, childList: true });
  const { left, top, width, height } = piece.getBoundingClientRect();
  piece.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 }));
})"""


def frames(browser: Browser, url: str, strip: Strip) -> tuple[float, float]:
    """Frames a second (median), and the longest task in milliseconds, while a strip plays."""
    width, height = strip.screen
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(f"{url}/health")
    record = (GOLDEN / f"{strip.record}.record").read_text(encoding="utf-8")
    page.evaluate("(record) => sessionStorage.setItem('record', record)", record)
    page.goto(f"{url}/replay")
    page.wait_for_selector("#board svg.sheepfold", timeout=120_000)
    page.evaluate(
        "(at) => { const slider = document.querySelector('input[type=range]'); slider.value = at;"
        " slider.dispatchEvent(new Event('input')); }",
        strip.first,
    )
    page.wait_for_timeout(1500)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.evaluate(WATCH)
    for _step in range(strip.first, strip.last):
        page.evaluate(PLAY)
    seen: list[float] = page.evaluate("frames_seen")
    tasks: list[float] = page.evaluate("long_tasks")
    context.close()
    gaps = [later - earlier for earlier, later in pairwise(seen) if later - earlier < 1000]
    return 1000 / statistics.median(gaps), max(tasks, default=0.0)


def own_move(browser: Browser, url: str) -> float:
    """Milliseconds until one's own move is seen to begin."""
    context = browser.new_context(base_url=url)
    ada = Person("Ada", context.new_page(), url)
    ada.open(ada.make("nines", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('#board .legal') && !document.body.matches('.playing')", 60)
    took = float(ada.page.evaluate(FIRST_SIGN))
    context.close()
    return took


def cost(record: str) -> tuple[float, float, int]:
    """Milliseconds for the beats of an action, of its picture (medians), and the bytes of the longest."""
    whole = sheepfold.Match.replay((GOLDEN / f"{record}.record").read_text(encoding="utf-8"))
    match, beats, pictures, size = whole.copy(0), list[float](), list[float](), 0
    for line in whole.log():
        actor, _blank, action = line.partition(" ")
        match.play("*" if actor == "*" else int(actor), action)
        began = time.perf_counter()
        size = max(size, len(encode(beats_of(match, None))))
        beats.append(time.perf_counter() - began)
        began = time.perf_counter()
        match.svg(None, styled=False)
        pictures.append(time.perf_counter() - began)
    return 1000 * statistics.median(beats), 1000 * statistics.median(pictures), size


def main() -> None:
    for record in sorted({STRIPS[name].record for name in STRIPS_MEASURED}):
        beats, picture, size = cost(record)
        print(f"{record}: beats {beats:.2f} ms a move, its picture {picture:.2f} ms; at most {size / 1000:.1f} kB")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        print(f"own move seen after {own_move(browser, server.url):.0f} ms")
        for name in STRIPS_MEASURED:
            rate, longest = frames(browser, server.url, STRIPS[name])
            print(
                f"{name}: {rate:.0f} frames a second, longest task {longest:.0f} ms, slowed {SLOWED} times", flush=True
            )
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
