"""Playing at the terminal: people type, the table answers; nothing they type is lost and no secret is shown."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sheepfold
from sheepfold.core import coaching
from sheepfold.core.errors import BadOption
from sheepfold.core.setup import set_up
from sheepfold.terminal import choices, keyboard, screen, seating, stopwatch
from sheepfold.terminal.choices import Choices, Unclear, answer
from sheepfold.terminal.table import TableHere
from sheepfold.terminal.tale import in_brief
from sheepfold.testing import walk
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

ROOT = Path(__file__).parent.parent
ENOUGH = "1\n" * 400
"""Always the first choice, more often than any game asks."""

# ---------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("key", sheepfold.games())
def test_a_whole_game_against_a_bot(terminal: Terminal, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr(TableHere, "_line", lambda table: rng.choice(table.match.legal(0)))
    came = terminal.run("play", key, "--seed", "1")
    assert came.code == 0, came.err
    assert "To look at it again" in came.out
    assert not terminal.saved()
    (kept,) = terminal.saved("finished")
    assert sheepfold.Match.replay(kept.read_text(encoding="utf-8")).is_over


def test_the_winner_comes_first(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--names", "Ada,Ben", "--seed", "2", typed=ENOUGH)
    ranking = re.findall(r"(\d)\. [●▲] (Ada|Ben)  (-?\d+) points", came.out)
    assert [place for place, _name, _points in ranking] == ["1", "2"]
    assert int(ranking[0][2]) >= int(ranking[1][2])
    assert "Every pawn is home. (NIN-21)" in came.out


def test_bots_may_play_among_themselves(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seat", "0=greedy", "--seat", "1=random", "--seed", "1")
    assert came.code == 0
    assert "1. ● greedy" in came.out


def test_the_same_seed_gives_the_same_dice(terminal: Terminal) -> None:
    first, second = (terminal.run("play", "nines", "--seed", "8", typed="1\n1\nquit\n").out for _ in range(2))
    assert first.split("See you")[0] == second.split("See you")[0]


# ---------------------------------------------------------------------------------------------- what is shown


def test_choices_are_numbered_with_their_words(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seed", "5", typed="quit\n")
    assert "● Blue, what will you do? (1 to 2, or help)" in came.out
    assert re.search(r"   1  move from the \w+ ?\d? onto the [^\n]+ move 1\n", came.out)


def test_laying_the_track_is_told_in_brief(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seed", "5", typed="quit\n")
    assert "● Blue starts with a 4. ▲ ewe starts with a 5. Chance draws: 6 × cactus, 42 × tile." in came.flat
    assert len(came.out.splitlines()) < 40


def test_a_run_of_chance_in_brief_counts_what_comes_often() -> None:
    run = [("starter 1", "Ben starts.")] + [("clean", "Clean.")] * 9 + [("worm", "A worm!")] * 2
    assert in_brief(run) == "Ben starts. Chance draws: 9 × clean. A worm! A worm!"


@pytest.mark.parametrize("key", sheepfold.games())
def test_the_screen_fits_into_80_columns(terminal: Terminal, key: str) -> None:
    players = sheepfold.game(key).players[-1]
    names = ",".join(["Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo"][:players])
    came = terminal.run("play", key, "--names", names, "--seed", "3", typed="1\n\n0\nend\ndone\n" * 12 + "quit\n")
    lines = [line.removeprefix("> ") for line in came.out.splitlines() if "  sheepfold " not in line]
    too_wide = [line for line in lines if len(line) > 80]
    assert not too_wide


def test_seats_wear_mark_and_colour_in_boards_and_sentences() -> None:
    assert screen.coloured("6●1▲2").spans[0].style == screen.style_of(0)
    shown = screen.told("Ben takes a tile from Ada and Bennet.", ["Ada", "Ben"])
    assert shown.plain == "▲ Ben takes a tile from ● Ada and Bennet."
    assert screen.told("random ■ moves.", ["Ada", "random ▲", "random ■"]).plain == "■ random moves."


# ---------------------------------------------------------------------------------------------- answers

FEW = Choices(["move 1", "move 2", "jump 2", "keep"], ["a", "b", "c", "d"])
MANY = Choices(["play 8", "play 85", "play 085", "use change9 -4", "done"], [])


def test_answers_as_people_type_them() -> None:
    assert answer(FEW, "2") == "move 2"
    assert answer(FEW, "move  1") == "move 1"
    assert answer(FEW, "JUMP 2") == "jump 2"
    assert answer(FEW, "k") == "keep"
    assert answer(MANY, "85") == "play 85"
    assert answer(MANY, "085") == "play 085"
    assert answer(MANY, "change9 -4") == "use change9 -4"
    assert answer(MANY, "play 8") == "play 8"


PADS = Choices(
    ["pick back30", "pick change5", "use change5 -1", "use change5 1"],
    ["take the pad ←30", "take the pad ±5", "use ±5 as -1: 104 squares", "use ±5 as +1: 106 squares"],
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("←30", "pick back30"),
        ("pick ±5", "pick change5"),
        ("use change5 +1", "use change5 1"),
        ("±5 as -1", "use change5 -1"),
    ],
)
def test_a_choice_can_be_typed_as_it_is_described(typed: str, meant: str) -> None:
    assert answer(PADS, typed) == meant


def test_what_is_said_of_several_choices_is_asked_back() -> None:
    with pytest.raises(Unclear, match="`±5` could be `pick change5`, `use change5 -1`"):
        answer(PADS, "±5")
    with pytest.raises(Unclear, match="no"):
        answer(PADS, "±5 as +1", lambda _typed: "no")


def test_the_example_of_what_can_be_typed_is_not_warned_of() -> None:
    match = sheepfold.Match("dyke", 3)
    for line in ("lay A1", "lay B1"):
        match.play(0, line)
    offered = choices.choices_of(match, 0)
    assert coaching.warnings(match, 0, [offered.example]) == [None]
    assert f"`{offered.example}`" in choices.hint(offered)


def test_unclear_answers_are_asked_back() -> None:
    with pytest.raises(Unclear, match="there are 1 to 4"):
        answer(FEW, "5")
    with pytest.raises(Unclear, match="there is only 1"):
        answer(Choices(["nine"], ["lay down the nine"]), "5")
    with pytest.raises(Unclear, match="`move` could be `move 1`, `move 2`"):
        answer(FEW, "move")
    with pytest.raises(Unclear, match="none of the choices"):
        answer(MANY, "86")


def test_wrong_answers_change_nothing(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seed", "5", typed="9\nfoo\nmove\n\nrules wolf\nundo\nquit\n")
    assert came.code == 0
    for sentence in (
        "no choice 9",
        "`foo` is none",
        "`move` could be",
        "(1 to 2, or help)",
        "say nothing",
        "nothing to take",
    ):
        assert sentence in came.out
    (path,) = terminal.saved()
    assert path.read_text(encoding="utf-8").splitlines()[-1].startswith("* roll")


def test_commands_at_the_table(terminal: Terminal, tmp_path: Path) -> None:
    copy = tmp_path / "copy.record"
    typed = f"help\n?\nboard\nchoices\nrules NIN-7\nstory\nsave {copy}\nsave\nquit\n"
    came = terminal.run("play", "nines", "--seed", "5", typed=typed)
    assert came.out.count("take back your last choice") == 2
    boards, _mark, rules = came.out.partition("NIN-7   On a 1")
    assert boards.count("start   ") == 2
    assert "start   " in rules, "the rule comes with its picture"
    assert copy.read_text(encoding="utf-8") == terminal.saved()[0].read_text(encoding="utf-8")


def test_hundreds_of_choices_are_shown_by_kind(terminal: Terminal) -> None:
    came = terminal.run("play", "dyke", "--seed", "1", typed="1\n1\n7\nquit\n")
    assert "play 0  1  2  3" in came.out
    assert "(820 ways; `choices` shows them all)" in came.out
    assert len(came.out.splitlines()) < 120
    assert " 7" in terminal.saved()[0].read_text(encoding="utf-8")


def test_all_of_many_choices_are_shown_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    out = screen.console()
    many = Choices([f"play {n}" for n in range(300)], [])
    choices.show_choices(out, many, all_of_them=True)
    assert "299" in capsys.readouterr().out
    choices.show_choices(out, many)
    assert len(capsys.readouterr().out.splitlines()) == 2


# ---------------------------------------------------------------------------------------------- undo, save, resume


def test_undo_does_not_take_back_what_somebody_else_chose_in_secret(terminal: Terminal) -> None:
    typed = "1\n1\n\nplay 1\n\nundo\nquit\n"  # Ada lays both boards and a card; Ben, who is asked next, would undo it
    came = terminal.run("play", "dyke", "--names", "Ada,Ben,Cleo", "--seed", "5", typed=typed)
    assert "Somebody else chose in secret last" in came.out
    assert "0 play 1" in terminal.saved()[0].read_text(encoding="utf-8")


def test_undo_goes_back_to_the_last_real_choice(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seed", "5", typed="1\nundo\nquit\n")
    assert "Taken back." in came.out
    questions = re.findall(r"● to move, rolled (\d)", came.out)
    assert questions[0] == questions[2]
    again = terminal.run("play", "nines", "--seed", "5", typed="quit\n")
    assert again.code == 0
    undone, fresh = terminal.saved()
    assert undone.read_text(encoding="utf-8") == fresh.read_text(encoding="utf-8")


def test_a_game_that_was_left_goes_on(terminal: Terminal) -> None:
    terminal.run("play", "nines", "--names", "Ada", "--players", "3", "--seed", "4", typed="1\n1\nquit\n")
    (path,) = terminal.saved()
    left = path.read_text(encoding="utf-8")
    assert "seat 0 Ada\nseat 1 ewe ▲\nseat 2 ewe ■\n" in left
    came = terminal.run("play", "--resume", str(path), typed="quit\n")
    assert "● Ada  you" in came.out
    assert "■ ewe  a bot" in came.out
    assert path.read_text(encoding="utf-8") == left
    came = terminal.run("play", "nines", "--resume", str(path), typed=ENOUGH)
    assert "To look at it again" in came.out
    assert not path.exists()


def test_resuming_what_is_over_or_another_game_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "over.record"
    path.write_text(walk(sheepfold.Match("nines"), 1).record(), encoding="utf-8")
    assert "This game is over" in terminal.run("play", "--resume", str(path)).err
    assert "is a game of nines, not of dyke" in terminal.run("play", "dyke", "--resume", str(path)).err


def test_ones_own_file_stays_where_it_is(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.record"
    path.write_text(sheepfold.Match("nines", 2, names=["Ada", "random"]).record(), encoding="utf-8")
    terminal.run("play", "--resume", str(path), typed=ENOUGH)
    assert sheepfold.Match.replay(path.read_text(encoding="utf-8")).is_over


def test_the_end_of_input_leaves_the_game_to_be_resumed(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seed", "5", typed="1\n")
    assert came.code == 0
    assert f"sheepfold play --resume {terminal.saved()[0]}" in came.out


# ---------------------------------------------------------------------------------------------- seats


def test_people_are_named_and_bots_take_the_other_seats() -> None:
    game = sheepfold.game("nines")
    assert set_up(game, at_least=seating.places(["Ada", "Ben", "Cleo"], {})).players == 3
    assert set_up(game, at_least=seating.places([], {3: "greedy"})).players == 4
    chairs = seating.seated(game, 4, ["Ada", "Ben"], {3: "random"})
    assert [chair.name for chair in chairs] == ["Ada", "Ben", "ewe", "random"]
    assert [chair.is_person for chair in chairs] == [True, True, False, False]
    assert [chair.is_person for chair in seating.seated(game, 3, [], {2: "person"})] == [True, False, True]
    with pytest.raises(BadOption, match="is the name of a bot"):
        seating.read_names("Ada,random")


# ---------------------------------------------------------------------------------------------- secrets


def test_secret_choices_are_handed_over(terminal: Terminal) -> None:
    typed = "\n085\n" + "\n3\n" + "quit\n"
    came = terminal.run("play", "dyke", "--names", "Ada,Ben", "--players", "3", "--seed", "1", typed=typed)
    ada, ben = came.out.index("Hand over to ● Ada"), came.out.index("Hand over to ▲ Ben")
    assert ada < ben
    assert "085" not in came.out[ben : came.out.index("what will you do", ben)]
    log = terminal.saved()[0].read_text(encoding="utf-8")
    assert "0 play 085" in log
    assert "1 play 3" in log


def test_what_all_may_see_needs_no_handing_over(terminal: Terminal) -> None:
    came = terminal.run("play", "dyke", "--names", "Ada,Ben,Cleo", "--seed", "1", "--choose", typed="1\nquit\n")
    assert "Hand over" not in came.out


def test_alone_with_bots_nothing_is_handed_over(terminal: Terminal) -> None:
    came = terminal.run("play", "dyke", "--seed", "1", typed="1\n1\n7\nquit\n")
    assert "Hand over" not in came.out


def test_another_persons_lucky_sheep_is_not_shown(terminal: Terminal) -> None:
    given = ("play", "sheepsheep", "--names", "Ada,Ben", "--exchanges", "3", "--seed", "1")
    came = terminal.run(*given, typed="\nend\n\nquit\n")
    screens = came.out.split("Hand over to")[1:]
    assert len(screens) == 2
    for mark, text in zip("●▲", screens, strict=True):
        other = "▲" if mark == "●" else "●"
        assert re.search(rf"{mark}  cards .* lucky [roygbvw]  ", text)
        assert re.search(rf"{other}  cards .* lucky \?  ", text)


# ---------------------------------------------------------------------------------------------- real dice


def test_real_dice_are_typed(terminal: Terminal) -> None:
    track = "".join(f"{cactus} 1 2 3 4 5 6 a\n" for cactus in (6, 5, 4, 3, 2, 1))
    came = terminal.run("play", "nines", "--dice", "real", typed=f"3\n4\n{track}6\nmove 2\nquit\n")
    assert came.code == 0
    lines = terminal.saved()[0].read_text(encoding="utf-8").split("\n\n")[1].splitlines()
    assert lines[:4] == ["* deal 3", "* deal 4", "* cactus 6", "* tile 1"]
    assert lines[49:51] == ["* tile a", "* roll 6"]


def test_the_computer_rolls_what_one_leaves_to_it(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--dice", "real", "--seed", "1", typed="\n9\nhelp\nrest\nquit\n")
    assert "`9` is none of the choices" in came.out
    assert "this list" in came.out
    assert "Chance draws: 6 × cactus, 42 × tile." in came.flat
    assert came.out.count("what is drawn?") == 5


def test_chance_that_is_secret_is_not_asked_for(terminal: Terminal) -> None:
    came = terminal.run("play", "sheepsheep", "--dice", "real", typed="rest\nquit\n")
    assert "\n  lucky" not in came.out
    assert "\n  card " in came.out


# ---------------------------------------------------------------------------------------------- material


def test_material_of_ones_own(terminal: Terminal, tmp_path: Path) -> None:
    built_in = sheepfold.game("dyke").folder / "material.toml"
    came = terminal.run("play", "dyke", "--material", str(built_in), typed="quit\n")
    assert came.code == 0, came.err
    broken = tmp_path / "broken.toml"
    broken.write_text("sides = [", encoding="utf-8")
    came = terminal.run("play", "dyke", "--material", str(broken))
    assert came.code == 2
    assert came.err.startswith(f"{broken}: ")


# ---------------------------------------------------------------------------------------------- the clock


def test_the_hourglass_runs_only_while_somebody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(stopwatch.time, "monotonic", lambda: now[0])
    glass = stopwatch.Stopwatch()
    now[0] += 50
    assert glass() == 0
    with glass.running():
        now[0] += 7
        assert glass() == 7
    now[0] += 50
    assert glass() == 7


def test_a_line_that_comes_too_late_answers_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        board = keyboard.Keyboard()
        left = iter([0.3, 0.1, 0.0])
        assert board.ask_in_time(lambda: next(left), str) is None
        os.write(writing, b"end\n")
        assert board.ask() == "end"
        os.write(writing, b"1\n")
        assert board.ask_in_time(lambda: 5.0, str) == "1"
        os.close(writing)
        with pytest.raises(EOFError):
            board.ask_in_time(lambda: 5.0, str)


def test_when_the_time_is_up_the_clock_is_played(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour passes at every look at the clock, and nothing is typed."""
    now = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(stopwatch.time, "monotonic", lambda: next(now))
    came = terminal.run("play", "sheepsheep", "--seed", "1")
    assert "Time is up." in came.out
    (kept,) = [*terminal.saved(), *terminal.saved("finished")]
    assert "* time" in kept.read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------------------- a real terminal


class Pty:
    """The program at a terminal of its own."""

    def __init__(self, data: Path, *given: str) -> None:
        self.main, side = pty.openpty()
        environment = {
            **os.environ,
            "SHEEPFOLD_PLAIN": "1",
            "SHEEPFOLD_SAVES": str(data),
            "TERM": "xterm",
            "SHEEPFOLD_LANGUAGE": "en",
        }
        command = [sys.executable, "-c", "from sheepfold.cli import main; raise SystemExit(main())", *given]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
        )
        os.close(side)
        self.seen = ""

    def wait_for(self, words: str, seconds: float = 90) -> str:
        """What is shown up to these words."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.main], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.main, 65536).decode(errors="replace")
                except OSError:
                    break
        assert words in self.seen, self.seen
        before, _words, self.seen = self.seen.partition(words)
        return before

    def type(self, text: str) -> None:
        os.write(self.main, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, by somebody who has seen the prompt: in the moment it appears Python's readline loses the signal."""
        time.sleep(0.3)
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self.main)
        return code

    def __enter__(self) -> Pty:
        return self

    def __exit__(self, *_: object) -> None:
        """A test that failed leaves nothing running."""
        if self.process.poll() is None:
            self.process.kill()
            self.end()


def test_at_a_terminal_ctrl_c_leaves_a_game_that_is_offered_again(tmp_path: Path) -> None:
    with Pty(tmp_path, "play", "nines", "--seed", "5") as table:
        shown = table.wait_for("what will you do?")
        assert "\x1b[" in shown
        table.wait_for("> ")
        table.type("1\n")
        table.wait_for("what will you do?")
        table.wait_for("> ")
        table.interrupt()
        table.wait_for("See you! The game waits for you:")
        assert table.end() == 130
    (left,) = (tmp_path / "unfinished").glob("*")
    with Pty(tmp_path, "play", "nines") as table:
        table.wait_for("You left a game of All Nines")
        table.wait_for("> ")
        table.type("\n")
        table.wait_for("what will you do?")
        table.wait_for("> ")
        table.type("quit\n")
        table.wait_for(left.name)
        assert table.end() == 0


def test_at_a_terminal_a_new_game_can_be_had_beside_the_one_that_was_left(tmp_path: Path) -> None:
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "nines-1.record").write_text(sheepfold.Match("nines").record(), encoding="utf-8")
    with Pty(tmp_path, "play", "nines") as table:
        table.wait_for("Go on with it?")
        table.wait_for("> ")
        table.type("n\n")
        table.wait_for("what will you do?")
        table.wait_for("> ")
        table.type("\x04")
        table.wait_for("See you!")
        assert table.end() == 0
    assert len(list((tmp_path / "unfinished").glob("*"))) == 2


def test_at_a_terminal_the_clock_counts_down(tmp_path: Path) -> None:
    with Pty(tmp_path, "play", "sheepsheep", "--seconds", "15", "--seed", "1") as table:
        table.wait_for("15 s left")
        table.wait_for("\x1b[1A\r\x1b[2K14 s left\x1b8")
        table.type("help\n")
        table.wait_for("take back your last choice")
        table.wait_for("s left")
        table.interrupt()
        table.wait_for("See you!")
        assert table.end() == 130


def test_at_a_terminal_what_cannot_be_done_says_why(tmp_path: Path) -> None:
    with Pty(tmp_path, "play", "nines", "--seed", "5", "--first", "0") as table:
        table.wait_for("what will you do?")
        table.wait_for("> ")
        table.type("take 1.1\n")
        table.wait_for("A tile is earned by entering a new segment. (NIN-11)")
        table.wait_for("> ")
        table.type("quit\n")
        table.wait_for("See you!")
        assert table.end() == 0
