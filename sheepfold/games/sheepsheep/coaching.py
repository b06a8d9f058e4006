# pyright: basic
"""What a coach says in Sheep Sheep: what can be done, what would be regretted, what speaks for a choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sheepfold.core.coaching import Said
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.games.sheepsheep.colours import colour_name
from sheepfold.games.sheepsheep.state import (
    CELLS,
    COLOURS,
    END,
    OTHER_SIDE,
    PUT,
    PUTTING,
    SWAP,
    SWAPPING,
    WINNING,
)

Square = list[int]
"""The colour that each cell shows."""

EXPLAINED = {
    "ended": N_("When the deck is empty and a gap is left, all lucky sheep are shown and the points counted."),
    "stood still": N_("When nobody has won anything for three rounds the game is over."),
    "won": N_("Three or more sheep of a colour that touch are won; diagonally does not count."),
    "won nothing": N_("Without three of a colour that touch nothing is won, and the square stays as it is."),
    "time up": N_("When the sand has run out the turn ends: what touches then is won."),
    "swapped": N_("The colour one puts down must be the one that lay there; then the card shows its other side."),
    "placed": N_("Whoever has won fills the gaps, and chooses which side of the cards is up."),
}


def can_do(observation: Any, seat: int) -> str:
    """What there is to do now and what it is good for."""
    if observation.phase == PUTTING:
        return _("Put it where it does not help the next player to three of a colour.")
    if observation.phase != SWAPPING:
        return ""
    square = _square(observation)
    if _won(square):
        return _("{groups} already: stop, and they are yours, or swap for more.").format(groups=_groups(square))
    nearest = next(filter(None, (_won(each) for each in _after_swaps(observation, seat))), None)
    if nearest:
        return _("One swap is enough to bring three of a colour together: look for it.")
    return _("Cover a colour with the same colour: the card then shows its other side. You want three that touch.")


def warn(observation: Any, seat: int, actions: Iterable[int]) -> list[Said | None]:
    """What would be regretted about each of these choices."""
    return [_warning(observation, seat, action) for action in actions]


def _warning(observation: Any, seat: int, action: int) -> Said | None:
    square = _square(observation)
    if action == END and not _won(square) and any(_won(each) for each in _after_swaps(observation, seat)):
        return Said(_("You would win nothing, and one swap could bring three of a colour together."), "SSH-13")
    after = _after(observation, action)
    if after is None:
        return None
    if action < PUT and len(_won(after)) < len(_won(square)):
        return Said(_("That breaks up sheep that hang together: you would win fewer."), "SSH-11")
    if action >= PUT and len(_won(after)) > len(_won(square)):
        words = _("{groups}: the next player would only have to stop to win them.")
        return Said(words.format(groups=_groups(after, than=square)), "SSH-11")
    return None


def speaks_for(observation: Any, _seat: int, action: int) -> str:
    """What speaks for an action, as it goes on after "because"."""
    square = _square(observation)
    if action == END:
        return _groups(square)
    after = _after(observation, action)
    return "" if after is None or action >= PUT else _groups(after, than=square)


# ---------------------------------------------------------------------------------------------- the square


def _square(observation: Any) -> Square:
    return [int(colour) for colour in observation.shown]


def _after(observation: Any, action: int) -> Square | None:
    """What the square shows after a card was put; None where none is."""
    square = _square(observation)
    if SWAP <= action < END:
        card, cell = divmod(action - SWAP, CELLS)
        square[cell] = int(OTHER_SIDE[card + 1, square[cell]])
        return square
    if action >= PUT:
        cell, colour = divmod(action - PUT, COLOURS)
        square[cell] = colour + 1
        return square
    return None


def _after_swaps(observation: Any, seat: int) -> Iterable[Square]:
    """What the square may show after one swap."""
    for card in {int(card) for card in observation.hand[seat] if card}:
        for cell in range(CELLS):
            if OTHER_SIDE[card, observation.shown[cell]]:
                after = _after(observation, SWAP + CELLS * (card - 1) + cell)
                assert after is not None
                yield after


def _won(square: Square) -> list[int]:
    """The colours of all sheep that hang together by three or more, one for each sheep."""
    return [colour for colour in range(1, COLOURS + 1) for _sheep in range(_hanging(square, colour))]


def _hanging(square: Square, colour: int) -> int:
    cells = sum(1 << cell for cell in range(CELLS) if square[cell] == colour)
    return int(WINNING[cells]).bit_count()


def _groups(square: Square, than: Square | None = None) -> str:
    """What hangs together, in words; than another square: only the colours of which more do."""
    counts = {colour: _hanging(square, colour) for colour in range(1, COLOURS + 1)}
    more = [each for each, count in counts.items() if count > (_hanging(than, each) if than else 0)]
    words = [_("{n} sheep in {colour}").format(n=counts[each], colour=colour_name(each)) for each in more]
    return _("{sheep} touch").format(sheep=listed(words)) if words else ""
