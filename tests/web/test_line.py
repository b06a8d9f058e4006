"""What happens when a line breaks: reloading, losing the network, a server that is restarted."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute

from tests.web.conftest import Server
from tests.web.people import BOT, Person, play_on

STAYS = "document.body.matches('.mine-now:not(.playing)') && document.querySelectorAll('.choices button').length > 1"
"""Whether one is asked something that has more than one answer: what has only one soon plays itself."""


def at_a_table(person: Person) -> str:
    """Somebody in the middle of a game of All Nines against a bot."""
    table = person.make("nines", {"kind": "here", "name": person.name}, BOT)["table"]
    person.open(table)
    person.sees_board()
    turns = 0

    def a_few_turns() -> bool:
        nonlocal turns
        turns += person.is_asked
        return turns > 3

    play_on(person, until=a_few_turns)
    return table


def goes_on(person: Person) -> None:
    before = person.place
    play_on(person, until=lambda: person.place != before and person.page.evaluate("!document.querySelector('.bad')"))


def test_reloading_changes_nothing(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.wait(STAYS)
    places = "[...document.querySelectorAll('#board [id^=pawn]')].map((e) => e.getAttribute('transform')).join()"
    before = ada.page.evaluate(places)
    ada.page.reload()
    ada.sees_board()
    ada.wait(STAYS)
    assert ada.page.evaluate(places) == before
    goes_on(ada)


def test_a_lost_network_says_so_and_heals(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.may_be_offline = True
    ada.page.context.set_offline(True)
    ada.page.wait_for_selector("#link-state.bad")
    assert ada.page.inner_text("#link-state")
    ada.page.context.set_offline(False)
    ada.page.wait_for_selector("#link-state:not(.bad)", state="attached")
    ada.may_be_offline = False
    goes_on(ada)


def test_a_line_on_which_nothing_is_heard_is_given_up(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    table = ada.make("nines", {"kind": "here", "name": ada.name}, BOT)["table"]
    lines: list[WebSocketRoute] = []

    def the_first_is_dead(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.connect_to_server()

    ada.page.route_web_socket("**/live?*", the_first_is_dead)
    ada.page.clock.install()
    ada.open(table)
    ada.page.wait_for_selector("#board", state="attached")
    while not lines:
        ada.page.wait_for_timeout(20)
    ada.page.clock.fast_forward(9_000)
    ada.sees_board()
    assert len(lines) == 2


def test_a_restart_of_the_server_loses_nothing(somebody: Callable[..., Person], server: Server) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.may_be_offline = True
    ada.wait("document.body.matches('.mine-now:not(.playing)')")
    told = ada.page.locator("#log li").first.inner_text().splitlines()[-1]
    server.stop()
    ada.page.wait_for_selector("#link-state.bad")
    server.start()
    ada.page.wait_for_selector("#link-state:not(.bad)", state="attached")
    ada.wait("document.body.matches('.mine-now:not(.playing)')")
    assert told in ada.page.inner_text("#log")  # perhaps no longer first: the die may have been told since
    goes_on(ada)


def at_one_table(ada: Person, ben: Person, **manners: object) -> None:
    """Two people and nobody else, in the middle of a game without secrets."""
    table = ada.make(
        "nines", {"kind": "here", "name": "Ada"}, {"kind": "open"}, manners={"bot_seconds": 0, **manners}, start=False
    )
    ada.open(table["table"])
    ben.open(table["table"], table["invite"])
    ben.sit(1)
    ada.page.click("[data-key=first-0]")
    for person in (ada, ben):
        person.sees_board()


def test_taking_back_needs_the_others_to_agree(somebody: Callable[..., Person]) -> None:
    ada, ben = somebody("Ada"), somebody("Ben")
    at_one_table(ada, ben)
    play_on(ada, ben, until=lambda: ben.is_asked and bool(ada.page.query_selector("[data-key=undo]")))
    ada.page.click("[data-key=undo]")
    ben.page.click("[data-key=agree]")
    ben.wait("document.querySelector('#log').textContent.includes('Ada takes back a choice')")
    ada.wait("document.body.matches('.mine-now:not(.playing)')")


def test_what_has_only_one_answer_waits_while_somebody_asks_to_take_back(somebody: Callable[..., Person]) -> None:
    """It was played all the same, and the question was gone before anybody could answer it."""
    ada, ben = somebody("Ada", quick=True), somebody("Ben", quick=True)
    at_one_table(ada, ben)
    only_one = "document.querySelectorAll('.choices button').length === 1"
    may_ask = "document.querySelector('[data-key=undo]')"

    def is_bens_only_answer() -> bool:
        return ben.is_asked and ben.page.evaluate(f"{only_one}") and bool(ada.page.evaluate(f"Boolean({may_ask})"))

    play_on(ada, ben, until=is_bens_only_answer, seconds=120)
    ada.page.click("[data-key=undo]")
    ben.page.wait_for_selector("[data-key=agree]")
    ben.page.wait_for_timeout(2500)
    ben.page.click("[data-key=agree]")
    ben.wait("document.querySelector('#log').textContent.includes('Ada takes back a choice')")


def test_a_bot_keeps_the_chair_of_somebody_who_is_away(somebody: Callable[..., Person]) -> None:
    """After a while the others may ask for it; whoever comes back by the link plays on."""
    ada, ben = somebody("Ada"), somebody("Ben")
    at_one_table(ada, ben, absent_seconds=5)
    table = ben.page.url
    ben.page.goto("about:blank")
    ada.page.wait_for_selector("#people .absent")
    ada.page.click("[data-key=keep-1]")
    ada.wait("document.querySelector('#people li:nth-child(2)').textContent.includes('a bot keeps the chair')")
    ben.page.goto(table)
    ben.sees_board()
    ada.wait("!document.querySelector('#people li:nth-child(2)').textContent.includes('a bot keeps the chair')")
    play_on(ada, ben, until=lambda: ben.is_asked)
