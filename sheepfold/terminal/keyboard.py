"""Lines typed at the terminal, also while a clock runs.

With a clock the line is read by a thread of its own, so that the time left can be shown meanwhile; when the time is up
before the line came, that thread goes on waiting and hands its line to the next question.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable

with contextlib.suppress(ImportError):  # arrow keys and what was typed before, where the system has it
    import readline  # noqa: F401  # pyright: ignore[reportUnusedImport]

PROMPT = "> "
LONGEST_LINE = 4096
TICK = 0.25
"""Seconds between looks at the clock."""


class Keyboard:
    """Whoever sits at this terminal."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reading = False

    def ask(self) -> str:
        """A line; EOFError when there will be none any more (Ctrl-D, or the end of a file)."""
        if self._reading:
            _show(PROMPT)
            return self._got(self._lines.get())
        return input(PROMPT).strip()

    def ask_in_time(self, time_left: Callable[[], float | None], show: Callable[[float], str]) -> str | None:
        """A line, or None if the time was up first; the time left stands in the line above and counts down."""
        shown = ""
        while left := time_left():
            if show(left) != shown:
                _redraw_above(show(left)) if shown else _show(f"{show(left)}\n{PROMPT}")
                shown = show(left)
            self._read_on()
            with contextlib.suppress(queue.Empty):
                return self._got(self._lines.get(timeout=min(TICK, left)))
        _show("\n")
        forget_typing()
        return None

    def _read_on(self) -> None:
        """Have a thread read the next line, unless one does already."""
        if not self._reading:
            self._reading = True
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # A terminal is read past Python's buffer, whose lock this thread would still hold when the program ends.
        if sys.stdin.isatty():
            line = os.read(sys.stdin.fileno(), LONGEST_LINE).decode(errors="replace")
        else:
            line = sys.stdin.readline()
        self._lines.put(line or None)

    def _got(self, line: str | None) -> str:
        self._reading = False
        if line is None:
            raise EOFError
        return line.strip()


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _redraw_above(text: str) -> None:
    """Rewrite the line above the one being typed in, and put the cursor back."""
    if sys.stdout.isatty():
        _show(f"\x1b7\x1b[1A\r\x1b[2K{text}\x1b8")


def forget_typing() -> None:
    """What was typed too late, or while one had to wait, is not for the next question."""
    with contextlib.suppress(Exception):
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
