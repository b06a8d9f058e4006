"""What lies beside the meadow for those who cannot read yet: dice as things to do, and everybody's pile of grass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sheepfold.drawing.land import juicy_grass, tuft
from sheepfold.drawing.strokes import Point, box
from sheepfold.drawing.svg import group
from sheepfold.drawing.themes import BACK_EDGE, DARK_FIELD, FIELD, GLOW, GLOW_EDGE
from sheepfold.drawing.things import rosette, worm
from sheepfold.drawing.wordless import columns, ground_line, sheet, slab, tick, whose
from sheepfold.games.shepherd import rules
from sheepfold.games.shepherd.state import OVER
from sheepfold.games.shepherd.tabletop import SMALL_BESIDE, SMALL_DICE, SMALL_DIE, SMALL_PILES, Tabletop

RULES: Any = rules  # functions on records: nothing in them has a type

MARGIN, FACE, HIGHEST_SLAB = 10, 50, 34


@dataclass(frozen=True)
class Dice:
    """Where the dice lie, what is said of them without words, and where the dog waits."""

    spots: tuple[Point, Point]
    signs: list[str]
    dog: Point


def small_dice(table: Tabletop) -> Dice:
    """Two things to do: what is done is ticked, what is still to do lies on gold."""
    left, y = (0.0, table.meadow_height + SMALL_DICE / 2) if table.is_upright else (table.meadow_width, 68.0)
    room, size = table.width - left, SMALL_DIE
    middle = left + room / 2 - (0 if table.observation.dog else 40)
    apart = size + (26 if table.is_upright else 12)
    spots = ((middle - apart / 2, y), (middle + apart / 2, y))
    signs = list[str]()
    for (x, height), symbol, used in zip(spots, table.observation.thrown, table.observation.used, strict=True):
        if used:
            signs.append(tick(x + size * 0.4, height + size * 0.4, 34))
        elif symbol and table.playing:
            ring = box(x, height, size + 14, size + 14, 22, "none", GLOW_EDGE, 3) + box(
                x, height, size + 8, size + 8, 19, "none", GLOW, 5
            )
            signs.append(f'<g pointer-events="none">{ring}</g>')
    return Dice(spots, signs, (left + room - 38, y))


def small_piles(table: Tabletop) -> str:
    """Everybody's cards one upon the other on one ground, the juicy ones below: one sees who has most."""
    if table.is_upright:
        left, right = MARGIN, table.width - MARGIN
        top, bottom = table.height - SMALL_PILES, table.height - MARGIN
    else:
        left, right = table.meadow_width, table.meadow_width + SMALL_BESIDE - MARGIN
        top, bottom = 136.0, table.height - MARGIN
    ground = bottom - FACE - 22
    seats = columns(range(table.players), left + 8, right - 8)
    width = min(64.0, (right - left - 16) / table.players - 10)
    highest = max(_height(table, seat) for seat in seats)
    layer = min(HIGHEST_SLAB, (ground - top - 24) / max(1, highest))
    return group(
        sheet((left + right) / 2, (top + bottom) / 2, right - left, bottom - top),
        ground_line(left + 14, right - 14, ground + 3),
        *(_pile(table, seat, x, ground, width, layer) for seat, x in seats.items()),
        *(
            group(
                whose(seat, x, bottom - FACE / 2 - 10, FACE, active=table.playing and table.turn == seat),
                _first(table, seat, x, bottom - 14),
                id=f"mat-{seat}",
            )
            for seat, x in seats.items()
        ),
    )


def _height(table: Tabletop, seat: int) -> int:
    return table.observation.light[seat] + table.observation.dark[seat]


def _pile(table: Tabletop, seat: int, x: float, ground: float, width: float, layer: float) -> str:
    light, dark = table.observation.light[seat], table.observation.dark[seat]
    size = min(layer, width) * 0.9
    kinds = [(DARK_FIELD, juicy_grass(0, 0, size))] * dark + [(FIELD, tuft(0, 0, size))] * light
    slabs = [slab(x, ground - layer * k, width, layer, fill, BACK_EDGE, sign) for k, (fill, sign) in enumerate(kinds)]
    top = ground - layer * len(kinds)
    worms = [worm(x - width / 3 + 16 * k, top - 12, 26) for k in range(table.observation.worms[seat])]
    base = box(x, ground - 2, width, 4, 2, FIELD)  # what flies to an empty pile finds it, too
    return group(base, *slabs, *worms, id=f"pile-{seat}")


def _first(table: Tabletop, seat: int, x: float, y: float) -> str:
    """Whoever has most wears a rosette at the end."""
    if table.phase != OVER:
        return ""
    grass = [RULES.grass_of(table.observation, other) for other in range(table.players)]
    return rosette(1, x + FACE * 0.45, y - FACE * 0.6, 34, in_words=False) if grass[seat] == max(grass) else ""
