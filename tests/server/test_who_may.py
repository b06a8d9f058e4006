"""Who may do what at a table: every command and every address, for everybody who can hold a link."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from itsdangerous import URLSafeSerializer

from sheepfold.server.table.commands import WAYS
from sheepfold.server.wire import commands
from tests.server.support import At, Line, Server, in_loop

ROLES = ("maker", 0, 1, "invite", "watch")
NOT_YOURS = "not yours"

WHO_MAY: dict[type[commands.Command], tuple[dict[str, Any], set[int | str]]] = {
    commands.Start: ({}, {"maker"}),
    commands.Play: ({"seat": 0, "action": "move 1"}, {0}),
    commands.Undo: ({"seat": 0}, {0}),
    commands.Answer: ({"seat": 0, "agree": True}, {0}),
    commands.Keep: ({"chair": 1}, {"maker", 0, 1}),
    commands.Leave: ({"chair": 0}, {0}),
    commands.Free: ({"chair": 0}, {"maker"}),
    commands.Place: ({"chair": 0, "bot": "random"}, {"maker"}),
    commands.Close: ({}, {"maker"}),
    commands.Rematch: ({}, {"maker", 0, 1}),
    commands.React: ({"seat": 0, "what": "hello"}, {0}),
    commands.Look: ({"seat": 0}, {0}),
    commands.Words: ({"seat": 0, "actions": ["move 1"]}, {0}),
    commands.Why: ({"seat": 0, "parts": ["pawn-0-0"]}, {0}),
    commands.ReadOn: ({"seat": 0, "place": 0}, {0}),
    commands.SeenSoFar: ({"length": 0}, {"maker", 0, 1, "invite", "watch"}),
    commands.SetPace: ({"pace": "quick"}, {"maker", 0, 1}),
    commands.Ready: ({"seat": 0}, {0}),
    commands.Ping: ({}, {"maker", 0, 1, "invite", "watch"}),
}
"""Every command, about chair 0, with those to whom it is not refused as not theirs."""


def name_of(command: type[commands.Command]) -> str:
    return str(command.__struct_config__.tag)


def test_every_command_has_its_one_way() -> None:
    assert set(WAYS) == set(get_args(commands.AnyCommand))


@pytest.mark.parametrize("command", get_args(commands.AnyCommand), ids=name_of)
@in_loop
async def test_every_command_is_for_those_it_is_for(tmp_path: Path, command: type[commands.Command]) -> None:
    fields, allowed = WHO_MAY[command]
    async with Server(tmp_path) as server:
        for role in ROLES:
            at = await server.table("nines", 2)
            line = await at.line(role)
            before = await at.entries()
            answer = await line.ask(name_of(command), **fields)
            is_refused = answer.get("code") == NOT_YOURS
            assert is_refused == (role not in allowed), (role, answer)
            if is_refused:
                assert await at.entries() == before
                assert answer["reason"].endswith(".")
            await line.hang_up()


@in_loop
async def test_addresses_are_for_those_they_are_for(tmp_path: Path) -> None:
    everybody: set[int | str] = set(ROLES)
    cases: list[tuple[str, str, Any, set[int | str]]] = [
        ("GET", "?want=text", None, everybody),
        ("GET", "?eyes=0", None, {0}),
        ("GET", "/picture.svg", None, everybody),
        ("GET", "/picture.svg?eyes=0", None, {0}),
        ("GET", "/links", None, everybody),
        ("GET", "/qr.svg?which=watch", None, everybody),
        ("GET", "/qr.svg?which=invite", None, {"maker", "invite"}),
        ("GET", "/qr.svg?which=invite&hand=true", None, {"maker", "invite"}),
        ("GET", "/qr.svg?which=chair-0", None, {0}),
        ("POST", "/sit", {"chair": 2, "name": "Ada"}, {"maker", 0, 1, "invite"}),
        ("POST", "/hint", {"seat": 0}, {0}),
        ("POST", "/coach", {"seat": 0}, {0}),
        ("DELETE", "", None, {"maker"}),
    ]
    async with Server(tmp_path) as server:
        for method, path, body, allowed in cases:
            for role in ROLES:
                at = await three_chairs_one_open(server)
                answer = await server.ask(method, at.path + path, at.token(role), body)
                assert (answer.status_code == 403) == (role not in allowed), (method, path, role, answer.text)
                if answer.status_code == 403:
                    assert answer.json()["code"] == NOT_YOURS


async def three_chairs_one_open(server: Server) -> At:
    at = await server.table("nines", 3)
    assert (await at.do("free", chair=2))["type"] == "done"
    at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
    return at


@in_loop
async def test_links_hand_on_only_what_is_ones_own(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        handed = {role: (await server.get(f"{at.path}/links", at.token(role))).json() for role in ROLES}
        shown = {role: {name for name in ("maker", "invite", "watch") if links[name]} for role, links in handed.items()}
        assert shown == {
            "maker": {"maker", "invite", "watch"}, 0: {"watch"}, 1: {"watch"}, "invite": {"invite", "watch"},
            "watch": {"watch"},
        }  # fmt: skip
        assert handed[0]["chairs"] == {"0": at.token(0)}
        assert [handed[role]["chairs"] for role in ("maker", "invite", "watch")] == [{}, {}, {}]


@in_loop
async def test_nobody_speaks_for_another_chair(tmp_path: Path) -> None:
    """Even with an id that the other has used: it is not answered as if it were theirs."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        line = await at.line(0)
        choice = line.latest("state")["legal"][0]
        foreign = await at.do("play", 1, seat=0, action=choice)
        assert (foreign["type"], foreign["code"]) == ("refused", NOT_YOURS)
        assert (await at.do("play", 0, seat=0, action=choice, id="mine"))["type"] == "done"
        again = await at.do("play", 1, seat=0, action=choice, id="mine")
        assert (again["type"], again["code"]) == ("refused", NOT_YOURS)


# ---------------------------------------------------------------------------------------------- forged, foreign, old


def forged(at: At) -> dict[str, str]:
    other = URLSafeSerializer("another key", salt="sheepfold link")
    own = at.server.app.state.links._signer
    body, _dot, signature = at.token(0).rpartition(".")
    return {
        "another key": str(other.dumps([at.name, "maker", -1, 0])),
        "changed content": body[:-3] + ("AAA" if body[-3:] != "AAA" else "BBB") + "." + signature,
        "changed signature": at.token(0)[:-2],
        "another salt": str(
            URLSafeSerializer((at.server.settings.data / "secret").read_text()).dumps([at.name, "maker", -1, 0])
        ),
        "of another table": str(own.dumps(["elsewhere", "maker", -1, 0])),
        "unknown role": str(own.dumps([at.name, "admin", -1, 0])),
        "a later chair": str(own.dumps([at.name, "chair", 0, 7])),
        "no such chair": str(own.dumps([at.name, "chair", 9, 0])),
        "no list": str(own.dumps(5)),
        "odd list": str(own.dumps([at.name, "chair", "x", None])),
        "nothing": "x",
        "dots": "...",
        "very long": "x" * 5000,
    }


@in_loop
async def test_forged_tokens_open_nothing(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        for kind, token in forged(at).items():
            for path in ("", "/links", "/picture.svg"):
                answer = await server.get(at.path + path, token)
                assert answer.status_code == 403, (kind, answer.text)
                assert answer.json()["code"] == NOT_YOURS, kind
            entered = await server.post("/api/enter", None, {"token": token})
            assert entered.status_code in (400, 403, 404), (kind, entered.text)
            assert "set-cookie" not in entered.headers
            line = await server.connect(f"{at.path}/live", token)
            assert await line.closed() == 4401, kind
            assert [message["type"] for message in line.messages] == ["bye"]
            assert line.messages[0]["again"] is False


@in_loop
async def test_without_a_link_a_table_cannot_be_told_from_none(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        answers = [await server.get(path) for path in (at.path, "/api/tables/nosuchtable")]
        assert answers[0].status_code == 403
        assert [answer.content for answer in answers] == [answers[0].content] * 2
        lines = [await server.connect(f"/api/tables/{name}/live") for name in (at.name, "nosuchtable")]
        assert [await line.closed() for line in lines] == [4401, 4401]
        assert lines[0].frames == lines[1].frames


@in_loop
async def test_a_link_to_a_table_that_is_gone_says_so(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        assert (await server.ask("DELETE", at.path, at.token("maker"))).status_code == 204
        answer = await server.get(at.path, at.token("watch"))
        assert (answer.status_code, answer.json()["code"]) == (404, "missing")
        line = await server.connect(f"{at.path}/live", at.token(0))
        assert await line.closed() == 4404


@in_loop
async def test_a_removed_guests_links_end_at_once(tmp_path: Path) -> None:
    """The chair's link, the connection that is open, and the invitation they came by."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        removed, stays = await at.line(1), await at.line(0)
        old_chair, old_invitation = at.token(1), at.token("invite")
        assert (await at.do("free", chair=1))["type"] == "done"
        assert await removed.closed() == 4401
        assert removed.messages[-1]["type"] == "bye"
        assert removed.messages[-1]["again"] is False
        for token in (old_chair, old_invitation):
            assert (await server.get(at.path, token)).json()["code"] == NOT_YOURS
            assert (await server.post("/api/enter", None, {"token": token})).status_code == 403
            assert (await at.sit(1, "Back again", token)).status_code == 403
            assert (await server.post(f"{at.path}/do", token, {"type": "react", "id": "x", "seat": 1, "what": "ouch"})
                    ).status_code == 403  # fmt: skip
        await stays.settle()
        assert stays.code is None
        assert stays.latest("table")["chairs"][1]["kind"] == "open"
        at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
        assert (await at.sit(1, "Somebody else")).status_code == 201
        assert at.token(1) != old_chair
        assert (await server.get(at.path, old_chair)).status_code == 403


@in_loop
async def test_freeing_a_bots_chair_leaves_the_invitation_good(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, bots={1: "random"}, start=False)
        assert (await at.do("free", chair=1))["type"] == "done"
        assert (await at.sit(1, "Invited before")).status_code == 201


# ---------------------------------------------------------------------------------------------- rematches


async def over(server: Server, players: int = 2) -> At:
    at = await server.table("nines", players)
    assert (await at.do("close"))["type"] == "done"
    return at


@in_loop
async def test_a_rematch_is_for_the_same_people(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await over(server)
        line = await at.line(1)
        assert (await at.do("rematch", 0))["type"] == "done"
        await line.settle()
        following = line.latest("table")["rematch"]
        assert (await at.do("rematch", 1))["type"] == "done"  # asked twice: the same table
        assert (await at.shown("watch"))["table"]["rematch"] == following
        for role in ROLES:
            links = (await server.post(f"{at.path}/follow", at.token(role))).json()
            assert links["table"] == following
            shown = await server.get(f"/api/tables/{following}", links["watch"])
            assert [chair["name"] for chair in shown.json()["table"]["chairs"]] == ["P0", "P1"]
            assert shown.json()["table"]["status"] == "running"
            assert bool(links["maker"]) == (role == "maker")
            assert set(links["chairs"]) == ({str(role)} if isinstance(role, int) else set())
        links = (await server.post(f"{at.path}/follow", at.token(1))).json()
        again = At(server, links, {1: links["chairs"]["1"]})
        assert (await again.do("react", 1, seat=1, what="hello"))["type"] == "done"


@in_loop
async def test_there_is_no_rematch_of_a_game_that_runs(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        assert (await at.do("rematch", 0))["code"] == "not now"
        assert (await server.post(f"{at.path}/follow", at.token(0))).json()["code"] == "not now"


@in_loop
async def test_whoever_was_sent_away_does_not_come_back_by_the_table_before(tmp_path: Path) -> None:
    """The old table's links lead to the first links of the rematch, not to those of whoever sits there now."""
    async with Server(tmp_path) as server:
        at = await over(server)
        await at.do("rematch")
        links = (await server.post(f"{at.path}/follow", at.token("maker"))).json()
        following = At(server, links)
        assert (await following.do("free", chair=1))["type"] == "done"
        following.links = (await server.get(f"{following.path}/links", following.token("maker"))).json()
        assert (await following.sit(1, "New here")).status_code == 201
        for role in (1, "invite"):
            links = (await server.post(f"{at.path}/follow", at.token(role))).json()
            for token in (*links["chairs"].values(), links["invite"]):
                if token:
                    assert (await server.get(following.path, token)).status_code == 403


@in_loop
async def test_a_browser_keeps_its_rights_in_a_rematch_unless_it_was_removed(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, start=False)
        async with server.browser() as stays, server.browser() as removed, server.browser() as guest:
            for browser, token in ((stays, at.token(0)), (removed, at.token(1)), (removed, at.token("invite")),
                                   (guest, at.token("invite"))):  # fmt: skip
                assert (await browser.post("/api/enter", json={"token": token})).status_code == 201
            await at.do("free", chair=1)
            await at.do("place", chair=1, bot="random")
            await at.do("close")
            assert (await at.do("rematch"))["type"] == "done"
            following = (await at.shown("watch"))["table"]["rematch"]
            mine = (await stays.get(f"/api/tables/{following}")).json()["table"]["chairs"]
            assert [chair["here"] for chair in mine] == [True, False, False]
            for browser in (removed, guest):  # the invitation ended for both when somebody was removed by it
                assert (await browser.get(f"/api/tables/{following}")).status_code == 403


# ---------------------------------------------------------------------------------------------- devices


@in_loop
async def test_a_link_opened_in_a_browser_is_remembered_there_and_nowhere_else(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        async with server.browser() as mine, server.browser() as other:
            entered = await mine.post("/api/enter", json={"token": at.token(0)})
            assert entered.json() == {"table": at.name, "chairs": [0], "maker": False}
            assert (await mine.get(f"{at.path}?eyes=0")).status_code == 200
            assert (await other.get(f"{at.path}?eyes=0")).status_code == 403
            assert [table["table"] for table in (await mine.get("/api/tables")).json()] == [at.name]
            assert (await other.get("/api/tables")).json() == []


@in_loop
async def test_sitting_down_in_a_browser_gives_its_open_connection_the_chair(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, start=False)
        await at.do("free", chair=1)
        at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
        async with server.browser() as browser:
            await browser.post("/api/enter", json={"token": at.token("invite")})
            cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
            line: Line = await server.connect(f"{at.path}/live", cookie=cookie, origin="http://sheepfold.test")
            await line.settle()
            assert not any(chair["here"] for chair in line.latest("table")["chairs"])
            assert (await browser.post(f"{at.path}/sit", json={"chair": 1, "name": "Ada"})).status_code == 201
            await line.settle()
            assert line.latest("table")["chairs"][1] | {"keep_in": None} == {
                "seat": 1, "kind": "person", "name": "Ada", "bot": None, "kept": False, "here": True, "present": True,
                "warming": False, "keep_in": None,
            }  # fmt: skip
            assert (await line.ask("react", seat=1, what="hello"))["type"] == "done"


@in_loop
async def test_only_one_of_two_gets_the_chair(tmp_path: Path) -> None:
    import asyncio

    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, start=False)
        await at.do("free", chair=1)
        at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
        answers = await asyncio.gather(*(at.sit(1, name) for name in ("Ada", "Bob", "Cem")))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
        assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"full"}


@in_loop
async def test_the_next_game_may_be_another_one_for_the_same_people(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await over(server)
        refused = await at.do("rematch", 0, game="dyke")
        assert "3 to 8 players" in refused["reason"]
        assert (await at.do("rematch", 0, game="shepherd"))["type"] == "done"
        links = (await server.post(f"{at.path}/follow", at.token(1))).json()
        shown = (await server.get(f"/api/tables/{links['table']}", links["watch"])).json()["table"]
        assert (shown["game"], shown["status"]) == ("shepherd", "running")
        assert sorted(chair["name"] for chair in shown["chairs"]) == ["P0", "P1"]


@in_loop
async def test_with_other_seats_everybody_finds_the_chair_they_have_moved_to(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await over(server, 3)
        assert (await at.do("rematch", 0, moved=True))["type"] == "done"
        for seat in range(3):
            links = (await server.post(f"{at.path}/follow", at.token(seat))).json()
            shown = (await server.get(f"/api/tables/{links['table']}", links["watch"])).json()["table"]
            assert [chair["name"] for chair in shown["chairs"]] == ["P2", "P0", "P1"]
            (mine,) = links["chairs"]
            assert shown["chairs"][int(mine)]["name"] == f"P{seat}"
            entered = await server.get(f"/api/tables/{links['table']}?want=view", links["chairs"][mine])
            assert [chair["seat"] for chair in entered.json()["table"]["chairs"] if chair["here"]] == [int(mine)]
