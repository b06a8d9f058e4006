# pyright: basic
"""The Sheep Hustle as something one can walk through: columns of ten squares, one's hand, the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sheepfold.core.regions import Region, Row, Thing, row
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.games.dyke.diagram import HILL, PUDDLE, WATER, boards_laid, ground_sign, pad_sign
from sheepfold.games.dyke.material import PADS
from sheepfold.games.dyke.rules import lies_face_down
from sheepfold.games.dyke.state import CARDS, COLUMN, NOBODY, OFF, PLAYS, SQUARES, UNSEEN


def regions(seen: Any, seat: int | None, names: Sequence[str]) -> list[Region]:
    """The table in words, to a seat or to those who only watch."""
    return [
        Region(_("The dyke"), tuple(_columns(seen, names)) or (row("", _("No board lies yet.")),)),
        *([_own(seen, seat)] if seat is not None and seen.square[seat] != OFF else []),
        Region(_("Players"), tuple(_player(seen, names, each) for each in range(seen.players))),
        *_pads_beside(seen),
    ]


def _columns(seen: Any, names: Sequence[str]) -> Iterator[Row]:
    for first in range(0, SQUARES * len(boards_laid(seen)), COLUMN):
        name = _("{first} to {last}").format(first=first, last=first + COLUMN - 1)
        yield Row(name, tuple(_square(seen, names, square) for square in range(first, first + COLUMN)))


def _square(seen: Any, names: Sequence[str], square: int) -> tuple[Thing, ...]:
    sign = ground_sign(seen, square)
    words = {
        WATER: _("{square}: water"),
        PUDDLE: _("{square}: a puddle"),
        HILL: _("{square}: a molehill"),
    }
    standing = [seat for seat in range(seen.players) if seen.square[seat] == square]
    sheep = (Thing(_("{name}'s sheep").format(name=names[seat]), f"sheep-{seat}") for seat in standing)
    return (Thing(words.get(sign, "{square}").format(square=square), f"square-{square}"), *sheep)


def _own(seen: Any, seat: int) -> Region:
    """What one holds oneself, each to be tapped."""
    laid = PLAYS[seen.laid[seat] - 1] if seen.laid[seat] else ()
    cards = [
        Thing(_("card {n}, laid").format(n=card) if card in laid else _("card {n}").format(n=card), f"card-{card}")
        for card in range(CARDS)
        if seen.hand[seat] >> card & 1
    ]
    pads = [Thing(_pad(kind), f"pad-{PADS[kind]}") for kind, count in enumerate(seen.pads[seat]) if count]
    rows = [row(_("cards"), *(cards or [_("none")])), *([row(_("pads"), *pads)] if pads else [])]
    return Region(_("In your hand"), tuple(rows))


def _pad(kind: int) -> str:
    sign = pad_sign(kind)
    return _("back {n}").format(n=sign[1:]) if sign.startswith("←") else _("plus or minus {n}").format(n=sign[1:])


def _player(seen: Any, names: Sequence[str], seat: int) -> Row:
    if seen.square[seat] == OFF:
        return row(names[seat], _("out of the race as number {n}").format(n=seen.out[seat]))
    hand = " ".join(str(card) for card in range(CARDS) if seen.hand[seat] >> card & 1)
    savers = seen.lifesavers[seat]
    return row(
        names[seat],
        _("on square {square}").format(square=seen.square[seat]),
        ngettext("{n} lifesaver", "{n} lifesavers", savers).format(n=savers),
        _("cards {cards}").format(cards=hand),
        *_held(seen, seat),
        _laid(seen, seat),
        *(_pad(kind) for kind, count in enumerate(seen.pads[seat]) for _each in range(count)),
    )


def _held(seen: Any, seat: int) -> list[str]:
    held = ((seen.imp, _("holds the imp")), (seen.cherub, _("holds the cherub")), (seen.starter, _("starts")))
    return [words for holder, words in held if holder == seat != NOBODY]


def _laid(seen: Any, seat: int) -> str:
    if lies_face_down(seen, seat):
        return _("has laid cards")
    return _("has laid {scope}").format(scope=seen.scope[seat]) if seen.scope[seat] != UNSEEN else ""


def _pads_beside(seen: Any) -> list[Region]:
    pads = [Thing(_pad(kind), f"beside-{PADS[kind]}") for kind, count in enumerate(seen.pads_beside) if count]
    return [Region(_("Beside the dyke"), (row(_("pads"), *pads),))] if pads else []
