"""Those around a table: through whose eyes each connection looks, and what each is sent.

What happens is told once for each way of looking at it, and what all with the same eyes are sent is made once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sheepfold.core.words import gettext as _
from sheepfold.core.words import speaking
from sheepfold.server.table import showing
from sheepfold.server.table.coached import remarks_on
from sheepfold.server.table.entries import AnyEntry, Played, Undone
from sheepfold.server.table.fold import Table
from sheepfold.server.table.moment import running
from sheepfold.server.table.rights import Hands, hands_of
from sheepfold.server.table.showing import Showing
from sheepfold.server.table.watcher import Frame, Watcher, flow_all
from sheepfold.server.wire.kinds import Pace
from sheepfold.server.wire.messages import Bye, Clock, StepShown

REMOVED, CROWDED = 4401, 1013

Viewpoint = tuple[int | None, str, bool, bool, bool]
"""Whose eyes, in which language, and whether they want it told, shown, and explained by the coach."""
Happened = dict[Viewpoint, list[StepShown]]
"""What has happened since the last state that was shown, for everybody who is to be told of it."""
ClockOf = Callable[[int | None], Clock | None]
"""The clock that runs for a pair of eyes."""


class Particulars(NamedTuple):
    """Of a state, what differs from connection to connection."""

    steps: list[StepShown]
    clock: Clock | None
    hand_over: list[int]
    before: str | None


class Audience:
    """The connections to one table."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.showing = Showing()
        self._uncovered: dict[Watcher, tuple[int | None, str | None]] = {}
        """Whose hands were open before what happens now: through whose eyes, and what everybody saw."""

    def present(self) -> set[int]:
        """The chairs whose people are connected."""
        return {chair for watcher in self.watchers for chair in watcher.hands.chairs}

    def make_room(self, hands: Hands) -> bool:
        """At a full table somebody else leaves for whoever plays there: a spectator, else one of a crowd of devices in
        one chair. Whether there is room now."""
        crowds: dict[frozenset[int], list[Watcher]] = {}
        for watcher in self.watchers:
            crowds.setdefault(watcher.hands.chairs, []).append(watcher)
        mine, nobody = crowds.get(hands.chairs, []), frozenset[int]()
        crowd = crowds.get(nobody) or max(crowds.values(), key=len, default=list[Watcher]())
        if not hands.chairs or (len(crowd) <= len(mine) + 1 and crowd is not crowds.get(nobody)):
            return False
        with speaking(crowd[0].tongue):
            self._send_away(crowd[0], Bye(reason=_("The room is needed for those who play."), again=True), CROWDED)
        return True

    def _send_away(self, watcher: Watcher, bye: Bye, code: int) -> None:
        watcher.send(Frame(bye))
        watcher.hang_up(code)
        self.watchers.discard(watcher)

    def refresh_hands(self, table: Table) -> None:
        """Chairs may have changed hands: who has lost theirs is told so."""
        for watcher in list(self.watchers):
            hands = hands_of(table, watcher.rights)
            if hands is None:
                with speaking(watcher.tongue):
                    self._send_away(watcher, Bye(reason=_("Your chair was given up."), again=False), REMOVED)
            else:
                watcher.hands = hands

    # ------------------------------------------------------------------------------------------ ways of looking

    def eyes(self, table: Table, watcher: Watcher) -> int | None:
        """Through whose eyes a connection sees the table; what all look at shows nobody's secrets."""
        if _is_for_all(table, watcher):
            return None
        if len(watcher.hands.chairs) == 1:
            return next(iter(watcher.hands.chairs))
        mine = sorted(watcher.hands.chairs)
        acting = [seat for seat in table.acting() if seat in watcher.hands.chairs]
        if not table.game.record.secrets:
            return (acting or mine or [None])[0]
        if table.status == "running":
            if len(acting) == 1 and showing.is_public(running(table), acting[0]):
                return acting[0]
            return watcher.looks_as if watcher.looks_as in acting else None
        return watcher.looks_as if watcher.looks_as in watcher.hands.chairs else None

    def viewpoints(self, table: Table) -> Happened:
        """All the ways in which what happens now is to be told; hands that may be covered again count twice."""
        views: set[Viewpoint] = set()
        self._uncovered = {}
        for watcher in self.watchers:
            self._note_open_hands(table, watcher)
            views.add(self._viewpoint(table, watcher, self.eyes(table, watcher)))
            if len(watcher.hands.chairs) > 1:
                views |= {self._viewpoint(table, watcher, eyes) for eyes in (None, *watcher.hands.chairs)}
        return {view: [] for view in views}

    def _note_open_hands(self, table: Table, watcher: Watcher) -> None:
        """Several people at one device see together what happens, and not through the eyes of who chose last."""
        several = len(watcher.hands.chairs) > 1 and table.game.record.secrets and "beats" in watcher.wants
        if not several or table.match is None:
            return
        eyes = self.eyes(table, watcher)
        if eyes is not None:
            with speaking(watcher.tongue):
                self._uncovered[watcher] = eyes, showing.drawn(table.match, None, watcher.wants, faced=False)

    def _viewpoint(self, table: Table, watcher: Watcher, eyes: int | None) -> Viewpoint:
        """How something is told to somebody; an open game is told to all alike."""
        return (
            eyes if table.game.record.secrets else None,
            watcher.tongue,
            "story" in watcher.wants,
            "beats" in watcher.wants,
            "coach" in watcher.wants,
        )

    # ------------------------------------------------------------------------------------------ what they are sent

    def tell(self, table: Table, entry: AnyEntry, happened: Happened) -> None:
        """Put into words what has just been folded, for every way of looking at it."""
        match = table.match
        if match is None:
            return
        for (eyes, tongue, story, beats, coach), steps in happened.items():
            with speaking(tongue):
                if isinstance(entry, Played):
                    remarks = remarks_on(table, match, eyes) if coach else None
                    by = table.latest.by
                    steps.append(showing.step_of(match, by, eyes, story=story, beats=beats, remarks=remarks))
                elif isinstance(entry, Undone):
                    steps.append(showing.undo_step(table, entry.seat))

    def recent(self, table: Table, watcher: Watcher) -> tuple[list[StepShown], str | None]:
        """What somebody who comes in is told, and the picture before the last turn."""
        with speaking(watcher.tongue):
            return self.showing.recent(table, self.eyes(table, watcher), watcher.wants, faced=_is_alone(watcher))

    def frame(
        self, table: Table, watcher: Watcher, steps: list[StepShown], clock: ClockOf, before: str | None = None
    ) -> Frame:
        """The state for one connection."""
        eyes = self.eyes(table, watcher)
        hand_over = self._hand_over(table, watcher, eyes)
        return self._frame(table, watcher, eyes, Particulars(steps, clock(eyes), hand_over, before))

    def _frame(self, table: Table, watcher: Watcher, eyes: int | None, what: Particulars) -> Frame:
        faced = _is_alone(watcher)
        state = self.showing.state(table, running(table), eyes, watcher.wants, watcher.tongue, faced=faced)
        shown = msgspec.structs.replace(
            state, steps=what.steps, clock=what.clock, hand_over=what.hand_over, before=what.before
        )  # fmt: skip
        return Frame(shown, is_private=bool(table.game.record.secrets))

    def _hand_over(self, table: Table, watcher: Watcher, eyes: int | None) -> list[int]:
        """Which of several people at this device have something to do in secret."""
        several = len(watcher.hands.chairs) > 1 and table.game.record.secrets and not _is_for_all(table, watcher)
        if not several or eyes is not None:
            return []
        return [seat for seat in table.acting() if seat in watcher.hands.chairs]

    def show_state(self, table: Table, happened: Happened, clock: ClockOf) -> None:
        """Send everybody the game as it is now, and what has happened."""
        if table.match is None:
            return
        made: dict[Any, Frame] = {}
        flowing: list[Watcher] = []
        for watcher in self.watchers:
            eyes = self.eyes(table, watcher)
            earlier, picture = self._uncovered.pop(watcher, (eyes, None))
            is_asked = picture is not None or watcher.looks_as is not None
            is_public = is_asked and eyes is not None and eyes == earlier and showing.is_public(running(table), eyes)
            before = picture if earlier != eyes or is_public else None
            hand_over = self._hand_over(table, watcher, eyes)
            key = (eyes, watcher.wants, watcher.tongue, tuple(hand_over), before, _is_alone(watcher))
            if key not in made:
                steps = happened.get(self._viewpoint(table, watcher, eyes), [])
                made[key] = self._frame(table, watcher, eyes, Particulars(steps, clock(eyes), hand_over, before))
            if watcher.take(made[key]):
                flowing.append(watcher)
            if watcher.looks_as != eyes or is_public:
                watcher.looks_as = None  # done: the cards are covered, and stay so when there is something to do again
        if flowing:
            asyncio.get_running_loop().call_soon(flow_all, flowing)

    def show_table(
        self, table: Table, present: set[int], keep_in: Callable[[int], float | None], pace: Pace
    ) -> None:  # fmt: skip
        """Send everybody the table and who sits around it."""
        made: dict[tuple[Hands, str], Frame] = {}
        for watcher in self.watchers:
            key = (watcher.hands, watcher.tongue)
            if key not in made:
                with speaking(watcher.tongue):
                    made[key] = Frame(showing.table_shown(table, watcher.hands, present, keep_in, pace=pace))
            watcher.send(made[key])


def _is_for_all(table: Table, watcher: Watcher) -> bool:
    """Whether everybody looks at this screen, and some might see there what is not for them."""
    return "middle" in watcher.wants and bool(table.game.record.secrets)


def _is_alone(watcher: Watcher) -> bool:
    """Whether one person looks, and not several at one device."""
    return len(watcher.hands.chairs) < 2
