"""The core by itself, with the toy game: how records, options, matches, logs, clocks and secrets behave."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.codegen import JITCPUCodegen

import sheepfold
from sheepfold.core import drivers, kit, secrecy
from sheepfold.core.actors import EVERYBODY
from sheepfold.core.errors import BadGame, BadOption, BadRecord, IllegalAction, UnreadableAction
from sheepfold.core.kit import field, record
from sheepfold.core.machine_code import compile_alone, prepare
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import ALL, NOBODY, OWNER, known
from sheepfold.testing import walk
from tests.toy_games.toy import GAME as TOY

ROOT = Path(__file__).parent.parent


def toy(players: int = 2, *lines: str, **options: Any) -> sheepfold.Match:
    """A toy match after these actions."""
    match = sheepfold.Match(TOY, players, **options)
    for line in lines:
        actor, _, text = line.partition(" ")
        match.play("*" if actor == "*" else int(actor), text)
    return match


# ---------------------------------------------------------------------------------------------- records


def test_a_field_must_say_who_sees_it() -> None:
    with pytest.raises(TypeError, match="sees"):
        field("hand", np.int8)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("name", ["choose", "max", "round", "take"])
def test_a_field_may_not_be_named_like_a_method_of_numpys_records(name: str) -> None:
    with pytest.raises(BadGame, match=name):
        field(name, np.int8, sees=ALL)


def test_a_record_refuses_fields_that_do_not_fit_together() -> None:
    with pytest.raises(BadGame, match="two fields"):
        record(field("a", np.int8, sees=ALL), field("a", np.int8, sees=ALL))
    with pytest.raises(BadGame, match="no field of the same shape"):
        record(field("a", np.int8, 3, sees=known("b")), field("b", np.int16, sees=ALL))
    with pytest.raises(BadGame, match="axis"):
        record(field("a", np.int8, sees=OWNER))


def test_observe_blanks_what_a_seat_may_not_see() -> None:
    shape = record(
        field("open", np.int8, sees=ALL),
        field("deck", np.int8, 2, sees=NOBODY),
        field("hand", np.int8, (3, 2), sees=OWNER, blank=-1),
        field("card", np.int8, 3, sees=known("knowers"), blank=9),
        field("knowers", np.int16, 3, sees=ALL),
    )
    state = shape.new()
    state["open"], state["deck"], state["card"] = 1, 2, 3
    state["hand"][0] = [[1, 2], [3, 4], [5, 6]]
    state["knowers"][0] = [0b001, 0b110, EVERYBODY]
    before = state.tobytes()
    seen = {seat: shape.plain(secrecy.observe(shape, state, seat)) for seat in (0, 1, None)}
    assert [view["open"] for view in seen.values()] == [1, 1, 1]
    assert [view["deck"] for view in seen.values()] == [[0, 0]] * 3
    assert seen[0]["hand"] == [[1, 2], [-1, -1], [-1, -1]]
    assert seen[1]["hand"] == [[-1, -1], [3, 4], [-1, -1]]
    assert seen[None]["hand"] == [[-1, -1]] * 3
    assert [view["card"] for view in seen.values()] == [[3, 9, 3], [9, 3, 3], [9, 9, 3]]
    assert state.tobytes() == before


def test_a_record_comes_back_from_its_plain_numbers() -> None:
    match = walk(sheepfold.Match("nines"), 1, 60)
    shape, seen = match.game.record, match.observation(0)
    plain = shape.plain(seen)
    assert plain == match.view(0)
    assert shape.from_plain(plain).tobytes() == seen.tobytes()
    for wrong in ({}, plain | {"turn": "one"}, plain | {"turn": 1 << 70}, plain | {"pawn": [1, 2]}):
        with pytest.raises(BadRecord, match="not what a seat sees"):
            shape.from_plain(wrong)


def test_chance_is_drawn_by_weight_and_not_played() -> None:
    match, rng = sheepfold.Match("nines"), random.Random(1)
    chances = match.chance()
    drawn = [match.draw(rng) for _draw in range(3000)]
    assert len(match) == 0
    for text, chance in chances.items():
        assert abs(drawn.count(text) / 3000 - chance) < 0.04
    walk(match, 1)
    with pytest.raises(IllegalAction, match="Chance is not to act"):
        match.draw(rng)


def test_plain_records_refuse_numbers_that_do_not_fit() -> None:
    state = PlainRecord(TOY.record.new())
    with pytest.raises(OverflowError):
        state.phase = 300
    with pytest.raises(OverflowError):
        state.score[0] = -200
    state.score[1] = 5
    assert list(state.score) == [0, 5, 0]


# ---------------------------------------------------------------------------------------------- the random source


def test_the_random_source_is_splitmix64_plain_and_compiled() -> None:
    known_upper_halves = [0x910A2DEC89025CC1 >> 32, 0xBEEB8DA1658EEC67 >> 32, 0xF893A2EEFB32555E >> 32]
    plain = kit.source(1)
    assert [kit.draw(plain) for _ in range(3)] == known_upper_halves
    compiled, loop = kit.source(1), compile_alone(kit.draw)
    assert [loop(compiled) for _ in range(3)] == known_upper_halves
    assert compiled[0] == plain[0]


def one_more(number: int) -> int:
    return number + 1


def test_what_is_being_compiled_is_kept_before_ctrl_c_is_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hand_over = JITCPUCodegen._add_module

    def interrupted(codegen: Any, module: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return hand_over(codegen, module)

    monkeypatch.setenv("SHEEPFOLD_CACHE", str(tmp_path))
    loop = compile_alone(one_more)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # beside other work a shell has it ignored
    try:
        with monkeypatch.context() as patched:
            patched.setattr(JITCPUCodegen, "_add_module", interrupted)
            with pytest.raises(KeyboardInterrupt):
                prepare(loop, (1,))
    finally:
        signal.signal(signal.SIGINT, before)
    assert prepare(loop, (1,)) == prepare(compile_alone(one_more), (1,))
    assert loop(1) == 2


def test_below_is_even() -> None:
    rng = kit.source(7)
    counts = np.bincount([kit.below(rng, 6) for _ in range(6_000)], minlength=6)
    assert counts.min() > 900
    assert counts.max() < 1_100


# ---------------------------------------------------------------------------------------------- the public face


def test_the_public_face() -> None:
    match = toy(2)
    assert match.to_act() == {"*"}
    assert match.chance() == {"hide 1": Fraction(1, 6), "hide 2": Fraction(1, 3), "hide 3": Fraction(1, 2)}
    match.play("*", "hide 3")
    assert match.to_act() == {0, 1}
    assert match.chance() == {}
    assert match.legal(1) == ["choose 1", "choose 2", "choose 3"]
    match.play(1, "choose 3")
    assert match.to_act() == {0}
    match.play(0, "choose 1")
    assert match.to_act() == {1}
    assert match.legal(1) == ["peek", "stop"]
    assert match.legal("*") == ["time"]
    assert match.legal(0) == []
    match.play("*", "time")
    assert match.scores() == [0, 1]
    assert not match.is_over
    assert match.ending is None


def test_rolling_takes_any_usual_random_source() -> None:
    for rng in (random.Random(1), np.random.default_rng(1), kit.source(1), None):
        match = toy(2)
        assert match.roll(rng) in {"hide 1", "hide 2", "hide 3"}
    with pytest.raises(IllegalAction, match="Chance"):
        match.roll()


@pytest.mark.parametrize(
    "wrong", ["choose 01", "Choose 1", "choose 1 ", "choose  1", "", "choose 4", "choose +1", 3, None]
)
def test_texts_match_to_the_letter(wrong: Any) -> None:
    match = toy(2, "* hide 1")
    with pytest.raises(UnreadableAction, match="no action"):
        match.play(0, wrong)
    assert len(match) == 1


def test_an_illegal_action_says_what_is_legal() -> None:
    match = toy(2, "* hide 1", "0 choose 2")
    with pytest.raises(IllegalAction, match="to act: 1"):
        match.play(0, "choose 1")
    with pytest.raises(IllegalAction, match="legal: choose 1, choose 2, choose 3"):
        match.play(1, "stop")
    over = walk(toy(2), 1)
    with pytest.raises(IllegalAction, match="over"):
        over.play(0, "stop")


# ---------------------------------------------------------------------------------------------- secrets in the log


def test_the_log_veils_secrets_until_they_are_revealed() -> None:
    match = toy(2, "* hide 2", "1 choose 3")
    assert match.log(0) == ["* hide ?", "1 choose ?"]
    assert match.log(1) == ["* hide ?", "1 choose 3"]
    assert match.log(None) == match.log() == ["* hide ?", "1 choose ?"]
    match.play(0, "choose 1")
    assert match.log(0) == ["* hide ?", "1 choose 3", "0 choose 1"]
    match.play(1, "stop")
    assert match.log(0)[0] == "* hide 2"
    assert match.record().splitlines()[-1] == "1 stop"


def test_what_a_seat_learns_is_in_its_view_alone() -> None:
    match = toy(2, "* hide 2", "1 choose 3", "0 choose 1", "1 peek")
    assert [match.view(seat)["hidden"] for seat in (0, 1, None)] == [0, 2, 0]
    assert [match.view(seat)["peeked"][1] for seat in (0, 1, None)] == [0, 1, 0]


# ---------------------------------------------------------------------------------------------- undo, copies, stories


def test_undo_of_a_seats_last_action_if_the_rest_still_replays() -> None:
    match = toy(2, "* hide 2", "1 choose 3")
    assert match.undo() == "choose 3"
    match.play(1, "choose 2")
    match.play(0, "choose 1")
    assert match.undo(1) == "choose 2"
    assert match.log(0) == ["* hide ?", "0 choose 1"]
    assert match.to_act() == {1}
    with pytest.raises(IllegalAction, match="what followed"):
        match.undo("*")
    with pytest.raises(IllegalAction, match="not played"):
        match.undo(1)
    fresh = toy(2)
    with pytest.raises(IllegalAction, match="Nothing"):
        fresh.undo()


def test_stories_of_the_last_action_and_of_more() -> None:
    match = toy(2, "* hide 2", "1 choose 3", "0 choose 1")
    assert match.story() == "Blue chose …. Blue revealed 1. Orange revealed 3."
    assert match.story(0).startswith("Chance hid …. Orange chose …. Blue chose")
    assert toy(2).story() == ""
    named = sheepfold.Match(TOY, 2, names=["Ada"])
    assert named.seat_names() == ["Ada", "Orange"]


def test_a_copy_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy(2, "* hide 2", "1 choose 3", "0 choose 1")
    monkeypatch.setattr(sheepfold.Match, "_play", None)
    twin = match.copy()
    assert (twin.record(), twin.log(0), twin.story()) == (match.record(), match.log(0), match.story())


def test_a_copy_goes_its_own_way() -> None:
    match = toy(2, "* hide 2", "1 choose 3")
    twin = match.copy()
    twin.play(0, "choose 1")
    assert len(match) == 2
    assert len(match.copy(1)) == 1


# ---------------------------------------------------------------------------------------------- odd requests


def test_chance_is_no_viewer() -> None:
    match = toy(2, "* hide 2")
    for look in (match.log, match.view, match.text, match.observe):
        with pytest.raises(IllegalAction, match="does not look"):
            look("*")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("wrong", [{"names": "Ada"}, {"names": 5}, {"names": ["#x"]}, {"clock": 60}, {"material": 5}])
def test_odd_set_ups_get_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r".+\."):
        sheepfold.Match(TOY, 2, **wrong)


def test_odd_sources_and_actions_get_a_sentence() -> None:
    match = toy(2)
    with pytest.raises(BadOption, match="random"):
        match.roll(5)
    with pytest.raises(UnreadableAction):
        match.parts(0, "fly")


def test_numpys_numbers_are_numbers() -> None:
    match = sheepfold.Match(TOY, np.int64(2), rounds=np.int32(3))  # pyright: ignore[reportArgumentType]
    match.play("*", "hide 1")
    assert match.legal(np.int64(1)) == match.legal(1)  # pyright: ignore[reportArgumentType]


def test_a_match_is_copied_and_pickled_as_its_log() -> None:
    match = walk(sheepfold.Match("nines", 2), 1, 80)
    twin = copy.deepcopy(match)
    walk(twin, 2, 5)
    assert len(match) == 80
    assert pickle.loads(pickle.dumps(match)).record() == match.record()


def test_no_action_is_not_a_running_clock() -> None:
    states, moves, told = TOY.record.new(2), drivers.new_moves(TOY), drivers.new_told(mute=True)
    loops = drivers.bind(TOY)
    loops.begin(states, 0, 2, TOY.pack(TOY.check_options(2, {}), {}))
    assert not loops.step(states, 0, 1, kit.CHANCE, -1, moves, told)


# ---------------------------------------------------------------------------------------------- the cache


def test_a_record_to_look_at_reads_like_any_other_and_cannot_be_written() -> None:
    match = sheepfold.Match("nines", 3)
    plain, seen = match.observe(0), match.seen(0)
    for name in match.game.record.dtype.names or ():
        there, here = getattr(plain, name), getattr(seen, name)
        if isinstance(there, int):
            assert here == there
        else:
            assert len(here) == len(there)
    assert [[seen.pawn[seat, i] for i in range(4)] for seat in range(5)] == [list(row) for row in plain.pawn]
    assert list(seen.pawn[1]) == list(plain.pawn[1])
    assert list(seen.track[2:5]) == list(plain.track[2:5])
    with pytest.raises(TypeError):
        seen.pawn[:, 1]
    with pytest.raises(IndexError):
        seen.pawn[9, 1]
    with pytest.raises(AttributeError):
        seen.phase = 3


def test_importing_needs_no_numba() -> None:
    code = "import sheepfold, sys; sheepfold.game('nines'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


def test_plain_mode_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEEPFOLD_PLAIN", "1")
    assert drivers.bind(TOY) is drivers.bind(TOY, plain=True)
    assert walk(toy(3), 4).is_over
    monkeypatch.setenv("SHEEPFOLD_PLAIN", "0")
    assert drivers.bind(TOY) is drivers.bind(TOY, plain=False)


# ---------------------------------------------------------------------------------------------- many games


def test_many_games_do_not_depend_on_how_they_are_shared_out() -> None:
    start = TOY.record.new()
    drivers.bind(TOY).begin(start, 0, 3, TOY.pack(TOY.check_options(3, {}), {}))
    whole = drivers.run(TOY, start, 3, drivers.seeds(5, 40))
    halves = [drivers.run(TOY, start, 3, drivers.seeds(5, 20, first)) for first in (0, 20)]
    assert whole.scores.tolist() == [*halves[0].scores.tolist(), *halves[1].scores.tolist()]
    assert set(whole.endings.tolist()) == {1}
    assert len({tuple(row) for row in whole.scores.tolist()}) > 3


# ---------------------------------------------------------------------------------------------- records of games


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.fixture(scope="module")
def nines_record() -> str:
    return walk(sheepfold.Match("nines", 2, names=["Ada", "greedy"], segments=5), 3).record()


def test_a_record_says_how_the_game_was_set_up(nines_record: str) -> None:
    header = nines_record.split("\n\n", maxsplit=1)[0].splitlines()
    assert header == [
        "sheepfold 1",
        "game nines",
        "rules 1",
        "players 2",
        "option segments 5",
        "seat 0 Ada",
        "seat 1 greedy",
    ]
    match = sheepfold.Match.replay(nines_record)
    assert match.names == ["Ada", "greedy"]
    assert match.options == {"segments": 5}
    assert match.is_over


def test_comments_and_windows_line_ends_are_welcome(nines_record: str) -> None:
    lines = nines_record.splitlines()
    text = "# a game\r\n" + "\r\n".join([*lines[:9], "# dealt", lines[9] + " # well rolled", *lines[10:]])
    with pytest.raises(BadRecord):
        sheepfold.Match.replay(changed(nines_record, "* deal", "*  deal"))
    assert sheepfold.Match.replay(text).record() == nines_record


def test_a_record_cut_after_a_line_is_a_running_game(nines_record: str) -> None:
    cut = "\n".join(nines_record.splitlines()[:100])
    assert not sheepfold.Match.replay(cut).is_over


def test_bad_records_get_a_sentence_that_names_the_line(nines_record: str) -> None:
    lines = nines_record.splitlines()
    cut = "\n".join(lines[:100]) + "\n" + lines[100][:4]
    wrong = {
        "first line": "",
        "not a record": "\0\x01\x02binary garbage\xff",
        "Line 101": cut,
        "Line 9 .*legal: deal": changed(nines_record, lines[8], "* roll 3"),
        "Line 9 .*no action": changed(nines_record, lines[8], "* fly 3"),
        "Line 9": changed(nines_record, lines[8], "9 move 1"),
        "lacks the line `players": changed(nines_record, "players 2\n", ""),
        "lacks the line `game": "sheepfold 1\n",
        "Line 4": changed(nines_record, "players 2", "players two"),
        "2 to 5 players": changed(nines_record, "players 2", "players 6"),
        "no game 'chess'": changed(nines_record, "game nines", "game chess"),
        "5 or 6": changed(nines_record, "segments 5", "segments 7"),
        "no option `speed`": changed(nines_record, "option segments 5", "option speed 5"),
        "version 2 .*version 1": changed(changed(nines_record, "rules 1", "rules 2"), lines[8], "* roll 3"),
        "no option `players`": changed(nines_record, "option segments 5", "option players 3"),
        "no option `clock`": changed(nines_record, "option segments 5", "option clock 5"),
        "Line 7": changed(nines_record, "seat 1 greedy", "seat 0 greedy"),
        "no seat 4": changed(nines_record, "seat 1 greedy", "seat 4 greedy"),
        "cannot be exchanged": changed(nines_record, "seat 1 greedy", "material tile 3 4"),
        "Line 5": changed(nines_record, "option segments 5", "hello"),
        "too long": nines_record + "#" * 4_000_000,
    }
    for sentence, text in wrong.items():
        with pytest.raises(BadRecord, match=sentence):
            sheepfold.Match.replay(text)
    with pytest.raises(BadRecord, match="text"):
        sheepfold.Match.replay(b"sheepfold 1")  # pyright: ignore[reportArgumentType]


def test_a_record_of_another_version_of_the_rules_replays_if_every_action_is_legal(nines_record: str) -> None:
    assert sheepfold.Match.replay(changed(nines_record, "rules 1", "rules 7")).is_over
