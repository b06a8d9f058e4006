"""The history checker finds what it is there to find; and a short soak finds nothing."""

from __future__ import annotations

import copy
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from sheepfold.client import soak as soaking
from sheepfold.client.soak import NEEDY, Awake, Player, Servers, is_somebody_needy, soak
from sheepfold.core.match import Match
from sheepfold.testing.history import Memory, Shown, faults
from sheepfold.testing.services import has_postgres, has_redis

ACTIONS = [(0, "lay A1"), (0, "lay B1"), (1, "play 7"), (0, "play 3"), (2, "play 5")]


def a_true_history() -> tuple[list[Memory], list[dict[str, Any]]]:
    """A log of a game with secrets, and what three people who played it remember."""
    log: list[dict[str, Any]] = [
        {"e": "made", "game": "dyke", "players": 3, "options": {}, "rules": Match("dyke", 3).rules_version, "at": 0.0},
        {"e": "started", "at": 0.0},
    ]
    match, memories = Match("dyke", 3), [Memory("t", seat) for seat in range(3)]
    for number, (seat, action) in enumerate(ACTIONS):
        match.play(seat, action)
        name = f"c{number}"
        memories[seat].sent[name] = action
        memories[seat].acknowledged[name] = len(log)
        log.append({"e": "played", "seat": seat, "action": action, "id": f"{seat}:play:{name}", "at": 0.0})
        for memory in memories:
            memory.shown.append(Shown(len(log), len(match), tuple(match.log(memory.seat))))
    return memories, log


def test_a_true_history_has_no_faults() -> None:
    memories, log = a_true_history()
    assert faults(memories, {"t": log}) == []


def lose_the_last(memories: list[Memory], log: list[Any]) -> None:
    log.pop()


def write_twice(memories: list[Memory], log: list[Any]) -> None:
    log.insert(2, copy.copy(log[2]))


def change_an_action(memories: list[Memory], log: list[Any]) -> None:
    log[4]["action"] = "play 8"


def do_what_was_refused(memories: list[Memory], log: list[Any]) -> None:
    del memories[2].acknowledged["c4"]
    memories[2].refused["c4"] = "stale"


def do_what_nobody_sent(memories: list[Memory], log: list[Any]) -> None:
    del memories[2].acknowledged["c4"], memories[2].sent["c4"]


def go_back(memories: list[Memory], log: list[Any]) -> None:
    memories[1].shown.append(memories[1].shown[0])


def show_a_secret(memories: list[Memory], log: list[Any]) -> None:
    shown = memories[2].shown[2]
    memories[2].shown[2] = Shown(shown.seq, shown.length, (*shown.log[:-1], "1 play 7"))


def show_something_else(memories: list[Memory], log: list[Any]) -> None:
    shown = memories[2].shown[2]
    memories[2].shown[2] = Shown(shown.seq, shown.length, (*shown.log[:-1], "1 play 2"))


def show_what_never_was(memories: list[Memory], log: list[Any]) -> None:
    memories[0].shown.append(Shown(8, 6, ("0 lay A1",)))


def forget_the_table(memories: list[Memory], log: list[Any]) -> None:
    log.clear()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lose_the_last, "was told that c4 is entry 6, and it is not"),
        (write_twice, "stands in the log 2 times"),
        (change_an_action, "and entry 4 says otherwise"),
        (do_what_was_refused, "was refused c4 (stale), and it was done"),
        (do_what_nobody_sent, "an action that nobody sent"),
        (go_back, "was shown entry 7 and then only 3"),
        (show_a_secret, "was shown 1 play 7, which it may not see"),
        (show_something_else, "was not shown the game as it was after 3 actions"),
        (show_what_never_was, "was shown 8 entries where 7 were written"),
        (forget_the_table, "the log is gone"),
    ],
)
def test_what_does_not_fit_is_found(spoil: Any, said: str) -> None:
    memories, log = a_true_history()
    spoil(memories, log)
    assert any(said in fault for fault in faults(memories, {"t": log}))


def test_nothing_is_struck_while_somebody_has_heard_nothing_for_long() -> None:
    awake = Awake()
    player = Player(Servers([]), Memory("t", 0), "a token", random.Random(1), awake)
    awake.seconds = 2 * NEEDY
    assert not is_somebody_needy([player])  # does not listen yet
    player.heard_at = NEEDY + 1
    assert not is_somebody_needy([player])
    player.heard_at = NEEDY - 1
    assert is_somebody_needy([player])


def test_a_server_that_ended_by_itself_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, is_a_fault in ((soaking.SAID_WHY, False), (1, True)):
        monkeypatch.setattr(soaking, "SERVE", f"raise SystemExit({code})")
        process = soaking.Process(tmp_path, {})
        servers = Servers([process])
        assert process._running is not None
        process._running.wait()
        monkeypatch.setattr(soaking, "SERVE", "import time; time.sleep(60)")
        servers.look_after()
        servers.look_after()
        assert servers.broken == is_a_fault
        assert process._running.poll() is None
        process.end(signal.SIGKILL)


def test_a_short_soak_on_sqlite() -> None:
    report = soak(40, pause=2.0, say=lambda _line: None)
    assert report.faults == []
    assert report.acknowledged >= 40
    assert report.blows


needs_all = pytest.mark.skipif(not (has_postgres() and has_redis()), reason="there is no PostgreSQL or no Redis here")


@needs_all
def test_a_short_soak_of_two_processes() -> None:
    report = soak(40, workers=2, pause=4.0, say=lambda _line: None)
    assert report.faults == []
    assert report.acknowledged >= 40


@needs_all
@pytest.mark.long
def test_a_long_soak_of_two_processes() -> None:
    report = soak(20_000, workers=2, seed=2)
    assert report.faults == []
