"""The rules of All Nines, slow and obvious, written from the rules page and the printed book alone.

The fast rules are walked against this oracle in lock step. The game is told from top to bottom by generators: each
`yield` is a question, "who may act, and how?", and waits for the answer. Nothing here imports from the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracles.story import CHANCE, Answer, Question, Told

PAWNS_EACH = {2: 4, 3: 3, 4: 2, 5: 2}  # NIN-5
TILES_IN_A_SEGMENT = 7  # NIN-3
POINTS_FOR_A_TILE = 5  # NIN-22


@dataclass(eq=False)
class Tile:
    """One of the 54 tiles (NIN-1). Two tiles are never equal, however alike."""

    kind: str  # "number", "cactus" or "animal"
    value: int = 0
    segment: int = 0  # the segment it was laid in (a cactus: the segment behind it); 0 = not on the track
    place: int = 0  # 1-7 within the segment; 0 for a cactus

    def label(self) -> str:
        return "a" if self.kind == "animal" else str(self.value)


START = Tile("start")  # where pawns wait, before the first cactus (NIN-5): no tile of the box, and never on the track
HOME = Tile("home")  # past the last tile (NIN-9)


class Oracle(Told):
    def __init__(self, players: int, options: dict[str, object] | None = None, material: dict | None = None):
        options = options or {}
        if players not in PAWNS_EACH:
            raise ValueError(f"nines is for 2 to 5 players, not {players}")
        if set(options) - {"segments"}:
            raise ValueError(f"nines has the option segments alone, not {sorted(options)}")
        segments = options.get("segments", 6)
        # NIN-4
        if not isinstance(segments, int) or segments not in (5, 6) or (segments == 5 and players > 3):
            raise ValueError(f"segments may be 6, or 5 with 2 or 3 players, not {segments} with {players}")
        if material:
            raise ValueError("nines has no material to exchange")

        self.players = players
        self.segments = segments
        self.seats = range(players)
        # NIN-1
        self.numbers = [Tile("number", value) for value in range(1, 7) for _ in range(7)]
        self.cacti = [Tile("cactus", value) for value in range(1, 7)]
        self.animals_to_shuffle = [Tile("animal") for _ in range(6)]
        self.box: list[Tile] = []

        self.track: list[Tile] = []  # the spaces that are left, in order
        self.pawns: list[list[Tile]] = [[START] * PAWNS_EACH[players] for _ in self.seats]  # where each stands
        self.in_front: list[list[Tile]] = [[] for _ in self.seats]  # face up in front of the player
        self.animals: list[list[Tile]] = [[] for _ in self.seats]  # face down at the side
        self.laid_down: list[list[Tile]] = [[] for _ in self.seats]  # face down at the side, in nines
        self.aside: list[list[Tile]] = [[] for _ in self.seats]  # face up at the side
        self.turn = 0  # the seat whose turn it is

        self.begin()

    # -- the interface

    def ending(self) -> str | None:
        return "NIN-21" if self.is_over() else None

    def scores(self) -> list[int]:
        """NIN-22: +5 for each animal and each tile laid down in a nine, minus the value of each tile face up aside."""
        return [
            POINTS_FOR_A_TILE * (len(self.animals[seat]) + len(self.laid_down[seat]))
            - sum(tile.value for tile in self.aside[seat])
            for seat in self.seats
        ]

    def places(self) -> list[int]:
        """NIN-22, NIN-23: most points; then more cactus tiles; then shared."""
        merits = list(zip(self.scores(), [self.cacti_collected(seat) for seat in self.seats], strict=True))
        return [1 + sum(other > merit for other in merits) for merit in merits]

    def cacti_collected(self, seat: int) -> int:
        """NIN-23: wherever they ended up."""
        collected = self.in_front[seat] + self.laid_down[seat] + self.aside[seat]
        return sum(tile.kind == "cactus" for tile in collected)

    # -- the game

    def game(self) -> Generator[Question, Answer, None]:
        yield from self.set_up()
        while not self.every_pawn_is_home():  # NIN-21
            if not self.pawns_are_home(self.turn):  # NIN-6: a player whose pawns are all home is passed over
                yield from self.take_turn(self.turn)
            self.turn = (self.turn + 1) % self.players  # NIN-6: clockwise

    def ask(self, who, legal: Callable[[], Any]) -> Generator[Question, Answer, str]:
        _, text = yield {who: legal}
        return text

    # -- material and setup

    def set_up(self) -> Generator[Question, Answer, None]:
        # NIN-2: a number for every player
        for seat in self.seats:
            self.in_front[seat].append((yield from self.draw("deal", self.numbers)))
        # NIN-3, NIN-4: the track
        pile = self.numbers + self.animals_to_shuffle
        self.numbers, self.animals_to_shuffle = pile, []
        for segment in range(1, self.segments + 1):
            cactus = yield from self.draw("cactus", self.cacti)
            cactus.segment = segment
            self.track.append(cactus)
            for place in range(1, TILES_IN_A_SEGMENT + 1):
                tile = yield from self.draw("tile", pile)
                tile.segment, tile.place = segment, place
                self.track.append(tile)
        # NIN-3: what is left over goes back to the box
        self.box = self.numbers + self.cacti
        self.numbers, self.cacti = [], []

    def draw(self, word: str, pile: list[Tile]) -> Generator[Question, Answer, Tile]:
        """Chance draws one tile of the pile, each as likely as the other."""

        def outcomes() -> dict[str, Fraction]:
            labels = Counter(tile.label() for tile in pile)
            return {f"{word} {label}": Fraction(count, len(pile)) for label, count in labels.items()}

        text = yield from self.ask(CHANCE, outcomes)
        drawn = next(tile for tile in pile if f"{word} {tile.label()}" == text)
        pile.remove(drawn)
        return drawn

    # -- moving

    def take_turn(self, seat: int) -> Generator[Question, Answer, None]:
        """NIN-6: roll one die and move exactly one own pawn."""
        text = yield from self.ask(CHANCE, lambda: {f"roll {value}": Fraction(1, 6) for value in range(1, 7)})
        roll = int(text.split()[1])
        text = yield from self.ask(seat, lambda: self.moves(seat, roll))
        verb, number = text.split()
        pawn = int(number) - 1
        old = self.pawns[seat][pawn]
        new = self.pawns_ahead(old)[0] if verb == "jump" else self.steps_ahead(old, roll)
        self.pawns[seat][pawn] = new
        yield from self.collect(seat, old, new)

    def moves(self, seat: int, roll: int) -> list[str]:
        """The decisions `move I` and `jump I`; of own pawns on one space only the lowest is offered."""
        texts = []
        spots = self.pawns[seat]
        for pawn, spot in enumerate(spots):
            if spot == HOME or spot in spots[:pawn]:
                continue
            texts.append(f"move {pawn + 1}")
            # NIN-7: on a 1; to the very next space it is a move like any other
            if roll == 1:
                ahead = self.pawns_ahead(spot)
                if ahead and ahead[0] is not self.steps_ahead(spot, 1):
                    texts.append(f"jump {pawn + 1}")
        return texts

    def spaces_before(self, spot: Tile) -> int:
        """How far along the track that is left (NIN-14) a pawn here has come: 0 at the start, 1 on the first space."""
        return 0 if spot == START else self.track.index(spot) + 1

    def steps_ahead(self, spot: Tile, steps: int) -> Tile:
        """NIN-6: each tile is a space. NIN-9: past the last tile is home, spare steps are lost."""
        ahead = self.track[self.spaces_before(spot) :]
        return ahead[steps - 1] if steps <= len(ahead) else HOME

    def pawns_ahead(self, spot: Tile) -> list[Tile]:
        """NIN-7: the spaces with pawns in front, the next one first; at home or on the same space they do not count."""
        return [space for space in self.track[self.spaces_before(spot) :] if self.occupied(space)]

    def occupied(self, space: Tile) -> bool:
        """NIN-8: any number of pawns may share a space; one is enough."""
        return any(space in spots for spots in self.pawns)

    def pawns_are_home(self, seat: int) -> bool:
        return all(spot == HOME for spot in self.pawns[seat])

    def every_pawn_is_home(self) -> bool:
        return all(self.pawns_are_home(seat) for seat in self.seats)

    # -- collecting

    def segment_entered(self, spot: Tile) -> int:
        """NIN-10: the last segment a pawn here has entered. On a cactus it is not yet beyond it. Home comes last."""
        if spot == START:
            return 0
        if spot == HOME:
            return self.segments + 1
        return spot.segment - 1 if spot.kind == "cactus" else spot.segment

    def collect(self, seat: int, old: Tile, new: Tile) -> Generator[Question, Answer, None]:
        """NIN-11, NIN-12, NIN-13: what a pawn of this seat earns that went from the old spot to the new."""
        for entered in range(self.segment_entered(old) + 1, self.segment_entered(new) + 1):
            # NIN-11, NIN-12: a tile of each segment left behind, the earliest first; none for entering the first
            if self.unoccupied_tiles(entered - 1):
                taken = yield from self.choose_tile(seat, entered - 1)
                yield from self.arrive(seat, taken)
            # NIN-13: after it the cactus, when every pawn is past it now
            if entered <= self.segments and self.every_pawn_has_entered(entered):
                cactus = next(tile for tile in self.track if tile.kind == "cactus" and tile.segment == entered)
                self.track.remove(cactus)
                yield from self.arrive(seat, cactus)
        if self.pawns_are_home(seat):
            self.settle_at_home(seat)

    def unoccupied_tiles(self, segment: int) -> list[Tile]:
        """NIN-12: occupied means a pawn stands on it after the move."""
        return [
            tile for tile in self.track if tile.segment == segment and tile.kind != "cactus" and not self.occupied(tile)
        ]

    def choose_tile(self, seat: int, segment: int) -> Generator[Question, Answer, Tile]:
        """NIN-11: your choice. NIN-14: the track closes up."""
        tiles = {f"take {tile.segment}.{tile.place}": tile for tile in self.unoccupied_tiles(segment)}
        text = yield from self.ask(seat, lambda: tiles)
        self.track.remove(tiles[text])
        return tiles[text]

    def every_pawn_has_entered(self, segment: int) -> bool:
        return all(self.segment_entered(spot) >= segment for spots in self.pawns for spot in spots)

    # -- nines

    def arrive(self, seat: int, tile: Tile) -> Generator[Question, Answer, None]:
        """NIN-15 to NIN-19: a collected tile comes to its player, and is settled before the next one comes."""
        if tile.kind == "animal":  # NIN-15
            self.animals[seat].append(tile)
            return
        lying = self.in_front[seat]
        lying.append(tile)  # NIN-16
        nine = self.nine_among(lying)
        if nine:
            # NIN-17: with two numbers you may. NIN-18: with three you must. NIN-20: with your last pawn home you must.
            must = len(lying) == 3 or self.pawns_are_home(seat)
            text = yield from self.ask(seat, lambda: ["nine"] if must else ["nine", "keep"])
            if text == "nine":
                self.lay_down(seat, nine)
        elif len(lying) == 3:
            # NIN-18: one of the three goes face up to the side
            text = yield from self.ask(seat, lambda: sorted({f"aside {tile.value}" for tile in lying}))
            unwanted = next(tile for tile in lying if f"aside {tile.value}" == text)
            self.put_aside(seat, unwanted)

    def nine_among(self, lying: list[Tile]) -> list[Tile]:
        """NIN-17, NIN-18: two numbers that add up to 9, or all three; else nothing."""
        for first in lying:
            for second in lying:
                if first is not second and first.value + second.value == 9:
                    return [first, second]
        if len(lying) == 3 and sum(tile.value for tile in lying) == 9:
            return list(lying)
        return []

    def lay_down(self, seat: int, nine: list[Tile]) -> None:
        for tile in nine:
            self.in_front[seat].remove(tile)
            self.laid_down[seat].append(tile)

    def put_aside(self, seat: int, tile: Tile) -> None:
        self.in_front[seat].remove(tile)
        self.aside[seat].append(tile)

    def settle_at_home(self, seat: int) -> None:
        """NIN-20: after the last tile of the last pawn, a nine kept till now is laid down, the rest goes aside."""
        self.lay_down(seat, self.nine_among(self.in_front[seat]))
        for tile in list(self.in_front[seat]):
            self.put_aside(seat, tile)
