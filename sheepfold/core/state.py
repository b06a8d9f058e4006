"""A state in numbers, for programs: the same rules as a match's, no words, no log.

    state = State("nines", players=4, seed=1)
    while not state.is_over:
        state.step(my_choice(state.seat, state.legal()))
    print(state.places())

Chance is drawn inside, from the seed, or is an actor of its own (`chance="explicit"`). A state lies in one block of
bytes: stepping is one call into machine code, and copying is copying bytes.
"""

from __future__ import annotations

import copy
import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.actors import CHANCE, SPECTATOR
from sheepfold.core.engine import STEPPING, engine_of
from sheepfold.core.errors import BadOption, IllegalAction, UnreadableAction
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.options import checked_seed, fraction_of, without_numpy
from sheepfold.core.outcomes import KeptOutcomes, Outcomes
from sheepfold.core.position import AnyPosition, check_position, imagine, read_position, setup_at
from sheepfold.core.secrecy import Array, copy_of, opened
from sheepfold.core.setup import set_up
from sheepfold.core.stepping import ACTOR_BITS, BEGINNING, ENTRIES, OVER, REFUSED, board_dtype, sample_stepping
from sheepfold.core.words import gettext as _

EXPLICIT = "explicit"
CHANCES = ("inside", EXPLICIT)
ACTOR_MASK = (1 << ACTOR_BITS) - 1
SHOWN = 12
"""Of more legal actions than this a sentence names only so many."""


class State:
    """One position and all that follows from it; `seat` is whose decision it is, `is_over` whether there is none left.

    Where several choose at once that is the lowest seat that has not; `CHANCE` where chance is an actor; -1 when the
    game is over.
    """

    __slots__ = ("_block", "_bytes", "_count", "_lists", "_terms", "is_over", "seat")

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: int | None = None,
        *,
        chance: str = "inside",
        trust: bool = False,
        material: Material | None = None,
        rules_version: int | None = None,
        **options: Any,
    ) -> None:
        """Options are those of a match. Without a seed chance draws from the system's own source.

        `chance`: `"inside"`, or `"explicit"`: chance is to act like everybody else. `trust`: actions are not checked;
        one that is not legal then leads anywhere.
        """
        if chance not in CHANCES:
            sentence = _("Chance is {legal}, not {given!r}.")
            raise BadOption(sentence.format(legal=_(" or ").join(CHANCES), given=chance))
        self._terms = _terms(game, players, material, rules_version, options)
        self._block = self._terms.new_block()
        self._lists: dict[int, Array] = {}
        self._bytes = None
        board = self._board()
        board["explicit"], board["trusts"] = chance == EXPLICIT, bool(trust)
        self.reset(int.from_bytes(os.urandom(8)) if seed is None else seed)

    @classmethod
    def at(
        cls,
        game: str | Game,
        position: AnyPosition,
        seat: int | None = None,
        seed: int | None = None,
        *,
        chance: str = "inside",
        trust: bool = False,
    ) -> State:
        """A state that begins at a position: a text diagram, or a record such as an observation.

        With a seat, what that seat cannot see is imagined as it might be, from the seed. Without one all of it counts
        as it stands: what a diagram does not tell, such as the order of a deck, is not there to be drawn from.
        """
        found = game if isinstance(game, Game) else pick_game(game)
        record = read_position(found, position)
        setup = setup_at(found, record)
        given: dict[str, Any] = {"rules_version": setup.rules_version, **setup.chosen}
        state = cls(found, setup.players, seed, chance=chance, trust=trust, **given)
        if seat is not None:
            rng = state._board()["source"][0].copy()
            imagine(found, record, state._viewer(seat), rng)
            state._board()["source"][0] = rng
        check_position(found, record)
        state._terms = state._terms.at(record)
        state.reset()
        return state

    def reset(self, seed: int | None = None) -> None:
        """Begin anew, where it began; without a seed the random source goes on where it stands."""
        if seed is not None:
            self._board()["source"][0] = drivers.seeds(checked_seed(seed), 1)
        if self._bytes is None:
            self._bytes = self._block.view(np.uint8)
        self._bytes[: len(self._terms.opening)] = self._terms.opening
        self.seat, self._count, self.is_over = ANSWERS[self._terms.advance(self._block, 0)]

    # ------------------------------------------------------------------------------------------ playing

    @property
    def game(self) -> Game:
        return self._terms.game

    @property
    def players(self) -> int:
        return self._terms.players

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return dict(self._terms.options)

    def legal(self) -> Array:
        """The numbers of the legal actions, valid until the next step; with explicit chance also its outcomes."""
        try:
            return self._lists[self._count]
        except KeyError:
            return self._list(self._count)

    def _list(self, count: int) -> Array:
        found = np.ndarray(count, np.int32, self._block.data, self._terms.at_actions)
        found.setflags(write=False)
        self._lists[count] = found
        return found

    def step(self, action: int | np.integer[Any]) -> None:
        """Play an action and go on to the next decision; IllegalAction says why not, and then nothing has changed."""
        if type(action) is not int:
            action = self._checked(action)
        try:
            self.seat, self._count, self.is_over = ANSWERS[self._terms.advance(self._block, action)]
        except (RefusedError, OverflowError):
            raise IllegalAction(self._why_not(action)) from None

    def acting(self) -> int:
        """All who are to act, as bits: bit 2 for seat 2."""
        return int(self._terms.engine.loops.acting(self.position(), 0))

    def legal_of(self, seat: int) -> list[int]:
        """The numbers of the legal actions of a seat; where several choose at once, of any of them. Empty for one that
        is not to act."""
        viewer = self._viewer(seat)
        if not self.acting() >> viewer & 1:
            return []
        moves = drivers.new_moves(self.game)
        self._terms.engine.loops.listing(self.position(), 0, viewer, moves)
        return moves["action"][0][: int(moves["n"][0])].tolist()

    def weights(self) -> Array:
        """How likely each of chance's outcomes is, beside `legal()`: whole numbers; empty when chance is not to act.

        Like `legal()` it cannot be written into.
        """
        if self.seat != CHANCE:
            return _even(0)
        if self._terms.are_alike:
            return _even(self._count)
        out = np.empty(self._count, np.int64)
        self._terms.weigh(self._block, out)
        out.setflags(write=False)
        return out

    def outcomes(self) -> Outcomes:
        """What chance can do with how likely each is, as Python's own numbers; empty when chance is not to act.

        `legal()` and `weights()` in one, but it stays valid. What was met before is not made again.
        """
        if self.seat != CHANCE:
            return Outcomes()
        legal, terms = self.legal(), self._terms
        key = legal.tobytes() if terms.are_alike else legal.tobytes() + self.weights().tobytes()
        return terms.met.get(key) or terms.met.keep(key, legal.tolist(), self.weights().tolist())

    def draw(self, rng: Any = None) -> int:
        """What chance could do now, drawn by how likely it is; it is not played yet.

        From anything with a method `random()`, such as a random.Random; None draws from the system's own.
        """
        if self.seat != CHANCE:
            raise IllegalAction(_("Chance is not to act now."))
        return self._terms.fall(self._block, fraction_of(rng))

    def _checked(self, action: object) -> int:
        number = without_numpy(action)
        if type(number) is not int:
            sentence = _("{action!r} is no action: actions are whole numbers from 0 to {last}.")
            raise IllegalAction(sentence.format(action=action, last=self.game.actions - 1))
        return number

    def _why_not(self, action: int) -> str:
        if not 0 <= action < self.game.actions:
            sentence = _("{action!r} is no action: actions are whole numbers from 0 to {last}.")
            return sentence.format(action=action, last=self.game.actions - 1)
        text = self.game.texts[action]
        if self.is_over:
            return _("The game is over: {text!r} cannot be played.").format(text=text)
        listed: list[int] = self.legal()[:SHOWN].tolist()
        legal = [self.game.texts[each] for each in listed]
        who = "*" if self.seat == CHANCE else self.seat
        shown = ", ".join(legal) + (", …" if self._count > SHOWN else "")
        return _("{who} cannot play {text!r} now; legal: {legal}.").format(who=who, text=text, legal=shown)

    # ------------------------------------------------------------------------------------------ how it stands

    def places(self) -> list[int]:
        """The place of each seat as things stand: 1 is the winner, equal places are shared (1, 1, 3)."""
        return self._standing()[0]

    def scores(self) -> list[int]:
        """The points of each seat; without points, how many seats are placed behind it."""
        return self._standing()[1]

    def returns(self) -> list[float]:
        """By places from 1 (first) to -1 (last), equal places shared, so that they sum to zero; 0 until the end."""
        return by_places(self.places()) if self.is_over else [0.0] * self.players

    def _standing(self) -> tuple[list[int], list[int]]:
        place, score = np.zeros((2, self.players), np.int64)
        self._terms.stand(self._block, place, score)
        return place.tolist(), score.tolist()

    def observation(self, seat: int | None = None) -> Array:
        """What a seat (None: a spectator) may see: an array of one record, as `Match.observation` gives it."""
        viewer = SPECTATOR if seat is None else self._viewer(seat)
        seen = copy_of(self.position())
        if self.game.record.secrets:
            self._terms.engine.loops.hiding(opened(seen), 0, viewer, self.game.record.hidden)
        return seen

    def position(self) -> Array:
        """All of it, secrets included: an array of one record, which changes with every step."""
        return self._board()["state"]

    def opening(self) -> Array:
        """The position before the first action: an array of one record."""
        return np.frombuffer(self._terms.opening[: self._terms.size].tobytes(), self.game.record.dtype).copy()

    @property
    def is_quick(self) -> bool:
        """Whether it runs in machine code by now."""
        return self._terms.engine.has(STEPPING)

    def _viewer(self, seat: object) -> int:
        number = without_numpy(seat)
        if type(number) is not int or not 0 <= number < self.players:
            sentence = _("There is no seat {seat!r}; the seats are 0 to {last}, and None stands for a spectator.")
            raise IllegalAction(sentence.format(seat=seat, last=self.players - 1))
        return number

    def _board(self) -> Array:
        """The block as what lies in it."""
        return self._block.view(self._terms.dtype)

    # ------------------------------------------------------------------------------------------ in words

    def text(self, action: int) -> str:
        """An action as players write it."""
        number = self._checked(action)
        if not 0 <= number < self.game.actions:
            raise IllegalAction(self._why_not(number))
        return self.game.texts[number]

    def number(self, text: str) -> int:
        """The number of an action that players write like this."""
        found = self.game.by_text.get(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        if found is None:
            sentence = _("{action!r} is no action of {game}.")
            raise UnreadableAction(sentence.format(action=text, game=_(self.game.name)))
        return found

    def warm(self) -> State:
        """Have the machine code before going on, as `sheepfold warm` does; this state."""
        self._terms.engine.wait_for(STEPPING)
        return self

    # ------------------------------------------------------------------------------------------ copies

    def clone(self) -> State:
        """The same state once more: the same dice will fall there."""
        twin = _new(State)
        twin._terms, twin._block, twin._lists, twin._bytes = self._terms, self._block.copy(), {}, None
        twin._count, twin.seat, twin.is_over = self._count, self.seat, self.is_over
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        """A state travels as its set-up, its bytes, and the position it began at, if that is not the usual one."""
        terms = self._terms
        return State._arrived, (*terms.given(), self._block.tobytes(), self._count, self.seat, terms.position)

    @staticmethod
    def _arrived(
        game: Game,
        players: int,
        material: Material | None,
        rules_version: int,
        options: dict[str, Any],
        block: bytes,
        count: int,
        seat: int,
        position: bytes = b"",
    ) -> State:
        """A state that was sent here."""
        state = _new(State)
        terms = _terms(game, players, material, rules_version, options)
        state._terms = terms.at(np.frombuffer(position, game.record.dtype)) if position else terms
        state._block = np.frombuffer(bytearray(block), state._terms.new_block().dtype)
        state._lists, state._bytes, state._count, state.seat, state.is_over = {}, None, count, seat, seat == OVER
        return state

    def _position(self) -> bytes:
        return self._block.tobytes()[: self._terms.size]

    def __eq__(self, other: object) -> bool:
        """Whether this is the same position of the same game, whatever the dice will show."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self._position() == other._position()

    def __hash__(self) -> int:
        """By the position as it is now: a state that is stepped on has another."""
        return hash((self.game.key, self._position()))

    def __repr__(self) -> str:
        where = _("over") if self.is_over else _("running")
        return f"<State of {self.game.key}, {self.players} players, {where}>"


_new = object.__new__


class RefusedError(Exception):
    """The loop would not play an action."""


class Answers(dict[int, tuple[int, int, bool]]):
    """What `advance` answers, taken apart: whose decision it is, how much is legal, whether the game is over.

    Looked up, for the same few come again and again and a step is mostly taking them apart.
    """

    def __missing__(self, answer: int) -> tuple[int, int, bool]:
        if answer == REFUSED:
            raise RefusedError
        seat = (answer & ACTOR_MASK) + OVER
        self[answer] = found = (seat, answer >> ACTOR_BITS, seat == OVER)
        return found


ANSWERS = Answers()


@functools.cache
def _even(count: int) -> Array:
    """The weights of so many outcomes that are all alike."""
    weights = np.ones(count, np.int64)
    weights.setflags(write=False)
    return weights


def by_places(places: Sequence[int]) -> list[float]:
    """What places are worth: 1 for the first, -1 for the last, evenly between; equal places share."""
    players = len(places)
    return [(players + 2 - 2 * place - places.count(place)) / max(1, players - 1) for place in places]


# ---------------------------------------------------------------------------------------------- what states share


class Terms:
    """What all states of one set-up share: the game, its options, the opening and the loops.

    The loops are plain until there is machine code. What is there then trusts the block it is given.
    """

    def __init__(
        self,
        game: Game,
        players: object,
        material: Material | None,
        rules_version: object,
        options: Mapping[str, Any],
    ) -> None:
        self.game = game
        setup = set_up(game, players, options, material=material, rules_version=rules_version)
        self.rules_version, self.players, self.options = setup.rules_version, setup.players, setup.options
        self._material = material
        self.are_alike = game.rules.weight is None
        """Whether all outcomes of chance are equally likely."""
        self.met = KeptOutcomes()
        self.engine = engine_of(game)
        self.engine.want(STEPPING)
        self.dtype, self.size = board_dtype(game), game.record.dtype.itemsize
        self.position = b""
        """The position games begin at, if that is not the usual one."""
        record = game.record.new()
        drivers.bind(game, plain=True).begin(record, 0, self.players, setup.packed())
        self.opening = self._opened(record)
        """The first bytes of a block before a game begins."""
        fields: Any = self.dtype.fields
        moves: Any = fields["moves"][0].fields
        self.at_actions: int = fields["moves"][1] + moves["action"][1]
        """Where the list of legal actions begins in a block."""
        self._begin_plainly()

    def _begin_plainly(self) -> None:
        self.advance, self.weigh, self.fall, self.stand = (self._plainly(name) for name in ENTRIES)

    def at(self, record: Array) -> Terms:
        """The same terms for games that begin at this position."""
        twin = copy.copy(self)
        twin.position, twin.opening = record.tobytes(), self._opened(record)
        twin._begin_plainly()
        return twin

    def _opened(self, record: Array) -> Array:
        boards = np.zeros(1, self.dtype)
        boards["state"], boards["actor"] = record, BEGINNING
        fields: Any = self.dtype.fields
        return boards.view(np.uint8)[: fields["actor"][1] + boards["actor"].itemsize].copy()

    def _plainly(self, name: str) -> Callable[..., Any]:
        """A loop in plain Python, which gives way to machine code as soon as there is some."""
        plain = drivers.made(self.game, ENTRIES[name], plain=True)

        def call(block: Array, *given: Any) -> Any:
            if not self.engine.has(STEPPING):
                return plain(block.view(self.dtype), *given)
            self._go_over()
            return getattr(self, name)(block, *given)

        return call

    def _go_over(self) -> None:
        from sheepfold.core.machine_code import bare  # imports numba, which takes a while

        for loop, arguments in sample_stepping(self.game):
            if loop.__name__ in ENTRIES:
                setattr(self, loop.__name__, bare(drivers.made(self.game, loop, plain=False), arguments))

    def new_block(self) -> Array:
        """Room for a state: one block of bytes, which numpy copies without looking into it."""
        block = np.zeros(1, np.dtype((np.void, self.dtype.itemsize)))
        block.view(self.dtype)["told"]["mute"] = 1
        return block

    def given(self) -> tuple[Any, ...]:
        """What these terms are made from, to be made again elsewhere."""
        chosen = self.game.chosen(self.options, self.rules_version)
        return self.game, self.players, self._material, self.rules_version, chosen


@functools.lru_cache(maxsize=64)
def _usual_terms(game: Game, players: object, rules_version: object, options: tuple[tuple[str, Any], ...]) -> Terms:
    return Terms(game, players, None, rules_version, dict(options))


def _terms(
    game: str | Game, players: object, material: Material | None, rules_version: object, options: Mapping[str, Any]
) -> Terms:
    """The terms of a set-up; those with the built-in material are kept for the next state."""
    found = game if isinstance(game, Game) else pick_game(game)
    given = (found, players, rules_version, tuple(options.items()))
    is_usual = material is None and all(type(each) in (int, bool, str) for each in options.values())
    if is_usual and type(players) in (int, type(None)) and type(rules_version) in (int, type(None)):
        return _usual_terms(*given)
    return Terms(found, players, material, rules_version, options)
