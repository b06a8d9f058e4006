"""The coach that may stay: what it says in each game, by rule, and what it keeps to itself."""

from __future__ import annotations

import random

import pytest

import sheepfold
from sheepfold.bots import coaching as by_worth
from sheepfold.core import coaching
from sheepfold.core.coaching import Said
from sheepfold.core.finding import pick_game
from sheepfold.core.plain import PlainRecord
from sheepfold.games.dyke import state as dyke
from sheepfold.games.nines import state as nines
from sheepfold.games.sheepsheep import state as sheepsheep
from sheepfold.games.shepherd import state as shepherd
from tests.games.test_why_not import on_the_dyke, on_the_meadow, on_the_track


def warned(key: str, seen: PlainRecord, text: str) -> Said | None:
    game = pick_game(key)
    (said,) = game.notation.warn(seen, 0, [game.by_text[text]])
    return said


def speaks_for(key: str, seen: PlainRecord, text: str, seat: int = 0) -> str:
    game = pick_game(key)
    return game.notation.speaks_for(seen, seat, game.by_text[text])


# ---------------------------------------------------------------------------------------------- the dyke


def test_a_number_that_runs_off_the_dyke_is_warned_of() -> None:
    here = on_the_dyke(dyke.CHOOSING)
    assert warned("dyke", here, "play 312") == Said("312 runs off the dyke: you would be out.", "DYK-16")
    assert warned("dyke", here, "play 31") is None


def test_water_is_warned_of_by_what_it_costs() -> None:
    here = on_the_dyke(dyke.CHOOSING)  # water on 107 alone, and Blue on 5
    for lifesavers, words in ((2, "costs a lifesaver"), (1, "your last lifesaver"), (0, "you would be out")):
        here.lifesavers[0] = lifesavers
        said = warned("dyke", here, "play 102")
        assert said is not None
        assert said.rule == "DYK-15"
        assert words in said.words


def test_without_a_lifesaver_the_imp_is_warned_of() -> None:
    here = on_the_dyke(dyke.CHOOSING)
    here.lifesavers[0] = 0
    assert warned("dyke", here, "play 0") == Said(
        "0 is probably the lowest, and without a lifesaver the imp would put you out.", "DYK-20"
    )
    here.lifesavers[0] = 1
    assert warned("dyke", here, "play 0") is None


def test_what_a_bot_laid_is_explained_once_it_is_revealed_and_not_before() -> None:
    match = sheepfold.Match("dyke", 3)
    for line in ("lay A1", "lay B1"):
        match.play(0, line)
    match.play(1, "play 30")
    assert coaching.remarks(match, 0, {1, 2}) == []
    match.play(2, "play 52")
    match.play(0, "play 6")
    said = coaching.remarks(match, 0, {1, 2})
    assert any("lay 52" in each.words and "because" in each.words for each in said), said
    assert not any(each.words.startswith("Blue") for each in said)


# ---------------------------------------------------------------------------------------------- All Nines


def test_a_third_number_without_a_nine_is_warned_of_where_there_is_better() -> None:
    here = on_the_track(nines.TAKING, front=[4, 2])
    here.track[4], here.track[5] = 5, 6
    assert warned("nines", here, "take 1.5") == Said(
        "4, 2 and 4 make no nine: one of them would go aside and count minus.", "NIN-18"
    )
    assert warned("nines", here, "take 1.3") is None
    assert speaks_for("nines", here, "take 1.3") == "it makes nine with 4"
    assert "Look for a nine" in pick_game("nines").notation.can_do(here, 0)


def test_whoever_moves_is_told_whether_a_pawn_can_earn_a_tile() -> None:
    here = on_the_track(nines.MOVING)  # pawns on 10, with the cactus 9 behind them, and 17 before them
    here.roll = 6
    assert "No pawn earns a tile now" in pick_game("nines").notation.can_do(here, 0)
    here.roll = 1  # a jump leads to the pawn on 12 only
    assert "No pawn earns a tile now" in pick_game("nines").notation.can_do(here, 0)
    here.pawn[1, 0] = 20  # but now to one behind the cactus
    assert "can leave its segment" in pick_game("nines").notation.can_do(here, 0)
    for space in range(9, 17):  # where nothing is left nothing is earned
        here.track[space] = 0
    assert "No pawn earns a tile now" in pick_game("nines").notation.can_do(here, 0)


def test_a_tile_that_one_of_three_would_make_way_for_brings_no_nine_nearer() -> None:
    here = on_the_track(nines.TAKING, front=[4])
    assert speaks_for("nines", here, "take 1.5") == "then only a 5 is missing for a nine"
    here = on_the_track(nines.TAKING, front=[4, 2])
    assert speaks_for("nines", here, "take 1.5") == ""


def test_a_pawn_that_leaves_the_first_cactus_has_been_on_the_track_before() -> None:
    here = on_the_track(nines.MOVING, roll=3)
    here.pawn[0, 0], here.pawn[0, 1] = 1, 0
    assert speaks_for("nines", here, "move 1") == ""
    assert speaks_for("nines", here, "move 2") == "it comes onto the track"


def test_what_goes_aside_is_good_for_what_is_left() -> None:
    here = on_the_track(nines.SETTING_ASIDE, front=[2, 2, 6])
    assert speaks_for("nines", here, "aside 2") == "it costs least"
    assert speaks_for("nines", here, "aside 6") == ""  # 2 and 2 can be made nine by a 5, 2 and 6 by a 1 or a 3
    here = on_the_track(nines.SETTING_ASIDE, front=[1, 2, 4])  # with 2 and 4: by 5 and 3; with 1 and 2: by 6
    assert speaks_for("nines", here, "aside 1") == "it costs least"
    assert speaks_for("nines", here, "aside 2") == ""  # 1 and 4: by 5 and 4, no more
    here = on_the_track(nines.SETTING_ASIDE, front=[3, 4, 4])  # 3 and 4: by 6, 5 and 2; 4 and 4: by 5 and 1
    assert speaks_for("nines", here, "aside 4") == "the others are more likely to make a nine"


def test_keeping_a_nine_is_warned_of() -> None:
    here = on_the_track(nines.NINING, front=[4, 5])
    assert warned("nines", here, "keep") == Said(
        "Kept, the nine is worth nothing yet; laid down it is 10 points now.", "NIN-17"
    )
    assert warned("nines", here, "nine") is None


# ---------------------------------------------------------------------------------------------- The Shepherd


def test_leaving_ones_grass_before_eating_it_is_warned_of() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.SHEEP, shepherd.GRASS), "d1", "d2", "d8", "e8")
    here.cards[41] = here.cards[51] = shepherd.BARE
    here.cards[43] = shepherd.BARE
    said = warned("shepherd", here, "move d2 d3")
    assert said is not None
    assert said.rule == "SHE-9"
    here.cards[43] = shepherd.LIGHT
    assert warned("shepherd", here, "move d2 d3") is None


def test_whoever_walks_is_told_what_a_step_leads_to() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.SHEEP, shepherd.SHEEP), "d1", "e1", "d8", "e8")
    for card, words in (
        (shepherd.BARE, "goes one field"),
        (shepherd.LIGHT, "leads to grass"),
        (shepherd.DARK, "juicy grass is one step away"),
    ):
        for field in range(len(here.cards)):
            here.cards[field] = shepherd.BARE
        here.cards[42] = card  # d2, before the sheep
        assert words in pick_game("shepherd").notation.can_do(here, 0)


def test_a_dog_that_drives_ones_own_sheep_alone_off_its_grass_is_warned_of() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.GRASS, shepherd.DOG), "d3", "d1", "d8", "e8")
    for field in range(len(here.cards)):
        if here.cards[field] != shepherd.NO_FIELD:
            here.cards[field] = shepherd.BARE
    here.cards[43] = shepherd.LIGHT  # d3, where Blue's sheep stands
    assert warned("shepherd", here, "dog d4") == Said(
        "There the dog would only drive your own sheep off its grass.", "SHE-14"
    )
    assert warned("shepherd", here, "dog d7") is None
    here.cards[33] = shepherd.DARK  # c3: scared there on purpose, as the print shows
    assert warned("shepherd", here, "dog d4") is None


def test_a_dog_is_good_for_what_it_drives_others_from() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.GRASS, shepherd.DOG), "d3", "d1", "d8", "e8")
    here.cards[48] = shepherd.BARE  # d8
    assert speaks_for("shepherd", here, "dog d7") == ""  # the choice itself says whom it scares
    here.cards[48] = shepherd.LIGHT
    assert speaks_for("shepherd", here, "dog d7") == "it drives 1 sheep of the others off its grass"
    assert speaks_for("shepherd", here, "dog f3") == ""


def test_a_step_is_good_for_the_grass_it_leads_to() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.SHEEP, shepherd.GRASS), "d2", "e1", "d8", "e8")
    for card, words in (
        (shepherd.BARE, ""),
        (shepherd.LIGHT, "it can eat there at once"),
        (shepherd.DARK, "it can eat two cards there at once"),
    ):
        here.cards[43] = card
        assert speaks_for("shepherd", here, "move d2 d3") == words
    here.used[1] = 1
    assert speaks_for("shepherd", here, "move d2 d3") == "that is two cards for a later turn"
    here.cards[43] = shepherd.LIGHT
    assert speaks_for("shepherd", here, "move d2 d3") == "that is grass for a later turn"


def test_eating_is_explained_only_where_there_was_something_else_to_do() -> None:
    here = on_the_meadow(shepherd.USING, (shepherd.SHEEP, shepherd.GRASS), "d2", "e1", "d8", "e8")
    assert speaks_for("shepherd", here, "graze d2") == "grass in the pile is what counts at the end"
    assert "eats the card under it" in pick_game("shepherd").notation.can_do(here, 0)
    here.used[0] = 1
    here.cards[51] = shepherd.BARE
    assert speaks_for("shepherd", here, "graze d2") == ""
    here.cards[42] = shepherd.DARK
    assert "juicy grass under one of yours" in pick_game("shepherd").notation.can_do(here, 0)


def test_in_the_tactical_game_sheep_of_others_are_sent_where_no_grass_is() -> None:
    here = on_the_meadow(
        shepherd.FLEEING, (shepherd.SHEEP, shepherd.DOG), "d1", "e1", "d5", "e8", dog="d6", tactical=True
    )
    assert "those of the others away from it" in pick_game("shepherd").notation.can_do(here, 0)
    here.cards[44] = shepherd.BARE
    assert speaks_for("shepherd", here, "flee d5 d4") == "there it finds no grass"
    here.cards[44] = shepherd.LIGHT
    assert speaks_for("shepherd", here, "flee d5 d4") == ""


# ---------------------------------------------------------------------------------------------- Sheep Sheep


def test_stopping_before_an_easy_win_and_breaking_one_up_are_warned_of() -> None:
    match = sheepfold.Match("sheepsheep", 2, exchanges=3)
    here = match.observe(0)
    here.phase, here.turn = sheepsheep.SWAPPING, 0
    red, yellow = 1, 3
    for cell in range(9):
        here.shown[cell] = 4 + cell % 3
    here.shown[0], here.shown[1], here.shown[2] = red, red, yellow
    for k in range(4):
        here.hand[0, k] = sheepsheep.CARD_NAMES.index("ry")
    swap = "swap ry c1"
    assert warned("sheepsheep", here, "end") == Said(
        "You would win nothing, and one swap could bring three of a colour together.", "SSH-13"
    )
    assert warned("sheepsheep", here, swap) is None
    assert speaks_for("sheepsheep", here, swap) == "3 sheep in red touch"
    here.shown[2] = red
    assert warned("sheepsheep", here, "end") is None
    for cell in (6, 7):
        here.shown[cell] = yellow
    here.shown[8] = red
    assert speaks_for("sheepsheep", here, "swap ry c3") == "3 sheep in yellow touch"  # and not the red ones
    here.shown[8] = yellow
    assert speaks_for("sheepsheep", here, "end") == "3 sheep in red and 3 sheep in yellow touch"
    said = warned("sheepsheep", here, "swap ry b1")
    assert said is not None
    assert said.rule == "SSH-11"


# ---------------------------------------------------------------------------------------------- every game


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_event_that_is_explained_exists(key: str) -> None:
    game = pick_game(key)
    kinds = {what for what, _rule in game.events.kinds}
    assert set(game.notation.EXPLAINED) <= kinds


@pytest.mark.parametrize("key", sheepfold.games())
def test_whoever_is_to_choose_is_told_what_can_be_done(key: str) -> None:
    match, rng = sheepfold.Match(key, 3), random.Random(4)
    for _step in range(150):
        if match.is_over:
            break
        actors = match.to_act()
        if actors == {"*"}:
            match.roll(rng)
            continue
        seat = min(int(actor) for actor in actors)
        assert coaching.can_do(match, seat), match.text(seat)
        match.play(seat, rng.choice(match.legal(seat)))


def test_what_costs_much_of_the_chance_to_win_is_warned_of_and_the_better_named() -> None:
    match = sheepfold.Match.replay(CLEAR)
    found = by_worth.counsel(match, 0, seed=1)
    best = sheepfold.hint(match, 0).action
    assert best not in found.warnings
    assert 0 <= found.chance <= 1
    for words in found.warnings.values():
        assert "Better, with about" in words


def clear_choice() -> str:
    """A game of All Nines up to a choice between tiles."""
    match, rng = sheepfold.Match("nines", 2), random.Random(11)
    while True:
        if match.to_act() == {"*"}:
            match.roll(rng)
        elif match.to_act() == {0} and match.legal(0)[0].startswith("take") and len(match.legal(0)) > 3:
            return match.record()
        else:
            seat = min(int(actor) for actor in match.to_act())
            match.play(seat, match.legal(seat)[0])


CLEAR = clear_choice()
