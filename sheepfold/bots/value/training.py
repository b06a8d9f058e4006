"""Training: self-play and learning in turns, with a curve of how strong the network has become, and checkpoints.

One number of players after another is trained, each for its share of the time. What has been learned is written down
every half minute and when one stops; training goes on from there if one asks for it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from sheepfold.bots.search import imagine_manners, manner_of
from sheepfold.bots.value import games as play
from sheepfold.bots.value.calibration import calibrate
from sheepfold.bots.value.card import MODEL_CARD, model_card
from sheepfold.bots.value.checkpoints import CHECKPOINT, read_checkpoint, write_checkpoint
from sheepfold.bots.value.inputs import reads_of
from sheepfold.bots.value.learning import Learner, centred, new_network, settled
from sheepfold.bots.value.plan import Plan, Progress, Training
from sheepfold.core import network as kept
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import source
from sheepfold.core.match import Match
from sheepfold.core.secrecy import Array
from sheepfold.core.value import Network

ROUND = 8192
"""Positions between two rounds of learning."""

KEPT_OF_POSITIONS, HELD_OUT, OF_A_GAME = 0.25, 0.5, 4
"""How many of the positions are learned from, how many at most of games that are held out, and of each of those."""

SETTLED_BY, CALIBRATED_BY = 2, 4
"""Rounds of games that are held out."""

OPENINGS = 64
SPECTATED = 0.1
WHIM = 0.02
LAMBDA, LATE = 0.85, 0.6
"""How much counts from later on; after so much of the time only how games end: hopes feed on themselves."""

WEIGHED = 24
"""Of more legal actions so many are weighed, any of them."""

HEAT, LEAST_HEAT = 0.05, 0.01
RATE, LEAST_RATE = 2e-3, 5e-5
MIX = {play.MINE: 0.7, play.RIVAL: 0.15, play.GREEDY: 0.12, play.ANYHOW: 0.03}
"""Who plays: mostly the network, now and then an earlier one, judgement, or somebody who plays anyhow."""

DUELS = 200
"""Games for a point of the curve."""

POINTS, PAST = 12, 8
"""Points on the curve, and how many earlier networks are kept to play against."""

CHECKPOINT_SECONDS = 30.0


class Trainer:
    """Trains one game for one number of players."""

    def __init__(self, game: Game, players: int, *, seed: int, options: Mapping[str, Any], hidden: int) -> None:
        self.game, self.course = game, Training(players)
        self.rng = np.random.default_rng([seed, players])
        self.draws = source(int(self.rng.integers(1 << 62)))
        self.openings = openings_of(game, players, options, random.Random(f"{seed} {players}"))
        self._play = play.playing(game)
        self.think_with(self._first_network(hidden))

    def think_with(self, network: Network) -> None:
        """Go on from this network, as if it had just been made."""
        self.network = network
        self.learner = Learner(network)
        self.past: list[Network] = [copy_of(network)]
        self.bench = play.new_bench(self.game, self.openings, self.course.players, len(network.shift), ROUND)
        self.desks = play.desks(self.game, self.bench, network)

    def _first_network(self, hidden: int) -> Network:
        """A network that knows nothing but what positions look like."""
        players = self.course.players
        seen = positions_of(self.game, self.openings, self.draws)
        network = new_network(self.game, players, reads_of(self.game, players, seen), hidden, self.rng)
        self.think_with(network)
        half = {play.GREEDY: 0.5, play.ANYHOW: 0.5} if self.game.judgement else {play.ANYHOW: 1.0}
        rows = self._games(half, heat=0.0)
        return centred(network, self.bench.book.inputs[:rows])

    def _games(
        self,
        mix: Mapping[int, float],
        *,
        heat: float,
        blend: float = 1.0,
        duel: int = 0,
        games: int = 1 << 30,
        keep: float = KEPT_OF_POSITIONS,
        whim: float = WHIM,
    ) -> int:
        """Play; the rows that were noted."""
        bench, settings = self.bench, self.bench.settings
        bench.book.mix[:] = [mix.get(kind, 0.0) for kind in range(play.KINDS)]
        bench.book.won[:] = 0
        settings[play.KEEP], settings[play.HEAT], settings[play.WHIM] = keep, heat, whim
        settings[play.LAMBDA], settings[play.WINNER] = blend, manner_of(self.game).winner
        settings[play.POOL], settings[play.SPECTATED], settings[play.DUEL] = WEIGHED, SPECTATED, duel
        settings[play.IMAGINE] = float(bool(self.game.record.secrets))
        rival = self.past[int(self.rng.integers(len(self.past)))]
        mine, others = self.desks
        self._play(
            bench.states, bench.openings, self.course.players, self.network, rival, mine, others, settings,
            bench.moves, bench.told, self.draws, bench.book, games,
        )  # fmt: skip
        return int(bench.book.counts[0])

    # ------------------------------------------------------------------------------------------ training

    def train(self, seconds: float) -> Iterator[Progress]:
        """Learn until so many seconds have been spent in all; says how far it is every now and then."""
        course = self.course
        while course.seconds < seconds:
            began, done = time.perf_counter(), course.seconds / seconds
            blend = LAMBDA if done < LATE else 1.0
            rows = self._games(self._mix(), heat=HEAT + done * (LEAST_HEAT - HEAT), blend=blend)
            course.games += int(self.bench.book.counts[1])
            course.positions += rows
            rate = LEAST_RATE + 0.5 * (RATE - LEAST_RATE) * (1 + np.cos(np.pi * done))
            loss = self.learner.learn(self.bench.book.inputs[:rows], self.bench.book.aims[:rows], rate, self.rng)
            course.seconds += time.perf_counter() - began
            if course.seconds * POINTS >= seconds * (len(course.curve) + 1):
                self._remember_self()
                beats = self.beats_greedy(DUELS) if self.game.judgement else None
                course.curve.append((round(course.seconds, 1), course.games, round(loss, 4), beats))
            beats = course.curve[-1][3] if course.curve else None
            yield Progress(course.players, course.seconds, course.games, loss, beats)
        self.network = settled(self.network, *self.held_out(SETTLED_BY))
        course.calibration = calibrate(self.network, *self.held_out(CALIBRATED_BY))

    def _mix(self) -> dict[int, float]:
        """Who plays; without judgement nobody can be greedy."""
        if self.game.judgement:
            return MIX
        return {**MIX, play.GREEDY: 0.0, play.MINE: MIX[play.MINE] + MIX[play.GREEDY]}

    def _remember_self(self) -> None:
        self.past.append(copy_of(self.network))
        if len(self.past) > PAST:
            self.past.pop(int(self.rng.integers(PAST // 2)))

    def beats_greedy(self, games: int) -> float:
        """How often the network alone, looking one action ahead, wins among greedy players."""
        self._games({}, heat=0.0, duel=play.GREEDY, games=games, keep=0.0, whim=0.0)
        won, sat = self.bench.book.won[play.MINE]
        return round(float(won / sat), 4)

    def _few_of_a_game(self) -> float:
        """How many of the positions to keep so that only a few are of one game: they share its end."""
        rows = self._games({play.MINE: 1.0}, heat=LEAST_HEAT)
        return min(HELD_OUT, OF_A_GAME * KEPT_OF_POSITIONS * int(self.bench.book.counts[1]) / rows)

    def held_out(self, rounds: int) -> tuple[Array, Array]:
        """Positions of games it has not learned from, of players of several strengths, and what came of them."""
        inputs, aims, keep = list[Array](), list[Array](), self._few_of_a_game()
        mixes = [{play.MINE: 1.0}, {play.MINE: 0.4, play.RIVAL: 0.3, play.GREEDY: 0.2, play.ANYHOW: 0.1}]
        for number in range(rounds):
            rows = self._games(mixes[number % 2], heat=LEAST_HEAT, keep=keep)
            inputs.append(self.bench.book.inputs[:rows].copy())
            aims.append(self.bench.book.aims[:rows].copy())
        return np.concatenate(inputs), np.concatenate(aims)


def copy_of(network: Network) -> Network:
    """The network as it is now."""
    return Network(*(each.copy() for each in network))


# ---------------------------------------------------------------------------------------------- openings


def openings_of(game: Game, players: int, options: Mapping[str, Any], rng: random.Random) -> Array:
    """Games about to begin: at the tables the game's judgement names, and some with any options."""
    tables = [dict(options)] if options or game.judgement is None else [dict(each) for each in game.judgement.TABLES]
    found = game.record.new(OPENINGS)
    for k in range(OPENINGS):
        table = tables[k % len(tables)] if options or k % 8 else _any_options(game, players, rng)
        found[k] = Match(game, players, **table).opening()[0]
        imagine_manners(game, found[k : k + 1])
    return found


def _any_options(game: Game, players: int, rng: random.Random) -> dict[str, Any]:
    """Options drawn by lot, of which the game has nothing to object to."""
    for _try in range(20):
        table = {name: rng.choice(list(option.values)) for name, option in game.options.items()}
        try:
            game.check_options(players, table)
        except BadOption:
            continue
        return table
    return {}


def positions_of(game: Game, openings: Array, draws: Array) -> Array:
    """Positions of random games, as everybody sees them."""
    found = game.record.new(play.WALKED)
    bench = play.new_bench(game, openings, 2, 1, 1)
    play.walking(game)(bench.states, bench.openings, bench.moves, bench.told, draws, found)
    return found


# ---------------------------------------------------------------------------------------------- the whole of it


def train(
    game: Game, plan: Plan, folder: Path, *, resume: bool = False, tell: Callable[[Progress], None] = lambda _: None
) -> dict[int, Training]:
    """Train a game as planned, into `value.npz` and its card in a folder; the courses that were gone through.

    Ctrl-C (or whatever else stops it) keeps what was learned so far, and what was trained to its end before.
    """
    checkpoint, courses = folder / CHECKPOINT, dict[int, Training]()
    stopped = read_checkpoint(checkpoint, game, plan) if resume else None
    for players in plan.players:
        if stopped and players in stopped.done:
            continue
        trainer = Trainer(game, players, seed=plan.seed, options=plan.options, hidden=plan.hidden)
        if stopped and stopped.players == players:
            stopped.restore(trainer)
        courses[players] = trainer.course
        at = plan.players.index(players)
        _train_one(trainer, plan, folder, plan.players[:at], tell)
        write_checkpoint(checkpoint, trainer, plan, plan.players[: at + 1])
    checkpoint.unlink(missing_ok=True)
    return courses


def _train_one(
    trainer: Trainer, plan: Plan, folder: Path, done: Sequence[int], tell: Callable[[Progress], None]
) -> None:
    checkpoint, last = folder / CHECKPOINT, time.monotonic()
    try:
        for progress in trainer.train(plan.seconds_each):
            tell(progress)
            if time.monotonic() - last > CHECKPOINT_SECONDS:
                last = time.monotonic()
                write_checkpoint(checkpoint, trainer, plan, done)
    except BaseException:
        write_checkpoint(checkpoint, trainer, plan, done)
        raise
    finally:
        put_down(trainer, plan, folder)


def put_down(trainer: Trainer, plan: Plan, folder: Path) -> None:
    """Write a network beside those of other numbers of players that are there and fit the game.

    One whose training was stopped takes no place of one that was trained to its end; its checkpoint keeps it.
    """
    path, game, course = folder / kept.FILE, trainer.game, trainer.course
    try:
        networks, card = kept.load(path, game)
    except BadOption:
        networks, card = {}, {}
    there = card.get(str(course.players), {})
    if course.calibration is None and there.get("calibration") is not None:
        return
    networks[course.players] = trainer.network
    card[str(course.players)] = {"command": plan.command(game), "seed": plan.seed} | asdict(course)
    kept.save(path, game, dict(sorted(networks.items())), dict(sorted(card.items())))
    (folder / MODEL_CARD).write_text(model_card(game, dict(sorted(card.items()))), encoding="utf-8")
