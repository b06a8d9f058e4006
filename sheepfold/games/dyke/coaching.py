# pyright: basic
"""What a coach says on the dyke: what can be done, what would be regretted, what speaks for a choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheepfold.core.ahead import Ahead
from sheepfold.core.coaching import Said
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.foretelling import OUT, foretell
from sheepfold.games.dyke.judgement import chance_of_cherub, chance_of_imp
from sheepfold.games.dyke.state import (
    CHOOSING,
    DONE,
    LAYING,
    NOBODY,
    PICK,
    PICKING,
    PLAY,
    PLAY_SCOPE,
    PUDDLE,
    SQUARES,
    USE_BACK,
    USING,
)

LIKELY = 0.5
"""A chance from which on something is said to be likely."""
NEW = 2
"""In so many rounds it is said what numbers are good for; then it is known."""
LOW = 60
"""With more than this nobody fears the imp."""

EXPLAINED = {
    "ended": N_("Of the last two sheep the one behind wins; with fewer left, the one that stayed longest."),
    "fell off": N_("Beyond the last square is the sea: out at once, lifesavers do not help."),
    "drowned": N_("Water costs a lifesaver, and without one a sheep is out."),
    "imp out": N_("The imp costs its holder a lifesaver, and without one a sheep is out."),
    "saved": N_("Whoever comes to rest in water, or is shoved into it, loses a lifesaver."),
    "shoved": N_("Where a sheep comes to rest on another, that one is shoved one square on, and so forth."),
    "imp cost": N_("Whoever laid the lowest number holds the imp, and loses a lifesaver."),
    "laid board": N_("Boards lie with either side up. When no sheep is left on the first, it goes to the far end."),
    "picked": N_("Whoever laid the highest number holds the cherub, and picks a pad."),
    "ran back": N_("Pads with an arrow run a sheep back, in tens, after it has run forward."),
    "took back": N_("Whoever has fewer than four cards takes all of them back."),
    "took imp": N_("The lowest number gets the imp; of equal ones the later."),
    "took cherub": N_("The highest number gets the cherub; of equal ones the earlier."),
    "went through": N_("Who stands on a molehill at the end of a round comes out of the other one."),
}


def can_do(observation: Any, seat: int) -> str:
    """What there is to do now and what it is good for."""
    if observation.phase == CHOOSING:
        room = 2 * SQUARES - 1 - observation.square[seat]
        words = _("Numbers up to {room} keep you on the dyke.").format(room=room)
        more = _("The lowest of all costs a lifesaver, the highest earns a pad.")
        return f"{words} {more}" if observation.rounds <= NEW else words
    return {
        LAYING: _("Look where the water lies: all sheep will run over this board."),
        USING: _("A pad used now changes where your sheep ends; it is gone then."),
        PICKING: _("← runs back in tens, ± changes your number: either can save you from the water."),
    }.get(observation.phase, "")


def warn(observation: Any, seat: int, actions: Iterable[int]) -> list[Said | None]:
    """What would be regretted about each of these choices."""
    known: dict[int, Said | None] = {}
    said: list[Said | None] = []
    for ahead in foretell(observation, seat, actions):  # choices that lead to the same share what is foretold
        if ahead is not None and id(ahead) not in known:
            known[id(ahead)] = _warning(observation, seat, ahead)
        said.append(None if ahead is None else known[id(ahead)])
    return said


def _warning(observation: Any, seat: int, ahead: Ahead) -> Said | None:
    number, left = int(ahead.reads), observation.lifesavers[seat]
    if OUT in ahead.signs and not ahead.lands:
        return Said(_("{number} runs off the dyke: you would be out.").format(number=number), "DYK-16")
    if OUT in ahead.signs:
        words = _("{number} ends in the water on {square}, and you have no lifesaver left: you would be out.")
        return Said(words.format(number=number, square=ahead.lands), "DYK-15")
    if ahead.signs:
        words = _("{number} ends in the water on {square}: that costs a lifesaver.")
        if left == 1:
            words = _("{number} ends in the water on {square}: that costs your last lifesaver.")
        return Said(words.format(number=number, square=ahead.lands), "DYK-15")
    if (
        left == 0
        and observation.phase == CHOOSING
        and number <= LOW
        and chance_of_imp(observation, seat, number) > LIKELY
    ):
        words = _("{number} is probably the lowest, and without a lifesaver the imp would put you out.")
        return Said(words.format(number=number), "DYK-20")
    return None


def speaks_for(observation: Any, seat: int, action: int) -> str:
    """What speaks for an action, as it goes on after "because"."""
    if PICK <= action < PUDDLE:
        return _("a pad can save a sheep from the water")
    if not PLAY <= action <= DONE:
        return ""
    (ahead,) = foretell(observation, seat, [action])
    if ahead is None or ahead.signs:
        return ""
    if any(_goes_wrong(observation, where) for _sheep, where in ahead.shoves):
        return _("it shoves a sheep into the water")
    if ahead.shoves:
        return _("it shoves a sheep on")
    scope = int(PLAY_SCOPE[action - PLAY]) if action < USE_BACK else observation.scope[seat]
    if action < USE_BACK and chance_of_cherub(observation, seat, scope) > LIKELY:
        return _("so high a number may win the cherub, and {square} is dry").format(square=ahead.lands)
    if action < USE_BACK and _stays_last(observation, seat, int(ahead.lands)):
        return _("{square} is dry and behind the others, who have less room left").format(square=ahead.lands)
    return _("{square} is dry").format(square=ahead.lands)


def _goes_wrong(observation: Any, place: str) -> bool:
    """Whether somebody who is shoved there gets wet, or falls off."""
    kind, _dash, square = place.partition("-")
    return kind == "sea" or ground.is_water(observation, int(square))


def _stays_last(observation: Any, seat: int, square: int) -> bool:
    others = [observation.square[other] for other in range(observation.players) if other != seat]
    return all(square < other for other in others if other != NOBODY)
