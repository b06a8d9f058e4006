# pyright: basic
"""For pytest: `--laws GAME` tests a game of one's own by the laws that every game keeps, a test each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sheepfold.core.game import Game
    from sheepfold.testing.laws import Law


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "test a game by the laws that every game keeps (again for another game)"
    parser.getgroup("sheepfold").addoption("--laws", metavar="GAME", action="append", default=[], help=words)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for key in config.getoption("--laws") or []:
        items.extend(_tests_of(session, key))


def _tests_of(session: pytest.Session, key: str) -> list[LawTest]:
    from sheepfold.core.errors import SheepfoldError
    from sheepfold.core.finding import pick_game
    from sheepfold.testing.laws import LAWS

    try:
        game = pick_game(key)
    except SheepfoldError as error:
        raise pytest.UsageError(str(error)) from None
    return [LawTest.from_parent(session, name=f"{key}: {law.name}", game=game, law=law) for law in LAWS.values()]


class LawTest(pytest.Item):
    """Whether a game keeps a law."""

    def __init__(self, *, game: Game, law: Law, **more: Any) -> None:
        super().__init__(**more)
        self.game, self.law = game, law

    def runtest(self) -> None:
        self.law.check(self.game)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, AssertionError):
            return f"{self.law.words}\nBroken: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.game.folder / "rules.py", None, self.name
