"""The end is a moment: one ranking, once more in reach, the turning points as pictures and on the line of points."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.people import BOT, Person, play_on

ADA = {"kind": "here", "name": "Ada"}
SIZES = [(390, 844), (844, 390), (1024, 768), (1440, 900), (1920, 1080)]
WITHIN = """(selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
TURNS = "[...document.querySelectorAll('.chart .turning circle')].map((each) => each.getBoundingClientRect().left)"


def to_the_end(person: Person) -> None:
    person.open(person.make("nines", ADA, BOT, BOT, options={"segments": 5})["table"])
    person.sees_board()
    play_on(person, seconds=200)
    person.wait("document.querySelector('.chart')", 60)


def test_turning_points_are_pictures_and_hang_on_the_line_of_points(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    to_the_end(ada)
    moments = ada.page.locator(".moments button")
    assert 1 <= moments.count() <= 3
    ats = [str(moments.nth(k).get_attribute("data-key")).removeprefix("moment-") for k in range(moments.count())]
    places = ada.page.evaluate(TURNS)
    assert len(places) == len(ats)
    assert places == sorted(places), "in the order in which they came"
    assert ada.page.locator(".places li").count() == 3, "one ranking"
    assert ada.page.locator(".places li .tally svg").count() == 3, "in which every point is a thing"
    for k, at in enumerate(ats):
        ada.page.locator(".chart .turning").nth(k).dispatch_event("click")
        ada.wait(f"document.querySelector('.slider output')?.textContent.startsWith('{at}/')")
        ada.page.click("[data-key=to-the-end]")
        ada.page.wait_for_selector(".moments button")
        moments.nth(k).click()
        ada.wait(f"document.querySelector('.slider output')?.textContent.startsWith('{at}/')")
        ada.page.click("[data-key=to-the-end]")
        ada.page.wait_for_selector(".moments button")


def test_once_more_is_in_reach_without_scrolling(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    to_the_end(ada)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_timeout(100)
        assert ada.page.evaluate(WITHIN, "[data-key=again]"), (width, height)


RUNS_OUT = """[...document.querySelectorAll(".podium svg, .result .doing > *")].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  return !width || left < 0 || right > innerWidth + 1 || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.outerHTML.slice(0, 80))"""
"""What of the end has no width, or runs out of it or of the window."""
ONCE_MORE_FIRST = """((top) => top("[data-key=again]") < top(".next-of-evening"))(
  (selector) => document.querySelector(selector).getBoundingClientRect().top)"""


def test_the_podium_is_seen_whole_also_on_a_phone_on_its_side(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    to_the_end(ada)
    for width, height in [*SIZES, (720, 450), (568, 320)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_timeout(100)
        assert ada.page.evaluate(WITHIN, ".podium"), (width, height)
        assert ada.page.evaluate(RUNS_OUT) == [], (width, height)
        assert ada.page.evaluate(ONCE_MORE_FIRST), (width, height)
    ada.page.set_viewport_size({"width": 360, "height": 225})  # a desk at 400 %: the page is scrolled
    assert ada.page.evaluate(RUNS_OUT) == []
