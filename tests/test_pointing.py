"""Choices in words say what one can see: a place, a number, a colour; nothing that only the notation knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sheepfold
from sheepfold.server.table.showing import choices_of

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.record"))
UNSEEN = re.compile(r"\b\d\.\d\b|\b(first|second|third|fourth) pawn\b|\bpawn \d|\b[A-F][12]r?\b")
"""Names of rows and columns, pawns by number, sides of boards: nobody can read them off the picture."""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_choice_names_what_cannot_be_seen(path: Path) -> None:
    whole = sheepfold.Match.replay(path.read_text(encoding="utf-8"))
    unseen: set[str] = set()
    for at in range(0, len(whole), 5):
        match = whole.copy(at)
        for seat in [actor for actor in match.to_act() if actor != "*"]:
            choices = choices_of(match, int(seat), match.legal(seat)[:60])
            unseen |= {choice.words for choice in choices if choice.words and UNSEEN.search(choice.words)}
    assert not unseen
