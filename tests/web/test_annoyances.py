"""What once annoyed people at the page, each thing with a test that it does not come back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.people import AT_ONCE, BOT, Person, play_on

ADA, BEN = ({"kind": "here", "name": name} for name in ("Ada", "Ben"))
OPEN = {"kind": "open"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STILL = "!document.body.matches('.playing')"

CURTAIN = """
addEventListener("DOMContentLoaded", () => {
  window.happened = [];
  const look = () => {
    const curtain = document.getElementById("curtain");
    const now = document.body.matches(".playing") ? "playing" : curtain && !curtain.hidden ? "curtain" : "";
    const cards = Boolean(document.querySelector("#board .staged .cards"));
    const both = document.body.matches(".playing") && curtain && !curtain.hidden;
    const news = [both && "both", cards && "cards", now].filter((each) => each && happened.at(-1) !== each);
    happened.push(...news);
  };
  new MutationObserver(look).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
});
"""
"""Notes in which order things were played and covered."""


def take_the_device(person: Person) -> None:
    """Say who one is, and wait until the curtain has risen: it does so only when the server has answered."""
    person.page.click("#curtain button >> nth=0")
    person.wait("document.getElementById('curtain').hidden")


def test_people_at_one_device_see_the_reveal_before_the_curtain_falls(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.add_init_script(CURTAIN)
    ada.open(ada.make("dyke", ADA, BEN, BOT, manners=AT_ONCE | {"lots": True})["table"])
    ada.sees_board()
    ada.page.evaluate("localStorage.setItem('speed', 'quick')")

    def has_been_revealed() -> bool:
        happened = ada.page.evaluate("happened")
        return "cards" in happened and happened[-1] == "curtain"

    def go_on() -> bool:
        if ada.page.is_visible("#curtain"):
            if has_been_revealed():
                return True
            take_the_device(ada)
        return ada.is_over

    play_on(ada, until=go_on, seconds=90)
    assert "both" not in ada.page.evaluate("happened"), "the curtain falls when everything has been seen"
    assert has_been_revealed() or ada.is_over


def test_the_curtain_rises_for_a_reveal_that_comes_while_it_waits(somebody: Callable[..., Person]) -> None:
    """Ben was to take the device, but lays his cards on his phone."""
    ada, ben = somebody(), somebody("Ben", quick=True)
    ada.page.add_init_script(CURTAIN)
    table = ada.make("dyke", ADA, BEN, BOT, manners=AT_ONCE | {"lots": True})["table"]
    links = json.loads(ada.fetch(f"/api/tables/{table}/links")["text"])
    ada.open(table)
    ada.sees_board()
    ada.page.wait_for_selector("#curtain button")
    ada.page.click("#curtain button:has-text('Ada')")
    play_on(ada, until=lambda: ada.page.is_visible("#curtain:has-text('Hand the device to Ben')"))
    assert "cards" not in ada.page.evaluate("happened")
    ben.open(table, links["chairs"]["1"])
    ben.sees_board()
    play_on(ben, until=lambda: "cards" in ada.page.evaluate("happened"))
    assert "both" not in ada.page.evaluate("happened")


def test_a_press_is_not_lost_when_the_panel_changes_under_it(somebody: Callable[..., Person]) -> None:
    """Between press and release somebody else changes something, and everything is drawn anew."""
    ada, ben = somebody(in_words=True, quick=True), somebody("Ben", quick=True)
    table = ada.make("shepherd", ADA, OPEN, start=False)
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("[data-key=start]")
    play_on(ben, until=lambda: ada.is_asked and ada.page.locator(".choices button").count() > 1)
    button = ada.page.locator(".choices button").first
    box = button.bounding_box()
    assert box
    told = ada.page.locator("#log li li").count()
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.page.mouse.down()
    seen = len(ada.received)
    ben.page.click("#open-more")
    ben.page.locator("#more .paces select").nth(1).select_option("quick")
    for _look in range(100):
        if len(ada.received) > seen:
            break
        ada.page.wait_for_timeout(20)
    ada.page.wait_for_timeout(150)
    ada.page.mouse.up()
    ada.wait(f"document.querySelectorAll('#log li li').length > {told}")


def test_two_at_one_device_are_called_by_name(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("nines", ADA, BEN)["table"])
    ada.sees_board()
    called: set[str] = set()

    def both() -> bool:
        if ada.is_asked:
            called.add(ada.page.inner_text("#sentence").split(",")[0])
        return {"Ada", "Ben"} <= called

    play_on(ada, until=both, seconds=60)


def test_the_card_of_the_square_can_be_tapped_first(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("sheepsheep", ADA, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    ada.wait("document.body.matches('.mine-now') && document.querySelectorAll('#board .legal').length > 1", 60)
    (*_earlier, state) = (frame for frame in map(json.loads, ada.received) if frame["type"] == "state")
    cards: dict[str, set[str]] = {}
    for parts in (choice["parts"] for choice in state["choices"] if len(choice["parts"]) == 2):
        cards.setdefault(parts[1], set()).add(parts[0])
    cell = max(cards, key=lambda each: len(cards[each]))
    told = ada.page.locator("#log li li").count()
    assert ada.touch(cell)
    if len(cards[cell]) > 1:  # else the tap was the choice
        ada.wait(f"document.querySelector('#board [data-part={cell}].chosen')")
        assert ada.touch(min(cards[cell]))
    ada.wait(f"document.querySelectorAll('#log li li').length > {told}")


HEIGHTS = """() => {
  window.heights = new Set();
  const board = document.getElementById("board");
  new ResizeObserver(() => heights.add(board.clientHeight)).observe(board);
}"""


def test_the_board_keeps_its_size_while_one_plays(somebody: Callable[..., Person]) -> None:
    """The list of choices does not unfold while what one chose is played."""
    ada = somebody()
    ada.open(ada.make("sheepsheep", ADA, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    asked = f"document.body.matches('.mine-now') && document.querySelector('#board .legal') && {STILL}"
    ada.wait(asked, 60)
    ada.page.evaluate(HEIGHTS)
    for _tap in range(4):
        ada.tap_something()
        ada.wait(asked, 60)
    assert ada.page.evaluate("heights.size") == 1, ada.page.evaluate("[...heights]")


def test_lay_is_quiet_until_there_are_cards_to_lay(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("dyke", ADA, BOT, BOT, manners=AT_ONCE | {"lots": True})["table"])
    ada.sees_board()
    ada.wait("document.querySelector('#board .legal#card-7')", 60)
    look = "getComputedStyle(document.querySelector('#board #lay > .face')).filter"
    assert "grayscale" in ada.page.evaluate(look)
    assert ada.touch("card-7")
    ada.wait("document.querySelector('#board #lay.legal')")
    assert ada.page.evaluate(look) == "none"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_in_the_menu_touches_anything_else(locale: str, somebody: Callable[..., Person]) -> None:
    ada = somebody(**PHONE, locale=locale, quick=True)
    ada.open(ada.make("nines", ADA, BOT)["table"])
    ada.sees_board()
    ada.page.click("#open-more")
    ada.page.wait_for_selector("#more[open] .paces")
    boxes = ada.page.evaluate(
        "[...document.querySelectorAll('#more :is(button, select, a)')].map((each) => each.getBoundingClientRect())"
        ".map(({ left, top, right, bottom }) => [left, top, right, bottom])"
    )
    assert len(boxes) >= 4

    def apart(one: list[float], other: list[float]) -> float:
        return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])

    near = [apart(one, other) for k, one in enumerate(boxes) for other in boxes[k + 1 :]]
    assert min(near) >= 6


def test_while_one_looks_back_people_and_story_are_those_of_that_moment(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("nines", ADA, BOT, options={"segments": 5})["table"])
    ada.sees_board()
    play_on(ada, seconds=120)
    ada.page.click("[data-key=look-back]")
    ada.page.keyboard.press("End")
    points = "[...document.querySelectorAll('#people .points')].map((each) => each.textContent).join()"
    told = "[...document.querySelectorAll('#log li li')].filter((each) => each.offsetParent).length"
    ada.wait(f"{points} !== '0,0'")
    told_then = ada.page.evaluate(told)
    ada.page.keyboard.press("Home")
    ada.wait("document.querySelector('.slider output').textContent.startsWith('0/')")
    ada.wait(f"{points} === '0,0'")
    assert ada.page.evaluate(told) < told_then


# ---------------------------------------------------------------------------------------------- what people expect

DEVICE = """
window.asked = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  asked.push(`awake: ${what}`);
  return Object.assign(new EventTarget(), { release: async () => asked.push("may sleep") });
} } });
Element.prototype.requestFullscreen = async function () { asked.push(`full: ${this.localName}`); };
navigator.share = async ({ title, url }) => { asked.push(`share: ${title} ${new URL(url).pathname}`); };
"""
"""A device that can do all that and notes what it was asked for."""


def test_the_screen_stays_awake_fills_and_shares(somebody: Callable[..., Person]) -> None:
    ada = somebody(**PHONE, is_mobile=True, quick=True)
    ada.page.add_init_script(DEVICE)
    table = ada.make("nines", ADA, OPEN, start=False)
    ada.open(table["table"])
    ada.page.wait_for_selector("#lobby .chairs")
    assert ada.page.evaluate("asked") == [], "no screen is kept on for nothing"
    ada.page.click("#open-more")
    ada.page.click("#more .links button >> nth=0")
    ada.wait("asked.length")
    assert ada.page.evaluate("asked") == [f"share: All Nines /t/{table['table']}"]
    ada.page.click("#more button:has-text('Full screen')")
    ada.wait("asked.includes('full: html')")
    ada.open(ada.make("nines", ADA, BOT)["table"])
    ada.sees_board()
    ada.wait("asked.includes('awake: screen')")


def test_the_title_says_whose_turn_it_is(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("shepherd", ADA, BEN)["table"])
    ada.sees_board()
    ada.wait("document.body.matches('.mine-now')", 60)
    expect(ada.page).to_have_title(re.compile("^● Your turn · The Shepherd"))


MATS = """(([one, other]) => other.top - one.top > 40)(
  [0, 1].map((seat) => document.getElementById(`mat-${seat}`).getBoundingClientRect()))"""
"""Whether the second player's mat lies below the first one's; the one whose turn it is has a rim of a few pixels."""


def test_upright_the_mats_stay_where_they_are(somebody: Callable[..., Person]) -> None:
    """Two at one device take turns; nobody's things change places."""
    ada = somebody(**PHONE, quick=True)
    ada.open(ada.make("nines", ADA, BEN)["table"])
    ada.sees_board()
    seen: dict[str, set[bool]] = {}

    def both() -> bool:
        if ada.is_asked:
            seen.setdefault(ada.page.inner_text("#sentence").split(",")[0], set()).add(ada.page.evaluate(MATS))
        return all(len(seen.get(name, ())) > 0 for name in ("Ada", "Ben"))

    play_on(ada, until=both, seconds=60)
    assert len(set().union(*seen.values())) == 1, seen


IN_WINDOW = """(selector) => [...document.querySelectorAll(selector)].every((each) => {
  const { left, top, right, bottom, width } = each.getBoundingClientRect();
  return width && left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
})"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1024, 768)])
def test_people_and_story_lie_over_the_board_where_there_is_no_room_beside_it(
    size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    ada = somebody(quick=True, viewport={"width": size[0], "height": size[1]})
    ada.open(ada.make("nines", ADA, BOT, BOT)["table"])
    ada.sees_board()
    ada.page.click("#open-people")
    ada.page.wait_for_selector("#side.open #people li")
    assert ada.page.evaluate(IN_WINDOW, "#side.open, #people li")
    ada.page.click("#side .close")
    ada.page.wait_for_selector("#side", state="hidden")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_a_set_table_fits_on_a_phone(locale: str, somebody: Callable[..., Person]) -> None:
    ada = somebody(**PHONE, locale=locale)
    ada.open(ada.make("dyke", ADA, BOT, OPEN, OPEN, start=False)["table"])
    ada.page.wait_for_selector("#lobby .qr img")
    beyond = (
        "[...document.querySelectorAll('#lobby *')].filter((each) => each.getBoundingClientRect().right > innerWidth)"
    )
    for width, height in ((390, 844), (844, 390)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(f"{beyond}.map((each) => each.outerHTML.slice(0, 80))") == []
        assert ada.page.evaluate(
            "document.querySelector('#lobby .chairs').getBoundingClientRect().right"
            " <= document.querySelector('#lobby .qr').getBoundingClientRect().left || innerWidth < innerHeight"
        )


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_the_board_of_a_phone_keeps_its_size_when_one_begins_to_choose(
    size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    """*Back* finds its place beside what is there already."""
    ada = somebody(quick=True, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    ada.open(ada.make("dyke", ADA, BOT, BOT, manners=AT_ONCE | {"lots": True})["table"])
    ada.sees_board()
    ada.wait("document.querySelector('#board .legal#card-7')", 60)
    ada.page.wait_for_timeout(300)  # until what others have laid is told
    ada.page.evaluate(HEIGHTS)
    assert ada.touch("card-7")
    ada.page.wait_for_selector(".tools [data-key=back]")
    ada.page.wait_for_timeout(200)
    assert ada.page.evaluate("heights.size") == 1, ada.page.evaluate("[...heights]")
    assert ada.page.evaluate(IN_WINDOW, ".tools > button")


LONG_SENTENCE = """() => {
  const caption = document.querySelector(".caption");
  caption.textContent = "Green runs 26 to square 26 and shoves Orange onto 27 and Red onto 28; ".repeat(2);
  document.body.classList.add("captioned");
  const said = caption.getBoundingClientRect();
  const beside = innerWidth > 900 ? 384 : 0; // on a wide window the tools are beside it, on its right
  const selector = ".tools > button:not([data-key=back]), .stage-tools button";
  const isUnder = ({ top, bottom, left }) => top < said.bottom - 2 && said.top < bottom && left < said.right - beside;
  const tools = [...document.querySelectorAll(selector)].filter((each) => each.offsetParent);
  const boxes = tools.map((each) => each.getBoundingClientRect());
  return {
    isSeen: said.left >= 0 && said.right <= innerWidth && said.top >= 0 && said.bottom <= innerHeight + 1,
    where: [said.left, said.top, said.right, said.bottom].map(Math.round),
    covered: boxes.filter(isUnder).length,
    rows: new Set(boxes.map((box) => Math.round(box.top))).size,
  };
}"""
"""A sentence as long as they get: whether all of it is seen, how many tools lie on it, and how many rows they take."""


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390), (1024, 768), (1440, 900)])
def test_a_long_sentence_is_read_to_its_end(size: tuple[int, int], somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True, viewport={"width": size[0], "height": size[1]})
    ada.open(ada.make("sheepsheep", ADA, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    tools = "document.querySelector('.mine-now .can-repeat') && document.querySelector('.tools [data-key=undo]')"
    play_on(ada, until=lambda: ada.is_asked and ada.page.evaluate(f"Boolean({tools})"))
    found = ada.page.evaluate(LONG_SENTENCE)
    assert found["isSeen"], found
    if size[0] < size[1]:
        assert found["rows"] == 1, "else the board of a phone changes its size with the tools that come and go"
    if size[1] > 400:
        assert found["covered"] == 0
