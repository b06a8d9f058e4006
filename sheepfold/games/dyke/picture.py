"""The Sheep Hustle as a picture: the players, the dyke as both boards make it, and below it what can be done now.

There are two shapes of it, a wide one and one for a phone held upright; where things lie in each is in `layout`.

Ids: `board-A`, `board-B`, the places `square-0` to `square-199`, `sea-0` and `bank-<seat>`, `sheep-<seat>`,
`mat-<seat>`, `laid-<seat>`, `lifesaver-<seat>-<k>`, `pads-<seat>`, `imp`, `cherub`, `molehill-<n>`, `place-<k>`
(hundreds, tens, ones), and the parts of the notation: own cards, pads held and beside the dyke, ways to lay a board,
buttons.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.digits import numbers
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import Point, box, lines, oval
from sheepfold.drawing.svg import Theme, document, group, num, place, places, text
from sheepfold.drawing.themes import (
    DYKE_RIM,
    GLOW,
    LAND,
    LAND_EDGE,
    LAND_NUMBER,
    SAND,
    SAND_EDGE,
    TEXT,
    TURF_LIGHT,
    WATER_EDGE,
    WHITE,
)
from sheepfold.games.dyke import diagram
from sheepfold.games.dyke.held import held, is_enough
from sheepfold.games.dyke.landscape import landscape
from sheepfold.games.dyke.layout import HAND, UPRIGHT_HAND, WIDE, Layout, upright_for
from sheepfold.games.dyke.mats import mats
from sheepfold.games.dyke.shore import shore
from sheepfold.games.dyke.state import BOARDS, OFF, SQUARES
from sheepfold.games.dyke.tabletop import Tabletop, what_happens
from sheepfold.games.dyke.turf import ground, in_both_sizes, number_spots

DIAGRAM: Any = diagram

WAITING, ONLOOKER = 35, 30
"""How large a sheep is drawn that has not set out yet, and one that only looks on."""


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
    table = Tabletop(observation, tuple(names), seat, legal, chosen, layout)
    return document(
        layout.width,
        layout.height,
        landscape(layout),
        _squares(layout),
        _start(table),
        *(group(ground(table, k), id=f"board-{BOARDS[board]}") for k, board in enumerate(table.boards)),
        *_onlookers(table),
        *_sheep(table),
        _numbers_again(table),
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


def hand(observation: Any, names: Sequence[str], *, is_upright: bool = False, seat: int, **how: Any) -> str:
    """What a player holds, without the dyke, where that is enough for choosing."""
    marks = how.get("legal", ()), how.get("chosen", ())
    table = Tabletop(observation, tuple(names), seat, *marks, UPRIGHT_HAND if is_upright else HAND)
    if is_enough(table):
        return held(table, seat, **how)
    return (upright if is_upright else picture)(observation, names, seat=seat, **how)


@cache
def _squares(layout: Layout) -> str:
    """Where all the squares are, for whoever shows what happens on them."""
    squares = [(round(x), round(y)) for x, y in map(layout.spot, range(2 * SQUARES))]
    bank = [spot.middle for spot in layout.start_spots]
    return places("square", squares) + places("bank", bank) + places("sea", [layout.beyond])


# ---------------------------------------------------------------------------------------------- sheep


def _start(table: Tabletop) -> str:
    """Beside the first square there is room for all who stand there; later it is the bank; grass, while it is empty."""
    at = table.layout.start
    if table.waits_at_start:
        plot = box(*at.middle, at.width, at.height, 14, SAND, SAND_EDGE, 2)
        return plot + text(_("Start"), *table.layout.start_label, 17, fill=TEXT)
    if table.needs_bank:
        return box(*at.middle, at.width, at.height, 14, LAND, LAND_EDGE, 2)
    return lines(f"M{num(at.left + 20)} {num(at.bottom - 30)}q0-7-4-11m4 11v-14m0 14q0-7 4-11", DYKE_RIM, 2.6)


def _sheep(table: Tabletop) -> list[str]:
    """All sheep in the race, those further up first, so that the ones in front stand before them."""
    standing = [(*_stand(table, seat), seat) for seat in range(table.players) if table.squares[seat] != OFF]
    standing.sort(key=lambda each: each[1])
    return [
        _piece(table, seat, (round(x, 1), round(y, 1)), size, behind=_own(table) if seat == table.viewer else "")
        for x, y, size, seat in standing
    ]


def _piece(table: Tabletop, seat: int, at: Point, size: float, *, behind: str = "", before: str = "") -> str:
    """A sheep on its way, drawn as on the dyke; its place says how large it is, so that one can see it grow."""
    drawn = sheep(seat, 0, 0, table.layout.sheep, simple=table.layout.simple)
    scale = round(size / table.layout.sheep, 3)
    return group(behind, drawn, before, id=f"sheep-{seat}", transform=place(*at, scale))


def _onlookers(table: Tabletop) -> list[str]:
    """Whoever is out has come ashore beside the start and waves from the bank."""
    out = [seat for seat in range(table.players) if table.squares[seat] == OFF]
    waves = lines("M17-15q4 3 3 8M21-18q6 5 4 12", WATER_EDGE, 2)
    waving = group(waves, transform=place(0, 0, round(table.layout.sheep / ONLOOKER, 3)))
    spots = table.layout.start_spots
    return [_piece(table, seat, spots[seat].middle, ONLOOKER, before=waving) for seat in out]


def _own(table: Tabletop) -> str:
    """The sheep of the one who looks stands in the light."""
    size = table.layout.sheep
    return oval(0, 0.06 * size, 1.22 * size, 1.02 * size, GLOW, WHITE, 0.05 * size)


def _stand(table: Tabletop, seat: int) -> tuple[float, float, float]:
    """Where a sheep stands, in the middle of its square, and how large it is drawn."""
    layout = table.layout
    if seat in table.waits_at_start:
        return (*layout.start_spots[seat].middle, WAITING)
    x, y = layout.spot(table.squares[seat])
    return x, y - 0.06 * layout.sheep, layout.sheep


def _numbers_again(table: Tabletop) -> str:
    """The numbers of the squares where sheep stand, clear of their wool; where all is small only the mats say them."""
    layout, waiting = table.layout, table.waits_at_start
    if layout.simple:
        return ""
    standing = {seat: table.squares[seat] for seat in range(table.players) if seat not in waiting and table.boards}
    spots = number_spots(layout, (square for square in standing.values() if square != OFF))

    def write(size: float) -> str:
        return numbers(spots, size, TURF_LIGHT, around=4) + numbers(spots, size, LAND_NUMBER)

    return in_both_sizes(layout, write) if spots else ""
