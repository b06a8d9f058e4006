# pyright: basic
"""Positions of a game as OpenSpiel's algorithms walk through them: never changed, and remembered.

An algorithm such as CFR walks the same small tree thousands of times. What a position is asked for is worked out once,
and a position leads to the same next ones each time, as long as there is room.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyspiel

from sheepfold.core import drivers
from sheepfold.core.engine import engine_of
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE
from sheepfold.core.options import without_numpy
from sheepfold.core.secrecy import Array, copy_of
from sheepfold.core.state import SHOWN
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.eyes import FlatEyes
from sheepfold.rl.preparing import prepare

LONGEST = 2_000
"""After so many decisions a game is broken off, with returns of 0, unless the game says how long it can last or the
parameter `longest` says otherwise: OpenSpiel wants games to have a bound."""

CHANCE_BESIDE = 100
"""Where a game does not say how often chance can act: twice as often as the seats can, and so many times more."""

ROOM = 20_000
"""Positions of one set-up that are remembered: enough for a game whose whole tree is walked, and some 50 MB."""

TERMINAL, AT_CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


def defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game with their values where none is given: the options of a match, and three more."""
    options = {name: option.default for name, option in game.options.items()}
    longest = LONGEST if game.state.DECISIONS is None else game.state.DECISIONS
    return {"players": game.players[0], "longest": longest, "rewards": "places", **options}


class Workbench:
    """A game set up, and what its states share: the rules, and room for lists."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.params = params
        chosen = {**defaults(game), **params}
        players, self.longest, self.rewards = (chosen.pop(name) for name in ("players", "longest", "rewards"))
        self.options = chosen
        self.setup = prepare(
            game, players, chosen, material=None, rewards=self.rewards, dtype=np.float32, longest=self.longest
        )
        self.most_chance = game.state.CHANCE_TURNS or 2 * self.longest + CHANCE_BESIDE
        self.game, self.players, self.layout = game, self.setup.players, self.setup.layout
        self.told, self.moves = drivers.new_told(mute=True), drivers.new_moves(game)
        self.weights = np.zeros(game.most, np.int64)
        self.is_quick = False
        self._engine = engine_of(game)
        self._engine.want(loops.CHANCE_PLAYERS)
        self._looked_at = game.record.new()
        self._eyes = FlatEyes(self.layout, self._looked_at)
        self.keep_up()
        self.remembered = 0
        opening = self.setup.state.opening()
        self.opening = Node(self, opening, 0, 0, self.rules.acting(opening, 0))

    def keep_up(self) -> None:
        """Take machine code, if there is some by now; the first states stand on the rules as they are written."""
        if not self.is_quick:
            self.is_quick = self._engine.has(loops.CHANCE_PLAYERS)
            self.rules = self._engine.loops
            self.go, self.outcomes, self.result = loops.for_chance_players(self.game, plain=not self.is_quick)

    def look(self, records: Array, seat: int | None) -> Array:
        """What a seat (None: a spectator) may see of a position, flat."""
        self._looked_at.view(np.uint8)[:] = records.view(np.uint8)
        return self._eyes.see(seat)

    def checked_seat(self, player: object) -> int:
        """A player of this game, by number."""
        number = without_numpy(player)
        if type(number) is not int or not 0 <= number < self.players:
            sentence = _("There is no seat {seat!r}; the seats are 0 to {last}.")
            raise IllegalAction(sentence.format(seat=player, last=self.players - 1))
        return number

    @property
    def utilities(self) -> tuple[float, float, float | None]:
        """The least and the most that a game can be worth to a seat, and what it is worth to all of them together."""
        if self.rewards == "places":
            return -1.0, 1.0, 0.0
        scores = self.game.state.SCORES
        if scores is None:
            sentence = _("{game} does not say between which numbers its points lie: take rewards=places.")
            raise BadOption(sentence.format(game=_(self.game.name)))
        lowest, highest = min(0, scores.lowest), max(0, scores.highest)  # a game that is broken off is worth 0
        return float(lowest), float(highest), None if scores.total is None else float(scores.total)


@functools.cache
def _workbench(game: Game, params: tuple[tuple[str, Any], ...]) -> Workbench:
    return Workbench(game, dict(params))


def workbench(game: Game, params: dict[str, Any]) -> Workbench:
    """The workbench of a game with these parameters: always the same one."""
    return _workbench(game, tuple(sorted(params.items())))


class Node:
    """All that a state holds, how it came to be included; it never changes.

    OpenSpiel clones states by deep copies of what they hold: of this one there need not be two.
    """

    __slots__ = ("_legal", "_outcomes", "_returns", "bench", "chances", "decisions", "known", "next", "player",
                 "records", "spare")  # fmt: skip

    def __init__(self, bench: Workbench, records: Array, decisions: int, chances: int, acting: int) -> None:
        self.bench, self.records, self.decisions, self.chances = bench, records, decisions, chances
        self.player = self._player(acting)
        self.next: dict[int, Node] = {}
        self.spare: dict[int, Any] = {}
        """States that stand at the next positions; see SpielState.child."""
        self.known: dict[int | None, str] = {}
        """What somebody knows from the beginning on, worked out by SpielState."""
        self._legal: list[int] | None = None
        self._outcomes: list[tuple[int, float]] | None = None
        self._returns: list[float] | None = None

    def _player(self, acting: int) -> int:
        """Whose turn it is, as OpenSpiel counts."""
        by_chance = bool(acting >> CHANCE)
        is_long = self.decisions == self.bench.longest or (by_chance and self.chances == self.bench.most_chance)
        if acting == 0 or is_long:
            return TERMINAL
        return AT_CHANCE if by_chance else (acting & -acting).bit_length() - 1

    def after(self, action: int) -> Node:
        """Where an action leads, which is legal here."""
        found = self.next.get(action)
        return self._after(action) if found is None else found

    def _after(self, action: int) -> Node:
        bench, records, by_chance = self.bench, copy_of(self.records), self.player == AT_CHANCE
        bench.keep_up()
        self._check(action)
        acting = bench.go(records, CHANCE if by_chance else self.player, action, bench.told)
        found = Node(bench, records, self.decisions + (not by_chance), self.chances + by_chance, acting)
        if bench.remembered < ROOM:
            bench.remembered += 1
            self.next[action] = found
        return found

    def _check(self, action: int) -> None:
        """An action that is not legal would lead anywhere: it gets a sentence."""
        if self.player == TERMINAL:
            raise IllegalAction(_("The game is over: {text!r} cannot be played.").format(text=self._named(action)))
        legal = [outcome for outcome, _likely in self.outcomes] if self.player == AT_CHANCE else self.legal
        if action not in legal:
            who = "*" if self.player == AT_CHANCE else self.player
            shown = ", ".join(map(self._named, legal[:SHOWN])) + (", …" if len(legal) > SHOWN else "")
            sentence = _("{who} cannot play {text!r} now; legal: {legal}.")
            raise IllegalAction(sentence.format(who=who, text=self._named(action), legal=shown))

    def _named(self, action: int) -> str:
        texts = self.bench.game.texts
        return texts[action] if 0 <= action < len(texts) else str(action)

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat to act, in ascending order."""
        if self._legal is None:
            moves = self.bench.moves
            self.bench.rules.listing(self.records, 0, self.player, moves)
            self._legal = sorted(moves["action"][0][: int(moves["n"][0])].tolist())
        return self._legal

    @property
    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely each is."""
        if self._outcomes is None:
            bench = self.bench
            count = bench.outcomes(self.records, bench.moves, bench.weights)
            actions, weights = bench.moves["action"][0][:count].tolist(), bench.weights[:count].tolist()
            pairs, total = zip(actions, weights, strict=True), sum(weights)
            self._outcomes = sorted((action, weight / total) for action, weight in pairs if weight)
        return self._outcomes

    @property
    def returns(self) -> list[float]:
        """By places or points once the game is over; 0 before, and for a game that was broken off."""
        if self._returns is None:
            bench, reward = self.bench, np.zeros(self.bench.players)
            if self.player == TERMINAL and bench.rules.acting(self.records, 0) == 0:
                place, score = np.zeros((2, bench.players), np.int64)
                bench.result(self.records, bench.setup.settings, place, score, reward)
            self._returns = reward.tolist()
        return self._returns

    def __deepcopy__(self, _memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A position travels as its bytes, with the game's name and parameters."""
        bench = self.bench
        return _arrived, (bench.game.key, bench.params, self.records.tobytes(), self.decisions, self.chances)


def _arrived(key: str, params: dict[str, Any], records: bytes, decisions: int, chances: int) -> Node:
    bench = workbench(pick_game(key), params)
    found = np.frombuffer(bytearray(records), bench.game.record.dtype)
    return Node(bench, found, decisions, chances, bench.rules.acting(found, 0))
