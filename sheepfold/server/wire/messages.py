"""Messages: what a table sends to those around it, as types.

With commands.py and forms.py this is the API, and the page uses nothing else.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sheepfold.server.wire.kinds import Manners, OptionValue, Pace, Wire


class Message(Wire, tag_field="type"):
    pass


class Done(Message, tag="done"):
    """A command was carried out; what it changed is in the log up to entry `seq`."""

    id: str
    seq: int


class Refused(Message, tag="refused"):
    """A command was not carried out, and why: nothing has changed."""

    id: str | None
    code: str
    reason: str


class ChairShown(Wire):
    seat: int
    kind: Literal["open", "person", "program", "bot"]
    name: str
    bot: str | None = None
    """The bot that sits here or, with `kept`, keeps the chair for somebody."""
    kept: bool = False
    here: bool = False
    """Whether this device plays for it."""
    present: bool = False
    warming: bool = False
    """Whether the bot here plays simply for now: this computer is still getting ready for what it can do."""
    keep_in: float | None = None
    """In how many seconds the others may let a bot keep the chair; 0: now."""


class UndoShown(Wire):
    """Somebody wants to take something back and waits for the others."""

    seat: int
    waiting: list[int]


class TableShown(Message, tag="table"):
    """The table and who sits around it."""

    seq: int
    table: str
    game: str
    title: str
    players: int
    options: dict[str, OptionValue]
    status: Literal["open", "running", "over", "closed", "damaged"]
    note: str
    """One sentence: what the table waits for."""
    chairs: list[ChairShown]
    maker: bool
    manners: Manners
    pace: Pace = "usual"
    """The pace of the table, as somebody last set it."""
    undo: UndoShown | None = None
    rematch: str | None = None
    """The next table, once somebody asked for one; whoever has a chair here has the same there."""
    secrets: bool = False
    """Whether the game has secrets, so that people at one device hand it over."""
    who_begins: str = ""
    """What people are asked before they start: the print's question for who begins. Empty: the game finds it out."""


class Choice(Wire, omit_defaults=True):
    """Something one can do: tap its parts one after another. Words where there are not too many choices."""

    action: str
    parts: list[str]
    words: str | None = None
    ahead: int | None = None
    """Which of the state's `ahead` would come of it."""
    warning: int | None = None
    """Which of the coach's `warnings` speaks against it."""


class SaidShown(Wire, omit_defaults=True):
    """A sentence of the coach, and the rule it follows from (empty: it follows from none)."""

    words: str
    rule: str = ""


class CoachShown(Wire):
    """What the coach says to somebody who is to choose."""

    can_do: str
    warnings: list[SaidShown] = []
    """What would be regretted, by rule; choices name them by their place here."""


class AheadShown(Wire, omit_defaults=True):
    """What would come of a choice as things stand. Things and places are named by their ids in the picture."""

    words: str
    reads: str = ""
    """What the choice reads as, such as the number that cards make."""
    piece: str = ""
    way: list[str] = []
    """The places the piece would pass; at the last one it would come to rest."""
    lands: str = ""
    """The last place, as the picture writes it."""
    shoves: list[tuple[str, str]] = []
    """Other pieces that would be moved, and where to."""
    signs: list[str] = []
    """What it would cost: signs that the picture keeps (`data-sign`), or short words."""


class WordsShown(Message, tag="words"):
    id: str
    words: dict[str, str]


class WhyShown(Message, tag="why"):
    """Why something cannot be done: a sentence, and the rule it follows from (empty: it follows from none)."""

    id: str
    words: str
    rule: str


class EventShown(Wire):
    what: str
    rule: str
    seat: int
    origin: int
    target: int
    amount: int


class BeatShown(Wire, omit_defaults=True):
    """One thing to be seen and heard; ids are those of the picture. After the last one the picture itself is shown."""

    verb: str
    lasts: int
    """Milliseconds at the usual pace."""
    what: list[str] = []
    to: list[str] = []
    text: str = ""
    sound: str = ""
    seat: int = -1
    after: float = 1.0
    """How much of the beat before has passed when this one begins: 0 for both at once."""
    rule: str = ""
    says: str = ""


class StepShown(Wire):
    """An action and what it caused, as the one who reads this may know it."""

    seat: int | None
    """None: chance, or the clock."""
    action: str
    by: Literal["person", "program", "bot", "keeper", "limit", "chance", "clock"]
    story: str
    events: list[EventShown]
    beats: list[BeatShown] | None = None
    remarks: list[SaidShown] | None = None
    """What the coach says of it: why a bot chose so, and the rule behind what it caused."""


class Clock(Wire, omit_defaults=True):
    """The hourglass, or the time for a decision: seconds left and in full, by the server's clock."""

    left: float
    full: int
    running: bool
    kind: Literal["hourglass", "decision"]
    waits: bool = False
    """Whether it waits for its player to be `ready`."""


class EndingShown(Wire):
    words: str
    rule: str
    places: list[int]
    scores: list[int]
    has_points: bool
    """Whether the scores are points; a game without them scores by how many are placed behind."""
    accounts: list[str]
    """How each seat fared, in words; empty where the game says nothing about it."""
    podium: str | None = None
    """A picture of everybody at the end, for those who want pictures."""
    tallies: list[str] | None = None
    """For those too: what each seat's points are made of, thing by thing; None where the game does not draw that."""


class ThingShown(Wire, array_like=True):
    """A place, a piece or a card in words, and what one taps for it; empty: it can never be tapped."""

    words: str
    part: str = ""


class RowShown(Wire, array_like=True):
    name: str
    cells: list[list[ThingShown]]


class RegionShown(Wire, array_like=True):
    """A part of the table as something one can walk through, row by row."""

    name: str
    rows: list[RowShown]


class LessonShown(Wire, omit_defaults=True):
    """How far a lesson is, and what the coach says; without words while the others act."""

    place: int
    """To be sent along when it has been read."""
    number: int
    of: int
    """Which of how many steps."""
    say: str = ""
    at: list[str] = []
    """What it is about, by the ids and parts of the picture."""
    rule: str = ""
    wait: list[str] = []
    """The actions it waits for; `any`: whatever is legal. Empty: until it was read."""
    find: bool = False
    """The learner is to find it: nothing points at it, unless it was missed twice."""
    otherwise: str = ""
    """A kind word for whoever begins something else."""
    last: bool = False


class StateShown(Message, tag="state"):
    """The game as one pair of eyes may see it. A client shows the newest and forgets the older ones."""

    seq: int
    length: int
    """How many actions have been played."""
    eyes: int | None
    """The seat that looks; None: what everybody may see."""
    to_act: list[int]
    sentence: str
    """What the one who looks can do now, or whom they wait for."""
    steps: list[StepShown]
    """What happened since the state before this one."""
    question: str = ""
    """What a seat that is to act is asked, where the game has words for it; the sentence says it too."""
    decision: int | None = None
    """The question this seat is asked, to be sent along with its answer."""
    choices: list[Choice] | None = None
    ahead: list[AheadShown] | None = None
    """What would come of the choices, where the game foretells it."""
    secret: bool = False
    """Whether the choice is a secret: a client asks before it sends one."""
    undo: Literal["free", "ask"] | None = None
    hand_over: list[int] = []
    """Chairs at this device that have something to do in secret: hand it over and `look`."""
    legal: list[str] | None = None
    picture: str | None = None
    before: str | None = None
    """The picture before the beats, for eyes that have not been shown it."""
    text: str | None = None
    regions: list[Any] | None = None
    """The table in words, for those who listen; it says what the picture shows. Each is a `RegionShown`, written
    as an array, which the schema of the API has no name for."""
    view: dict[str, Any] | None = None
    log: list[str] | None = None
    clock: Clock | None = None
    scores: list[int] | None = None
    """The points as they stand, where the game has some and they are no secret."""
    chances: list[int] | None = None
    """Everybody's chance of winning, of 100, as a spectator sees it; while it can be told, to whom it is."""
    ending: EndingShown | None = None
    lesson: LessonShown | None = None
    """What the coach says, for whoever is taught here."""
    coach: CoachShown | None = None
    """What a coach that may stay says of the choices."""


class Reaction(Message, tag="reaction"):
    seat: int
    what: str


class Bye(Message, tag="bye"):
    """The server hangs up. `again`: come back in a moment; otherwise do not."""

    reason: str
    again: bool


AnyMessage = Done | Refused | TableShown | StateShown | WordsShown | WhyShown | Reaction | Bye

WANTS = (
    "choices",
    "story",
    "picture",
    "upright",
    "hand",
    "small",
    "middle",
    "text",
    "view",
    "legal",
    "log",
    "beats",
    "regions",
    "chances",
    "coach",
)
"""The parts of a state that a client may ask for: `?want=choices,picture`; `upright` is the picture for a phone,
`hand` that of what one holds, without the board, `small` that for those who cannot read yet; `middle` says
that all look at this screen, so that it shows nobody's secrets."""

encode = msgspec.json.Encoder().encode
