"""The pictures of the printed rules of The Shepherd: what each shows happens."""

from __future__ import annotations

from tests.games.test_shepherd_dog import position


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
3   ▲2  "   "   "   "
2   ▲1" "   "   "   ●1
1   ·   "   ●2" "   "
●   0
▲   0
"""


def test_picture_3a_the_other_sheep_can_only_step_onto_an_empty_field() -> None:
    """SHE-13, SHE-14: it then stands diagonally from the dog, as the player's own sheep does, which may graze."""
    here = position(PICTURE_3).play("* throw grass dog", "0 dog b2")
    assert here.legal(1) == ["flee a2 a1"]
    here.play("1 flee a2 a1")
    assert here.legal(0) == ["graze c1"]
    here.play("0 graze c1", "* clean").shows("""
▲ to throw
sun   ☼···········
    a   b   c   d   e
3   ▲2  "   "   "   "
2   "   D"  "   "   ●1
1   ▲1  "   ●2  "   "
●   1  "
▲   0
""")


def test_picture_3b_the_dog_drives_an_own_sheep_onto_a_card_to_graze() -> None:
    """SHE-14, SHE-9: the player chooses which of the two sheep grazes."""
    here = position(PICTURE_3).play("* throw grass dog", "0 dog d2")
    assert here.legal(0) == ["flee e2 e1", "flee e2 e3"]
    here.play("0 flee e2 e3")
    assert here.legal(0) == ["graze c1", "graze e3"]


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


PICTURE_5 = """
● to throw
sun   ☼···········
game  tactical
    a   b   c   d   e
4   "   "   "   "   "
3   "   ●1" ▲1" "   "
2   "   "   "   "   "
1   "   "   "   D"  "
●   0
▲   0
"""


def test_picture_5_the_dog_walks_three_fields_and_a_chain_is_chosen() -> None:
    """SHE-18, SHE-21, SHE-9: though free fields are there, the blue sheep goes to where another stands, which moves;
    then blue grazes where it has fled to."""
    here = position(PICTURE_5).play("* throw grass dog", "0 dog b2")
    assert here.legal(0) == ["flee b3 a3", "flee b3 b4", "flee b3 c3"]
    here.play("0 flee b3 c3")
    assert here.legal(0) == ["flee c3 c4", "flee c3 d3"]
    here.play("0 flee c3 d3", "0 graze c3", "* clean").shows("""
▲ to throw
sun   ☼···········
game  tactical
    a   b   c   d   e
4   "   "   "   "   "
3   "   "   ●1  ▲1" "
2   "   D"  "   "   "
1   "   "   "   "   "
●   1  "
▲   0
""")


def test_picture_5_with_forced_chains_it_is_not_offered() -> None:
    """SHE-21."""
    forced = PICTURE_5.replace("tactical", "tactical, chains forced")
    assert position(forced).play("* throw grass dog", "0 dog b2").legal(0) == ["flee b3 a3", "flee b3 b4"]


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
