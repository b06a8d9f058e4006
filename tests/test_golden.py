"""Archived games replay, are told as they were, and lead through as many paths as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import sheepfold
from tests.golden import FOLDER, RECORDS, counted, told


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_the_game_is_told_as_it_was(record: Path) -> None:
    assert told(record) == record.with_suffix(".golden").read_text(encoding="utf-8")


def test_as_many_paths_as_ever() -> None:
    assert counted() == (FOLDER / "paths.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", sheepfold.games())
def test_every_ending_has_a_game(key: str) -> None:
    finals = [sheepfold.Match.replay(record.read_text(encoding="utf-8")) for record in FOLDER.glob(f"{key}-*.record")]
    endings = {match.ending for match in finals}
    assert endings >= set(sheepfold.game(key).state.ENDINGS.values())
