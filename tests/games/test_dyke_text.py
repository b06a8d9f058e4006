"""The Sheep Hustle in text: actions, choices, the diagram and its reader, narration, and what others may not read."""

from __future__ import annotations

import random
from itertools import permutations
from textwrap import dedent
from typing import Any

import pytest

import sheepfold
from sheepfold.core import kit, secrecy, words
from sheepfold.core.errors import BadDiagram, IllegalAction, UnreadableAction
from sheepfold.core.plain import PlainRecord, row_of
from sheepfold.games.dyke import notation
from sheepfold.games.dyke.state import PLAYS
from sheepfold.testing import Position
from tests.games.test_dyke import careful, lay, match, race

GAME = sheepfold.game("dyke")

SHOVING = dedent("""
    round 3: ■ to lay cards
    starter ●  imp ●  cherub ●
       A1                             B1
    9  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    8  .  .  .  .  .  ~  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    7  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    6  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    4  .  .  .  .  .  .  .  .  .  .   .  .  .  .  ~  .  .  .  .  .
    3  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .◆ .  .  .  .  .
    2  .■ .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    1  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    0  .▲ .  .  .  .  .● .  .  .  .   .  .  .  .  .  .  .  .  .  .
       0  1  2  3  4  5  6  7  8  9   10 11 12 13 14 15 16 17 18 19
    ●  on 50  lifesavers 2  hand 0123456789  laid (93)
    ▲  on 0  lifesavers 1  hand 012·456789  laid (10)
    ■  on 2  lifesavers 3  hand 0123456789
    ◆  on 143  lifesavers 1  hand 0123456·89  laid (8)
    pads ■ ←30 ±9×2
    pads box ±3
    """)


SHOVED = dedent("""
    round 3: ■ to use pads
    starter ●  imp ▲  cherub ●  turn ■
       A1                             B1
    9  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    8  .  .  .  .  .  ~  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    7  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    6  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    4  .  .  .  .  .  .  .  .  .  .   .  .  .  .  ~◆ .  .  .  .  .
    3  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .● .  .  .  .  .
    2  .■ .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    1  .  .  .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
    0  .  .▲ .  .  .  .  .  .  .  .   .  .  .  .  .  .  .  .  .  .
       0  1  2  3  4  5  6  7  8  9   10 11 12 13 14 15 16 17 18 19
    ●  on 143  lifesavers 2  hand 012·45678·  laid 93  scope 93
    ▲  on 10  lifesavers 1  hand ··2·456789  laid 10  scope 10
    ■  on 2  lifesavers 3  hand 01234·6789  laid 5  scope 5
    ◆  on 144  lifesavers 0  hand 0123456·89  laid (8)
    pads ■ ←30 ±9×2
    pads box ±3
    """)


def test_a_drawn_position_can_be_played() -> None:
    position = Position(GAME, SHOVING)
    assert position.legal(2)[:3] == ["play 0", "play 01", "play 012"]
    position.play("2 play 5").shows(SHOVED)


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("players", range(3, 9))
def test_every_position_of_deep_games_can_be_drawn_and_read(players: int, language: str) -> None:
    rng = random.Random(players)
    material = {"sides": {"A1": [5, 6], "B2": [50]}, "pads": {"back90": 16, "change1": 16}} if players % 2 else None
    running = sheepfold.Match("dyke", players, material=material, rain=players % 3, molehills=players > 5)
    with words.speaking(language):
        while not running.is_over:
            actor = rng.choice(sorted(running.to_act(), key=str))
            if actor == "*":
                running.roll(rng)
            else:
                running.play(actor, careful(running, actor, rng))
            seat = rng.choice([None, *range(players)])
            drawn = running.text(seat)
            assert max(map(len, drawn.splitlines())) <= 80, drawn
            assert row_of(notation.read_diagram(drawn)).tobytes() == running.observation(seat).tobytes(), drawn
            assert running.story(seat=seat)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "round 3",
        SHOVING.replace("to lay cards", "to dance"),
        SHOVING.replace("●  on 50", "●  on 51"),
        SHOVING.replace("◆  on 143", "◆  on 999"),
        SHOVING.replace("~", "x", 1),
        SHOVING.replace("A1", "C1"),
        SHOVING.replace("■  on 2  lifesavers 3  hand 0123456789\n", ""),
        SHOVING.replace("laid (93)", "laid (99)"),
        SHOVING.replace("hand 0123456789", "hand xyz", 1),
        SHOVING.replace("lifesavers 2", "lifesavers 999"),
        SHOVING.replace("±9×2", "±10"),
        SHOVING.replace("starter ●", "starter"),
    ],
)
def test_a_wrong_diagram_is_refused_with_a_sentence(wrong: str) -> None:
    with pytest.raises(BadDiagram):
        notation.read_diagram(wrong)


# ---------------------------------------------------------------------------------------------- actions


def test_actions_are_spelt_as_the_page_says() -> None:
    spelt = set(GAME.texts)
    assert {"lay A1", "lay B2r", "play 085", "play 7", "use back30", "use change9 -4", "use change9 0"} <= spelt
    assert {"done", "pick change9", "puddle 40", "dry", "molehill 40", "use change1 1"} <= spelt
    assert not {"play 0085", "use change9 +4", "use change3 4", "use change9 -0", "lay a1", "play 11"} & spelt


@pytest.mark.parametrize(
    "text", ["play 00", "play 1234", "play  5", "Play 5", "play 5 ", "play 五", "use back35", 5, None]
)
def test_what_is_no_action_is_unreadable(text: Any) -> None:
    with pytest.raises(UnreadableAction):
        match(3).play(0, text)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    begun = match(3)
    begun.play(0, "play 5")
    before = begun.observation(0).tobytes()
    for seat, text in ((0, "play 6"), (1, "done"), (1, "lay A1"), (2, "pick back10"), (1, "dry")):
        with pytest.raises(IllegalAction):
            begun.play(seat, text)
    with pytest.raises(IllegalAction):
        begun.play("*", "molehill 5")
    assert begun.observation(0).tobytes() == before


def test_choices_tell_where_they_lead() -> None:
    position = race("●95 ▲60 ■70", water="98 61", held={1: ["back10", "change3"]})

    def say(seat: int, text: str) -> str:
        return notation.choice(position.state, seat, GAME.by_text[text])

    assert say(0, "play 03") == "lay 03: to 98, water"
    assert say(0, "play 987") == "lay 987: off the dyke!"
    lay(position, "5", "8", "9")
    assert say(1, "done") == "use no (more) pads and run: 8 squares, to 68"
    assert say(1, "use back10") == "use ←10: 8 squares, to 68, then back 10, to 58"
    assert say(1, "use change3 -3") == "use ±3 as -3: 5 squares, to 65"
    position.play("1 use back10")
    assert say(1, "use change3 3") == "use ±3 as +3: 11 squares, to 71, then back 10, to 61, water"
    assert say(0, "lay B2r") == "lay board B, side 2, turned round"
    assert say(0, "lay A1") == "lay board A, side 1"
    assert say(0, "pick change9") == "take the pad ±9"
    assert say(0, "puddle 7") == "put a puddle on square 107"
    assert say(0, "dry") == "no (more) puddles"


# ---------------------------------------------------------------------------------------------- narration


def story(position: Position) -> str:
    events = GAME.events.read(position.told)
    before = PlainRecord(position.states[1:2])
    return notation.narrate(before, events, position.state, ["Blue", "Orange", "Green", "Red"])


def test_the_story_of_a_shove() -> None:
    position = lay(race("●58 ▲0 ■2 ◆143", water="144"), "85", "8", "7", "9")
    assert "Blue runs 85 to square 143 and shoves Red onto 144; Red is in the water and uses a lifesaver." in story(
        position
    )


def test_the_story_of_a_chain() -> None:
    position = lay(race("●100 ▲197 ■198 ◆199", water="198"), "97", "1", "0", "2")
    told = story(position)
    assert told.startswith(
        "Red has laid cards. Blue runs 97 to square 197 and shoves Orange onto 198; Orange shoves Green onto 199; "
        "Green shoves Red off the dyke; Red is out; Orange is in the water and uses a lifesaver."
    )


def test_the_story_of_pads() -> None:
    position = lay(race("●58 ▲10 ■2", held={0: ["back20", "change9"]}), "85", "8", "7")
    assert story(position) == "Green has laid cards. Blue shows 85."
    position.play("0 use back20")
    assert story(position) == "Blue uses a pad to run back 20."
    position.play("0 use change9 4")
    assert "Blue changes the scope by +4 to 89 and runs 89 to square 147; Blue runs back 20 to square 127." in story(
        position
    )


def test_the_story_of_the_imp() -> None:
    position = lay(race("●58 ▲10 ■2", lifesavers=(3, 1, 2), beside={"back10": 1}), "9", "7", "8")
    assert story(position).endswith("The imp costs Orange a lifesaver: none are left.")
    position = lay(race("●58 ▲10 ■2 ◆0", lifesavers=(3, 0, 2, 2), beside={"back10": 1}), "9", "5", "8", "7")
    assert story(position).endswith("The imp chases Orange off the dyke: no lifesaver is left.")


def test_the_story_in_german() -> None:
    with words.speaking("de"):
        position = lay(race("●58 ▲0 ■2 ◆143", water="144"), "85", "8", "7", "9")
        told = story(position)
    assert "Blue läuft 85 auf Feld 143 und schubst Red auf 144; Red landet im Wasser und braucht einen" in told


def test_the_story_in_french_keeps_its_semicolon_on_the_line() -> None:
    with words.speaking("fr"):
        told = story(lay(race("●58 ▲0 ■2 ◆143", water="144"), "85", "8", "7", "9"))
    assert "pousse Red sur 144\u00a0; Red est dans l’eau" in told


# ---------------------------------------------------------------------------------------------- secrets


def test_what_was_laid_and_how_many_cards_stays_unknown_until_revealed() -> None:
    one, other = match(4), match(4)
    for running, cards in ((one, "085"), (other, "7")):
        running.play(1, f"play {cards}")
        running.play(2, "play 43")
    for viewer in (0, 2, 3, None):
        assert one.view(viewer) == other.view(viewer)
        assert one.text(viewer) == other.text(viewer)
        assert one.svg(viewer) == other.svg(viewer)
        assert one.story(seat=viewer) == other.story(seat=viewer)
        assert one.story(0, viewer) == other.story(0, viewer)
        assert one.log(viewer) == other.log(viewer)
        assert one.log(viewer)[2] == "1 play ?"
        assert one.view(viewer)["hand"][1] == 0b1111111111
    assert one.log(1)[2] == "1 play 085"
    assert "laid (085)" in one.text(1)
    assert one.svg(1) != other.svg(1)


def test_cards_are_open_once_revealed_but_not_before_their_turn() -> None:
    position_match = match(3, pads={"back10": 2})
    for seat, cards in enumerate(("9", "5", "6")):
        position_match.play(seat, f"play {cards}")
    position_match.play(0, "pick back10")
    for seat, cards in enumerate(("8", "07", "4")):
        position_match.play(seat, f"play {cards}")
    assert position_match.to_act() == {0}  # whether to use the pad: the others' cards still lie face down
    assert position_match.log(None)[-3:] == ["0 play 8", "1 play ?", "2 play ?"]
    assert position_match.view(2)["laid"][1] == 0
    position_match.play(0, "done")
    assert position_match.log(None)[-4:] == ["0 play 8", "1 play 07", "2 play 4", "0 done"]


def test_determinize_redraws_from_the_hands_they_hold_and_keeps_them_on_the_dyke() -> None:
    position = race("●150 ▲60 ■70")
    position.state.hand[1] = 0b0000111100
    position.play("1 play 25", "2 play 9")
    drawn: set[str] = set()
    rng = kit.source(3)
    for _ in range(400):
        observed = secrecy.observe(GAME.record, position.states[:1], 0)
        assert list(observed["laid"][0][:3]) == [0, 0, 0]
        position.loops.guess(observed, 0, 0, rng)
        guessed = PlainRecord(observed).laid
        assert guessed[0] == 0
        assert guessed[2] > 0
        drawn.add("".join(map(str, PLAYS[guessed[1] - 1])))
    assert drawn == {"".join(cards) for count in (1, 2) for cards in permutations("2345", count)}
