"""Secrecy to the byte: what somebody may not know changes nothing of what they are sent.

Each script of `hidden` is played twice, at two servers with the same clock, names, key and dice, differing only in what
is hidden. Everybody listens; frames and answers to all who may not know are compared as they were sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

import sheepfold
from sheepfold.core.engine import VALUE, engine_of
from sheepfold.server.wire import messages
from tests.server.hidden import SECRETS, Secret
from tests.server.support import EVERYTHING, At, Clock, Dice, Line, Server, in_loop

KEY = "a key that is long enough"

pytestmark = pytest.mark.usefixtures("awake")

# ---------------------------------------------------------------------------------------------- playing a script


@dataclass
class Told:
    """What everybody was sent, step by step: who, after which line, and the frames or the answer."""

    sent: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, list[tuple[str, str]]])

    def note(self, who: str, step: str, *texts: str) -> None:
        self.sent.setdefault(who, []).extend((step, text) for text in texts)


class Playing:
    """One of the two games of a script."""

    def __init__(self, secret: Secret, which: int) -> None:
        self.secret, self.which, self.told = secret, which, Told()
        self.lines: dict[str, Line] = {}

    async def run(self, folder: Path) -> Told:
        dice = Dice(7)
        dice.told = [self.mine(line).removeprefix("* ") for line in self.script() if line.startswith("*")]
        async with Server(folder, clock=Clock(), dice=dice, names=["secret", "next"], secret=KEY) as self.server:
            self.at = await self.server.table(
                self.secret.game, self.secret.players, manners={"bot_seconds": 5}, start=False, **self.secret.options
            )
            if "listen" not in self.script():
                await self._listen()
            await self.at.do("start", id="start")
            await self._gather("start")
            for number, line in enumerate(self.script()):
                if not line.startswith("*"):
                    await self._step(f"{number}: {line}", self.mine(line))
            assert dice.told == []
            await self.server.ask("DELETE", self.at.path, self.at.token("maker"))
            for line in self.lines.values():
                await line.closed()
            await self._gather("erased")
        return self.told

    def script(self) -> list[str]:
        return [line for line in self.secret.script.split("\n") if line]

    def mine(self, line: str) -> str:
        """The line as this game plays it."""
        common, bar, other = line.partition(" | ")
        return f"{common.split(' ')[0]} {other}" if bar and self.which else common

    def _listens_from(self) -> int:
        return self.script().index("listen") if "listen" in self.script() else 0

    async def _listen(self) -> None:
        """Everybody who can listen, wanting everything: each seat, each kind of link, another language, two at once."""
        at = self.at
        still_to_act = {int(line[0]) for line in self.script()[self._listens_from() :] if line[0].isdigit()}
        for seat in sorted({0, 1} | self.secret.knows | still_to_act):
            self.lines[str(seat)] = await at.line(seat)
        for role in ("watch", "invite", "maker"):
            self.lines[role] = await at.line(role)
        self.lines["watch de"] = await at.line("watch", language="de")
        others = [seat for seat in range(self.secret.players) if seat not in self.secret.knows][:2]
        if len(others) == 2:
            tokens = " ".join(at.token(seat) for seat in others)
            self.lines["two at one device"] = await self.server.connect(f"{at.path}/live?want={EVERYTHING}", tokens)

    async def _gather(self, step: str) -> None:
        for who, line in self.lines.items():
            await line.settle()
            self.told.note(who, step, *line.frames)
            line.frames.clear()

    async def _step(self, step: str, line: str) -> None:
        self.server.clock.pass_by(1)
        if line == "look":
            await self._look(step)
            return
        if line == "listen":
            await self._listen()
        elif not self.lines:
            await self.at.played(line)
        elif line == "time":
            await self._let_time_pass()
        else:
            seat, word, rest = (*line.split(" ", 2), "")[:3]
            await self._act(step, seat, word, rest)
        await self._gather(step)

    async def _act(self, step: str, seat: str, word: str, rest: str) -> None:
        number, line, at = int(seat), self.lines[seat], self.at
        match word:
            case "undo":
                answer = await line.ask("undo", id=step, seat=number)
            case "answer":
                answer = await line.ask("answer", id=step, seat=number, agree=True)
            case "react":
                answer = await line.ask("react", id=step, seat=number, what=rest)
            case "leave":
                answer = await line.ask("leave", id=step, chair=number)
            case "words":
                answer = await line.ask("words", id=step, seat=number, actions=rest.split(","))
            case "why":
                answer = await line.ask("why", id=step, seat=number, parts=rest.split(","))
            case "try":
                answer = await line.ask("play", id=step, seat=number, action=rest)
                assert answer["type"] == "refused", (step, answer)
                return
            case "hint" | "coach":
                advice = await self.server.post(f"{at.path}/{word}", at.token(number), {"seat": number})
                assert advice.status_code == 200, advice.text
                self.told.note(seat, step, advice.text)
                return
            case _:
                answer = await line.ask("play", id=step, seat=number, action=f"{word} {rest}".strip())
        assert answer["type"] in ("done", "words", "why"), (step, answer)

    async def _let_time_pass(self) -> None:
        """The hourglass runs out; whoever comes and goes makes the server look at the clock."""
        before = len(self.at.live.table.moves)
        self.server.clock.pass_by(100)
        await (await self.at.line("watch")).hang_up()
        await self.at.until(lambda: len(self.at.live.table.moves) > before and not self.at.live.lock.locked())

    async def _look(self, step: str) -> None:
        """Ask every address there is, as some who do not know: two seats, and those without a chair."""
        seats = [seat for seat in range(self.secret.players) if seat not in self.secret.knows][:2]
        for who in [*seats, "watch", "maker"]:
            for path in addresses(self.server, self.at, who):
                answer = await self.server.get(path, self.at.token(who))
                headers = dict(answer.headers)
                self.told.note(f"GET {who}", f"{step} {path}", f"{answer.status_code} {headers}", answer.text)


# ---------------------------------------------------------------------------------------------- every address


TABLE = "/api/tables/{table:str}"
ADDRESSES: dict[str, list[str]] = {
    TABLE: [
        f"?want={EVERYTHING}", f"?want={EVERYTHING}&eyes={{eyes}}", "?want=upright&eyes={eyes}",
        "?want=upright,hand&eyes={eyes}", "?want=picture,hand&eyes={eyes}",
        "?want=story,choices&eyes={eyes}&language=de",
    ],
    f"{TABLE}/course": [""],
    f"{TABLE}/links": [""],
    f"{TABLE}/picture.svg": ["", "?eyes={eyes}", "?eyes={eyes}&upright=true", "?at=3"],
    f"{TABLE}/qr.svg": ["?which=watch", "?which=invite", "?which=invite&hand=true"],
    f"{TABLE}/record": [""],
    f"{TABLE}/replay": ["", "?at=3&eyes={eyes}"],
    "/api/tables": [""],
    "/health": [""],
}  # fmt: skip
"""The addresses that say something of a table, and what one may ask there."""

SAY_NOTHING_OF_TABLES = (
    "/api/games", "/api/games/{key:str}/rules", "/api/schema", "/api/schema/openapi.json",
    "/api/schema/{path:str}", "/metrics", "/", "/new/{game:str}",
    "/t/{table_id:str}", "/rules/{game:str}", "/rules/{game:str}/text", "/replay", "/static/{version:str}/{name:str}",
    "/how/{game:str}", "/how/{game:str}/try/{name:str}", "/small", "/offline", "/manifest.webmanifest", "/worker.js",
    "/static/{version:str}/covers/{game:str}/{theme:str}/{language:str}",
    "/static/{version:str}/covers/{game:str}/{theme:str}/{language:str}/small",
    "/static/{version:str}/examples/{game:str}/{name:str}/{theme:str}/{language:str}",
)  # fmt: skip


def get_routes(server: Server) -> Iterator[str]:
    for route in server.app.routes:
        if isinstance(route, HTTPRoute) and any(
            isinstance(handler, HTTPRouteHandler) and "GET" in handler.http_methods for handler in route.route_handlers
        ):
            yield route.path


def addresses(server: Server, at: At, who: int | str) -> Iterator[str]:
    eyes = str(who) if isinstance(who, int) else "0"
    for route in get_routes(server):
        if route in ADDRESSES:
            for query in ADDRESSES[route]:
                yield route.replace("{table:str}", at.name) + query.replace("{eyes}", eyes)


@in_loop
async def test_every_address_is_known_to_these_tests(tmp_path: Path) -> None:
    """A new one has to be added above: compared, or said to have nothing to do with tables."""
    async with Server(tmp_path) as server:
        known = {*ADDRESSES, *SAY_NOTHING_OF_TABLES}
        assert {route for route in get_routes(server) if route not in known} == set()
        assert {route for route in ADDRESSES if route not in set(get_routes(server))} == set()


# ---------------------------------------------------------------------------------------------- the comparison


def may_not_know(secret: Secret, who: str) -> bool:
    return who not in {str(seat) for seat in secret.knows}


played: dict[tuple[str, int], Told] = {}
"""Each script is played once for all tests that look at it."""


@pytest.fixture(scope="module", autouse=True)
def _everybody_can_be_told_chances() -> None:
    """From the first frame on: what comes of secrets in them is compared, and not when they could first be told."""
    for key in sheepfold.games():
        engine_of(sheepfold.game(key)).wait_for(VALUE)


async def told_in(name: str, which: int, folder: Path) -> Told:
    if (name, which) not in played:
        played[name, which] = await Playing(SECRETS[name], which).run(folder / f"{which}")
    return played[name, which]


@pytest.mark.parametrize("name", SECRETS)
@in_loop
async def test_what_one_may_not_know_changes_nothing_one_is_sent(tmp_path: Path, name: str) -> None:
    secret = SECRETS[name]
    first, second = [await told_in(name, which, tmp_path) for which in (0, 1)]
    assert set(first.sent) == set(second.sent)
    for who in first.sent:
        if may_not_know(secret, who):
            for one, other in zip(first.sent[who], second.sent[who], strict=True):
                assert one == other, f"{who} can tell the games apart"
        else:
            assert first.sent[who] != second.sent[who], f"{who} should see the difference"
    check_that_it_was_worth_comparing(secret, first)


def check_that_it_was_worth_comparing(secret: Secret, told: Told) -> None:
    """Frames came, with all their parts, and nothing in them says `None` where something should be."""
    states = [json.loads(text) for _step, text in told.sent["watch"] if '"type":"state"' in text]
    assert len(states) > 3
    for part in ("picture", "text", "view", "log", "sentence", "chances"):
        assert states[-1][part], part
    veiled = "?" if secret.game == "dyke" else "lucky ?"
    assert any(veiled in line for state in states for line in state["log"])


@in_loop
async def test_every_kind_of_message_is_compared(tmp_path: Path) -> None:
    """A new kind of message has to appear in some script, to somebody who may not know."""
    seen: set[str] = set()
    for name in ("first round", "later round"):
        told = await told_in(name, 0, tmp_path / name)
        for who, sent in told.sent.items():
            if may_not_know(SECRETS[name], who) and not who.startswith("GET"):
                seen |= {json.loads(text).get("type", "hint") for _step, text in sent}
    assert seen - {"hint"} == {kind.__struct_config__.tag for kind in get_args(messages.AnyMessage)}


@in_loop
async def test_a_refusal_and_an_answer_go_to_the_one_who_asked_alone(tmp_path: Path) -> None:
    told = await told_in("first round", 0, tmp_path)
    for who, sent in told.sent.items():
        for step, text in sent:
            if not who.startswith("GET") and json.loads(text).get("type") in ("refused", "done", "words", "why"):
                assert step.split(": ")[1].split(" ")[0] == who, (who, step, text)


# ---------------------------------------------------------------------------------------------- nothing hidden


@pytest.mark.parametrize(("game", "options"), [("nines", {}), ("shepherd", {}), ("shepherd", {"worms": "unseen"}),
                                               ("shepherd", {"tactical": True})])  # fmt: skip
@in_loop
async def test_where_nothing_is_hidden_all_see_the_same(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    """`nines` is open; in `shepherd` worms are settled by chance when a card is turned, so no state hides one.

    Two games with the same dice are the same to the byte, and what is still to come is in nobody's frames: games that
    part later are the same until then.
    """
    assert not sheepfold.game(game).record.secrets
    frames: list[list[str]] = []
    for which in range(2):
        dice = Dice(5)
        async with Server(tmp_path / str(which), dice=dice, names=["open"], secret=KEY) as server:
            at = await server.table(game, 2, **options)
            lines = [await at.line(who) for who in (0, 1, "watch")]
            for turn in range(25):
                if turn == 20 and which:
                    dice.seed(99)  # from here on chance does something else
                seat = at.live.table.acting()[0]
                state = lines[seat].latest("state")
                await lines[seat].ask("play", id=f"turn {turn}", seat=seat, action=state["legal"][0])
                for line in lines:
                    await line.settle()
                shown = [line.latest("state") for line in lines]
                for part in ("picture", "text", "view", "log", "scores", "to_act", "length"):
                    assert shown[0][part] == shown[1][part] == shown[2][part], part
                if turn == 19:
                    frames.append([frame for line in lines for frame in line.frames])
    assert frames[0] == frames[1]
