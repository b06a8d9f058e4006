"""What positions are worth: networks as data, training, and the bot that thinks with them."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold import bots
from sheepfold.bots.bellwether import Bellwether, ByValue, drawn, is_secret, searcher_by_value
from sheepfold.bots.coaching import counsel
from sheepfold.bots.greedy import greedy
from sheepfold.bots.hint import mind
from sheepfold.bots.reading import Reading, asked, begun_choosing, imagined
from sheepfold.bots.search import Considered, Searcher
from sheepfold.bots.value import training
from sheepfold.bots.value.calibration import calibrate
from sheepfold.bots.value.card import MODEL_CARD
from sheepfold.bots.value.checkpoints import CHECKPOINT
from sheepfold.bots.value.inputs import reads_of
from sheepfold.bots.value.learning import Learner, foreseen, new_network, settled
from sheepfold.bots.value.plan import Plan, Progress
from sheepfold.bots.value.training import train
from sheepfold.core import network as kept
from sheepfold.core.actors import SPECTATOR
from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, VALUE, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.value import Network, foreseeing, new_desk
from sheepfold.testing import act
from sheepfold.testing.laws import hidden_from
from tests.terminal import Terminal, terminal
from tests.test_search import decision, seen
from tests.toy_games.toy import GAME as TOY

__all__ = ["terminal"]

EXAMPLES = Path(__file__).parent.parent / "examples"
OURS = [sheepfold.game(key) for key in ("dyke", "nines", "sheepsheep", "shepherd")]
NINES, DYKE = sheepfold.game("nines"), sheepfold.game("dyke")
every_game = pytest.mark.parametrize("game", [*OURS, TOY], ids=lambda game: game.key)
our_games = pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)


def any_network(game: Game, players: int, match: sheepfold.Match) -> Network:
    """A network that has learned nothing, but answers with something."""
    rng = np.random.default_rng(1)
    found = new_network(game, players, reads_of(game, players, np.repeat(match._states[:1], 2)), 4, rng)
    for each in (found.out, found.past):
        each[...] = rng.standard_normal(each.shape) / 50
    return found


def chances(network: Network, match: sheepfold.Match, viewer: int) -> np.ndarray[Any, Any]:
    states, out = match.game.record.new(1), np.zeros((8, 8))
    states[:1] = match._states[:1]
    foreseeing(match.game, plain=True)(
        states, 0, viewer, match.players, network, new_desk(match.game, states, network), out
    )
    return out[: match.players, : match.players]


# ---------------------------------------------------------------------------------------------- what a network says


@every_game
def test_everybody_has_a_chance_of_every_place_and_what_a_viewer_cannot_see_changes_none(game: Game) -> None:
    match, seat = decision(game, 1)
    network = any_network(game, match.players, match)
    before = {viewer: chances(network, match, viewer) for viewer in (seat, SPECTATOR)}
    for found in before.values():
        assert np.allclose(found.sum(axis=1), 1)
        assert (found > 0).all()
    noise = np.random.default_rng(1).integers(1, 5, match._bytes[0].shape, np.uint8).view(game.record.dtype)
    for viewer, found in before.items():
        states = match._states[:1].copy()
        for field in game.record.secrets:
            hidden = hidden_from(match, field, None if viewer == SPECTATOR else viewer)
            match._states[field.name][:1][hidden] = noise[field.name][hidden]
        assert np.array_equal(chances(network, match, viewer), found)
        match._states[:1] = states


@every_game
def test_once_a_game_is_over_chances_are_places(game: Game) -> None:
    match, rng = sheepfold.Match(game), random.Random(2)
    network = any_network(game, match.players, match)
    while not match.is_over:
        act(match, rng)
    found = chances(network, match, SPECTATOR)
    assert np.allclose(found.sum(axis=0), 1)
    for seat, place in enumerate(match.places()):
        shared = match.places().count(place)
        assert found[seat, place - 1] == pytest.approx(1 / shared)


@pytest.mark.parametrize("game", [NINES, DYKE], ids=lambda game: game.key)
def test_machine_code_and_plain_python_say_the_same(game: Game) -> None:
    engine_of(game).wait_for(VALUE)
    match, _seat = decision(game, 3)
    network = kept.network_of(game, match.players)
    assert network is not None
    states, out = match._states[:1].copy(), np.zeros((8, 8))
    foreseeing(game, plain=False)(states, 0, 0, match.players, network, new_desk(game, states, network), out)
    assert np.allclose(out[: match.players, : match.players], chances(network, match, 0), atol=1e-4)


@every_game
def test_a_match_knows_everybodys_chances_from_what_a_viewer_sees(game: Game) -> None:
    match, seat = decision(game, 2)
    for viewer in (None, seat):
        found = match.chances(viewer)
        assert len(found) == match.players
        assert sum(found) == pytest.approx(1)
        noise = np.random.default_rng(1).integers(1, 5, match._bytes[0].shape, np.uint8).view(game.record.dtype)
        states = match._states[:1].copy()
        for field in game.record.secrets:
            hidden = hidden_from(match, field, viewer)
            match._states[field.name][:1][hidden] = noise[field.name][hidden]
        assert match.chances(viewer) == found
        match._states[:1] = states
    rng = random.Random(1)
    while not match.is_over:
        act(match, rng)
    winners = [seat for seat, place in enumerate(match.places()) if place == 1]
    assert match.chances() == pytest.approx([1 / len(winners) if s in winners else 0 for s in range(match.players)])


# ---------------------------------------------------------------------------------------------- as data


@our_games
def test_what_was_learned_is_shipped_for_every_number_of_players_with_its_card(game: Game) -> None:
    path = game.folder / kept.FILE
    networks, _card = kept.load(path, game)
    assert set(networks) == set(game.players)
    assert path.stat().st_size <= 200_000
    card = tomllib.loads((game.folder / MODEL_CARD).read_text(encoding="utf-8"))
    for players in networks:
        about = card[str(players)]
        assert about["command"].startswith(f"sheepfold train {game.key} --players")
        assert about["games"] > 0
        assert about["brier"] < about["base_rate_brier"]


def test_a_network_is_the_same_after_it_was_kept_and_one_of_another_game_is_refused(tmp_path: Path) -> None:
    network = kept.network_of(NINES, 2)
    assert network is not None
    kept.save(tmp_path / "value.npz", NINES, {2: network}, {"2": {"seed": 1}})
    networks, card = kept.load(tmp_path / "value.npz", NINES)
    assert all(np.array_equal(one, other) for one, other in zip(networks[2], network, strict=True))
    assert card == {"2": {"seed": 1}}
    with pytest.raises(BadOption, match="was trained for something else than"):
        kept.load(tmp_path / "value.npz", DYKE)
    later = copy.copy(NINES)
    later.rules_version += 1
    with pytest.raises(BadOption, match="was trained for something else than"):
        kept.load(tmp_path / "value.npz", later)


def test_weights_that_are_cut_or_no_numbers_or_do_not_fit_are_refused(tmp_path: Path) -> None:
    path, network = tmp_path / "value.npz", kept.network_of(NINES, 2)
    assert network is not None
    kept.save(path, NINES, {2: network}, {})
    whole = path.read_bytes()
    cut = [whole[:length] for length in (0, 10, len(whole) // 2, len(whole) - 30)]
    np.savez(path, card=np.zeros(3, np.uint8))
    header_without_end = path.read_bytes().replace(b"(3,)", b"(3, ")
    packed_otherwise = whole.replace(b"PK\x01\x02-\x03-\0\0\0\x08", b"PK\x01\x02-\x03-\0\0\0\x63")
    for wrong in (*cut, b"sheep", header_without_end, packed_otherwise):
        path.write_bytes(wrong)
        with pytest.raises(BadOption, match=r"value\.npz cannot be read: it is damaged, or not what it should be\.$"):
            kept.load(path, NINES)
    far = network.reads.copy()
    far[0, 0] = 1 << 20
    for wrong in (
        network._replace(into=network.into * np.nan),
        network._replace(bias=network.bias[:-1]),
        network._replace(shift=network.shift[:-1]),
        network._replace(reads=far),
        network._replace(reads=network.reads[:, :-1]),
    ):
        kept.save(path, NINES, {2: wrong}, {})
        with pytest.raises(BadOption, match="holds no weights that fit All Nines with 2 players"):
            kept.load(path, NINES)
    kept.save(path, NINES, {7: network}, {})
    with pytest.raises(BadOption, match="holds no weights that fit"):
        kept.load(path, NINES)


def test_without_usable_weights_bellwether_plays_as_the_greedy_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_game: Game, _players: int) -> None:
        raise BadOption("These weights are cut.")

    match, seat = decision(NINES, 4)
    for found in (refuse, lambda _game, _players: None):
        monkeypatch.setattr("sheepfold.bots.bellwether.network_of", found)
        chosen = Bellwether(NINES)(seen(match, seat), match.legal(seat), random.Random(3))
        assert chosen == greedy(seen(match, seat), match.legal(seat), random.Random(3))
    assert "These weights are cut." in caplog.text


# ---------------------------------------------------------------------------------------------- bellwether


def test_bellwether_searches_with_what_was_learned_and_repeats_itself_for_a_seed() -> None:
    engine_of(NINES).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    match, seat = decision(NINES, 2)
    network = kept.network_of(NINES, match.players)
    assert network is not None
    manner = Bellwether(NINES)._searcher(match.players)
    assert manner is not None
    found = [
        ByValue(NINES, network, iterations=200, manner=manner.manner).consider(seen(match, seat), random.Random(1))
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert sum(each.tried for each in found[0]) == 200
    assert all(0 <= each.worth <= 1 for each in found[0])


def test_what_one_lays_in_secret_differs_from_seed_to_seed() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    match, rng = sheepfold.Match("dyke", 3), random.Random(1)
    while not any(text.startswith("play") for seat in match.to_act() - {"*"} for text in match.legal(seat)):
        act(match, rng)
    seat = min(int(seat) for seat in match.to_act() - {"*"})
    bot = Bellwether(DYKE)
    assert is_secret(seen(match, seat), match.legal(seat), rng)
    assert len({bot(seen(match, seat), match.legal(seat), random.Random(seed)) for seed in range(6)}) > 1


def test_an_open_choice_is_no_secret() -> None:
    match, seat = decision(sheepfold.game("sheepsheep"), 2)
    assert not is_secret(seen(match, seat), match.legal(seat), random.Random(1))


def test_lots_are_drawn_among_what_was_tried_most() -> None:
    considered = [Considered("a", 60, 0.5), Considered("b", 30, 0.5), Considered("c", 5, 0.9)]
    rng = random.Random(1)
    found = [drawn(considered, rng) for _ in range(300)]
    assert set(found) == {"a", "b"}
    assert 150 < found.count("a") < 250


def test_where_nothing_is_said_of_it_what_was_learned_judges_one_action_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _seat = decision(TOY, 1)
    network = any_network(TOY, match.players, match)
    monkeypatch.setattr("sheepfold.bots.bellwether.network_of", lambda _game, _players: network)
    found = searcher_by_value(TOY, match.players)
    assert isinstance(found, ByValue)
    assert found.manner.cut == 1


def test_bellwether_is_a_level_like_the_others() -> None:
    assert isinstance(bots.find("bellwether", NINES), Bellwether)
    assert bots.steps_for(["bellwether"]) == [RULES, JUDGEMENT, SEARCH, VALUE]
    assert VALUE not in bots.steps_for(["ram"])


# ---------------------------------------------------------------------------------------------- what people are told


def test_a_hint_thinks_with_what_was_learned_and_of_winning_alone() -> None:
    engine_of(NINES).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    assert isinstance(mind(NINES, 2, 100), ByValue)
    assert mind(NINES, 2, 100).iterations == 100
    assert mind(DYKE, 3, 100).manner.winner == 1.0
    match, seat = decision(NINES, 2)
    advice = sheepfold.hint(match, seat, iterations=300)
    assert advice.action in match.legal(seat)
    assert 0 < advice.chance < 1


def test_a_hint_for_cards_laid_in_secret_imagines_the_others_as_the_bot_does() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    match = laying_cards(8, 1)
    hints = [sheepfold.hint(match, 1) for _time in range(2)]
    assert hints[0] == hints[1]
    assert hints[0].action in match.legal(1)
    assert hints[0].other in set(match.legal(1)) - {hints[0].action}
    assert hints[0].other_chance <= hints[0].chance < 0.4


def test_what_a_coach_says_is_the_chance_of_winning_not_of_coming_in_early() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH)
    match = laying_cards(8, 1)
    assert counsel(match, 1).chance < 0.3  # one of eight; coming in early would count for as much


def test_a_game_nobody_has_learned_gets_hints_too() -> None:
    match, _seat = decision(TOY, 1)
    assert not isinstance(mind(TOY, match.players, 20), ByValue)


def test_chances_at_the_terminal(terminal: Terminal) -> None:
    came = terminal.run("play", "nines", "--seat", "1=random", "--seed", "5", typed="chances\nquit\n")
    assert came.code == 0
    assert re.search(r"Chances of winning: +● .* \d+ % +▲ random \d+ %", came.flat)


# ---------------------------------------------------------------------------------------------- learning


def test_learning_moves_chances_towards_what_came_of_positions() -> None:
    rng = np.random.default_rng(1)
    network = new_network(NINES, 2, np.zeros((0, 8), np.int64), 8, rng)
    inputs = rng.standard_normal((4096, len(network.shift))).astype(np.float32)
    won = ((inputs[:, 0] > 0) ^ (inputs[:, 1] > 0)).astype(np.float32)
    aims = np.stack([won, 1 - won], axis=1)
    learner = Learner(network)
    for _ in range(30):
        learner.learn(inputs, aims, 5e-3, rng)
    assert ((foreseen(network, inputs)[:, 0] > 0.5) == (won > 0.5)).mean() > 0.9
    found = calibrate(network, inputs, aims)
    assert found.brier < 0.1 < found.base_rate


def test_a_network_that_is_too_sure_of_winning_is_settled() -> None:
    rng = np.random.default_rng(2)
    network = new_network(NINES, 2, np.zeros((0, 8), np.int64), 8, rng)
    network.past[0] = (1.5, -1.5)
    inputs = rng.standard_normal((8192, len(network.shift))).astype(np.float32)
    won = rng.random(len(inputs)) < foreseen(network, inputs)[:, 0]
    aims = np.stack([won, ~won], axis=1).astype(np.float32)
    sure = network._replace(past=network.past * 2, base=network.base + np.array([1, 0], np.float32))
    before, after = calibrate(sure, inputs, aims), calibrate(settled(sure, inputs, aims), inputs, aims)
    assert before.worst > 0.1
    assert after.worst < 0.04
    assert after.brier < before.brier


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return sheepfold.game("pig")


def test_training_can_be_stopped_and_goes_on(pig: Game, tmp_path: Path) -> None:
    plan = Plan((2,), 0.03, 1)

    def stop(progress: Progress) -> None:
        if progress.seconds > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(pig, plan, tmp_path, tell=stop)
    assert (tmp_path / CHECKPOINT).is_file()
    with pytest.raises(BadOption, match="was left by other training"):
        train(pig, Plan((2,), 0.05, 1), tmp_path, resume=True)
    told: list[Progress] = []
    courses = train(pig, plan, tmp_path, resume=True, tell=told.append)
    assert told[0].seconds > 0.5
    assert courses[2].seconds >= plan.seconds_each
    assert not (tmp_path / CHECKPOINT).exists()
    assert list(kept.load(tmp_path / kept.FILE, pig)[0]) == [2]
    with pytest.raises(BadOption, match="no training to go on with"):
        train(pig, plan, tmp_path, resume=True)
    finished = (tmp_path / kept.FILE).read_bytes()
    with pytest.raises(KeyboardInterrupt):
        train(pig, Plan((2,), 0.03, 2), tmp_path, tell=stop)
    assert (tmp_path / kept.FILE).read_bytes() == finished


def test_a_game_at_hand_is_trained_whether_it_is_on_the_path_or_not() -> None:
    opened = training.openings_of(TOY, 2, {}, random.Random(1))
    assert len(opened) == training.OPENINGS
    assert (opened["players"] == 2).all()


def test_training_that_is_stopped_between_two_numbers_of_players_goes_on_with_the_second(
    pig: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, openings_of, begun = Plan((2, 3), 0.02, 1), training.openings_of, list[int]()

    def stop_once(game: Game, players: int, options: Mapping[str, Any], rng: random.Random) -> np.ndarray[Any, Any]:
        begun.append(players)
        if begun == [2, 3]:
            raise KeyboardInterrupt
        return openings_of(game, players, options, rng)

    monkeypatch.setattr(training, "openings_of", stop_once)
    with pytest.raises(KeyboardInterrupt):
        train(pig, plan, tmp_path)
    assert list(train(pig, plan, tmp_path, resume=True)) == [3]
    assert set(kept.load(tmp_path / kept.FILE, pig)[0]) == {2, 3}


def test_who_stops_training_is_told_where_it_goes_on(
    terminal: Terminal, pig: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_given: Any, **_named: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "train", stopped)
    came = terminal.run("train", "pig", "--to", str(tmp_path))
    assert (came.code, came.flat) == (130, "Stopped before anything was learned.")
    (tmp_path / CHECKPOINT).touch()
    came = terminal.run("train", "pig", "--to", str(tmp_path))
    assert came.code == 130
    assert f"what was learned is in {tmp_path / CHECKPOINT}. `--go-on` goes on." in came.flat


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--players", "4-2"], "say `2` or `2-4`"),
        (["--players", "many"], "say `2` or `2-4`"),
        (["--players", "1"], "is for 2 to 5 players"),
        (["--minutes", "0"], "Training takes 1 to"),
        (["--seed", "-1"], "cannot be a seed"),
        (["--to", "/nowhere/at/all"], "There is no folder"),
    ],
)
def test_training_that_makes_no_sense_is_refused(terminal: Terminal, given: list[str], sentence: str) -> None:
    came = terminal.run("train", "nines", *given)
    assert came.code == 2
    assert sentence in came.err


# ---------------------------------------------------------------------------------------------- choosing in secret


def laying_cards(players: int, seed: int) -> sheepfold.Match:
    """A game on the dyke in which everybody is about to lay cards."""
    match, rng = sheepfold.Match("dyke", players), random.Random(seed)
    while not any(text.startswith("play") for seat in match.to_act() - {"*"} for text in match.legal(seat)):
        act(match, rng)
    return match


def test_what_others_have_laid_is_taken_back_before_one_imagines_it() -> None:
    match = laying_cards(3, 1)
    begun = begun_choosing(seen(match, 2))
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[-1])
    after = begun_choosing(seen(match, 2))
    assert begun is not None
    assert after is not None
    assert begun.tobytes() == after.tobytes()
    opening = sheepfold.Match("dyke", 3)
    assert begun_choosing(seen(opening, 0)) is None


def test_who_knows_what_others_lay_takes_what_does_best_against_it() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    match = laying_cards(3, 1)
    seats: list[int] = []

    def always(sight: bots.Seen, legal: Sequence[str], _rng: random.Random) -> str:
        seats.append(sight.seat)
        return legal[0]

    begun = begun_choosing(seen(match, 0))
    assert begun is not None
    reading = Reading(DYKE, [asked(always, 4)] * 3, ((80, 4), (800, 1)))
    off_the_dyke = "play 987"
    chosen = reading.choose(seen(match, 0), begun, [off_the_dyke, "play 0", "play 12"], random.Random(1))
    assert chosen != off_the_dyke
    assert seats == [1] * 4 + [2] * 4


def test_who_has_laid_before_changes_nothing_of_what_is_laid() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH, VALUE)
    match = laying_cards(3, 1)
    before = Bellwether(DYKE)(seen(match, 2), match.legal(2), random.Random(1))
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[-1])
    assert Bellwether(DYKE)(seen(match, 2), match.legal(2), random.Random(1)) == before


def test_others_are_thought_capable_of_whatever_looks_worth_a_thought() -> None:
    engine_of(DYKE).wait_for(RULES, JUDGEMENT, SEARCH)
    match = laying_cards(6, 1)
    actions, weights = imagined(Searcher(DYKE, iterations=100))(seen(match, 1), match.legal(1), random.Random(1))
    assert len(set(actions)) == len(actions) == len(weights) > 20
    assert min(weights) > max(weights) / 20
    assert set(actions) <= {DYKE.by_text[text] for text in match.legal(1)}
