"""The colours of the sheep in words."""

from __future__ import annotations

from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

COLOUR_NAMES = ("", N_("red"), N_("orange"), N_("yellow"), N_("green"), N_("blue"), N_("violet"), N_("white"))


def colour_name(colour: int) -> str:
    """A colour in words; a question mark for one nobody knows."""
    return _(COLOUR_NAMES[colour]) if colour else "?"
