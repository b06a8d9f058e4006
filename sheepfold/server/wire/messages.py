"""Everything that goes over the wire, as types: the API is these, and the page uses nothing else.

A client sends commands and gets messages. Commands that change a table carry an `id` that the client makes: whoever
sends one twice, because an answer got lost, has done it once. Over HTTP the same commands go to `/do`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

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


# ---------------------------------------------------------------------------------------------- making a table


class ChairWish(Wire):
    """Who is to sit in a chair: anyone with the invitation, somebody at this device, or a bot."""

    kind: Literal["open", "here", "bot"] = "open"
    name: Name | None = None
    bot: BotName = "ewe"


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


# ---------------------------------------------------------------------------------------------- commands


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


class Seen(Command, tag="seen"):
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
    | React | Look | Words | Why | Seen | SetPace | ReadOn | Ready | Ping
)  # fmt: skip

Sign = React | SetPace | Ready
"""What is for everybody at a table, at whichever process they are, and is not kept."""

# ---------------------------------------------------------------------------------------------- messages


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


decode_command = msgspec.json.Decoder(AnyCommand).decode
encode = msgspec.json.Encoder().encode
