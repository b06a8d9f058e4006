"""Laws that every game keeps, the toy game included; a game found is a game tested.

*replay* the log rebuilds the state; *secrecy* what a seat may not know changes nothing it is sent; *conservation*
nothing is lost; *progress* somebody can act until the end, and the end comes; *border* what is refused changes nothing;
*notation* texts and actions, diagrams and positions are one to one; *twins* compiled and plain rules agree; *pick*
picking is uniform over what is legal; *roll* chance keeps to its weights; *guess* what is filled in fits what was seen.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.errors import BadOption, IllegalAction, UnreadableAction
from sheepfold.core.game import Game
from sheepfold.core.kit import Field, row_of, source
from sheepfold.core.secrecy import observe
from tests import census
from tests.support import act, number, walk
from tests.toy_games.toy import GAME as TOY

GAMES: list[Game] = [*(sheepfold.game(key) for key in sheepfold.games()), TOY]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
seeds = st.integers(0, 2**32 - 1)
LONGEST = 5_000


def law(examples: int) -> Any:
    """Try this many cases: the same ones in every run, so that a red build can be looked into."""
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=quiet, database=None)


def some_setup(game: Game, rng: random.Random) -> sheepfold.Match:
    """A match with random players and options that fit."""
    while True:
        players = rng.choice(game.players)
        options: dict[str, Any] = {}
        for name, option in game.options.items():
            if rng.random() < 0.4:
                options[name] = rng.choice(option.values)
        try:
            return sheepfold.Match(game, players, **options)
        except BadOption:
            continue


def some_match(game: Game, seed: int) -> sheepfold.Match:
    """A match at a random moment: anywhere from the first action to the end."""
    rng = random.Random(seed)
    match = some_setup(game, rng)
    whole = walk(match, seed)
    return whole.copy(rng.randrange(len(whole) + 1))


def sent(match: sheepfold.Match, seat: int | None) -> list[Any]:
    """All that a seat is shown."""
    told = [match.view(seat), match.text(seat), match.log(seat), match.story(seat=seat), match.told(), match.to_act()]
    if match.game.picture is not None:
        told += [match.svg(seat), match.svg(seat, upright=True)]
    if seat is not None:
        told.append(match.legal(seat))
        told.append(match.question(seat) if seat in match.to_act() else "")
    return told


@every_game
@law(15)
@given(seed=seeds)
def test_replay(game: Game, seed: int) -> None:
    match = some_match(game, seed)
    again = sheepfold.Match.replay(match.record()) if game is not TOY else match.copy()
    assert again.view() == match.view()
    assert again.observation(0).tobytes() == match.observation(0).tobytes()
    assert again.record() == match.record()
    assert again.told() == match.told()


@every_game
@law(15)
@given(seed=seeds)
def test_secrecy_of_hidden_elements(game: Game, seed: int) -> None:
    """Whatever stands in the elements a seat may not see, the seat is sent the same to the byte."""
    match = some_match(game, seed)
    rng = np.random.default_rng(seed)
    for seat in [*range(match.players), None]:
        before = sent(match, seat)
        kept = match._states.copy()
        noise = rng.integers(0, 100, match._bytes[0].shape, np.uint8).view(game.record.dtype)
        for field in game.record.secrets:
            hidden = _hidden(match, field, seat)
            match._states[field.name][:1][hidden] = noise[field.name][hidden]
        assert [sent(match, seat)[k] for k in (0, 1)] == before[:2]
        if game.picture is not None:
            assert match.svg(seat) == before[6]
        match._states[:] = kept


def _hidden(match: sheepfold.Match, field: Field, seat: int | None) -> Any:
    """Where a field's elements are hidden from a seat, worked out from the declaration."""
    if field.sight.kind == "known":
        return (match._states[field.sight.by][:1] >> (8 if seat is None else seat)) & 1 == 0
    hidden = np.ones(match._states[field.name][:1].shape, bool)
    if field.sight.kind == "owner" and seat is not None:
        hidden[:, seat] = False
    return hidden


@every_game
@law(15)
@given(seed=seeds)
def test_secrecy_of_hidden_actions(game: Game, seed: int) -> None:
    """Had a hidden action been another one, those who may not know it would have been sent the same to the byte."""
    rng = random.Random(seed)
    match = some_setup(game, rng)
    while not match.is_over:
        actor = rng.choice(sorted(match.to_act(), key=str))
        legal = match.legal(actor)
        first, second = rng.choice(legal), rng.choice(legal)
        twin = match.copy() if first != second and rng.random() < 0.3 else None
        match.play(actor, first)
        if twin is None:
            continue
        twin.play(actor, second)
        last = len(match) - 1
        for viewer, veiled in match._veils.get(last, {}).items():
            if twin._veils.get(last, {}).get(viewer) == veiled:
                assert sent(match, viewer) == sent(twin, viewer)


@every_game
@law(20)
@given(seed=seeds)
def test_conservation(game: Game, seed: int) -> None:
    count = census.of(game)
    match = some_setup(game, random.Random(seed))
    expected = count(match)
    rng = random.Random(seed)
    while not match.is_over:
        act(match, rng)
        assert count(match) == expected, match.log()[-3:]


@every_game
@law(30)
@given(seed=seeds)
def test_progress(game: Game, seed: int) -> None:
    match = some_setup(game, random.Random(seed))
    rng = random.Random(seed)
    while not match.is_over:
        assert match.ending is None
        assert len(match) < LONGEST
        for actor in match.to_act():
            assert 0 < len(match.legal(actor)) <= game.most
            assert actor != "*" or sum(match.chance().values()) == 1
        act(match, rng)
    assert match.ending is not None
    assert match.to_act() == set()
    assert all(match.legal(seat) == [] for seat in [*range(match.players), "*"])
    places = match.places()
    assert sorted(places) == sorted(1 + sum(other < place for other in places) for place in places)
    assert min(places) == 1


@every_game
@law(20)
@given(seed=seeds, garbage=st.text(max_size=12))
def test_border(game: Game, seed: int, garbage: str) -> None:
    match = some_match(game, seed)
    rng = random.Random(seed)

    def all_of_it() -> list[Any]:
        return [match._bytes[0].tobytes(), match.record(), match.told(), match.story()]

    before = all_of_it()
    for actor in [*range(match.players), "*"]:
        for text in [*rng.sample(game.texts, min(30, len(game.texts))), garbage]:
            if text not in match.legal(actor):
                with pytest.raises((IllegalAction, UnreadableAction), match=r".+\."):
                    match.play(actor, text)
    for stranger in (-1, match.players, 8, True, "0", None):
        with pytest.raises(IllegalAction):
            match.play(stranger, game.texts[0])  # pyright: ignore[reportArgumentType]
    assert all_of_it() == before


@every_game
def test_notation_of_actions(game: Game) -> None:
    assert len(game.by_text) == game.actions
    assert [game.by_text[text] for text in game.texts] == list(range(game.actions))
    assert all(text == " ".join(text.split()) and text.isascii() for text in game.texts)


@every_game
@law(25)
@given(seed=seeds)
def test_notation_of_positions(game: Game, seed: int) -> None:
    match = some_match(game, seed)
    for seat in [*range(match.players), None]:
        drawn = match.text(seat)
        assert all(len(line) <= 80 for line in drawn.splitlines()), drawn
        assert row_of(game.notation.read_diagram(drawn)).tobytes() == match.observation(seat).tobytes(), drawn


@every_game
@law(25)
@given(seed=seeds)
def test_parts_and_choices_tell_actions_apart(game: Game, seed: int) -> None:
    match = some_match(game, seed)
    for actor in match.to_act() - {"*"}:
        seen = match.observe(int(actor))
        legal = match.legal(actor)
        paths = Counter(tuple(match.parts(int(actor), text)) for text in legal)
        assert paths.total() == len(paths), paths.most_common(2)
        words = Counter(game.notation.choice(seen, actor, game.by_text[text]) for text in legal)
        assert words.total() == len(words), words.most_common(2)
        assert all(words)


@every_game
@law(25)
@given(seed=seeds)
def test_everybody_who_is_to_act_is_asked_something(game: Game, seed: int) -> None:
    match = some_match(game, seed)
    for actor in match.to_act() - {"*"}:
        question = match.question(int(actor))
        assert question.endswith((".", "?")) == hasattr(game.notation, "question"), question
        assert len(question) < 60, "it must fit on a phone"
        assert "{" not in question


@every_game
@law(5)
@given(seed=seeds)
def test_in_the_end_everybody_hears_how_they_fared(game: Game, seed: int) -> None:
    whole = walk(some_setup(game, random.Random(seed)), seed)
    seats = range(whole.players)
    assert [bool(whole.account(seat)) for seat in seats] == [hasattr(game.notation, "account")] * whole.players
    assert not any(whole.copy(len(whole) - 1).account(seat) for seat in seats)
    course = whole.course()
    assert len(course) == len(whole) + 1
    assert course[-1] == whole.scores()
    assert course[0] == whole.copy(0).scores()


@every_game
@law(7)
@given(seed=seeds)
def test_twins(game: Game, seed: int) -> None:
    """The compiled rules and the plain ones lead to the same bytes, action by action."""
    match = walk(some_setup(game, random.Random(seed)), seed)
    plain = drivers.bind(game, plain=True)
    states, moves, told = game.record.new(2), drivers.new_moves(game), drivers.new_told(mute=False)
    plain.begin(states, 0, match.players, match._setup)
    twin = match.copy(0)
    for seat, action in zip(match._seats, match._actions, strict=True):
        twin._play(seat, action)
        assert plain.step(states, 0, 1, seat, action, moves, told)
        assert states[0].tobytes() == twin._states[0].tobytes()
        assert game.events.read(told) == twin.told()


@every_game
@law(10)
@given(seed=seeds)
def test_pick(game: Game, seed: int) -> None:
    """Picking gives every legal action, and nothing else, equally often."""
    match = some_match(game, seed)
    rng = source(seed)
    for actor in match.to_act() - {"*"}:
        legal = match._legal(number(actor))
        tries = 40 * len(legal)
        picked = Counter(
            drivers.bind(game).picking(match._states, 0, number(actor), match._moves, rng) for _ in range(tries)
        )
        assert set(picked) <= set(legal)
        off = sum((picked[action] - 40) ** 2 / 40 for action in legal)
        assert off < len(legal) + 6 * (2 * len(legal)) ** 0.5 + 6, "not uniform"


@every_game
@law(10)
@given(seed=seeds)
def test_roll(game: Game, seed: int) -> None:
    """Chance acts by the weights it states, also where a game has a quicker way to draw."""
    match = some_match(game, seed)
    if "*" not in match.to_act():
        return
    rng, chances = source(seed), match.chance()
    tries = max(400, 20 * len(chances))
    drawn = Counter(game.texts[drivers.bind(game).rolling(match._states, 0, match._moves, rng)] for _ in range(tries))
    assert set(drawn) <= set(chances)
    off = sum((drawn[text] - tries * float(chance)) ** 2 / (tries * float(chance)) for text, chance in chances.items())
    assert off < len(chances) + 6 * (2 * len(chances)) ** 0.5 + 6, "not by its weights"


@every_game
@law(15)
@given(seed=seeds)
def test_guess(game: Game, seed: int) -> None:
    """What a seat cannot see is filled in so that it still sees the same, may do the same, and the game can go on."""
    match = some_match(game, seed)
    rng = source(seed)
    for seat in range(match.players):
        seen = match.observation(seat)
        guessed = match.observation(seat)
        drivers.bind(game).guess(guessed, 0, seat, rng)
        assert observe(game.record, guessed, seat).tobytes() == seen.tobytes()
        bench = game.record.new(1)
        bench[0] = guessed[0]
        assert drivers.bind(game).acting(bench, 0) == drivers.bind(game).acting(match._states, 0)
        drivers.bind(game).playout(bench, 0, drivers.new_moves(game), drivers.new_told(mute=True), rng)
        assert drivers.bind(game).ended(bench, 0) != 0


@every_game
@law(10)
@given(seed=seeds)
def test_undo_is_the_way_back(game: Game, seed: int) -> None:
    match = some_match(game, seed)
    if match.is_over:
        return
    before = (match.record(), match.view(), match.text())
    act(match, random.Random(seed))
    match.undo()
    assert (match.record(), match.view(), match.text()) == before
