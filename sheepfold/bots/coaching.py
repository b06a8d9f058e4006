"""A coach that knows what positions are worth: which choices would cost much of one's chance to win, in words."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from sheepfold.bots.search import Considered, Searcher, manner_of
from sheepfold.bots.seen import Seen
from sheepfold.core.engine import SEARCH, engine_of
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _

ITERATIONS = 3_000
REGRET = 0.18
"""What a choice costs of the chance to win, compared with the best one, to be regretted."""
TRIED_ENOUGH = 30
"""How often it has to be tried to be sure of that."""


@dataclass(frozen=True)
class Counsel:
    """The chance to win of whoever chooses well, and what is said against the choices that would be regretted."""

    chance: float
    warnings: dict[str, str]


def counsel(match: Match, seat: int, *, iterations: int = ITERATIONS, seed: int = 0) -> Counsel:
    """What a coach says of the choices of a seat that is to act, from what the seat may see.

    It thinks of nothing but winning, so that what it says is a chance of that.
    """
    engine_of(match.game).wait_for(SEARCH)
    seen = Seen(match.game, seat, match.observation(seat))
    mind = Searcher(match.game, iterations=iterations, manner=replace(manner_of(match.game), winner=1.0))
    considered = mind.consider(seen, random.Random(seed))
    best = considered[0]
    regretted = [each for each in considered if _is_regretted(each, best)]
    return Counsel(best.worth, {each.action: _in_words(match, seat, each, best) for each in regretted})


def _is_regretted(choice: Considered, best: Considered) -> bool:
    return choice.tried >= TRIED_ENOUGH and best.worth - choice.worth >= REGRET


def _in_words(match: Match, seat: int, choice: Considered, best: Considered) -> str:
    """What it would cost, and what is better and why."""
    game, seen = match.game, match.seen(seat)
    better = game.in_words(seen, seat, game.by_text[best.action])
    reason = game.notation.speaks_for(seen, seat, game.by_text[best.action])
    words = _("A chance of about {less} in 100. Better, with about {more}: {better}.")
    if reason:
        words = _("A chance of about {less} in 100. Better, with about {more}: {better} – because {reason}.")
    less, more = round(100 * choice.worth), round(100 * best.worth)
    return words.format(less=less, more=more, better=better, reason=reason)
