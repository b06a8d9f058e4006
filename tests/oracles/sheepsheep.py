"""Sheep Sheep, slow and obvious: an oracle of the rules page, to be walked beside the compiled rules.

Written from the rules page and the printed book alone. The oracle knows everything: every player's lucky sheep and
both sides of each card in the square. The deck is a heap of cards from which chance draws.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

# SSH-1: the colours, in the order in which a card is named.
COLOURS = "roygbvw"
# SSH-2, SSH-3: how many of each card there are, and how many of these are marked "3+".
PAIRS = [first + second for first, second in combinations(COLOURS, 2)]
MATERIAL = {"cards": dict.fromkeys(PAIRS, 3), "three_plus": dict.fromkeys(PAIRS, 1)}
# SSH-6: the square, in the order in which it is laid.
CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
SWAPS_OF_A_TIMED_TURN = 60  # SSH-14


def adjacent(cell: str) -> list[str]:
    """The cells up, down, left and right of a cell."""
    column, row = cell
    around = [
        column + chr(ord(row) + 1),
        column + chr(ord(row) - 1),
        chr(ord(column) - 1) + row,
        chr(ord(column) + 1) + row,
    ]
    return [other for other in around if other in CELLS]


def other_side(card: str, side: str) -> str:
    """The colour on the back of this side of a card."""
    first, second = card
    return second if side == first else first


class Oracle:
    """One game of Sheep Sheep.

    A card is its name (`rb`). In the square and in a pile a card lies: it is kept as (card, side shown).
    """

    def __init__(self, players: int, options: dict[str, object] | None = None, material: dict | None = None):
        chosen: dict[str, Any] = dict(options or {})
        material = {**MATERIAL, **(material or {})}
        self.players = players
        self.exchanges = int(chosen.get("exchanges") or 0)  # SSH-10; 0 = timed
        self.timed = self.exchanges == 0  # SSH-9
        self.seconds = int(chosen.get("seconds", 60))
        self.lucky_points = int(chosen.get("lucky", 2))  # SSH-17
        assert 2 <= players <= 4
        assert 0 <= self.exchanges <= 30
        assert 15 <= self.seconds <= 300
        assert self.timed or "seconds" not in chosen, "seconds not together with exchanges"
        assert self.lucky_points in (2, 3)

        self.deck: list[str] = []  # SSH-2, SSH-7
        for card, count in material["cards"].items():
            in_the_box = material["three_plus"].get(card, 0) if players == 2 else 0  # SSH-3
            self.deck += [card] * (count - in_the_box)
        self.lucky: list[str] = []  # SSH-4, seat by seat
        self.cards: list[list[str]] = [[] for _ in range(players)]  # SSH-5: displayed in front of each player
        self.square: dict[str, tuple[str, str]] = {}  # a cell that is missing is a gap
        self.piles: list[list[tuple[str, str]]] = [[] for _ in range(players)]  # SSH-11: under the lucky sheep

        self.phase = "lucky"  # lucky, card, lay, flip, swap, draw, put, over
        self.on_turn = 0
        self.swaps = 0  # in this turn
        self.drawn = ""  # SSH-12: the card drawn and not yet put
        self.turns_without_win = 0  # SSH-16: finished turns in a row
        self.why: str | None = None

    # ---- who may do what ---------------------------------------------------------------------------------------

    def to_act(self) -> set:
        if self.phase == "over":
            return set()
        if self.phase in ("swap", "put"):
            return {self.on_turn}
        return {"*"}

    def legal(self, who) -> list[str]:
        if who == "*" and self.phase == "swap" and self.timed:
            return ["time"]  # SSH-9: the clock runs while a seat is swapping, but nobody waits for it
        if who not in self.to_act():
            return []
        if who == "*":
            return list(self.chance())
        if self.phase == "swap":
            return [*self._swaps(), "end"]
        return self._puts()

    def chance(self) -> dict[str, Fraction]:
        if self.phase == "lucky":  # SSH-4
            left = [colour for colour in COLOURS if colour not in self.lucky]
            return {f"lucky {colour}": Fraction(1, len(left)) for colour in left}
        if self.phase == "card":  # SSH-5
            return {f"card {card}": share for card, share in self._shares_of_the_deck().items()}
        if self.phase == "lay":  # SSH-6: either side up
            outcomes: dict[str, Fraction] = {}
            for card, share in self._shares_of_the_deck().items():
                for shown in card:
                    text = f"lay {shown}/{other_side(card, shown)}"
                    outcomes[text] = outcomes.get(text, Fraction(0)) + share / 2
            return outcomes
        if self.phase == "flip":  # SSH-6: any card of any such group, all equally likely
            cells = [cell for group in self._groups() for cell in group]
            return {f"flip {cell}": Fraction(1, len(cells)) for cell in cells}
        if self.phase == "draw":  # SSH-12
            return {f"draw {card}": share for card, share in self._shares_of_the_deck().items()}
        return {}

    def _shares_of_the_deck(self) -> dict[str, Fraction]:
        return {card: Fraction(self.deck.count(card), len(self.deck)) for card in dict.fromkeys(self.deck)}

    def play(self, who, text: str) -> None:
        assert who in self.to_act() or text == "time"
        verb, *words = text.split()
        if verb == "lucky":
            self._give_lucky_sheep(*words)
        elif verb == "card":
            self._deal(*words)
        elif verb == "lay":
            self._lay(*words)
        elif verb == "flip":
            self._flip(*words)
        elif verb == "swap":
            self._swap(*words)
        elif verb in ("end", "time"):
            self._end_swapping()
        elif verb == "draw":
            self._draw(*words)
        elif verb == "put":
            self._put(*words)
        else:
            raise ValueError(text)

    # ---- the square --------------------------------------------------------------------------------------------

    def _shown(self, cell: str) -> str:
        """The colour that a cell shows; nothing in a gap."""
        return self.square[cell][1] if cell in self.square else ""

    def _gaps(self) -> list[str]:
        return [cell for cell in CELLS if cell not in self.square]

    def _groups(self) -> list[list[str]]:
        """SSH-6, SSH-11: the groups of three or more sheep of a colour that hang together."""
        groups = []
        seen: set[str] = set()
        for start in CELLS:
            if start in seen or start not in self.square:
                continue
            group = [start]
            for cell in group:  # the list grows while we walk along it
                for other in adjacent(cell):
                    if other not in group and self._shown(other) == self._shown(start):
                        group.append(other)
            seen.update(group)
            if len(group) >= 3:
                groups.append(group)
        return groups

    # ---- setup -------------------------------------------------------------------------------------------------

    def _give_lucky_sheep(self, colour: str) -> None:
        """SSH-4."""
        self.lucky.append(colour)
        if len(self.lucky) == self.players:
            self.phase = "card"

    def _deal(self, card: str) -> None:
        """SSH-5: four cards each, seat by seat."""
        self.deck.remove(card)
        next(cards for cards in self.cards if len(cards) < 4).append(card)
        if all(len(cards) == 4 for cards in self.cards):
            self.phase = "lay"

    def _lay(self, sides: str) -> None:
        """SSH-6: cell by cell, side shown / side hidden."""
        shown, hidden = sides.split("/")
        card = "".join(sorted([shown, hidden], key=COLOURS.index))
        self.deck.remove(card)
        self.square[self._gaps()[0]] = (card, shown)
        if not self._gaps():
            self._begin_when_no_group_hangs_together()

    def _flip(self, cell: str) -> None:
        """SSH-6."""
        card, shown = self.square[cell]
        self.square[cell] = (card, other_side(card, shown))
        self._begin_when_no_group_hangs_together()

    def _begin_when_no_group_hangs_together(self) -> None:
        """SSH-6: after the ninth card, while three hang together, a card is flipped."""
        self.phase = "flip" if self._groups() else "swap"

    # ---- a turn ------------------------------------------------------------------------------------------------

    def _swaps(self) -> list[str]:
        """SSH-8: the hidden side of the card you put has the colour that the card you take shows."""
        return [
            f"swap {card} {cell}"
            for card in dict.fromkeys(self.cards[self.on_turn])  # equal cards are one line
            for cell in CELLS
            if self._shown(cell) in card
        ]

    def _swap(self, card: str, cell: str) -> None:
        """SSH-8; SSH-10 and SSH-14: the last swap allowed ends the swapping."""
        taken, hidden = self.square[cell]
        self.cards[self.on_turn].remove(card)
        self.cards[self.on_turn].append(taken)
        self.square[cell] = (card, other_side(card, hidden))
        self.swaps += 1
        if self.swaps == (SWAPS_OF_A_TIMED_TURN if self.timed else self.exchanges):
            self._end_swapping()

    def _end_swapping(self) -> None:
        """SSH-11: every group is won, unflipped. SSH-13: no group, nothing won, the square stays."""
        groups = self._groups()
        for group in groups:
            for cell in group:
                self.piles[self.on_turn].append(self.square.pop(cell))
        if groups:
            self.turns_without_win = 0
            self._go_on_filling()
        else:
            self.turns_without_win += 1
            self._finish_turn()

    def _go_on_filling(self) -> None:
        """SSH-12; SSH-15: the game ends when the deck is empty and the square cannot be filled to nine."""
        if not self._gaps():
            self._finish_turn()
        elif self.deck:
            self.phase = "draw"
        else:
            self._end("SSH-15 deck")

    def _draw(self, card: str) -> None:
        """SSH-12."""
        self.deck.remove(card)
        self.drawn = card
        self.phase = "put"

    def _puts(self) -> list[str]:
        """SSH-12: choose gap and side."""
        return [f"put {cell} {side}" for cell in self._gaps() for side in dict.fromkeys(self.drawn)]

    def _put(self, cell: str, side: str) -> None:
        """SSH-12."""
        self.square[cell] = (self.drawn, side)
        self.drawn = ""
        self._go_on_filling()

    def _finish_turn(self) -> None:
        """SSH-13: the next player on the left. SSH-16: unless nobody has won for three rounds."""
        if self.turns_without_win >= 3 * self.players:
            self._end("SSH-16 standstill")
            return
        self.on_turn = (self.on_turn + 1) % self.players
        self.swaps = 0
        self.phase = "swap"

    # ---- the end -----------------------------------------------------------------------------------------------

    def _end(self, why: str) -> None:
        self.why = why
        self.phase = "over"

    def is_over(self) -> bool:
        return self.phase == "over"

    def ending(self) -> str | None:
        return self.why

    def _won(self, seat: int, colour: str) -> int:
        """How many sheep of a colour a seat has won: the sides shown count."""
        return sum(shown == colour for _, shown in self.piles[seat])

    def _lucky_sheep_won(self, seat: int) -> int:
        return self._won(seat, self.lucky[seat]) if seat < len(self.lucky) else 0

    def scores(self) -> list[int]:
        """SSH-17: one point per sheep, two (`lucky 3`: three) for one showing the lucky colour."""
        return [
            len(self.piles[seat]) + (self.lucky_points - 1) * self._lucky_sheep_won(seat)
            for seat in range(self.players)
        ]

    def places(self) -> list[int]:
        """SSH-18: points, then lucky-coloured sheep, then the largest number of one colour, then shared."""
        scores = self.scores()
        merits = [
            (scores[seat], self._lucky_sheep_won(seat), max(self._won(seat, colour) for colour in COLOURS))
            for seat in range(self.players)
        ]
        return [1 + sum(other > merit for other in merits) for merit in merits]
