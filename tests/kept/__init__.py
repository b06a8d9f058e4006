"""Data folders of earlier releases, kept as they were written: what was played then must open, go on and end as then.

`python -m tests.kept FOLDER` makes such a folder with the code as it is, once for a release: archived games are played
at a server, some to their end and some only so far. `kept.json` says what that code made of them.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import sheepfold

FOLDER = Path(__file__).parent


def sights(match: sheepfold.Match) -> dict[str, Any]:
    """All that a release made of a match: what everybody saw after each action, who is to act, how it ended."""
    return {
        "fields": list(match.view()),
        "seen": [seen(match.copy(length), list(match.view())) for length in range(len(match) + 1)],
        "legal": {str(actor): match.legal(actor) for actor in sorted(match.to_act(), key=str)},
        "ending": str(match.ending) if match.is_over else None,
        "places": match.places(),
        "scores": match.scores(),
    }


def seen(match: sheepfold.Match, fields: list[str]) -> int:
    """A number that stands for what everybody sees of these fields."""
    views = [match.view(seat) for seat in (None, *range(match.players))]
    shown = [[view[name] for name in fields] for view in views]
    return zlib.crc32(json.dumps(shown).encode())
