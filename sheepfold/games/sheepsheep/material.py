"""The sheep cards as data that can be exchanged: how many there are of each, and how many of these are marked "3+".

The material is `{"cards": {"ro": 3, …}, "three_plus": {"ro": 1, …}}`; its file is like material.toml.
"""

from __future__ import annotations

import re
import tomllib
from typing import cast

import numpy as np

from sheepfold.core.errors import BadMaterial
from sheepfold.core.game import Material
from sheepfold.core.kit import field
from sheepfold.core.secrecy import ALL, Array
from sheepfold.core.text import listed
from sheepfold.core.words import gettext as _
from sheepfold.games.sheepsheep.state import CARD_NAMES, CARDS, CELLS, HAND, MATERIAL, MOST_PLAYERS

TABLES = ("cards", "three_plus")
LINE_WORDS = {"card": "cards", "three_plus": "three_plus"}
"""The word of a record's line for each table."""

MOST_EACH, MOST_IN_ALL = 20, 120

FIELDS = tuple(field(name, np.int8, CARDS + 1, sees=ALL) for name in TABLES)


def built_in() -> Material:
    """The cards as material.toml has them."""
    return {name: dict(MATERIAL[name]) for name in TABLES}


def read_file(text: str) -> Material:
    """The material of a file; what it does not name stays as it is built in."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMaterial(_("The file cannot be read: {reason}").format(reason=error)) from None
    if given.pop("colours", MATERIAL["colours"]) != MATERIAL["colours"]:
        line = _line_of(text, "colours", "")
        raise BadMaterial(_("Line {line}: the colours are the same in every box.").format(line=line))
    for name, table in given.items():
        for card, count in _counts(name, table).items():
            try:
                _check_count(name, card, count)
            except BadMaterial as error:
                line = _line_of(text, name, str(card))
                raise BadMaterial(_("Line {line}: {reason}").format(line=line, reason=error)) from None
    return check(given)


def _counts(name: str, table: object) -> dict[object, object]:
    """The counts of a table, if it is one of ours."""
    if name not in TABLES or not isinstance(table, dict):
        sentence = _("The cards have the tables {legal}, not `{given}`.")
        raise BadMaterial(sentence.format(legal=listed(TABLES), given=name))
    return cast("dict[object, object]", table)


def _line_of(text: str, table: str, key: str) -> int:
    """The line on which a key of a table stands, or the table begins."""
    section, begins = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\]\s]+)\s*\]", line)
        if header:
            section, begins = header[1], number if header[1] == table else begins
        elif section == table and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return begins


def check(material: Material) -> Material:
    """The material completed by what is built in, if one can play with it."""
    whole = built_in()
    for name, table in material.items():
        for card, count in _counts(name, table).items():
            _check_count(name, card, count)
            whole[name][card] = count
    _check_whole(whole)
    return whole


def _check_count(table: str, card: object, count: object) -> None:
    if card not in CARD_NAMES[1:]:
        sentence = _("`{given}` is no card: a card is two different colours, in the order of {letters}.")
        raise BadMaterial(sentence.format(given=card, letters=" ".join(MATERIAL["colours"])))
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_EACH:
        sentence = _("There can be 0 to {most} of a card; `{card}` in {table} is {given!r}.")
        raise BadMaterial(sentence.format(most=MOST_EACH, card=card, table=table, given=count))


def _check_whole(material: Material) -> None:
    """Enough cards to lay out for as few and for as many players as there can be, and not too many to count."""
    for card in CARD_NAMES[1:]:
        if material["three_plus"][card] > material["cards"][card]:
            sentence = _("{marked} cards `{card}` are marked 3+, but there are only {count}.")
            marked, count = material["three_plus"][card], material["cards"][card]
            raise BadMaterial(sentence.format(marked=marked, card=card, count=count))
    total = sum(material["cards"].values())
    for players, there in ((2, total - sum(material["three_plus"].values())), (MOST_PLAYERS, total)):
        if there < HAND * players + CELLS:
            sentence = _("{players} players need {need} cards at least; there are {there}.")
            raise BadMaterial(sentence.format(players=players, need=HAND * players + CELLS, there=there))
    if total > MOST_IN_ALL:
        raise BadMaterial(_("There can be {most} cards at most, not {there}.").format(most=MOST_IN_ALL, there=total))


def pack(material: Material) -> dict[str, Array]:
    """The material as `setup` gets it: counts by card."""
    return {name: np.array([0, *(material[name][card] for card in CARD_NAMES[1:])], np.int8) for name in TABLES}


def lines(material: Material, usual: Material) -> list[str]:
    """What differs from the usual material, as lines of a record: `card rb 4`."""
    return [
        f"{word} {card} {material[name][card]}"
        for word, name in LINE_WORDS.items()
        for card in CARD_NAMES[1:]
        if material[name][card] != usual[name][card]
    ]


def read_line(line: str, material: Material) -> None:
    """Change the material as a line of a record says."""
    words = line.split(" ")
    if len(words) != 3 or words[0] not in LINE_WORDS or not re.fullmatch(r"0|[1-9][0-9]{0,3}", words[2]):
        raise BadMaterial(_("`{line}` is no material of Sheep Sheep; it reads like `card rb 4`.").format(line=line))
    table, card, count = LINE_WORDS[words[0]], words[1], int(words[2])
    _check_count(table, card, count)
    material[table][card] = count
