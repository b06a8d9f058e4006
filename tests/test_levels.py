"""The levels: what they are made of, friendly mistakes, manners at a timed table, and no peeking."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

import sheepfold
from sheepfold import bots
from sheepfold.bots import levels
from sheepfold.bots.levels import Level, Leveled, level_of, not_absurd
from sheepfold.bots.search import Considered, Searcher
from sheepfold.bots.seen import Seen
from sheepfold.core.game import Game
from tests.support import walk
from tests.terminal import Terminal, terminal
from tests.test_laws import _hidden
from tests.test_search import decision, seen
from tests.toy_games.toy import GAME as TOY

__all__ = ["terminal"]

LEVELS = ("lamb", "ewe", "ram")
KEYS = sheepfold.games()


# ---------------------------------------------------------------------------------------------- what a level is


@pytest.mark.parametrize("key", KEYS)
def test_each_level_thinks_longer_and_only_the_lamb_makes_mistakes(key: str) -> None:
    ladder = [level_of(sheepfold.game(key), name) for name in LEVELS]
    assert all(less.iterations < more.iterations for less, more in pairwise(ladder))
    assert ladder[0].mistakes > 0
    assert ladder[-1].mistakes == 0
    assert ladder[-1].iterations <= 10_000


def test_a_game_that_says_nothing_gets_the_usual_levels() -> None:
    assert level_of(TOY, "ram") == levels.LEVELS["ram"]


def test_every_chair_gets_a_bot_of_its_own() -> None:
    nines = sheepfold.game("nines")
    for name in (*LEVELS, "search", "search:50"):
        assert bots.find(name, nines) is not bots.find(name, nines)
    found = bots.find("search:50", nines)
    assert isinstance(found, Searcher)
    assert found.iterations == 50


@pytest.mark.parametrize("name", ["search:", "search:0", "search:many"])
def test_a_search_of_no_length_is_refused(name: str) -> None:
    with pytest.raises(sheepfold.BadOption):
        bots.find(name, sheepfold.game("nines"))


# ---------------------------------------------------------------------------------------------- choosing


def test_a_friendly_mistake_is_never_absurd() -> None:
    best, good, bad, unknown = (
        Considered("best", 50, 0.5),
        Considered("good", 30, 0.45),
        Considered("bad", 10, 0.1),
        Considered("unknown", 1, 1.0),
    )
    assert not_absurd([best, good, bad, unknown]) == [best, good]
    assert not_absurd([best]) == [best]


def test_mistakes_come_as_often_as_the_level_says() -> None:
    match, seat = decision(sheepfold.game("nines"), 4)
    legal = match.legal(seat)

    def choices(mistakes: float) -> set[str]:
        level = Level(200, mistakes)
        return {Leveled(match.game, level)(seen(match, seat), legal, random.Random(k)) for k in range(12)}

    assert len(choices(1.0)) >= len(choices(0.0))


@pytest.mark.parametrize("game", [*(sheepfold.game(key) for key in KEYS), TOY], ids=lambda game: game.key)
def test_stopping_early_changes_no_choice(game: Game) -> None:
    for number in range(3):
        match, seat = decision(game, number)
        quick = Searcher(game, iterations=400)(seen(match, seat), match.legal(seat), random.Random(number))
        thorough = Searcher(game, iterations=400).consider(seen(match, seat), random.Random(number))
        assert thorough[0].action == quick


def test_stopping_early_saves_time() -> None:
    match, seat = decision(sheepfold.game("nines"), 2)
    searcher = Searcher(match.game, iterations=3000)
    thoughts = searcher.consider(seen(match, seat), random.Random(1), thoroughly=False)
    assert sum(each.tried for each in thoughts) < 3000


# ---------------------------------------------------------------------------------------------- no peeking


@pytest.mark.parametrize("game", [*(sheepfold.game(key) for key in KEYS), TOY], ids=lambda game: game.key)
def test_whatever_a_seat_cannot_see_every_bot_chooses_the_same(game: Game) -> None:
    match, seat = decision(game, 2)
    names = [name for name, named in bots.BOTS.items() if game.judgement is not None or not named.judges]
    legal = match.legal(seat)

    def choices() -> list[str]:
        bare = Seen(game, seat, match.observation(seat))
        return [bots.find(name, game)(bare, legal, random.Random(8)) for name in names]

    before = choices()
    noise = np.random.default_rng(2).integers(0, 100, match._bytes[0].shape, np.uint8).view(game.record.dtype)
    for field in game.record.secrets:
        hidden = _hidden(match, field, seat)
        match._states[field.name][:1][hidden] = noise[field.name][hidden]
    assert choices() == before


# ---------------------------------------------------------------------------------------------- manners


@pytest.mark.parametrize("name", ["greedy", "search:40", "lamb"])
def test_SSH_14_bots_swap_at_most_six_times_at_a_timed_table(name: str) -> None:
    match, rng = sheepfold.Match("sheepsheep", 2), random.Random(3)
    chairs = [bots.find(name, match.game) for _ in range(2)]
    most, run = 0, 0
    while not match.is_over and len(match) < 160:
        if match.to_act() == {"*"}:
            match.roll(rng)
            continue
        (seat,) = match.to_act()
        text = chairs[int(seat)](seen(match, int(seat)), match.legal(seat), rng)
        run = run + 1 if text.startswith("swap") else 0
        most = max(most, run)
        match.play(seat, text)
    assert 1 <= most <= 6


def test_SSH_14_a_bot_that_takes_over_a_long_turn_ends_it() -> None:
    match, rng = sheepfold.Match("sheepsheep", 2), random.Random(1)
    while match.to_act() == {"*"}:
        match.roll(rng)
    (seat,) = match.to_act()
    for _ in range(8):
        match.play(seat, next(text for text in match.legal(seat) if text.startswith("swap")))
    for name in ("greedy", "search:40", "lamb"):
        assert bots.find(name, match.game)(seen(match, int(seat)), match.legal(seat), rng) == "end"


def test_with_exchanges_bots_use_all_of_them() -> None:
    match = walk(sheepfold.Match("sheepsheep", 2, exchanges=8), 1, steps=0)
    assert match.observation(0)["exchanges"][0] == 8
    judgement = match.game.judgement
    observation = match.observation(0)
    judgement.imagine_manners(observation)  # pyright: ignore[reportOptionalMemberAccess]
    assert observation["exchanges"][0] == 8


# ---------------------------------------------------------------------------------------------- at the terminal


def test_levels_and_hints_at_the_terminal(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seat", "1=lamb", "--seed", "5", typed="hint\nquit\n")
    assert came.code == 0
    assert "▲ lamb  a bot that is still learning and makes friendly mistakes" in came.out
    assert "I would move" in came.flat
    assert "in 100" in came.flat


def test_a_hint_from_python() -> None:
    match, seat = decision(sheepfold.game("nines"), 1)
    advice = sheepfold.hint(match, seat, iterations=50)
    assert advice.action in match.legal(seat)
    assert 0 <= advice.chance <= 1
    assert str(advice) == advice.words
