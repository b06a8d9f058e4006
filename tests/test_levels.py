"""The levels: what they are made of, friendly mistakes, manners at a timed table, and no peeking."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold import bots
from sheepfold.bots import levels
from sheepfold.bots.greedy import weighed
from sheepfold.bots.levels import Level, Leveled, at_a_glance, level_of, not_absurd
from sheepfold.bots.search import Considered, Searcher, imagine_manners, manner_of
from sheepfold.bots.seen import Seen
from sheepfold.core import drivers
from sheepfold.core.engine import VALUE, CodeStep, Engine
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.study.games import Company
from sheepfold.testing import act, walk
from sheepfold.testing.laws import hidden_from
from tests.terminal import Terminal, terminal
from tests.test_search import decision, seen
from tests.toy_games.toy import GAME as TOY

pytestmark = pytest.mark.usefixtures("awake")

__all__ = ["terminal"]

LEVELS = ("lamb", "ewe", "ram")
KEYS = sheepfold.games()


# ---------------------------------------------------------------------------------------------- what a level is


@pytest.mark.parametrize("key", KEYS)
def test_each_level_thinks_longer_and_makes_fewer_mistakes_and_the_ram_none(key: str) -> None:
    ladder = [level_of(sheepfold.game(key), name) for name in LEVELS]
    assert all(less.iterations < more.iterations for less, more in pairwise(ladder))
    assert ladder[0].mistakes > ladder[1].mistakes >= 0
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


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("search:", "`` is no time to think"),
        ("search:0", "`0` is no time to think"),
        ("search:many", "say `search:500`"),
        ("search:9/cut", "`cut` is no manner"),
        ("search:9/cut=deep", "`cut=deep` is no manner"),
        ("search:9/depth=3", "one gives a number to exploration, widening"),
        ("search:9/cut=-1", "`cut=-1` is no manner"),
        ("search:9/scale=nan", "`scale=nan` is no manner"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        bots.find(name, sheepfold.game("nines"))


def test_a_search_is_named_by_its_time_and_manner() -> None:
    nines = sheepfold.game("nines")
    in_time, otherwise = bots.find("search:20ms", nines), bots.find("search:50/cut=6/winner=0.5", nines)
    assert isinstance(in_time, Searcher)
    assert isinstance(otherwise, Searcher)
    assert (in_time.milliseconds, in_time.iterations, in_time.manner) == (20, 0, manner_of(nines))
    assert otherwise.manner == replace(manner_of(nines), cut=6, winner=0.5)


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


@pytest.mark.parametrize("key", KEYS)
def test_what_is_done_without_thinking_looks_hardly_worse_than_the_best(key: str) -> None:
    match, seat = decision(sheepfold.game(key), 4)
    actions, values = weighed(seen(match, seat), random.Random(1))
    judged = dict(zip(actions, values.tolist(), strict=True))
    best, worst = max(judged.values()), min(judged.values())
    some = at_a_glance(seen(match, seat), (best - worst) / 2, random.Random(1))
    assert {action for action, value in judged.items() if value >= (best + worst) / 2} == set(some)
    assert set(at_a_glance(seen(match, seat), best - worst + 1, random.Random(1))) == set(actions)


def test_who_is_careless_does_what_thinking_would_not_have_found() -> None:
    match, seat = decision(sheepfold.game("dyke"), 4)
    legal = match.legal(seat)

    def choices(careless: float) -> set[str]:
        level = Level(30, 1.0, careless)
        return {Leveled(match.game, level)(seen(match, seat), legal, random.Random(k)) for k in range(30)}

    assert len(choices(15.0)) > len(choices(0.0))


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
        quick, thorough = (
            Searcher(game, iterations=400).consider(seen(match, seat), random.Random(number), thoroughly=thoroughly)
            for thoroughly in (False, True)
        )
        assert thorough[0].action == quick[0].action


def test_stopping_early_saves_time() -> None:
    match, seat = decision(sheepfold.game("nines"), 2)
    searcher = Searcher(match.game, iterations=3000)
    thoughts = searcher.consider(seen(match, seat), random.Random(1), thoroughly=False)
    assert sum(each.tried for each in thoughts) < 3000


# ---------------------------------------------------------------------------------------------- no peeking


def able(game: Game) -> list[str]:
    """The bots that can play a game."""
    return [name for name, named in bots.BOTS.items() if game.judgement is not None or not named.judges]


@pytest.mark.parametrize("game", [*(sheepfold.game(key) for key in KEYS), TOY], ids=lambda game: game.key)
def test_whatever_a_seat_cannot_see_every_bot_chooses_the_same(game: Game) -> None:
    match, seat = decision(game, 2)
    legal = match.legal(seat)

    def choices() -> list[str]:
        bare = Seen(game, seat, match.observation(seat))
        return [bots.find(name, game)(bare, legal, random.Random(8)) for name in able(game)]

    before = choices()
    noise = np.random.default_rng(2).integers(0, 100, match._bytes[0].shape, np.uint8).view(game.record.dtype)
    for field in game.record.secrets:
        hidden = hidden_from(match, field, seat)
        match._states[field.name][:1][hidden] = noise[field.name][hidden]
    assert choices() == before


def choices_in_other_worlds(match: sheepfold.Match, seat: int, name: str) -> list[str]:
    """What a bot at a table of the arena chooses as things are, and as they might be for all its seat can see."""
    table = Company(match, [name] * match.players)
    table.bots = [bots.find(name, match.game) for _ in range(match.players)]
    chosen: list[str] = []
    for world in range(4):
        states = match._states[:1].copy()
        if world > 0:
            states = match.observation(seat)
            drivers.bind(match.game).guess(states, 0, seat, source(world))
        chosen.append(match.game.texts[table._chosen(states, seat, bots.Draws(source(8)))])
        table.bots[seat] = bots.find(name, match.game)
    return chosen


@pytest.mark.parametrize("game", [*(sheepfold.game(key) for key in KEYS), TOY], ids=lambda game: game.key)
def test_in_every_world_that_looks_alike_every_bot_chooses_the_same(game: Game) -> None:
    match, seat = decision(game, 5)
    for name in able(game):
        assert len(set(choices_in_other_worlds(match, seat, name))) == 1, name


def test_a_bot_that_was_shown_the_state_would_break_that_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheating(_record: Any, states: Any, _seat: int) -> Any:
        return states[:1].copy()

    monkeypatch.setattr("sheepfold.study.games.observe", cheating)
    match, rng, differing = sheepfold.Match("sheepsheep", 3, exchanges=3), random.Random(4), 0
    while not match.is_over and differing == 0:
        for seat in match.to_act() - {"*"}:
            differing += len(set(choices_in_other_worlds(match, int(seat), "greedy"))) > 1
        act(match, rng)
    assert differing > 0


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


@pytest.mark.parametrize(("seconds", "most"), [(15, 2), (30, 3), (60, 6), (300, 6)])
def test_SSH_14_bots_swap_no_more_and_no_faster_than_a_person_can(seconds: int, most: int) -> None:
    match, rng = sheepfold.Match("sheepsheep", 2, seconds=seconds), random.Random(7)
    bot, swaps, taken, longest = bots.find("greedy", match.game), 0, 0.0, 0.0
    while not match.is_over and len(match) < 160:
        if match.to_act() == {"*"}:
            match.roll(rng)
            continue
        (seat,) = match.to_act()
        text = bot(seen(match, int(seat)), match.legal(seat), rng)
        waits = bots.pace(match, int(seat), text)
        if text.startswith("put"):
            swaps, taken = 0, 0.0
        else:
            swaps, taken = swaps + text.startswith("swap"), taken + waits
            assert waits > (2.9 if text.startswith("swap") else 1)
            assert swaps <= most
            longest = max(longest, taken)
        if text == "end":
            swaps, taken = 0, 0.0
        match.play(seat, text)
    assert 4 < longest < 0.95 * seconds


def test_the_pace_of_a_bot_can_be_followed_and_repeats_itself() -> None:
    for key in KEYS:
        match, seat = decision(sheepfold.game(key), 3)
        for text in match.legal(seat)[:3]:
            assert 0.3 < bots.pace(match, seat, text) < 7
            assert bots.pace(match, seat, text) == bots.pace(match.copy(), seat, text)
    with pytest.raises(IllegalAction, match="cannot play 'roll 1' now; legal: "):
        bots.pace(match, seat, "roll 1")


def test_a_bot_does_not_let_its_time_run_out() -> None:
    now = [0.0]
    match, rng = sheepfold.Match("sheepsheep", 2, clock=lambda: now[0]), random.Random(1)
    while match.to_act() == {"*"}:
        match.roll(rng)
    (seat,) = match.to_act()
    assert bots.pace(match, int(seat), "end") > 1
    now[0] = 59.0
    assert bots.pace(match, int(seat), "end") == 0.5


def test_with_exchanges_bots_use_all_of_them() -> None:
    match = walk(sheepfold.Match("sheepsheep", 2, exchanges=8), 1, steps=0)
    assert match.observation(0)["exchanges"][0] == 8
    observation = match.observation(0)
    imagine_manners(match.game, observation)
    assert observation["exchanges"][0] == 8


# ---------------------------------------------------------------------------------------------- at the terminal


def test_levels_and_hints_at_the_terminal(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seat", "1=lamb", "--seed", "5", typed="hint\nquit\n")
    assert came.code == 0
    assert "▲ lamb  a bot that is still learning and makes friendly mistakes" in came.out
    assert "My advice: move" in came.flat
    assert "in 100" in came.flat


def test_the_terminal_offers_every_level_in_words(terminal: Terminal) -> None:
    said = " ".join(terminal.run("play", "nines", "--help").out.replace("│", " ").split())
    for name in bots.LEVELS:
        assert f"`{name}` – a bot that {bots.BOTS[name].words}" in said


def test_a_hint_from_python() -> None:
    match, seat = decision(sheepfold.game("nines"), 1)
    advice = sheepfold.hint(match, seat, iterations=50)
    assert advice.action in match.legal(seat)
    assert 0 <= advice.chance <= 1
    assert str(advice) == advice.words


def test_the_same_seed_gives_the_same_advice_on_a_fresh_machine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    awaited: list[CodeStep] = []
    waits = Engine.wait_for

    def notes(self: Engine, *steps: CodeStep) -> None:
        awaited.extend(steps)
        waits(self, *steps)

    monkeypatch.setattr(Engine, "wait_for", notes)
    match, seat = decision(sheepfold.game("nines"), 1)
    sheepfold.hint(match, seat, iterations=5)
    assert VALUE not in awaited
    first = sheepfold.hint(match, seat, iterations=50, seed=3)
    assert VALUE in awaited
    assert sheepfold.hint(match, seat, iterations=50, seed=3) == first
