"""What is asked and answered over HTTP, beside commands: a table that is wished for, a look back, a hint."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from sheepfold.server.wire.kinds import BotName, First, Manners, Name, OptionValue, Seat, Token, Wire
from sheepfold.server.wire.messages import StateShown, TableShown

# ---------------------------------------------------------------------------------------------- making a table


class ChairWish(Wire):
    """Who is to sit in a chair: anyone with the invitation, somebody at this device, or a bot."""

    kind: Literal["open", "here", "bot"] = "open"
    name: Name | None = None
    bot: BotName = "ewe"


class NewTable(Wire):
    """A table to be made; chairs that are not named are open."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: dict[str, OptionValue] = {}
    material: str | None = None
    """The text of a material file (TOML), where the game's material can be exchanged."""
    chairs: Annotated[list[ChairWish], Meta(max_length=8)] = []
    manners: Manners = field(default_factory=Manners)
    start: bool = False
    """Start at once, if no chair is open."""
    first: First | None = None
    """Who begins, if it starts at once: the chairs are turned so that it is chair 0."""
    lesson: bool = False
    """A coached first game. The lesson sets the table; the first chair may say who learns."""


class Links(Wire):
    """What opens a table, each for somebody else: put one behind `/t/<table>#`."""

    table: str
    maker: Token
    invite: Token
    watch: Token
    chairs: dict[str, Token]
    """The chairs at this device, by their number."""


class Sit(Wire):
    """Somebody wants to sit down."""

    chair: Seat
    name: Name
    bot: bool = False
    """Whether it is a program of somebody's own that plays here."""


class Seated(Wire):
    chair: int
    token: Token


class Enter(Wire):
    """Somebody opens a link: from then on this device may do what the link allows."""

    token: Token


class Entered(Wire):
    table: str
    chairs: list[int]
    maker: bool


# ---------------------------------------------------------------------------------------------- asking


class ReplayWish(Wire):
    """A record to look at, after so many actions, with the eyes of a seat (null: of everybody)."""

    record: str
    at: Annotated[int, Meta(ge=0)] | None = None
    eyes: Seat | None = None
    upright: bool = False


class Replayed(Wire):
    """A moment of a finished or opened game."""

    game: str
    names: list[str]
    length: int
    at: int
    state: StateShown


class TurningPoint(Wire):
    """A moment that changed much: after which action, for whom most, and its story about them.

    `change` is how many points it brought them; where a game has none, how many of 100 chances to win.
    """

    at: int
    seat: int
    change: int
    story: str


class TableAndState(Wire):
    """A table as it is answered to somebody who asks once."""

    table: TableShown
    state: StateShown | None


class CourseShown(Wire):
    """Everybody's points at the beginning and after each action; without points, how many are placed behind."""

    points: list[list[int]]
    chances: list[list[int]] | None = None
    """Everybody's chance of winning, of 100, as spectators saw it; where something was learned of the game."""
    turning_points: list[TurningPoint] = []


class HintWish(Wire):
    seat: Seat


class HintShown(Wire):
    action: str
    parts: list[str]
    words: str
    chance: float


class CounselShown(Wire):
    """What choices are worth: the chance to win of who chooses well, and what speaks against those that cost much."""

    chance: float | None = None
    """None: it is not known, as there is nothing to choose, or whoever thinks is still waking up."""
    warnings: dict[str, str] = {}
    """By action."""


class Trouble(Wire):
    """What an HTTP request that was refused is answered with."""

    code: str
    reason: str
