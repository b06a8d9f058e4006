"""The Shepherd as it is seen and heard: dice with pictures, sheep that walk, eat and flee, a dog, a worm, the sun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheepfold.core.kit import Event
from sheepfold.drawing.staging import Beat, appear, count, fly, glow, hop, roll, run, shown, slide, vanish
from sheepfold.games.shepherd import notation, rules
from sheepfold.games.shepherd.state import DARK, DOG, GRASS, LIGHT, NOTHING, SHEEP, SHEEP_EACH, SUN, WORM

NOTATION: Any = notation  # they read records: nothing in them has a type
RULES: Any = rules


def beats(before: Any, events: Sequence[Event], after: Any) -> list[Beat]:
    """What happened between two observations."""
    return shown(events, _Meadow(before, after).beats_of)


class _Meadow:
    """Goes through the events and remembers which symbols were not used."""

    def __init__(self, before: Any, after: Any) -> None:
        self.before, self.after = before, after
        self.unused = [symbol if not used else NOTHING for symbol, used in zip(before.thrown, before.used, strict=True)]

    def beats_of(self, event: Event) -> list[Beat]:
        seat = event.seat
        match event.what:
            case "starts":
                return [glow(f"pile-{seat}", sound="bleat", seat=seat)]
            case "thrown":
                self.unused = [event.origin, event.target]
                return [roll(["die-1", "die-2"], to=self._faces(seat), seat=seat)]
            case "lapsed":
                return [glow(self._unused_die(event.amount), sound="sigh", seat=seat, weight=0.7)]
            case "sun":
                return [slide("sun", sound="sun", weight=1.6)]
            case "dog put" | "dog walked":
                return [hop("dog", [_field(event.target)], sound="bark", weight=1.8)]
            case "dog stayed":
                return [glow("dog", sound="bark", seat=seat, weight=0.7)]
            case "moved" | "fled" | "round the edge" | "pushed" | "stayed":
                return self._sheep(event)
            case "clean in the pile" | "worm in the pile":
                return self._in_the_pile(event)
            case "ended":
                return [glow(self._highest_piles(), sound="win", weight=2)]
            case _:
                return self._grass(event)

    def _faces(self, seat: int) -> tuple[str, ...]:
        """What the dice show is drawn on them; where they are taken up at once, they show what stands on the meadow."""
        growing = [place for place, card in enumerate(self.before.cards) if card in (LIGHT, DARK)]
        if any(self.after.thrown) or not growing:
            return ()
        grass, own = f"grass-{NOTATION.name_of(growing[0])}", NOTATION.sheep_part(SHEEP_EACH * seat)
        looks = {SHEEP: own, GRASS: grass, SUN: "sun", DOG: "dog"}
        return tuple(looks[symbol] for symbol in self.unused)

    def _unused_die(self, symbol: int) -> str:
        die = self.unused.index(symbol) if symbol in self.unused else 0
        self.unused[die] = NOTHING
        return f"die-{die + 1}"

    # ------------------------------------------------------------------------------------------ sheep

    def _sheep(self, event: Event) -> list[Beat]:
        """A sheep walks, flees, is pushed or has nowhere to go."""
        sheep, seat = NOTATION.sheep_part(event.amount), event.seat
        match event.what:
            case "moved":
                return [run(sheep, [_field(event.target)], seat=seat, weight=1.3)]
            case "fled":
                return [run(sheep, [_field(event.target)], sound="bleat", seat=seat, after=0.8)]
            case "round the edge":
                return [hop(sheep, [_field(event.target)], sound="bleat", seat=seat, weight=2.6)]
            case "pushed":
                return [glow(sheep, sound="bump", seat=seat, after=0.7)]
            case _:  # stayed
                return [glow(sheep, sound="sigh", seat=seat)]

    # ------------------------------------------------------------------------------------------ grass and worms

    def _grass(self, event: Event) -> list[Beat]:
        """Grass is bitten off; a card that is turned over goes to the pile, or a worm looks out."""
        place, seat, name = event.origin, event.seat, NOTATION.name_of(event.origin)
        match event.what:
            case "turned over":
                return [
                    vanish(f"grass-{name}", sound="bite", seat=seat),
                    appear(f"card-{name}", sound="flip", after=0.6),
                ]
            case "took":
                what = "card" if self.before.grazed == place else "grass"
                sound = "tile" if what == "card" else "bite"
                return [fly(f"{what}-{name}", f"pile-{seat}", sound=sound, seat=seat, weight=1.3)]
            case "in vain":
                return [glow(_field(place), sound="worm", seat=seat)]
            case _:  # a worm, which stays or is turned back
                looks_out = appear(f"worm-{name}", sound="worm", seat=seat, weight=1.6, after=0.5)
                shows = self.after.cards[place] == WORM
                return [vanish(f"card-{name}"), looks_out] if shows else [glow(_field(place), sound="worm", seat=seat)]

    def _in_the_pile(self, event: Event) -> list[Beat]:
        """After the game the cards of a pile are turned over: a worm costs one more."""
        pile, seat = f"pile-{event.seat}", event.seat
        if event.what == "worm in the pile":
            return [count(pile, "−2", sound="worm", seat=seat, weight=0.8, after=0.8)]
        return [glow(pile, sound="flip", seat=seat, weight=0.3, after=0.6)]

    def _highest_piles(self) -> list[str]:
        grass = [RULES.grass_of(self.after, seat) for seat in range(self.after.players)]
        return [f"pile-{seat}" for seat, has in enumerate(grass) if has == max(grass)]


def _field(place: int) -> str:
    return f"field-{NOTATION.name_of(place)}"
