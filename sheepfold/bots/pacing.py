"""How long a bot lets people wait, so that they can follow what it does, and how long it would take a person."""

from __future__ import annotations

import random

from sheepfold.bots.seen import Seen
from sheepfold.core.errors import IllegalAction
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _

CHOICE, ONLY_CHOICE = 1.2, 0.5
"""Seconds for a choice, and for what goes without saying."""

UNEVEN = 0.25
"""Nobody is as regular as a clock: this share more or less."""


def pace(match: Match, seat: int, action: str) -> float:
    """The seconds from when a seat's bot is asked until the action it chose should be played, its thinking included.

    A game may say otherwise for some of its actions (`pace` in its judgement). The same moment of the same match always
    gives the same pace. If the match has a clock of its own that runs, the action comes before the time is up.
    """
    legal = match.legal(seat)
    if action not in legal:
        sentence = _("{who} cannot play {text!r} now; legal: {legal}.")
        raise IllegalAction(sentence.format(who=seat, text=action, legal=", ".join(legal[:12]) or _("none")))
    seen, judgement = Seen(match.game, seat, match.observation(seat)), match.game.judgement
    seconds = judgement.pace(seen.record, seat, match.game.by_text[action]) if judgement else None
    if seconds is None:
        seconds = CHOICE if len(legal) > 1 else ONLY_CHOICE
    seconds *= random.Random(f"{seat} {len(match)}").uniform(1 - UNEVEN, 1 + UNEVEN)
    left = match.time_left()
    return seconds if left is None else min(seconds, left / 2)
