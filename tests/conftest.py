"""Tests speak English, whatever the machine speaks."""

import os
from pathlib import Path

import pytest

import sheepfold

os.environ["SHEEPFOLD_LANGUAGE"] = "en"

WEB = Path(__file__).parent / "web"


@pytest.fixture(scope="session")
def awake() -> None:
    """Every bot plays as well as it can: its search is compiled, so that the same seed gives the same choice."""
    from sheepfold.core.engine import JUDGEMENT, RULES, SEARCH, engine_of
    from tests.toy_games.toy import GAME as TOY

    for game in [*map(sheepfold.game, sheepfold.games()), TOY]:
        engine_of(game).wait_for(RULES, JUDGEMENT, SEARCH)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """How several processes share the tests: one gets all those of the page, first, so that one server and one browser
    are enough; each of the other files goes to whoever is free."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    items.sort(key=lambda item: WEB not in item.path.parents)
    for item in items:
        group = WEB if WEB in item.path.parents else item.path
        item.add_marker(pytest.mark.xdist_group(group.stem))
