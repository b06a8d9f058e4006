"""Draws the home screen's icons for devices that take no SVG: `python -m tests.web.icons`. A test compares them."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from sheepfold.server.page import assets
from tests.web.conftest import CHROMIUM, QUIET

ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("maskable.svg", 512),
    "touch-icon.png": ("maskable.svg", 180),
}
"""Each file of ours, the picture it is drawn from and how many pixels it is broad."""
COLOURS = 255


def drawn(browser: Browser, name: str) -> Image.Image:
    """The picture behind an icon, in pixels."""
    source, pixels = ICONS[name]
    picture = assets.asset(source)
    assert picture
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    page.set_content(
        f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{picture.body.decode()}"
    )
    taken = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    page.close()
    return taken.convert("RGBA")


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for name in ICONS:
            small = drawn(browser, name).quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            small.save(assets.FOLDER / name, optimize=True)
            print(f"{name} {(assets.FOLDER / name).stat().st_size} bytes", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
