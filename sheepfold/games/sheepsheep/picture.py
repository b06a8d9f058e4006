"""Sheep Sheep as a picture: nine cards on a field, your own in front of you, the others' beside or above them.

A card in the square shows a sheep; in its corner peeps the one on its other side, if everybody has seen it. Sheep of a
colour side by side are linked, and from three on they shine. The one whose eyes we look through sits in front: the
viewer, or for those who only watch, the player whose turn it is.

Ids: `cell-<cell>` for a card in the square or a gap, `hand-<seat>-<n>`, `lucky-<seat>`, `won-<seat>-<colour>`,
`mat-<seat>`, `deck`, `drawn`, `sign`. Parts are those of the notation; equal cards of a player share theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, card_back, family_card, gap, link
from sheepfold.drawing.costumes import FAMILIES
from sheepfold.drawing.dice import hourglass
from sheepfold.drawing.land import meadow, tuft
from sheepfold.drawing.seats import button
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.sign import Sign, draw_sign
from sheepfold.drawing.strokes import Point, box, oval, soft
from sheepfold.drawing.svg import Theme, document, group, halo, place, text, text_width
from sheepfold.drawing.tally import tally
from sheepfold.drawing.themes import (
    FIELD,
    FIELD_EDGE,
    INK,
    LAND_NUMBER,
    PANEL,
    PANEL_EDGE,
    PAPER,
    PAPER_EDGE,
    QUIET_TEXT,
    SHADOW,
)
from sheepfold.drawing.things import rosette
from sheepfold.games.sheepsheep import notation
from sheepfold.games.sheepsheep.layout import HAND, SMALL, UPRIGHT, UPRIGHT_HAND, UPRIGHT_SMALL, WIDE, Layout
from sheepfold.games.sheepsheep.mats import FAMILY, at, chip, counted, draw_mat
from sheepfold.games.sheepsheep.small import small_beside, small_corner
from sheepfold.games.sheepsheep.state import (
    CELL_NAMES,
    CELLS,
    DEALING,
    DRAWING,
    FIRST,
    FLIPPING,
    GIVING,
    GROUP,
    LAYING,
    LETTERS,
    OVER,
    PUTTING,
    SECOND,
    SWAPPING,
    groups_in,
    neighbours,
)
from sheepfold.games.sheepsheep.tabletop import RULES, Tabletop

NOTATION: Any = notation  # it reads records: nothing in it has a type


def picture(
    observation: Any,
    names: Sequence[str],
    *,
    seat: int | None = None,
    theme: Theme = "auto",
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    prefix: str = "",
    styled: bool = True,
    layout: Layout = WIDE,
    time_left: float | None = None,
) -> str:
    """The position as SVG, as a seat may see it. What is `legal` glows, what is `chosen` lifts.

    `time_left` is what the hourglass has left, in seconds; without it, a running one is drawn full.
    """
    table = Tabletop(observation, tuple(names), seat, legal, chosen, layout, time_left)
    return document(
        layout.width,
        layout.height,
        meadow(layout.width, layout.height, layout.horizon),
        *(tuft(*spot, 44) for players, spot in layout.tufts.items() if players == table.players),
        "" if layout.piles else _sign(table),
        *_middle(table),
        *(_winners(table) if table.phase == OVER else ()),
        draw_mat(table, table.front, layout.front_corner, layout.front),
        *(draw_mat(table, player, corner, layout.others[table.players]) for player, corner in table.others),
        *(small_beside(table) if layout.piles else _end_button(table)),
        title=f"{_('Sheep Sheep')}: {_what_happens(table, table.names)}",
        desc=NOTATION.diagram(table.observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def upright(observation: Any, names: Sequence[str], **how: Any) -> str:
    """The same for a phone held upright: the others above the square, one's own cards below it."""
    return picture(observation, names, layout=UPRIGHT, **how)


def small(observation: Any, names: Sequence[str], *, is_upright: bool = False, **how: Any) -> str:
    """The same for those who cannot read yet: faces for names, and piles of the sheep won."""
    return picture(observation, names, layout=UPRIGHT_SMALL if is_upright else SMALL, **how)


def points(observation: Any, seat: int, **how: Any) -> str:
    """What a player's points are made of, once the game is over."""
    return tally(counted(observation, seat), (), title=NOTATION.account(observation, seat), **how)


def hand(observation: Any, names: Sequence[str], *, is_upright: bool = False, **how: Any) -> str:
    """One's own cards and lucky sheep; the square is there only while one chooses a card of it."""
    return picture(observation, names, layout=UPRIGHT_HAND if is_upright else HAND, **how)


def _middle(table: Tabletop) -> list[str]:
    """The square, the deck and the drawn card; beside a hand alone, only what is to be chosen."""
    if not table.layout.is_hand or table.phase == OVER:
        return [*_square(table), _deck(table), *_drawn(table)]
    if table.turn == table.viewer and table.phase in (SWAPPING, PUTTING):
        return [*_square(table), *_drawn(table)]
    return [sheep(table.front, table.layout.width / 2, table.layout.middle[1], table.layout.field / 2)]


# ---------------------------------------------------------------------------------------------- the square


def _square(table: Tabletop) -> list[str]:
    """The field with its coordinates, what hangs together, and the cards."""
    (x, y), size = table.layout.middle, table.layout.field
    drawn = [
        soft(box(x, y + 5, size, size, 30, SHADOW)),
        box(x, y, size, size, 30, FIELD, FIELD_EDGE, 3),
    ]
    for k in range(0 if table.layout.piles else 3):
        column, row = table.layout.spot(k)[0], table.layout.spot(3 * k)[1]
        drawn.append(text("abc"[k], column, y - size / 2 - 12, 18, fill=LAND_NUMBER))
        drawn.append(text("123"[k], x - size / 2 - 12, row, 18, fill=LAND_NUMBER))
    cards = [_cell(table, cell) for cell in range(CELLS)]
    if table.phase == OVER:
        return [*drawn, group(*_links(table), *cards, faded=True)]
    return [*drawn, *_links(table), *cards]


def _links(table: Tabletop) -> list[str]:
    """Bands between sheep of a colour side by side; three and more lie on a plate of their colour."""
    drawn: list[str] = []
    spot, size = table.layout.spot, table.layout.card
    for colour in sorted(set(table.shown) - {0}):
        wears = FAMILIES[FAMILY[colour]]
        for cells in groups_in(sum(1 << cell for cell in range(CELLS) if table.shown[cell] == colour)):
            together = [cell for cell in range(CELLS) if cells >> cell & 1]
            pairs = [(cell, other) for cell in together for other in neighbours(cell) if cell < other in together]
            spots, bands = [spot(cell) for cell in together], [(spot(cell), spot(other)) for cell, other in pairs]
            if len(together) >= GROUP:
                plates = [*_plate(spots, bands, wears.shade, size + 17), *_plate(spots, bands, wears.colour, size + 11)]
                drawn.append(group(*plates, id=f"group-{CELL_NAMES[together[0]]}"))
            else:
                drawn += [link(*band, 34, wears.colour, wears.shade) for band in bands]
    return drawn


def _plate(spots: Sequence[Point], bands: Sequence[tuple[Point, Point]], colour: str, size: float) -> list[str]:
    """What a group lies on: a square under each card and the bridges between them."""
    squares = [box(*spot, size, size, 24, colour) for spot in spots]
    return squares + [
        box(
            (x + other) / 2,
            (y + below) / 2,
            *((other - x, size - 30) if y == below else (size - 30, below - y)),
            0,
            colour,
        )
        for (x, y), (other, below) in bands
    ]


def _cell(table: Tabletop, cell: int) -> str:
    """A card of the square with its other side in the corner, if that was seen; or a gap."""
    part, spot, colour, size = f"cell-{CELL_NAMES[cell]}", table.layout.spot(cell), table.shown[cell], table.layout.card
    if not colour:
        return table.tap(part, halo(0, 0, size, size, 21), gap(0, 0, size - 4, size - 4), at=spot)
    back = table.observation.back[cell]
    corner = small_corner(back, size) if table.layout.piles else _corner(back, size)
    return table.tap(part, _face(colour, size), corner, at=spot)


@cache
def _face(colour: int, size: float) -> str:
    return halo(0, 0, size, size, 21) + family_card(FAMILY[colour], 0, 0, size, size)


@cache
def _corner(colour: int, card_size: float) -> str:
    """The other side of a card, peeping out of its corner; a question mark if nobody has seen it."""
    away, size = card_size * 0.335, card_size * 0.27
    if colour:
        return at(away, away, box(0, 0, size + 4, size + 4, 10, PAPER, PAPER_EDGE, 1.2) + chip(colour, size, size))
    return at(away + 7, away + 6, oval(0, 0, 24, 24, PAPER, PAPER_EDGE) + text("?", 0, 0, 18, fill=INK))


# ---------------------------------------------------------------------------------------------- deck and drawn card


def _deck(table: Tabletop) -> str:
    """The deck, as high as it is, with the number of its cards."""
    left, (x, y) = table.observation.left, table.layout.deck
    if not left:
        none = "" if table.layout.piles else text("0", x, y, 26, fill=QUIET_TEXT, weight=800)
        return group(gap(x, y, 88, 88), none, id="deck")
    layers = min(6, 1 + left // 9)
    cards = "".join(card_back(x + 2 * k, y - 4 * k, 88, 88) for k in range(layers))
    x, y = x + 2 * layers, y - 4 * layers
    label = box(x, y + 4, 50, 34, 17, PANEL, PANEL_EDGE, 1.5) + text(str(left), x, y + 4, 22, weight=800)
    return group(cards, "" if table.layout.piles else label, id="deck")


def _drawn(table: Tabletop) -> list[str]:
    """The drawn card: each of its sides can be tapped, to be the one that is shown."""
    number = table.observation.drawn
    if not number:
        return []
    (x, y), size = table.layout.drawn, table.layout.side_size
    drawn = [group(card(0, 0, *table.layout.drawn_size), id="drawn", transform=place(x, y))]
    for (across, down), colour in zip(table.layout.sides, (int(FIRST[number]), int(SECOND[number])), strict=True):
        side = halo(0, 0, *size, 14) + family_card(FAMILY[colour], 0, 0, *size)
        drawn.append(table.tap(f"side-{LETTERS[colour]}", side, at=(x + across, y + down)))
    return drawn


def _end_button(table: Tabletop) -> list[str]:
    """The button with which one stops swapping, and how many swaps one has done."""
    if table.phase != SWAPPING or (table.layout.is_hand and table.turn != table.viewer):
        return []
    (x, y), (width, height) = table.layout.button, table.layout.button_size
    done, most = table.observation.swaps, RULES.most_swaps(table.observation)
    words = _("Swap {nth} of {most}").format(nth=min(done + 1, most), most=most)
    if table.observation.exchanges == 0:
        words = _("{count} swapped").format(count=done)
    font = min(21, 21 * (width + 12) / (0.93 * text_width(words, 21)))
    face = button(table.turn, _("Done"), 0, 0, width, height)
    return [
        text(words, x, y - table.layout.words, font, fill=QUIET_TEXT),
        table.tap("end", halo(0, 0, width, height, height * 0.38), face, at=(x, y)),
    ]


# ---------------------------------------------------------------------------------------------- the sign


def _what_happens(table: Tabletop, names: Sequence[str]) -> str:
    """What is to be done now, as a short sentence."""
    words = {
        GIVING: _("{name} gets a lucky sheep"),
        DEALING: _("{name} gets four cards"),
        LAYING: _("The square is being laid"),
        FLIPPING: _("Three hang together: one is flipped"),
        DRAWING: _("{name} draws a card"),
        SWAPPING: _("{name} swaps cards"),
        PUTTING: _("{name} fills a gap"),
        OVER: _("{name} wins!") if len(table.heroes) == 1 else _("{name} win!"),
    }
    return words[table.phase].format(name=listed([names[seat] for seat in table.heroes]))


def _sign(table: Tabletop) -> str:
    """The sign in the sky: whose turn it is, what is to be done, and the hourglass while it runs."""
    layout, height = table.layout, table.layout.sign_font + 24
    runs = table.phase == SWAPPING and table.observation.seconds > 0
    return draw_sign(
        Sign(layout.sign, layout.sign_room, layout.sign_font, height),
        lambda names: _what_happens(table, names),
        table.names,
        table.heroes,
        behind=1.9 if runs else 0.3,
        thing=(lambda end, y: _hourglass(table, end - height * 0.95, y)) if runs else None,
    )


def _hourglass(table: Tabletop, x: float, y: float) -> str:
    """The hourglass and the seconds it has left."""
    whole = table.observation.seconds
    left = whole if table.time_left is None else max(0.0, min(table.time_left, whole))
    seconds = text(str(round(left)), x + 22, y, 24, weight=800)
    return group(hourglass(left / whole, x - 24, y, 48), seconds, id="hourglass")


# ---------------------------------------------------------------------------------------------- the end


def _winners(table: Tabletop) -> list[str]:
    """The sheep of those who won, on the field."""
    middle, y = table.layout.middle
    apart = min(190, 0.915 * table.layout.field / len(table.heroes))
    size = 260 if len(table.heroes) == 1 else min(170, 1.65 * apart)
    drawn: list[str] = []
    for k, seat in enumerate(table.heroes):
        x = middle + (k - (len(table.heroes) - 1) / 2) * apart
        drawn.append(sheep(seat, x, y, size))
        drawn.append(rosette(1, x - apart * 0.35, y - 70, 84, in_words=not table.layout.piles))
    return drawn
