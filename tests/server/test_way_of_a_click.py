"""A click goes the way that the plan of the house tells: each station where it is told of, and no more of them."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.core.playing import Playing
from tests.server.support import Server, in_loop

PACKAGE = Path(sheepfold.__file__).parent
PLAN = (PACKAGE.parent / "docs/architecture.md").read_text(encoding="utf-8")
MOST_CALLS = 11
"""From a message of the socket until the match plays it, which is the twelfth."""


@in_loop
async def test_a_click_goes_the_way_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way: list[str] = []
    play = Playing.play

    def noted(self: Playing, *given: Any) -> Any:
        passed = [Path(frame.filename) for frame in traceback.extract_stack()]
        inside = [path.relative_to(PACKAGE).as_posix() for path in passed if path.is_relative_to(PACKAGE)]
        if "server/http/ear.py" in inside:
            way[:] = way or inside
        return play(self, *given)

    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        seat = at.live.table.acting()[0]
        line = await at.line(seat, want="legal")
        monkeypatch.setattr(Playing, "play", noted)
        await line.ask("play", seat=seat, action=(await at.shown(seat))["state"]["legal"][0])
    assert len(way) <= MOST_CALLS, way
    assert list(dict.fromkeys(way)) == [each for each in told() if each in way]


def told() -> list[str]:
    """The files of the plan's walk of a click, in its order; it names those of the server by their rooms there."""
    walk = PLAN.partition("## The walk of a click")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:http|table|core)/\w+\.py)`", walk)
    return [name if name.startswith("core/") else f"server/{name}" for name in dict.fromkeys(named)]
