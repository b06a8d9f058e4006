# pyright: basic
"""How a diagram of The Shepherd is read back, and the signs and labels that both ways share."""

from __future__ import annotations

import re
from typing import Any

from sheepfold.core.plain import PlainRecord
from sheepfold.core.text import MARKS, Puzzling, unreadable
from sheepfold.core.words import gettext as _
from sheepfold.games.shepherd.meadow import take_place
from sheepfold.games.shepherd.state import (
    BARE,
    COUNTING,
    DARK,
    DOG,
    FLEEING,
    GRASS,
    LIGHT,
    NO_FIELD,
    NO_GRASS,
    OVER,
    PLACES,
    RULES_VERSION,
    SHEEP,
    SHEEP_EACH,
    STARTING,
    STATE,
    SUN,
    SUNSET,
    THROWING,
    TURNING,
    USING,
    WORM,
    WORMS,
)

LIGHT_SIGN, DARK_SIGN, WORM_SIGN, BARE_SIGN, DOG_SIGN = '"', "#", "~", "·", "D"
SIGNS = {BARE: BARE_SIGN, LIGHT: LIGHT_SIGN, DARK: DARK_SIGN, WORM: WORM_SIGN}
SUN_SIGN, SUN_PLACE = "☼", "·"

# ---------------------------------------------------------------------------------------------- words of a diagram


def to_do_words() -> dict[int, str]:
    """What is to be done in each phase."""
    return {
        STARTING: _("who starts?"),
        THROWING: _("to throw"),
        USING: _("to play"),
        TURNING: _("to turn over a card"),
        FLEEING: _("sheep flee from the dog"),
        COUNTING: _("the cards are turned over"),
        OVER: _("the game is over"),
    }


def why_words() -> dict[int, str]:
    """Why the game is over."""
    return {SUNSET: _("the sun is back where it started"), NO_GRASS: _("there is no grass left")}


def symbol_words() -> dict[int, str]:
    """What a die shows."""
    return {SHEEP: _("sheep"), GRASS: _("grass"), SUN: _("sun"), DOG: _("dog")}


def game_words(observation: Any) -> list[str]:
    """How a game is called that is not the basic one, or not by the present rules."""
    said = {
        _("tactical"): observation.tactical,
        _("worms unseen"): observation.worms_unseen,
        _("chains forced"): observation.tactical and not observation.chains_free,
        _("version {number}").format(number=observation.rules_version): observation.rules_version != RULES_VERSION,
    }
    return [words for words, is_so in said.items() if is_so]


def label_words() -> dict[str, str]:
    """What stands in front of a line or a number."""
    return {
        "dice": _("dice"),
        "sun": _("sun"),
        "game": _("game"),
        "chain": _("chain"),
        "turned": _("turned"),
        "worms": _("worms"),
    }


# ---------------------------------------------------------------------------------------------- reading


def read_diagram(text: str) -> PlainRecord:
    """The position a diagram shows; the meadow may be of any size."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    try:
        return _Reader(lines).read()
    except (IndexError, ValueError, KeyError, OverflowError, StopIteration) as error:
        raise unreadable(_("This diagram of The Shepherd cannot be read: {reason}."), error) from None


class _Reader:
    """Reads a diagram from its top to its bottom."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.state = PlainRecord(STATE.new())

    def read(self) -> PlainRecord:
        self._meadow()
        seats = [line for line in self.lines[1:] if re.match(rf"[{MARKS}] +\d", line)]
        self.state.players = len(seats)
        for seat, line in enumerate(seats):
            self._seat(seat, line)
        self._header(self.lines[0].strip())
        self._labelled()
        return self.state

    def _header(self, line: str) -> None:
        what, _colon, rest = line[1:].strip().partition(": ")
        state = self.state
        state.turn = MARKS.index(line[0])
        state.phase = {words: phase for phase, words in to_do_words().items()}[what]
        if state.phase == TURNING:
            state.grazed = field_named(rest)
        elif rest:
            state.why = {words: why for why, words in why_words().items()}[rest]

    def _labelled(self) -> None:
        """The lines that begin with a label."""
        labels = label_words()
        found = {name: line[len(label) :].strip() for line in self.lines for name, label in labels.items()
                 if line.split()[0] == label}  # fmt: skip
        self.state.sun, self.state.sun_places = found["sun"].index(SUN_SIGN), len(found["sun"])
        for die, shown in enumerate(found["dice"].split(", ") if "dice" in found else []):
            words = {word: symbol for symbol, word in symbol_words().items()}
            self.state.thrown[die], self.state.used[die] = words[shown.strip("()")], int(shown.startswith("("))
        self._game(found.get("game", ""))
        if "chain" in found:
            self._chain(found["chain"])

    def _game(self, text: str) -> None:
        """`tactical, chains forced`; what is not said is as in the basic game by the present rules."""
        state, said = self.state, [words for words in text.split(", ") if words]
        state.tactical, state.worms_unseen = int(_("tactical") in said), int(_("worms unseen") in said)
        state.chains_free = int(state.tactical and _("chains forced") not in said)
        versions = {_("version {number}").format(number=number): number for number in range(1, RULES_VERSION)}
        state.rules_version = next((versions[words] for words in said if words in versions), RULES_VERSION)
        if sorted(game_words(state)) != sorted(said):
            raise Puzzling(text)

    def _chain(self, text: str) -> None:
        """`●1 > ▲2`: who has moved in the chain, and who must move now and therefore stands nowhere."""
        *moved, pushed = (_sheep(sign) for sign in re.findall(rf"[{MARKS}]\d", text))
        self.state.pushed = pushed + 1
        for sheep in moved:
            self.state.moved |= 1 << sheep
            take_place(self.state, sheep, self.state.sheep[sheep])

    def _meadow(self) -> None:
        for place in range(PLACES):
            self.state.cards[place] = NO_FIELD
        letters = next(line for line in self.lines if re.fullmatch(r" +[a-j]( +[a-j])*", line))
        for line in self.lines:
            if re.match(r"[1-9] ", line):
                for cell in re.finditer(r"\S+", line[1:]):
                    letter = letters[cell.start() + 1 : cell.start() + 2]
                    self._cell(field_named(letter.strip() + line[0]), cell[0])
        self.state.worms_left = WORMS - sum(card == WORM for card in self.state.cards)

    def _cell(self, field: int, cell: str) -> None:
        state = self.state
        grown = {sign: card for card, sign in SIGNS.items()}
        found = re.fullmatch(rf"((?:[{MARKS}][12])*)({DOG_SIGN}?)([{''.join(grown)}]?)", cell)
        if found is None:
            raise Puzzling(cell)
        state.cards[field] = grown[found[3] or BARE_SIGN]
        state.light_left += state.cards[field] == LIGHT
        state.pairs_left += state.cards[field] == DARK
        if found[2]:
            state.dog = field
        for sign in re.findall(rf"[{MARKS}]\d", found[1]):
            take_place(state, _sheep(sign), field)

    def _seat(self, seat: int, line: str) -> None:
        state = self.state
        state.dark[seat], state.light[seat] = line.count(DARK_SIGN), line.count(LIGHT_SIGN)
        counted = re.search(r"(\d+), \S+ (\d+)$", line)
        if counted:
            state.turned[seat], state.worms[seat] = int(counted[1]), int(counted[2])
            state.worms_left -= int(counted[2])


def field_named(name: str) -> int:
    """55 for `e5`."""
    column, row = name
    return 10 * ("abcdefghij".index(column) + 1) + int(row)


def _sheep(sign: str) -> int:
    """3 for `▲2`."""
    return SHEEP_EACH * MARKS.index(sign[0]) + int(sign[1]) - 1
