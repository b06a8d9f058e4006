"""How seats, lists and numbers are put into words, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.errors import BadDiagram
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

SEAT_COLOURS = (N_("Blue"), N_("Orange"), N_("Green"), N_("Red"), N_("Sky"), N_("Plum"), N_("Gold"), N_("Ink"))
"""What seats without a name are called."""

MARKS = "●▲■◆★✚☾♥"
"""Each seat's mark: wherever a seat appears, so that nobody depends on colours."""

ORDINALS = (
    N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"),
    N_("sixth"), N_("seventh"), N_("eighth"), N_("ninth"), N_("tenth"),
)  # fmt: skip


def ordinal(n: int) -> str:
    """`second` for 2."""
    return _(ORDINALS[n - 1])


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) <= 1:
        return "".join(items)
    return _("{those} and {last}").format(those=", ".join(items[:-1]), last=items[-1])


def sentence(subject: str, deeds: Sequence[str]) -> str:
    """`Ada rolls 5, moves a pawn and takes a tile.`"""
    return f"{subject} {listed(deeds)}."


class Puzzling(ValueError):
    """Something in a diagram that means nothing there: its text is that something, or what is wrong with it."""


def unreadable(told: str, error: Exception) -> BadDiagram:
    """What to tell people of an error that was met while a diagram was read; Python's own words are not for them."""
    reason = str(error) if isinstance(error, Puzzling) else _("something is missing, or means nothing there")
    return BadDiagram(told.format(reason=reason))
