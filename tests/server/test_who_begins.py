"""Who begins: the chosen one, or whoever the lots fall on, sits in chair 0; everybody keeps what their links open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.server.table.entries import Started
from tests.server.support import At, Dice, Server, in_loop

QUESTIONS = {
    "dyke": "Who has the most mischievous look?",
    "nines": "Who is the youngest?",
    "sheepsheep": "Who wore a woollen pullover last?",
    "shepherd": "",
}


class Lots(Dice):
    """Lots that fall on this chair, and nothing else is drawn from them."""

    def __init__(self, chair: int) -> None:
        super().__init__()
        self.chair = chair

    def randrange(self, *_given: Any) -> int:
        return self.chair


def names_at(at: At) -> list[str]:
    return [chair.name for chair in at.live.table.chairs]


@pytest.mark.parametrize("key", sheepfold.games())
@in_loop
async def test_people_are_asked_the_question_of_the_print(tmp_path: Path, key: str) -> None:
    async with Server(tmp_path) as server:
        at = await server.table(key, sheepfold.game(key).players[0], start=False)
        assert (await at.shown())["table"]["who_begins"] == QUESTIONS[key]
        german = (await server.get(f"{at.path}?language=de", at.token("watch"))).json()["table"]["who_begins"]
        assert bool(german) == bool(QUESTIONS[key])
        assert german == "" or german != QUESTIONS[key]


@in_loop
async def test_the_chosen_one_sits_in_chair_0_and_the_others_follow_in_their_order(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 4, start=False)
        assert (await at.do("start", first=2))["type"] == "done"
        assert names_at(at) == ["P2", "P3", "P0", "P1"]
        match = at.live.table.match
        assert match is not None
        assert match.to_act() == {0}
        assert "seat 0 P2\nseat 1 P3\nseat 2 P0\nseat 3 P1\n" in match.record()
        # Whoever sat in chair 2 has chair 0 now, by the link they have; and nobody else has.
        assert (await at.do("play", 2, seat=0, action="lay A1"))["type"] == "done"
        assert (await at.do("play", 0, seat=0, action="lay B1"))["code"] == "not yours"
        assert (await at.do("play", 0, seat=2, action="lay B1"))["code"] == "illegal"
        mine = (await server.get(at.path, at.token(3))).json()["table"]["chairs"]
        assert [chair["here"] for chair in mine] == [False, True, False, False]


@in_loop
async def test_turned_chairs_survive_a_new_start_of_the_server(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, start=False)
        await at.do("start", first=1)
        await at.do("play", 1, seat=0, action="lay A1")
    async with Server(tmp_path) as server:
        at.server = server
        assert (await at.do("play", 1, seat=0, action="lay B1"))["type"] == "done"
        assert names_at(at) == ["P1", "P2", "P0"]


@in_loop
async def test_lots_are_drawn_by_the_server(tmp_path: Path) -> None:
    async with Server(tmp_path, dice=Lots(2)) as server:
        at = await server.table("nines", 3, start=False)
        await at.do("start", first="lots")
        assert names_at(at) == ["P2", "P0", "P1"]
        (started,) = [entry for entry in await at.entries() if isinstance(entry, Started)]
        assert (started.first, started.lots) == (2, True)


@in_loop
async def test_nobody_is_turned_unless_it_is_said(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3)
        assert names_at(at) == ["P0", "P1", "P2"]


@pytest.mark.parametrize("first", [3, 8, -1, "Ada", 1.5])
@in_loop
async def test_a_chair_that_is_not_there_cannot_begin(tmp_path: Path, first: Any) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, start=False)
        answer = await at.do("start", first=first)
        assert answer["code"] == "bad"
        assert at.live.table.status == "open"
        chairs = [{"kind": "here"}] * 3
        wish = {"game": "nines", "players": 3, "chairs": chairs, "start": True, "first": first}
        assert (await server.post("/api/tables", body=wish)).status_code == 400


@pytest.mark.parametrize(("first", "seat"), [(1, 0), ("lots", 2), (None, 1)])
@in_loop
async def test_a_table_that_starts_at_once_is_turned_too(tmp_path: Path, first: Any, seat: int) -> None:
    """A device's people keep their chairs, and the links that are handed out open them."""
    async with Server(tmp_path, dice=Lots(2)) as server, server.browser() as browser:
        chairs = [{"kind": "bot", "bot": "random"}, {"kind": "here", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
        wish = {"game": "dyke", "players": 3, "chairs": chairs, "start": True, "first": first}
        links = (await browser.post("/api/tables", json=wish)).json()
        assert list(links["chairs"]) == [str(seat)]
        table = (await browser.get(f"/api/tables/{links['table']}")).json()["table"]
        assert [chair["here"] for chair in table["chairs"]] == [each == seat for each in range(3)]
        assert table["chairs"][seat]["name"] == "Ada"
        by_link = await server.get(f"/api/tables/{links['table']}?eyes={seat}", links["chairs"][str(seat)])
        assert by_link.status_code == 200


@in_loop
async def test_a_chair_that_is_freed_and_taken_again_keeps_its_place(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, start=False)
        await at.do("start", first=1)
        assert (await at.do("free", chair=0))["type"] == "done"  # P1's
        assert (await at.do("play", 1, seat=0, action="lay A1"))["code"] == "not yours"
        invite = (await server.get(f"{at.path}/links", at.token("maker"))).json()["invite"]
        assert (await at.sit(0, "Eva", invite)).status_code == 201
        assert (await at.do("play", 0, seat=0, action="lay A1"))["type"] == "done"
        assert names_at(at) == ["Eva", "P2", "P0"]


@in_loop
async def test_at_the_next_table_everybody_sits_as_before_and_lots_are_drawn_again(tmp_path: Path) -> None:
    lots = Lots(1)
    async with Server(tmp_path, dice=lots) as server:
        for first, names in ((2, ["P2", "P0", "P1"]), ("lots", ["P0", "P1", "P2"])):
            lots.chair = 1
            at = await server.table("dyke", 3, start=False)
            await at.do("start", first=first)
            await at.do("close")
            lots.chair = 2
            assert (await at.do("rematch", 0))["type"] == "done"
            following = At(server, {"table": at.live.table.rematch})
            await server.house.open(following.name)
            assert names_at(following) == names
            for seat, token in at.seats.items():
                links = (await server.post(f"{at.path}/follow", token)).json()["chairs"]
                ((chair, own),) = links.items()
                assert names_at(following)[int(chair)] == f"P{seat}"
                shown = (await server.get(following.path, own)).json()["table"]["chairs"]
                assert [each["here"] for each in shown].index(True) == int(chair)
