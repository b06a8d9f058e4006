"""Doors that stood ajar: ways round about to what is another's, by somebody who has some right of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sheepfold.server.http.links import Signer
from sheepfold.server.keeping.schema import Right
from sheepfold.server.table import house
from tests.server.support import At, Line, Server, in_loop


async def rematched(server: Server) -> tuple[At, At]:
    """A table that was closed, and the next one of the same three people, where it is played."""
    old = await server.table("dyke", 3)
    await old.do("close")
    assert (await old.do("rematch"))["type"] == "done"
    links = (await server.post(f"{old.path}/follow", old.token("maker"))).json()
    new = At(server, links)
    for seat in range(3):
        mine = (await server.post(f"{old.path}/follow", old.token(seat))).json()["chairs"]
        (at,) = mine
        new.seats[int(at)] = mine[at]
    assert sorted(new.seats) == [0, 1, 2]
    return old, new


@in_loop
async def test_nobody_gets_into_anothers_chair_at_the_rematch_by_the_table_before_it(tmp_path: Path) -> None:
    """The maker would take the chair at the old table, where nothing is secret any more, and follow to the new one."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, bots={0: "random"})
        while at.live.table.status != "over":
            await at.until(lambda: at.live.table.acting() == [1] or at.live.table.status == "over")
            if at.live.table.status != "over":
                await at.played(f"1 {(await at.shown(1))['state']['legal'][0]}")
        assert (await at.do("rematch", 1))["type"] == "done"
        assert (await at.do("free", chair=1))["code"] == "not now"
        assert (await at.do("leave", 1, chair=1))["code"] == "not now"
        follow = await server.post(f"{at.path}/follow", at.token("maker"))
        assert follow.json()["chairs"] == {}
        assert len((await server.post(f"{at.path}/follow", at.token(1))).json()["chairs"]) == 1


@in_loop
async def test_everybody_follows_to_their_own_chair_and_only_there(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        old, new = await rematched(server)
        for seat in range(3):
            mine = await server.get(f"{new.path}?eyes={seat}", new.seats[seat])
            assert mine.status_code == 200
            other = await server.get(f"{new.path}?eyes={(seat + 1) % 3}", new.seats[seat])
            assert (other.status_code, other.json()["code"]) == (403, "not yours")
        watching = (await server.post(f"{old.path}/follow", old.token("watch"))).json()
        assert (watching["maker"], watching["invite"], watching["chairs"]) == ("", "", {})


@in_loop
async def test_a_link_that_another_key_has_signed_counts_nowhere(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        forged = Signer("unused").token(at.name, Right("maker"))
        async with server.browser(authorization=f"Bearer {forged}") as browser:
            await browser.post("/api/enter", json={"token": at.token("watch")})
            mine = (await browser.get("/api/tables")).json()
            assert not any(table["maker"] for table in mine)
        async with server.browser() as browser:
            await browser.post("/api/enter", json={"token": at.token("watch")})
            (only,) = (await browser.get("/api/tables")).json()
            assert (only["maker"], only["chairs"]) == (False, [])


@in_loop
async def test_who_calls_out_to_all_again_and_again_is_told_to_wait(tmp_path: Path) -> None:
    """Reactions and changes of pace go to everybody: of many devices, each within its rate, they would drown all."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        lines = [await at.line(0, want="legal") for _device in range(5)]
        answers = [await line.ask("react", seat=0, what="ouch") for _time in range(10) for line in lines]
        assert {answer["type"] for answer in answers[:40]} == {"done"}
        assert {answer.get("code") for answer in answers[-5:]} == {"too many"}
        assert (await lines[0].ask("pace", pace="calm"))["code"] == "too many"
        assert (await lines[0].ask("play", seat=0, action="lay A1"))["type"] == "done"


@in_loop
async def test_commands_of_many_devices_at_one_table_do_not_go_before_those_of_another_table(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        crowd, quiet = await server.table("dyke", 3), await server.table("dyke", 3)
        lines = [await crowd.line(0, want="legal") for _device in range(30)]
        mine = await quiet.line(0, want="legal")
        for line in lines:
            line.send({"type": "words", "id": "x", "seat": 0, "actions": ["lay A1"]})
        mine.send({"type": "ping", "id": "mine"})
        while '"id":"mine"' not in mine.frames[-1]:
            await asyncio.sleep(0)
        answered = sum('"type":"words"' in line.frames[-1] for line in lines)
        assert answered < len(lines) // 2
        for line in lines:
            while '"type":"words"' not in line.frames[-1]:
                await line.news()


@in_loop
async def test_nothing_that_is_for_one_is_kept_for_another_on_the_way(tmp_path: Path) -> None:
    """A browser shows a link once and then only its cookie: the address alone does not tell whom an answer is for."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        async with server.browser() as browser:
            await browser.post("/api/enter", json={"token": at.token(0)})
            for path in ("", "?eyes=0", "/links", "/picture.svg?eyes=0", "/qr.svg?which=chair-0", "/record"):
                answer = await browser.get(at.path + path)
                assert answer.status_code < 500
                assert answer.headers.get_list("cache-control") == ["no-store"], path
            assert (await browser.get("/api/tables")).headers["cache-control"] == "no-store"


@in_loop
async def test_a_link_for_spectators_opened_again_and_again_keeps_no_guest_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST_DEVICES", 5)
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, start=False)
        watching = [await server.post("/api/enter", body={"token": at.token("watch")}) for _device in range(8)]
        assert [answer.status_code for answer in watching] == [201] * 5 + [409] * 3
        for link in ("invite", "maker", 0):
            assert (await server.post("/api/enter", body={"token": at.token(link)})).status_code == 201


async def sent_away(lines: list[Line], count: int) -> list[Line]:
    """Those of the connections that were closed, when there are so many; all others still stand."""
    while sum(line.code is not None for line in lines) < count:
        await asyncio.sleep(0.01)
    gone = [line for line in lines if line.code is not None]
    assert [line.code for line in gone] == [1013] * count
    for line in lines:
        await line.settle()
    return gone


@in_loop
async def test_however_many_watch_whoever_plays_gets_to_their_table(tmp_path: Path) -> None:
    async with Server(tmp_path, most_watchers=6) as server:
        at = await server.table("dyke", 3)
        watching = [await at.line("watch") for _device in range(6)]
        assert await (await server.connect(f"{at.path}/live", at.token("watch"))).closed() == 1013
        players = [await at.line(seat) for seat in range(3)]
        assert [line.code for line in players] == [None] * 3
        gone = await sent_away(watching, 3)
        assert gone[0].messages[-1] == {
            "type": "bye",
            "reason": "The room is needed for those who play.",
            "again": True,
        }


@in_loop
async def test_however_many_devices_one_player_has_the_others_get_to_their_table(tmp_path: Path) -> None:
    async with Server(tmp_path, most_watchers=6) as server:
        at = await server.table("dyke", 3)
        crowd = [await at.line(0) for _device in range(6)]
        assert await (await server.connect(f"{at.path}/live", at.token(0))).closed() == 1013
        others = [await at.line(seat) for seat in (1, 2)]
        assert [line.code for line in others] == [None, None]
        assert len(await sent_away(crowd, 2)) == 2
        assert await (await server.connect(f"{at.path}/live", at.token("watch"))).closed() == 1013
