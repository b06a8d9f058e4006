"""The mats in the picture of Sheep Sheep: every player's cards, lucky sheep and sheep won."""

from __future__ import annotations

from functools import cache
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, card_back, gap, two_sided_card
from sheepfold.drawing.costumes import FAMILIES
from sheepfold.drawing.seats import disc
from sheepfold.drawing.seats import mat as sheet
from sheepfold.drawing.strokes import Point, box, cloud, eyes, oval, shape
from sheepfold.drawing.svg import figure, group, halo, place, shorten, text, text_width
from sheepfold.drawing.tally import TOKEN
from sheepfold.drawing.themes import FACE, FACE_RIM, GLOW, GLOW_EDGE, PANEL, QUIET_TEXT, WOOL, WOOL_EDGE
from sheepfold.drawing.things import rosette
from sheepfold.drawing.wordless import whose
from sheepfold.games.sheepsheep.layout import Mat
from sheepfold.games.sheepsheep.state import CARD_NAMES, COLOURS, FIRST, GIVING, HAND, LETTERS, MATERIAL, OVER, SECOND
from sheepfold.games.sheepsheep.tabletop import Tabletop

FAMILY = ("", *MATERIAL["colours"].values())
ROOMY = 90  # on a card as broad as this there is room for whole sheep


def draw_mat(table: Tabletop, seat: int, corner: Point, mat: Mat) -> str:
    """Name and points, four cards, and what lies under the lucky sheep."""
    left, top = corner
    name_left, name_right, name_height = mat.name
    return group(
        sheet(seat, left + mat.width / 2, top + mat.height / 2, mat.width, mat.height, active=seat in table.heroes),
        *(_card(table, seat, k, (left + mat.cards[0] + mat.pitch * k, top + mat.cards[1]), mat) for k in range(HAND)),
        *(
            [whose(seat, left + name_left, top + name_height, mat.font, active=_acts(table, seat))]
            if table.layout.piles
            else [
                _name(table, seat, left + name_left, left + name_right, top + name_height, mat.font),
                _won(table, seat, (left + mat.won[0], top + mat.won[1]), mat),
            ]
        ),
        _lucky(table, seat, (left + mat.lucky[0], top + mat.lucky[1]), mat),
        id=f"mat-{seat}",
    )


def _acts(table: Tabletop, seat: int) -> bool:
    return table.phase != OVER and seat in table.heroes


def _name(table: Tabletop, seat: int, left: float, right: float, y: float, font: float) -> str:
    """Disc, name and the points one can see; at the end with a rosette."""
    points = str(table.points(seat))
    size = max(48, font * 2)
    medal = rosette(table.places[seat], right - size * 0.36, y + 3, size) if table.phase == OVER else ""
    right -= size * 0.9 if medal else 0
    room = right - left - font * 2.4 - text_width(points, font * 1.35)
    name = shorten(table.names[seat], room, font)
    you = f"({_('you')})" if seat == table.viewer else ""
    if text_width(name, font) + text_width(you, font * 0.8) > room:
        you = ""  # who reads a short name of theirs knows it
    beside = left + font * 2.3 + text_width(name, font)
    return (
        disc(seat, left + font * 0.8, y, font * 1.7)
        + text(name, left + font * 2, y, font, anchor="start")
        + (text(you, beside, y, font * 0.78, fill=QUIET_TEXT, anchor="start") if you else "")
        + text(points, right, y, font * 1.35, anchor="end", weight=800)
        + medal
    )


# ---------------------------------------------------------------------------------------------- cards


def _card(table: Tabletop, seat: int, k: int, at: Point, mat: Mat) -> str:
    """A card of a player; the one in front may put theirs."""
    number, (width, height), name = table.observation.hand[seat, k], mat.card, f"hand-{seat}-{k + 1}"
    if not number:
        return group(gap(0, 0, width - 5, height - 5), transform=place(*at))
    if seat == table.front:
        return table.tap(f"card-{seat}-{CARD_NAMES[number]}", _own_card(number, width, height), id=name, at=at)
    return group(_small_card(number, width, height), id=name, transform=place(*at))


@cache
def _own_card(number: int, width: float, height: float) -> str:
    """A card one may put: both its sides, and what glows behind them."""
    names = FAMILY[int(FIRST[number])], FAMILY[int(SECOND[number])]
    return halo(0, 0, width, height, 16) + two_sided_card(*names, 0, 0, width, height)


@cache
def _small_card(number: int, width: float, height: float) -> str:
    """A card of another player: heads on both its sides, one above the other where it is narrow."""
    one, other = int(FIRST[number]), int(SECOND[number])
    if width >= ROOMY:
        return two_sided_card(FAMILY[one], FAMILY[other], 0, 0, width, height)
    if width < height:
        away, size = height * 0.2333, (width * 0.88, height * 0.44)
        return card(0, 0, width, height, at(0, -away, chip(one, *size)), at(0, away, chip(other, *size)))
    away, size = width * 0.2333, (width * 0.44, height * 0.88)
    return card(0, 0, width, height, at(-away, 0, chip(one, *size)), at(away, 0, chip(other, *size)))


@cache
def chip(colour: int, width: float, height: float) -> str:
    """A small side of a card: a head on the family's colour."""
    wears = FAMILIES[FAMILY[colour]]
    short = min(width, height)
    return box(0, 0, width, height, short * 0.22, wears.tint, wears.colour, short * 0.08) + head(colour, short * 0.92)


@cache
def head(colour: int, size: float) -> str:
    """A sheep of a family, small and simple: a head with its hat."""
    wool = shape(cloud(37, 31, 7, y=1), WOOL, WOOL_EDGE)
    face = oval(0, 5, 19, 21, FACE, FACE_RIM, 0.8) + eyes(3.1, (-4, 3), (4, 3))
    return figure(0, size * 0.06, size, wool, face, FAMILIES[FAMILY[colour]].hat)


def at(x: float, y: float, drawn: str) -> str:
    """What is drawn around 0, 0, put in its place."""
    return f'<g transform="{place(x, y)}">{drawn}</g>'


# ---------------------------------------------------------------------------------------------- lucky sheep, sheep won


def _lucky(table: Tabletop, seat: int, spot: Point, mat: Mat) -> str:
    """The lucky sheep, on the cards that were won; face down for those who may not know it."""
    colour, won, (width, height) = table.lucky(seat), sum(table.observation.won[seat]), mat.lucky_size
    under = [card(7 - 2.5 * k, 5 - 2 * k, width, height) for k in range(min(3, (won + 2) // 3))]
    if colour:
        face = card(0, 0, width, height) + at(0, 0, chip(colour, width * 0.86, height * 0.9))
    elif table.phase == GIVING and seat >= table.turn:
        face = gap(0, 0, width - 4, height - 4)
    else:
        face = card_back(0, 0, width, height)
    return group(*under, face, id=f"lucky-{seat}", transform=place(*spot))


def counted(observation: Any, seat: int) -> list[list[str]]:
    """The sheep a player has won, heap by heap, those of the lucky colour first and framed."""
    lucky = observation.revealed[seat]
    frame = box(0, 0, TOKEN + 2, TOKEN + 4, 8, GLOW, GLOW_EDGE, 2)
    return [
        [(frame if colour == lucky else "") + chip(colour, TOKEN * 0.84, TOKEN * 0.96)] * observation.won[seat][colour]
        for colour in sorted(range(1, COLOURS + 1), key=lambda colour: colour != lucky)
    ]


def _won(table: Tabletop, seat: int, corner: Point, mat: Mat) -> str:
    """The sheep won, family by family, each with how many; those of one's lucky colour are framed."""
    lucky, won = table.lucky(seat), list(table.observation.won[seat])
    size, font = mat.won_size, max(18, mat.won_size * 0.5)
    apart, across, row, drawn = mat.won_room / mat.won_in_a_row, 0.0, 0, list[str]()
    for colour in (colour for colour in range(1, COLOURS + 1) if won[colour]):
        step = max(apart, size * 0.88 + text_width(str(won[colour]), font))  # ten and more take more room
        if across + step > mat.won_room + 1:
            across, row = 0.0, row + 1
        x, y = corner[0] + across + size / 2, corner[1] + (row + 0.5) * size * 1.04
        across += step
        frame = box(0, 0, size * 0.8 + 5, size * 0.92 + 5, size * 0.24, PANEL, QUIET_TEXT, 2)
        side = (frame if colour == lucky else "") + chip(colour, size * 0.76, size * 0.88)
        count = text(str(won[colour]), size * 0.5, 0, font, anchor="start", weight=800)
        drawn.append(group(side, count, id=f"won-{seat}-{LETTERS[colour]}", transform=place(x, y)))
    return "".join(drawn)
