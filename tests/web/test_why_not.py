"""Why not? A tap that leads nowhere is answered on the page, by rule."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

import sheepfold
from tests.web.people import AT_ONCE, BOT, FIND, Person

ADA = {"kind": "here", "name": "Ada"}
IN_VAIN = {
    "shepherd": ("[data-part^=sheep-1]", "SHE-8"),
    "nines": ("[data-part^=pawn-1]", "NIN-6"),
    "dyke": ("#board-A", "DYK-6"),
    "sheepsheep": ("#hand-1-1", "SSH-8"),
}
"""What a beginner may tap, and the rule that speaks against it."""


@pytest.mark.parametrize(
    "shape", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}], ids=["desk", "phone"]
)
@pytest.mark.parametrize("key", IN_VAIN)
def test_a_tap_in_vain_says_why_and_leads_to_the_rule(
    somebody: Callable[..., Person], key: str, shape: dict[str, int]
) -> None:
    ada = somebody(quick=True, viewport=shape)
    bots = [BOT] * (sheepfold.game(key).players[0] - 1)
    ada.open(ada.make(key, ADA, *bots, manners={**AT_ONCE, "lots": True})["table"])
    ada.sees_board()
    thing, rule = IN_VAIN[key]
    toast = ada.page.locator(".toast .why-not")
    for _attempt in range(40):  # until it is Ada's turn, and what is tapped cannot be part of anything
        ada.wait("document.body.matches('.mine-now')", 60)
        ada.page.wait_for_timeout(150)
        spot = ada.page.evaluate(FREE, thing)
        if spot:
            ada.page.mouse.click(*spot)
            with suppress(Error):
                toast.last.locator("button").wait_for(timeout=3000)
                break
        ada.tap_something()
    expect(toast.last).to_contain_text(".")
    toast.last.locator("button").click()
    expect(ada.page.locator("#rules .found")).to_be_visible()
    assert ada.page.locator("#rules .found").get_attribute("id") == rule
    assert not ada.troubles


FREE = """(selector) => {
  for (const thing of document.querySelectorAll(`#board ${selector}`)) {
    if (thing.matches(".legal, .chosen")) continue;
    const box = thing.getBoundingClientRect();
    for (const across of [.5, .3, .7, .1, .9]) {
      for (const down of [.5, .3, .7, .1, .9]) {
        const spot = [box.left + box.width * across, box.top + box.height * down];
        const hit = document.elementFromPoint(...spot);
        const named = hit?.closest("[data-part], svg [id]");
        if (hit?.closest("#board svg") && (!named || named === thing)) return spot;
      }
    }
  }
  return null;
}"""


def test_lay_without_a_card_says_what_comes_first(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("dyke", ADA, BOT, BOT, manners={**AT_ONCE, "lots": True})["table"])
    ada.sees_board()
    ada.wait("document.body.matches('.mine-now')", 60)
    ada.page.wait_for_timeout(150)
    ada.page.mouse.click(*ada.page.evaluate(FIND, "lay"))
    reason = ada.page.locator(".toast .why-not")
    expect(reason).to_contain_text("Choose one to three cards first.")
    ada.page.mouse.click(*ada.page.evaluate(FIND, "card-1"))  # whoever goes on needs the reason no more
    expect(reason).to_have_count(0)
