"""The words of the page that stand in templates and scripts, found where they are used.

Scripts write `_("…")` as Python does. What they need in another language than English is put into the page they run in,
so there is no second list of words to keep in step.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sheepfold.core import words

FOLDER = Path(__file__).resolve().parent
TEXT = re.compile(r"""\b_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")


def texts_in(path: Path) -> list[str]:
    """The texts a template or script marks, in their order."""
    found = TEXT.findall(path.read_text(encoding="utf-8"))
    return [re.sub(r"\\(.)", r"\1", double or single) for double, single in found]


@cache
def script_texts() -> list[str]:
    """Every text of the scripts, once."""
    found = (text for path in sorted((FOLDER / "static").glob("*.js")) for text in texts_in(path))
    return list(dict.fromkeys(found))


def words_for_scripts() -> dict[str, str]:
    """What the scripts say, by its English text, in the present language; nothing where that is English."""
    if words.language() == words.SOURCE_LANGUAGE:
        return {}
    return {text: words.gettext(text) for text in script_texts()}
