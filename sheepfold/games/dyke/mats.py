"""The players above the dyke: name, imp and cherub, lifesavers, the cards in hand and on the table, pads.

A mat has rows, one below the other, so that nothing on it ever covers anything else: four of them, or three where a
mat is so broad that cards on the table and pads find room beside the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import CLOVER, card_back
from sheepfold.drawing.digits import BOLD_PEN, numbers
from sheepfold.drawing.seats import disc, mat
from sheepfold.drawing.strokes import box, dots, lines
from sheepfold.drawing.svg import group, num, place, shorten, text, text_width
from sheepfold.drawing.themes import CLOVER_EDGE, GLOW_EDGE, INK, PANEL, PAPER, PAPER_EDGE, QUIET_TEXT, TEXT, WHITE
from sheepfold.drawing.things import cherub, imp, lifesaver, lost_lifesaver
from sheepfold.games.dyke import diagram, rules
from sheepfold.games.dyke.layout import MAT_GAP, Area
from sheepfold.games.dyke.state import CARDS, CHOOSING, KINDS, LIFESAVERS_EACH, NOBODY, OFF, OVER, UNSEEN
from sheepfold.games.dyke.tabletop import Tabletop

WIDEST, BROAD = 330, 240
"""No mat is broader than the one, and those as broad as the other have three rows."""

FONT = 17
DIGIT = 12.6
"""How far apart the digits of a hand are."""

RULES: Any = rules  # functions on records: nothing in them has a type
DIAGRAM: Any = diagram


def mats(table: Tabletop) -> list[str]:
    """A mat for everybody, in the order of play."""
    return [_mat(table, seat, at) for seat, at in enumerate(_places(table))]


def _places(table: Tabletop) -> list[Area]:
    """Where the mats lie: as many in each row as in the others, but for the last."""
    room = table.layout.mats
    rows = -(-table.players // table.layout.mats_in_a_row)
    columns = -(-table.players // rows)
    width = min(WIDEST, (room.width + MAT_GAP) / columns - MAT_GAP)
    height = (room.height + MAT_GAP) / rows - MAT_GAP
    places: list[Area] = []
    for seat in range(table.players):
        row, column = divmod(seat, columns)
        in_row = min(columns, table.players - row * columns)
        left = room.middle[0] + (column - in_row / 2) * (width + MAT_GAP) + MAT_GAP / 2
        top = room.top + row * (height + MAT_GAP)
        places.append(Area(left, top, left + width, top + height))
    return places


def _mat(table: Tabletop, seat: int, at: Area) -> str:
    active = seat in table.acting or (table.phase == OVER and table.places[seat] == 1)
    body = [mat(seat, *at.middle, at.width, at.height, active=active)]
    inside = Area(at.left + 16, at.top + 4, at.right - 6, at.bottom - 4)
    if table.squares[seat] == OFF:
        name, below, *_rest = inside.cells(4, 1)
        out = text(_("out"), name.left, below.middle[1] + 4, FONT, fill=QUIET_TEXT, anchor="start")
        return group(*body, *_name(table, seat, name), out, id=f"mat-{seat}", faded=True)
    rows = _three_rows if at.width >= BROAD else _four_rows
    return group(*body, *rows(table, seat, inside), id=f"mat-{seat}")


def _three_rows(table: Tabletop, seat: int, inside: Area) -> list[str]:
    name, things, hand = inside.cells(3, 1)
    signs_left, held = _imp_and_cherub(table, seat, name)
    laid_left, laid = _laid(table, seat, things, 32)
    return [
        *_name(table, seat, name._replace(right=signs_left)),
        *held,
        *_lifesavers_and_square(table, seat, things._replace(right=laid_left)),
        *laid,
        *_hand(table, seat, hand),
        *_pads(table, seat, hand._replace(left=hand.left + DIGIT * CARDS + 10)),
    ]


def _four_rows(table: Tabletop, seat: int, inside: Area) -> list[str]:
    name, things, hand, last = inside.cells(4, 1)
    signs_left, held = _imp_and_cherub(table, seat, things)
    laid_left, laid = _laid(table, seat, last, min(24, last.height + 3))
    return [
        *_name(table, seat, name),
        *held,
        *_lifesavers_and_square(table, seat, things._replace(right=signs_left)),
        *_hand(table, seat, hand),
        *_pads(table, seat, last._replace(right=laid_left)),
        *laid,
    ]


# ---------------------------------------------------------------------------------------------- what lies on a mat


def _name(table: Tabletop, seat: int, row: Area) -> list[str]:
    y, font = row.middle[1], FONT + 1
    name = shorten(table.names[seat], row.width - 28, font)
    return [disc(seat, row.left + 11, y, 24), text(name, row.left + 28, y, font, anchor="start")]


def _imp_and_cherub(table: Tabletop, seat: int, row: Area) -> tuple[float, list[str]]:
    """The two at the right, if they are held, and how far to the left they reach."""
    size = min(29, 1.16 * row.height)
    held = [(name, drawn) for name, drawn, holder in signs(table) if holder == seat]
    spots = [place(row.right - size * (k + 0.5), row.middle[1]) for k in range(len(held))]
    drawn = [group(draw(0, 0, size), id=name, transform=at) for (name, draw), at in zip(held, spots, strict=True)]
    return row.right - size * len(held), drawn


def signs(table: Tabletop) -> list[tuple[str, Callable[[float, float, float], str], int]]:
    """The cherub and the imp, how they are drawn and who holds them."""
    return [("cherub", cherub, table.observation.cherub), ("imp", imp, table.observation.imp)]


def _lifesavers_and_square(table: Tabletop, seat: int, row: Area) -> list[str]:
    """Lifesavers, those used up as rings of dashes, and the number of the square the sheep stands on."""
    count, size, y = table.observation.lifesavers[seat], 21, row.middle[1]
    places = max(count, LIFESAVERS_EACH[table.players])
    on = "" if table.observation.first == NOBODY else str(table.squares[seat])
    room = row.width - text_width(on, FONT) - size - 8
    apart = min(size + 2, room / max(1, places - 1))
    spots = [(row.left + size / 2 + apart * k, y) for k in range(places)]
    rings = [
        group(lifesaver(0, 0, size), id=f"lifesaver-{seat}-{k + 1}", transform=place(*spots[k])) for k in range(count)
    ]
    rings += [lost_lifesaver(*spot, size) for spot in spots[count:]]
    x = row.left + size + 5 + apart * (places - 1)
    return [*rings, text(on, x, y, FONT, fill=QUIET_TEXT, anchor="start", weight=800)] if on else rings


def _hand(table: Tabletop, seat: int, row: Area) -> list[str]:
    """The cards in hand, which everybody may count; for those on the discard pile a dot."""
    hand, y = table.observation.hand[seat], row.middle[1]
    held = [(number, row.left + DIGIT * (number + 0.5) - 0.23 * FONT, y + 0.36 * FONT) for number in range(CARDS)]
    gone = "".join(f"M{num(left + 0.23 * FONT)} {num(y)}h0" for number, left, _y in held if not hand >> number & 1)
    kept = numbers((each for each in held if hand >> each[0] & 1), FONT, TEXT, pen=BOLD_PEN)
    return [kept, lines(gone, QUIET_TEXT, 3.4)]


def _laid(table: Tabletop, seat: int, row: Area, height: float) -> tuple[float, list[str]]:
    """Cards on the table, at the right, and how far to the left they reach.

    Face down there is always one back, for how many there are is a secret; who still thinks has three dots. A slip says
    what the own cards are, and what a pad has made of those revealed.
    """
    seen, y, width = table.observation, row.middle[1], height * 0.68
    digits = "".join(map(str, table.laid(seat)))
    if RULES.lies_face_down(seen, seat):
        cards = [card_back(row.right - width / 2 - 2, y, width, height)]
        left = row.right - width - 5
        label = digits
    elif seen.scope[seat] == UNSEEN and seat in table.acting and table.phase == CHOOSING:
        cards, left, label = [dots(3, QUIET_TEXT, *((row.right - 6 - 10 * k, y) for k in range(3)))], row.right - 34, ""
    elif seen.scope[seat] == UNSEEN:
        return row.right, []
    elif seen.scope[seat] != int(digits):
        cards, left, label = [], row.right, f"{digits}→{seen.scope[seat]}"
    else:
        cards = [_card(digit, row.right - (width + 1) * (k + 0.5), y, height) for k, digit in enumerate(digits[::-1])]
        left, label = row.right - (width + 1) * len(digits) - 3, ""
    if label:
        cards.append(_slip(label, left - _slip_width(label) / 2, y, FONT, PANEL, GLOW_EDGE, TEXT))
        left -= _slip_width(label) + 3
    return left, [group(*cards, id=f"laid-{seat}")]


def _card(digit: str, x: float, y: float, height: float) -> str:
    """A card whose digit can be read although it is small."""
    face = box(x, y, height * 0.68, height, 0.15 * height, PAPER, PAPER_EDGE, 1.8)
    return face + text(digit, x, y, height * 0.78, fill=INK, weight=800)


def _pads(table: Tabletop, seat: int, row: Area) -> list[str]:
    """Pads held, those that find room; of the others, how many they are."""
    held = table.observation.pads[seat]
    kinds = [kind for kind in range(KINDS) if held[kind]]
    for shown in range(len(kinds), -1, -1):
        labels = [pad_label(kind, held[kind]) for kind in kinds[:shown]]
        more = sum(held[kind] for kind in kinds[shown:])
        if more:
            labels.append(f"+{more}" if labels else f"×{more}")
        if sum(_slip_width(label) + 3 for label in labels) <= row.width:
            return [group(*_in_a_row(labels, row), id=f"pads-{seat}")]
    return []


def _in_a_row(labels: Sequence[str], row: Area) -> list[str]:
    drawn: list[str] = []
    left = row.left
    for label in labels:
        width = _slip_width(label)
        drawn.append(pad_slip(label, left + width / 2, row.middle[1], width))
        left += width + 3
    return drawn


# ---------------------------------------------------------------------------------------------- slips


def pad_label(kind: int, count: int) -> str:
    """What a pad is good for, and how many of them there are."""
    return DIAGRAM.pad_sign(kind) + (f"×{count}" if count > 1 else "")


def pad_slip(label: str, x: float, y: float, room: float) -> str:
    """A pad where a clover would be too small to be read."""
    return _slip(label, x, y, FONT * min(1, room / _slip_width(label)), CLOVER, CLOVER_EDGE, WHITE)


def _slip(label: str, x: float, y: float, font: float, fill: str, edge: str, ink: str) -> str:
    width, height = _slip_width(label) * font / FONT, 1.18 * font
    return box(x, y, width, height, 0.4 * font, fill, edge, 1.2) + text(label, x, y, font, fill=ink, weight=800)


def _slip_width(label: str) -> float:
    """Of a slip in the usual font: signs such as arrows are wider than letters."""
    return text_width(label, FONT) + 5 + 2.5 * sum(not letter.isalnum() for letter in label)
