"""Sheep Sheep as a picture: nine cards on a field, your own in front of you, the others' beside them.

A card in the square shows a sheep; in its corner peeps the one on its other side, if everybody has seen it. Sheep of a
colour side by side are linked, and from three on they shine. The one whose eyes we look through sits in front: the
viewer, or for those who only watch, the player whose turn it is.

Ids: `cell-<cell>` for a card in the square or a gap, `hand-<seat>-<n>`, `lucky-<seat>`, `won-<seat>-<colour>`,
`mat-<seat>`, `deck`, `drawn`, `sign`. Parts are those of the notation; equal cards of a player share theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, card_back, family_card, gap, link, two_sided_card
from sheepfold.drawing.costumes import FAMILIES
from sheepfold.drawing.dice import hourglass
from sheepfold.drawing.land import meadow, tuft
from sheepfold.drawing.seats import button, disc, mat
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, cloud, eyes, oval, shape, soft
from sheepfold.drawing.svg import Theme, document, figure, group, halo, place, shorten, text, text_width
from sheepfold.drawing.themes import (
    FACE,
    FACE_RIM,
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
    WOOL,
    WOOL_EDGE,
)
from sheepfold.drawing.things import rosette
from sheepfold.games.sheepsheep import notation, rules
from sheepfold.games.sheepsheep.state import (
    CARD_NAMES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    DEALING,
    DRAWING,
    FIRST,
    FLIPPING,
    GIVING,
    GROUP,
    HAND,
    LAYING,
    LETTERS,
    MATERIAL,
    OVER,
    PUTTING,
    SECOND,
    SWAPPING,
    groups_in,
    neighbours,
)

WIDTH, HEIGHT = 1200, 750
FAMILY = ("", *MATERIAL["colours"].values())

# The square in the middle.
MIDDLE: Point = (600, 311)
CARD, PITCH = 132, 151
FIELD_SIZE = 3 * PITCH + 6

# The mats: one in front, the others beside the square; and at the right the deck and what is drawn from it.
FRONT_MAT = (12, 558, 1176, 180)
OWN_CARD = 186, 146
SIDE_WIDTH, SIDE_HEIGHT = 338, 214
LEFT, RIGHT, UPPER, LOWER = 12, WIDTH - 12 - SIDE_WIDTH, 84, 316
SEATED: dict[int, tuple[Point, ...]] = {
    2: ((LEFT, 200),),
    3: ((LEFT, 200), (RIGHT, UPPER)),
    4: ((LEFT, LOWER), (LEFT, UPPER), (RIGHT, UPPER)),
}
"""Where the mats of the others lie, clockwise from the one in front."""

DECK: Point = (904, 430)
DRAWN: Point = (1074, 430)
BUTTON: Point = (1074, 470)

RULES: Any = rules  # functions on records: nothing in them has a type
NOTATION: Any = notation


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
    time_left: float | None = None,
) -> str:
    """The position as SVG, as a seat may see it. What is `legal` glows, what is `chosen` lifts.

    `time_left` is what the hourglass has left, in seconds; without it, a running one is drawn full.
    """
    table = Table(observation, tuple(names), seat, legal, chosen, time_left)
    return document(
        WIDTH,
        HEIGHT,
        meadow(WIDTH, HEIGHT, 0.1),
        tuft(1010, 190, 44) if table.players == 2 else "",
        _sign(table),
        *_square(table),
        _deck(table),
        *_drawn(table),
        *(_winners(table) if table.phase == OVER else ()),
        _front_mat(table),
        *(_side_mat(table, player, at) for player, at in table.others),
        *_end_button(table),
        title=f"{_('Sheep Sheep')}: {_what_happens(table, table.names)}",
        desc=NOTATION.diagram(observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


@dataclass(frozen=True)
class Table:
    """What is drawn, as plain numbers, and who sits where."""

    observation: Any
    names: tuple[str, ...]
    viewer: int | None
    legal: Collection[str]
    chosen: Collection[str]
    time_left: float | None

    @cached_property
    def players(self) -> int:
        return self.observation.players

    @cached_property
    def phase(self) -> int:
        return self.observation.phase

    @cached_property
    def turn(self) -> int:
        return self.observation.turn

    @cached_property
    def front(self) -> int:
        """Who sits in front."""
        return self.turn if self.viewer is None else self.viewer

    @cached_property
    def others(self) -> list[tuple[int, Point]]:
        """The others, each with the upper left corner of the mat."""
        around = [(self.front + step) % self.players for step in range(1, self.players)]
        return list(zip(around, SEATED[self.players], strict=True))

    @cached_property
    def shown(self) -> list[int]:
        return list(self.observation.shown)

    def lucky(self, seat: int) -> int:
        """A lucky colour as far as it is known, else 0."""
        return self.observation.lucky[seat] or self.observation.revealed[seat]

    def points(self, seat: int) -> int:
        """The points one can see: those of a lucky colour only count where it is known."""
        won = list(self.observation.won[seat])
        return sum(won) + (self.observation.lucky_points - 1) * won[self.lucky(seat)]

    @cached_property
    def places(self) -> list[int]:
        """The place of each seat, as things stand."""
        places = [0] * self.players
        RULES.places(self.observation, places)
        return places

    @cached_property
    def heroes(self) -> list[int]:
        """Whom the picture is about: whose turn it is, nobody while the square is laid, at the end the winners."""
        if self.phase == OVER:
            return [seat for seat in range(self.players) if self.places[seat] == 1]
        return [] if self.phase in (LAYING, FLIPPING) else [self.turn]

    def tap(self, part: str, *body: str, id: str = "", at: Point = (0, 0)) -> str:  # noqa: A002 (the attribute's name)
        """A thing that can be tapped, drawn around 0, 0."""
        glows, lifts = part in self.legal, part in self.chosen
        return group(*body, id=id or part, part=part, transform=place(*at), legal=glows, chosen=lifts)


# ---------------------------------------------------------------------------------------------- sheep on cards


@cache
def _head(colour: int, size: float) -> str:
    """A sheep of a family, small and simple: a head with its hat."""
    wool = shape(cloud(37, 31, 7, y=1), WOOL, WOOL_EDGE)
    face = oval(0, 5, 19, 21, FACE, FACE_RIM, 0.8) + eyes(3.1, (-4, 3), (4, 3))
    return figure(0, size * 0.06, size, wool, face, FAMILIES[FAMILY[colour]].hat)


@cache
def _chip(colour: int, width: float, height: float) -> str:
    """A small side of a card: a head on the family's colour."""
    wears = FAMILIES[FAMILY[colour]]
    short = min(width, height)
    return box(0, 0, width, height, short * 0.22, wears.tint, wears.colour, short * 0.08) + _head(colour, short * 0.92)


def _at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="{place(x, y)}">{drawn}</g>'


@cache
def _small_card(number: int) -> str:
    """A card of another player: both its sides, small."""
    sides = ((-17.5, int(FIRST[number])), (17.5, int(SECOND[number])))
    return card(0, 0, 75, 58, *(_at(x, 0, _chip(colour, 33, 51)) for x, colour in sides))


@cache
def _own_card(number: int) -> str:
    """A card one may put: both its sides, and what glows behind them."""
    names = FAMILY[int(FIRST[number])], FAMILY[int(SECOND[number])]
    return halo(0, 0, *OWN_CARD, 16) + two_sided_card(*names, 0, 0, *OWN_CARD)


# ---------------------------------------------------------------------------------------------- the square


def _spot(cell: int) -> Point:
    row, column = divmod(cell, 3)
    return MIDDLE[0] + (column - 1) * PITCH, MIDDLE[1] + (row - 1) * PITCH


def _square(table: Table) -> list[str]:
    """The field with its coordinates, what hangs together, and the cards."""
    x, y = MIDDLE
    drawn = [
        soft(box(x, y + 5, FIELD_SIZE, FIELD_SIZE, 30, SHADOW)),
        box(x, y, FIELD_SIZE, FIELD_SIZE, 30, FIELD, FIELD_EDGE, 3),
    ]
    for k in range(3):
        column, row = _spot(k)[0], _spot(3 * k)[1]
        drawn.append(text("abc"[k], column, y - FIELD_SIZE / 2 - 12, 17, fill=LAND_NUMBER))
        drawn.append(text("123"[k], x - FIELD_SIZE / 2 - 12, row, 17, fill=LAND_NUMBER))
    cards = [_cell(table, cell) for cell in range(CELLS)]
    if table.phase == OVER:
        return [*drawn, group(*_links(table), *cards, faded=True)]
    return [*drawn, *_links(table), *cards]


def _links(table: Table) -> list[str]:
    """Bands between sheep of a colour side by side; three and more lie on a plate of their colour."""
    drawn: list[str] = []
    for colour in sorted(set(table.shown) - {0}):
        wears = FAMILIES[FAMILY[colour]]
        for cells in groups_in(sum(1 << cell for cell in range(CELLS) if table.shown[cell] == colour)):
            together = [cell for cell in range(CELLS) if cells >> cell & 1]
            pairs = [(cell, other) for cell in together for other in neighbours(cell) if cell < other in together]
            bands = [(_spot(cell), _spot(other)) for cell, other in pairs]
            if len(together) >= GROUP:
                drawn += _plate([_spot(cell) for cell in together], bands, wears.shade, CARD + 17)
                drawn += _plate([_spot(cell) for cell in together], bands, wears.colour, CARD + 11)
            else:
                drawn += [link(*band, 34, wears.colour, wears.shade) for band in bands]
    return drawn


def _plate(spots: Sequence[Point], bands: Sequence[tuple[Point, Point]], colour: str, size: float) -> list[str]:
    """What a group lies on: a square under each card and the bridges between them."""
    squares = [box(*spot, size, size, 24, colour) for spot in spots]
    return squares + [
        box((x + other) / 2, (y + below) / 2, *((PITCH, size - 30) if y == below else (size - 30, PITCH)), 0, colour)
        for (x, y), (other, below) in bands
    ]


def _cell(table: Table, cell: int) -> str:
    """A card of the square with its other side in the corner, if that was seen; or a gap."""
    part, at, colour = f"cell-{CELL_NAMES[cell]}", _spot(cell), table.shown[cell]
    if not colour:
        return table.tap(part, halo(0, 0, CARD, CARD, 21), gap(0, 0, CARD - 4, CARD - 4), at=at)
    return table.tap(part, _face(colour), _corner(table.observation.back[cell]), at=at)


@cache
def _face(colour: int) -> str:
    return halo(0, 0, CARD, CARD, 21) + family_card(FAMILY[colour], 0, 0, CARD, CARD)


@cache
def _corner(colour: int) -> str:
    """The other side of a card, peeping out of its corner; a question mark if nobody has seen it."""
    x, y, size = CARD * 0.335, CARD * 0.335, CARD * 0.27
    if colour:
        return _at(x, y, box(0, 0, size + 4, size + 4, 10, PAPER, PAPER_EDGE, 1.2) + _chip(colour, size, size))
    return _at(x + 7, y + 6, oval(0, 0, 24, 24, PAPER, PAPER_EDGE) + text("?", 0, 0, 17, fill=INK))


# ---------------------------------------------------------------------------------------------- deck and drawn card


def _deck(table: Table) -> str:
    """The deck, as high as it is, with the number of its cards."""
    left = table.observation.left
    if not left:
        return group(gap(*DECK, 88, 88), text("0", *DECK, 26, fill=QUIET_TEXT, weight=800), id="deck")
    layers = min(6, 1 + left // 9)
    cards = "".join(card_back(DECK[0] + 2 * k, DECK[1] - 4 * k, 88, 88) for k in range(layers))
    x, y = DECK[0] + 2 * layers, DECK[1] - 4 * layers
    label = box(x, y + 4, 50, 34, 17, PANEL, PANEL_EDGE, 1.5) + text(str(left), x, y + 4, 22, weight=800)
    return group(cards, label, id="deck")


def _drawn(table: Table) -> list[str]:
    """The drawn card: each of its sides can be tapped, to be the one that is shown."""
    number = table.observation.drawn
    if not number:
        return []
    x, y = DRAWN
    drawn = [group(card(0, 0, 218, 122), id="drawn", transform=place(x, y))]
    for across, colour in ((-52, int(FIRST[number])), (52, int(SECOND[number]))):
        side = halo(0, 0, 98, 104, 14) + family_card(FAMILY[colour], 0, 0, 98, 104)
        drawn.append(table.tap(f"side-{LETTERS[colour]}", side, at=(x + across, y)))
    return drawn


def _end_button(table: Table) -> list[str]:
    """The button with which one stops swapping, and how many swaps one has done."""
    if table.phase != SWAPPING:
        return []
    x, y = BUTTON
    done, most = table.observation.swaps, RULES.most_swaps(table.observation)
    words = _("Swap {nth} of {most}").format(nth=min(done + 1, most), most=most)
    if table.observation.exchanges == 0:
        words = _("{count} swapped").format(count=done)
    face = button(table.turn, _("Done"), 0, 0, 170, 60)
    return [text(words, x, y - 54, 21, fill=QUIET_TEXT), table.tap("end", halo(0, 0, 170, 60, 23), face, at=(x, y))]


# ---------------------------------------------------------------------------------------------- the sign


def _what_happens(table: Table, names: Sequence[str]) -> str:
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


def _sign(table: Table) -> str:
    """The sign in the sky: whose turn it is, what is to be done, and the hourglass while it runs."""
    font, height, x, y = 26, 50, WIDTH / 2, 30
    sentence = _what_happens(table, [shorten(name, 300, font) for name in table.names])
    discs = table.heroes if len(table.heroes) == 1 else []
    runs = table.phase == SWAPPING and table.observation.seconds > 0
    before, words, behind = height * (1 if discs else 0.3), text_width(sentence, font), height * (1.9 if runs else 0.3)
    width = before + words + behind
    left = x - width / 2
    return group(
        soft(box(x, y + 3, width, height, height / 2, SHADOW)),
        box(x, y, width, height, height / 2, PANEL, PANEL_EDGE, 1.5),
        *(disc(seat, left + height / 2, y, height * 0.8) for seat in discs),
        text(sentence, left + before + words / 2, y, font),
        _hourglass(table, left + width - height * 0.95, y) if runs else "",
        id="sign",
    )


def _hourglass(table: Table, x: float, y: float) -> str:
    """The hourglass and the seconds it has left."""
    whole = table.observation.seconds
    left = whole if table.time_left is None else max(0.0, min(table.time_left, whole))
    seconds = text(str(round(left)), x + 22, y, 24, weight=800)
    return group(hourglass(left / whole, x - 24, y, 48), seconds, id="hourglass")


# ---------------------------------------------------------------------------------------------- mats


def _front_mat(table: Table) -> str:
    """In front: name and points, four cards to put, and what lies under the lucky sheep."""
    seat = table.front
    left, top, width, height = FRONT_MAT
    return group(
        mat(seat, left + width / 2, top + height / 2, width, height, active=seat in table.heroes),
        *(_own(table, seat, k, (left + 122 + 198 * k, top + height / 2)) for k in range(HAND)),
        _name(table, seat, left + 832, left + width - 16, top + 30, 25),
        _lucky(table, seat, left + 876, top + 114, 84, 106),
        _won(table, seat, (left + 936, top + 58), 39, 3),
        id=f"mat-{seat}",
    )


def _own(table: Table, seat: int, k: int, at: Point) -> str:
    number = table.observation.hand[seat, k]
    if not number:
        return _at(*at, gap(0, 0, OWN_CARD[0] - 6, OWN_CARD[1] - 6))
    part = f"card-{seat}-{CARD_NAMES[number]}"
    return table.tap(part, _own_card(number), id=f"hand-{seat}-{k + 1}", at=at)


def _side_mat(table: Table, seat: int, corner: Point) -> str:
    """Beside the square: another player's name, cards, lucky sheep and won sheep, smaller."""
    left, top = corner
    right = left + SIDE_WIDTH
    middle = left + SIDE_WIDTH / 2, top + SIDE_HEIGHT / 2
    return group(
        mat(seat, *middle, SIDE_WIDTH, SIDE_HEIGHT, active=seat in table.heroes),
        _name(table, seat, left + 20, right - 12, top + 28, 22),
        *(_other_card(table, seat, k, (left + 58 + 79 * k, top + 86)) for k in range(HAND)),
        _lucky(table, seat, left + 52, top + 165, 60, 76),
        _won(table, seat, (left + 92, top + 125), 40, 4),
        id=f"mat-{seat}",
    )


def _other_card(table: Table, seat: int, k: int, at: Point) -> str:
    number = table.observation.hand[seat, k]
    drawn = _small_card(number) if number else gap(0, 0, 71, 54)
    return group(drawn, id=f"hand-{seat}-{k + 1}", transform=place(*at))


def _name(table: Table, seat: int, left: float, right: float, y: float, font: float) -> str:
    """Disc, name and the points one can see; at the end with a rosette."""
    points = str(table.points(seat))
    medal = rosette(table.places[seat], right - font * 0.7, y + 3, font * 2) if table.phase == OVER else ""
    right -= font * 1.9 if medal else 0
    room = right - left - font * 2.4 - text_width(points, font * 1.35)
    name = shorten(table.names[seat], room, font)
    you = f"({_('you')})" if seat == table.viewer else ""
    if text_width(name, font) + text_width(you, font * 0.8) > room:
        you = ""  # who reads a short name of theirs knows it
    beside = left + font * 2.25 + text_width(name, font) * 0.93
    return (
        disc(seat, left + font * 0.8, y, font * 1.7)
        + text(name, left + font * 2, y, font, anchor="start")
        + (text(you, beside, y, font * 0.78, fill=QUIET_TEXT, anchor="start") if you else "")
        + text(points, right, y, font * 1.35, anchor="end", weight=800)
        + medal
    )


def _lucky(table: Table, seat: int, x: float, y: float, width: float, height: float) -> str:
    """The lucky sheep, on the cards that were won; face down for those who may not know it."""
    colour, won = table.lucky(seat), sum(table.observation.won[seat])
    under = [card(7 - 2.5 * k, 5 - 2 * k, width, height) for k in range(min(3, (won + 2) // 3))]
    if colour:
        face = card(0, 0, width, height) + _at(0, 0, _chip(colour, width * 0.86, height * 0.9))
    elif table.phase == GIVING and seat >= table.turn:
        face = gap(0, 0, width - 4, height - 4)
    else:
        face = card_back(0, 0, width, height)
    return group(*under, face, id=f"lucky-{seat}", transform=place(x, y))


def _won(table: Table, seat: int, corner: Point, size: float, in_a_row: int) -> str:
    """The sheep won, family by family, each with how many; those of one's lucky colour are framed."""
    lucky, won = table.lucky(seat), list(table.observation.won[seat])
    apart, drawn = 240 / in_a_row, list[str]()
    for k, colour in enumerate(colour for colour in range(1, COLOURS + 1) if won[colour]):
        x, y = corner[0] + apart * (k % in_a_row) + size / 2, corner[1] + (k // in_a_row + 0.5) * size * 1.04
        frame = box(0, 0, size * 0.8 + 5, size * 0.92 + 5, size * 0.24, PANEL, QUIET_TEXT, 2)
        chip = (frame if colour == lucky else "") + _chip(colour, size * 0.76, size * 0.88)
        count = text(str(won[colour]), size * 0.5, 0, size * 0.5, anchor="start", weight=800)
        drawn.append(group(chip, count, id=f"won-{seat}-{LETTERS[colour]}", transform=place(x, y)))
    return "".join(drawn)


def _winners(table: Table) -> list[str]:
    """The sheep of those who won, on the field."""
    apart = min(190, 420 / len(table.heroes))
    drawn: list[str] = []
    for k, seat in enumerate(table.heroes):
        x = MIDDLE[0] + (k - (len(table.heroes) - 1) / 2) * apart
        drawn.append(sheep(seat, x, MIDDLE[1], 260 if len(table.heroes) == 1 else 170))
        drawn.append(rosette(1, x - apart * 0.35, MIDDLE[1] - 70, 84))
    return drawn
