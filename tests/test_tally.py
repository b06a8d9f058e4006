"""What points are made of, thing by thing: nothing is missing, and everything has room."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import sheepfold
from sheepfold.drawing.tally import TOKEN, WIDTH, tally

GOLDEN = Path(__file__).parent / "golden"
RECORDS = {
    "nines-five": lambda seen, seat: sum(seen.nines[seat]) + seen.animals[seat] + sum(seen.aside[seat]),
    "shepherd-basic-sunset": lambda seen, seat: seen.light[seat] + seen.dark[seat] + seen.worms[seat],
    "sheepsheep-timed-four": lambda seen, seat: sum(seen.won[seat]),
}
"""Of a finished game, how many things a player has that count."""


def lefts(svg: str) -> list[float]:
    """Where the things of a tally lie."""
    places = [each.attrib["transform"] for each in ET.fromstring(svg) if each.tag.endswith("}g")]
    return [float(re.findall(r"translate\((-?[\d.]+) ", place)[0]) - TOKEN / 2 for place in places]


@pytest.mark.parametrize("record", RECORDS)
def test_every_thing_that_counts_is_there(record: str) -> None:
    match = sheepfold.Match.replay((GOLDEN / f"{record}.record").read_text(encoding="utf-8"))
    draw: Any = getattr(match.game.picture, "points", None)
    for seat in range(match.players):
        svg = draw(match.seen(None), seat)
        assert len(lefts(svg)) == RECORDS[record](match.observe(None), seat)
        assert f"<title>{match.account(seat)}</title>" in svg


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 0, 0), (3, 2, 4), (0, 0, 7), (30, 20, 25)])
def test_however_many_there_are_they_have_room(counts: tuple[int, int, int]) -> None:
    one, another, against = (["<circle/>"] * count for count in counts)
    found = lefts(tally([one, another], against, title="")) if any(counts) else []
    assert len(found) == sum(counts)
    assert found == sorted(found)
    assert all(-0.1 <= left <= WIDTH - TOKEN + 0.1 for left in found)
