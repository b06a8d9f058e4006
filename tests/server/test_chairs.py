"""Chairs: leaving and coming back, bots that keep a chair, bots of their own, games that are not ready yet."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sheepfold.server.keeping.schema import Right
from sheepfold.server.table.entries import Kept, Played, Returned
from tests.server.support import At, Line, Server, in_loop

# ---------------------------------------------------------------------------------------------- leaving, coming back


@in_loop
async def test_before_the_start_a_chair_that_is_left_is_open_and_its_link_ends(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, start=False)
        old = at.token(1)
        assert (await at.do("leave", 1, chair=1))["type"] == "done"
        shown = (await at.shown())["table"]
        assert shown["chairs"][1]["kind"] == "open"
        assert "free" in shown["note"]
        assert (await at.do("start"))["code"] == "not now"
        assert (await server.get(at.path, old)).status_code == 403
        assert (await at.sit(1, "Ada")).status_code == 201  # the invitation is still good: nobody was removed
        assert (await at.do("start"))["type"] == "done"


@in_loop
async def test_in_a_game_a_bot_keeps_the_chair_of_who_leaves_until_they_return(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        watcher, mine = await at.line("watch"), await at.line(0)
        await at.do("leave", 0, chair=0)
        await mine.hang_up()
        await at.until(lambda: at.live.table.acting() == [1] and not at.live.lock.locked())
        await watcher.settle()
        chair = watcher.latest("table")["chairs"][0]
        assert (chair["kind"], chair["kept"], chair["bot"] is not None, chair["present"]) == (
            "person",
            True,
            True,
            False,
        )
        assert {step["by"] for step in told(watcher) if step["seat"] == 0} == {"keeper"}
        back = await at.line(0)
        assert back.latest("table")["chairs"][0]["kept"] is False
        assert [type(entry) for entry in await at.entries() if isinstance(entry, Kept | Returned)] == [Kept, Returned]


def told(line: Line) -> list[dict[str, object]]:
    return [step for message in line.messages if message["type"] == "state" for step in message["steps"]]


@in_loop
async def test_others_may_let_a_bot_keep_a_chair_after_a_while(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, manners={"absent_seconds": 60})
        stays, goes = await at.line(0), await at.line(1)
        assert (await at.do("keep", 0, chair=1))["code"] == "not now"
        await goes.hang_up()
        await stays.settle()
        chair = stays.latest("table")["chairs"][1]
        assert (chair["present"], chair["keep_in"]) == (False, 60.0)
        server.clock.pass_by(59)
        assert (await at.do("keep", 0, chair=1))["code"] == "not now"
        server.clock.pass_by(1)
        assert (await at.do("keep", 0, chair=1, bot="no such bot"))["code"] == "bad"
        assert (await at.do("keep", 0, chair=1, bot="os:getcwd"))["code"] == "bad"
        assert (await at.do("keep", 0, chair=7))["code"] == "not now"
        assert (await at.do("keep", 0, chair=0))["code"] == "not now"  # is here
        assert (await at.do("keep", 0, chair=1, bot="random"))["type"] == "done"
        assert (await at.do("keep", 0, chair=1, bot="random"))["code"] == "not now"  # is kept already
        await at.played("0 lay A1", "0 lay B1")
        await at.until(lambda: 1 not in at.live.table.acting())
        assert [move.by for move in at.live.table.moves if move.seat == 1] == ["keeper"]


@in_loop
async def test_whoever_returns_has_the_chair_back_at_once_even_while_the_bot_thinks(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, manners={"bot_seconds": 5})
        await at.line("watch")
        await at.played("0 lay A1", "0 lay B1")
        await at.do("leave", 1, chair=1)  # the bot begins to think, for five seconds
        back = await at.line(1)
        assert back.latest("table")["chairs"][1]["kept"] is False
        assert back.latest("state")["decision"] is not None
        assert (await back.ask("play", seat=1, action="play 7"))["type"] == "done"
        assert [move.by for move in at.live.table.moves if move.seat == 1] == ["person"]


@in_loop
async def test_playing_takes_a_kept_chair_back_too(tmp_path: Path) -> None:
    """A program may play without a live connection."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, manners={"bot_seconds": 5})
        await at.line("watch")
        await at.played("0 lay A1", "0 lay B1")
        await at.do("leave", 1, chair=1)
        await at.played("1 play 7")
        assert not at.live.table.chairs[1].is_kept


@in_loop
async def test_who_sits_down_while_a_connection_is_on_its_way_has_the_chair_there(tmp_path: Path) -> None:
    """What the device may do was looked up just before: a page whose line broke for a moment while one sat down."""
    async with Server(tmp_path) as server, server.browser() as browser:
        at = await server.table("nines", 2, start=False)
        await at.do("leave", 1, chair=1)
        await browser.post("/api/enter", json={"token": at.links["invite"]})
        look_up, has_sat = server.house.store.rights, asyncio.Event()

        async def look_up_early(device: str, table: str) -> list[Right]:
            found = await look_up(device, table)
            await has_sat.wait()
            return found

        server.house.store.rights = look_up_early
        cookie = f"sheepfold_device={browser.cookies['sheepfold_device']}"
        line = await server.connect(f"{at.path}/live?want=legal", cookie=cookie)
        await asyncio.sleep(0.05)
        server.house.store.rights = look_up
        assert (await browser.post(f"{at.path}/sit", json={"chair": 1, "name": "Ben"})).status_code == 201
        has_sat.set()
        await line.settle()
        chair = line.latest("table")["chairs"][1]
        assert (chair["here"], chair["present"]) == (True, True)


@in_loop
async def test_the_same_link_opens_the_chair_on_any_device(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        first, second = await at.line(0), await at.line(0)
        await first.ask("play", seat=0, action="lay A1")
        await second.settle()
        assert second.latest("state")["length"] == 1
        await first.hang_up()
        await second.settle()
        assert second.latest("table")["chairs"][0]["present"] is True


# ---------------------------------------------------------------------------------------------- several at one device


@pytest.mark.parametrize("chairs", [(0,), (0, 1)])
@in_loop
async def test_a_screen_that_all_look_at_shows_nobodys_cards(tmp_path: Path, chairs: tuple[int, ...]) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played("0 lay A1", "0 lay B1", "0 play 7")
        mine = " ".join(map(at.token, chairs))
        screen, own = [await server.connect(f"{at.path}/live?want=legal,log{also}", mine) for also in (",middle", "")]
        for line in (screen, own):
            await line.settle()
        if len(chairs) == 1:
            assert own.latest("state")["log"][-1] == "0 play 7"
        await screen.ask("look", seat=chairs[-1])
        shown = screen.latest("state")
        assert (shown["eyes"], shown["legal"], shown["hand_over"]) == (None, [], [])
        assert shown["log"][-1] == "0 play ?"


@in_loop
async def test_people_at_one_device_hand_it_over_and_cards_are_covered_again(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        both = f"{at.token(0)} {at.token(1)}"
        await at.played("0 lay A1", "0 lay B1")
        line = await server.connect(f"{at.path}/live?want=legal,log", both)
        await line.settle()
        shown = line.latest("state")
        assert (shown["eyes"], shown["legal"], shown["hand_over"]) == (None, [], [0, 1])
        assert (await line.ask("look", seat=2))["code"] == "not yours"
        await line.ask("look", seat=0)
        assert line.latest("state")["eyes"] == 0
        await line.ask("play", seat=0, action="play 7")
        await line.settle()
        shown = line.latest("state")
        assert (shown["eyes"], shown["hand_over"]) == (None, [1])
        assert shown["log"][-1] == "0 play ?"
        await line.ask("look", seat=1)
        assert line.latest("state")["log"][-1] == "0 play ?"
        await line.ask("look", seat=None)
        assert (line.latest("state")["eyes"], line.latest("state")["legal"]) == (None, [])


@in_loop
async def test_at_an_open_game_one_device_follows_whose_turn_it_is(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        line = await server.connect(f"{at.path}/live?want=legal", f"{at.token(0)} {at.token(1)}")
        await line.settle()
        for _turn in range(6):
            shown = line.latest("state")
            assert shown["to_act"] == [shown["eyes"]]
            await line.ask("play", seat=shown["eyes"], action=shown["legal"][0], decision=shown["decision"])
            await line.settle()


# ---------------------------------------------------------------------------------------------- bots


@in_loop
async def test_bots_play_by_themselves_and_their_moves_are_marked(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, bots={0: "random", 1: "greedy", 2: "random"})
        await at.until(lambda: at.live.table.status == "over")
        assert {entry.by for entry in await at.entries() if isinstance(entry, Played)} == {"bot", "chance"}
        record = await server.get(f"{at.path}/record", at.token("watch"))
        assert record.status_code == 200
        assert record.text == at.live.table.match.record()  # pyright: ignore[reportOptionalMemberAccess]


@in_loop
async def test_bots_go_on_after_a_restart_as_soon_as_somebody_looks(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, bots={0: "random", 1: "random", 2: "random"})
        await at.until(lambda: len(at.live.table.moves) > 60)
    async with Server(tmp_path) as again:
        at.server = again
        await at.shown("watch")
        await at.until(lambda: at.live.table.status == "over")
        assert [entry.seat for entry in await at.entries() if isinstance(entry, Played)].count(None) > 20


@in_loop
async def test_a_game_just_begun_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Begun at once, with a bot to act first and no chance before it: the server stops before anything is played."""
    async with Server(tmp_path) as server:
        chairs = [{"kind": "bot", "bot": "random"}] * 3
        made = await server.post("/api/tables", body={"game": "dyke", "chairs": chairs, "start": True})
        at = At(server, made.json())
    async with Server(tmp_path) as again:
        at.server = again
        await at.shown("watch")
        await at.until(lambda: len(at.live.table.moves) > 2)


@in_loop
async def test_nobody_names_code_for_the_server_to_run(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, start=False, bots={1: "random"})
        await at.do("free", chair=1)
        for name in ("os:system", "search:1000000", "no such bot", ":", "a:b", ""):
            assert (await at.do("place", chair=1, bot=name))["code"] == "bad", name
        assert (await at.do("place", chair=1, bot="greedy"))["type"] == "done"
        assert (await at.do("place", chair=1, bot="greedy"))["code"] == "full"
        assert (await at.do("place", chair=6, bot="greedy"))["code"] == "bad"
        assert (await at.do("free", chair=6))["code"] == "bad"
