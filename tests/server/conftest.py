"""What the server logs is kept for the test; a fault of the server that the test did not expect fails it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from tests.server.support import Dice

FAULTS = ("fault", "work at a table failed", "housekeeping failed")


@pytest.fixture(autouse=True)
def logged(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The lines of the log."""
    with structlog.testing.capture_logs() as lines:
        yield lines
    if request.node.get_closest_marker("faulty") is None:
        assert [line for line in lines if line["event"] in FAULTS] == []


@pytest.fixture(autouse=True)
def obedient_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance does what a test's dice are told."""
    from sheepfold.core import match

    usual = match._drawn

    def drawn(outcomes: list[str], weights: list[int], rng: Any) -> str:
        told = rng.drawn(outcomes) if isinstance(rng, Dice) else None
        return told or usual(outcomes, weights, rng)

    monkeypatch.setattr(match, "_drawn", drawn)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "faulty: the server is expected to note a fault of its own")
