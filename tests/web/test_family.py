"""A tablet in the middle and phones as hands: joined by the QR code's link, and a phone that leaves loses nothing.

FILM=folder keeps a picture of everybody at every stage, for people to look at.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sheepfold.server.http.api import qr_svg
from tests.web.conftest import Server
from tests.web.people import AT_ONCE, Person, play_on

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hedi"]


class Family:
    """A table in the middle, and everybody with a phone of their own."""

    def __init__(self, game: str, players: int, somebody: Callable[..., Person], **options: Any) -> None:
        self.game = game
        self.tablet = somebody("tablet", quick=True, **TABLET)
        chairs = [{"kind": "open"}] * players
        table = self.tablet.make(game, *chairs, options=options, manners={**AT_ONCE, "lots": True}, start=False)
        self.table = table["table"]
        self.tablet.page.goto(f"/t/{self.table}?screen=1")
        self.tablet.page.wait_for_selector(".lobby .qr img")
        self.phones = [somebody(name, quick=True, **PHONE) for name in NAMES[:players]]
        self.joined_in = [self.join(phone, table["invite"]) for phone in self.phones]
        print("seconds from the scanned link to a chair:", *(f"{each:.1f}" for each in self.joined_in))
        self.tablet.page.locator("[data-key=start], [data-key=first-0]").first.click()
        for person in (self.tablet, *self.phones):
            person.sees_board()
        self.strip = 0

    def join(self, phone: Person, invite: str) -> float:
        """Open what the code leads to and write a name, as the page asks at once; how long that takes."""
        phone.fetch("/api/games")  # the phone is on, and in the house's network
        begun = time.monotonic()
        phone.page.goto(f"/t/{self.table}?hand=1#{invite}")
        phone.page.fill("[data-key=name]", phone.name)
        phone.page.click(".chairs form button")
        phone.page.wait_for_selector(f".chairs li:has-text('{phone.name}')")
        return time.monotonic() - begun

    def has_told_more(self, than: int) -> bool:
        return self.tablet.page.locator("#log li").count() > than

    def film(self) -> None:
        """A picture of everybody, for people to look at: where FILM says."""
        folder = os.environ.get("FILM")
        if not folder:
            return
        for person in (self.tablet, *self.phones):
            person.page.screenshot(path=str(Path(folder) / f"{self.game}-{self.strip:02}-{person.name}.png"))
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
    assert family.tablet.page.evaluate(NAMES_OUT) == [], "every name lies whole between the board and the edge"
    assert family.tablet.page.evaluate(WAY_IN) == [], "the way in covers nothing of the board"
    assert max(family.joined_in) < 10
    assert family.tablet.page.evaluate(ROUND) == NAMES[: len(family.phones)], "whoever is next sits at one's left"
    for phone in family.phones:
        assert phone.page.locator("#board [data-places=square], #board #deck").count() == 0, "a hand, and no board"


ROUND = """[...document.querySelectorAll(".seats-at li")].map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const [across, down] = [left + width / 2 - innerWidth / 2, top + height / 2 - innerHeight / 2];
  const angle = (Math.atan2(down, across) / Math.PI * 180 + 360 - 45) % 360;
  return [angle, each.querySelector("b").textContent];
}).sort(([one], [other]) => one - other).map(([, name]) => name)"""
"""Everybody's name round the table, clockwise as it is seen from above, from the right corner of the lower side."""


WAY_IN = """(() => {
  const covers = document.querySelector(".way-in").getBoundingClientRect();
  return [...document.querySelectorAll("#board, .seats-at li")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < covers.right && covers.left < box.right && box.top < covers.bottom && covers.top < box.bottom;
  }).map((each) => each.className);
})()"""
"""What lies under the code in the corner."""


def test_on_every_screen_names_code_and_board_have_their_places(somebody: Callable[..., Person]) -> None:
    """Long names too, and also where the middle of the table is a phone that lies."""
    ada = somebody(quick=True)
    names = ("Maximiliane-Charlotte", "Bartholomäus", "Ömer", "Wilhelmina Friederike", "Jo")
    table = ada.make("nines", *[{"kind": "here", "name": name} for name in names])["table"]
    ada.page.goto(f"/t/{table}?screen=1")
    ada.sees_board()
    ada.page.wait_for_selector(".way-in img")
    for width, height in [(844, 390), (768, 1024), (1024, 768), (1440, 900)]:
        ada.page.set_viewport_size({"width": width, "height": height})
        shape = "upright" if height > width else "wide"
        ada.wait(f"(document.body.style.getPropertyValue('--aspect') < 1 ? 'upright' : 'wide') === '{shape}'")
        assert ada.page.evaluate(NAMES_OUT) == [], (width, height)
        assert ada.page.evaluate(COVERED) == [], (width, height)


COVERED = """(() => {
  const covers = document.querySelector(".way-in").getBoundingClientRect();
  return [...document.querySelectorAll("#board svg [id^=mat-], .seats-at li")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < covers.right && covers.left < box.right && box.top < covers.bottom && covers.top < box.bottom;
  }).map((each) => each.id || each.textContent);
})()"""
"""Which names and mats lie under the code."""


NAMES_OUT = """[...document.querySelectorAll(".seats-at li")].filter((each) => {
  const board = document.getElementById("board").getBoundingClientRect();
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const apart = right <= board.left || left >= board.right || bottom <= board.top || top >= board.bottom;
  return !apart || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((each) => each.textContent)"""


def test_the_code_in_the_middle_is_one_for_hands(somebody: Callable[..., Person], server: Server) -> None:
    ada = somebody()
    table = ada.make("dyke", *[{"kind": "open"}] * 3, start=False)
    ada.page.goto(f"/t/{table['table']}?screen=1")
    source = ada.page.locator(".lobby .qr img").get_attribute("src")
    assert source
    assert ada.fetch(source)["text"] == qr_svg(f"{server.url}/t/{table['table']}?hand=1#{table['invite']}").decode()


def test_sheepsheep_with_four(somebody: Callable[..., Person]) -> None:
    family = Family("sheepsheep", 4, somebody, exchanges=1)
    check(family)
    family.film()
    first = family.phones[0].page.locator("#log li").count()
    play_on(*family.phones, until=lambda: family.phones[0].page.locator("#log li").count() > first + 6, seconds=90)
    family.film()
    check(family)
    ben = family.phones[1]
    ben.page.click("#hand-or-board")
    ben.page.wait_for_selector("#board #deck", state="attached")
    ben.page.click("#hand-or-board")
    ben.wait("!document.querySelector('#board #deck')")


def test_a_phone_that_leaves_loses_nothing(somebody: Callable[..., Person]) -> None:
    """It comes back by the table's plain address, without the code: the chair, the hand and what was laid are there."""
    family = Family("dyke", 3, somebody)
    ben = family.phones[1]
    ben.wait("document.querySelector('#board #lay')", 60)
    assert ben.touch("card-7")
    ben.wait("document.querySelector('#board #lay.legal')")
    assert ben.touch("lay")
    ben.wait(LAID)
    ben.page.close()
    family.tablet.page.wait_for_selector(".seats-at .absent")
    family.phones[1] = ben = Person("Ben", ben.page.context.new_page(), ben.url)
    ben.open(family.table)
    ben.wait(LAID)
    assert ben.page.locator("#board [data-part^=card-]").count() == 10
    assert ben.page.locator("#board [data-places=square]").count() == 0, "still a hand"
    family.tablet.page.wait_for_selector(".seats-at:not(:has(.absent))", state="attached")
    told = family.tablet.page.locator("#log li").count()
    play_on(*family.phones, until=partial(family.has_told_more, told), seconds=90)


LAID = "document.querySelector('#board #card-7 > [opacity]:not(.halo)')"
"""The card of the seven lies on the table, pale in the hand."""
STATE = '{"type":"state"'
NUMBERED = re.compile(r'"(seq|length|decision)":\d+,?')


def test_the_tablet_is_sent_the_same_bytes_whichever_card_lies(somebody: Callable[..., Person]) -> None:
    """That somebody has laid cards is for all to see; which, nothing tells that is sent to the middle."""
    family = Family("dyke", 3, somebody)
    sent = [sent_while_laid(family, card) for card in (7, 3, 0)]
    assert sent[0]
    assert sent[0] == sent[1] == sent[2]


def sent_while_laid(family: Family, card: int) -> list[str]:
    """What the tablet is sent while the second at the table lays a card."""
    tablet, ben = family.tablet, family.phones[1]
    lies = LAID.replace("card-7", f"card-{card}")
    ben.wait(f"document.querySelector('#board #card-{card}.legal')", 60)
    tablet.wait("document.querySelector('.seats-at .seat-1.acting')")
    begun = len(tablet.received)
    assert ben.touch(f"card-{card}")
    ben.wait("document.querySelector('#board #lay.legal')")
    assert ben.touch("lay")
    ben.wait(lies)
    tablet.wait("document.querySelector('.seats-at .seat-1:not(.acting)')")
    said = [NUMBERED.sub("", each) for each in tablet.received[begun:] if each.startswith(STATE)]
    ben.page.click("[data-key=undo]")
    ben.wait(f"!({lies})")
    return said


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
    if not family.tablet.is_over:
        check(family)
