"""Who does the work makes no difference to what comes of it; what was done is kept when workers die."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.study import Games, play_games
from sheepfold.study import engine as engines
from sheepfold.study.arena import contest
from sheepfold.study.engine import Crew, WorkLost, collect, read_engine
from sheepfold.study.games import CHUNK
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

EXAMPLES = Path(__file__).parent.parent / "examples"
NINES = sheepfold.Match("nines", 2, segments=5)
HERE, PROCESSES, RAY = Crew(jobs=1), Crew(jobs=2), Crew(ray="")
on_ray = pytest.mark.usefixtures("cluster")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One real Ray with two workers for all tests here: starting it takes longer than everything else."""
    ray = pytest.importorskip("ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "cores", lambda: 2)
        engines._connect(ray, "")
    assert ray.cluster_resources()["CPU"] == 2
    yield
    ray.shutdown()


@pytest.fixture(params=["processes", "ray"])
def elsewhere(request: pytest.FixtureRequest) -> Crew:
    if request.param == "processes":
        return PROCESSES
    request.getfixturevalue("cluster")
    return RAY


def same(one: Games, other: Games) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in vars(one))


@on_ray
def test_random_games_are_the_same_on_ray() -> None:
    heard: list[int] = []
    here = play_games(NINES, 2 * CHUNK + 7, seed=3)
    there = play_games(NINES, 2 * CHUNK + 7, seed=3, engine=RAY, progress=heard.append)
    assert same(here, there)
    assert sorted(heard) == [7, CHUNK, CHUNK]


def test_games_of_bots_are_the_same_everywhere(elsewhere: Crew) -> None:
    names = ["greedy", "random"]
    here = play_games(NINES, 40, seed=3, names=names, engine=HERE)
    assert same(here, play_games(NINES, 40, seed=3, names=names, engine=elsewhere))
    assert not same(here, play_games(NINES, 40, seed=4, names=names, engine=HERE))


@on_ray
def test_a_contest_is_the_same_on_ray() -> None:
    names = ["search:5", "greedy", "random"]
    assert contest(NINES, names, 12, seed=5, engine=RAY) == contest(NINES, names, 12, seed=5, jobs=1)


def test_a_game_on_the_path_is_found_by_the_workers(elsewhere: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    pig = sheepfold.Match("pig", 3)
    names = ["greedy", "random", "random"]
    assert same(*(play_games(pig, 30, names=names, engine=each) for each in (HERE, elsewhere)))


# ---------------------------------------------------------------------------------------------- when workers die


def dying(folder: Path, deaths: int) -> Callable[[int], int]:
    """Doubles a number; the worker that first gets the number 2 dies, so many times."""

    def double(number: int) -> int:
        if number == 2 and len(list(folder.iterdir())) < deaths:
            (folder / str(os.getpid())).touch()
            os._exit(1)
        return 2 * number

    return double


@on_ray
def test_the_work_of_a_dead_worker_is_done_anew(tmp_path: Path) -> None:
    done = collect(RAY.run(dying(tmp_path, 1), [(number,) for number in range(6)]), lambda _result: None)
    assert done == [0, 2, 4, 6, 8, 10]
    assert len(list(tmp_path.iterdir())) == 1


@on_ray
def test_when_workers_keep_dying_what_was_done_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "RETRIES", 0)
    monkeypatch.setattr(engines, "UNDER_WAY", 1)
    why: list[BaseException] = []
    tasks = [(number,) for number in (0, 1, 2)]
    assert collect(RAY.run(dying(tmp_path, 9), tasks), lambda _result: None, why.append) == [0, 2]
    assert isinstance(why[0], WorkLost)
    assert "died" in str(why[0])
    with pytest.raises(WorkLost):
        collect(RAY.run(dying(tmp_path, 9), tasks), lambda _result: None)


@on_ray
def test_what_a_bot_does_wrong_is_said_from_afar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text("def bot(seen, legal, rng):\n    return 'never'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(IllegalAction, match="chose 'never', which is not legal"):
        list(RAY.run(_one_game, [(NINES.record(), str(tmp_path))]))


def _one_game(record: str, folder: str) -> Any:
    import sys

    sys.path.append(folder)
    return play_games(sheepfold.Match.replay(record), 1, names=["stubborn:bot"] * 2)


def interrupted() -> Iterator[tuple[int, str]]:
    yield 1, "second"
    yield 0, "first"
    raise KeyboardInterrupt


def test_after_ctrl_c_what_was_done_is_kept_in_order() -> None:
    why: list[BaseException] = []
    assert collect(interrupted(), lambda _result: None, why.append) == ["first", "second"]
    assert isinstance(why[0], KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        collect(interrupted(), lambda _result: None)


def test_without_gaps_the_place_of_a_result_is_its_tasks_number() -> None:
    def stopped(*numbers: int) -> Iterator[tuple[int, int]]:
        yield from ((number, number) for number in numbers)
        raise KeyboardInterrupt

    why: list[BaseException] = []
    assert collect(stopped(0, 3, 1, 4), lambda _result: None, why.append, gapless=True) == [0, 1]
    with pytest.raises(KeyboardInterrupt):
        collect(stopped(2, 1), lambda _result: None, why.append, gapless=True)


# ---------------------------------------------------------------------------------------------- the commands


@on_ray
def test_the_command_plays_the_same_on_ray(terminal: Terminal) -> None:
    given = ("simulate", "nines", "--segments", "5", "--games", "300", "--json")
    here, there = (json.loads(terminal.run(*given, "--engine", each).out) for each in ("local", "ray"))
    assert {**here, "seconds": 0} == {**there, "seconds": 0}
    given = ("arena", "nines", "--segments", "5", "--bots", "greedy,random", "--games", "4", "--json")
    here, there = (json.loads(terminal.run(*given, "--engine", each).out) for each in ("local", "ray"))
    assert here == there


def test_a_command_that_is_stopped_shows_what_was_played(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_games(NINES, 10, seed=1)
    monkeypatch.setattr("sheepfold.study.games._compiled_games", lambda *given: _then_stopped(played, given[1]))
    came = terminal.run("simulate", "nines", "--segments", "5", "--games", "5000")
    assert came.code == 130
    assert came.out.startswith("10 games")
    assert "What was played until then counts." in came.err


def _then_stopped(played: Games, count: int) -> Iterator[Games]:
    yield played
    if count > 1:
        raise KeyboardInterrupt


def test_engines_are_read() -> None:
    assert read_engine("local") == Crew()
    assert read_engine("ray") == Crew(ray="")
    assert read_engine("ray=10.0.0.1:6379") == Crew(ray="10.0.0.1:6379")
    with pytest.raises(BadOption, match=r"no engine `steam`; there are: local, ray, ray=ADDRESS\."):
        read_engine("steam")


def test_a_cluster_that_is_not_there_is_named_at_once() -> None:
    ray = pytest.importorskip("ray")
    with pytest.raises(BadOption, match=r"cluster 127\.0\.0\.1:1 cannot be reached: .*refused"):
        engines._connect(ray, "127.0.0.1:1")
