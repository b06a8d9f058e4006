"""The coach that may stay, on the page: it speaks, warns before what would be regretted, and one tap sends it off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.people import AT_ONCE, BOT, FIND, Person

ADA = {"kind": "here", "name": "Ada"}
SHAPES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


def tap(person: Person, part: str) -> None:
    """Tap a part once it lies still: what the coach says takes room from the board."""
    before, spot = None, person.page.evaluate(FIND, part)
    while spot != before:
        person.page.wait_for_timeout(150)
        before, spot = spot, person.page.evaluate(FIND, part)
    assert spot, f"{part} cannot be seen"
    person.page.mouse.click(*spot)


def with_a_coach(person: Person) -> Locator:
    """Ada and two bots on the dyke, where the lot lays the boards; and she calls the coach."""
    person.open(person.make("dyke", ADA, BOT, BOT, manners={**AT_ONCE, "lots": True})["table"])
    person.sees_board()
    person.wait("document.querySelector('#board [data-part=card-9].legal')", 60)
    expect(person.page.locator(".counsel")).to_have_count(0)
    person.page.click("[data-key=coach]")
    counsel = person.page.locator(".counsel")
    expect(counsel).to_contain_text("keep you on the dyke")
    return counsel


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_it_warns_while_cards_are_laid_and_asks_before_they_go(
    somebody: Callable[..., Person], shape: dict[str, int]
) -> None:
    ada = somebody(quick=True, viewport=shape)
    counsel = with_a_coach(ada)
    for card in (9, 8, 7):
        tap(ada, f"card-{card}")
    expect(counsel).to_contain_text("987 runs off the dyke: you would be out.")
    counsel.locator(".why").first.click()
    expect(ada.page.locator("#rules #DYK-16.found")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#rules")).to_be_hidden()
    tap(ada, "lay")
    expect(ada.page.locator("[data-key=yes]")).to_be_visible()
    ada.page.click(".so-far [data-key=back]")
    expect(ada.page.locator("[data-key=yes]")).to_have_count(0)
    assert not ada.troubles


def test_one_tap_sends_it_off_and_calls_it_back(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    counsel = with_a_coach(ada)
    ada.page.click("[data-key=coach-off]")
    expect(counsel).to_have_count(0)
    ada.page.reload()
    ada.sees_board()
    ada.wait("document.querySelector('[data-key=coach]')", 60)
    expect(counsel).to_have_count(0)
    ada.page.click("[data-key=coach]")
    expect(counsel).to_be_visible()
    assert not ada.troubles
