"""Positions that a game can begin at, other than its opening: a text diagram, an observation, or the bytes of a state.

What a seat cannot see in them is imagined as it might be.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import zlib
from dataclasses import replace
from textwrap import dedent
from typing import Any, cast

import numpy as np

from sheepfold.core import drivers
from sheepfold.core.errors import BadDiagram, BadOption
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE
from sheepfold.core.plain import PlainRecord, row_of
from sheepfold.core.secrecy import Array, copy_of
from sheepfold.core.setup import Setup, set_up
from sheepfold.core.words import gettext as _

AnyPosition = str | Array | np.record | PlainRecord
BEYOND = (IndexError, ValueError, OverflowError, ZeroDivisionError)
"""What plain rules raise at a state that no game leads to."""


def read_position(game: Game, position: object) -> Array:
    """A position as an array of one record of its own."""
    if isinstance(position, str) and (drawn := _without_margins(position)):
        position = game.notation.read_diagram(drawn)
    row: object = row_of(position) if isinstance(position, PlainRecord) else position
    row = np.asarray(row) if isinstance(row, np.record) else row
    is_record = isinstance(row, np.ndarray) and cast("Array", row).dtype == game.record.dtype
    if not is_record or cast("Array", row).size != 1:
        raise BadDiagram(_("A position is a text diagram or a record of the game's state."))
    record = copy_of(cast("Array", row).reshape(1))
    game.check_players(int(record["players"][0]))
    return record


def _without_margins(text: str) -> str:
    """A diagram without the blanks around it that copying and quoting leave."""
    return dedent("\n".join(map(str.rstrip, text.splitlines()))).strip("\n")


def setup_at(game: Game, record: Array) -> Setup:
    """How a game is set up that stands like this: what the position keeps of its options and of the rules' version.

    What it keeps nothing of, or what does not go together there, goes without saying.
    """
    players, chosen = int(record["players"][0]), dict[str, Any]()
    version = int(record["rules_version"][0]) if "rules_version" in game.record.fields else game.rules_version
    version = version if version in game.rules_versions else game.rules_version
    for name, option in game.options.items():
        if (kept := option.kept or name) in game.record.fields:
            with contextlib.suppress(BadOption):
                chosen = set_up(
                    game, players, chosen | {name: option.value(int(record[kept][0]))}, rules_version=version
                ).options
    return replace(set_up(game, players, chosen, rules_version=version), position=record.tobytes())


def imagine(game: Game, record: Array, seat: int, source: Array) -> None:
    """Fill in what a seat cannot see, as it might be."""
    if game.record.secrets:
        try:
            drivers.bind(game, plain=True).guess(record, 0, seat, source)
        except BEYOND:
            raise _stuck() from None


def check_position(game: Game, record: Array) -> None:
    """That the rules can go on from here: somebody is to act, and whoever is has something to do, or it is over.

    A drawing may hold what no game leads to, and rules trust a state. They are asked in plain Python, where what lies
    outside of everything raises.
    """
    loops, moves = drivers.bind(game, plain=True), drivers.new_moves(game)
    acting = _acting(game, record)
    for actor in (actor for actor in range(CHANCE + 1) if acting >> actor & 1):
        try:
            loops.listing(record, 0, actor, moves)
        except BEYOND:
            raise _stuck() from None
        if not moves["n"][0]:
            raise _stuck()


def _acting(game: Game, record: Array) -> int:
    try:
        return drivers.bind(game, plain=True).acting(record, 0)
    except BEYOND:
        raise _stuck() from None


def _stuck() -> BadDiagram:
    return BadDiagram(_("Nobody can do anything in this position."))


def who_is_asked(game: Game, record: Array) -> int:
    """The lowest seat that is to act in a position; the first of all where it is chance's turn, or nobody's."""
    acting = _acting(game, record)
    return next((seat for seat in range(int(record["players"][0])) if (acting >> seat) & 1), 0)


def as_line(position: bytes) -> str:
    """The bytes of a state as a line of a record."""
    return base64.b64encode(zlib.compress(position, 9)).decode()


def of_line(game: Game, line: str) -> bytes:
    """The bytes of a state that a line of a record holds."""
    size = game.record.dtype.itemsize
    try:
        packed = base64.b64decode(line, validate=True)
        position = zlib.decompressobj().decompress(packed, size + 1)
    except (binascii.Error, zlib.error, ValueError):
        position = b""
    if len(position) != size:
        raise BadDiagram(_("This is no position of {game}, or one of another version.").format(game=_(game.name)))
    return position
