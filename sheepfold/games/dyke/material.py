"""The boards and pads as data: built in, from a file, from a record; checked, and packed for the rules.

Material is `{"sides": {"A1": [3, 7, …], …}, "pads": {"back10": 2, …}}`: the water squares of each side as printed, and
how many pads there are of each kind. What a file or a caller leaves out (a side, all the pads) stays as built in.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from sheepfold.core.errors import BadMaterial
from sheepfold.core.game import Material
from sheepfold.core.kit import field
from sheepfold.core.secrecy import ALL, Array
from sheepfold.core.words import gettext as _
from sheepfold.games.dyke.state import BACKS, CHANGES, COLUMN, HALF, KINDS, SIDES, SQUARES

WATER, LAND = "~", "."
PADS = [f"back{10 * value}" for value in range(1, BACKS + 1)] + [f"change{value}" for value in range(1, CHANGES + 1)]
"""The names of the kinds of pads, in the order of their numbers."""

MOST_WATER = 80
"""More would leave hardly any land to stand on."""

MOST_OF_A_PAD = 16

FIELDS = (
    field("water", np.int64, (len(SIDES), SQUARES // HALF), sees=ALL),
    field("pads", np.int8, KINDS, sees=ALL),
)


def built_in() -> Material:
    """The material of the package."""
    return deepcopy(_built_in())


@cache
def _built_in() -> Material:
    return _read((Path(__file__).parent / "material.toml").read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------------------------- checking


def check(material: Material) -> Material:
    """The whole material, if what is given can be played with."""
    for name in material:
        if name not in ("sides", "pads"):
            raise BadMaterial(_("Material has `sides` and `pads`, no {name!r}.").format(name=name))
    sides: object = material.get("sides", {})
    pads: object = material.get("pads", _built_in()["pads"])
    if not isinstance(sides, Mapping) or not isinstance(pads, Mapping):
        raise BadMaterial(_("Sides and pads are tables: a name and what belongs to it."))
    given = cast("Mapping[object, object]", sides)
    checked = {_side_name(name): _check_water(str(name), squares) for name, squares in given.items()}
    counts = {_pad_name(name): _check_count(str(name), count) for name, count in cast("Any", pads).items()}
    return {
        "sides": {name: checked.get(name, list(_built_in()["sides"][name])) for name in SIDES},
        "pads": {name: counts[name] for name in PADS if counts.get(name)},
    }


def _side_name(name: object) -> str:
    if name not in SIDES:
        raise BadMaterial(
            _("There is no side {name!r}; the sides are {legal}.").format(name=name, legal=", ".join(SIDES))
        )
    return str(name)


def _check_water(name: str, squares: object) -> list[int]:
    if not isinstance(squares, Sequence) or isinstance(squares, str):
        raise BadMaterial(_("Side {name}: its water is a list of squares.").format(name=name))
    found: list[int] = []
    for square in cast("Sequence[object]", squares):
        if not isinstance(square, int) or isinstance(square, bool) or not 0 <= square < SQUARES:
            raise BadMaterial(
                _("Side {name}: {square!r} is no square, they are 0 to 99.").format(name=name, square=square)
            )
        if square in (0, SQUARES - 1):
            raise BadMaterial(_("Side {name}: the first and the last square are land.").format(name=name))
        if square in found:
            raise BadMaterial(_("Side {name}: square {square} stands there twice.").format(name=name, square=square))
        found.append(square)
    if len(found) > MOST_WATER:
        sentence = _("Side {name}: {count} water squares are too many; at most {most}.")
        raise BadMaterial(sentence.format(name=name, count=len(found), most=MOST_WATER))
    return sorted(found)


def _pad_name(name: object) -> str:
    if name not in PADS:
        raise BadMaterial(
            _("There is no pad {name!r}; pads are back10 to back90 and change1 to change9.").format(name=name)
        )
    return str(name)


def _check_count(name: str, count: object) -> int:
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_OF_A_PAD:
        sentence = _("Pad {name}: there can be 0 to {most} of a kind, not {count!r}.")
        raise BadMaterial(sentence.format(name=name, most=MOST_OF_A_PAD, count=count))
    return count


# ---------------------------------------------------------------------------------------------- files


def read_file(text: str) -> Material:
    """The material a file describes, completed by what is built in; BadMaterial names the line and the reason."""
    return check(_read(text))


def _read(text: str) -> Material:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMaterial(_("This material file cannot be read: {reason}.").format(reason=error)) from None
    material: Material = {}
    for name, table in tables.items():
        if name not in ("sides", "pads") or not isinstance(table, dict):
            raise _bad_line(text, name, _("a material file has the tables [sides] and [pads]"))
        entries = cast("dict[str, object]", table)
        material[name] = {key: _entry(text, name, key, value) for key, value in entries.items()}
    return material


def _entry(text: str, table: str, key: str, value: object) -> object:
    """One side or pad of a file; whatever is wrong with it is put into words with its line."""
    try:
        if table == "sides":
            return _check_water(_side_name(key), _read_map(text, key, value))
        return _check_count(_pad_name(key), value)
    except _BadRow:
        raise
    except BadMaterial as error:
        raise _bad_line(text, key, str(error).rstrip(".")) from None


class _BadRow(BadMaterial):
    """A mistake whose line is named already."""


def _read_map(text: str, name: str, drawn: object) -> list[int]:
    """The water squares of a side drawn as ten rows of ten, the top row first."""
    if not isinstance(drawn, str):
        raise BadMaterial(_("Side {name}: a side is drawn as a text of ten rows.").format(name=name))
    start = _line_of(text, name)
    if text.split("\n")[start - 1].rstrip().endswith(('"""', "'''")):
        start += 1
    rows = [(number, row.split()) for number, row in enumerate(drawn.split("\n"), start) if row.strip()]
    squares: list[int] = []
    for height, (number, row) in enumerate(rows):
        cells = row if len(row) > 1 else list("".join(row))
        wrong = [cell for cell in cells if cell not in (WATER, LAND)]
        if wrong:
            reason = _("{cell!r} is neither water `~` nor land `.`").format(cell=wrong[0])
            raise _BadRow(_line(number, reason))
        if len(cells) != COLUMN:
            raise _BadRow(_line(number, _("a row has ten squares, not {count}").format(count=len(cells))))
        squares += [COLUMN * k + COLUMN - 1 - height for k, cell in enumerate(cells) if cell == WATER]
    if len(rows) != COLUMN:
        raise BadMaterial(_("Side {name}: a side has ten rows, not {count}.").format(name=name, count=len(rows)))
    return squares


def _line_of(text: str, key: str) -> int:
    """The line a key or a table stands on."""
    name = rf"(\w+\s*\.\s*)?[\"']?{re.escape(key)}[\"']?"
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(rf"\s*({name}\s*=|\[\s*{name}\s*\])", line):
            return number
    return 1


def _line(number: int, reason: str) -> str:
    return _("Line {number} of the material: {reason}.").format(number=number, reason=reason)


def _bad_line(text: str, key: str, reason: str) -> BadMaterial:
    return BadMaterial(_line(_line_of(text, key), reason))


# ---------------------------------------------------------------------------------------------- for the rules


def pack(material: Material) -> dict[str, Array]:
    """The material as the rules take it."""
    water = np.zeros((len(SIDES), SQUARES // HALF), np.int64)
    for side, name in enumerate(SIDES):
        for square in material["sides"][name]:
            water[side, square // HALF] |= 1 << (square % HALF)
    return {"water": water, "pads": np.array([material["pads"].get(name, 0) for name in PADS], np.int8)}


# ---------------------------------------------------------------------------------------------- in records


def lines(material: Material, usual: Material) -> list[str]:
    """What differs from the usual material, as it stands in a record."""
    sides = [
        " ".join(["side", name, *map(str, material["sides"][name])])
        for name in SIDES
        if material["sides"][name] != usual["sides"][name]
    ]
    counts = {name: (material["pads"].get(name, 0), usual["pads"].get(name, 0)) for name in PADS}
    return sides + [f"pad {name} {count}" for name, (count, usual_count) in counts.items() if count != usual_count]


def read_line(line: str, material: Material) -> None:
    """Put what a line of a record says into the material."""
    what, *words = line.split(" ")
    numbers = [int(word) for word in words[1:] if re.fullmatch(r"0|[1-9]\d{0,3}", word, re.ASCII)]
    if not words or what not in ("side", "pad") or len(numbers) != len(words) - 1:
        raise BadMaterial(_("`material {line}` cannot be read.").format(line=line))
    if what == "side":
        material["sides"][_side_name(words[0])] = _check_water(words[0], numbers)
        return
    if len(numbers) != 1:
        raise BadMaterial(_("`material {line}` cannot be read.").format(line=line))
    counts = {**material["pads"], _pad_name(words[0]): _check_count(words[0], numbers[0])}
    material["pads"] = {name: counts[name] for name in PADS if counts.get(name)}
