"""Staging: the kept games are seen from beginning to end, and the laws of staging can fail."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sheepfold
from sheepfold.core.game import Game
from sheepfold.core.interface import StagingParts
from sheepfold.core.kit import Event
from sheepfold.core.offering import offered
from sheepfold.drawing import staging
from sheepfold.drawing.staging import Beat, length, stage, told_of
from sheepfold.games.shepherd.state import DOG, GRASS, SHEEP, SUN
from sheepfold.testing import act
from sheepfold.testing.beats import broken, broken_by_last, ids_of, out_of_order
from tests.test_laws import GAMES
from tests.web import film

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_kept_games_are_seen_from_beginning_to_end(path: Path) -> None:
    """Whole games, in which nearly every kind of event occurs."""
    whole = sheepfold.Match.replay(path.read_text(encoding="utf-8"))
    match, eyes = whole.copy(0), GOLDEN.index(path) % 2 or None
    before = ids_of(match, eyes)
    for seat, action in whole._log.pairs():
        match._play(seat, action)
        after = ids_of(match, eyes)
        assert list(broken_by_last(match, eyes, before, after)) == []
        before = after


def test_every_kind_of_event_occurs_in_the_kept_games() -> None:
    """So that no kind of event of our games goes unseen because nobody ever plays it."""
    seen: dict[str, set[str]] = {}
    for path in GOLDEN:
        whole = sheepfold.Match.replay(path.read_text(encoding="utf-8"))
        match = whole.copy(0)
        for seat, action in whole._log.pairs():
            match._play(seat, action)
            seen.setdefault(match.game.key, set()).update(event.what for event in match.told())
    rare = {game.key: {kind for kind, _rule in game.events.kinds} - seen.get(game.key, set()) for game in GAMES[:-1]}
    assert {key: kinds for key, kinds in rare.items() if kinds} == RARE


def test_the_film_strips_show_every_kind_of_event() -> None:
    """So that people can look at all of them."""
    shown: dict[str, set[str]] = {}
    for strip in film.STRIPS.values():
        whole = sheepfold.Match.replay((film.GOLDEN / f"{strip.record}.record").read_text(encoding="utf-8"))
        for at in range(strip.first, strip.last):
            match = whole.copy(at + 1)
            shown.setdefault(match.game.key, set()).update(event.what for event in match.told())
    missing = {game.key: {kind for kind, _rule in game.events.kinds} - shown[game.key] for game in GAMES[:-1]}
    assert {key: kinds for key, kinds in missing.items() if kinds} == RARE


RARE: dict[str, set[str]] = {"dyke": {"went through"}, "shepherd": {"stayed"}}
"""What happens in none of them; their beats are looked at below."""


@pytest.mark.parametrize(("key", "what"), [(key, what) for key, kinds in RARE.items() for what in sorted(kinds)])
def test_rare_events_are_seen_too(key: str, what: str) -> None:
    game = sheepfold.game(key)
    match = sheepfold.Match(key)
    rule = dict(game.events.kinds)[what]
    event = Event(what=what, rule=rule, seat=0, origin=31, target=42, amount=1)
    seen = match.seen(None)
    assert game.staging is not None
    assert [beat.event for beat in game.staging.beats(seen, [event], seen)] == [0]


def test_dice_that_are_taken_up_at_once_show_what_was_thrown() -> None:
    """In the next picture they are blank again: they show what looks like it on the meadow."""
    match = sheepfold.Match("shepherd")
    before = after = match.seen(None)
    thrown = Event(what="thrown", rule="SHE-8", seat=1, origin=SUN, target=DOG, amount=0)
    assert match.game.staging is not None
    assert [beat.to for beat in match.game.staging.beats(before, [thrown], after)] == [("sun", "dog")]
    both = Event(what="thrown", rule="SHE-8", seat=1, origin=SHEEP, target=GRASS, amount=0)
    ((sheep, grass),) = [beat.to for beat in match.game.staging.beats(before, [both], after)]
    assert {sheep, grass} <= ids_of(match, None)[0]
    assert sheep == "sheep-1-1"
    assert grass.startswith("grass-")


# ---------------------------------------------------------------------------------------------- laws can fail


def staged(game: Game, module: ModuleType | None) -> Game:
    """A game with another staging, or none."""
    other = object.__new__(Game)  # `copy` would give the very same: there is one of each
    other.__dict__.update(game.__dict__)
    other.staging = None if module is None else offered(StagingParts, module, game.key)
    return other


def toy(beats: Any, **more: Any) -> Game:
    """A game with a staging of its own: All Nines, which has a picture, with other beats."""
    module = ModuleType("staging")
    module.__dict__.update(beats=beats, **more)
    return staged(sheepfold.game("nines"), module)


def broken_with(beats: Any, **more: Any) -> set[str]:
    rng = random.Random(1)
    return {trouble.split(":")[0] for trouble in broken(sheepfold.Match(toy(beats, **more), 2), rng, steps=60)}


def shows(*beats: Beat) -> Any:
    return lambda _before, events, _after: staging.shown(events, lambda _event: beats)


def test_a_staging_that_keeps_the_laws_is_found_to_keep_them() -> None:
    assert broken_with(shows(staging.glow("die"))) == set()


def test_an_event_without_beats_is_found() -> None:
    assert broken_with(lambda _before, _events, _after: []) == {"unseen"}
    kinds = frozenset(kind for kind, _rule in sheepfold.game("nines").events.kinds)
    assert broken_with(lambda _before, _events, _after: [], WITHOUT_BEATS=kinds) == set()


def test_an_id_that_is_nowhere_is_found() -> None:
    assert broken_with(shows(staging.glow("nowhere"))) == {"invented"}
    assert broken_with(shows(staging.run("die", ["home", "nowhere"]))) == {"invented"}
    assert broken_with(shows(replace(staging.glow("die"), sound="trumpet"))) == {"invented"}


def test_what_is_said_in_another_order_is_found() -> None:
    match = sheepfold.Match("nines", 2)
    match.play("*", "deal 3")
    beats = stage(match)
    assert out_of_order(match, None, beats) == ""
    assert "is not" in out_of_order(match, None, [replace(beats[0], says="Nothing.")])
    twice = [replace(beats[0], event=1), replace(beats[0], says="", event=0)]
    assert "in the order" in out_of_order(match, None, twice)


def test_a_staging_that_looks_at_a_secret_is_found() -> None:
    """No staging is given more than an observation; one that helps itself to the state is found out."""
    peeked: list[sheepfold.Match] = []

    def beats(_before: Any, events: list[Event], _after: Any) -> list[Beat]:
        secret = peeked[-1].observation(0)["laid"][0][0]
        return staging.shown(events, lambda _event: [staging.count("mat-0", str(secret))])

    module = ModuleType("staging")
    module.__dict__["beats"] = beats
    for game, is_leaky in ((sheepfold.game("dyke"), False), (staged(sheepfold.game("dyke"), module), True)):
        shown: list[str] = []
        for laid in ("play 12", "play 3"):
            match = sheepfold.Match(game, 3)
            for lay in ("lay A1", "lay B1"):
                match.play(0, lay)
            match.play(0, laid)
            peeked.append(match)
            shown.append(repr(stage(match, 1)))
        assert (shown[0] != shown[1]) == is_leaky


# ---------------------------------------------------------------------------------------------- the vocabulary


def test_beats_follow_each_other_or_overlap() -> None:
    one, other = staging.glow("die"), staging.pause()
    lasts = staging.LASTS
    assert length([one, other]) == lasts["glow"] + lasts["pause"]
    assert length([one, replace(other, after=0)]) == lasts["glow"]
    assert length([one, replace(other, after=0.5)]) == lasts["glow"] / 2 + lasts["pause"]
    assert length([]) == 0


def test_too_much_is_shown_more_quickly() -> None:
    many = [staging.count("die", "9")] * 100
    quick = staging.within(staging.LONGEST, many)
    assert length(many) > 4 * staging.LONGEST
    assert abs(length(quick) - staging.LONGEST) <= len(many)


def test_a_way_lasts_longer_the_longer_it_is() -> None:
    lengths = [staging.hop("pawn", ["tile"] * n).lasts for n in (1, 3, 6, 50, 500)]
    assert lengths == sorted(lengths)
    assert lengths[-1] == lengths[-2] < 2_000


def test_every_sentence_is_said_where_it_begins() -> None:
    """A name with a full stop in it does not end a sentence."""
    game = sheepfold.game("nines")
    match = sheepfold.Match("nines", 2, names=["Dr. No", "A. B"])
    match.play("*", "deal 3")
    match.play("*", "deal 4")
    events = [Event("dealt", "NIN-2", 0, 0, 0, 3), Event("dealt", "NIN-2", 1, 0, 0, 4)]
    told = staging.sentences(game, match.seen(), events, match.seen(), match.seat_names())
    assert told == [(0, "Dr. No starts with a 3."), (1, "A. B starts with a 4.")]


def test_of_a_long_story_one_can_be_told_what_is_about_one_player() -> None:
    whole = sheepfold.Match.replay((film.GOLDEN / "dyke-own-boards.record").read_text(encoding="utf-8"))
    match = whole.copy(10)
    about_gold = "Gold runs 14 to square 14; Gold takes the imp. The imp costs Gold a lifesaver: none are left."
    assert told_of(match, 6) == about_gold
    assert all(words in match.story() for words in about_gold.split(". "))
    assert all(len(told_of(match, seat)) < len(match.story()) / 2 for seat in range(match.players))
    laid = whole.copy(9)
    assert told_of(laid, 1) == laid.story() == "Ink has laid cards.", "where nothing is about somebody, all is told"


def test_a_game_without_staging_is_seen_all_the_same() -> None:
    """What was tapped glows, and the sentence is said."""
    plain = staged(sheepfold.game("shepherd"), None)
    match = sheepfold.Match(plain, 2)
    rng = random.Random(2)
    glowing: set[str] = set()
    while len(match) < 40:
        before = ids_of(match, None)
        act(match, rng)
        assert list(broken_by_last(match, None, before, ids_of(match, None))) == []
        glowing |= {name for beat in stage(match) for name in beat.what}
    assert any(name.startswith("field-") for name in glowing)
    assert any(name.startswith("sheep-") for name in glowing)
