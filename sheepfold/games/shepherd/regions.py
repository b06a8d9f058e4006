# pyright: basic
"""The Shepherd as something one can walk through: the meadow field by field, the dice, the sun, everybody's grass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.regions import Region, Row, Thing, row
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.shepherd import rules
from sheepfold.games.shepherd.reader import symbol_words
from sheepfold.games.shepherd.state import DARK, LIGHT, NO_FIELD, SHEEP_EACH, SYMBOLS, WORM


def regions(seen: Any, names: Sequence[str], columns: int, rows: int) -> list[Region]:
    """The table in words; `columns` and `rows` are those of this meadow."""
    lines = [_line(seen, names, columns, height) for height in range(rows, 0, -1)]
    return [
        Region(_("The meadow"), tuple(lines)),
        Region(_("Dice and sun"), tuple(_beside(seen))),
        Region(_("Players"), tuple(row(names[seat], _grass(seen, seat)) for seat in range(seen.players))),
    ]


def _line(seen: Any, names: Sequence[str], columns: int, height: int) -> Row:
    fields = [10 * column + height for column in range(1, columns + 1)]
    return Row(_("row {n}").format(n=height), tuple(_field(seen, names, field) for field in fields))


def _field(seen: Any, names: Sequence[str], field: int) -> tuple[Thing, ...]:
    name = f"{'abcdefghij'[field // 10 - 1]}{field % 10}"
    if seen.cards[field] == NO_FIELD:
        return (Thing(_("{field}: a bush").format(field=name)),)
    place = Thing(_("{field}: {what}").format(field=name, what=_ground(seen.cards[field])), f"field-{name}")
    sheep = [_sheep(names, k) for k, here in enumerate(seen.sheep) if here == field]
    return (place, *sheep, *([_dog()] if seen.dog == field else []))


def _ground(card: int) -> str:
    words = {LIGHT: _("grass"), DARK: _("juicy grass"), WORM: _("worm")}
    return words.get(card, _("bare"))


def _sheep(names: Sequence[str], sheep: int) -> Thing:
    seat, nth = divmod(sheep, SHEEP_EACH)
    words = _("{name}'s sheep {n}").format(name=names[seat], n=nth + 1)
    return Thing(words, f"sheep-{seat}-{nth + 1}")


def _dog() -> Thing:
    return Thing(_("the dog"), "dog")


def _beside(seen: Any) -> list[Row]:
    """The dice that were thrown, how far the sun is, and the dog as long as it lies beside the meadow."""
    thrown = [_die(symbol, used) for symbol, used in zip(seen.thrown, seen.used, strict=True) if symbol]
    sun = _("the sun has gone {n} of {most} places").format(n=seen.sun, most=seen.sun_places)
    beside = [] if seen.dog else [row(_("beside the meadow"), _dog())]
    return [row(_("dice"), *(thrown or [_("not thrown yet")])), row(_("sun"), sun), *beside]


def _die(symbol: int, used: int) -> Thing:
    name = symbol_words()[symbol]
    return Thing(_("{symbol}, used").format(symbol=name) if used else name, f"die-{SYMBOLS[symbol]}")


def _grass(seen: Any, seat: int) -> str:
    grass = rules.grass_of(seen, seat)
    return ngettext("{n} card of grass", "{n} cards of grass", grass).format(n=grass)
