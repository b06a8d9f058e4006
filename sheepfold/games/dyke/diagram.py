# pyright: basic
"""The position of a Sheep Hustle as text, and its reader.

Both boards lie side by side as one dyke, columns from left to right and squares upwards: `.` is land, `~` water, `≈` a
puddle of rain, `o` a molehill, and behind it the mark of the sheep that stands there (`+` for several on the start).
Below there is a line for each player: cards laid face down are `?`, or in brackets for those who may know them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any

from sheepfold.core.actors import EVERYBODY
from sheepfold.core.plain import PlainRecord
from sheepfold.core.text import MARKS, Puzzling, unreadable
from sheepfold.core.words import gettext as _
from sheepfold.games.dyke import ground, material
from sheepfold.games.dyke.rules import lies_face_down
from sheepfold.games.dyke.state import (
    BACKS,
    BOARDS,
    CARDS,
    CHOOSING,
    COLUMN,
    HALF,
    KINDS,
    LAYING,
    LIFESAVERS,
    MOLEHILLS,
    NOBODY,
    OFF,
    OVER,
    PICKING,
    PLAYS,
    PUDDLING,
    RULES_VERSION,
    SIDES,
    SQUARES,
    STATE,
    UNSEEN,
    USING,
)

LAND, WATER, PUDDLE, HILL, SEVERAL, FACE_DOWN, GONE, NONE = ".", "~", "≈", "o", "+", "?", "·", "-"
WIDTH = 79
INDENT = "    "


def diagram(observation: Any) -> str:
    """The position as text."""
    lines = [_header(observation), _table(observation)]
    if observation.first != NOBODY:
        lines += _dyke(observation)
    lines += [_seat_line(observation, seat) for seat in range(observation.players)]
    for line in _things(observation):
        lines += wrap(line, WIDTH, subsequent_indent=INDENT)
    return "\n".join(lines) + "\n"


def _to_do() -> dict[int, str]:
    """What is to be done in each phase."""
    return {
        LAYING: _("to lay a board"),
        PUDDLING: _("to put puddles"),
        MOLEHILLS: _("a molehill comes up"),
        CHOOSING: _("to lay cards"),
        USING: _("to use pads"),
        PICKING: _("to pick a pad"),
        OVER: _("the race is over"),
    }


def _header(observation: Any) -> str:
    """The round, who is to act, and what is to be done."""
    acting = [seat for seat in range(observation.players) if observation.waiting >> seat & 1]
    if observation.phase == USING:
        acting = [observation.turn]
    elif observation.chooser != NOBODY:
        acting = [observation.chooser]
    marks = "".join(MARKS[seat] for seat in acting)
    words = " ".join(filter(None, (marks, _to_do()[observation.phase])))
    return f"{_('round')} {observation.rounds}: {words}"


def _table(observation: Any) -> str:
    """Who holds what the whole table looks at."""
    seats = [(_("starter"), observation.starter), (_("imp"), observation.imp), (_("cherub"), observation.cherub)]
    seats.append((_("turn"), observation.turn))
    shown = [f"{label} {MARKS[seat]}" for label, seat in seats if seat != NOBODY]
    numbers = [(_("back"), observation.back), (_("rain"), observation.rain), (_("puddles"), observation.puddles_left)]
    if observation.rules_version != RULES_VERSION:
        numbers.append((_("version"), observation.rules_version))
    return "  ".join(shown + [f"{label} {number}" for label, number in numbers if number])


# ---------------------------------------------------------------------------------------------- the dyke


def boards_laid(observation: Any) -> list[int]:
    """The boards that lie, the first one first."""
    if observation.first == NOBODY:
        return []
    both = [observation.first, 1 - observation.first]
    return both[:1] if observation.rounds == 0 and observation.phase == LAYING else both


def way_name(board: int, way: int) -> str:
    """A board and how it lies: `B2r` is the second side of board B, turned round."""
    return f"{BOARDS[board]}{1 + way // 2}{'r' * (way % 2)}"


def _dyke(observation: Any) -> list[str]:
    boards, standing = boards_laid(observation), list(observation.square)[: observation.players]
    titles = [way_name(board, observation.way[board]) for board in boards]
    if observation.start_lies:
        titles[0] += f" ({_('start')})"
    rows = ["   " + "  ".join(f"{title:<29}" for title in titles).rstrip()]
    for height in reversed(range(COLUMN)):
        squares = [range(SQUARES * place + height, SQUARES * (place + 1), COLUMN) for place in range(len(boards))]
        cells = ["".join(f"{_cell(observation, square, standing):<3}" for square in row) for row in squares]
        rows.append(f"{height}  " + " ".join(cells).rstrip())
    columns = [range(COLUMN * place, COLUMN * (place + 1)) for place in range(len(boards))]
    rows.append("   " + " ".join("".join(f"{column:<3}" for column in row) for row in columns).rstrip())
    return rows


def _cell(observation: Any, square: int, standing: Sequence[int]) -> str:
    there = standing.count(square)
    mark = SEVERAL if there > 1 else MARKS[standing.index(square)] if there else ""
    return ground_sign(observation, square) + mark


def ground_sign(observation: Any, square: int) -> str:
    """What a square is."""
    board, k = ground.board_at(observation, square), square % SQUARES
    if observation.puddles[board, k // HALF] >> (k % HALF) & 1:
        return PUDDLE
    if ground.is_water_on(observation, board, k):
        return WATER
    return HILL if observation.molehill[board] == k != 0 else LAND


# ---------------------------------------------------------------------------------------------- players and things


def _seat_line(observation: Any, seat: int) -> str:
    """Where a sheep stands and what its owner has."""
    if observation.square[seat] == OFF:
        return f"{MARKS[seat]}  {_('out')} {observation.out[seat]}"
    hand = "".join(str(card) if observation.hand[seat] >> card & 1 else GONE for card in range(CARDS))
    shown = [(_("on"), observation.square[seat]), (_("lifesavers"), observation.lifesavers[seat]), (_("hand"), hand)]
    if lies_face_down(observation, seat):
        laid = observation.laid[seat]
        shown.append((_("laid"), f"({_cards(laid)})" if laid else FACE_DOWN))
    elif observation.scope[seat] != UNSEEN:
        shown += [(_("laid"), _cards(observation.laid[seat])), (_("scope"), observation.scope[seat])]
    return "  ".join([MARKS[seat], *(f"{label} {value}" for label, value in shown)])


def _cards(laid: int) -> str:
    return "".join(map(str, PLAYS[laid - 1]))


def _things(observation: Any) -> list[str]:
    """Pads, molehills, and sides that do not lie and are not the built-in ones."""
    held = [(MARKS[seat], observation.pads[seat]) for seat in range(observation.players)]
    piles = [*held, (_("beside"), observation.pads_beside), (_("box"), observation.pads_boxed)]
    lines = [f"{_('pads')} {whose} {_pads(pile)}" for whose, pile in piles if any(pile)]
    if observation.molehills:
        lines.append(f"{_('molehills')} {' '.join(_hills(observation))}")
    lying = {side_of(board, observation.way[board]) for board in boards_laid(observation)}
    for side, water in enumerate(material.pack(material.built_in())["water"].tolist()):
        if side not in lying and water != list(observation.water[side]):
            squares = [k for k in range(SQUARES) if observation.water[side, k // HALF] >> (k % HALF) & 1]
            lines.append(" ".join([_("side"), SIDES[side], *map(str, squares)]))
    return lines


def side_of(board: int, way: int) -> int:
    return 2 * board + way // 2


def pad_sign(kind: int) -> str:
    """`←30` runs back 30, `±9` changes the scope by up to 9."""
    return f"←{10 * (kind + 1)}" if kind < BACKS else f"±{kind - BACKS + 1}"


def _pads(counts: Sequence[int]) -> str:
    held = [(pad_sign(kind), count) for kind, count in enumerate(counts) if count]
    return " ".join(sign if count == 1 else f"{sign}×{count}" for sign, count in held)


def _hills(observation: Any) -> list[str]:
    boards = [observation.first, 1 - observation.first] if observation.first != NOBODY else [0, 1]
    hills = [(place, observation.molehill[board]) for place, board in enumerate(boards)]
    return [str(SQUARES * place + hill) if hill else NONE for place, hill in hills]


# ---------------------------------------------------------------------------------------------- reading a diagram


def read_diagram(text: str) -> PlainRecord:
    """The position a diagram shows. Lifesavers it does not show lie in the box; sides it does not show are ours."""
    try:
        return _Reader([line.rstrip() for line in text.splitlines() if line.strip()]).read()
    except (IndexError, ValueError, KeyError, OverflowError, TypeError, StopIteration) as error:
        sentence = _("This diagram of the Sheep Hustle cannot be read: {reason}.")
        raise unreadable(sentence, error) from None


class _Reader:
    """Reads a diagram from its top to its bottom."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.state = PlainRecord(STATE.new())

    def read(self) -> PlainRecord:
        state = self.state
        seats = [k for k, line in enumerate(self.lines) if line[:3] in [f"{mark}  " for mark in MARKS]]
        if not 3 <= len(seats) <= len(MARKS) or seats != list(range(seats[0], seats[0] + len(seats))):
            raise Puzzling(_("there must be a line for each of three to eight players"))
        state.players = len(seats)
        self._blank_seats()
        self._water()
        self._header(self.lines[0])
        self._table(self.lines[1])
        self._dyke(self.lines[2 : seats[0]])
        for seat, k in enumerate(seats):
            self._seat(seat, self.lines[k])
        self._things(self.lines[seats[-1] + 1 :])
        state.lifesavers_boxed = LIFESAVERS - sum(state.lifesavers)
        self._check_marks(self.lines[2 : seats[0]])
        return state

    def _blank_seats(self) -> None:
        for seat in range(len(MARKS)):
            self.state.square[seat] = OFF
            self.state.scope[seat] = UNSEEN
            self.state.laid_known[seat] = 1 << seat

    def _water(self) -> None:
        for side, halves in enumerate(material.pack(material.built_in())["water"].tolist()):
            for half, squares in enumerate(halves):
                self.state.water[side, half] = squares

    def _header(self, line: str) -> None:
        state = self.state
        found = re.fullmatch(rf"\w+ (\d+): ([{MARKS}]*) ?(.*)", line)
        phases = {words: phase for phase, words in _to_do().items()}
        if found is None or found[3] not in phases:
            raise Puzzling(line)
        state.rounds, state.phase = int(found[1]), phases[found[3]]
        acting = [MARKS.index(mark) for mark in found[2]]
        state.chooser = acting[0] if state.phase in (LAYING, PUDDLING, PICKING) else NOBODY
        if state.phase == CHOOSING:
            state.waiting = sum(1 << seat for seat in acting)

    def _table(self, line: str) -> None:
        state = self.state
        state.turn = state.imp = state.cherub = NOBODY
        state.rules_version = RULES_VERSION
        names = {_("starter"): "starter", _("imp"): "imp", _("cherub"): "cherub", _("turn"): "turn"}
        names |= {_("back"): "back", _("rain"): "rain", _("puddles"): "puddles_left"}
        names[_("version")] = "rules_version"
        for label, value in _pairs(line):
            setattr(state, names[label], MARKS.index(value) if value in list(MARKS) else int(value))

    def _dyke(self, lines: list[str]) -> None:
        state = self.state
        state.first, state.start_lies = NOBODY, 1
        if not lines:
            return
        titles = re.findall(r"([AB])([12])(r?)", lines[0])
        state.start_lies = int("(" in lines[0])
        state.first = BOARDS.index(titles[0][0])
        for place, (letter, side, turned) in enumerate(titles):
            board = BOARDS.index(letter)
            state.way[board] = 2 * (int(side) - 1) + (turned == "r")
            for half in range(SQUARES // HALF):
                state.water[side_of(board, state.way[board]), half] = 0
            for line in lines[1:-1]:
                for column in range(COLUMN):
                    self._ground(board, COLUMN * column + int(line[0]), _sign(line, place, column)[0])

    def _ground(self, board: int, k: int, sign: str) -> None:
        if sign == PUDDLE:
            self.state.puddles[board, k // HALF] |= 1 << (k % HALF)
        elif sign == WATER:
            way = self.state.way[board]
            printed = SQUARES - 1 - k if way % 2 else k
            self.state.water[side_of(board, way), printed // HALF] |= 1 << (printed % HALF)
        elif sign not in (LAND, HILL):
            raise Puzzling(sign)

    def _seat(self, seat: int, line: str) -> None:
        state = self.state
        told = dict(_pairs(line[3:]))
        if _("out") in told:
            state.out[seat] = int(told[_("out")])
            return
        state.square[seat], state.lifesavers[seat] = int(told[_("on")]), int(told[_("lifesavers")])
        state.hand[seat] = sum(1 << int(card) for card in told[_("hand")].replace(GONE, ""))
        laid = told.get(_("laid"), FACE_DOWN).strip("()")
        if laid != FACE_DOWN:
            state.laid[seat] = PLAYS.index(tuple(map(int, laid))) + 1
        if _("scope") in told:
            state.scope[seat], state.laid_known[seat] = int(told[_("scope")]), EVERYBODY

    def _things(self, lines: list[str]) -> None:
        readers: dict[str, Callable[[list[str]], None]] = {
            _("pads"): self._pads,
            _("molehills"): self._molehills,
            _("side"): self._side,
        }
        for line in "\n".join(lines).replace("\n" + INDENT, " ").splitlines():
            label, *words = line.split()
            readers[label](words)

    def _pads(self, words: list[str]) -> None:
        state = self.state
        piles = {_("beside"): state.pads_beside, _("box"): state.pads_boxed}
        pile = piles[words[0]] if words[0] in piles else state.pads[MARKS.index(words[0])]
        kinds = {pad_sign(kind): kind for kind in range(KINDS)}
        for word in words[1:]:
            sign, _times, count = word.partition("×")
            pile[kinds[sign]] = int(count or 1)

    def _molehills(self, words: list[str]) -> None:
        self.state.molehills = 1
        for place, square in enumerate(words):
            if square != NONE:
                board = self.state.first if place == 0 else 1 - self.state.first
                self.state.molehill[board] = int(square) % SQUARES

    def _side(self, words: list[str]) -> None:
        side = SIDES.index(words[0])
        for half in range(SQUARES // HALF):
            self.state.water[side, half] = 0
        for k in map(int, words[1:]):
            self.state.water[side, k // HALF] |= 1 << (k % HALF)

    def _check_marks(self, lines: list[str]) -> None:
        """The sheep drawn on the dyke must be those of the players' lines."""
        if lines and _dyke(self.state)[1:-1] != lines[1:-1]:
            raise Puzzling(_("the sheep on the dyke stand elsewhere than the players' lines say"))


def _pairs(line: str) -> list[tuple[str, str]]:
    """`label value`, two blanks, `label value` …"""
    return [(label, value) for label, _blank, value in (part.partition(" ") for part in line.split("  "))]


def _sign(line: str, place: int, column: int) -> str:
    """The cell of a row of the dyke."""
    start = 3 + place * (3 * COLUMN + 1) + 3 * column
    return line[start : start + 2]
