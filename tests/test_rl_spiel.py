"""The games as OpenSpiel games: its own tests and tools run on them, and information sets hide what they must."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, evaluate_bots, exploitability, generate_playthrough, mcts
from open_spiel.python.bots import uniform_random

import sheepfold
from sheepfold.core import finding
from sheepfold.core.engine import Engine
from sheepfold.rl import eyes, loops, register_open_spiel, spiel_position
from tests import toy_games
from tests.test_rl_batch import expected_rewards

SHORT = {"nines": "sheepfold_nines(segments=5)", "shepherd": "sheepfold_shepherd(sun=8)"}
"""Set-ups of the longer games that end sooner."""


@pytest.fixture(autouse=True, scope="module")
def registered() -> Iterator[list[str]]:
    """All games, the toy game and the examples are known to OpenSpiel."""
    examples = str(Path(__file__).parent.parent / "examples")
    sys.path.insert(0, examples)
    known = dict(finding._known)
    finding.add_games(toy_games)
    yield register_open_spiel()
    sys.path.remove(examples)
    finding._known.clear()
    finding._known.update(known)


def of(key: str) -> str:
    return SHORT.get(key, f"sheepfold_{key}")


OURS = ("players", "longest", "rewards")
"""The parameters that are no options of a match."""

every_key = pytest.mark.parametrize("key", [*sheepfold.games(), "toy"])


def random_play(state: Any, rng: random.Random, steps: int | None = None) -> Any:
    while not state.is_terminal() and steps != 0:
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        actions, weights = zip(*outcomes, strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
        steps = None if steps is None else steps - 1
    return state


# ---------------------------------------------------------------------------------------------- OpenSpiel's own tools


@every_key
def test_openspiels_simulation_test_accepts_it(key: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(of(key)), num_sims=1, serialize=key == "toy", verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("key", sheepfold.games())
def test_openspiels_simulation_test_accepts_all_player_counts(key: str) -> None:
    for players in sheepfold.game(key).players:
        game = pyspiel.load_game(f"sheepfold_{key}", {"players": players})
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@every_key
def test_openspiels_search_and_evaluation_run(key: str) -> None:
    game = pyspiel.load_game(of(key))
    rng = np.random.RandomState(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        random_play(state, random.Random(1), 1)
    searching = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert searching.step(state) in state.legal_actions()
    table = [uniform_random.UniformRandomBot(seat, rng) for seat in range(game.num_players())]
    assert sum(evaluate_bots.evaluate_bots(game.new_initial_state(), table, rng)) == pytest.approx(0)


@pytest.mark.parametrize("key", ["sheepsheep", "toy"])
def test_the_playthrough_generator_tells_a_whole_game(key: str) -> None:
    told = generate_playthrough.playthrough(f"sheepfold_{key}(longest=200)", None, seed=3)
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in told
    assert "ObservationTensor(1).seat: ◯◉" in told
    assert "IsTerminal() = True" in told
    again = generate_playthrough.playthrough(f"sheepfold_{key}(longest=200)", None, seed=3)
    assert told == again


def test_search_finds_the_better_of_two_chances() -> None:
    """Whoever knows the toy's hidden number wins by choosing it. OpenSpiel's search sees states, so it does."""
    game = pyspiel.load_game("sheepfold_toy(rounds=1)")
    rng = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 1.4, 400, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    for hidden in game.new_initial_state().legal_actions():
        state = game.new_initial_state()
        state.apply_action(hidden)
        assert state.action_to_string(bot.step(state))[-1] == state.action_to_string(-1, hidden)[-1]


# ---------------------------------------------------------------------------------------------- what states say


@every_key
def test_a_state_says_what_a_match_says(key: str) -> None:
    game = pyspiel.load_game(of(key))
    rng, state = random.Random(4), game.new_initial_state()
    options = {name: value for name, value in game.get_parameters().items() if name not in OURS}
    match = sheepfold.Match(key, game.num_players(), **options)
    while not state.is_terminal():
        assert state.returns() == [0.0] * game.num_players()
        actor = "*" if state.is_chance_node() else state.current_player()
        if actor == "*":
            assert {state.action_to_string(a): p for a, p in state.chance_outcomes()} == pytest.approx(
                {text: float(chance) for text, chance in match.chance().items()}
            )
        else:
            assert state.current_player() == min(match.to_act())
            assert state.legal_actions() == sorted(state.legal_actions())
            assert {state.action_to_string(a) for a in state.legal_actions()} == set(match.legal(actor))
        before = state.clone()
        random_play(state, rng, 1)
        assert before.history() == state.history()[:-1]
        match.play(actor, state.action_to_string(before.current_player(), state.history()[-1]))
    assert match.is_over
    assert state.returns() == pytest.approx(expected_rewards(match, "places"))
    for seat in range(game.num_players()):
        assert state.observation_string(seat) == match.text(seat)
        assert state.information_state_string(seat).splitlines()[1:-1] == match.log(seat)
        assert len(state.observation_tensor(seat)) == game.observation_tensor_shape()[0]


def test_clones_and_copies_go_their_own_ways() -> None:
    game = pyspiel.load_game("sheepfold_sheepsheep(exchanges=3)")
    state = random_play(game.new_initial_state(), random.Random(1), 25)
    mark = state.information_state_string(0)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin.information_state_string(0) == mark
        assert twin.legal_actions() == state.legal_actions()
        random_play(twin, random.Random(2))
    assert state.information_state_string(0) == mark
    assert not state.is_terminal()


def test_what_is_chosen_at_the_same_time_stays_hidden_until_it_is_revealed() -> None:
    """Seats lay secret cards one after the other: the second one's information is the same whatever the first laid."""
    game = pyspiel.load_game("sheepfold_dyke(players=3)")
    start = random_play(game.new_initial_state(), random.Random(1), 2)
    assert start.current_player() == 0
    assert len(start.legal_actions()) == 820
    strings, tensors = set(), set()
    for action in random.Random(2).sample(start.legal_actions(), 30):
        state = start.clone()
        state.apply_action(action)
        assert state.current_player() == 1
        strings |= {(state.information_state_string(1), state.observation_string(1))}
        tensors |= {tuple(state.observation_tensor(1))}
        assert state.information_state_string(0).count(state.action_to_string(0, action)) == 1
    assert len(strings) == len(tensors) == 1
    assert "0 play ?" in strings.pop()[0]


def test_public_and_private_information_are_told_apart() -> None:
    game = pyspiel.load_game("sheepfold_sheepsheep")
    state = random_play(game.new_initial_state(), random.Random(1), 30)
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE

    def observer(*, public: bool, private: Any) -> Any:
        return game.make_py_observer(
            pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        )

    lucky = [int(state.position.records["lucky"][0][seat]) for seat in range(2)]
    assert all(lucky)
    assert observer(public=True, private=none).string_from(state, 0) == observer(public=True, private=none).string_from(
        state, 1
    )
    for seat in range(2):
        hidden = observer(public=False, private=single)
        hidden.set_from(state, seat)
        assert hidden.string_from(state, seat) == f"lucky {[lucky[0] * (seat == 0), lucky[1] * (seat == 1), 0, 0]}"
        assert hidden.dict["lucky"][seat] == lucky[seat]
        assert hidden.dict["shown"].sum() == 0
    watching = observer(public=True, private=none)
    watching.set_from(state, 0)
    assert watching.dict["lucky"].sum() == 0
    assert watching.dict["shown"].sum() > 0


@pytest.mark.parametrize("key", ["dyke", "sheepsheep", "toy"])
def test_what_is_remembered_is_the_same_as_text_and_as_a_tensor(key: str) -> None:
    """Two ways that a seat cannot tell apart are one information state in both, and any others are two."""
    game = pyspiel.load_game(f"sheepfold_{key}(longest=60)")
    for seed in range(3):
        states = [random_play(game.new_initial_state(), random.Random(seed), 6) for _ in range(2)]
        random_play(states[0], random.Random(5), 1)
        random_play(states[1], random.Random(6), 1)
        for seat in range(game.num_players()):
            texts = {state.information_state_string(seat) for state in states}
            tensors = {tuple(state.information_state_tensor(seat)) for state in states}
            assert len(texts) == len(tensors)


def test_a_tensor_with_perfect_recall_holds_the_log() -> None:
    game = pyspiel.load_game("sheepfold_leduc")
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    for text in ("deal king a", "deal jack b", "raise", "call"):
        state.apply_action(state.position.bench.game.by_text[text])
    king, jack = (state.position.bench.game.by_text[text] for text in ("deal king a", "deal jack b"))
    first_card = min(king, jack, *state.legal_actions())
    observer.set_from(state, 0)
    assert observer.dict["actors"][:5].tolist() == [3, 3, 1, 2, 0]
    assert observer.dict["actions"][:5].tolist() == [king + 1, -(first_card + 1), 3, 2, 0]
    observer.set_from(state, 1)
    assert observer.dict["actions"][:2].tolist() == [-(first_card + 1), jack + 1]
    assert state.information_state_tensor(1) == observer.tensor.tolist()
    assert len(observer.tensor) == game.information_state_tensor_size()


# ---------------------------------------------------------------------------------------------- walking a tree


def test_openspiels_cfr_comes_to_the_same_on_our_leduc_as_on_its_own() -> None:
    came: list[Any] = []
    for name in ("leduc_poker", "sheepfold_leduc(rewards=scores)"):
        game = pyspiel.load_game(name)
        solver = cfr.CFRPlusSolver(game)
        for _ in range(3):
            solver.evaluate_and_update_policy()
        came.append(exploitability.nash_conv(game, solver.average_policy()))
    assert came[1] == pytest.approx(came[0], abs=1e-6)
    assert came[0] > 0.1


@every_key
def test_the_first_states_stand_on_plain_rules_and_go_over(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits: machine code is made beside, and goes on the same way."""
    own, asked = Engine(sheepfold.game(key)), list[str]()
    for module in (spiel_position, eyes):
        monkeypatch.setattr(module, "engine_of", lambda _game: own)
    monkeypatch.setattr(own, "want", lambda *steps: asked.extend(step.name for step in steps))
    bench = spiel_position.Workbench(sheepfold.game(key), {"longest": 40})
    assert sorted(asked) == ["chance players", "looking"]
    assert not bench.is_quick

    def walked(steps: int) -> list[Any]:
        node, rng, told = bench.opening, random.Random(1), list[Any]()
        for _ in range(steps):
            told += [node.player, node.returns, *(bench.look(node.records, seat).tolist() for seat in (0, 1, None))]
            if node.player == spiel_position.TERMINAL:
                break
            likely = node.outcomes if node.player == spiel_position.AT_CHANCE else node.legal
            told.append(likely)
            choice = rng.choice(likely)
            node = node.after(choice[0] if isinstance(choice, tuple) else choice)
        return told

    plainly = walked(60)
    assert not bench.is_quick
    own.wait_for(loops.CHANCE_PLAYERS, loops.LOOKING)
    bench.opening = spiel_position.Node(
        bench, bench.opening.records, 0, 0, bench.rules.acting(bench.opening.records, 0)
    )
    assert walked(60) == plainly
    assert bench.is_quick


def test_children_are_never_shared() -> None:
    root = pyspiel.load_game("sheepfold_leduc").new_initial_state()
    first, second = root.child(3), root.child(3)
    assert first is not second
    first.apply_action(4)
    assert (first.history(), second.history(), root.history()) == ([3, 4], [3], [])
    assert root.child(3).history() == [3]
    del first, second
    assert root.child(3).history() == [3]
    assert root.child(3).child(4).history() == [3, 4]
    assert root.child(3).get_game().num_players() == 2


def test_a_large_game_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spiel_position, "ROOM", 0)
    game = pyspiel.load_game("sheepfold_nines(segments=5,longest=50)")
    state = random_play(game.new_initial_state(), random.Random(1))
    assert game.bench.remembered == 0
    assert state.is_terminal()
    assert not game.bench.opening.next


# ---------------------------------------------------------------------------------------------- parameters


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("sheepfold_shepherd(players=4,tactical=True,worms=unseen)")
    assert game.num_players() == 4
    records = game.new_initial_state().position.records
    assert (records["tactical"][0], records["worms_unseen"][0]) == (1, 1)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


@pytest.mark.parametrize("key", sheepfold.games())
def test_points_can_be_the_reward_and_keep_their_bounds(key: str) -> None:
    game = pyspiel.load_game(f"sheepfold_{key}", {"rewards": "scores"})
    state = random_play(game.new_initial_state(), random.Random(3))
    options = {name: value for name, value in game.get_parameters().items() if name not in OURS}
    match = sheepfold.Match(key, game.num_players(), **options)
    for each in state.full_history():
        match.play("*" if each.player < 0 else each.player, state.action_to_string(each.player, each.action))
    assert state.returns() == match.scores()
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert len(state.full_history()) <= game.max_game_length() + game.max_chance_nodes_in_history()


def test_bounds_that_a_game_gives_itself_break_nothing_off() -> None:
    """All of Leduc's ways lead to an end by its own rules: as many as in OpenSpiel's own, as deep."""

    def ends(state: Any) -> Iterator[tuple[int, int]]:
        if state.is_terminal():
            history = state.full_history()
            by_chance = sum(each.player < 0 for each in history)
            yield len(history) - by_chance, by_chance
            return
        for action in state.legal_actions():
            yield from ends(state.child(action))

    names = "sheepfold_leduc", "leduc_poker"
    ours, theirs = (list(ends(pyspiel.load_game(name).new_initial_state())) for name in names)
    assert sorted(ours) == sorted(theirs)
    assert max(ours) == (8, 3)


def test_points_without_bounds_are_refused_as_rewards() -> None:
    with pytest.raises(sheepfold.BadOption, match="does not say between which numbers its points lie"):
        pyspiel.load_game("sheepfold_toy(rewards=scores)")
    with pytest.raises(sheepfold.BadOption, match="places or scores"):
        pyspiel.load_game("sheepfold_nines(rewards=money)")


def test_a_game_says_how_long_it_can_last() -> None:
    ours, theirs = pyspiel.load_game("sheepfold_leduc(rewards=scores)"), pyspiel.load_game("leduc_poker")
    asked = "max_game_length", "max_chance_nodes_in_history", "min_utility", "max_utility", "utility_sum", "num_players"
    for ask in asked:
        assert getattr(ours, ask)() == getattr(theirs, ask)(), ask
    assert ours.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_a_long_game_is_broken_off_without_returns() -> None:
    state = random_play(pyspiel.load_game("sheepfold_nines(longest=10)").new_initial_state(), random.Random(1))
    assert state.returns() == [0.0, 0.0]
    assert sum(each.player >= 0 for each in state.full_history()) == 10


@pytest.mark.parametrize("wrong", ["players=9", "segments=4", "longest=0", "rewards=money"])
def test_a_wrong_parameter_gets_a_sentence(wrong: str) -> None:
    with pytest.raises(sheepfold.BadOption):
        pyspiel.load_game(f"sheepfold_nines({wrong})")


def test_what_is_not_legal_gets_a_sentence_and_changes_nothing() -> None:
    state = pyspiel.load_game("sheepfold_nines").new_initial_state()
    with pytest.raises(sheepfold.IllegalAction, match=r"\* cannot play 'move 1' now; legal: deal 1, deal 2"):
        state.apply_action(sheepfold.game("nines").by_text["move 1"])
    assert (state.history(), state.is_chance_node()) == ([], True)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = state.history()
    for wrong in (0, 10**6):
        with pytest.raises(sheepfold.IllegalAction, match=r"0 cannot play '.*' now; legal: "):
            state.apply_action(wrong)
    assert state.history() == before
    random_play(state, random.Random(1))
    with pytest.raises(sheepfold.IllegalAction, match="The game is over: 'deal 1' cannot be played"):
        state.apply_action(0)


def test_players_that_are_not_there_see_nothing() -> None:
    state = pyspiel.load_game("sheepfold_nines").new_initial_state()
    with pytest.raises(sheepfold.IllegalAction, match="There is no seat -1; the seats are 0 to 1"):
        state.information_state_string()  # chance is to act, and does not look
    with pytest.raises(sheepfold.IllegalAction, match="There is no seat 2"):
        state.information_state_string(2)


def test_registering_again_changes_nothing() -> None:
    assert register_open_spiel() == register_open_spiel()
    assert {f"sheepfold_{key}" for key in sheepfold.games()} <= set(pyspiel.registered_names())
