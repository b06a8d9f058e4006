"""Before the first move: who begins is asked as the print asks it, in the form and in the lobby."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.people import BOT, Person

HERE = [{"kind": "here", "name": name} for name in ("Ada", "Ben", "Cleo")]


def sees(person: Person, *names: str) -> None:
    """Who sits around the table, in the order of the seats: shown a moment after the board."""
    person.sees_board()
    expect(person.page.locator("#people b")).to_have_text(list(names))


def test_the_form_asks_several_people_at_one_device(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada")
    ada.page.goto("/new/nines")
    asked = ada.page.locator("#who-begins")
    expect(asked).to_be_hidden()
    ada.page.check("input[name=preset][value=here]", force=True)
    ada.page.check("input[name=players][value='3']", force=True)
    for chair, name in enumerate(("Ada", "Ben", "Cleo")):
        ada.page.fill(f"[data-chair='{chair}'] input", name)
    expect(asked.locator("legend")).to_have_text("Who is the youngest?")
    expect(asked.locator("label")).to_have_text(["Ada", "Ben", "Cleo", "Draw lots"])
    asked.locator("label", has_text="Ben").click()
    ada.page.fill("[data-chair='1'] input", "Benno")
    expect(asked.locator("label:has(:checked)")).to_have_text("Benno")
    ada.page.click("form button.main")
    sees(ada, "Benno", "Cleo", "Ada")


@pytest.mark.parametrize("key", ["dyke", "nines", "sheepsheep"])
def test_whoever_plays_now_against_bots_begins(somebody: Callable[..., Person], key: str) -> None:
    """Nobody waits for the turns of bots, which with an hourglass are long, before a first tap."""
    ada = somebody("Ada", quick=True)
    ada.page.goto("/")
    ada.page.click(f"[data-play={key}]")
    ada.sees_board()
    expect(ada.page.locator("#people li").first).to_contain_text("you")
    ada.wait("document.body.matches('.mine-now')", 60)


def test_one_person_against_bots_is_not_asked(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada")
    ada.page.goto("/new/sheepsheep")
    expect(ada.page.locator("#who-begins")).to_be_hidden()
    table = ada.make("sheepsheep", HERE[0], {"kind": "open"}, start=False)["table"]
    ada.open(table)
    ada.page.select_option(".chairs select", "ewe")
    expect(ada.page.locator("[data-key=start]")).to_have_text("Start the game")
    expect(ada.page.locator("#lobby #who-begins")).to_have_count(0)


def test_where_dice_decide_nobody_is_asked(somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada")
    ada.page.goto("/new/shepherd")
    ada.page.check("input[name=preset][value=here]", force=True)
    expect(ada.page.locator("#who-begins")).to_have_count(0)


def test_the_chosen_one_sits_in_front_and_links_stay_good(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody("Ada", quick=True), somebody("Ben", quick=True)
    table = ada.make("sheepsheep", HERE[0], {"kind": "open"}, BOT, start=False, options={"exchanges": 1})
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    asked = ada.page.locator("#lobby #who-begins")
    expect(asked.locator("h3")).to_have_text("Who wore a woollen pullover last?")
    expect(asked.locator("button")).to_have_text(["Ada", "Ben", "Draw lots and start"])
    expect(ben.page.locator("#lobby #who-begins")).to_have_count(0)
    ada.page.click("[data-key=first-1]")
    for person in (ada, ben):
        sees(person, "Ben", "Orange", "Ada")
    ben.wait("document.body.matches('.mine-now')", 60)
    for person in (ada, ben):
        person.page.reload()
        person.sees_board()
    expect(ben.page.locator("#people li").nth(0)).to_contain_text("you")
    expect(ada.page.locator("#people li").nth(2)).to_contain_text("you")
