"""How smoothly what happens is played, with the browser's processor slowed four times, and what beats cost the server.

Goals: 30 frames a second (median) and no task over 100 ms while a turn plays; one's own move is seen within 100 ms.
A task is measured by the time its thread worked, slowing included: how long other programs kept it waiting stands
behind it. Run with `python benchmarks/stage.py [STRIP or GAME …]`.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

import sheepfold
from sheepfold.server.table.showing import beats_of
from sheepfold.server.wire.messages import encode
from tests.web.conftest import CHROMIUM, QUIET, Server
from tests.web.film import GOLDEN, STRIPS, Strip
from tests.web.people import BOT, Person, play_on

SLOWED = 4
STRIPS_MEASURED = ("nines", "dyke", "dyke-upright", "shepherd", "sheepsheep")
TABLES = {"dyke": ({}, 6), "nines": ({}, 5), "shepherd": ({}, 4), "sheepsheep": ({"exchanges": 3}, 4)}
TURNS = 4
"""At a table: so many questions are answered, with bots in all other chairs."""
WATCH = """() => {
  window.frames_seen = [];
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
QUESTION = "document.querySelector('#board desc')?.textContent"
FIRST_SIGN = """() => new Promise((seen) => {
  const piece = document.querySelector("#board .legal");
  const began = performance.now();
  new MutationObserver(() => requestAnimationFrame(() => seen(performance.now() - began)))
    .observe(document.getElementById("board"), { subtree: true, attributes: true, childList: true });
  const { left, top, width, height } = piece.getBoundingClientRect();
  piece.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: left + width / 2, clientY: top + height / 2 }));
})"""


def frames(browser: Browser, url: str, strip: Strip) -> tuple[float, float, float]:
    """Frames a second (median) and the longest task (worked, and by the clock) in milliseconds, while a strip plays."""
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
    page.wait_for_selector("output:not([aria-busy])")
    page.wait_for_timeout(1500)

    def play() -> None:
        for _step in range(strip.first, strip.last):
            page.evaluate(PLAY)

    measured = slowed(browser, page, play)
    context.close()
    return measured


def table(browser: Browser, url: str, game: str) -> tuple[float, float, float]:
    """The same at a table, where somebody plays against bots."""
    options, players = TABLES[game]
    context = browser.new_context(base_url=url, viewport={"width": 1200, "height": 820})
    ada = Person("Ada", context.new_page(), url)
    manners = {"bot_seconds": 0.1, "lots": game == "dyke"}
    chairs = [BOT] * (players - 1)
    made = ada.make(game, {"kind": "here", "name": "Ada"}, *chairs, options=options, manners=manners)
    ada.open(made["table"])
    ada.sees_board()
    ada.wait("document.body.matches('.mine-now') && !document.body.matches('.playing')", 60)
    asked = {ada.page.evaluate(QUESTION)}

    def several() -> bool:
        asked.add(ada.page.evaluate(QUESTION))
        return ada.is_over or len(asked) > TURNS

    measured = slowed(browser, ada.page, lambda: play_on(ada, until=several, seconds=120))
    context.close()
    return measured


def slowed(browser: Browser, page: Page, play: Callable[[], None]) -> tuple[float, float, float]:
    """What is seen and done while something plays, the processor slowed."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.evaluate(WATCH)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    play()
    tasks = list(tasks_in(json.loads(browser.stop_tracing())["traceEvents"]))
    seen: list[float] = page.evaluate("frames_seen")
    gaps = [later - earlier for earlier, later in pairwise(seen) if later - earlier < 1000]
    worked, lasted = max((task["tdur"], task["dur"]) for task in tasks)
    return 1000 / statistics.median(gaps), worked / 1000, lasted / 1000


def tasks_in(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The tasks of the page's main thread: what was done there and is no part of anything else."""
    named = [event for event in events if event["name"] == "thread_name"]
    pages = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    done = [each for each in events if each["ph"] == "X" and (each["pid"], each["tid"]) in pages and "tdur" in each]
    busy = {thread: sum(each["tdur"] for each in done if (each["pid"], each["tid"]) == thread) for thread in pages}
    page = max(pages, key=busy.__getitem__)
    over = 0.0
    for each in sorted(done, key=lambda each: (each["ts"], -each["dur"])):
        if (each["pid"], each["tid"]) == page and each["ts"] >= over:
            over = each["ts"] + each["dur"]
            yield each


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
    wanted = set(sys.argv[1:])
    for record in sorted({STRIPS[name].record for name in STRIPS_MEASURED}):
        beats, picture, size = cost(record)
        print(f"{record}: beats {beats:.2f} ms a move, its picture {picture:.2f} ms; at most {size / 1000:.1f} kB")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        print(f"own move seen after {own_move(browser, server.url):.0f} ms")
        for name in STRIPS_MEASURED:
            if not wanted or name in wanted:
                report(f"{name}, a film strip", *frames(browser, server.url, STRIPS[name]))
        for game in TABLES:
            if not wanted or game in wanted:
                report(f"{game}, at a table", *table(browser, server.url, game))
        browser.close()
        server.stop()


def report(what: str, rate: float, worked: float, lasted: float) -> None:
    told = f"{rate:.0f} frames a second, longest task {worked:.0f} ms ({lasted:.0f} with waiting)"
    print(f"{what}: {told}, slowed {SLOWED} times", flush=True)


if __name__ == "__main__":
    main()
