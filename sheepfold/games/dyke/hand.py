"""The cards one holds, the three places that make a number of them, and what foretells where it leads."""

from __future__ import annotations

from collections.abc import Sequence

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, gap
from sheepfold.drawing.seats import button, disc
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import box, lines
from sheepfold.drawing.svg import group, halo, place, text
from sheepfold.drawing.themes import GLOW, INK, PAPER, TURF_EDGE
from sheepfold.drawing.things import lifesaver, warning
from sheepfold.games.dyke.layout import NOWHERE, Area, Room
from sheepfold.games.dyke.state import CARDS, CHOOSING
from sheepfold.games.dyke.tabletop import Tabletop

PLACES = 3
"""For hundreds, tens and ones: as many cards as one may lay (DYK-6)."""

SIGN = 30
GRID = "M-5.5-11V11M0-11V11M5.5-11V11M-11-5.5H11M-11 0H11M-11 5.5H11"


def hand(table: Tabletop, room: Room) -> list[str]:
    """The own cards, those that lie on the table pale, where they may go, and the button that lays them."""
    seat = table.viewer
    if seat is None or room.choices == NOWHERE or not table.observation.hand[seat]:
        return []
    cards = _cards(table, seat, room.choices)
    if table.phase != CHOOSING or not table.mine:
        return cards
    return [*_places(table), _lay_button(table, seat, room.button), signs_of_danger(table), *cards]


def _cards(table: Tabletop, seat: int, at: Area) -> list[str]:
    """A card for every number still in hand. Each has its place: what is laid leaves a gap, and the others stay."""
    cells = at.cells(CARDS, CARDS // table.layout.hand_rows)
    width = cells[0].width - 4
    height = min(cells[0].height - 4, 1.4 * width)
    held, laid = table.observation.hand[seat], table.laid(seat)
    gaps: list[str] = []
    cards: list[str] = []
    for number, cell in enumerate(cells):
        x, y = cell.middle
        gaps.append(gap(x, y, width - 10, height - 10))
        if held >> number & 1:
            corner = disc(seat, -width / 2 + 17, -height / 2 + 17, 20)
            digit = text(str(number), 0, 3, min(0.66 * height, 0.72 * width), fill=INK, weight=800)
            face = group(card(0, 0, width, height, corner, digit), faded=number in laid)
            cards.append(table.tap(f"card-{number}", halo(0, 0, width - 8, height - 8, 10), face, at=(x, y)))
    return [group(*gaps, faded=True), *cards]


def _places(table: Tabletop) -> list[str]:
    """Hundreds, tens and ones: what each counts is shown as it is on the dyke, a board, a column, a square."""
    drawn: list[str] = []
    for k, cell in enumerate(table.layout.places.cells(PLACES, PLACES)):
        width, height = cell.width - 8, cell.height
        body = box(0, 0, width, height, 12, TURF_EDGE), gap(0, 0, width - 4, height - 4)
        icon = group(_counts(k), transform=place(-width / 2 + 20, -height / 2 + 20, 1.2))
        drawn.append(group(*body, icon, id=f"place-{k}", slot="card", transform=place(*cell.middle)))
    return drawn


def _counts(k: int) -> str:
    whole = box(0, 0, 22, 22, 3, PAPER, TURF_EDGE, 1.4)
    marked = (box(0, 0, 22, 22, 3, GLOW, TURF_EDGE), box(-2.7, 0, 5.5, 22, 1, GLOW), box(-2.7, 2.8, 5.5, 5.5, 1, GLOW))
    return whole + marked[k] + lines(GRID, TURF_EDGE, 0.9)


def _lay_button(table: Tabletop, seat: int, at: Area) -> str:
    """It reads what the cards chosen so far make."""
    width, height = at.width - 8, at.height - 6
    cards = ""
    if isinstance(table.chosen, Sequence):
        cards = "".join(part.removeprefix("card-") for part in table.chosen if part.startswith("card-"))
    label = _("Lay {cards}").format(cards=cards) if cards else _("Lay")
    face = button(seat, label, 0, 0, width, height, tells=not cards)
    return table.tap("lay", halo(0, 0, width, height, 22), face, at=at.middle)


def signs_of_danger(table: Tabletop) -> str:
    """What a page shows beside the square where a choice leads; here they are only kept."""
    out = sheep(table.viewer, 0, 0, SIGN) + lines("M-13-13 13 13M-13 13 13-13", "#b3261e", 4)
    drawn = {"danger": warning(0, 0, SIGN), "lifesaver": lifesaver(0, 0, SIGN), "out": out}
    return group(*(group(body, sign=name) for name, body in drawn.items()), transform=place(SIGN, SIGN), hidden=True)
