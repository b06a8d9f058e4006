# pyright: basic
"""Sheep Sheep in text: actions, their parts and choices in words, the secrets of the log, and what happened in words.

The diagram of a position and its reader are in diagram.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.core.regions import Region
from sheepfold.core.text import listed, sentence
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.sheepsheep import rules
from sheepfold.games.sheepsheep.coaching import EXPLAINED, can_do, speaks_for, warn
from sheepfold.games.sheepsheep.colours import colour_name
from sheepfold.games.sheepsheep.diagram import diagram, read_diagram
from sheepfold.games.sheepsheep.refusals import why_no_action, why_not, why_nothing
from sheepfold.games.sheepsheep.regions import regions as regions_of
from sheepfold.games.sheepsheep.state import (
    CARD,
    CARD_NAMES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    DRAW,
    END,
    FIRST,
    FLIP,
    LAY,
    LETTERS,
    LUCKY,
    OTHER_SIDE,
    PUT,
    PUTTING,
    SECOND,
    SWAP,
    TIME,
)

__all__ = [
    "EXPLAINED", "account", "asked_by", "can_do", "choice", "colour_name", "diagram", "narrate", "parts",
    "question", "read_diagram", "regions", "show", "speaks_for", "veil", "warn", "why_no_action", "why_not",
    "why_nothing",
]  # fmt: skip


def card_name(card: int) -> str:
    """A card in words: `red/blue`."""
    return f"{colour_name(int(FIRST[card]))}/{colour_name(int(SECOND[card]))}"


# ---------------------------------------------------------------------------------------------- actions


def show(action: int) -> str:
    """An action's text, as the rules page spells it."""
    if action >= PUT:
        cell, colour = divmod(action - PUT, COLOURS)
        return f"put {CELL_NAMES[cell]} {LETTERS[colour + 1]}"
    if action >= DRAW:
        return f"draw {CARD_NAMES[action - DRAW + 1]}"
    if action >= END:
        return "time" if action == TIME else "end"
    if action >= SWAP:
        card, cell = divmod(action - SWAP, CELLS)
        return f"swap {CARD_NAMES[card + 1]} {CELL_NAMES[cell]}"
    if action >= FLIP:
        return f"flip {CELL_NAMES[action - FLIP]}"
    if action >= LAY:
        shown, hidden = _sides_laid(action)
        return f"lay {shown}/{hidden}"
    if action >= CARD:
        return f"card {CARD_NAMES[action - CARD + 1]}"
    return f"lucky {LETTERS[action - LUCKY + 1]}"


def _sides_laid(action: int) -> tuple[str, str]:
    """The letters of the side shown and the side hidden when a card is laid."""
    card, second_up = divmod(action - LAY, 2)
    one, other = CARD_NAMES[card + 1]
    return (other, one) if second_up else (one, other)


def veil(before: Any, _actor: int, action: int, viewer: int | None) -> str | None:
    """How a secret stands in the log of those who may not know it: another's lucky sheep, a side nobody has seen."""
    if LAY <= action < FLIP:
        return f"lay {_sides_laid(action)[0]}/?"
    if action < CARD and viewer != before.turn:
        return "lucky ?"
    return None


def parts(_observation: Any, seat: int, action: int) -> tuple[str, ...]:
    """What one taps: a card of one's own and a cell; a side of the drawn card and a gap; a button."""
    if action >= PUT:
        cell, colour = divmod(action - PUT, COLOURS)
        return (f"side-{LETTERS[colour + 1]}", f"cell-{CELL_NAMES[cell]}")
    if SWAP <= action < END:
        card, cell = divmod(action - SWAP, CELLS)
        return (f"card-{seat}-{CARD_NAMES[card + 1]}", f"cell-{CELL_NAMES[cell]}")
    return (show(action).replace(" ", "-").replace("/", "-"),)


def question(observation: Any, _seat: int) -> str:
    """What the player who is to act is asked."""
    if observation.phase == PUTTING:
        return _("Put the card you drew into a gap.")
    if not observation.exchanges:
        return _("Swap cards while the hourglass runs.")
    left = observation.exchanges - observation.swaps
    return ngettext("Swap a card into the square, or stop.", "Swap up to {n} cards into the square.", left).format(
        n=left
    )


def asked_by(observation: Any, _seat: int) -> str:
    """The rule by which it is asked."""
    return "SSH-12" if observation.phase == PUTTING else "SSH-8"


def account(observation: Any, seat: int) -> str:
    """How a player's points came about."""
    colour = observation.revealed[seat]
    words = _("{sheep} sheep × 1, {lucky} of the lucky colour {colour} × {more} more")
    return words.format(
        sheep=sum(observation.won[seat]),
        lucky=observation.won[seat, colour],
        colour=colour_name(colour),
        more=observation.lucky_points - 1,
    )


def choice(observation: Any, _seat: int, action: int) -> str:
    """A choice in words, for a list to choose from."""
    if action >= PUT:
        cell, colour = divmod(action - PUT, COLOURS)
        return _("{cell}: put it there showing {colour}").format(cell=CELL_NAMES[cell], colour=colour_name(colour + 1))
    if action == END:
        return _("stop swapping")
    if SWAP <= action < END:
        card, cell = divmod(action - SWAP, CELLS)
        old = observation.shown[cell]
        words = _("{cell}: {old} becomes {new} (put {card}, take {taken})")
        return words.format(
            cell=CELL_NAMES[cell],
            old=colour_name(old),
            new=colour_name(int(OTHER_SIDE[card + 1, old])),
            card=card_name(card + 1),
            taken=f"{colour_name(old)}/{colour_name(observation.back[cell])}",
        )
    return show(action)


# ---------------------------------------------------------------------------------------------- in words


def regions(observation: Any, _seat: int | None, names: Sequence[str]) -> list[Region]:
    """The table as something one can walk through."""
    return regions_of(observation, names, colour_name)


def narrate(_before: Any, events: Sequence[Event], after: Any, names: Sequence[str]) -> str:
    """What happened, as sentences: one for each player in turn, as the reader of the observations may know it."""
    sentences: list[str] = []
    for (seat, kind), run in groupby(events, _belongs_to):
        if kind in SENTENCES:
            sentences += [_whole_sentence(event, after, names) for event in run]
        elif kind == "dealt":
            cards = listed([card_name(event.amount) for event in run])
            sentences.append(sentence(names[seat], [_("gets {cards}").format(cards=cards)]))
        else:
            sentences.append(sentence(names[seat], [_deed(event, after) for event in run]))
    return " ".join(sentences)


SENTENCES = ("laid", "flipped", "time up", "ended", "stood still", "revealed")
"""Events that are told in a sentence of their own."""


def _belongs_to(event: Event) -> tuple[int, str]:
    """Events in a row that belong together, by seat and kind, are told in one sentence."""
    return event.seat, event.what if event.what in (*SENTENCES, "given", "dealt") else "turn"


def _whole_sentence(event: Event, after: Any, names: Sequence[str]) -> str:
    """What is told in a sentence of its own: what happens to the square, to the clock and at the end."""
    if event.what == "laid":
        words = _("A sheep in {colour} is laid on {cell}.")
        return words.format(colour=colour_name(event.amount), cell=CELL_NAMES[event.target])
    if event.what == "flipped":
        words = _("{cell} is flipped: {old} becomes {new}.")
        old, new = colour_name(event.origin), colour_name(event.amount)
        return words.format(cell=CELL_NAMES[event.target], old=old, new=new)
    if event.what == "time up":
        return _("Time is up for {name}.").format(name=names[event.seat])
    if event.what == "ended":
        return _("The deck is empty and the square cannot be filled: the game is over.")
    if event.what == "stood still":
        return _("Nobody wins anything any more: the game is over.")
    points = rules.points(after, event.seat)
    words = ngettext(
        "{name}'s lucky colour is {colour}: {points} point.",
        "{name}'s lucky colour is {colour}: {points} points.",
        points,
    )
    return words.format(name=names[event.seat], colour=colour_name(event.amount), points=points)


def _deed(event: Event, after: Any) -> str:
    """What a player did, as the rest of a sentence that begins with the name."""
    if event.what == "given":
        colour = after.lucky[event.seat] or after.revealed[event.seat]
        words = _("gets the lucky sheep in {colour}") if colour else _("gets a lucky sheep")
        return words.format(colour=colour_name(colour))
    if event.what == "swapped":
        words = _("puts {card} on {cell} and takes {taken}")
        taken = card_name(event.amount)
        return words.format(card=card_name(event.origin), cell=CELL_NAMES[event.target], taken=taken)
    if event.what == "won":
        return _("wins {count} sheep in {colour}").format(count=event.amount, colour=colour_name(event.origin))
    if event.what == "placed":
        words = _("puts it on {cell} showing {colour}")
        return words.format(cell=CELL_NAMES[event.target], colour=colour_name(event.amount))
    words = {
        "stopped": _("stops swapping"),
        "won nothing": _("wins nothing"),
        "drew": _("draws {card}"),
    }[event.what]
    return words.format(card=card_name(event.amount))
