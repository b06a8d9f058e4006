"""The command line: every command, every wrong input, and that it starts quickly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import sheepfold
from sheepfold.core import beside
from sheepfold.core.engine import Engine
from sheepfold.testing import walk
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

ROOT = Path(__file__).parent.parent

# ---------------------------------------------------------------------------------------------- pages


def test_without_arguments_it_says_where_to_begin(terminal: Terminal) -> None:
    came = terminal.run()
    assert came.code == 0
    assert "sheepfold play nines" in came.out
    for key in sheepfold.games():
        assert key in came.out


def test_version(terminal: Terminal) -> None:
    assert terminal.run("--version").out == f"sheepfold {sheepfold.__version__}\n"


def test_help_names_every_command(terminal: Terminal) -> None:
    came = terminal.run("--help")
    assert came.code == 0
    for command in ("play", "games", "rules", "replay", "simulate", "check", "warm", "completion"):
        assert f"│ {command} " in came.out


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("key", sheepfold.games())
def test_help_lists_a_games_options_with_words_and_bounds(terminal: Terminal, key: str, command: str) -> None:
    came = terminal.run(command, key, "--help")
    assert came.code == 0
    flat = " ".join(came.out.replace("│", " ").split())
    for option in sheepfold.game(key).options.values():
        assert f"--{option.name}" in flat
        assert option.words in flat
        if not option.is_flag:
            assert f"({option.legal}; default" in flat


@pytest.mark.parametrize("key", sheepfold.games())
def test_games_tells_of_each_game(terminal: Terminal, key: str) -> None:
    came, game = terminal.run("games"), sheepfold.game(key)
    assert f"{key}  {game.name}" in came.out
    assert f"{game.players[0]} to {game.players[-1]} players" in came.out
    assert all(len(line) <= 80 for line in came.out.splitlines())


# ---------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize("key", sheepfold.games())
def test_rules_show_every_rule(terminal: Terminal, key: str) -> None:
    came = terminal.run("rules", key)
    page = sheepfold.game(key).rules_page()
    for line in page.splitlines():
        if line.startswith("- ") and line[2:5].isupper():
            assert line.split()[1] in came.out
    assert came.out.count("‹ruling›") == page.count("**[ruling]**")
    assert "**" not in came.out
    assert "`" not in came.out


def test_one_rule_is_found_by_its_id(terminal: Terminal) -> None:
    came = terminal.run("rules", "nines", "nin-7")
    assert "NIN-7   On a 1" in came.out
    assert "NIN-8" not in came.out
    assert "‹ruling›" in came.out


def test_a_rule_brings_its_pictures(terminal: Terminal) -> None:
    came = terminal.run("rules", "nines", "NIN-13")
    caption = "This pawn is the last to go past, and ▲ Orange takes the cactus: 3 and 4 lie in front now."
    assert caption in " ".join(came.out.split())
    assert "        ▲  front 34  nines -  aside -  animals 0  cactuses 1" in came.out.splitlines()
    assert "![" not in came.out


def test_rules_and_their_pictures_speak_german(terminal: Terminal) -> None:
    came = terminal.run("rules", "nines", "NIN-13", "--language", "de")
    assert "NIN-13  Die Figur, die als letzte von allen" in came.out
    assert "▲ Orange bekommt den Kaktus" in " ".join(came.out.split())
    assert "▲  vorn 34  Neuner -  beiseite -  Tiere 0  Kakteen 1" in came.out
    assert "Englisch" not in came.out


def test_rules_are_searched_for_words(terminal: Terminal) -> None:
    came = terminal.run("rules", "nines", "face", "down")
    assert "NIN-15" in came.out
    assert "NIN-6 " not in came.out


# ---------------------------------------------------------------------------------------------- simulate


def test_simulate_shows_rates_places_scores_and_length(terminal: Terminal) -> None:
    came = terminal.run("simulate", "nines", "--players", "3", "--games", "50", "--seed", "7")
    assert came.code == 0
    assert "50 games in" in came.out
    assert "games/s" in came.out
    assert "actions a game" in came.out
    assert "■ 2 Green   random" in came.out


def test_simulate_is_repeated_exactly_by_its_seed(terminal: Terminal) -> None:
    given = ("simulate", "nines", "--games", "40", "--json", "--bots", "greedy,random", "--segments", "5")
    first, second = (json.loads(terminal.run(*given, "--seed", "3").out) for _ in range(2))
    other = json.loads(terminal.run(*given, "--seed", "4").out)
    for found in (first, second, other):
        del found["seconds"], found["seed"]
    assert first == second
    assert first != other
    assert first["options"] == {"segments": 5}
    assert first["bots"] == ["greedy", "random"]
    assert first["seats"][0]["wins"]["value"] > 0.9
    assert first["endings"] == {"NIN-21": 1.0}


# ---------------------------------------------------------------------------------------------- replay


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(walk(sheepfold.Match("nines", 2, names=["Ada", "Ben"]), 1).record(), encoding="utf-8")
    return path


def test_replay_shows_the_end_and_any_moment(terminal: Terminal, record: Path) -> None:
    came = terminal.run("replay", str(record))
    assert "all home" in came.out
    assert "1. " in came.out
    came = terminal.run("replay", str(record), "--at", "51")
    assert "after 51 of" in came.out
    assert "rolls" in came.out
    assert terminal.run("replay", str(record), "--at", "0").code == 0


def test_replay_goes_step_by_step(terminal: Terminal, record: Path) -> None:
    came = terminal.run("replay", str(record), "--step", typed="\nb\nb\n20\nx\nq\n")
    heads = [line for line in came.out.splitlines() if "after" in line]
    assert [head.split("after ")[1].split(" of")[0] for head in heads] == ["0", "1", "0", "0", "20", "21"]


@pytest.mark.parametrize("key", sheepfold.games())
def test_replay_draws_a_picture(terminal: Terminal, key: str, tmp_path: Path) -> None:
    path, picture = tmp_path / "game.record", tmp_path / "game.svg"
    path.write_text(walk(sheepfold.Match(key), 1, steps=60).record(), encoding="utf-8")
    came = terminal.run("replay", str(path), "--at", "3", "--svg", str(picture))
    assert came.code == 0, came.err
    assert picture.read_text(encoding="utf-8").startswith("<svg")


# ---------------------------------------------------------------------------------------------- warm and completion


def test_warm_says_what_is_ready(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEEPFOLD_PLAIN", "1")
    assert terminal.run("warm", "nines").out == "All Nines: ready.\n"
    assert len(terminal.run("warm").out.splitlines()) == len(sheepfold.games())


def test_warm_compiles_a_game_in_one_child_so_that_nothing_is_made_twice(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled: dict[beside.Child, list[str]] = {}

    def note(child: beside.Child, step: str) -> str:
        compiled.setdefault(child, []).append(step)
        return ""

    monkeypatch.setenv("SHEEPFOLD_CACHE", str(tmp_path))
    monkeypatch.setattr(beside.Child, "compile", note)
    monkeypatch.setattr(Engine, "take", lambda _self, _step: None)
    assert terminal.run("warm").code == 0
    assert sorted(child.game.key for child in compiled) == sorted(sheepfold.games())
    assert all(steps == ["rules", "judgement", "games", "search"] for steps in compiled.values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_games_options(terminal: Terminal, shell: str) -> None:
    script = terminal.run("completion", shell).out
    assert "segments" in script
    assert "simulate" in script


# ---------------------------------------------------------------------------------------------- wrong input

WRONG = {
    "dance": "no command `dance`",
    "pley nines": "Did you mean play?",
    "--nonsense": "no option --nonsense",
    "play": "Which game?",
    "play chess": "no game 'chess'",
    "play nines extra": "`extra` is too much",
    "play nines --players": "--players lacks its value",
    "play nines --players many": "--players takes a whole number, not `many`",
    "play nines --players 9": "2 to 5 players, not 9",
    "play nines --players 0": "2 to 5 players, not 0",
    "play nines --players -1": "2 to 5 players, not -1",
    "play nines --players 2 --players 3": "--players is given twice",
    "play nines --segment 5": "Did you mean --segments?",
    "play nines --segments 7": "it takes 5 or 6",
    "play nines --segments five": "it takes 5 or 6",
    "play nines --segments 5 --players 4": "for 2 or 3 players",
    "play nines --seat 1": "does not say who sits where",
    "play nines --seat one=greedy": "does not say who sits where",
    "play nines --seat 1=": "does not say who sits where",
    "play nines --seat 1=clever": "no bot `clever`",
    "play nines --seat 1=greedy --seat 1=random": "Seat 1 is taken twice",
    "play nines --players 2 --seat 2=greedy": "no seat 2 with 2 players",
    "play nines --seat 7=greedy": "2 to 5 players, not 8",
    "play nines --seat 1=no_such_module:bot": "cannot be loaded",
    "play nines --seat 1=math:no_such": "no function `no_such`",
    "play nines --names greedy": "is the name of a bot",
    "play nines --names Ada,": "cannot be a name",
    "play nines --players 2 --names Ada,Ben,Cleo": "3 names for 2 players",
    "play nines --dice loaded": "no kind of dice",
    "play nines --seed x": "--seed takes a whole number",
    "play nines --material x": "no option --material",
    "play nines --resume nowhere": "nowhere cannot be read",
    "play --resume nowhere": "nowhere cannot be read",
    "play --resume .": "cannot be read",
    "play dyke --material nowhere": "nowhere cannot be read",
    "rules": "Which game?",
    "rules chess": "no game 'chess'",
    "rules nines NIN-99": "say nothing about `NIN-99`",
    "rules nines wolf": "say nothing about `wolf`",
    "replay": "Which record?",
    "replay nowhere": "nowhere cannot be read",
    "simulate": "Which game?",
    "simulate chess": "no game 'chess'",
    "simulate nines --games 0": "0 games cannot be played",
    "simulate nines --games -5": "-5 games cannot be played",
    "simulate nines --games 1.5": "--games takes a whole number",
    "simulate nines --seed -1": "-1 cannot be a seed",
    "simulate nines --bots clever": "no bot `clever`",
    "simulate nines --bots greedy,random,random": "3 bots for 2 players",
    "warm chess": "no game 'chess'",
    "completion": "Which shell?",
    "completion tcsh": "Which shell?",
    "games --language": "is not a language",
    "games --language tlh": "`tlh` is not a language we speak; we speak: en, de",
}


@pytest.mark.parametrize("given", WRONG)
def test_wrong_input_gets_one_sentence_and_exit_code_2(
    terminal: Terminal, given: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    came = terminal.run(*given.split())
    assert came.code == 2
    assert WRONG[given] in came.err
    assert came.err.count("\n") == 1
    assert came.out == ""
    assert not terminal.saved()


BAD_FILES = {
    "": "This is not a record",
    "hello": "This is not a record",
    "sheepfold 1\ngame chess\nrules 1\nplayers 2\n": "no game 'chess'",
    "sheepfold 1\ngame nines\nrules 1\nplayers 9\n": "2 to 5 players, not 9",
    "sheepfold 1\ngame nines\nrules 1\nplayers 2\n\n0 move 1\n": "Line 6 of the record",
    "sheepfold 1\ngame nines\nrules 1\nplayers 2\nseat 1 clever:bot\n\n": "cannot be loaded",
}


@pytest.mark.parametrize("text", BAD_FILES)
@pytest.mark.parametrize("command", ["replay", "play --resume"])
def test_bad_records_get_a_sentence(terminal: Terminal, tmp_path: Path, text: str, command: str) -> None:
    path = tmp_path / "bad.record"
    path.write_text(text, encoding="utf-8")
    came = terminal.run(*command.split(), str(path))
    if command == "replay" and "clever:bot" in text:
        assert came.code == 0
        return
    assert came.code == 2
    assert BAD_FILES[text] in came.err


def test_what_is_no_text_is_no_record(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert "it is not text" in terminal.run("replay", str(path)).err


def test_moments_and_seats_outside_a_record_are_refused(terminal: Terminal, record: Path) -> None:
    assert "--at takes 0 to" in terminal.run("replay", str(record), "--at", "9999").err
    assert "--at takes 0 to" in terminal.run("replay", str(record), "--at", "-1").err
    assert "no seat 2 with 2 players" in terminal.run("replay", str(record), "--seat", "2").err


def test_a_picture_that_cannot_be_written_gets_a_sentence(terminal: Terminal, record: Path, tmp_path: Path) -> None:
    came = terminal.run("replay", str(record), "--svg", str(tmp_path / "no" / "where.svg"))
    assert came.code == 2
    assert came.err.count("\n") == 1


def test_a_fault_of_ours_is_no_traceback(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("sheepfold.terminal.pages.show_games", broken)
    came = terminal.run("games")
    assert came.code == 1
    assert came.err == "A fault of sheepfold itself: RuntimeError: oh. With SHEEPFOLD_DEBUG=1 it says where.\n"


# ---------------------------------------------------------------------------------------------- languages


def test_german_by_option_and_by_environment(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Befehle" in terminal.run("--help", "--language", "de").out
    assert "Befehle" in terminal.run("--language=de", "--help").out
    monkeypatch.setenv("SHEEPFOLD_LANGUAGE", "de_DE.UTF-8")
    assert "Ein Spiel 'chess' gibt es nicht" in terminal.run("play", "chess").err
    assert "Commands" in terminal.run("--help", "--language", "en").out


# ---------------------------------------------------------------------------------------------- start


def test_help_and_lists_start_without_the_compiler() -> None:
    code = (
        "import sys; from sheepfold.cli import main\n"
        "for given in ([], ['--version'], ['games'], ['--help'], ['play', 'nines', '--help'], ['rules', 'nines']):\n"
        "    assert main(given) == 0\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    command = f"{sys.executable} -c 'from sheepfold.cli import main; raise SystemExit(main())' rules nines | head -1"
    came = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert came.stderr == ""
