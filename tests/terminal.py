"""A terminal for tests: a command line, what is typed, and what comes back."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sheepfold.cli import main
from sheepfold.core import words
from sheepfold.terminal import seating


@dataclass
class Came:
    """What a command line led to."""

    code: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """The output as one line, however it was wrapped."""
        return " ".join(self.out.split())


class ByHand(io.StringIO):
    """What somebody types at a real terminal."""

    def isatty(self) -> bool:
        return True


@dataclass
class Terminal:
    """Runs command lines; saved games go into a folder of the test's own."""

    folder: Path

    def run(self, *given: str, typed: str = "", by_hand: bool = False) -> Came:
        """Run a command line with these lines typed at it, from a file or by hand."""
        before = sys.stdin
        sys.stdin = ByHand(typed) if by_hand else io.StringIO(typed)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
                code = main(given)
        finally:
            sys.stdin = before
        return Came(code, out.getvalue(), err.getvalue())

    def saved(self, kind: str = "unfinished") -> list[Path]:
        """The games that are kept."""
        return sorted((self.folder / kind).glob("*.record"))


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """A terminal that speaks English and belongs to nobody."""
    monkeypatch.setenv("SHEEPFOLD_SAVES", str(tmp_path / "data"))
    monkeypatch.setenv("SHEEPFOLD_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(seating, "drawn", lambda *_given: 0)  # lots fall on seat 0
    for variable in ("NO_COLOR", "FORCE_COLOR", "SHEEPFOLD_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    with words.speaking("en"):
        yield Terminal(tmp_path / "data")
