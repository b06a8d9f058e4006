"""What is shown at the terminal: seats in colour and mark, boards, sentences; and a sign of life while one waits."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import cache

from rich.console import Console
from rich.text import Text

from sheepfold.core.match import Match
from sheepfold.core.text import MARKS
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.drawing.seats import SEATS

WIDEST = 100
"""Sentences are easier to read in lines that are not too long."""

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, clear what can be scrolled back to: a secret must not linger there."""


def console() -> Console:
    """Where people read."""
    return Console(highlight=False, width=_width(sys.stdout.isatty()))


def side_console() -> Console:
    """Where progress is shown: beside the output, which may go into a file."""
    return Console(stderr=True, highlight=False)


def _width(terminal: bool) -> int | None:
    """The terminal's own width if that is not too wide to read; 80 where there is no terminal."""
    width = Console().width if terminal else 80
    return min(width, WIDEST)


def style_of(seat: int) -> str:
    """A seat's colour, to be told apart on dark and on light grounds."""
    return f"bold {SEATS[seat].colour}"


def seat_text(seat: int, name: str) -> Text:
    """A seat as it is shown everywhere: its mark and its name, in its colour."""
    mark = MARKS[seat]
    return Text(f"{mark} {name.removesuffix(f' {mark}')}", style_of(seat))


def coloured(text: str) -> Text:
    """A board or another text with the seats' marks in their colours, and the numbers of their pieces with them."""
    shown = Text(text)
    for found in re.finditer(rf"([{MARKS}])\d?", text):
        shown.stylize(style_of(MARKS.index(found[1])), found.start(), found.end())
    return shown


def told(sentence: str, names: Sequence[str]) -> Text:
    """A sentence in which every name wears its seat's colour and mark."""
    shown = Text()
    end = 0
    for found in _names_in(tuple(names)).finditer(sentence):
        shown.append(sentence[end : found.start()])
        shown.append_text(seat_text(names.index(found[0]), found[0]))
        end = found.end()
    shown.append(sentence[end:])
    return shown


@cache
def _names_in(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(set(names), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))


def chances(shares: Sequence[int], names: Sequence[str]) -> Text:
    """How likely everybody is to win, of 100, in one line."""
    line = Text(_("Chances of winning:"))
    for seat, share in enumerate(shares):
        line.append("   ").append_text(seat_text(seat, names[seat])).append(f" {share} %", "default")
    return line


def board(out: Console, text: str) -> None:
    """A text board: never wrapped, whatever the width."""
    out.print(coloured(text.rstrip("\n")), no_wrap=True, overflow="ignore", crop=False)


def show_ranking(out: Console, match: Match) -> None:
    """Who won, and how everybody did."""
    show_places(out, match.seat_names(), match.places(), match.scores(), with_points=match.game.has_points)


def show_places(
    out: Console, names: Sequence[str], places: Sequence[int], scores: Sequence[int], *, with_points: bool
) -> None:
    """Everybody in the order of their places; points only where the game has some."""
    for seat in sorted(range(len(names)), key=lambda seat: (places[seat], seat)):
        line = Text(f"  {places[seat]}. ", "bold").append_text(seat_text(seat, names[seat]))
        points = ngettext("{points} point", "{points} points", scores[seat]).format(points=scores[seat])
        out.print(line.append(f"  {points}" if with_points else "", "default not bold"))


def clear(out: Console) -> None:
    """A clean screen that keeps no secret; where there is no terminal, a line."""
    if out.is_terminal:
        out.file.write(CLEAR)
        out.file.flush()
    else:
        out.rule()
