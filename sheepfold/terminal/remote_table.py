"""A person at this terminal, at a server's table: the board as text, choices in words, what happens as a story."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.text import Text

from sheepfold.client.remote import Hung, Line, Link, request, seat_here
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _
from sheepfold.server.wire.forms import HintShown, HintWish
from sheepfold.server.wire.messages import AnyMessage, EndingShown, Reaction, Refused, StateShown, TableShown
from sheepfold.terminal.choices import MOST_NUMBERED, Choices, Unknown, answer, hint, show_choices
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.leaving import Left, until_left
from sheepfold.terminal.pages import show_rules
from sheepfold.terminal.screen import board, chances, console, seat_text, show_places, told
from sheepfold.terminal.words_at_table import command_of, show_commands

WANTED = "choices,story,text,chances"
"""The parts of a state that are shown at a terminal."""


class RemoteTable:
    """A table at a server, as one of those who sit around it meets it."""

    def __init__(self, link: Link, game: Game, seat: int) -> None:
        self.link, self.game, self.seat = link, game, seat
        self.out, self.keyboard = console(), Keyboard()
        self.table: TableShown | None = None
        self.state: StateShown | None = None
        self.shown_at = 0.0
        self.told: list[str] = []
        self.read = 0
        self.answered = (0, -1)
        """The question answered last, and over which connection: a new one may have lost the answer."""

    # ------------------------------------------------------------------------------------------ the loop

    def play(self) -> int:
        """Play until the game is over, or until the person leaves; the exit code."""
        return until_left(self.out, self._play_on, self._say_goodbye) or 0

    def _play_on(self) -> None:
        with Line(self.link, WANTED, lambda words: self.out.print(words, markup=False)) as self.line:
            self._welcome()
            while self.state is None or self.state.ending is None:
                self._listen(None)
                self._act()
            self._tell()
            board(self.out, self.state.text or "")
            show_ending(self.out, self.state.ending, self._names())

    def _listen(self, timeout: float | None) -> None:
        """Take in what the server says: wait for something, then take all there is."""
        message = self.line.next(timeout)
        while message is not None:
            self._take_in(message)
            message = self.line.next(0)

    def _take_in(self, message: AnyMessage) -> None:
        if isinstance(message, TableShown):
            before, self.table, self.seat = self.table, message, seat_here(message, self.seat)
            if message.status == "closed":
                raise Hung(message.note)
            if message.status == "open" and (before is None or before.note != message.note):
                self.out.print(message.note, markup=False)
        elif isinstance(message, StateShown):
            self.state, self.shown_at = message, time.monotonic()
            self.told += [step.story for step in message.steps if step.story]
        elif isinstance(message, Refused):
            self.answered = (0, -1)
            self.out.print(message.reason, markup=False)
        elif isinstance(message, Reaction):
            self.out.print(seat_text(message.seat, self._names()[message.seat]).append(f": {message.what}", "default"))

    def _act(self) -> None:
        """Do what the table waits for, if it waits for this person."""
        self._answer_undo()
        if not self._is_asked() or self.state is None:
            self._tell()
            return
        texts = [each.action for each in self.state.choices or []]
        words = [each.words or each.action for each in self.state.choices or []]
        if len(texts) == 1:  # nothing to choose
            self._play(texts[0])
        else:
            self._ask(Choices(texts, words if len(texts) <= MOST_NUMBERED else []))

    def _question(self) -> tuple[int, int]:
        decision = self.state.decision if self.state is not None else None
        return self.line.connections, -1 if decision is None else decision

    def _is_asked(self) -> bool:
        is_asked = self.state is not None and bool(self.state.choices) and self.state.decision is not None
        return is_asked and self._question() != self.answered

    # ------------------------------------------------------------------------------------------ asking

    def _ask(self, choices: Choices) -> None:
        """Let the person choose, until they have or the question is no longer asked."""
        question = self._question()
        self._show_board()
        self.out.print(seat_text(self.seat, self._names()[self.seat]).append(_(", what will you do?"), "default"))
        show_choices(self.out, choices)

        def left() -> float:
            self._listen(0)
            is_asked = self._is_asked() and self._question() == question and not self._is_asked_for_undo()
            return self._time_left() if is_asked else 0.0

        def shown(seconds: float) -> str:
            return (
                f"({hint(choices)})"
                if math.isinf(seconds)
                else _("{seconds} s left").format(seconds=math.ceil(seconds))
            )

        while self._is_asked() and self._question() == question:
            typed = self.keyboard.ask_in_time(left, shown)
            if typed is None:
                return
            try:
                self._follow(choices, typed)
            except SheepfoldError as error:
                self.out.print(str(error), markup=False)

    def _time_left(self) -> float:
        clock = self.state.clock if self.state is not None else None
        if clock is None or not clock.running:
            return math.inf
        return max(0.0, clock.left - (time.monotonic() - self.shown_at))

    def _follow(self, choices: Choices, typed: str) -> None:
        command = command_of(typed, choices.texts)
        if command is not None:
            self._obey(choices, *command)
        elif typed:
            self._play(typed if typed in self.game.by_text else self._meant(choices, typed))

    def _meant(self, choices: Choices, typed: str) -> str:
        """The choice an answer stands for. What is none and looks like one goes to the server all the same: it says
        why not."""
        try:
            return answer(choices, typed)
        except Unknown:
            kinds = {text.partition(" ")[0] for text in self.game.texts}
            if typed.split(maxsplit=1)[0] in kinds or any(letter.isdigit() for letter in typed):
                return typed
            raise

    def _play(self, action: str) -> None:
        assert self.state is not None
        self.answered = self._question()
        self.line.say("play", seat=self.seat, action=action, decision=self.state.decision)

    def _obey(self, choices: Choices, command: str, rest: str) -> None:
        if command == "help":
            show_commands(self.out, without=("save", "coach"))
        elif command == "board":
            self._show_board()
        elif command == "choices":
            show_choices(self.out, choices, all_of_them=True)
        elif command == "hint":
            found = request(self.link, "/hint", HintWish(seat=self.seat))
            self.out.print(msgspec.json.decode(found, type=HintShown).words, markup=False)
        elif command == "chances":
            self._show_chances()
        elif command == "rules":
            show_rules(self.out, self.game, rest)
        elif command == "story":
            self._show_paragraphs(self.told)
        elif command == "undo":
            self.line.say("undo", seat=self.seat)
            self._listen(1.0)
        elif command == "save":
            self.out.print(_("The server keeps the game."))
        elif command == "coach":
            self.out.print(
                _("At this terminal the coach comes to `sheepfold play`; at a table of a server, to its page.")
            )
        elif command == "quit":
            raise Left

    def _show_chances(self) -> None:
        if self.table is not None and not self.table.manners.chances:
            self.out.print(_("At this table players are not told their chances."))
        elif self.state is None or self.state.chances is None:
            self.out.print(_("Nobody here can tell the chances yet; ask again in a moment."))
        else:
            self.out.print(chances(self.state.chances, self._names()))

    def _is_asked_for_undo(self) -> bool:
        return self.table is not None and self.table.undo is not None and self.seat in self.table.undo.waiting

    def _answer_undo(self) -> None:
        """Somebody wants to take something back and asks all others."""
        if self.table is None or self.table.undo is None or not self._is_asked_for_undo():
            return
        self._tell()
        name = self._names()[self.table.undo.seat]
        self.out.print(told(_("{name} wants to take back a choice. Agree? [Y/n]").format(name=name), self._names()))
        agree = self.keyboard.ask().lower()[:1] in ("", "y", _("y"))
        self.line.say("answer", seat=self.seat, agree=agree)

    # ------------------------------------------------------------------------------------------ showing

    def _welcome(self) -> None:
        self.out.print()
        self.out.rule(Text(_(self.game.name), "bold"))
        self.out.print(
            _("At every question: a number or the text behind it; `help` for more, `quit` to leave."), style="dim"
        )

    def _names(self) -> list[str]:
        return [chair.name for chair in self.table.chairs] if self.table is not None else []

    def _show_board(self) -> None:
        self._tell()
        self.out.print()
        board(self.out, (self.state.text if self.state is not None else None) or "")

    def _tell(self) -> None:
        """What happened since the person last read."""
        self._show_paragraphs(self.told[self.read :])
        self.read = len(self.told)

    def _show_paragraphs(self, paragraphs: Sequence[str]) -> None:
        for paragraph in paragraphs:
            self.out.print(told(paragraph, self._names()))

    def _say_goodbye(self) -> None:
        self.out.print(_("See you! Your chair waits for you:"))
        self.out.print(f"  sheepfold join {self.link}", style="cyan", markup=False, soft_wrap=True)


def show_ending(out: Console, ending: EndingShown, names: Sequence[str]) -> None:
    """Why the game is over, and how everybody did."""
    out.print()
    out.print(Text(f"{ending.words} ", "bold").append(f"({ending.rule})", "dim not bold"))
    show_places(out, names, ending.places, ending.scores, with_points=ending.has_points)
