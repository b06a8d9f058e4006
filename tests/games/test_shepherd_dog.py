"""The dog of The Shepherd, basic and tactical, and the six pictures of the print."""

from __future__ import annotations

import random

import pytest

import sheepfold
from tests.support import Position, act


def position(text: str) -> Position:
    return Position("shepherd", text)


def played(players: int, *lines: str) -> sheepfold.Match:
    """A tactical match after these actions, on the whole meadow."""
    match = sheepfold.Match("shepherd", players, tactical=True)
    for line in lines:
        actor, _blank, text = line.partition(" ")
        match.play("*" if actor == "*" else int(actor), text)
    return match


# ------------------------------------------------------------------------------------ basic


def test_SHE_11_the_dog_symbol_moves_the_dog() -> None:
    here = position("""
● to throw
sun   ☼···········
    a   b   c
1   ●1  "   "
●   0
▲   0
""").play("* throw sun dog", "0 dog c1")
    here.shows("""
▲ to throw
sun   ·☼··········
    a   b   c
1   ●1  "   D"
●   0
▲   0
""")


def test_SHE_12_any_field_with_no_sheep_and_no_dog() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ●1  "   D"  "
●   0
▲   0
""")
    assert here.legal(0) == ["dog a2", "dog b1", "dog b2", "dog c2", "dog d1", "dog d2"]


def test_SHE_13_no_sheep_walks_beside_the_dog_but_diagonal_is_fine() -> None:
    here = position("""
● to play
dice  sun, sheep
sun   ☼···········
    a   b   c
3   "   "   "
2   "   ●1  "
1   "   "   D"
●   0
▲   0
""")
    assert here.legal(0) == ["move b2 a2", "move b2 b3"]


FLIGHT = """
▲ to play
dice  sun, dog
sun   ☼···········
    a   b   c   d   e
5   "   "   "   "   "
4   "   "   ●1" "   "
3   "   ▲2  "   "   "
2   "   "   ▲1  "   "
1   "   "   "   "   "
●   0
▲   0
"""


def test_SHE_14_each_owner_moves_the_scared_sheep_one_after_the_other() -> None:
    here = position(FLIGHT).play("1 dog c3")
    assert here.legal(0) == []
    assert here.legal(1) == ["flee b3 a3", "flee b3 b2", "flee b3 b4"]
    here.play("1 flee b3 b4")
    assert here.legal(1) == ["flee c2 b2", "flee c2 c1", "flee c2 d2"]
    here.play("1 flee c2 c1")
    assert here.legal(1) == []
    assert here.legal(0) == ["flee c4 c5", "flee c4 d4"]
    here.play("0 flee c4 d4").shows("""
● to throw
sun   ·☼··········
    a   b   c   d   e
5   "   "   "   "   "
4   "   ▲2" "   ●1" "
3   "   ·   D"  "   "
2   "   "   ·   "   "
1   "   "   ▲1" "   "
●   0
▲   0
""")


def test_SHE_15_the_dog_goes_only_where_all_can_get_away() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
    a   b   c
3   ●2  "   "
2   ●1  "   "
1   ▲1  "   "
●   0
▲   0
""")
    assert here.legal(0) == ["dog c1", "dog c2", "dog c3"]


IN_A_ROW = {
    "left": ("    a   b   c", '3   ●2  "   "', '2   ●1  "   "', '1   ▲1  "   "'),
    "right": ("    a   b   c", '3   "   "   ●2', '2   "   "   ●1', '1   "   "   ▲1'),
    "up": ("    a   b   c", "3   ●2  ●1  ▲1", '2   "   "   "', '1   "   "   "'),
    "down": ("    a   b   c", '3   "   "   "', '2   "   "   "', "1   ●2  ●1  ▲1"),
}


@pytest.mark.parametrize("side", IN_A_ROW)
def test_SHE_15_a_sheep_hemmed_in_at_the_edge_keeps_the_dog_away(side: str) -> None:
    lines = ["● to play", "dice  sun, dog", "sun   ☼···········", *IN_A_ROW[side], "●   0", "▲   0"]
    assert "dog b2" not in position("\n".join(lines)).legal(0)
    lonely = "\n".join(lines).replace("▲1", '" ')
    assert "dog b2" in position(lonely).legal(0)


def test_SHE_15_two_sheep_that_need_the_same_field_cannot_both_get_away() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
    a   b   c
3   ▲2  ●1  "
2   "   "   ▲1
1   "   "   ●2
●   0
▲   0
""")
    assert "dog b2" not in here.legal(0)


def test_SHE_15_no_choice_may_leave_a_later_sheep_without_a_way() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
    a   b   c
3   "   ●2  "
2   "   "   ▲1
1   "   "   ▲2
●   0
▲   0
""").play("0 dog b2")
    assert here.legal(0) == ["flee b3 a3"]
    assert here.play("0 flee b3 a3").legal(1) == ["flee c2 c3"]


def test_SHE_15_the_field_the_dog_leaves_is_a_way_out() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
    a   b   c
2   D
1   ●1  "   "
●   0
▲   0
""")
    assert "dog b1" in here.legal(0)
    assert here.play("0 dog b1").legal(0) == ["flee a1 a2"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_SHE_13_no_sheep_is_beside_the_settled_dog(players: int) -> None:
    rng = random.Random(players)
    match = sheepfold.Match("shepherd", players, sun=24)
    while not match.is_over:
        act(match, rng)
        seen = match.view()
        if seen["phase"] != match.game.state.FLEEING and seen["dog"]:
            assert not any(abs(seen["dog"] - sheep) in (1, 10) for sheep in seen["sheep"] if sheep)


# ------------------------------------------------------------------------------------ tactical


def test_SHE_18_the_dog_walks_one_to_three_fields_over_free_ones() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d   e
3   "   "   "   "   "
2   "   ●1  "   "   "
1   D   "   "   "   "
●   0
▲   0
""")
    assert here.legal(0) == ["dog a2", "dog a3", "dog b1", "dog b3", "dog c1", "dog c2", "dog d1"]


def test_SHE_18_the_first_time_it_is_put_anywhere_free() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c
3   ●2  "   "
2   ●1  "   "
1   ▲1  "   "
●   0
▲   0
""")
    assert here.legal(0) == ["dog b1", "dog b2", "dog b3", "dog c1", "dog c2", "dog c3"]


def test_SHE_18_a_dog_that_cannot_walk_stays() -> None:
    here = position("""
● to throw
sun   ☼···········
game  tactical
    a   b   c
1   D   ●1  "
●   0
▲   0
""").play("* throw sun dog")
    assert here.events() == ["thrown", "lapsed", "sun"]


def test_SHE_19_the_player_on_turn_moves_all_scared_sheep_in_any_order() -> None:
    here = position(FLIGHT.replace("    a ", "game  tactical\n    a ")).play("1 dog c3")
    assert here.legal(0) == []
    assert {text.split()[1] for text in here.legal(1)} == {"b3", "c2", "c4"}
    here.play("1 flee c4 d4", "1 flee b3 a3")
    assert here.legal(1) == ["flee c2 b2", "flee c2 c1", "flee c2 d2"]


def test_SHE_20_a_scared_sheep_may_run_off_the_edge_and_come_back_opposite() -> None:
    """In the corner the rows are shorter: b1 and g1 are opposite."""
    match = played(
        2, "* starter 0", "* throw sheep sheep", "0 move d1 c1", "0 move c1 b1", "* throw sun dog", "1 dog c1"
    )
    assert sorted(match.legal(1)) == ["flee b1 b2", "flee b1 b8", "flee b1 g1"]
    match.play(1, "flee b1 g1")
    assert match.told()[0].what == "round the edge"


def test_SHE_20_column_a_ends_at_a2_and_a7() -> None:
    match = played(
        3, "* starter 1", "* throw sheep sheep", "1 move a4 a3", "1 move a3 a2", "* throw sun dog", "2 dog a3"
    )
    assert sorted(match.legal(2)) == ["flee a2 a7", "flee a2 b2", "flee a2 h2"]


CROWD = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
4   "   "   "   "
3   "   ▲1  "   "
2   "   ●1  "   "
1   "   ·   D   "
●   0
▲   0
"""


def test_SHE_21_who_finds_a_free_field_pushes_nobody() -> None:
    assert position(CROWD).play("0 dog b1").legal(0) == ["flee b2 a2", "flee b2 c2"]


def test_SHE_21_with_free_chains_it_may() -> None:
    here = position(CROWD.replace("tactical", "tactical, chains free")).play("0 dog b1")
    assert here.legal(0) == ["flee b2 a2", "flee b2 b3", "flee b2 c2"]


def test_SHE_21_a_sheep_without_a_free_field_pushes_another_which_moves_at_once() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
4   "   "   "   "
3   "   ▲1  "   "
2   ●2  ●1  ▲2  "
1   "   ·   D   "
●   0
▲   0
""").play("0 dog b1")
    assert here.legal(0) == ["flee b2 a2", "flee b2 b3", "flee b2 c2"]
    here.play("0 flee b2 b3")
    here.shows("""
● sheep flee from the dog
dice  sun, (dog)
sun   ☼···········
game  tactical
chain ●1 > ▲1
    a   b     c   d
4   "   "     "   "
3   "   ●1▲1  "   "
2   ●2  ·     ▲2  "
1   "   D     ·   "
●   0
▲   0
""")
    assert here.legal(0) == ["flee b3 a3", "flee b3 b4", "flee b3 c3"]
    here.play("0 flee b3 b4").shows("""
▲ to throw
sun   ·☼··········
game  tactical
    a   b   c   d
4   "   ▲1" "   "
3   "   ●1  "   "
2   ●2  ·   ▲2  "
1   "   D   ·   "
●   0
▲   0
""")


NO_WAY_OUT = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
3   "       ▲1
2   ▲2  ●2  ●1
1           ·   D
●   0
▲   0
"""


def test_SHE_21_a_step_onto_a_sheep_that_could_not_get_away_is_not_offered() -> None:
    """Onto ▲1 on c3 it may not go: that sheep could only run round the edge onto the dog."""
    assert position(NO_WAY_OUT).play("0 dog c1").legal(0) == ["flee c2 a2", "flee c2 b2"]


def test_SHE_21_a_sheep_moves_once_in_a_chain() -> None:
    here = position(NO_WAY_OUT).play("0 dog c1", "0 flee c2 b2")
    assert here.legal(0) == ["flee b2 a2"]
    assert here.play("0 flee b2 a2").legal(0) == ["flee a2 a3"]
    here.play("0 flee a2 a3").shows("""
▲ to throw
sun   ·☼··········
game  tactical
    a   b   c   d
3   ▲2"     ▲1
2   ●2  ●1  ·
1           D   ·
●   0
▲   0
""")


def test_SHE_21_a_sheep_with_no_way_at_all_stays() -> None:
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
1   ●1  "   D   ▲1
●   0
▲   0
""").play("0 dog b1")
    assert here.events() == ["dog walked", "stayed", "sun"]
    here.shows("""
▲ to throw
sun   ·☼··········
game  tactical
    a   b   c   d
1   ●1  D"  ·   ▲1
●   0
▲   0
""")


def test_SHE_21_a_way_that_leads_to_the_same_field_twice_is_offered_once() -> None:
    """From c1 both up and down, off the edge, lead to c2."""
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c
2       "   "
1   D   "   ●1
●   0
▲   0
""").play("0 dog b1")
    assert here.legal(0) == ["flee c1 c2"]


# ------------------------------------------------------------------------------------ the pictures of the print


def test_picture_1_a_sheep_moves_and_the_sun_goes_on() -> None:
    """SHE-8, SHE-10: sheep and sun; nobody jumps over a neighbour."""
    here = position("""
● to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ●1  ▲1  "   ●2
●   0
▲   0
""").play("* throw sun sheep")
    assert here.legal(0) == ["move a1 a2", "move d1 c1", "move d1 d2"]
    here.play("0 move a1 a2").shows("""
▲ to throw
sun   ·☼··········
    a   b   c   d
2   ●1" "   "   "
1   ·   ▲1  "   ●2
●   0
▲   0
""")


def test_picture_2_the_sheep_on_an_empty_field_moves_and_the_other_grazes() -> None:
    """SHE-7, SHE-9."""
    here = position("""
● to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   "   ●1" "   ●2
●   0
▲   0
""").play("* throw sheep grass", "0 move d1 d2", "0 graze b1", "* clean")
    here.shows("""
▲ to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   ●2"
1   "   ●1  "   ·
●   1  "
▲   0
""")


PICTURE_3 = """
● to throw
sun   ☼···········
    a   b   c   d   e
3   "   "   "   "   "
2   ▲1" "   "   ●1  ●2"
1   ·   ▲2  "   "   "
●   0
▲   0
"""


def test_picture_3a_the_other_sheep_can_only_step_onto_an_empty_field() -> None:
    """SHE-14: from a2, with the dog on a3, only the bare a1 is left once b2 is taken."""
    blocked = PICTURE_3.replace('2   ▲1" "  ', '2   ▲1" ▲2 ').replace("1   ·   ▲2", '1   ·   " ')
    here = position(blocked).play("* throw grass dog", "0 dog a3")
    assert here.legal(1) == ["flee a2 a1"]
    here.play("1 flee a2 a1")
    assert here.legal(0) == ["graze e2"]


def test_picture_3b_the_dog_drives_an_own_sheep_onto_a_card_to_graze() -> None:
    """SHE-14, SHE-9: the player chooses which of the two sheep grazes."""
    here = position(PICTURE_3).play("* throw grass dog", "0 dog c2")
    assert here.legal(0) == ["flee d2 d1", "flee d2 d3"]
    here.play("0 flee d2 d3")
    assert here.legal(0) == ["graze d3", "graze e2"]


def test_picture_4_a_worm_in_the_pile_costs_it_and_one_more() -> None:
    """SHE-17: seven cards with a worm count five, so the pile of six wins."""
    here = position("""
● to throw
sun   ···☼
game  worms unseen
    a   b   c   d   e   f
1   ●1  "   "   "   "   ▲1
●   7  ######"
▲   6  ######
""").play("* throw sun sheep", "0 move a1 b1", "* worm")
    here.shows("""
● the game is over: the sun is back where it started
sun   ☼···
game  worms unseen
    a   b   c   d   e   f
1   ·   ●1" "   "   "   ▲1
●   5  ######"  turned 1, worms 1
▲   6  ######
""")


def test_picture_5_the_dog_walks_three_fields_and_a_chain_follows() -> None:
    """SHE-18, SHE-21: with free chains the blue sheep goes to where another stands, which moves; then blue grazes."""
    here = position("""
● to throw
sun   ☼···········
game  tactical, chains free
    a   b   c   d   e
4   "   "   "   "   "
3   "   ●1" ▲1" "   "
2   "   "   "   "   "
1   "   "   "   D"  "
●   0
▲   0
""").play("* throw grass dog", "0 dog b2", "0 flee b3 c3")
    assert here.legal(0) == ["flee c3 c4", "flee c3 d3"]
    here.play("0 flee c3 d3", "0 graze c3", "* clean").shows("""
▲ to throw
sun   ☼···········
game  tactical, chains free
    a   b   c   d   e
4   "   "   "   "   "
3   "   "   ●1  ▲1" "
2   "   D"  "   "   "
1   "   "   "   "   "
●   1  "
▲   0
""")


def test_picture_6_left_right_or_off_the_edge_and_back_opposite() -> None:
    """SHE-18, SHE-20: the dog goes one up and one across; the sheep at the edge has three ways."""
    here = position("""
● to throw
sun   ☼···········
game  tactical
    a   b   c   d
4   "   "   ▲1  "
3   "   "   "   "
2   "   D"  "   "
1   "   "   ·   "
●   0
▲   0
""").play("* throw sun dog", "0 dog c3")
    assert here.legal(0) == ["flee c4 b4", "flee c4 c1", "flee c4 d4"]
    here.play("0 flee c4 c1").shows("""
▲ to throw
sun   ·☼··········
game  tactical
    a   b   c   d
4   "   "   ·   "
3   "   "   D"  "
2   "   "   "   "
1   "   "   ▲1  "
●   0
▲   0
""")
