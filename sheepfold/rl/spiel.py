# pyright: basic
"""The games as OpenSpiel games: `pyspiel.load_game("sheepfold_nines(players=3,segments=5)")`.

Chance is explicit. Where several choose at the same time they do so one after the other, the lowest seat first, and
what was chosen stays hidden in the others' information states until it is revealed. An information state is the log as
a seat may know it, with a mark for what it sees now; an observation is what it sees now, as text or as a flat tensor.
Returns go by places, from 1 (first) to -1 (last), and sum to zero. (pyspiel carries no types, so this file is checked
in basic mode.)
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import numpy as np
import pyspiel

from sheepfold.core import drivers
from sheepfold.core.actors import SPECTATOR
from sheepfold.core.errors import BadOption
from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE
from sheepfold.core.match import Match
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import Array, copy_of, observe
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.layout import SEAT
from sheepfold.rl.preparing import prepare

LONGEST = 10_000
"""After so many actions of the seats a game is broken off, with returns of 0, unless the parameter `longest` says
otherwise: OpenSpiel wants games to have a bound."""

TERMINAL, AT_CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
PRIVATE = pyspiel.PrivateInfoType.SINGLE_PLAYER


def register_open_spiel() -> list[str]:
    """Make all games known to OpenSpiel, as `sheepfold_nines` and so on; their names."""
    names: list[str] = []
    for key in games():
        game_type = type_of(pick_game(key))
        if game_type.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game_type, type(game_type.short_name, (SpielGame,), {"game": pick_game(key)}))
        names.append(game_type.short_name)
    return names


def type_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game; its options are parameters."""
    kinds = pyspiel.GameType
    hides = kinds.Information.IMPERFECT_INFORMATION if game.record.secrets else kinds.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=f"sheepfold_{game.key}",
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hides,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(game),
    )


def _defaults(game: Game) -> dict[str, Any]:
    options = {name: option.default for name, option in game.options.items()}
    return {"players": game.players[0], "longest": LONGEST, **options}


class Workbench:
    """A game set up, and what its states share: the rules, and room for lists."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.params = params
        chosen = {**_defaults(game), **params}
        players, self.longest = chosen.pop("players"), chosen.pop("longest")
        self.options = chosen
        self.setup = prepare(
            game, players, chosen, material=None, rewards="places", dtype=np.float32, longest=self.longest
        )
        self.game, self.players, self.layout = game, self.setup.players, self.setup.layout
        self.told, self.moves = drivers.new_told(mute=True), drivers.new_moves(game)
        self.weights = np.zeros(game.most, np.int64)
        self.rules = drivers.bind(game)
        self.go, self.outcomes, self.result = loops.for_chance_players(game)
        self.look = loops.looking()


@functools.cache
def _workbench(game: Game, params: tuple[tuple[str, Any], ...]) -> Workbench:
    return Workbench(game, dict(params))


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel sees it.

    OpenSpiel may forget what a Python object holds beside the C++ one, so this one holds nothing: all follows from its
    class and its parameters.
    """

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        bench = _workbench(self.game, tuple(sorted((params or {}).items())))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.game.actions,
            num_players=bench.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=bench.longest,
        )
        super().__init__(type_of(self.game), info, params or {})

    @property
    def bench(self) -> Workbench:
        return _workbench(self.game, tuple(sorted(self.get_parameters().items())))

    def new_initial_state(self) -> SpielState:
        """The state before the first action."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Something that looks at states: at what a seat may see or what everybody may, now or from the beginning."""
        return SpielObserver(self.bench, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Position:
    """All that a state holds. OpenSpiel clones states by deep copies of what they hold: this one knows a quick way."""

    __slots__ = ("bench", "decisions", "player", "records")

    def __init__(self, bench: Workbench, records: Array, decisions: int, player: int) -> None:
        self.bench, self.records, self.decisions, self.player = bench, records, decisions, player

    def __deepcopy__(self, _memo: object) -> Position:
        return Position(self.bench, copy_of(self.records), self.decisions, self.player)

    def __reduce__(self) -> tuple[Any, ...]:
        """A position travels as its bytes, with the game's name and parameters."""
        bench = self.bench
        return _arrived, (bench.game.key, bench.params, self.records.tobytes(), self.decisions, self.player)

    def note(self, acting: int) -> None:
        """Note whose turn it is."""
        if acting == 0 or self.decisions == self.bench.longest:
            self.player = TERMINAL
        elif acting >> CHANCE:
            self.player = AT_CHANCE
        else:
            self.player = (acting & -acting).bit_length() - 1


def _arrived(key: str, params: dict[str, Any], records: bytes, decisions: int, player: int) -> Position:
    bench = _workbench(pick_game(key), tuple(params.items()))
    return Position(bench, np.frombuffer(bytearray(records), bench.game.record.dtype), decisions, player)


class SpielState(pyspiel.State):
    """A position, and by OpenSpiel's own history the actions that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        bench = game.bench
        self.position = Position(bench, bench.setup.state.opening(), 0, AT_CHANCE)
        self.position.note(bench.rules.acting(self.position.records, 0))

    def current_player(self) -> int:
        """The seat to act, or chance, or that the game is over."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions in ascending order."""
        position = self.position
        if player != position.player or player < 0:
            return []
        moves = position.bench.moves
        position.bench.rules.listing(position.records, 0, player, moves)
        return sorted(moves["action"][0][: int(moves["n"][0])].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely each is."""
        bench = self.position.bench
        count = bench.outcomes(self.position.records, bench.moves, bench.weights)
        actions, weights = bench.moves["action"][0][:count].tolist(), bench.weights[:count].tolist()
        total = sum(weights)
        return sorted((action, weight / total) for action, weight in zip(actions, weights, strict=True) if weight)

    def _apply_action(self, action: int) -> None:
        position = self.position
        seat = CHANCE if position.player == AT_CHANCE else position.player
        position.decisions += seat != CHANCE
        position.note(position.bench.go(position.records, seat, action, position.bench.told))

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.bench.game.texts[action]

    def returns(self) -> list[float]:
        """By places once the game is over; 0 before, and for a game that was broken off."""
        bench, records = self.position.bench, self.position.records
        reward = np.zeros(bench.players)
        if self.is_terminal() and bench.rules.acting(records, 0) == 0:
            place, score = np.zeros((2, bench.players), np.int64)
            bench.result(records, bench.setup.settings, place, score, reward)
        return reward.tolist()

    def seen(self, seat: int | None) -> PlainRecord:
        """What a seat (None: a spectator) may see now."""
        return PlainRecord(observe(self.position.bench.game.record, self.position.records, seat))

    def mark(self, seat: int | None) -> str:
        """A short name for what a seat (None: a spectator) sees now."""
        seen = observe(self.position.bench.game.record, self.position.records, seat)
        return hashlib.blake2b(seen.tobytes(), digest_size=8).hexdigest()

    def told(self, seat: int | None) -> list[str]:
        """The log as a seat (None: a spectator) may know it."""
        bench = self.position.bench
        lines: list[tuple[Any, str]] = [
            ("*" if each.player == AT_CHANCE else each.player, bench.game.texts[each.action])
            for each in self.full_history()
        ]
        if not bench.game.record.secrets:
            return [f"{actor} {text}" for actor, text in lines]
        match = Match(bench.game, bench.players, **bench.options)
        for actor, text in lines:
            match.play(actor, text)
        return match.log(seat)

    def __str__(self) -> str:
        """The whole position as text, secrets included: for debugging, as OpenSpiel has it."""
        return self.position.bench.game.notation.diagram(PlainRecord(self.position.records))


class SpielObserver:
    """What can be known of a state, as text and, without the past, as a tensor."""

    def __init__(self, bench: Workbench, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(_("Observations of a game take no parameters."))
        self._bench, self._kind = bench, kind
        self._seat = np.zeros(1, np.int64)
        self.dict: dict[str, Array] = {}
        self.tensor: Array | None = None
        if not kind.perfect_recall:
            self.tensor = np.zeros(bench.layout.size, np.float32)
            self.dict = bench.layout.fields(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as a player."""
        if self.tensor is None:
            return
        if self._kind.private_info != PRIVATE:
            self.tensor[:] = self._looked(state, SPECTATOR)
        elif self._kind.public_info:
            self.tensor[:] = self._looked(state, player)
        else:
            own, public = self._looked(state, player), self._looked(state, SPECTATOR)
            self.tensor[:] = np.where(own == public, 0, own)

    def _looked(self, state: SpielState, seat: int) -> Array:
        layout = self._bench.layout
        flat = np.empty((1, layout.size), np.float32)
        self._seat[0] = seat
        self._bench.look(layout.view(state.position.records), self._seat, bool(layout.game.record.secrets), flat)
        return flat[0]

    def string_from(self, state: SpielState, player: int) -> str:
        """A state as a player sees or remembers it, as text."""
        seat = player if self._kind.private_info == PRIVATE else None
        if not self._kind.public_info:
            return self._private(state, player) if seat is not None else ""
        if self._kind.perfect_recall:
            return "\n".join([f"seat {player}", *state.told(seat), f"sees {state.mark(seat)}"])
        return self._bench.game.notation.diagram(state.seen(seat))

    def _private(self, state: SpielState, player: int) -> str:
        """What a player sees and a spectator does not."""
        fields = self._bench.layout.fields
        own, public = fields(self._looked(state, player)), fields(self._looked(state, SPECTATOR))
        return " ".join(
            f"{name} {own[name].astype(int).tolist()}"
            for name in own
            if name != SEAT and not np.array_equal(own[name], public[name])
        )
