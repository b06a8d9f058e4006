"""Structured logs: one JSON object a line on standard error, without secrets, nicknames or addresses."""

from __future__ import annotations

import logging
import sys

import structlog

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def set_up_logs(level: str) -> None:
    """Log from this level on: `debug`, `info`, `warning`, `error`."""
    if level not in LEVELS:
        sentence = _("`{level}` is no level of the log; there are: {legal}.")
        raise BadOption(sentence.format(level=level, legal=", ".join(LEVELS)))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr, force=True)
