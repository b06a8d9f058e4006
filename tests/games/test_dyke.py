"""The Sheep Hustle rule by rule: sheep on the dyke, cards, sheep on the dyke.

`race("●34 ▲85 ■86", water="36 144")` puts sheep on squares of a dyke that is dry but for the water named; `line(...)`
shows it the same way. Both boards have been laid, and everybody is to lay cards.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

import sheepfold
from sheepfold.core.text import MARKS
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.material import PADS
from sheepfold.games.dyke.state import LIFESAVERS, NOBODY, OFF, PLAYS
from sheepfold.testing import Position, act
from tests.golden import FOLDER as GOLDEN

GAME = sheepfold.game("dyke")


def match(players: int, water: str = "", pads: dict[str, int] | None = None, **options: Any) -> sheepfold.Match:
    """A match on a dyke that is dry but for the water named; boards A1 and B1 lie."""
    squares = [int(square) for square in water.split()]
    sides: dict[str, list[int]] = {name: [] for name in ("A1", "A2", "B1", "B2")}
    sides["A1"] = [square for square in squares if square < 100]
    sides["B1"] = [square - 100 for square in squares if square >= 100]
    begun = sheepfold.Match("dyke", players, material={"sides": sides, "pads": pads or {}}, **options)
    begun.play(0, "lay A1")
    begun.play(0, "lay B1")
    return begun


def race(
    sheep: str,
    water: str = "",
    *,
    lifesavers: tuple[int, ...] = (3, 3, 3, 3, 3, 3, 3, 3),
    held: dict[int, list[str]] | None = None,
    beside: dict[str, int] | None = None,
    start_lies: bool = True,
    **options: Any,
) -> Position:
    """Sheep on squares, in the order of their seats: `●34 ▲85 ■86`. `held` are pads by seat."""
    squares = [int(word[1:]) for word in sheep.split()]
    position = Position(GAME, match(len(squares), water, beside, **options).observe())
    state = position.state
    for seat, square in enumerate(squares):
        state.square[seat], state.lifesavers[seat] = square, lifesavers[seat]
    state.lifesavers_boxed = LIFESAVERS - sum(state.lifesavers)
    for seat, kinds in (held or {}).items():
        for kind in kinds:
            state.pads[seat, PADS.index(kind)] += 1
    state.start_lies = start_lies
    return position


def line(position: Position) -> str:
    """The sheep and where they stand; those out are `●-`."""
    state = position.state
    squares = [state.square[seat] for seat in range(state.players)]
    return " ".join(f"{MARKS[seat]}{'-' if square == OFF else square}" for seat, square in enumerate(squares))


def lay(position: Position, *cards: str) -> Position:
    """Everybody lays cards, seat 0 first."""
    return position.play(*(f"{seat} play {each}" for seat, each in enumerate(cards)))


def holders(position: Position) -> tuple[int, int]:
    return position.state.imp, position.state.cherub


def rings(position: Position) -> list[int]:
    """The lifesavers of each seat."""
    return list(position.state.lifesavers)[: position.state.players]


# ---------------------------------------------------------------------------------------------- material and setup


def test_DYK_1_four_sides_of_a_hundred_squares_with_characters_of_their_own() -> None:
    sides = GAME.material["sides"]
    assert list(sides) == ["A1", "A2", "B1", "B2"]
    assert len({tuple(squares) for squares in sides.values()}) == 4
    for squares in sides.values():
        water = set(squares)
        assert 20 <= len(water) <= 25
        assert not water & {0, 99}
        single = [k for k in water if k - 1 not in water and k + 1 not in water]
        assert len(single) >= 0.8 * len(water)
        below = [k for k in range(100) if k not in water and k + 1 in water]
        assert 0.28 <= len(below) / (100 - len(water)) <= 0.38


def test_DYK_1_squares_count_upwards_in_a_column_and_column_after_column() -> None:
    drawn = match(3, water="3 10 129").text().splitlines()
    assert drawn[3 + 9 - 3].startswith("3  ~  .")
    assert drawn[3 + 9].startswith("0  .+ ~  .")
    assert drawn[3].split()[1 + 12] == "~"


def test_DYK_2_turned_round_square_k_becomes_99_minus_k() -> None:
    turned = sheepfold.Match("dyke", 3, material={"sides": {"A2": [10, 63], "B1": [5]}})
    turned.play(0, "lay A2r")
    turned.play(0, "lay B1")
    dyke = turned.observe()
    assert [square for square in range(200) if ground.is_water(dyke, square)] == [36, 89, 105]


@pytest.mark.parametrize(("players", "each"), [(3, 4), (4, 3), (5, 2), (6, 2), (7, 1), (8, 1)])
def test_DYK_3_cards_sheep_and_lifesavers(players: int, each: int) -> None:
    state = sheepfold.Match("dyke", players).observe()
    assert list(state.lifesavers) == [each] * players + [0] * (8 - players)
    assert state.lifesavers_boxed == 12 - players * each
    assert list(state.hand) == [0b1111111111] * players + [0] * (8 - players)
    assert list(state.square) == [0] * players + [OFF] * (8 - players)


def test_DYK_4_seat_0_holds_imp_and_cherub_and_lays_both_boards() -> None:
    begun = sheepfold.Match("dyke", 5)
    assert begun.to_act() == {0}
    assert begun.legal(0) == [f"lay {way}" for way in ("A1", "A1r", "A2", "A2r", "B1", "B1r", "B2", "B2r")]
    begun.play(0, "lay B2r")
    assert begun.legal(0) == ["lay A1", "lay A1r", "lay A2", "lay A2r"]
    begun.play(0, "lay A1")
    assert begun.to_act() == {0, 1, 2, 3, 4}
    state = begun.observe()
    assert (state.imp, state.cherub, state.starter, state.rounds) == (0, 0, 0, 1)


def test_DYK_5_sixteen_pads_of_two_kinds() -> None:
    pads = GAME.material["pads"]
    assert sum(pads.values()) == 16
    kinds = ["back10", "back20", "back30", "back40", "change3", "change5", "change7", "change9"]
    assert pads == dict.fromkeys(kinds, 2)


# ---------------------------------------------------------------------------------------------- 1. choosing


def test_DYK_6_one_to_three_cards_in_order() -> None:
    begun = match(3)
    legal = begun.legal(1)
    assert len(legal) == len(set(legal)) == 10 + 90 + 720
    assert {"play 7", "play 43", "play 109", "play 085"} <= set(legal)
    assert not {"play 77", "play 1234", "play"} & set(legal)


def test_DYK_6_only_cards_in_hand() -> None:
    position = race("●1 ▲2 ■3")
    position.state.hand[0] = 0b1000100110
    ways = ["".join(cards) for count in (1, 2, 3) for cards in permutations("1259", count)]
    assert position.legal(0) == sorted(f"play {way}" for way in ways)


def test_DYK_6_all_at_once_in_any_order() -> None:
    begun = match(3)
    begun.play(2, "play 5")
    assert begun.to_act() == {0, 1}
    begun.play(0, "play 6")
    begun.play(1, "play 7")
    assert list(begun.observe().square)[:3] == [6, 7, 5]


def test_DYK_6_digits_are_read_as_one_number_and_leading_zeros_are_allowed() -> None:
    assert line(lay(race("●10 ▲20 ■30"), "043", "07", "50")) == "●53 ▲27 ■80"


# ---------------------------------------------------------------------------------------------- 2. evaluating


def test_DYK_7_who_is_out_before_their_turn_is_passed_over() -> None:
    position = lay(race("●10 ▲199 ■20 ◆30"), "189", "7", "8", "9")
    assert line(position) == "●199 ▲- ■28 ◆39"
    assert [event.seat for event in GAME.events.read(position.told) if event.what == "revealed"] == [0, 2, 3]


def test_DYK_7_their_cards_stay_unseen() -> None:
    running = match(5)
    for seat, cards in enumerate(("197", "198", "4", "6", "7")):
        running.play(seat, f"play {cards}")
    for seat, cards in enumerate(("35", "2", "193", "192", "192")):  # Orange starts, Blue comes last
        running.play(seat, f"play {cards}")
    state = running.observe()
    assert [state.square[seat] for seat in range(5)] == [OFF, OFF, 197, 198, 199]
    assert running.to_act() == {4}  # to lay the board: the game goes on
    assert "0 play 35" in running.log(0)
    for viewer in (1, 2, 3, 4, None):
        assert running.log(viewer)[-5:] == ["0 play ?", "1 play 2", "2 play 193", "3 play 192", "4 play 192"]
    assert state.laid[0] == 0


def test_DYK_8_reveal_then_pads_one_after_another() -> None:
    position = race("●50 ▲60 ■75", held={1: ["back30", "change3", "change3"]})
    lay(position, "5", "9", "8")
    assert line(position) == "●55 ▲60 ■75"
    assert position.state.scope[1] == 9
    assert position.state.scope[2] == -1
    changes = [f"use change3 {amount}" for amount in range(-3, 4)]
    assert position.legal(1) == sorted(["done", "use back30", *changes])
    position.play("1 use change3 2", "1 use back30", "1 use change3 -1")
    assert line(position) == "●55 ▲40 ■83"


def test_DYK_8_done_keeps_the_rest_of_the_pads() -> None:
    position = lay(race("●50 ▲60 ■70", held={1: ["back30", "change3"]}), "5", "9", "8")
    position.play("1 use change3 -3", "1 done")
    assert line(position) == "●55 ▲66 ■78"
    assert [position.state.pads[1, PADS.index(kind)] for kind in ("back30", "change3")] == [1, 0]


def test_DYK_9_the_changed_scope_counts_for_moving_and_comparing() -> None:
    position = lay(race("●50 ▲60 ■70", held={1: ["change9"]}), "5", "6", "8")
    position.play("1 use change9 -4")
    assert line(position) == "●55 ▲62 ■78"
    assert rings(position) == [3, 2, 3]


def test_DYK_9_by_any_amount_up_to_the_value_but_never_below_0() -> None:
    position = lay(race("●50 ▲60 ■70", held={1: ["change5"]}), "5", "2", "8")
    assert position.legal(1) == sorted(["done", *(f"use change5 {amount}" for amount in range(-2, 6))])
    position.play("1 use change5 0")
    assert line(position) == "●55 ▲62 ■78"


def test_DYK_10_back_pads_add_up_and_follow_the_forward_move_and_all_it_causes() -> None:
    position = race("●10 ▲60 ■69", water="69", held={1: ["back10", "back30"]})
    lay(position, "5", "9", "8").play("1 use back10", "1 use back30")
    assert line(position) == "●15 ▲29 ■78"
    assert rings(position) == [2, 2, 3]


def test_DYK_11_no_pad_may_carry_a_sheep_off_to_the_left() -> None:
    position = race("●11 ▲15 ■69", held={1: ["back20", "back30", "change9"]})
    lay(position, "5", "7", "8")
    assert [text for text in position.legal(1) if "back" in text] == ["use back20"]
    position.play("1 use back20")
    assert position.legal(1) == sorted(["done", *(f"use change9 {amount}" for amount in range(-2, 10))])


def test_DYK_12_only_where_a_move_ends_matters() -> None:
    position = lay(race("●10 ▲15 ■69", water="11 12 13 14 16 17 18"), "9", "85", "8")
    assert line(position) == "●19 ▲100 ■77"
    assert rings(position) == [3, 3, 2]


def test_DYK_12_from_row_7_scope_85_goes_eight_columns_right_and_wraps_over_the_top() -> None:
    position = lay(race("●27 ▲15 ■69"), "85", "6", "8")
    column, row = divmod(position.state.square[0], 10)
    assert (column, row) == (2 + 8 + 1, 7 + 5 - 10)


def test_DYK_13_shove_chain_stops_at_an_empty_square() -> None:
    position = lay(race("●10 ▲20 ■21 ◆23"), "10", "0", "0", "0")
    assert line(position) == "●20 ▲21 ■22 ◆23"


def test_DYK_13_shoving_is_forward_also_after_running_back() -> None:
    position = lay(race("●40 ▲50 ■51", held={0: ["back10"]}), "20", "0", "0").play("0 use back10")
    assert line(position) == "●50 ▲51 ■52"


def test_DYK_13_a_sheep_that_runs_off_its_own_chain_is_not_shoved() -> None:
    assert line(lay(race("●40 ▲41 ■42"), "1", "5", "0")) == "●41 ▲47 ■43"


def test_DYK_14_there_is_room_for_all_on_the_starting_square() -> None:
    position = lay(race("●0 ▲0 ■0 ◆15", held={3: ["back20"]}), "0", "0", "4", "5").play("3 use back20")
    assert line(position) == "●0 ▲0 ■4 ◆0"


def test_DYK_14_but_only_while_the_first_board_still_lies() -> None:
    position = race("●0 ▲7 ■9 ◆15", held={3: ["back20"]}, start_lies=False)
    lay(position, "0", "1", "4", "5").play("3 use back20")
    assert line(position) == "●1 ▲8 ■13 ◆0"


def test_DYK_14_a_scope_of_0_is_no_move() -> None:
    position = lay(race("●30 ▲40 ■50", water="30"), "0", "9", "8")
    assert line(position) == "●30 ▲49 ■58"
    assert rings(position) == [2, 3, 3]  # the imp, not the water


def test_DYK_14_running_back_is_a_move_all_the_same() -> None:
    position = race("●30 ▲40 ■50", water="20", held={0: ["back10"]})
    lay(position, "0", "9", "8").play("0 use back10")
    assert rings(position) == [1, 3, 3]


def test_DYK_15_water_costs_a_lifesaver_every_time_for_movers_and_shoved() -> None:
    position = lay(race("●10 ▲19 ■30", water="19 20 21"), "9", "0", "4")
    assert line(position) == "●19 ▲20 ■34"
    assert rings(position) == [2, 1, 3]  # Orange also pays for the imp


def test_DYK_15_without_a_lifesaver_it_is_out() -> None:
    position = lay(race("●10 ▲19 ■30 ◆40", water="20", lifesavers=(1, 0, 1, 1)), "9", "8", "4", "5")
    assert line(position) == "●19 ▲- ■34 ◆45"
    assert position.state.out[1] == 1


def test_DYK_15_forward_onto_water_then_back_onto_water_costs_two() -> None:
    position = race("●10 ▲15 ■30", water="19 9", held={0: ["back10"]})
    lay(position, "9", "5", "4").play("0 use back10")
    assert line(position) == "●9 ▲20 ■34"
    assert rings(position) == [1, 3, 2]


def test_DYK_15_a_chain_onto_water_onto_the_last_square_and_off_the_dyke() -> None:
    position = race("●100 ▲197 ■198 ◆199 ★5 ✚7", water="198", lifesavers=(2, 1, 1, 1, 2, 2))
    lay(position, "97", "0", "1", "2", "3", "4")
    told = [(event.what, event.seat, event.target) for event in GAME.events.read(position.told)]
    assert told[2:8] == [
        ("ran", 0, 197),
        ("shoved", 1, 198),
        ("shoved", 2, 199),
        ("shoved", 3, 200),
        ("fell off", 3, 200),
        ("saved", 1, 198),
    ]
    assert position.state.out[3] == 1


DROWNING = {"sheep": "●100 ▲197 ■198 ◆199 ★5 ✚7", "water": "198", "lifesavers": (2, 0, 1, 1, 2, 2)}
"""Blue runs 97 and shoves Orange, who has no lifesaver, into the water, Green onto the last square, Yellow off."""


def test_DYK_15_whoever_is_put_off_the_dyke_is_out_before_the_water_is_settled() -> None:
    position = lay(race(**DROWNING), "97", "0", "9", "2", "3", "4")
    told = [(event.what, event.seat) for event in GAME.events.read(position.told)]
    assert told[3:8] == [("shoved", 1), ("shoved", 2), ("shoved", 3), ("fell off", 3), ("drowned", 1)]
    assert [position.state.out[seat] for seat in range(4)] == [0, 2, 3, 1]  # Green then runs off by itself


def test_DYK_15_the_mover_drowns_after_the_one_that_falls_off() -> None:
    position = race("●100 ▲198 ■199 ◆40 ★5 ✚7", water="198", lifesavers=(0, 2, 1, 1, 2, 2))
    lay(position, "98", "0", "9", "2", "3", "4")
    assert [position.state.out[seat] for seat in range(3)] == [2, 0, 1]


def test_DYK_15_an_imp_that_falls_off_goes_to_who_has_revealed_even_if_that_one_drowns_next() -> None:
    position = race("●199 ▲198 ■100 ◆40 ★50", water="198", lifesavers=(1, 1, 0, 2, 2))
    lay(position, "0", "0", "98", "5", "6")
    told = [(event.what, event.seat) for event in GAME.events.read(position.told)]
    fell = told.index(("fell off", 0))
    assert told[fell : fell + 4] == [("fell off", 0), ("got cherub", 2), ("drowned", 2), ("got cherub", 1)]


def test_DYK_15_by_version_1_they_went_out_in_the_order_of_the_chain() -> None:
    position = lay(race(**DROWNING, rules_version=1), "97", "0", "9", "2", "3", "4")
    assert [position.state.out[seat] for seat in range(4)] == [0, 1, 3, 2]


def test_DYK_15_the_archived_chain_went_out_as_it_did_then() -> None:
    """Version 1 put Hans, who drowned, out before Ada, who fell off; version 2 does it the other way round."""
    text = (GOLDEN / "dyke-chain.record").read_text(encoding="utf-8")
    then, now = (sheepfold.Match.replay(text.replace("rules 1", f"rules {version}")) for version in (1, 2))
    assert (then.places()[0], then.places()[7]) == (7, 8)
    assert (now.places()[0], now.places()[7]) == (8, 7)


def test_DYK_16_beyond_the_second_board_lifesavers_and_back_pads_do_not_help() -> None:
    position = race("●150 ▲15 ■30 ◆40", held={0: ["back40"]})
    lay(position, "50", "5", "4", "6").play("0 use back40")
    assert line(position) == "●- ▲20 ■34 ◆46"
    assert position.state.lifesavers_boxed == 3 + 1  # Blue's, and one for the imp


def test_DYK_16_the_last_square_is_still_on_the_dyke() -> None:
    assert line(lay(race("●150 ▲15 ■30"), "49", "5", "4")) == "●199 ▲20 ■34"


def test_DYK_17_lowest_takes_the_imp_highest_the_cherub() -> None:
    position = lay(race("●10 ▲20 ■30 ◆40", beside={"back10": 1}), "5", "3", "9", "4")
    assert holders(position) == (1, 2)


def test_DYK_17_equal_scopes_are_the_laters_loss() -> None:
    position = lay(race("●10 ▲20 ■30", beside={"back10": 1}), "085", "85", "86")
    assert holders(position) == (1, 2)
    position = lay(race("●10 ▲20 ■30", beside={"back10": 1}), "85", "085", "7")
    assert holders(position) == (2, 0)


def test_DYK_17_clockwise_from_the_starter() -> None:
    position = race("●10 ▲20 ■30", beside={"back10": 1})
    position.state.starter = position.state.imp = position.state.cherub = 2
    lay(position, "5", "5", "5")
    assert holders(position) == (1, 2)


def test_DYK_18_imp_and_cherub_go_to_those_who_have_revealed() -> None:
    # Blue lays least and holds the imp until Green shoves it off the dyke: Orange, the lowest so far, gets it.
    position = lay(race("●196 ▲20 ■10 ◆40", beside={"back10": 1}), "3", "6", "189", "9")
    assert line(position) == "●- ▲26 ■199 ◆49"
    assert ("got imp", 1) in [(event.what, event.seat) for event in GAME.events.read(position.told)]
    assert holders(position) == (1, 2)


def test_DYK_18_of_equals_the_later_gets_the_imp() -> None:
    # Blue, who holds the imp, is shoved off by Red: Orange and Green laid the same.
    position = lay(race("●196 ▲20 ■30 ◆10", beside={"back10": 1}), "3", "6", "6", "189")
    assert line(position) == "●- ▲26 ■36 ◆199"
    assert holders(position) == (2, 3)


def test_DYK_18_of_equals_the_earlier_gets_the_cherub() -> None:
    position = lay(race("●10 ▲20 ■30 ◆195", beside={"back10": 1}), "189", "6", "6", "4")
    assert line(position) == "●- ▲26 ■36 ◆199"
    assert holders(position) == (3, 1)


def test_DYK_18_start_player_off_first_of_all_both_go_to_the_next_to_reveal() -> None:
    position = lay(race("●150 ▲20 ■30 ◆10", beside={"back10": 1}, held={1: ["back10"]}), "50", "5", "4", "6")
    assert holders(position) == (1, 1)
    position.play("1 done")
    assert holders(position) == (2, 3)


def test_DYK_18_sheep_cards_lifesavers_and_unused_pads_leave_the_game() -> None:
    position = lay(race("●10 ▲199 ■30 ◆40", held={1: ["back10", "change9"]}), "189", "7", "8", "9")
    state = position.state
    assert (state.square[1], state.hand[1], state.laid[1], state.lifesavers[1]) == (OFF, 0, 0, 0)
    assert [state.pads_boxed[PADS.index(kind)] for kind in ("back10", "change9")] == [1, 1]
    assert not any(state.pads[1])


def test_DYK_18_an_imp_holder_put_out_by_the_imp_passes_nothing_on() -> None:
    position = race("●10 ▲20 ■30 ◆40", beside={"back10": 1}, lifesavers=(3, 0, 3, 3))
    lay(position, "5", "3", "9", "4")
    assert line(position) == "●15 ▲- ■39 ◆44"
    assert holders(position) == (NOBODY, 2)
    assert rings(position) == [3, 0, 3, 3]


def test_DYK_19_the_empty_first_board_goes_to_the_far_end() -> None:
    position = lay(race("●95 ▲120 ■130", water="96 107 108"), "12", "3", "4")
    assert line(position) == "●107 ▲120 ■130"
    assert position.legal(0) == ["lay A1", "lay A1r", "lay A2", "lay A2r"]
    assert [position.legal(seat) for seat in (1, 2)] == [[], []]
    position.play("0 lay A1r")
    assert line(position) == "●7 ▲23 ■34"
    assert [square for square in range(200) if ground.is_water(position.state, square)] == [7, 8, 100 + 99 - 96]
    assert position.state.first == 1
    assert position.state.start_lies == 0


def test_DYK_19_running_back_belongs_to_the_movement() -> None:
    position = lay(race("●95 ▲120 ■130", held={0: ["back20"]}), "12", "3", "4").play("0 use back20")
    assert line(position) == "●87 ▲123 ■134"


def test_DYK_19_also_if_the_last_sheep_there_was_put_out_the_next_in_the_race_chooses() -> None:
    position = lay(race("●95 ▲120 ■130 ◆140"), "105", "3", "4", "5")
    assert line(position) == "●- ▲120 ■130 ◆140"
    assert len(position.legal(1)) == 4
    assert line(position.play("1 lay A2")) == "●- ▲23 ■34 ◆45"


def test_DYK_19_after_step_3_the_cherubs_holder_chooses_after_picking() -> None:
    position = race("●95 ▲120 ■130 ◆140", beside={"back10": 1}, lifesavers=(0, 1, 1, 1))
    lay(position, "0", "3", "9", "4")
    assert line(position) == "●- ▲123 ■139 ◆144"
    assert position.legal(2) == ["pick back10"]
    position.play("2 pick back10")
    assert len(position.legal(2)) == 4
    assert line(position.play("2 lay A2")) == "●- ▲23 ■39 ◆44"
    assert position.state.rounds == 2


def test_DYK_19_with_no_sheep_left_at_all_no_board_moves() -> None:
    position = lay(race("●50 ▲60 ■70"), "987", "987", "987")
    assert line(position) == "●- ▲- ■-"
    assert position.state.first == 0
    assert "laid board" not in position.events()


# ---------------------------------------------------------------------------------------------- 3. evaluating the round


def test_DYK_20_the_imp_costs_a_lifesaver_or_the_race() -> None:
    assert rings(lay(race("●10 ▲20 ■30"), "5", "3", "9")) == [3, 2, 3]
    position = lay(race("●10 ▲20 ■30 ◆40", lifesavers=(1, 0, 1, 1)), "5", "3", "9", "6")
    assert line(position) == "●15 ▲- ■39 ◆46"


def test_DYK_21_the_cherubs_holder_picks_one_of_the_pads_left() -> None:
    position = lay(race("●10 ▲20 ■30", beside={"back10": 2, "change9": 1}), "5", "3", "9")
    assert position.legal(2) == ["pick back10", "pick change9"]
    position.play("2 pick change9")
    assert position.state.pads[2, PADS.index("change9")] == 1
    assert position.state.pads_beside[PADS.index("change9")] == 0


def test_DYK_21_with_no_pads_left_the_round_goes_on_by_itself() -> None:
    assert lay(race("●10 ▲20 ■30"), "5", "3", "9").state.rounds == 2


def test_DYK_22_played_cards_are_discarded_used_pads_and_lifesavers_leave_the_game() -> None:
    position = lay(race("●10 ▲20 ■30", held={0: ["change3"]}), "05", "3", "9").play("0 use change3 1")
    state = position.state
    assert state.hand[0] == 0b1111011110
    assert state.pads_boxed[PADS.index("change3")] == 1
    assert state.lifesavers_boxed == LIFESAVERS - 8
    assert (state.laid[0], state.scope[0]) == (0, -1)


# ---------------------------------------------------------------------------------------------- 4. next round


def test_DYK_23_a_hand_of_three_takes_all_back_a_hand_of_four_does_not() -> None:
    position = race("●10 ▲20 ■30")
    for seat in range(2):
        position.state.hand[seat] = 0b111111
    lay(position, "01", "012", "4")
    assert [bin(position.state.hand[seat]) for seat in range(3)] == ["0b111100", "0b1111111111", "0b1111101111"]


def test_DYK_24_the_cherubs_holder_starts_and_takes_the_imp() -> None:
    position = lay(race("●10 ▲20 ■30", beside={"back10": 1}), "5", "9", "3")
    assert holders(position) == (2, 1)
    position.play("1 pick back10")
    assert holders(position) == (1, 1)
    assert position.state.starter == 1
    position.play("0 play 6", "1 play 8", "2 play 7")
    assert position.state.turn == 1


# ---------------------------------------------------------------------------------------------- the end


def test_DYK_25_with_two_left_the_one_further_behind_wins() -> None:
    position = race("●10 ▲20 ■30", beside={"back10": 1}, lifesavers=(3, 3, 0))
    lay(position, "5", "9", "3")
    assert line(position) == "●15 ▲29 ■-"
    assert position.loops.acting(position.states, 0) == 0  # no pick
    assert position.loops.ended(position.states, 0) == 1
    assert position.places() == [1, 2, 3]


def test_DYK_25_no_board_is_laid_when_the_imp_ends_the_game() -> None:
    position = race("●95 ▲120 ■130", lifesavers=(0, 3, 3))
    lay(position, "0", "9", "3")
    assert line(position) == "●- ▲129 ■133"
    assert position.loops.acting(position.states, 0) == 0


def test_DYK_25_level_on_the_starting_square_is_shared() -> None:
    begun = match(3)
    for seat, cards in enumerate(("0", "0", "987")):
        begun.play(seat, f"play {cards}")
    assert begun.is_over
    assert begun.places() == [1, 1, 3]
    assert begun.ending is GAME.state.ENDINGS[2]
    assert begun.scores() == [1, 1, 0]


def test_DYK_25_the_round_is_played_to_its_end_with_two_left() -> None:
    position = lay(race("●150 ▲120 ■60", held={2: ["back10"]}), "987", "9", "5")
    assert line(position) == "●- ▲129 ■60"
    assert position.legal(2) == ["done", "use back10"]


def test_DYK_26_with_one_left_it_wins() -> None:
    position = lay(race("●50 ▲60 ■70"), "987", "987", "5")
    assert line(position) == "●- ▲- ■75"
    assert position.loops.ended(position.states, 0) == 3
    assert position.places() == [3, 2, 1]


def test_DYK_26_with_none_left_the_last_one_out_wins() -> None:
    position = lay(race("●50 ▲60 ■70"), "987", "987", "987")
    assert position.loops.ended(position.states, 0) == 4
    assert position.places() == [3, 2, 1]


def test_DYK_27_winner_other_survivor_then_by_how_long_they_stayed() -> None:
    position = race("●100 ▲197 ■150 ◆190 ★5", water="198", lifesavers=(2, 0, 1, 0, 2))
    lay(position, "97", "0", "50", "2", "3")
    # Orange drowns first, Green runs off, Red has the lowest scope left and pays the imp.
    assert line(position) == "●197 ▲- ■- ◆- ★8"
    assert position.places() == [2, 5, 4, 3, 1]
    assert position.scores() == [3, 0, 1, 2, 4]


# ---------------------------------------------------------------------------------------------- laws of this game


@pytest.mark.parametrize("players", range(3, 9))
def test_no_game_is_longer_than_its_lifesavers_allow(players: int) -> None:
    lifesavers = {3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}[players]
    rng = random.Random(players)
    for _ in range(10):
        played = careful_walk(sheepfold.Match("dyke", players), rng)
        assert played.observe().rounds <= players * lifesavers + players - 2


def careful(running: sheepfold.Match, seat: int, rng: random.Random) -> str:
    """An action that does not run off the dyke, if one is found soon."""
    state = running.observe(seat)
    legal = running.legal(seat)
    for _ in range(60):
        text = rng.choice(legal)
        if not text.startswith("play") or state.square[seat] + int(text.split()[1]) < 200:
            return text
    return legal[0]


def careful_walk(running: sheepfold.Match, rng: random.Random) -> sheepfold.Match:
    """Play to the end without running off the dyke on purpose: such games go deeper than random ones."""
    while not running.is_over:
        actor = rng.choice(sorted(running.to_act(), key=str))
        if actor == "*":
            act(running, rng)
        else:
            running.play(actor, careful(running, actor, rng))
    return running


def test_cards_are_conserved() -> None:
    rng = random.Random(5)
    running = sheepfold.Match("dyke", 5)
    while not running.is_over:
        actor = rng.choice(sorted(running.to_act(), key=str))
        running.play(actor, careful(running, int(actor), rng))
        state = running.observe()
        for seat in range(5):
            shown = set(PLAYS[state.laid[seat] - 1]) if state.laid[seat] else set()
            assert not any(state.hand[seat] >> card & 1 for card in shown)
            assert state.square[seat] != OFF or not state.hand[seat]


def test_the_longest_stories_of_one_action_can_be_told() -> None:
    """Four sheep land on a row of four, one after the other, and each of the row moves up it.

    A search for the longest story found 62 events; there is room for 96.
    """
    position = race("●0 ▲1 ■2 ◆3 ★45 ✚46 ☾47 ♥48", "52 53 54", lifesavers=(1, 1, 1, 1, 2, 2, 2, 2))
    lay(position, "45", "46", "47", "48", "1", "02", "3", "4")
    assert 40 < int(position.told["n"][0]) < 70
