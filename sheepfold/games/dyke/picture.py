"""The Sheep Hustle as a picture: the players, the dyke as both boards make it, and below it what can be done now.

There are two shapes of it, a wide one and one for a phone held upright; where things lie in each is in `layout`.

Ids: `board-A`, `board-B`, `square-<n>` where one can be tapped, `sheep-<seat>`, `mat-<seat>`, `imp`, `cherub`,
`molehill-<n>`, and the parts of the notation: own cards, pads held and beside the dyke, ways to lay a board, buttons.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.land import meadow, tuft
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, boxes, lines, soft
from sheepfold.drawing.svg import Theme, document, group, halo, labels, num, place, text
from sheepfold.drawing.themes import (
    FIELD,
    FIELD_EDGE,
    LAND,
    LAND_EDGE,
    LAND_NUMBER,
    SAND,
    SAND_EDGE,
    SHADOW,
    TEXT,
    WATER,
    WATER_EDGE,
    WATER_NUMBER,
    WAVE,
)
from sheepfold.drawing.things import molehill
from sheepfold.games.dyke import diagram
from sheepfold.games.dyke.layout import RIM, WIDE, Area, Layout, upright_for
from sheepfold.games.dyke.mats import mats
from sheepfold.games.dyke.shore import shore
from sheepfold.games.dyke.state import BOARDS, COLUMN, NOBODY, OFF, PUDDLING, SQUARES
from sheepfold.games.dyke.table import Table, what_happens

DIAGRAM: Any = diagram


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
    """The position as SVG, as a seat may see it. What is `legal` glows, what is `chosen` lifts."""
    table = Table(observation, tuple(names), seat, legal, chosen, layout)
    return document(
        layout.width,
        layout.height,
        meadow(layout.width, layout.height, 0),
        _sea(layout.sea),
        *_boards(table),
        *_sheep(table),
        *mats(table),
        *shore(table),
        title=f"{_('East Frisian Sheep Hustle')}: {what_happens(table)}",
        desc=DIAGRAM.diagram(table.observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def upright(observation: Any, names: Sequence[str], **how: Any) -> str:
    """The same for a phone held upright: the dyke in two stretches, one below the other."""
    return picture(observation, names, layout=upright_for(observation.players), **how)


def spot(square: int, layout: Layout) -> Point:
    """The middle of a square: columns of ten from left to right, upwards in each."""
    board, k = divmod(square, SQUARES)
    column, row = divmod(k, COLUMN)
    at = layout.boards[board]
    return at.left + layout.across * (column + 0.5), at.bottom - layout.down * (row + 0.5)


# ---------------------------------------------------------------------------------------------- the dyke


def _sea(at: Area) -> str:
    """Beyond the second board the dyke ends."""
    swing, apart = min(4, at.width / 4 - 0.5), 34
    wave = f"q{num(swing)}-{num(1.2 * swing)} {num(2 * swing)} 0t{num(2 * swing)} 0"
    count = int(at.height / apart)
    start, first = at.middle[0] - 2 * swing, at.middle[1] - apart * (count - 1) / 2
    waves = "".join(f"M{num(start)} {num(first + apart * k)}{wave}" for k in range(count))
    return box(*at.middle, at.width, at.height, min(12, at.width / 2), WATER, WATER_EDGE, 2) + lines(waves, WAVE, 2.4)


def _boards(table: Table) -> list[str]:
    """The boards with their squares; before they are laid, their places."""
    drawn = [_before_the_start(table)]
    laid = table.boards
    for k, at in enumerate(table.layout.boards):
        if k >= len(laid):
            drawn.append(f'<g opacity="0.5">{_frame(at)}</g>')
            continue
        drawn.append(group(_frame(at), _ground(table, k), id=f"board-{BOARDS[laid[k]]}"))
    return drawn


def _frame(at: Area) -> str:
    (x, y), width, height = at.middle, at.width + 2 * RIM, at.height + 2 * RIM
    return soft(box(x, y + 4, width, height, 14, SHADOW)) + box(x, y, width, height, 14, FIELD, FIELD_EDGE, 2)


def _ground(table: Table, board: int) -> str:
    """The squares of a board. Those that can be tapped are things of their own; the others are drawn at one go."""
    squares = range(SQUARES * board, SQUARES * (board + 1))
    signs = [DIAGRAM.ground_sign(table.observation, square) for square in squares]
    taps = {square: sign for square, sign in zip(squares, signs, strict=True) if _may_be_tapped(table, square)}
    calm = "".join(" " if square in taps else sign for square, sign in zip(squares, signs, strict=True))
    tapped = [
        table.tap(f"square-{square}", _square_to_tap(table.layout, square, sign), at=spot(square, table.layout))
        for square, sign in taps.items()
    ]
    return _calm_ground(table.layout, board, calm) + "".join(tapped) + _hill(table, squares)


def _may_be_tapped(table: Table, square: int) -> bool:
    """Whether a square can be tapped, now or as its caller says."""
    part = f"square-{square}"
    rains = table.phase == PUDDLING and table.mine and square >= SQUARES
    return rains or part in table.legal or part in table.chosen


@lru_cache(maxsize=100)
def _calm_ground(layout: Layout, board: int, signs: str) -> str:
    """The squares of a board that nobody can tap, by what they are; a blank stands for one that is drawn elsewhere."""

    def squares(kinds: str) -> list[int]:
        return [SQUARES * board + k for k, sign in enumerate(signs) if sign in kinds]

    def middles(kinds: str) -> list[Point]:
        return [spot(square, layout) for square in squares(kinds)]

    def numbers(kinds: str) -> list[tuple[str, float, float]]:
        return [(str(square), *_number_spot(layout, spot(square, layout))) for square in squares(kinds)]

    across, down = layout.across, layout.down
    wet = DIAGRAM.WATER + DIAGRAM.PUDDLE
    return (
        boxes(middles(DIAGRAM.LAND + DIAGRAM.HILL + DIAGRAM.PUDDLE), across - 3, down - 3, 8, LAND, LAND_EDGE)
        + boxes(middles(DIAGRAM.WATER), across - 3, down - 3, 8, WATER, WATER_EDGE)
        + boxes(middles(DIAGRAM.PUDDLE), across - 8, down - 7, 14, WATER, WATER_EDGE)
        + lines("".join(_waves(layout, middle) for middle in middles(wet)), WAVE, 2)
        + labels(numbers(DIAGRAM.LAND + DIAGRAM.HILL), layout.number, LAND_NUMBER)
        + labels(numbers(wet), layout.number, WATER_NUMBER)
    )


@lru_cache(maxsize=1000)
def _square_to_tap(layout: Layout, square: int, sign: str) -> str:
    """A square around 0, 0."""
    across, down = layout.across, layout.down
    wet = sign in DIAGRAM.WATER + DIAGRAM.PUDDLE
    fill, edge = (WATER, WATER_EDGE) if sign == DIAGRAM.WATER else (LAND, LAND_EDGE)
    ground = box(0, 0, across - 3, down - 3, 8, fill, edge)
    if sign == DIAGRAM.PUDDLE:
        ground += box(0, 0, across - 8, down - 7, 14, WATER, WATER_EDGE)
    waves = lines(_waves(layout, (0, 0)), WAVE, 2) if wet else ""
    ink = WATER_NUMBER if wet else LAND_NUMBER
    number = text(str(square), *_number_spot(layout, (0, 0)), layout.number, fill=ink, anchor="start")
    return halo(0, 0, across - 8, down - 8, 6) + ground + waves + number


def _waves(layout: Layout, middle: Point) -> str:
    """Two waves at the right of a square, as a path."""
    x, y = middle
    left = num(x + layout.across / 2 - 15.5)
    return "".join(f"M{left} {num(y + part * layout.down)}q2.6-3.4 5.2 0t5.2 0" for part in (-0.16, 0.15))


def _number_spot(layout: Layout, middle: Point) -> Point:
    """Where a square's number begins: at the left, so that a sheep on it hides less of it."""
    return middle[0] - layout.across / 2 + 5, middle[1]


def _hill(table: Table, squares: range) -> str:
    """The molehill of a board, if it has one."""
    hill, layout = table.molehill_on(squares[0]), table.layout
    if hill == NOBODY:
        return ""
    x, y = spot(hill, layout)
    return group(molehill(x + layout.across / 2 - 14, y + 1, min(25, 0.8 * layout.down)), id=f"molehill-{hill}")


def _before_the_start(table: Table) -> str:
    """Beside the first square there is room for all who stand there; later, grass."""
    if table.waits_at_start:
        at = table.layout.start
        plot = box(*at.middle, at.width, at.height, 14, SAND, SAND_EDGE, 2)
        return plot + text(_("Start"), *table.layout.start_label, 17, fill=TEXT)
    return "".join(tuft(*each) for each in table.layout.tufts)


# ---------------------------------------------------------------------------------------------- sheep


def _sheep(table: Table) -> list[str]:
    """All sheep in the race, those further up first, so that the ones in front stand before them."""
    standing = [(*_stand(table, seat), seat) for seat in range(table.players) if table.squares[seat] != OFF]
    standing.sort(key=lambda each: each[1])
    return [
        group(sheep(seat, 0, 0, size, simple=True), id=f"sheep-{seat}", transform=place(x, y))
        for x, y, size, seat in standing
    ]


def _stand(table: Table, seat: int) -> tuple[float, float, float]:
    """Where a sheep stands, and how large it is drawn."""
    layout = table.layout
    if seat not in table.waits_at_start:
        x, y = spot(table.squares[seat], layout)
        return x + layout.across / 2 - 0.34 * layout.sheep, y - 0.1 * layout.sheep, layout.sheep
    return (*layout.start_spots[seat].middle, 35)
