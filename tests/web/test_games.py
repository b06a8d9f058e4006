"""Whole games in the browser: two people and a bot, tapping what glows until it is over."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.people import BOT, Person, play_on

SHORT: dict[str, dict[str, Any]] = {
    "nines": {"segments": 5},
    "dyke": {},
    "shepherd": {"sun": 4},
    "sheepsheep": {"exchanges": 1},
}


@pytest.mark.parametrize("game", SHORT)
def test_two_people_and_a_bot_play_a_whole_game(game: str, somebody: Callable[..., Person]) -> None:
    ada, ben = somebody("Ada", quick=True), somebody("Ben", quick=True)
    table = ada.make(game, {"kind": "here", "name": "Ada"}, {"kind": "open"}, BOT, options=SHORT[game], start=False)
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("[data-key=start]")
    ada.sees_board()
    ben.sees_board()
    play_on(ada, ben, seconds=120)
    for person in (ada, ben):
        assert person.page.locator(".places li").count() == 3
        assert person.page.locator("#log li").count() > 0
        assert "#" not in person.page.url, "the link's secret part stays in no address bar"


def laid_by_ada(cards: str, ada: Person, ben: Person, cleo: Person) -> tuple[dict[str, Any], str]:
    """Ada lays cards before anybody else does: the state that was sent to Ben, and his board."""
    table = ada.make("dyke", {"kind": "here", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, start=False)
    ada.open(table["table"])
    for chair, person in ((1, ben), (2, cleo)):
        person.open(table["table"], table["invite"])
        person.sit(chair)
    ada.page.click("[data-key=first-0]")  # she begins, so that she lays the boards
    for board in ("lay A1", "lay B1"):
        ada.page.click(f".choices [data-key='{board}']")
    for card in cards[:2]:
        ada.page.click(f".choices [data-label='{card}']")
    ada.page.click(f".choices [data-key='play {cards}']")
    ada.page.click("[data-key=yes]")
    ben.wait("document.querySelector('#log').textContent.includes('Ada has laid cards')")
    (*_earlier, state) = (frame for frame in map(json.loads, ben.received) if frame["type"] == "state")
    state["steps"] = state["steps"][-1:]  # on a busy machine one message may tell of several
    return {name: value for name, value in state.items() if name != "seq"}, ben.page.inner_html("#board")


def test_secret_cards_reach_nobody_else(somebody: Callable[..., Person]) -> None:
    """Whatever Ada lays: what is sent to Ben and what is on his page stays the same to the letter."""
    people = somebody("Ada", in_words=True), somebody("Ben"), somebody("Cleo")
    sent, shown = laid_by_ada("739", *people)
    sent_otherwise, shown_otherwise = laid_by_ada("12", *people)
    assert sent == sent_otherwise
    assert shown == shown_otherwise
    assert sent["steps"][-1]["action"] == "play ?"
