"""A game at the terminal: people and bots around one table.

The table lets chance and bots act, asks people, and tells what happened. After every choice of a person the game is
saved, so that nothing is lost whatever happens. Where a game has secrets and several people sit here, the screen is
cleared and handed over.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

from rich.text import Text

import sheepfold
from sheepfold import bots
from sheepfold.core.actors import Actor
from sheepfold.core.engine import SEARCH
from sheepfold.core.errors import IllegalAction, SheepfoldError
from sheepfold.core.match import Match
from sheepfold.core.words import gettext as _
from sheepfold.terminal import saves
from sheepfold.terminal.choices import Choices, answer, choices_of, hint, show_choices
from sheepfold.terminal.coached import Coached
from sheepfold.terminal.compiling import get_ready
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.leaving import Left, until_left
from sheepfold.terminal.pages import show_rules
from sheepfold.terminal.real_dice import LET_IT_ROLL, RealDice
from sheepfold.terminal.screen import board, chances, clear, console, seat_text, show_ranking, told
from sheepfold.terminal.seating import Sitter
from sheepfold.terminal.stopwatch import Stopwatch
from sheepfold.terminal.tale import Tale
from sheepfold.terminal.words_at_table import command_of, show_commands


class TableHere:
    """A match and those who sit around it."""

    def __init__(
        self,
        match: Match,
        chairs: list[Sitter],
        save: Path,
        *,
        stopwatch: Stopwatch,
        rng: random.Random,
        real_dice: bool = False,
        by_lot: bool = True,
        coach: bool = False,
    ) -> None:
        self.match, self.chairs, self.save = match, chairs, save
        self.out, self.keyboard, self.stopwatch, self.rng = console(), Keyboard(), stopwatch, rng
        self.by_lot = by_lot
        """Whether the lot decides what the game leaves to it, such as the first boards of a race."""
        self.dice = RealDice(match, self.out, self.keyboard) if real_dice else None
        self.bots = {chair.seat: bots.find(chair.bot_name, match.game) for chair in chairs if chair.bot_name}
        self.people = [chair.seat for chair in chairs if chair.is_person]
        self.is_private = bool(match.game.record.secrets) and len(self.people) > 1
        self.at_screen: int | None = None
        viewer = self.people[0] if len(self.people) == 1 else None
        self.tale, self.coach = Tale(match, viewer), Coached(match, viewer, self.bots, is_on=coach)

    # ------------------------------------------------------------------------------------------ the loop

    def play(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        return until_left(self.out, self._play_on, self._say_goodbye) or 0

    def _play_on(self) -> None:
        self._welcome()
        while actors := self.match.to_act():
            self._act(actors)
        self._show_end()

    def _act(self, actors: set[Actor]) -> None:
        """Let chance act, or one of those who are to act: bots first, they do not peek."""
        if actors == {"*"}:
            self._let_chance_act()
            return
        if self.by_lot and self.match.game.notation.left_to_lot(self.match.seen()):
            seat = min(int(actor) for actor in actors)
            self._play(seat, self.rng.choice(self.match.legal(seat)))
            return
        seat = min((int(actor) for actor in actors), key=lambda actor: (actor in self.people, actor))
        if seat in self.people:
            self._ask(seat)
        else:
            seen = bots.Seen(self.match.game, seat, self.match.observation(seat))
            name = self.chairs[seat].bot_name or ""
            self._play(seat, bots.ask(self.bots[seat], name, seen, self.match.legal(seat), self.rng))
        if not self.people:
            self._tell(None)

    def _play(self, actor: Actor, text: str) -> None:
        self.tale.goes_to(actor)
        self.match.play(actor, text)
        self.coach.notice()
        if actor in self.people:
            saves.write(self.save, self.match.record())

    def _let_chance_act(self) -> None:
        """Roll and draw until somebody has to decide."""
        run: list[tuple[str, str]] = []

        def tell_so_far() -> None:
            self._tell(None)
            run.clear()

        if self.dice:
            self.dice.begin_run()
        while self.match.to_act() == {"*"}:
            typed = self.dice.ask(tell_so_far) if self.dice else LET_IT_ROLL
            command = command_of(typed, [])
            if command:
                self._obey(None, Choices(self.match.legal("*"), []), *command)
                continue
            self.tale.goes_to("*")
            if typed == LET_IT_ROLL:
                typed = self.match.roll(self.rng)
            else:
                self.match.play("*", typed)
            run.append((typed, self.tale.latest_sentence()))
            self.coach.notice()
        self.tale.put_run(run)

    # ------------------------------------------------------------------------------------------ asking people

    def _ask(self, seat: int) -> None:
        """Let a person choose; where there is only one thing to do it is done for them."""
        choices = choices_of(self.match, seat)
        if len(choices.texts) == 1:
            self._play(seat, choices.texts[0])
            return
        self._hand_over(seat, choices)
        self._show_table(seat)
        self._show_question(seat, choices)
        length = len(self.match)
        while len(self.match) == length:
            typed = self._line()
            if typed is None:
                self.out.print(_("Time is up."), style="bold")
                return
            try:
                self._follow(seat, choices, typed)
            except SheepfoldError as error:
                self.out.print(str(error), markup=False)

    def _line(self) -> str | None:
        """What a person types; None if a running clock ran out first."""
        if self.match.time_left() is None:
            return self.keyboard.ask()
        with self.stopwatch.running():
            return self.keyboard.ask_in_time(self.match.time_left, _time_shown)

    def _follow(self, seat: int, choices: Choices, typed: str) -> None:
        """Carry out what was typed: a command or a choice."""
        command = command_of(typed, choices.texts)
        if command:
            self._obey(seat, choices, *command)
        elif typed:
            chosen = answer(choices, typed, lambda meant: self.match.why_not_typed(seat, meant))
            if not self.coach.warns(self.out, seat, chosen):
                self._choose(seat, chosen)
        else:
            self.out.print(f"({hint(choices)})", markup=False)

    def _choose(self, seat: int, text: str) -> None:
        try:
            self._play(seat, text)
        except IllegalAction:  # it was among the choices: the clock ran out between question and answer
            self.out.print(_("Time is up."), style="bold")

    def _obey(self, seat: int | None, choices: Choices, command: str, rest: str) -> None:
        if command == "help":
            self._show_help(choices)
        elif command == "board":
            board(self.out, self.match.text(seat))
        elif command == "choices":
            show_choices(self.out, choices, all_of_them=True)
        elif command == "hint":
            self._show_hint(seat)
        elif command == "chances":
            shares = [round(100 * chance) for chance in self.match.chances(seat)]
            self.out.print(chances(shares, self.match.seat_names()))
        elif command == "coach":
            self._call_coach(seat)
        elif command == "rules":
            show_rules(self.out, self.match.game, rest)
        elif command == "story":
            self._show_paragraphs(self.tale.all())
        elif command == "save":
            self._save_as(rest)
        elif command == "quit":
            raise Left
        elif command == "undo":
            self._take_back(seat)

    # ------------------------------------------------------------------------------------------ showing

    def _welcome(self) -> None:
        match = self.match
        saves.write(self.save, match.record())
        self.out.print()
        self.out.rule(Text(_(match.game.name), "bold"))
        for chair, name in zip(self.chairs, match.seat_names(), strict=True):
            self.out.print(Text("  ").append_text(seat_text(chair.seat, name)).append(f"  {self._who(chair)}", "dim"))
        self.out.print(
            _("At every question: a number or the text behind it; `help` for more, `quit` to leave."), style="dim"
        )

    def _who(self, chair: Sitter) -> str:
        if chair.is_person:
            return _("you") if len(self.people) == 1 else _("at this terminal")
        named = bots.BOTS.get(chair.bot_name or "")
        return _("a bot that {does}").format(does=_(named.words)) if named else _("a bot of your own")

    def _hand_over(self, seat: int, choices: Choices) -> None:
        """Before somebody looks at secrets of theirs: clear the screen, and wait until they sit there alone."""
        if not self.is_private or self.at_screen == seat:
            return
        is_secret = self._sees_secrets(seat) or self._is_secret_choice(seat, choices)
        if self.at_screen is not None:
            clear(self.out)
            self.at_screen = None
        if is_secret:
            name = self.match.seat_names()[seat]
            sentence = _("Hand over to {name}. {name}, press Enter when nobody else is looking.").format(name=name)
            self.out.print(told(sentence, self.match.seat_names()))
            self.keyboard.ask()
            clear(self.out)
            self.at_screen = seat

    def _sees_secrets(self, seat: int) -> bool:
        return self.match.observation(seat).tobytes() != self.match.observation().tobytes()

    def _is_secret_choice(self, seat: int, choices: Choices) -> bool:
        """Whether those who watch may not know what is chosen."""
        return self.match.is_secret(seat, choices.texts[0])

    def _show_table(self, seat: int | None) -> None:
        self._tell(seat)
        self.out.print()
        if not self.match.game.record.secrets and len(self.match):
            self.out.print(self._standing())
        board(self.out, self.match.text(seat))

    def _tell(self, seat: int | None) -> None:
        """What happened since this person last looked; where all is open, all read together."""
        self._show_paragraphs(self.tale.unread(seat if self.is_private else None))

    def _show_paragraphs(self, paragraphs: list[str]) -> None:
        for paragraph in paragraphs:
            self.out.print(told(paragraph, self.match.seat_names()))

    def _standing(self) -> Text:
        """Everybody's points as they stand; only where nothing is secret, for points may betray secrets."""
        names, scores = self.match.seat_names(), self.match.scores()
        each = [seat_text(seat, names[seat]).append(f" {scores[seat]}", "default") for seat in range(len(names))]
        return Text("   ").join(each)

    def _show_question(self, seat: int, choices: Choices) -> None:
        question = Text().append_text(seat_text(seat, self.match.seat_names()[seat]))
        self.out.print(question.append(_(", what will you do?") + f" ({hint(choices)})", "default"))
        show_choices(self.out, choices)
        self.coach.say(self.out, seat)

    def _call_coach(self, seat: int | None) -> None:
        """One word calls the coach, and sends it away again."""
        self.coach.is_on = not self.coach.is_on
        if not self.coach.is_on:
            self.out.print(_("The coach says no more; `coach` calls it back."))
        elif seat is not None:
            self.coach.say(self.out, seat)

    def _show_hint(self, seat: int | None) -> None:
        """What a strong bot would do, from what this person may see."""
        if seat is None:
            self.out.print(_("Chance takes no advice."))
            return
        get_ready(self.match.game, SEARCH)
        self.out.print(sheepfold.hint(self.match, seat).words, markup=False)

    def _show_help(self, choices: Choices) -> None:
        sentence = _("Type the number of a choice, its text (`{text}`) or what follows its first word.")
        self.out.print(sentence.format(text=choices.texts[0]), markup=False)
        show_commands(self.out)

    def _show_end(self) -> None:
        match = self.match
        kept = saves.finish(self.save, match.record())
        self._show_table(None)
        self.out.print()
        if match.ending:
            self.out.print(Text(f"{match.ending} ", "bold").append(f"({match.ending.rule})", "dim not bold"))
        show_ranking(self.out, match)
        self.out.print(_("The game is kept. To look at it again:"))
        self._show_command(f"sheepfold replay {kept}")

    # ------------------------------------------------------------------------------------------ undo, save, leave

    def _take_back(self, seat: int | None) -> None:
        """Back to the last real choice of a person here; not beyond what another has chosen in secret."""
        target = self._last_choice()
        if target is None:
            self.out.print(_("There is nothing to take back yet."))
            return
        if self._is_secret_to(seat, target):
            self.out.print(_("Somebody else chose in secret last; only they could take that back."))
            return
        while len(self.match) > target:
            self.match.undo()
        self.tale.take_back()
        self.at_screen = None if self.is_private else self.at_screen
        saves.write(self.save, self.match.record())
        self.out.print(_("Taken back."), style="bold")

    def _is_secret_to(self, seat: int | None, place: int) -> bool:
        """Whether the action at this place of the log is still hidden from a seat."""
        return self.match.steps(seat, place)[0] != self.match.played(place)[0]

    def _last_choice(self) -> int | None:
        """How long the log was when a person here last had more than one thing to do."""
        for length, step in reversed(list(enumerate(self.match.steps()))):
            if step.seat in self.people and len(self.match.copy(length).legal(step.actor)) > 1:
                return length
        return None

    def _save_as(self, name: str) -> None:
        try:
            path = Path(name).expanduser() if name else self.save
            saves.write(path, self.match.record())
        except (OSError, ValueError, RuntimeError) as error:  # no such user's home, a zero in the name …
            reason = getattr(error, "strerror", None) or str(error)
            self.out.print(_("It cannot be saved there: {reason}.").format(reason=reason), markup=False)
            return
        self.out.print(_("Saved: {file}").format(file=path), markup=False, soft_wrap=True)

    def _say_goodbye(self) -> None:
        if self.is_private:
            clear(self.out)
        saves.write(self.save, self.match.record())
        self.out.print(_("See you! The game waits for you:"))
        self._show_command(f"sheepfold play --resume {self.save}")

    def _show_command(self, command: str) -> None:
        """A command to copy: in one line, however long."""
        self.out.print(f"  {command}", style="cyan", markup=False, soft_wrap=True)


def _time_shown(seconds: float) -> str:
    return _("{seconds} s left").format(seconds=math.ceil(seconds))
