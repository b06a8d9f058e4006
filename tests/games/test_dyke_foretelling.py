"""What a page foretells while cards are chosen is what the rules do, as long as nobody else has run."""

from __future__ import annotations

import random

import pytest

import sheepfold
from sheepfold.core.ahead import Ahead
from sheepfold.core.finding import pick_game
from sheepfold.core.kit import Event
from sheepfold.games.dyke.foretelling import foretell
from sheepfold.games.dyke.state import CHOOSING, OFF
from tests.games.test_dyke import careful, lay, race

GAME = pick_game("dyke")


def ahead_of(position: object, seat: int, action: str) -> Ahead:
    [told] = foretell(position, seat, [GAME.by_text[action]])
    assert told is not None
    return told


def test_the_tens_go_along_and_the_ones_up() -> None:
    told = ahead_of(race("●32 ▲60 ■65").state, 0, "play 85")
    assert told.way[:8] == tuple(f"square-{square}" for square in range(42, 113, 10))
    assert told.way[8:] == tuple(f"square-{square}" for square in range(113, 118))
    assert (told.piece, told.reads, told.signs, told.words) == ("sheep-0", "85", (), "to 117")
    assert ahead_of(race("●32 ▲60 ■65").state, 0, "play 085") == told


def test_DYK_15_water_costs_a_lifesaver_and_without_one_the_sheep_is_out() -> None:
    assert ahead_of(race("●32 ▲60 ■65", "117").state, 0, "play 85").signs == ("danger", "−1", "lifesaver")
    poor = ahead_of(race("●32 ▲60 ■65", "117", lifesavers=(0, 3, 3)).state, 0, "play 85")
    assert poor.signs == ("danger", "out")
    assert "no lifesaver" in poor.words


def test_DYK_16_beyond_the_second_board_is_the_sea() -> None:
    told = ahead_of(race("●150 ▲60 ■65").state, 0, "play 85")
    assert told.way[-1] == "sea-0"
    assert told.signs == ("danger", "out")


def test_DYK_13_whom_it_would_shove() -> None:
    told = ahead_of(race("●34 ▲55 ■56").state, 0, "play 21")
    assert told.shoves == (("sheep-1", "square-56"), ("sheep-2", "square-57"))


def test_DYK_10_pads_lead_back() -> None:
    position = lay(race("●50 ▲60 ■70", "62", held={0: ["back10", "change3"]}), "12", "5", "8")
    assert ahead_of(position.state, 0, "use back10").way[-2:] == ("square-62", "square-52")
    assert ahead_of(position.state, 0, "use back10").signs == ("danger", "−1", "lifesaver")
    assert ahead_of(position.state, 0, "use change3 -1").words == "to 61"
    assert ahead_of(position.state, 0, "done").words == "to 62: water, 1 lifesaver"


def test_what_moves_no_sheep_foretells_nothing() -> None:
    fresh = sheepfold.Match("dyke", 3)
    assert foretell(fresh.observe(0), 0, [GAME.by_text["lay A1"]]) == [None]


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_the_rules_do(seed: int) -> None:
    rng = random.Random(seed)
    running, compared = sheepfold.Match("dyke", 5), 0
    while not running.is_over:
        actor = int(min(running.to_act(), key=str))
        seen = running.observe()
        starter = seen.starter
        if seen.phase != CHOOSING or len(running.to_act()) > 1 or any(seen.pads[starter]):
            running.play(
                actor, careful(running, actor, rng) if rng.random() < 0.7 else rng.choice(running.legal(actor))
            )
            continue
        own = running.observe(starter)
        action = running.log(starter)
        laid = (
            next(line for line in reversed(action) if line.startswith(f"{starter} play ")) if actor != starter else ""
        )
        mine = careful(running, actor, rng)
        told = ahead_of(own, starter, laid.partition(" ")[2] or mine)
        running.play(actor, mine)
        compare(told, starter, own.lifesavers[starter], first_turn(running.told()))
        compared += 1
    assert compared


def first_turn(events: list[Event]) -> list[Event]:
    begins = [k for k, event in enumerate(events) if event.what == "revealed"]
    return events[begins[0] : begins[1] if len(begins) > 1 else len(events)]


def compare(told: Ahead, seat: int, lifesavers: int, events: list[Event]) -> None:
    what = {event.what for event in events if event.seat == seat}
    assert ("out" in told.signs) == bool({"drowned", "fell off"} & what), (told, events)
    assert told.signs.count("lifesaver") == ("saved" in what)
    assert lifesavers or not told.signs.count("lifesaver")
    shoved = [(f"sheep-{event.seat}", event.target) for event in events if event.what == "shoved"]
    assert [(piece, to) for piece, to in told.shoves] == [
        (piece, "sea-0" if square >= 200 else f"square-{square}") for piece, square in shoved
    ]
    assert OFF not in [square for _, square in shoved]
