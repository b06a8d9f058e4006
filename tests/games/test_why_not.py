"""Why not: every reason that a game can give, by its rule, and that no other text stands in its refusals."""

from __future__ import annotations

import ast
import importlib
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sheepfold
from sheepfold.core import words
from sheepfold.core.errors import IllegalAction, UnreadableAction
from sheepfold.core.plain import PlainRecord
from sheepfold.core.refusals import WhyNot, why_not_tapped, why_not_typed
from sheepfold.games.dyke import state as dyke
from sheepfold.games.nines import state as nines
from sheepfold.games.sheepsheep import state as sheepsheep
from sheepfold.games.shepherd import state as shepherd

# ---------------------------------------------------------------------------------------------- positions


def field(name: str) -> int:
    return 10 * ("abcdefghij".index(name[0]) + 1) + int(name[1])


def position(key: str, players: int = 3, **options: Any) -> PlainRecord:
    """A position before the first action, to be changed."""
    return sheepfold.Match(key, players, **options).observe(0)


def on_the_dyke(phase: int, **fields: Any) -> PlainRecord:
    """Blue on square 5 with scope 3, the board A first, both sides without water but square 107."""
    here = position("dyke", rain=3)
    here.phase, here.rounds, here.first, here.turn, here.chooser = phase, 1, 0, 0, 0
    here.square[0], here.scope[0], here.hand[0] = 5, 3, 0b0001111111
    here.pads[0, 0], here.pads[0, dyke.BACKS + 8] = 1, 1
    for side in range(4):
        here.water[side, 0], here.water[side, 1] = 0, 0
    here.puddles[1, 0] = 1 << 7
    for name, value in fields.items():
        setattr(here, name, value)
    return here


def on_the_track(phase: int, **fields: Any) -> PlainRecord:
    """Blue's pawns on 10, 10 and home, Orange's on 12, 20 and 30; all tiles there but that on 2."""
    here = position("nines")
    here.phase, here.turn, here.roll, here.crossed = phase, 0, 1, 1
    for space in range(1, 50):
        here.track[space] = 4
    here.track[2] = 0
    home = 2 + nines.STRETCH * here.segments
    for seat, spaces in enumerate(([10, 10, home], [12, 20, 3], [40, 41, 42])):
        for i, space in enumerate(spaces):
            here.pawn[seat, i] = space
    for k, value in enumerate(fields.pop("front", [])):
        here.front[0, k] = value
    for name, value in fields.items():
        setattr(here, name, value)
    return here


def on_the_meadow(phase: int, thrown: Sequence[int], *sheep: str, dog: str = "", **options: Any) -> PlainRecord:
    """Sheep 0 and 1 are Blue's, 2 and 3 Orange's."""
    here = position("shepherd", 2, **options)
    here.phase, here.turn = phase, 0
    for k, symbol in enumerate(thrown):
        here.thrown[k] = symbol
    for k in range(4):
        here.standing[here.sheep[k]] = 0
    for k, name in enumerate(sheep):
        here.sheep[k] = field(name)
        here.standing[field(name)] = k + 1
    here.dog = field(dog) if dog else 0
    return here


def on_the_square(phase: int) -> PlainRecord:
    """Blue has red/blue and yellow/green; the square shows orange everywhere but a gap on a1 and white on c3."""
    here = position("sheepsheep", 2, exchanges=3)
    here.phase, here.turn, here.drawn = phase, 0, 1
    for k, name in enumerate(("rb", "yg", "rb", "yg")):
        here.hand[0, k] = sheepsheep.CARD_NAMES.index(name)
        here.hand[1, k] = sheepsheep.CARD_NAMES.index("ow")
    for cell in range(9):
        here.shown[cell] = 0 if cell == 0 else sheepsheep.LETTERS.index("o")
    here.shown[8] = sheepsheep.LETTERS.index("w")
    return here


# ---------------------------------------------------------------------------------------------- dyke

C, U, L, P, R = dyke.CHOOSING, dyke.USING, dyke.LAYING, dyke.PICKING, dyke.PUDDLING
DYKE = [
    ("DYK_X2_molehills_are_put_by_the_lot", on_the_dyke(C), "molehill 5"),
    ("DYK_19_no_board_in_the_middle_of_a_round", on_the_dyke(C), "lay A1"),
    ("DYK_4_a_board_that_lies_already", on_the_dyke(L, rounds=0), "lay A2"),
    ("DYK_19_sheep_on_the_second_board", on_the_dyke(L), "lay B1"),
    ("DYK_6_cards_after_choosing", on_the_dyke(U), "play 12"),
    ("DYK_22_a_card_that_was_played", on_the_dyke(C), "play 09"),
    ("DYK_8_pads_while_choosing", on_the_dyke(C), "use back10"),
    ("DYK_8_a_pad_one_does_not_hold", on_the_dyke(U), "use back20"),
    ("DYK_9_no_scope_below_0", on_the_dyke(U), "use change9 -4"),
    ("DYK_11_not_off_to_the_left", on_the_dyke(U), "use back10"),
    ("DYK_21_no_pick_while_choosing", on_the_dyke(C), "pick back10"),
    ("DYK_21_no_such_pad_left", on_the_dyke(P), "pick back90"),
    ("DYK_X1_rain_on_a_new_board_alone", on_the_dyke(C), "puddle 4"),
    ("DYK_X1_water_already", on_the_dyke(R), "puddle 7"),
    ("DYK_X1_first_and_last_stay_dry", on_the_dyke(R), "puddle 99"),
    ("DYK_6_a_square_is_not_tapped", on_the_dyke(C), ["square-12"]),
    ("DYK_17_the_imp_goes_by_itself", on_the_dyke(C), ["imp"]),
    ("DYK_15_lifesavers_go_by_themselves", on_the_dyke(U), ["lifesaver-0-1"]),
    ("DYK_8_pads_on_a_mat_while_choosing", on_the_dyke(C), ["pads-0"]),
    ("DYK_6_nothing_to_lay_yet", on_the_dyke(C), ["lay"]),
    ("DYK_6_three_cards_at_most", on_the_dyke(C), ["card-1", "card-2", "card-3", "card-4"]),
    ("DYK_3_no_card_twice", on_the_dyke(C), "play 202"),
    ("DYK_6_four_cards", on_the_dyke(C), "1234"),
    ("DYK_6_cards_one_by_one", on_the_dyke(C), "2 4"),
    ("DYK_6_a_number_that_is_laid", on_the_dyke(C), "lay 24"),
    ("DYK_6_four_cards_at_another_time", on_the_dyke(U), "1234"),
    ("DYK_9_no_more_than_the_pad_says", on_the_dyke(U), "use change9 12"),
    ("DYK_X1_rain_on_the_other_board", on_the_dyke(R), ["square-12"]),
]

# ---------------------------------------------------------------------------------------------- nines

M, T, N, A = nines.MOVING, nines.TAKING, nines.NINING, nines.SETTING_ASIDE
ALL_HOME = 2 + nines.STRETCH * 6


def last_home() -> PlainRecord:
    here = on_the_track(N, front=[4, 5])
    for i in range(3):
        here.pawn[0, i] = ALL_HOME
    return here


def nobody_ahead() -> PlainRecord:
    here = on_the_track(M)
    for i in range(3):
        here.pawn[1, i] = here.pawn[2, i] = 3
    return here


def one_step_ahead() -> PlainRecord:
    here = on_the_track(M)
    here.pawn[1, 0] = 11
    return here


NINES = [
    ("NIN_6_the_die_is_not_chosen", on_the_track(M), "roll 3"),
    ("NIN_3_tiles_are_not_chosen", on_the_track(M), "tile 3"),
    ("NIN_11_no_tile_without_entering", on_the_track(M), "take 1.2"),
    ("NIN_17_no_nine_is_asked_for", on_the_track(M), "nine"),
    ("NIN_18_nothing_goes_aside_yet", on_the_track(M), "aside 4"),
    ("NIN_11_first_a_tile", on_the_track(T), "move 1"),
    ("NIN_19_first_the_nine", on_the_track(N, front=[4, 5]), "move 1"),
    ("NIN_18_first_a_number_aside", on_the_track(A, front=[4, 4, 4]), "move 1"),
    ("NIN_5_so_many_pawns", on_the_track(M), "move 4"),
    ("NIN_9_home_is_home", on_the_track(M), "move 3"),
    ("NIN_8_pawns_on_one_space", on_the_track(M), "move 2"),
    ("NIN_7_a_jump_takes_a_1", on_the_track(M, roll=4), "jump 1"),
    ("NIN_7_nobody_in_front", nobody_ahead(), "jump 1"),
    ("NIN_7_one_step_is_a_move", one_step_ahead(), "jump 1"),
    ("NIN_11_the_segment_left_behind", on_the_track(T), "take 3.1"),
    ("NIN_14_a_tile_that_is_gone", on_the_track(T), "take 1.1"),
    ("NIN_11_a_tile_with_a_pawn", on_the_track(T), "take 1.2"),
    ("NIN_18_three_numbers_must", on_the_track(N, front=[4, 5, 1]), "keep"),
    ("NIN_20_nothing_kept_at_home", last_home(), "keep"),
    ("NIN_18_no_such_number", on_the_track(A, front=[4, 4, 4]), "aside 6"),
    ("NIN_5_a_fifth_pawn", on_the_track(M), "move 5"),
    ("NIN_11_no_seventh_segment", on_the_track(T), "take 7.1"),
    ("NIN_18_no_nine_lies_there", on_the_track(A, front=[4, 4, 4]), "aside 9"),
    ("NIN_11_first_a_tile_then_a_fifth_pawn", on_the_track(T), "jump 5"),
    ("NIN_6_another_players_pawn", on_the_track(M), ["pawn-1-1"]),
    ("NIN_16_another_players_numbers", on_the_track(A, front=[4, 4, 4]), ["front-1-4"]),
    ("NIN_6_exactly_so_many", on_the_track(M, roll=4), ["pawn-0-1", "space-20"]),
    ("NIN_7_one_step_or_a_jump", on_the_track(M), ["pawn-0-1", "space-20"]),
    ("NIN_6_home_is_too_far", on_the_track(M, roll=4), ["pawn-0-1", "home"]),
    ("NIN_6_tapping_the_die", on_the_track(M), ["die"]),
    ("NIN_11_home_is_no_tile", on_the_track(T), ["home"]),
    ("NIN_13_a_cactus_is_not_taken", on_the_track(T), ["space-9"]),
    ("NIN_22_what_lies_at_the_side_stays", on_the_track(M), ["nine-0-4-0"]),
    ("NIN_11_home_is_not_taken", on_the_track(T), [f"space-{ALL_HOME}"]),
    ("NIN_11_the_start_is_not_taken", on_the_track(T), ["space-0"]),
]

# ---------------------------------------------------------------------------------------------- shepherd

USE, RUN = shepherd.USING, shepherd.FLEEING
SHEEP, GRASS, SUN, DOG = shepherd.SHEEP, shepherd.GRASS, shepherd.SUN, shepherd.DOG
FOUR = ("d1", "e1", "d8", "e8")
SCARED = ("d4", "f5", "d8", "e8")


def used(here: PlainRecord, die: int) -> PlainRecord:
    here.used[die] = 1
    return here


def with_card(here: PlainRecord, name: str, card: int) -> PlainRecord:
    here.cards[field(name)] = card
    return here


def by_version_1() -> PlainRecord:
    here = on_the_meadow(USE, (SHEEP, DOG), *FOUR, dog="d5", tactical=True)
    here.rules_version = 1
    return here


def pushed() -> PlainRecord:
    """Blue's first sheep has run from d4 to c4 and pushes Orange's first."""
    here = on_the_meadow(RUN, (SHEEP, DOG), "c4", "f5", "c4", "e8", dog="d5", tactical=True)
    here.pushed = 3
    here.standing[field("c4")] = 1
    return here


def tiny(here: PlainRecord, *names: str) -> PlainRecord:
    """The same with no other fields than these."""
    for place in range(shepherd.PLACES):
        if here.cards[place] != shepherd.NO_FIELD and place not in map(field, names):
            here.cards[place] = shepherd.NO_FIELD
    return here


def tight(**options: Any) -> PlainRecord:
    """Two scared sheep; the one that goes round takes the other's only way."""
    here = on_the_meadow(RUN, (SHEEP, DOG), "b2", "c1", "a3", "d1", dog="b1", **options)
    return tiny(here, "b1", "b2", "c1", "c2", "b3", "d1", "e1", "a3")


SHEPHERD = [
    ("SHE_6_who_starts_is_chance", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "starter 0"),
    ("SHE_7_no_sheep_thrown", on_the_meadow(USE, (SUN, GRASS), *FOUR), "move d1 d2"),
    ("SHE_7_no_grass_thrown", on_the_meadow(USE, (SHEEP, DOG), *FOUR), "graze d1"),
    ("SHE_7_no_dog_thrown", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "dog d5"),
    ("SHE_7_the_sheep_is_used", used(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), 0), "move d1 d2"),
    ("SHE_7_the_grass_is_used", used(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), 1), "graze d1"),
    ("SHE_7_the_dog_is_used", used(on_the_meadow(USE, (SHEEP, DOG), *FOUR), 1), "dog d5"),
    ("SHE_8_no_sheep_there", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "move c5 c6"),
    ("SHE_8_another_players_sheep", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "move d8 d7"),
    ("SHE_8_off_the_meadow", on_the_meadow(USE, (SHEEP, GRASS), "b1", *FOUR[1:]), "move b1 a1"),
    ("SHE_8_onto_another_sheep", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "move d1 e1"),
    ("SHE_8_onto_the_dog", on_the_meadow(USE, (SHEEP, GRASS), *FOUR, dog="d2"), "move d1 d2"),
    ("SHE_13_beside_the_dog", on_the_meadow(USE, (SHEEP, GRASS), *FOUR, dog="d3"), "move d1 d2"),
    ("SHE_9_bare_ground", with_card(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "d1", shepherd.BARE), "graze d1"),
    ("SHE_16_a_worm_stays", with_card(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "d1", shepherd.WORM), "graze d1"),
    ("SHE_14_nobody_has_to_run", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "flee d1 d2"),
    ("SHE_12_the_dog_must_move", on_the_meadow(USE, (SHEEP, DOG), *FOUR, dog="d5"), "dog stay"),
    ("SHE_18_no_dog_to_stay", on_the_meadow(USE, (SHEEP, DOG), *FOUR, tactical=True), "dog stay"),
    ("SHE_18_version_1_walks", by_version_1(), "dog stay"),
    ("SHE_12_not_on_the_meadow", on_the_meadow(USE, (SHEEP, DOG), *FOUR), "dog j9"),
    ("SHE_12_where_it_stands", on_the_meadow(USE, (SHEEP, DOG), *FOUR, dog="d5"), "dog d5"),
    ("SHE_12_on_a_sheep", on_the_meadow(USE, (SHEEP, DOG), *FOUR), "dog d1"),
    ("SHE_18_too_far", on_the_meadow(USE, (SHEEP, DOG), *FOUR, dog="d5", tactical=True), "dog h5"),
    ("SHE_15_no_way_out", tiny(on_the_meadow(USE, (SHEEP, DOG), "d1", "e1", "g1", "h4"), "c1", "d1", "e1"), "dog c1"),
    ("SHE_14_first_run", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "graze d4"),
    ("SHE_14_another_one_first", on_the_meadow(RUN, (SHEEP, DOG), "d4", "e5", "d8", "e8", dog="d5"), "flee e5 e6"),
    ("SHE_14_an_empty_field_does_not_run", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "flee g5 g6"),
    ("SHE_14_one_that_is_not_scared", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "flee f5 f6"),
    ("SHE_14_the_dog_waits_for_the_scared", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), ["dog"]),
    ("SHE_14_one_field", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "flee d4 d2"),
    ("SHE_14_not_off_the_edge", on_the_meadow(RUN, (SHEEP, DOG), "b1", *FOUR[1:], dog="b2"), "flee b1 a1"),
    ("SHE_14_onto_another", on_the_meadow(RUN, (SHEEP, DOG), "d4", "d3", *FOUR[2:], dog="d5"), "flee d4 d3"),
    ("SHE_14_onto_the_dog", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "flee d4 d5"),
    ("SHE_15_a_way_for_the_others", tight(), "flee b2 c2"),
    ("SHE_21_who_is_pushed_first", pushed(), "flee f5 f6"),
    ("SHE_19_only_the_scared", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5", tactical=True), "flee f5 f6"),
    ("SHE_20_one_field_or_round", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5", tactical=True), "flee d4 d2"),
    (
        "SHE_21_chains_forced",
        on_the_meadow(RUN, (SHEEP, DOG), "d4", "c4", *FOUR[2:], dog="d5", tactical=True, chains="forced"),
        "flee d4 c4",
    ),
    (
        "SHE_21_who_is_there_has_no_way",
        tiny(on_the_meadow(RUN, (SHEEP, DOG), "d4", "d3", "g1", "h4", dog="d5", tactical=True), "d5", "d4", "d3"),
        "flee d4 d3",
    ),
    ("SHE_8_two_fields_away", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "move d1 d3"),
    ("SHE_7_no_sheep_for_any_way", on_the_meadow(USE, (SUN, GRASS), *FOUR), "d1 d3"),
    ("SHE_14_running_askew", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), "flee d4 e3"),
    (
        "SHE_20_running_askew",
        on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5", tactical=True),
        "flee d4 e3",
    ),
    ("SHE_12_the_dog_on_the_board", on_the_meadow(USE, (SHEEP, DOG), *FOUR), "dog z9"),
    ("SHE_9_grass_on_the_board", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), "graze z9"),
    ("SHE_24_grass_in_the_pile", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["pile-0"]),
    ("SHE_10_tapping_the_sun", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["sun"]),
    ("SHE_10_the_sun_by_itself", on_the_meadow(USE, (SUN, GRASS), *FOUR), ["die-sun"]),
    ("SHE_8_tapping_another_players_sheep", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["sheep-1-1"]),
    ("SHE_14_tapping_who_stays", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), ["sheep-1-1"]),
    ("SHE_14_tapping_far_away", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), ["sheep-0-1", "field-h4"]),
    ("SHE_8_one_field", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["sheep-0-1", "field-h4"]),
    ("SHE_8_tapping_a_field_far_from_all_sheep", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["field-a6"]),
    ("SHE_9_tapping_grass_far_from_all_sheep", used(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), 0), ["field-a6"]),
    ("SHE_14_tapping_the_dice_first", on_the_meadow(RUN, (SHEEP, DOG), *SCARED, dog="d5"), ["die-dog"]),
    ("SHE_7_tapping_a_die_that_is_used", used(on_the_meadow(USE, (SHEEP, GRASS), *FOUR), 1), ["die-grass"]),
    ("SHE_9_tapping_the_grass_with_none_to_eat", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["die-grass"]),
    ("SHE_8_tapping_the_die_with_the_sheep", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["die-sheep"]),
    ("SHE_12_tapping_the_die_with_the_dog", on_the_meadow(USE, (SHEEP, DOG), *FOUR), ["die-dog"]),
    ("SHE_7_tapping_the_dog", on_the_meadow(USE, (SHEEP, GRASS), *FOUR), ["dog"]),
]

# ---------------------------------------------------------------------------------------------- sheepsheep

SWAP, PUT = sheepsheep.SWAPPING, sheepsheep.PUTTING
SHEEPSHEEP = [
    ("SSH_7_cards_are_not_chosen", on_the_square(SWAP), "draw rb"),
    ("SSH_9_time_is_the_hourglass", on_the_square(SWAP), "time"),
    ("SSH_12_first_fill_the_gap", on_the_square(PUT), "end"),
    ("SSH_8_no_such_card", on_the_square(SWAP), "swap ow b1"),
    ("SSH_8_no_side_of_that_colour", on_the_square(SWAP), "swap rb c3"),
    ("SSH_12_no_gap_now", on_the_square(SWAP), "put a1 r"),
    ("SSH_12_no_such_side", on_the_square(PUT), "put a1 w"),
    ("SSH_12_no_gap_there", on_the_square(PUT), "put b1 r"),
    ("SSH_2_how_a_card_is_written", on_the_square(SWAP), "swap br a1"),
    ("SSH_8_no_card_of_one_colour", on_the_square(SWAP), "rr a1"),
    ("SSH_6_no_such_place", on_the_square(SWAP), "swap rb d1"),
    ("SSH_6_no_such_gap", on_the_square(PUT), "put d1 r"),
    ("SSH_8_another_players_card", on_the_square(SWAP), ["card-1-ow"]),
    ("SSH_8_no_card_fits", on_the_square(SWAP), ["cell-c3"]),
    ("SSH_4_lucky_sheep_stay", on_the_square(SWAP), ["lucky-0"]),
    ("SSH_11_what_is_won", on_the_square(SWAP), ["won-0-r"]),
    ("SSH_12_the_deck_fills_gaps", on_the_square(SWAP), ["deck"]),
    ("SSH_9_tapping_the_hourglass", on_the_square(SWAP), ["hourglass"]),
]

CASES = [
    (key, *case)
    for key, cases in {"dyke": DYKE, "nines": NINES, "shepherd": SHEPHERD, "sheepsheep": SHEEPSHEEP}.items()
    for case in cases
]


def reason(key: str, here: PlainRecord, what: str | list[str]) -> WhyNot | None:
    notation = sheepfold.game(key).notation
    if isinstance(what, str) and what not in sheepfold.game(key).by_text:
        return notation.why_no_action(here, 0, what)
    if isinstance(what, str):
        return notation.why_not(here, 0, sheepfold.game(key).by_text[what])
    return notation.why_nothing(here, 0, what)


@pytest.mark.parametrize(("key", "name", "here", "what"), CASES, ids=[case[1] for case in CASES])
def test_a_reason_is_given_by_its_rule(key: str, name: str, here: PlainRecord, what: str | list[str]) -> None:
    found = reason(key, here, what)
    assert found is not None
    assert name.startswith(found.rule.replace("-", "_") + "_"), found
    assert found.words.endswith(".")
    assert len(found.words) <= 90
    assert f"\n- {found.rule} " in sheepfold.game(key).rules_page()


@pytest.mark.parametrize(("key", "name", "here", "what"), CASES, ids=[case[1] for case in CASES])
def test_the_reason_reaches_whoever_types_or_taps(
    key: str, name: str, here: PlainRecord, what: str | list[str]
) -> None:
    """As the terminal, the page and the server ask: no other reason comes before it."""
    game = sheepfold.game(key)
    asked = why_not_typed(game, here, 0, what) if isinstance(what, str) else why_not_tapped(game, here, 0, what)
    assert str(asked) == str(reason(key, here, what)), name


def refusals_of(key: str) -> tuple[ModuleType, list[ast.Call]]:
    """A game's refusals, and all that is called in them."""
    module = importlib.import_module(f"sheepfold.games.{key}.refusals")
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return module, [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def cases_of(key: str) -> list[WhyNot]:
    return [found for k, _name, here, what in CASES if k == key and (found := reason(key, here, what))]


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_reason_has_its_case(key: str) -> None:
    """Each sentence that stands in a game's refusals is said by a case, word by word but for what is filled in."""
    _module, calls = refusals_of(key)
    marked = [node.args[0] for node in calls if ast.unparse(node.func) == "_"]
    texts = {str(text.value) for text in marked if isinstance(text, ast.Constant)}
    said = [found.words for found in cases_of(key)]
    missing = [text for text in texts if not any(re.fullmatch(pattern_of(text), each) for each in said)]
    assert texts
    assert not missing


def pattern_of(text: str) -> str:
    return "(.+)".join(map(re.escape, re.split(r"\{\w+\}", text)))


@pytest.mark.parametrize("key", sheepfold.games())
def test_wherever_a_reason_is_given_it_comes_up(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same sentence may stand for several rules: each place that gives a reason is reached by one of the cases."""
    module, calls = refusals_of(key)
    places = {(node.lineno, node.col_offset) for node in calls if ast.unparse(node.func) == "WhyNot"}
    reached: set[tuple[int | None, int | None]] = set()

    def noted(*given: Any, **more: Any) -> WhyNot:
        frame = sys._getframe(1)
        line, _end, column, _end_column = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        reached.add((line, column))
        return WhyNot(*given, **more)

    monkeypatch.setattr(module, "WhyNot", noted)
    assert cases_of(key)
    assert places
    assert sorted(places - reached) == []


# ---------------------------------------------------------------------------------------------- everywhere


def some_refusals(key: str) -> Iterator[tuple[sheepfold.Match, int, str]]:
    match = sheepfold.Match(key)
    while not all(isinstance(actor, int) for actor in match.to_act()):
        match.roll()
    seat = next(actor for actor in match.to_act() if isinstance(actor, int))
    legal = match.legal(seat)
    yield from ((match, seat, text) for text in match.game.texts if text not in legal)


@pytest.mark.parametrize("key", sheepfold.games())
def test_a_match_refuses_with_the_reason_and_notes_what_would_be_legal(key: str) -> None:
    match, seat, text = next(some_refusals(key))
    with pytest.raises(IllegalAction) as refused:
        match.play(seat, text)
    assert str(refused.value) == str(match.why_not(seat, text))
    assert str(refused.value).endswith(f"({refused.value.rule})")
    assert match.legal(seat)[0] in refused.value.__notes__[0]


def test_what_is_typed_may_be_the_end_of_an_action() -> None:
    match = sheepfold.Match("shepherd", 2)
    for line in ("starter 0", "throw sheep grass"):
        match.play("*", line)
    assert str(match.why_not_typed(0, "d1 e1")) == "Another sheep stands there. (SHE-8)"
    assert match.why_not_typed(0, "move d1 d2") is None
    assert match.why_not_typed(0, "wolf") is None
    assert str(match.why_not_typed(0, "d1 d3")) == "A sheep goes one field up, down, left or right. (SHE-8)"


def test_of_a_word_that_begins_nothing_now_it_is_said_why() -> None:
    match = sheepfold.Match("dyke", 3)
    match.play(0, "lay A1")
    assert str(match.why_not_typed(0, "pick")).endswith("(DYK-21)")
    assert str(match.why_not_typed(0, "use change9 20")).endswith("(DYK-8)")
    assert match.why_not_typed(0, "lay C1") is None  # some boards can be laid: which is meant, nobody can tell


def test_a_match_says_by_rule_why_something_typed_can_never_be_played() -> None:
    match = sheepfold.Match("shepherd", 2)
    for line in ("starter 0", "throw sheep grass"):
        match.play("*", line)
    for seat, said in ((0, "A sheep goes one field up, down, left or right. (SHE-8)"), (1, "is no action of")):
        with pytest.raises(UnreadableAction, match=re.escape(said)):
            match.play(seat, "move d1 d3")


def test_a_tap_is_answered_by_what_speaks_against_what_was_begun() -> None:
    match = sheepfold.Match("shepherd", 2)
    for line in ("starter 0", "throw sheep grass"):
        match.play("*", line)
    with words.speaking("en"):
        assert (
            str(match.why_not_tapped(0, ["sheep-0-1", "field-e1"]))
            == "A sheep goes one field up, down, left or right. (SHE-8)"
        )
        assert str(match.why_not_tapped(0, ["sheep-0-1", "sheep-0-2"])) == "Another sheep stands there. (SHE-8)"
        far = str(match.why_not_tapped(0, ["field-a6"]))  # nobody has heard of a dog yet
        assert far == "No sheep of yours is beside that field, and each goes one field. (SHE-8)"
        assert str(match.why_not_tapped(0, ["nothing"])).startswith("That leads nowhere now. Move a sheep")


@pytest.mark.parametrize("key", sheepfold.games())
def test_whatever_is_tapped_is_answered(key: str) -> None:
    """Everything the picture names, in either shape, at moments of a random game: in a sentence and by a rule."""
    match, rng = sheepfold.Match(key, 3), random.Random(7)
    page = match.game.rules_page()
    while not match.is_over and len(match) < 160:
        actor = min(match.to_act(), key=str)
        if actor == "*":
            match.roll(rng)
            continue
        seat, legal = int(actor), match.legal(int(actor))
        if rng.random() < 0.2:
            can = {part for text in legal for part in match.parts(seat, text)}
            drawn = match.svg(seat, upright=rng.random() < 0.5)
            named = set(re.findall(r'\b(?:id|data-part)="([^"]+)"', drawn)) - can
            for thing in rng.sample(sorted(named), min(6, len(named))):
                answer = match.why_not_tapped(seat, [thing])
                assert answer.words, thing
                assert f"\n- {answer.rule} " in page, (thing, answer)
        match.play(seat, rng.choice(legal))
