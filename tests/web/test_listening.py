"""Whole games by those who listen: through roles, names and what is said aloud alone, and by keys alone.

Nothing here looks at a picture, a coordinate or an attribute of ours.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator

from sheepfold.core.text import MARKS
from tests.web.people import BOT, Person

SHORT: dict[str, dict[str, Any]] = {
    "nines": {"segments": 5},
    "dyke": {},
    "shepherd": {"sun": 8},
    "sheepsheep": {"exchanges": 1},
}
ADA = {"kind": "here", "name": "Ada"}
SURE = re.compile("Yes, do it")
AGAIN = re.compile("Once more")


class Listener:
    """Somebody who hears the page and has a keyboard."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.rng = person, person.page, random.Random(person.name)
        self.board = self.page.get_by_role("region", name="The board in words")
        self.panel = self.page.get_by_role("region", name="What I can do now")
        self.heard = self.page.get_by_role("log")
        self.lost = 0
        self.named: list[str] = []

    @property
    def is_over(self) -> bool:
        return self.panel.get_by_role("button", name=AGAIN).count() > 0

    def on_board(self) -> Locator:
        """What can be chosen on the board and has not been."""
        return self.board.get_by_role("button", pressed=False)

    def choices(self) -> Locator:
        """What can be pressed to go on: on the board, or to confirm."""
        return self.panel.get_by_role("button", name=SURE).or_(self.on_board())

    def choose(self) -> bool:
        """Confirm, or choose something on the board; whether there was anything."""
        sure = self.panel.get_by_role("button", name=SURE)
        found = sure if sure.count() else self.on_board()
        self.named += found.all_inner_texts()
        there = found.count()
        return there > 0 and self.press(found.nth(self.rng.randrange(there)))

    def from_list(self) -> bool:
        """Choose something from the list of all choices."""
        sure = self.panel.get_by_role("button", name=SURE)
        choices = self.panel.get_by_role("group", name=re.compile("choose|choices|tap next")).get_by_role("button")
        found = sure if sure.count() else choices
        there = found.count()
        return there > 0 and self.press(found.nth(self.rng.randrange(there)))

    def press(self, button: Locator) -> bool:
        """Go to a button and press it; afterwards the focus must still be somewhere."""
        with suppress(Error):  # somebody else may have been quicker
            button.focus(timeout=500)
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(40)
            self.lost += self.page.evaluate("document.activeElement === document.body")
            return True
        return False

    def play(self, *ways: Callable[[], bool], seconds: float) -> int:
        """Play until the game is over; how often something was chosen."""
        give_up, chosen = time.monotonic() + seconds, 0
        while not self.is_over:
            chosen += self.rng.choice(ways)()
            assert time.monotonic() < give_up, (self.panel.aria_snapshot(), self.board.aria_snapshot()[:3000])
            self.page.wait_for_timeout(15)
        return chosen


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_through_the_accessible_tree_alone(game: str, somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True)
    ada.open(ada.make(game, ADA, BOT, BOT, options=SHORT[game])["table"])
    listener = Listener(ada)
    listener.board.get_by_role("grid").first.wait_for(timeout=60_000)
    assert listener.play(listener.choose, seconds=100) >= 3  # at the least, where three rounds bring nobody anything
    assert listener.lost == 0, "the focus fell to nowhere"
    assert "won" in listener.panel.get_by_role("status").first.inner_text()
    listener.heard.locator("p", has_text=re.compile(r"\bwon\b")).last.wait_for(state="attached")
    said = listener.heard.locator("p").all_inner_texts()
    assert "won" in said[-1], "the last thing said is who has won"
    assert not [name for name in listener.named if set(name) & set(MARKS)], "a mark is no word"


def test_from_the_list_the_focus_stays_with_the_choices(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True)
    ada.open(ada.make("nines", ADA, BOT, options={"segments": 5})["table"])
    listener = Listener(ada)
    listener.board.get_by_role("grid").first.wait_for(timeout=60_000)
    assert listener.play(listener.from_list, seconds=120) > 5
    assert listener.lost == 0


def test_the_meadow_is_walked_by_arrows(somebody: Callable[..., Person]) -> None:
    """Rows are named as people say them, every piece has its owner, and legal things are buttons."""
    ada = somebody("Ada", quick=True)
    ada.open(ada.make("shepherd", ADA, BOT)["table"])
    listener = Listener(ada)
    meadow = listener.board.get_by_role("grid", name="The meadow")
    meadow.wait_for(timeout=60_000)
    assert [row.inner_text() for row in meadow.get_by_role("rowheader").all()] == [f"row {n}" for n in range(8, 0, -1)]
    words = meadow.inner_text()
    assert "Ada's sheep 1" in words
    assert words.count("'s sheep") == 4
    listener.on_board().first.wait_for()
    meadow.get_by_role("gridcell").first.focus()
    focused = "document.activeElement.textContent"
    walked = [ada.page.evaluate(focused)]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "End", "Home"):
        ada.page.keyboard.press(key)
        walked.append(ada.page.evaluate(focused))
    assert [each[:2] for each in walked] == ["a8", "b8", "b7", "a7", "h7", "a7"]
    ada.page.keyboard.press("Shift+ArrowRight")
    assert ada.page.evaluate("document.activeElement.tagName") == "BUTTON"


def test_news_is_said_in_order_and_briefly_and_then_that_it_is_ones_turn(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True)
    ada.open(ada.make("shepherd", ADA, BOT)["table"])
    listener = Listener(ada)
    listener.on_board().first.wait_for(timeout=60_000)
    for _choice in range(6):
        listener.choose()
        listener.choices().first.wait_for()
    said = listener.heard.locator("p").all_inner_texts()
    assert said[-1].startswith("Your turn."), said
    assert len(said) == len(set(enumerate(said))) <= 8
    assert all(len(each) < 400 for each in said)


def test_an_hourglass_is_heard_sparingly(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True)
    manners = {"bot_seconds": 0, "pace": "none", "ready_seconds": 0}
    ada.open(ada.make("sheepsheep", ADA, BOT, options={"seconds": 15}, manners=manners)["table"])
    listener = Listener(ada)
    listener.on_board().first.wait_for(timeout=60_000)
    ada.page.wait_for_timeout(9000)
    said = [each for each in listener.heard.locator("p").all_inner_texts() if "seconds left" in each]
    assert 1 <= len(said) <= 3, said
