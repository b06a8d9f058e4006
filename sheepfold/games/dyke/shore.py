"""Below the dyke: the sign that says what is going on, what can be done now, and the pads that are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.words import gettext as _
from sheepfold.drawing.cards import card, clover_pad, digit_card, gap
from sheepfold.drawing.seats import button
from sheepfold.drawing.sheep import sheep
from sheepfold.drawing.strokes import box, soft
from sheepfold.drawing.svg import group, halo, place, shorten, text, text_width
from sheepfold.drawing.themes import INK, LAND, LAND_EDGE, PANEL, PANEL_EDGE, QUIET_TEXT, SHADOW, WATER
from sheepfold.drawing.things import rosette
from sheepfold.games.dyke import diagram, ground, rules
from sheepfold.games.dyke.material import PADS
from sheepfold.games.dyke.mats import signs
from sheepfold.games.dyke.state import (
    BACKS,
    BOARDS,
    CARDS,
    CHANGES,
    CHOOSING,
    COLUMN,
    HALF,
    KINDS,
    LAYING,
    NOBODY,
    OVER,
    PUDDLING,
    SQUARES,
    USING,
    WAYS,
)
from sheepfold.games.dyke.table import HEIGHT, WIDTH, Table, what_happens

TOP = 494
MIDDLE = (TOP + HEIGHT) / 2
SIGN_WIDTH = 214
CHOICES, CHOICES_END = 238, 1010
"""From where to where there is room for what can be chosen."""

CARD = 90

RULES: Any = rules  # functions on records: nothing in them has a type
DIAGRAM: Any = diagram
GROUND: Any = ground


def shore(table: Table) -> list[str]:
    """Everything below the dyke."""
    return [_sign(table), *_homeless(table), *_choices(table), *_beside(table)]


def _choices(table: Table) -> list[str]:
    if table.phase == OVER:
        return _podium(table)
    if table.phase == LAYING:
        return _ways(table)
    if table.phase == USING and table.viewer in (None, *table.acting):
        return _uses(table)
    if table.phase == PUDDLING and table.mine:
        return [_button(table, "dry", _("No more rain"), CHOICES + 120, MIDDLE, 200)]
    return [] if table.viewer is None else _cards(table, table.viewer)


# ---------------------------------------------------------------------------------------------- the sign


def _sign(table: Table) -> str:
    """The round, and what is to be done."""
    x, y, height = 10 + SIGN_WIDTH / 2, MIDDLE, HEIGHT - TOP - 14
    rounds = table.observation.rounds
    heading = _("Round {number}").format(number=rounds) if rounds else _("Before the race")
    rows = _wrapped(what_happens(table), SIGN_WIDTH - 16, 19, 3)
    lines = [text(row, x, y + 10 + 24 * (k - (len(rows) - 1) / 2), 19) for k, row in enumerate(rows)]
    return group(
        soft(box(x, y + 3, SIGN_WIDTH, height, 18, SHADOW)),
        box(x, y, SIGN_WIDTH, height, 18, PANEL, PANEL_EDGE, 1.5),
        text(heading, x, y - height / 2 + 17, 16, fill=QUIET_TEXT),
        *lines,
        id="sign",
    )


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


def _homeless(table: Table) -> list[str]:
    """An imp or cherub that nobody holds sits on the sign."""
    free = [(name, drawn) for name, drawn, holder in signs(table) if holder == NOBODY]
    return [
        group(drawn(0, 0, 40), id=name, transform=place(32 + (SIGN_WIDTH - 44) * (name == "imp"), TOP + 22))
        for name, drawn in free
    ]


# ---------------------------------------------------------------------------------------------- cards and pads


def _cards(table: Table, seat: int) -> list[str]:
    """The own cards, those that lie on the table pale, and the button that lays them."""
    seen, across, apart = table.observation, CARD * 0.73, 66.5
    if not seen.hand[seat]:
        return []
    laid = table.laid(seat)
    drawn: list[str] = []
    for number in range(CARDS):
        spot = (CHOICES + across / 2 + apart * number, MIDDLE + 4)
        if not seen.hand[seat] >> number & 1:
            drawn.append(gap(*spot, across - 12, CARD - 12))
            continue
        face = group(digit_card(number, 0, 0, CARD), faded=number in laid)
        drawn.append(table.tap(f"card-{number}", halo(0, 0, across - 8, CARD - 8, 10), face, at=spot))
    if table.phase == CHOOSING and table.mine:
        drawn.append(_button(table, "lay", _lay_label(table), CHOICES_END - 49, MIDDLE + 4, 90))
    return drawn


def _lay_label(table: Table) -> str:
    """What the cards chosen so far read as, where they are given in their order."""
    if isinstance(table.chosen, Sequence):
        cards = "".join(part.removeprefix("card-") for part in table.chosen if part.startswith("card-"))
        if cards:
            return _("Lay {cards}").format(cards=cards)
    return _("Lay")


def _uses(table: Table) -> list[str]:
    """The pads held by the one whose turn it is, by how much a scope can change, and the button that ends it."""
    turn = table.observation.turn
    held = [kind for kind in range(KINDS) if table.observation.pads[turn, kind]]
    drawn: list[str] = []
    for k, kind in enumerate(held):
        part = f"pad-{PADS[kind]}"
        pad = halo(0, 0, 56, 56, 20) + clover_pad(DIAGRAM.pad_sign(kind), 0, 0, 66)
        count = _count(table.observation.pads[turn, kind], 24, 20)
        drawn.append(table.tap(part, pad, count, at=(CHOICES + 36 + 72 * k, TOP + 34)))
    drawn.append(_button(table, "done", _("Run!"), CHOICES_END - 56, TOP + 34, 104))
    values = [kind - BACKS + 1 for kind in held if kind >= BACKS]
    named = [value for value in range(1, CHANGES + 1) if f"pad-change{value}" in table.chosen]
    reach = max(named or values, default=0)
    across = min(52, (CHOICES_END - CHOICES) / (2 * CHANGES + 1))
    middle = (CHOICES + CHOICES_END) / 2
    for amount in range(-reach, reach + 1) if values else ():
        part, label = f"amount-{amount}", f"{amount:+d}".replace("-", "−") if amount else "0"
        chip = card(0, 0, across - 5, 44, text(label, 0, 0, 18, fill=INK, weight=800))
        drawn.append(table.tap(part, halo(0, 0, across - 8, 40, 8), chip, at=(middle + amount * across, TOP + 92)))
    return drawn


def _beside(table: Table) -> list[str]:
    """The pads beside the dyke, each kind once with how many there are."""
    left = [kind for kind in range(KINDS) if table.observation.pads_beside[kind]]
    rows = 2 if len(left) > 4 else 1
    columns = max(1, -(-len(left) // rows))
    across = min(64.0, (WIDTH - CHOICES_END - 20) / columns)
    size = min(58.0, across + 4)
    drawn: list[str] = []
    for k, kind in enumerate(left):
        row, column = divmod(k, columns)
        x = WIDTH - 14 - across * (columns - column - 0.5)
        y = MIDDLE + (row - (rows - 1) / 2) * 58
        pad = halo(0, 0, size - 8, size - 8, 18) + clover_pad(DIAGRAM.pad_sign(kind), 0, 0, size)
        count = _count(table.observation.pads_beside[kind], size * 0.36, size * 0.3)
        drawn.append(table.tap(f"beside-{PADS[kind]}", pad, count, at=(x, y)))
    return drawn


def _count(count: int, x: float, y: float) -> str:
    """How many there are of a thing, where there are several."""
    if count < 2:
        return ""
    return box(x, y, 26, 20, 10, PANEL, PANEL_EDGE, 1) + text(f"×{count}", x, y, 14, weight=800)


def _button(table: Table, part: str, label: str, x: float, y: float, width: float) -> str:
    seat = table.acting[0] if table.viewer is None else table.viewer
    face = button(seat, label, 0, 0, width, 58)
    return table.tap(part, halo(0, 0, width, 58, 22), face, at=(x, y))


# ---------------------------------------------------------------------------------------------- boards to lay, the end


def _ways(table: Table) -> list[str]:
    """Small maps of all the ways the board can be laid."""
    ways = [
        (board, way) for board in range(len(BOARDS)) for way in range(WAYS) if RULES.can_lay(table.observation, board)
    ]
    across = (CHOICES_END - CHOICES) / 8
    first = (CHOICES + CHOICES_END) / 2 - across * (len(ways) - 1) / 2
    return [_map(table, board, way, first + across * k) for k, (board, way) in enumerate(ways)]


def _map(table: Table, board: int, way: int, x: float) -> str:
    """A board as it would lie, without its puddles of rain."""
    name, step = DIAGRAM.way_name(board, way), 7.8
    water = table.observation.water[DIAGRAM.side_of(board, way)]
    drops: list[str] = []
    for k in range(SQUARES):
        printed = SQUARES - 1 - k if way % 2 else k
        if water[printed // HALF] >> (printed % HALF) & 1:
            column, row = divmod(k, COLUMN)
            drops.append(box(step * (column - 4.5), step * (4.5 - row), step - 1, step - 1, 2, WATER))
    land = halo(0, 0, 74, 74, 8) + box(0, 0, 82, 82, 8, LAND, LAND_EDGE, 2)
    return table.tap(f"lay-{name}", land, *drops, text(name, 0, 53, 17, weight=800), at=(x, MIDDLE - 8))


def _podium(table: Table) -> list[str]:
    """Everybody's sheep, the winner's first and largest."""
    ranking = sorted(range(table.players), key=lambda seat: table.places[seat])
    apart = min(130.0, (CHOICES_END - CHOICES) / table.players)
    drawn: list[str] = []
    for k, seat in enumerate(ranking):
        size = min({1: 104, 2: 90}.get(table.places[seat], 76), apart * 1.06)
        x = (CHOICES + CHOICES_END) / 2 + (k - (table.players - 1) / 2) * apart
        drawn += [
            sheep(seat, x, MIDDLE + 36 - size * 0.45, size),
            rosette(table.places[seat], x - size * 0.36, MIDDLE - 20, 38),
            text(shorten(table.names[seat], apart - 8, 17), x, MIDDLE + 48, 17),
        ]
    return drawn
