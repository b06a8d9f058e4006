"""What goes wrong below: a full disk, a database that cannot be written, damaged logs, clients that vanish midway.

What could not be written has not happened; a table that is lost is lost alone.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sheepfold.server.keeping.seals import LENGTH
from sheepfold.server.keeping.store import Store
from sheepfold.server.keeping.troubles import NotSaved
from sheepfold.server.table import live
from sheepfold.server.table.entries import Played, decode_entry
from tests.server.support import At, Server, in_loop


async def dyke(server: Server) -> At:
    at = await server.table("dyke", 3)
    await at.played("0 lay A1", "0 lay B1")
    return at


# ---------------------------------------------------------------------------------------------- the disk is full


def fill_disk(store: Store, *, full: bool) -> None:
    """Let the database grow no more, as on a full disk, or again."""

    def limit(connection: Any, *_record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {1 if full else 1_000_000}")

    from sqlalchemy import event

    event.listen(store.engine, "checkout", limit)
    if store.writer._rows is not None:
        limit(store.writer._rows._opened())


async def fill_up(at: At) -> dict[str, Any]:
    """Play and take back until there is no room in the pages that are left."""
    for _try in range(500):
        answer = await at.play(1, "play 7")
        if answer["type"] == "refused":
            return answer
        answer = await at.do("undo", 1, seat=1)
        if answer["type"] == "refused":
            return answer
    raise AssertionError("the disk never got full")


@in_loop
async def test_on_a_full_disk_nothing_is_done_that_is_not_saved(
    tmp_path: Path, logged: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRY_AGAIN", 0.05)
    async with Server(tmp_path) as server:
        at = await dyke(server)
        watcher = await at.line("watch")
        fill_disk(server.house.store, full=True)
        refused = await fill_up(at)
        assert refused["code"] == "not saved"
        assert "disk" in refused["reason"]
        await watcher.settle()
        written = await at.entries()
        assert at.live.table.seq == len(written)
        assert watcher.latest("state")["seq"] <= len(written)
        made = await server.post("/api/tables", body={"game": "nines", "players": 2})
        assert (made.status_code, made.json()["code"]) == (503, "not saved")
        shown = await at.shown()  # reading goes on
        assert shown["state"]["length"] == at.live.table.seq - 7 or shown["state"]["length"] >= 2
        fill_disk(server.house.store, full=False)
        choice = (await at.shown(2))["state"]["legal"][0]
        await at.played(f"2 {choice}")
        assert "not saved" in [line["event"] for line in logged]


@in_loop
async def test_bots_go_on_by_themselves_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "TRY_AGAIN", 0.05)
    async with Server(tmp_path) as server:
        failing = Failing(server.house.store)
        at = await server.table("nines", 2, bots={0: "random", 1: "random"}, start=False)
        await at.do("start")
        await at.until(lambda: len(at.live.table.moves) > 60)
        failing.fails = True
        await at.until(lambda: failing.failures > 2)
        length = len(await at.entries())
        failing.fails = False
        await at.until(lambda: at.live.table.status == "over")
        log = await at.entries()
        assert len(log) > length


class Failing:
    """A store whose writing can be made to fail, or to take its time."""

    def __init__(self, store: Store) -> None:
        self.fails, self.failures, self.store = False, 0, store
        self.gate: asyncio.Event | None = None
        self._append, self._note = store.append, store.note
        store.append, store.note = self.append, self.note  # pyright: ignore[reportAttributeAccessIssue]

    async def append(self, *given: Any) -> None:
        if self.gate is not None:
            await self.gate.wait()
        if self.fails:
            self.failures += 1
            raise NotSaved("no room")
        await self._append(*given)

    async def note(self, *given: Any) -> None:
        if self.fails:
            raise NotSaved("no room")
        await self._note(*given)


@in_loop
async def test_what_is_not_saved_is_shown_to_nobody(tmp_path: Path) -> None:
    """Not even to those who come, go or ask while it is being written."""
    async with Server(tmp_path) as server:
        at = await dyke(server)
        failing = Failing(server.house.store)
        line, leaving = await at.line(0), await at.line("watch")
        before = line.latest("state")["seq"]
        drawn = (await server.get(f"{at.path}/picture.svg", at.token("watch"))).text
        failing.gate, failing.fails = asyncio.Event(), True
        playing = asyncio.create_task(at.play(1, "play 7"))
        await asyncio.sleep(0.05)
        await leaving.hang_up()
        asking = [asyncio.create_task(server.get(at.path + path, at.token("watch"))) for path in ("", "/picture.svg")]
        coming = asyncio.create_task(at.line("watch"))
        await asyncio.sleep(0.05)
        failing.gate.set()
        assert (await playing)["code"] == "not saved"
        for frame in [*line.messages, *(await coming).messages]:
            if frame["type"] == "state":
                assert (frame["length"], frame["to_act"]) == (2, [0, 1, 2])
            if frame["type"] == "table":
                assert frame["seq"] <= before
        assert (await asking[0]).json()["state"]["to_act"] == [0, 1, 2]
        assert (await asking[1]).text == drawn
        assert len(at.live.table.moves) == 2


@in_loop
async def test_what_is_saved_is_done_even_if_its_status_cannot_be_noted(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, start=False)
        failing = Failing(server.house.store)
        line = await at.line(0)

        async def no_note(*_given: Any) -> None:
            raise NotSaved("no room")

        failing.store.note = no_note  # pyright: ignore[reportAttributeAccessIssue]
        assert (await at.do("start"))["type"] == "done"
        await line.settle()
        assert line.latest("table")["status"] == "running"


# ---------------------------------------------------------------------------------------------- it cannot be written


@in_loop
async def test_with_a_read_only_database_people_can_look_and_are_told_why_they_cannot_play(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
    keeps_wal_alive = sqlite3.connect(tmp_path / "tables.sqlite")
    keeps_wal_alive.execute("SELECT count(*) FROM entries").fetchall()
    url = f"sqlite:///file:{tmp_path / 'tables.sqlite'}?mode=ro&uri=true"
    async with Server(tmp_path, database=url) as again:
        at.server = again
        line = await at.line(1)
        assert line.latest("state")["to_act"] == [0, 1, 2]
        refused = await at.play(1, "play 7")
        assert refused["code"] == "not saved"
        assert refused["reason"].endswith(".")
        assert (await again.post("/api/tables", body={"game": "nines", "players": 2})).json()["code"] == "not saved"
        assert (await at.shown(1))["state"]["to_act"] == [0, 1, 2]
    keeps_wal_alive.close()


# ---------------------------------------------------------------------------------------------- damaged logs

DAMAGES: dict[str, tuple[int, str | None]] = {
    "no JSON": (5, "\x00"),
    "empty": (5, ""),
    "unknown entry": (5, '{"e":"dreamt","at":1}'),
    "illegal action": (5, '{"e":"played","at":1,"seat":2,"action":"lay A1"}'),
    "unreadable action": (5, '{"e":"played","at":1,"seat":0,"action":"fly"}'),
    "no such chair": (5, '{"e":"freed","at":1,"chair":77}'),
    "no such seat": (5, '{"e":"played","at":1,"seat":-9,"action":"lay A1"}'),
    "no such game": (0, '{"e":"made","at":1,"game":"chess","players":3,"options":{},"manners":{}}'),
    "odd options": (0, '{"e":"made","at":1,"game":"dyke","players":3,"options":{"rain":"cats"},"manners":{}}'),
    "odd material": (0, '{"e":"made","at":1,"game":"dyke","players":3,"options":{},"manners":{},"material":{"a":[]}}'),
    "undone too far": (6, '{"e":"undone","at":1,"seat":0,"length":99}'),
    "no beginning": (0, None),
    "a gap": (4, None),
    "a gap that would fold": (2, None),
}
"""What an entry's number is overwritten with; None: it is missing."""


def damage(server: Server, at: At, seq: int, body: str | bytes | None) -> None:
    where = "WHERE table_id = :table AND seq = :seq"
    change = f"DELETE FROM entries {where}" if body is None else f"UPDATE entries SET body = :body {where}"
    raw = body.encode() if isinstance(body, str) else body
    with server.house.store.engine.begin() as connection:
        connection.execute(text(change), {"table": at.name, "seq": seq} | ({} if raw is None else {"body": raw}))


@pytest.mark.parametrize("kind", DAMAGES)
@in_loop
async def test_a_damaged_log_is_said_and_other_tables_go_on(
    tmp_path: Path, kind: str, logged: list[dict[str, Any]]
) -> None:
    async with Server(tmp_path) as server:
        at, other = await dyke(server), await server.table("dyke", 3)
        damage(server, at, *DAMAGES[kind])
    async with Server(tmp_path) as again:
        at.server = other.server = again
        answer = await again.get(at.path, at.token("watch"))
        assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        assert "Other tables are not affected" in answer.json()["reason"]
        line = await again.connect(f"{at.path}/live", at.token(0))
        assert await line.closed() is not None
        assert "damaged" in line.messages[0]["reason"]
        await other.played("0 lay A1")
        assert (await again.post("/api/tables", body={"game": "nines", "players": 2})).status_code == 201
        erased = await again.ask("DELETE", at.path, at.token("maker"))  # its maker can still clear it away
        assert erased.status_code == 204, erased.text
        assert (await again.get(at.path, at.token("watch"))).status_code == 404
    assert "damaged log" in [line["event"] for line in logged]


@pytest.mark.parametrize("sealed", [True, False])
@in_loop
async def test_no_damage_whatever_brings_the_server_down(tmp_path: Path, sealed: bool) -> None:
    """Entries with random bytes changed are noticed. A log of the first release, which has no seals, opens as it reads
    now, or is said to be damaged; nothing else."""
    async with Server(tmp_path) as server:
        at = await dyke(server)
        rng, seen = random.Random(3), set[int]()
        if not sealed:
            unseal(server, at, await server.house.store.read(at.name))
        bodies = await server.house.store.read(at.name)
        for _case in range(150):
            seq = rng.randrange(len(bodies))
            body = bytearray(bodies[seq])
            for _change in range(rng.randint(1, 3)):
                body[rng.randrange(len(body))] = rng.choice(b'0123456789"{}[]:,abcnull')
            if bytes(body) == bodies[seq]:
                continue
            damage(server, at, seq, bytes(body))
            server.house.tables.clear()
            answer = await server.get(at.path, at.token("watch"))
            seen.add(answer.status_code)
            assert answer.status_code == 200 or answer.json()["code"] in ("damaged", "not yours"), (body, answer.text)
            damage(server, at, seq, bodies[seq])
        assert seen == {500} if sealed else seen >= {200, 500}


def unseal(server: Server, at: At, bodies: list[bytes]) -> None:
    """The log as the first release would have written it."""
    for seq, body in enumerate(bodies):
        damage(server, at, seq, body[:-LENGTH] + b"}")


ALTERED = {
    "another action": (5, b'"lay A1"', b'"lay A2"'),
    "another name": (1, b'"P0"', b'"P9"'),
    "another time": (4, b'"at":1', b'"at":2'),
    "other manners": (0, b'"players":3', b'"players":4'),
    "another seal": (6, b'"seal":"', b'"seal":"0'),
}
"""Entries that could all be folded: by number, what stands there, and what then stands there."""


@pytest.mark.parametrize("kind", ALTERED)
@in_loop
async def test_an_entry_altered_on_disk_is_noticed(tmp_path: Path, kind: str) -> None:
    async with Server(tmp_path) as server:
        at, other = await dyke(server), await dyke(server)
        seq, old, new = ALTERED[kind]
        bodies = await server.house.store.read(at.name)
        assert old in bodies[seq]
        damage(server, at, seq, bodies[seq].replace(old, new)[: len(bodies[seq])])
        server.house.tables.clear()
        answer = await server.get(at.path, at.token("watch"))
        assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        assert "altered" in answer.json()["reason"]
        assert (await server.get(other.path, other.token("watch"))).status_code == 200
        damage(server, at, seq, bodies[seq])
        assert (await server.get(at.path, at.token("watch"))).status_code == 200


@in_loop
async def test_entries_moved_or_taken_from_another_table_are_noticed(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at, other = await dyke(server), await dyke(server)
        mine, theirs = [await server.house.store.read(each.name) for each in (at, other)]
        for changes in ({1: mine[2], 2: mine[1]}, {5: theirs[5][:-LENGTH] + b"}"}):
            for seq, body in changes.items():
                damage(server, at, seq, body)
            server.house.tables.clear()
            answer = await server.get(at.path, at.token("watch"))
            assert "altered" in answer.json()["reason"]
            for seq in changes:
                damage(server, at, seq, mine[seq])


@in_loop
async def test_the_first_entry_written_after_those_of_the_first_release_seals_them_too(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await dyke(server)
        unseal(server, at, await server.house.store.read(at.name))
        server.house.tables.clear()
        await at.played("1 play 7")
        bodies = await server.house.store.read(at.name)
        assert [b'"seal":"' in body for body in bodies] == [False] * (len(bodies) - 1) + [True]
        server.house.tables.clear()
        assert (await server.get(at.path, at.token("watch"))).status_code == 200
        damage(server, at, 1, bodies[1].replace(b'"P0"', b'"P9"'))
        server.house.tables.clear()
        assert "altered" in (await server.get(at.path, at.token("watch"))).json()["reason"]


# ---------------------------------------------------------------------------------------------- vanishing


@in_loop
async def test_what_somebody_did_before_they_vanished_is_told_to_the_others(tmp_path: Path) -> None:
    """The connection ends while the action is being written: it is written, shown, and the game goes on."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, bots={2: "random"})
        await at.played("0 lay A1")
        failing = Failing(server.house.store)
        mine, other = await at.line(0), await at.line(1)
        failing.gate = asyncio.Event()
        mine.send({"type": "play", "id": "last words", "seat": 0, "action": "lay B1"})
        await asyncio.sleep(0.05)
        vanishing = asyncio.create_task(mine.hang_up())
        await asyncio.sleep(0.05)
        failing.gate.set()
        await vanishing
        await at.until(lambda: 2 not in at.live.table.acting())
        await other.settle()
        assert "0 lay B1" in other.latest("state")["log"]
        assert [entry.action for entry in await at.entries() if isinstance(entry, Played)][:2] == ["lay A1", "lay B1"]
        again = await at.do("play", 0, seat=0, action="lay B1", id="last words")
        assert again["type"] == "done"


@in_loop
async def test_a_fault_while_something_is_shown_leaves_the_table_as_its_log_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.node.add_marker("faulty")
    async with Server(tmp_path) as server:
        at = await dyke(server)
        line, other = await at.line(1), await at.line(2)

        def stumble(*_given: Any, **_how: Any) -> Any:
            raise KeyError("a bug")

        monkeypatch.setattr("sheepfold.server.table.showing.step_of", stumble)
        answer = await line.ask("play", seat=1, action="play 7")
        assert (answer["type"], answer["code"]) == ("refused", "fault")
        assert "bug" not in answer["reason"]
        over_http = await server.post(f"{at.path}/do", at.token(1), {"type": "play", "id": "x", "seat": 1,
                                                                     "action": "play 7"})  # fmt: skip
        assert (over_http.status_code, over_http.json()["code"]) == (500, "fault")
        assert at.live.table.seq == len(await at.entries())
        monkeypatch.undo()
        assert (await line.ask("play", seat=1, action="play 7"))["type"] == "done"
        await other.settle()
        assert other.latest("state")["log"][-1] == "1 play ?"
        assert [decode_entry(body).at for body in await server.house.store.read(at.name)]


@in_loop
async def test_two_at_once_one_wins_and_the_other_is_told_what_happened(tmp_path: Path) -> None:
    """The same chair on two devices: the second answer to the same question is refused, with the news."""
    async with Server(tmp_path) as server:
        at = await dyke(server)
        first, second = await at.line(1), await at.line(1)
        decision = first.latest("state")["decision"]
        answers = await asyncio.gather(
            first.ask("play", seat=1, action="play 7", decision=decision),
            second.ask("play", seat=1, action="play 12", decision=decision),
        )
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        assert next(answer for answer in answers if answer["type"] == "refused")["code"] == "stale"
        await second.settle()
        assert second.latest("state")["log"][-1] == "1 play 7"


@in_loop
async def test_two_houses_on_one_database_settle_who_was_first(tmp_path: Path) -> None:
    """As with several processes: the entry's number decides, and the slower one reads what happened, and goes on."""
    async with Server(tmp_path) as server, Server(tmp_path) as other:
        at = await dyke(server)
        twin = At(other, at.links, at.seats)
        line = await twin.line(2)
        await at.played("1 play 7")
        await twin.played("2 play 3")
        await line.settle()
        assert line.latest("state")["log"][-2:] == ["1 play ?", "2 play 3"]
        seqs = [entry.action for entry in await at.entries() if isinstance(entry, Played)]
        assert seqs == ["lay A1", "lay B1", "play 7", "play 3"]
