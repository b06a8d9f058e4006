"""What is tapped is as large as a finger: at least 44 pixels, in large size 64, on phones and on a tablet.

Every kind of question of the kept games is put to somebody at a real table: what the server sends is replaced by a
position of a record. How large a thing is, the board itself says: it shows what a pointer would hit.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

import sheepfold
from sheepfold.server.table.showing import choices_of
from sheepfold.server.wire.messages import encode
from tests.web.film import GOLDEN
from tests.web.people import AT_ONCE, BOT, Person

SIZES = [(390, 844), (844, 390), (1024, 768)]
FINGER = {"usual": 44, "large": 64}
MOST, TRIED = 10, 2
COMES_CLOSER = 5.0
"""Seconds that a picture has to come closer, on a busy machine too."""

ROOMS = """([most, finger, only]) => {
  const board = document.getElementById("board"), view = board.getBoundingClientRect();
  const aim = (x, y) => {
    const there = { clientX: x, clientY: y, bubbles: true, pointerType: "touch" };
    board.dispatchEvent(new PointerEvent("pointermove", there));
    return board.dataset.aim;
  };
  const inView = ([x, y]) => x > view.left && x < view.right && y > view.top && y < view.bottom;
  const room = ([part, box]) => {
    const spots = [[.5, .5], [.5, .3], [.5, .7], [.3, .5], [.7, .5], [.5, .9], [.1, .5], [.9, .5]]
      .map(([u, v]) => [box.left + box.width * u, box.top + box.height * v]);
    const spot = spots.find((each) => inView(each) && aim(...each) === part);
    if (!spot) return [part, 0, 0, 0];
    const along = (across, down) => {
      const means = (far) => aim(spot[0] + across * far, spot[1] + down * far) === part;
      let far = 0;
      while (far < finger && means(far + 4)) far += 4;
      while (far < finger && means(far + 1)) far += 1;
      return far;
    };
    return [part, Math.min(along(-1, 0) + along(1, 0), along(0, -1) + along(0, 1)) + 1, ...spot];
  };
  const found = new Map();
  for (const each of document.querySelectorAll("#board .legal")) {
    const { part } = each.dataset;
    if (!found.has(part) && (!only || part === only)) found.set(part, each.getBoundingClientRect());
  }
  const all = [...found], step = Math.ceil(all.length / most);
  return all.filter((_each, k) => k % step === 0).map(room);
}"""
"""For what can be tapped (of very many, some): how many pixels of the screen mean it, and a spot that does."""


class Posed:
    """A position of a record, put before whoever sits at a table."""

    def __init__(self, match: sheepfold.Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.choices = choices_of(match, seat, match.legal(seat))
        self.parts = {choice.parts[0] for choice in self.choices}

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(re.match(r"[a-z]+", part)[0] for part in self.parts)  # pyright: ignore[reportOptionalSubscript]

    def instead_of(self, said: str, *, upright: bool) -> str:
        """The same message about this position."""
        message = json.loads(said)
        if message["type"] == "state":
            message["picture"] = self.match.svg(self.seat, upright=upright, styled=False)
            message["choices"] = json.loads(encode(self.choices))
            message |= {"steps": [], "eyes": 0, "to_act": [0], "decision": id(self), "secret": False}
            message |= {"ending": None, "ahead": None, "hand_over": None, "before": None}
        return json.dumps(message)


def questions(game: str) -> Iterator[Posed]:
    """A position for every kind of question, the one with the most to choose from."""
    found: dict[frozenset[str], Posed] = {}
    for path in sorted(GOLDEN.glob(f"{game}-*.record")):
        whole = sheepfold.Match.replay(path.read_text(encoding="utf-8"))
        for at in range(len(whole)):
            match = whole.copy(at)
            for seat in [actor for actor in match.to_act() if actor != "*"]:
                posed = Posed(match, int(seat))
                known = found.get(posed.kinds)
                if len(posed.choices) > 1 and (known is None or len(posed.parts) > len(known.parts)):
                    found[posed.kinds] = posed
    yield from found.values()


class Setting:
    """A table whose position is another's: the line between page and server says so."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.posed, self.latest = person, None, ""
        person.page.route_web_socket("**/live?*", self._line)
        bots = [BOT] * (sheepfold.game(game).players[0] - 1)
        table = person.make(game, {"kind": "here", "name": "Ada"}, *bots, manners=AT_ONCE | {"lots": True})["table"]
        person.open(table)
        person.sees_board()

    def _line(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.upright = "upright" in page.url
        self.page = page

        def hear(said: Any) -> None:
            if '"type":"state"' in said[:40]:
                self.latest = said
            page.send(self.posed.instead_of(said, upright=self.upright) if self.posed else said)

        server.on_message(hear)

    def pose(self, posed: Posed) -> None:
        self.posed = posed
        self.page.send(posed.instead_of(self.latest, upright=self.upright))

    def turn(self, width: int, height: int) -> None:
        """The window has another size, and the picture its shape."""
        self.person.page.set_viewport_size({"width": width, "height": height})
        assert self.posed
        shape = re.search(r'viewBox="([^"]+)"', self.posed.match.svg(self.posed.seat, upright=height > width))
        assert shape
        self.person.wait(f"document.querySelector('#board svg').getAttribute('viewBox') === '{shape[1]}'")
        self.person.wait("document.querySelector('#board .legal')")
        self.person.page.wait_for_timeout(150)


def too_small(person: Person, finger: int) -> list[tuple[str, float]]:
    """What could be tapped only with a smaller finger, even after the picture has come closer."""
    rooms = person.page.evaluate(ROOMS, [MOST, finger, None])
    small = sorted((each for each in rooms if each[1] < finger), key=lambda each: each[1])
    closer = [
        (part, room_from_closer(person, part, (x, y), finger) if room else 0) for part, room, x, y in small[:TRIED]
    ]
    return [each for each in closer if each[1] < finger]


def room_from_closer(person: Person, part: str, spot: tuple[float, float], finger: int) -> float:
    """Tap it, upon which the picture comes closer; how large it is then."""
    person.page.touchscreen.tap(*spot)
    person.wait("document.querySelector('#board.large')", 10)
    give_up, room = time.monotonic() + COMES_CLOSER, 0.0
    while room < finger and time.monotonic() < give_up:
        person.page.wait_for_timeout(50)
        rooms = {name: room for name, room, _x, _y in person.page.evaluate(ROOMS, [1, finger, part])}
        room = rooms.get(part, 0)
    person.page.keyboard.press("Escape")
    person.wait("!document.querySelector('#board.large')", 10)
    return room


@pytest.mark.parametrize("game", sheepfold.games())
def test_everything_that_can_be_tapped_is_as_large_as_a_finger(game: str, somebody: Callable[..., Person]) -> None:
    ada = somebody("Ada", quick=True, has_touch=True)
    setting = Setting(ada, game)
    small: list[tuple[Any, ...]] = []
    for posed in questions(game):
        setting.pose(posed)
        for size, finger in FINGER.items():
            ada.page.evaluate("(size) => (document.documentElement.dataset.size = size)", size)
            for width, height in SIZES:
                setting.turn(width, height)
                small += [(sorted(posed.kinds), size, width, height, *each) for each in too_small(ada, finger)]
    assert not small, "\n".join(map(str, small))
