"""Takes the pictures of docs/page.md anew: `python -m tests.web.pictures [NAME …]`. On purpose only; look at them."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import CHROMIUM, QUIET, Server
from tests.web.people import AT_ONCE, Person, play_on

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"
DESK = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
NIGHT = {"color_scheme": "dark"}
GERMAN = {"locale": "de-DE"}
BOT = {"kind": "bot", "bot": "greedy"}
ADA = {"kind": "here", "name": "Ada"}


def a_while(person: Person, told: int) -> None:
    """Play until something happened that often and it is one's own turn to choose among several things."""

    def enough() -> bool:
        several = person.page.locator("#board .legal").count() > 1
        return person.is_over or (person.page.locator("#log li").count() > told and person.is_asked and several)

    play_on(person, until=enough, seconds=200)
    person.page.mouse.move(2, 2)
    person.page.wait_for_timeout(1200)


def table_of(game: str, bots: int, told: int, **options: Any) -> Callable[[Person], None]:
    def show(person: Person) -> None:
        person.open(person.make(game, ADA, *[BOT] * bots, options=options)["table"])
        person.sees_board()
        a_while(person, told)

    return show


def small(game: str, told: int, **options: Any) -> Callable[[Person], None]:
    """A table for those who cannot read yet."""

    def show(person: Person) -> None:
        person.page.add_init_script("localStorage.setItem('speed', 'none')")
        table = person.make(game, ADA, BOT, BOT, options=options)["table"]
        person.page.goto(f"/t/{table}?small=1")
        person.sees_board()
        a_while(person, told)

    return show


def home(person: Person) -> None:
    person.page.goto("/")
    person.page.wait_for_timeout(800)


def new(person: Person) -> None:
    person.page.goto("/new/shepherd")
    person.page.wait_for_timeout(500)


def rules(person: Person) -> None:
    table_of("nines", 3, 14)(person)
    person.page.locator(".why").first.click()
    person.page.wait_for_timeout(700)


def rules_page(person: Person) -> None:
    person.page.goto("/rules/shepherd")
    person.page.wait_for_timeout(500)
    person.page.locator("figure").nth(2).scroll_into_view_if_needed()
    person.page.wait_for_timeout(800)


def lobby(person: Person) -> None:
    person.open(person.make("dyke", ADA, BOT, *[{"kind": "open"}] * 4, start=False)["table"])
    person.page.wait_for_selector(".qr img")
    person.page.wait_for_timeout(500)


def curtain(person: Person) -> None:
    manners = AT_ONCE | {"lots": True}
    person.open(person.make("dyke", ADA, {"kind": "here", "name": "Ben"}, BOT, manners=manners)["table"])
    person.page.wait_for_selector("#curtain button", timeout=60_000)
    person.page.wait_for_timeout(300)


def screen(person: Person) -> None:
    table = person.make("sheepsheep", *[BOT] * 4, options={"exchanges": 3}, manners={"bot_seconds": 1})["table"]
    person.page.goto(f"/t/{table}?screen=1")
    person.sees_board()
    person.wait("document.querySelectorAll('#log li').length > 12", 60)
    person.wait("!document.body.matches('.playing')", 30)
    person.page.wait_for_timeout(400)


def ending(person: Person) -> None:
    person.page.add_init_script("localStorage.setItem('speed', 'none')")
    person.open(person.make("nines", ADA, BOT, BOT, options={"segments": 5})["table"])
    person.sees_board()
    play_on(person, seconds=200)
    person.wait("document.querySelector('.chart')", 60)
    person.page.wait_for_timeout(800)


def cards(bots: int) -> Callable[[Person], None]:
    """In the middle of laying cards: two are chosen, and the board shows where they lead."""

    def show(person: Person) -> None:
        manners = AT_ONCE | {"lots": True}
        person.open(person.make("dyke", ADA, *[BOT] * bots, manners=manners)["table"])
        person.sees_board()
        play_on(person, until=lambda: may_lay(person), seconds=60)
        tap(person, "card-3", "card-2", "lay")
        play_on(person, until=lambda: has_run(person) and may_lay(person), seconds=60)
        tap(person, "card-8", "card-5")
        person.page.mouse.move(2, 2)
        person.page.wait_for_timeout(900)

    return show


def tap(person: Person, *parts: str) -> None:
    for part in parts:
        person.touch(part)
        person.page.wait_for_timeout(300)


def has_run(person: Person) -> bool:
    """The cards of the first round are gone."""
    return not person.page.query_selector("#board #card-3")


def may_lay(person: Person) -> bool:
    return person.page.locator("#board [id^=card-].legal").count() > 6


def reveal(person: Person) -> None:
    """In the middle of the reveal: somebody's cards have turned over."""
    person.open(person.make("dyke", ADA, *[BOT] * 4, manners={"bot_seconds": 0, "lots": True})["table"])
    person.sees_board()
    play_on(person, until=lambda: may_lay(person), seconds=60)
    tap(person, "card-3", "card-7", "lay")
    person.wait("document.querySelector('#board .staged .burst, #board .staged .drop')", 40)
    person.wait("document.querySelector('#board .staged .cards ~ .number')", 40)
    person.page.wait_for_timeout(250)  # until the number stands beside them


def offline(person: Person) -> None:
    table_of("shepherd", 2, 10)(person)
    person.may_be_offline = True
    person.page.context.set_offline(True)
    person.page.wait_for_timeout(500)


PICTURES: dict[str, tuple[Callable[[Person], None], dict[str, Any]]] = {
    "home": (home, DESK),
    "home-phone-night": (home, PHONE | NIGHT | GERMAN),
    "new": (new, DESK),
    "lobby": (lobby, TABLET),
    "nines": (table_of("nines", 3, 60), DESK),
    "nines-phone": (table_of("nines", 3, 40), PHONE),
    "nines-lying": (table_of("nines", 4, 30), LYING | NIGHT | GERMAN),
    "dyke": (cards(5), DESK),
    "dyke-phone": (cards(4), PHONE),
    "dyke-reveal": (reveal, DESK),
    "shepherd": (table_of("shepherd", 3, 40), DESK | NIGHT),
    "shepherd-phone": (table_of("shepherd", 3, 30), PHONE),
    "sheepsheep": (table_of("sheepsheep", 2, 40, exchanges=3), DESK),
    "sheepsheep-phone": (table_of("sheepsheep", 2, 20, exchanges=3), PHONE | NIGHT),
    "sheepsheep-tablet-night": (table_of("sheepsheep", 3, 30), TABLET | NIGHT | GERMAN),
    "small-nines": (small("nines", 70, segments=5), TABLET),
    "small-nines-phone": (small("nines", 30, segments=5), PHONE),
    "small-shepherd-phone": (small("shepherd", 40), PHONE),
    "small-sheepsheep-phone": (small("sheepsheep", 30, exchanges=3), PHONE),
    "rules": (rules, DESK),
    "rules-german": (rules_page, TABLET | GERMAN),
    "curtain": (curtain, PHONE),
    "screen": (screen, DESK),
    "ending": (ending, DESK),
    "offline": (offline, PHONE | NIGHT),
}


def take(browser: Browser, server: Server, name: str) -> None:
    show, context = PICTURES[name]
    how: dict[str, Any] = {"locale": "en-GB"} | context
    opened = browser.new_context(base_url=server.url, **how)
    person = Person("Ada", opened.new_page(), server.url)
    show(person)
    picture = Image.open(io.BytesIO(person.page.screenshot()))
    picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        FOLDER / f"page-{name}.png", optimize=True
    )
    opened.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for name in sys.argv[1:] or PICTURES:
            take(browser, server, name)
            print(f"page-{name}.png {(FOLDER / f'page-{name}.png').stat().st_size // 1000} kB", flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
