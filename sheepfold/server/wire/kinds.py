"""What everything on the wire is made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

NAME_LENGTH = 40
Seat = Annotated[int, Meta(ge=0, le=7, description="A chair, counted from 0.")]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, description="Made by the client, one for each command.")]
Name = Annotated[str, Meta(min_length=1, max_length=400, description="A nickname; it is cut to 40 characters.")]
ActionText = Annotated[str, Meta(max_length=200, description="An action in the game's notation, such as `move 1`.")]
BotName = Annotated[str, Meta(max_length=40, description="A bot of the server: `lamb`, `ewe`, `ram`, `greedy` …")]
Token = Annotated[str, Meta(max_length=400, description="What stands behind the # of a link.")]
OptionValue = int | str | bool
Pace = Literal["calm", "usual", "quick", "none"]
First = Seat | Literal["lots"]
"""Who begins: a chair, or whoever the lots fall on; if nothing is said, chair 0."""


class Wire(Struct, kw_only=True, forbid_unknown_fields=True):
    """A thing on the wire. Fields nobody knows are refused: a typing error should not pass silently."""


class Manners(Wire):
    """How people treat each other at a table."""

    absent_seconds: Annotated[int, Meta(ge=5, le=86_400)] = 90
    """After how long without a connection the others may let a bot keep the chair."""
    decision_seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """How long a decision may take before a bot makes it; None: as long as one likes."""
    pause_hourglass: bool = True
    """Whether the hourglass stands still while its player's connection is lost."""
    hints: bool = True
    coach: bool = True
    """Whether somebody may have a coach: what can be done, what would be regretted, why others did what they did."""
    undo: bool = True
    lots: bool = False
    """Whether what a game can leave to the lot, such as how its first boards lie, is drawn instead of chosen."""
    bot_seconds: Annotated[float, Meta(ge=0, le=10)] = 0.8
    """How long a bot seems to think, so that people see what it does; with 0 it does not wait for them either."""
    pace: Pace = "usual"
    """How quickly what happens is shown, as long as nobody at the table changes it: bots wait for that."""
    chances: bool = False
    """Whether players are shown everybody's chances while they play, as those who watch are."""
    ready_seconds: Annotated[int, Meta(ge=0, le=600)] = 20
    """How long an hourglass waits until its player says that they are ready."""
