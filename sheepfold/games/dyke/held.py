"""What a player holds, without the dyke, for a phone while that lies in the middle of the table.

On top are the name and the lifesavers, then the own sheep, over which the page shows where a choice leads, and below it
the same places, buttons, pads and cards as below the dyke.
"""

from __future__ import annotations

from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.land import meadow
from sheepfold.drawing.seats import disc, mat
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.svg import document, group, place, shorten, text, text_width
from sheepfold.drawing.themes import QUIET_TEXT
from sheepfold.drawing.things import lifesaver, lost_lifesaver
from sheepfold.games.dyke import diagram
from sheepfold.games.dyke.layout import Below
from sheepfold.games.dyke.mats import signs
from sheepfold.games.dyke.shore import scene_of, what_can_be_done
from sheepfold.games.dyke.state import LIFESAVERS_EACH, NOBODY, OFF
from sheepfold.games.dyke.tabletop import Tabletop, what_happens

DIAGRAM: Any = diagram
FONT = 32
RING = 42


def is_enough(table: Tabletop) -> bool:
    """Whether nothing on the dyke itself is to be chosen, and the race is not over."""
    return scene_of(table) not in (Below.RAIN, Below.PODIUM)


def held(
    table: Tabletop, seat: int, *, prefix: str = "", styled: bool = True, theme: Any = "auto", **_marks: Any
) -> str:
    """The hand of the one who looks, as SVG."""
    layout = table.layout
    busy = table.mine or scene_of(table) is Below.HAND
    return document(
        layout.width,
        layout.height,
        meadow(layout.width, layout.height, layout.horizon),
        _own(table, seat),
        _sheep(table, seat),
        *(what_can_be_done(table) if busy else ()),
        title=f"{_('East Frisian Sheep Hustle')}: {what_happens(table)}",
        desc=DIAGRAM.diagram(table.observation),
        theme=theme,
        prefix=prefix,
        styled=styled,
    )


def _own(table: Tabletop, seat: int) -> str:
    """Disc, name, where the sheep stands, who sits with it, and the lifesavers."""
    at = table.layout.mats
    y, active = at.middle[1], table.mine
    if table.squares[seat] == OFF:
        right, things = at.right - 20, [text(_("out"), at.right - 20, y, FONT, fill=QUIET_TEXT, anchor="end")]
    else:
        right, things = _things(table, seat, at.right - 14, y)
    name = shorten(table.names[seat], right - at.left - 96, FONT)
    return group(
        mat(seat, *at.middle, at.width, at.height, active=active),
        disc(seat, at.left + 48, y, 54),
        text(name, at.left + 86, y, FONT, anchor="start"),
        *things,
        id=f"mat-{seat}",
    )


def _things(table: Tabletop, seat: int, right: float, y: float) -> tuple[float, list[str]]:
    """Lifesavers, those used up as rings of dashes, imp and cherub, the square; and how far left they reach."""
    count = table.observation.lifesavers[seat]
    drawn: list[str] = []
    for k in range(max(count, LIFESAVERS_EACH[table.players])):
        ring, right = (right - RING / 2, y), right - RING - 4
        drawn.append(lifesaver(*ring, RING) if k < count else lost_lifesaver(*ring, RING))
    for name, figure, holder in signs(table):
        if holder == seat:
            drawn.append(group(figure(0, 0, RING), id=name, transform=place(right - RING / 2, y)))
            right -= RING + 4
    if table.observation.first == NOBODY:
        return right, drawn
    square = str(table.squares[seat])
    drawn.append(text(square, right - 8, y, FONT, fill=QUIET_TEXT, anchor="end", weight=800))
    return right - text_width(square, FONT) - 16, drawn


def _sheep(table: Tabletop, seat: int) -> str:
    """The own sheep, with room above it for what the page foretells."""
    layout, lay = table.layout, table.layout.rooms[Below.HAND].button
    is_wide = layout.width > layout.height
    x, y = ((lay.right + layout.width) / 2, lay.bottom - 40) if is_wide else (layout.width / 2, lay.top - 64)
    return group(sheep(seat, 0, 0, layout.sheep), id=f"sheep-{seat}", transform=place(x, y))
