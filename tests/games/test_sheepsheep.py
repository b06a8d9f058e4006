"""The rules of Sheep Sheep, id by id: a picture, an action, a picture.

In the square `r/b` shows red and everybody has seen the blue behind it; `r/?` nobody has; `.` is a gap.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import dedent

import numpy as np
import pytest

import sheepfold
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import observe
from sheepfold.games.sheepsheep import rules
from sheepfold.games.sheepsheep.guess import gather_deck
from sheepfold.games.sheepsheep.state import CARD_NAMES, CARD_WITH
from sheepfold.testing import Position, walk

GAME = sheepfold.game("sheepsheep")


def position(text: str, deck: str | None = None) -> Position:
    """A position drawn as text. What it leaves open lies in the deck, or only these cards and the rest is won."""
    drawn = Position(GAME, dedent(text))
    state = drawn.state
    gather_deck(state)
    for cell in range(9):
        if state.shown[cell] and not state.seen[cell]:
            state.deck[CARD_WITH[state.shown[cell], state.back[cell]]] -= 1
    if deck is not None:
        for card, name in enumerate(CARD_NAMES[1:], 1):
            state.gone[card] += state.deck[card] - deck.split().count(name)
            state.deck[card] = deck.split().count(name)
    state.left = sum(state.deck)
    return drawn


def observed(drawn: Position) -> str:
    """The position as everybody sees it."""
    return GAME.notation.diagram(PlainRecord(observe(GAME.record, drawn.states[:1], None)))


def square(drawn: Position) -> str:
    """Of that the square alone."""
    return "\n".join(line[5:] for line in observed(drawn).splitlines()[4:7])


def shows(drawn: Position, expected: str) -> None:
    """The square is the one drawn."""
    wanted = [line.split() for line in dedent(expected).strip().splitlines()]
    assert [line.split() for line in square(drawn).splitlines()] == wanted, square(drawn)


def to_swap(rows: str, first: str = "rb rw og ow", second: str = "ov yg yv gb", swaps: str = "0/3") -> str:
    """A diagram of two players, the first to swap."""
    lines = [f" {k}   {row.strip()}" for k, row in enumerate(dedent(rows).strip().splitlines(), 1)]
    head = f"● to swap\nswaps {swaps}  deck 0  turns without a win 0  lucky sheep count 2\n     a    b    c\n"
    return head + "\n".join(lines) + f"\n●  cards {first}  lucky r  won 0\n▲  cards {second}  lucky b  won 0\n"


QUIET = """
    g/b  r/w  y/b
    w/o  r/y  v/w
    b/v  w/g  o/y
"""
"""Nothing hangs together, and one more red on b3 wins three."""


HANDS = ("rb", "rw", "og", "ow", "ov", "yg", "yv", "gb")


def setup(players: int = 2, **options: object) -> sheepfold.Match:
    """A match whose lucky sheep are given."""
    match = sheepfold.Match("sheepsheep", players, **options)  # pyright: ignore[reportArgumentType]
    for colour in "roygbvw"[:players]:
        match.play("*", f"lucky {colour}")
    return match


# ---------------------------------------------------------------------------------------------- material and setup


def test_SSH_1_one_lucky_sheep_of_each_of_seven_colours() -> None:
    match = sheepfold.Match("sheepsheep", 2)
    assert match.legal("*") == [f"lucky {colour}" for colour in "roygbvw"]


@pytest.mark.parametrize("players", [3, 4])
def test_SSH_2_three_of_each_of_the_21_pairs(players: int) -> None:
    match = setup(players)
    chances = match.chance()
    assert len(chances) == 21
    assert set(chances.values()) == {Fraction(3, 63)}
    assert "card rb" in chances
    assert "card br" not in GAME.by_text
    assert "card rr" not in GAME.by_text


def test_SSH_3_with_two_players_one_card_of_each_pair_stays_in_the_box() -> None:
    match = setup(2)
    match.play("*", "card rb")
    match.play("*", "card rb")
    assert match.view()["left"] == 40
    assert "card rb" not in match.legal("*")


def test_SSH_4_each_player_gets_another_lucky_sheep_at_random() -> None:
    match = sheepfold.Match("sheepsheep", 3)
    assert set(match.chance().values()) == {Fraction(1, 7)}
    match.play("*", "lucky g")
    assert "lucky g" not in match.legal("*")
    assert set(match.chance().values()) == {Fraction(1, 6)}


def test_SSH_4_a_lucky_sheep_is_its_owners_secret_until_the_end() -> None:
    match = setup(2)
    assert match.view(0)["lucky"] == [1, 0, 0, 0]
    assert match.view(1)["lucky"] == [0, 2, 0, 0]
    assert match.view()["lucky"] == [0, 0, 0, 0]
    assert match.log(0) == ["* lucky r", "* lucky ?"]
    assert match.log() == ["* lucky ?", "* lucky ?"]
    walk(match, 3)
    assert match.view()["revealed"] == [1, 2, 0, 0]
    assert match.log()[:2] == ["* lucky r", "* lucky o"]


def test_SSH_5_each_player_displays_four_cards_dealt_seat_by_seat() -> None:
    match = setup(2)
    for card in HANDS:
        match.play("*", f"card {card}")
    assert "●  cards rb rw og ow  " in match.text(1)
    assert "▲  cards ov yg yv gb  " in match.text(0)
    assert match.legal("*")[0] == "lay r/o"


def test_SSH_6_nine_cards_are_laid_from_a1_row_by_row_either_side_up() -> None:
    match = dealt()
    chances = match.chance()
    assert len(chances) == 42
    assert chances["lay r/o"] == chances["lay o/r"] == Fraction(2, 34) / 2
    assert chances["lay r/b"] == chances["lay b/r"] == Fraction(1, 34) / 2
    lay(match, "r/o b/v w/y g/b")
    rows = [line.split() for line in match.text().splitlines()[4:7]]
    assert rows == [["1", "r/?", "b/?", "w/?"], ["2", "g/?", ".", "."], ["3", ".", ".", "."]]


def test_SSH_6_the_hidden_side_is_known_to_nobody() -> None:
    match = dealt()
    lay(match, "r/o")
    for viewer in (0, 1, None):
        assert match.view(viewer)["back"][0] == 0
        assert match.log(viewer)[-1] == "* lay r/?"
        assert set(match.view(viewer)["deck"]) == {0}


def test_SSH_6_a_card_of_any_group_of_three_is_flipped_all_equally_likely() -> None:
    match = dealt()
    lay(match, "r/o r/y b/w   r/g b/o y/g   w/o w/g w/v")
    assert match.chance() == {f"flip {cell}": Fraction(1, 6) for cell in ("a1", "b1", "a2", "a3", "b3", "c3")}
    match.play("*", "flip a1")
    assert match.text().splitlines()[4] == " 1   o/r     r/?     b/?"
    assert set(match.chance()) == {"flip a3", "flip b3", "flip c3"}
    match.play("*", "flip b3")
    assert match.to_act() == {0}


def test_SSH_6_a_flip_that_makes_another_group_is_followed_by_another_flip() -> None:
    match = dealt()
    lay(match, "r/b b/w b/v   r/v y/v g/w   r/y v/w o/w")
    match.play("*", "flip a1")
    assert set(match.chance()) == {"flip a1", "flip b1", "flip c1"}
    match.play("*", "flip a1")
    assert set(match.chance()) == {"flip a1", "flip a2", "flip a3"}


def test_SSH_6_two_side_by_side_and_three_on_a_diagonal_need_no_flip() -> None:
    match = dealt()
    lay(match, "r/o b/w r/g   b/v r/y w/o   g/w r/v b/y")
    assert match.to_act() == {0}


def test_SSH_7_the_rest_is_the_deck() -> None:
    for players, left in ((2, 42 - 8 - 9), (3, 63 - 12 - 9), (4, 63 - 16 - 9)):
        match = sheepfold.Match("sheepsheep", players)
        while match.to_act() == {"*"}:
            match.roll()
        assert match.view()["left"] == left


def dealt() -> sheepfold.Match:
    """A match of two players who have their cards."""
    match = setup(2)
    for card in HANDS:
        match.play("*", f"card {card}")
    return match


def lay(match: sheepfold.Match, cards: str) -> None:
    for card in cards.split():
        match.play("*", f"lay {card}")


# ---------------------------------------------------------------------------------------------- a turn


def test_SSH_8_the_hidden_side_of_the_card_put_has_the_colour_that_the_card_taken_shows() -> None:
    drawn = position(to_swap(QUIET, first="rb ov yv gw"))
    assert drawn.legal(0) == sorted(
        [
            *("swap rb a3", "swap rb b1", "swap rb b2"),
            *("swap ov c2", "swap ov c3"),
            *("swap yv c1", "swap yv c2"),
            *("swap gw a1", "swap gw a2", "swap gw b3"),
            "end",
        ]
    )


def test_SSH_8_the_square_shows_the_other_side_and_the_taken_card_joins_the_players() -> None:
    drawn = position(to_swap(QUIET)).play("0 swap rb b2")
    shows(
        drawn,
        """
        g/b  r/w  y/b
        w/o  b/r  v/w
        b/v  w/g  o/y
        """,
    )
    assert "●  cards ry rw og ow  " in observed(drawn)


def test_SSH_8_a_swap_tells_everybody_the_taken_cards_other_side() -> None:
    drawn = position(to_swap(QUIET.replace("r/y", "r/y?")))
    assert "r/?" in square(drawn)
    drawn.play("0 swap rb b2")
    assert "●  cards ry rw og ow  " in observed(drawn)
    assert "b/r" in square(drawn)


def test_SSH_8_the_taken_card_may_be_used_at_once() -> None:
    drawn = position(to_swap(QUIET)).play("0 swap rb b2", "0 swap ry c1")
    shows(
        drawn,
        """
        g/b  r/w  r/y
        w/o  b/r  v/w
        b/v  w/g  o/y
        """,
    )


def test_SSH_8_equal_cards_are_one_line() -> None:
    drawn = position(to_swap(QUIET, first="rb rb og og"))
    assert len(drawn.legal(0)) == len(set(drawn.legal(0)))
    drawn.play("0 swap rb b2")
    assert "●  cards ry rb og og  " in observed(drawn)
    assert "swap rb b1" in drawn.legal(0)


def test_SSH_9_while_somebody_swaps_the_clock_may_run_out_and_nobody_waits_for_it() -> None:
    match = laid_out()
    assert match.to_act() == {0}
    assert match.legal("*") == ["time"]
    match.play("*", "time")
    assert match.to_act() == {1}
    assert match.legal(0) == []


def test_SSH_9_time_ends_the_swapping_like_end() -> None:
    timed = to_swap(QUIET, swaps="2/60").replace("count 2", "count 2  seconds 60")
    ended, out = (position(timed).play("0 swap rw b3") for _ in range(2))
    ended.play("0 end")
    out.play("* time")
    assert str(ended) == str(out)
    assert ended.events() == ["stopped", "won"]
    assert out.events() == ["time up", "won"]


def test_SSH_9_the_hourglass_of_a_match_runs_by_itself_for_each_turn_anew() -> None:
    now = 1000.0
    match = laid_out(clock=lambda: now, seconds=15)
    assert match.time_left() == 15
    now += 14
    assert match.time_left() == 1
    match.play(0, match.legal(0)[0])
    assert match.time_left() == 1
    now += 1
    assert match.to_act() == {1}
    assert match.log()[-1] == "* time"
    assert match.time_left() == 15
    match.play(1, "end")
    assert match.time_left() == 15


def test_SSH_9_no_clock_runs_while_cards_are_drawn_and_put() -> None:
    now = 0.0
    timed = laid_out(clock=lambda: now)
    timed.play(0, "swap rw b3")
    timed.play(0, "end")
    assert timed.to_act() == {"*"}
    assert timed.time_left() is None
    assert "time" not in timed.legal("*")
    timed.roll()
    now += 1000
    assert timed.to_act() == {0}
    assert timed.time_left() is None
    assert timed.legal("*") == []


def test_SSH_9_a_record_replays_without_a_clock() -> None:
    now = 0.0
    match = laid_out(clock=lambda: now)
    now += 60
    assert match.to_act() == {1}
    again = sheepfold.Match.replay(match.record())
    assert again.record() == match.record()
    assert again.time_left() is None


def test_SSH_10_the_third_of_three_exchanges_ends_the_swapping() -> None:
    drawn = position(to_swap(QUIET, swaps="2/3")).play("0 swap rb b2")
    assert "wins nothing" not in str(drawn.events())
    assert drawn.events() == ["swapped", "won nothing"]
    assert drawn.legal(0) == []
    assert "end" in drawn.legal(1)
    assert "swaps 0/3" in str(drawn)


def test_SSH_10_without_hourglass_one_may_stop_early_and_no_clock_runs() -> None:
    match = laid_out(exchanges=3)
    assert match.legal("*") == []
    assert "end" in match.legal(0)
    match.play(0, "end")
    assert match.to_act() == {1}


def laid_out(**how: object) -> sheepfold.Match:
    """A match of two, all laid out: one red on b3 wins three."""
    match = sheepfold.Match("sheepsheep", 2, **how)  # pyright: ignore[reportArgumentType]
    for line in ("lucky r", "lucky o", *(f"card {card}" for card in HANDS)):
        match.play("*", line)
    lay(match, "g/b r/w y/b   w/o r/y v/w   b/v w/g o/y")
    return match


def test_SSH_11_a_row_of_three_is_won_unflipped_under_the_lucky_sheep() -> None:
    drawn = position(to_swap(QUIET)).play("0 swap rw b3", "0 end")
    assert "●  cards rb gw og ow  lucky ?  won 3 r×3" in observed(drawn)
    shows(
        drawn,
        """
        g/b  .  y/b
        w/o  .  v/w
        b/v  .  o/y
        """,
    )


def test_SSH_11_an_L_of_three_counts() -> None:
    drawn = position(to_swap("r/w r/o y/b\nw/o r/y v/w\nb/v w/g o/y")).play("0 end")
    assert "won 3 r×3" in str(drawn)


def test_SSH_11_a_diagonal_does_not_count() -> None:
    drawn = position(to_swap("r/w o/y y/b\nw/o r/y v/w\nb/v w/g r/o")).play("0 end")
    assert drawn.events() == ["stopped", "won nothing"]
    assert "won 3" not in str(drawn)


def test_SSH_11_two_that_hang_together_and_a_third_elsewhere_are_not_won() -> None:
    drawn = position(to_swap("r/w r/y y/b\nw/o o/y v/w\nb/v w/g r/o")).play("0 end")
    assert "won nothing" in drawn.events()


def test_SSH_11_every_group_is_won_also_of_different_colours() -> None:
    drawn = position(to_swap("r/w r/o r/y\nw/o y/b v/w\nb/v b/o b/v")).play("0 end")
    assert drawn.events() == ["stopped", "won", "won"]
    assert "won 6 r×3 b×3" in str(drawn)
    shows(drawn, ". . .\nw/o y/b v/w\n. . .")


def test_SSH_11_two_groups_of_one_colour_are_won_and_a_pair_stays() -> None:
    drawn = position(to_swap("r/w r/o r/y\nw/o w/y v/w\nr/g r/b r/v")).play("0 end")
    assert "won 6 r×6" in str(drawn)
    shows(drawn, ". . .\nw/o w/y v/w\n. . .")


def test_SSH_11_a_group_that_was_there_before_is_won_without_a_swap() -> None:
    drawn = position(to_swap(QUIET.replace("w/g", "r/g"))).play("0 end")
    assert "won 3 r×3" in str(drawn)


def test_SSH_11_a_won_card_whose_other_side_nobody_saw_stays_unseen() -> None:
    drawn = position(to_swap(QUIET.replace("r/y", "r/y?"))).play("0 swap rw b3", "0 end")
    assert "out of the game: rw×2 r/?" in observed(drawn)
    assert "unseen: ry" in str(drawn)


FILLING = """
    ● to draw
    swaps 1/3  deck 0  turns without a win 0  lucky sheep count 2
         a    b    c
     1   g/b  .    y/b
     2   w/o  .    v/w
     3   b/v  w/g  o/y
    ●  cards rb og ow ov  lucky r  won 2 r×2
    ▲  cards yg yv gb rv  lucky b  won 0
    out of the game: ro ry
"""


def test_SSH_12_the_player_draws_in_the_open_and_chooses_gap_and_side() -> None:
    drawn = position(FILLING, deck="rg bw bw")
    assert drawn.legal("*") == ["draw bw", "draw rg"]
    drawn.play("* draw bw")
    assert observed(drawn).startswith("● to put bw\n")
    assert drawn.legal(0) == ["put b1 b", "put b1 w", "put b2 b", "put b2 w"]
    drawn.play("0 put b2 w")
    shows(drawn, "g/b . y/b\nw/o w/b v/w\nb/v w/g o/y")
    drawn.play("* draw rg", "0 put b1 g")
    shows(drawn, "g/b g/r y/b\nw/o w/b v/w\nb/v w/g o/y")
    assert "end" in drawn.legal(1)


def test_SSH_12_cards_are_as_likely_as_there_are_of_them_in_the_deck() -> None:
    drawn = position(FILLING, deck="rg bw bw")
    weights = np.zeros(GAME.most, np.int64)
    drawn.legal("*")
    drawn.loops.weighing(drawn.states, 0, drawn.moves, weights)
    assert weights[:2].tolist() == [1, 2]


def test_SSH_12_a_group_that_arises_while_filling_is_not_won_now() -> None:
    drawn = position(FILLING, deck="bw bw yw").play("* draw bw", "0 put b2 w", "* draw yw", "0 put b1 y")
    shows(drawn, "g/b y/w y/b\nw/o w/b v/w\nb/v w/g o/y")
    assert "won 2 r×2" in str(drawn)
    drawn.play("1 end")
    assert "won 3 w×3" in str(drawn)


def test_SSH_13_no_group_nothing_is_won_and_the_next_player_on_the_left_swaps() -> None:
    drawn = position(to_swap(QUIET)).play("0 swap rb b2", "0 end")
    shows(drawn, "g/b r/w y/b\nw/o b/r v/w\nb/v w/g o/y")
    assert "▲ to swap\nswaps 0/3" in str(drawn)
    assert "turns without a win 1" in str(drawn)
    drawn.play("1 end")
    assert "● to swap\nswaps 0/3" in str(drawn)


def test_SSH_14_the_sixtieth_swap_of_a_timed_turn_ends_the_swapping() -> None:
    timed = to_swap(QUIET, swaps="58/60").replace("count 2", "count 2  seconds 60")
    drawn = position(timed).play("0 swap rb b2")
    assert "end" in drawn.legal(0)
    drawn.play("0 swap ry b1")
    assert "▲ to swap" in str(drawn)


# ---------------------------------------------------------------------------------------------- the end


def test_SSH_15_fewer_cards_left_than_gaps_are_laid_and_the_game_ends() -> None:
    drawn = position(FILLING, deck="bw").play("* draw bw", "0 put b2 w")
    shows(drawn, "g/b . y/b\nw/o w/b v/w\nb/v w/g o/y")
    assert drawn.loops.ended(drawn.states, 0) == 1
    assert drawn.legal(0) == drawn.legal(1) == drawn.legal("*") == []
    assert "● the deck is empty: over" in str(drawn)


def test_SSH_15_a_group_won_with_no_cards_left_ends_the_game() -> None:
    drawn = position(to_swap(QUIET), deck="").play("0 swap rw b3", "0 end")
    assert drawn.events() == ["stopped", "won", "ended", "revealed", "revealed"]


def test_SSH_15_the_game_goes_on_while_the_square_is_full_though_the_deck_is_empty() -> None:
    drawn = position(FILLING, deck="bw rg").play("* draw bw", "0 put b2 w", "* draw rg", "0 put b1 g")
    assert drawn.loops.ended(drawn.states, 0) == 0
    assert "▲ to swap" in str(drawn)
    assert "deck 0" in str(drawn)


def test_SSH_16_three_rounds_without_winning_end_the_game() -> None:
    drawn = position(to_swap(QUIET))
    drawn.play("0 end", "1 end", "0 end", "1 end", "0 end")
    assert drawn.loops.ended(drawn.states, 0) == 0
    drawn.play("1 end")
    assert drawn.loops.ended(drawn.states, 0) == 2
    assert drawn.events() == ["stopped", "won nothing", "stood still", "revealed", "revealed"]


def test_SSH_16_three_rounds_also_with_an_empty_deck() -> None:
    drawn = position(to_swap(QUIET), deck="").play("0 end", "1 end", "0 end", "1 end", "0 end")
    assert drawn.loops.ended(drawn.states, 0) == 0
    assert drawn.play("1 end").loops.ended(drawn.states, 0) == 2


def test_SSH_16_by_version_1_one_round_was_enough_once_the_deck_is_empty() -> None:
    drawn = position(to_swap(QUIET).replace("count 2", "count 2  version 1"), deck="").play("0 end")
    assert drawn.loops.ended(drawn.states, 0) == 0
    assert drawn.play("1 end").loops.ended(drawn.states, 0) == 2


def test_SSH_16_whoever_wins_something_starts_the_count_again() -> None:
    drawn = position(to_swap(QUIET), deck="yw ry ov").play("0 end", "1 end", "0 end", "1 end", "0 swap rw b3", "0 end")
    assert "turns without a win 0" in str(drawn)
    drawn.play("* draw yw", "0 put b1 y", "* draw ry", "0 put b2 r", "* draw ov", "0 put b3 o")
    assert "turns without a win 0" in str(drawn)
    assert drawn.loops.ended(drawn.states, 0) == 0


WON = """
    ● the deck is empty: over
    swaps 1/3  deck 0  turns without a win 0  lucky sheep count {lucky}
         a    b    c
     1   .    .    .
     2   .    .    .
     3   .    .    .
    ●  cards rb og ow ov  lucky {first}
    ▲  cards yg yv gb rv  lucky {second}
"""


def standing(first: str, second: str, lucky: int = 2) -> tuple[list[int], list[int]]:
    """Points and places of two who have won this: `r  won 4 r×4`, the lucky colour first."""
    drawn = Position(GAME, dedent(WON).format(first=first, second=second, lucky=lucky))
    out = np.zeros((2, 2), np.int64)
    drawn.loops.standing(drawn.states, 0, out[0], out[1])
    return out[1].tolist(), out[0].tolist()


def test_SSH_17_a_point_per_sheep_and_two_for_one_of_the_lucky_colour() -> None:
    assert standing("r  won 7 r×3 b×4", "v  won 5 r×5") == ([10, 5], [1, 2])


def test_SSH_17_with_lucky_3_the_two_points_come_on_top() -> None:
    assert standing("r  won 7 r×3 b×4", "v  won 5 r×5", lucky=3) == ([13, 5], [1, 2])
    assert sheepfold.Match("sheepsheep", 2, lucky=3).view()["lucky_points"] == 3


def test_SSH_17_before_the_end_points_do_not_betray_a_lucky_colour() -> None:
    drawn = position(to_swap(QUIET)).play("0 swap rw b3", "0 end")
    assert rules.points(drawn.state, 0) == 3


def test_SSH_18_most_points_win() -> None:
    assert standing("o  won 7 r×3 b×4", "v  won 8 r×4 g×4")[1] == [2, 1]


def test_SSH_18_of_equals_the_one_with_more_lucky_sheep() -> None:
    assert standing("r  won 6 r×2 b×4", "v  won 8 r×8") == ([8, 8], [1, 2])


def test_SSH_18_then_the_largest_number_of_one_colour() -> None:
    assert standing("o  won 7 r×3 b×4", "v  won 7 r×5 g×2") == ([7, 7], [2, 1])


def test_SSH_18_still_equal_places_are_shared() -> None:
    assert standing("o  won 7 r×3 b×4", "v  won 7 r×4 g×3") == ([7, 7], [1, 1])


# ---------------------------------------------------------------------------------------------- the border


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "2 to 4 players, not 1"),
        (5, {}, "2 to 4 players, not 5"),
        (2, {"seconds": 14}, "15 to 300"),
        (2, {"seconds": 301}, "15 to 300"),
        (2, {"seconds": "60"}, "15 to 300"),
        (2, {"exchanges": 31}, "1 to 30"),
        (2, {"exchanges": -1}, "1 to 30"),
        (2, {"exchanges": True}, "1 to 30"),
        (2, {"lucky": 4}, "2 or 3"),
        (2, {"lucky": 1}, "2 or 3"),
        (3, {"exchanges": 3, "seconds": 30}, "no hourglass"),
        (3, {"hourglass": 3}, "has no option `hourglass`"),
    ],
)
def test_a_set_up_out_of_bounds_is_refused(players: int, options: dict[str, object], words: str) -> None:
    with pytest.raises(sheepfold.BadOption, match=words):
        sheepfold.Match("sheepsheep", players, **options)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("0 swap br b2", "SSH-2"),
        ("0 swap rb  b2", "is no action"),
        ("0 put b2 r", "no gap to fill"),
        ("0 swap rb a1", "SSH-8"),
        ("0 swap yv c1", "SSH-8"),
        ("1 end", "to act: 0"),
        ("* draw rb", "cannot play"),
        ("* lay r/r", "is no action"),
    ],
)
def test_a_record_with_an_action_that_is_not_legal_is_refused(line: str, words: str) -> None:
    with pytest.raises(sheepfold.BadRecord, match=words):
        sheepfold.Match.replay(laid_out().record() + line + "\n")


def test_a_record_names_its_options() -> None:
    assert "option exchanges 3\noption lucky 3\n" in laid_out(exchanges=3, lucky=3).record()
    assert "option seconds 30\n" in laid_out(seconds=30).record()
    with pytest.raises(sheepfold.BadRecord, match="no hourglass"):
        sheepfold.Match.replay(laid_out(seconds=30).record().replace("\n\n", "\noption exchanges 3\n\n"))
