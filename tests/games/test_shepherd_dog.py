"""The dog of The Shepherd, basic and tactical, and the six pictures of the print."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sheepfold
from sheepfold.games.shepherd import state
from sheepfold.testing import Position, act


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


@pytest.mark.parametrize("options", [{}, {"tactical": True}, {"tactical": True, "chains": "forced"}], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_SHE_13_no_sheep_rests_beside_the_dog_in_either_game(players: int, options: dict[str, Any]) -> None:
    rng = random.Random(players)
    match = sheepfold.Match("shepherd", players, sun=24, **options)
    while not match.is_over:
        act(match, rng)
        seen = match.view()
        if seen["phase"] != state.FLEEING and seen["dog"]:
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
    assert here.legal(0) == ["dog a2", "dog a3", "dog b1", "dog b3", "dog c1", "dog c2", "dog d1", "dog stay"]


PUT_FIRST = """
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
"""


def test_SHE_18_the_first_time_it_is_put_anywhere_free_from_where_the_sheep_can_get_away() -> None:
    """From b2 the sheep on a2 runs round the edge; where the meadow is two columns wide, that leads to the dog."""
    assert position(PUT_FIRST).legal(0) == ["dog b1", "dog b2", "dog b3", "dog c1", "dog c2", "dog c3"]
    narrow = PUT_FIRST.replace('●2  "   "', '●2  "').replace('●1  "   "', '●1  "').replace('▲1  "   "', '▲1  "')
    assert position(narrow).legal(0) == ["dog b1", "dog b3"]


def test_SHE_18_the_dog_may_stay_which_uses_the_symbol_and_scares_nobody() -> None:
    here = position("""
● to play
dice  grass, dog
sun   ☼···········
game  tactical
    a   b   c   d   e
3   "   "   "   "   "
2   "   ●1" "   "   "
1   D   "   "   "   "
●   0
▲   0
""").play("0 dog stay")
    assert here.events() == ["dog stayed"]
    here.shows("""
● to play
dice  grass, (dog)
sun   ☼···········
game  tactical
    a   b   c   d   e
3   "   "   "   "   "
2   "   ●1" "   "   "
1   D   "   "   "   "
●   0
▲   0
""")


def test_SHE_18_a_dog_that_is_not_on_the_board_cannot_stay_nor_does_it_in_the_basic_game() -> None:
    assert "dog stay" not in position(PUT_FIRST).legal(0)
    assert "dog stay" not in position(FLIGHT).legal(1)
    beside = FLIGHT.replace('5   "', "5   D")
    assert "dog stay" not in position(beside).legal(1)
    assert "dog stay" in position(beside.replace("    a ", "game  tactical\n    a ")).legal(1)


HEMMED_IN = """
● to throw
sun   ☼···········
game  tactical
    a   b   c
1   D   ●1  "
●   0
▲   0
"""


def test_SHE_18_a_dog_that_cannot_walk_can_stay() -> None:
    here = position(HEMMED_IN).play("* throw sun dog")
    assert here.legal(0) == ["dog stay"]


def test_SHE_18_by_version_1_it_had_to_walk_if_it_could() -> None:
    here = position(HEMMED_IN.replace("tactical", "tactical, version 1")).play("* throw sun dog")
    assert here.events() == ["thrown", "lapsed", "sun"]
    walking = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical, version 1
    a   b   c
2   "   "   "
1   D   "   ●1
●   0
▲   0
""")
    assert walking.legal(0) == ["dog a2", "dog b1", "dog b2", "dog c2"]


TINY = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c
2       D   "
1   ●1  "   ●2
●   0
▲   0
"""


def test_SHE_15_the_tactical_dog_stops_only_where_all_can_get_away() -> None:
    """On b1 it would scare both, and for the one on a1 there is nowhere to go."""
    assert position(TINY).legal(0) == ["dog c2", "dog stay"]
    assert position(TINY.replace("●1", '" ')).legal(0) == ["dog a1", "dog b1", "dog c2", "dog stay"]


ONE_WAY = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b
3   "   ●2
2   ●1  "
1   "
●   0
▲   0
"""


def test_SHE_15_no_flight_may_leave_a_later_sheep_without_a_way() -> None:
    """From b3 there is only b2 to run to, so nobody else goes there first."""
    here = position(ONE_WAY).play("0 dog a3")
    assert here.legal(0) == ["flee a2 a1", "flee b3 b2"]
    here.play("0 flee b3 b2")
    assert here.legal(0) == ["flee a2 a1"]  # whoever were pushed off b2 could only go back


def test_SHE_15_by_version_1_a_flight_could_leave_a_later_sheep_without_a_way() -> None:
    here = position(ONE_WAY.replace("tactical", "tactical, version 1")).play("0 dog a3")
    assert here.legal(0) == ["flee a2 a1", "flee a2 b2", "flee b3 b2"]
    assert "stayed" in here.play("0 flee a2 b2").events()


def test_SHE_15_by_version_1_the_tactical_dog_stopped_anywhere() -> None:
    here = position(TINY.replace("tactical", "tactical, version 1"))
    assert here.legal(0) == ["dog b1", "dog c2"]
    here.play("0 dog b1", "0 flee c1 c2")
    assert here.events() == ["fled", "stayed", "sun"]


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


def test_SHE_21_a_chain_may_be_chosen_though_there_is_a_free_field() -> None:
    assert position(CROWD).play("0 dog b1").legal(0) == ["flee b2 a2", "flee b2 b3", "flee b2 c2"]


@pytest.mark.parametrize("words", ["chains forced", "chains forced, version 1"])
def test_SHE_21_with_forced_chains_who_finds_a_free_field_pushes_nobody(words: str) -> None:
    here = position(CROWD.replace("tactical", f"tactical, {words}")).play("0 dog b1")
    assert here.legal(0) == ["flee b2 a2", "flee b2 c2"]


def test_SHE_21_forced_chains_are_an_option_of_the_tactical_game_and_were_the_rule_in_version_1() -> None:
    with pytest.raises(sheepfold.BadOption, match="need `tactical`"):
        sheepfold.Match("shepherd", 2, chains="forced")
    free = sheepfold.Match("shepherd", 2, tactical=True)
    forced = sheepfold.Match("shepherd", 2, tactical=True, chains="forced")
    old = sheepfold.Match("shepherd", 2, tactical=True, rules_version=1)
    assert [match.view()["chains_free"] for match in (free, forced, old)] == [1, 0, 0]
    assert "option chains" not in free.record() + old.record()
    assert "option chains forced\n" in forced.record()
    older = sheepfold.Match("shepherd", 2, tactical=True, chains="free", rules_version=1)
    assert "rules 1\nplayers 2\noption tactical\noption chains free\n" in older.record()
    for match in (free, forced, old, older, sheepfold.Match("shepherd", 2, rules_version=1)):
        assert sheepfold.Match.replay(match.record()).options == match.options
        assert match.copy().options == match.options


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


NOWHERE = """
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d
1   ●1  "   D   ▲1
●   0
▲   0
"""


def test_SHE_15_a_stop_beside_a_sheep_with_no_way_at_all_is_not_offered() -> None:
    assert position(NOWHERE).legal(0) == ["dog stay"]


def test_SHE_21_by_version_1_a_sheep_with_no_way_at_all_stayed() -> None:
    here = position(NOWHERE.replace("tactical", "tactical, chains forced, version 1")).play("0 dog b1")
    assert here.events() == ["dog walked", "stayed", "sun"]
    here.shows("""
▲ to throw
sun   ·☼··········
game  tactical, chains forced, version 1
    a   b   c   d
1   ●1  D"  ·   ▲1
●   0
▲   0
""")


def test_SHE_21_a_chain_does_not_come_back_to_a_sheep_that_has_moved_in_it() -> None:
    """Round the ring of sheep: whoever stands on e5 could only push back those who have just come."""
    here = position("""
● to play
dice  sun, dog
sun   ☼···········
game  tactical
    a   b   c   d   e   f   g
7   "   "   "   "   "   "   "
6   "   "   "   "   ■2  ■1  "
5   "   "   "   "   ◆1  ▲2  "
4   "   "   "   "   ●1  ▲1  "
3   "   "   D   "   "   "   "
●   0
▲   0
■   0
◆   0
""").play("0 dog d4", "0 flee e4 f4", "0 flee f4 f5", "0 flee f5 f6", "0 flee f6 e6")
    assert here.legal(0) == ["flee e6 d6", "flee e6 e7"]
    assert "flee e6 e5" in sheepfold.game("shepherd").by_text


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
