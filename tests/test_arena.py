"""The arena: everybody from every seat, the same deals for all, the same results for a seed, and figures that hold."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadOption
from sheepfold.study import arena
from sheepfold.study.arena import contest, games_of, line_ups, rotations
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

NINES = sheepfold.Match("nines", 2, segments=5)


# ---------------------------------------------------------------------------------------------- who plays whom


def test_as_many_bots_as_seats_sit_down_together() -> None:
    assert line_ups(["a", "b"], 2) == [("a", "b")]
    assert line_ups(["a", "b", "b", "b"], 4) == [("a", "b", "b", "b")]


def test_of_more_bots_every_choice_plays() -> None:
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_fewer_bots_fill_the_table_in_every_way() -> None:
    assert line_ups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]


@pytest.mark.parametrize("names", [["a"], ["a", "a"]])
def test_a_bot_alone_is_no_contest(names: list[str]) -> None:
    with pytest.raises(BadOption, match="two different bots"):
        line_ups(names, 2)


def test_too_many_line_ups_are_refused() -> None:
    with pytest.raises(BadOption, match="too many"):
        line_ups([str(k) for k in range(30)], 4)


def test_everybody_sits_once_in_every_seat() -> None:
    for deal in range(2):
        seatings = rotations(("a", "b", "c"), deal)
        assert len(set(seatings)) == 3
        for seat in range(3):
            assert {seating[seat] for seating in seatings} == {"a", "b", "c"}
    assert set(rotations(("a", "b", "c"), 0)).isdisjoint(rotations(("a", "b", "c"), 1))


def test_the_games_of_one_deal_share_their_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[tuple[str, ...], int]] = []
    play = arena.played_from

    def noting(setup: Any, names: Any, seeds: Any) -> Any:
        dealt.append((tuple(names), int(seeds[0])))
        return play(setup, names, seeds)

    monkeypatch.setattr(arena, "played_from", noting)
    contest(NINES, ["random", "greedy"], 6, jobs=1)
    for (one, seed), (other, same) in zip(dealt[::2], dealt[1::2], strict=True):
        assert seed == same
        assert one == other[::-1]
    assert len({seed for _names, seed in dealt}) == 3


# ---------------------------------------------------------------------------------------------- results


def test_a_seed_repeats_a_contest_exactly_however_it_is_shared_out() -> None:
    names = ["search:8", "search:9", "lamb"]
    alone = contest(NINES, names, 18, seed=5, jobs=1)
    assert contest(NINES, names, 18, seed=5, jobs=2) == alone
    assert contest(NINES, names, 18, seed=6, jobs=1) != alone


def test_the_stronger_stands_above_the_weaker() -> None:
    heard: list[int] = []
    found = contest(NINES, ["random", "greedy"], 39, seed=1, jobs=1, progress=heard.append)
    assert found.games == sum(heard) == games_of(NINES, ["random", "greedy"], 39) == 40
    assert list(found.bots) == ["greedy", "random"]
    greedy, random = found.bots.values()
    assert greedy.wins.low > 0.5 > random.wins.high
    assert greedy.wins.value + random.wins.value == pytest.approx(1)
    assert greedy.rating > random.rating
    assert found.ahead["greedy", "random"].value == pytest.approx(1 - found.ahead["random", "greedy"].value)


def test_a_bot_on_several_chairs_is_counted_by_chairs() -> None:
    found = contest(sheepfold.Match("nines", 3, segments=5), ["greedy", "random", "random"], 6, jobs=1)
    assert Counter({name: fared.chairs for name, fared in found.bots.items()}) == {"greedy": 6, "random": 12}
    assert found.bots["greedy"].wins.value + 2 * found.bots["random"].wins.value == pytest.approx(1)
    assert ("random", "random") not in found.ahead


def test_the_results_as_plain_numbers() -> None:
    plain = contest(NINES, ["random", "greedy"], 4, jobs=1).plain()
    assert plain["games"] == 4
    assert set(plain["bots"]) == {"random", "greedy"}
    assert {(each["bot"], each["of"]) for each in plain["ahead"]} == {("random", "greedy"), ("greedy", "random")}


def test_wrong_names_and_numbers_get_a_sentence() -> None:
    with pytest.raises(BadOption, match="no bot `clever`"):
        contest(NINES, ["clever", "random"], 4)
    with pytest.raises(BadOption, match="At least one game"):
        contest(NINES, ["greedy", "random"], 0)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(BadOption, match=r"needs openskill: pip install 'sheepfold\[study\]'"):
        contest(NINES, ["greedy", "random"], 2)


# ---------------------------------------------------------------------------------------------- the command


def test_the_command_shows_a_ladder_and_a_cross_table(terminal: Terminal) -> None:
    came = terminal.run("arena", "nines", "--bots", "greedy,random", "--games", "6", "--segments", "5")
    assert came.code == 0
    assert "6 games from all seats; by chance everybody would win 50%" in came.flat
    assert "100.0% (61.0% – 100.0%)" in came.out
    assert "How often the bot of the line came in before the bot of the column" in came.flat
    assert max(map(len, came.out.splitlines())) <= 80


def test_the_command_as_json_repeats_itself(terminal: Terminal) -> None:
    given = ("arena", "nines", "--bots", "search:3,random", "--games", "4", "--segments", "5", "--seed", "9", "--json")
    first, second = (json.loads(terminal.run(*given).out) for _ in range(2))
    assert first == second
    assert first["games"] == 4
    assert first["names"] == ["search:3", "random"]
    assert first["seed"] == 9


@pytest.mark.parametrize("given", ["greedy,clever", "greedy,search:soon", "greedy", "ram,no.module:bot"])
def test_what_can_be_refused_is_refused_before_anything_is_compiled(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    def compile_now(*_given: Any) -> None:
        pytest.fail("something was compiled")

    monkeypatch.setattr("sheepfold.cli.arena_command.get_ready", compile_now)
    monkeypatch.setattr("sheepfold.core.engine.Engine.want", compile_now)
    came = terminal.run("arena", "nines", "--bots", given)
    assert came.code == 2
    assert came.err


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("arena", "Which game?"),
        ("arena nines --bots greedy", "two different bots"),
        ("arena nines --bots greedy,clever", "no bot `clever`"),
        ("arena nines --games 0", "0 games cannot be played"),
        ("arena nines --seed -1", "cannot be a seed"),
    ],
)
def test_wrong_commands_get_a_sentence(terminal: Terminal, given: str, sentence: str) -> None:
    came = terminal.run(*given.split())
    assert came.code == 2
    assert sentence in came.err
