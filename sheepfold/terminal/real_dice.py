"""Real dice and real tiles: people type what they show."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_
from sheepfold.terminal.choices import Choices, Unclear, answer, show_choices
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.screen import coloured
from sheepfold.terminal.words_at_table import command_of

LET_IT_ROLL = ""
"""The answer that leaves it to the computer."""

THE_REST = N_("rest")
"""What one types to leave a whole run, such as laying a track, to the computer."""


class RealDice:
    """Asks what chance does; several outcomes may be typed in one line."""

    def __init__(self, match: Match, out: Console, keyboard: Keyboard) -> None:
        self._match, self._out, self._keyboard = match, out, keyboard
        self._explained = False
        self.begin_run()

    def begin_run(self) -> None:
        """A new run of chance: nothing is typed ahead, nothing is left to the computer."""
        self._typed_ahead: list[str] = []
        self._leaves_the_rest = False

    def ask(self, tell: Callable[[], None]) -> str:
        """What the dice or the drawn tile show: an action, a command, or LET_IT_ROLL.

        `tell` tells what has happened, before a question is asked.
        """
        outcomes = Choices(self._match.legal("*"), [])
        if self._leaves_the_rest or self._is_secret(outcomes):
            return LET_IT_ROLL
        if not self._typed_ahead:
            tell()
        while True:
            try:
                return self._typed(outcomes)
            except Unclear as error:
                self._typed_ahead.clear()
                self._out.print(str(error), markup=False)

    def _typed(self, outcomes: Choices) -> str:
        if self._typed_ahead:
            return answer(outcomes, self._typed_ahead.pop(0))
        whose_turn = self._match.text().partition("\n")[0]
        self._out.print(coloured(whose_turn).append(" · " + _("What do the dice show, what is drawn?"), "bold"))
        if not self._explained:
            self._out.print(_("(Enter leaves it to the computer, `rest` all that follows too.)"), style="dim")
            self._explained = True
        show_choices(self._out, outcomes)
        typed = self._keyboard.ask()
        if not typed or command_of(typed, outcomes.texts):
            return typed
        if typed.lower() in (THE_REST, _(THE_REST)):
            self._leaves_the_rest = True
            return LET_IT_ROLL
        try:
            return answer(outcomes, typed)
        except Unclear:
            if len(typed.split()) == 1:
                raise
        first, *self._typed_ahead = typed.split()
        return answer(outcomes, first)

    def _is_secret(self, outcomes: Choices) -> bool:
        """What nobody at the table may know is drawn by the computer."""
        return self._match.is_secret("*", outcomes.texts[0])
