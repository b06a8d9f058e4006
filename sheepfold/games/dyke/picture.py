"""The Sheep Hustle as a picture: the players, the dyke as both boards make it, and below it what can be done now.

Ids: `square-<n>` along the dyke as it lies, `board-A`, `board-B`, `sheep-<seat>`, `mat-<seat>`, `imp`, `cherub`,
`molehill-<n>`, and the parts of the notation: own cards, pads held and beside the dyke, ways to lay a board, buttons.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.land import meadow, tuft
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, lines, soft
from sheepfold.drawing.svg import Theme, document, group, halo, num, place, text
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
from sheepfold.games.dyke.mats import mats
from sheepfold.games.dyke.shore import shore
from sheepfold.games.dyke.state import BOARDS, COLUMN, OFF, SQUARES
from sheepfold.games.dyke.table import HEIGHT, WIDTH, Table, what_happens

ACROSS, DOWN = 57.5, 37
"""How far apart squares are."""

TOP, BETWEEN = 112, 12
LEFT = 80
"""Left of the first column those who have not started yet wait; right of the last one is the sea."""

SEA = LEFT + 20 * ACROSS + BETWEEN

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
) -> str:
    """The position as SVG, as a seat may see it. What is `legal` glows, what is `chosen` lifts."""
    table = Table(observation, tuple(names), seat, legal, chosen)
    return document(
        WIDTH,
        HEIGHT,
        meadow(WIDTH, HEIGHT, 0),
        _sea(),
        *_boards(table),
        *_sheep(table),
        *mats(table),
        *shore(table),
        title=f"{_('East Frisian Sheep Hustle')}: {what_happens(table)}",
        desc=DIAGRAM.diagram(observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def spot(square: int) -> Point:
    """The middle of a square: columns of ten from left to right, upwards in each."""
    column, row = divmod(square, COLUMN)
    gap = BETWEEN if square >= SQUARES else 0
    return LEFT + gap + ACROSS * (column + 0.5), TOP + DOWN * (COLUMN - row - 0.5)


# ---------------------------------------------------------------------------------------------- the dyke


def _sea() -> str:
    """Beyond the second board the dyke ends."""
    middle, width, height = SEA + 60, 100, DOWN * COLUMN + 8
    waves = "".join(
        f"M{num(SEA + 16)} {num(TOP + 20 + 34 * k)}q4-5 8 0t8 0" for k in range(COLUMN + 1) if 20 + 34 * k < height
    )
    return box(middle, TOP + height / 2 - 4, width, height, 16, WATER, WATER_EDGE, 2) + lines(waves, WAVE, 2.6)


def _boards(table: Table) -> list[str]:
    """The boards with their squares; before they are laid, their places."""
    drawn = [_before_the_start(table)]
    laid = table.boards
    for at in range(2):
        x = LEFT + (SQUARES / 2 / COLUMN) * ACROSS + at * (COLUMN * ACROSS + BETWEEN)
        y = TOP + DOWN * COLUMN / 2
        if at >= len(laid):
            drawn.append(f'<g opacity="0.5">{_frame(x, y)}</g>')
            continue
        squares = [_square(table, square) for square in range(SQUARES * at, SQUARES * (at + 1))]
        drawn.append(group(_frame(x, y), *squares, id=f"board-{BOARDS[laid[at]]}"))
    return drawn


def _frame(x: float, y: float) -> str:
    width, height = ACROSS * COLUMN + 8, DOWN * COLUMN + 8
    return soft(box(x, y + 4, width, height, 14, SHADOW)) + box(x, y, width, height, 14, FIELD, FIELD_EDGE, 2)


def _square(table: Table, square: int) -> str:
    """A square with its number: at the left, so that a sheep on it hides less of it."""
    sign = DIAGRAM.ground_sign(table.observation, square)
    wet = sign in (DIAGRAM.WATER, DIAGRAM.PUDDLE)
    part = f"square-{square}"
    fill, edge, ink = (WATER, WATER_EDGE, WATER_NUMBER) if wet else (LAND, LAND_EDGE, LAND_NUMBER)
    glow = halo(0, 0, ACROSS - 8, DOWN - 8, 6) if part in table.legal or part in table.chosen else ""
    ground = box(0, 0, ACROSS - 3, DOWN - 3, 8, fill, edge, 1.2)
    if sign == DIAGRAM.PUDDLE:
        ground = box(0, 0, ACROSS - 3, DOWN - 3, 8, LAND, LAND_EDGE, 1.2)
        ground += box(0, 0, ACROSS - 8, DOWN - 7, 14, fill, edge, 1.2)
    waves = lines("M11-6q3.4-4 6.8 0t6.8 0M11 5q3.4-4 6.8 0t6.8 0", WAVE, 2) if wet else ""
    has_hill = square == table.molehill_on(square)
    hill = group(molehill(14, 1, 28), id=f"molehill-{square}") if has_hill else ""
    number = text(str(square), -ACROSS / 2 + 5, 0, 15, fill=ink, anchor="start")
    return table.tap(part, glow, ground, waves, hill, number, at=spot(square))


def _before_the_start(table: Table) -> str:
    """Beside the first square there is room for all who stand there; later, grass."""
    if any(_waits(table, seat) for seat in range(table.players)):
        x, y, height = LEFT / 2 - 1, TOP + DOWN * COLUMN - 74, 156
        plot = box(x, y, LEFT - 10, height, 14, SAND, SAND_EDGE, 2)
        return plot + text(_("Start"), x, y + height / 2 - 14, 17, fill=TEXT)
    return tuft(40, TOP + 140, 40) + tuft(52, TOP + 290, 34)


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
    if not _waits(table, seat):
        x, y = spot(table.squares[seat])
        return x + 13, y - 4, 42
    right, row = seat % 2, seat // 2
    return 23 + 34 * right, TOP + DOWN * COLUMN - 132 + 31 * row, 35


def _waits(table: Table, seat: int) -> bool:
    """Whether a sheep stands on the starting square, where there is room for all."""
    return table.squares[seat] == 0 and bool(table.observation.start_lies)
