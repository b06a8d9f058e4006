"""On the home screen: a manifest, a light offer, a page without a network, and a screen that stays on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from sheepfold.server.page import assets
from tests.web.icons import ICONS, drawn
from tests.web.people import BOT, Person, play_on


def test_the_manifest_names_icons_that_are_there(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.goto("/")
    assert ada.page.get_attribute("link[rel=manifest]", "href") == "/manifest.webmanifest"
    manifest = json.loads(ada.fetch("/manifest.webmanifest")["text"])
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert {icon["type"] for icon in manifest["icons"]} == {"image/svg+xml", "image/png"}
    for address in [icon["src"] for icon in manifest["icons"]] + [each["url"] for each in manifest["shortcuts"]]:
        assert ada.fetch(address)["status"] == 200, address
    touch = ada.page.get_attribute("link[rel=apple-touch-icon]", "href")
    assert touch
    assert ada.fetch(touch)["status"] == 200


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_in_pixels_is_the_picture_it_was_drawn_from(name: str, browser: Browser) -> None:
    """For devices that take no SVG, an iPhone among them. After a change: `python -m tests.web.icons`."""
    kept = Image.open(assets.FOLDER / name).convert("RGBA")
    assert kept.size == (ICONS[name][1],) * 2
    apart = ImageChops.difference(kept, drawn(browser, name)).convert("L")
    far = sum(apart.histogram()[40:])
    assert far < 0.01 * kept.width * kept.height, f"{far} pixels differ"


def test_without_a_network_a_page_keeps_trying(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.goto("/")
    ada.page.evaluate("navigator.serviceWorker.ready")
    ada.wait("navigator.serviceWorker.controller")
    ada.may_be_offline = True
    ada.page.context.set_offline(True)
    ada.page.goto("/rules/nines")
    assert "cannot be reached" in ada.page.inner_text("h1")
    ada.page.context.set_offline(False)
    ada.wait("document.querySelector('.rules')", 30)
    ada.troubles.clear()  # what failed while there was no network


OFFER = """(() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => (window.prompted = (window.prompted ?? 0) + 1);
  event.userChoice = Promise.resolve({ outcome: "accepted" });
  dispatchEvent(event);
  return event.defaultPrevented;
})()"""
"""What a browser does that could keep the page on the home screen; whether its own banner was held back."""


def test_keeping_it_on_the_home_screen_is_offered_lightly(somebody: Callable[..., Person]) -> None:
    """One button at home beside the others, which is gone for good after a no."""
    ada = somebody()
    ada.page.goto("/")
    assert ada.page.evaluate(OFFER)
    assert ada.page.evaluate(OFFER)
    assert ada.page.locator(".install").count() == 1
    assert ada.page.locator("dialog[open]").count() == 0
    ada.page.get_by_role("button", name="No, thank you").click()
    assert ada.page.locator(".install").count() == 0
    ada.page.reload()
    assert ada.page.evaluate(OFFER)
    assert ada.page.locator(".install").count() == 0
    assert ada.page.evaluate("window.prompted") is None


def test_who_wants_it_on_the_home_screen_is_asked_once(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    made = ada.make("nines", {"kind": "here"}, BOT)
    ada.open(made["table"])
    ada.sees_board()
    ada.wait(OFFER)
    assert ada.page.locator(".install").count() == 0, "nobody is asked during a game"
    ada.page.goto("/")
    ada.page.evaluate(OFFER)
    ada.page.get_by_role("button", name="Keep on the home screen").click()
    ada.wait("!document.querySelector('.install')")
    assert ada.page.evaluate("window.prompted") == 1


LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  const lock = new EventTarget();
  lock.release = () => (window.locks.splice(window.locks.indexOf(lock), 1), lock.dispatchEvent(new Event("release")));
  window.locks.push(lock);
  return lock;
} } });
"""


def test_the_screen_stays_on_while_a_game_runs(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.page.context.add_init_script(LOCKS)
    made = ada.make("sheepsheep", {"kind": "here"}, BOT, options={"exchanges": 3})
    ada.open(made["table"])
    ada.sees_board()
    ada.wait("window.locks.length === 1")
    ada.page.evaluate("window.locks[0].release()")  # as a device does when one looks elsewhere
    ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ada.wait("window.locks.length === 1")
    play_on(ada)
    ada.wait("window.locks.length === 0")
