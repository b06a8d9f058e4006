# pyright: basic
"""The Sheep Hustle in actions and choices: their text, the things one taps for them, and their words.

The diagram of a position is in `diagram`, what happened in words in `story`.
"""

from __future__ import annotations

from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.core.words import ngettext
from sheepfold.games.dyke import ground
from sheepfold.games.dyke.coaching import EXPLAINED, can_do, speaks_for, warn
from sheepfold.games.dyke.diagram import diagram, pad_sign, read_diagram, way_name
from sheepfold.games.dyke.foretelling import foretell
from sheepfold.games.dyke.material import PADS
from sheepfold.games.dyke.refusals import why_no_action, why_not, why_nothing
from sheepfold.games.dyke.regions import regions
from sheepfold.games.dyke.state import (
    AMOUNTS,
    CHOOSING,
    DONE,
    DRY,
    LAY,
    LAYING,
    MOLEHILL,
    PICK,
    PICKING,
    PLAY,
    PLAY_SCOPE,
    PLAYS,
    PUDDLE,
    PUDDLING,
    SQUARES,
    USE_BACK,
    USE_CHANGE,
    USING,
    WAYS,
)
from sheepfold.games.dyke.story import narrate

__all__ = [
    "EXPLAINED", "account", "can_do", "diagram", "foretell", "narrate", "read_diagram", "regions", "speaks_for", "warn",
    "why_no_action", "why_not", "why_nothing",
]  # fmt: skip

VEILED = "play ?"


def show(action: int) -> str:
    """An action's text, as the rules page spells it."""
    if action >= MOLEHILL:
        return f"molehill {action - MOLEHILL}"
    if action >= PUDDLE:
        return "dry" if action == DRY else f"puddle {action - PUDDLE}"
    if action >= PICK:
        return f"pick {PADS[action - PICK]}"
    if action == DONE:
        return "done"
    if action >= USE_CHANGE:
        value, amount = AMOUNTS[action - USE_CHANGE]
        return f"use change{value} {amount}"
    if action >= USE_BACK:
        return f"use {PADS[action - USE_BACK]}"
    if action >= PLAY:
        return f"play {cards(action)}"
    return f"lay {way_name(*divmod(action - LAY, WAYS))}"


def cards(action: int) -> str:
    """The cards of a `play` as they lie: `085`."""
    return "".join(map(str, PLAYS[action - PLAY]))


def veil(_before: Any, actor: int, action: int, viewer: int | None) -> str | None:
    """What others see of cards being laid."""
    return VEILED if PLAY <= action < USE_BACK and viewer != actor else None


# ---------------------------------------------------------------------------------------------- lots

LOTS = N_("The first player chooses how the two boards lie. Otherwise the lot decides.")
"""What a table may leave to the lot or not, in words."""


def left_to_lot(observation: Any) -> bool:
    """Whether what is asked now is laid by lot at a table that wants it so: the boards before the race (DYK-4)."""
    return observation.phase == LAYING and observation.rounds == 0


# ---------------------------------------------------------------------------------------------- what one taps


def parts(observation: Any, _seat: int, action: int) -> tuple[str, ...]:
    """What one taps for an action: cards in their order and then `lay`, a pad and its amount, a square, a button."""
    if action >= PUDDLE and action != DRY:
        return (f"square-{_square_to_put(observation, action)}",)
    if PICK <= action < PUDDLE:
        return (f"beside-{PADS[action - PICK]}",)
    if USE_CHANGE <= action < DONE:
        value, amount = AMOUNTS[action - USE_CHANGE]
        return (f"pad-change{value}", f"amount-{amount}")
    if USE_BACK <= action < USE_CHANGE:
        return (f"pad-{PADS[action - USE_BACK]}",)
    if PLAY <= action < USE_BACK:
        return (*(f"card-{card}" for card in PLAYS[action - PLAY]), "lay")
    return (show(action).replace(" ", "-"),)


def _square_to_put(observation: Any, action: int) -> int:
    """The square of the dyke a puddle or molehill goes to: puddles on the second board, molehills first board first."""
    if action >= MOLEHILL:
        first_has_one = observation.molehill[observation.first] != 0
        return action - MOLEHILL + (SQUARES if first_has_one else 0)
    return SQUARES + action - PUDDLE


# ---------------------------------------------------------------------------------------------- choices in words


def question(observation: Any, seat: int) -> str:
    """What a player who is to act is asked."""
    if observation.phase == PUDDLING:
        n = observation.puddles_left
        words = ngettext("Put {n} puddle on the new board, or none.", "Put up to {n} puddles on the new board.", n)
        return words.format(n=n)
    return {
        LAYING: _("Lay a board: which side up, and which end first?"),
        CHOOSING: _("Lay one, two or three cards in secret."),
        USING: _("You have laid {scope}: use a pad, or run.").format(scope=observation.scope[seat]),
        PICKING: _("You hold the cherub: pick a pad."),
    }[observation.phase]


def asked_by(observation: Any, _seat: int) -> str:
    """The rule by which it is asked."""
    laying = "DYK-19" if observation.rounds else "DYK-4"
    rules = {LAYING: laying, CHOOSING: "DYK-6", USING: "DYK-8", PICKING: "DYK-21", PUDDLING: "DYK-X1"}
    return rules[observation.phase]


def account(observation: Any, seat: int) -> str:
    """How a player fared."""
    if observation.out[seat]:
        return _("went out as number {n}").format(n=observation.out[seat])
    return _("still on the dyke, on square {square}").format(square=observation.square[seat])


def apart(observation: Any, seat: int) -> str:
    """What somebody is told who has no part in the game any more; empty for all others."""
    return _("Your sheep is out of the race.") if observation.out[seat] else ""


def choice(observation: Any, seat: int, action: int) -> str:
    """A choice in words, for a list to choose from."""
    if action >= PUDDLE and action != DRY:
        return _("put a puddle on square {square}").format(square=_square_to_put(observation, action))
    if action == DRY:
        return _("no (more) puddles")
    if action >= PICK:
        return _("take the pad {pad}").format(pad=pad_sign(action - PICK))
    if action == DONE:
        return _("use no (more) pads and run: {where}").format(where=_run(observation, seat, 0, 0))
    if action >= USE_CHANGE:
        value, amount = AMOUNTS[action - USE_CHANGE]
        where = _run(observation, seat, amount, 0)
        return _("use ±{value} as {amount:+d}: {where}").format(value=value, amount=amount, where=where)
    if action >= USE_BACK:
        back = 10 * (action - USE_BACK + 1)
        return _("use ←{back}: {where}").format(back=back, where=_run(observation, seat, 0, back))
    if action >= PLAY:
        target = observation.square[seat] + int(PLAY_SCOPE[action - PLAY])
        return _("lay {cards}: {where}").format(cards=cards(action), where=_to(observation, target))
    return _lay_words(action - LAY)


def _lay_words(way: int) -> str:
    name = way_name(*divmod(way, WAYS))
    if name.endswith("r"):
        return _("lay board {board}, side {side}, turned round").format(board=name[0], side=name[1])
    return _("lay board {board}, side {side}").format(board=name[0], side=name[1])


def _run(observation: Any, seat: int, change: int, back: int) -> str:
    """Where the present turn leads, with the pads used so far and this one."""
    scope = observation.scope[seat] + change
    back += observation.back
    forward = observation.square[seat] + scope
    words = ngettext("{n} square, {where}", "{n} squares, {where}", scope).format(
        n=scope, where=_to(observation, forward)
    )
    if back and forward < 2 * SQUARES:
        words += _(", then back {back}, {where}").format(back=back, where=_to(observation, forward - back))
    return words


def _to(observation: Any, square: int) -> str:
    """A square one would run to, as things stand: its number, and what is wrong with it."""
    if square >= 2 * SQUARES:
        return _("off the dyke!")
    if ground.is_water(observation, square):
        return _("to {square}, water").format(square=square)
    return _("to {square}").format(square=square)
