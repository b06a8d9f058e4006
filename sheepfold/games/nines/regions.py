# pyright: basic
"""All Nines as something one can walk through: the track stretch by stretch, and what lies before the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.regions import Region, Row, Thing, row
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.nines import rules
from sheepfold.games.nines.state import ANIMAL, PAWNS_EACH, STRETCH


def regions(seen: Any, _seat: int | None, names: Sequence[str]) -> list[Region]:
    """The table in words."""
    home = rules.home(seen)
    track = [_row(seen, names, _("start"), [0])]
    for segment in range(1, seen.segments + 1):
        first = rules.cactus_space(segment)
        track.append(_row(seen, names, _("segment {n}").format(n=segment), range(first, first + STRETCH)))
    track.append(_row(seen, names, _("home"), [home]))
    return [
        Region(_("The track"), tuple(track)),
        Region(_("Players"), tuple(_player(seen, names, seat) for seat in range(seen.players))),
    ]


def _row(seen: Any, names: Sequence[str], name: str, spaces: Sequence[int]) -> Row:
    """A stretch of the track; spaces whose tile is gone count no longer, so they are not named either."""
    cells = [_space(seen, names, space) for space in spaces]
    return Row(name, tuple(cell for cell in cells if cell) or ((Thing(_("nothing left")),),))


def _space(seen: Any, names: Sequence[str], space: int) -> tuple[Thing, ...]:
    pawns = tuple(
        Thing(_("{name}'s pawn {n}").format(name=names[seat], n=i + 1), f"pawn-{seat}-{i + 1}")
        for seat in range(seen.players)
        for i in range(PAWNS_EACH[seen.players])
        if seen.pawn[seat, i] == space
    )
    words = _tile(seen, space)
    return (Thing(words, f"space-{space}"), *pawns) if words else pawns


def _tile(seen: Any, space: int) -> str:
    if space == 0:
        return _("start")
    if space == rules.home(seen):
        return _("home")
    value = seen.track[space]
    if not value:
        return ""
    if (space - 1) % STRETCH == 0:
        return _("cactus {value}").format(value=value)
    return _("animal") if value == ANIMAL else str(value)


def _player(seen: Any, names: Sequence[str], seat: int) -> Row:
    front = [
        Thing(_("{value} in front").format(value=value), f"front-{seat}-{value}") for value in seen.front[seat] if value
    ]
    aside = [str(value) for value, count in enumerate(seen.aside[seat]) for _each in range(count)]
    tiles, animals = sum(seen.nines[seat]), seen.animals[seat]
    return row(
        names[seat],
        *(front or [_("no number in front")]),
        ngettext("{n} tile in nines", "{n} tiles in nines", tiles).format(n=tiles),
        ngettext("{n} animal", "{n} animals", animals).format(n=animals) if animals else "",
        _("aside, for minus points: {numbers}").format(numbers=listed(aside)) if aside else "",
    )
