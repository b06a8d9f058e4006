"""A network's weights moved towards what came of positions: cross-entropy, in small steps by Adam, in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from sheepfold.core.game import Game
from sheepfold.core.secrecy import Array
from sheepfold.core.value import COUNT, Network

ROWS = 512
"""Positions the network learns from at once."""

SMALLEST = 1e-8
SETTLING, LONGEST_STEP, FLAT = 40, 0.5, 1e-6
"""Steps in which a network is settled, none of them longer than this; places that all get more change nothing."""

LEARNED = ("into", "bias", "out", "past", "base")


def new_network(game: Game, players: int, reads: Array, hidden: int, rng: np.random.Generator) -> Network:
    """A network that has learned nothing and thinks all places alike."""
    inputs = 1 + players * (2 + game.features) + (int(reads[:, COUNT].sum()) if len(reads) else 0)
    return Network(
        reads,
        np.zeros(inputs, np.float32),
        np.ones(inputs, np.float32),
        (rng.standard_normal((inputs, hidden)) / np.sqrt(inputs)).astype(np.float32),
        np.zeros(hidden, np.float32),
        np.zeros((hidden, players), np.float32),
        np.zeros((inputs, players), np.float32),
        np.zeros(players, np.float32),
    )


def centred(network: Network, inputs: Array) -> Network:
    """The same network, which takes each input by how far it lies from its mean, in standard deviations.

    What was seen as often 0 as to be seldom anything else stays as it is: most inputs are 0 then, and cost nothing.
    """
    spread = inputs.std(axis=0)
    rare = (inputs == 0).mean(axis=0) > 0.5
    shift = np.where(rare, 0.0, inputs.mean(axis=0)).astype(np.float32)
    scale = np.where(spread > 1e-6, 1.0 / np.maximum(spread, 1e-6), 0.0)
    return network._replace(shift=shift, scale=np.minimum(scale, 4.0).astype(np.float32))


class Learner:
    """Moves the weights of one network, in place."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.means: dict[str, Array] = {name: np.zeros_like(self._weights(name)) for name in LEARNED}
        self.squares: dict[str, Array] = {name: np.zeros_like(self._weights(name)) for name in LEARNED}
        self.steps = 0

    def _weights(self, name: str) -> Array:
        return getattr(self.network, name)

    def learn(self, inputs: Array, aims: Array, rate: float, rng: np.random.Generator) -> float:
        """Once through these positions, in any order; the mean loss before each step."""
        losses: list[float] = []
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - ROWS + 1, ROWS):
            some = order[start : start + ROWS]
            losses.append(self._step(inputs[some], aims[some], rate))
        return float(np.mean(losses)) if losses else float("nan")

    def _step(self, inputs: Array, aims: Array, rate: float) -> float:
        net = self.network
        hidden = np.maximum(inputs @ net.into + net.bias, 0)
        chances = softmax(hidden @ net.out + inputs @ net.past + net.base)
        loss = -float((aims * np.log(chances + SMALLEST)).sum(axis=1).mean())
        slope = (chances - aims) / np.float32(len(inputs))
        back = (slope @ net.out.T) * (hidden > 0)
        slopes = {
            "into": inputs.T @ back,
            "bias": back.sum(axis=0),
            "out": hidden.T @ slope,
            "past": inputs.T @ slope,
            "base": slope.sum(axis=0),
        }
        self.steps += 1
        fresh, fresh_square = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, each in slopes.items():
            self.means[name] += 0.1 * (each - self.means[name])
            self.squares[name] += 0.001 * (each**2 - self.squares[name])
            size = np.sqrt(self.squares[name] / fresh_square) + SMALLEST
            self._weights(name)[...] -= (rate / fresh * self.means[name] / size).astype(np.float32)
        return loss

    def kept(self) -> dict[str, Any]:
        """All that is needed to go on later."""
        return {f"means/{name}": each for name, each in self.means.items()} | {
            f"squares/{name}": each for name, each in self.squares.items()
        }

    def restore(self, kept: dict[str, Array], steps: int) -> None:
        """Go on from what was kept."""
        self.steps = steps
        for name in LEARNED:
            self.means[name][...] = kept[f"means/{name}"]
            self.squares[name][...] = kept[f"squares/{name}"]


def settled(network: Network, inputs: Array, aims: Array) -> Network:
    """The same network, surer or less sure of itself, and of each place: as it fits these positions best.

    Whoever takes the best of many actions by a guess of what they are worth has guessed too high on the whole; what was
    learned from such guesses says so too, and here it is put right.
    """
    numbers = sums(network, inputs).astype(np.float64)
    found = np.zeros(1 + numbers.shape[1])
    found[0] = 1.0
    for _step in range(SETTLING):
        step = _towards(numbers, aims, softmax(found[0] * numbers + found[1:]))
        found -= step * min(1.0, LONGEST_STEP / np.abs(step).max())
    out, past, base = (found[0] * each for each in (network.out, network.past, network.base))
    return network._replace(
        out=out.astype(np.float32), past=past.astype(np.float32), base=(base + found[1:]).astype(np.float32)
    )


def _towards(numbers: Array, aims: Array, chances: Array) -> Array:
    """Newton's step for how sure a network is to be, and of each place."""
    around, slope = numbers - (chances * numbers).sum(axis=1, keepdims=True), chances - aims
    steepness = np.concatenate([[(slope * numbers).sum(axis=1).mean()], slope.mean(axis=0)])
    bend = np.diag(np.concatenate([[(chances * around**2).sum(axis=1).mean()], chances.mean(axis=0)]))
    bend[1:, 1:] -= chances.T @ chances / len(chances)
    bend[0, 1:] = bend[1:, 0] = (chances * around).mean(axis=0)
    return np.linalg.solve(bend + FLAT * np.eye(len(bend)), steepness)


def softmax(numbers: Array) -> Array:
    """Each row as chances that add up to one."""
    raised = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def foreseen(network: Network, inputs: Array) -> Array:
    """The chance of each place for rows of inputs."""
    return softmax(sums(network, inputs))


def sums(network: Network, inputs: Array) -> Array:
    """What speaks for each place, for rows of inputs; the chances are made of it."""
    hidden = np.maximum(inputs @ network.into + network.bias, 0)
    return hidden @ network.out + inputs @ network.past + network.base
