"""What axe-core finds on every page and in every state one can come into: nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from tests.web.film import GOLDEN
from tests.web.people import BOT, Person, play_on

PAGES = (
    *("/", "/small", "/new/dyke", "/new/sheepsheep", "/rules/shepherd", "/how/nines", "/replay", "/rules/nothing"),
    "/offline",
)
"""Every page; the last one leaves by itself as soon as the server answers."""
ADA, BEN = {"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
NIGHT_PHONE = PHONE | {"color_scheme": "dark"}
BY_DAY_AND_NIGHT = pytest.mark.parametrize("how", [{}, NIGHT_PHONE], ids=["day", "phone-night"])
RUN = """async () => {
  const rules = { "target-size": { enabled: true } };
  const { violations } = await axe.run({ resultTypes: ["violations"], rules });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")} — ${failureSummary.split("\\n")[1]?.trim()}`));
}"""


@cache
def axe() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def findings(person: Person) -> list[str]:
    """What axe-core finds, target sizes too, which it leaves out by itself; and what is wider than the window."""
    person.page.wait_for_timeout(250)  # what fades in has its full colour then
    found = found_now(person)
    usual = person.page.viewport_size
    for width, height in ALSO_AT:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_timeout(400)  # until the picture has its new shape
        found += [f"{width} × {height}: {each}" for each in found_now(person)]
    if ALSO_AT and usual:
        person.page.set_viewport_size(usual)
    return found


def found_now(person: Person) -> list[str]:
    person.page.evaluate(axe())
    return person.page.evaluate(RUN) + person.page.evaluate(TOO_WIDE)


TOO_WIDE = """(() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  return over > 0 ? [`wider than the window by ${over}`] : [];
})()"""
ALSO_AT: list[tuple[int, int]] = []
EVERY_SIZE = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (640, 400), (320, 256)]
"""Phones, tablets and a desk, and a window at 200 % and at 400 %."""


@pytest.fixture(
    autouse=True, params=[[], pytest.param(EVERY_SIZE, marks=pytest.mark.long)], ids=["as-it-is", "every-size"]
)
def also_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state is also looked at in every size; that takes long."""
    monkeypatch.setattr("tests.web.test_axe.ALSO_AT", request.param)


@pytest.mark.parametrize(
    "how",
    [{}, PHONE, {"color_scheme": "dark"}, {"locale": "fr-FR"}, {"forced_colors": "active"}],
    ids=["day", "phone", "night", "french", "forced"],
)
def test_pages(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", **how)
    ada.page.route("**/health", lambda route: route.abort())  # else the last page finds the server, and leaves
    for address in PAGES:
        ada.page.goto(address)
        assert findings(ada) == [], address
    ada.troubles.clear()  # the address that leads nowhere, and the server that does not answer


@pytest.mark.parametrize("how", [{}, PHONE, LYING, {"color_scheme": "dark"}], ids=["day", "phone", "lying", "night"])
@pytest.mark.parametrize("game", ["dyke", "nines", "shepherd", "sheepsheep"])
def test_a_table_with_choices(game: str, how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True, **how)
    ada.open(ada.make(game, ADA, BOT, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('.choices button')", 60)
    assert findings(ada) == []
    ada.page.locator("#walk [tabindex='0']").first.focus()
    assert findings(ada) == []


@BY_DAY_AND_NIGHT
def test_everything_that_opens(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True, **how)
    table = ada.make("dyke", ADA, {"kind": "open"}, BOT, start=False)
    ada.open(table["table"])
    ada.page.wait_for_selector("#lobby")
    assert findings(ada) == [], "the lobby"
    ada.page.click("[data-key=sit-1]")
    assert findings(ada) == [], "sitting down"
    ada.open(ada.make("dyke", ADA, BEN, {"kind": "bot", "bot": "random"}, start=False)["table"])
    ada.page.wait_for_selector("#who-begins")
    assert findings(ada) == [], "who begins"
    ada.open(ada.make("dyke", ADA, BEN, BOT, manners={"bot_seconds": 0, "pace": "none", "lots": True})["table"])
    ada.page.wait_for_selector("#curtain button")
    assert findings(ada) == [], "the curtain"
    ada.page.click("#curtain button >> nth=0")
    ada.wait("document.querySelector('#board .legal')", 60)
    ada.tap_something()
    assert findings(ada) == [], "something chosen"
    lift_curtain(ada)
    ada.page.click("[data-key=coach]")
    lift_curtain(ada)
    ada.page.wait_for_selector(".counsel")
    assert findings(ada) == [], "the coach"
    for opens, closes in (("#open-more", "[data-close=more]"), ("#open-rules", "#rules .icon")):
        lift_curtain(ada)
        ada.page.click(opens)
        ada.page.wait_for_selector("dialog[open]")
        assert findings(ada) == [], opens
        ada.page.click(closes)
    lift_curtain(ada)
    ada.page.click("[data-key=say]")
    assert findings(ada) == [], "what one can say"


@BY_DAY_AND_NIGHT
def test_what_comes_up_during_a_game(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    """A hint, a word, taking back, a refusal, people and story, somebody who is away, and a line that is lost."""
    ada, ben = (somebody(name, reduced_motion="reduce", quick=True, **how) for name in ("Ada", "Ben"))
    table = ada.make("shepherd", ADA, {"kind": "open"}, start=False)
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("[data-key=start], [data-key=first-0]")
    ben.sees_board()
    play_on(ada, ben, until=lambda: ada.is_asked and ada.page.locator("#board .legal").count() > 1)
    ada.waits_for_bots("shepherd")
    ada.page.click("[data-key=hint]")
    ada.page.wait_for_selector(".hint")
    assert findings(ada) == [], "a hint"
    ben.page.click("[data-key=say]")
    ben.page.click(".says button >> nth=0")
    ada.page.wait_for_selector("#people .bubble, #toasts .toast")
    assert findings(ada) == [], "somebody says something"
    if ada.page.locator("#open-people").is_visible():
        ada.page.click("#open-people")
        ada.page.wait_for_selector("#side.open")
        assert findings(ada) == [], "people and story"
        ada.page.click("[data-close=side]")
    play_on(ada, ben, until=lambda: ben.is_asked and bool(ada.page.query_selector("[data-key=undo]")))
    ada.page.click("[data-key=undo]")
    ben.page.wait_for_selector("[data-key=agree]")
    assert findings(ben) == [], "somebody asks to take back"
    assert findings(ada) == [], "who asked waits"
    ben.page.click(".banner button >> nth=1")
    ben.page.close()
    ada.page.locator(".banner").filter(has_text="is away").wait_for()
    assert findings(ada) == [], "somebody is away"
    ada.may_be_offline = True
    ada.page.context.set_offline(True)
    ada.page.wait_for_selector("#link-state.bad")
    assert findings(ada) == [], "the line is lost"


@BY_DAY_AND_NIGHT
def test_a_tap_that_leads_nowhere(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True, **how)
    ada.open(ada.make("shepherd", ADA, BOT, BOT)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('#board .legal')", 60)
    assert ada.touch(ada.page.evaluate(NOT_LEGAL))
    ada.page.wait_for_selector("#toasts .toast")
    assert findings(ada) == [], "why not"


NOT_LEGAL = """[...document.querySelectorAll("#board [data-part^=field], #board [data-part^=sheep]")]
  .find((each) => !each.matches(".legal")).dataset.part"""


def lift_curtain(person: Person) -> None:
    """Whoever turns a device that several share may find the curtain before their cards again."""
    person.page.wait_for_timeout(300)
    if person.page.locator("#curtain").is_visible():
        person.page.click("#curtain button >> nth=0")
        person.page.wait_for_selector("#curtain", state="hidden")


@BY_DAY_AND_NIGHT
def test_the_end_and_looking_back(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True, **how)
    ada.open(ada.make("shepherd", ADA, BOT, options={"sun": 4})["table"])
    ada.sees_board()
    play_on(ada, seconds=90)
    assert findings(ada) == [], "the end"
    ada.wait("document.querySelector('.chart')", 60)
    assert findings(ada) == [], "how it came about"
    ada.page.click("[data-key=look-back]")
    ada.page.wait_for_selector("#replay input")
    assert findings(ada) == [], "looking back"


@pytest.mark.parametrize("how", [PHONE, NIGHT_PHONE], ids=["phone", "phone-night"])
def test_a_hand_and_a_lesson(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True, **how)
    table = ada.make("dyke", ADA, BOT, BOT, manners={"bot_seconds": 0, "pace": "none", "lots": True})
    ada.page.goto(f"/t/{table['table']}?hand=1")
    ada.wait("document.body.matches('.as-hand') && document.querySelector('#board .legal')", 60)
    assert findings(ada) == [], "a hand"
    ada.page.goto("/")
    ada.page.click("[data-learn=shepherd]")
    ada.sees_board()
    assert findings(ada) == [], "a lesson"


@pytest.mark.parametrize(
    "how",
    [PHONE, NIGHT_PHONE, pytest.param(TABLET, marks=pytest.mark.long), pytest.param(LYING, marks=pytest.mark.long)],
    ids=["phone", "phone-night", "tablet", "lying"],
)
def test_small_children_from_beginning_to_end(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    kim = somebody("Kim", reduced_motion="reduce", quick=True, **how)
    kim.page.context.add_init_script("sessionStorage.setItem('small-thoughts', '50')")
    for game, options in (("nines", {"segments": 5}), ("sheepsheep", {"exchanges": 3}), ("shepherd", {"sun": 4})):
        table = kim.make(game, ADA, BOT, BOT, options=options)["table"]
        kim.page.goto(f"/t/{table}?small=1")
        kim.wait("document.querySelector('#board .legal')", 60)
        assert findings(kim) == [], game
    play_on(kim, until=lambda: kim.page.locator(".small-end").count() > 0, seconds=90)
    assert findings(kim) == [], "the end"


@pytest.mark.parametrize("how", [TABLET, TABLET | {"color_scheme": "dark"}], ids=["day", "night"])
def test_the_middle_of_the_table(how: dict[str, Any], somebody: Callable[..., Person]) -> None:
    """From the code that phones scan to the end, and what the phone asks that has scanned it."""
    screen, ben = somebody("screen", reduced_motion="reduce", quick=True, **how), somebody("Ben", quick=True, **PHONE)
    table = screen.make("shepherd", {"kind": "open"}, BOT, options={"sun": 4}, start=False)
    screen.page.goto(f"/t/{table['table']}?screen=1")
    screen.page.wait_for_selector(".lobby .qr img")
    assert findings(screen) == [], "the way in"
    ben.page.goto(f"/t/{table['table']}?hand=1#{table['invite']}")
    ben.page.wait_for_selector("[data-key=name]")
    assert findings(ben) == [], "a name is asked for"
    ben.page.fill("[data-key=name]", "Ben")
    ben.page.click(".chairs form button")
    screen.page.locator("[data-key=start]").click()
    screen.sees_board()
    assert findings(screen) == [], "the board"
    screen.page.click(".way-in")
    assert findings(screen) == [], "the way in, large"
    screen.page.click(".way-in")
    play_on(ben, seconds=90)
    screen.page.wait_for_selector(".places")
    assert findings(screen) == [], "the end"


def test_looking_on_and_a_table_that_is_gone(somebody: Callable[..., Person]) -> None:
    """Somebody who only watches; and when there is nothing more to see, that is said, and the way out has the focus."""
    ada = somebody(reduced_motion="reduce", quick=True)
    ben = somebody("Ben", reduced_motion="reduce", quick=True, **PHONE)
    table = ada.make("shepherd", ADA, BOT)["table"]
    ada.open(table)
    ada.sees_board()
    ben.open(table, json.loads(ada.fetch(f"/api/tables/{table}/links")["text"])["watch"])
    ben.sees_board()
    assert findings(ben) == [], "looking on"
    ada.page.evaluate(f"fetch('/api/tables/{table}', {{ method: 'DELETE' }})")
    for person in (ada, ben):
        person.page.get_by_role("alert").filter(has_text="erased").wait_for()
        assert person.page.evaluate("document.activeElement.getAttribute('href')") == "/"
        assert findings(person) == [], "a table that is gone"


def test_a_record_that_is_opened(somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce", quick=True)
    record = (GOLDEN / "nines-five.record").read_text(encoding="utf-8")
    ada.page.goto("/replay")
    ada.page.evaluate("(record) => sessionStorage.setItem('record', record)", record)
    ada.page.reload()
    ada.sees_board()
    assert findings(ada) == []
    ada.page.set_viewport_size({"width": 844, "height": 390})
    ada.page.wait_for_timeout(400)
    assert findings(ada) == [], "on a phone that lies"
