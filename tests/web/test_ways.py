"""The ways to use the page: one device for several, keyboard only, by touch on a phone, looking on, looking back."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.people import AT_ONCE, BOT, Person, play_on

CHOICES = "document.querySelectorAll('.choices button').length"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_three_clicks_to_the_first_move(somebody: Callable[..., Person]) -> None:
    """Open the page; play now; and the next thing one does is a move."""
    ada = somebody(in_words=True)
    ada.page.goto("/")
    expect(ada.page.locator(".game")).to_have_count(4)
    ada.page.click("[data-play=sheepsheep]")
    ada.sees_board()
    ada.wait("document.querySelector('.choices button')", 60)
    before = ada.page.locator("#log li").count()
    ada.page.click(".choices button >> nth=0")
    ada.wait(f"document.querySelectorAll('#log li').length > {before}")


def test_a_new_table_by_its_form(somebody: Callable[..., Person]) -> None:
    ada = somebody(locale="de-DE")
    ada.page.goto("/")
    ada.page.click("a.button[href='/new/shepherd']")
    expect(ada.page.locator("h1")).to_have_text("Schafe scheuchen")
    ada.page.check("input[name=preset][value=here]", force=True)
    ada.page.check("input[name=players][value='2']", force=True)
    ada.page.fill("[data-chair='0'] input", "Änne")
    ada.page.check("[data-option=tactical]")
    ada.page.click("button.main")
    ada.sees_board()
    expect(ada.page.locator("#people li")).to_have_count(2)
    expect(ada.page.locator("#people")).to_contain_text("Änne")
    ada.page.goto("/")
    expect(ada.page.locator("#mine li")).to_have_count(1)


def test_who_is_quicker_than_the_form_loses_nothing(somebody: Callable[..., Person]) -> None:
    """The form is there before its script is: what was typed stays, and it waits to be sent."""
    ada, held = somebody(), list[Route]()
    ada.page.route("**/new.js", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks what it calls)
    ada.page.goto("/new/shepherd", wait_until="commit")
    ada.page.check("input[name=preset][value=here]", force=True)
    ada.page.check("input[name=players][value='2']", force=True)
    ada.page.fill("[data-chair='0'] input", "Änne")
    expect(ada.page.locator("button.main")).to_be_disabled()
    while not held:
        ada.page.wait_for_timeout(20)
    held[0].continue_()
    ada.page.click("button.main")
    ada.sees_board()
    expect(ada.page.locator("#people")).to_contain_text("Änne")


def test_people_at_one_device_hand_it_over(somebody: Callable[..., Person]) -> None:
    """Between Ada's cards and Ben's there is a curtain, and behind it nothing of either."""
    ada = somebody()
    here = [{"kind": "here", "name": name} for name in ("Ada", "Ben")]
    ada.open(ada.make("dyke", *here, BOT)["table"])
    ada.sees_board()
    held: list[str] = []

    def is_covered() -> bool:
        return ada.page.is_visible("#curtain")

    while len(held) < 4 and not ada.is_over:
        play_on(ada, until=lambda: is_covered() or ada.is_over)
        if ada.is_over:
            break
        assert not ada.page.query_selector("#board [data-part^=card-]"), "no cards are on the table behind the curtain"
        held.append(ada.page.locator("#curtain button").first.inner_text())
        ada.page.click("#curtain button >> nth=0")
        ada.page.wait_for_selector("[data-key=cover]")
        if len(held) == 1:
            ada.page.click("[data-key=cover]")
            ada.page.wait_for_selector("#curtain button")
    assert held[0] == held[1] == "I am Ada", "covered again, she takes it again"
    assert "I am Ben" in held


def test_by_keyboard_alone(somebody: Callable[..., Person]) -> None:
    """From home to a move without a pointer: Tab, Enter, arrows, numbers, Escape."""
    ada = somebody()
    ada.page.goto("/")
    ada.page.locator("[data-play=shepherd]").focus()
    ada.page.keyboard.press("Enter")
    ada.sees_board()
    ada.open(ada.make("sheepsheep", {"kind": "here", "name": "Ada"}, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    ada.wait(f"document.querySelectorAll('#board .legal').length > 1 && {CHOICES} > 2", 60)
    ada.page.locator("#walk button[tabindex='0']").first.focus()
    for key in ("ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft"):
        ada.page.keyboard.press(key)
    assert ada.page.evaluate("document.activeElement.matches('#walk button')")
    assert ada.page.evaluate(
        "document.querySelector('#board .hinted') && document.querySelector('.walk-here').textContent"
    )
    choices = ada.page.locator(".choices button").count()
    ada.page.keyboard.press("Enter")
    ada.wait(
        f"document.querySelector('[data-key=back]') || !document.body.matches('.mine-now') || {CHOICES} != {choices}"
    )
    if ada.page.query_selector("[data-key=back]"):
        ada.page.keyboard.press("Escape")
        ada.wait(f"document.querySelectorAll('.choices button').length == {choices}")
        told = ada.page.locator("#log li").count()
        ada.page.keyboard.press("1")
        ada.wait(f"document.querySelectorAll('#log li').length > {told} || !document.body.matches('.mine-now')")


def test_a_phone_acts_by_touch_and_needs_no_scrolling(somebody: Callable[..., Person]) -> None:
    ada = somebody(**PHONE, in_words=True)
    for game, bots in (("nines", 4), ("dyke", 7), ("shepherd", 3), ("sheepsheep", 3)):
        ada.open(ada.make(game, {"kind": "here", "name": "Ada"}, *[BOT] * bots)["table"])
        ada.sees_board()
        ada.wait("document.querySelector('.choices button')", 60)
        assert ada.page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
        assert ada.page.evaluate(
            "[...document.querySelectorAll('.panel .main-part, .panel .choices, .log')]"
            ".map((each) => getComputedStyle(each))"
            ".every((style) => style.overflowY == 'auto' && style.position != 'static')"
        ), f"{game}: words that are only heard, in a list that scrolls, do not make the page longer"
        box = ada.page.locator(".choices button").first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 844, f"{game}: the first choice is on the screen"
        small = ada.page.evaluate(
            "[...document.querySelectorAll('button:not(.why), select, a.button')].filter((each) => each.offsetParent)"
            ".filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"
        )
        assert small == []
        before = ada.place
        ada.page.locator(".choices button").first.tap()
        ada.wait("true")
        play_on(ada, until=lambda before=before: ada.place != before)


def test_who_taps_where_something_goes_need_not_tap_it_first(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.open(ada.make("shepherd", {"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"})["table"])
    ada.sees_board()

    def goals() -> list[str]:
        """Fields that exactly one choice ends on."""
        (*_earlier, state) = (frame for frame in map(json.loads, ada.received) if frame["type"] == "state")
        ends = [choice["parts"][-1] for choice in state["choices"] or [] if len(choice["parts"]) > 1]
        return [end for end in ends if end.startswith("field-") and ends.count(end) == 1]

    play_on(ada, until=lambda: ada.is_asked and goals())
    before, goal = ada.place, goals()[0]
    assert ada.touch(goal)
    ada.wait(f"!document.querySelector('#board [data-part={goal}].legal') && !document.querySelector('.chosen')")
    assert ada.place != before


def test_turning_a_phone_changes_the_shape_of_the_picture_and_keeps_what_was_chosen(
    somebody: Callable[..., Person],
) -> None:
    ada = somebody(**PHONE, in_words=True)
    ada.open(ada.make("dyke", {"kind": "here", "name": "Ada"}, BOT, BOT)["table"])
    ada.sees_board()
    for board in ("lay A1", "lay B1"):
        ada.page.click(f".choices [data-key='{board}']")
    ada.wait("document.querySelector('#board .legal#card-7')")
    ada.page.click(".choices [data-label='7']")
    turned = "const {width, height} = document.querySelector('#board svg').viewBox.baseVal; width > height"
    for width, height in ((844, 390), (390, 844)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.wait(f"(() => {{ {turned.replace('; ', '; return ')} === {str(width > height).lower()} }})()")
        ada.wait("document.querySelector('#board .chosen#card-7')")
    assert "Connection" not in ada.page.inner_text("#link-state")


def test_large_buttons_are_large_at_once_and_next_time(somebody: Callable[..., Person]) -> None:
    ada = somebody(**PHONE)
    ada.page.goto("/")
    ada.page.select_option("#size", "large")
    for _visit in range(2):
        heights = ada.page.evaluate(
            "[...document.querySelectorAll('.game button, .game .button')].map((each) => each.offsetHeight)"
        )
        assert len(heights) >= 12
        assert min(heights) >= 64
        ada.page.reload()


def test_a_table_with_a_board_of_ones_own(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.goto("/new/dyke")
    ada.page.click(".material summary")
    ada.page.click("#material-ours")
    ours = ada.page.input_value("#material")
    assert "[sides]" in ours
    ada.page.fill("#material", ours.replace("[sides]", "[slides]"))
    ada.page.click("form button.main")
    expect(ada.page.locator(".toast")).to_contain_text("the tables [sides] and [pads]")
    ada.troubles.clear()  # refused, and said so
    ada.page.fill("#material", "[pads]\nback10 = 1\nchange9 = 1\n")
    ada.page.click("form button.main")
    ada.sees_board()
    ada.wait("document.querySelectorAll('#board [id^=beside-]').length === 2")


def test_looking_on_from_the_middle_of_the_table(somebody: Callable[..., Person]) -> None:
    """A screen without a chair shows the board and a code to join; a phone sits down by it."""
    screen, phone = somebody("Screen"), somebody("Bo", **PHONE)
    table = screen.make("sheepsheep", {"kind": "open"}, BOT, options={"exchanges": 1}, start=False)
    screen.page.goto(f"/t/{table['table']}?screen=1")
    screen.wait("document.querySelector('.qr img')?.naturalWidth > 0")
    phone.open(table["table"], table["invite"])
    phone.sit(0)
    screen.page.click("[data-key=start]")
    screen.sees_board()
    phone.sees_board()
    play_on(phone, until=lambda: screen.page.locator("#log li").count() > 12 or phone.is_over)
    assert not screen.page.query_selector(".choices")


def test_afterwards_one_can_look_back(somebody: Callable[..., Person]) -> None:
    """Places, the replay by keys and through others' eyes, the record, and the same record opened from home."""
    ada = somebody()
    table = ada.make("dyke", {"kind": "here", "name": "Ada"}, BOT, BOT)["table"]
    ada.open(table)
    ada.sees_board()
    play_on(ada)
    assert ada.page.locator(".places .first").count() >= 1
    assert all("dyke" in each or "went out" in each for each in ada.page.locator(".places small").all_inner_texts())
    assert ada.page.locator(".places small").count() == 3
    assert ada.page.locator(".places .points").count() == 0, "a race without points shows none"
    final = ada.page.locator("#board svg").inner_html()
    ada.page.click("[data-key=look-back]")
    ada.page.keyboard.press("End")
    ada.page.keyboard.press("ArrowLeft")
    ada.page.keyboard.press("Home")
    ada.wait("document.querySelector('.slider output').textContent.startsWith('0/')")
    ada.wait("document.querySelector('#board #sheep-0')")
    ada.wait("document.querySelector('#board desc').textContent.includes('lay')")
    assert ada.page.locator("#board svg").inner_html() != final
    ada.page.select_option("#replay select", "1")
    ada.page.keyboard.press("Tab")
    record = ada.fetch(f"/api/tables/{table}/record")["text"]
    ada.page.goto("/")
    ada.page.fill("#record-text", record)
    ada.page.click("#open-record button")
    ada.sees_board()
    length = int(ada.page.inner_text(".slider output").split("/")[1])
    ada.page.keyboard.press("Home")
    ada.wait("document.querySelector('.slider output').textContent.startsWith('0/')")
    assert length >= 5
    ada.page.goto("/")
    ada.page.fill("#record-text", "no record at all")
    ada.page.click("#open-record button")
    expect(ada.page.locator(".toast")).to_contain_text("not a record")
    assert ada.page.input_value("#record-text") == "no record at all"
    ada.troubles[:] = [each for each in ada.troubles if "/api/replay" not in each and "400" not in each]


def test_once_more_leads_everybody_to_the_next_table(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody("Ada"), somebody("Ben")
    table = ada.make("dyke", {"kind": "here", "name": "Ada"}, {"kind": "open"}, BOT, start=False)
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("[data-key=start]")
    ada.sees_board()
    ben.sees_board()
    play_on(ada, ben)
    ada.page.click("[data-key=again]")
    for person in (ada, ben):
        person.wait(f"!location.pathname.endsWith('{table['table']}')")
        person.sees_board()


def test_taking_back_and_a_kind_word(somebody: Callable[..., Person]) -> None:
    ada = somebody(in_words=True)
    ada.open(ada.make("sheepsheep", {"kind": "here", "name": "Ada"}, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    ada.wait(f"{CHOICES} > 1", 60)
    told = ada.page.locator("#log li").count()
    ada.page.click(".choices button >> nth=0")
    ada.wait(f"document.querySelectorAll('#log li').length > {told}")
    ada.page.click("[data-key=undo]")
    ada.wait("document.querySelector('#log').textContent.includes('takes back')")
    ada.page.click("[data-key=say]")
    ada.page.click(".says button >> nth=1")
    ada.page.wait_for_selector(".bubble, .toast")


def test_a_hint_is_said_and_pointed_at(somebody: Callable[..., Person]) -> None:
    """The page's part of it; thinking takes a strong bot a while, so its answer is given here."""
    ada = somebody(in_words=True)
    ada.open(ada.make("sheepsheep", {"kind": "here", "name": "Ada"}, BOT, options={"exchanges": 3})["table"])
    ada.sees_board()
    ada.wait(f"{CHOICES} > 2 && document.querySelectorAll('#board .legal').length > 1", 60)
    action = ada.page.locator(".choices button").nth(1).get_attribute("data-key")
    part = ada.page.locator("#board .legal").first.get_attribute("data-part")
    hint = {"action": action, "parts": [part], "words": "I would do the second thing.", "chance": 0.5}
    ada.page.route("**/hint*", lambda route: route.fulfill(json=hint))
    ada.page.click("[data-key=hint]")
    expect(ada.page.locator(".hint")).to_have_text("I would do the second thing.")
    expect(ada.page.locator(".choices .hinted")).to_have_attribute("data-key", str(action))
    expect(ada.page.locator("#board .hinted")).to_have_attribute("data-part", str(part))


def test_a_table_that_is_not_ones_own_says_so(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody("Ada"), somebody("Ben")
    table = ada.make("nines", {"kind": "here", "name": "Ada"}, BOT)["table"]
    for address in (table, "nowhere"):
        ben.page.goto(f"/t/{address}")
        ben.wait("document.querySelector('#gone p')?.textContent.length > 10")


def test_the_rules_lie_beside_the_board(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.open(ada.make("nines", {"kind": "here", "name": "Ada"}, BOT, manners=AT_ONCE)["table"])
    ada.sees_board()
    ada.page.click(".why >> nth=0")
    ada.page.wait_for_selector("#rules[open] .found")
    ada.page.fill("#rules input", "cactus home")
    shown = ada.page.locator("#rules li:visible")
    assert 0 < shown.count() < 10
    for item in shown.all_inner_texts():
        assert "cactus" in item.lower()
    ada.page.keyboard.press("Escape")
    ada.page.goto("/rules/nines#NIN-13")
    expect(ada.page.locator("#NIN-13")).to_be_in_viewport()
