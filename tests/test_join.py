"""`sheepfold join` at a real server: a process of its own, its rules in plain Python so that nothing is compiled."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

import sheepfold
from sheepfold.core.text import MARKS
from sheepfold.server.settings import Settings
from sheepfold.server.wire import commands, messages
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

ROOT = Path(__file__).parent.parent
SHEEPFOLD = [sys.executable, "-c", "import sys; from sheepfold.cli import main; sys.exit(main(sys.argv[1:]))"]
PLAIN = {"SHEEPFOLD_PLAIN": "1", "SHEEPFOLD_LANGUAGE": "en", "SHEEPFOLD_LOG": "error"}
QUICKLY = {"bot_seconds": 0, "absent_seconds": 5}


class Server:
    """A server that can be stopped and started again at the same address with the same tables."""

    def __init__(self, data: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.data, self.home = data, f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [*SHEEPFOLD, "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, env={**os.environ, **PLAIN}, stdout=subprocess.DEVNULL)
        for _attempt in range(300):
            try:
                if all(game["ready"] for game in self.call("/api/games")):
                    return
            except OSError:
                pass
            time.sleep(0.1)
        pytest.fail("the server does not answer")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def call(self, path: str, content: object = None, token: str = "") -> Any:
        data = json.dumps(content).encode() if content is not None else None
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        asked = urllib.request.Request(self.home + path, data, headers)
        with urllib.request.urlopen(asked, timeout=20) as answer:
            body = answer.read()
        return json.loads(body) if body[:1] in b"{[" else body.decode()

    def table(self, game: str, *chairs: str, start: bool = False, **options: object) -> dict[str, Any]:
        """A table with these chairs: `open`, `here`, or a bot's name."""
        wishes = [{"kind": each} if each in ("open", "here") else {"kind": "bot", "bot": each} for each in chairs]
        wish = {"game": game, "players": len(chairs), "chairs": wishes, "manners": QUICKLY, "start": start}
        wish["options"] = options
        return self.call("/api/tables", wish)

    def link(self, links: dict[str, Any], token: str) -> str:
        return f"{self.home}/t/{links['table']}#{token}"

    def do(self, links: dict[str, Any], kind: str, **more: object) -> None:
        self.call(f"/api/tables/{links['table']}/do", {"type": kind, "id": kind, **more}, links["maker"])

    def start_when_full(self, links: dict[str, Any]) -> threading.Thread:
        """Begin to play as soon as nobody's chair is empty."""

        def watch() -> None:
            for _attempt in range(300):
                shown = self.call(f"/api/tables/{links['table']}?want=", token=links["maker"])["table"]
                if all(chair["kind"] != "open" for chair in shown["chairs"]):
                    self.do(links, "start")
                    return
                time.sleep(0.05)

        thread = threading.Thread(target=watch)
        thread.start()
        return thread

    def length(self, links: dict[str, Any]) -> int:
        """How many actions have been played."""
        return self.call(f"/api/tables/{links['table']}?want=", token=links["watch"])["state"]["length"]

    def record(self, links: dict[str, Any]) -> str:
        return self.call(f"/api/tables/{links['table']}/record", token=links["watch"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


# ---------------------------------------------------------------------------------------------- bots


def test_a_bot_sits_down_by_invitation_and_plays_to_the_end(server: Server, terminal: Terminal) -> None:
    links = server.table("nines", "open", "random")
    starting = server.start_when_full(links)
    came = terminal.run("join", server.link(links, links["invite"]), "--bot", "random", "--name", "Robo")
    starting.join()
    assert (came.code, came.err) == (0, "")
    assert "Every pawn is home. (NIN-21)" in came.out
    match = sheepfold.Match.replay(server.record(links))
    assert match.names[0] == "Robo"
    place = match.places()[0]
    assert f"{place}. ● Robo  {match.scores()[0]} point" in came.out


CURIOUS = """
import json
def bot(seen, legal, rng):
    with open("seen.jsonl", "a") as file:
        print(json.dumps([seen.seat, seen.game.record.plain(seen.observation), list(legal)]), file=file)
    return rng.choice(legal)
"""


@pytest.mark.parametrize(("game", "options"), [("dyke", {}), ("sheepsheep", {"exchanges": 1})])
def test_a_bot_of_ones_own_sees_what_its_seat_sees(
    game: str,
    options: dict[str, int],
    server: Server,
    terminal: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"curious_{game}.py").write_text(CURIOUS)
    players = sheepfold.game(game).players[0]
    links = server.table(game, *["random"] * (players - 1), "here", start=True, **options)
    seat = players - 1
    came = terminal.run("join", server.link(links, links["chairs"][str(seat)]), "--bot", f"curious_{game}:bot")
    assert (came.code, came.err) == (0, "")
    seen = [json.loads(line) for line in (tmp_path / "seen.jsonl").read_text().splitlines()]
    whole = sheepfold.Match.replay(server.record(links))
    now = sheepfold.Match(game, players, **whole.options)
    moments: list[Any] = []
    for line in whole.log():
        actor, _blank, action = line.partition(" ")
        moments.append([seat, now.view(seat), now.legal(seat)])
        now.play("*" if actor == "*" else int(actor), action)
    assert seen
    assert all(each in moments for each in seen)


def test_a_bot_goes_on_after_the_server_has_started_anew(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\ndef bot(seen, legal, rng):\n    time.sleep(0.02)\n    return legal[0]\n"
    )
    server = Server(tmp_path / "server")
    try:
        links = server.table("nines", "here", "random", start=True)
        command = [*SHEEPFOLD, "join", server.link(links, links["chairs"]["0"]), "--bot", "slow:bot"]
        joined = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, **PLAIN}, stdout=subprocess.PIPE, text=True)
        laid = server.length(links)
        while server.length(links) < laid + 20:
            time.sleep(0.05)
        server.stop()
        server.start()
        out, _err = joined.communicate(timeout=40)
    finally:
        server.stop()
    assert joined.returncode == 0, out
    assert "The server starts anew" in out
    assert "Connected again." in out
    assert "Every pawn is home." in out


def test_the_example_joins_and_plays(server: Server) -> None:
    links = server.table("nines", "random", "open")
    starting = server.start_when_full(links)
    script = [sys.executable, str(ROOT / "examples" / "join_a_table.py"), server.link(links, links["invite"]), "Robin"]
    done = subprocess.run(script, capture_output=True, text=True, timeout=40, check=False)
    starting.join()
    assert done.returncode == 0, done.stderr
    place = sheepfold.Match.replay(server.record(links)).places()[1]
    assert done.stdout == f"Every pawn is home. We came in on place {place}.\n"


# ---------------------------------------------------------------------------------------------- people


def test_a_person_plays_to_the_end(server: Server, terminal: Terminal) -> None:
    links = server.table("nines", "here", "random", start=True)
    came = terminal.run("join", server.link(links, links["chairs"]["0"]), typed="1\n" * 400)
    assert (came.code, came.err) == (0, "")
    assert "● Blue, what will you do?" in came.out
    assert "1  move " in came.out
    assert "▲ Orange rolls" in came.out
    match = sheepfold.Match.replay(server.record(links))
    for seat, name in enumerate(match.seat_names()):
        assert f"{match.places()[seat]}. {MARKS[seat]} {name}  {match.scores()[seat]} point" in came.out


def test_a_person_may_ask_and_leave(server: Server, terminal: Terminal) -> None:
    links = server.table("dyke", "here", "random", "random", "random", start=True)
    link = server.link(links, links["chairs"]["0"])
    typed = "help\nboard\nrules DYK-13\nsave\nnonsense\nplay 1234\nstory\nundo\nquit\n"
    came = terminal.run("join", link, typed=typed)
    assert came.code == 0
    assert "what a strong bot would do" in came.out
    assert "write the game down" not in came.out
    assert "DYK-13" in came.out
    assert "The server keeps the game." in came.out
    assert "`nonsense` is none of the choices" in came.out
    assert "(DYK-6)" in came.flat, "what looks like a choice is answered by the server, by its rule"
    assert "There is nothing to take back." in came.flat
    assert f"sheepfold join {link}" in came.flat


def test_whoever_loses_the_chair_is_told(server: Server, terminal: Terminal) -> None:
    links = server.table("nines", "open", "open")
    invite = server.link(links, links["invite"])
    removing = threading.Timer(1.0, server.do, (links, "free"), {"chair": 1})
    removing.start()
    came = terminal.run("join", invite, "--chair", "1", "--bot", "random")
    removing.join()
    assert came.code == 1
    assert "random sits in chair 1." in came.out
    assert "Your chair was given up." in came.out


# ---------------------------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "Which table?"),
        ("nines", "`nines` is no link to a table"),
        ("{home}/", "is no link to a table"),
        ("{home}/t/abc", "What stands behind the # of the link is missing"),
        ("{home}/t/abc#x.y", "This link is not right. Was all of it copied?"),
        ("http://127.0.0.1:9/t/abc#x", "http://127.0.0.1:9 cannot be reached"),
        ("http://127.0.0.1:99999/t/a#b", "is no link to a table"),
        ("ftp://localhost/t/a#b", "is no link to a table"),
    ],
)
def test_a_wrong_link_gets_a_sentence(server: Server, terminal: Terminal, address: str, sentence: str) -> None:
    came = terminal.run("join", address.format(home=server.home))
    assert came.code == 2
    assert sentence in came.err
    assert came.err.count("\n") == 1


def test_a_chair_that_is_not_there_gets_a_sentence(server: Server, terminal: Terminal) -> None:
    links = server.table("nines", "here", "open", "random")
    guest, mine = server.link(links, links["invite"]), server.link(links, links["chairs"]["0"])
    assert "Chair 2 is not free; free are: 1." in terminal.run("join", guest, "--chair", "2").err
    assert "This link is for chair 0, not for 1." in terminal.run("join", mine, "--chair", "1").err
    assert "Spectators only watch." in terminal.run("join", server.link(links, links["watch"])).err
    assert "There is no bot `nobody`" in terminal.run("join", guest, "--bot", "nobody").err
    full = server.table("nines", "here", "random")
    assert "All chairs at this table are taken." in terminal.run("join", server.link(full, full["invite"])).err


# ---------------------------------------------------------------------------------------------- the page for hosts


def test_the_docs_name_every_setting_message_and_command() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for each in fields(Settings):
        assert f"`SHEEPFOLD_{each.name.upper()}`" in page
    for kind in (*get_args(commands.AnyCommand), *get_args(messages.AnyMessage)):
        assert f"`{kind.__struct_config__.tag}`" in page
    for part in messages.WANTS:
        assert f"`{part}`" in page
