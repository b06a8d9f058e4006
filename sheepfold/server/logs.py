"""Structured logs: one JSON object a line on standard error, without secrets, nicknames or addresses.

What goes wrong again and again is said a few times, and then once a minute with how often it was: a log that somebody
else can fill is worth nothing, and fills the disk.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Hashable
from typing import Any

import structlog

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
OFTEN = 5
"""Times that the same is said within a minute."""
A_MINUTE = 60.0
MOST_KINDS = 200
"""Kinds of lines that are told apart."""
HEAD = 60
"""Characters by which a line is known."""


class Echoes:
    """Counts what is said, so that nothing is said too often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[Hashable, tuple[float, int]] = {}

    def left_out(self, kind: Hashable) -> int | None:
        """How many like this one were left out before it; None: leave this one out too."""
        now = self._clock()
        since, count = self._said.get(kind, (now, 0))
        if now - since >= A_MINUTE:
            self._said[kind] = (now, 1)
            return max(0, count - OFTEN)
        if len(self._said) >= MOST_KINDS and kind not in self._said:
            self._said.pop(next(iter(self._said)))
        self._said[kind] = (since, count + 1)
        return 0 if count < OFTEN else None


class _NotTooOften(logging.Filter):
    """For what libraries log."""

    def __init__(self, echoes: Echoes) -> None:
        super().__init__()
        self._echoes = echoes

    def filter(self, record: logging.LogRecord) -> bool:
        left_out = self._echoes.left_out((record.name, str(record.msg)[:HEAD]))
        if left_out:
            record.msg = f"{record.msg} ({left_out} more like this were left out)"
        return left_out is not None


def _not_too_often(echoes: Echoes) -> structlog.types.Processor:
    """For our own lines; those about requests and the like are asked for by their level, and all are there."""

    def process(_logger: Any, level: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
        if level not in ("warning", "error"):
            return event
        left_out = echoes.left_out((event["event"], str(event.get("reason", ""))[:HEAD]))
        if left_out is None:
            raise structlog.DropEvent
        return {**event, "left_out": left_out} if left_out else event

    return process


def set_up_logs(level: str) -> None:
    """Log from this level on: `debug`, `info`, `warning`, `error`."""
    if level not in LEVELS:
        sentence = _("`{level}` is no level of the log; there are: {legal}.")
        raise BadOption(sentence.format(level=level, legal=", ".join(LEVELS)))
    echoes = Echoes()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _not_too_often(echoes),
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr, force=True)
    for handler in logging.getLogger().handlers:
        handler.addFilter(_NotTooOften(echoes))
