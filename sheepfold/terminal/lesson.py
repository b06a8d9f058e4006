"""A coached first game at the terminal: the coach says one thought, the learner chooses, and nothing can go wrong."""

from __future__ import annotations

from rich.text import Text

from sheepfold.core.actors import Actor
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.lesson import Course, Lesson, LessonStep
from sheepfold.core.options import is_number
from sheepfold.core.refusals import WhyNot
from sheepfold.core.words import gettext as _
from sheepfold.terminal.choices import Choices, answer, choices_of, hint, show_choices
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.leaving import Left, until_left
from sheepfold.terminal.pages import show_rules
from sheepfold.terminal.screen import board, console, seat_text, told
from sheepfold.terminal.tale import Tale
from sheepfold.terminal.words_at_table import command_of

COACH = "🐑"


class Classroom:
    """A lesson, and whoever is taught."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.lesson, self.match, self.course = lesson, lesson.match(game), Course(lesson)
        self.out, self.keyboard = console(), Keyboard()
        self.tale = Tale(self.match, lesson.learner)
        self._shown = -1
        self._missed: LessonStep | None = None
        self._misses = 0

    def teach(self) -> int | None:
        """Teach to the end: None; the exit code if the learner leaves before."""
        return until_left(self.out, self._teach, lambda: None)

    def _teach(self) -> None:
        self.out.print()
        self.out.rule(Text(_(self.match.game.name), "bold"))
        self.out.print(_("Your first game, with a coach. `quit` leaves at any time."), style="dim")
        self._introduce()
        while not self.course.is_over:
            self._go_on()

    def _go_on(self) -> None:
        step = self.course.step
        if step is None:
            self._let_others_act()
        else:
            self._show_what_happened()
            self._say(step)
            if step.is_read_only:
                self._wait_for_enter()
            else:
                self._ask()

    def _let_others_act(self) -> None:
        """What chance and the others do until the coach speaks again."""
        run: list[tuple[str, str]] = []
        while (step := self.course.due) is not None:
            self._play(*step)
            run.append((step.action, self.tale.latest_sentence()))
        self.tale.put_run(run)

    def _play(self, actor: Actor, text: str) -> None:
        self.tale.goes_to(actor)
        self.match.play(actor, text)
        self.course.played()

    # ------------------------------------------------------------------------------------------ showing

    def _introduce(self) -> None:
        """Whose mark is whose: the coach says Blue, the board shows a mark."""
        for seat, name in enumerate(self.match.seat_names()):
            you = f"  {_('you')}" if seat == self.lesson.learner else ""
            self.out.print(Text("  ").append_text(seat_text(seat, name)).append(you, "default not bold"))

    def _show_what_happened(self) -> None:
        """The story since the coach last spoke, but not of the set-up, and the board if it is another one."""
        is_first = self._shown < 0
        for paragraph in self.tale.unread(self.lesson.learner):
            if not is_first:
                self.out.print(told(paragraph, self.match.seat_names()))
        if len(self.match) != self._shown:
            self._shown = len(self.match)
            self.out.print()
            board(self.out, self.match.text(self.lesson.learner))
            if is_first and self.lesson.legend:
                self.out.print(_(self.lesson.legend), style="dim", markup=False)

    def _say(self, step: LessonStep) -> None:
        self.out.print()
        shown = Text(f"{COACH} {step.number}/{len(self.lesson.steps)}  ", "bold").append(_(step.say), "not bold")
        self.out.print(shown.append(f"  ({step.rule})", "dim not bold") if step.rule else shown)

    # ------------------------------------------------------------------------------------------ asking

    def _wait_for_enter(self) -> None:
        is_last = self.course.place + 1 == len(self.lesson.items)
        self.out.print(_("(Enter)") if is_last else _("(Enter goes on)"), style="dim")
        while typed := self.keyboard.ask():
            if not self._obey(typed, Choices([], [])):
                self.out.print(_("Press Enter to go on, or type `quit`."))
        self.course.read()

    def _ask(self) -> None:
        choices, length = choices_of(self.match, self.lesson.learner), len(self.match)
        show_choices(self.out, choices)
        self.out.print(f"({hint(choices)})", style="dim", markup=False)
        while len(self.match) == length:
            typed = self.keyboard.ask()
            try:
                if not typed:
                    self._ask_again(choices)
                elif not self._obey(typed, choices):
                    self._choose(choices, typed)
            except SheepfoldError as error:
                self.out.print(str(error), markup=False)

    def _ask_again(self, choices: Choices) -> None:
        """Whoever types nothing is told once more what to do."""
        if self.course.step is not None:
            self._say(self.course.step)
        show_choices(self.out, choices)

    def _why_not(self, typed: str) -> WhyNot | None:
        return self.match.why_not_typed(self.lesson.learner, typed)

    def _choose(self, choices: Choices, typed: str) -> None:
        """Play it, if it is what the coach waits for; otherwise the coach says a kind word and nothing has happened."""
        text = answer(choices, typed, self._why_not)
        objection = self.course.objection(self.lesson.learner, text)
        if objection is None:
            self._play(self.lesson.learner, text)
            return
        if choices.numbered and is_number(typed):  # whoever typed 3 for "take the 3" sees what it stands for
            self.out.print(f"  {choices.words[choices.texts.index(text)]}", style="dim", markup=False)
        self.out.print(Text(f"{COACH} ").append(objection))
        self._help()

    def _help(self) -> None:
        """What was to be found is shown to whoever has missed it twice."""
        step = self.course.step
        self._misses = self._misses + 1 if step is self._missed else 1
        self._missed = step
        if step is not None and step.find and self._misses > 1:
            self.out.print(
                f"({_('for example `{text}`, or help').format(text=step.wait[0])})", style="dim", markup=False
            )

    def _obey(self, typed: str, choices: Choices) -> bool:
        """Whether it was a word for the table, not a choice."""
        word, rest = command_of(typed, choices.texts) or ("", "")
        if word == "quit":
            raise Left
        if word == "board":
            board(self.out, self.match.text(self.lesson.learner))
        elif word == "rules":
            show_rules(self.out, self.match.game, rest)
        elif word == "choices":
            show_choices(self.out, choices, all_of_them=True)
        elif word:
            self.out.print(_("Here you can type a choice, `choices`, `board`, `rules` or `quit`."), markup=False)
        return bool(word)
