"""What the server logs is kept for the test; a fault of the server that the test did not expect fails it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from tests.server.services import Postgres, Redis
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
    from sheepfold.core import playing

    usual = playing._drawn

    def drawn(outcomes: list[str], weights: list[int], rng: Any) -> str:
        told = rng.drawn(outcomes) if isinstance(rng, Dice) else None
        return told or usual(outcomes, weights, rng)

    monkeypatch.setattr(playing, "_drawn", drawn)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "faulty: the server is expected to note a fault of its own")


@pytest.fixture(scope="session")
def postgres_of_the_run() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="sheepfold-postgres-"))  # others may not look into the folders of a test run
    made = Postgres(folder)
    yield made
    made.stop("immediate")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_of_the_run: Postgres) -> Postgres:
    """PostgreSQL, on which other tests have left their tables."""
    return postgres_of_the_run


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    made = Redis(tmp_path_factory.mktemp("redis"))
    yield made
    made.stop()
