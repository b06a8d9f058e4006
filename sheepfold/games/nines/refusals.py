# pyright: basic
"""Why something cannot be done in All Nines, in a short sentence and by rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sheepfold.core.refusals import WhyNot
from sheepfold.core.words import gettext as _
from sheepfold.games.nines import rules
from sheepfold.games.nines.state import (
    ASIDE,
    FRONT,
    JUMP,
    KEEP,
    MOVE,
    MOVING,
    NINE,
    NINING,
    ROLL,
    SEGMENT_TILES,
    SETTING_ASIDE,
    TAKE,
    TAKING,
)


def why_not(observation: Any, seat: int, action: int) -> WhyNot | None:
    """What speaks against an action of the player who is to act."""
    if action < MOVE:
        if action >= ROLL:
            return WhyNot(_("The die falls as it falls."), "NIN-6", is_far=True)
        return WhyNot(_("Tiles are drawn at random, before the race."), "NIN-3", is_far=True)
    if observation.phase == MOVING and action >= TAKE:
        return _not_earned(action)
    if _phase_of(action) != observation.phase:
        return _first(observation)
    if action < TAKE:
        return _no_move(observation, seat, action)
    if action < NINE:
        return _no_tile(observation, *divmod(action - TAKE, SEGMENT_TILES))
    if action == KEEP:
        return _no_keeping(observation, seat)
    if action >= ASIDE and action - ASIDE + 1 not in list(observation.front[seat]):
        return WhyNot(_("There is no {n} in front of you.").format(n=action - ASIDE + 1), "NIN-18")
    return None


def _phase_of(action: int) -> int:
    """When an action is asked for."""
    if action < TAKE:
        return MOVING
    return TAKING if action < NINE else NINING if action < ASIDE else SETTING_ASIDE


def _not_earned(action: int) -> WhyNot:
    if action < NINE:
        return WhyNot(_("A tile is earned by entering a new segment."), "NIN-11", is_far=True)
    if action < ASIDE:
        return WhyNot(_("You are asked for a nine when a number comes to you."), "NIN-17", is_far=True)
    return WhyNot(_("A number goes aside only when three lie there without a nine."), "NIN-18", is_far=True)


def _first(observation: Any) -> WhyNot:
    """What has to be settled before anything else."""
    if observation.phase == TAKING:
        return WhyNot(_("First take a tile of the segment you have left."), "NIN-11", is_far=True)
    if observation.phase == NINING:
        return WhyNot(_("First settle the nine in front of you."), "NIN-19", is_far=True)
    return WhyNot(_("First put one of your three numbers aside."), "NIN-18", is_far=True)


def _no_move(observation: Any, seat: int, action: int) -> WhyNot | None:
    i = action - (JUMP if action >= JUMP else MOVE)
    if i >= rules.pawns(observation):
        return WhyNot(_("You have only {n} pawns.").format(n=rules.pawns(observation)), "NIN-5")
    space = observation.pawn[seat, i]
    if space == rules.home(observation):
        return WhyNot(_("That pawn is home and stays there."), "NIN-9")
    if not rules.is_offered(observation, seat, i):
        return WhyNot(_("Another pawn of yours stands there too: take that one."), "NIN-8")
    if action < JUMP or rules.can_jump(observation, space):
        return None
    if observation.roll != 1:
        return WhyNot(_("Only a 1 lets a pawn jump; you have rolled a {n}.").format(n=observation.roll), "NIN-7")
    if rules.next_pawn_ahead(observation, space) == rules.home(observation):
        return WhyNot(_("There is no pawn in front to jump to."), "NIN-7")
    return WhyNot(_("The next pawn is one step ahead: just move."), "NIN-7")


def _no_tile(observation: Any, segment: int, place: int) -> WhyNot | None:
    if segment + 1 != observation.crossed:
        return WhyNot(_("You take a tile of the segment you have left."), "NIN-11")
    if rules.free_tiles(observation, segment + 1) >> place & 1:
        return None
    if observation.track[rules.tile_space(segment + 1, place)] == 0:
        return WhyNot(_("That tile is gone already."), "NIN-14")
    return WhyNot(_("A pawn stands on that tile."), "NIN-11")


def _no_keeping(observation: Any, seat: int) -> WhyNot | None:
    if rules.may_keep(observation, seat):
        return None
    if rules.count_front(observation, seat) == FRONT:
        return WhyNot(_("With three numbers in front of you the nine must be laid down."), "NIN-18")
    return WhyNot(_("Your last pawn is home: nothing can be kept any more."), "NIN-20")


def why_nothing(observation: Any, seat: int, tapped: Sequence[str]) -> WhyNot | None:
    """Why a thing of the picture cannot be tapped, where no action stands for it."""
    thing, _dash, rest = tapped[-1].partition("-")
    if thing == "pawn" and rest.partition("-")[0] != str(seat):
        return WhyNot(_("That pawn is not yours."), "NIN-6")
    if thing == "front" and rest.partition("-")[0] != str(seat):
        return WhyNot(_("Those numbers are not yours."), "NIN-16")
    if thing in ("nine", "aside", "animal") and rest:
        return WhyNot(_("What lies at the side stays there, and counts at the end."), "NIN-22")
    if thing == "die":
        return WhyNot(_("The die falls as it falls."), "NIN-6")
    if thing in ("space", "start", "home") and observation.phase == MOVING:
        words = _("Your pawns go exactly {n} spaces forward; a tile that was taken is no space.")
        if observation.roll == 1:
            words = _("Your pawns go one space forward, or jump to the next pawn in front.")
        return WhyNot(words.format(n=observation.roll), "NIN-7" if observation.roll == 1 else "NIN-6")
    if thing in ("space", "start", "home") and observation.phase == TAKING:
        if rest and int(rest) in [rules.cactus_space(segment + 1) for segment in range(observation.segments)]:
            return WhyNot(_("A cactus goes to the last pawn of all that passes it."), "NIN-13")
        return WhyNot(_("Start and home are no tiles: take one of the segment you have left."), "NIN-11")
    return None


NUMBERED = re.compile(r"(move|jump|aside|take) ([0-9])(?:\.[0-9])?")


def why_no_action(observation: Any, seat: int, typed: str) -> WhyNot | None:
    """Why what was typed can never be done: there are not so many pawns, segments or numbers."""
    meant = NUMBERED.fullmatch(typed)
    if meant is None:
        return None
    action = {"move": MOVE, "jump": JUMP, "aside": ASIDE, "take": TAKE}[meant[1]]
    if _phase_of(action) != observation.phase:
        return why_not(observation, seat, action)
    if action < TAKE:
        return WhyNot(_("You have only {n} pawns.").format(n=rules.pawns(observation)), "NIN-5")
    if action < NINE:
        return WhyNot(_("You take a tile of the segment you have left."), "NIN-11")
    return WhyNot(_("There is no {n} in front of you.").format(n=meant[2]), "NIN-18")
