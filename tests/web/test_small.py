"""For those who cannot read yet: from home to the next game without a word, and a mis-tap costs nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.web.people import AT_ONCE, BOT, GLOWING, Person

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}
WORDLESS = """
const blank = (node) => {
  const inside = node.nodeType === 3 ? node.parentElement : node;
  if (inside?.closest?.("script, style, title, desc, head")) return;
  if (node.nodeType === 3) { if (node.nodeValue.trim()) node.nodeValue = ""; return; }
  for (const name of ["title", "placeholder", "aria-label"]) node.removeAttribute?.(name);
  node.childNodes.forEach(blank);
};
new MutationObserver((all) => all.forEach(({ type, target, addedNodes }) =>
  type === "characterData" ? blank(target) : addedNodes.forEach(blank)))
  .observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Takes every text off the page the moment it appears, labels and titles too."""
TEXTS = """[...document.querySelectorAll("body *:not(script, style, title, desc, template)")]
  .flatMap((each) => [...each.childNodes]).filter((node) => node.nodeType === 3 && node.nodeValue.trim()
    && !node.parentElement.closest("script, style, title, desc")).map((node) => node.nodeValue)"""
END = "document.querySelector('.small-end')"
END_IN_VIEW = """[...document.querySelectorAll(".small-end > svg, .small-next")].every((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
})"""
MINE = "document.body.matches('.mine-now') && document.querySelector('#board .legal')"


SIZES = """[...document.querySelectorAll("#board .legal, .small-tool:not([hidden])")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return Math.min(width, height);
})"""
IN_REACH = """[...document.querySelectorAll(".top button, .top a, .side *, .panel *")].filter((each) => {
  const { x, y } = each.getBoundingClientRect();
  return document.elementFromPoint(x + 1, y + 1) === each;
}).map((each) => each.outerHTML)"""
"""Menus, words and lists that a finger could come upon."""


def child(somebody: Callable[..., Person], **how: Any) -> Person:
    made = somebody("Kim", quick=True, reduced_motion="reduce", **{**TABLET, **how})
    made.page.context.add_init_script("sessionStorage.setItem('small-thoughts', '50')")
    return made


def without_waiting(route: Route) -> None:
    """Bots at the table that is being made choose at once."""
    wish: dict[str, Any] = route.request.post_data_json or {}
    route.continue_(post_data={**wish, "manners": {**wish["manners"], **AT_ONCE}})


def tap_on_until(kim: Person, holds: str, seconds: float) -> None:
    """Tap what glows until something holds."""
    give_up = time.monotonic() + seconds
    while not kim.page.evaluate(f"Boolean({holds})"):
        if kim.page.evaluate(f"Boolean({MINE})"):
            kim.tap_something()
        kim.page.wait_for_timeout(15)
        assert time.monotonic() < give_up, kim.page.url


GAMES = ["shepherd", "nines", "sheepsheep"]


def begin(kim: Person, game: str) -> None:
    kim.page.goto("/small")
    kim.page.locator(f".small-game[data-play={game}]").tap()
    kim.wait(MINE, 60)


@pytest.mark.parametrize("game", ["shepherd", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])])
def test_a_whole_game_without_a_single_word(game: str, somebody: Callable[..., Person]) -> None:
    """From the home page to the next game, with all text taken off every page."""
    kim = child(somebody)
    kim.page.route("**/api/tables", without_waiting)
    kim.page.context.add_init_script(WORDLESS)
    kim.page.goto("/")
    kim.page.locator(".small-door").tap()
    kim.page.locator(f".small-game[data-play={game}]").tap()
    kim.sees_board()
    first = kim.page.url
    assert kim.page.evaluate(TEXTS) == []
    tap_on_until(kim, END, 150)
    assert kim.page.evaluate(TEXTS) == []
    assert kim.page.locator(".small-tools").is_hidden(), "nothing shines through"
    for width, height in [(844, 390), (568, 320), (390, 844), (1024, 768)]:
        kim.page.set_viewport_size({"width": width, "height": height})
        assert kim.page.evaluate(END_IN_VIEW), (width, height)
    kim.page.locator(".small-next").first.tap()
    kim.wait(f"location.href !== '{first}' && {MINE}", 60)
    assert "small" in kim.page.url
    assert kim.page.evaluate(TEXTS) == []


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1440, 900)])
def test_everything_is_large_enough_for_small_hands(size: tuple[int, int], somebody: Callable[..., Person]) -> None:
    kim = child(somebody, viewport={"width": size[0], "height": size[1]})
    for game in GAMES:
        begin(kim, game)
        sizes = kim.page.evaluate(SIZES)
        assert min(sizes) >= 64, (game, sizes)
        assert kim.page.evaluate(IN_REACH) == []
        assert kim.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (768, 1024), (1024, 768), (1440, 900)])
def test_the_way_out_lies_over_nothing(size: tuple[int, int], somebody: Callable[..., Person]) -> None:
    """A place of the way under the dots of the grown-ups was half deaf to fingers."""
    kim = child(somebody, viewport={"width": size[0], "height": size[1]})
    begin(kim, "nines")
    assert kim.page.evaluate(LIES_OVER) == []


LIES_OVER = """(() => {
  const out = document.querySelector(".grown-ups").getBoundingClientRect();
  return [...document.querySelectorAll("#board, .small-tool")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < out.right && out.left < box.right && box.top < out.bottom && out.top < box.bottom;
  }).map((each) => each.className);
})()"""
"""What lies under the button for grown-ups."""

ROOM = """(parts) => {
  const board = document.getElementById("board");
  const aim = (clientX, clientY) => {
    board.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY }));
    return board.dataset.aim;
  };
  const things = [...document.querySelectorAll("#board .legal")].filter((each) => parts.includes(each.dataset.part));
  const rooms = things.map((thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect(), part = thing.dataset.part;
    const [wide, high] = [right - left, bottom - top];
    const spots = [.5, .25, .75].flatMap((u) => [.5, .25, .75].map((v) => [left + wide * u, top + high * v]));
    const [x, y] = spots.find((spot) => aim(...spot) === part) ?? [0, 0];
    const far = (across, down) => {
      let steps = 0;
      while (steps < 64 && aim(x + across * (steps + 1), y + down * (steps + 1)) === part) steps += 1;
      return steps;
    };
    return [part, Math.min(far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)) + 1];
  });
  delete board.dataset.aim;
  return Object.fromEntries(rooms);
}"""
"""For each thing that glows, how far across and down a tap still means it, whatever is drawn there."""
PHONES = [(390, 844), (844, 390)]


@pytest.mark.parametrize("size", PHONES)
def test_on_a_phone_a_small_finger_has_room_for_everything(
    size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    """Fields are smaller than a finger there. What glows is met from near by, or it comes closer."""
    kim = child(somebody, viewport={"width": size[0], "height": size[1]})
    begin(kim, "shepherd")
    looked_at = 0
    while looked_at < 8:
        kim.wait(MINE, 20)
        glowing: list[str] = kim.page.evaluate(f"document.querySelector('.counting') ? [] : {GLOWING}")
        if not glowing:
            continue  # what was tapped before is just being done
        many = len(glowing) > 12  # all over the meadow, for the dog: one of them stands for all
        looked_for = [kim.rng.choice(glowing)] if many else glowing
        rooms: dict[str, int] = kim.page.evaluate(ROOM, looked_for)
        if not rooms:
            continue
        looked_at += 1
        is_tight, was_close = min(rooms.values()) < 64, kim.page.locator("#board.large").count() == 1
        one = min(rooms, key=lambda part: rooms[part]) if is_tight else kim.rng.choice(list(rooms))
        assert many or not (is_tight and was_close), rooms
        # What cannot come closer by itself, because then not all would stay in view, comes closer at a tap.
        if kim.touch(one) and is_tight and not was_close:
            assert kim.page.locator("#board.large").count() == 1
            assert kim.page.evaluate(ROOM, [one])[one] >= 64


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", ["nines", "sheepsheep"])
def test_on_a_phone_everything_is_large_enough_as_it_lies(
    game: str, size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    """These games have pictures whose every place is as large as a small finger: nothing need come closer."""
    kim = child(somebody, viewport={"width": size[0], "height": size[1]})
    begin(kim, game)
    rooms: dict[str, int] = {}
    for _tap in range(8):
        kim.wait(MINE, 20)
        sizes = kim.page.evaluate(SIZES)
        assert min(sizes, default=64) >= 64, sizes
        # Places lie 64.1 pixels apart, each a little askew: a corner may lap over its neighbour by a pixel or two, and
        # then a tap brings them closer.
        assert kim.page.locator("#board.large").count() == 0 or min(rooms.values(), default=0) >= 60, rooms
        rooms = kim.page.evaluate(ROOM, kim.page.evaluate(GLOWING))
        kim.tap_something()


def test_a_mis_tap_is_free(somebody: Callable[..., Person]) -> None:
    """What was chosen is not done at once; whoever takes it back in time has done nothing."""
    kim = child(somebody)
    kim.page.context.add_init_script("sessionStorage.setItem('small-thoughts', '4000')")
    begin(kim, "shepherd")
    before = kim.page.locator("#log li").count()
    while kim.page.locator(".small-tool.counting").count() == 0:
        kim.tap_something()
        kim.page.wait_for_timeout(100)
    kim.page.locator(".small-tool.back").tap()
    kim.page.wait_for_timeout(300)
    assert kim.page.locator(".small-tool.counting").count() == 0
    assert kim.page.locator("#log li").count() == before
    assert kim.page.locator("#board .chosen").count() == 0
    kim.wait(MINE)


def choose_slowly(kim: Person) -> None:
    """Tap until something is about to be done that goes from one place to another."""
    while kim.page.locator(".small-ghost").count() == 0:
        kim.wait(MINE)
        if not kim.page.evaluate("document.querySelector('.counting')"):
            kim.tap_something()
        kim.page.wait_for_timeout(100)


CHOSEN = "[...document.querySelectorAll('#board .chosen')].map((each) => each.dataset.part)"
SPOT = """(part) => {
  const { left, top, width, height } = document.querySelector(`#board [data-part="${part}"]`).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_what_was_chosen_is_seen_where_it_goes_and_two_taps_are_one(
    size: tuple[int, int], somebody: Callable[..., Person]
) -> None:
    kim = child(somebody, viewport={"width": size[0], "height": size[1]})
    kim.page.context.add_init_script("sessionStorage.setItem('small-thoughts', '3000')")
    begin(kim, "shepherd")
    choose_slowly(kim)
    chosen = kim.page.evaluate(CHOSEN)
    assert len(chosen) == 2
    assert kim.page.evaluate(GLOWING) == [], "nothing else looks as if it still had to be tapped"
    kim.page.touchscreen.tap(*kim.page.evaluate(SPOT, chosen[-1]))
    assert kim.page.evaluate(CHOSEN) == chosen
    assert kim.page.locator(".small-tool.counting").count() == 1, "it is still about to be done"
    kim.page.locator(".small-tool.back").tap()
    assert kim.page.locator(".small-ghost").count() == 0
    kim.wait(f"{MINE} && !document.querySelector('#board .chosen')")


def test_only_a_long_press_leads_out(somebody: Callable[..., Person]) -> None:
    kim = child(somebody)
    kim.page.goto("/small")
    kim.page.locator(".grown-ups").tap()
    kim.page.wait_for_timeout(300)
    assert kim.page.url.endswith("/small")
    kim.page.locator(".grown-ups").hover()
    kim.page.mouse.down()
    kim.page.wait_for_timeout(2000)
    kim.page.mouse.up()
    kim.wait("location.pathname === '/'")


def test_from_a_table_that_is_gone_a_picture_leads_to_the_other_games(somebody: Callable[..., Person]) -> None:
    kim = child(somebody)
    table = kim.make("shepherd", {"kind": "here"}, BOT)["table"]
    kim.page.goto(f"/t/{table}?small=1")
    kim.wait(MINE, 60)
    kim.page.evaluate(f"fetch('/api/tables/{table}', {{ method: 'DELETE' }})")
    kim.page.locator("#gone .small-next").tap()
    kim.wait("document.querySelector('.small-game')")


def test_no_key_leads_into_words(somebody: Callable[..., Person]) -> None:
    kim = child(somebody)
    begin(kim, "shepherd")
    for key in ("?", "1", "Escape"):
        kim.page.keyboard.press(key)
    assert kim.page.locator("dialog[open]").count() == 0
    kim.wait(MINE)


SPEAKS = "window.said = []; speechSynthesis.speak = (words) => window.said.push([words.text, words.lang])"


def test_what_is_asked_is_spoken_if_one_likes(somebody: Callable[..., Person]) -> None:
    """By the device's own voice, once for each question, in the language of the page."""
    kim = child(somebody, locale="de-DE")
    kim.page.context.add_init_script(SPEAKS)
    begin(kim, "shepherd")
    assert kim.page.evaluate("window.said") == []
    kim.page.locator(".small-tool.voice").tap()
    [[words, language]] = kim.page.evaluate("window.said")
    assert words
    assert language == "de"
    kim.page.locator(".small-tool.ask").tap()
    kim.wait("window.said.length === 2")
    assert kim.page.evaluate("window.said")[1][0], "what the shepherd would do is spoken, too"
    kim.page.locator(".small-tool.voice").tap()
    assert len(kim.page.evaluate("window.said")) == 2


def test_a_shepherd_who_does_not_know_yet_thinks_again(somebody: Callable[..., Person]) -> None:
    """Nobody can read here that the server only gets ready: the shepherd is seen to think, and then says what to do."""
    kim = child(somebody)
    begin(kim, "shepherd")
    asked: list[str] = []
    parts = kim.page.evaluate(GLOWING)[:1]

    def not_yet(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) < 3:
            return route.fulfill(status=503, json={"reason": "The bots are still warming up.", "code": "warming"})
        return route.fulfill(json={"action": "", "words": "This one.", "parts": parts})

    kim.page.route("**/hint*", not_yet)
    kim.page.locator(".small-tool.ask").tap()
    kim.wait("document.querySelector('.small-tool.ask.thinking')")
    kim.wait("document.querySelector('#panel .hint')?.textContent === 'This one.'", 60)
    assert len(asked) == 3
    kim.wait("document.querySelector('.small-tool.ask:not(.thinking, :disabled)')")
    kim.troubles.clear()  # what was not ready yet
