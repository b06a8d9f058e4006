"""The names people go by in a match."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

LONGEST_NAME = 60


def checked_names(names: Sequence[str | None] | None, players: int) -> list[str | None]:
    """A name, or None, for each seat."""
    if not isinstance(names, list | tuple | None):
        raise BadOption(_("Names are given as a list, one for each seat."))
    given = list(names or [])
    if len(given) > players:
        sentence = _("There are {given} names for {players} players.")
        raise BadOption(sentence.format(given=len(given), players=players))
    for name in given:
        if name is not None and not _is_name(name):
            sentence = _("{name!r} cannot be a name: 1 to {most} characters, no line breaks, no ` #`.")
            raise BadOption(sentence.format(name=name, most=LONGEST_NAME))
    return given + [None] * (players - len(given))


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and name.strip() == name
        and name.isprintable()
        and " #" not in f" {name}"
    )
