"""A game of one's own: found on the path, kept to the laws, played in every tool, and told in the docs as it is.

Pig and Leduc poker are the games OpenSpiel has under these names: the two walk in lock step through random games.
"""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.core.errors import BadDiagram, UnknownGame
from sheepfold.core.game import Game
from sheepfold.testing import LAWS, Law
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
KEYS = ("pig", "leduc")
every_example = pytest.mark.parametrize("key", KEYS)


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


# ---------------------------------------------------------------------------------------------- found


def test_games_on_the_path_are_found_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(KEYS) < set(sheepfold.games())
    assert sheepfold.game("pig").folder == EXAMPLES / "pig"
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(EXAMPLES)])
    assert set(KEYS).isdisjoint(sheepfold.games())
    with pytest.raises(UnknownGame, match="there are: dyke"):
        sheepfold.game("pig")


def test_what_only_looks_like_a_game_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, contents in (("empty", ""), ("other", "RULES = 3\n"), ("nines", "\nGAME = 3\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.md").write_text("# Rules\n")
        (tmp_path / name / "__init__.py").write_text(contents)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "rules.md").write_text("# Rules\n")
    before = sheepfold.games()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert sheepfold.games() == before
    assert sheepfold.game("nines").name == "All Nines"


# ---------------------------------------------------------------------------------------------- the page


def code_lines(path: Path) -> int:
    """The lines of a file that are code: no blank lines, comments or docstrings."""
    aside = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    used: set[int] = set()
    starts = True
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type not in aside and not (starts and token.type == tokenize.STRING):
            used |= set(range(token.start[0], token.end[0] + 1))
        starts = token.type in aside
    return len(used)


def test_pig_is_complete_in_less_than_100_lines() -> None:
    files = ("__init__", "state", "rules", "notation", "judgement")
    assert sum(code_lines(EXAMPLES / "pig" / f"{name}.py") for name in files) == 99
    assert "99 lines" in PAGE


def test_the_page_shows_the_files_as_they_are() -> None:
    shown = dict(re.findall(r"^`examples/pig/([\w.]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    files = [path for path in (EXAMPLES / "pig").iterdir() if path.suffix in (".py", ".md", ".toml")]
    assert shown == {path.name: path.read_text(encoding="utf-8") for path in files}


def test_the_commands_of_the_page_work(terminal: Terminal) -> None:
    commands = re.findall(r"^PYTHONPATH=examples sheepfold (.*?) *(?:#.*)?$", PAGE, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["games", "play", "simulate", "arena", "check"]
    for command in commands:
        given = command.replace("ram,greedy,random", "greedy,random").split()
        given += ["--games", "4"] if "arena" in given else []
        came = terminal.run(*given, typed="roll\nhold\nquit\n")
        assert came.code == 0, came.err


def test_the_tests_of_pig_pass() -> None:
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLES / "pig")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    ids = set(re.findall(r"^- (PIG-\d+) ", sheepfold.game("pig").rules_page(), re.MULTILINE))
    tests = (EXAMPLES / "pig" / "test_pig.py").read_text(encoding="utf-8")
    assert ids == {name.replace("_", "-") for name in re.findall(r"PIG_\d+", tests)}


@every_example
def test_every_rule_stands_in_the_code(key: str) -> None:
    game = sheepfold.game(key)
    ids = re.findall(r"^- ([A-Z]{3}-\d+) ", game.rules_page(), re.MULTILINE)
    marked = {name for function in vars(game.rules.module).values() for name in getattr(function, "__rules__", ())}
    assert set(ids) == marked


# ---------------------------------------------------------------------------------------------- the laws


@every_example
@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name.replace(" ", "-"))
def test_law(key: str, law: Law) -> None:
    law.check(sheepfold.game(key), 4)


def test_who_writes_a_game_can_look_whether_it_keeps_the_laws(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = terminal.run("check", "pig")
    assert (came.code, came.out.splitlines()) == (0, [f"{name}: kept." for name in LAWS])
    monkeypatch.setattr(sheepfold.game("pig").notation, "parts", lambda *_given: ("here",))
    came = terminal.run("check", "pig")
    assert came.code == 1
    assert "choices: broken. What one taps, and a choice's words, tell the actions apart.\n   tapped alike:" in came.out
    assert "replay: kept." in came.out


def test_a_law_is_broken_too_where_the_game_itself_fails(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    notation = sheepfold.game("pig").notation
    monkeypatch.setattr(notation, "narrate", lambda before, *_given: notation.show(before))
    came = terminal.run("check", "pig")
    assert came.code == 1
    assert re.search(r"\nbeats: broken\. [^\n]*\n   TypeError: .*\s+\(notation.py,\s+line \d+\)\n", came.out)
    assert "texts: kept." in came.out


def test_pytest_does_so_too() -> None:
    done = laws_in_pytest("pig")
    assert (done.returncode, f"{len(LAWS)} passed" in done.stdout) == (0, True), done.stdout
    assert "there are: dyke" in laws_in_pytest("pgi").stderr


def laws_in_pytest(key: str) -> subprocess.CompletedProcess[str]:
    """What `pytest --laws` says where no test files are."""
    with tempfile.TemporaryDirectory() as nothing:
        plugin = ["-p", "no:cacheprovider", "-p", "no:sheepfold", "-p", "sheepfold.testing.plugin"]
        command = [sys.executable, "-m", "pytest", *plugin, "--laws", key]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLES), str(ROOT)])}
        return subprocess.run(command, cwd=nothing, env=environment, capture_output=True, text=True, check=False)


WRONG = ["total", "total x", "total 1 2", "score 1 2 3 4 5 6 7 8 9", "points 3", "total 99999"]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_diagram_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadDiagram, match=re.escape(text)):
        sheepfold.game("pig").notation.read_diagram(text)


# ---------------------------------------------------------------------------------------------- in every tool


@every_example
def test_bots_play_it(key: str) -> None:
    pytest.importorskip("openskill")
    from sheepfold.study.arena import contest

    found = contest(sheepfold.Match(key, 2), ["greedy", "random"], 200, seed=1, jobs=1)
    least = {"pig": 0.9, "leduc": 0.45}[key]  # in Leduc it plays for chips, which win few more hands than chance
    assert found.bots["greedy"].wins.value > least
    assert "search:20" in contest(sheepfold.Match(key, 2), ["search:20", "random"], 2, jobs=1).bots


def test_pig_is_drawn() -> None:
    drawn = sheepfold.Match("pig", 3, names=["Ada", "Ben", "Cleo"]).svg(0, legal=["roll"], theme="night", prefix="a-")
    assert drawn.startswith("<svg")
    assert all(name in drawn for name in ("Ada", "Ben", "Cleo", 'data-part="roll"', 'data-part="hold"'))


def test_a_secret_card_is_kept() -> None:
    match = sheepfold.Match("leduc")
    match.play("*", "deal king a")
    match.play("*", "deal jack b")
    assert match.log(0) == ["* deal king a", "* deal ?"]
    assert match.log(1) == ["* deal ?", "* deal jack b"]
    assert match.log() == ["* deal ?", "* deal ?"]
    assert match.view(1)["card"] == [0, 2]


@every_example
def test_it_is_an_environment(key: str) -> None:
    rl = pytest.importorskip("sheepfold.rl")
    batch = rl.Batch(sheepfold.game(key), 2, 64, seed=1)
    finished = 0
    for _ in range(400):
        batch.step(batch.sample())
        finished += int(np.count_nonzero(batch.dones))
    assert finished > 64
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(rl.pettingzoo_env(key, 2), num_cycles=50)


# ---------------------------------------------------------------------------------------------- as OpenSpiel has them


def in_lock_step(game: Game, theirs: Any, seed: int, to_ours: dict[str, int]) -> Iterator[tuple[Any, Any]]:
    """Walk a match and OpenSpiel's state through one random game; they must agree at every step."""
    rng, match = random.Random(seed), sheepfold.Match(game, 2)
    state = theirs.new_initial_state()
    while not state.is_terminal():
        actor = "*" if state.is_chance_node() else state.current_player()
        assert match.to_act() == {actor}
        offset = to_ours["*" if actor == "*" else "seat"]
        ours = [game.by_text[text] for text in match.legal(actor)]
        assert sorted(ours) == [action + offset for action in state.legal_actions()]
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        match.play(actor, game.texts[action + offset])
    assert match.is_over
    yield match, state


@pytest.mark.parametrize("seed", range(8))
def test_pig_and_leduc_are_the_games_openspiel_has(seed: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pig, leduc = sheepfold.game("pig"), sheepfold.game("leduc")
    for match, state in in_lock_step(pig, pyspiel.load_game("pig"), seed, {"*": pig.state.module.FACE + 1, "seat": 0}):
        first = match.places().index(1)
        assert state.returns()[first] == 1
    for deal in range(40):
        offsets = {"*": leduc.state.module.CARD + 1, "seat": 0}
        for match, state in in_lock_step(leduc, pyspiel.load_game("leduc_poker"), 100 * seed + deal, offsets):
            assert match.scores() == state.returns()
