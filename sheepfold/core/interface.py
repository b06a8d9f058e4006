"""All that a game may offer: which part stands in which file, what it is for, when it is called and with what.

A game is a folder of modules; each class here is one of them, and each attribute one part of it. Parts marked as
`needed` have to be there; what has a default may be left out, and what stands here holds then. `offered`, in
offering.py, reads a module, and is the only place that looks whether a game has something: everybody else calls the
part.

In what follows *seen* is an observation (what one seat, or everybody, may see of a position) as a plain record, an
*action* is its number, and a *seat* is a chair's number, `CHANCE` or, where it says so, None for those who only watch.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheepfold.core.ahead import Ahead
    from sheepfold.core.coaching import Said
    from sheepfold.core.game import Ending, Material, Scores
    from sheepfold.core.kit import Event, Events, Field, Record
    from sheepfold.core.options import Option
    from sheepfold.core.refusals import WhyNot
    from sheepfold.core.regions import Region
    from sheepfold.core.secrecy import Array

LESSON = "lesson.toml"
"""A coached first game, as data beside the modules; it may be left out. Its form stands in lesson.py."""
HIDDEN = "?"
"""How an action looks to somebody who may not know it, where a game does not say otherwise."""

Function = Callable[..., Any]
Observed = Any


def needed(example: str) -> Any:
    """A part that every such module has, with an example for whoever forgot it."""
    return dataclasses.field(metadata={"example": example})


@dataclass(kw_only=True)
class Parts:
    """What a module of a game offers."""

    module: ModuleType

    @property
    def own(self) -> dict[str, Any]:
        """The parts that the game has itself."""
        return {name: getattr(self, name) for name in part_names(type(self)) if name in vars(self.module)}


@dataclass(kw_only=True)
class StateParts(Parts):
    """state.py: the shape of a position, and what there is to choose from."""

    STATE: Record = needed('STATE = Record(field("turn", np.int8, sees=ALL), ...)')
    """Every number of a position, each with who may see it."""
    ACTIONS: int = needed("ACTIONS = 8")
    """How many different actions there are; an action is a number below that."""
    MOST: int = needed("MOST = 6")
    """The most actions that are ever legal at once."""
    EVENTS: Events = needed('EVENTS = Events(event("rolled", "number", words="a die shows a number"))')
    """What can happen, and what is told of it."""
    ENDINGS: Mapping[int, Ending] = needed('ENDINGS = {1: Ending("PIG-6", "Somebody has 100 points.")}')
    """How games end, by the number that `ending` in rules.py returns."""
    OPTIONS: Sequence[Option] = needed("OPTIONS = ()")
    """What can be chosen for a game before it begins."""

    SCORES: Scores | None = None
    """Between which numbers everybody's points lie in the end, however it is played; None: nobody has worked it out."""
    DECISIONS: int | None = None
    """The most decisions that a game can take, in any set-up; None: nobody has worked it out, or there is no limit."""
    CHANCE_TURNS: int | None = None
    """How often chance can act at most in a game, in any set-up; None as above."""

    @staticmethod
    def objection(players: int, options: dict[str, Any]) -> str | None:
        """Why so many cannot play with these options, in a sentence; asked before every game. None: they can."""
        return None


@dataclass(kw_only=True)
class RuleParts(Parts):
    """rules.py: plain functions over a state, compiled when there is time.

    What each is given, and what holds where an optional one is left out, stands with the functions of the same names in
    drivers.py.
    """

    setup: Function = needed("def setup(state, players, options): ...")
    to_act: Function = needed("def to_act(state): return seat_bit(state.turn)")
    legal: Function = needed("def legal(state, seat, moves): add(moves, ROLL)")
    apply: Function = needed("def apply(state, seat, action, told): ...")
    ending: Function = needed("def ending(state): return state.over")
    scores: Function = needed("def scores(state, out): out[0] = state.score[0]")
    weight: Function | None = None
    """How likely an outcome of chance is; all alike where it is left out."""
    places: Function | None = None
    """Who came in where; by points where it is left out."""
    determinize: Function | None = None
    """Fills in what a seat cannot see, for bots that imagine; a game with secrets needs it."""
    clock: Function | None = None
    """What a running clock would play; with `seconds`."""
    seconds: Function | None = None
    """How long the running clock runs."""
    pick: Function | None = None
    """Any legal action, more quickly than by listing them all."""
    roll: Function | None = None
    """An outcome of chance, more quickly than by listing them all."""


@dataclass(kw_only=True)
class NotationParts(Parts):
    """notation.py: a game in words."""

    show: Callable[[int], str] = needed("def show(action): return WORDS[action]")
    """An action's text in records and on every wire; no two actions share one."""
    parts: Callable[[Observed, int, int], Sequence[str]] = needed(
        "def parts(seen, seat, action): return (show(action),)"
    )
    """The things of the picture that one taps for an action, one after another."""
    diagram: Callable[[Observed], str] = needed('def diagram(seen): return f"turn {seen.turn}"')
    """A position as text, for terminals and tests."""
    read_diagram: Callable[[str], Any] = needed("def read_diagram(text): return PlainRecord(...)")
    """The position that such a text draws."""
    narrate: Callable[[Observed, Sequence[Event], Observed, Sequence[str]], str] = needed(
        "def narrate(before, events, after, names): return ..."
    )
    """What happened, in sentences; called for every viewer with what that viewer may see before and after."""

    LOTS: str = ""
    """What the choice is that may be left to the lot, in words for whoever sets the table; see `left_to_lot`."""

    @staticmethod
    def veil(before: Observed, actor: int, action: int, viewer: int | None) -> str | None:
        """How an action reads for a viewer who may not know it; None: as it is.

        Called after every action of a game with secrets. What a game does not show is hidden.
        """
        return None if viewer == actor else HIDDEN

    @staticmethod
    def question(seen: Observed, seat: int) -> str:
        """What a seat that is to act is asked, in a sentence."""
        return ""

    @staticmethod
    def asked_by(seen: Observed, seat: int) -> str:
        """The rule by which it is asked, for whoever taps something that no rule speaks of."""
        return ""

    choice: Callable[[Observed, int, int], str] | None = None
    """A choice in words, for lists; its text where it is left out."""

    @staticmethod
    def account(seen: Observed, seat: int) -> str:
        """How a seat's points came about, once the game is over."""
        return ""

    @staticmethod
    def apart(seen: Observed, seat: int) -> str:
        """Why a seat has nothing more to do in a game that goes on, such as being out of it."""
        return ""

    @staticmethod
    def left_to_lot(seen: Observed) -> bool:
        """Whether the lot decides what is to be chosen now, at tables that want it so."""
        return False

    @staticmethod
    def why_not(seen: Observed, seat: int, action: int) -> WhyNot | None:
        """What speaks against an action of a seat that is to act, in a short sentence and by rule; None: nothing."""
        return None

    @staticmethod
    def why_nothing(seen: Observed, seat: int, tapped: Sequence[str]) -> WhyNot | None:
        """Why the last of the things tapped leads nowhere, where no action stands for it; None: it is not said."""
        return None

    @staticmethod
    def why_no_action(seen: Observed, seat: int, typed: str) -> WhyNot | None:
        """Why what was typed can never be an action, though it reads like one; None: it is not said."""
        return None

    @staticmethod
    def regions(seen: Observed, seat: int | None, names: Sequence[str]) -> list[Region]:
        """The table as something one can walk through, for whoever listens; the diagram where it is left out."""
        return []

    @staticmethod
    def foretell(seen: Observed, seat: int, actions: Iterable[int]) -> list[Ahead | None]:
        """What would come of each of these choices as things stand, for whoever is choosing."""
        return [None for _action in actions]

    EXPLAINED: Mapping[str, str] = dataclasses.field(default_factory=dict[str, str])
    """Of what happens, by an event's name, the rule behind it in a sentence for whoever is coached: the most telling
    first. Without any of it the rules themselves are read out."""

    @staticmethod
    def can_do(seen: Observed, seat: int) -> str:
        """What there is to do now and what it is good for, for whoever is coached; without it, what is asked."""
        return ""

    @staticmethod
    def warn(seen: Observed, seat: int, actions: Iterable[int]) -> list[Said | None]:
        """What would be regretted about each of these choices, by rule, for whoever is coached; None: nothing."""
        return [None for _action in actions]

    @staticmethod
    def speaks_for(seen: Observed, seat: int, action: int) -> str:
        """What speaks for an action, as it goes on after "because"; `seen` may be what another seat sees."""
        return ""


@dataclass(kw_only=True)
class PictureParts(Parts):
    """picture.py: a position drawn."""

    picture: Callable[..., str] = needed("def picture(seen, names, *, seat=None, legal=(), chosen=(), **how): ...")
    """A position as an SVG; `seat` looks at it, `legal` and `chosen` are things that one can tap and has tapped."""
    upright: Callable[..., str] | None = None
    """The same for a phone held upright; the usual picture where it is left out."""
    hand: Callable[..., str] | None = None
    """What a seat holds and can do, without the board, while that lies in the middle of the table; the usual picture
    where it is left out. `is_upright` says which shape is wanted."""
    small: Callable[..., str] | None = None
    """The same for those who cannot read yet: no word and no digit, and everything large; the usual picture where it is
    left out. `is_upright` says which shape is wanted."""
    points: Callable[..., str] | None = None
    """What a seat's points are made of, thing by thing, once the game is over: `def points(seen, seat, **how)`."""
    FACES_VIEWER: bool = False
    """Whether the upright and the small picture are turned towards the seat that looks at them, so that they differ
    from seat to seat."""


@dataclass(kw_only=True)
class StagingParts(Parts):
    """staging.py: what happened as beats that are played one after another."""

    beats: Callable[[Observed, Sequence[Event], Observed], list[Any]] = needed(
        "def beats(before, events, after): return [...]"
    )
    """What is seen and heard of these events, by somebody who may see this before and after them."""
    WITHOUT_BEATS: frozenset[str] = frozenset()
    """Events of which nothing is to be seen, by name."""


@dataclass(kw_only=True)
class JudgementParts(Parts):
    """judgement.py: what positions are worth, for bots."""

    judge: Function = needed("def judge(state, seat): return state.score[seat]")
    """What a position is worth for a seat, compiled with the rules."""
    judge_by: Function | None = None
    """The same by weights that are given, for tuning."""
    NOTES: int = 0
    """How many numbers `survey` notes."""
    survey: Function | None = None
    """Notes of a position what judging the actions tried from it has in common; what is noted may be of another one."""
    judge_tried: Function | None = None
    """`judge`, to the last bit but quicker, for what one action of the seat leads to from the position noted."""
    WEIGHTS: Any = None
    """The weights that tuning may change: a named tuple of numbers."""
    FEATURES: int = 1
    """How many numbers `features` notes of a seat."""
    features: Function | None = None
    """Fills in what there is to note of a seat's situation, for a learned value; compiled with the rules."""
    enough: Function | None = None
    """The action with which a bot with manners ends a turn that has become long, or -1; compiled with the rules."""
    imagine_manners: Function | None = None
    """Lets a search that begins at this observation imagine that everybody has such manners; compiled, too."""
    LOOKS_AT: Sequence[str] | None = None
    """The fields of the record that a learned value looks at besides; None: all of them."""
    TABLES: Sequence[Mapping[str, Any]] = ({},)
    """Options of the tables that a learned value is to know best."""
    SEARCH: Mapping[str, Any] = dataclasses.field(default_factory=dict[str, Any])
    """How the game is searched, where it is not the usual way."""
    LEVELS: Mapping[str, Mapping[str, Any]] = dataclasses.field(default_factory=dict[str, Mapping[str, Any]])
    """What `lamb`, `ewe` and `ram` mean here."""
    BELLWETHER: Mapping[str, Any] = dataclasses.field(default_factory=dict[str, Any])
    """How `bellwether` searches: its iterations, what differs from SEARCH, whether `by_judgement` all the same, and
    whether it `reads` others where all choose in secret (`before_choosing`)."""

    @staticmethod
    def pace(seen: Observed, seat: int, action: int) -> float | None:
        """The seconds that a bot's action takes, where it is not the usual time."""
        return None

    @staticmethod
    def before_choosing(observation: Array) -> bool:
        """Take back what lies hidden of a choice that all make in secret; whether this is such a choice."""
        return False


@dataclass(kw_only=True)
class MaterialParts(Parts):
    """material.py: boards, decks and the like that can be exchanged."""

    built_in: Callable[[], Material] = needed("def built_in(): return read_file(...)")
    """What the game comes with."""
    read_file: Callable[[str], Material] = needed("def read_file(text): return check(tomllib.loads(text))")
    """What somebody has written, read and checked."""
    check: Callable[[Material], Material] = needed("def check(material): return material")
    """The same, if one can play with it; a sentence (BadOption) says why not."""
    pack: Callable[[Material], Mapping[str, Any]] = needed('def pack(material): return {"deck": [...]}')
    """As the numbers that `setup` is given, by the names in FIELDS."""
    lines: Callable[[Material, Material], list[str]] = needed("def lines(material, usual): return [...]")
    """What is not as usual, as lines of a record."""
    read_line: Callable[[str, Material], None] = needed("def read_line(line, material): ...")
    """Put one such line into the material."""
    FIELDS: tuple[Field, ...] = ()
    """The numbers that `pack` fills in."""


def part_names(kind: type[Parts]) -> list[str]:
    """The names of a module's parts."""
    attributes = [each.name for each in dataclasses.fields(kind) if each.name != "module"]
    return attributes + [name for name, value in vars(kind).items() if isinstance(value, staticmethod)]
