"""Tests speak English, whatever the machine speaks."""

import os

import pytest

import sheepfold

os.environ["SHEEPFOLD_LANGUAGE"] = "en"


@pytest.fixture(scope="session")
def awake() -> None:
    """Every bot plays as well as it can: its search is compiled, so that the same seed gives the same choice."""
    from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, engine_of
    from tests.toy_games.toy import GAME as TOY

    for game in [*map(sheepfold.game, sheepfold.games()), TOY]:
        engine_of(game).wait_for(RULES, JUDGEMENT, SEARCH)
