"""How to play, in a real browser: positions are tried out by tapping, and what cannot be done says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import sheepfold
from tests.web.people import Person

SHAPES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
TAP = """(place) => {
  const thing = place.querySelector('.position .legal:not(.chosen)') ?? place.querySelector('.choices button');
  thing?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}"""
"""Tap the next thing; there is none while the server is asked for what a tap has led to."""
IN_VAIN = """(place) => {
  const thing = [...place.querySelectorAll('.position [data-part]')].find((each) => !each.matches('.legal, .chosen'));
  thing?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return Boolean(thing);
}"""


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("key", sheepfold.games())
def test_every_position_can_be_tried_out_and_begun_again(
    somebody: Callable[..., Person], key: str, shape: dict[str, int]
) -> None:
    ada = somebody(quick=True, viewport=shape)
    ada.page.goto(f"/how/{key}")
    places = ada.page.locator(".try")
    assert places.count() > 1
    for place in places.all():
        expect(place.locator(".position svg")).to_be_visible(timeout=30_000)
        again = place.get_by_role("button", name="Once more")
        for _tap in range(8):
            if again.is_visible():
                break
            place.evaluate(TAP)
            ada.page.wait_for_timeout(150)
        expect(again).to_be_visible()
        expect(place.locator(".said")).not_to_be_empty()
        again.click()
        expect(again).to_be_hidden()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not ada.troubles


def test_what_cannot_be_done_says_why_and_leads_to_its_rule(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.page.goto("/how/nines")
    place = ada.page.locator(".try").first
    expect(place.locator(".position .legal").first).to_be_attached(timeout=30_000)
    assert place.evaluate(IN_VAIN)
    expect(place.locator(".why-not")).to_contain_text(".")
    place.locator("a.why").click()
    expect(ada.page).to_have_url(f"{ada.url}/rules/nines#{ada.page.url.partition('#')[2]}")
    assert ada.page.url.partition("#")[2].startswith("NIN-")


def test_whoever_has_read_it_can_be_taught(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.page.goto("/how/nines")
    ada.page.click("[data-learn=nines]")
    ada.sees_board()
    expect(ada.page.locator(".coach")).to_be_visible()
