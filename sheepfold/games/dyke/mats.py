"""The players above the dyke: name, imp and cherub, lifesavers, the cards in hand and on the table, pads."""

from __future__ import annotations

from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card_back, clover_pad, digit_card
from sheepfold.drawing.seats import disc, mat
from sheepfold.drawing.strokes import box
from sheepfold.drawing.svg import group, place, shorten, text, text_width
from sheepfold.drawing.themes import GLOW_EDGE, PANEL, QUIET_TEXT, TEXT
from sheepfold.drawing.things import cherub, imp, lifesaver
from sheepfold.games.dyke import diagram, rules
from sheepfold.games.dyke.state import CARDS, NOBODY, OFF, OVER, UNSEEN
from sheepfold.games.dyke.table import WIDTH, Table

TOP, HEIGHT, GAP, WIDEST = 6, 98, 6, 330
NARROW = 180
"""On a mat less wide than this all is a little smaller."""

RULES: Any = rules  # functions on records: nothing in them has a type
DIAGRAM: Any = diagram


def mats(table: Table) -> list[str]:
    """A mat for everybody, in the order of play."""
    width = min(WIDEST, (WIDTH - 2 * GAP - GAP * (table.players - 1)) / table.players)
    left = (WIDTH - table.players * width - GAP * (table.players - 1)) / 2
    return [_mat(table, seat, left + seat * (width + GAP), width) for seat in range(table.players)]


def _mat(table: Table, seat: int, left: float, width: float) -> str:
    inner, right = left + 18, left + width - 8
    active = seat in table.acting or (table.phase == OVER and table.places[seat] == 1)
    body = [mat(seat, left + width / 2, TOP + HEIGHT / 2, width, HEIGHT, active=active)]
    if table.squares[seat] == OFF:
        out = text(_("out"), inner, TOP + 52, 18, fill=QUIET_TEXT, anchor="start")
        return group(*body, _name(table, seat, inner, right), out, id=f"mat-{seat}", faded=True)
    held = _imp_and_cherub(table, seat, right)
    body += [
        _name(table, seat, inner, right - 26 * len(held)),
        *held,
        *_lifesavers(table, seat, inner),
        _square(table, seat, inner),
        *_laid(table, seat, right, 25 if width < NARROW else 32),
        *_hand(table, seat, inner, 10 if width < NARROW else 11.4),
        *_pads(table, seat, inner + (104 if width < NARROW else 124), right),
    ]
    return group(*body, id=f"mat-{seat}")


def _name(table: Table, seat: int, left: float, right: float) -> str:
    y, font = TOP + 19, 18
    name = shorten(table.names[seat], right - left - 30, font)
    return disc(seat, left + 11, y, 26) + text(name, left + 28, y, font, anchor="start")


def _imp_and_cherub(table: Table, seat: int, right: float) -> list[str]:
    held = [(name, drawn) for name, drawn, holder in signs(table) if holder == seat]
    return [
        group(drawn(0, 0, 32), id=name, transform=place(right - 13 - 26 * k, TOP + 19))
        for k, (name, drawn) in enumerate(held)
    ]


def signs(table: Table) -> list[tuple[str, Any, int]]:
    """The cherub and the imp, how they are drawn and who holds them."""
    return [("cherub", cherub, table.observation.cherub), ("imp", imp, table.observation.imp)]


def _lifesavers(table: Table, seat: int, left: float) -> list[str]:
    count = table.observation.lifesavers[seat]
    return [lifesaver(left + 11 + 23 * k, TOP + 49, 22) for k in range(count)]


def _square(table: Table, seat: int, left: float) -> str:
    """The number of the square its sheep stands on, behind the lifesavers."""
    if table.observation.first == NOBODY:
        return ""
    x = left + 4 + 23 * table.observation.lifesavers[seat]
    return text(str(table.squares[seat]), x, TOP + 49, 17, fill=QUIET_TEXT, anchor="start", weight=800)


def _laid(table: Table, seat: int, right: float, height: float) -> list[str]:
    """Cards on the table. Face down there always seem to be three: how many there are is a secret."""
    seen = table.observation
    y, width = TOP + 56, height * 0.73
    laid = table.laid(seat)
    if RULES.lies_face_down(seen, seat):
        backs = [card_back(right - width / 2 - 7 * k, y, width, height) for k in range(3)]
        own = _slip("".join(map(str, laid)), right - width / 2 - 7) if laid else ""
        return [group(*backs, own, id=f"laid-{seat}")]
    if seen.scope[seat] == UNSEEN:
        return []
    spots = [right - width / 2 - (width + 2) * k for k in range(len(laid))]
    cards = [digit_card(card, x, y, height) for card, x in zip(reversed(laid), spots, strict=True)]
    changed = seen.scope[seat] != int("".join(map(str, laid)))
    slip = _slip(f"→{seen.scope[seat]}", sum(spots) / len(spots)) if changed else ""
    return [group(*cards, slip, id=f"laid-{seat}")]


def _slip(label: str, x: float) -> str:
    """A slip across the cards: a scope that a pad has changed, or what the own cards face down are."""
    return box(x, TOP + 40, text_width(label, 15) + 10, 20, 10, PANEL, GLOW_EDGE, 1.5) + text(
        label, x, TOP + 40, 15, weight=800
    )


def _hand(table: Table, seat: int, left: float, apart: float) -> list[str]:
    """The cards in hand, which everybody may count; for those on the discard pile a dot."""
    hand, y = table.observation.hand[seat], TOP + 82
    digits: list[str] = []
    for card in range(CARDS):
        shown, fill = (str(card), TEXT) if hand >> card & 1 else ("·", QUIET_TEXT)
        digits.append(text(shown, left + 6 + apart * card, y, apart * 1.4, fill=fill, weight=800))
    return digits


def _pads(table: Table, seat: int, left: float, right: float) -> list[str]:
    """Pads held, one over the other where room is scarce."""
    held = [kind for kind, count in enumerate(table.observation.pads[seat]) for _n in range(count)]
    size = min(32.0, right - left + 8)
    room = right - left + 6 - size
    apart = min(size, room / max(1, len(held) - 1))
    spots = [left - 2 + size / 2 + apart * k for k in range(len(held))]
    pads = [clover_pad(DIAGRAM.pad_sign(kind), x, TOP + 82, size) for kind, x in zip(held, spots, strict=True)]
    if len(held) > 1 and apart < size / 3:
        pads.append(text(f"×{len(held)}", right + 2, TOP + 68, 14, anchor="end", weight=800))
    return pads
