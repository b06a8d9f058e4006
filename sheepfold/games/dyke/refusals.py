# pyright: basic
"""Why something cannot be done in the Sheep Hustle, in a short sentence and by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sheepfold.core.refusals import WhyNot
from sheepfold.core.words import gettext as _
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.state import (
    AMOUNTS,
    BACKS,
    CHOOSING,
    DONE,
    DRY,
    LAYING,
    MOLEHILL,
    PICK,
    PICKING,
    PLAY,
    PLAYS,
    PUDDLE,
    PUDDLING,
    SQUARES,
    USE_BACK,
    USE_CHANGE,
    USING,
    WAYS,
)


def why_not(observation: Any, seat: int, action: int) -> WhyNot | None:
    """What speaks against an action of somebody who is to act."""
    if action >= MOLEHILL:
        return WhyNot(_("Molehills are put by the lot."), "DYK-X2", is_far=True)
    if action >= PUDDLE:
        return _no_puddle(observation, action)
    if action >= PICK:
        return _no_pick(observation, action - PICK)
    if action >= USE_BACK:
        return _no_use(observation, seat, action)
    if action >= PLAY:
        return _no_play(observation, seat, action - PLAY)
    return _no_board(observation, action // WAYS)


def _no_board(observation: Any, board: int) -> WhyNot | None:
    if observation.phase != LAYING:
        return WhyNot(_("A board is laid at the start, and when no sheep is left on the first."), "DYK-19", is_far=True)
    if observation.rounds == 0:
        return WhyNot(_("That board lies already."), "DYK-4") if board == observation.first else None
    return None if board == observation.first else WhyNot(_("There are still sheep on that board."), "DYK-19")


def _no_play(observation: Any, seat: int, play: int) -> WhyNot | None:
    if observation.phase != CHOOSING:
        return WhyNot(_("Cards are laid at the beginning of a round."), "DYK-6", is_far=True)
    missing = [card for card in PLAYS[play] if not observation.hand[seat] >> card & 1]
    if not missing:
        return None
    return WhyNot(_("You have played your {card}: it lies on your discard pile.").format(card=missing[0]), "DYK-22")


def _no_use(observation: Any, seat: int, action: int) -> WhyNot | None:
    """Pads: only those held, in one's own turn, and none that leads off the dyke to the left."""
    if observation.phase != USING:
        return WhyNot(_("Pads are used in your own turn, once your cards are revealed."), "DYK-8", is_far=True)
    if action == DONE:
        return None
    value, change = AMOUNTS[action - USE_CHANGE] if action >= USE_CHANGE else (0, 0)
    kind = BACKS + value - 1 if value else action - USE_BACK
    if not observation.pads[seat, kind]:
        return WhyNot(_("You do not hold that pad."), "DYK-8")
    scope, back = observation.scope[seat] + change, 0 if value else 10 * (kind + 1)
    if scope < 0:
        return WhyNot(_("The scope cannot fall below 0."), "DYK-9")
    if observation.square[seat] + scope - observation.back - back < 0:
        return WhyNot(_("That would carry your sheep off the dyke to the left."), "DYK-11")
    return None


def _no_pick(observation: Any, kind: int) -> WhyNot | None:
    if observation.phase != PICKING:
        words = _("A pad is picked by the cherub's holder, when everybody has run.")
        return WhyNot(words, "DYK-21", is_far=True)
    return None if observation.pads_beside[kind] else WhyNot(_("No such pad is left beside the dyke."), "DYK-21")


def _no_puddle(observation: Any, action: int) -> WhyNot | None:
    if observation.phase != PUDDLING:
        return WhyNot(_("It rains only on a board that is laid anew."), "DYK-X1", is_far=True)
    k = action - PUDDLE
    if action == DRY or ground.can_put(observation, 1 - observation.first, k):
        return None
    if 0 < k < SQUARES - 1:
        return WhyNot(_("There is water on that square already."), "DYK-X1")
    return WhyNot(_("The first and the last square of a board stay dry."), "DYK-X1")


def why_nothing(observation: Any, _seat: int, tapped: Sequence[str]) -> WhyNot | None:
    """Why a thing of the picture cannot be tapped, where no action stands for it."""
    thing = tapped[-1]
    if observation.phase == CHOOSING and thing.startswith(("square-", "sheep-", "board-")):
        return WhyNot(_("Sheep run by the cards you lay: lay a number."), "DYK-6")
    if thing in ("imp", "cherub"):
        return WhyNot(_("The lowest number takes the imp, the highest the cherub: nobody else moves them."), "DYK-17")
    if thing.startswith("lifesaver-"):
        return WhyNot(_("Lifesavers are used by themselves, in the water and by the imp."), "DYK-15")
    if observation.phase == CHOOSING and thing.startswith("pads-"):
        return WhyNot(_("Pads are used in your own turn, once your cards are revealed."), "DYK-8")
    if observation.phase == CHOOSING and thing == "lay" and len(tapped) == 1:
        return WhyNot(_("Choose one to three cards first."), "DYK-6")
    if observation.phase == CHOOSING and thing.startswith("card-") and len(tapped) > 3:
        return WhyNot(_("Three cards are the most one lays."), "DYK-6")
    if observation.phase == PUDDLING and thing.startswith(("square-", "board-")):
        return WhyNot(_("It rains only on the board that was just laid."), "DYK-X1")
    return None


PLAYED = re.compile(r"(?:play )?([0-9]+)")
ONE_BY_ONE = re.compile(r"(?:(?:play|lay) )?([0-9](?: [0-9]){1,2})")
LAID = re.compile(r"lay ([0-9]{1,3})")
CHANGED = re.compile(r"(?:use )?change([3579]) (-?[0-9]+)")


def why_no_action(observation: Any, _seat: int, typed: str) -> WhyNot | None:
    """Why what was typed can never be done: a number that no cards make, a pad stretched too far."""
    played, changed = PLAYED.fullmatch(typed), CHANGED.fullmatch(typed)
    if observation.phase == CHOOSING and (cards := ONE_BY_ONE.fullmatch(typed)):
        words = _("The cards are read as one number: {number}.")
        return WhyNot(words.format(number=cards[1].replace(" ", "")), "DYK-6")
    if observation.phase == CHOOSING and (laid := LAID.fullmatch(typed)):
        return WhyNot(_("Cards are laid by their number alone: {number}.").format(number=laid[1]), "DYK-6")
    if played and observation.phase != CHOOSING:
        return WhyNot(_("Cards are laid at the beginning of a round."), "DYK-6", is_far=True)
    if played:
        cards = played[1]
        if len(cards) > 3:
            return WhyNot(_("Three cards are the most one lays."), "DYK-6")
        twice = max(cards, key=cards.count)
        return WhyNot(_("There is one card of each: {card} cannot be laid twice.").format(card=twice), "DYK-3")
    if observation.phase == USING and changed and abs(int(changed[2])) > int(changed[1]):
        return WhyNot(_("That pad changes the scope by {value} at most.").format(value=changed[1]), "DYK-9")
    return None
