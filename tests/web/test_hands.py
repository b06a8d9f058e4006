"""What hands and devices do: cards dragged into their places, a page one looks away from, leaving, coming too late."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.people import AT_ONCE, BOT, Person

ADA = {"kind": "here", "name": "Ada"}
LAID = "document.querySelectorAll('#board .laid').length"


def with_cards(person: Person) -> None:
    """On the dyke, with cards to lay."""
    person.open(person.make("dyke", ADA, BOT, BOT, manners=AT_ONCE | {"lots": True})["table"])
    person.sees_board()
    person.wait("document.querySelector('#board .legal#card-7')", 60)


def drag(person: Person, what: str, to: str) -> None:
    person.page.wait_for_timeout(250)  # until what was put down lies still
    spots = [person.page.locator(f"#board #{each}").bounding_box() for each in (what, to)]
    (x, y), (right, low) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in spots if box)
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move((x + right) / 2, (y + low) / 2, steps=4)
    person.page.mouse.move(right, low, steps=4)
    person.page.mouse.up()


def number(person: Person) -> str:
    """What the cards laid so far make."""
    return person.page.locator("#board #lay .tells").text_content() or ""


def test_cards_are_dragged_into_their_places(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    with_cards(ada)
    drag(ada, "card-7", "place-2")
    ada.wait(f"{LAID} === 1")
    assert number(ada) == "7"
    drag(ada, "card-3", "place-1")
    ada.wait(f"{LAID} === 2")
    assert number(ada) == "37", "the last place counts ones"
    drag(ada, "card-9", "place-0")
    ada.wait(f"{LAID} === 3")
    assert number(ada) == "937"
    drag(ada, "card-9", "sea")
    ada.wait(f"{LAID} === 2")
    assert number(ada) == "37", "dragged out, a card is in the hand again"
    drag(ada, "card-0", "place-2")
    ada.wait("document.querySelector('#board #lay .tells').textContent === '370'")


COVERED = """(() => {
  const back = document.querySelector(".tools [data-key=back]").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.getElementById("sentence"));
  return [...words.getClientRects()].filter((each) => each.width && each.left < back.right && back.left < each.right
    && each.top < back.bottom && back.top < each.bottom).length;
})()"""
"""How much of what is said lies under the way back."""


@pytest.mark.parametrize("how", ["", "?hand=1"], ids=["board", "hand"])
def test_on_a_phone_the_way_back_covers_no_word(how: str, somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True, viewport={"width": 390, "height": 844}, has_touch=True)
    table = ada.make("dyke", ADA, BOT, BOT, manners=AT_ONCE | {"lots": True})["table"]
    ada.page.goto(f"/t/{table}{how}")
    ada.wait("document.querySelector('#board .legal#card-7')", 60)
    for laid, card in enumerate((4, 5, 2), 1):
        assert ada.touch(f"card-{card}")
        ada.wait(f"{LAID} === {laid}")
        ada.wait("document.querySelector('.tools [data-key=back]')")
        assert ada.page.evaluate(COVERED) == 0, f"{laid} cards"


BUBBLE = "document.querySelector('#board .ahead .bubble-of rect').getBoundingClientRect().height"


def test_what_is_foretold_is_as_large_in_a_window_of_another_size(somebody: Callable[..., Person]) -> None:
    """It is drawn in pixels of the screen, whatever the picture measures."""
    ada = somebody(quick=True, viewport={"width": 900, "height": 620})
    with_cards(ada)
    assert ada.touch("card-7")
    ada.wait("document.querySelector('#board .ahead .bubble-of')")
    ada.page.set_viewport_size({"width": 1900, "height": 1060})
    ada.wait(f"Math.abs({BUBBLE} - 34) < 2", 5)


def test_what_others_do_meanwhile_takes_no_card_from_the_table(somebody: Callable[..., Person]) -> None:
    """Others lay their cards, which is shown, while somebody still chooses: what lies stays, and taps count."""
    ada, ben = somebody(), somebody("Ben", quick=True)
    manners = AT_ONCE | {"lots": True, "pace": "calm"}
    table = ada.make("dyke", ADA, {"kind": "open"}, BOT, start=False, manners=manners)
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("#who-begins button >> nth=-1")
    for person in (ada, ben):
        person.wait("document.querySelector('#board .legal#card-7')", 60)
    ada.page.evaluate("localStorage.setItem('speed', 'calm')")
    ada.wait("!document.body.matches('.playing')", 20)
    ada.touch("card-7")
    ada.wait(f"{LAID} === 1")
    for part in ("card-2", "lay"):
        ben.touch(part)
        ben.page.wait_for_timeout(200)
    ada.wait("document.body.matches('.playing')", 10)
    assert ada.page.evaluate(LAID) == 1
    ada.touch("card-3")
    ada.wait(f"{LAID} === 2", 2)
    ada.wait("!document.body.matches('.playing')", 20)
    assert ada.page.evaluate(LAID) == 2
    assert number(ada) == "73"


NOTES = """
window.notes = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, { body }) { window.notes.push([title, body]); }
  close() {}
};
let hidden = false;
Object.defineProperty(Document.prototype, "hidden", { get: () => hidden });
window.look = (away) => { hidden = away; document.dispatchEvent(new Event("visibilitychange")); };
"""
"""A device that allows notes, and a page one can look away from."""


def at_shepherd(person: Person) -> None:
    person.open(person.make("shepherd", ADA, BOT, BOT)["table"])
    person.sees_board()
    person.wait("document.querySelectorAll('.choices button').length > 1 && !document.body.matches('.playing')", 60)


def on_till_asked_again(person: Person) -> None:
    """Choose, while nobody looks, until the others have played and one is asked again."""
    told = person.page.evaluate("document.querySelectorAll('#log .turn').length")
    for _choice in range(20):
        person.page.evaluate("document.querySelector('.choices button')?.click()")
        person.page.wait_for_timeout(150)
        if person.page.evaluate("document.querySelectorAll('#log .turn').length") >= told + 3:
            break
    person.wait("document.body.matches('.mine-now')")


def test_who_looks_away_is_called_back_and_sees_the_last_turn_once(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.add_init_script(NOTES)
    at_shepherd(ada)
    ada.page.evaluate("look(true)")
    on_till_asked_again(ada)
    assert ["Your turn", "The Shepherd"] in ada.page.evaluate("notes")
    assert ada.page.title().startswith("● Your turn")
    assert not ada.page.evaluate("document.body.matches('.playing')"), "nothing is played to nobody"
    states = [json.loads(frame) for frame in ada.received if '"type":"state"' in frame[:40]]
    newest = states[-1]["length"]
    ada.page.evaluate("look(false)")
    ada.wait("document.body.matches('.playing')", 5)
    ada.wait("!document.body.matches('.playing')", 15)
    ada.page.wait_for_timeout(600)
    assert not ada.page.evaluate("document.body.matches('.playing')"), "one turn, and not all that was missed"
    assert ada.page.evaluate("document.querySelectorAll('#board .legal').length") > 0
    assert newest == states[-1]["length"]


def test_without_leave_nobody_is_called(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.add_init_script(NOTES.replace('"granted"', '"denied"'))
    at_shepherd(ada)
    ada.page.evaluate("look(true)")
    on_till_asked_again(ada)
    assert ada.page.evaluate("notes") == []


def test_who_has_left_is_asked_nothing_any_more(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_shepherd(ada)
    ada.page.on("dialog", lambda dialog: dialog.accept())
    ada.page.click("#open-more")
    ada.page.click("#more button:has-text('Leave the table')")
    ada.wait("!document.body.matches('.mine-now')")
    assert "Your turn" not in ada.page.title()
    assert "Your turn" not in ada.page.inner_text("#panel")
    expect(ada.page.locator("#people li").nth(0)).to_contain_text("a bot keeps the chair")
    assert ada.page.locator("#board .legal").count() == 0


def test_a_table_that_was_erased_says_so(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    table = ada.make("nines", ADA, BOT)["table"]
    ada.open(table)
    ada.sees_board()
    ada.page.evaluate("(table) => fetch(`/api/tables/${table}`, { method: 'DELETE' })", table)
    ada.page.wait_for_selector("#gone")
    assert len(ada.page.inner_text("#gone p")) > 10
    expect(ada.page.locator("#gone a")).to_have_attribute("href", "/")
    ada.page.reload()
    ada.page.wait_for_selector("#gone")
    ada.troubles.clear()  # the address that leads nowhere any more
