"""Below the dyke: the sign that says what is going on, what can be done now, and the pads that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, clover_pad
from sheepfold.drawing.seats import button
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, soft
from sheepfold.drawing.svg import Anchor, group, halo, place, shorten, text, text_width
from sheepfold.drawing.themes import INK, LAND, LAND_EDGE, PANEL, PANEL_EDGE, QUIET_TEXT, SHADOW, WATER, WATER_EDGE
from sheepfold.drawing.things import rosette
from sheepfold.games.dyke import diagram, rules
from sheepfold.games.dyke.hand import hand, signs_of_danger
from sheepfold.games.dyke.layout import NOWHERE, Area, Below, Room
from sheepfold.games.dyke.material import PADS
from sheepfold.games.dyke.mats import pad_label, pad_slip, signs
from sheepfold.games.dyke.state import (
    BACKS,
    BOARDS,
    CHANGES,
    COLUMN,
    HALF,
    KINDS,
    LAYING,
    NOBODY,
    OVER,
    PICKING,
    PUDDLING,
    SQUARES,
    USING,
    WAYS,
)
from sheepfold.games.dyke.tabletop import Tabletop, what_happens

FLAT = 60
"""A sign lower than this has its heading at the left instead of on top."""

SITTING = 36
"""The size of an imp or cherub that sits on the sign."""

SMALLEST_CLOVER, LARGEST_CLOVER, SLIP = 55, 74, 2.8
"""Pads that would be smaller are drawn as slips, so many times as wide as high."""

RULES: Any = rules  # functions on records: nothing in them has a type
DIAGRAM: Any = diagram


def shore(table: Tabletop) -> list[str]:
    """Everything below the dyke."""
    return [_sign(table), *_homeless(table), *what_can_be_done(table)]


def what_can_be_done(table: Tabletop) -> list[str]:
    """Cards, pads, boards: what one holds and what lies there to be chosen."""
    scene = scene_of(table)
    room = table.layout.rooms[scene]
    return [*SCENES[scene](table, room), *_beside(table, room.beside)]


def scene_of(table: Tabletop) -> Below:
    """What lies below the dyke now."""
    if table.phase == OVER:
        return Below.PODIUM
    if table.phase == LAYING:
        return Below.MAPS
    if table.phase == USING and table.viewer in (None, *table.acting):
        return Below.USES
    if table.phase == PUDDLING and table.mine:
        return Below.RAIN
    has_cards = table.viewer is not None and table.observation.hand[table.viewer]
    return Below.HAND if has_cards and not (table.phase == PICKING and table.mine) else Below.PICKS


# ---------------------------------------------------------------------------------------------- the sign


def _sign(table: Tabletop) -> str:
    """The round, and what is to be done: whom one waited for is not said while what they did is shown."""
    at = _sign_area(table)
    (x, y), rounds = at.middle, table.observation.rounds
    heading = _("Round {number}").format(number=rounds) if rounds else _("Before the race")
    if at.height < FLAT:
        left = at.left + 12 + text_width(heading, 17) + 12
        right = at.right - 18 - SITTING * len(_free(table))
        head = text(heading, at.left + 12, y, 17, fill=QUIET_TEXT, anchor="start")
        words = _words(what_happens(table), Area(left, at.top, right, at.bottom), 17, 2, "start")
    else:
        head = text(heading, x, at.top + 17, 16, fill=QUIET_TEXT)
        words = _words(what_happens(table), Area(at.left + 8, at.top + 20, at.right - 8, at.bottom), 19, 3, "middle")
    return group(
        soft(box(x, y + 3, at.width, at.height, 16, SHADOW)),
        box(x, y, at.width, at.height, 16, PANEL, PANEL_EDGE, 1.5),
        head,
        group(*words, classes="to-do"),
        id="sign",
    )


def _sign_area(table: Tabletop) -> Area:
    layout = table.layout
    return layout.sign_at_start if table.needs_bank else layout.sign


def _words(sentence: str, at: Area, size: float, most: int, anchor: Anchor) -> list[str]:
    """A sentence in rows in the middle of an area; what does not fit is cut."""
    rows, apart = _wrapped(sentence, at.width, size, most), size * 1.12
    x = at.left if anchor == "start" else at.middle[0]
    first = at.middle[1] - apart * (len(rows) - 1) / 2
    return [text(row, x, first + apart * k, size, anchor=anchor) for k, row in enumerate(rows)]


def _wrapped(sentence: str, width: float, size: float, most: int) -> list[str]:
    """The words of a sentence in rows of that width; what does not fit is cut."""
    rows = [""]
    for word in sentence.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and text_width(longer, size) > width:
            rows.append(word)
        else:
            rows[-1] = longer
    kept = [*rows[: most - 1], " ".join(rows[most - 1 :])]
    return [shorten(row, width, size) for row in kept if row]


def _homeless(table: Tabletop) -> list[str]:
    """An imp or cherub that nobody holds sits on the sign: in its upper corners, or at its end."""
    at, half = _sign_area(table), SITTING / 2
    corners = {"cherub": at.left + half, "imp": at.right - half}
    drawn: list[str] = []
    for k, (name, figure) in enumerate(_free(table)):
        x = at.right - half - SITTING * k if at.height < FLAT else corners[name]
        drawn.append(group(figure(0, 0, SITTING), id=name, transform=place(x, at.top + half + 2)))
    return drawn


def _free(table: Tabletop) -> list[tuple[str, Callable[[float, float, float], str]]]:
    """The imp and the cherub, as far as nobody holds them, and how they are drawn."""
    return [(name, drawn) for name, drawn, holder in signs(table) if holder == NOBODY]


# ---------------------------------------------------------------------------------------------- cards and pads


def _rain(table: Tabletop, room: Room) -> list[str]:
    """Puddles are put on squares; here one says that there will be no more."""
    return [_button(table, "dry", _("No more rain"), room.button)]


def _uses(table: Tabletop, room: Room) -> list[str]:
    """The pads held by the one whose turn it is, by how much a scope can change, and the button that ends it."""
    held = table.observation.pads[table.observation.turn]
    kinds = [kind for kind in range(KINDS) if held[kind]]
    values = [kind - BACKS + 1 for kind in kinds if kind >= BACKS]
    pads, *amounts = room.choices.cells(2 if values else 1, 1)
    sign = _sign_area(table)
    left = sign.right + 10 if sign.left <= pads.left < sign.right and sign.bottom > pads.top else pads.left
    drawn = _held(table, kinds, pads._replace(left=left, right=room.button.left - 10))
    drawn.append(signs_of_danger(table))
    drawn.append(_button(table, "done", _("Run!"), room.button.level_with(pads)))
    return [*drawn, *(_amounts(table, values, amounts[0]) if values else ())]


def _held(table: Tabletop, kinds: Sequence[int], at: Area) -> list[str]:
    counts = table.observation.pads[table.observation.turn]
    across = min(LARGEST_CLOVER + 8, at.width / max(1, len(kinds)))
    cells = at._replace(right=at.left + across * len(kinds)).cells(len(kinds), max(1, len(kinds)))
    size = min(LARGEST_CLOVER, across, at.height)
    return [
        _clover(table, f"pad-{PADS[kind]}", kind, counts[kind], cell.middle, size)
        for kind, cell in zip(kinds, cells, strict=True)
    ]


def _amounts(table: Tabletop, values: Sequence[int], at: Area) -> list[str]:
    """By how much the pad chosen, or the largest one held, can change a scope: from less to more."""
    named = [value for value in range(1, CHANGES + 1) if f"pad-change{value}" in table.chosen]
    reach = max(named or values)
    count = 2 * reach + 1
    rows = -(-count // table.layout.amounts_in_a_row)
    columns = -(-count // rows)
    margin = max(0, (at.width - 72 * columns) / 2)
    cells = at._replace(left=at.left + margin, right=at.right - margin).cells(count, columns)
    width, height = cells[0].width - 5, cells[0].height - 5
    drawn: list[str] = []
    for amount, cell in zip(range(-reach, reach + 1), cells, strict=True):
        label = f"{amount:+d}".replace("-", "−") if amount else "0"
        chip = card(0, 0, width, height, text(label, 0, 0, min(24, 0.5 * width), fill=INK, weight=800))
        drawn.append(table.tap(f"amount-{amount}", halo(0, 0, width - 4, height - 4, 8), chip, at=cell.middle))
    return drawn


def _beside(table: Tabletop, at: Area) -> list[str]:
    """The pads beside the dyke, each kind once with how many there are."""
    counts = table.observation.pads_beside
    kinds = [kind for kind in range(KINDS) if counts[kind]]
    if at == NOWHERE or not kinds:
        return []
    columns, size = _columns(at, len(kinds), 1)
    if size >= SMALLEST_CLOVER:
        cells, size = at.cells(len(kinds), columns), min(size, LARGEST_CLOVER)
        return [
            _clover(table, f"beside-{PADS[kind]}", kind, counts[kind], cell.middle, size)
            for kind, cell in zip(kinds, cells, strict=True)
        ]
    columns, _height = _columns(at, len(kinds), SLIP)
    return [
        table.tap(
            f"beside-{PADS[kind]}",
            halo(0, 0, cell.width - 12, cell.height - 10, 8),
            pad_slip(pad_label(kind, counts[kind]), 0, 0, cell.width - 4),
            at=cell.middle,
        )
        for kind, cell in zip(kinds, at.cells(len(kinds), columns), strict=True)
    ]


def _columns(at: Area, count: int, shape: float) -> tuple[int, float]:
    """In how many columns things of that shape, width by height, become largest, and how high they are then."""
    heights = {
        columns: min(at.width / columns / shape, at.height / -(-count // columns)) for columns in range(1, count + 1)
    }
    best = max(heights, key=lambda columns: heights[columns])
    return best, heights[best]


def _clover(table: Tabletop, part: str, kind: int, count: int, at: Point, size: float) -> str:
    """A pad one can tap, and how many there are of it."""
    glow = halo(0, 0, size - 10, size - 10, 18)
    clover = clover_pad(DIAGRAM.pad_sign(kind), 0, 0, size)
    if count > 1:
        x, y, font = 0.34 * size, 0.36 * size, max(14, 0.235 * size)
        clover += box(x, y, 1.8 * font, 1.25 * font, 10, PANEL, PANEL_EDGE, 1) + text(
            f"×{count}", x, y, font, weight=800
        )
    return table.tap(part, glow, clover, at=at)


def _button(table: Tabletop, part: str, label: str, at: Area) -> str:
    width, height = at.width - 8, at.height - 8
    seat = table.acting[0] if table.viewer is None else table.viewer
    face = button(seat, label, 0, 0, width, height)
    return table.tap(part, halo(0, 0, width, height, 22), face, at=at.middle)


# ---------------------------------------------------------------------------------------------- boards to lay, the end


def _ways(table: Tabletop, room: Room) -> list[str]:
    """Small maps of all the ways the board can be laid."""
    ways = [
        (board, way) for board in range(len(BOARDS)) for way in range(WAYS) if RULES.can_lay(table.observation, board)
    ]
    cells = room.choices.cells(len(ways), len(ways))
    size = min(cells[0].width - 6, cells[0].height - 30)
    return [_map(table, board, way, cell, size) for (board, way), cell in zip(ways, cells, strict=True)]


def _map(table: Tabletop, board: int, way: int, at: Area, size: float) -> str:
    """A board as it would lie, without its puddles of rain."""
    name, step = DIAGRAM.way_name(board, way), (size - 6) / COLUMN
    water = table.observation.water[DIAGRAM.side_of(board, way)]
    drops: list[str] = []
    for k in range(SQUARES):
        printed = SQUARES - 1 - k if way % 2 else k
        if water[printed // HALF] >> (printed % HALF) & 1:
            column, row = divmod(k, COLUMN)
            drops.append(box(step * (column - 4.5), step * (4.5 - row), step - 1, step - 1, 2, WATER, WATER_EDGE, 0.8))
    land = halo(0, 0, size - 8, size - 8, 8) + box(0, 0, size, size, 8, LAND, LAND_EDGE, 2)
    label = text(name, 0, size / 2 + 12, 18, weight=800)
    return table.tap(f"lay-{name}", land, *drops, label, at=(at.middle[0], at.middle[1] - 10))


def _podium(table: Tabletop, room: Room) -> list[str]:
    """Everybody's sheep, the winner's first and largest."""
    ranking = sorted(range(table.players), key=lambda seat: table.places[seat])
    at = room.choices
    apart = min(130.0, at.width / table.players)
    largest = min(104, apart * 1.06, at.height - 20)
    feet = at.middle[1] + largest / 2 - 10
    drawn: list[str] = []
    for k, seat in enumerate(ranking):
        size = min(largest, {1: 104, 2: 90}.get(table.places[seat], 76))
        x = at.middle[0] + (k - (table.players - 1) / 2) * apart
        drawn += [
            sheep(seat, x, feet - size * 0.45, size),
            rosette(table.places[seat], x - size * 0.34, feet - size * 0.62, 44),
            text(shorten(table.names[seat], apart - 8, 17), x, feet + 11, 17),
        ]
    return drawn


SCENES: dict[Below, Callable[[Tabletop, Room], list[str]]] = {
    Below.HAND: hand,
    Below.RAIN: _rain,
    Below.MAPS: _ways,
    Below.USES: _uses,
    Below.PICKS: hand,
    Below.PODIUM: _podium,
}
