"""Several pytest processes share the tests out, file by file: whoever is free takes the next one that nobody has yet.

`pytest -p tests.lanes --lanes=FOLDER`, with the same empty folder for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

FAILED = "failed"


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "a folder in which this process and others note which files they have taken"
    parser.addoption("--lanes", metavar="FOLDER", type=Path, default=None, help=words)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    folder: Path | None = session.config.getoption("--lanes")
    if folder is None or session.testsfailed or session.config.option.collectonly:
        return None
    ours = taken(session.items, folder)
    item = next(ours, None)
    while item is not None:
        following = next(ours, None)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)
        item = following
    return True


def taken(items: list[pytest.Item], folder: Path) -> Iterator[pytest.Item]:
    """The tests of the files that this process takes. The next file is taken when the last test of one is about to run:
    pytest wants to know what it need not tear down."""
    for path, tests in groupby(items, lambda item: item.path):
        if take(folder / "-".join(path.parts[-2:])):
            yield from tests


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Note what failed."""
    folder: Path | None = config.getoption("--lanes")
    reports = [report for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
    if folder is not None and reports:
        with (folder / FAILED).open("a", encoding="utf-8") as note:
            note.writelines(f"{report.nodeid}\n" for report in reports)


def failures(folder: Path) -> list[str]:
    """The tests that failed, in any of the processes."""
    note = folder / FAILED
    return list(dict.fromkeys(note.read_text("utf-8").splitlines())) if note.exists() else []


def take(note: Path) -> bool:
    """Whether nobody has been here before."""
    try:
        note.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
