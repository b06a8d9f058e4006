"""Taking back: free until somebody else has acted or something has come to light, after that if all people agree."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sheepfold.server.table.entries import Played, UndoAnswered, UndoAsked, Undone
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import running
from sheepfold.server.table.undoing import undo_kind
from tests.server.support import At, Dice, Server, in_loop

BOARDS = ("0 lay A1", "0 lay B1")


async def dyke(server: Server, *lines: str, players: int = 3, **wish: Any) -> At:
    at = await server.table("dyke", players, **wish)
    await at.played(*lines)
    return at


def record_of(table: Table) -> str:
    return running(table).record()


def game_log(at: At) -> list[str]:
    match = running(at.live.table)
    return match.log(0) if match.is_over else [line for line in match.record().split("\n\n")[1].split("\n") if line]


@in_loop
async def test_ones_own_last_choice_is_free_to_take_back(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "1 play 7")
        line = await at.line(1)
        assert line.latest("state")["undo"] == "free"
        assert (await at.do("undo", 1, seat=1))["type"] == "done"
        assert game_log(at) == list(BOARDS)
        await at.played("1 play 12")
        assert game_log(at) == [*BOARDS, "1 play 12"]


@in_loop
async def test_what_was_undone_stays_in_the_tables_log_and_not_in_the_record(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "1 play 7")
        await at.do("undo", 1, seat=1)
        await at.played("1 play 12")
        log = await at.entries()
        played = [entry.action for entry in log if isinstance(entry, Played)]
        assert played == ["lay A1", "lay B1", "play 7", "play 12"]
        assert [entry.length for entry in log if isinstance(entry, Undone)] == [2]
        assert "play 7" not in record_of(at.live.table)
        assert record_of(Table(at.name, log)) == record_of(at.live.table)


@in_loop
async def test_after_another_has_acted_all_people_must_agree(tmp_path: Path) -> None:
    """In simultaneous choosing only the one choice is taken back: what the others laid stays where it is."""
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "0 play 7", "1 play 12")
        asks, other = await at.line(0), await at.line(1)
        assert (asks.latest("state")["undo"], other.latest("state")["undo"]) == ("ask", "free")
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        await other.settle()
        assert other.latest("table")["undo"] == {"seat": 0, "waiting": [1, 2]}
        assert (await at.do("answer", 0, seat=0, agree=True))["code"] == "not now"
        await at.do("answer", 2, seat=2, agree=True)
        await other.settle()
        assert other.latest("table")["undo"] == {"seat": 0, "waiting": [1]}
        assert game_log(at) == [*BOARDS, "0 play 7", "1 play 12"]
        await at.do("answer", 1, seat=1, agree=True)
        await other.settle()
        assert other.latest("table")["undo"] is None
        assert game_log(at) == [*BOARDS, "1 play 12"]
        assert other.latest("state")["to_act"] == [0, 2]
        assert other.latest("state")["steps"][-1]["story"] == "P0 takes back a choice."
        kinds = [type(entry) for entry in (await at.entries())[-4:]]
        assert kinds == [UndoAsked, UndoAnswered, UndoAnswered, Undone]


@in_loop
async def test_one_who_does_not_agree_settles_it(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "0 play 7", "1 play 12")
        await at.do("undo", 0, seat=0)
        await at.do("answer", 2, seat=2, agree=True)
        await at.do("answer", 1, seat=1, agree=False)
        assert (await at.shown())["table"]["undo"] is None
        assert (await at.do("answer", 2, seat=2, agree=True))["code"] == "not now"
        assert game_log(at) == [*BOARDS, "0 play 7", "1 play 12"]


@in_loop
async def test_a_wish_lapses_when_the_game_goes_on(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "0 play 7", "1 play 12")
        await at.do("undo", 0, seat=0)
        await at.played("2 play 3")
        assert (await at.shown())["table"]["undo"] is None
        assert (await at.do("answer", 1, seat=1, agree=True))["code"] == "not now"


@in_loop
async def test_nobody_waits_for_somebody_whose_chair_is_kept(tmp_path: Path) -> None:
    """The last one asked is away, and a bot keeps the chair: what the others agreed to is done."""
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "0 play 7", "1 play 12")
        await at.line(0)
        await at.do("undo", 0, seat=0)
        await at.do("answer", 2, seat=2, agree=True)
        server.clock.pass_by(91)
        assert (await at.do("keep", 0, chair=1, bot="random"))["type"] == "done"
        assert (await at.shown())["table"]["undo"] is None
        assert "0 play 7" not in game_log(at)


@in_loop
async def test_bots_wait_while_somebody_is_asked(tmp_path: Path) -> None:
    """A bot that played on would answer the question for the person who was asked."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 4, bots={3: "random"}, manners={"bot_seconds": 0.3})
        await at.line(1)  # somebody watches, so the bot takes its time
        await at.played(*BOARDS, "0 play 7", "1 play 12")
        await at.do("undo", 0, seat=0)
        await asyncio.sleep(0.6)
        assert at.live.table.wish is not None
        assert 3 in at.live.table.acting()
        await at.do("answer", 1, seat=1, agree=False)
        await at.until(lambda: 3 not in at.live.table.acting())


@in_loop
async def test_among_bots_nobody_has_to_agree(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, bots={1: "random"})
        choice = (await at.shown(0))["state"]["legal"][0]
        await at.played(f"0 {choice}")
        await at.until(lambda: any(move.seat == 1 for move in at.live.table.moves) and at.live.table.acting() == [0])
        assert undo_kind(at.live.table, 0) == "ask"
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        assert (await at.shown())["table"]["undo"] is None
        assert all(move.seat is None for move in at.live.table.moves)


@in_loop
async def test_what_chance_has_shown_is_not_free_to_take_back(tmp_path: Path) -> None:
    """The next roll is known: without asking, one could see whether another choice fits it better."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        line = await at.line(0)
        choice = line.latest("state")["legal"][0]
        await at.played(f"0 {choice}")
        await line.settle()
        moves = at.live.table.moves
        assert (moves[-1].seat, moves[-1].note.shows) == (None, True)
        assert line.latest("state")["undo"] == "ask"
        length = len(moves)
        await at.do("undo", 0, seat=0)
        assert len(at.live.table.moves) == length
        await at.do("answer", 1, seat=1, agree=True)
        await line.settle()
        assert line.latest("state")["to_act"] == [0]
        assert choice in line.latest("state")["legal"]


@in_loop
async def test_what_was_hidden_and_is_revealed_is_not_free_to_take_back(tmp_path: Path) -> None:
    """The last to lay cards makes all be revealed: they have seen the others' cards then."""
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "0 play 7", "1 play 12", "2 play 3")
        assert at.live.table.latest.note.shows
        assert undo_kind(at.live.table, 2) == "ask"


@in_loop
async def test_a_table_can_do_without_taking_back(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS, "1 play 7", manners={"undo": False})
        assert (await at.do("undo", 1, seat=1))["code"] == "not now"
        assert (await at.shown(1))["state"]["undo"] is None


@in_loop
async def test_an_answer_to_a_question_that_was_taken_back_is_stale(tmp_path: Path) -> None:
    """And the same command sent again, because its answer got lost, was done once and is not done again."""
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS)
        line = await at.line(1)
        decision = line.latest("state")["decision"]
        await at.do("play", 1, seat=1, action="play 7", decision=decision, id="once")
        await at.do("undo", 1, seat=1)
        stale = await at.do("play", 1, seat=1, action="play 12", decision=decision)
        assert stale["code"] == "stale"
        assert (await at.do("play", 1, seat=1, action="play 7", decision=decision, id="once"))["type"] == "done"
        assert game_log(at) == list(BOARDS)


@in_loop
async def test_anothers_choice_at_the_same_time_does_not_make_mine_stale(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, *BOARDS)
        decision = (await at.line(1)).latest("state")["decision"]
        await at.played("0 play 7", "2 play 3")
        await at.do("undo", 2, seat=2)
        assert (await at.play(1, "play 12", decision=decision))["type"] == "done"


@pytest.mark.parametrize(
    "lines", [(), ("0 lay A1",), BOARDS, (*BOARDS, "1 play 7"), (*BOARDS, "1 play 7", "0 play 85")]
)
@in_loop
async def test_undoing_and_playing_again_leads_to_the_same_place(tmp_path: Path, lines: tuple[str, ...]) -> None:
    async with Server(tmp_path, dice=Dice(3)) as server:
        at = await dyke(server, *lines)
        if not lines:
            assert (await at.do("undo", 0, seat=0))["code"] == "not now"
            return
        seat = int(lines[-1][0])
        before = at.live.table.match.record()  # pyright: ignore[reportOptionalMemberAccess]
        assert (await at.do("undo", seat, seat=seat))["type"] == "done"
        await at.played(lines[-1])
        assert at.live.table.match.record() == before  # pyright: ignore[reportOptionalMemberAccess]


@in_loop
async def test_DYK_4_a_table_may_leave_the_first_boards_to_the_lot_and_nobody_takes_that_back(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server, manners={"lots": True})
        first, second = game_log(at)
        assert first.startswith("0 lay ")
        assert second.startswith("0 lay ")
        assert [move.by for move in at.live.table.moves] == ["chance", "chance"]
        assert (await at.do("undo", 0, seat=0))["code"] == "not now"
        await at.played("0 play 7")
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        assert game_log(at) == [first, second]
        assert record_of(Table(at.name, await at.entries())) == record_of(at.live.table)
