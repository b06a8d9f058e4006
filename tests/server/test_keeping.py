"""Keeping house: logs folded into tables, names, settings, the database's shape, tables that are cleared away."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from sheepfold.core.errors import BadOption
from sheepfold.server.keeping.migrations import upgrade
from sheepfold.server.keeping.schema import metadata
from sheepfold.server.keeping.troubles import NotRead
from sheepfold.server.settings import HOUR, Settings, read_settings
from sheepfold.server.table import entries as kept
from sheepfold.server.table.deciding import clean_name
from sheepfold.server.table.fold import DamagedLog, Table
from sheepfold.server.wire.kinds import Manners
from sheepfold.server.wire.refusal import Refusal
from tests.server.support import At, Clock, Server, in_loop

# ---------------------------------------------------------------------------------------------- folding


def log_of_a_table() -> list[kept.AnyEntry]:
    made = kept.Made(at=1, game="dyke", players=3, options={}, manners=Manners())
    return [
        made,
        kept.Sat(at=2, chair=0, name="Ada"),
        kept.Placed(at=3, chair=1, bot="random"),
        kept.Sat(at=4, chair=2, name="Cem", kind="program"),
        kept.Started(at=5, id="-:start:s"),
        kept.Played(at=6, id="0:play:a", seat=0, action="lay A1"),
        kept.Played(at=7, seat=0, action="lay B1"),
        kept.Played(at=8, seat=2, action="play 7", by="program"),
    ]


def test_a_table_is_its_log_folded() -> None:
    table = Table("t", log_of_a_table())
    assert [(chair.kind, chair.name, chair.bot) for chair in table.chairs] == [
        ("person", "Ada", None), ("bot", "", "random"), ("program", "Cem", None),
    ]  # fmt: skip
    assert (table.status, table.seq, table.acting()) == ("running", 8, [0, 1])
    assert table.done == {"-:start:s": 4, "0:play:a": 5}
    assert table.asked == {0: 6, 1: 6}
    assert [move.by for move in table.moves] == ["person", "person", "program"]
    assert table.match is not None
    assert table.match.names == ["Ada", None, "Cem"]


def test_the_same_log_gives_the_same_table_however_it_is_cut() -> None:
    """Folding goes on where it stopped: an entry more is one fold more."""
    log = log_of_a_table()
    log += [kept.Undone(at=9, seat=2, length=2), kept.Kept(at=10, chair=2, bot="random"), kept.Returned(at=11, chair=2)]
    log += [kept.Freed(at=12, chair=0, removed=True), kept.Sat(at=13, chair=0, name="Bea"), kept.Closed(at=14)]
    whole = Table("t", log)
    for cut in range(1, len(log)):
        table = Table("t", log[:cut])
        for entry in log[cut:]:
            table.fold(entry)
        for name in ("seq", "chairs", "moves", "asked", "asked_at", "done", "status", "invitation", "rematch"):
            assert getattr(table, name) == getattr(whole, name), (cut, name)
        assert table.match is not None
        assert whole.match is not None
        assert table.match.record() == whole.match.record()


def test_entries_survive_being_written_and_read() -> None:
    for entry in log_of_a_table():
        assert kept.decode_entry(kept.encode_entry(entry)) == entry


def test_old_logs_stay_readable() -> None:
    """An entry as the first version wrote it, field by field: what a tag means is never changed."""
    old = {
        b'{"e":"made","at":1.0,"game":"nines","players":2,"options":{"segments":5},"manners":{"absent_seconds":90}}':
            kept.Made(at=1, game="nines", players=2, options={"segments": 5}, manners=Manners()),
        b'{"e":"sat","at":1.0,"chair":0,"name":"Ada"}': kept.Sat(at=1, chair=0, name="Ada"),
        b'{"e":"placed","at":1.0,"chair":1,"bot":"ewe"}': kept.Placed(at=1, chair=1, bot="ewe"),
        b'{"e":"freed","at":1.0,"chair":1,"removed":true}': kept.Freed(at=1, chair=1, removed=True),
        b'{"e":"started","at":1.0,"id":"x"}': kept.Started(at=1, id="x"),
        b'{"e":"played","at":1.0,"action":"roll 3","by":"chance"}': kept.Played(at=1, action="roll 3", by="chance"),
        b'{"e":"taught","at":1.0,"place":3}': kept.Taught(at=1, place=3),
        b'{"e":"kept","at":1.0,"chair":1,"bot":"ewe"}': kept.Kept(at=1, chair=1, bot="ewe"),
        b'{"e":"returned","at":1.0,"chair":1}': kept.Returned(at=1, chair=1),
        b'{"e":"asked","at":1.0,"seat":1}': kept.UndoAsked(at=1, seat=1),
        b'{"e":"answered","at":1.0,"seat":0,"agree":true}': kept.UndoAnswered(at=1, seat=0, agree=True),
        b'{"e":"undone","at":1.0,"seat":1,"length":3,"alone":true}': kept.Undone(at=1, seat=1, length=3, alone=True),
        b'{"e":"rematched","at":1.0,"table":"abc"}': kept.Rematched(at=1, table="abc"),
        b'{"e":"closed","at":1.0}': kept.Closed(at=1),
    }  # fmt: skip
    for body, entry in old.items():
        assert kept.decode_entry(body) == entry
    assert {type(entry) for entry in old.values()} == set(kept.AnyEntry.__args__)


def test_a_log_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(DamagedLog):
        _ = Table("t", []).game
    with pytest.raises(DamagedLog):
        Table("t", [log_of_a_table()[0], kept.Played(at=1, seat=0, action="lay A1")])


# ---------------------------------------------------------------------------------------------- nicknames


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace \n", "Ada Lovelace"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # kept as it is, escaped where it is shown
        ("a#b", "a♯b"),  # in a record, ` #` begins a comment
        ("Ada\u202egnol", "Ada gnol"),  # right-to-left override
        ("\u2066Ada\u2069", "Ada"),
        ("\u200fAda", "Ada"),
        ("שלום", "שלום"),
        ("🐑", "🐑"),
        ("🐑🐑🐑", "🐑🐑🐑"),
        ("👩\u200d🌾", "👩 🌾"),
        ("e\u0301", "é"),
        ("Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo", "Ź\u0302\u0303algo"),
        ("A\x00B\x1b[31mC", "A B [31mC"),
        ("Ada\u3164", "Ada"),
        ("x" * 10_000, "x" * 40),
        ("🐑" * 10_000, "🐑" * 40),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_nicknames_cannot_disturb_what_stands_around_them(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(shown) == shown
    assert clean_name(given).isprintable()


@pytest.mark.parametrize("given", [" ", "\u200b", "\u3164", "\u2800", "\u202e\u202d", "...", "-", "\x00", "\ufeff"])
def test_a_nickname_that_shows_nothing_is_refused(given: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(given)
    assert refused.value.code == "bad"


@in_loop
async def test_whatever_nickname_is_given_a_game_with_it_can_be_recorded(tmp_path: Path) -> None:
    odd = ["<b>&amp;\"'</b>", "🐑" * 400, "\u202eאבג", "seat 0 # x", "sheepfold 1", "\\n\\u0000", "a\\ud83d"]
    async with Server(tmp_path) as server:
        for name in odd:
            at = await server.table("dyke", 3, start=False)
            await at.do("leave", 0, chair=0)
            assert (await at.sit(0, name)).status_code == 201, name
            await at.do("start")
            shown = (await at.shown())["table"]["chairs"][0]["name"]
            match = at.live.table.match
            assert match is not None
            assert f"seat 0 {shown}\n" in match.record()
            assert type(match).replay(match.record()).names[0] == shown
            svg = (await server.get(f"{at.path}/picture.svg", at.token("watch"))).text
            assert "<b>" not in svg
        for name in ("", "x" * 401, 7, None, ["x"]):
            answer = await server.post(f"{at.path}/sit", at.links["invite"], {"chair": 1, "name": name})
            assert answer.status_code == 400, name
        lone = await server.browser().request(
            "POST", f"{at.path}/sit", content=b'{"chair":1,"name":"\\ud800"}',
            headers={"authorization": f"Bearer {at.links['invite']}", "content-type": "application/json"},
        )  # fmt: skip
        assert lone.status_code == 400


# ---------------------------------------------------------------------------------------------- settings


def test_settings_come_from_what_is_given_then_from_the_environment() -> None:
    environment = {"SHEEPFOLD_PORT": "9000", "SHEEPFOLD_HOST": "0.0.0.0", "SHEEPFOLD_FINISHED_HOURS": "1.5",
                   "SHEEPFOLD_DATA": "/somewhere", "SHEEPFOLD_LOG": "debug", "SHEEPFOLD_SECRET": ""}  # fmt: skip
    settings = read_settings({"port": 9001, "host": None}, environment)
    assert (settings.port, settings.host, settings.finished_hours, settings.log) == (9001, "0.0.0.0", 1.5, "debug")
    assert settings.database_url == "sqlite:////somewhere/tables.sqlite"
    assert read_settings({}, {}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"), ("PORT", "70000"), ("PORT", "-1"), ("PORT", "80.5"), ("THINKERS", "0"), ("THINKERS", "x"),
        ("FINISHED_HOURS", "-3"), ("FINISHED_HOURS", "nan"), ("REQUESTS_PER_MINUTE", "0"), ("MESSAGES_PER_SECOND", "0"),
        ("MOST_WATCHERS", "0"), ("MOST_TABLES", "-1"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(BadOption) as error:
        read_settings({}, {f"SHEEPFOLD_{name}": value})
    assert value in str(error.value)


# ---------------------------------------------------------------------------------------------- the database's shape


def test_migrations_make_what_the_code_expects_and_can_be_run_again(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.sqlite'}")
    for _time in range(2):
        upgrade(engine)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, metadata) == []
            config = Config()
            config.set_main_option("script_location", "sheepfold:server/migrations")
            head = ScriptDirectory(str(Path(upgrade.__code__.co_filename).parent)).get_current_head()
            assert context.get_current_revision() == head
    assert set(inspect(engine).get_table_names()) == {
            "alembic_version", "tables", "entries", "rights", "leases", "presence",
        }  # fmt: skip
    engine.dispose()


def test_a_file_that_is_no_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("This is a shopping list. " * 100)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with pytest.raises(BadOption, match="cannot be opened"):
        upgrade(engine)
    engine.dispose()


# ---------------------------------------------------------------------------------------------- clearing away


async def statuses(at: At) -> dict[str, str]:
    with at.server.house.store.engine.connect() as connection:
        return {row.id: row.status for row in connection.execute(text("SELECT id, status FROM tables"))}


def rows_of(server: Server, name: str) -> list[int]:
    with server.house.store.engine.connect() as connection:
        counts = [("tables", "id"), ("entries", "table_id"), ("rights", "table_id")]
        return [
            connection.execute(
                text(f"SELECT count(*) FROM {table} WHERE {column} = :name"), {"name": name}
            ).scalar_one()
            for table, column in counts
        ]


@in_loop
async def test_finished_and_abandoned_tables_are_cleared_away_in_time(tmp_path: Path) -> None:
    clock = Clock()
    async with Server(tmp_path, clock=clock, finished_hours=10, abandoned_hours=100) as server:
        finished, running = await server.table("nines", 2), await server.table("nines", 2)
        opened = await server.table("nines", 2, start=False)
        await finished.do("close")
        assert await statuses(finished) == {finished.name: "closed", running.name: "running", opened.name: "open"}
        clock.pass_by(9.9 * HOUR)
        await server.house.clear_away()
        assert len(await statuses(finished)) == 3
        clock.pass_by(0.2 * HOUR)
        await server.house.clear_away()
        assert set(await statuses(finished)) == {running.name, opened.name}
        assert rows_of(server, finished.name) == [0, 0, 0]
        assert (await server.get(finished.path, finished.token("watch"))).status_code == 404
        await running.played(f"0 {(await running.shown(0))['state']['legal'][0]}")
        await server.house._write_touched()
        clock.pass_by(90 * HOUR)
        await server.house.clear_away()
        assert set(await statuses(finished)) == {running.name}
        clock.pass_by(11 * HOUR)
        await server.house.clear_away()
        assert await statuses(finished) == {}


@in_loop
async def test_an_erased_table_is_gone_to_the_last_row_and_everybody_is_told(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        async with server.browser() as browser:
            await browser.post("/api/enter", json={"token": at.token(0)})
            line = await at.line(1)
            assert rows_of(server, at.name)[2] == 2  # of whoever made it, and of who entered
            assert (await server.ask("DELETE", at.path, at.token(0))).status_code == 403
            assert (await server.ask("DELETE", at.path, at.token("maker"))).status_code == 204
            assert await line.closed() == 4410
            assert line.messages[-1] == {"type": "bye", "reason": "This table was erased.", "again": False}
            assert rows_of(server, at.name) == [0, 0, 0]
            assert (await browser.get("/api/tables")).json() == []


@in_loop
async def test_nothing_is_written_to_a_table_after_it_is_erased(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        for _try in range(10):
            at = await server.table("dyke", 3)
            playing = [
                asyncio.create_task(at.play(0, "lay A1")),
                asyncio.create_task(at.do("react", 1, seat=1, what="ouch")),
            ]
            erasing = asyncio.create_task(server.ask("DELETE", at.path, at.token("maker")))
            later = asyncio.create_task(at.play(0, "lay B1"))
            await asyncio.wait((*playing, erasing, later))
            assert erasing.result().status_code == 204
            assert rows_of(server, at.name) == [0, 0, 0]


@in_loop
async def test_a_table_that_is_erased_while_it_is_opened_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        server.clock.pass_by(200)
        server.house.let_go(120)
        assert server.house.tables == {}
        read, has_read, may_go_on = server.house.store.open, asyncio.Event(), asyncio.Event()

        async def slowly(name: str) -> tuple[list[bytes], str]:
            found = await read(name)
            has_read.set()
            await may_go_on.wait()
            return found

        monkeypatch.setattr(server.house.store, "open", slowly)
        opening = asyncio.create_task(server.house.open(at.name))
        await has_read.wait()
        erasing = asyncio.create_task(server.house.erase(at.name))
        await asyncio.sleep(0.05)
        may_go_on.set()
        await asyncio.wait((opening, erasing))
        assert at.name not in server.house.tables
        assert server.house._opening == {}
        assert rows_of(server, at.name) == [0, 0, 0]


@in_loop
async def test_a_table_is_in_memory_once_also_when_it_could_not_be_read_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        server.clock.pass_by(200)
        server.house.let_go(120)
        assert server.house.tables == {}
        read, attempts = server.house.store.open, 0

        async def with_trouble(name: str) -> tuple[list[bytes], str]:
            nonlocal attempts
            attempts += 1
            is_first = attempts == 1
            await asyncio.sleep(0.05)
            if is_first:
                raise NotRead("just now")
            return await read(name)

        monkeypatch.setattr(server.house.store, "open", with_trouble)
        first, second = (asyncio.create_task(server.house.open(at.name)) for _ in range(2))
        with pytest.raises(NotRead):
            await first
        third = await server.house.open(at.name)
        assert await second is third is server.house.tables[at.name]
        assert attempts == 2


@in_loop
async def test_tables_that_nobody_uses_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        watched, idle = await server.table("dyke", 3), await server.table("dyke", 3)
        await idle.played("0 lay A1")
        await watched.line("watch")
        server.clock.pass_by(200)
        server.house.let_go(120)
        assert set(server.house.tables) == {watched.name}
        await idle.played("0 lay B1")
        assert idle.live.table.acting() == [0, 1, 2]


@in_loop
async def test_a_full_house_takes_no_more_tables(tmp_path: Path) -> None:
    async with Server(tmp_path, most_tables=2, most_watchers=2) as server:
        at = await server.table("nines", 2)
        await server.table("nines", 2)
        answer = await server.post("/api/tables", body={"game": "nines", "players": 2})
        assert (answer.status_code, answer.json()["code"]) == (409, "full")
        for _line in range(2):
            await at.line("watch")
        line = await server.connect(f"{at.path}/live", at.token("watch"))
        assert await line.closed() is not None
        assert "Too many" in line.messages[0]["reason"]
        assert math.isfinite(server.house.now())


WRONG_WISHES: dict[str, dict[str, Any]] = {
    "no such game": {"game": "chess"},
    "too few": {"game": "dyke", "players": 2},
    "too many": {"game": "nines", "players": 8},
    "more chairs than players": {"game": "nines", "players": 2, "chairs": [{}, {}, {}]},
    "no such option": {"game": "nines", "options": {"wings": 2}},
    "option out of bounds": {"game": "nines", "options": {"segments": 99}},
    "options that do not fit": {"game": "nines", "players": 5, "options": {"segments": 5}},
    "option of another kind": {"game": "nines", "options": {"segments": "five"}},
    "no material": {"game": "nines", "material": "x = 1"},
    "odd material": {"game": "dyke", "players": 3, "material": "x = 1"},
    "no TOML": {"game": "dyke", "players": 3, "material": "=="},
    "no such bot": {"game": "nines", "chairs": [{"kind": "bot", "bot": "dragon"}, {}]},
    "code as a bot": {"game": "nines", "chairs": [{"kind": "bot", "bot": "os:getcwd"}, {}]},
    "start with empty chairs": {"game": "nines", "chairs": [{"kind": "here"}, {}], "start": True},
    "unknown field": {"game": "nines", "colour": "red"},
    "bad manners": {"game": "nines", "manners": {"absent_seconds": 0}},
    "blank name": {"game": "nines", "chairs": [{"kind": "here", "name": "\u3164"}, {}]},
}


@pytest.mark.parametrize("kind", WRONG_WISHES)
@in_loop
async def test_a_wrong_wish_for_a_table_gets_a_sentence(tmp_path: Path, kind: str) -> None:
    async with Server(tmp_path) as server:
        answer = await server.post("/api/tables", body=WRONG_WISHES[kind])
        assert 400 <= answer.status_code < 500, answer.text
        assert set(answer.json()) == {"code", "reason"}
        assert len(answer.json()["reason"]) > 10
        assert await server.house.store.count() == 0


@in_loop
async def test_a_table_can_be_made_with_the_game_alone(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        for game in ("nines", "dyke"):
            answer = await server.post("/api/tables", body={"game": game})
            assert answer.status_code == 201, answer.text
