"""Commands: what is sent to a table, over its socket or to `/do`.

Those that change a table carry an `id` that the client makes: whoever sends one twice, because an answer got lost, has
done it once.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sheepfold.server.wire.kinds import ActionText, BotName, CommandId, First, Pace, Seat, Wire


class Command(Wire, tag_field="type"):
    id: CommandId


class Start(Command, tag="start"):
    """Begin to play, when nobody's chair is empty. `first` begins: the chairs are turned so that it is chair 0."""

    first: First | None = None


class Play(Command, tag="play"):
    """Play an action. `decision` says which question it answers, as the state said: an old answer is refused."""

    seat: Seat
    action: ActionText
    decision: int | None = None


class Undo(Command, tag="undo"):
    """Take back this seat's last choice: at once if nobody can mind, else if all people agree."""

    seat: Seat


class Answer(Command, tag="answer"):
    """Agree, or not, to what somebody wants to take back."""

    seat: Seat
    agree: bool


class Keep(Command, tag="keep"):
    """Let a bot keep the chair of somebody who has been away long enough."""

    chair: Seat
    bot: BotName = "ewe"


class Leave(Command, tag="leave"):
    """Get up from one's chair. Before the start it is open again; in a game a bot keeps it."""

    chair: Seat


class Free(Command, tag="free"):
    """The maker of the table takes a chair from somebody: its link ends."""

    chair: Seat


class Place(Command, tag="place"):
    """The maker of the table puts a bot into a chair nobody sits in."""

    chair: Seat
    bot: BotName


class Close(Command, tag="close"):
    """The maker ends the table: nothing more is played at it."""


class Rematch(Command, tag="rematch"):
    """The same people, the same game, a new table; everybody here is led there."""

    game: Annotated[str, Meta(max_length=40)] | None = None
    """Another game, as it is usually played."""
    moved: bool = False
    """Whether everybody moves on by a chair."""


class React(Command, tag="react"):
    """A friendly sign to all. It is not kept."""

    seat: Seat
    what: Literal["hello", "well done", "ouch", "haha", "thinking", "thanks"]


class Look(Command, tag="look"):
    """See the table through the eyes of a chair at this device, or of a spectator (null)."""

    seat: Seat | None = None


class Words(Command, tag="words"):
    """Ask for choices in words, where there were too many to send them all."""

    seat: Seat
    actions: Annotated[list[ActionText], Meta(max_length=60)]


class Why(Command, tag="why"):
    """Ask why nothing comes of tapping these things of the picture, one after another."""

    seat: Seat
    parts: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=12)]


class SeenSoFar(Command, tag="seen"):
    """What happened up to so many actions was seen here; `hurry`: bots need not seem to think either."""

    length: Annotated[int, Meta(ge=0)]
    hurry: bool = False


class SetPace(Command, tag="pace"):
    """Let what happens be shown at another pace, for all at this table. It is not kept."""

    pace: Pace


class ReadOn(Command, tag="read"):
    """The learner has read what the coach says at this place of the lesson."""

    seat: Seat
    place: Annotated[int, Meta(ge=0)]


class Ready(Command, tag="ready"):
    """This seat's hourglass may run."""

    seat: Seat


class Ping(Command, tag="ping"):
    """Is anybody there?"""


AnyCommand = (
    Start | Play | Undo | Answer | Keep | Leave | Free | Place | Close | Rematch
    | React | Look | Words | Why | SeenSoFar | SetPace | ReadOn | Ready | Ping
)  # fmt: skip

TableSign = React | SetPace | Ready
"""What is for everybody at a table, at whichever process they are, and is not kept."""


decode_command = msgspec.json.Decoder(AnyCommand).decode
