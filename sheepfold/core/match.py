"""A match, as people know it: a game being played, told in words and pictures, kept as a record and copied.

What a seat is shown (`view`, `text`, `svg`, `log`, `story`) is computed from its observation alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from sheepfold.core import drivers, record
from sheepfold.core.chances import chances_of
from sheepfold.core.errors import BadRecord, IllegalAction, SheepfoldError, UnreadableAction
from sheepfold.core.finding import pick_game
from sheepfold.core.game import Game, Material
from sheepfold.core.kit import Event
from sheepfold.core.options import checked_seed
from sheepfold.core.plain import SeenRecord
from sheepfold.core.playing import Playing, checked_clock
from sheepfold.core.position import AnyPosition, check_position, imagine, read_position, setup_at
from sheepfold.core.refusals import WhyNot, why_not_tapped, why_not_typed
from sheepfold.core.secrecy import copy_of
from sheepfold.core.setup import Setup, set_up
from sheepfold.core.text import SEAT_COLOURS
from sheepfold.core.words import gettext as _


class Match(Playing):
    """One game being played. Seats are numbers from 0; chance is `"*"`."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        material: Material | None = None,
        names: Sequence[str | None] | None = None,
        clock: Callable[[], float] | None = None,
        rules_version: int | None = None,
        **options: Any,
    ) -> None:
        self._begin(set_up(game, players, options, material=material, rules_version=rules_version), names, clock)

    @classmethod
    def of(
        cls, setup: Setup, names: Sequence[str | None] | None = None, clock: Callable[[], float] | None = None
    ) -> Match:
        """A match of a game that is set up already."""
        match = cls.__new__(cls)
        match._begin(setup, names, clock)
        return match

    @classmethod
    def at(
        cls,
        game: str | Game,
        position: AnyPosition,
        seat: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str | None] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> Match:
        """A match that begins at a position: a text diagram, or a record such as an observation.

        With a seat, what that seat cannot see is imagined as it might be, from the seed. Without one all of it counts
        as it stands. The options are those that the position holds.
        """
        found = game if isinstance(game, Game) else pick_game(game)
        record = read_position(found, position)
        if (viewer := cls.of(setup_at(found, record))._viewer(seat)) is not None:
            drawn = random.getrandbits(64) if seed is None else checked_seed(seed)
            imagine(found, record, viewer, drivers.seeds(drawn, 1))
        check_position(found, record)
        return cls.of(setup_at(found, record), names, clock)

    # ------------------------------------------------------------------------------------------ what is shown

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may see, as plain numbers and lists."""
        return self.game.record.plain(self.observation(seat))

    def text(self, seat: int | None = None) -> str:
        """The position as a text diagram, as a seat may see it."""
        return self.game.notation.diagram(self.seen(seat))

    def svg(
        self, seat: int | None = None, *, upright: bool = False, hand: bool = False, small: bool = False, **how: Any
    ) -> str:  # fmt: skip
        """The position as a picture, as a seat may see it; `upright` is for a phone, `hand` the hand alone, `small` for
        those who cannot read yet.
        """
        draw = self.game.drawing(upright=upright, hand=hand and seat is not None, small=small)
        return draw(self.seen(seat), self.seat_names(), seat=seat, **how)

    def _repr_svg_(self) -> str:
        """The picture in a notebook: what everybody may see."""
        return self.svg()

    def parts(self, seat: int, action: str) -> list[str]:
        """An action as the path of things one taps in the picture."""
        return list(self.game.notation.parts(self.seen(seat), seat, self._number(action)))

    def question(self, seat: int) -> str:
        """What a seat that is to act is asked, in a sentence; empty where the game has none."""
        return self.game.notation.question(self.seen(seat), seat)

    def account(self, seat: int) -> str:
        """How a seat's points came about, once the game is over; empty where the game has no words for it."""
        return self.game.notation.account(self.seen(None), seat) if self.is_over else ""

    def chances(self, seat: int | None = None) -> list[float]:
        """Everybody's chance of winning, from what a seat (None: a spectator) may see: an estimate, together 1."""
        return chances_of(self.game, self.observation(seat), self.players, self._viewer(seat))

    def why_not_tapped(self, seat: int, tapped: Sequence[str]) -> WhyNot:
        """Why nothing comes of tapping these things of the picture one after another."""
        return why_not_tapped(self.game, self.observe(seat), seat, tapped)

    def why_not_typed(self, seat: int, typed: str) -> WhyNot | None:
        """What speaks against what somebody types; None: it is no action, or the game does not say."""
        return why_not_typed(self.game, self.observe(seat), seat, typed)

    def seat_names(self) -> list[str]:
        """A name for every seat: the one given, else its colour."""
        return [name or _(SEAT_COLOURS[seat]) for seat, name in enumerate(self.names)]

    # ------------------------------------------------------------------------------------------ what happened

    def told(self) -> list[Event]:
        """What the last action caused, in order, as everybody may know it."""
        return self.game.events.read_rows(self._told) if self._log else []

    def story(self, since: int | None = None, seat: int | None = None) -> str:
        """What happened in words: by the last action, or by all from action number `since` on."""
        first = len(self._log) - 1 if since is None else since
        if not 0 <= first < len(self._log):
            return ""
        if first == len(self._log) - 1:
            before, events = SeenRecord(self.observation(seat, before=True)), self.told()
        else:
            before, events = self._relived(first, seat)
        return self.game.notation.narrate(before, events, self.seen(seat), self.seat_names())

    def _relived(self, first: int, seat: int | None) -> tuple[SeenRecord, list[Event]]:
        """The observation before action number `first`, and all events from there on."""
        twin = self.copy(first)
        before, events = twin.seen(seat), list[Event]()
        for actor, action in self._log.pairs()[first:]:
            twin._play(actor, action)
            events += twin.told()
        return before, events

    def course(self) -> list[list[int]]:
        """Everybody's points at the beginning and after each action."""
        return [moment.scores() for moment in self.moments()]

    def moments(self) -> Iterator[Match]:
        """How the match stood at the beginning and after each action: one match, which goes on."""
        twin = self.copy(0)
        yield twin
        for actor, action in self._log.pairs():
            twin._play(actor, action)
            yield twin

    # ------------------------------------------------------------------------------------------ records and copies

    def record(self) -> str:
        """The whole game as text: setup and every action. Of a running game with secrets, not for the players."""
        lines = map(str, self.played())
        return record.write(self.setup, self.names, lines)

    @classmethod
    def replay(cls, text: str, *, clock: Callable[[], float] | None = None) -> Match:
        """The match a record tells of; BadRecord names the line that is wrong."""
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadRecord(_("A record is text."))
        header, lines = record.read(text)
        try:
            match = cls.of(record.setup_of(header), record.names_of(header, header.players))
        except BadRecord:
            raise
        except SheepfoldError as error:
            raise BadRecord(_("The record's header: {reason}").format(reason=error)) from None
        for line in lines:
            match._replay_line(line, header.rules)
        match._clock = checked_clock(clock)
        match._watch_clock()
        return match

    def _replay_line(self, recorded: record.Recorded, rules: int) -> None:
        try:
            self.play(*recorded.step)
        except (UnreadableAction, IllegalAction) as error:
            reason = _("Line {line} of the record: {reason}").format(line=recorded.line, reason=error)
            if rules != self.rules_version:
                sentence = _(" (The record was made with version {old} of the rules; these are version {new}.)")
                reason += sentence.format(old=rules, new=self.rules_version)
            raise BadRecord(reason) from None

    def copy(self, length: int | None = None) -> Match:
        """The same match, or how it stood after that many actions, without its clock."""
        twin = self._copied()
        if length is not None:
            twin._rebuild(self._log.pairs()[:length])
        return twin

    def _copied(self) -> Match:
        """All that the match holds once more; nothing is played again."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.options, twin.names = dict(self.options), list(self.names)
        twin._moves = drivers.new_moves(self.game)
        twin._states = copy_of(self._states)
        twin._bytes = twin._states.view(np.uint8).reshape(2, -1)
        twin._log = self._log.copy()
        twin._clock = twin._clock_run = None
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[str], Match], tuple[str]]:
        """A match travels as its record."""
        return Match.replay, (self.record(),)

    def __repr__(self) -> str:
        state = _("over") if self.is_over else _("running")
        return f"<Match {self.game.key}, {self.players} players, {len(self)} actions, {state}>"
