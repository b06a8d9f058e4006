"""Among friends: the next game of an evening in one tap, its tally, and names and colours that are remembered."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.people import BOT, Person, play_on

SHORT = {"sun": 4}


def test_other_seats_another_game_and_the_evenings_tally(somebody: Callable[..., Person]) -> None:
    ada = somebody(quick=True)
    ada.open(ada.make("shepherd", {"kind": "here", "name": "Ada"}, BOT, options=SHORT)["table"])
    ada.sees_board()
    play_on(ada, seconds=120)
    assert ada.page.locator(".evening").count() == 0, "one game is no evening yet"
    first = ada.page.url
    ada.page.click("[data-key=other-seats]")
    ada.wait(f"location.href !== '{first}' && document.querySelector('#people .seat-1')", 60)
    ada.sees_board()
    play_on(ada, seconds=120)
    assert "2" in ada.page.inner_text(".evening h2")
    stars = ada.page.locator(".tally .points").all_inner_texts()
    assert sum(len(each) for each in stars) >= 2, "somebody has won each of the two games"
    ada.page.click("[data-key=next-nines]")
    ada.wait("document.querySelector('#title').textContent === 'All Nines'", 60)
    ada.sees_board()
    assert "Ada" in ada.page.inner_text("#people")


def test_a_name_and_a_colour_are_remembered_at_the_next_table(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody(quick=True), somebody("Ben", quick=True)
    for seat in (2, 2):
        table = ada.make("dyke", *[{"kind": "open"}] * 3, start=False)
        ben.page.goto(f"/t/{table['table']}?hand=1#{table['invite']}")
        field = ben.page.locator("[data-key=name]")
        field.wait_for()
        if field.input_value():
            assert field.input_value() == "Ben"
            assert ben.page.locator(f".chairs .seat-{seat} [data-key=name]").count() == 1
        else:
            ben.page.click(f"[data-key=sit-{seat}]")
            ben.page.fill("[data-key=name]", "Ben")
        ben.page.click(".chairs form button")
        ben.page.wait_for_selector(f".chairs .seat-{seat}:has-text('Ben')")
