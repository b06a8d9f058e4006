"""Everybody's chances, for those who watch, for those who look back, and for players where the table wants it.

They come from what a spectator may see, whoever asks, and only where something was learned of the game and its machine
code is there: nobody waits for them.
"""

from __future__ import annotations

from sheepfold.core.engine import VALUE, engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.match import Match
from sheepfold.core.network import network_of
from sheepfold.server.table.fold import Table


def may_see_chances(table: Table, eyes: int | None) -> bool:
    """Whether these eyes see the chances while the game runs: those who watch do, players if the table wants it."""
    return eyes is None or table.made.manners.chances


def chances_shown(match: Match) -> list[int] | None:
    """Everybody's chance of winning, of 100; None as long as nobody here can tell, or once it is known who won."""
    return _of_hundred(match) if not match.is_over and can_tell(match) else None


def course_of_chances(match: Match) -> list[list[int]] | None:
    """The chances at the beginning of a game and after each action."""
    return [_of_hundred(moment) for moment in match.moments()] if can_tell(match) else None


def _of_hundred(match: Match) -> list[int]:
    return [round(100 * chance) for chance in match.chances()]


def can_tell(match: Match) -> bool:
    """Whether chances can be told at once, by what was learned for so many players."""
    try:
        return engine_of(match.game).has(VALUE) and network_of(match.game, match.players) is not None
    except BadOption:
        return False
