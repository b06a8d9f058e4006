# pyright: basic
"""The games as OpenSpiel games: `pyspiel.load_game("sheepfold_nines(players=3,segments=5)")`.

Chance is explicit. Where several choose at the same time they do so one after the other, the lowest seat first, and
what was chosen stays hidden in the others' information states until it is revealed. An information state is the log as
a seat may know it, with what it sees now; an observation is what it sees now; both as text or as a flat tensor.
Returns go by places, from 1 (first) to -1 (last), and sum to zero; with `rewards=scores` they are the points. (pyspiel
carries no types, so this file is checked in basic mode.)
"""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import pyspiel

from sheepfold.core.finding import games, pick_game
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.plain import PlainRecord
from sheepfold.core.secrecy import observe
from sheepfold.rl.spiel_eyes import SpielObserver
from sheepfold.rl.spiel_position import AT_CHANCE, TERMINAL, Workbench, defaults, workbench


def register_open_spiel() -> list[str]:
    """Make all games known to OpenSpiel, as `sheepfold_nines` and so on; their names."""
    names: list[str] = []
    for key in games():
        game_type = type_of(pick_game(key))
        if game_type.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game_type, type(game_type.short_name, (SpielGame,), {"game": pick_game(key)}))
        names.append(game_type.short_name)
    return names


def type_of(game: Game, total: float | None = 0.0) -> Any:
    """What OpenSpiel wants to know of a game; its options are parameters. `total`: what all get together, if that is
    always the same."""
    kinds = pyspiel.GameType
    hides = kinds.Information.IMPERFECT_INFORMATION if game.record.secrets else kinds.Information.PERFECT_INFORMATION
    sums = {None: kinds.Utility.GENERAL_SUM, 0.0: kinds.Utility.ZERO_SUM}
    return pyspiel.GameType(
        short_name=f"sheepfold_{game.key}",
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hides,
        utility=sums.get(total, kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults(game),
    )


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel sees it.

    OpenSpiel may forget what a Python object holds beside the C++ one, so this one holds nothing: all follows from its
    class and its parameters.
    """

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        bench = workbench(self.game, params or {})
        lowest, highest, total = bench.utilities
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.game.actions,
            num_players=bench.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=total,
            max_game_length=bench.longest,
        )
        super().__init__(type_of(self.game, total), info, params or {})

    @property
    def bench(self) -> Workbench:
        return workbench(self.game, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act at most."""
        return self.bench.most_chance

    def new_initial_state(self) -> SpielState:
        """The state before the first action."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Something that looks at states: at what a seat may see or what everybody may, now or from the beginning."""
        return SpielObserver(self.bench, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


HELD_BY_NOBODY = 3
"""References to a spare state that nobody uses: from its position, and from the call that counts them."""


class SpielState(pyspiel.State):
    """A position, and by OpenSpiel's own history the actions that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.bench.opening

    def current_player(self) -> int:
        """The seat to act, or chance, or that the game is over."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance is to act."""
        return self.position.player == AT_CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player (or of whoever is to act, chance included) in ascending order."""
        actor = self.position.player
        if actor == AT_CHANCE and player in (None, actor):
            return [action for action, _likely in self.position.outcomes]
        return self._legal_actions(actor if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions of a seat: what OpenSpiel's own code asks for."""
        position = self.position
        return position.legal.copy() if player == position.player and player >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely each is."""
        return self.position.outcomes.copy()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def child(self, action: int) -> SpielState:
        """The state after an action; this one stays.

        Making one costs OpenSpiel ten times what an algorithm does with it, so the one handed out before is handed out
        again, if by now nobody else has it and it still stands there: nobody can tell it from a new one.
        """
        position = self.position
        spare = position.spare.get(action)
        if (
            spare is not None
            and sys.getrefcount(spare) == HELD_BY_NOBODY
            and spare.position is position.next.get(action)
        ):
            return spare
        made = super().child(action)
        if action in position.next:
            position.spare[action] = made
        return made

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.bench.game.texts[action]

    def returns(self) -> list[float]:
        """By places or points once the game is over; 0 before, and for a game that was broken off."""
        return self.position.returns.copy()

    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows: the log as far as it may know it, and a mark for what it sees now."""
        return self.recalled(self.position.bench.checked_seat(self.position.player if player is None else player))

    def recalled(self, seat: int | None) -> str:
        """What a seat (None: a spectator) knows from the beginning on, as text."""
        known = self.position.known
        if seat not in known:
            known[seat] = "\n".join([f"seat {seat}", *self.told(seat), f"sees {self._mark(seat)}"])
        return known[seat]

    def seen(self, seat: int | None) -> PlainRecord:
        """What a seat (None: a spectator) may see now."""
        return PlainRecord(observe(self.position.bench.game.record, self.position.records, seat))

    def _mark(self, seat: int | None) -> str:
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
