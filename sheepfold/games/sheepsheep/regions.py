# pyright: basic
"""Sheep Sheep as something one can walk through: the square, the card that was drawn, and what the players have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sheepfold.core.regions import Region, Row, Thing, row
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.sheepsheep.state import CARD_NAMES, CELL_NAMES, FIRST, LETTERS, SECOND

Colours = Callable[[int], str]


def regions(seen: Any, names: Sequence[str], colour: Colours) -> list[Region]:
    """The table in words; `colour` names one."""
    square = [
        Row(_("row {n}").format(n=line + 1), tuple((_cell(seen, 3 * line + k, colour),) for k in range(3)))
        for line in range(3)
    ]
    return [
        Region(_("The square"), tuple(square)),
        Region(_("Deck"), tuple(_deck(seen, colour))),
        Region(_("Players"), tuple(_player(seen, names, seat, colour) for seat in range(seen.players))),
    ]


def _cell(seen: Any, cell: int, colour: Colours) -> Thing:
    name, shown, back = CELL_NAMES[cell], seen.shown[cell], seen.back[cell]
    if not shown:
        words = _("{cell}: a gap").format(cell=name)
    elif back:
        words = _("{cell}: {colour}, behind it {other}").format(cell=name, colour=colour(shown), other=colour(back))
    else:
        words = _("{cell}: {colour}, nobody knows what is behind it").format(cell=name, colour=colour(shown))
    return Thing(words, f"cell-{name}")


def _deck(seen: Any, colour: Colours) -> list[Row]:
    left = ngettext("{n} card left", "{n} cards left", seen.left).format(n=seen.left)
    rows = [row(_("deck"), left)]
    if seen.drawn:
        sides = (int(FIRST[seen.drawn]), int(SECOND[seen.drawn]))
        shown = [Thing(_("showing {colour}").format(colour=colour(side)), f"side-{LETTERS[side]}") for side in sides]
        rows.append(row(_("the card that was drawn"), *shown))
    return rows


def _player(seen: Any, names: Sequence[str], seat: int, colour: Colours) -> Row:
    cards = [
        Thing(
            _("card {one} and {other}").format(one=colour(int(FIRST[card])), other=colour(int(SECOND[card]))),
            f"card-{seat}-{CARD_NAMES[card]}",
        )
        for card in seen.hand[seat]
        if card
    ]
    won = [f"{count} {colour(each)}" for each, count in enumerate(seen.won[seat]) if each and count]
    lucky = seen.lucky[seat] or seen.revealed[seat]
    return row(
        names[seat],
        *cards,
        _("won: {sheep}").format(sheep=listed(won)) if won else _("nothing won yet"),
        _("lucky colour {colour}").format(colour=colour(lucky)) if lucky else "",
    )
