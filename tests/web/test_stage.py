"""What happens is seen and heard: the page plays it, can be hurried, and always ends at the newest position."""

from __future__ import annotations

import html
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web import film
from tests.web.conftest import Server
from tests.web.people import BOT, Person

ADA = {"kind": "here", "name": "Ada"}
PLAYING = "document.body.matches('.playing')"
THERE = "document.querySelector('#board svg.sheepfold') && !document.body.matches('.playing')"


def at_a_table(person: Person) -> None:
    """In the middle of a game, with a choice to make that nobody else makes."""
    person.open(person.make("shepherd", ADA, BOT, BOT)["table"])
    person.sees_board()
    asked(person)
    choose(person.page)
    asked(person)


def asked(person: Person) -> None:
    person.wait(f"document.querySelectorAll('.choices button').length > 1 && {THERE}")


def choose(page: Page) -> None:
    """Take the first choice there is."""
    page.evaluate("document.querySelector('.choices button').click()")


def shows_the_newest(person: Person) -> None:
    """The board is, or within a moment becomes, the last one that the server sent."""
    shown, sent = "", None
    for _look in range(100):
        shown = person.page.evaluate("document.querySelector('#board desc').textContent")
        newest = next(frame for frame in reversed(person.received) if '"type":"state"' in frame[:40])
        sent = html.unescape(json.loads(newest)["picture"].partition("<desc>")[2].partition("</desc>")[0])
        if shown == sent:
            return
        person.page.wait_for_timeout(50)  # bots may still be at it
    assert shown == sent


AS_SENT = """(picture) => {
  const bare = (svg) => {
    for (const each of svg.querySelectorAll(":scope > .trail, :scope > .ahead")) each.remove();
    for (const each of svg.querySelectorAll(".legal, .chosen")) each.classList.remove("legal", "chosen");
    for (const each of svg.querySelectorAll("[class='']")) each.removeAttribute("class");
    svg.removeAttribute("aria-label");
    return svg;
  };
  const sent = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  return bare(document.querySelector("#board svg").cloneNode(true)).isEqualNode(bare(sent));
}"""
"""Whether the picture on the board is that one, apart from what glows and where the last turn took place."""


def assert_nothing_is_left_over(person: Person) -> None:
    """The picture on the board is the last one sent, to the letter: nothing that was played is still in it."""

    def is_as_sent() -> bool:
        newest = next(frame for frame in reversed(person.received) if '"type":"state"' in frame[:40])
        return person.page.evaluate(AS_SENT, json.loads(newest)["picture"])

    give_up = time.monotonic() + 10
    while not is_as_sent():
        assert time.monotonic() < give_up, "something else is on the board"
        person.page.wait_for_timeout(50)  # bots may still be at it


def address_of(page: Page, script: str) -> str:
    """Where a script lies, beside those that a page has."""
    table = page.evaluate("[...document.scripts].map((each) => each.src).find((each) => each.includes('/static/'))")
    return table.rpartition("/")[0] + "/" + script


# ---------------------------------------------------------------------------------------------- the player

COUNT_LAYERS = """() => {
  window.layers = [];
  const count = () => layers.push(document.querySelectorAll("#board .staged:not(.ground)").length);
  new MutationObserver(count).observe(document.getElementById("board"), { childList: true, subtree: true });
}"""
"""From now on, how many layers lie over the picture on which something is played: noted however short that is."""


def test_what_happens_is_played_and_ends_where_the_server_says(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.page.evaluate(COUNT_LAYERS)
    choose(ada.page)
    ada.wait("Math.max(...layers) > 0")
    asked(ada)
    shows_the_newest(ada)
    assert ada.page.evaluate("Math.max(...layers)") == 1
    assert ada.page.locator("#board .staged").count() == 0


def test_space_a_tap_and_a_button_end_what_is_played(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    for hurry in (
        lambda: ada.page.keyboard.press("Space"),
        lambda: ada.page.mouse.click(600, 200),
        lambda: ada.page.click("[data-key=quicker]"),
    ):
        ada.page.evaluate("document.querySelector('[data-key=repeat]').click()")
        ada.wait(PLAYING)
        hurry()
        ada.wait(THERE, 5)
        assert_nothing_is_left_over(ada)


def test_choices_can_be_made_while_it_is_played(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.page.evaluate("document.querySelector('[data-key=repeat]').click()")
    ada.wait(PLAYING)
    assert ada.page.evaluate("document.body.matches('.mine-now')")


def test_nothing_moves_but_everything_is_marked_and_said(somebody: Callable[..., Person]) -> None:
    ada = somebody(reduced_motion="reduce")
    at_a_table(ada)
    ada.page.evaluate("document.querySelector('[data-key=repeat]').click()")
    ada.wait("document.querySelector('#board .staged .ring')")
    assert ada.page.evaluate("document.querySelector('.caption').textContent")
    moving = "document.getAnimations().filter((each) => each.playState === 'running').length"
    for _look in range(5):
        assert ada.page.evaluate(moving) == 0
        ada.page.wait_for_timeout(80)


def test_a_device_that_wants_to_see_nothing_sees_the_newest_at_once(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.page.evaluate("localStorage.setItem('speed', 'none')")
    for _turn in range(3):
        choose(ada.page)
        ada.wait("document.body.matches('.mine-now')")
        assert not ada.page.evaluate(PLAYING)
        asked(ada)


def test_the_last_turn_stays_marked(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.page.evaluate("document.querySelector('[data-key=repeat]').click()")
    ada.wait(PLAYING)
    ada.wait("document.querySelectorAll('#board .trail').length === 1")


def test_the_sound_can_be_muted_and_stays_so(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    at_a_table(ada)
    ada.page.click("[data-key=mute]")
    assert ada.page.get_attribute("[data-key=mute]", "aria-label") == "Sound on"
    ada.page.reload()
    ada.sees_board()
    assert ada.page.get_attribute("[data-key=mute]", "aria-label") == "Sound on"


LEFT_OVER = """async (address) => {
  const { morph } = await import(address);
  const picture = (inside) => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`, "image/svg+xml").documentElement;
  const live = picture('<g id="end" data-part="end"><g class="face"/></g><g id="card"><rect/></g>');
  document.body.append(live);
  morph(live, picture('<g id="other"><rect/></g>'));
  return [live.querySelectorAll(".face").length, live.querySelectorAll("[aria-hidden]").length];
}"""
"""Of a button and of a card that the next picture has no more: how many are still seen."""


def test_what_is_gone_fades_but_a_button_is_gone_at_once(browser: Browser, server: Server) -> None:
    """It is only seen by who may press it, and must not light up for the others when it goes."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    assert page.evaluate(LEFT_OVER, address_of(page, "morph.js")) == [0, 1]
    context.close()


MOVED = """async ([address, here, there]) => {
  const { morph } = await import(address);
  const things = (ids) => ids.map((id) => `<g id="${id}"><rect/></g>`).join("");
  const picture = (ids) => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${things(ids)}</svg>`, "image/svg+xml").documentElement;
  const live = picture(here);
  document.body.append(live);
  const watching = new MutationObserver(() => {});
  watching.observe(live, { childList: true, subtree: true });
  morph(live, picture(there), { atOnce: true });
  const added = watching.takeRecords().flatMap((each) => [...each.addedNodes]).map((each) => each.id);
  return [[...live.children].map((each) => each.id), added];
}"""
"""From one picture to the next: what stands there then, in order, and what was put there for that."""


@pytest.mark.parametrize(
    ("here", "there", "put"),
    [("abcdef", "bcdefa", "a"), ("abcdef", "fabcde", "f"), ("abcdef", "acebdf", None), ("abc", "xbaz", None)],
)
def test_only_what_stands_elsewhere_is_laid_out_anew(
    browser: Browser, server: Server, here: str, there: str, put: str | None
) -> None:
    """A card that comes to lie on top of all others does not take all others out and put them in again."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    stands, added = page.evaluate(MOVED, [address_of(page, "morph.js"), list(here), list(there)])
    context.close()
    assert "".join(stands) == there
    if put is not None:
        assert added == [put]
    assert len(added) < len(there)


PLAYED = """async ([address, things, beats]) => {
  const { Player } = await import(address);
  const picture = () => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">
      <g data-places="square" data-at="50 60 310 220"/>${Object.entries(things).map(([id, [x, y]]) =>
        `<g id="${id}" transform="translate(${x} ${y})"><circle class="of-${id}" r="20"/></g>`).join("")}</svg>`,
    "image/svg+xml").documentElement;
  const live = picture();
  document.body.append(live);
  const player = new Player(live, picture(), { say() {} });
  await player.play(beats, 1);
  for (const motion of document.getAnimations()) motion.finish(); // a busy machine may be behind
  await new Promise((go) => setTimeout(go));
  const page = live.getBoundingClientRect(), seen = {};
  for (const each of live.querySelectorAll("circle, .pool")) {
    const hidden = [each, each.parentNode].some((one) => getComputedStyle(one).opacity === "0");
    const { left, width, top, height } = each.getBoundingClientRect();
    const at = [left + width / 2 - page.left, top + height / 2 - page.top].map(Math.round);
    if (!hidden) (seen[each.getAttribute("class")] ??= []).push(at);
  }
  return [seen, live.querySelectorAll(".drop, .cloud").length];
}"""
"""Plays beats with round things: where what can be seen is in the end, and how much of the rain is left over."""


@pytest.fixture
def played(browser: Browser, server: Server) -> Iterator[Callable[..., tuple[dict[str, list[list[int]]], int]]]:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    yield lambda things, beats: page.evaluate(PLAYED, [address_of(page, "player.js"), things, beats])
    context.close()


def test_rain_falls_on_the_very_place_that_gets_wet(played: Callable[..., Any]) -> None:
    seen, left_over = played({}, [{"verb": "rain", "what": ["square-1"], "lasts": 200}])
    assert seen == {"pool": [[310, 220]]}
    assert left_over == 0


def test_two_things_that_change_places_are_each_seen_on_their_way(played: Callable[..., Any]) -> None:
    there = {"verb": "fly", "what": ["hand"], "to": ["cell"], "lasts": 120}
    back = {"verb": "fly", "what": ["cell"], "to": ["hand"], "lasts": 120, "after": 0}
    seen, _rain = played({"hand": [60, 250], "cell": [300, 80]}, [there, back])
    assert seen == {"of-hand": [[300, 80]], "of-cell": [[60, 250]]}


def test_what_takes_something_away_is_itself_again_when_that_is_gone(played: Callable[..., Any]) -> None:
    """The imp takes a lifesaver, and goes to somebody else."""
    takes = {"verb": "fly", "what": ["ring"], "to": ["imp"], "lasts": 120}
    gone = {"verb": "vanish", "what": ["ring"], "lasts": 60}
    goes = {"verb": "slide", "what": ["imp"], "to": ["mat"], "lasts": 60}
    seen, _rain = played({"ring": [60, 250], "imp": [300, 80], "mat": [150, 150]}, [takes, gone, goes])
    assert seen == {"of-imp": [[150, 150]], "of-mat": [[150, 150]]}


def test_a_die_comes_down_with_what_looks_like_another_thing(played: Callable[..., Any]) -> None:
    rolls = {"verb": "roll", "what": ["die"], "to": ["sun"], "lasts": 120}
    seen, _rain = played({"die": [60, 250], "sun": [300, 80]}, [rolls])
    assert seen == {"of-die": [[60, 250]], "of-sun": [[60, 250], [300, 80]]}


GROWS = """async ([address, beats, larger]) => {
  const { Player } = await import(address);
  const picture = (x, y, size) => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">
      <g data-places="square" data-at="50 60 310 220 110 60 320 60"/>
      <g id="sheep" transform="translate(${x} ${y}) scale(${size})"><circle r="20"/></g></svg>`,
    "image/svg+xml").documentElement;
  const live = picture(20, 270, 0.5);
  document.body.append(live);
  const player = new Player(live, picture(310, 220, larger ? 1 : 0.25), { say() {} });
  const done = player.play(beats, 1), sizes = [], page = live.getBoundingClientRect();
  const look = () => {
    const { left, top, width, height } = live.querySelector("#sheep circle").getBoundingClientRect();
    sizes.push([left + width / 2 - page.left, top + height / 2 - page.top, width].map(Math.round));
  };
  const looking = setInterval(look, 10);
  await done;
  clearInterval(looking);
  for (const motion of document.getAnimations()) motion.finish();
  look();
  live.remove();
  return sizes;
}"""
"""Where the middle of a sheep was and how large it was, again and again while it was played, and at its end."""


def test_who_sets_out_grows_to_the_size_it_has_on_its_way(browser: Browser, server: Server) -> None:
    """Beside the first square there is little room; whoever has been moved before still keeps to the way."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    pushed = {"verb": "slide", "what": ["sheep"], "to": ["square-0"], "lasts": 60}
    runs = {"verb": "run", "what": ["sheep"], "to": ["square-2", "square-3", "square-1"], "lasts": 300}
    wet = {"verb": "splash", "what": ["sheep"], "lasts": 60}
    seen = page.evaluate(GROWS, [address_of(page, "player.js"), [pushed, runs, wet], True])
    assert seen[-1][2] == 40, "it stays as large as the picture that follows has it"
    assert max(y for _x, y, _size in seen[len(seen) // 3 :]) <= 230, "the one in the limelight is beside its way"
    seen = page.evaluate(GROWS, [address_of(page, "player.js"), [pushed, runs], False])
    assert seen[-1] == [310, 220, 10], "it shrinks only where it ends"
    context.close()


ON_TOP = """async (address) => {
  const { Player } = await import(address);
  const picture = () => new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
      <g id="mat-0"><g id="imp" transform="translate(1 1)"><rect/></g></g>
      <g id="mat-1"><rect x="4" width="3" height="3"/></g></svg>`, "image/svg+xml").documentElement;
  const live = picture();
  document.body.append(live);
  await new Player(live, picture(), { say() {} }).play([{ verb: "slide", what: ["imp"], to: ["mat-1"], lasts: 50 }], 1);
  return [...live.children].map((each) => each.id).filter(Boolean);
}"""


def test_what_walks_off_a_mat_is_not_hidden_by_the_next_one(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    assert page.evaluate(ON_TOP, address_of(page, "player.js")) == ["mat-1", "mat-0"]
    context.close()


ROOM_OF_MARKS = """(() => {
  const marks = document.querySelector("#board .trail rect").getBoundingClientRect();
  const mats = [...document.querySelectorAll("#board [id^=mat-]")].map((each) => each.getBoundingClientRect().width);
  return [marks.width, Math.min(...mats)];
})()"""


def test_what_is_marked_is_measured_when_nothing_glides_any_more(somebody: Callable[..., Person]) -> None:
    """Who looks on sees mats change places when a turn ends: the mark lies around the mat, not around its way."""
    ada = somebody(viewport={"width": 1200, "height": 820})
    ada.page.goto("/replay")
    record = (film.GOLDEN / "sheepsheep-2-empty-deck.record").read_text()
    ada.page.evaluate("(record) => sessionStorage.setItem('record', record)", record)
    ada.page.goto("/replay")
    ada.sees_board()
    ada.page.evaluate(
        "(at) => { const slider = document.querySelector('input[type=range]'); slider.value = at;"
        " slider.dispatchEvent(new Event('input')); }",
        80,
    )
    ada.wait("document.querySelector('output:not([aria-busy])')?.value.startsWith('80/')")
    ada.page.click(".slider [aria-label='One on']")
    ada.wait(f"document.querySelector('#board .trail rect') && {THERE}", 20)
    marks, mat = ada.page.evaluate(ROOM_OF_MARKS)
    assert marks < mat + 30


# ---------------------------------------------------------------------------------------------- film strips


ALWAYS_TAKEN = ("nines", "dyke-out", "shepherd", "sheepsheep-upright")
TAKEN = [pytest.param(name, marks=() if name in ALWAYS_TAKEN else pytest.mark.long) for name in film.STRIPS]


@pytest.mark.parametrize("name", TAKEN)
def test_film_strips(browser: Browser, server: Server, tmp_path: Path, name: str) -> None:
    """Every strip can be taken, and something moves in it."""
    width, height = film.STRIPS[name].screen
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
    frames = film.shoot(context.new_page(), server.url, film.STRIPS[name])
    context.close()
    assert len(frames) > 2
    assert len({frame.tobytes() for frame in frames}) > len(frames) / 2
