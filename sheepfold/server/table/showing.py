"""What those around a table are shown: messages made from what each pair of eyes may see, and from nothing else.

Each part is made once for all who see the same: a picture once per observation and language, a state once per pair of
eyes. What a game tells of a secret is the game's matter (`observe`, `veil`); here no state is ever looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import msgspec

from sheepfold import bots
from sheepfold.core.ahead import Ahead
from sheepfold.core.match import Match
from sheepfold.core.plain import SeenRecord
from sheepfold.core.regions import Region, Row
from sheepfold.core.text import SEAT_COLOURS, listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import language, ngettext, speaking
from sheepfold.drawing import staging
from sheepfold.drawing.podium import podium
from sheepfold.server.table.coached import coach_shown, remarks_on
from sheepfold.server.table.entries import By
from sheepfold.server.table.fold import Table
from sheepfold.server.table.foreseeing import chances_shown, may_see_chances
from sheepfold.server.table.moment import is_secret
from sheepfold.server.table.rights import Hands
from sheepfold.server.table.teaching import lesson_shown
from sheepfold.server.table.undoing import undo_kind, waiting_for
from sheepfold.server.wire.kinds import Pace
from sheepfold.server.wire.messages import (
    AheadShown,
    BeatShown,
    ChairShown,
    Choice,
    Clock,
    EndingShown,
    EventShown,
    RegionShown,
    RowShown,
    SaidShown,
    StateShown,
    StepShown,
    TableShown,
    ThingShown,
    UndoShown,
)

MOST_WORDS = 60
"""With more choices than that, words are sent only when they are asked for."""
RECENT = 30
"""How many actions somebody who comes in is told of."""

PICTURES = frozenset({"picture", "upright"})
"""The two shapes a picture can be asked for in."""

Made = TypeVar("Made")
Wants = frozenset[str]


# ---------------------------------------------------------------------------------------------- what happened


def step_of(
    match: Match, by: By, eyes: int | None, *, story: bool, beats: bool = False,
    remarks: list[SaidShown] | None = None,
) -> StepShown:  # fmt: skip
    """The latest action of a match, as somebody may know it."""
    step = match.steps(eyes, since=len(match) - 1)[0]
    events = [
        EventShown(
            what=each.what, rule=each.rule, seat=each.seat, origin=each.origin, target=each.target, amount=each.amount
        )
        for each in match.told()
    ]
    words = match.story(seat=eyes) if story else ""
    made = beats_of(match, eyes) if beats else None
    return StepShown(
        seat=step.seat, action=step.action, by=by, story=words, events=events, beats=made, remarks=remarks
    )  # fmt: skip


def beats_of(match: Match, eyes: int | None) -> list[BeatShown]:
    """What the latest action caused, to be seen and heard."""
    return [
        BeatShown(
            verb=beat.verb, lasts=beat.lasts, what=list(beat.what), to=list(beat.to), text=beat.text, sound=beat.sound,
            seat=beat.seat, after=beat.after, rule=beat.rule, says=beat.says,
        )
        for beat in staging.stage(match, eyes)
    ]  # fmt: skip


def undo_step(table: Table, seat: int) -> StepShown:
    """That somebody took back a choice; which one, the others need not know."""
    words = _("{name} takes back a choice.").format(name=names(table)[seat])
    return StepShown(seat=seat, action="undo", by="person", story=words, events=[])


def recent_steps(table: Table, eyes: int | None, wants: Wants, *, faced: bool) -> tuple[list[StepShown], str | None]:
    """The last few actions, for somebody who comes in, and the picture before the last turn, which they may see."""
    if table.match is None:
        return [], None
    first, turn = max(0, table.match_length - RECENT), last_turn(table)
    match, steps, before = table.match.copy(first), list[StepShown](), None
    for k, move in enumerate(table.moves_since(first), first):
        if k == turn and "beats" in wants:
            before = drawn(match, eyes, wants, faced=faced)
        match.play(*move.step)
        remarks = remarks_on(table, match, eyes) if k >= turn and "coach" in wants else None
        steps.append(
            step_of(match, move.by, eyes, story="story" in wants, beats=before is not None, remarks=remarks)
        )  # fmt: skip
    return steps, before


def last_turn(table: Table) -> int:
    """Where the last thing that somebody decided, and what chance made of it, begins."""
    return max((k for k, move in enumerate(table.moves) if move.seat is not None), default=table.match_length)


def drawn(match: Match, eyes: int | None, wants: Wants, *, faced: bool) -> str | None:
    """The position as a picture of the shape that is wanted, if one is."""
    if match.game.picture is None or not wants & PICTURES:
        return None
    viewer = eyes if match.game.record.secrets or (faced and is_turned(match, wants)) else None
    return match.svg(viewer, **shape_of(wants), styled=False)


def shape_of(wants: Wants) -> dict[str, bool]:
    """The shape of the picture that is wanted."""
    return {"upright": "upright" in wants, "hand": "hand" in wants, "small": "small" in wants}


def is_turned(match: Match, wants: Wants) -> bool:
    """Whether the picture of an open game is turned to whoever looks at it."""
    turns = "upright" in wants or "small" in wants
    return match.game.picture is not None and match.game.picture.FACES_VIEWER and turns


# ---------------------------------------------------------------------------------------------- the state


class Showing:
    """The present of one table, each part of it made once. `changed` throws away what was made."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def changed(self) -> None:
        self._made.clear()

    def _once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def state(
        self, table: Table, match: Match, eyes: int | None, wants: Wants, tongue: str, *, faced: bool = True
    ) -> StateShown:  # fmt: skip
        """The game as one pair of eyes may see it, without what differs from watcher to watcher (steps, clock …).

        Where several share a device nobody is `faced`: an open game is not turned round to whoever's turn it is.
        """

        def make() -> StateShown:
            if tongue == language():
                return self._state(table, match, eyes, wants, faced=faced)
            with speaking(tongue):
                return self._state(table, match, eyes, wants, faced=faced)

        return self._once(("state", eyes, wants, tongue, faced), make)

    def _state(self, table: Table, match: Match, eyes: int | None, wants: Wants, *, faced: bool) -> StateShown:
        """What all see who see the same, and what is for these eyes alone."""
        viewer = eyes if match.game.record.secrets else None  # an open game looks the same to all
        shared = self._once(
            ("shared", viewer, wants, language()), lambda: self._shared(table, match, viewer, wants)
        )  # fmt: skip
        legal = match.legal(eyes) if eyes is not None and eyes in shared.to_act else []
        choices, ahead, coach = None, None, None
        if legal and eyes is not None and "choices" in wants:
            choices = choices_of(match, eyes, legal)
            coach = coach_shown(table, match, eyes, choices) if "coach" in wants else None
            ahead = look_ahead(match, eyes, choices) if wants & PICTURES else None
        question = match.question(eyes) if legal and eyes is not None and "story" in wants else ""
        picture = shared.picture
        if viewer != eyes and faced and is_turned(match, wants):
            picture = self._picture(match, eyes, match.observation(viewer), wants)
        return msgspec.structs.replace(
            shared,
            eyes=eyes,
            picture=picture,
            sentence=sentence(table, match, eyes, question, len(legal)) if "story" in wants else "",
            question=question,
            decision=table.asked.get(eyes) if eyes is not None else None,
            choices=choices,
            ahead=ahead,
            legal=legal if "legal" in wants else None,
            chances=self._chances(match) if "chances" in wants and may_see_chances(table, eyes) else None,
            secret=bool(legal) and is_secret(match, eyes, legal[0]),
            undo=undo_kind(table, eyes) if eyes is not None and table.made.manners.undo else None,
            lesson=lesson_shown(table, eyes) if "story" in wants else None,
            coach=coach,
        )

    def _shared(self, table: Table, match: Match, viewer: int | None, wants: Wants) -> StateShown:
        seen = match.observation(viewer)
        return StateShown(
            seq=table.seq,
            length=len(match),
            eyes=viewer,
            to_act=table.acting(),
            sentence="",
            steps=[],
            picture=self._picture(match, viewer, seen, wants),
            text=self._text(match, seen) if "text" in wants else None,
            regions=self._regions(match, viewer, seen, names(table)) if "regions" in wants else None,
            view=self._view(match, seen) if "view" in wants else None,
            log=match.log(viewer) if "log" in wants else None,
            scores=points_of(match),
            ending=ending_of(match, names(table) if wants & PICTURES else None) if table.is_over else None,
        )

    def _picture(self, match: Match, viewer: int | None, seen: Any, wants: Wants) -> str | None:
        if match.game.picture is None or not wants & PICTURES:
            return None
        shape = shape_of(wants)
        return self._once(
            ("picture", seen.tobytes(), viewer, *shape.values(), language()),
            lambda: match.svg(viewer, **shape, styled=False),
        )

    def _chances(self, match: Match) -> list[int] | None:
        return self._once("chances", lambda: chances_shown(match))

    def recent(
        self, table: Table, eyes: int | None, wants: Wants, *, faced: bool = True
    ) -> tuple[list[StepShown], str | None]:  # fmt: skip
        """What somebody who comes in is told; told again to whoever comes in before anything else happens."""
        key = ("recent", eyes, wants, language(), faced)
        return self._once(key, lambda: recent_steps(table, eyes, wants, faced=faced))

    def drawing(self, match: Match, viewer: int | None, *, upright: bool) -> str:
        """The position as a picture with its style sheet, for somebody who asks for that alone."""
        key = ("drawing", viewer, upright, language())
        return self._once(key, lambda: match.svg(viewer, upright=upright))

    def _text(self, match: Match, seen: Any) -> str:
        return self._once(
            ("text", seen.tobytes(), language()), lambda: match.game.notation.diagram(SeenRecord(seen))
        )  # fmt: skip

    def _regions(self, match: Match, viewer: int | None, seen: Any, called: list[str]) -> list[RegionShown]:
        key = ("regions", seen.tobytes(), viewer, language())
        return self._once(key, lambda: regions_of(match, viewer, called))

    def _view(self, match: Match, seen: Any) -> Any:
        return self._once(
            ("view", seen.tobytes()), lambda: msgspec.Raw(msgspec.json.encode(match.game.record.plain(seen)))
        )  # fmt: skip


def regions_of(match: Match, viewer: int | None, called: list[str]) -> list[RegionShown]:
    """The position in words: what the picture shows to the same eyes."""
    return [_region_shown(each) for each in match.game.regions(match.seen(viewer), viewer, called)]


def _region_shown(region: Region) -> RegionShown:
    return RegionShown(name=region.name, rows=[_row_shown(each) for each in region.rows])


def _row_shown(row: Row) -> RowShown:
    cells = [[ThingShown(words=each.words, part=each.part) for each in cell] for cell in row.cells]
    return RowShown(name=row.name, cells=cells)


def choices_of(match: Match, seat: int, legal: list[str]) -> list[Choice]:
    """Everything a seat can do, as paths of parts and, if there is not too much of it, in words."""
    seen, game = match.seen(seat), match.game
    spoken = len(legal) <= MOST_WORDS
    return [
        Choice(
            action=text,
            parts=list(game.notation.parts(seen, seat, game.by_text[text])),
            words=game.in_words(seen, seat, game.by_text[text]) if spoken else None,
        )
        for text in legal
    ]


def look_ahead(match: Match, seat: int, choices: list[Choice]) -> list[AheadShown] | None:
    """What would come of each choice, where the game foretells it: said once for all choices that lead to the same."""
    numbers = [match.game.by_text[choice.action] for choice in choices]
    known: dict[Ahead, int] = {}
    for choice, ahead in zip(choices, match.game.notation.foretell(match.seen(seat), seat, numbers), strict=True):
        if ahead is not None:
            choice.ahead = known.setdefault(ahead, len(known))
    return [
        AheadShown(
            words=each.words, reads=each.reads, piece=each.piece, way=list(each.way), lands=each.lands,
            shoves=list(each.shoves), signs=list(each.signs),
        )
        for each in known
    ] or None  # fmt: skip


def is_public(match: Match, seat: int) -> bool:
    """Whether a seat sees nothing that the others do not, and chooses nothing that they may not see."""
    same = match.observation(seat).tobytes() == match.observation(None).tobytes()
    return same and not any(is_secret(match, seat, action) for action in match.legal(seat)[:1])


def sentence(table: Table, match: Match, eyes: int | None, question: str, count: int) -> str:
    """What the one who looks can do now, or whom the table waits for."""
    if match.is_over:
        return _how_it_ended(match, names(table))
    if question:
        return _("Your turn. {question}").format(question=question)
    if count:
        return ngettext("Your turn: there is {n} thing you can do.", "Your turn: choose one of {n}.", count).format(
            n=count
        )
    waiting = [names(table)[seat] for seat in table.acting() if seat != eyes]
    if not waiting:
        return _("Chance decides.")
    told = match.game.notation.apart(match.seen(eyes), eyes) if eyes is not None else ""
    return f"{told} {_('Waiting for {names}.').format(names=listed(waiting))}".strip()


def _how_it_ended(match: Match, called: list[str]) -> str:
    winners = [called[seat] for seat, place in enumerate(match.places()) if place == 1]
    won = ngettext("{names} has won.", "{names} have won together.", len(winners)).format(names=listed(winners))
    return f"{match.ending} {won}" if match.ending else won


def points_of(match: Match) -> list[int] | None:
    """Everybody's points, where the game has some and they are no secret."""
    is_open = match.is_over or not match.game.record.secrets
    return match.scores() if match.game.has_points and is_open else None


def ending_of(match: Match, called: list[str] | None = None) -> EndingShown | None:
    """How the game ended; with what everybody is called, in a picture too."""
    ending = match.ending
    if ending is None:
        return None
    places = match.places()
    return EndingShown(
        words=str(ending),
        rule=ending.rule,
        places=places,
        scores=match.scores(),
        has_points=match.game.has_points,
        accounts=[match.account(seat) for seat in range(match.players)],
        podium=podium(places, called, who_won(places, called), styled=False) if called else None,
        tallies=_tallies(match) if called else None,
    )


def _tallies(match: Match) -> list[str] | None:
    """What everybody's points are made of, as small pictures, where the game draws that."""
    draw = match.game.picture.points if match.game.picture else None
    return [draw(match.seen(None), seat, styled=False) for seat in range(match.players)] if draw else None


def who_won(places: list[int], called: list[str]) -> str:
    winners = [name for name, place in zip(called, places, strict=True) if place == 1]
    return ngettext("{names} wins!", "{names} win!", len(winners)).format(names=listed(winners))


def names(table: Table) -> list[str]:
    """What everybody at the table is called: their names, else the colour of their chair."""
    return [chair.name or _(SEAT_COLOURS[seat]) for seat, chair in enumerate(table.chairs)]


# ---------------------------------------------------------------------------------------------- the table


def table_shown(
    table: Table, hands: Hands, present: Iterable[int], keep_in: Callable[[int], float | None], *,
    damaged: bool = False, pace: Pace = "usual",
) -> TableShown:  # fmt: skip
    """The table and who sits around it, as somebody with these hands is shown it."""
    here, called = set(present), names(table)
    chairs = [
        ChairShown(
            seat=seat,
            kind=chair.kind,
            name=called[seat],
            bot=chair.bot,
            kept=chair.is_kept,
            here=seat in hands.chairs,
            present=seat in here or chair.kind == "bot",
            warming=chair.bot is not None and not bots.is_awake(chair.bot, table.game),
            keep_in=keep_in(seat),
        )
        for seat, chair in enumerate(table.chairs)
    ]
    made, wish = table.made, table.wish
    return TableShown(
        seq=table.seq,
        table=table.id,
        game=made.game,
        title=_(table.game.name),
        players=made.players,
        options=made.options,
        status="damaged" if damaged else table.status,
        note=note(table),
        chairs=chairs,
        maker=hands.is_maker,
        manners=made.manners,
        pace=pace,
        undo=UndoShown(seat=wish.seat, waiting=waiting_for(table)) if wish else None,
        rematch=table.rematch,
        secrets=bool(table.game.record.secrets),
        who_begins=_(table.game.who_begins) if table.game.who_begins else "",
    )


def note(table: Table) -> str:
    """One sentence: what the table waits for."""
    match table.status:
        case "open":
            empty = [_(SEAT_COLOURS[seat]) for seat, chair in enumerate(table.chairs) if chair.kind == "open"]
            if empty:
                return ngettext("A chair is free: {chairs}.", "Chairs are free: {chairs}.", len(empty)).format(
                    chairs=listed(empty)
                )
            return _("Everybody is here: the game can begin.")
        case "running":
            waiting = [names(table)[seat] for seat in table.acting()]
            return _("Waiting for {names}.").format(names=listed(waiting)) if waiting else _("Chance decides.")
        case "over":
            return _("The game is over.")
        case "closed":
            return _("This table is closed.")


def clock_shown(left: float, full: int, *, running: bool, decision: bool, waits: bool = False) -> Clock:
    kind = "decision" if decision else "hourglass"
    return Clock(left=round(max(0.0, left), 2), full=full, running=running, kind=kind, waits=waits)
