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
from functools import cache
from typing import Any

from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import cactus_tile, card_back
from sheepfold.drawing.dice import die, pip_die
from sheepfold.drawing.land import meadow, old_way, tuft, way
from sheepfold.drawing.seats import badge, button, pawn
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.sign import Sign, draw_sign
from sheepfold.drawing.strokes import Point
from sheepfold.drawing.svg import Theme, document, group, halo, place, reach, text
from sheepfold.drawing.tally import tally
from sheepfold.drawing.things import home as hut
from sheepfold.drawing.things import rosette
from sheepfold.games.nines import notation
from sheepfold.games.nines.layout import UPRIGHT, WIDE, Layout
from sheepfold.games.nines.mats import counted, draw_mat, tile_face
from sheepfold.games.nines.small import SmallTable, small_face, small_layout
from sheepfold.games.nines.state import (
    DEALING,
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
from sheepfold.games.nines.tabletop import RULES, Tabletop

NOTATION: Any = notation  # it reads records: nothing in it has a type


FACES_VIEWER = True
"""Upright, the own mat lies in front although nothing is secret: everybody has a picture of their own."""


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
) -> str:
    """The position as SVG, for a seat or for everybody (all is open). What is `legal` glows, what is `chosen` lifts."""
    table = Tabletop(observation, tuple(names), seat, legal, chosen, layout)
    return document(
        layout.width,
        layout.height,
        meadow(layout.width, layout.height, layout.horizon),
        *(_small_table(table) if layout.is_small else _table(table)),
        title=f"{_('All Nines')}: {_what_happens(table, table.names)}",
        desc=NOTATION.diagram(table.observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def upright(observation: Any, names: Sequence[str], **how: Any) -> str:
    """The same for a phone held upright: the way in shorter rows, and in front the mat of the one who looks."""
    return picture(observation, names, layout=UPRIGHT, **how)


def points(observation: Any, seat: int, **how: Any) -> str:
    """What a player's points are made of, once the game is over: nines and animals, less what was put aside."""
    return tally(*counted(observation, seat), title=NOTATION.account(observation, seat), **how)


def small(observation: Any, names: Sequence[str], *, is_upright: bool = False, **how: Any) -> str:
    """The same for those who cannot read yet: pips for numbers, and piles to compare for points."""
    return picture(observation, names, layout=small_layout(observation.segments, is_upright=is_upright), **how)


def _table(table: Tabletop) -> list[str]:
    return [
        _sign(table),
        *_land(table),
        *_track(table),
        *_pawns(table),
        *(_podium(table) if table.phase == OVER else ()),
        *(draw_mat(table, player) for player in range(table.players)),
        *_buttons(table),
    ]


def _small_table(table: Tabletop) -> list[str]:
    beside = SmallTable(table)
    drawn_die = _die(table, *beside.die, 96)
    return [
        *_land(table),
        *_track(table),
        *_pawns(table),
        drawn_die,
        *beside.mats(),
        *beside.piles(),
        *beside.buttons(),
    ]


# ---------------------------------------------------------------------------------------------- the way


def _land(table: Tabletop) -> list[str]:
    """Where the way is and was, what lives where it was, and the ground of each segment."""
    line = table.layout.way.line
    drawn = [old_way(line(0, table.length + 2), table.layout.way.trodden)]
    drawn += [_on_the_grass(table, k) for k in range(len(table.spaces) + 3, table.length + 2)]
    for segment in range(1, table.observation.segments + 1):
        first = RULES.cactus_space(segment)
        ground = [table.nth[space] for space in range(first + 1, first + STRETCH) if space in table.nth]
        if ground and (table.phase > LAYING or table.observation.laid > first):
            drawn.append(way(line(ground[-1], ground[0]), table.layout.way.ground, clay=segment % 2 == 0))
    return drawn


def _on_the_grass(table: Tabletop, k: int) -> str:
    """What is found on a place that the track has left: here and there grass, more rarely a sheep."""
    x, y = table.layout.way.places[k]
    x, y = x + 20 * math.sin(5 * k), y + 9 * math.sin(3 * k)
    x = min(max(x, 31), table.layout.width - 31)
    if table.phase == OVER and table.layout.podium.covers(y, table.players):
        return ""
    if k % 11 == 8:
        return sheep(None, x, y, 62, flip=k % 2 == 0)
    return tuft(x, y, 34 + k % 4 * 4) if k % 3 == 0 else ""


def _track(table: Tabletop) -> list[str]:
    """Home, the start as long as somebody waits there, and the tiles."""
    tiles = [_tile(table, space) for space in reversed(table.spaces) if table.track[space]]
    return [_home(table), _start(table) if 0 in table.pawns else "", *tiles]


def _home(table: Tabletop) -> str:
    size = table.layout.way.hut_size
    glow = halo(0, 4, size - 8, size - 22, 30)
    return table.tap(f"space-{table.home}", glow, hut(0, 0, size), id="home", at=table.layout.way.hut)


def _start(table: Tabletop) -> str:
    ground, width = table.layout.way.ground, table.layout.way.start_width
    half = (width - ground) / 2
    plot, glow = way([(-half, 0), (half, 0)], ground), halo(0, 0, width, ground + 4, 34)
    label = "" if table.layout.is_small else text(_("Start"), 0, ground / 2 - 10, 20)
    return table.tap("space-0", glow, plot, label, id="start", at=table.start)


def _tile(table: Tabletop, space: int) -> str:
    """A tile as a child's hand has laid it: not quite straight."""
    value, size = table.track[space], table.layout.tile
    if table.layout.is_small:
        face = small_face(value, size, is_cactus=space % STRETCH == 1)
    else:
        face = _cactus_face(value, size) if space % STRETCH == 1 else tile_face(value, size)
    tilt = (space * 37 % 7 - 3) * 1.1
    return table.tap(f"space-{space}", face, id=f"tile-{space}", at=table.spot(space), turn=tilt)


@cache
def _cactus_face(value: int, size: float) -> str:
    return halo(0, 0, size, size, size / 6) + cactus_tile(value, 0, 0, size + 4)


@cache
def _pawn(seat: int, size: float) -> str:
    return halo(0, 0, size * 0.72, size, size * 0.3) + pawn(seat, 0, 0, size)


# ---------------------------------------------------------------------------------------------- pawns


def _pawns(table: Tabletop) -> list[str]:
    """All pawns, those further up first, so that the ones in front stand before them."""
    standing: list[tuple[float, str]] = []
    for space, crowd in table.pawns.items():
        alone = reach(table.layout.tile, table.layout.tile) if len(crowd) == 1 else ""
        for (seat, i), (x, y), size in _in_a_crowd(table, space, crowd):
            room = _whole_space(table, space, crowd, (seat, i), (x, y)) if table.layout.is_small else alone
            standing.append((y, table.tap(f"pawn-{seat}-{i + 1}", room, _pawn(seat, size), at=(x, y))))
    return [drawn for _y, drawn in sorted(standing)]


def _whole_space(table: Tabletop, space: int, crowd: Sequence[tuple[int, int]], who: tuple[int, int], at: Point) -> str:
    """For a small hand: of one's own pawns on a space the first, the one that may move, is as large as the space."""
    seat, i = who
    if seat != (table.viewer or 0) or any(other == seat and n < i for other, n in crowd):
        return ""
    (x, y), size = table.spot_of(space), table.layout.tile + 8
    return f'<g transform="{place(x - at[0], y - at[1])}">{reach(size, size)}</g>'


def _in_a_crowd(
    table: Tabletop, space: int, crowd: Sequence[tuple[int, int]]
) -> Iterable[tuple[tuple[int, int], Point, float]]:
    """The pawns on a space, each with its place and size."""
    layout = table.layout
    if space in (0, table.home):
        each = PAWNS_EACH[table.players]
        doorstep = layout.way.hut[0], layout.way.hut[1] + layout.way.doorstep
        (x, y), size = (table.start, 46) if space == 0 else (doorstep, 44)
        y += 14 if layout.is_small and space == 0 else 0
        for seat, i in crowd:
            nth = seat * each + i
            yield (seat, i), (x + layout.crowd * (nth - (each * table.players - 1) / 2), y - 6 - nth % 2 * 28), size
        return
    x, y = table.spot(space)
    in_a_row = len(crowd) <= len(layout.pawns)
    size = layout.pawns[len(crowd) - 1] if in_a_row else 40
    apart = min(size * 0.76, 74 / len(crowd)) if in_a_row else min(14, 100 / len(crowd))
    aside = (len(crowd) - 1) / 2 * apart + size * 0.4
    x = min(max(x, aside), layout.width - aside)
    for k, who in enumerate(crowd):
        foot = y - layout.foot - (0 if in_a_row else k % 2 * size * 0.55)
        yield who, (x + (k - (len(crowd) - 1) / 2) * apart, foot - size * 0.45), size


# ---------------------------------------------------------------------------------------------- the sign


def _what_happens(table: Tabletop, names: Sequence[str]) -> str:
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


def _sign(table: Tabletop) -> str:
    """The sign in the sky: whose turn it is, what is to be done, and the die."""
    layout, height = table.layout, 2 * table.layout.sign_font
    return draw_sign(
        Sign(layout.sign, layout.sign_room, layout.sign_font, height),
        lambda names: _what_happens(table, names),
        table.names,
        table.heroes,
        behind=0.3 if table.phase == OVER else 1.4,
        thing=None if table.phase == OVER else lambda end, y: _die(table, end - height * 0.7, y + 2, height * 1.14),
    )


def _die(table: Tabletop, x: float, y: float, size: float) -> str:
    """The die with its roll; blank before it is rolled; while tiles are drawn, a tile from the box."""
    if table.phase <= LAYING:
        drawn = card_back(0, 0, size * 0.86, size * 0.86)
    else:
        drawn = pip_die(table.observation.roll, 0, 0, size) if table.observation.roll else die(0, 0, size)
    return group(drawn, id="die", transform=place(x, y, turn=7))


# ---------------------------------------------------------------------------------------------- deciding, and the end


def _buttons(table: Tabletop) -> list[str]:
    """Whether to lay down a nine or to keep it: two buttons close to the mats."""
    if table.phase != NINING:
        return []
    may_keep: bool = RULES.may_keep(table.observation, table.turn)
    labels = {"nine": _("Nine!"), "keep": _("Keep")} if may_keep else {"nine": _("Nine!")}
    width, height = table.layout.button
    mat = table.mats[table.turn]
    middle, y = table.layout.buttons or (mat.left + mat.width / 2, mat.top - 22)
    buttons: list[str] = []
    for k, (part, label) in enumerate(labels.items()):
        x = middle + (k - (len(labels) - 1) / 2) * (width + table.layout.button_gap)
        face = button(table.turn, label, 0, 0, width, height)
        buttons.append(table.tap(part, halo(0, 0, width, height, height * 0.38), face, at=(x, y)))
    return buttons


def _podium(table: Tabletop) -> list[str]:
    """Everybody's sheep on the meadow, the winner's first and largest, with their places."""
    podium = table.layout.podium
    rows = podium.rows(sorted(range(table.players), key=lambda seat: table.places[seat]))
    flock, badges = list[str](), list[str]()
    for nth, row in enumerate(rows):
        apart = min(podium.widest, podium.room / len(row))
        y = podium.middle[1] + (nth - (len(rows) - 1) / 2) * podium.row
        for k, seat in enumerate(row):
            x = podium.middle[0] + (k - (len(row) - 1) / 2) * apart
            flock.append(_on_the_podium(table, seat, (x, y), flip=k >= len(row) / 2))
            width = min(240, apart - 20)
            badges.append(badge(seat, table.names[seat], x, y + 100, width, 40, note=table.points(seat)))
    return flock + badges


def _on_the_podium(table: Tabletop, seat: int, at: Point, *, flip: bool) -> str:
    (x, y), where = at, table.places[seat]
    size = table.layout.podium.sizes.get(where, 128)
    middle = y + 64 - size * 0.42
    medal = rosette(where, x + size * (0.36 if flip else -0.36), middle - size * table.layout.podium.medal, 68)
    return sheep(seat, x, middle, size, flip=flip) + medal
