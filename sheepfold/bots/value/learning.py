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
SETTLING = 60
"""Steps in which a network is settled."""

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
    sure, likely = 1.0, np.zeros(numbers.shape[1])
    for _step in range(SETTLING):
        chances = softmax(sure * numbers + likely)
        slope, spread = chances - aims, (chances * (1 - chances)).mean(axis=0) + SMALLEST
        around = numbers - (chances * numbers).sum(axis=1, keepdims=True)
        sure -= float((slope * numbers).sum(axis=1).mean() / ((chances * around**2).sum(axis=1).mean() + SMALLEST))
        likely -= 0.5 * slope.mean(axis=0) / spread
    out, past, base = (sure * each for each in (network.out, network.past, network.base))
    return network._replace(
        out=out.astype(np.float32), past=past.astype(np.float32), base=(base + likely).astype(np.float32)
    )


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
