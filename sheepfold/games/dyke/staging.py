"""The Sheep Hustle as it is seen and heard: the reveal card by card, the run, one bump after another, splash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.drawing.staging import (
    Beat,
    appear,
    count,
    flip,
    fly,
    glow,
    hop,
    pause,
    rain,
    run,
    shove,
    shown,
    slide,
    splash,
    vanish,
)
from sheepfold.games.dyke import diagram
from sheepfold.games.dyke.state import BOARDS, COLUMN, LAY, NOBODY, OFF, SQUARES, UNSEEN, WAYS

DIAGRAM: Any = diagram  # it reads records: nothing in it has a type
END = 2 * SQUARES
SEA = "sea-0"
"""Where one comes to who runs, or is shoved, beyond the last square."""
MIDDLE = 45
"""A square in the middle of a board."""


def beats(before: Any, events: Sequence[Event], after: Any) -> list[Beat]:
    """What happened between two observations."""
    return shown(events, _Hustle(before, after).beats_of)


class _Hustle:
    """Goes through the events and remembers where the sheep stand and what everybody has."""

    def __init__(self, before: Any, after: Any) -> None:
        self.before, self.after = before, after
        self.squares: list[int] = list(before.square)
        self.rings: list[int] = list(before.lifesavers)
        self.boards: list[int] = DIAGRAM.boards_laid(before)
        self.holder = {"imp": before.imp, "cherub": before.cherub}
        self.gone: set[int] = {seat for seat in range(before.players) if before.square[seat] == OFF}
        self.scopes: list[int] = list(before.scope)

    def beats_of(self, event: Event) -> list[Beat]:
        seat = event.seat
        match event.what:
            case "laid cards":
                return [glow(f"mat-{seat}", sound="tile", seat=seat)]
            case "revealed":
                return self._reveal(seat, event.amount)
            case "changed":
                self.scopes[seat] = event.target
                return [count(f"mat-{seat}", f"{event.amount:+d} → {event.target}", sound="flip", seat=seat)]
            case "will run back":
                return [count(f"mat-{seat}", f"← {event.target}", sound="flip", seat=seat)]
            case "stayed":
                return [glow(f"sheep-{seat}", sound="bleat", seat=seat)]
            case "ran" | "ran back":
                return self._ran(event)
            case "shoved":
                return self._shoved(event)
            case "went through":
                self.squares[seat] = event.target
                return [run(f"sheep-{seat}", [f"square-{event.target}"], sound="worm", seat=seat)]
            case "saved" | "imp cost":
                return self._saved(event)
            case "drowned":
                return [splash(f"sheep-{seat}", seat=seat), *self._out(seat)]
            case "fell off":
                return [splash(f"sheep-{seat}", seat=seat, after=0.6), *self._out(seat)]
            case "imp out":
                return [glow("imp", sound="bleat", seat=seat), *self._out(seat)]
            case _:
                return self._around(event)

    def _around(self, event: Event) -> list[Beat]:
        """What happens around the running."""
        seat = event.seat
        match event.what:
            case "took imp" | "got imp":
                return self._walks("imp", event)
            case "took cherub" | "got cherub":
                return self._walks("cherub", event)
            case "laid board":
                return self._lay(event)
            case "picked":
                return [count(f"mat-{seat}", DIAGRAM.pad_sign(event.amount), sound="tile", seat=seat)]
            case "took back":
                return [glow(f"mat-{seat}", sound="flip", seat=seat, weight=0.6, after=0.3)]
            case "next round":
                return [*self._back_to("imp", seat), glow(f"mat-{seat}", sound="bleat", seat=seat)]
            case "rained":
                return [rain(f"square-{event.target}", seat=seat)]
            case "molehill":
                return [appear(f"molehill-{event.target}", sound="worm")]
            case _:  # ended
                left = [f"sheep-{other}" for other in range(self.before.players) if other not in self.gone]
                return [glow(left, sound="win", weight=2)] if left else [pause(sound="win")]

    # ------------------------------------------------------------------------------------------ the reveal

    def _reveal(self, seat: int, scope: int) -> list[Beat]:
        """Cards turn over one by one, and a number forms."""
        self.scopes[seat] = scope
        digits = str(scope)
        turning = flip(f"mat-{seat}", text=digits, seat=seat, weight=0.6 + 0.3 * len(digits))
        return [turning, count(f"mat-{seat}", digits, seat=seat, after=0.8)]

    # ------------------------------------------------------------------------------------------ running

    def _ran(self, event: Event) -> list[Beat]:
        seat, way = event.seat, _way(event.origin, event.target)
        self.squares[seat] = event.target
        going = run(f"sheep-{seat}", [f"square-{square}" for square in way], seat=seat, after=0.7)
        if event.target < END:
            return [going]
        return [going, slide(f"sheep-{seat}", SEA, sound="bleat", seat=seat, after=0.9)]

    def _shoved(self, event: Event) -> list[Beat]:
        """One bump; beyond the last square the sheep slides down into the sea."""
        self.squares[event.seat] = event.target
        to = f"square-{event.target}" if event.target < END else SEA
        return [shove(f"sheep-{event.seat}", to, seat=event.seat)]

    def _saved(self, event: Event) -> list[Beat]:
        """A ring flies off to the one in the water; what the imp takes, it takes from the mat."""
        seat = event.seat
        ring = f"lifesaver-{seat}-{self.rings[seat]}"
        self.rings[seat] -= 1
        if event.what == "imp cost":
            return [glow("imp", seat=seat, sound="sigh"), fly(ring, "imp", seat=seat), vanish(ring)]
        flying = fly(ring, f"square-{self.squares[seat]}", seat=seat, sound="bleat", after=0.5)
        return [splash(f"sheep-{seat}", seat=seat), flying]

    def _out(self, seat: int) -> list[Beat]:
        """The sheep slides down the dyke, comes ashore and waves from the bank; the sign makes way for the first."""
        way = [] if self.gone else [vanish("sign", after=0.7)]
        self.gone.add(seat)
        sheep, bank = f"sheep-{seat}", f"bank-{seat}"
        return [
            *way,
            slide(sheep, bank, seat=seat, after=0 if way else 0.7, weight=1.8),
            hop(sheep, [bank, bank], seat=seat, sound="bleat"),
        ]

    # ------------------------------------------------------------------------------------------ imp and cherub

    def _walks(self, who: str, event: Event) -> list[Beat]:
        """The imp, or the cherub, goes to whom it belongs now; if it is taken, both numbers are compared first."""
        old, seat = self.holder[who], event.seat
        mats = [f"mat-{each}" for each in (old, seat) if each != NOBODY]
        shine = glow(mats, seat=seat, weight=0.8)
        if not event.what.startswith("took") or UNSEEN in (self.scopes[old], self.scopes[seat]):
            return [shine, *self._back_to(who, seat)]
        sign = "≤" if who == "imp" else ">"
        compared = count(f"mat-{seat}", f"{self.scopes[seat]} {sign} {self.scopes[old]}", seat=seat, after=0)
        return [shine, compared, *self._back_to(who, seat)]

    def _back_to(self, who: str, seat: int) -> list[Beat]:
        old = self.holder[who]
        self.holder[who] = seat
        if old == seat:
            return []
        if old == NOBODY:
            return [appear(who, sound="nine" if who == "cherub" else "worm", seat=seat)] if self._ends(who) else []
        return [slide(who, f"mat-{seat}", sound="nine" if who == "cherub" else "worm", seat=seat)]

    def _ends(self, who: str) -> bool:
        """Whether somebody holds it in the picture before or after."""
        return getattr(self.before, who) != NOBODY or getattr(self.after, who) != NOBODY

    # ------------------------------------------------------------------------------------------ boards

    def _lay(self, event: Event) -> list[Beat]:
        """A board is laid; later in the race the first one is carried round, and everybody stands on the other."""
        board = (event.amount - LAY) // WAYS
        name = f"board-{BOARDS[board]}"
        if board not in self.boards:
            self.boards.append(board)
            return [appear(name, sound="tile")]
        self.boards.reverse()
        other = f"board-{BOARDS[1 - board]}"
        near, far = f"square-{MIDDLE}", f"square-{SQUARES + MIDDLE}"
        moving = [slide(name, far, sound="tile", weight=1.5), slide(other, near, after=0, weight=1.5)]
        for seat, square in enumerate(self.squares):
            if seat < self.before.players and seat not in self.gone and square >= SQUARES:
                self.squares[seat] = square - SQUARES
                moving.append(slide(f"sheep-{seat}", f"square-{square - SQUARES}", after=0, weight=1.5))
        return [*moving, flip([name, other])]


def _way(origin: int, target: int) -> list[int]:
    """The squares a sheep comes by: whole columns first, then square by square, as its number is read."""
    step = 1 if target >= origin else -1
    columns, rest = divmod(abs(target - origin), COLUMN)
    turn = origin + step * COLUMN * columns
    way = [origin + step * COLUMN * (k + 1) for k in range(columns)] + [turn + step * (k + 1) for k in range(rest)]
    return [square for square in way if 0 <= square < END] or [END - 1]
