"""The log of a table: what is kept in the database, one entry after another, never changed.

A table is nothing but its log, folded. Entries say what happened at the table, not what was asked for: an entry that
was written is a fact. Old logs must stay readable: give new fields a default, never change what a tag means.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from sheepfold.server.wire.kinds import Manners, OptionValue

By = Literal["person", "program", "bot", "keeper", "limit", "chance", "clock"]


class Entry(Struct, kw_only=True, tag_field="e", omit_defaults=True):
    """Something that happened at a table, and when; `id` is the command that asked for it."""

    at: float
    id: str | None = None


class Made(Entry, tag="made"):
    """The table, with all that its game depends on: also what is built in today and may be another tomorrow."""

    game: str
    players: int
    options: dict[str, OptionValue]
    manners: Manners
    rules: int = 1
    """The version of the rules it is played by. The first release, which did not say, had version 1 of all of them."""
    material: dict[str, Any] | None = None
    """What it is played with. The first release named it only where it was not the built-in one."""
    before: str | None = None
    """The table this one is the rematch of."""
    lesson: str = ""
    """The lesson that is taught here, by its stamp."""
    moved: int = 0
    """By how many chairs everybody has moved on since the table before."""


class Sat(Entry, tag="sat"):
    """A person, or a program of somebody's own, sits down."""

    chair: int
    name: str
    kind: Literal["person", "program"] = "person"


class Placed(Entry, tag="placed"):
    """A bot sits down."""

    chair: int
    bot: str


class Freed(Entry, tag="freed"):
    """A chair is open again, and its old link ends. `removed`: the maker did it, and the invitation ends too."""

    chair: int
    removed: bool = False


class Started(Entry, tag="started"):
    """The game begins; `first`: that chair's people begin, and the chairs are turned so that it is chair 0."""

    first: int = 0
    lots: bool = False
    """Whether it was found by drawing lots."""


class Played(Entry, tag="played"):
    """An action of the game; seat None is chance, or the clock."""

    action: str
    seat: int | None = None
    by: By = "person"


class Taught(Entry, tag="taught"):
    """The learner has read what the coach said at this place of the lesson."""

    place: int


class Kept(Entry, tag="kept"):
    """A bot keeps the chair of somebody who is away."""

    chair: int
    bot: str


class Returned(Entry, tag="returned"):
    """Whoever a chair was kept for is back."""

    chair: int


class UndoAsked(Entry, tag="asked"):
    seat: int


class UndoAnswered(Entry, tag="answered"):
    seat: int
    agree: bool


class Undone(Entry, tag="undone"):
    """The game goes on from where it was after `length` actions. What was undone stays in this log.

    `alone`: only that seat's choice is taken back, because those after it were made at the same time.
    """

    seat: int
    length: int
    alone: bool = False


class Rematched(Entry, tag="rematched"):
    table: str


class Closed(Entry, tag="closed"):
    pass


AnyEntry = (
    Made | Sat | Placed | Freed | Started | Played | Taught | Kept | Returned | UndoAsked | UndoAnswered
    | Undone | Rematched | Closed
)  # fmt: skip

decode_entry = msgspec.json.Decoder(AnyEntry).decode
encode_entry = msgspec.json.Encoder().encode
