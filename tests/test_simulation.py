"""Many games at once: the same whoever counts, and honest about what it knows."""

from __future__ import annotations

import math

import numpy as np
import pytest

import sheepfold
from sheepfold.core.errors import BadOption
from sheepfold.study import play_games, summary
from sheepfold.study.games import CHUNK
from sheepfold.study.summary import mean, share, wins


@pytest.mark.parametrize("key", sheepfold.games())
def test_random_games_of_every_game_come_to_their_end(key: str) -> None:
    game = sheepfold.game(key)
    games = play_games(sheepfold.Match(key, game.players[-1]), 30, seed=1)
    found = summary(game, games)
    assert len(games) == found.games == 30
    assert sum(seat.wins.value for seat in found.seats) == pytest.approx(1)
    assert sum(found.endings.values()) == pytest.approx(1)
    assert all(sum(seat.places) == pytest.approx(1) for seat in found.seats)
    assert found.shortest <= found.length.value <= found.longest


def test_results_do_not_depend_on_how_games_are_shared_out() -> None:
    setup = sheepfold.Match("nines", 4)
    count = 2 * CHUNK + 7
    once = play_games(setup, count, seed=5, threads=1)
    shared = play_games(setup, count, seed=5, threads=3)
    fewer = play_games(setup, CHUNK + 1, seed=5)
    assert (once.places == shared.places).all()
    assert (once.scores == shared.scores).all()
    assert (once.lengths[: CHUNK + 1] == fewer.lengths).all()


def test_options_reach_the_games() -> None:
    short = play_games(sheepfold.Match("nines", 2, segments=5), 20, seed=1)
    long = play_games(sheepfold.Match("nines", 2), 20, seed=1)
    assert short.lengths.mean() < long.lengths.mean()
    assert sheepfold.Match("nines", 2, segments=5).opening()["segments"][0] == 5


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    play_games(sheepfold.Match("nines", 2), CHUNK + 5, progress=heard.append)
    assert heard == [CHUNK, 5]


def test_bots_are_seated_in_order() -> None:
    with pytest.raises(BadOption, match="3 bots for 2 players"):
        play_games(sheepfold.Match("nines", 2), 1, names=["greedy"] * 3)
    with pytest.raises(BadOption, match="At least one game"):
        play_games(sheepfold.Match("nines", 2), 0)


def test_random_bots_fare_like_the_compiled_random_players() -> None:
    setup = sheepfold.Match("nines", 2)
    compiled = mean(play_games(setup, 2000, seed=1).lengths)
    bots = mean(play_games(setup, 60, seed=1, names=["random", "greedy"]).lengths)
    assert abs(compiled.value - bots.value) < 40


# ---------------------------------------------------------------------------------------------- figures


def test_a_shared_victory_counts_in_parts() -> None:
    assert wins(np.array([[1, 1, 3], [2, 1, 3]])).tolist() == [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]


def test_intervals_hold_the_true_figure_95_times_in_100() -> None:
    rng = np.random.default_rng(1)
    held = [mean(rng.normal(3, 2, 50)) for _ in range(1000)]
    assert 0.93 < np.mean([each.low <= 3 <= each.high for each in held]) < 0.97
    held = [share(float(rng.binomial(80, 0.3)), 80) for _ in range(1000)]
    assert 0.93 < np.mean([each.low <= 0.3 <= each.high for each in held]) < 0.975


def test_a_share_stays_within_0_and_1() -> None:
    assert share(0, 20).low == 0
    assert 0.1 < share(0, 20).high < 0.2
    assert share(20, 20).high == 1


def test_one_game_is_known_to_tell_nothing() -> None:
    assert math.isinf(mean(np.array([5])).margin)
