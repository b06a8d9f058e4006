# pyright: basic
"""Why something cannot be done in Sheep Sheep, in a short sentence and by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sheepfold.core.refusals import WhyNot
from sheepfold.core.words import gettext as _
from sheepfold.games.sheepsheep.colours import colour_name
from sheepfold.games.sheepsheep.state import (
    CARD_NAMES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    DRAW,
    END,
    FIRST,
    OTHER_SIDE,
    PUT,
    PUTTING,
    SECOND,
    SWAP,
    TIME,
)


def why_not(observation: Any, seat: int, action: int) -> WhyNot | None:
    """What speaks against an action of the player who is to act."""
    if action < SWAP or DRAW <= action < PUT:
        return WhyNot(_("Cards come from the deck at random."), "SSH-7", is_far=True)
    if action == TIME:
        return WhyNot(_("Only the hourglass says when the time is up."), "SSH-9", is_far=True)
    if action >= PUT:
        return _no_putting(observation, *divmod(action - PUT, COLOURS))
    if observation.phase == PUTTING:
        return WhyNot(_("First put the card you have drawn into a gap."), "SSH-12", is_far=True)
    if action == END:
        return None
    return _no_swap(observation, seat, *divmod(action - SWAP, CELLS))


def _no_swap(observation: Any, seat: int, card: int, cell: int) -> WhyNot | None:
    if card + 1 not in list(observation.hand[seat]):
        return WhyNot(_("You have no such card."), "SSH-8", is_far=True)
    colour = observation.shown[cell]
    if OTHER_SIDE[card + 1, colour]:
        return None
    words = _("{cell} shows {colour}, and your card has no {colour} side.")
    return WhyNot(words.format(cell=CELL_NAMES[cell], colour=colour_name(colour)), "SSH-8")


def _no_putting(observation: Any, cell: int, colour: int) -> WhyNot | None:
    if observation.phase != PUTTING:
        return WhyNot(_("There is no gap to fill now."), "SSH-12", is_far=True)
    if colour + 1 not in (FIRST[observation.drawn], SECOND[observation.drawn]):
        return WhyNot(_("The card you have drawn has no such side."), "SSH-12", is_far=True)
    if observation.shown[cell]:
        return WhyNot(_("There is a sheep on {cell} already: fill a gap.").format(cell=CELL_NAMES[cell]), "SSH-12")
    return None


def why_nothing(observation: Any, seat: int, tapped: Sequence[str]) -> WhyNot | None:
    """Why a thing of the picture cannot be tapped, where no action stands for it."""
    thing, _dash, rest = tapped[-1].partition("-")
    if thing in ("card", "hand") and rest.partition("-")[0] != str(seat):
        return WhyNot(_("Those cards lie in front of somebody else."), "SSH-8")
    if thing == "lucky":
        return WhyNot(_("Lucky sheep stay where they are, secret until the end."), "SSH-4")
    if thing == "won":
        return WhyNot(_("What is won stays won."), "SSH-11")
    if thing == "deck":
        return WhyNot(_("The deck is only for filling gaps."), "SSH-12")
    if thing == "hourglass":
        return WhyNot(_("Only the hourglass says when the time is up."), "SSH-9")
    if thing == "cell" and observation.phase != PUTTING:
        colour = observation.shown[CELL_NAMES.index(rest)]
        if not any(OTHER_SIDE[card, colour] for card in observation.hand[seat]):
            words = _("None of your cards has a {colour} side.")
            return WhyNot(words.format(colour=colour_name(colour)), "SSH-8")
    return None


SWAPPED = re.compile(r"(?:swap )?([a-z])([a-z]) ([a-z][0-9])")
FILLED = re.compile(r"(?:put )?([a-z][0-9]) [a-z]")


def why_no_action(_observation: Any, _seat: int, typed: str) -> WhyNot | None:
    """Why what was typed can never be done: there is no such card, or no such place in the square."""
    swapped, filled = SWAPPED.fullmatch(typed), FILLED.fullmatch(typed)
    if filled and filled[1] not in CELL_NAMES:
        return WhyNot(_("The square goes from a1 to c3."), "SSH-6")
    if swapped is None:
        return None
    first, second, cell = swapped.groups()
    if second + first in CARD_NAMES:
        return WhyNot(_("That card is written {card}.").format(card=second + first), "SSH-2")
    if first + second not in CARD_NAMES:
        return WhyNot(_("You have no such card."), "SSH-8")
    return None if cell in CELL_NAMES else WhyNot(_("The square goes from a1 to c3."), "SSH-6")
