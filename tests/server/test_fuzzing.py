"""Whatever is sent: no fault, a sentence for everything that is refused, and nothing changed by it.

Requests are made up from the API's own schema (Schemathesis), well-formed and not; messages to the live connection from
the types of the commands (Hypothesis). A little of each in every run, much more of it with `-m long`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks as openapi_checks

from sheepfold.server.table.house import House
from sheepfold.server.wire.commands import AnyCommand
from tests.server.support import At, Line, Server, new_app, running

EVERYTHING_MAY_TAKE_TIME = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
EVERY_TIME = settings(
    max_examples=12, deadline=None, database=None, derandomize=True, suppress_health_check=EVERYTHING_MAY_TAKE_TIME
)
FOR_LONG = settings(EVERY_TIME, max_examples=200, derandomize=False, print_blob=True)
AMOUNTS = pytest.mark.parametrize(
    "amount", [pytest.param(EVERY_TIME, id="some"), pytest.param(FOR_LONG, id="much", marks=pytest.mark.long)]
)

# ---------------------------------------------------------------------------------------------- over HTTP

CHECKS = (
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
)


@dataclass
class Target:
    """A server that is asked anything at all, with a table of two people that runs and one that is over."""

    address: str
    house: House
    tables: list[str] = field(default_factory=list[str])
    tokens: list[str] = field(default_factory=lambda: ["forged", ""])

    def __post_init__(self) -> None:
        people = [{"kind": "here", "name": "Ada"}, {"kind": "here"}]
        bots = [{"kind": "bot", "bot": "random"}] * 2
        for chairs in (people, bots):
            wish = {"game": "nines", "chairs": chairs, "start": True, "manners": {"bot_seconds": 0}}
            links = httpx.post(f"{self.address}/api/tables", json=wish).json()
            self.tables.append(links["table"])
            self.tokens += [links["maker"], links["invite"], links["watch"], *links["chairs"].values()]
        while self.house.tables[self.tables[1]].table.status != "over":
            time.sleep(0.02)

    def kept(self) -> tuple[int, ...]:
        """What must not change when something is refused: how many tables there are, and how long their logs are."""
        return self.house.store.count_now(), *(self.house.tables[name].table.seq for name in self.tables)

    def answers_to(self, operation: Any, mode: GenerationMode, amount: settings) -> set[int]:
        """Try an address in many ways; with what it answered."""
        statuses: set[int] = set()
        cases = operation.as_strategy(generation_mode=mode)

        @amount
        @given(case=cases, table=st.sampled_from([*self.tables, ""]), token=st.sampled_from(self.tokens))
        def check(case: Any, table: str, token: str) -> None:
            if table and case.method != "DELETE":
                case.headers["authorization"] = f"Bearer {token}"
                for name, value in (("table", table), ("key", "nines")):
                    if name in case.path_parameters:
                        case.path_parameters[name] = value
            before = self.kept()
            response = case.call()
            statuses.add(response.status_code)
            assert response.status_code < 500, response.text
            assert "Traceback" not in response.text
            case.validate_response(response, checks=CHECKS)
            if response.status_code >= 400:
                assert response.json()["reason"].strip()
                assert self.kept() == before

        if mode is GenerationMode.POSITIVE:
            check()
        else:
            with suppress(Unsatisfiable):  # of a request without any parameter there is no wrong one
                check()
        assert httpx.get(f"{self.address}/health").json()["status"] == "ok"
        return statuses


@AMOUNTS
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_the_api_answers_as_its_schema_says_to_whatever_it_is_asked(
    tmp_path: Path, mode: GenerationMode, amount: settings
) -> None:
    """Made-up requests to every address, many to a table that is there: no fault, no answer the schema lacks."""
    tried: dict[str, set[int]] = {}
    app = new_app(tmp_path)
    with running(app) as address:
        target = Target(address, app.state.house)
        schema: Any = schemathesis.openapi.from_url(f"{address}/api/schema")
        for found in schema.get_all_operations():
            operation = found.ok()
            tried[operation.label] = target.answers_to(operation, mode, amount)
    assert len(tried) > 15
    assert {400, 403} <= set[int]().union(*tried.values())
    if mode is GenerationMode.POSITIVE:
        for label in ("GET /api/tables/{table}", "GET /api/tables/{table}/links"):
            assert {200, 403} <= tried[label], (label, tried[label])


# ---------------------------------------------------------------------------------------------- live connections

Run = Callable[[Coroutine[Any, Any, None]], None]
"""Has something done in the server's loop, and waits for it."""


def beside(folder: Path, work: Callable[[Server, Run], None]) -> None:
    """Do something that waits for nobody, as Hypothesis does, beside a server that runs."""

    async def serve() -> None:
        loop = asyncio.get_running_loop()

        def run(coroutine: Coroutine[Any, Any, None]) -> None:
            asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)

        async with Server(folder) as server:
            await asyncio.to_thread(work, server, run)

    asyncio.run(serve())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
ODD_ACTIONS = ("move 1", "roll 6", "", "move 1 ", "MOVE 1", "* roll 1", "lay A1", "move ١", "move 1\x00", "\ud7ff")
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.integers(-2, 9) | st.none(),
    "chair": st.integers(-2, 9),
    "action": st.sampled_from(ODD_ACTIONS) | st.text(max_size=30),
    "actions": st.lists(st.sampled_from(ODD_ACTIONS), max_size=5),
    "decision": st.none() | st.integers(),
    "bot": st.sampled_from(["random", "ewe", "os:system", "", "search:9", "\u202e"]) | st.text(max_size=12),
    "first": st.none() | st.just("lots") | st.integers(-1, 9),
    "length": st.integers(),
}
"""Values that may fit, for fields whose name says what they are; the rest is made up by type."""
COMMANDS: dict[str, type[Any]] = {kind.__struct_config__.tag: kind for kind in AnyCommand.__args__}


@st.composite
def commands(draw: st.DrawFn) -> Any:
    """A command of any kind: most of its fields right, some odd, some missing, some too many."""
    tag = draw(st.sampled_from(sorted(COMMANDS)))
    command: dict[str, Any] = {"type": tag, "id": draw(st.text(min_size=1, max_size=8))}
    for each in msgspec.structs.fields(COMMANDS[tag]):
        if each.name != "id" and (each.required or draw(st.booleans())):
            right = FIELDS.get(each.name, st.sampled_from([True, False, "ouch", "hello", "calm", "quick"]))
            command[each.name] = draw(st.one_of(right, right, right, JSON))
    if draw(st.integers(0, 9)) == 0:
        command[draw(st.text(max_size=6))] = draw(JSON)
    if draw(st.integers(0, 9)) == 0:
        command.pop(draw(st.sampled_from(sorted(command))))
    return command


LARGE = {
    "deep": "[" * 5_000,
    "a number": "9" * 5_000,
    "long": '{"type":"ping","id":"' + "x" * 20_000 + '"}',
    "empty": "",
    "nothing": "null",
    "marked": "\ufeff{}",
}
MESSAGES = st.one_of(
    commands(), commands(), commands(), JSON, st.text(max_size=40), st.binary(max_size=40),
    st.sampled_from(sorted(LARGE)).map(lambda name: LARGE[name]),
)  # fmt: skip
SOMEBODY = st.sampled_from([0, 1, "maker", "watch", "invite"])


class Wild:
    """Connections of everybody at a table, to which anything is sent, one thing after another."""

    def __init__(self, server: Server, game: str, players: int) -> None:
        self.server, self.game, self.players = server, game, players
        self.at: At | None = None
        self.lines: dict[int | str, Line] = {}

    async def table(self) -> At:
        """The table; a new one where the old one was closed, or lost somebody."""
        table = self.at.live.table if self.at is not None else None
        if self.at is None or table is None or table.is_closed or "open" in {chair.kind for chair in table.chairs}:
            self.at, self.lines = await self.server.table(self.game, self.players), {}
        return self.at

    async def line(self, at: At, who: int | str) -> Line:
        """Somebody's connection; a new one where the server has had enough of the old one."""
        line = self.lines.get(who)
        if line is None or line.code is not None:
            line = self.lines[who] = await at.line(who, want="legal")
        return line

    async def send_all(self, sent: list[tuple[int | str, Any]]) -> None:
        for who, message in sent:
            await asyncio.wait_for(self.send(who, message), 20)

    async def send(self, who: int | str, message: Any) -> None:
        """Send it, and wait for what comes of it."""
        at = await self.table()
        line = await self.line(at, who)
        before, seq = len(line.frames), at.live.table.seq
        if isinstance(message, bytes):
            line.send_bytes(message)
        else:
            line.send(message if isinstance(message, str) else json.dumps(message))
        while line.code is None and not _answers(line, before):
            await line.news()
        for answer in _answers(line, before):
            assert answer.get("code") != "fault", (message, answer)
            if answer["type"] == "refused":
                assert answer["reason"].strip(), message
                assert at.live.table.seq == seq, message


def _answers(line: Line, since: int) -> list[dict[str, Any]]:
    return [
        each for each in map(json.loads, line.frames[since:]) if each["type"] in ("done", "refused", "words", "why")
    ]


@AMOUNTS
@pytest.mark.parametrize(("game", "players"), [("nines", 2), ("dyke", 3), ("sheepsheep", 2), ("shepherd", 2)])
def test_a_live_connection_answers_whatever_it_is_sent(
    tmp_path: Path, game: str, players: int, amount: settings
) -> None:
    def send_anything(server: Server, run: Run) -> None:
        wild = Wild(server, game, players)

        @amount
        @given(st.lists(st.tuples(SOMEBODY, MESSAGES), min_size=1, max_size=12))
        def check(sent: list[tuple[int | str, Any]]) -> None:
            run(wild.send_all(sent))

        check()

    beside(tmp_path, send_anything)


# ---------------------------------------------------------------------------------------------- what is brought along

TOML = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(["[", "]", "a", ".", "=", "1", '"', "\n", "{", "}", ",", "[[x]]", "sides", "pads"])).map(
        "".join
    ),
    st.dictionaries(st.sampled_from(["sides", "pads", "cards", "deck"]), JSON, max_size=3).map(
        lambda given: "\n".join(f"{name} = {json.dumps(value)}" for name, value in given.items())
    ),
)
RECORDS = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from(["sheepfold 1", "game nines", "game dyke", "rules 1", "rules 9", "players 2", "players 99",
                         "seat 0 Ada", "option segments 5", "", "0 move 1", "* roll 3", "1 jump 2", "9 fly", "#"]),
        max_size=14,
    ).map("\n".join),
)  # fmt: skip


@AMOUNTS
def test_whatever_material_and_records_are_brought_they_get_a_sentence(tmp_path: Path, amount: settings) -> None:
    def bring_anything(server: Server, run: Run) -> None:
        async def bring(path: str, body: Any) -> None:
            tables = await server.house.store.count()
            answer = await server.post(path, body=body)
            assert answer.status_code < 500, (body, answer.text)
            if answer.status_code >= 400:
                assert answer.json()["reason"].strip()
                assert await server.house.store.count() == tables

        @amount
        @given(TOML, RECORDS, st.integers(0, 20) | st.none())
        def check(material: str, record: str, at: int | None) -> None:
            for game in ("dyke", "nines"):
                run(bring("/api/tables", {"game": game, "material": material}))
            run(bring("/api/replay", {"record": record, "at": at}))

        check()

    beside(tmp_path, bring_anything)


def test_every_kind_of_command_is_made_up() -> None:
    assert set(COMMANDS) >= {"play", "undo", "keep", "free", "ready", "seen", "words", "rematch", "look", "pace"}
