"""Games in lock step: what the arrays say is what matches say, for every game found and for the toy game."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.actors import SPECTATOR
from sheepfold.core.engine import Engine, step_at
from sheepfold.core.errors import BadOption, IllegalAction, UnknownGame
from sheepfold.core.game import Game
from sheepfold.core.kit import field, record
from sheepfold.core.machine_code import compile_alone
from sheepfold.core.secrecy import ALL, NOBODY, OWNER, copy_of, known, observe, opened
from sheepfold.rl import Batch, FlatLayout, loops
from sheepfold.rl import batch as batch_module
from tests.toy_games.toy import GAME as TOY

GAMES: list[Game] = [*(sheepfold.game(key) for key in sheepfold.games()), TOY]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def played(batch: Batch, steps: int) -> Batch:
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def content(batch: Batch) -> str:
    """All that a batch shows, as a hash."""
    digest = hashlib.blake2b()
    lists = [batch.legal[i, : batch.legal_count[i]] for i in range(batch.n)]
    for array in (batch.observations, batch.actor, batch.rewards, batch.dones, batch.places, *lists):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


# ---------------------------------------------------------------------------------------------- observations


@every_game
@pytest.mark.parametrize("dtype", [np.float32, np.int16])
def test_observations_are_what_observe_lets_out_to_the_byte(game: Game, dtype: Any) -> None:
    batch = Batch(game, game.players[-1], 16, seed=3, dtype=dtype)
    for _ in range(25):
        played(batch, 3)
        for seat in range(batch.players):
            expected = batch.layout.flat(batch._states, seat)
            assert batch.observe(seat).tobytes() == expected.tobytes()
            mine = batch.actor == seat
            assert batch.observations[mine].tobytes() == expected[mine].tobytes()


@every_game
def test_the_layout_says_where_each_field_stands(game: Game) -> None:
    batch = played(Batch(game, game.players[0], 8, seed=1), 20)
    seen = observe(game.record, copy_of(batch._states), 0)
    parts = batch.layout.fields(batch.observe(0))
    assert parts["seat"].tolist() == [[1.0] + [0.0] * (batch.players - 1)] * 8
    fields = {name: each for name, each in game.record.fields.items() if each.sight is not NOBODY}
    assert set(parts) == {"seat", *fields}
    for name, each in fields.items():
        shown = parts[name]
        if np.dtype(each.number).itemsize == 8:
            powers = np.uint64(1) << np.arange(64, dtype=np.uint64)
            shown = (shown.astype(np.uint64) * powers).sum(axis=-1).view(np.int64)
        assert shown.astype(each.number).tolist() == seen[name].tolist(), name
    covered = sorted((place.start, place.stop) for place in batch.layout.slices().values())
    assert covered[0][0] == 0
    assert covered[-1][1] == batch.layout.size
    assert all(one[1] == other[0] for one, other in itertools.pairwise(covered))


def test_secrets_of_others_are_blank() -> None:
    batch = Batch(TOY, 2, 64, seed=5)
    while not (batch.actor == 1).all():
        batch.step(batch.sample())
    fields = batch.layout.fields(batch.observations)
    assert (batch._states["chosen"][:, 0] > 0).all()
    assert (fields["chosen"][:, 0] == -1).all()
    assert "spare" not in fields  # which nobody sees


def test_bounds_hold_every_observation() -> None:
    for game in GAMES:
        batch = Batch(game, None, 32, seed=2)
        low, high = batch.layout.bounds()
        for _ in range(30):
            played(batch, 1)
            assert (batch.observations >= low).all()
            assert (batch.observations <= high).all()


# ---------------------------------------------------------------------------------------------- stepping


@every_game
@pytest.mark.parametrize("rewards", ["places", "scores"])
def test_a_batch_plays_as_matches_do(game: Game, rewards: str) -> None:
    """A match that is given the same actions and draws from the same sources goes the same way, game after game."""
    batch = Batch(game, game.players[-1], 3, seed=7, rewards=rewards)
    sources = drivers.seeds(7, 6)
    matches = [settled(sheepfold.Match(game, batch.players), sources[i : i + 1]) for i in range(3)]
    ends = 0
    for _ in range(400):
        actors, actions = batch.actor.copy(), batch.sample().copy()
        listed = [batch.legal[i, : batch.legal_count[i]].tolist() for i in range(3)]
        batch.step(actions)
        for i, match in enumerate(matches):
            assert actors[i] == min(match.to_act())
            assert [game.texts[action] for action in listed[i]] == match.legal(int(actors[i]))
            match.play(int(actors[i]), game.texts[actions[i]])
            settled(match, sources[i : i + 1])
            assert batch.dones[i] == match.is_over
            if match.is_over:
                ends += 1
                assert batch.places[i].tolist() == match.places()
                assert batch.rewards[i].tolist() == expected_rewards(match, rewards)
                matches[i] = settled(sheepfold.Match(game, batch.players), sources[i : i + 1])
            else:
                assert batch.rewards[i].tolist() == [0] * batch.players
            assert same_fields(batch._states[i], matches[i]._states[0])
    assert ends > 0


def same_fields(one: Any, other: Any) -> bool:
    """Field by field: what stands between the fields of a record means nothing."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


def settled(match: sheepfold.Match, source: Any) -> sheepfold.Match:
    while match.to_act() == {"*"}:
        match.roll(source)
    return match


def expected_rewards(match: sheepfold.Match, rewards: str) -> list[float]:
    if rewards == "scores":
        return [float(score) for score in match.scores()]
    places, n = match.places(), match.players
    shared = [place + (places.count(place) - 1) / 2 for place in places]
    return [float(np.float32((n + 1 - 2 * place) / (n - 1))) for place in shared]


def test_rewards_by_places_sum_to_zero_and_reach_from_1_to_minus_1() -> None:
    batch, sums, all_rewards = Batch("dyke", 4, 256, seed=1), [], []
    for _ in range(600):
        played(batch, 1)
        sums.extend(batch.rewards[batch.dones].sum(axis=1).tolist())
        all_rewards.extend(batch.rewards[batch.dones].ravel().tolist())
    assert len(sums) > 100
    assert np.abs(sums).max() < 1e-6
    assert (min(all_rewards), max(all_rewards)) == (-1.0, 1.0)


@every_game
def test_a_seed_gives_the_same_games_on_any_number_of_threads(game: Game) -> None:
    contents = {content(played(Batch(game, None, 50, seed=11, threads=threads), 40)) for threads in (1, 2, 3)}
    assert len(contents) == 1
    assert content(played(Batch(game, None, 50, seed=12), 40)) not in contents


def test_a_reset_with_a_seed_begins_as_ever_and_without_one_goes_on() -> None:
    batch = Batch("nines", 2, 20, seed=4)
    first = batch.observations.copy()
    assert not np.array_equal(played(batch, 30).reset(), first)
    assert np.array_equal(batch.reset(4), first)


def test_without_a_seed_every_game_has_dice_of_its_own() -> None:
    batches = [Batch("nines", 2, 8, seed=None) for _ in range(2)]
    sources = [number for batch in batches for number in batch._chance.tolist()]
    assert len(set(sources)) == 16


def test_room_for_observations_is_used_or_refused() -> None:
    batch = Batch("nines", 2, 4, seed=1)
    room = np.empty_like(batch.observations)
    assert batch.observe(1, room) is room
    assert room.tobytes() == batch.observe(1).tobytes()
    for wrong in (np.zeros((2, 2), np.float32), room.astype(np.float64), [1.0]):
        with pytest.raises(BadOption, match=r"Observations go into an array of the shape \(4, \d+\) and of float32"):
            batch.observe(1, wrong)  # pyright: ignore[reportArgumentType]


def test_the_arrays_are_made_once() -> None:
    batch = Batch("shepherd", 2, 8, masks=True)
    arrays = [batch.observations, batch.rewards, batch.dones, batch.truncated]
    before = [array.ctypes.data for array in arrays]
    step = batch.step(batch.sample())
    assert all(one is other for one, other in zip(step, arrays, strict=True))
    assert [array.ctypes.data for array in step] == before


@every_game
def test_masks_say_the_same_as_lists(game: Game) -> None:
    batch = Batch(game, None, 20, seed=6, masks=True)
    for _ in range(60):
        played(batch, 1)
        for i in range(batch.n):
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(batch.legal[i, : batch.legal_count[i]].tolist())


def test_a_long_game_is_broken_off() -> None:
    batch = Batch("nines", 2, 10, seed=1, longest=7)
    for step in range(1, 15):
        played(batch, 1)
        assert batch.truncated.all() == (step % 7 == 0)
        assert not batch.dones.any()
        assert not batch.rewards.any()


IN_PLAIN_PYTHON = """
from tests.test_rl_batch import Batch, TOY, content, played
print(content(played(Batch(TOY, 3, 4, seed=9), 30)), content(played(Batch("sheepsheep", 2, 2, seed=9), 12)))
"""


def test_plain_and_compiled_batches_agree() -> None:
    plain = {**os.environ, "SHEEPFOLD_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_PLAIN_PYTHON], env=plain, capture_output=True, text=True, check=True
    )
    toy, sheep = Batch(TOY, 3, 4, seed=9), Batch("sheepsheep", 2, 2, seed=9)
    assert done.stdout.split() == [content(played(toy, 30)), content(played(sheep, 12))]


# ---------------------------------------------------------------------------------------------- what is refused


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    batch = played(Batch("nines", 2, 4, seed=1), 5)
    before, states = content(batch), batch._states.tobytes()
    actions = batch.sample().copy()
    actions[2] = 0
    with pytest.raises(IllegalAction, match=r"Action 0 is not legal in game 2; legal for seat \d: \d+ \("):
        batch.step(actions)
    assert (content(batch), batch._states.tobytes()) == (before, states)


@pytest.mark.parametrize(
    "actions", [[1, 2], [25], [25.5] * 4, "jump", None, [[1] * 3] * 4, 10**30, [True] * 4, [np.nan] * 4]
)
def test_what_is_no_row_of_actions_is_refused(actions: Any) -> None:
    with pytest.raises(IllegalAction, match="4 actions, one a game"):
        Batch("nines", 2, 4).step(actions)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"n": 0}, "A batch has 1 game or more, not 0"),
        ({"n": "many"}, "not 'many'"),
        ({"threads": 0}, "It takes 1 thread or more"),
        ({"players": 9}, "for 2 to 5 players, not 9"),
        ({"rewards": "stars"}, "Rewards go by places or scores, not 'stars'"),
        ({"dtype": "float16"}, "float32 or int16, not 'float16'"),
        ({"dtype": "wool"}, "float32 or int16, not 'wool'"),
        ({"longest": 0}, "not after 0"),
        ({"longest": True}, "not after True"),
        ({"longest": 10**30}, "not after 1000"),
        ({"seed": "x"}, "A seed is a whole number, not 'x'"),
        ({"segments": 4}, "4 is not a value of the option segments"),
        ({"sun": 4}, "no option `sun`"),
    ],
)
def test_a_wrong_set_up_gets_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Batch("nines", **{"players": 2, "n": 2, **wrong})


def test_unknown_games_masks_not_kept_and_absent_seats_get_a_sentence() -> None:
    with pytest.raises(UnknownGame):
        Batch("chess")
    batch = Batch("nines", 2, 2)
    with pytest.raises(BadOption, match="masks=True"):
        _ = batch.masks
    for seats in (2, [0], "x", 0.5):
        with pytest.raises(BadOption, match="The seats are 0 to 1"):
            batch.observe(seats)


def test_a_field_too_wide_for_int16_is_refused() -> None:
    rich: Any = SimpleNamespace(record=record(field("gold", np.int32, sees=ALL)))
    with pytest.raises(BadOption, match="`gold` does not fit into int16; take float32"):
        FlatLayout(rich, 2, "int16")
    assert FlatLayout(rich, 2).size == 3


def test_wide_and_unsigned_numbers_are_looked_at_right() -> None:
    shape = record(
        field("gold", np.int32, 3, sees=OWNER, blank=-7),
        field("wool", np.uint8, 2, sees=ALL),
        field("grass", np.uint16, sees=ALL),
        field("sets", np.int64, 2, sees=known("knows")),
        field("knows", np.int16, 2, sees=ALL),
    )
    game: Any = SimpleNamespace(record=shape)
    layout, states = FlatLayout(game, 3), shape.new(2)
    states["gold"] = [[-100_000, 5, 6], [1, -2, 70_000]]
    states["wool"], states["grass"], states["sets"], states["knows"] = 200, 65_000, [-1, 1 << 62], [2, 256]
    for seat in (0, 1, None):
        seen = np.zeros((2, layout.size), np.float32)
        seats = np.full(2, SPECTATOR if seat is None else seat)
        compile_alone(loops.look)(layout.view(states), seats, True, seen)
        assert seen.tolist() == layout.flat(states, seat).tolist()
    fields = layout.fields(layout.flat(states, 0))
    assert fields["gold"][0].tolist() == [-100_000, -7, -7]
    assert fields["wool"][0].tolist() == [200, 200]
    assert fields["sets"].sum() == 0
    assert layout.fields(layout.flat(states, 1))["sets"][0].sum() == 64


# ---------------------------------------------------------------------------------------------- looking ahead


@every_game
def test_afterstates_are_what_the_actor_would_see(game: Game) -> None:
    """In the eyes of the actor: of an imagined world that looks the same to it, after each of its actions."""
    batch = played(Batch(game, None, 12, seed=8, threads=2), 15)
    rows, first = batch.afterstates()
    assert first.tolist() == [0, *np.cumsum(batch.legal_count).tolist()]
    loops_of_game, moves, told = drivers.bind(game), drivers.new_moves(game), drivers.new_told(mute=True)
    for i in range(batch.n):
        for k, action in enumerate(batch.legal[i, : batch.legal_count[i]].tolist()):
            states = game.record.new(2)
            states[0] = batch._states[i]
            assert loops_of_game.step(states, 0, 1, int(batch.actor[i]), action, moves, told)
            expected = batch.layout.flat(states[:1], int(batch.actor[i]))[0]
            if not game.record.secrets:
                assert rows[first[i] + k].tolist() == expected.tolist()
            else:  # what the action reveals is imagined, whose turn it is and what all know is not
                before = batch.layout.fields(batch.observations[i])
                assert batch.layout.fields(rows[first[i] + k])["seat"].tolist() == before["seat"].tolist()


def test_looking_ahead_tells_no_secrets() -> None:
    """Change what the actor cannot see: what it imagines, and what greedy does, stays the same."""
    batch = Batch("sheepsheep", 2, 200, seed=4, exchanges=3)
    played(batch, 9)
    seen = batch.observations.copy()
    dice = batch._dice.copy()
    rows, _first = batch.afterstates()
    batch._dice[:] = dice
    chosen = batch.greedy().copy()
    swap_secrets(batch)
    assert np.array_equal(batch.observe(batch.actor), seen)
    batch._dice[:] = dice
    assert np.array_equal(batch.afterstates()[0], rows)
    batch._dice[:] = dice
    assert np.array_equal(batch.greedy(), chosen)


def swap_secrets(batch: Batch) -> None:
    """In every game the other seat's lucky colour becomes another one, and the deck another deck."""
    rows, other = np.arange(batch.n), 1 - batch.actor
    lucky = batch._states["lucky"]
    lucky[rows, other] = lucky[rows, other] % 7 + 1
    batch._states["deck"][:] = batch._states["deck"][:, ::-1]


@every_game
def test_greedy_in_a_batch_is_the_bot_greedy(game: Game) -> None:
    batch = played(Batch(game, None, 40, seed=3), 30)
    if game.judgement is None:
        with pytest.raises(BadOption, match="cannot judge"):
            batch.greedy()
        return
    chosen = batch.greedy()
    loops_of_game, moves, told = drivers.bind(game), drivers.new_moves(game), drivers.new_told(mute=True)
    values, agree = np.zeros(game.most), 0
    for i in range(batch.n):
        states = game.record.new(2)
        states[0] = batch._states[i]
        loops_of_game.listing(states, 0, int(batch.actor[i]), moves)
        loops_of_game.weigh_up(states, 0, int(batch.actor[i]), moves, told, values)
        count = int(moves["n"][0])
        best = moves["action"][0][:count][values[:count] == values[:count].max()]
        agree += chosen[i] in best
    assert agree == batch.n if not game.record.secrets else agree > batch.n // 2


@every_game
def test_what_machine_code_hides_is_what_plain_rules_hide(game: Game) -> None:
    batch = played(Batch(game, game.players[-1], 10, seed=2), 17)
    hiding = drivers.bind(game).hiding
    for viewer in [*range(batch.players), SPECTATOR]:
        states = copy_of(batch._states)
        for i in range(len(states)):
            hiding(opened(states), i, viewer, game.record.hidden)
        seat = None if viewer == SPECTATOR else viewer
        assert states.tobytes() == observe(game.record, batch._states, seat).tobytes()


# ---------------------------------------------------------------------------------------------- the first step


def test_a_few_games_begin_on_plain_rules_and_go_over(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Engine(TOY)
    monkeypatch.setattr(batch_module, "engine_of", lambda _game: own)
    asked: list[str] = []
    monkeypatch.setattr(own, "want", lambda step: asked.append(step.address))
    few, same = (Batch(TOY, 2, 3, seed=5) for _ in range(2))
    assert asked == ["sheepfold.rl.loops:batch"] * 2
    assert step_at(asked[0]) is loops.BATCH
    for number in range(60):
        if number == 20:
            own.wait_for(loops.BATCH)
        chosen = few.sample().copy()
        few.step(chosen)
        assert (same.sample() == chosen).all()
        same.step(chosen)
        assert few.observations.tobytes() == same.observations.tobytes()
        assert few._is_quick is (number >= 20)
    whole = Batch(TOY, 2, 3, seed=5)
    for _ in range(60):
        whole.step(whole.sample())
    assert whole.observations.tobytes() == few.observations.tobytes()


def test_many_games_wait_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Engine(TOY)
    monkeypatch.setattr(batch_module, "engine_of", lambda _game: own)
    assert Batch(TOY, 2, batch_module.FEW + 1)._is_quick
