"""All Nines as a picture: a way that winds up the meadow to a hut, and a mat for every player.

The places of the way are counted from home. What is left of the track lies on the first of them without holes, so a
taken tile makes those behind it move up, the start among them, while all that lies ahead stays where it is. Where the
track has been, grass grows.

Ids: `tile-<space>`, `start`, `home`, `pawn-<seat>-<i>`, and for what a player has `front-`, `nine-` and
`aside-<seat>-<value>-<n>` and `animal-<seat>-<n>`: the nth of its kind. Parts are those of the notation.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import animal_tile, cactus_tile, card_back, gap, number_tile
from sheepfold.drawing.dice import die, pip_die
from sheepfold.drawing.land import cactus, meadow, old_way, tuft, way
from sheepfold.drawing.seats import badge, button, disc, mat, pawn
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, soft
from sheepfold.drawing.svg import Theme, document, group, halo, place, shorten, text, text_width
from sheepfold.drawing.themes import PANEL, PANEL_EDGE, QUIET_TEXT, SHADOW
from sheepfold.drawing.things import home as hut
from sheepfold.drawing.things import rosette
from sheepfold.games.nines import notation, rules
from sheepfold.games.nines.state import (
    ANIMAL,
    DEALING,
    FRONT,
    LAYING,
    MOVING,
    NINING,
    OVER,
    PAWNS_EACH,
    ROLLING,
    SETTING_ASIDE,
    STRETCH,
    TAKING,
)

WIDTH, HEIGHT = 1200, 750

# The way, from home at the upper left: four rows of places, and one more place in each bend.
TILE, PITCH, ROW = 72, 86, 107
COLUMNS = [127 + PITCH * column for column in range(12)]
BEND = 76
TOP = 142
HUT = (90, 114)
SEGMENT_WIDTH = 88
PODIUM = TOP + 1.5 * ROW

# The mats, in a row below the way.
MAT_TOP, MAT_HEIGHT, MAT_GAP, WIDEST_MAT = 540, 200, 12, 400
LARGEST_FRONT, SIDE_TILE = 58, 32

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
) -> str:
    """The position as SVG, for a seat or for everybody (all is open). What is `legal` glows, what is `chosen` lifts."""
    table = Table(observation, tuple(names), seat, legal, chosen)
    return document(
        WIDTH,
        HEIGHT,
        meadow(WIDTH, HEIGHT, 0.125),
        _sign(table),
        *_land(table),
        *_track(table),
        *_pawns(table),
        *(_podium(table) if table.phase == OVER else ()),
        *(_mat(table, player) for player in range(table.players)),
        *_buttons(table),
        title=f"{_('All Nines')}: {_what_happens(table, table.names)}",
        desc=NOTATION.diagram(observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


@dataclass(frozen=True)
class Table:
    """What is drawn, as plain numbers, and where on the way everything lies."""

    observation: Any
    names: tuple[str, ...]
    viewer: int | None
    legal: Collection[str]
    chosen: Collection[str]

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
    def track(self) -> list[int]:
        return list(self.observation.track)

    @cached_property
    def length(self) -> int:
        """How many spaces the track had when it was laid."""
        return STRETCH * self.observation.segments

    @cached_property
    def home(self) -> int:
        return RULES.home(self.observation)

    @cached_property
    def pawns(self) -> dict[int, list[tuple[int, int]]]:
        """The pawns on each space, as seat and number (from 0)."""
        standing: dict[int, list[tuple[int, int]]] = {}
        for seat in range(self.players):
            for i in range(PAWNS_EACH[self.players]):
                standing.setdefault(self.observation.pawn[seat, i], []).append((seat, i))
        return standing

    @cached_property
    def spaces(self) -> list[int]:
        """The spaces of the track that are left, or to be laid, from home to the start."""
        laying = self.phase <= LAYING
        return [space for space in range(self.length, 0, -1) if laying or self.track[space]]

    @cached_property
    def spots(self) -> dict[int, int]:
        """On which place of the way each of them lies."""
        return {space: k + 1 for k, space in enumerate(self.spaces)}

    @cached_property
    def start(self) -> Point:
        """The start is broader than a tile: it takes two places."""
        (x, y), (further, below) = WAY[len(self.spaces) + 1], WAY[len(self.spaces) + 2]
        return (x + further) / 2, (y + below) / 2

    @cached_property
    def places(self) -> list[int]:
        """The place of each seat, as things stand."""
        places = [0] * self.players
        RULES.places(self.observation, places)
        return places

    @cached_property
    def heroes(self) -> list[int]:
        """Whom the picture is about: whose turn it is, nobody while the track is laid, at the end the winners."""
        if self.phase == OVER:
            return [seat for seat in range(self.players) if self.places[seat] == 1]
        return [] if self.phase == LAYING else [self.turn]

    def tap(self, part: str, *body: str, id: str = "", at: Point = (0, 0), turn: float = 0) -> str:  # noqa: A002 (SVG)
        """A thing that can be tapped, drawn around 0, 0."""
        glows, lifts = part in self.legal, part in self.chosen
        transform = place(*at, turn=turn)
        return group(*body, id=id or part, part=part, transform=transform, legal=glows, chosen=lifts)


def _places() -> list[Point]:
    """Home, then the places of the way down to the start; the rows are not quite straight."""
    places: list[Point] = [(HUT[0], TOP)]
    rows = (COLUMNS[1:], COLUMNS[::-1], COLUMNS, COLUMNS[::-1])
    for row, columns in enumerate(rows):
        if row:
            side = COLUMNS[-1] + BEND if row % 2 else COLUMNS[0] - BEND
            places.append((side, TOP + ROW * (row - 0.5)))
        places += [(x, TOP + ROW * row + 6 * math.sin(x / 90 + 2 * row)) for x in columns]
    return places


WAY = _places()


def _line(first: int, last: int) -> list[Point]:
    """The line of the way from one place to another, well rounded in the bends."""
    line = [WAY[first]]
    for here, there in pairwise(WAY[first : last + 1]):
        if abs(there[1] - here[1]) > ROW / 4:
            # One of the two lies in a bend: between them the line follows a circle.
            (x, y), (bend, middle) = sorted((here, there), key=lambda spot: abs(spot[0] - WIDTH / 2))
            line.append((bend - math.copysign(0.29 * ROW / 2, bend - x), middle + 0.71 * (y - middle)))
        line.append(there)
    return line


# ---------------------------------------------------------------------------------------------- the way


def _land(table: Table) -> list[str]:
    """Where the way is and was, what lives where it was, and the ground of each segment."""
    drawn = [old_way(_line(0, table.length + 2), 64)]
    drawn += [_on_the_grass(table, k) for k in range(len(table.spaces) + 3, table.length + 2)]
    for segment in range(1, table.observation.segments + 1):
        first = RULES.cactus_space(segment)
        ground = [table.spots[space] for space in range(first + 1, first + STRETCH) if space in table.spots]
        if ground and (table.phase > LAYING or table.observation.laid > first):
            drawn.append(way(_line(ground[-1], ground[0]), SEGMENT_WIDTH, clay=segment % 2 == 0))
    return drawn


def _on_the_grass(table: Table, k: int) -> str:
    """What is found on a place that the track has left: here and there grass, more rarely a sheep."""
    x, y = WAY[k][0] + 20 * math.sin(5 * k), WAY[k][1] + 9 * math.sin(3 * k)
    if table.phase == OVER and abs(y - PODIUM) < 1.3 * ROW:
        return ""
    if k % 11 == 8:
        return sheep(None, x, y, 62, flip=k % 2 == 0)
    return tuft(x, y, 34 + k % 4 * 4) if k % 3 == 0 else ""


def _track(table: Table) -> list[str]:
    """Home, the start as long as somebody waits there, and the tiles."""
    home = table.tap(f"space-{table.home}", halo(0, 4, 132, 118, 30), hut(0, 0, 140), id="home", at=HUT)
    tiles = [_tile(table, space) for space in reversed(table.spaces) if table.track[space]]
    return [home, _start(table) if 0 in table.pawns else "", *tiles]


def _start(table: Table) -> str:
    plot = way([(-42, 0), (42, 0)], SEGMENT_WIDTH)
    return table.tap("space-0", halo(0, 0, 172, 92, 34), plot, text(_("Start"), 0, 34, 20), id="start", at=table.start)


def _tile(table: Table, space: int) -> str:
    """A tile as a child's hand has laid it: not quite straight."""
    value = table.track[space]
    face = _cactus_face(value) if space % STRETCH == 1 else _face(value, TILE)
    tilt = (space * 37 % 7 - 3) * 1.1
    return table.tap(f"space-{space}", face, id=f"tile-{space}", at=WAY[table.spots[space]], turn=tilt)


@cache
def _face(value: int, size: float) -> str:
    """A tile, with what glows behind it."""
    return halo(0, 0, size, size, size / 6) + (
        animal_tile(0, 0, size) if value == ANIMAL else number_tile(value, 0, 0, size)
    )


@cache
def _cactus_face(value: int) -> str:
    return halo(0, 0, TILE, TILE, 12) + cactus_tile(value, 0, 0, TILE + 4)


@cache
def _pawn(seat: int, size: float) -> str:
    return halo(0, 0, size * 0.72, size, size * 0.3) + pawn(seat, 0, 0, size)


# ---------------------------------------------------------------------------------------------- pawns


def _pawns(table: Table) -> list[str]:
    """All pawns, those further up first, so that the ones in front stand before them."""
    standing: list[tuple[float, str]] = []
    for space, crowd in table.pawns.items():
        for (seat, i), (x, y), size in _in_a_crowd(table, space, crowd):
            standing.append((y, table.tap(f"pawn-{seat}-{i + 1}", _pawn(seat, size), at=(x, y))))
    return [drawn for _y, drawn in sorted(standing)]


def _in_a_crowd(
    table: Table, space: int, crowd: Sequence[tuple[int, int]]
) -> Iterable[tuple[tuple[int, int], Point, float]]:
    """The pawns on a space, each with its place and size."""
    if space in (0, table.home):
        each = PAWNS_EACH[table.players]
        (x, y), size = (table.start, 46) if space == 0 else ((HUT[0], HUT[1] + 70), 44)
        for seat, i in crowd:
            nth = seat * each + i
            yield (seat, i), (x + 15 * (nth - (each * table.players - 1) / 2), y - 6 - nth % 2 * 28), size
        return
    x, y = WAY[table.spots[space]]
    in_a_row = len(crowd) <= 3
    size = (52, 48, 42)[len(crowd) - 1] if in_a_row else 40
    apart = min(size * 0.76, 74 / len(crowd)) if in_a_row else min(14, 100 / len(crowd))
    for k, who in enumerate(crowd):
        foot = y - TILE * 0.32 - (0 if in_a_row else k % 2 * size * 0.55)
        yield who, (x + (k - (len(crowd) - 1) / 2) * apart, foot - size * 0.45), size


# ---------------------------------------------------------------------------------------------- the sign


def _what_happens(table: Table, names: Sequence[str]) -> str:
    """What is to be done now, as a short sentence."""
    words = {
        DEALING: _("{name} gets a first number"),
        LAYING: _("The track is being laid"),
        ROLLING: _("{name} rolls the die"),
        MOVING: _("{name} moves a pawn"),
        TAKING: _("{name} takes a tile"),
        NINING: _("{name} has a nine!"),
        SETTING_ASIDE: _("{name} puts a number aside"),
        OVER: _("{name} wins!") if len(table.heroes) == 1 else _("{name} win!"),
    }
    return words[table.phase].format(name=listed([names[seat] for seat in table.heroes]))


def _sign(table: Table) -> str:
    """The sign in the sky: whose turn it is, what is to be done, and the die."""
    font, height, x, y = 27, 54, 660, 36
    sentence = _what_happens(table, [shorten(name, 300, font) for name in table.names])
    discs = table.heroes if len(table.heroes) == 1 else []
    before, words = height * (1 if discs else 0.3), text_width(sentence, font)
    behind = height * (0.3 if table.phase == OVER else 1.4)
    width = before + words + behind
    left = x - width / 2
    return group(
        soft(box(x, y + 3, width, height, height / 2, SHADOW)),
        box(x, y, width, height, height / 2, PANEL, PANEL_EDGE, 1.5),
        *(disc(seat, left + height / 2, y, height * 0.8) for seat in discs),
        text(sentence, left + before + words / 2, y, font),
        "" if table.phase == OVER else _die(table, left + width - height * 0.7, y + 2, height * 1.14),
        id="sign",
    )


def _die(table: Table, x: float, y: float, size: float) -> str:
    """The die with its roll; blank before it is rolled; while tiles are drawn, a tile from the box."""
    if table.phase <= LAYING:
        drawn = card_back(0, 0, size * 0.86, size * 0.86)
    else:
        drawn = pip_die(table.observation.roll, 0, 0, size) if table.observation.roll else die(0, 0, size)
    return group(drawn, id="die", transform=place(x, y, turn=7))


# ---------------------------------------------------------------------------------------------- mats


def _mat_width(players: int) -> float:
    return min(WIDEST_MAT, (WIDTH - 24 - MAT_GAP * (players - 1)) / players)


def _mat_left(table: Table, seat: int) -> float:
    width = _mat_width(table.players)
    whole = table.players * width + (table.players - 1) * MAT_GAP
    return (WIDTH - whole) / 2 + seat * (width + MAT_GAP)


def _mat(table: Table, seat: int) -> str:
    """What a player has: name and points; the numbers in front; what counts for them; what counts against them."""
    width, left = _mat_width(table.players), _mat_left(table, seat)
    inner, end = left + 20, left + width - 10
    return group(
        mat(seat, left + width / 2, MAT_TOP + MAT_HEIGHT / 2, width, MAT_HEIGHT, active=seat in table.heroes),
        _head(table, seat, inner, end),
        *_front(table, seat, inner, end - 28),
        _cactuses(table, seat, end - 12, MAT_TOP + 73),
        _row(_collected(table, seat), inner, end, MAT_TOP + 137),
        _row(_aside(table, seat), inner, end, MAT_TOP + 176),
        id=f"mat-{seat}",
    )


def _head(table: Table, seat: int, left: float, right: float) -> str:
    """Disc, name and points; the place at the end of the game."""
    y, font = MAT_TOP + 28, 22
    points = _signed(RULES.points(table.observation, seat), plus="")
    room = right - left - 50 - text_width(points, 30)
    name = shorten(table.names[seat], room, font)
    you = f"({_('you')})" if seat == table.viewer else ""
    if text_width(name, font) + text_width(you, 17) > room:
        you = ""  # who reads a short name of theirs knows it
    return (
        disc(seat, left + 18, y, 38)
        + text(name, left + 44, y, font, anchor="start")
        + (text(you, left + 50 + text_width(name, font) * 0.93, y, 17, fill=QUIET_TEXT, anchor="start") if you else "")
        + text(points, right, y, 30, anchor="end", weight=800)
    )


def _front(table: Table, seat: int, left: float, right: float) -> list[str]:
    """The numbers in front, and room for as many as may lie there."""
    size = min(LARGEST_FRONT, (right - left) / FRONT - 5)
    spots = [(left + size / 2 + (size + 5) * k, MAT_TOP + 82) for k in range(FRONT)]
    front = [value for value in table.observation.front[seat] if value]
    done: bool = RULES.all_home(table.observation, seat)
    tiles = [] if done else [gap(*spot, size - 4, size - 4) for spot in spots[len(front) :]]
    for k, value in enumerate(front):
        nth = front[: k + 1].count(value)
        part = f"front-{seat}-{value}"
        tiles.append(table.tap(part, _face(value, size), id=f"{part}-{nth}", at=spots[k]))
    return tiles


def _cactuses(table: Table, seat: int, x: float, y: float) -> str:
    """How many cactuses were collected: they decide a tie."""
    count = table.observation.cactuses[seat]
    return cactus(x, y, 34) + text(f"×{count}", x, y + 28, 18, fill=QUIET_TEXT) if count else ""


Tile = tuple[str, str, int]  # its id, its face, its worth


def _collected(table: Table, seat: int) -> list[Tile]:
    """The tiles of laid-down nines, face down, and the animals."""
    back, animal = card_back(0, 0, SIDE_TILE, SIDE_TILE), animal_tile(0, 0, SIDE_TILE)
    nines = [(name, back, 5) for name, _value in _each("nine", seat, table.observation.nines[seat])]
    return nines + [(f"animal-{seat}-{n + 1}", animal, 5) for n in range(table.observation.animals[seat])]


def _aside(table: Table, seat: int) -> list[Tile]:
    """The tiles face up at the side: minus points."""
    ids = _each("aside", seat, table.observation.aside[seat])
    return [(name, number_tile(value, 0, 0, SIDE_TILE), -value) for name, value in ids]


def _each(kind: str, seat: int, counts: Iterable[int]) -> list[tuple[str, int]]:
    """An id for every tile of a pile that is counted by value, and its value."""
    return [(f"{kind}-{seat}-{value}-{n + 1}", value) for value, count in enumerate(counts) for n in range(count)]


def _row(tiles: Sequence[Tile], left: float, right: float, y: float) -> str:
    """Tiles side by side, one over the other where room is scarce, and at the end what they are worth."""
    if not tiles:
        return ""
    worth = _signed(sum(each for _name, _face, each in tiles))
    first, last = left + SIDE_TILE / 2, right - SIDE_TILE / 2 - text_width(worth, 22) - 10
    apart = min(SIDE_TILE + 4.0, (last - first) / max(1, len(tiles) - 1))
    lying = [group(face, id=name, transform=place(first + apart * k, y)) for k, (name, face, _n) in enumerate(tiles)]
    return "".join(lying) + text(worth, right, y, 22, anchor="end")


def _signed(number: int, plus: str = "+") -> str:
    return f"−{-number}" if number < 0 else f"{plus}{number}"


# ---------------------------------------------------------------------------------------------- deciding, and the end


def _buttons(table: Table) -> list[str]:
    """Whether to lay down a nine or to keep it: two buttons above the player's mat."""
    if table.phase != NINING:
        return []
    may_keep: bool = RULES.may_keep(table.observation, table.turn)
    labels = {"nine": _("Nine!"), "keep": _("Keep")} if may_keep else {"nine": _("Nine!")}
    width, height = 114, 54
    middle = _mat_left(table, table.turn) + _mat_width(table.players) / 2
    y = MAT_TOP - 14
    buttons: list[str] = []
    for k, (part, label) in enumerate(labels.items()):
        x = middle + (k - (len(labels) - 1) / 2) * (width + 8)
        face = button(table.turn, label, 0, 0, width, height)
        buttons.append(table.tap(part, halo(0, 0, width, height, height * 0.38), face, at=(x, y)))
    return buttons


def _podium(table: Table) -> list[str]:
    """Everybody's sheep on the meadow, the winner's first and largest, with their places."""
    ranking = sorted(range(table.players), key=lambda seat: table.places[seat])
    apart = min(260, 960 / table.players)
    drawn: list[str] = []
    for k, seat in enumerate(ranking):
        size = {1: 190, 2: 158, 3: 142}.get(table.places[seat], 128)
        x, y = 640 + (k - (table.players - 1) / 2) * apart, PODIUM + 64 - size * 0.42
        left = k >= table.players / 2
        points = _signed(RULES.points(table.observation, seat), plus="")
        drawn += [
            sheep(seat, x, y, size, flip=left),
            rosette(table.places[seat], x + size * (0.36 if left else -0.36), y - size * 0.3, 68),
            badge(seat, table.names[seat], x, PODIUM + 100, apart - 20, 40, note=points),
        ]
    return drawn
