"""Everybody's chances on the page: for players where the table wants it, and for all after the game."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.web.people import AT_ONCE, BOT, Person

ADA = {"kind": "here", "name": "Ada"}
PATIENCE = 240
"""Seconds until machine code is there that can tell chances: it may have to be made first."""


def look_until(person: Person, wanted: Locator, there: str) -> None:
    """Come back to the page until something is on it; `there` tells that it has been drawn."""
    give_up = time.monotonic() + PATIENCE
    while not wanted.count() and time.monotonic() < give_up:
        person.page.wait_for_timeout(1000)
        if not wanted.count():
            person.page.reload()
            person.page.wait_for_selector(there)


def test_players_see_chances_where_the_table_wants_it(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    usual = ada.make("nines", ADA, BOT, manners=AT_ONCE)["table"]
    ada.open(ada.make("nines", ADA, BOT, manners={**AT_ONCE, "chances": True})["table"])
    ada.sees_board()
    chances = ada.page.locator("#people .chance")
    look_until(ada, chances, "#board svg")
    expect(chances).to_have_count(2)
    ada.open(usual)
    ada.sees_board()
    ada.wait("document.body.matches('.mine-now')", 60)
    assert not chances.count()
    assert not ada.troubles


def test_after_the_game_all_see_how_likely_everybody_was_to_win(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("nines", BOT, BOT, manners=AT_ONCE)["table"])
    ada.page.wait_for_selector(".places", timeout=120_000)
    odds = ada.page.locator(".odds svg")
    look_until(ada, odds, ".places")
    expect(odds).to_be_visible()
    expect(ada.page.locator(".odds")).to_contain_text("How likely everybody was to win")
    assert not ada.troubles
