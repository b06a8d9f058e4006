"""Sheep Sheep as it is seen and heard: cards change places and turn over, groups shine, won cards go to their owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.drawing.staging import Beat, appear, flip, fly, glow, pause, shown
from sheepfold.games.sheepsheep.state import CELL_NAMES, CELLS, FIRST, LETTERS, SECOND, groups_in


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
        there, back = fly(own, cell, sound="tile", seat=seat), fly(cell, own, seat=seat, after=0)
        return [there, back, flip([cell, own], seat=seat, after=0.9), *self._group(event.target, seat)]

    def _lies(self, event: Event) -> list[Beat]:
        return [
            flip(_cell(event.target), seat=event.seat, after=0.8, weight=0.7),
            *self._group(event.target, event.seat),
        ]

    def _group(self, cell: int, seat: int) -> list[Beat]:
        """A group that has grown lights up; from three on it chimes."""
        colour = self.after.shown[cell]
        cells = sum(1 << each for each in range(CELLS) if colour and self.after.shown[each] == colour)
        mine = next((group for group in groups_in(cells) if group >> cell & 1), 0)
        together = [each for each in range(CELLS) if mine >> each & 1]
        if len(together) < 2:
            return []
        chime = "nine" if len(together) > 2 else "tap"
        return [glow([_cell(each) for each in together], sound=chime, seat=seat, after=0.7)]

    def _won(self, event: Event) -> list[Beat]:
        """All cards of a group go under the lucky sheep, one after the other."""
        cells = [cell for cell in range(CELLS) if event.target >> cell & 1]
        shine = glow([_cell(cell) for cell in cells], sound="nine", seat=event.seat)
        there = f"lucky-{event.seat}"
        return [shine, *(fly(_cell(cell), there, sound="tile", seat=event.seat, after=0.35) for cell in cells)]


def _cell(cell: int) -> str:
    return f"cell-{CELL_NAMES[cell]}"
