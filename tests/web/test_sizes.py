"""Whole games by tapping the board alone, on phones, a tablet, a laptop and a large screen, with room for the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.people import BOT, Person, play_on
from tests.web.test_games import SHORT

SIZES = {(390, 844): 0.5, (844, 390): 0.65, (1024, 768): 0.55, (1440, 900): 0.6, (1920, 1080): 0.6}
"""Windows, and how much of each the picture takes at least."""

SHARE = """(() => {
  const svg = document.querySelector("#board svg.sheepfold");
  const box = svg.getBoundingClientRect(), seen = svg.viewBox.baseVal;
  const scale = Math.min(box.width / seen.width, box.height / seen.height);
  return (seen.width * seen.height * scale * scale) / (innerWidth * innerHeight);
})()"""
CASES = [
    pytest.param(game, size, marks=() if (game, size) == ("dyke", (390, 844)) else pytest.mark.long)
    for game in SHORT
    for size in SIZES
]


@pytest.mark.parametrize(("game", "size"), CASES)
def test_a_whole_game_by_tapping_the_board_alone(
    game: str, size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    width, height = size
    ada = somebody("Ada", quick=True, viewport={"width": width, "height": height})
    wish = {"bot_seconds": 0, "lots": True}
    ada.open(ada.make(game, {"kind": "here", "name": "Ada"}, BOT, BOT, options=SHORT[game], manners=wish)["table"])
    ada.sees_board()
    ada.wait("document.querySelector('#board .legal') || document.querySelector('.places')", 60)
    if not ada.is_over:
        assert ada.page.evaluate(SHARE) >= SIZES[size]
        assert ada.page.evaluate("!document.querySelector('.choices:not(.folded)')"), (
            "no list takes room from the board"
        )
    play_on(ada, seconds=150)


def test_a_large_screen_in_the_middle_of_the_table_is_nearly_all_board(somebody: Callable[..., Person]) -> None:
    screen = somebody("Screen", quick=True, viewport={"width": 1920, "height": 1080})
    for game in SHORT:
        table = screen.make(game, *[{"kind": "open"}] + [BOT] * 2, start=False)
        guest = somebody("Bo", quick=True)
        guest.open(table["table"], table["invite"])
        guest.sit(0)
        screen.page.goto(f"/t/{table['table']}?screen=1")
        screen.page.wait_for_selector("[data-key=start]")
        screen.page.click("[data-key=start]")
        screen.sees_board()
        screen.wait(f"{SHARE} >= 0.8", 5)  # once the first picture has its room
