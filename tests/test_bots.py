"""Bots: what they are given, that they do not peek, how strong they are."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import sheepfold
from benchmarks import strength
from sheepfold import bots
from sheepfold.bots import Seen, tuning
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import copy_of
from sheepfold.games.nines import judgement
from sheepfold.study import play_games, summary
from sheepfold.testing import Position, walk

pytestmark = pytest.mark.usefixtures("awake")

NINES = sheepfold.game("nines")


def seen_by(match: sheepfold.Match, seat: int) -> Seen:
    return Seen(match.game, seat, match.observation(seat))


def decisions(match: sheepfold.Match, seed: int, count: int) -> list[tuple[sheepfold.Match, int]]:
    """Moments of a random game in which a seat has to choose."""
    rng, found = random.Random(seed), list[tuple[sheepfold.Match, int]]()
    while len(found) < count and not match.is_over:
        actors = sorted(match.to_act(), key=str)
        if actors == ["*"]:
            match.roll(rng)
            continue
        seat = int(rng.choice(actors))
        if len(match.legal(seat)) > 1 and rng.random() < 0.3:
            found.append((match.copy(), seat))
        match.play(seat, rng.choice(match.legal(seat)))
    return found


# ---------------------------------------------------------------------------------------------- every bot, every game


def _some(name: str) -> int:
    """How many decisions a bot is tried in: fewer where it thinks."""
    return 1 if bots.searches(name) else 10


@pytest.mark.parametrize("name", bots.BOTS)
@pytest.mark.parametrize("key", sheepfold.games())
def test_a_bot_plays_legally_and_repeats_itself(key: str, name: str) -> None:
    game = sheepfold.game(key)
    if bots.BOTS[name].judges and game.judgement is None:
        pytest.fail(f"{key} has no judgement")
    for match, seat in decisions(sheepfold.Match(key), seed=5, count=_some(name)):
        legal = match.legal(seat)
        first, second = (bots.find(name, game)(seen_by(match, seat), legal, random.Random(9)) for _ in range(2))
        assert first in legal
        assert first == second


def test_what_a_bot_sees_can_be_read_in_plain_python() -> None:
    match = walk(sheepfold.Match("nines", 3), 1, steps=80)
    seen = seen_by(match, 1)
    assert isinstance(seen.record, PlainRecord)
    assert seen.record.players == 3


# ---------------------------------------------------------------------------------------------- by name


def test_bots_are_found_by_name() -> None:
    assert bots.find("random", NINES) is bots.uniform
    assert bots.find("greedy", NINES) is bots.greedy
    assert bots.best(NINES) == "ewe"
    known = "random, friend, lamb, ewe, ram, bellwether, search, greedy"
    with pytest.raises(BadOption, match=f"there are: {known}, or your own"):
        bots.find("clever", NINES)


def test_ones_own_bot_is_found_in_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_bots.py").write_text(
        "def first(seen, legal, rng):\n    return legal[0]\n"
        "def cheat(seen, legal, rng):\n    return 'roll 6'\n"
        "def broken(seen, legal, rng):\n    return 1 / 0\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    match, seat = decisions(sheepfold.Match("nines"), seed=1, count=1)[0]
    given = (seen_by(match, seat), match.legal(seat), random.Random(1))
    assert bots.ask(bots.find("my_own_bots:first", NINES), "first", *given) == match.legal(seat)[0]
    with pytest.raises(IllegalAction, match="`cheat` chose 'roll 6', which is not legal"):
        bots.ask(bots.find("my_own_bots:cheat", NINES), "cheat", *given)
    with pytest.raises(IllegalAction, match="`broken` failed: ZeroDivisionError"):
        bots.ask(bots.find("my_own_bots:broken", NINES), "broken", *given)
    with pytest.raises(BadOption, match="no function `second`"):
        bots.find("my_own_bots:second", NINES)


# ---------------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize("names", [["greedy", "random"], ["random", "greedy"]])
def test_greedy_beats_random_in_nines(names: list[str]) -> None:
    games = play_games(sheepfold.Match("nines", 2), 100, seed=2, names=names)
    won = summary(NINES, games).seats[names.index("greedy")].wins
    assert won.low > 0.9


def test_the_benchmark_of_strength_plays_no_deal_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim, file = strength.Claim("nines", ("greedy", "random"), 0.9), tmp_path / "deals"
    first = strength.deal_by_deal(claim, 4, 7, file)
    monkeypatch.setattr(strength, "contest", lambda *_given, **_named: pytest.fail("played again"))
    assert strength.deal_by_deal(claim, 3, 7, file) == first
    assert len(first) == len(file.read_text("utf-8").splitlines()) == 2


# ---------------------------------------------------------------------------------------------- tuning


def test_weights_that_meet_themselves_win_their_share_exactly() -> None:
    ring = tuning.Ring(sheepfold.Match("nines", 3, segments=5))
    weights = np.array(ring.weights)
    won = ring.meet(weights, weights, 60, seed=1)
    assert won.reshape(-1, 3).sum(1) == pytest.approx(np.ones(20))


def test_who_does_not_want_points_loses() -> None:
    ring = tuning.Ring(sheepfold.Match("nines", 2, segments=5))
    weights = np.array(ring.weights)
    won = ring.meet(np.array([50.0, 50.0, 0.0]), weights, 200, seed=1)
    assert tuning.interval(won).high < 0.5


def test_evolution_repeats_itself_and_moves() -> None:
    ring = tuning.Ring(sheepfold.Match("nines", 2, segments=5))
    first, second = ([*tuning.evolve(ring, generations=2, games=20, seed=3)] for _ in range(2))
    assert [each.weights.tolist() for each in first] == [each.weights.tolist() for each in second]
    assert first[0].weights.tolist() != np.array(ring.weights).tolist()


def test_the_tuning_command_shows_weights_and_what_they_win(capsys: pytest.CaptureFixture[str]) -> None:
    tuning.main(["nines", "--option", "segments=5", "--generations", "1", "--games", "10", "--confirm", "20"])
    out = capsys.readouterr().out
    assert "one tuned among others as before: " in out
    assert all(f"\n{name} = " in out for name in judgement.Weights._fields)
    with pytest.raises(SystemExit):
        tuning.main(["nines", "--option", "lifesavers=3"])
    assert "has no option `lifesavers`" in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------- judging nines


def test_what_numbers_promise_falls_to_minus_points_when_no_tile_will_come() -> None:
    assert judgement.PROMISE[0, 0, 0] == 0
    assert judgement.PROMISE[0, 2, 6] == -8
    assert judgement.PROMISE[0, 4, 5] == 10
    assert (np.diff(judgement.PROMISE[:, 0, 0]) > 0).all()


def test_greedy_takes_the_tile_that_makes_nine() -> None:
    position = Position(
        "nines",
        """
        ● to take a tile, rolled 2, 1>2*
        start   ●2●3●4▲1▲2▲3▲4
        1       [5]     a       6       1       5       3       2       4
        2       [6]     1●1     3       2       4       4       1       2
        3       [2]     a       6       2       6       1       5       2
        4       [1]     6       2       2       a       6       3       a
        5       [4]     5       2       6       4       6       5       3
        6       [3]     1       1       1       3       4       3       5
        home
        ●  front 4  nines -  aside -  animals 0  cactuses 0
        ▲  front 5  nines -  aside -  animals 0  cactuses 0
        """.replace("\n        ", "\n").lstrip(),
    )
    seen = Seen(NINES, 0, copy_of(position.states[:1]))
    assert bots.greedy(seen, position.legal(0), random.Random(1)) == "take 1.4"
