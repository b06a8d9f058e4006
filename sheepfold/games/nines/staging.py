"""All Nines as it is seen and heard: the die rolls, a pawn hops along the track, tiles fly to the mats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.drawing.staging import Beat, Sound, appear, fly, glow, hop, roll, shown
from sheepfold.games.nines import rules
from sheepfold.games.nines.state import ANIMAL

RULES: Any = rules  # functions on records: nothing in them has a type


def beats(before: Any, events: Sequence[Event], after: Any) -> list[Beat]:
    """What happened between two observations."""
    return shown(events, _Race(before, after).beats_of)


class _Race:
    """Goes through the events and remembers what lies in front of everybody, and what is left of the track."""

    def __init__(self, before: Any, after: Any) -> None:
        self.home: int = RULES.home(before)
        self.track = list(before.track)
        self.front = [[value for value in row if value] for row in before.front]
        self.drawn = _on_mats(before) | _on_mats(after)

    def beats_of(self, event: Event) -> list[Beat]:
        seat = event.seat
        match event.what:
            case "dealt":
                return [appear(self._receive(seat, event.amount), sound="tile", seat=seat, weight=0.5, after=0.5)]
            case "laid":
                return [appear(f"tile-{event.target}", sound="tile", weight=0.3, after=0.3)]
            case "rolled":
                return [roll("die", text=str(event.amount), seat=seat)]
            case "moved":
                return [hop(f"pawn-{seat}-{event.amount + 1}", self._way(event.origin, event.target), seat=seat)]
            case "jumped":
                return [hop(f"pawn-{seat}-{event.amount + 1}", [self._space(event.target)], seat=seat, weight=2)]
            case "took" | "collected":
                return [self._taken(event)]
            case "kept":
                return [glow(self._tiles(seat), seat=seat)]
            case "nine" | "cleared nine":
                return self._nine(seat)
            case "aside" | "cleared":
                return [self._put(seat, event.amount, "aside", "sigh")]
            case _:  # ended
                return [glow("home", sound="win")]

    # ------------------------------------------------------------------------------------------ the track

    def _space(self, space: int) -> str:
        return "home" if space >= self.home else f"tile-{space}"

    def _way(self, origin: int, target: int) -> list[str]:
        """The spaces a pawn hops on, one by one: those where a tile still lies."""
        return [
            self._space(space) for space in range(origin + 1, target + 1) if space >= self.home or self.track[space]
        ]

    def _taken(self, event: Event) -> Beat:
        """A tile goes to the one who took it, and the track closes behind it."""
        space, seat = event.origin, event.seat
        self.track[space] = 0
        if event.amount == ANIMAL:
            return fly(f"tile-{space}", self._lying(seat, "animal"), sound="nine", seat=seat)
        return fly(f"tile-{space}", self._receive(seat, event.amount), sound="tile", seat=seat)

    # ------------------------------------------------------------------------------------------ the mats

    def _receive(self, seat: int, value: int) -> str:
        self.front[seat].append(value)
        return self._there(self._tiles(seat)[-1], seat)

    def _tiles(self, seat: int) -> list[str]:
        """The ids of the numbers in front of a player."""
        front = self.front[seat]
        return [f"front-{seat}-{value}-{front[: k + 1].count(value)}" for k, value in enumerate(front)]

    def _there(self, name: str, seat: int) -> str:
        """A tile on a mat; the mat itself for one that has moved on before anybody could draw it."""
        return name if name in self.drawn else f"mat-{seat}"

    def _lying(self, seat: int, pile: str, value: int | None = None) -> str:
        """Where the newest tile of a pile, or of its tiles of that value, lies."""
        begins = f"{pile}-{seat}-" if value is None else f"{pile}-{seat}-{value}-"
        return max((name for name in self.drawn if name.startswith(begins)), default=f"mat-{seat}")

    def _nine(self, seat: int) -> list[Beat]:
        """Numbers that add up to nine lie down, all at once, with a chime."""
        front = self.front[seat]
        chosen = [value for k, value in enumerate(front) if _nine_in(front) >> k & 1]
        lying = [glow([self._there(name, seat) for name in self._chosen(seat)], sound="nine", seat=seat)]
        return lying + [self._put(seat, value, "nine", "", after=0.4 if k else 0.7) for k, value in enumerate(chosen)]

    def _chosen(self, seat: int) -> list[str]:
        bits = _nine_in(self.front[seat])
        return [name for k, name in enumerate(self._tiles(seat)) if bits >> k & 1]

    def _put(self, seat: int, value: int, pile: str, sound: Sound, after: float = 1.0) -> Beat:
        """A number leaves the front for a pile at the side."""
        front = self.front[seat]
        name = self._tiles(seat)[front.index(value)]
        front.remove(value)
        return fly(self._there(name, seat), self._lying(seat, pile, value), sound=sound, seat=seat, after=after)


def _nine_in(front: Sequence[int]) -> int:
    """Which of these numbers add up to nine, as bits."""
    state = _Front([*front, 0, 0, 0][:3])
    return RULES.nine_in_front(state, 0)


class _Front:
    """So much of a record as the rule looks at."""

    def __init__(self, values: Sequence[int]) -> None:
        self.front = {(0, k): value for k, value in enumerate(values)}


def _on_mats(seen: Any) -> set[str]:
    """The ids of all tiles that lie on the mats."""
    found: set[str] = set()
    for seat in range(seen.players):
        front = [value for value in seen.front[seat] if value]
        found |= {f"front-{seat}-{value}-{front[: k + 1].count(value)}" for k, value in enumerate(front)}
        found |= {f"animal-{seat}-{n + 1}" for n in range(seen.animals[seat])}
        for pile, counts in (("nine", seen.nines[seat]), ("aside", seen.aside[seat])):
            found |= {f"{pile}-{seat}-{value}-{n + 1}" for value, count in enumerate(counts) for n in range(count)}
    return found
