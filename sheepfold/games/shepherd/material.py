"""The meadow as it can be exchanged: a map with one letter a field, from a file, a dictionary or a record's lines.

The material is `{"map": [row, row, …]}`, the northernmost row first, nine rows; a row ends with its last field, and one
without any field is `.`. A meadow of the owner's own must keep the print's numbers.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, cast

import numpy as np

from sheepfold.core.errors import BadMaterial
from sheepfold.core.game import Material
from sheepfold.core.kit import field
from sheepfold.core.secrecy import ALL, Array
from sheepfold.core.words import gettext as _
from sheepfold.games.shepherd.state import (
    BARE,
    COLUMNS,
    DARK,
    DARK_PAIR,
    DIRECTIONS,
    DOWN,
    EAST,
    LEFT,
    LIGHT,
    MATERIAL,
    MOST_PLAYERS,
    NO_FIELD,
    NORTH,
    PLACES,
    RIGHT,
    ROWS,
    SHEEP_EACH,
    SOUTH,
    UP,
    WEST,
)

FIELDS = (
    field("cards", np.int8, PLACES, sees=ALL),  # what each field holds at the start
    field("start", np.int8, (4, SHEEP_EACH), sees=ALL),  # the starting fields of each side
)

NONE, LIGHT_GRASS, DARK_GRASS = ".", "o", "O"
SIDE_LETTERS = {"S": SOUTH, "W": WEST, "N": NORTH, "E": EAST}
OUTWARD = {SOUTH: DOWN, WEST: LEFT, NORTH: UP, EAST: RIGHT}
CARDS = {NONE: NO_FIELD, LIGHT_GRASS: LIGHT, DARK_GRASS: DARK, **dict.fromkeys(SIDE_LETTERS, BARE)}

LIGHT_FIELDS = MATERIAL["cards"]["light"]
DARK_FIELDS = MATERIAL["cards"]["dark"] // DARK_PAIR

# ---------------------------------------------------------------------------------------------- reading


def built_in() -> Material:
    """The meadow of material.toml."""
    return {"map": _whole(MATERIAL["meadow"]["map"].split())}


def _whole(rows: list[str]) -> list[str]:
    """Nine rows, each without the missing fields at its end."""
    return [NONE] * (ROWS - len(rows)) + [row.rstrip(NONE) or NONE for row in rows]


def read_file(text: str) -> Material:
    """The meadow of a file like material.toml; BadMaterial names the line that is wrong."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMaterial(_("The file cannot be read: {reason}.").format(reason=error)) from None
    meadow = given.get("meadow")
    drawn = meadow.get("map") if isinstance(meadow, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(drawn, str):
        raise BadMaterial(_("The file has no meadow: a table `[meadow]` with a `map` of letters."))
    _refuse_the_rest(given)
    first = _first_line(text, drawn)
    rows = [(_("Line {number}").format(number=first + k), row.strip()) for k, row in enumerate(drawn.split("\n"))]
    return _checked([(where, row) for where, row in rows if row] or rows)


def _refuse_the_rest(given: Material) -> None:
    """Cards, dice and the sun may stand in the file, but only as they are in the box."""
    for name, value in given.items():
        if name == "meadow" and set(value) == {"map"}:
            continue
        if value != MATERIAL.get(name):
            sentence = _("Only the map of the meadow can be exchanged, not `{name}`. (The sun's way is an option.)")
            raise BadMaterial(sentence.format(name=name))


def _first_line(text: str, drawn: str) -> int:
    """The line of the file on which the text of the map begins (TOML skips a line break after the quotes)."""
    here = re.search(r"^\s*map\s*=\s*", text, re.MULTILINE)
    start = text.find(drawn.split("\n", maxsplit=1)[0], here.end() if here else 0)
    return text.count("\n", 0, max(start, 0)) + 1


def check(material: Material) -> Material:
    """A meadow given as a dictionary, checked."""
    unknown = sorted(set(material) - {"map"})
    if unknown:
        raise BadMaterial(_("The Shepherd has no material `{name}`; it has: map.").format(name=unknown[0]))
    rows: Any = material.get("map", built_in()["map"])
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in cast("list[object]", rows)):
        raise BadMaterial(_("The map of the meadow is a list of rows, each a text of letters."))
    texts = cast("list[str]", rows)
    return _checked([(_("Row {number}").format(number=len(texts) - k), row) for k, row in enumerate(texts)])


def lines(material: Material, usual: Material) -> list[str]:
    """The rows that differ from the usual meadow, as a record has them."""
    pairs = zip(material["map"], usual["map"], strict=True)
    return [f"row {ROWS - k} {row}" for k, (row, usual_row) in enumerate(pairs) if row != usual_row]


def read_line(line: str, material: Material) -> None:
    """Change a row as a record's line says."""
    found = re.fullmatch(rf"row ([1-{ROWS}]) ([{''.join(CARDS)}]{{1,{COLUMNS}}})", line)
    if found is None:
        sentence = _("`{line}` is not a row of the meadow, such as `row 8 .ooNNoo`.")
        raise BadMaterial(sentence.format(line=line))
    material["map"][ROWS - int(found[1])] = found[2].rstrip(NONE) or NONE


# ---------------------------------------------------------------------------------------------- checking


def _checked(rows: list[tuple[str, str]]) -> Material:
    """The material these rows make, each given with where it stands; BadMaterial says what is wrong, and where."""
    if len(rows) > ROWS:
        sentence = _("{where}: the meadow has more than {most} rows.")
        raise BadMaterial(sentence.format(where=rows[ROWS][0], most=ROWS))
    for where, row in rows:
        _check_row(where, row)
    material = {"map": _whole([row for _where, row in rows])}
    _check_counts(material, rows[0][0] if rows else "")
    wheres = {len(rows) - k: where for k, (where, _row) in enumerate(rows)}
    _check_starts(material, wheres)
    _check_connected(material, wheres)
    return material


def _check_row(where: str, row: str) -> None:
    if len(row) > COLUMNS:
        sentence = _("{where}: the row is longer than {most} fields.")
        raise BadMaterial(sentence.format(where=where, most=COLUMNS))
    for letter in row:
        if letter not in CARDS:
            sentence = _("{where}: `{letter}` is no field; a map has {legal}.")
            raise BadMaterial(sentence.format(where=where, letter=letter, legal=" ".join(CARDS)))


def _check_counts(material: Material, where: str) -> None:
    """SHE-1: what the print counts, on the whole map, which begins there."""
    letters = "".join(material["map"])
    wanted = {LIGHT_GRASS: LIGHT_FIELDS, DARK_GRASS: DARK_FIELDS, **dict.fromkeys(SIDE_LETTERS, SHEEP_EACH)}
    for letter, count in wanted.items():
        if letters.count(letter) != count:
            sentence = _("{where} and below: the meadow needs {count} fields `{letter}`, not {given}.")
            given = letters.count(letter)
            raise BadMaterial(sentence.format(where=where, count=count, letter=letter, given=given))


def _check_starts(material: Material, wheres: dict[int, str]) -> None:
    """SHE-3: starting fields lie at the edge in front of their player."""
    fields = letters_on(material)
    for place, letter in fields.items():
        if letter in SIDE_LETTERS and place + OUTWARD[SIDE_LETTERS[letter]] in fields:
            sentence = _("{where}: the starting field `{letter}` is not at its edge of the meadow.")
            raise BadMaterial(sentence.format(where=wheres[place % 10], letter=letter))


def _check_connected(material: Material, wheres: dict[int, str]) -> None:
    """Every field can be walked to from where the south starts."""
    fields = letters_on(material)
    reached = {next(place for place, letter in fields.items() if letter == "S")}
    frontier = list(reached)
    while frontier:
        place = frontier.pop()
        found = {place + direction for direction in DIRECTIONS} & (set(fields) - reached)
        reached |= found
        frontier += found
    lost = sorted(set(fields) - reached)
    if lost:
        sentence = _("{where}: the meadow is in pieces; nobody can walk from there to the rest.")
        raise BadMaterial(sentence.format(where=wheres[lost[0] % 10]))


def letters_on(material: Material) -> dict[int, str]:
    """The letter of every field there is."""
    return {
        10 * (column + 1) + ROWS - k: letter
        for k, row in enumerate(material["map"])
        for column, letter in enumerate(row)
        if letter != NONE
    }


def pack(material: Material) -> dict[str, Array]:
    """The meadow as the rules get it."""
    cards = np.full(PLACES, NO_FIELD, np.int8)
    start = np.zeros((MOST_PLAYERS, SHEEP_EACH), np.int8)
    fields = letters_on(material)
    for place, letter in fields.items():
        cards[place] = CARDS[letter]
    for letter, side in SIDE_LETTERS.items():
        start[side] = sorted(place for place, found in fields.items() if found == letter)
    return {"cards": cards, "start": start}
