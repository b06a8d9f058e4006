"""What a stranger can make a server compute is measured first, done beside the event loop, and shared out fairly."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core import finding
from sheepfold.server.fairness import clerk as clerks
from sheepfold.server.fairness.clerk import Clerk
from sheepfold.server.fairness.turns import Turns
from sheepfold.server.table.entries import Played, Undone, encode_entry
from sheepfold.server.wire.refusal import Refusal
from tests.server.support import Server, in_loop

NOTICED = 1.0
"""Seconds of its own time for which the loop may be busy with one thing."""


@asynccontextmanager
async def nobody_waits(most: float = NOTICED) -> AsyncGenerator[None]:
    """Whoever is served by the same loop is not held up meanwhile. What other processes do to it does not count."""
    worst = 0.0

    async def tick() -> None:
        nonlocal worst
        while True:
            began = time.thread_time()
            await asyncio.sleep(0.001)
            worst = max(worst, time.thread_time() - began)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    try:
        yield
        await asyncio.sleep(0.01)
    finally:
        ticking.cancel()
    assert worst < most, f"the loop was busy for {worst:.2f} s"


def record(actions: int) -> str:
    return "sheepfold 1\ngame nines\nrules 1\nplayers 2\n\n" + "0 move 1\n" * actions


COSTLY: dict[str, tuple[str, dict[str, Any]]] = {
    "a key of 10,000 parts": ("/api/tables", {"game": "dyke", "players": 3, "material": "a." * 10_000 + "a = 1"}),
    "a key of 100,000 parts": ("/api/tables", {"game": "dyke", "players": 3, "material": "a." * 100_000 + "a = 1"}),
    "tables in tables": ("/api/tables", {"game": "dyke", "players": 3, "material": "[" + "a." * 9_000 + "a]"}),
    "lists in lists": ("/api/tables", {"game": "dyke", "players": 3, "material": "a = " + "[" * 5_000}),
    "tables in a line": ("/api/tables", {"game": "dyke", "players": 3, "material": "a = " + "{a=" * 3_000}),
    "a number of 20,000 digits": ("/api/tables", {"game": "dyke", "players": 3, "material": "a = " + "9" * 20_000}),
    "many keys": ("/api/tables", {"game": "dyke", "players": 3, "material": "k = 1\n" * 9_000}),
    "a record of junk": ("/api/replay", {"record": record(80_000)}),
    "a record of blanks": ("/api/replay", {"record": "sheepfold 1\n" + " #\n" * 90_000}),
    "a record of one line": ("/api/replay", {"record": "sheepfold 1\ngame " + "x" * 200_000}),
    "a record of materials": ("/api/replay", {"record": "sheepfold 1\ngame dyke\n" + "material side A1 5\n" * 10_000}),
    "a number in a record": ("/api/replay", {"record": f"sheepfold 1\ngame nines\nrules {'9' * 900}\nplayers 2\n\n"}),
    "10,000 options": ("/api/tables", {"game": "nines", "options": {f"o{k}": k for k in range(10_000)}}),
}  # fmt: skip


@pytest.mark.parametrize("kind", COSTLY)
@in_loop
async def test_what_would_take_long_is_refused_with_a_sentence_and_holds_nobody_up(tmp_path: Path, kind: str) -> None:
    path, body = COSTLY[kind]
    async with Server(tmp_path) as server, nobody_waits():
        answer = await server.post(path, None, body)
        assert 400 <= answer.status_code < 500, answer.text
        assert set(answer.json()) == {"code", "reason"}
        assert 10 < len(answer.json()["reason"]) < 400


ODD_JSON = {
    "lists in lists": b"[" * 200_000,
    "objects in objects": b'{"game":' * 30_000,
    "a long text": b'{"token":"' + b"\\u0041" * 40_000 + b'"}',
    "a number of 5,000 digits": b'{"game":"nines","options":{"segments":' + b"9" * 5_000 + b"}}",
    "a moment after 5,000 digits": b'{"record":"sheepfold 1","at":' + b"9" * 5_000 + b"}",
    "half a letter": b'{"game":"nines","chairs":[{"kind":"here","name":"\\ud800"}]}',
    "no letters": b'{"token":"\xff\xfe"}',
}


@pytest.mark.parametrize("kind", ODD_JSON)
@in_loop
async def test_deep_and_long_json_is_the_fault_of_who_sends_it(tmp_path: Path, kind: str) -> None:
    async with Server(tmp_path) as server, nobody_waits():
        for path in ("/api/tables", "/api/enter", "/api/replay"):
            async with server.browser() as browser:
                answer = await browser.post(path, content=ODD_JSON[kind], headers={"content-type": "application/json"})
            assert answer.status_code == 400, (path, answer.text)
            assert set(answer.json()) == {"code", "reason"}


@in_loop
async def test_the_largest_of_all_that_is_read_hold_nobody_up(tmp_path: Path) -> None:
    """More than one address may bring at once, each as large as it may be: some may be refused, all are answered."""
    keys = "\n".join(".".join([f"k{k}", *"a" * 38]) + "=1" for k in range(240))
    rows = "\n".join(f"k{k} = [{'1,' * 14}]" for k in range(590))
    async with Server(tmp_path) as server, server.browser() as browser, nobody_waits():
        wishes = [("/api/tables", {"game": "dyke", "players": 3, "material": text}) for text in (keys, rows)]
        wishes += [("/api/replay", {"record": record(3_900)})]
        answers = await asyncio.gather(*(browser.post(path, json=body) for path, body in wishes * 3))
        assert 400 in {answer.status_code for answer in answers} <= {400, 429}
        assert "bad" in {answer.json()["code"] for answer in answers} <= {"bad", "too many"}


@in_loop
async def test_real_material_and_real_records_are_far_within_the_bounds(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        for key in sheepfold.games():
            game = sheepfold.game(key)
            if game.material_module is not None:
                text = (game.folder / "material.toml").read_text(encoding="utf-8")
                made = await server.post("/api/tables", None, {"game": key, "material": text})
                assert made.status_code == 201, made.text
            match, rng = sheepfold.Match(key, game.players[-1]), random.Random(1)
            while not match.is_over:
                actor = sorted(match.to_act(), key=str)[0]
                match.roll(rng) if actor == "*" else match.play(actor, rng.choice(match.legal(actor)))
            assert len(match.record()) < 12_000
            shown = await server.post("/api/replay", None, {"record": match.record()})
            assert shown.status_code == 200, shown.text


@in_loop
async def test_games_are_not_looked_for_on_the_disk_because_somebody_names_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server(tmp_path) as server:
        looked: list[str] = []
        usual = finding.glob.iglob
        monkeypatch.setattr(finding.glob, "iglob", lambda *given, **how: looked.append("") or usual(*given, **how))
        assert (await server.post("/api/tables", None, {"game": "chess"})).status_code == 400
        for path in ("/api/games/chess/rules", "/new/chess", "/rules/chess", "/static/x/covers/chess/day/en"):
            assert (await server.get(path)).status_code in (400, 404), path
        assert looked == []


@in_loop
async def test_a_long_log_is_folded_bit_by_bit(tmp_path: Path) -> None:
    """Whoever opens a table with a long history does not stop the others."""
    async with Server(tmp_path) as server:
        at = await server.table("sheepsheep", 2, exchanges=3)
        entries: list[Any] = []
        rng = random.Random(1)
        twin = sheepfold.Match.replay(at.live.table.match.record())  # pyright: ignore[reportOptionalMemberAccess]
        for _action in range(400):
            if twin.is_over:
                break
            actor = sorted(twin.to_act(), key=str)[0]
            action = twin.roll(rng) if actor == "*" else rng.choice(twin.legal(actor))
            if actor != "*":
                twin.play(actor, action)
            entries.append(Played(at=1, seat=None if actor == "*" else int(actor), action=action))
        length = len(at.live.table.moves) + len(entries) - 1
        for _again in range(250):
            entries += [Undone(at=1, seat=0, length=length), entries[len(twin) - length - 1 :][-1]]
        bodies = [at.live.table.chain.seal(encode_entry(entry)) for entry in entries]
        seq = at.live.table.seq
        server.house.tables.clear()
        await server.house.store.append(at.name, seq, bodies)
        async with nobody_waits(0.1):
            assert (await server.get(at.path, at.token("watch"))).status_code == 200


# ---------------------------------------------------------------------------------------------- the clerk


@in_loop
async def test_the_clerk_does_one_thing_at_a_time_and_addresses_take_turns() -> None:
    clerk, done, gate = Clerk(), list[str](), threading.Event()

    def work(name: str) -> None:
        gate.wait(10)
        done.append(name)

    asked = [asyncio.create_task(clerk.ask("greedy", lambda k=k: work(f"greedy {k}"))) for k in range(4)]
    await asyncio.sleep(0)
    asked.append(asyncio.create_task(clerk.ask("modest", lambda: work("modest"))))
    await asyncio.sleep(0.01)
    gate.set()
    await asyncio.gather(*asked)
    assert done == ["greedy 0", "greedy 1", "modest", "greedy 2", "greedy 3"]
    clerk.close()


@in_loop
async def test_what_takes_the_clerk_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clerks, "PATIENCE", 0.05)
    clerk, gate = Clerk(), threading.Event()
    with pytest.raises(Refusal, match="too long"):
        await clerk.ask("a", lambda: gate.wait(10))
    following = asyncio.create_task(clerk.ask("b", lambda: "read"))
    await asyncio.sleep(0.1)
    assert not following.done()  # it has not been begun, so its time does not run yet
    gate.set()
    assert await following == "read"
    clerk.close()


# ---------------------------------------------------------------------------------------------- taking turns


class Called:
    """Notes who has had a turn."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.order = turns, list[str]()
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *who: tuple[str, str, int]) -> None:
        for address, table, rank in who:
            self.tasks.append(asyncio.create_task(self._have(address, table, rank)))
            await asyncio.sleep(0)

    async def _have(self, address: str, table: str, rank: int) -> None:
        async with self.turns.turn(address, table, rank):
            self.order.append(f"{address}{table}")
            await asyncio.sleep(0.001)


@in_loop
async def test_turns_go_round_by_address_and_by_table() -> None:
    called = Called(Turns(1))
    await called.ask(("x", "", 0), *(("a", "1", 0),) * 3, *(("a", "2", 0),) * 2, ("b", "1", 0))
    await asyncio.gather(*called.tasks)
    assert called.order == ["x", "a1", "b1", "a2", "a1", "a2", "a1"]


@in_loop
async def test_a_better_rank_goes_first_and_has_turns_of_its_own() -> None:
    turns = Turns(2, ranks=3, spare=1)
    called = Called(turns)
    await called.ask(("hint", "1", 1), ("hint", "2", 1), ("bots", "", 2), ("bots", "", 2))
    assert called.order == ["hint1"]  # the other turn is kept for people's tables
    await called.ask(("people", "", 0))
    assert called.order == ["hint1", "people"]
    await called.ask(("people", "", 0))
    await asyncio.gather(*called.tasks)
    assert called.order[2:] == ["people", "hint2", "bots", "bots"] or called.order[2] == "hint2"
    assert len(turns) == 0


@in_loop
async def test_whoever_stops_waiting_leaves_no_gap_and_keeps_no_turn() -> None:
    turns = Turns(1, most_each=2)
    called = Called(turns)
    await called.ask(("a", "", 0), ("a", "", 0), ("a", "", 0))
    with pytest.raises(Refusal) as refused:
        await turns.take("a")
    assert refused.value.code == "too many"
    called.tasks[1].cancel()
    await asyncio.gather(*called.tasks, return_exceptions=True)
    assert called.order == ["a", "a"]
    await asyncio.wait_for(turns.take("b"), 1)
    turns.give_back()
