# pyright: basic
"""The position of Sheep Sheep as a text diagram, and its reader.

In the square `r/b` shows red, and everybody has seen the blue on its other side; of `r/?` nobody has. A diagram of the
whole state, which no player gets, also shows what nobody knows: `r/b?`, and the cards in the deck.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.plain import PlainRecord
from sheepfold.core.text import MARKS, Puzzling, unreadable
from sheepfold.core.words import gettext as _
from sheepfold.games.sheepsheep import rules
from sheepfold.games.sheepsheep.state import (
    CARD_NAMES,
    CELLS,
    DEALING,
    DECK_OUT,
    DRAWING,
    FLIPPING,
    GIVING,
    LAYING,
    LETTERS,
    MATERIAL,
    OVER,
    PUTTING,
    RULES_VERSION,
    STANDSTILL,
    STATE,
    SWAPPING,
)

GAP = "."
WIDTH = 80


def diagram(observation: Any) -> str:
    """The position as text: what is to be done, the square, and every player with cards, won sheep and lucky colour."""
    lines = [_header(observation), _figures(observation), "", "     a       b       c"]
    for row in range(3):
        cells = [f"{_cell(observation, 3 * row + column):<7}" for column in range(3)]
        lines.append(f"{row + 1:>2}   {' '.join(cells)}".rstrip())
    lines.append("")
    lines += [_seat_line(observation, seat) for seat in range(observation.players)]
    for label, items in _heaps(observation).items():
        start = f"{label}: "
        lines += textwrap.wrap(" ".join(items), WIDTH, initial_indent=start, subsequent_indent=start)
    return "\n".join(lines) + "\n"


def _to_do() -> dict[tuple[int, int], str]:
    """What is to be done, by phase and ending."""
    return {
        (GIVING, 0): _("gets a lucky sheep"),
        (DEALING, 0): _("gets a card"),
        (LAYING, 0): _("the square is laid"),
        (FLIPPING, 0): _("a card is flipped"),
        (SWAPPING, 0): _("to swap"),
        (DRAWING, 0): _("to draw"),
        (PUTTING, 0): _("to put"),
        (OVER, DECK_OUT): _("the deck is empty: over"),
        (OVER, STANDSTILL): _("nobody wins any more: over"),
    }


def _header(observation: Any) -> str:
    words = f"{MARKS[observation.turn]} {_to_do()[observation.phase, observation.why]}"
    return f"{words} {CARD_NAMES[observation.drawn]}".rstrip()


def _labels() -> tuple[str, ...]:
    return _("swaps"), _("deck"), _("turns without a win"), _("lucky sheep count"), _("seconds"), _("version")


def _figures(observation: Any) -> str:
    """Swaps done and allowed, cards in the deck, and what was agreed on; seconds only where an hourglass runs, the
    version of the rules only where it is an older one."""
    older = observation.rules_version if observation.rules_version != RULES_VERSION else None
    values = (
        f"{observation.swaps}/{rules.most_swaps(observation)}", observation.left, observation.barren,
        observation.lucky_points, observation.seconds or None, older,
    )  # fmt: skip
    pairs = zip(_labels(), values, strict=True)
    return "  ".join(f"{label} {value}" for label, value in pairs if value is not None)


def _cell(observation: Any, cell: int) -> str:
    shown, back = observation.shown[cell], observation.back[cell]
    if not shown:
        return GAP
    unseen = "" if observation.seen[cell] else "?"
    return f"{LETTERS[shown]}/{LETTERS[back].strip()}{unseen}"


def _seat_labels() -> tuple[str, str, str]:
    return _("cards"), _("won"), _("lucky")


def _seat_line(observation: Any, seat: int) -> str:
    """The cards in front of a player, the sheep won, and the lucky colour as far as it is known."""
    cards, won, lucky = _seat_labels()
    hand = " ".join(CARD_NAMES[card] or GAP for card in observation.hand[seat])
    sheep = [str(sum(observation.won[seat])), *_counted(LETTERS, observation.won[seat])]
    colour = LETTERS[observation.lucky[seat] or observation.revealed[seat]].strip() or "?"
    return f"{MARKS[seat]}  {cards} {hand}  {lucky} {colour}  {won} {' '.join(sheep)}"


def _counted(names: Iterable[str], counts: Iterable[int]) -> list[str]:
    """Names with how many there are of each: `rb×2`, `ow`."""
    return [name if count == 1 else f"{name}×{count}" for name, count in zip(names, counts, strict=True) if count]


def _heap_labels() -> tuple[str, str, str, str]:
    return _("out of the game"), _("in the box"), _("in the deck"), _("unseen")


def _heaps(observation: Any) -> dict[str, list[str]]:
    """Cards that lie elsewhere: those won, the box if it is not the usual one, and what only the whole state knows."""
    won = _counted(CARD_NAMES, observation.gone) + _counted((f"{letter}/?" for letter in LETTERS), observation.unseen)
    box = [] if list(observation.box) == _usual_box(observation.players) else _counted(CARD_NAMES, observation.box)
    deck, unseen = _counted(CARD_NAMES, observation.deck), _counted(CARD_NAMES, observation.unseen_cards)
    return dict(zip(_heap_labels(), (won, box, deck, unseen), strict=True))


def _usual_box(players: int) -> list[int]:
    out = MATERIAL["three_plus"] if players == 2 else {}
    return [0, *(MATERIAL["cards"][card] - out.get(card, 0) for card in CARD_NAMES[1:])]


# ---------------------------------------------------------------------------------------------- reading a diagram


def read_diagram(text: str) -> PlainRecord:
    """The position a diagram shows."""
    try:
        return _Reader([line for line in text.splitlines() if line.strip()]).read()
    except (IndexError, ValueError, KeyError, OverflowError, AttributeError, StopIteration) as error:
        raise unreadable(_("This diagram of Sheep Sheep cannot be read: {reason}."), error) from None


class _Reader:
    """Reads a diagram from its top to its bottom."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.state: Any = PlainRecord(STATE.new())

    def read(self) -> PlainRecord:
        self._header(self.lines[0])
        self._figures(self.lines[1])
        rows = [line.split() for line in self.lines if re.match(r" ?[123] ", line)]
        for row in rows:
            for column, cell in enumerate(row[1:]):
                self._cell(3 * (int(row[0]) - 1) + column, cell)
        seats = [line for line in self.lines if re.match(rf"[{MARKS}]  ", line)]
        self.state.players = len(seats)
        for seat, line in enumerate(seats):
            self._seat(seat, line)
        self._heaps()
        return self.state

    def _header(self, line: str) -> None:
        words, drawn = line[1:].strip(), ""
        if words not in _to_do().values():
            words, _blank, drawn = words.rpartition(" ")
        self.state.turn = MARKS.index(line[0])
        self.state.phase, self.state.why = next(key for key, value in _to_do().items() if value == words)
        self.state.drawn = CARD_NAMES.index(drawn)

    def _figures(self, line: str) -> None:
        values = dict(part.rsplit(" ", 1) for part in line.split("  "))
        swaps, left, barren, lucky_points, seconds, version = _labels()
        done, allowed = values[swaps].split("/")
        self.state.swaps, self.state.left, self.state.barren = int(done), int(values[left]), int(values[barren])
        self.state.lucky_points = int(values[lucky_points])
        self.state.rules_version = int(values.get(version, RULES_VERSION))
        if seconds in values:
            self.state.seconds = int(values[seconds])
        else:
            self.state.exchanges = int(allowed)

    def _cell(self, cell: int, text: str) -> None:
        if text == GAP:
            return
        sides = re.fullmatch(r"(\w)/(\w?)(\??)", text)
        if sides is None or not (sides[2] or sides[3]) or cell >= CELLS:
            raise Puzzling(text)
        self.state.shown[cell] = LETTERS.index(sides[1])
        self.state.back[cell] = LETTERS.index(sides[2] or " ")
        self.state.seen[cell] = 0 if sides[3] else EVERYBODY

    def _seat(self, seat: int, line: str) -> None:
        hand, lucky, won = (part.split()[1:] for part in line.split("  ")[1:])
        for k, card in enumerate(hand):
            self.state.hand[seat, k] = CARD_NAMES.index(card) if card != GAP else 0
        known = self.state.revealed if self.state.phase == OVER else self.state.lucky
        known[seat] = LETTERS.index(lucky[0]) if lucky[0] != "?" else 0
        for colour, count in self._counts(won[1:]):
            self.state.won[seat, LETTERS.index(colour)] = count

    def _counts(self, items: Iterable[str]) -> list[tuple[str, int]]:
        parts = [item.partition("×") for item in items]
        return [(name, int(count or 1)) for name, _times, count in parts]

    def _heaps(self) -> None:
        out, box, deck, unseen = (self._heap(label) for label in _heap_labels())
        for name, count in out:
            if name.endswith("/?"):
                self.state.unseen[LETTERS.index(name[0])] = count
            else:
                self.state.gone[CARD_NAMES.index(name)] = count
        usual = list(enumerate(_usual_box(self.state.players)))
        for card, count in [(CARD_NAMES.index(name), count) for name, count in box] or usual:
            self.state.box[card] = count
        for heap, items in ((self.state.deck, deck), (self.state.unseen_cards, unseen)):
            for name, count in items:
                heap[CARD_NAMES.index(name)] = count

    def _heap(self, label: str) -> list[tuple[str, int]]:
        """What the lines with this label list."""
        found = [line.partition(": ")[2].split() for line in self.lines if line.startswith(f"{label}: ")]
        return self._counts(item for items in found for item in items)
