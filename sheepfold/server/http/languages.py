"""Which language a request is answered in."""

from __future__ import annotations

from sheepfold.core import words

MOST_ACCEPTED = 20
"""Languages of a browser's list that are looked at."""


def preferred(accepted: str, *asked: str) -> str:
    """The first language we speak: of those asked for, then of those a browser accepts (`Accept-Language`)."""
    known = words.languages()
    for each in (*asked, *accepted.split(",", MOST_ACCEPTED)[:MOST_ACCEPTED]):
        code = each.strip()[:2].lower()
        if code in known:
            return code
    return words.SOURCE_LANGUAGE
