"""The Shepherd, rule by rule: a picture in, an action, a picture out. The dog is in test_shepherd_dog.py.

Meadows are as small as their rule allows; where only the whole one will do, a match is played.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadOption
from sheepfold.core.kit import source
from sheepfold.games.shepherd import rules, state
from sheepfold.testing import Position, walk


def position(text: str) -> Position:
    return Position("shepherd", text)


def started(players: int = 2, starter: int = 0, **options: Any) -> sheepfold.Match:
    match = sheepfold.Match("shepherd", players, **options)
    match.play("*", f"starter {starter}")
    return match


# ------------------------------------------------------------------------------------ material and setup


def test_SHE_1_the_meadow_has_the_numbers_of_the_print() -> None:
    rows = sheepfold.Match("shepherd", 4).text().splitlines()
    meadow = "".join(row[1:] for row in rows if row[:1].isdigit())
    assert meadow.count('"') == 44
    assert meadow.count("#") == 8
    assert len(meadow.split()) == 60
    seen = sheepfold.Match("shepherd", 4).view()
    assert (seen["light_left"], seen["pairs_left"], seen["worms_left"]) == (44, 8, 4)


def test_SHE_2_four_of_the_light_cards_hide_a_worm() -> None:
    match = started()
    match.play("*", "throw sheep grass")
    match.play(0, "move d1 d2")
    match.play(0, "graze d2")
    assert match.chance() == {"worm": Fraction(4, 44), "clean": Fraction(40, 44)}


def test_SHE_2_where_every_unseen_card_is_a_worm_nothing_else_can_come() -> None:
    here = position("""
● to play
dice  (sheep), grass
sun   ☼···········
    a   b   c   d   e
1   ●1" "   "   "   #
●   0
▲   0
""").play("0 graze a1")
    assert here.legal("*") == ["worm"]


@pytest.mark.parametrize(
    ("players", "sides"),
    [
        (2, {"d1": "●1", "e1": "●2", "d8": "▲1", "e8": "▲2", "a4": "·", "h5": "·"}),
        (3, {"d1": "●1", "a4": "▲1", "a5": "▲2", "d8": "■1", "e8": "■2", "h4": "·"}),
        (4, {"e1": "●2", "a4": "▲1", "d8": "■1", "h4": "◆1", "h5": "◆2"}),
    ],
)
def test_SHE_3_sheep_start_in_front_of_their_players(players: int, sides: dict[str, str]) -> None:
    rows = sheepfold.Match("shepherd", players).text().splitlines()
    for field, shown in sides.items():
        row = next(row for row in rows if row.startswith(field[1]))
        start = 4 + 6 * "abcdefgh".index(field[0])
        assert row[start : start + 6].strip() == shown


def test_SHE_3_an_empty_starting_field_is_an_ordinary_field() -> None:
    match = started(2)
    match.play("*", "throw sheep dog")
    assert "dog a4" in match.legal(0)


def test_SHE_4_the_faces_of_the_dice() -> None:
    chances = started().chance()
    assert sum(chances.values()) == 1
    assert chances["throw sheep sheep"] == Fraction(3, 36)
    assert chances["throw sheep grass"] == Fraction(9, 36)
    assert chances["throw grass dog"] == Fraction(4, 36)
    assert chances["throw sun dog"] == Fraction(2, 36)


def test_SHE_5_the_dog_is_beside_the_board_and_the_sun_at_its_start() -> None:
    match = sheepfold.Match("shepherd", 2)
    assert match.view()["dog"] == 0
    assert "☼···········\n" in match.text()
    assert "☼···\n" in sheepfold.Match("shepherd", 2, sun=4).text()


@pytest.mark.parametrize("sun", [3, 25, "12", True])
def test_SHE_5_the_sun_has_4_to_24_places(sun: object) -> None:
    with pytest.raises(BadOption, match="4 to 24"):
        sheepfold.Match("shepherd", 2, sun=sun)


def test_SHE_6_earlier_seats_are_likelier_to_throw_two_sheep_first() -> None:
    chances = sheepfold.Match("shepherd", 3).chance()
    whole = 1 + Fraction(11, 12) + Fraction(11, 12) ** 2
    assert chances == {f"starter {seat}": Fraction(11, 12) ** seat / whole for seat in range(3)}
    match = started(3, starter=2)
    match.play("*", "throw sheep sheep")
    assert match.to_act() == {2}


# ------------------------------------------------------------------------------------ a turn

BOTH_WAYS = """
● to play
dice  sheep, grass
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ●1" "   ·   "
●   0
▲   0
"""


def test_SHE_7_both_symbols_in_the_order_one_likes() -> None:
    assert position(BOTH_WAYS).legal(0) == ["graze a1", "move a1 a2", "move a1 b1"]
    grazed_first = position(BOTH_WAYS).play("0 graze a1", "* clean", "0 move a1 b1")
    moved_first = position(BOTH_WAYS).play("0 move a1 b1", "0 graze b1", "* clean")
    grazed_first.shows("""
▲ to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ·   ●1" ·   "
●   1  "
▲   0
""")
    moved_first.shows("""
▲ to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   "   ●1  ·   "
●   1  "
▲   0
""")


def test_SHE_7_one_symbol_may_open_the_other() -> None:
    here = position("""
● to throw
sun   ☼···········
    a   b
1   ●1  "
●   0
▲   0
""").play("* throw sheep grass")
    assert here.legal(0) == ["move a1 b1"]
    assert here.play("0 move a1 b1").legal(0) == ["graze b1"]


def test_SHE_7_one_symbol_may_close_the_other() -> None:
    here = position("""
● to throw
sun   ☼···········
    a   b
1   ●1" ·
●   0
▲   0
""").play("* throw sheep grass")
    assert here.legal(0) == ["graze a1", "move a1 b1"]
    assert here.play("0 move a1 b1").legal("*")
    assert here.events() == ["moved", "lapsed"]


def test_SHE_7_what_cannot_be_used_is_lost() -> None:
    here = position("""
● to throw
sun   ☼···········
    a   b   c
1   ●1  ▲1  "
●   0
▲   0
""").play("* throw sheep grass")
    here.shows("""
▲ to throw
sun   ☼···········
    a   b   c
1   ●1  ▲1  "
●   0
▲   0
""")
    assert here.events() == ["thrown", "lapsed", "lapsed"]


def test_SHE_8_one_field_up_down_left_or_right_onto_a_free_field() -> None:
    here = position("""
● to play
dice  sheep, sheep
sun   ☼···········
    a   b   c   d
4   "   "   "   "
3   ●2  "   "   "
2   "   ●1  ▲1  "
1   D   "   "
●   0
▲   0
""")
    assert here.legal(0) == ["move a3 a4", "move a3 b3", "move b2 b3"]
    here.play("0 move b2 b3")
    assert here.legal(0) == ["move a3 a4", "move b3 b2", "move b3 b4", "move b3 c3"]
    here.play("0 move b3 c3").shows("""
▲ to throw
sun   ☼···········
    a   b   c   d
4   "   "   "   "
3   ●2  "   ●1" "
2   "   ·   ▲1  "
1   D   "   "
●   0
▲   0
""")


def test_SHE_9_grass_is_taken_by_any_own_sheep_that_stands_on_a_card() -> None:
    here = position("""
● to play
dice  grass, grass
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ●1# ●2" ▲1" "
●   0
▲   0
""")
    assert here.legal(0) == ["graze a1", "graze b1"]
    here.play("0 graze a1", "0 graze b1", "* clean").shows("""
▲ to throw
sun   ☼···········
    a   b   c   d
2   "   "   "   "
1   ●1  ●2  ▲1" "
●   3  ##"
▲   0
""")


@pytest.mark.parametrize("game", ["", "game  tactical"])
def test_SHE_9_in_both_games_a_sheep_grazes_where_it_stands_when_the_symbol_is_used(game: str) -> None:
    here = position(f"""
● to play
dice  sheep, grass
sun   ☼···········
{game}
    a   b   c   d
2   "   "   "   "
1   ●1# "   "   ▲1
●   0
▲   0
""").play("0 move a1 b1")
    assert here.legal(0) == ["graze b1"]


def test_SHE_10_the_sun_goes_on_after_the_other_symbol() -> None:
    here = position("""
● to throw
sun   ·☼··
    a   b
1   ●1  "
●   0
▲   0
""").play("* throw sun sheep")
    assert here.state.sun == 1
    here.play("0 move a1 b1")
    assert here.events() == ["moved", "sun"]
    assert here.state.sun == 2


# ------------------------------------------------------------------------------------ worms

WORM_OR_NOT = """
● to play
dice  (sheep), grass
sun   ☼···········
    a   b   c   d   e   f
2   "   "   "   "   "   "
1   ●1" "   "   ▲1  "   "
●   0
▲   0
"""


def test_SHE_16_a_worm_stays_on_its_field_and_cannot_be_grazed_again() -> None:
    here = position(WORM_OR_NOT).play("0 graze a1", "* worm")
    here.shows("""
▲ to throw
sun   ☼···········
    a   b   c   d   e   f
2   "   "   "   "   "   "
1   ●1~ "   "   ▲1  "   "
●   0
▲   0
""")
    here.play("* throw sun grass", "* throw grass grass")
    assert here.events() == ["thrown", "lapsed", "lapsed"]


def test_SHE_16_the_sheep_on_a_worm_is_not_held() -> None:
    here = position(WORM_OR_NOT.replace("(sheep), grass", "sheep, grass")).play("0 graze a1", "* worm")
    assert here.legal(0) == ["move a1 a2", "move a1 b1"]
    here.play("0 move a1 b1").shows("""
▲ to throw
sun   ☼···········
    a   b   c   d   e   f
2   "   "   "   "   "   "
1   ~   ●1" "   ▲1  "   "
●   0
▲   0
""")


def test_SHE_16_the_worms_left_are_among_the_unseen_cards() -> None:
    here = position(WORM_OR_NOT)
    game = sheepfold.game("shepherd")
    here.play("0 graze a1", "* worm")
    assert (here.state.worms_left, here.state.light_left) == (3, 10)
    assert rules.weight(here.state, game.by_text["worm"]) == 3
    assert rules.weight(here.state, game.by_text["clean"]) == 7


UNSEEN = """
● to play
dice  (sheep), grass
sun   ···☼
game  worms unseen
    a   b   c   d
1   ●1" "   ▲1  "
●   3  ##"
▲   2  ""
"""


def test_SHE_17_cards_are_taken_unturned() -> None:
    position(UNSEEN).play("0 graze a1").shows("""
▲ to throw
sun   ···☼
game  worms unseen
    a   b   c   d
1   ●1  "   ▲1  "
●   4  ##""
▲   2  ""
""")


def test_SHE_17_at_the_end_all_light_cards_are_turned_over_seat_by_seat() -> None:
    here = position(UNSEEN).play("0 graze a1", "* throw sun grass")
    assert here.events() == ["thrown", "lapsed", "sun"]
    assert here.legal("*") == ["clean", "worm"]
    here.play("* clean", "* worm", "* worm").shows("""
▲ the cards are turned over: the sun is back where it started
sun   ☼···
game  worms unseen
    a   b   c   d
1   ●1  "   ▲1  "
●   2  ##""  turned 2, worms 1
▲   0  ""  turned 1, worms 1
""")
    here.play("* worm")
    assert here.events() == ["worm in the pile", "ended"]
    assert [rules.grass_of(here.state, seat) for seat in (0, 1)] == [2, 0]


def test_SHE_22_a_worm_is_turned_back_and_grazed_again_in_vain() -> None:
    here = position(WORM_OR_NOT.replace("    a", "game  tactical\n    a"))
    here.play("0 graze a1", "* worm")
    assert here.events() == ["worm turned back"]
    here.play("* throw sun grass", "* throw grass grass")
    assert here.legal(0) == ["graze a1"]
    here.play("0 graze a1")
    assert here.events() == ["in vain"]
    assert here.legal(0) == ["graze a1"]
    here.play("0 graze a1").shows("""
▲ to throw
sun   ·☼··········
game  tactical
    a   b   c   d   e   f
2   "   "   "   "   "   "
1   ●1~ "   "   ▲1  "   "
●   0
▲   0
""")


# ------------------------------------------------------------------------------------ the end


def test_SHE_23_the_game_ends_when_the_sun_is_back() -> None:
    here = position("""
● to throw
sun   ···☼
    a   b   c   d   e   f
1   ●1  "   "   "   "   "
●   2  ""
▲   2  ##
""").play("* throw sun sheep", "0 move a1 b1")
    assert here.legal("*") == []
    here.shows("""
● the game is over: the sun is back where it started
sun   ☼···
    a   b   c   d   e   f
1   ·   ●1" "   "   "   "
●   2  ""
▲   2  ##
""")


NEARLY_BARE = """
● to play
dice  sheep, grass
sun   ☼···
    a   b   c   d   e   f
1   ●1" "   "   "   "   ▲1
●   0
▲   0
"""


def test_SHE_23_it_ends_at_once_when_every_card_left_must_be_a_worm() -> None:
    here = position(NEARLY_BARE).play("0 graze a1", "* clean")
    here.shows("""
● the game is over: there is no grass left
sun   ☼···
    a   b   c   d   e   f
1   ●1  "   "   "   "   ▲1
●   1  "
▲   0
""")


def test_SHE_23_a_worm_found_among_them_is_not_yet_the_end() -> None:
    here = position(NEARLY_BARE).play("0 graze a1", "* worm")
    assert here.legal(0) == ["move a1 b1"]


def test_SHE_23_dark_cards_are_grass_too() -> None:
    here = position(NEARLY_BARE.replace("▲1", "▲1#")).play("0 graze a1", "* clean")
    assert here.legal(0) == ["move a1 b1"]


def test_SHE_23_it_goes_on_as_long_as_any_dark_card_is_left() -> None:
    here = position("""
● to play
dice  sheep, grass
sun   ☼···
    a   b   c   d   e   f
1   ●1# #   "   "   "   "
●   0
▲   0
""").play("0 graze a1", "0 move a1 b1", "* throw sun sheep", "* throw grass sheep")
    here.play("0 graze b1").shows("""
● the game is over: there is no grass left
sun   ·☼··
    a   b   c   d   e   f
1   ·   ●1  "   "   "   "
●   4  ####
▲   0
""")


def test_SHE_23_with_worms_unseen_no_card_must_be_left() -> None:
    unseen = NEARLY_BARE.replace("    a ", "game  worms unseen\n    a ")
    assert position(unseen).play("0 graze a1").legal(0) == ["move a1 b1"]
    last = position(unseen.replace('"   "   "   "   ▲1', "·   ·   ·   ·   ▲1")).play("0 graze a1")
    assert last.events() == ["took"]
    assert last.state.phase == state.COUNTING


def test_SHE_24_most_cards_win_and_ties_are_shared() -> None:
    match = walk(sheepfold.Match("shepherd", 4), seed=2)
    cards = [light + dark for light, dark in zip(match.view()["light"], match.view()["dark"], strict=True)]
    assert match.scores() == cards
    assert match.places() == [1 + sum(other > own for other in cards) for own in cards]
    tied = position("""
● to throw
sun   ···☼
    a   b   c   d   e   f
1   ●1  "   "   "   "   "
●   3  "##
▲   3  \"\"\"
■   4  ####
""").play("* throw sun grass")
    places = [0, 0, 0]
    rules.places(tied.state, places)
    assert places == [2, 2, 1]


# ------------------------------------------------------------------------------------ laws of this game


@pytest.mark.parametrize("options", [{}, {"tactical": True}, {"worms": "unseen"}], ids=str)
def test_SHE_1_sixty_cards_are_conserved_at_every_moment(options: dict[str, Any]) -> None:
    match = sheepfold.Match("shepherd", 4, **options)
    for seed in range(200):
        walk(match, seed, steps=1)
        seen = match.view()
        on_meadow = sum({1: 1, 2: 2, 3: 1}.get(card, 0) for card in seen["cards"])
        assert on_meadow + sum(seen["light"]) + sum(seen["dark"]) == 60


def test_SHE_7_picking_is_as_listing() -> None:
    """`pick` chooses among exactly the actions that `legal` lists, all alike."""
    here = position("""
● to play
dice  grass, dog
sun   ☼···········
    a   b   c
2   "   "   "
1   ●1" "   ▲1
●   0
▲   0
""")
    legal = here.legal(0)
    rng = source(7)
    found = [here.game.texts[here.loops.picking(here.states, 0, 0, here.moves, rng)] for _ in range(100 * len(legal))]
    assert sorted(set(found)) == legal
    assert all(60 < found.count(text) < 140 for text in legal)


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "2 to 4 players"),
        (5, {}, "2 to 4 players"),
        (2, {"chains": "forced"}, "need `tactical`"),
        (2, {"worms": "eaten"}, "seen or unseen"),
        (2, {"tactical": 1}, "yes or no"),
        (2, {"wolf": True}, "no option `wolf`"),
    ],
)
def test_a_setup_out_of_bounds_is_refused(players: int, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        sheepfold.Match("shepherd", players, **options)
