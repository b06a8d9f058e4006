"""The API as a whole: its schema and what comes back from it, the headers of every answer, and what is in the logs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import structlog

import sheepfold
from sheepfold.server.http.doorman import shape_of
from sheepfold.server.logs import set_up_logs
from tests.server.engines import in_one_process
from tests.server.support import HOST, Server, in_loop

PATHS = ("/", "/new/nines", "/t/whatever", "/rules/nines", "/rules/nines/text", "/replay", "/api/games",
         "/api/games/nines/rules", "/api/games/chess/rules", "/api/tables", "/api/tables/nothing", "/api/schema",
         "/health", "/metrics", "/nothing", "/static/x/page.css", "/static/x/nothing.js", "/new/chess")  # fmt: skip


@in_loop
async def test_every_answer_carries_the_strict_policy_and_names_no_other_host(tmp_path: Path) -> None:
    async with Server(tmp_path, requests_per_minute=1_000_000) as server:
        at = await server.table("dyke", 3)
        of_table = [f"{at.path}{end}" for end in ("", "/links", "/picture.svg", "/qr.svg", "/record", "/replay")]
        asked = [await server.get(path, at.token("maker")) for path in (*PATHS, *of_table)]
        asked += [
            await server.post(path, body={"bad": 1}) for path in ("/api/tables", "/api/enter", "/api/replay", "/x")
        ]
        asked.append(await server.ask("PUT", "/api/tables"))
        asked.append(await server.ask("POST", "/api/tables", origin="http://evil.test"))
        for answer in asked:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy, answer.url
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "server" not in answer.headers
            assert answer.status_code < 500
            for host in re.findall(r"""(?:https?:)?//([a-z0-9.-]+\.[a-z]+)""", answer.text):
                assert host in (HOST, "www.w3.org", "json-schema.org"), (answer.url, host)


@in_loop
async def test_pages_have_no_script_and_no_style_inside(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        for path in PATHS[:6]:
            page = (await server.get(path)).text
            for script in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.S):
                assert "src=" in script[0] or 'type="application/json"' in script[0], (path, script[0])
            assert "<style" not in page
            assert not re.findall(r"\son[a-z]+\s*=", page), path
            assert "javascript:" not in page


@in_loop
async def test_people_at_an_address_where_there_is_nothing_get_a_page_and_programs_a_reason(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        person = await server.ask("GET", "/nowhere", accept="text/html,*/*;q=0.8")
        assert person.status_code == 404
        assert "<h1>" in person.text
        program = await server.ask("GET", "/nowhere")
        assert (program.status_code, program.json()["code"]) == (404, "missing")


@in_loop
async def test_the_schema_is_served_here_and_knows_all_commands(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        schema = (await server.get("/api/schema")).json()
        assert schema["openapi"].startswith("3.")
        assert {"/api/tables", "/api/tables/{table}/do", "/api/enter", "/health"} <= set(schema["paths"])
        assert "/metrics" not in schema["paths"]
        text = json.dumps(schema)
        for name in ("Play", "Undo", "Keep", "Rematch", "Refused", "StateShown", "Trouble"):
            assert f'"{name}"' in text or f"_{name}" in text, name


@in_one_process
@in_loop
async def test_health_and_metrics_say_how_the_server_is_without_names(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.line(0)
        health = (await server.get("/health")).json()
        assert health == {"status": "ok", "tables": 1, "watchers": 1}
        await server.get(f"{at.path}/links", at.token("maker"))
        await server.get("/t/some-secret-name")
        await server.get("/nobody/knows/this-secret-path")
        metrics = (await server.get("/metrics")).text
        assert "sheepfold_requests_total" in metrics
        for secret in (at.name + '"', "some-secret-name", "this-secret-path", *at.seats.values()):
            assert secret not in metrics


@in_loop
async def test_a_fault_is_told_without_its_insides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, logged: list[dict[str, Any]]
) -> None:
    request.node.add_marker("faulty")
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)

        def stumble(*_given: Any, **_how: Any) -> Any:
            raise RuntimeError("insides at /some/path")

        monkeypatch.setattr("sheepfold.server.table.live.LiveTable.state_shown", stumble)
        answer = await server.get(at.path, at.token(0))
        assert answer.status_code == 500
        assert answer.json() == {"code": "fault", "reason": "A fault of the server; it has been noted."}
        assert "fault" in [line["event"] for line in logged]


@in_loop
async def test_answers_come_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        german = await server.get("/api/games", **{"accept-language": "de-DE,de;q=0.9"})
        english = await server.get("/api/games", **{"accept-language": "xx, en"})
        assert german.json() != english.json()
        assert (await server.get("/api/games?language=de")).json() == german.json()


@in_loop
async def test_a_finished_game_can_be_looked_at_and_a_running_one_cannot(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        running = await server.table("dyke", 3)
        for path in ("/record", "/replay", "/course", "/picture.svg?at=0"):
            answer = await server.get(running.path + path, running.token(0))
            assert (answer.status_code, answer.json()["code"]) == (409, "not now"), path
        at = await server.table("nines", 2, bots={0: "random", 1: "random"})
        await at.until(lambda: at.live.table.status == "over")
        record = (await server.get(f"{at.path}/record", at.token("watch"))).text
        match = sheepfold.Match.replay(record)
        assert match.is_over
        for number in (0, 1, len(match) // 2, len(match), 10_000):
            moment = (await server.get(f"{at.path}/replay?at={number}&eyes=1", at.token("watch"))).json()
            pasted = (await server.post("/api/replay", None, {"record": record, "at": number, "eyes": 1})).json()
            place = min(number, len(match))
            assert (moment["at"], moment["length"]) == (place, len(match))
            assert moment["state"]["text"] == pasted["state"]["text"] == match.copy(place).text(1)
            svg = await server.get(f"{at.path}/picture.svg?at={number}&eyes=1", at.token("watch"))
            assert svg.headers["content-type"].startswith("image/svg+xml")
            upright = await server.get(f"{at.path}/replay?at={number}&upright=true", at.token("watch"))
            assert upright.json()["state"]["picture"] == match.copy(place).svg(upright=True, styled=False)
        course = (await server.get(f"{at.path}/course", at.token("watch"))).json()["points"]
        assert course == [match.copy(length).scores() for length in range(len(match) + 1)]
        ending = moment["state"]["ending"]
        assert ending["has_points"]
        assert ending["accounts"] == [match.account(0), match.account(1)]
        assert (await server.get(f"{at.path}/replay?eyes=5", at.token("watch"))).status_code == 400
        drawn = sheepfold.Match.at("nines", match.copy(20).observation()).record()
        refused = await server.post("/api/replay", None, {"record": drawn})
        assert refused.status_code == 400
        assert "only where it was played" in refused.json()["reason"]
        bad = await server.post("/api/replay", None, {"record": record.replace("* roll", "* fly", 1)})
        assert (bad.status_code, bad.json()["code"]) == (400, "bad")
        assert "Line" in bad.json()["reason"]


# ---------------------------------------------------------------------------------------------- the logs


@in_loop
async def test_nothing_secret_is_logged_in_a_whole_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], logged: list[dict[str, Any]]
) -> None:
    """A session with all that can go right or wrong in it; its log has no token, cookie, nickname or address."""
    secrets: list[str] = ["Nickname-Ada", "Nickname-Bea", HOST]
    set_up_logs("debug")
    structlog.configure(cache_logger_on_first_use=False)
    try:
        async with Server(tmp_path) as server:
            at = await server.table("dyke", 3, start=False)
            await at.do("leave", 0, chair=0)
            await at.sit(0, "Nickname-Ada")
            await at.do("start")
            async with server.browser() as browser:
                await browser.post("/api/enter", json={"token": at.token(0)})
                secrets += list(browser.cookies.values())
                await browser.get(f"{at.path}?eyes=0")
                await browser.get(f"/t/{at.name}?token={at.token(0)}")
            line = await at.line(0)
            await line.ask("play", seat=0, action="lay A1")
            line.send("Nickname-Bea")
            await line.settle()
            await at.play(0, "Nickname-Bea")
            await server.get(f"/api/tables/{at.token(0)[:24]}", at.token(1)[:-3])
            await server.post("/api/enter", None, {"token": at.token(1) + "x"})
            await server.post("/api/tables", None, {"game": "Nickname-Bea"})
            await server.ask("DELETE", at.path, at.token("maker"))
            secrets += [*at.seats.values(), at.links["maker"], at.links["invite"], at.links["watch"]]
            secrets += [token.split(".")[1] for token in secrets[-6:]]
    finally:
        structlog.reset_defaults()
    printed = "".join(capsys.readouterr())
    lines = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    assert len(lines) > 10
    assert {line["event"] for line in lines} >= {"answered"}
    for secret in secrets:
        assert secret not in printed, secret


def test_addresses_are_logged_by_their_shape() -> None:
    assert shape_of("/api/tables/abcdefgh/do") == "/api/tables/{…}/do"
    assert shape_of("/t/abcdefgh") == "/t/{…}"
    assert shape_of("/api/tables/do") == "/api/tables/do"
    assert "secret" not in shape_of("/secret/api/secret")
