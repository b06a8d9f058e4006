"""Film strips: what is seen when a fixed record is played, a picture every 150 ms, on one sheet for people to look at.

`python -m tests.web.film FOLDER [NAME …]` writes them. Time on the page stands still between two pictures, so a strip
shows the same moments on any computer.
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import CHROMIUM, QUIET, Server

EVERY = 150
MOST = 110
GOLDEN = Path(__file__).parent.parent / "golden"
WIDE, UPRIGHT = (1200, 820), (390, 844)

STILL = """
const animate = Element.prototype.animate, motions = [];
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how);
  motion.pause();
  motions.push([motion, performance.now()]);
  return motion;
};
window.film = () => {
  for (const [motion, begun] of motions) {
    const now = performance.now() - begun, end = motion.effect.getComputedTiming().endTime;
    if (motion.playState === "paused") now >= end ? motion.finish() : (motion.currentTime = now);
  }
  return Boolean(document.querySelector("body.playing"));
};
"""

DRAWN = """(() => {
  const svg = document.querySelector("#board svg.sheepfold");
  const box = svg.getBoundingClientRect(), seen = svg.viewBox.baseVal;
  const scale = Math.min(box.width / seen.width, box.height / seen.height);
  const [width, height] = [seen.width * scale, seen.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
})()"""
"""Where the picture itself is on the page."""


@dataclass(frozen=True)
class Strip:
    """From which record, from which action to which, on how large a screen."""

    record: str
    first: int
    last: int
    screen: tuple[int, int] = WIDE


STRIPS: dict[str, Strip] = {
    "nines-begin": Strip("nines-five", 3, 8),
    "nines": Strip("nines-five", 128, 132),
    "nines-upright": Strip("nines-five", 98, 101, UPRIGHT),
    "nines-jump": Strip("nines-five", 57, 59),
    "nines-keep": Strip("nines-five", 309, 311),
    "nines-home": Strip("nines-five", 358, 360),
    "nines-end": Strip("nines-five", 364, 367),
    "dyke-begin": Strip("dyke-rain-molehills", 0, 5),
    "dyke": Strip("dyke-own-boards", 9, 10),
    "dyke-out": Strip("dyke-2-one-left", 31, 34),
    "dyke-upright": Strip("dyke-none-left", 24, 26, UPRIGHT),
    "dyke-back": Strip("dyke-2-two-left", 45, 47),
    "dyke-imp": Strip("dyke-2-two-left", 33, 35),
    "dyke-pads": Strip("dyke-none-left", 18, 20),
    "dyke-round": Strip("dyke-2-one-left", 26, 28),
    "dyke-boards": Strip("dyke-rain-molehills", 38, 41),
    "shepherd-begin": Strip("shepherd-2-basic", 0, 7),
    "shepherd": Strip("shepherd-basic-sunset", 1, 7),
    "shepherd-upright": Strip("shepherd-2-basic", 7, 11, UPRIGHT),
    "shepherd-worm": Strip("shepherd-basic-sunset", 12, 14),
    "shepherd-dog": Strip("shepherd-2-forced-unseen", 34, 40),
    "shepherd-chain": Strip("shepherd-tactical-sunset", 14, 17),
    "shepherd-hidden": Strip("shepherd-tactical-no-grass", 19, 21),
    "shepherd-vain": Strip("shepherd-2-tactical", 60, 62),
    "shepherd-piles": Strip("shepherd-2-forced-unseen", 203, 207),
    "shepherd-end": Strip("shepherd-unseen-sunset", 32, 36),
    "sheepsheep-begin": Strip("sheepsheep-timed-four", 2, 6),
    "sheepsheep-flip": Strip("sheepsheep-timed-four", 27, 31),
    "sheepsheep": Strip("sheepsheep-timed-four", 35, 39),
    "sheepsheep-upright": Strip("sheepsheep-deck-out", 20, 24, UPRIGHT),
    "sheepsheep-nothing": Strip("sheepsheep-2-empty-deck", 79, 81),
    "sheepsheep-still": Strip("sheepsheep-standstill", 32, 34),
    "sheepsheep-end": Strip("sheepsheep-deck-out", 80, 81),
}
"""Together they show every kind of event that happens in the kept games."""


def shoot(page: Page, url: str, strip: Strip) -> list[Image.Image]:
    """The pictures of a strip."""
    record = (GOLDEN / f"{strip.record}.record").read_text()
    page.clock.install()
    page.add_init_script(STILL)
    page.goto(f"{url}/health")
    page.evaluate("(record) => sessionStorage.setItem('record', record)", record)
    _open(page, f"{url}/replay")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    _go(page, strip.first)
    frames: list[Image.Image] = []
    for _step in range(strip.first, strip.last):
        page.evaluate("document.querySelectorAll('.slider .icon')[3].click()")
        _until(page, "document.querySelector('body.playing')")
        playing = True
        while playing and len(frames) < MOST:
            frames.append(_picture(page))
            page.clock.run_for(EVERY)
            playing = page.evaluate("film()")
        page.clock.run_for(400)
        page.evaluate("film()")
    frames.append(_picture(page))
    return frames


def _picture(page: Page) -> Image.Image:
    """The board as it is now, without the meadow around it."""
    return Image.open(io.BytesIO(page.screenshot(clip=page.evaluate(DRAWN))))


def _open(page: Page, address: str) -> None:
    """Open the replay, as soon as the game is compiled."""
    for _try in range(200):
        page.goto(address)
        _until(page, "document.querySelector('#board svg, #board p')")
        if page.evaluate("Boolean(document.querySelector('#board svg.sheepfold'))"):
            return
        page.wait_for_timeout(1000)
    raise AssertionError("the game is not prepared")


def _go(page: Page, at: int) -> None:
    """To a moment of the game, without seeing how it came about."""
    page.evaluate(
        "(at) => { const slider = document.querySelector('input[type=range]'); slider.value = at;"
        " slider.dispatchEvent(new Event('input')); }",
        at,
    )
    _until(page, f"document.querySelector('output:not([aria-busy])')?.value.startsWith('{at}/')")
    for _more in range(3):
        page.clock.run_for(400)
        page.evaluate("film()")


def _until(page: Page, holds: str) -> None:
    for _try in range(1000):
        if page.evaluate(f"Boolean({holds})"):
            return
        page.wait_for_timeout(30)
        page.clock.run_for(20)
    raise AssertionError(f"{holds} does not come to hold")


def sheet(frames: list[Image.Image], across: int, wide: int) -> Image.Image:
    """All pictures of a strip on one sheet, each with its time."""
    high = round(wide * frames[0].height / frames[0].width)
    whole = Image.new("RGB", (across * wide, -(-len(frames) // across) * high), "white")
    for k, frame in enumerate(frames):
        small = frame.convert("RGB").resize((wide - 4, high - 4))
        ImageDraw.Draw(small).text((4, 2), f"{k * EVERY / 1000:.2f} s", fill="black")
        whole.paste(small, (k % across * wide, k // across * high))
    return whole


def take(browser: Browser, url: str, name: str, folder: Path) -> Path:
    strip = STRIPS[name]
    width, height = strip.screen
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    frames = shoot(context.new_page(), url, strip)
    context.close()
    path = folder / f"{name}.png"
    across, wide = (5, 480) if width > height else (9, 260)
    sheet(frames, across, wide).save(path)
    return path


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for name in sys.argv[2:] or STRIPS:
            print(take(browser, server.url, name, folder), flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
