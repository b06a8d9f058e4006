"""A small network in numpy that says how good a position is: one hidden layer, and a straight way past it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

HIDDEN = 96
SMALLEST_STEP = 1e-8


class Network:
    """`value` says what positions are worth; `learn` brings it closer to given targets (by Adam)."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.weights = {
            "into": (rng.standard_normal((inputs, HIDDEN)) / np.sqrt(inputs)).astype(np.float32),
            "bias": np.zeros(HIDDEN, np.float32),
            "out": np.zeros(HIDDEN, np.float32),
            "past": np.zeros(inputs, np.float32),
        }
        self._means = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._steps = 0

    def value(self, inputs: np.ndarray) -> np.ndarray:
        """What each position is worth to the seat that looks."""
        return self._hidden(inputs) @ self.weights["out"] + inputs @ self.weights["past"]

    def _hidden(self, inputs: np.ndarray) -> np.ndarray:
        return np.maximum(inputs @ self.weights["into"] + self.weights["bias"], 0)

    def learn(self, inputs: np.ndarray, targets: np.ndarray, rate: float) -> float:
        """One step towards the targets; the mean squared error before it."""
        hidden = self._hidden(inputs)
        error = hidden @ self.weights["out"] + inputs @ self.weights["past"] - targets
        slope = (error / len(error)).astype(np.float32)
        back = slope[:, None] * self.weights["out"] * (hidden > 0)
        self._step(
            {"into": inputs.T @ back, "bias": back.sum(axis=0), "out": hidden.T @ slope, "past": inputs.T @ slope}, rate
        )
        return float((error**2).mean())

    def _step(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        self._steps += 1
        fresh, fresh_square = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for name, slope in slopes.items():
            self._means[name] += 0.1 * (slope - self._means[name])
            self._squares[name] += 0.001 * (slope**2 - self._squares[name])
            size = np.sqrt(self._squares[name] / fresh_square) + SMALLEST_STEP
            self.weights[name] -= (rate / fresh * self._means[name] / size).astype(np.float32)

    # ------------------------------------------------------------------------------------------ kept as data

    def save(self, path: Path) -> None:
        """Keep the weights, in half precision: a few dozen kilobytes."""
        np.savez_compressed(path, **{name: weight.astype(np.float16) for name, weight in self.weights.items()})

    @classmethod
    def load(cls, path: Path) -> Network:
        with np.load(path) as kept:
            weights = {name: kept[name].astype(np.float32) for name in kept.files}
        network = cls(len(weights["past"]), np.random.default_rng(0))
        network.weights = weights
        return network
