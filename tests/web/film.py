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
    "nines": Strip("nines-five", 128, 132),
    "nines-upright": Strip("nines-five", 98, 101, UPRIGHT),
    "nines-end": Strip("nines-five", 359, 360),
    "dyke": Strip("dyke-own-boards", 9, 10),
    "dyke-upright": Strip("dyke-none-left", 24, 26, UPRIGHT),
    "dyke-pads": Strip("dyke-none-left", 18, 20),
    "dyke-boards": Strip("dyke-rain-molehills", 38, 41),
    "shepherd": Strip("shepherd-basic-sunset", 1, 7),
    "shepherd-worm": Strip("shepherd-basic-sunset", 12, 14),
    "shepherd-chain": Strip("shepherd-tactical-sunset", 14, 17),
    "shepherd-end": Strip("shepherd-unseen-sunset", 32, 36),
    "sheepsheep": Strip("sheepsheep-timed-four", 35, 39),
    "sheepsheep-upright": Strip("sheepsheep-deck-out", 20, 24, UPRIGHT),
    "sheepsheep-end": Strip("sheepsheep-deck-out", 80, 81),
}


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
    _until(page, f"document.querySelector('output').value.startsWith('{at}/')")
    page.wait_for_timeout(300)
    for _more in range(3):
        page.clock.run_for(400)
        page.evaluate("film()")


def _until(page: Page, holds: str) -> None:
    for _try in range(300):
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
