"""Games and what they are made of: found by name, refused with a sentence, with the options they have."""

from __future__ import annotations

import importlib
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core import finding
from sheepfold.core.errors import BadGame, BadOption, UnknownGame
from sheepfold.core.game import Game
from sheepfold.core.options import Option
from sheepfold.testing import act, walk
from tests.test_core import ROOT, toy
from tests.toy_games.toy import GAME as TOY


def test_games_are_found_and_an_unknown_one_is_named_with_those_there_are() -> None:
    assert "nines" in sheepfold.games()
    for wrong in ("chess", "", "toy", None, 3):
        with pytest.raises(UnknownGame, match="nines"):
            sheepfold.game(wrong)


PARTS = [
    ("rules", "legal"),
    ("rules", "scores"),
    ("rules", "determinize"),
    ("rules", "seconds"),
    ("notation", "narrate"),
    ("state", "MOST"),
]


@pytest.fixture
def lame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], Any]]:
    """A copy of the toy game with a line added at the end of one of its files, imported."""

    def make(file: str, line: str) -> Any:
        folder = tmp_path / "broken_games" / "lame"
        shutil.copytree(ROOT / "tests" / "toy_games" / "toy", folder)
        for path in folder.glob("*.py"):
            path.write_text(path.read_text().replace("tests.toy_games.toy", "broken_games.lame"))
        path = folder / file
        path.write_text(f"{path.read_text() if path.exists() else ''}\n{line}\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        return importlib.import_module("broken_games.lame").GAME

    yield make
    for name in [name for name in sys.modules if name.startswith("broken_games")]:
        del sys.modules[name]


@pytest.mark.parametrize(("module", "part"), PARTS)
def test_a_game_that_lacks_a_part_is_refused_at_import_by_a_sentence_naming_it(
    module: str, part: str, lame: Callable[[str, str], Any]
) -> None:
    with pytest.raises(BadGame, match=part):
        lame(f"{module}.py", f"del {part}")


def test_who_forgot_a_part_is_shown_one(lame: Callable[[str, str], Any]) -> None:
    with pytest.raises(BadGame, match=r"`narrate` in notation\.py, such as `def narrate\(before, events"):
        lame("notation.py", "del narrate")


@pytest.mark.parametrize(
    ("file", "line", "meant"),
    [
        ("notation.py", "def quesion(seen, seat): return ''", "question"),
        ("notation.py", "def left_to_lots(seen): return True", "left_to_lot"),
        ("rules.py", "def determinise(observation, seat, rng): ...\ndel determinize", "determinize"),
        ("rules.py", "def wheight(state, action): return 1\nif 'weight' in globals(): del weight", "weight"),
        ("state.py", "MOTS = MOST\ndel MOST", "MOST"),
    ],
)
def test_a_misspelt_part_is_refused_with_the_name_that_was_meant(
    file: str, line: str, meant: str, lame: Callable[[str, str], Any]
) -> None:
    with pytest.raises(BadGame, match=f"is no part of the interface; is `{meant}` meant"):
        lame(file, line)


def test_what_is_for_a_file_alone_may_be_called_anything(lame: Callable[[str, str], Any]) -> None:
    assert lame("notation.py", "def _quesion(seen, seat): return ''").notation.question(None, 0) == ""


def test_a_game_has_no_parts_but_those_of_the_interface() -> None:
    modules = (TOY.state.module, TOY.rules.module, TOY.notation.module)
    with pytest.raises(BadGame, match="no part `pitcure`; is `picture` meant"):
        Game("", "", range(2, 3), 5, 5, 1, *modules, pitcure=TOY.notation.module)  # pyright: ignore[reportCallIssue]


def test_who_forgot_something_in_the_table_of_contents_is_shown_it() -> None:
    modules: Any = {"state": TOY.state.module, "rules": TOY.rules.module, "notation": TOY.notation.module}
    with pytest.raises(BadGame, match=r"`GAME = Game\(...\)` lacks a part of the interface: `ages`, such as `ages=7`"):
        Game("", "", range(2, 3), minutes=5, rules_version=1, **modules)
    with pytest.raises(BadGame, match="no part `naem`; is `name` meant"):
        Game(naem="", players=range(2, 3), **modules)  # pyright: ignore[reportCallIssue]
    with pytest.raises(BadGame, match="`rules`, such as `rules=rules`"):
        Game("", "", range(2, 3), 5, 5, 1, TOY.state.module, notation=TOY.notation.module)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize(
    ("file", "line", "refused"),
    [
        ("notation.py", "def question(seen): return ''", r"`question` of the game `lame`.* with \(seen, seat\)"),
        ("notation.py", "def show(): return ''", r"`show` of the game `lame` in notation.py is called with \(action\)"),
        ("notation.py", "veil = '?'", r"no function, such as `def veil\(before, actor, action, viewer\)"),
        ("rules.py", "def legal(state, seat): ...", r"called with \(state, seat, moves\), which it does not take"),
        ("lessons.toml", "players = 2", "a file `lessons.toml`, which is no part .*; is `lesson.toml` meant"),
    ],
)
def test_a_part_of_another_form_is_refused_with_what_it_is_called_with(
    file: str, line: str, refused: str, lame: Callable[[str, str], Any]
) -> None:
    with pytest.raises(BadGame, match=refused):
        lame(file, line)


@pytest.fixture
def sketch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of somebody who begins to write a game, in the folder where they are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ludo").mkdir()
    yield tmp_path / "ludo"
    sys.modules.pop("ludo", None)


def test_a_folder_that_is_nearly_a_game_is_told_what_it_lacks(sketch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sketch / "rules.md").write_text("- LUD-1 Roll.\n")
    (sketch / "__init__.py").write_text('"""Ludo."""\n')
    with pytest.raises(BadGame, match=r"`ludo` lies here, but not on Python's path: set PYTHONPATH=\."):
        sheepfold.game("ludo")
    monkeypatch.syspath_prepend(str(sketch.parent))
    with pytest.raises(BadGame, match=r"lacks .*`GAME = Game\(...\)` in __init__.py"):
        sheepfold.game("ludo")
    (sketch / "__init__.py").write_text("\nGAME = None\n")
    (sketch / "rules.md").unlink()
    with pytest.raises(BadGame, match=r"lacks .*`rules\.md`, such as `- LUD-1 "):
        sheepfold.game("ludo")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("\nGAME = undefined\n", r"NameError: .*\(__init__.py, line 2\)$"),
        ("\nGAME = (\n", r"SyntaxError: .*\(__init__.py, line 2\)$"),
        ("import nowhere\nGAME = None\n", r"No module named 'nowhere' \(__init__.py, line 1\)$"),
    ],
)
def test_a_slip_of_an_author_is_no_fault_of_ours(
    text: str, refused: str, sketch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sketch / "rules.md").write_text("- LUD-1 Roll.\n")
    (sketch / "__init__.py").write_text(text)
    monkeypatch.syspath_prepend(str(sketch.parent))
    with pytest.raises(BadGame, match=f"`ludo` cannot be read: .*{refused}"):
        sheepfold.game("ludo")


def test_what_a_game_does_not_show_is_hidden(lame: Callable[[str, str], Any]) -> None:
    """Without a veil of its own everybody knows what they did themselves, and nobody else does until it is over."""
    match = sheepfold.Match(lame("notation.py", "del veil"), 2)
    rng = random.Random(1)
    while match.to_act() == {"*"}:
        act(match, rng)
    seat = int(min(match.to_act()))
    text = match.legal(seat)[0]
    match.play(seat, text)
    assert match.log(seat)[-1] == f"{seat} {text}"
    assert match.log(1 - seat)[-1] == match.log(None)[-1] == f"{seat} ?"
    while not match.is_over:
        act(match, rng)
    assert match.log(None) == match.log(0)
    assert not any(line.endswith("?") for line in match.log(None))


def test_a_complete_folder_put_beside_the_others_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "more_games" / "found"
    shutil.copytree(ROOT / "tests" / "toy_games" / "toy", folder)
    for path in folder.glob("*.py"):
        path.write_text(path.read_text().replace("tests.toy_games.toy", "more_games.found"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(finding, "_known", dict(finding._known))
    finding.add_games(importlib.import_module("more_games"))
    assert "found" in sheepfold.games()
    match = walk(sheepfold.Match("found", 2), 1)
    assert sheepfold.Match.replay(match.record()).scores() == match.scores()


@pytest.mark.parametrize("players", [1, 4, 0, -1, 2.0, "2", True])
def test_player_counts_out_of_bounds(players: Any) -> None:
    with pytest.raises(BadOption, match="2 to 3 players"):
        sheepfold.Match(TOY, players)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"rounds": 0}, "1 to 5"),
        ({"rounds": "2"}, "1 to 5"),
        ({"rounds": True}, "1 to 5"),
        ({"rounds": 2.0}, "1 to 5"),
        ({"mood": "angry"}, "calm or wild"),
        ({"generous": 1}, "yes or no"),
        ({"speed": 3}, "rounds, seconds, generous, mood"),
        ({"mood": "wild"}, "for 2 players"),
        ({"rounds": [1]}, "1 to 5"),
    ],
)
def test_a_wrong_option_gets_a_sentence_that_names_the_legal_ones(options: dict[str, Any], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        sheepfold.Match(TOY, 3, **options)


def test_options_reach_the_rules() -> None:
    assert toy(2, generous=True).scores() == [1, 1]
    assert toy(2, rounds=4).view()["rounds"] == 4


def test_options_as_text() -> None:
    number = Option("sun", "", range(4, 25), 12)
    assert number.read("16") == 16
    for text in ("016", "+16", "16.0", "-4", "", None, "٤", "3", "sixteen"):
        with pytest.raises(BadOption):
            number.read(text)
    flag = Option("tactical", "", (False, True), False)
    assert (flag.read(None), flag.read("no"), flag.line(True)) == (True, False, "tactical")
    outside = Option("exchanges", "", range(1, 31), 0)
    assert outside.check(0) == 0


@pytest.mark.parametrize("names", [["a\nb"], [""], ["x" * 61], ["a #b"], [" a"], [3], ["a", "b", "c"]])
def test_names_that_a_record_could_not_keep_are_refused(names: list[Any]) -> None:
    with pytest.raises(BadOption):
        sheepfold.Match(TOY, 2, names=names)
