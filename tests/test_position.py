"""Games that begin at a position: a diagram, or what somebody saw."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core.errors import BadDiagram, BadOption, IllegalAction
from sheepfold.core.game import Game
from sheepfold.study import play_games
from sheepfold.testing import walk
from tests.terminal import Terminal, terminal
from tests.test_laws import GAMES

__all__ = ["terminal"]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def some_way_in(game: Game, seed: int) -> sheepfold.Match:
    """A match in the middle of a random game, where a seat is asked."""
    whole = played_out(sheepfold.Match(game), seed)
    at = next(k for k in range(len(whole) // 2, len(whole)) if whole.copy(k).to_act() - {"*"})
    return whole.copy(at)


def played_out(match: sheepfold.Match, seed: int) -> sheepfold.Match:
    walk(match, seed)
    return match


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_begins_at_what_a_seat_sees(game: Game, seed: int) -> None:
    there = some_way_in(game, seed)
    seat = int(min(there.to_act(), key=str))
    match = sheepfold.Match.at(game, there.observation(seat), seat, seed=7)
    assert match.observation(seat).tobytes() == there.observation(seat).tobytes()
    assert match.legal(seat) == there.legal(seat)
    assert len(match) == 0
    same, other = (sheepfold.Match.at(game, there.observation(seat), seat, seed=each) for each in (7, 8))
    assert same.opening().tobytes() == match.opening().tobytes()
    assert other.observation(seat).tobytes() == match.observation(seat).tobytes()
    assert played_out(match, seed).is_over


@pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: game.key)
def test_a_match_begins_at_a_diagram(game: Game) -> None:
    there = some_way_in(game, 3)
    seat = int(min(there.to_act(), key=str))
    match = sheepfold.Match.at(game, there.text(seat), seat, seed=1)
    assert match.text(seat) == there.text(seat)
    assert match.to_act() == there.to_act()
    assert played_out(match, 1).is_over


@pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: game.key)
def test_blanks_around_a_diagram_mean_nothing(game: Game) -> None:
    """As a terminal or an editor leaves them when somebody copies it, or somebody's program that quotes it."""
    text = some_way_in(game, 3).text()
    there = sheepfold.Match.at(game, text).opening().tobytes()
    lines = text.split("\n")
    for given in (
        "\n".join(f"{line}   " for line in lines),
        "\n" + "\n".join(f"        {line}" for line in lines) + "\n\n",
        "\r\n".join(lines) + "\r\n",
    ):
        assert sheepfold.Match.at(game, given).opening().tobytes() == there
        assert sheepfold.State.at(game, given, seed=1).opening().tobytes() == there


@pytest.mark.parametrize("key", sheepfold.games())
def test_nothing_at_all_is_no_position(key: str) -> None:
    for given in ("", "  \n\n"):
        with pytest.raises(BadDiagram, match="a text diagram or a record"):
            sheepfold.Match.at(key, given)


@every_game
def test_its_record_tells_where_it_began(game: Game) -> None:
    there = some_way_in(game, 2)
    match = sheepfold.Match.at(game, there._states[:1], names=["Ada"])
    played_out(match, 3)
    assert "\nposition " in match.record()
    if game.key in sheepfold.games():
        again = sheepfold.Match.replay(match.record())
        assert again.log() == match.log()
        assert again.record() == match.record()
        assert again.names[0] == "Ada"
    end, lines = match._states[:1].tobytes(), len(match)
    match.undo()
    assert len(match) == lines - 1
    assert match.copy(0).observation(0).tobytes() == there.observation(0).tobytes()
    assert match.copy()._states[:1].tobytes() != end


def test_many_games_are_played_from_a_position() -> None:
    there = some_way_in(sheepfold.game("nines"), 1)
    setup = sheepfold.Match.at("nines", there._states[:1])
    short, whole = (play_games(each, 50, seed=1) for each in (setup, sheepfold.Match("nines")))
    assert short.lengths.mean() < whole.lengths.mean()


@pytest.mark.parametrize("line", ["position AAAA", "position !", "position eJwDAAAAAAE="])
def test_a_record_with_a_wrong_position_is_refused(line: str) -> None:
    head, _blank, rest = sheepfold.Match("nines").record().partition("\n\n")
    with pytest.raises(sheepfold.BadRecord, match="no position of All Nines"):
        sheepfold.Match.replay(f"{head}\n{line}\n\n{rest}")


def test_what_is_no_position_or_no_seat_gets_a_sentence() -> None:
    for game in ("nines", "sheepsheep", "shepherd"):
        with pytest.raises(BadDiagram, match="cannot be read: something is missing, or means nothing there"):
            sheepfold.Match.at(game, "a cat")
    with pytest.raises(BadDiagram, match="a text diagram or a record"):
        sheepfold.Match.at("nines", sheepfold.Match("dyke").observation())
    with pytest.raises(IllegalAction):
        sheepfold.Match.at("nines", sheepfold.Match("nines").text(), 9)


@every_game
def test_what_no_game_leads_to_gets_a_sentence_too(game: Game) -> None:
    """Lines of a diagram that change places: what can be read, and where the rules would fall over, is refused."""
    rng, lines = random.Random(1), some_way_in(game, 3).text().split("\n")
    for _attempt in range(60):
        spoilt = lines.copy()
        here, there = rng.sample(range(len(lines)), 2)
        spoilt[here], spoilt[there] = spoilt[there], spoilt[here]
        for at in (sheepfold.Match.at, sheepfold.State.at):
            with suppress(sheepfold.SheepfoldError):
                found = at(game, "\n".join(spoilt), seed=1)
                assert found.is_over or len(
                    found.legal() if isinstance(found, sheepfold.State) else found.legal(min(found.to_act(), key=str))
                )


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("dyke", {"rain": 3, "molehills": True}),
        ("nines", {}),
        ("nines", {"segments": 5}),
        ("sheepsheep", {"exchanges": 4, "lucky": 3}),
        ("sheepsheep", {"seconds": 30}),
        ("shepherd", {"sun": 8, "worms": "unseen"}),
        ("shepherd", {"tactical": True, "chains": "forced"}),
        ("shepherd", {"rules_version": 1}),
    ],
)
def test_a_position_knows_how_its_game_was_set_up(key: str, options: dict[str, Any]) -> None:
    there = sheepfold.Match(key, **options)
    rng = random.Random(1)
    while len(there) < 6:
        actor = min(there.to_act(), key=str)
        there.play(actor, rng.choice(there.legal(actor)))
    for position in (there.observation(0), there.observation(0)[0], there.observe(0), there.text(0)):
        match = sheepfold.Match.at(key, position, 0, seed=1)
        again = sheepfold.Match.replay(match.record())
        state = sheepfold.State.at(key, position, 0, seed=1)
        assert match.options == again.options == state.options == there.options
        assert match.rules_version == again.rules_version == there.rules_version
        assert again.opening().tobytes() == match.opening().tobytes()


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"seat": "*"}, IllegalAction, "Chance does not look"),
        ({"seat": 0, "seed": "x"}, BadOption, "A seed is a whole number"),
        ({"seat": "0"}, IllegalAction, "There is no seat '0'"),
    ],
)
def test_who_looks_and_from_which_seed_is_checked(given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        sheepfold.Match.at("dyke", sheepfold.Match("dyke").observation(0), **given)


def test_where_nobody_can_do_anything_nothing_begins() -> None:
    empty = sheepfold.Match("nines").observation()
    empty["box"] = 0
    for at in (sheepfold.Match.at, sheepfold.State.at):
        with pytest.raises(BadDiagram, match="Nobody can do anything"):
            at("nines", empty)


# ---------------------------------------------------------------------------------------------- at the terminal


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    file = tmp_path / "position.txt"
    file.write_text(some_way_in(sheepfold.game("nines"), 1).text(), encoding="utf-8")
    return file


def test_play_begins_at_a_position(terminal: Terminal, drawn: Path) -> None:
    seats = ("--seat", "0=person", "--seat", "1=random", "--seed", "1")
    came = terminal.run("play", "nines", "--position", str(drawn), *seats, typed="quit\n")
    assert came.code == 0
    (save,) = terminal.saved()
    kept = sheepfold.Match.replay(save.read_text(encoding="utf-8"))
    assert kept.copy(0).text() == drawn.read_text(encoding="utf-8")
    assert terminal.run("play", "--resume", str(save), typed="quit\n").code == 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--players", "3"), "With --position go --names"),
        (("--segments", "5"), "With --position go --names"),
        (("--names", "Ada,Ben,Cem"), "There are 3 names for 2 players."),
    ],
)
def test_what_does_not_go_with_a_position_is_said(
    terminal: Terminal, drawn: Path, given: tuple[str, ...], sentence: str
) -> None:
    came = terminal.run("play", "nines", "--position", str(drawn), *given)
    assert came.code == 2
    assert sentence in came.err.replace("\n", " ")


def test_a_file_that_draws_no_position_is_said(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "cat.txt"
    file.write_text("a cat", encoding="utf-8")
    came = terminal.run("play", "nines", "--position", str(file))
    assert came.code == 2
    assert "cat.txt" in came.err
    assert terminal.run("play", "nines", "--position", str(tmp_path / "none.txt")).code == 2
    file.write_text(sheepfold.Match("nines").record(), encoding="utf-8")
    came = terminal.run("play", "nines", "--position", str(file))
    assert came.code == 2
    assert "is the record of a game: `sheepfold play --resume" in came.err.replace("\n", " ")
