"""What those around a table are shown: messages made from what each pair of eyes may see, and from nothing else.

Each part is made once for all who see the same: a picture once per observation and language, a state once per pair of
eyes. What a game tells of a secret is the game's matter (`observe`, `veil`); here no state is ever looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import msgspec

from sheepfold.core.game import Game
from sheepfold.core.kit import SeenRecord
from sheepfold.core.match import Match
from sheepfold.core.text import SEAT_COLOURS, listed
from sheepfold.core.words import gettext as _
from sheepfold.core.words import language, ngettext, speaking
from sheepfold.server.deciding import Hands, undo_kind, waiting_for
from sheepfold.server.entries import By
from sheepfold.server.messages import (
    ChairShown,
    Choice,
    Clock,
    EndingShown,
    EventShown,
    StateShown,
    Step,
    TableShown,
    UndoShown,
)
from sheepfold.server.table import Table

MOST_WORDS = 60
"""With more choices than that, words are sent only when they are asked for."""
RECENT = 30
"""How many actions somebody who comes in is told of."""

PICTURES = frozenset({"picture", "upright"})
"""The two shapes a picture can be asked for in."""

Made = TypeVar("Made")
Wants = frozenset[str]


# ---------------------------------------------------------------------------------------------- what happened


def step_of(match: Match, by: By, eyes: int | None, *, story: bool) -> Step:
    """The latest action of a match, as somebody may know it."""
    actor, _blank, action = match.log(eyes, since=len(match) - 1)[0].partition(" ")
    events = [
        EventShown(
            what=each.what, rule=each.rule, seat=each.seat, origin=each.origin, target=each.target, amount=each.amount
        )
        for each in match.told()
    ]
    words = match.story(seat=eyes) if story else ""
    return Step(seat=None if actor == "*" else int(actor), action=action, by=by, story=words, events=events)


def undo_step(table: Table, seat: int) -> Step:
    """That somebody took back a choice; which one, the others need not know."""
    words = _("{name} takes back a choice.").format(name=names(table)[seat])
    return Step(seat=seat, action="undo", by="person", story=words, events=[])


def recent_steps(table: Table, eyes: int | None, *, story: bool) -> list[Step]:
    """The last few actions, for somebody who comes in."""
    if table.match is None:
        return []
    first = max(0, len(table.moves) - RECENT)
    match, steps = table.match.copy(first), list[Step]()
    for move in table.moves[first:]:
        match.play("*" if move.seat is None else move.seat, move.action)
        steps.append(step_of(match, move.by, eyes, story=story))
    return steps


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

    def state(self, table: Table, match: Match, eyes: int | None, wants: Wants, tongue: str) -> StateShown:
        """The game as one pair of eyes may see it, without what differs from watcher to watcher (steps, clock …)."""

        def make() -> StateShown:
            if tongue == language():
                return self._state(table, match, eyes, wants)
            with speaking(tongue):
                return self._state(table, match, eyes, wants)

        return self._once(("state", eyes, wants, tongue), make)

    def _state(self, table: Table, match: Match, eyes: int | None, wants: Wants) -> StateShown:
        """What all see who see the same, and what is for these eyes alone."""
        viewer = eyes if match.game.record.secrets else None  # an open game looks the same to all
        shared = self._once(
            ("shared", viewer, wants, language()), lambda: self._shared(table, match, viewer, wants)
        )  # fmt: skip
        legal = match.legal(eyes) if eyes is not None and eyes in shared.to_act else []
        choices = choices_of(match, eyes, legal) if legal and eyes is not None and "choices" in wants else None
        question = match.question(eyes) if legal and eyes is not None and "story" in wants else ""
        return msgspec.structs.replace(
            shared,
            eyes=eyes,
            sentence=sentence(table, match, eyes, question, len(legal)) if "story" in wants else "",
            question=question,
            decision=table.asked.get(eyes) if eyes is not None else None,
            choices=choices,
            legal=legal if "legal" in wants else None,
            secret=is_secret(match, eyes, legal),
            undo=undo_kind(table, eyes) if eyes is not None and table.made.manners.undo else None,
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
            view=self._view(match, seen) if "view" in wants else None,
            log=match.log(viewer) if "log" in wants else None,
            scores=points_of(match),
            ending=ending_of(match) if table.is_over else None,
        )

    def _picture(self, match: Match, viewer: int | None, seen: Any, wants: Wants) -> str | None:
        if match.game.picture is None or not wants & PICTURES:
            return None
        upright = "upright" in wants
        return self._once(
            ("picture", seen.tobytes(), viewer, upright, language()),
            lambda: match.svg(viewer, upright=upright, styled=False),
        )

    def _text(self, match: Match, seen: Any) -> str:
        return self._once(
            ("text", seen.tobytes(), language()), lambda: match.game.notation.diagram(SeenRecord(seen))
        )  # fmt: skip

    def _view(self, match: Match, seen: Any) -> Any:
        return self._once(
            ("view", seen.tobytes()), lambda: msgspec.Raw(msgspec.json.encode(match.game.record.plain(seen)))
        )  # fmt: skip


def choices_of(match: Match, seat: int, legal: list[str]) -> list[Choice]:
    """Everything a seat can do, as paths of parts and, if there is not too much of it, in words."""
    seen, game = match.seen(seat), match.game
    spoken = len(legal) <= MOST_WORDS
    return [
        Choice(
            action=text,
            parts=list(game.notation.parts(seen, seat, game.by_text[text])),
            words=in_words(game, seen, seat, text) if spoken else None,
        )
        for text in legal
    ]


def in_words(game: Game, seen: Any, seat: int, text: str) -> str:
    choice: Callable[[Any, int, int], str] | None = getattr(game.notation, "choice", None)
    return choice(seen, seat, game.by_text[text]) if choice else text


def is_secret(match: Match, eyes: int | None, legal: list[str]) -> bool:
    """Whether the others may not know what this seat chooses."""
    if not legal or eyes is None:
        return False
    veil: Callable[..., str | None] | None = getattr(match.game.notation, "veil", None)
    return veil is not None and veil(match.seen(eyes), eyes, match.game.by_text[legal[0]], None) is not None


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
    return _("Waiting for {names}.").format(names=listed(waiting))


def _how_it_ended(match: Match, called: list[str]) -> str:
    winners = [called[seat] for seat, place in enumerate(match.places()) if place == 1]
    won = ngettext("{names} has won.", "{names} have won together.", len(winners)).format(names=listed(winners))
    return f"{match.ending} {won}" if match.ending else won


def points_of(match: Match) -> list[int] | None:
    """Everybody's points, where the game has some and they are no secret."""
    is_open = match.is_over or not match.game.record.secrets
    return match.scores() if match.game.has_points and is_open else None


def ending_of(match: Match) -> EndingShown | None:
    ending = match.ending
    if ending is None:
        return None
    return EndingShown(
        words=str(ending),
        rule=ending.rule,
        places=match.places(),
        scores=match.scores(),
        has_points=match.game.has_points,
        accounts=[match.account(seat) for seat in range(match.players)],
    )


def names(table: Table) -> list[str]:
    """What everybody at the table is called: their names, else the colour of their chair."""
    return [chair.name or _(SEAT_COLOURS[seat]) for seat, chair in enumerate(table.chairs)]


# ---------------------------------------------------------------------------------------------- the table


def table_shown(
    table: Table, hands: Hands, present: Iterable[int], keep_in: Callable[[int], float | None], *, damaged: bool = False
) -> TableShown:
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
        undo=UndoShown(seat=wish.seat, waiting=waiting_for(table)) if wish else None,
        rematch=table.rematch,
        secrets=bool(table.game.record.secrets),
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
        case "preparing":
            return _("The game is being prepared on this computer; it begins by itself in a moment.")
        case "running":
            waiting = [names(table)[seat] for seat in table.acting()]
            return _("Waiting for {names}.").format(names=listed(waiting)) if waiting else _("Chance decides.")
        case "over":
            return _("The game is over.")
        case "closed":
            return _("This table is closed.")


def clock_shown(left: float, full: int, *, running: bool, decision: bool) -> Clock:
    return Clock(
        left=round(max(0.0, left), 2), full=full, running=running, kind="decision" if decision else "hourglass"
    )  # fmt: skip
