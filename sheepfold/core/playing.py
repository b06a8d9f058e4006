"""A game being played: a log of actions, the state it leads to, and what each seat may see of it.

`play` checks, applies and appends; everything else is a read of the log. How it is shown to people, and kept, is in
`match`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.actors import CHANCE, SPECTATOR, Actor
from sheepfold.core.engine import RULES, engine_of
from sheepfold.core.errors import BadOption, IllegalAction, UnreadableAction
from sheepfold.core.game import Ending, Material
from sheepfold.core.log import Log, Step, actor_of, as_arrays
from sheepfold.core.names import checked_names
from sheepfold.core.options import fraction_of, without_numpy
from sheepfold.core.plain import PlainRecord, SeenRecord
from sheepfold.core.refusals import WhyNot, why_not_typed
from sheepfold.core.secrecy import Array, copy_of, learned, opened
from sheepfold.core.setup import Setup
from sheepfold.core.words import gettext as _

NOW, BEFORE = 0, 1
"""The two states a match keeps, in the order `learned` compares them in."""


class _Place(threading.local):
    """Where rules tell what happens, with room for more than ever does: one for all matches of a thread, each of which
    keeps what it was told."""

    def __init__(self) -> None:
        self.told = drivers.new_told(mute=False)


_PLACE = _Place()
NOTHING_TOLD = _PLACE.told["event"][0, :0].copy()


class Playing:
    """One game being played. Seats are numbers from 0; chance is `"*"`."""

    # ------------------------------------------------------------------------------------------ setting up

    def _begin(self, setup: Setup, names: Sequence[str | None] | None, clock: Callable[[], float] | None) -> None:
        self.setup, self.game, self.players = setup, setup.game, setup.players
        self.options, self.rules_version = setup.options, setup.rules_version
        self.names = checked_names(names, self.players)
        self._clock = checked_clock(clock)
        self._clock_run: tuple[int, int, float] | None = None
        self._engine = engine_of(self.game)
        self._engine.want(RULES)
        self._moves = drivers.new_moves(self.game)
        self._told = NOTHING_TOLD
        self._packed = setup.packed()
        self._states = self.game.record.new(2)
        self._bytes = self._states.view(np.uint8).reshape(2, -1)
        self._log = Log(self.game.texts)
        self._restart()

    @property
    def material(self) -> Material:
        """The material this match is played with."""
        return deepcopy(self.setup.material)

    def opening(self) -> Array:
        """The state before the first action: an array of one record."""
        states = self.game.record.new()
        self._open(states)
        return states

    def _open(self, states: Array) -> None:
        """Set up the first of these states, which must be zeroed."""
        if self.setup.position:
            states[:1] = np.frombuffer(self.setup.position, states.dtype)
        else:
            self._engine.loops.begin(states, NOW, self.players, self._packed)

    def _restart(self) -> None:
        """Back to the state before the first action."""
        self._bytes[:] = 0
        self._open(self._states)
        self._told = NOTHING_TOLD
        self._log.clear()
        self._watch_clock()

    # ------------------------------------------------------------------------------------------ whose turn it is

    def to_act(self) -> set[Actor]:
        """Who is to act: `{"*"}` for chance, else seats; empty when the game is over."""
        self._let_time_pass()
        return self._actors()

    def _bits(self) -> int:
        """Who is to act, as bits, after letting time pass."""
        self._let_time_pass()
        return self._engine.loops.acting(self._states, NOW)

    def _actors(self) -> set[Actor]:
        bits = self._engine.loops.acting(self._states, NOW)
        actors: set[Actor] = {seat for seat in range(self.players) if bits >> seat & 1}
        return {"*"} if bits >> CHANCE else actors

    def legal(self, seat: Actor) -> list[str]:
        """The legal actions of a seat, or of chance; `["time"]` or the like while a clock runs."""
        self._let_time_pass()
        return [self.game.texts[action] for action in self._legal(self._seat_number(seat))]

    def _legal(self, seat: int) -> list[int]:
        if self._engine.loops.acting(self._states, NOW) >> seat & 1:
            self._engine.loops.listing(self._states, NOW, seat, self._moves)
            return self._moves["action"][0][: int(self._moves["n"][0])].tolist()
        ticking = self._engine.loops.ticking(self._states, NOW)
        return [ticking] if seat == CHANCE and ticking >= 0 else []

    def chance(self) -> dict[str, Fraction]:
        """How likely each outcome of chance is; empty when chance is not to act."""
        if not self._bits() >> CHANCE:
            return {}
        outcomes, weights = self._weighed()
        total = sum(weights)
        return {text: Fraction(weight, total) for text, weight in zip(outcomes, weights, strict=True)}

    def _weighed(self) -> tuple[list[str], list[int]]:
        """The outcomes of chance, and their weights."""
        outcomes, weights = self.legal("*"), np.zeros(self.game.most, np.int64)
        self._engine.loops.weighing(self._states, NOW, self._moves, weights)
        return outcomes, weights[: len(outcomes)].tolist()

    def _seat_number(self, seat: Actor) -> int:
        number = seat if type(seat) is int else without_numpy(seat)
        if number == "*":
            return CHANCE
        if type(number) is int and 0 <= number < self.players:
            return number
        sentence = _("There is no seat {seat!r}; the seats are 0 to {last}, and `*` is chance.")
        raise IllegalAction(sentence.format(seat=seat, last=self.players - 1))

    # ------------------------------------------------------------------------------------------ playing

    def play(self, seat: Actor, action: str) -> None:
        """Play an action: UnreadableAction or IllegalAction say why not, and then nothing has changed."""
        if isinstance(action, str) and action not in self.game.by_text:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise self._unreadable(seat, action)
        number = self._number(action)
        actor = self._seat_number(seat)
        if self._let_time_pass() and (actor, number) == self._log.latest:
            return
        self._play(actor, number)

    def _number(self, action: str) -> int:
        number = self.game.by_text.get(action) if isinstance(action, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
        if number is None:
            sentence = _("{action!r} is no action of {game}.")
            raise UnreadableAction(sentence.format(action=_shortened(action), game=_(self.game.name)))
        return number

    def _unreadable(self, seat: Actor, action: str) -> UnreadableAction:
        """That something is no action: by rule where the game says why, to a seat that is to act."""
        if isinstance(seat, int) and seat in self._actors():
            reason = why_not_typed(self.game, self.observe(seat), seat, action)
            if reason is not None:
                return UnreadableAction(str(reason))
        sentence = _("{action!r} is no action of {game}.")
        return UnreadableAction(sentence.format(action=_shortened(action), game=_(self.game.name)))

    def _play(self, seat: int, action: int) -> None:
        told = _PLACE.told
        if not self._engine.loops.step(self._states, NOW, BEFORE, seat, action, self._moves, told):
            raise self._illegal(seat, action)
        self._told = told["event"][0, : int(told["n"][0])].copy()
        self._log.add(seat, action)
        if self.game.record.secrets:
            self._note_secrets(seat, action)
        if self._clock is not None:
            self._watch_clock()

    def _illegal(self, seat: int, action: int) -> IllegalAction:
        """Why an action cannot be played: by rule where the game says so, and then what could be is a note beside."""
        text, who = self.game.texts[action], actor_of(seat)
        if self.is_over:
            return IllegalAction(_("The game is over: {text!r} cannot be played.").format(text=text))
        legal = self._legal(seat)
        if not legal:
            waiting = ", ".join(sorted(str(actor) for actor in self._actors()))
            sentence = _("{who} cannot play {text!r} now; to act: {waiting}.")
            return IllegalAction(sentence.format(who=who, text=text, waiting=waiting))
        shown = ", ".join(self.game.texts[each] for each in legal[:12]) + (", …" if len(legal) > 12 else "")
        usual = _("{who} cannot play {text!r} now; legal: {legal}.").format(who=who, text=text, legal=shown)
        reason = self.why_not(seat, text) if seat != CHANCE else None
        if reason is None:
            return IllegalAction(usual)
        refused = IllegalAction(str(reason))
        refused.rule = reason.rule
        refused.add_note(usual)
        return refused

    def why_not(self, seat: int, action: str) -> WhyNot | None:
        """What speaks against an action of a seat that is to act, by rule; None: nothing, or the game does not say."""
        return self.game.notation.why_not(self.observe(seat), seat, self._number(action))

    def roll(self, rng: Any = None) -> str:
        """Let chance act, by a random.Random, a numpy Generator or one of our own sources; the action it took."""
        if not self._bits() >> CHANCE:
            raise IllegalAction(_("Chance is not to act now."))
        if getattr(rng, "dtype", None) == np.uint64:
            action = self._engine.loops.rolling(self._states, NOW, self._moves, rng)
        else:
            action = self.game.by_text[_drawn(*self._weighed(), rng)]
        self._play(CHANCE, action)
        return self.game.texts[action]

    def draw(self, rng: Any = None) -> str:
        """What chance could do now, drawn by how likely it is; it is not played yet."""
        if not self._bits() >> CHANCE:
            raise IllegalAction(_("Chance is not to act now."))
        return _drawn(*self._weighed(), rng)

    # ------------------------------------------------------------------------------------------ the clock

    def _watch_clock(self) -> None:
        """Note when a clock starts to run: a new one for each seat whose time it is."""
        ticking = self._engine.loops.ticking(self._states, NOW) if self._clock is not None else -1
        if self._clock is None or ticking < 0:
            self._clock_run = None
            return
        acting = self._engine.loops.acting(self._states, NOW)
        if self._clock_run is None or self._clock_run[:2] != (ticking, acting):
            self._clock_run = (ticking, acting, self._clock())

    def time_left(self) -> float | None:
        """The seconds the running clock has left; None when no clock runs."""
        if self._clock is None or self._clock_run is None:
            return None
        runs = self._engine.loops.hourglass(self._states, NOW)
        return max(0.0, runs - (self._clock() - self._clock_run[2]))

    def hourglass(self) -> int | None:
        """The seconds the running clock runs in full, for those who keep the time themselves; None: none runs."""
        ticks = self._engine.loops.ticking(self._states, NOW) >= 0
        return self._engine.loops.hourglass(self._states, NOW) if ticks else None

    def _let_time_pass(self) -> bool:
        """Play the clock's action if its time is up; whether it was."""
        if self._clock is None or self._clock_run is None or self.time_left() != 0.0:
            return False
        action, self._clock_run = self._clock_run[0], None
        self._play(CHANCE, action)
        return True

    # ------------------------------------------------------------------------------------------ the end

    @property
    def is_over(self) -> bool:
        return self._bits() == 0

    @property
    def ending(self) -> Ending | None:
        """Why the game is over, with the rule; None while it runs."""
        self._let_time_pass()
        number = self._engine.loops.ended(self._states, NOW)
        return self.game.state.ENDINGS[number] if number else None

    def places(self) -> list[int]:
        """The place of each seat as things stand: 1 is the winner, equal places are shared (1, 1, 3)."""
        return self._standing()[0]

    def scores(self) -> list[int]:
        """The points of each seat; without points, how many seats are placed behind it."""
        return self._standing()[1]

    def _standing(self) -> tuple[list[int], list[int]]:
        self._let_time_pass()
        out = np.zeros((2, self.players), np.int64)
        self._engine.loops.standing(self._states, NOW, out[0], out[1])
        return out[0].tolist(), out[1].tolist()

    # ------------------------------------------------------------------------------------------ what was played

    def __len__(self) -> int:
        """How many actions have been played."""
        self._let_time_pass()
        return len(self._log)

    def undo(self, seat: Actor | None = None) -> str:
        """Take back the last action, or a seat's last one if all that followed still replays; the action's text."""
        self._let_time_pass()
        rest = self._log.pairs()
        if not rest:
            raise IllegalAction(_("Nothing has been played yet."))
        last = len(rest) - 1 if seat is None else self._log.last_of(self._seat_number(seat))
        if last is None:
            raise IllegalAction(_("{seat} has not played yet.").format(seat=seat))
        dropped = self.game.texts[rest.pop(last)[1]]
        if self._legal_prefix(rest) < len(rest):
            sentence = _("{text!r} cannot be taken back: what followed depends on it.")
            raise IllegalAction(sentence.format(text=dropped))
        self._rebuild(rest)
        return dropped

    def _legal_prefix(self, log: list[tuple[int, int]]) -> int:
        """How many actions of a log are legal, one after the other from the start."""
        return self._engine.loops.replay(self.opening(), 0, *as_arrays(log), self._moves, drivers.new_told(mute=True))

    def _rebuild(self, log: list[tuple[int, int]]) -> None:
        """Play a log from the start. A clock that ran before and runs now has run on meanwhile."""
        clock, running, self._clock = self._clock, self._clock_run, None
        self._restart()
        for seat, action in log:
            self._play(seat, action)
        self._clock = clock
        self._watch_clock()
        if running and self._clock_run and running[:2] == self._clock_run[:2]:
            self._clock_run = running

    def log(self, seat: int | None = None, since: int = 0) -> list[str]:
        """The lines of the record, from action number `since` on, as a seat (None: a spectator) may know them.

        All of it once the game is over.
        """
        return [str(step) for step in self.steps(seat, since)]

    def steps(self, seat: int | None = None, since: int = 0) -> list[Step]:
        """The same, as values."""
        is_over, viewer = self.is_over, self._viewer(seat)
        return self._log.steps(since) if is_over else self._log.steps_for(viewer, since)

    def played(self, since: int = 0) -> list[Step]:
        """What was truly played. Of a running game with secrets, not for the players."""
        self._let_time_pass()
        return self._log.steps(since)

    def _note_secrets(self, seat: int, action: int) -> None:
        """Remember how an action looks to those who may not know it, and forget that when it is revealed."""
        before = PlainRecord(self._states[BEFORE : BEFORE + 1])
        viewers: list[int | None] = [*range(self.players), None]
        veiled = {viewer: self.game.notation.veil(before, seat, action, viewer) for viewer in viewers}
        self._log.veil({viewer: text for viewer, text in veiled.items() if text is not None})
        for what, owner in self._told[:, :2].tolist():
            if what in self.game.events.reveals:
                self._log.unveil(owner)

    def is_secret(self, actor: Actor, action: str) -> bool:
        """Whether those who only watch may not know it if this is played now."""
        seat, seen = (CHANCE, self.seen()) if actor == "*" else (actor, self.seen(int(actor)))
        veiled = self.game.notation.veil(seen, seat, self._number(action), None) if self.game.record.secrets else None
        return veiled is not None

    def came_to_light(self) -> bool:
        """Whether the last action was chance's, or showed anybody what had been hidden from them."""
        if not self._log:
            return False
        if self._log.latest[0] == CHANCE:
            return True
        reveals = any(what in self.game.events.reveals for what in self._told[:, 0].tolist())
        return reveals or learned(self.game.record, self._states)

    # ------------------------------------------------------------------------------------------ what a seat may see

    def observe(self, seat: int | None = None) -> PlainRecord:
        """What a seat (None: a spectator) may see, as a record of the game's state."""
        return PlainRecord(self.observation(seat))

    def seen(self, seat: int | None = None) -> SeenRecord:
        """The same, only to look at: quicker to read, for what draws and tells."""
        return SeenRecord(self.observation(seat))

    def observation(self, seat: int | None = None, *, before: bool = False) -> Array:
        """What a seat (None: a spectator) may see now, or saw before the last action: an array of one record."""
        self._let_time_pass()
        which = BEFORE if before else NOW
        seen, viewer = copy_of(self._states[which : which + 1]), self._viewer(seat)
        if self.game.record.secrets:
            number = SPECTATOR if viewer is None else viewer
            self._engine.loops.hiding(opened(seen), 0, number, self.game.record.hidden)
        return seen

    def _viewer(self, seat: int | None) -> int | None:
        """Who looks: a seat, or None for a spectator; chance sees nothing."""
        viewer = None if seat is None else self._seat_number(seat)
        if viewer == CHANCE:
            raise IllegalAction(_("Chance does not look; None stands for a spectator."))
        return viewer


def checked_clock(clock: Callable[[], float] | None) -> Callable[[], float] | None:
    if clock is not None and not callable(clock):
        raise BadOption(_("A clock is a function that tells the time in seconds, like time.monotonic."))
    return clock


def _shortened(action: object) -> object:
    return action if not isinstance(action, str) or len(action) <= 40 else action[:40] + "…"


def _drawn(outcomes: list[str], weights: list[int], rng: Any) -> str:
    """An outcome drawn by its weight, from anything with a method `random()`; None draws from the system's own."""
    point = fraction_of(rng) * sum(weights)
    for text, weight in zip(outcomes, weights, strict=True):
        point -= weight
        if point < 0:
            return text
    return outcomes[-1]
