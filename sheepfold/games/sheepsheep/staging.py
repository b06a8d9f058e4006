"""Sheep Sheep as it is seen and heard: cards change places and turn over, groups shine, won cards go to their owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.drawing.staging import Beat, appear, flip, fly, glow, link, pause, shown, vanish
from sheepfold.games.sheepsheep.state import (
    CELL_NAMES,
    CELLS,
    FIRST,
    GROUP,
    LETTERS,
    OTHER_SIDE,
    SECOND,
    groups_in,
)


def beats(before: Any, events: Sequence[Event], after: Any) -> list[Beat]:
    """What happened between two observations."""
    return shown(events, _Square(before, after).beats_of)


class _Square:
    """Goes through the events and remembers which cards lie before everybody and what the square shows."""

    def __init__(self, before: Any, after: Any) -> None:
        self.before, self.after = before, after
        self.hand = [list(row) for row in before.hand]
        self.shown = list(before.shown)

    def beats_of(self, event: Event) -> list[Beat]:
        seat = event.seat
        match event.what:
            case "given":
                return [flip(f"lucky-{seat}", seat=seat, weight=0.4, after=0.5)]
            case "dealt":
                self.hand[seat][event.target] = event.amount
                return [appear(f"hand-{seat}-{event.target + 1}", sound="tile", seat=seat, weight=0.4, after=0.4)]
            case "laid":
                return [flip(_cell(event.target), weight=0.5, after=0.4)]
            case "flipped":
                return [flip(_cell(event.target), weight=0.8, after=0.7)]
            case "swapped":
                return self._swap(event)
            case "won":
                return self._won(event)
            case "drew":
                sides = [f"side-{LETTERS[int(colours[event.amount])]}" for colours in (FIRST, SECOND)]
                return [appear(["drawn", *sides], sound="flip", seat=seat)]
            case "placed":
                return [fly(f"side-{LETTERS[event.amount]}", _cell(event.target), seat=seat), *self._lies(event)]
            case _:
                return self._ends(event)

    def _ends(self, event: Event) -> list[Beat]:
        """What ends a turn, or the game."""
        seat = event.seat
        match event.what:
            case "stopped":
                return [glow(f"mat-{seat}", sound="tap", seat=seat, weight=0.6)]
            case "time up":
                return [glow("sign", sound="tick", seat=seat)]
            case "won nothing":
                return [glow(f"mat-{seat}", sound="sigh", seat=seat, weight=0.8)]
            case "revealed":
                return [flip(f"lucky-{seat}", seat=seat, sound="nine", weight=2)]
            case _:  # the deck is out, or nobody wins anything any more
                return [glow("deck"), pause(sound="win")]

    # ------------------------------------------------------------------------------------------ the square

    def _swap(self, event: Event) -> list[Beat]:
        """A card of the hand and one of the square change places, and both turn over."""
        seat, cell = event.seat, _cell(event.target)
        k = self.hand[seat].index(event.origin)
        own = f"hand-{seat}-{k + 1}"
        self.hand[seat][k] = event.amount
        self.shown[event.target] = int(OTHER_SIDE[event.origin, self.shown[event.target]])
        there, back = fly(own, cell, sound="tile", seat=seat), fly(cell, own, seat=seat, after=0)
        return [there, back, flip([cell, own], seat=seat, after=0.9), *self._group(event.target, seat)]

    def _lies(self, event: Event) -> list[Beat]:
        self.shown[event.target] = event.amount
        return [
            flip(_cell(event.target), seat=event.seat, after=0.8, weight=0.7),
            *self._group(event.target, event.seat),
        ]

    def _group(self, cell: int, seat: int) -> list[Beat]:
        """A group that has grown links up, beginning with the card that joined it; from three on it chimes."""
        mine = next(cells for cells in _groups(self.shown) if cells >> cell & 1)
        together = sorted(_cells(mine), key=lambda each: (each != cell, each))
        if len(together) < 2:
            return []
        chime = "nine" if len(together) > 2 else "tap"
        return [link([_cell(each) for each in together], sound=chime, seat=seat, after=0.7)]

    def _won(self, event: Event) -> list[Beat]:
        """All cards of a group go under the lucky sheep, one after the other."""
        cells = _cells(event.target)
        shine = glow([_cell(cell) for cell in cells], sound="nine", seat=event.seat)
        there = f"lucky-{event.seat}"
        flying = [fly(_cell(cell), there, sound="tile", seat=event.seat, after=0.35) for cell in cells]
        under = vanish([_cell(cell) for cell in reversed(cells)], seat=event.seat, weight=0.8)
        return [shine, *self._plates_under(event.target), *flying, under]

    def _plates_under(self, won: int) -> list[Beat]:
        """Where cards are taken away, what they lay on goes too."""
        plates = [cells for cells in _groups(self.before.shown) if cells & won and cells.bit_count() >= GROUP]
        lying = [f"group-{CELL_NAMES[_cells(cells)[0]]}" for cells in plates]
        return [vanish(lying, after=0.8)] if lying else []


def _groups(shown: Sequence[int]) -> list[int]:
    """What hangs together on a square that shows these colours, each as bits."""
    colours = set(shown) - {0}
    return [
        cells
        for colour in sorted(colours)
        for cells in groups_in(sum(1 << cell for cell in range(CELLS) if shown[cell] == colour))
    ]


def _cells(bits: int) -> list[int]:
    return [cell for cell in range(CELLS) if bits >> cell & 1]


def _cell(cell: int) -> str:
    return f"cell-{CELL_NAMES[cell]}"
