"""What can be typed at the table besides a choice."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from sheepfold.core.words import gettext as _
from sheepfold.core.words import mark as N_

COMMANDS: dict[str, tuple[str, str]] = {
    N_("help"): ("", N_("this list")),
    N_("board"): ("", N_("show the board again")),
    N_("choices"): ("", N_("show all choices")),
    N_("hint"): ("", N_("what a strong bot would do")),
    N_("chances"): ("", N_("how likely everybody is to win")),
    N_("coach"): ("", N_("call a coach, who says what can be done and warns; or send it away")),
    N_("rules"): (N_("[word]"), N_("look something up: a rule's id or a word")),
    N_("story"): ("", N_("what happened so far")),
    N_("undo"): ("", N_("take back your last choice")),
    N_("save"): (N_("[file]"), N_("write the game down (this also happens by itself)")),
    N_("quit"): ("", N_("leave; the game can be gone on with later")),
}
"""Each command with what may follow it and what it does."""


def command_of(typed: str, choices: Sequence[str]) -> tuple[str, str] | None:
    """The command a line stands for, in English or in the present language, and what follows it; choices go first."""
    word, _blank, rest = typed.partition(" ")
    if typed in choices or word in choices:
        return None
    if word == "?":
        return "help", ""
    for name in COMMANDS:
        if word.lower() in (name, _(name)):
            return name, rest.strip()
    return None


def show_commands(out: Console, without: Sequence[str] = ()) -> None:
    """All commands, but for some, in the present language."""
    for name, (follows, words) in COMMANDS.items():
        if name in without:
            continue
        line = Text(f"  {_(name)} {_(follows) if follows else ''}".ljust(20), "bold")
        out.print(line.append(_(words), "not bold"))
