"""The extensions of the dyke: more boards, molehills, puddles and pads."""

from __future__ import annotations

from typing import Any

from sheepfold.games.dyke import ground
from sheepfold.testing import Position
from tests.games.test_dyke import lay, line, match, race, rings


def test_DYK_X1_whoever_lays_a_board_anew_may_put_puddles() -> None:
    position = lay(race("●95 ▲120 ■130", water="20", rain=2), "12", "3", "4").play("0 lay A1")
    land = [k for k in range(1, 99) if k != 20]
    assert position.legal(0) == sorted(["dry", *(f"puddle {k}" for k in land)])
    position.play("0 puddle 40")
    assert "puddle 40" not in position.legal(0)
    position.play("0 puddle 50")  # after the second the game goes on by itself
    assert line(position) == "●7 ▲23 ■34"
    assert [square for square in range(200) if ground.is_water(position.state, square)] == [120, 140, 150]


def test_DYK_X1_dry_stops_and_puddles_are_gone_when_the_board_is_laid_again() -> None:
    position = lay(race("●95 ▲120 ■130", rain=9), "12", "3", "4").play("0 lay A1", "0 puddle 7", "0 dry")
    assert line(position) == "●7 ▲23 ■34"
    assert ground.is_water(position.state, 107)
    position = lay(race("●95 ▲120 ■130", rain=1), "12", "3", "4").play("0 lay A1", "0 puddle 7")
    state = position.state
    for seat in range(3):
        state.square[seat] += 100
    state.square[0] = 99
    lay(position, "3", "5", "6").play("0 lay B1", "0 dry")
    assert ground.is_water(position.state, 7)
    for seat in range(3):
        state.square[seat] += 100
    state.square[0] = 99
    state.hand[0] = 0b1111111111
    position.play(*(f"{seat} play {8 + (seat == 1)}" for seat in range(3)))
    chooser = position.state.chooser
    position.play(f"{chooser} lay A1")
    assert not any(ground.is_water(position.state, square) for square in range(200))


def test_DYK_X1_a_puddle_is_water() -> None:
    position = lay(race("●95 ▲120 ■130", rain=1), "12", "3", "4").play("0 lay A1", "0 puddle 30")
    position.play("0 play 8", "1 play 107", "2 play 9")
    assert line(position) == "●15 ▲130 ■43"
    assert rings(position) == [2, 1, 3]  # the imp took one of Orange's, then one of Blue's; the puddle one of Orange's


def test_DYK_X1_at_the_start_it_does_not_rain() -> None:
    assert match(3, rain=9).to_act() == {0, 1, 2}


def test_DYK_X2_chance_puts_a_molehill_on_each_board() -> None:
    begun = match(3, water="1 2 3 104", molehills=True)
    assert begun.to_act() == {"*"}
    chances = begun.chance()
    assert set(chances) == {f"molehill {k}" for k in range(4, 99)}
    assert len(set(chances.values())) == 1
    begun.play("*", "molehill 40")
    assert set(begun.chance()) == {f"molehill {k}" for k in range(1, 99) if k != 4}
    begun.play("*", "molehill 60")
    assert begun.to_act() == {0, 1, 2}
    assert list(begun.observe().molehill) == [40, 60]


def with_molehills(sheep: str, water: str = "", **how: Any) -> Position:
    """Molehills on 40 and 160, and water that came with boards laid anew."""
    position = race(sheep, molehills=True, **how).play("* molehill 40", "* molehill 60")
    for square in map(int, water.split()):
        side, k = (0, square) if square < 100 else (2, square - 100)
        position.state.water[side, k // 50] |= 1 << (k % 50)
    return position


def test_DYK_X2_who_stands_on_one_comes_out_of_the_other_without_shoving_or_a_price() -> None:
    position = lay(with_molehills("●35 ▲20 ■30", water="160"), "5", "9", "8")
    assert line(position) == "●160 ▲29 ■38"
    assert rings(position) == [2, 3, 3]  # the imp


def test_DYK_X2_two_sheep_change_places() -> None:
    assert line(lay(with_molehills("●35 ▲155 ■30"), "5", "05", "8")) == "●160 ▲40 ■38"


def test_DYK_X2_before_the_pick_and_the_board() -> None:
    position = lay(with_molehills("●35 ▲120 ■130", beside={"back10": 1}), "5", "9", "8")
    assert line(position) == "●160 ▲129 ■138"
    assert position.legal(1) == ["pick back10"]
    position.play("1 pick back10")
    assert len(position.legal(1)) == 4  # the first board is empty now


def test_DYK_X2_not_when_the_imp_has_ended_the_game() -> None:
    position = lay(with_molehills("●35 ▲120 ■30", lifesavers=(3, 3, 0)), "5", "9", "4")
    assert line(position) == "●40 ▲129 ■-"


def test_DYK_X2_a_molehill_on_water_is_water_first() -> None:
    position = lay(with_molehills("●35 ▲20 ■31", water="40"), "5", "9", "8")
    assert line(position) == "●160 ▲29 ■39"
    assert rings(position) == [1, 3, 3]  # the water and the imp


def test_DYK_X2_re_laid_boards_keep_the_molehill_on_its_place_in_the_row() -> None:
    position = lay(with_molehills("●95 ▲120 ■130"), "12", "3", "4").play("0 lay A2r")
    assert list(position.state.molehill) == [40, 60]
    drawn = str(position)
    assert "molehills 60 140" in drawn
