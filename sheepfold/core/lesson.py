"""A lesson: a coached first game, as data in a game's folder (`lesson.toml`), and how far somebody is in it.

A lesson sets a game up, and then goes through a list of things one after another: what chance and the other players
do, as lines of a record, and steps of the coach. A step says one thought, names the things in the picture it is about,
and waits: for one of some actions of the learner, or for nothing but that it has been read. So the whole of it is an
ordinary game, whose log replays, and whoever teaches it (a server, a terminal) only asks `Course` what comes next.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from sheepfold.core import record
from sheepfold.core.errors import BadLesson, SheepfoldError
from sheepfold.core.log import Step
from sheepfold.core.match import Match
from sheepfold.core.offering import nearest
from sheepfold.core.setup import set_up
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.core.game import Game

ANY = "any"
"""What a step waits for that leaves the learner a free choice."""
KNOWN = ("players", "learner", "options", "legend", "deal", "step")
KNOWN_IN_A_STEP = ("say", "at", "rule", "wait", "find", "otherwise", "then")


@dataclass(frozen=True)
class LessonStep:
    """One thought of the coach, and what it waits for."""

    number: int
    say: str
    """In English; it is translated where it is shown."""
    at: tuple[str, ...] = ()
    """The things in the picture it is about, by their `id` or `data-part`."""
    rule: str = ""
    wait: tuple[str, ...] = ()
    """The learner's actions with which it goes on; `ANY` alone: whatever is legal. Empty: as soon as it was read."""
    find: bool = False
    """Whether the learner is to find it: all that can be chosen glows, and nothing points at what is waited for."""
    otherwise: str = ""
    """What is said to whoever chooses something else; nothing is played then."""

    @property
    def is_read_only(self) -> bool:
        """Whether there is nothing to do but to read it."""
        return not self.wait

    @property
    def kind_word(self) -> str:
        """What is said to whoever chooses something else."""
        return _(self.otherwise) if self.otherwise else _("That would do, too. But first try what I show you.")

    def welcomes(self, action: str) -> bool:
        return self.wait == (ANY,) or action in self.wait


@dataclass(frozen=True)
class Lesson:
    """A coached first game."""

    players: int
    learner: int
    options: Mapping[str, Any]
    items: tuple[Step | LessonStep, ...]
    """All that happens and is said, in order."""
    legend: str = ""
    """How the board reads at a terminal, in a sentence or two."""
    stamp: str = ""
    """What it was read from, in brief: a game that was begun with another lesson of this game does not follow it."""

    @property
    def steps(self) -> list[LessonStep]:
        return [item for item in self.items if isinstance(item, LessonStep)]

    def texts(self) -> list[str]:
        """All that is said, to be translated."""
        said = [self.legend, *(text for step in self.steps for text in (step.say, step.otherwise))]
        return list(dict.fromkeys(filter(None, said)))

    def match(self, game: Game, names: Sequence[str | None] | None = None) -> Match:
        """The game it is taught at, before anything has happened."""
        return Match(game, self.players, names=names, **self.options)


class Course:
    """How far somebody is in a lesson. It plays nothing itself: it is told what was played."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.place = lesson, 0

    @property
    def _item(self) -> Step | LessonStep | None:
        return self.lesson.items[self.place] if self.place < len(self.lesson.items) else None

    @property
    def is_over(self) -> bool:
        return self._item is None

    @property
    def step(self) -> LessonStep | None:
        """What the coach says now; None while something happens, and at the end."""
        return self._item if isinstance(self._item, LessonStep) else None

    @property
    def due(self) -> Step | None:
        """What somebody else does now, or chance."""
        return self._item if isinstance(self._item, Step) else None

    def objection(self, seat: int, action: str) -> str | None:
        """Why a legal action is not played now, kindly; None: go on."""
        step = self.step
        if self.is_over or (step is not None and seat == self.lesson.learner and step.welcomes(action)):
            return None
        if step is None or step.is_read_only:
            return _("One moment: first read on.")
        return step.kind_word

    def read(self) -> None:
        """The learner has read what is said; where more is waited for that alone changes nothing."""
        if self.step is not None and self.step.is_read_only:
            self.place += 1

    def played(self) -> None:
        """Something was played: what was due, or what the coach waited for."""
        if not self.is_over:
            self.place += 1


# ---------------------------------------------------------------------------------------------- reading


def read(text: str, game: Game) -> Lesson:
    """The lesson of a game; BadLesson says what is wrong with it."""
    try:
        return _Reader(game, tomllib.loads(text)).lesson(hashlib.sha256(text.encode()).hexdigest()[:16])
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"The lesson of `{game.key}` cannot be read: {error}.") from None


@dataclass
class _Reader:
    """Reads a lesson from its top to its bottom."""

    game: Game
    given: dict[str, Any]
    where: str = field(default="", init=False)

    def lesson(self, stamp: str) -> Lesson:
        self._names(self.given, KNOWN)
        players, learner = self._number("players", self.game.players[0]), self._number("learner", 0)
        options = self._table("options")
        try:
            players = set_up(self.game, players, options).players
        except SheepfoldError as error:
            raise self._bad(str(error)) from None
        if not 0 <= learner < players:
            raise self._bad(f"there is no seat {learner} for the learner with {players} players.")
        items: list[Step | LessonStep] = [*self._lines(self.given.get("deal", ""), players)]
        for number, step in enumerate(self._steps(), 1):
            items += self._step(number, step, players)
        legend = self.given.get("legend", "")
        self.where = ""
        if not isinstance(legend, str):
            raise self._bad("`legend` is a text.")
        return Lesson(players, learner, options, tuple(items), legend, stamp)

    def _steps(self) -> list[dict[str, Any]]:
        steps = self.given.get("step")
        if not isinstance(steps, list) or not steps:
            raise self._bad("it has no steps: write `[[step]]` and what the coach says, `say = ...`.")
        return cast("list[dict[str, Any]]", steps)

    def _step(self, number: int, given: dict[str, Any], players: int) -> Iterable[Step | LessonStep]:
        self.where = f"step {number}: "
        self._names(given, KNOWN_IN_A_STEP)
        for name in ("say", "rule", "otherwise", "then"):
            if not isinstance(given.get(name, ""), str):
                raise self._bad(f"`{name}` is a text.")
        if not given.get("say"):
            raise self._bad("it lacks what the coach says, `say = ...`.")
        wait = self._list(given, "wait")
        if wait != (ANY,):
            for action in wait:
                self._known(action)
        if given.get("otherwise") and not wait:
            raise self._bad("it waits for nothing, so there is no `otherwise`.")
        find = given.get("find", False)
        if type(find) is not bool:
            raise self._bad("`find` is true or false.")
        if find and not given.get("otherwise"):
            raise self._bad("what is to be found needs a word for whoever does not find it at once, `otherwise = ...`.")
        at, rule, otherwise = self._list(given, "at"), given.get("rule", ""), given.get("otherwise", "")
        yield LessonStep(number, given["say"], at, rule, wait, find, otherwise)
        yield from self._lines(given.get("then", ""), players)

    def _lines(self, text: Any, players: int) -> Iterable[Step]:
        if not isinstance(text, str):
            raise self._bad("what happens is a text, a line for each action: `* roll 3`.")
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                step = record.read_action(number, line.strip()).step
            except SheepfoldError:
                raise self._bad(f"`{line.strip()}` does not say whose action it is and which: `* roll 3`.") from None
            self._known(step.action)
            if step.seat is not None and step.seat >= players:
                raise self._bad(f"`{line.strip()}`: there is no seat {step.seat} with {players} players.")
            yield step

    def _known(self, action: str) -> None:
        if action not in self.game.by_text:
            raise self._bad(f"`{action}` is no action of the game.")

    def _number(self, name: str, usual: int) -> int:
        value = self.given.get(name, usual)
        if type(value) is not int:
            raise self._bad(f"`{name}` is a number, not `{value}`.")
        return value

    def _table(self, name: str) -> dict[str, Any]:
        value = self.given.get(name, {})
        if not isinstance(value, dict):
            raise self._bad(f"`{name}` are written as a table, `[{name}]`.")
        return cast("dict[str, Any]", value)

    def _list(self, given: Mapping[str, Any], name: str) -> tuple[str, ...]:
        """A text or a list of texts."""
        value = given.get(name, [])
        texts = cast("list[Any]", value if isinstance(value, list) else [value])
        if not all(isinstance(each, str) and each for each in texts):
            raise self._bad(f"`{name}` is a text or a list of texts.")
        return tuple(texts)

    def _names(self, given: Mapping[str, Any], known: Sequence[str]) -> None:
        for name in given:
            if name not in known:
                meant = nearest(name, known)
                more = f"; is `{meant}` meant?" if meant else f"; there are: {', '.join(known)}."
                raise self._bad(f"there is no `{name}`{more}")

    def _bad(self, reason: str) -> BadLesson:
        return BadLesson(f"The lesson of `{self.game.key}`: {self.where}{reason}")
