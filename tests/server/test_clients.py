"""Clients that misbehave: they send twice, garbage, too much, or from foreign pages.

They are refused with a reason, and others are not disturbed.
"""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from sheepfold.server.table.entries import Played
from sheepfold.server.table.watcher import MOST_WAITING, Frame, Watcher
from sheepfold.server.wire.messages import Reaction, StateShown, StepShown
from tests.server.support import HOST, At, Line, Server, in_loop


async def dyke(server: Server) -> At:
    at = await server.table("dyke", 3)
    await at.played("0 lay A1", "0 lay B1")
    return at


@in_loop
async def test_a_command_sent_twice_is_done_once(tmp_path: Path) -> None:
    """On the same line, on another, over HTTP, and after a restart."""
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line = await at.line(1)
        command = {"type": "play", "id": "once", "seat": 1, "action": "play 7"}
        first = await line.ask("play", **{key: value for key, value in command.items() if key != "type"})
        for _again in range(3):
            line.send(command)
        await line.settle()
        assert {json.dumps(message) for message in line.messages if message.get("id") == "once"} == {json.dumps(first)}
        assert await at.do("play", 1, **{key: value for key, value in command.items() if key != "type"}) == first
    async with Server(tmp_path) as again:
        at.server = again
        assert await at.do("play", 1, **{key: value for key, value in command.items() if key != "type"}) == first
        assert [entry.action for entry in await at.entries() if isinstance(entry, Played)].count("play 7") == 1


GARBAGE = [
    "", " ", "null", "5", "[]", "{}", "{", "\x00", '"play"', '{"type":"play"}', '{"type":"fly","id":"x"}',
    '{"type":"ping"}', '{"type":"ping","id":""}', '{"type":"ping","id":5}', '{"type":"ping","id":"x","more":1}',
    '{"type":"play","id":"x","seat":"1","action":"play 7"}', '{"type":"play","id":"x","seat":-1,"action":"play 7"}',
    '{"type":"play","id":"x","seat":99,"action":"play 7"}', '{"type":"play","id":"x","seat":1,"action":null}',
    '{"type":"play","id":"x","seat":1,"action":"' + "9" * 300 + '"}', '{"type":"ping","id":"' + "x" * 65 + '"}',
    "[" * 5000, '{"type":"ping","id":"x"' + " " * 20_000 + "}",
    '{"type":"words","id":"x","seat":1,"actions":' + "[" * 900,
    '{"type":"react","id":"x","seat":1,"what":"rude word"}', '{"type":"ping","id":"\\ud800"}', "\ufeff{}",
]  # fmt: skip


@in_loop
async def test_garbage_is_refused_with_a_reason_and_nothing_else_happens(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        other = await at.line(2)
        before = await at.entries()
        for text in GARBAGE:
            line = await at.line(1)
            line.frames.clear()
            line.send(text)
            await line.settle()
            (answer,) = without_the_table(line)
            assert (answer["type"], answer["code"]) == ("refused", "unreadable"), (text[:50], answer)
            assert len(answer["reason"]) < 400
            await line.hang_up()
        assert await at.entries() == before
        assert not [message for message in other.messages if message["type"] not in ("table", "state")]


def without_the_table(line: Line) -> list[dict[str, Any]]:
    """What was said, but for who is around the table: others may come or go at any time."""
    return [message for message in line.messages if message["type"] != "table"]


@in_loop
async def test_bytes_that_are_no_text_are_refused_too(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line = await at.line(1)
        line.frames.clear()
        rng = random.Random(2)
        for _message in range(15):
            line.send_bytes(rng.randbytes(rng.randint(0, 200)))
        await line.settle()
        found = [(message["type"], message["code"]) for message in without_the_table(line)]
        assert found == [("refused", "unreadable")] * 15
        line.send_bytes(b'{"type":"ping","id":"as bytes"}')
        await line.settle()
        assert line.messages[-1]["type"] == "done"


@in_loop
async def test_who_sends_nothing_but_garbage_is_sent_away(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line = await at.line(1)
        for _message in range(40):
            line.send("garbage")
        assert await line.closed() == 4408


@in_loop
async def test_thousands_of_messages_end_one_connection_and_disturb_nobody(tmp_path: Path) -> None:
    async with Server(tmp_path, messages_per_second=20) as server:
        at = await dyke(server)
        flood, other = await at.line(1), await at.line(2)
        for number in range(5000):
            flood.send({"type": "react", "id": str(number), "seat": 1, "what": "haha"})
        assert await flood.closed() == 4408
        assert flood.messages[-1]["type"] == "bye"
        assert flood.messages[-1]["again"] is True
        await other.settle()
        reactions = [message for message in other.messages if message["type"] == "reaction"]
        assert len(reactions) <= 61
        assert (await other.ask("play", seat=2, action="play 3"))["type"] == "done"
        assert (await at.line(1)).code is None  # may come back


@in_loop
async def test_too_many_requests_are_refused_but_not_for_health(tmp_path: Path) -> None:
    async with Server(tmp_path, requests_per_minute=30) as server:
        answers = [await server.get("/api/tables") for _request in range(40)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert answers[-1].json()["code"] == "busy"
        assert (await server.get("/health")).status_code == 200


@in_loop
async def test_too_many_connections_are_refused_before_they_are_accepted(tmp_path: Path) -> None:
    async with Server(tmp_path, requests_per_minute=30) as server:
        lines = [await server.connect("/api/tables/nosuchtable/live") for _attempt in range(20)]
        assert {await line.closed() for line in lines} == {4401, 1013}
        assert await lines[-1].closed() == 1013
        assert not lines[-1].is_accepted


@in_loop
async def test_a_full_table_may_be_tried_again(tmp_path: Path) -> None:
    async with Server(tmp_path, most_watchers=1) as server:
        at = await dyke(server)
        await server.connect(f"{at.path}/live", at.token(0))
        line = await server.connect(f"{at.path}/live", at.token(1))
        assert await line.closed() == 1013
        assert line.messages[0]["again"] is True


@in_loop
async def test_one_may_want_the_picture_for_a_phone(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        match = at.live.table.match
        assert match is not None
        for want, upright in (("picture", False), ("upright", True), ("picture,upright", True)):
            answer = (await server.get(f"{at.path}?want={want}&eyes=1", at.token(1))).json()
            assert answer["state"]["picture"] == match.svg(1, upright=upright, styled=False), want
            answer = (await server.get(f"{at.path}?want={want},hand&eyes=1", at.token(1))).json()
            assert answer["state"]["picture"] == match.svg(1, upright=upright, hand=True, styled=False), want
        assert (await server.get(f"{at.path}?want=text&eyes=1", at.token(1))).json()["state"]["picture"] is None


@in_loop
async def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        huge = await server.post(f"{at.path}/do", at.token(1), {"type": "ping", "id": "x" * 3_000_000})
        assert huge.status_code == 413
        assert set(huge.json()) == {"code", "reason"}
        for length, status in ((1_000_001, 413), (200_001, 400)):
            record = await server.post("/api/replay", None, {"record": "x" * length})
            assert (record.status_code, record.json()["code"]) == (status, "bad")


def test_a_connection_that_reads_nothing_is_given_up() -> None:
    """What waits for it is bounded."""

    async def check() -> None:
        watcher = Watcher([], hands=None, wants=frozenset(), tongue="en")  # pyright: ignore[reportArgumentType]
        for _message in range(10 * MOST_WAITING):
            watcher.send(Frame(Reaction(seat=0, what="haha")))
        assert watcher.close_code == 4408
        assert b'"bye"' in (await watcher.next() or b"")
        assert await watcher.next() is None

    asyncio.run(check())


@in_loop
async def test_a_slow_connection_gets_the_newest_state_and_all_that_happened(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        line = await at.line("watch", want="story,log")
        watcher = next(iter(at.live.watchers))
        sent = [
            Frame(StateShown(seq=k, length=k, eyes=None, to_act=[], sentence="", steps=[step(str(k))]))
            for k in range(5)
        ]
        for frame in sent:
            watcher.send(frame)
        await line.settle()
        states = [message for message in line.messages if message["type"] == "state"]
        assert states[-1]["seq"] == 4
        assert [each["action"] for state in states for each in state["steps"]][-5:] == ["0", "1", "2", "3", "4"]


def step(action: str) -> StepShown:
    return StepShown(seat=0, action=action, by="person", story="", events=[])


@in_loop
async def test_steps_that_were_told_to_other_eyes_are_not_passed_on(tmp_path: Path) -> None:
    """Two people at one slow device: what one was to be told in secret does not reach the other."""

    def state(eyes: int | None, action: str) -> Frame:
        shown = StateShown(seq=1, length=1, eyes=eyes, to_act=[], sentence="", steps=[step(action)])
        return Frame(shown, is_private=True)

    watcher = Watcher([], hands=None, wants=frozenset(), tongue="en")  # pyright: ignore[reportArgumentType]
    watcher.send(state(0, "lay 7"))
    watcher.send(state(1, "lay ?"))
    data = await watcher.next()
    assert data is not None
    assert b"lay ?" in data
    assert b"lay 7" not in data


@in_loop
async def test_whoever_reconnects_sees_the_newest_state_and_what_was_played(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line = await at.line(0)
        old = line.latest("state")
        await line.hang_up()
        await at.played("0 play 7", "1 play 12")
        back = await at.line(0)
        assert back.latest("state")["length"] == 4
        assert [each["action"] for each in back.latest("state")["steps"]] == ["lay A1", "lay B1", "play 7", "play ?"]
        stale = await back.ask("play", seat=0, action="play 3", decision=old["decision"])
        assert (stale["type"], stale["code"]) == ("refused", "stale")


# ---------------------------------------------------------------------------------------------- foreign pages


@pytest.mark.parametrize("origin", ["http://evil.test", "null", f"http://{HOST}.evil.test", f"http://{HOST}:81", "x"])
@in_loop
async def test_a_foreign_page_opens_no_connection(tmp_path: Path, origin: str) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line = await server.connect(f"{at.path}/live", at.token(0), origin=origin)
        assert await line.closed() == 4403
        assert not line.is_accepted
        assert line.frames == []


@in_loop
async def test_a_foreign_page_changes_nothing_by_http(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        async with server.browser() as browser:
            assert (await browser.post("/api/enter", json={"token": at.token(1)})).status_code == 201
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            body = {"type": "play", "id": "x", "seat": 1, "action": "play 7"}
            foreign: list[dict[str, str]] = [
                {"origin": "http://evil.test"}, {"origin": "null"}, {}, {"sec-fetch-site": "cross-site"},
                {"sec-fetch-site": "same-site"}, {"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"},
                {"sec-fetch-site": "none"},
            ]  # fmt: skip
            for headers in foreign:
                for method, path in (("POST", f"{at.path}/do"), ("DELETE", at.path), ("POST", "/api/tables")):
                    answer = await server.ask(method, path, None, body, cookie=cookie, **headers)
                    assert (answer.status_code, answer.json()["code"]) == (403, "not yours"), (headers, answer.text)
            assert len(at.live.table.moves) == 2
            own: list[dict[str, str]] = [{"origin": f"http://{HOST}"}, {"sec-fetch-site": "same-origin"}]
            for headers in own:
                answer = await server.ask("POST", f"{at.path}/do", None, body, cookie=cookie, **headers)
                assert answer.status_code == 200, (headers, answer.text)


@in_loop
async def test_the_cookie_is_for_this_server_and_no_script(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        for path, body in (("/api/enter", {"token": at.token(1)}), ("/api/tables", {"game": "nines"})):
            answer = await server.post(path, body=body)
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "path=/" in cookie
            assert "domain" not in cookie
            assert answer.headers["cache-control"] == "no-store"
            assert len(answer.headers["set-cookie"].split("=")[1].split(";")[0]) >= 32
        secure = await server.ask("POST", f"https://{HOST}/api/enter", None, {"token": at.token(1)})
        assert "secure" in secure.headers["set-cookie"].lower()


@in_loop
async def test_what_one_wants_must_be_known(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        answer = await server.get(f"{at.path}?want=choices,gold", at.token(1))
        assert answer.status_code == 400
        assert "gold" in answer.json()["reason"]
        for want in ("gold", "x" * 5000):
            line: Line = await server.connect(f"{at.path}/live?want={want}", at.token(1))
            assert await line.closed() == 4400
            assert not [message for message in line.messages if message["type"] == "state"]
