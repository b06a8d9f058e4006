"""The Shepherd, slow and obvious: an oracle of the rules page, to be walked beside the compiled rules.

Written from the rules page and the printed book alone. The meadow is a dict from a field's name to the cards
lying there; sheep are objects with an owner and a field. Nothing is kept that can be looked up again, and every
look-ahead simply moves the sheep, looks, and moves it back.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

# SHE-1, SHE-2, SHE-3, SHE-5: the board, the worms and the sun's way are data.
CORNERS = {"a1", "a8", "h1", "h8"}
MATERIAL = {
    "fields": [column + row for column in "abcdefgh" for row in "12345678" if column + row not in CORNERS],
    "starts": {"south": ["d1", "e1"], "west": ["a4", "a5"], "north": ["d8", "e8"], "east": ["h4", "h5"]},
    "dark": ["c3", "f3", "c6", "f6", "d4", "e4", "d5", "e5"],
    "worms": 4,
    "sun": 12,
}
# SHE-3: whose side is whose, clockwise from seat 0.
SIDES = {2: ["south", "north"], 3: ["south", "west", "north"], 4: ["south", "west", "north", "east"]}
# SHE-4: the faces of the two dice.
DIE_1 = ["sheep", "sheep", "sheep", "grass", "grass", "sun"]
DIE_2 = ["sheep", "grass", "grass", "grass", "dog", "dog"]
# Up, down, left, right: (columns, rows).
DIRECTIONS = [(0, 1), (0, -1), (-1, 0), (1, 0)]


@dataclass(eq=False)
class Sheep:
    """One sheep; two sheep are never equal, even when a chain has put them on one field."""

    owner: int
    field: str


class Oracle:
    """One game of The Shepherd.

    A card on the meadow is "dark", "light" (nobody has seen its other side) or "worm" (turned over once).
    A card in a pile is "dark" or "light"; under `worms unseen` a light one becomes "clean" or "worm" at the end.
    """

    def __init__(self, players: int, options: dict[str, object] | None = None, material: dict | None = None):
        chosen: dict[str, Any] = dict(options or {})
        material = {**MATERIAL, **(material or {})}
        self.players = players
        self.tactical = bool(chosen.get("tactical", False))
        self.worms_unseen = chosen.get("worms", "seen") == "unseen"  # SHE-17
        self.chains_free = chosen.get("chains", "free") == "free"  # SHE-21
        self.sun_places = int(chosen.get("sun", material["sun"]))  # SHE-5
        assert players in SIDES
        assert 4 <= self.sun_places <= 24
        assert self.tactical or self.chains_free, "chains forced needs tactical"

        self.fields: list[str] = list(material["fields"])
        self.meadow: dict[str, list[str]] = {}  # SHE-1
        starting_fields = [field for side in material["starts"].values() for field in side]
        for field in self.fields:
            if field in starting_fields:
                self.meadow[field] = []
            elif field in material["dark"]:
                self.meadow[field] = ["dark", "dark"]
            else:
                self.meadow[field] = ["light"]
        self.sheep = [  # SHE-3
            Sheep(seat, field) for seat, side in enumerate(SIDES[players]) for field in material["starts"][side]
        ]
        self.worms_left = int(material["worms"])  # SHE-2: worms among the cards that nobody has seen
        self.piles: list[list[str]] = [[] for _ in range(players)]
        self.dog: str | None = None  # SHE-5: beside the board
        self.sun = 0  # SHE-5: 0 is the starting place

        self.phase = "starter"  # starter, throw, symbols, card, flee, turning, over
        self.on_turn = 0  # means nothing before the starter is known
        self.unused: list[str] = []  # the symbols thrown and not yet used
        self.grazed = ""  # the field whose light card is just being turned over
        self.scared: list[Sheep] = []  # sheep the dog stopped beside that have not got away yet
        self.pushed: Sheep | None = None  # SHE-21: the sheep that must move at once in a chain
        self.moved_in_chain: list[Sheep] = []
        self.why: str | None = None

    # ---- who may do what ---------------------------------------------------------------------------------------

    def to_act(self) -> set:
        if self.phase == "over":
            return set()
        if self.phase in ("starter", "throw", "card", "turning"):
            return {"*"}
        if self.phase == "flee" and not self.tactical:
            return {self.scared[0].owner}  # SHE-14: by its own player
        return {self.on_turn}  # SHE-19 for fleeing in the tactical game

    def legal(self, who) -> list[str]:
        if who not in self.to_act():
            return []
        if who == "*":
            return list(self.chance())
        if self.phase == "flee":
            return self._flee_texts()
        texts = []
        for symbol in self.unused:
            for text in self._uses_of(symbol):
                if text not in texts:
                    texts.append(text)
        return texts

    def chance(self) -> dict[str, Fraction]:
        if self.phase == "starter":  # SHE-6: two sheep come with 3/6 · 1/6 = 1/12
            weights = [Fraction(11, 12) ** seat for seat in range(self.players)]
            return {f"starter {seat}": weight / sum(weights) for seat, weight in enumerate(weights)}
        if self.phase == "throw":  # SHE-4
            outcomes: dict[str, Fraction] = {}
            for first in DIE_1:
                for second in DIE_2:
                    text = f"throw {first} {second}"
                    outcomes[text] = outcomes.get(text, Fraction(0)) + Fraction(1, 36)
            return outcomes
        if self.phase in ("card", "turning"):  # SHE-2: the worms left are anywhere among the unseen cards
            worm = Fraction(self.worms_left, self._unseen_cards())
            return {text: p for text, p in (("worm", worm), ("clean", 1 - worm)) if p > 0}
        return {}

    def play(self, who, text: str) -> None:
        assert who in self.to_act()
        verb, *words = text.split()
        if verb == "starter":
            self._begin_turn(int(words[0]))
        elif verb == "throw":
            self._throw(words)
        elif verb in ("worm", "clean"):
            if self.phase == "card":
                self._turn_grazed_card(verb)
            else:
                self._turn_card_of_a_pile(verb)
        elif verb == "move":
            self._move(*words)
        elif verb == "graze":
            self._graze(*words)
        elif verb == "dog":
            self._put_dog(*words)
        elif verb == "flee":
            self._flee(*words)
        else:
            raise ValueError(text)

    # ---- the meadow --------------------------------------------------------------------------------------------

    def _step(self, field: str, direction: tuple[int, int]) -> str | None:
        """The next field in a direction, or None off the board."""
        columns, rows = direction
        there = chr(ord(field[0]) + columns) + chr(ord(field[1]) + rows)
        return there if there in self.fields else None

    def _neighbours(self, field: str) -> list[str]:
        steps = [self._step(field, direction) for direction in DIRECTIONS]
        return [there for there in steps if there is not None]

    def _neighbours_round_the_edge(self, field: str) -> list[str]:
        """SHE-20: one field in each direction; off the edge, the opposite field of the row or column."""
        fields = []
        for direction in DIRECTIONS:
            there = self._step(field, direction)
            if there is None:
                there = self._opposite(field, direction)
            if there != field and there not in fields:
                fields.append(there)
        return fields

    def _opposite(self, field: str, direction: tuple[int, int]) -> str:
        """SHE-20: where a sheep comes back that ran off the edge: the far end of the way behind it."""
        columns, rows = direction
        behind = self._step(field, (-columns, -rows))
        while behind is not None:
            field = behind
            behind = self._step(field, (-columns, -rows))
        return field

    def _sheep_on(self, field: str) -> list[Sheep]:
        return [sheep for sheep in self.sheep if sheep.field == field]

    def _free(self, field: str) -> bool:
        """No sheep and no dog."""
        return not self._sheep_on(field) and field != self.dog

    def _beside_dog(self, field: str) -> bool:
        """SHE-13: up, down, left, right; diagonal is fine, and the edge is no neighbourhood."""
        return self.dog is not None and field in self._neighbours(self.dog)

    def _own_sheep(self) -> list[Sheep]:
        return [sheep for sheep in self.sheep if sheep.owner == self.on_turn]

    # ---- a turn ------------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self.on_turn = seat
        self.unused = []
        self.phase = "throw"

    def _throw(self, symbols: list[str]) -> None:
        """SHE-7: throw both dice."""
        self.unused = list(symbols)
        self._settle()

    def _settle(self) -> None:
        """SHE-7, SHE-10, SHE-23: after each action, all that follows without anybody's choice."""
        if self._no_grass_left():  # SHE-23: at once, unused symbols lapsing
            self._end("SHE-23 grass")
            return
        if any(self._uses_of(symbol) for symbol in self.unused):  # SHE-7: as long as one can be used, one must be
            self.phase = "symbols"
            return
        sun_thrown = "sun" in self.unused
        self.unused = []  # SHE-7: what is unused is lost
        if sun_thrown:  # SHE-10: after the other symbol is settled
            self.sun = (self.sun + 1) % self.sun_places
            if self.sun == 0:
                self._end("SHE-23 sun")
                return
        self._begin_turn((self.on_turn + 1) % self.players)

    def _uses_of(self, symbol: str) -> list[str]:
        """SHE-7: what a symbol has to do now. The sun is nobody's choice (SHE-10)."""
        if symbol == "sheep":
            return self._moves()
        if symbol == "grass":
            return self._grazings()
        if symbol == "dog":
            return self._dog_texts()
        return []

    def _moves(self) -> list[str]:
        """SHE-8: one own sheep, one field, free, on the board, not beside the dog."""
        return [
            f"move {sheep.field} {there}"
            for sheep in self._own_sheep()
            for there in self._neighbours(sheep.field)
            if self._free(there) and not self._beside_dog(there)
        ]

    def _move(self, here: str, there: str) -> None:
        """SHE-8."""
        self._sheep_on(here)[0].field = there
        self.unused.remove("sheep")
        self._settle()

    # ---- grass and worms ---------------------------------------------------------------------------------------

    def _grazings(self) -> list[str]:
        """SHE-9: an own sheep on a card. SHE-16: in the basic game not on a worm; SHE-22: in the tactical, even so."""
        texts = []
        for sheep in self._own_sheep():
            cards = self.meadow[sheep.field]
            if cards and (cards != ["worm"] or self.tactical):
                texts.append(f"graze {sheep.field}")
        return texts

    def _graze(self, field: str) -> None:
        """SHE-9: the card; both cards on a dark field."""
        self.unused.remove("grass")
        cards = self.meadow[field]
        if cards == ["worm"]:  # SHE-22: in vain, and with no chance action
            self._settle()
        elif cards == ["light"] and not self.worms_unseen:  # SHE-16, SHE-22: the card is turned over
            self.grazed = field
            self.phase = "card"
        else:  # dark cards hide nothing; SHE-17: taken unturned
            self.piles[self.on_turn] += cards
            self.meadow[field] = []
            self._settle()

    def _turn_grazed_card(self, what: str) -> None:
        """SHE-16, SHE-22: a worm stays on its field (face up, or turned back in the tactical game)."""
        field, self.grazed = self.grazed, ""
        if what == "worm":
            self.worms_left -= 1
            self.meadow[field] = ["worm"]
        else:
            self.meadow[field] = []
            self.piles[self.on_turn].append("light")
        self._settle()

    def _unseen_cards(self) -> int:
        """SHE-2: the light cards whose other side nobody has seen.

        With worms seen they all lie on the meadow; with `worms unseen` (SHE-17) also in the piles, as "light".
        """
        on_meadow = sum(cards.count("light") for cards in self.meadow.values())
        if not self.worms_unseen:
            return on_meadow
        return on_meadow + sum(pile.count("light") for pile in self.piles)

    # ---- the dog -----------------------------------------------------------------------------------------------

    def _dog_texts(self) -> list[str]:
        """SHE-11."""
        if self.tactical:  # SHE-15 holds here too: the dog stops only where all scared sheep can get away
            stops = [f"dog {field}" for field in self._dog_walks() if self._all_could_run_from(field)]
            return stops + (["dog stay"] if self.dog else [])  # SHE-18
        return [f"dog {field}" for field in self.fields if self._free(field) and self._all_could_get_away_from(field)]

    def _dog_walks(self) -> list[str]:
        """SHE-18: one to three fields over free fields, not back to its own; the first time put as in SHE-12."""
        if self.dog is None:
            return [field for field in self.fields if self._free(field)]
        reached = {self.dog}
        for _ in range(3):
            reached |= {there for here in reached for there in self._neighbours(here) if self._free(there)}
        return sorted(reached - {self.dog})

    def _put_dog(self, field: str) -> None:
        """SHE-12, SHE-18: only the sheep beside where it stops are scared."""
        self.unused.remove("dog")
        if field == "stay":  # SHE-18: scares nobody
            self._settle()
            return
        self.dog = field
        self.scared = self._scared_in_order()
        self._go_on_fleeing()

    def _scared_in_order(self) -> list[Sheep]:
        """SHE-14: the player on turn first, then clockwise; a player's sheep in the order a1, a2 … b1 …"""
        scared = [sheep for sheep in self.sheep if self._beside_dog(sheep.field)]
        return sorted(scared, key=lambda sheep: ((sheep.owner - self.on_turn) % self.players, sheep.field))

    def _go_on_fleeing(self) -> None:
        """Let the next scared sheep flee, or the one that was pushed."""
        if self.scared or self.pushed:
            self.phase = "flee"
        else:
            self._settle()

    def _flee_texts(self) -> list[str]:
        if self.tactical:
            runs = self._runs(self.scared, self.pushed, self.moved_in_chain)
            return [
                f"flee {sheep.field} {there}"
                for sheep, there in runs
                if self._can_go_on(sheep, there, self.scared, self.moved_in_chain)
            ]
        ways = self._basic_ways(self.scared)  # SHE-14: one sheep at a time
        return [f"flee {self.scared[0].field} {there}" for there in ways]

    def _flee(self, here: str, there: str) -> None:
        """SHE-14, SHE-19, SHE-21."""
        sheep = self.pushed or next(sheep for sheep in self.scared if sheep.field == here)
        in_the_way = self._sheep_on(there)
        if sheep in self.scared:
            self.scared.remove(sheep)
        sheep.field = there
        if in_the_way:  # SHE-21: the one that was there first must move at once
            self.moved_in_chain.append(sheep)
            self.pushed = in_the_way[0]
        else:
            self.moved_in_chain = []
            self.pushed = None
        self._go_on_fleeing()

    # ---- the dog, basic ----------------------------------------------------------------------------------------

    def _all_could_get_away_from(self, field: str) -> bool:
        """SHE-15: the dog may only be put where all the sheep beside it can get away."""
        dog_before, self.dog = self.dog, field
        possible = self._all_can_get_away(self._scared_in_order())
        self.dog = dog_before
        return possible

    def _all_can_get_away(self, scared: list[Sheep]) -> bool:
        """SHE-15."""
        return not scared or bool(self._basic_ways(scared))

    def _basic_ways(self, scared: list[Sheep]) -> list[str]:
        """SHE-14, SHE-15: where the first of these sheep may go so that all the later ones still get away."""
        first, *later = scared
        home = first.field
        ways = []
        for there in self._neighbours(home):
            if self._free(there) and not self._beside_dog(there):
                first.field = there
                if self._all_can_get_away(later):
                    ways.append(there)
                first.field = home
        return ways

    # ---- the dog, tactical -------------------------------------------------------------------------------------

    def _all_could_run_from(self, field: str) -> bool:
        """SHE-15, SHE-18: whether all scared sheep could get away, in some order, if the dog stopped here."""
        dog_before, self.dog = self.dog, field
        possible = self._all_can_run(self._scared_in_order(), None, [])
        self.dog = dog_before
        return possible

    def _all_can_run(self, scared: list[Sheep], pushed: Sheep | None, moved: list[Sheep]) -> bool:
        """SHE-15: whether there is an end to it in which nobody is left without a way; simply tried out."""
        if not scared and not pushed:
            return True
        runs = self._runs(scared, pushed, moved)
        return any(self._can_go_on(sheep, there, scared, moved) for sheep, there in runs)

    def _runs(self, scared: list[Sheep], pushed: Sheep | None, moved: list[Sheep]) -> list[tuple[Sheep, str]]:
        """SHE-21: where one may run; whoever was pushed at once, before any other; SHE-19: else in any order.

        To free fields, and to those with a sheep that has not moved in this chain (`chains forced`: only if there is
        no free one).
        """
        runs = []
        for sheep in [pushed] if pushed else scared:
            around = [
                field
                for field in self._neighbours_round_the_edge(sheep.field)
                if field != self.dog and not self._beside_dog(field)
            ]
            free = [field for field in around if self._free(field)]
            pushing = [field for field in around if field not in free and self._sheep_on(field)[0] not in moved]
            runs += [(sheep, field) for field in (free + pushing if self.chains_free or not free else free)]
        return sorted(runs, key=lambda run: not self._free(run[1]))

    def _can_go_on(self, sheep: Sheep, there: str, scared: list[Sheep], moved: list[Sheep]) -> bool:
        """SHE-15, SHE-21: whether this chain can then be finished, and all later scared sheep get away."""
        home, in_the_way = sheep.field, self._sheep_on(there)
        sheep.field = there
        later = [other for other in scared if other is not sheep]
        if in_the_way:
            possible = self._all_can_run(later, in_the_way[0], [*moved, sheep])
        else:
            possible = self._all_can_run(later, None, [])
        sheep.field = home
        return possible

    # ---- the end -----------------------------------------------------------------------------------------------

    def _no_grass_left(self) -> bool:
        """SHE-23: no dark card, and every light card left must be a worm (`worms unseen`: no card at all)."""
        cards = [card for cards in self.meadow.values() for card in cards]
        if self.worms_unseen:
            return not cards
        return "dark" not in cards and cards.count("light") == self.worms_left

    def _end(self, why: str) -> None:
        """SHE-23; SHE-17: under `worms unseen` the light cards taken are turned over first."""
        self.why = why
        self.unused = []
        self._go_on_turning()

    def _go_on_turning(self) -> None:
        """SHE-17: card by card, seat by seat, all the light cards taken."""
        cards_to_turn = self.worms_unseen and any("light" in pile for pile in self.piles)
        self.phase = "turning" if cards_to_turn else "over"

    def _turn_card_of_a_pile(self, what: str) -> None:
        """SHE-17."""
        pile = next(pile for pile in self.piles if "light" in pile)
        pile[pile.index("light")] = what
        if what == "worm":
            self.worms_left -= 1
        self._go_on_turning()

    def is_over(self) -> bool:
        return self.phase == "over"

    def ending(self) -> str | None:
        return self.why if self.is_over() else None

    def scores(self) -> list[int]:
        """SHE-24: a card counts one (so a dark pair two); SHE-17: n cards with w worms count n − 2w, at least 0."""
        return [max(0, len(pile) - 2 * pile.count("worm")) for pile in self.piles]

    def places(self) -> list[int]:
        """SHE-24: most cards win, ties are shared."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]
