"""The coach that may stay at a table: what it says to whoever asks for it, if the table's manners allow it.

During a lesson that coach speaks instead. What choices are worth takes thinking, and is asked for apart (`/coach`).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core import coaching
from sheepfold.core.coaching import Said
from sheepfold.core.match import Match
from sheepfold.server.table.fold import Table
from sheepfold.server.table.teaching import running_course
from sheepfold.server.wire.messages import Choice, CoachShown, SaidShown


def is_coached(table: Table) -> bool:
    """Whether a coach may speak here now."""
    return table.made.manners.coach and running_course(table) is None


def coach_shown(table: Table, match: Match, seat: int, choices: Sequence[Choice]) -> CoachShown | None:
    """What there is to do, and what would be regretted; each choice notes what speaks against it."""
    if not is_coached(table) or not choices:
        return None
    known: dict[Said, int] = {}
    spoken = coaching.warnings(match, seat, [choice.action for choice in choices])
    for choice, warning in zip(choices, spoken, strict=True):
        if warning is not None:
            choice.warning = known.setdefault(warning, len(known))
    return CoachShown(can_do=coaching.can_do(match, seat), warnings=[_shown(each) for each in known])


def remarks_on(table: Table, match: Match, eyes: int | None) -> list[SaidShown] | None:
    """What the coach says of the latest action; None where there is no coach."""
    if not is_coached(table):
        return None
    bots = [seat for seat, chair in enumerate(table.chairs) if chair.bot is not None]
    return [_shown(each) for each in coaching.remarks(match, eyes, bots)]


def _shown(said: Said) -> SaidShown:
    return SaidShown(words=said.words, rule=said.rule)
