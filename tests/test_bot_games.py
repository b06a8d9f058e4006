"""Bots inside compiled games: the same games as when they are asked one by one, and what is noted of them."""

from __future__ import annotations

import csv
import itertools
import json
import random
import statistics
from collections import Counter
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold import bots
from sheepfold.bots.draws import Draws, source_of
from sheepfold.bots.levels import level_of
from sheepfold.bots.search import Searcher
from sheepfold.core import bot_games, drivers
from sheepfold.core.bot_games import ANY, GREEDY, THINKS, UNIFORM, kinds_of, leader
from sheepfold.core.drivers import apply, judge, judge_tried, survey
from sheepfold.core.engine import GAMES, RULES, THOUGHT_GAMES
from sheepfold.core.kit import below, source
from sheepfold.core.search import CUT
from sheepfold.core.thinking import new_minds
from sheepfold.study import Games, difference, play_games, summary
from sheepfold.study.games import Company, played_from, steps_for
from sheepfold.study.summary import margins
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]


def one_by_one(setup: sheepfold.Match, names: list[str], seeds: np.ndarray) -> Games:
    played = [Company(setup, names).play(seed) for seed in seeds.tolist()]
    return Games(*(np.concatenate([getattr(game, each.name) for game in played]) for each in fields(Games)))


@pytest.mark.parametrize("key", sheepfold.games())
@pytest.mark.parametrize("first", ["greedy", "random"])
def test_the_same_seeds_give_the_same_games_as_bots_asked_one_by_one(key: str, first: str) -> None:
    game = sheepfold.game(key)
    setup, seeds = sheepfold.Match(key, game.players[0]), drivers.seeds(3, 4)
    names = [first, *["greedy"] * (setup.players - 1)]
    inside, asked = played_from(setup, names, seeds), one_by_one(setup, names, seeds)
    for each in fields(Games):
        assert getattr(inside, each.name).tolist() == getattr(asked, each.name).tolist(), each.name


@pytest.mark.parametrize(
    ("key", "names", "options"),
    [
        ("dyke", "lamb,search:40,random", {}),
        ("nines", "lamb,ewe", {}),
        ("sheepsheep", "lamb,greedy", {}),
        ("sheepsheep", "search:20/cut=3,lamb", {"exchanges": 3}),
        ("shepherd", "random,search:30,lamb", {"tactical": True}),
    ],
)
def test_bots_that_think_play_the_same_games_inside(key: str, names: str, options: dict[str, Any]) -> None:
    line_up = names.split(",")
    setup, seeds = sheepfold.Match(key, len(line_up), **options), drivers.seeds(5, 3)
    inside, asked = played_from(setup, line_up, seeds), one_by_one(setup, line_up, seeds)
    for each in fields(Games):
        assert getattr(inside, each.name).tolist() == getattr(asked, each.name).tolist(), each.name


def test_a_mind_that_is_full_forgets_as_a_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a seat can remember little it begins anew amid a game, in both ways at the same decision."""
    monkeypatch.setattr(bot_games, "new_minds", partial(new_minds, nodes=256))
    monkeypatch.setattr(Searcher, "nodes", 256)
    setup, seeds = sheepfold.Match("nines", 2), drivers.seeds(8, 2)
    inside, asked = played_from(setup, ["search:60", "lamb"], seeds), one_by_one(setup, ["search:60", "lamb"], seeds)
    assert inside.lengths.tolist() == asked.lengths.tolist()
    assert inside.scores.tolist() == asked.scores.tolist()


def judged_both_ways(states, seat, moves, told, notes, values):
    """What each action listed leads to from states[0], judged for itself and by notes."""
    survey(states[0], notes)
    for k in range(moves[0].n):
        states[1] = states[0]
        apply(states[1], seat, moves[0].action[k], told[0])
        values[k, 0] = judge(states[1], seat)
        values[k, 1] = judge_tried(states[1], seat, notes)


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "tactical": True}, {"players": 2, "worms": "unseen"}],
    ids=["basic", "tactical", "unseen"],
)
def test_what_is_tried_is_judged_by_notes_to_the_last_bit(options: dict[str, Any]) -> None:
    """In shepherd, the game that takes notes; they are kept from one decision to the next."""
    setup = sheepfold.Match("shepherd", **options)
    state, rng = sheepfold.State("shepherd", seed=4, **options), random.Random(4)
    loop = drivers.made(setup.game, judged_both_ways, plain=True)
    states, moves, told = setup.game.record.new(2), drivers.new_moves(setup.game), drivers.new_told(mute=True)
    notes = drivers.new_notes(setup.game)
    differ = 0
    while not state.is_over:
        legal = state.legal().tolist()
        moves["n"], moves["action"][0, : len(legal)] = len(legal), legal
        values = np.zeros((len(legal), 2))
        states[0] = state.position()[0]
        loop(states, state.seat, moves, told, notes, values)
        assert values[:, 0].tolist() == values[:, 1].tolist()
        differ += len(set(values[:, 0].tolist())) > 1
        state.step(rng.choice(legal))
    assert differ > 5


def test_what_is_noted_is_what_a_match_shows() -> None:
    setup = sheepfold.Match("nines", 3)
    games = play_games(setup, 5, seed=2, names=["random", "greedy", "random"])
    assert (games.kinds.sum(axis=1) <= games.lengths).all()
    kinds, kind = kinds_of(setup.game)
    assert kinds[kind[setup.game.by_text["move 2"]]] == "move"
    assert (games.kinds[:, kinds.index("roll")] == 0).all()  # chance decides nothing
    assert (games.turns <= games.kinds.sum(axis=1)).all()
    assert (games.leads < games.turns).all()


def told_by_a_match(setup: sheepfold.Match, names: list[str], seed: int) -> dict[str, Any]:
    """A game played by texts through a match, and its figures counted from its log: slowly, and by other means."""
    game, match, dice, rng = setup.game, setup.copy(), source(seed), Draws(source(~seed))
    seated = [bots.find(name, game) for name in names]
    while actors := match.to_act():
        if "*" in actors:
            match.roll(dice)
        else:
            seat = min(int(actor) for actor in actors)
            seen = bots.Seen(game, seat, match.observation(seat))
            match.play(seat, bots.ask(seated[seat], names[seat], seen, match.legal(seat), rng))
    course, steps = match.course(), match.played()
    ours = [k for k, step in enumerate(steps) if step.seat is not None]
    begins = [ours[0], *(k for last, k in itertools.pairwise(ours) if steps[last].seat != steps[k].seat)]
    asked = [course[k] for k in [*begins, -1]]
    alone = [points.index(max(points)) for points in asked if points.count(max(points)) == 1]
    return {
        "places": match.places(),
        "scores": match.scores(),
        "lengths": len(match),
        "turns": len(begins),
        "leads": sum(one != other for one, other in itertools.pairwise(alone)),
        "kinds": Counter(steps[k].action.split()[0] for k in ours),
        "ending": match.ending.rule if match.ending else "",
    }


@pytest.mark.parametrize("key", sheepfold.games())
def test_what_is_noted_is_what_a_match_tells(key: str) -> None:
    game = sheepfold.game(key)
    setup = sheepfold.Match(key, game.players[0])
    names = ["greedy", "random", *["greedy"] * (setup.players - 2)]
    games, seeds = play_games(setup, 3, seed=4, names=names), drivers.seeds(4, 3)
    for k, seed in enumerate(seeds.tolist()):
        told = told_by_a_match(setup, names, seed)
        for name in ("places", "scores", "lengths", "turns", "leads"):
            assert getattr(games, name)[k].tolist() == told[name], name
        kinds = {kind: n for kind, n in zip(kinds_of(game)[0], games.kinds[k].tolist(), strict=True) if n}
        assert kinds == told["kinds"]
        assert game.state.ENDINGS[int(games.endings[k])].rule == told["ending"]


def test_who_leads_leads_alone() -> None:
    assert [leader(score, 3) for score in ([1, 5, 3], [5, 5, 3], [0, 0, 0], [5, 1, 5], [1, 2, 3])] == [1, -1, -1, -1, 2]


def test_which_bots_play_inside() -> None:
    assert bots.policies(["random", "random"]) == [ANY, ANY]
    assert bots.policies(["random", "greedy"]) == [UNIFORM, GREEDY]
    assert bots.policies(["greedy", "ewe", "search:50/cut=2"]) == [GREEDY, THINKS, THINKS]
    for asked in ("bellwether", "search:10001", "search:20ms", "search:20ms/cut=2", "tests.some:bot"):
        assert bots.policies(["greedy", asked]) is None
    assert steps_for(["random", "greedy"]) == [GAMES]
    assert steps_for(["search:5", "random"]) == [THOUGHT_GAMES]
    assert steps_for(["search:5", "random"], ["greedy", "random"]) == [THOUGHT_GAMES, GAMES]
    assert steps_for(["search:5ms", "random"])[0] is RULES
    assert GAMES not in steps_for(["search:5ms", "random"])


def test_how_seats_think_is_what_their_bots_are() -> None:
    game = sheepfold.game("nines")
    found = bots.thinkers(["greedy", "lamb", "search:50/cut=2"], game)
    lamb = level_of(game, "lamb")
    assert (found[1].iterations, found[1].mistakes, found[1].careless) == (
        lamb.iterations,
        lamb.mistakes,
        lamb.careless,
    )
    assert (found[2].iterations, found[2].settings[CUT]) == (50, 2)
    assert found[2].mistakes < 0
    assert list(found) == [1, 2]


def test_draws_are_even_and_come_from_the_source() -> None:
    draws = Draws(source(7))
    twin = source(7)
    assert [draws.choice(range(10)) for _ in range(20)] == [below(twin, 10) for _ in range(20)]
    assert source_of(draws) is draws.source
    numbers = [draws.random() for _ in range(2000)]
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1
    assert 0.47 < sum(numbers) / 2000 < 0.53
    assert {draws.getrandbits(3) for _ in range(200)} == set(range(8))
    assert draws.getrandbits(64).bit_length() > 40
    shuffled = list(range(5))
    draws.shuffle(shuffled)
    assert sorted(shuffled) == list(range(5))


# ---------------------------------------------------------------------------------------------- figures


def test_a_summary_tells_how_games_went() -> None:
    setup = sheepfold.Match("nines", 2)
    games = play_games(setup, 400, seed=1)
    found = summary(setup.game, games)
    assert found.turns.quantiles["50%"] == np.median(games.turns)
    assert found.turns.lowest <= found.turns.quantiles["5%"] <= found.turns.quantiles["95%"] <= found.turns.highest
    assert found.margin.mean.value == pytest.approx(np.abs(games.scores[:, 0] - games.scores[:, 1]).mean())
    assert found.ties.value == (games.places.sum(axis=1) == 2).mean()
    assert sum(found.kinds.values()) == pytest.approx(1)
    assert margins(np.array([[3, 9, 7], [2, 2, 1]])).tolist() == [2, 0]


def test_variants_are_compared_on_the_same_deals() -> None:
    six, five = (sheepfold.Match("nines", 2, segments=number) for number in (6, 5))
    once, again, other = (play_games(setup, 300, seed=1) for setup in (six, six, five))
    same, changed = difference(once, again), difference(once, other)
    assert same.length.value == same.length.margin == 0
    assert changed.length.high < 0
    assert changed.length.value == pytest.approx((other.lengths - once.lengths).mean())
    assert changed.wins[0].value == pytest.approx(-changed.wins[1].value)


# ---------------------------------------------------------------------------------------------- the command


def test_simulate_tells_writes_and_compares(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    given = ("simulate", "nines", "--players", "2", "--games", "40", "--bots", "greedy,random")
    came = terminal.run(*given, "--against", "segments=5", "--csv", str(file))
    assert came.code == 0
    for words in ("turns", "lead changes", "shared victories", "decisions: move", "With segments 5, on the same deals"):
        assert words in came.out
    rows = [row for row in csv.DictReader(file.read_text().splitlines()) if not row["variant"]]
    assert len(rows) == 40
    assert {rows[0]["place_0"], rows[0]["place_1"]} <= {"1", "2"}
    found = json.loads(terminal.run(*given, "--against", "segments=5", "--json").out)
    assert found["against"]["options"]["segments"] == 5
    assert found["against"]["length"]["high"] < 0
    assert sum(int(row["turns"]) for row in rows) / 40 == pytest.approx(found["turns"]["value"])


def test_the_rows_of_a_variant_follow_deal_by_deal(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    given = ("simulate", "nines", "--players", "2", "--games", "30", "--against", "segments=5", "--csv", str(file))
    found = json.loads(terminal.run(*given, "--json").out)
    rows = list(csv.DictReader(file.read_text().splitlines()))
    ours, theirs = ([row for row in rows if row["variant"] == which] for which in ("", "segments=5"))
    assert [row["game"] for row in ours] == [row["game"] for row in theirs] == [str(k) for k in range(30)]
    lengths = [int(after["actions"]) - int(before["actions"]) for before, after in zip(ours, theirs, strict=True)]
    assert found["against"]["length"]["value"] == pytest.approx(sum(lengths) / 30, abs=1e-6)
    half = 1.959964 * statistics.stdev(lengths) / 30**0.5
    assert found["against"]["length"]["high"] == pytest.approx(sum(lengths) / 30 + half, abs=1e-5)
    assert found["against"]["summary"]["length"]["value"] == pytest.approx(
        statistics.mean(int(row["actions"]) for row in theirs), abs=1e-6
    )


def test_one_game_has_no_interval(terminal: Terminal) -> None:
    given = ("simulate", "nines", "--players", "2", "--games", "1", "--against", "segments=5")
    came = terminal.run(*given, "--json")
    assert came.code == 0
    assert "Infinity" not in came.out
    assert json.loads(came.out)["length"]["low"] is None
    shown = terminal.run(*given).out
    assert "± ?" in shown
    assert "inf" not in shown


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--against", "sun=8"), "All Nines has no option `sun`"),
        (("--against", "segments=9"), "9 is not a value of the option segments"),
        (("--against", "segments"), "is not a value of the option segments"),
        (("--csv", "/nowhere/games.csv"), "/nowhere/games.csv cannot be written"),
    ],
)
def test_what_cannot_be_is_said(terminal: Terminal, given: tuple[str, ...], sentence: str) -> None:
    came = terminal.run("simulate", "nines", "--players", "2", "--games", "2", *given)
    assert came.code == 2
    assert sentence in came.err.replace("\n", " ")
