"""The first move comes at once: plain rules first, machine code beside, kept on a shelf, and nobody notices."""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold import bots
from sheepfold.core import beside, drivers, engine, shelf
from sheepfold.core.beside import FAILED, THERE, Workshop
from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, STEPS, Engine
from sheepfold.core.errors import BadGame
from sheepfold.core.kit import part
from sheepfold.core.linking import Linker, made_from
from sheepfold.core.plain import plainly
from sheepfold.core.shelf import Shelf
from sheepfold.testing import walk
from tests.toy_games.toy import GAME as TOY

ROOT = Path(__file__).parents[1]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache for this test alone."""
    monkeypatch.setenv("SHEEPFOLD_CACHE", str(tmp_path))
    drivers.forget_machine_code()
    yield tmp_path
    drivers.forget_machine_code()


def new_match(game: Any = TOY, **options: Any) -> tuple[sheepfold.Match, Engine]:
    """A match that runs on an engine of its own, on which nothing is compiled."""
    match = sheepfold.Match(game, **options)
    match._engine = Engine(match.game)
    return match, match._engine


# ---------------------------------------------------------------------------------------------- what code is made from

LEGS = 4
TABLE = np.array([1, 2, 3])


@part
def legs() -> int:
    return LEGS


@part
def ears() -> int:
    return 2


@part
def feet(k: int) -> Any:
    return legs() + TABLE[k]


def named(function: Any) -> str:
    return made_from(Linker({}, lambda twin: twin).reached(function))


def test_machine_code_is_named_by_all_it_is_made_from(monkeypatch: pytest.MonkeyPatch) -> None:
    first = named(feet)
    assert named(feet) == first
    monkeypatch.setitem(globals(), "LEGS", 5)
    assert named(feet) != first, "a number used by a function that is called"
    monkeypatch.undo()
    monkeypatch.setitem(globals(), "TABLE", np.array([1, 2, 4]))
    assert named(feet) != first, "a number of a table"
    monkeypatch.undo()
    monkeypatch.setitem(globals(), "legs", ears)
    assert named(feet) != first, "another function in its place"
    monkeypatch.undo()
    assert named(feet) == first


def test_machine_code_is_not_named_by_where_a_function_stands() -> None:
    source = "def add(a, b):\n    return a + b\n"
    here: dict[str, Any] = {}
    there: dict[str, Any] = {}
    exec(compile(source, "here.py", "exec"), here)
    exec(compile("# a remark\n\n\n" + source, "there.py", "exec"), there)
    assert named(here["add"]) == named(there["add"])


def test_what_two_games_share_has_a_name_of_its_own_in_each() -> None:
    """Numba's names are unique within a process only: code kept by another one could take the place of ours."""
    names = [
        drivers.made(game, drivers.playout, plain=False).py_func.__qualname__ for game in (TOY, sheepfold.game("nines"))
    ]
    assert len(set(names)) == 2
    assert all(name.startswith("playout_") for name in names)


def test_stand_ins_take_their_places_however_deep() -> None:
    linked = Linker({legs: ears}, lambda twin: twin).link(feet)
    assert linked(0) == ears() + 1


@part
def around(k: int) -> int:
    return around(k - 1)


def test_a_function_that_calls_itself_is_refused_with_its_name() -> None:
    with pytest.raises(BadGame, match="`around` calls itself"):
        Linker({}, lambda twin: twin).link(around)


def test_two_threads_that_link_the_same_do_not_take_each_other_for_a_loop() -> None:
    begun, found = threading.Event(), list[Any]()

    def slowly(twin: Any) -> Any:
        begun.set()
        time.sleep(0.05)
        return twin

    linker = Linker({}, slowly)
    first = threading.Thread(target=lambda: found.append(linker.link(feet)))
    first.start()
    begun.wait()
    found.append(linker.link(feet))
    first.join()
    assert found[0] is found[1]


def test_an_attribute_may_be_called_like_a_marked_function() -> None:
    @part
    def reads(state: Any) -> int:
        return state.legs

    assert isinstance(reads, FunctionType)
    assert legs not in Linker({}, lambda twin: twin).reached(reads)


# ---------------------------------------------------------------------------------------------- plain records


def test_plain_loops_read_what_they_wrote_and_write_through() -> None:
    states = TOY.record.new(2)

    def work(table: Any) -> tuple[int, int]:
        state = table[0]
        state.phase = 3
        table[1] = table[0]
        state.phase = 5
        table[0] = table[1]
        return state.phase, table[1].phase

    assert plainly(work)(states) == (3, 3)
    assert states["phase"].tolist() == [3, 3]


def test_a_number_that_does_not_fit_raises_on_plain_rules() -> None:
    states = TOY.record.new()

    def overflow(table: Any) -> None:
        table[0].phase = 1 << 40

    with pytest.raises(OverflowError):
        plainly(overflow)(states)


# ---------------------------------------------------------------------------------------------- the shelf


def test_what_is_kept_comes_back_and_what_is_damaged_does_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = Shelf("toy", tmp_path)
    assert kept.read("code") is None
    assert kept.write("code", b"machine code")
    assert kept.read("code") == b"machine code"
    kept.note_complete("rules", ["code"])
    assert kept.is_complete("rules")
    whole = (tmp_path / "code").read_bytes()
    for broken in (whole[:-1], whole[:20] + b"x" + whole[21:], b""):
        (tmp_path / "code").write_bytes(broken)
        assert kept.read("code") is None
        assert not kept.is_complete("rules")
    assert "damaged" in caplog.text


def test_old_files_are_cleared_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_FILES", 5)
    kept = Shelf("toy", tmp_path)
    for k in range(8):
        kept.write(f"code-{k}", b"")
        os.utime(tmp_path / f"code-{k}", (k, k))
    kept.note_complete("rules", ["code-7"])
    assert len(list(tmp_path.iterdir())) == 5
    assert kept.is_complete("rules")


@pytest.mark.parametrize("kind", ["file", "below a file", "somebody else's"])
def test_where_nothing_can_be_kept_a_sentence_says_so_and_games_are_played(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "place"
    if kind == "somebody else's":
        place.mkdir()
        monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    else:
        place.write_text("")
    monkeypatch.setenv("SHEEPFOLD_CACHE", str(place if kind != "below a file" else place / "below"))
    assert not shelf.shelf_of("toy").keeps
    assert "cannot be kept" in caplog.text
    match, own = new_match()
    job = Workshop().ask(own, RULES)
    assert (job.state, job.reason) == (FAILED, "there is no folder in which machine code can be kept")
    assert walk(match, 1).is_over


def test_a_full_disk_costs_nobody_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_given: Any, **_named: Any) -> Any:
        raise OSError(28, "No space left on device")

    kept = Shelf("toy", tmp_path)
    monkeypatch.setattr(shelf.tempfile, "NamedTemporaryFile", full)
    assert not kept.write("code", b"machine code")
    assert "No space left" in caplog.text


# ---------------------------------------------------------------------------------------------- compiling beside


def test_a_match_goes_over_to_machine_code_amid_the_game(cache: Path) -> None:
    match, own = new_match()
    whole = walk(new_match()[0], 6)
    actions = whole._log.pairs()
    workshop = Workshop()
    job = workshop.ask(own, RULES)
    for action in actions[:5]:
        match._play(*action)
    plain = own.loops.step
    assert workshop.wait(job, 120)
    assert (job.state, job.reason) == (THERE, "")
    assert own.has(RULES)
    assert own.loops.step is not plain
    assert own.loops.weigh_up is drivers.bind(TOY, plain=True).weigh_up, "not asked for, not compiled"
    for action in actions[5:]:
        match._play(*action)
    assert match.is_over
    assert match._states[0].tobytes() == whole._states[0].tobytes()
    assert engine.is_kept(TOY, RULES)


def test_a_child_that_dies_is_told_of_and_play_goes_on(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def dying(*_given: Any) -> subprocess.Popen[str]:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], text=True, **pipes)

    monkeypatch.setattr(beside, "_started", dying)
    match, own = new_match()
    workshop = Workshop()
    job = workshop.ask(own, RULES)
    assert workshop.wait(job, 60)
    assert job.state == FAILED
    assert "play goes on plainly" in caplog.text
    assert walk(match, 2).is_over


def test_a_game_that_cannot_be_compiled_says_why(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside.Child, "compile", lambda _self, _step: "TypingError: no such field")
    _match, own = new_match()
    workshop = Workshop()
    job = workshop.ask(own, RULES)
    assert workshop.wait(job, 60)
    assert (job.state, job.reason) == (FAILED, "TypingError: no such field")


def test_what_is_urgent_comes_first_and_in_the_order_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, str]] = []

    def note(_self: Workshop, job: beside.Job, _child: object) -> None:
        done.append((job.game.key, job.step.name))
        job.state = THERE

    monkeypatch.setattr(Workshop, "_do", note)
    monkeypatch.setattr("threading.Thread.start", lambda _self: None)
    workshop, (first, second) = Workshop(hands=1), [Engine(sheepfold.game(key)) for key in ("nines", "dyke")]
    for step in (RULES, JUDGEMENT, SEARCH):
        workshop.ask(first, step, urgent=False)
    for step in (SEARCH, RULES):
        workshop.ask(second, step)
    workshop._work()
    assert done == [
        ("dyke", "rules"), ("dyke", "search"), ("nines", "rules"), ("nines", "judgement"), ("nines", "search")
    ]  # fmt: skip


def test_what_nobody_wants_any_more_is_dropped_and_can_be_wanted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda _self: None)
    workshop, own = Workshop(), Engine(TOY)
    own.leave_to_others(RULES)
    job = workshop.ask(own, RULES, urgent=False)
    workshop.drop([job])
    assert workshop.jobs == []
    asked: list[str] = []
    monkeypatch.setattr(engine, "is_kept", lambda _game, step: asked.append(step.name) or False)
    monkeypatch.setattr(beside, "workshop", lambda: workshop)
    own.want(RULES, RULES)
    assert asked == ["rules"]
    assert [each.step for each in workshop.jobs] == [RULES]


PARENT = """
import sys, time
from sheepfold.core import beside
from tests.toy_games.toy import GAME
child = beside._started(GAME, 0)
print(child.pid, flush=True)
print("rules", file=child.stdin, flush=True)
time.sleep(60)
"""


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return status != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_a_child_never_outlives_its_parent(cache: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(1.0)
        assert is_alive(pid)
        assert os.getpgid(pid) != os.getpgid(parent.pid), "a terminal sends Ctrl-C to all of a group"
        parent.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_alive(pid)


def test_a_damaged_file_is_compiled_anew_beside(cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    Engine(TOY).take(RULES)
    assert engine.is_kept(TOY, RULES)
    step = next(path for path in (cache / "toy").iterdir() if path.name.startswith("step-"))
    step.write_bytes(step.read_bytes()[:-7] + b"garbage")
    assert not engine.is_kept(TOY, RULES)
    drivers.forget_machine_code()
    match, own = new_match()
    workshop = Workshop()
    walk(match, 3, 4)
    assert workshop.wait(workshop.ask(own, RULES), 120)
    assert own.has(RULES)
    assert engine.is_kept(TOY, RULES)
    assert "damaged" in caplog.text


def test_two_processes_that_start_together_compile_nothing_twice(cache: Path) -> None:
    code = (
        "from sheepfold.core import engine, machine_code, shelf\n"
        "from tests.toy_games.toy import GAME\n"
        "made = []\n"
        "write = shelf.Shelf.write\n"
        "shelf.Shelf.write = lambda self, name, content: made.append(name) or write(self, name, content)\n"
        "engine.Engine(GAME).take(engine.RULES)\n"
        "print(*sorted(made))\n"
    )
    given = [sys.executable, "-c", code]
    both = [
        subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) for _ in "ab"
    ]
    made = [each.communicate()[0].split() for each in both]
    assert all(each.returncode == 0 for each in both)
    loops = [{name for name in names if not name.startswith("rules-")} for names in made]
    assert len(loops[0] | loops[1]) == len(RULES.loops(TOY))
    assert not loops[0] & loops[1]


# ---------------------------------------------------------------------------------------------- bots


def nothing_compiled(monkeypatch: pytest.MonkeyPatch, key: str) -> Engine:
    """A game on plain rules, as on a new machine, and it stays so."""
    own = engine.engine_of(sheepfold.game(key))
    monkeypatch.setattr(Engine, "want", lambda *_given: None)
    monkeypatch.setattr(Engine, "has", lambda *_given: False)
    monkeypatch.setattr(own, "loops", drivers.bind(own.game, plain=True))
    return own


@pytest.mark.parametrize("key", sheepfold.games())
@pytest.mark.parametrize("name", ["greedy", "lamb", "ewe", "ram"])
def test_bots_play_from_the_first_move_on(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and nobody can compile: every bot plays, sensibly and only what is legal."""
    nothing_compiled(monkeypatch, key)
    match, rng = sheepfold.Match(key), random.Random(4)
    bot = bots.find(name, match.game)
    assert not bots.is_awake("ewe", match.game)
    assert bots.is_awake("greedy", match.game)
    for _turn in range(25):
        if match.is_over:
            break
        for actor in match.to_act():
            if actor == "*":
                match.roll(rng)
                continue
            legal = match.legal(actor)
            seen = bots.Seen(match.game, int(actor), match.observation(int(actor)))
            chosen = bots.ask(bot, name, seen, legal, rng)
            match.play(actor, chosen)
            break


def test_of_very_many_actions_plain_bots_try_some(monkeypatch: pytest.MonkeyPatch) -> None:
    own, tried = nothing_compiled(monkeypatch, "dyke"), list[int]()
    match = sheepfold.Match("dyke", players=3)
    for text in ("lay A1", "lay B1"):
        match.play(0, text)
    seat = min(int(actor) for actor in match.to_act() if actor != "*")

    def noting(states: Any, i: int, who: int, moves: Any, *rest: Any) -> None:
        tried.append(int(moves["n"][0]))

    monkeypatch.setattr(own, "loops", replace(own.loops, weigh_up=noting))
    bots.greedy(bots.Seen(match.game, seat, match.observation(seat)), match.legal(seat), random.Random(1))
    assert len(match.legal(seat)) > 500
    assert tried == [120]


def test_plain_mode_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEEPFOLD_PLAIN", "1")
    own = Engine(TOY)
    own.want(*STEPS.values())
    own.wait_for(*STEPS.values())
    assert not any(own.has(step) for step in STEPS.values())


def test_nobody_warns_of_what_is_well(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        walk(sheepfold.Match("nines"), 1)
    assert caplog.text == ""
