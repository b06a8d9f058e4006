"""Which language a request is answered in."""

from __future__ import annotations

from sheepfold.core import words

MOST_ACCEPTED = 20
"""Languages of a browser's list that are looked at."""


def preferred(accepted: str, *asked: str) -> str:
    """The first language we speak: of those asked for, then of those a browser accepts (`Accept-Language`)."""
    wanted = (*asked, *accepted.split(",", MOST_ACCEPTED)[:MOST_ACCEPTED])
    return next(filter(None, map(words.spoken, wanted)), words.SOURCE_LANGUAGE)
