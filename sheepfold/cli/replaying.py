"""`replay`: look at a recorded game again, at one moment or step by step, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from sheepfold.core.errors import BadOption
from sheepfold.core.match import Match
from sheepfold.core.network import has_learned
from sheepfold.core.options import is_number
from sheepfold.core.words import gettext as _
from sheepfold.terminal import saves
from sheepfold.terminal.keyboard import Keyboard
from sheepfold.terminal.screen import board, chances, console, show_ranking, told


def read_match(path: Path) -> Match:
    """The match a record file tells of."""
    text = saves.read(path)
    return Match.replay(text)


def replay(path: Path, *, at: int | None, svg: Path | None, step: bool, seat: int | None) -> int:
    """Show a recorded game as a seat may see it (None: as everybody may)."""
    match = read_match(path)
    if seat is not None and not 0 <= seat < match.players:
        sentence = _("There is no seat {seat} with {players} players; the seats are 0 to {last}.")
        raise BadOption(sentence.format(seat=seat, players=match.players, last=match.players - 1))
    length = len(match) if at is None else at
    if not 0 <= length <= len(match):
        sentence = _("The record has {count} actions: --at takes 0 to {count}, not {given}.")
        raise BadOption(sentence.format(count=len(match), given=at))
    if svg is not None:
        _draw(match.copy(length), svg, seat)
        return 0
    if step:
        _step_through(match, 0 if at is None else at, seat)
    else:
        _show(console(), match, length, seat)
    return 0


def _draw(moment: Match, svg: Path, seat: int | None) -> None:
    picture = moment.svg(seat)
    svg.write_text(picture, encoding="utf-8")
    console().print(_("Drawn: {file}").format(file=svg), markup=False, soft_wrap=True)


def _show(out: Console, match: Match, length: int, seat: int | None) -> None:
    """The moment after so many actions: what was done last, in words, and the board."""
    moment = match.copy(length)
    heading = _("{game}, after {length} of {count} actions").format(
        game=_(match.game.name), length=length, count=len(match)
    )
    out.rule(Text(heading, "bold"))
    if length:
        out.print(told(moment.story(seat=seat), moment.seat_names()).append(f"   {moment.log(seat)[-1]}", "dim"))
    board(out, moment.text(seat))
    if has_learned(match.game) and not moment.is_over:
        out.print(chances([round(100 * chance) for chance in moment.chances(seat)], moment.seat_names()))
    if moment.is_over:
        out.print(Text(str(moment.ending), "bold"))
        show_ranking(out, moment)


def _step_through(match: Match, length: int, seat: int | None) -> None:
    """One action after another, at the reader's pace."""
    out, keyboard = console(), Keyboard()
    while True:
        _show(out, match, length, seat)
        out.print(_("Enter: on; `b`: back; a number: go there; `q`: quit"), style="dim", markup=False)
        try:
            typed = keyboard.ask().lower()
        except EOFError:
            return
        if typed in ("q", "quit"):
            return
        if is_number(typed):
            length = min(int(typed), len(match))
        else:
            length += -1 if typed == "b" else 1
        if length > len(match):
            return
        length = max(0, length)
