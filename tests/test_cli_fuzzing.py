"""Whatever is typed at the command line: an exit code, a sentence, no fault, and nothing changed by what is refused.

Options and their values are made up by Hypothesis for every command there is, and so is what is typed at a game. A
little of it in every run, much more with `-m long`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sheepfold
from sheepfold.bots.value import training
from sheepfold.cli import serving
from sheepfold.cli.commands import COMMANDS, build
from sheepfold.client import soak
from sheepfold.core.errors import BadOption
from sheepfold.server import logs, running
from sheepfold.server.http import room
from sheepfold.server.settings import Settings, read_settings
from sheepfold.server.table import kitchen
from sheepfold.testing import walk
from tests.terminal import Came, Terminal, terminal

__all__ = ["terminal"]

EVERY_TIME = settings(
    max_examples=12, deadline=None, database=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip
FOR_LONG = settings(EVERY_TIME, max_examples=100, derandomize=False, print_blob=True)
AMOUNTS = pytest.mark.parametrize(
    "amount", [pytest.param(EVERY_TIME, id="some"), pytest.param(FOR_LONG, id="much", marks=pytest.mark.long)]
)

FILES = ("good.record", "junk.record", "empty.record", "bytes.record", "good.toml", "folder", "missing", "folder/new")
NUMBERS = ("0", "1", "2", "3", "-1", "-0", "1.5", "1e3", "nan", "٣", "0x2", "9" * 30, "9" * 5000, "1_0", " 2")
WORDS = ("", "x", "random", "random,random", "random,", ",", "os:system", "é", "🐑", "\u202ex", "a\nb", "[red]", "{0}",
         "%s", "real", "lots", "Ada,Bea", "0=random", "0:Ada", "local", "bash", "fish", "NIN-3", "../..", "~", "-",
         "--", "x" * 300)  # fmt: skip
HERE = "http://127.0.0.1:1"
"""Where nobody listens."""
ADDRESSES = (
    f"{HERE}/t/a#b", f"{HERE}/t/a", f"{HERE}/t/a b#c", f"{HERE}/t/ä#ü", f"{HERE}/t/a\x7f#b", f"{HERE}/t/a#\x01",
    "http://[/t/a#b", "http://127.0.0.1:x/t/a#b", "http://127.0.0.1:99999/t/a#b", "ftp://h/t/a#b", "http:///t/a#b", "#",
    "/t/", "http://.:1/t/a#b", "http://" + "a" * 80 + ":1/t/a#b",
)  # fmt: skip
HOSTS = ("127.0.0.1", "a" * 80, "a\x00b", "::1::", "", "é" * 70)
FEW = {"simulate": ("--games", "2"), "arena": ("--games", "2", "--bots", "random,greedy")}
"""So that what is right does not take long."""


@pytest.fixture
def desk(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all kinds of files, in which commands are run that open no door and no browser."""
    record = walk(sheepfold.Match("nines", 2), 3, steps=30).record()
    (tmp_path / "good.record").write_text(record)
    (tmp_path / "junk.record").write_text(record.replace("roll", "fly").replace("players 2", "players 7"))
    (tmp_path / "empty.record").write_text("")
    (tmp_path / "bytes.record").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "good.toml").write_text("a = [[[1]]]\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SHEEPFOLD_PORT", "0")
    monkeypatch.setattr(serving, "_greet", lambda *_given, **_how: None)
    monkeypatch.setattr(serving, "gc", SimpleNamespace(freeze=lambda: None, set_threshold=lambda *_given: None))
    monkeypatch.setattr(logs, "set_up_logs", lambda *_given: None)
    monkeypatch.setattr(room, "allow_many_files", lambda: None)
    monkeypatch.setattr(running, "Server", OpenedOnce)
    monkeypatch.setattr(kitchen.Kitchen, "start", lambda _self: None)
    monkeypatch.setattr(training, "train", lambda *_given, **_how: {})
    monkeypatch.setattr(soak, "soak", lambda *_given, **_how: SimpleNamespace(faults=[]))
    return tmp_path


class OpenedOnce:
    """A server that goes as far as opening its house, and closes it again."""

    def __init__(self, app: Any, _says_so: object = None) -> None:
        self.app = app

    def run(self, sockets: list[Any]) -> None:
        async def open_and_close() -> None:
            async with self.app.lifespan():
                pass

        asyncio.run(open_and_close())
        for each in sockets:
            each.close()


def files_in(folder: Path) -> dict[str, int]:
    """What there is in a folder, and how large it is."""
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


def check_came(came: Came, given: tuple[str, ...], before: dict[str, int], folder: Path) -> None:
    assert came.code in (0, 2), (given, came)
    assert "Traceback" not in came.out + came.err, given
    if came.code == 2:
        assert came.err.strip(), given
        assert files_in(folder) == before, given


# ---------------------------------------------------------------------------------------------- options


def options_of(command: str, game: str) -> list[str]:
    """The names of all options of a command."""
    app = build([command, game] if game else [command])[command]
    app = app[game] if game else app
    return [name for each in app.assemble_argument_collection() for name in each.names if name.startswith("--")]


def lines_for(command: str, game: str) -> st.SearchStrategy[tuple[str, ...]]:
    """Command lines of a command: its options with what fits and what does not, and words nobody asked for."""
    value = st.sampled_from((*NUMBERS, *WORDS, *FILES)) | st.text(st.characters(exclude_characters="/~"), max_size=8)
    if command == "serve":
        value = st.sampled_from((*NUMBERS, "folder", "good.record", *HOSTS))
    option = st.tuples(st.sampled_from([*options_of(command, game), "--nothing", "-q"]), value)
    joined = option.map(lambda pair: (f"{pair[0]}={pair[1]}",))
    alone = st.sampled_from([*ADDRESSES] if command == "join" else [*WORDS, *FILES]).map(lambda word: (word,))
    rest = st.lists(st.one_of(option, option, joined, alone), max_size=4).map(lambda many: sum(many, ()))
    first = (command, *((game,) if game else ()), *FEW.get(command, ()))
    return rest.map(lambda words: (*first, *words))


def is_bounded(words: tuple[str, ...]) -> bool:
    """Not what makes all machine code there is."""
    return words != ("warm",)


@AMOUNTS
@pytest.mark.parametrize(
    ("command", "game"),
    [*((name, "") for name in COMMANDS), *((name, "nines") for name, (_all, each) in COMMANDS.items() if each),
     ("play", "dyke")],
)  # fmt: skip
def test_every_command_answers_whatever_it_is_given(
    terminal: Terminal, desk: Path, command: str, game: str, amount: settings
) -> None:
    few = settings(amount, max_examples=amount.max_examples // 3) if command == "arena" else amount

    @few
    @given(lines_for(command, game).filter(is_bounded))
    def check(words: tuple[str, ...]) -> None:
        before = files_in(desk)
        check_came(terminal.run(*words, typed="1\n\nquit\n"), words, before, desk)

    check()


@AMOUNTS
def test_words_that_are_no_command_get_a_sentence(terminal: Terminal, desk: Path, amount: settings) -> None:
    @amount
    @given(st.lists(st.text(max_size=8) | st.sampled_from(["--help", "--version", "--language", "de"]), max_size=3))
    def check(words: list[str]) -> None:
        before = files_in(desk)
        check_came(terminal.run(*words), tuple(words), before, desk)

    check()


# ---------------------------------------------------------------------------------------------- at the table

SAID = (
    "1", "2", "0", "-1", "9" * 5000, "", "?", "help", "undo", "u", "rules", "rules NIN-3", "hint", "log", "save",
    "save x", "save folder", "save ~nobody/x", "save a\x00b", "save /dev/null/x", "board", "why", "quit now", "moves",
    "1 2 3", "\x1b[A", "🐑", "roll",
)  # fmt: skip
TYPED = st.lists(st.sampled_from(SAID) | st.text(max_size=12), max_size=12).map("\n".join)


@AMOUNTS
@pytest.mark.parametrize("game", ["nines", "sheepsheep"])
def test_a_game_at_the_terminal_bears_whatever_is_typed(
    terminal: Terminal, desk: Path, game: str, amount: settings
) -> None:
    @amount
    @given(TYPED)
    def check(typed: str) -> None:
        came = terminal.run("play", game, "--names", "Ada,Bea", "--seed", "1", typed=typed)
        assert came.code == 0, (typed, came.err)
        assert "Traceback" not in came.out + came.err

    check()


@AMOUNTS
def test_a_record_is_leafed_through_whatever_is_typed(terminal: Terminal, desk: Path, amount: settings) -> None:
    @amount
    @given(TYPED)
    def check(typed: str) -> None:
        assert terminal.run("replay", "good.record", "--step", typed=typed).code == 0

    check()


# ---------------------------------------------------------------------------------------------- settings


@AMOUNTS
def test_whatever_the_environment_says_a_server_is_set_up_or_says_why_not(amount: settings) -> None:
    names = [f"SHEEPFOLD_{name.upper()}" for name in Settings.__dataclass_fields__]
    value = st.sampled_from((*NUMBERS, *WORDS, "10.0.0.0/8", "300.1.1.1", "sqlite://", "x://y", "inf", "-inf", "info"))

    @settings(amount, max_examples=20 * amount.max_examples)
    @given(st.dictionaries(st.sampled_from(names), value | st.text(max_size=10), max_size=4))
    def check(environment: dict[str, str]) -> None:
        with suppress(BadOption):  # and nothing else
            read_settings({}, environment)

    check()
