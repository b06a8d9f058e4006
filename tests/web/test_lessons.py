"""Coached first games in a real browser: whoever follows the coach comes to the end, by finger, mouse or keys."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, expect

import sheepfold
from tests.web.people import FIND, PLACE, Person

TAUGHT = [key for key in sheepfold.games() if sheepfold.game(key).lesson is not None]
SHAPES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {},
}
SPEAKS = "!document.querySelector('.coach').hidden"
MARKED = "[...document.querySelectorAll('#board .legal')].map((each) => each.dataset.part)"
HIDES = """() => {
  const coach = document.querySelector('.coach').getBoundingClientRect();
  return [...document.querySelectorAll('.rings .ring, .choices:not(.folded) button')]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => Math.min(box.right, coach.right) - Math.max(box.left, coach.left) > 8
      && Math.min(box.bottom, coach.bottom) - Math.max(box.top, coach.top) > 8).length;
}"""
"""How many of the things it points at, and of the buttons one needs, the coach's bubble covers."""


HIDDEN_SLOTS = """[...document.querySelectorAll("#board [data-slot]")].map((each) => each.getBoundingClientRect())
  .map((box) => document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2))
  .filter((above) => above?.closest('.coach')).length"""
"""How many of the places where cards come to lie are under the coach's bubble."""
STAND = f"document.querySelector('.coach').hidden + document.querySelector('#thought').textContent + {PLACE}"
"""What the coach says and what the board shows: it changes with all one does."""


def begin(person: Person, key: str) -> Locator:
    person.page.goto("/")
    person.page.click(f"[data-learn={key}]")
    person.sees_board()
    person.wait(SPEAKS)
    return person.page.locator(".coach")


def obey(person: Person) -> None:
    """Do what the coach says: read on, confirm, or tap what glows."""
    page = person.page
    for button in ("[data-key=read]", "[data-key=yes]"):
        if page.query_selector(button):
            with suppress(Error):  # it may have been tapped already, and be gone as soon as the server has heard of it
                page.click(button, timeout=1000)
            return None
    for part in page.evaluate(MARKED):
        if spot := page.evaluate(FIND, part):
            return page.mouse.click(*spot)
    # While a choice is on its way there is nothing to tap: whatever comes then is for the next time.
    if choice := page.query_selector(".choices:not(.folded) button.wanted, .choices:not(.folded) button"):
        with suppress(Error):
            choice.click(timeout=1000)
    return None


def go_on(person: Person) -> None:
    """Do as the coach says, and wait until something has come of it; a kind word that is said again changes nothing."""
    person.wait(SPEAKS)
    before = person.page.evaluate(STAND)
    obey(person)
    for _moment in range(40):
        if person.page.evaluate(STAND) != before:
            break
        person.page.wait_for_timeout(50)
    person.page.wait_for_timeout(150)  # the board is shown first, and what is around it in the next frames
    person.wait(f"{SPEAKS} && !document.querySelector('#panel').textContent.includes('On its way')")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_played_through(somebody: Callable[..., Person], key: str, shape: str) -> None:
    ada = somebody(quick=True, **SHAPES[shape])
    coach = begin(ada, key)
    lesson = sheepfold.game(key).lesson
    assert lesson is not None
    said: list[str] = []
    for _tap in range(12 * len(lesson.steps)):
        ada.wait(SPEAKS)
        if coach.locator(".thought").inner_text() not in said[-1:] and not ada.page.query_selector(".coach.kindly"):
            said.append(coach.locator(".thought").inner_text())
            ada.page.wait_for_timeout(450)
            assert ada.page.evaluate(HIDES) <= 1, said[-1]
        if ada.page.query_selector("[data-key=real]"):
            break
        go_on(ada)
    assert said == [step.say for step in lesson.steps]
    ada.page.click("[data-key=real]")
    ada.page.wait_for_url(lambda url: url.rsplit("/", 1)[1] not in ada.received[0])
    ada.sees_board()
    expect(ada.page.locator(".coach")).to_be_hidden()


def test_a_wrong_tap_gets_a_kind_word(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    coach = begin(ada, "nines")
    for said in ("You have rolled a 4", "A 6!"):
        obey(ada)
        expect(coach.locator(".thought")).to_contain_text(said)
    ada.page.mouse.click(*ada.page.evaluate(FIND, "pawn-0-2"))
    expect(coach.locator(".thought")).to_contain_text("A fresh pawn may go, too.")
    expect(ada.page.locator(".toast")).to_have_count(0)
    obey(ada)
    expect(coach.locator(".thought")).to_contain_text("Take a tile behind you")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_card_that_leads_astray_goes_back_with_a_kind_word(somebody: Callable[..., Person], shape: str) -> None:
    ada = somebody(quick=True, **SHAPES[shape])
    coach = begin(ada, "dyke")
    obey(ada)
    expect(coach.locator(".thought")).to_contain_text("Lay 2 and 4")
    for card in ("card-4", "card-9"):
        ada.page.mouse.click(*ada.page.evaluate(FIND, card))
        expect(coach.locator(".thought")).to_contain_text("But try 2 and then 4 this time.")
        assert ada.page.locator("#board .laid").count() == 0
    for _tap in range(3):  # the finger leads to the end from there
        assert ada.page.evaluate(HIDES) == 0
        assert ada.page.evaluate(HIDDEN_SLOTS) == 0
        go_on(ada)
    expect(coach.locator(".thought")).to_contain_text("You ran to 24")


def test_a_tap_while_there_is_something_to_read_leaves_it_there(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    coach = begin(ada, "nines")
    ada.page.mouse.click(*ada.page.evaluate(FIND, "pawn-0-1"))
    ada.page.mouse.click(*ada.page.evaluate(FIND, "space-4"))
    expect(coach.locator(".thought")).to_have_text("One moment: first read on. " + nines_says(1))
    obey(ada)
    expect(coach.locator(".thought")).to_have_text(nines_says(2))


def nines_says(number: int) -> str:
    lesson = sheepfold.game("nines").lesson
    assert lesson is not None
    return lesson.steps[number - 1].say


def test_what_is_to_be_found_is_shown_to_whoever_misses_it_twice(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    coach = begin(ada, "nines")
    for _tap in range(20):
        if "Which tile do you take?" in coach.locator(".thought").inner_text():
            break
        go_on(ada)
    assert ada.page.locator("#board .legal").count() > 1
    for _miss in range(2):
        ada.page.mouse.click(*ada.page.evaluate(FIND, "space-4"))
        expect(coach.locator(".thought")).to_contain_text("Nearly!")
        ada.wait("!document.querySelector('.finger').hidden")
    expect(ada.page.locator("#board .legal")).to_have_count(1)
    obey(ada)
    expect(coach.locator(".thought")).to_contain_text("Nine! Lay the tiles down")


def test_a_lesson_goes_by_keys_and_is_read_aloud(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    coach = begin(ada, "nines")
    expect(coach.locator("#thought")).to_have_attribute("aria-live", "polite")
    ada.page.keyboard.press("Enter")
    expect(coach.locator("#thought")).to_contain_text("You have rolled a 4")
    for said in ("A 6!", "Take a tile", "Orange stands"):
        ada.page.locator(".walk button").first.focus()
        ada.page.keyboard.press("Enter")
        expect(coach.locator("#thought")).to_contain_text(said)
    expect(ada.page.locator(".path")).to_have_attribute("aria-valuenow", "5")
    ada.page.locator("body").evaluate("document.activeElement.blur()")
    ada.page.keyboard.press("Enter")
    expect(coach.locator("#thought")).to_contain_text("With a 1 a pawn may jump")


def test_a_lesson_goes_on_where_it_was_and_is_left_with_one_tap(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    begin(ada, "nines")
    for said in ("You have rolled a 4", "A 6!"):
        obey(ada)
        expect(ada.page.locator("#thought")).to_contain_text(said)
    ada.page.reload()
    expect(ada.page.locator("#thought")).to_contain_text("A 6!")
    ada.page.click("[data-key=leave-lesson]")
    ada.page.wait_for_url("**/")


def test_whoever_watches_hears_no_coach(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody(quick=True), somebody("Ben")
    links = ada.make("nines", lesson=True, players=None, manners={})
    ben.open(links["table"], links["watch"])
    ben.sees_board()
    expect(ben.page.locator(".coach")).to_be_hidden()
    expect(ben.page.locator(".way")).to_be_hidden()
