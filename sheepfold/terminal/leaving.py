"""Getting up from a table at the terminal: by a word, with the end of input, or with Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from sheepfold.terminal import INTERRUPTED


class Left(Exception):
    """Somebody gets up from the table."""


def until_left(out: Console, play: Callable[[], None], say_goodbye: Callable[[], None]) -> int | None:
    """Play to the end: None; if somebody leaves before, they are seen off: the exit code."""
    try:
        play()
    except (Left, EOFError):
        say_goodbye()
        return 0
    except KeyboardInterrupt:
        out.print()
        say_goodbye()
        return INTERRUPTED
    return None
