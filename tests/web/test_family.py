"""A tablet in the middle and phones as hands: joined by the QR code's link, and a phone that leaves loses nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.web.people import AT_ONCE, Person, play_on

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hedi"]


class Family:
    """A table in the middle, and everybody with a phone of their own."""

    def __init__(self, game: str, players: int, somebody: Callable[..., Person], **options: Any) -> None:
        self.tablet = somebody("tablet", quick=True, **TABLET)
        chairs = [{"kind": "open"}] * players
        table = self.tablet.make(game, *chairs, options=options, manners={**AT_ONCE, "lots": True}, start=False)
        self.table = table["table"]
        self.tablet.page.goto(f"/t/{self.table}?screen=1")
        self.tablet.page.wait_for_selector(".lobby .qr img")
        self.phones = [somebody(name, quick=True, **PHONE) for name in NAMES[:players]]
        for seat, phone in enumerate(self.phones):
            phone.open(self.table, table["invite"])
            phone.sit(seat)
        self.tablet.page.locator("[data-key=start], [data-key=first-0]").first.click()
        for person in (self.tablet, *self.phones):
            person.sees_board()
        self.strip = 0

    def has_told_more(self, than: int) -> bool:
        return self.tablet.page.locator("#log li").count() > than

    def film(self) -> None:
        """A picture of everybody, for people to look at: where FILM says."""
        folder = os.environ.get("FILM")
        if not folder:
            return
        for person in (self.tablet, *self.phones):
            person.page.screenshot(path=str(Path(folder) / f"{self.strip:02}-{person.name}.png"))
        self.strip += 1


def states(person: Person) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, person.received) if message["type"] == "state"]


def check(family: Family) -> None:
    """The middle shows everybody's name, and was never sent anybody's secrets or choices."""
    chips = family.tablet.page.locator(".seats-at li b").all_text_contents()
    assert sorted(chips) == sorted(NAMES[: len(family.phones)])
    seen = states(family.tablet)
    assert seen
    assert all(state["eyes"] is None and not state["choices"] for state in seen)
    turned = family.tablet.page.evaluate("getComputedStyle(document.querySelector('.seats-at.at-top')).rotate")
    assert turned == "180deg"
    assert family.tablet.page.locator(".seats-at li").filter(visible=True).count() == len(family.phones)


def test_sheepsheep_with_four(somebody: Callable[..., Person]) -> None:
    family = Family("sheepsheep", 4, somebody, exchanges=1)
    check(family)
    family.film()
    first = family.phones[0].page.locator("#log li").count()
    play_on(*family.phones, until=lambda: family.phones[0].page.locator("#log li").count() > first + 6, seconds=90)
    family.film()
    check(family)
    ben = family.phones[1]
    hand = ben.page.locator("#walk").inner_text()
    ben.page.close()
    family.phones[1] = Person("Ben", ben.page.context.new_page(), ben.url)
    family.phones[1].open(family.table)
    family.phones[1].sees_board()
    assert "lucky colour" in hand
    assert "lucky colour" in family.phones[1].page.locator("#walk").inner_text()


@pytest.mark.long
def test_dyke_with_eight(somebody: Callable[..., Person]) -> None:
    """Nine browsers: everybody lays cards in secret, and the tablet shows the race."""
    family = Family("dyke", 8, somebody)
    check(family)
    family.film()
    for _round in range(2):
        told = family.tablet.page.locator("#log li").count()
        play_on(*family.phones, until=partial(family.has_told_more, told), seconds=180)
        family.film()
    check(family)
