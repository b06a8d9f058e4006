"""Tables at which a game is taught: how one is set, what the lesson lets happen there, and what the coach says.

Such a table is like any other; only chance and the bots do what the lesson says, and the learner's choices are played
when they are what the coach waits for. Once the lesson is over the game goes on as usual.
"""

from __future__ import annotations

import msgspec

from sheepfold import bots
from sheepfold.core.game import Game
from sheepfold.core.lesson import ANY, Course
from sheepfold.core.words import gettext as _
from sheepfold.server.table.entries import AnyEntry, Played, Taught
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import Moment
from sheepfold.server.wire import commands
from sheepfold.server.wire.forms import ChairWish, NewTable
from sheepfold.server.wire.messages import LessonShown
from sheepfold.server.wire.refusal import Refusal


def set_for_a_lesson(game: Game, wish: NewTable) -> NewTable:
    """The table of a lesson: all of it is settled but the learner's name."""
    lesson = game.lesson
    if lesson is None:
        raise Refusal("bad", _("There is no lesson for {game}.").format(game=_(game.name)))
    if wish.players or wish.options or wish.material or len(wish.chairs) > 1:
        raise Refusal("bad", _("A lesson sets its own table: name the game, and who learns it."))
    learner = ChairWish(kind="here", name=wish.chairs[0].name if wish.chairs else None)
    chairs = [
        learner if seat == lesson.learner else ChairWish(kind="bot", bot=bots.best(game))
        for seat in range(lesson.players)
    ]
    # A coach says what to do, and nothing goes wrong that one would want to take back.
    manners = msgspec.structs.replace(wish.manners, hints=False, undo=False, lots=True, decision_seconds=None)
    return msgspec.structs.replace(
        wish,
        players=lesson.players,
        options=dict(lesson.options),
        chairs=chairs,
        manners=manners,
        start=True,
        first=None,
    )


def running_course(table: Table) -> Course | None:
    """How far a lesson is that goes on at this table."""
    course = table.course
    return None if course is None or course.is_over or table.status not in ("running", "over") else course


def follows_the_lesson(course: Course, at: float) -> AnyEntry | None:
    """What happens by itself in a lesson: chance, and what the lesson does for the learner. Bots move by themselves."""
    due = course.due
    if due is None or due.seat not in (None, course.lesson.learner):
        return None
    return Played(at=at, seat=due.seat, action=due.action, by="chance")


def bots_line(table: Table, seat: int) -> str | None:
    """What a bot does now in a lesson; None: it waits."""
    due = table.course.due if table.course else None
    return due.action if due is not None and due.seat == seat else None


def need_welcome(table: Table, seat: int, action: str) -> None:
    """A legal action that the coach does not wait for is answered kindly, and not played."""
    course = running_course(table)
    if course is None or table.match is None or action not in table.match.legal(seat):
        return
    if (objection := course.objection(seat, action)) is not None:
        raise Refusal("not now", objection)


def read_on(at: Moment, command: commands.ReadOn) -> list[AnyEntry]:
    """The learner has read what is said."""
    course = running_course(at.table)
    if course is None or course.lesson.learner != command.seat:
        raise Refusal("not now", _("Nobody is taught anything here."))
    if course.place != command.place or course.step is None or not course.step.is_read_only:
        raise Refusal("stale", _("Meanwhile something happened at the table; look again."))
    return [Taught(at=at.now, id=command.id, place=command.place)]


def lesson_shown(table: Table, eyes: int | None) -> LessonShown | None:
    """What the coach says, to the learner alone; without words while others act."""
    course = running_course(table)
    if course is None or eyes != course.lesson.learner:
        return None
    step, steps = course.step, course.lesson.steps
    passed = sum(1 for item in course.lesson.items[: course.place] if item in steps)
    if step is None:
        return LessonShown(place=course.place, number=passed, of=len(steps))
    return LessonShown(
        place=course.place,
        number=step.number,
        of=len(steps),
        say=_(step.say),
        at=list(step.at),
        rule=step.rule,
        wait=list(step.wait),
        find=step.find,
        otherwise="" if step.is_read_only or step.wait == (ANY,) else step.kind_word,
        last=course.place + 1 == len(course.lesson.items),
    )
