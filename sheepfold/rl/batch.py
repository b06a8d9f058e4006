"""Thousands of games stepped in lock step on numpy arrays.

    batch = Batch("nines", players=2, n=4096, seed=1)
    while learning:
        batch.step(my_policy(batch.observations, batch.legal))

In every game one seat is to act (of several that choose at the same time, the lowest); chance acts by itself, and a
game that is over begins anew. All arrays are made once and written anew by each step: copy what you want to keep.
Game number i draws from a random source of its own, so a seed gives the same games on any number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.engine import engine_of
from sheepfold.core.errors import BadOption, IllegalAction
from sheepfold.core.game import Game, Material
from sheepfold.core.options import checked_seed, without_numpy
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _
from sheepfold.rl import loops
from sheepfold.rl.preparing import prepare

MADE_ANEW = frozenset(
    {
        "legal", "legal_count", "_step", "_is_quick", "_advance", "_first_illegal", "_choose", "_look", "_try_out",
        "_choose_greedily", "_cut", "_shares", "_views", "_choices", "_pool",
    }
)  # fmt: skip
"""What a copy of a batch does not take over."""

FEW = 32
"""So many games begin at once on the rules as they are written; with more, the machine code is waited for."""

WORTH_A_THREAD = 256
"""So many games keep a thread busy for longer than it takes to wake it."""


class Stepped(NamedTuple):
    """What a step leads to; the same arrays every time."""

    observations: Array
    rewards: Array
    dones: Array
    truncated: Array


class Batch:
    """`n` games of one kind, all stepped at once.

    - `observations[i]`: what the seat to act in game i may see, flat; `layout` says what stands where.
    - `actor[i]`: that seat.
    - `legal[i, :legal_count[i]]`: its legal actions; `masks[i, action]` the same as a mask, with `masks=True`.
    - `rewards[i, seat]`: zero until a game ends. By `"places"` from 1 (first) to -1 (last), equal places shared, so
      that they sum to zero; by `"scores"` the points.
    - `dones[i]`: the game ended with this step and began anew; `places[i]` and `scores[i]` tell how it ended.
    - `truncated[i]`: it was broken off after `longest` steps, without rewards, and began anew.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        n: int = 1024,
        *,
        seed: int | None = 0,
        rewards: str = "places",
        masks: bool = False,
        dtype: object = np.float32,
        longest: int | None = None,
        threads: int | None = None,
        material: Material | None = None,
        **options: Any,
    ) -> None:
        setup = prepare(game, players, options, material=material, rewards=rewards, dtype=dtype, longest=longest)
        self.game, self.players, self.layout = setup.game, setup.players, setup.layout
        self.n = _count(n, _("A batch has 1 game or more, not {given!r}."))
        self._make_arrays(bool(masks))
        settings = setup.settings
        settings[loops.WITH_MASKS] = bool(masks)
        self._opening, self._settings, self._threads = setup.state.opening(), settings, _threads(threads, self.n)
        self._get_going()
        self.reset(int.from_bytes(os.urandom(8)) if seed is None else seed)

    def _get_going(self) -> None:
        """The loops, and what they are given."""
        if self.n <= FEW:
            engine_of(self.game).want(loops.BATCH)
        else:
            engine_of(self.game).wait_for(loops.BATCH)
        self._go_over()
        self._try_out, self._choose_greedily = loops.for_imagining(self.game)
        self.legal, self.legal_count = self._moves["action"], self._moves["n"]
        self._step = Stepped(self.observations, self.rewards, self.dones, self.truncated)
        self._share_out(self._threads, self._opening, self._settings)

    def _go_over(self) -> None:
        """Take machine code, if there is some by now; a few games begin without it."""
        self._is_quick = engine_of(self.game).has(loops.BATCH)
        self._advance, self._first_illegal, self._choose = loops.for_batches(self.game, plain=not self._is_quick)
        self._look = loops.looking(self.game, plain=not self._is_quick)

    def copy(self) -> Batch:
        """The same games once more: played alike they go on alike."""
        return deepcopy(self)

    def __copy__(self) -> Batch:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """What the games are; loops and views are made anew."""
        return {name: value for name, value in vars(self).items() if name not in MADE_ANEW}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._get_going()

    def _make_arrays(self, masks: bool) -> None:
        n, players, game = self.n, self.players, self.game
        self.observations = np.zeros((n, self.layout.size), self.layout.dtype)
        self.actor = np.zeros(n, np.int64)
        self.rewards = np.zeros((n, players), np.float32)
        self.dones = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.places = np.zeros((n, players), np.int64)
        self.scores = np.zeros((n, players), np.int64)
        self._masks = np.zeros((n, game.actions) if masks else (1, 1), np.bool_)
        self._has_masks = masks
        self._states = game.record.new(n)
        self._moves, self._told = drivers.new_moves(game, n), drivers.new_told(mute=True)
        self._chance, self._dice = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
        self._action, self._steps = np.zeros(n, np.int64), np.zeros(n, np.int64)

    def _share_out(self, threads: int, opening: Array, settings: Array) -> None:
        """Each thread's part of the arrays, cut once and for all."""
        self._has_secrets = bool(self.game.record.secrets)
        self._cut = [slice(k * self.n // threads, (k + 1) * self.n // threads) for k in range(threads)]
        self._shares: list[tuple[Array, ...]] = []
        self._views: list[tuple[Any, ...]] = []
        self._choices: list[tuple[Array, ...]] = []
        for share in self._cut:
            masks = self._masks[share] if self._has_masks else self._masks
            self._shares.append(
                (
                    self._states[share], opening, self._moves[share], self._told, self._chance[share],
                    self._action[share], self.actor[share], self._steps[share], self.dones[share],
                    self.truncated[share], self.places[share], self.scores[share], self.rewards[share], masks, settings,
                )
            )  # fmt: skip
            view = self.layout.view(self._states[share])
            self._views.append((view, self.actor[share], self._has_secrets, self.observations[share]))
            self._choices.append((self._moves[share], self._dice[share], self._action[share]))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _run(self, task: Callable[[int], None]) -> None:
        """Do a task for every share of the games, on all threads; compiled loops do not hold the interpreter lock."""
        if self._pool is None:
            task(0)
            return
        others = [self._pool.submit(task, k) for k in range(1, len(self._shares))]
        task(0)
        for other in others:
            other.result()

    def _advance_share(self, k: int) -> None:
        self._advance(*self._shares[k])
        self._look(*self._views[k])

    def _choose_share(self, k: int) -> None:
        self._choose(*self._choices[k])

    # ------------------------------------------------------------------------------------------ stepping

    def reset(self, seed: int | None = None) -> Array:
        """Begin all games anew; with a seed, from the same random sources as ever. What the seats to act see."""
        if seed is not None:
            sources = drivers.seeds(checked_seed(seed), 2 * self.n)
            self._chance[:], self._dice[:] = sources[: self.n], sources[self.n :]
        if not self._is_quick:
            self._go_over()
        self._action[:] = loops.START
        self._run(self._advance_share)
        return self.observations

    def step(self, actions: Any) -> Stepped:
        """Play one action in each game; if one of them is not legal, say so and change nothing."""
        if not _filled_in(self._action, actions):
            raise IllegalAction(_("A step takes {n} actions, one a game, as whole numbers.").format(n=self.n))
        if not self._is_quick:
            self._go_over()
        wrong = self._first_illegal(self._moves, self._action)
        if wrong >= 0:
            raise IllegalAction(self._why_not(wrong))
        self._run(self._advance_share)
        return self._step

    def sample(self) -> Array:
        """A random legal action for each game, all equally likely: to explore, to compare, to measure."""
        self._run(self._choose_share)
        return self._action

    def greedy(self) -> Array:
        """What the bot `greedy` would do in each game: take what the game's judgement likes best right now."""
        if self.game.judgement is None:
            raise BadOption(_("The bot `{name}` cannot judge {game}.").format(name="greedy", game=_(self.game.name)))
        self._run(self._choose_greedily_share)
        return self._action

    def _choose_greedily_share(self, k: int) -> None:
        notes = drivers.new_notes(self.game)
        self._choose_greedily(*self._imagining(self._cut[k]), notes, self._action[self._cut[k]])

    def _imagining(self, share: slice) -> tuple[Any, ...]:
        """What loops take that imagine what a seat cannot see."""
        bench = self.game.record.new(2)
        return (
            self._states[share], self.actor[share], self._moves[share], self._told, self._dice[share], bench,
            self.layout.view(bench),
        )  # fmt: skip

    def _why_not(self, i: int) -> str:
        legal = self.legal[i, : self.legal_count[i]].tolist()
        shown = ", ".join(f"{action} ({self.game.texts[action]})" for action in legal[:12])
        sentence = _("Action {action} is not legal in game {i}; legal for seat {seat}: {legal}.")
        more = ", …" if len(legal) > 12 else ""
        return sentence.format(action=int(self._action[i]), i=i, seat=int(self.actor[i]), legal=shown + more)

    # ------------------------------------------------------------------------------------------ looking

    @property
    def masks(self) -> Array:
        """`masks[i, action]`: whether the action is legal in game i."""
        if not self._has_masks:
            raise BadOption(_("This batch keeps no masks: make it with masks=True, or use `legal`."))
        return self._masks

    def observe(self, seats: Any, out: Array | None = None) -> Array:
        """What any seats may see of their games: one seat for all games, or one each."""
        given = np.zeros(self.n, np.int64)
        if not _filled_in(given, seats) or given.min() < 0 or given.max() >= self.players:
            raise BadOption(_("The seats are 0 to {last}.").format(last=self.players - 1))
        seen = np.zeros_like(self.observations) if out is None else self._checked_room(out)
        self._look(self.layout.view(self._states), given, self._has_secrets, seen)
        return seen

    def _checked_room(self, out: Array) -> Array:
        """An array of the caller's own that observations fit into."""
        wanted = self.observations
        if not isinstance(out, np.ndarray) or (out.shape, out.dtype) != (wanted.shape, wanted.dtype):  # pyright: ignore[reportUnnecessaryIsInstance]
            sentence = _("Observations go into an array of the shape {shape} and of {dtype}.")
            raise BadOption(sentence.format(shape=wanted.shape, dtype=wanted.dtype))
        return out

    def afterstates(self) -> tuple[Array, Array]:
        """What the seats to act would see right after each of their legal actions, before chance acts.

        The rows of all games' legal actions, one game after the other, and where each game's rows begin (and the last
        ones end). What a seat cannot see it imagines, the same for all its actions, as the greedy bot does.
        """
        first = np.zeros(self.n + 1, np.int64)
        np.cumsum(self.legal_count, out=first[1:])
        seen = np.empty((first[-1], self.layout.size), self.layout.dtype)
        self._run(lambda k: self._try_out_share(k, first, seen))
        return seen, first

    def _try_out_share(self, k: int, first: Array, seen: Array) -> None:
        share = self._cut[k]
        self._try_out(*self._imagining(share), seen[first[share.start] : first[share.stop]])

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.key}, {self.players} players>"


def _filled_in(numbers: Array, given: Any) -> bool:
    """Fill in whole numbers, one each or one for all; False, and nothing changed, if that is not what was given."""
    try:
        found = np.asarray(given)
        if found.shape not in ((), numbers.shape) or found.dtype == np.bool_:
            return False
        if found.dtype.kind not in "iu":
            with np.errstate(invalid="ignore"):  # what is no number is found out below
                whole = found.astype(np.int64)
            if not np.array_equal(found, whole):
                return False
            found = whole
        numbers[:] = found
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _count(given: object, sentence: str) -> int:
    number = without_numpy(given)
    if type(number) is not int or number < 1:
        raise BadOption(sentence.format(given=given))
    return number


def _threads(given: int | None, n: int) -> int:
    if given is not None:
        return min(_count(given, _("It takes 1 thread or more, not {given!r}.")), n)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, n // WORTH_A_THREAD))
