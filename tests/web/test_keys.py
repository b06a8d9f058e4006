"""Evenings by keys alone: from home to the next game, where Tab, arrows and Enter lead.

What has the focus is read from the accessible tree, as a screen reader does: its role and name, where it is, and
whether it is pressed. Keys go to nothing but what has the focus.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.web.people import AT_ONCE, BOT, Person
from tests.web.test_listening import Listener

SHORT: dict[str, dict[str, str]] = {
    "All Nines": {"How many segments": "5"},
    "East Frisian Sheep Hustle": {},
    "The Shepherd": {"How many places the sun goes": "8"},
    "Sheep Sheep": {"Play without hourglass": "1"},
}
"""The four games by their names, and what is put into their forms so that they are over soon."""
BOARD, LISTS = "The board in words", {"What is left to choose", "All choices in words", "What to tap next"}
MOST = 150


@dataclass(frozen=True)
class Focused:
    """What is said of what has the focus: what it is, and in what it is."""

    role: str
    name: str
    about: str
    is_pressed: bool
    within: frozenset[str]

    @property
    def can_be_chosen(self) -> bool:
        """Whether it is one of the choices, on the board or in the list, or the last word."""
        is_choice = BOARD in self.within or self.within & LISTS or self.name == "Yes, do it"
        return self.role == "button" and not self.is_pressed and bool(is_choice)


class Keyboard:
    """Somebody with a keyboard and nothing else."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.rng = person, person.page, random.Random(person.name)
        self.listener = Listener(person)
        self.line = self.page.context.new_cdp_session(self.page)
        self.line.send("Accessibility.enable")
        self.lost: list[Focused] = []

    def focused(self) -> Focused:
        here = self.line.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        node, *around = self.line.send("Accessibility.getAXNodeAndAncestors", {"objectId": here["objectId"]})["nodes"]
        said = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        names = frozenset(_text(each, "name") for each in around)
        role, name, about = (_text(node, what) for what in ("role", "name", "description"))
        return Focused(role, name, about, said.get("pressed") == "true", names)

    def press(self, key: str) -> Focused:
        self.page.keyboard.press(key)
        return self.focused()

    def seek(self, wanted: Callable[[Focused], bool], key: str = "Tab") -> Focused:
        """Press a key until something wanted has the focus."""
        passed = [self.focused()]
        while not wanted(passed[-1]):
            assert len(passed) < MOST, [(each.role, each.name) for each in passed]
            passed.append(self.press(key))
        return passed[-1]

    def enter(self) -> None:
        """Press what has the focus; something must have it afterwards."""
        pressed = self.focused()
        self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(60)
        if self.focused().role == "RootWebArea":
            self.lost.append(pressed)

    def set_a_table(self, game: str) -> None:
        """From home through the form to a table of three."""
        self.page.goto("/")
        self.seek(lambda each: each.name == "New table" and game in each.about)
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name="Set the table").wait_for()
        self.seek(lambda each: each.role == "radio" and each.name.isdigit())
        self.seek(lambda each: each.name == "3", "ArrowLeft" if self.focused().name > "3" else "ArrowRight")
        for words, value in SHORT[game].items():
            field = self.seek(lambda each, words=words: each.name.startswith(words))
            if field.role == "spinbutton":
                self.page.keyboard.press("Control+A")
            self.page.keyboard.type(value)
        self.seek(lambda each: each.name == "Set the table")
        self.page.keyboard.press("Enter")
        self.listener.board.get_by_role("grid").first.wait_for(timeout=60_000)

    def may_choose(self) -> bool:
        return self.listener.choices().count() > 0

    def choose(self) -> None:
        """Go to something that can be chosen, and on from there by a few more, and press it."""
        for key in ("Shift+ArrowRight", "Shift+ArrowLeft"):
            if not self.focused().can_be_chosen and BOARD in self.focused().within:
                self.press(key)
        back = "What I can do now" in self.focused().within and self.rng.random() < 0.5
        self.seek(lambda each: each.can_be_chosen, "Shift+Tab" if back else "Tab")
        for _step in range(self.rng.randrange(4)):
            before = self.focused()
            if BOARD in before.within and not self.press("Shift+ArrowRight").can_be_chosen:
                self.press("Shift+ArrowLeft")
        if self.focused().can_be_chosen:
            self.enter()

    def play(self, seconds: float) -> None:
        give_up = time.monotonic() + seconds
        while not self.listener.is_over:
            if self.may_choose():
                self.choose()
            assert time.monotonic() < give_up, (self.focused(), self.listener.panel.aria_snapshot())
            self.page.wait_for_timeout(15)


def _text(node: dict[str, Any], what: str) -> str:
    return str(node.get(what, {}).get("value") or "")


def with_quick_bots(route: Route) -> None:
    """The form's table, with bots that choose anything at once."""
    wish: dict[str, Any] = route.request.post_data_json or {}
    chairs = [BOT if chair["kind"] == "bot" else chair for chair in wish["chairs"]]
    route.continue_(post_data={**wish, "chairs": chairs, "manners": {**wish["manners"], **AT_ONCE}})


@pytest.mark.parametrize(
    "game", ["Sheep Sheep", *(pytest.param(game, marks=pytest.mark.long) for game in list(SHORT)[:3])]
)
def test_from_home_to_the_next_game_by_keys_alone(game: str, somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True)
    ada.page.route("**/api/tables", with_quick_bots)
    keys = Keyboard(ada)
    keys.set_a_table(game)
    keys.play(seconds=200)
    assert not keys.lost, "the focus fell to nowhere"
    keys.seek(lambda each: each.role == "button" and each.name == "Once more")
    keys.page.keyboard.press("Enter")
    keys.listener.choices().first.wait_for(timeout=60_000)
    keys.seek(lambda each: each.can_be_chosen)


PAGES = ("/", "/small", "/new/dyke", "/rules/shepherd", "/how/nines", "/replay", "/rules/nothing")
SIZES = [(1280, 800), (390, 844), (720, 450), (320, 256)]
"""A desk, a phone, and a desk at 200 % and at 400 %."""
HIDDEN = """(() => {
  const it = document.activeElement;
  if (it === document.body) return null;
  // What is only for listening is seen in words, and pointed at in the picture.
  const seen = it.closest(".walk") ? document.querySelector(".walk-here") : it.closest("label") ?? it;
  const { left, top, width, height } = seen.getBoundingClientRect();
  const parts = [.1, .3, .5, .7, .9];
  const spots = parts.flatMap((u) => parts.map((v) => document.elementFromPoint(left + width * u, top + height * v)));
  return spots.some((spot) => spot && (seen.contains(spot) || spot.contains(it))) ? "" : it.outerHTML.slice(0, 160);
})()"""
"""What has the focus, if nothing of it is to be seen; empty: it is seen; null: nothing has it."""


def hidden_on_the_way(person: Person, most: int) -> list[str]:
    """Everything Tab leads to, forwards and back, without its being seen."""
    hidden: list[str] = []
    for key in ("Tab", "Shift+Tab"):
        person.page.evaluate("document.activeElement.blur()")
        for _step in range(most):
            person.page.keyboard.press(key)
            found = person.page.evaluate(HIDDEN)
            if found is None:
                break
            hidden += [found] if found else []
    return hidden


@pytest.mark.parametrize("size", SIZES)
def test_what_has_the_focus_is_seen_on_every_page(size: tuple[int, int], somebody: Callable[..., Person]) -> None:
    ada = somebody(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    for address in PAGES:
        ada.page.goto(address)
        assert hidden_on_the_way(ada, 70) == [], address
    ada.troubles.clear()  # the address that leads nowhere


@pytest.mark.parametrize("size", SIZES)
def test_what_has_the_focus_is_seen_at_a_table(size: tuple[int, int], somebody: Callable[..., Person]) -> None:
    ada = somebody(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", quick=True)
    for game in ("dyke", "shepherd"):
        ada.open(ada.make(game, {"kind": "here", "name": "Ada"}, BOT, BOT, manners=AT_ONCE | {"lots": True})["table"])
        ada.sees_board()
        ada.wait("document.querySelector('#board .legal')", 60)
        assert hidden_on_the_way(ada, 60) == [], game
    ada.page.click("#open-more")
    assert hidden_on_the_way(ada, 40) == [], "the menu"
