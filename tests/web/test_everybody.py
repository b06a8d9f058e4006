"""The page is for everybody: names for those who listen, contrast for those who look, both languages, no motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.people import BOT, Person

NAMED = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton", "dialog"}
PAGES = ("/", "/new/sheepsheep", "/rules/dyke", "/replay", "/rules/nothing")


def nameless(person: Person) -> list[str]:
    """Controls that say nothing to somebody who listens."""
    line = person.page.context.new_cdp_session(person.page)
    nodes: list[dict[str, Any]] = line.send("Accessibility.getFullAXTree")["nodes"]
    return [
        node["role"]["value"]
        for node in nodes
        if not node.get("ignored")
        and node.get("role", {}).get("value") in NAMED
        and not node.get("name", {}).get("value")
    ]


CONTRASTS = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [.2126, .7152, .0722][k], 0);
  const ground = (element) => {
    for (let up = element; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      const colour = numbers(style.backgroundColor);
      if (colour.length < 4 || colour[3] > .95) return colour;
    }
    return numbers(getComputedStyle(document.documentElement).backgroundColor);
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *:not(svg *, script, style, template, option, noscript *)")) {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words.length || !element.offsetParent || element.closest(":disabled, .away")) continue;
    const style = getComputedStyle(element);
    const [one, other] = [light(numbers(style.color)), light(ground(element))].sort((a, b) => b - a);
    const ratio = (one + .05) / (other + .05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const said = `${element.className} ${words[0].textContent.trim().slice(0, 40)}`;
    if (ratio < (large ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)} ${said}`);
    if (parseFloat(style.fontSize) < 15.9) poor.push(`${style.fontSize} ${said}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("light", ["light", "dark"])
def test_every_control_has_a_name_and_every_text_its_contrast(light: str, somebody: Callable[..., Person]) -> None:
    ada = somebody(color_scheme=light)
    for address in PAGES:
        ada.page.goto(address)
        ada.page.wait_for_timeout(150)
        assert nameless(ada) == [], address
        assert ada.page.evaluate(CONTRASTS) == [], address
    ada.troubles.clear()  # the address that leads nowhere
    for game in ("dyke", "sheepsheep"):
        ada.open(ada.make(game, {"kind": "here", "name": "Ada"}, BOT, BOT)["table"])
        ada.sees_board()
        ada.wait("document.querySelector('.choices button')", 60)
        assert nameless(ada) == [], game
        assert ada.page.evaluate(CONTRASTS) == [], game


def test_the_board_speaks(somebody: Callable[..., Person]) -> None:
    """The board can be walked through, what can be tapped is a button in words, and news is told aloud."""
    ada = somebody(in_words=True)
    ada.open(ada.make("shepherd", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelectorAll('.choices button').length > 1 && document.querySelector('#board .legal')", 60)
    assert ada.page.locator("#board svg desc").text_content()
    assert ada.page.get_by_role("region", name="The board in words").get_by_role("button").count() > 0
    assert ada.page.locator("#walk table:first-of-type [tabindex='0']").count() == 1, (
        "one stop for Tab, arrows from there"
    )
    ada.page.click(".choices button >> nth=0")
    ada.wait("document.querySelector('#told').textContent.trim()")


def test_nothing_moves_for_those_who_asked_for_it(somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", in_words=True)
    ada.open(ada.make("sheepsheep", {"kind": "here", "name": "Ada"}, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    ada.wait("document.querySelectorAll('.choices button').length > 1", 60)
    told = ada.page.locator("#log li").count()
    ada.page.click(".choices button >> nth=0")
    ada.wait(f"document.querySelectorAll('#log li').length > {told}")
    assert ada.page.evaluate("document.getAnimations().length") == 0


def test_zoomed_to_twice_the_size_everything_is_in_reach(somebody: Callable[..., Person]) -> None:
    """A window of half the size is what a page is given when it is zoomed to 200 %."""
    ada = somebody(viewport={"width": 640, "height": 400}, device_scale_factor=2, in_words=True)
    ada.page.goto("/")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.open(ada.make("nines", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('.choices button')", 60)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.locator(".choices button").first.scroll_into_view_if_needed()
    assert ada.page.locator(".choices button").first.is_visible()


def test_zoomed_to_four_times_the_size_nothing_is_out_of_reach(somebody: Callable[..., Person]) -> None:
    """A window of a quarter of the size is what a page is given when it is zoomed to 400 %."""
    ada = somebody(viewport={"width": 320, "height": 256}, device_scale_factor=4, in_words=True)
    for address in PAGES[:4]:
        ada.page.goto(address)
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    ada.open(ada.make("nines", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('.choices button')", 60)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.locator(".choices button").last.scroll_into_view_if_needed()
    box = ada.page.locator(".choices button").last.bounding_box()
    assert box
    assert 0 <= box["y"] <= 256 - 24
    ada.page.locator(".choices button").last.click()
    over = "document.querySelector('.top').getBoundingClientRect().bottom - board.getBoundingClientRect().top"
    assert ada.page.evaluate(over) <= 1, "no icon lies over the board"


def test_zoomed_the_clock_tells_its_seconds(somebody: Callable[..., Person]) -> None:
    ada = somebody(viewport={"width": 720, "height": 450}, quick=True)
    ada.open(ada.make("sheepsheep", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('.clock > :last-child')", 60)
    assert ada.page.evaluate(
        "document.querySelector('.clock > :last-child').getBoundingClientRect().right <= innerWidth"
    )


def test_in_forced_colours_marks_and_pictures_stay(somebody: Callable[..., Person]) -> None:
    ada = somebody(forced_colors="active", in_words=True)
    ada.open(ada.make("nines", {"kind": "here", "name": "Ada"}, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('.choices button')", 60)
    kept = "(what) => getComputedStyle(document.querySelector(what)).forcedColorAdjust"
    assert [ada.page.evaluate(kept, what) for what in ("#board svg", "#people .mark")] == ["none", "none"]
    assert ada.page.evaluate("getComputedStyle(document.querySelector('.choices button')).borderTopWidth") != "0px"


UNTOLD = """(() => {
  const ground = (input) => getComputedStyle(input.nextElementSibling).backgroundColor;
  const all = [...document.querySelectorAll(".tiles input, .numbers input")];
  const usual = ground(all.find((each) => !each.checked));
  return all.filter((each) => each.checked === (ground(each) === usual)).map((each) => each.value);
})()"""


def test_in_forced_colours_what_is_ticked_is_told_apart(somebody: Callable[..., Person]) -> None:
    ada = somebody(forced_colors="active")
    ada.page.goto("/new/dyke")
    assert ada.page.evaluate(UNTOLD) == []
    ada.page.get_by_role("radio", name="Together").check(force=True)
    ada.page.get_by_role("radio", name="5", exact=True).check(force=True)
    assert ada.page.evaluate(UNTOLD) == []


@pytest.mark.parametrize("address", ["/", "/new/dyke", "/new/sheepsheep", "/rules/shepherd", "/replay"])
def test_on_a_phone_no_page_is_wider_than_the_screen(address: str, somebody: Callable[..., Person]) -> None:
    ada = somebody(viewport={"width": 390, "height": 844}, locale="de-DE")
    ada.page.goto(address)
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_german_all_the_way(somebody: Callable[..., Person]) -> None:
    ada = somebody(locale="de-DE")
    ada.page.goto("/")
    assert ada.page.inner_text("h1") == "Vier Spiele an einem Tisch"
    ada.open(ada.make("nines", {"kind": "here", "name": "Änne"}, BOT)["table"])
    ada.sees_board()
    assert ada.page.inner_text("#title") == "Alle Neune"
    assert "Was geschah" in ada.page.inner_text("#side")
    ada.page.click("#open-more")
    ada.page.select_option("#more #language", "en")
    ada.wait("document.documentElement.lang == 'en'")
    ada.sees_board()
    assert ada.page.inner_text("#title") == "All Nines"
