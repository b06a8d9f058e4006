"""The rules of All Nines, id by id: picture in, action, picture out."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.core.plain import PlainRecord
from sheepfold.testing import Position, walk

EMPTY = "[·]"


def picture(header: str, *rows: str, seats: list[str], start: str = "", home: str = "") -> str:
    """A diagram from its rows (the track, empty behind the last one given) and the seats' lines."""
    track = [*rows, *[EMPTY] * (6 - len(rows))]
    lines = [header, f"start {start}", *(f"{k + 1} {row}" for k, row in enumerate(track)), f"home {home}"]
    return "\n".join([*lines, *seats])


def seat(mark: str, front: str = "-", nines: str = "-", aside: str = "-", animals: int = 0, cactuses: int = 0) -> str:
    return f"{mark}  front {front}  nines {nines}  aside {aside}  animals {animals}  cactuses {cactuses}"


def nines(header: str, *rows: str, seats: list[str], start: str = "", home: str = "") -> Position:
    return Position("nines", picture(header, *rows, seats=seats, start=start, home=home))


def two(front: str = "-", **more: object) -> list[str]:
    """Blue with these numbers in front; orange with none."""
    return [seat("●", front, **more), seat("▲")]  # pyright: ignore[reportArgumentType]


ORANGE_HOME = "▲1▲2▲3▲4"
BLUE_REST_HOME = "●2●3●4"

# ---------------------------------------------------------------------------------------------- material and setup


def test_NIN_1_there_are_54_tiles() -> None:
    match = sheepfold.Match("nines", 2)
    box, cactuses = match.view()["box"], match.view()["cactus_box"]
    assert box == [0, 7, 7, 7, 7, 7, 7, 6]
    assert cactuses == [0, 1, 1, 1, 1, 1, 1]
    assert sum(box) + sum(cactuses) == 54


def test_NIN_2_every_player_starts_with_a_number_tile() -> None:
    match = sheepfold.Match("nines", 3)
    assert match.chance() == {f"deal {v}": Fraction(1, 6) for v in range(1, 7)}
    match.play("*", "deal 4")
    assert match.chance()["deal 4"] == Fraction(6, 41)
    match.play("*", "deal 4")
    match.play("*", "deal 1")
    assert [front[0] for front in match.view()["front"][:3]] == [4, 4, 1]
    assert match.to_act() == {"*"}
    assert match.legal("*") == [f"cactus {v}" for v in range(1, 7)]


def test_NIN_3_the_track_is_a_cactus_then_seven_tiles_six_times() -> None:
    match = sheepfold.Match("nines", 2)
    for _ in range(2):
        match.play("*", "deal 6")
    match.play("*", "cactus 3")
    assert match.chance()["tile a"] == Fraction(6, 46)
    assert match.chance()["tile 6"] == Fraction(5, 46)
    for value in "123456a":
        match.play("*", f"tile {value}")
    assert match.legal("*") == [f"cactus {v}" for v in (1, 2, 4, 5, 6)]
    assert match.text().splitlines()[3].split() == ["1", "[3]", "1", "2", "3", "4", "5", "6", "a"]
    walk(match, 1, 40)
    assert match.legal("*") == [f"roll {v}" for v in range(1, 7)]
    assert sum(match.view()["box"]) == 48 - 2 - 42
    assert all(match.view()["track"][1:49])


def test_NIN_4_the_short_track_leaves_a_cactus_and_seven_tiles_more_in_the_box() -> None:
    match = walk(sheepfold.Match("nines", 3, segments=5), 1, 3 + 40)
    assert match.legal("*") == [f"roll {v}" for v in range(1, 7)]
    assert sum(match.view()["box"]) == 54 - 3 - 40
    for players in (4, 5):
        with pytest.raises(sheepfold.BadOption, match="2 or 3 players"):
            sheepfold.Match("nines", players, segments=5)


@pytest.mark.parametrize(("players", "pawns"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_NIN_5_pawns_each(players: int, pawns: int) -> None:
    match = walk(sheepfold.Match("nines", players), 1, players + 48)
    start = match.text().splitlines()[1]
    assert start == "start   " + "".join(f"{mark}{i}" for mark in "●▲■◆★"[:players] for i in range(1, pawns + 1))


# ---------------------------------------------------------------------------------------------- moving


def test_NIN_6_the_first_step_is_onto_the_first_cactus() -> None:
    at = nines("● to move, rolled 1", "[4] 2 3", seats=two(), start="●1●2●3●4▲1▲2▲3▲4")
    assert at.legal(0) == ["move 1"]
    at.play("0 move 1").shows(
        picture("▲ to roll", "[4]●1 2 3", seats=two(), start="●2●3●4▲1▲2▲3▲4"),
    )


def test_NIN_6_one_own_pawn_moves_by_the_roll_and_moving_is_compulsory() -> None:
    at = nines("● to move, rolled 3", "[4] 2●1 3 5●2 6 1 1", seats=two(), start="●3●4▲1▲2▲3▲4")
    assert at.legal(0) == ["move 1", "move 2", "move 3"]
    assert at.legal(1) == []
    at.play("0 move 1").shows(
        picture("▲ to roll", "[4] 2 3 5●2 6●1 1 1", seats=two(), start="●3●4▲1▲2▲3▲4"),
    )


def test_NIN_6_a_player_whose_pawns_are_all_home_is_passed_over() -> None:
    at = nines("● to move, rolled 1", "[·] 2●1 3 5", seats=two(), home=f"{BLUE_REST_HOME}{ORANGE_HOME}")
    at.play("0 move 1")
    assert str(at).startswith("● to roll")


def test_NIN_7_a_one_may_jump_to_the_next_pawn_ahead_of_any_owner() -> None:
    at = nines("● to move, rolled 1", "[4]●1 2 3 5▲1 6●2 1 1", seats=two(), start="▲2▲3▲4", home="●3●4")
    assert at.legal(0) == ["jump 1", "move 1", "move 2"]
    at.play("0 jump 1").shows(
        picture("▲ to roll", "[4] 2 3 5●1▲1 6●2 1 1", seats=two(), start="▲2▲3▲4", home="●3●4"),
    )


def test_NIN_7_a_pawn_may_jump_from_the_start_over_the_first_cactus() -> None:
    at = nines("● to move, rolled 1", "[4] 2 3 5▲1 6 1 1", seats=two(), start="●1▲2▲3▲4", home="●2●3●4")
    assert at.legal(0) == ["jump 1", "move 1"]
    at.play("0 jump 1").shows(
        picture("▲ to roll", "[4] 2 3 5●1▲1 6 1 1", seats=two(), start="▲2▲3▲4", home="●2●3●4"),
    )


def test_NIN_7_no_jump_onto_the_own_space_nor_home_nor_without_a_one() -> None:
    rows = "[4] 2●1▲1 3 5 6"
    assert nines("● to move, rolled 1", rows, seats=two(), home="●2●3●4▲2▲3▲4").legal(0) == ["move 1"]
    further = "[4] 2●1▲1 3 5▲2 6"
    assert nines("● to move, rolled 2", further, seats=two(), home="●2●3●4▲3▲4").legal(0) == ["move 1"]


def test_NIN_7_a_pawn_one_step_ahead_is_reached_by_a_move() -> None:
    rows = "[4] 2●1 · · 5▲1 6"
    assert nines("● to move, rolled 1", rows, seats=two(), home="●2●3●4▲2▲3▲4").legal(0) == ["move 1"]


def test_NIN_7_the_prints_short_example_a_jump_into_a_new_segment() -> None:
    """A pawn may step, or jump to the next pawn and so enter a new segment: then it takes an animal or a 5."""
    at = nines("● to move, rolled 1", "[·] 5 a 3●1", "[2] 4▲1 6", seats=two("1"), start="▲2▲3▲4", home="●2●3●4")
    assert at.legal(0) == ["jump 1", "move 1"]
    at.play("0 jump 1")
    assert at.legal(0) == ["take 1.1", "take 1.2", "take 1.3"]
    assert nines("● to move, rolled 1", "[·] 5 a 3●1●2", "[2] 4▲1", seats=two("1"), home="●3●4▲2▲3▲4").play(
        "0 jump 1"
    ).legal(0) == ["take 1.1", "take 1.2"]


def test_NIN_8_any_number_of_pawns_may_share_a_space() -> None:
    at = nines("● to move, rolled 1", "[4] 2●1 3●2▲1▲2 5", seats=two(), start="●3●4▲3▲4")
    at.play("0 move 1").shows(picture("▲ to roll", "[4] 2 3●1●2▲1▲2 5", seats=two(), start="●3●4▲3▲4"))


def test_NIN_8_of_own_pawns_on_one_space_only_the_lowest_is_offered() -> None:
    at = nines("● to move, rolled 1", "[4]●2 2 3●1●3▲1 5", "[1] 2▲2", seats=two(), start="●4▲3▲4")
    assert at.legal(0) == ["jump 1", "jump 2", "move 1", "move 2", "move 4"]


def test_NIN_9_past_the_last_tile_is_home_and_spare_steps_are_lost() -> None:
    rows = [*["[·]"] * 5, "[1] 2▲1 · · 3●1 · · 4"]
    at = nines("● to move, rolled 6", *rows, seats=two(), start="●2●3●4", home="▲2▲3▲4")
    at.play("0 move 1")
    assert "home    ●1" in str(at)
    assert at.play("0 take 6.7", "* roll 6", "1 move 1", "1 take 6.1", "* roll 6").legal(0) == ["move 2"]


def test_the_way_home_in_french() -> None:
    rows = [*["[·]"] * 5, "[1] 2▲1 · · 3●1 · · 4"]
    at = nines("● to move, rolled 6", *rows, seats=two(), start="●2●3●4", home="▲2▲3▲4")
    game = sheepfold.game("nines")
    with words.speaking("fr"):
        chosen = game.in_words(at.state, 0, game.by_text["move 1"])
        at.play("0 move 1")
        told = game.notation.narrate(
            PlainRecord(at.states[1:2]), game.events.read(at.told), at.state, ["Bleu", "Orange"]
        )
    assert chosen == "avancer du 3 jusqu’à l’arrivée"
    assert told.startswith("Bleu amène le premier pion à l’arrivée")


# ---------------------------------------------------------------------------------------------- collecting


def test_NIN_10_standing_on_a_cactus_is_not_yet_beyond_it() -> None:
    at = nines("● to move, rolled 1", "[4] 2 3●1", "[5] 6", seats=two(), start="●2●3●4▲1▲2▲3▲4")
    at.play("0 move 1").shows(
        picture("▲ to roll", "[4] 2 3", "[5]●1 6", seats=two(), start="●2●3●4▲1▲2▲3▲4"),
    )
    on_it = nines("● to move, rolled 1", "[4] 2 3", "[5]●1 6", seats=two(), start="●2●3●4▲1▲2▲3▲4")
    assert on_it.play("0 move 1").legal(0) == ["take 1.1", "take 1.2"]


def test_NIN_11_entering_a_segment_one_unoccupied_tile_of_the_one_before_must_be_taken() -> None:
    at = nines("● to move, rolled 2", "[4] 2▲1 3 a 6●1", "[5] 6", seats=two("1"), start="●2●3●4▲2▲3▲4")
    at.play("0 move 1")
    assert at.legal(0) == ["take 1.2", "take 1.3", "take 1.4"]
    at.play("0 take 1.2").shows(
        picture("▲ to roll", "[4] 2▲1 · a 6", "[5] 6●1", seats=two("13"), start="●2●3●4▲2▲3▲4"),
    )


def test_NIN_11_nothing_is_earned_for_the_first_segment_nor_where_all_is_occupied() -> None:
    first = nines("● to move, rolled 2", "[4] 2 3", seats=two(), start="●1●2●3●4▲1▲2▲3▲4")
    assert str(first.play("0 move 1")).startswith("▲ to roll")
    full = nines("● to move, rolled 2", "[4] 2▲1 · · 6▲2●1●2", "[5] 6", seats=two(), start="●3●4▲3▲4")
    assert str(full.play("0 move 1")).startswith("▲ to roll")


def test_NIN_12_several_segments_in_one_move_the_earliest_first() -> None:
    at = nines("● to move, rolled 5", "[4] 2 3●1", "[5] 6", "[1] 4 2", seats=two(), start="●2●3●4▲1▲2▲3▲4")
    at.play("0 move 1")
    assert at.legal(0) == ["take 1.1", "take 1.2"]
    at.play("0 take 1.2")
    assert at.legal(0) == ["take 2.1"]
    at.play("0 take 2.1").shows(
        picture(
            "● to lay down a nine, rolled 5, 2>3*",
            "[4] 2",
            "[5] ·",
            "[1] 4 2●1",
            seats=two("36"),
            start="●2●3●4▲1▲2▲3▲4",
        )
    )


def test_NIN_12_occupied_is_what_a_pawn_stands_on_after_the_move() -> None:
    at = nines("● to move, rolled 2", "[4] 2●1", "[5] 6", seats=two(), start="●2●3●4▲1▲2▲3▲4")
    assert at.play("0 move 1").legal(0) == ["take 1.1"]


def test_NIN_13_the_last_of_all_pawns_past_a_cactus_collects_it_after_the_tile() -> None:
    rest = "●2●3●4▲1▲2▲3▲4"
    at = nines("● to move, rolled 2", "[·] 2●1", "[5] 6", "[1] " + "1" + rest, seats=two("1"))
    at.play("0 move 1", "0 take 1.1").shows(
        picture(
            "● to put a number aside, rolled 2, 2>2", "[·]", "[·] 6●1", "[1] 1" + rest, seats=two("125", cactuses=1)
        )
    )


def test_NIN_13_holds_for_the_first_cactus_too_and_a_pawn_on_it_is_not_past() -> None:
    rest = "●2●3●4▲2▲3▲4"
    alone = nines("● to move, rolled 1", "[5]●1 6" + rest + "▲1", seats=two("1"))
    assert "front 15" in str(alone.play("0 move 1"))
    waiting = nines("● to move, rolled 1", "[5]●1▲1 6" + rest, seats=two("1"))
    assert "[5]▲1" in str(waiting.play("0 move 1"))


def test_NIN_13_an_emptied_segment_gives_nothing_but_the_cactus_may_still_fall() -> None:
    rest = "●2●3●4▲1▲2▲3▲4"
    at = nines("● to move, rolled 1", "[·]", "[5]●1 6 1" + rest, seats=two("1"))
    at.play("0 move 1").shows(picture("▲ to roll", "[·]", "[·] 6●1 1" + rest, seats=two("15", cactuses=1)))


def test_NIN_14_a_taken_tile_leaves_no_hole() -> None:
    at = nines("● to move, rolled 3", "[4] 2●1 · · 6 · 1", "[·]", "[3] 5", seats=two(), start="●2●3●4▲1▲2▲3▲4")
    rows = ("[4] 2 · · 6 · 1", "[·]", "[3]●1 5")
    at.play("0 move 1").shows(
        picture("● to take a tile, rolled 3, 1>2*", *rows, seats=two(), start="●2●3●4▲1▲2▲3▲4"),
    )


# ---------------------------------------------------------------------------------------------- nines


def taking(tile: str, front: str, **more: object) -> Position:
    """Blue has moved into the second segment and may take the only tile of the first."""
    return nines(
        "● to take a tile, rolled 2, 1>2*",
        f"[4] {tile}",
        "[5] 6●1",
        seats=two(front, **more),
        start="●2●3●4▲1▲2▲3▲4",
    ).play("0 take 1.1")


def test_NIN_15_an_animal_goes_to_the_side() -> None:
    at = taking("a", "12")
    at.shows(picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("12", animals=1), start="●2●3●4▲1▲2▲3▲4"))
    assert at.scores() == [5, 0]


def test_NIN_16_a_number_goes_face_up_in_front() -> None:
    taking("3", "1").shows(picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("13"), start="●2●3●4▲1▲2▲3▲4"))


def test_NIN_17_two_that_add_up_to_nine_may_be_laid_down_or_kept() -> None:
    assert taking("3", "6").legal(0) == ["keep", "nine"]
    laid = picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("-", nines="36"), start="●2●3●4▲1▲2▲3▲4")
    taking("3", "6").play("0 nine").shows(laid)
    kept = picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("63"), start="●2●3●4▲1▲2▲3▲4")
    taking("3", "6").play("0 keep").shows(kept)


def test_NIN_17_asked_when_a_number_arrives_and_at_no_other_time() -> None:
    assert str(taking("a", "45")).startswith("▲ to roll")


def test_NIN_18_three_must_make_a_nine_of_two_and_the_third_stays() -> None:
    at = taking("3", "16")
    assert at.legal(0) == ["nine"]
    at.play("0 nine").shows(
        picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("1", nines="36"), start="●2●3●4▲1▲2▲3▲4")
    )


def test_NIN_18_three_must_make_a_nine_of_all_three() -> None:
    at = taking("3", "24")
    assert at.legal(0) == ["nine"]
    assert "front -  nines 234" in str(at.play("0 nine"))


def test_NIN_18_without_a_nine_one_goes_face_up_to_the_side() -> None:
    at = taking("1", "14")
    assert at.legal(0) == ["aside 1", "aside 4"]
    at.play("0 aside 1").shows(
        picture("▲ to roll", "[4] ·", "[5] 6●1", seats=two("41", aside="1"), start="●2●3●4▲1▲2▲3▲4"),
    )
    assert at.scores() == [-1, 0]


def test_NIN_19_the_prints_long_example() -> None:
    """Tiles of one move are laid one after the other, and each is settled before the next."""
    at = nines(
        "● to move, rolled 3",
        "[·] 2",
        "[4]●1 3",
        "[5]▲1■1 5 6",
        seats=[seat("●", "4"), seat("▲"), seat("■")],
        home="●2●3▲2▲3■2■3",
    )
    at.play("0 move 1", "0 take 1.1")
    assert at.legal(0) == ["aside 2", "aside 4"]
    at.play("0 aside 4")
    assert at.legal(0) == ["take 2.1"]
    at.play("0 take 2.1")
    assert at.legal(0) == ["nine"]
    at.play("0 nine")
    assert "front -  nines 234  aside 4  animals 0  cactuses 1" in str(at)
    assert at.scores()[0] == 15 - 4
    assert "[5]▲1■1 5●1" in " ".join(str(at).split())


def last_pawn(front: str, tile: str = "a", *rows: str) -> Position:
    """Blue's last pawn goes home past one last tile."""
    track = [*rows, *["[·]"] * (5 - len(rows)), f"[·] {tile} 1●1▲1"]
    return nines("● to move, rolled 2", *track, seats=two(front), home="●2●3●4▲2▲3▲4").play("0 move 1")


def test_NIN_20_keep_is_not_legal_when_the_last_pawn_has_come_home() -> None:
    assert last_pawn("6", "3").play("0 take 6.1").legal(0) == ["nine"]


def test_NIN_20_keep_is_not_legal_for_any_tile_of_that_move() -> None:
    at = nines(
        "● to move, rolled 6",
        *["[·]"] * 4,
        "[·] 3 1●1▲1",
        "[·] 2",
        seats=two("6"),
        home="●2●3●4▲2▲3▲4",
    )
    at.play("0 move 1", "0 take 5.1")
    assert at.legal(0) == ["nine"]


def test_NIN_20_a_kept_nine_is_laid_down_and_the_rest_goes_aside() -> None:
    at = last_pawn("45").play("0 take 6.1")
    assert "●  front -  nines 45  aside -  animals 1" in str(at)
    at = last_pawn("44").play("0 take 6.1")
    assert "●  front -  nines -  aside 44  animals 1" in str(at)
    assert at.events() == ["took", "cleared", "cleared"]


# ---------------------------------------------------------------------------------------------- the end


def test_NIN_21_the_game_ends_when_every_pawn_is_home() -> None:
    at = nines("● to move, rolled 2", *["[·]"] * 5, "[·] a 1●1", seats=two(), home=f"{BLUE_REST_HOME}{ORANGE_HOME}")
    at.play("0 move 1", "0 take 6.1")
    assert str(at).startswith("▲ all home") or str(at).startswith("● all home")
    assert at.legal(0) == at.legal(1) == at.legal("*") == []
    match = walk(sheepfold.Match("nines", 2), 5)
    assert match.ending is not None
    assert match.ending.rule == "NIN-21"
    assert not any(match.view()["track"])


def places(seats: list[str]) -> list[int]:
    return nines("● all home", seats=seats).places()


def test_NIN_22_five_for_animals_and_nines_minus_what_lies_aside() -> None:
    at = nines("● all home", seats=[seat("●", nines="45236", animals=2, aside="16"), seat("▲", aside="6")])
    assert at.scores() == [5 * 5 + 2 * 5 - 7, -6]
    assert places([seat("●", aside="6"), seat("▲", nines="45"), seat("■", animals=1)]) == [3, 1, 2]


def test_NIN_23_a_tie_goes_to_more_cactuses_and_else_is_shared() -> None:
    assert places([seat("●", animals=1), seat("▲", animals=1, cactuses=1)]) == [2, 1]
    assert places([seat("●", animals=1), seat("▲", animals=1), seat("■")]) == [1, 1, 3]
