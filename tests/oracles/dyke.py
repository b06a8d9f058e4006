"""The rules of the East Frisian Sheep Hustle, slow and obvious, written from the rules page and the printed book alone.

The fast rules are walked against this oracle in lock step. The game is told from top to bottom by generators: each
`yield` is a question, "who may act, and how?", and waits for the answer. Nothing here imports from the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any

from tests.oracles.story import CHANCE, Answer, Question, Told

SQUARES = 100  # DYK-1: of one board
END_OF_DYKE = 2 * SQUARES  # DYK-16: from here on a sheep is off the dyke

LIFESAVERS_IN_THE_BOX = 12  # DYK-3
LIFESAVERS_EACH = {3: 4, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}  # DYK-3

# DYK-1: water squares of the four sides; not the printed ones, any will do for an oracle
SIDES = {
    "A1": list(range(3, 99, 4)),
    "A2": [4, 9, 11, 18, 20, 26, 33, 35, 42, 47, 49, 51, 58, 60, 64, 66, 73, 78, 82, 87, 91, 96],
    "B1": [2, 5, 7, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97],
    "B2": list(range(5, 45, 3)) + list(range(60, 95, 4)),
}
# DYK-5: two of each
PADS = dict.fromkeys(("back10", "back20", "back30", "back40", "change3", "change5", "change7", "change9"), 2)


@dataclass
class Board:
    """A board as it lies (DYK-2)."""

    letter: str
    side: str = ""  # "A1"
    turned: bool = False
    water: set[int] = field(default_factory=set)  # printed water, as it lies
    puddles: set[int] = field(default_factory=set)  # DYK-X1, as it lies
    molehill: int = 0  # DYK-X2, as it lies; never on the first square, so 0 is none

    def is_water(self, square: int) -> bool:
        return square in self.water or square in self.puddles

    def land_but_first_and_last(self) -> list[int]:
        return [square for square in range(1, SQUARES - 1) if not self.is_water(square)]


@dataclass
class Player:
    seat: int
    lifesavers: int
    position: int = 0  # DYK-3: square 0 of the first board; 100 and up is the second board
    hand: list[str] = field(default_factory=lambda: list("0123456789"))
    laid: str = ""  # this round's cards, "085"
    discard: list[str] = field(default_factory=list)
    pads: list[str] = field(default_factory=list)
    scope: int = 0  # of this round, once revealed
    in_race: bool = True


class Oracle(Told):
    def __init__(self, players: int, options: dict[str, object] | None = None, material: dict | None = None):
        """A material's sides replace ours one by one; its pads are all the pads there are."""
        options = options or {}
        material = material or {}
        if players not in LIFESAVERS_EACH:
            raise ValueError(f"dyke is for 3 to 8 players, not {players}")
        if set(options) - {"rain", "molehills"}:
            raise ValueError(f"dyke has the options rain and molehills, not {sorted(options)}")
        rain = options.get("rain", 0)
        if not isinstance(rain, int) or rain not in range(10):
            raise ValueError(f"rain may be 0 to 9, not {rain}")
        self.rain = rain
        self.molehills = bool(options.get("molehills", False))
        self.sides = {**SIDES, **material.get("sides", {})}
        self.pads_beside = Counter(material.get("pads", PADS))

        self.seats = range(players)
        self.players = [Player(seat, LIFESAVERS_EACH[players]) for seat in self.seats]
        self.boards: list[Board] = []  # first and second, from the left
        self.first_board_still_lies = True  # DYK-14: the board they started on still lies first
        self.starter = 0  # DYK-4
        self.imp: int | None = 0
        self.cherub: int | None = 0
        self.revealed: list[int] = []  # seats, in the order of this round
        self.out_order: list[int] = []  # seats, first out first
        self.rounds = 0
        self.box_lifesavers = LIFESAVERS_IN_THE_BOX - sum(player.lifesavers for player in self.players)
        self.box_pads: Counter[str] = Counter()
        self.box_cards: list[str] = []

        self.begin()

    # -- the interface

    def ending(self) -> str | None:
        if not self.is_over():
            return None
        return {2: "DYK-25 two left", 1: "DYK-26 one left", 0: "DYK-26 none left"}[len(self.in_race())]

    def places(self) -> list[int]:
        """DYK-25, DYK-26, DYK-27: the survivor further behind, the other survivor, then the later out the better."""
        survivors = self.in_race()
        places = {}
        for seat in survivors:
            behind = [other for other in survivors if self.players[other].position < self.players[seat].position]
            places[seat] = 1 + len(behind)
        for place, seat in enumerate(reversed(self.out_order), start=1 + len(survivors)):
            places[seat] = place
        return [places[seat] for seat in self.seats]

    def scores(self) -> list[int]:
        """No points in this game: the number of seats placed behind."""
        places = self.places()
        return [sum(other > place for other in places) for place in places]

    # -- the game

    def game(self) -> Generator[Question, Answer, None]:
        yield from self.set_up()
        while True:
            self.rounds += 1
            yield from self.choosing()
            yield from self.evaluating()
            self.evaluate_imp()
            if len(self.in_race()) <= 2:  # DYK-25: no pick, no board
                return
            self.go_through_molehills()
            cherub = self.cherub
            assert cherub is not None, "three sheep are left, and all of them have revealed"
            yield from self.pick_pad(cherub)
            yield from self.move_board(cherub)  # DYK-19: after step 3 the cherub's holder, after picking
            self.prepare_next_round(cherub)

    def ask(self, who, legal: Callable[[], Any]) -> Generator[Question, Answer, str]:
        _, text = yield {who: legal}
        return text

    def in_race(self) -> list[int]:
        return [seat for seat in self.seats if self.players[seat].in_race]

    def clockwise_from(self, seat: int) -> list[int]:
        return [*self.seats[seat:], *self.seats[:seat]]

    # -- material and setup

    def set_up(self) -> Generator[Question, Answer, None]:
        """DYK-4: seat 0 lays the two boards."""
        text = yield from self.ask(0, lambda: self.ways_to_lay("A") + self.ways_to_lay("B"))
        first = Board(text.split()[1][0])
        self.lay(first, text)
        second = Board("B" if first.letter == "A" else "A")
        text = yield from self.ask(0, lambda: self.ways_to_lay(second.letter))
        self.lay(second, text)
        self.boards = [first, second]
        if self.molehills:  # DYK-X2: after the first two boards are laid, first board first
            for board in self.boards:
                text = yield from self.ask(CHANCE, lambda board=board: self.molehill_chances(board))
                board.molehill = int(text.split()[1])

    def ways_to_lay(self, letter: str) -> list[str]:
        """DYK-2: either side up, either short edge first."""
        return [f"lay {letter}{side}{turn}" for side in "12" for turn in ("", "r")]

    def lay(self, board: Board, text: str) -> None:
        """DYK-2: turned round, square k becomes 99 - k. DYK-X1: the old puddles are gone. DYK-X2: a molehill stays."""
        way = text.split()[1]
        board.side = way[:2]
        board.turned = way.endswith("r")
        printed = self.sides[board.side]
        board.water = {SQUARES - 1 - square if board.turned else square for square in printed}
        board.puddles = set()

    def molehill_chances(self, board: Board) -> dict[str, Fraction]:
        """DYK-X2: all land squares but first and last equally likely."""
        squares = board.land_but_first_and_last()
        return {f"molehill {square}": Fraction(1, len(squares)) for square in squares}

    # -- 1. choosing

    def choosing(self) -> Generator[Question, Answer, None]:
        """DYK-6: all at once, in any order."""
        waiting = self.in_race()
        while waiting:
            seat, text = yield {seat: lambda seat=seat: self.plays(seat) for seat in waiting}
            player = self.players[seat]
            player.laid = text.split()[1]
            for card in player.laid:
                player.hand.remove(card)
            waiting.remove(seat)

    def plays(self, seat: int) -> list[str]:
        """DYK-6: 1-3 of the cards in hand, in order; leading zeros are allowed."""
        hand = self.players[seat].hand
        return [f"play {''.join(cards)}" for count in (1, 2, 3) for cards in permutations(hand, count)]

    # -- 2. evaluating

    def evaluating(self) -> Generator[Question, Answer, None]:
        """Clockwise from the starting player, one after the other."""
        self.revealed = []
        for seat in self.clockwise_from(self.starter):
            if self.players[seat].in_race:  # DYK-7: out before their turn, passed over
                yield from self.take_turn(seat)

    def take_turn(self, seat: int) -> Generator[Question, Answer, None]:
        player = self.players[seat]
        self.reveal(seat)
        back = yield from self.use_pads(seat)
        if player.scope > 0:  # DYK-14: a forward scope of 0 is no move
            self.end_move(seat, player.position + player.scope)  # DYK-12
        if player.in_race and back > 0:  # DYK-10; DYK-16: back pads do not help who is out
            self.end_move(seat, player.position - back)
        # DYK-19: after all movement of the turn; if the chooser is out, the next player clockwise in the race chooses
        choosers = [other for other in self.clockwise_from(seat) if self.players[other].in_race]
        if choosers:
            yield from self.move_board(choosers[0])
        if player.in_race:
            self.compare(seat)

    def reveal(self, seat: int) -> None:
        """DYK-8. DYK-18: an imp or cherub that nobody could take goes to the next one to reveal."""
        self.players[seat].scope = int(self.players[seat].laid)
        self.revealed.append(seat)
        if self.imp is None:
            self.imp = seat
        if self.cherub is None:
            self.cherub = seat

    def use_pads(self, seat: int) -> Generator[Question, Answer, int]:
        """DYK-8: any of their pads, one after another. Gives the sum of the back pads used (DYK-10)."""
        player = self.players[seat]
        back = 0
        while player.pads:  # with no pad left the turn goes on by itself
            text = yield from self.ask(seat, lambda back=back: self.uses(seat, back))
            if text == "done":
                break
            kind = text.split()[1]
            if kind.startswith("back"):
                back += int(kind.removeprefix("back"))
            else:
                player.scope += int(text.split()[2])  # DYK-9: the scope from here on
            player.pads.remove(kind)
            self.box_pads[kind] += 1  # DYK-22
        return back

    def uses(self, seat: int, back: int) -> list[str]:
        """DYK-9, DYK-10, DYK-11: one line per kind and amount, and `done`."""
        player = self.players[seat]
        texts = ["done"]
        for kind in sorted(set(player.pads)):
            if kind.startswith("back"):
                value = int(kind.removeprefix("back"))
                if player.position + player.scope - (back + value) >= 0:  # DYK-11
                    texts.append(f"use {kind}")
            else:
                value = int(kind.removeprefix("change"))
                for amount in range(-value, value + 1):
                    scope = player.scope + amount
                    if scope >= 0 and player.position + scope - back >= 0:  # DYK-9, DYK-11
                        texts.append(f"use {kind} {amount}")
        return texts

    def end_move(self, seat: int, square: int) -> None:
        """DYK-12 to DYK-16: the sheep ends its move here, shoves whom it meets, and all of them are settled."""
        self.players[seat].position = square
        chain = [seat]
        while (shoved := self.sheep_shoved_by(chain[-1])) is not None:
            self.players[shoved].position += 1
            chain.append(shoved)
        # DYK-15: all move first; whoever that puts off the dyke is out at once; then the water, from the mover outwards
        for sheep in chain:
            if self.players[sheep].position >= END_OF_DYKE:
                self.fall_off(sheep)
        for sheep in chain:
            if self.players[sheep].in_race:
                self.settle(sheep)

    def sheep_shoved_by(self, seat: int) -> int | None:
        """DYK-13: the other sheep on this sheep's square. DYK-14: nobody is shoved on the starting square."""
        square = self.players[seat].position
        if square == 0 and self.first_board_still_lies:
            return None
        for other in self.in_race():
            if other != seat and self.players[other].position == square:
                return other
        return None

    def fall_off(self, seat: int) -> None:
        """DYK-16: off the dyke lifesavers do not help."""
        self.put_out(seat)
        self.pass_on_imp_and_cherub(seat)

    def settle(self, seat: int) -> None:
        """DYK-15: water uses up a lifesaver, every time."""
        player = self.players[seat]
        if self.is_water(player.position):
            if player.lifesavers > 0:
                self.lose_lifesaver(seat)
            else:
                self.put_out(seat)
                self.pass_on_imp_and_cherub(seat)

    def is_water(self, position: int) -> bool:
        return self.boards[position // SQUARES].is_water(position % SQUARES)

    def lose_lifesaver(self, seat: int) -> None:
        """DYK-22: used lifesavers leave the game."""
        self.players[seat].lifesavers -= 1
        self.box_lifesavers += 1

    def compare(self, seat: int) -> None:
        """DYK-17: at most the imp holder's scope takes the imp, more than the cherub holder's takes the cherub."""
        assert self.imp is not None, "whoever reveals takes the imp that nobody holds"
        assert self.cherub is not None, "whoever reveals takes the cherub that nobody holds"
        scope = self.players[seat].scope
        if scope <= self.players[self.imp].scope:
            self.imp = seat
        if scope > self.players[self.cherub].scope:
            self.cherub = seat

    def put_out(self, seat: int) -> None:
        """DYK-18: sheep, cards and unused pads leave the game."""
        player = self.players[seat]
        player.in_race = False
        self.out_order.append(seat)
        self.box_cards += [*player.hand, *player.laid, *player.discard]
        player.hand, player.laid, player.discard = [], "", []
        self.box_pads.update(player.pads)
        player.pads = []
        self.box_lifesavers += player.lifesavers
        player.lifesavers = 0

    def pass_on_imp_and_cherub(self, seat: int) -> None:
        """DYK-18: to the remaining players who have revealed: of equals the later the imp, the earlier the cherub."""
        remaining = [other for other in self.revealed if self.players[other].in_race]
        if self.imp == seat:
            self.imp = None
            for other in remaining:
                if self.imp is None or self.players[other].scope <= self.players[self.imp].scope:
                    self.imp = other
        if self.cherub == seat:
            self.cherub = None
            for other in remaining:
                if self.cherub is None or self.players[other].scope > self.players[self.cherub].scope:
                    self.cherub = other

    def move_board(self, chooser: int) -> Generator[Question, Answer, None]:
        """DYK-19: when no sheep is left on the first board, it goes to the far end, and all positions fall by 100."""
        sheep = [self.players[seat] for seat in self.in_race()]
        if not sheep or any(player.position < SQUARES for player in sheep):
            return
        board = self.boards[0]
        text = yield from self.ask(chooser, lambda: self.ways_to_lay(board.letter))
        self.lay(board, text)
        self.boards = [self.boards[1], board]
        self.first_board_still_lies = False
        for player in sheep:
            player.position -= SQUARES
        yield from self.let_it_rain(chooser, board)

    def let_it_rain(self, chooser: int, board: Board) -> Generator[Question, Answer, None]:
        """DYK-X1: up to N extra puddles on land squares except the first and last."""
        for _ in range(self.rain):
            text = yield from self.ask(
                chooser, lambda: ["dry"] + [f"puddle {square}" for square in board.land_but_first_and_last()]
            )
            if text == "dry":
                return
            board.puddles.add(int(text.split()[1]))

    # -- 3. evaluating the round

    def evaluate_imp(self) -> None:
        """DYK-20: the imp's holder loses a lifesaver; without one, is out. DYK-18: and passes nothing on."""
        if self.imp is None:  # no sheep is left at all
            return
        if self.players[self.imp].lifesavers > 0:
            self.lose_lifesaver(self.imp)
        else:
            self.put_out(self.imp)

    def go_through_molehills(self) -> None:
        """DYK-X2: whoever stands on one molehill comes out of the other; no shoving, and water costs nothing."""
        if not self.molehills:
            return
        first = self.boards[0].molehill
        second = SQUARES + self.boards[1].molehill
        for seat in self.in_race():
            player = self.players[seat]
            if player.position == first:
                player.position = second
            elif player.position == second:
                player.position = first

    def pick_pad(self, cherub: int) -> Generator[Question, Answer, None]:
        """DYK-21: the cherub's holder picks one of the pads still beside the dyke, if any."""
        if self.pads_left():
            text = yield from self.ask(cherub, lambda: [f"pick {kind}" for kind in self.pads_left()])
            kind = text.split()[1]
            self.pads_beside[kind] -= 1
            self.players[cherub].pads.append(kind)

    def pads_left(self) -> list[str]:
        return [kind for kind, count in self.pads_beside.items() if count > 0]

    # -- 4. next round

    def prepare_next_round(self, cherub: int) -> None:
        for seat in self.in_race():
            player = self.players[seat]
            # DYK-22: played cards go to the player's own discard pile
            player.discard += player.laid
            player.laid = ""
            # DYK-23: fewer than 4 cards in hand, the whole discard pile comes back
            if len(player.hand) < 4:
                player.hand += player.discard
                player.discard = []
        # DYK-24: the cherub's holder starts the next round and takes the imp as well
        self.starter = cherub
        self.imp = cherub
