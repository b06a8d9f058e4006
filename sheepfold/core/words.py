"""Words people read, in their language.

Source texts are English. A language is one folder of texts, read as they are, without a build step: `locale/de/` has
`words.po` for the package and, for each of our games, a folder with its `words.po` and its pages (`dyke/rules.md`). A
game of one's own keeps the like in its own folder: `locale/de/words.po`, `locale/de/rules.md`. Which languages there
are is found from these folders. The language belongs to the current context (a request, a thread), so one server can
speak several at once.
"""

from __future__ import annotations

import ast
import gettext as standard
import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

SOURCE_LANGUAGE = "en"
PACKAGE = Path(__file__).resolve().parent.parent

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)
_homes: list[Path] = [PACKAGE / "locale", *map(Path, filter(None, [os.environ.get("SHEEPFOLD_LOCALE")]))]
"""The folders that have a folder for each language: ours, one that somebody is translating in, those of games."""


class Catalogue:
    """The translations of one language: texts, texts with plurals, and the rule that picks the plural."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.plurals: dict[str, list[str]] = {}
        self.plural_rule: Callable[[int], int] = lambda n: int(n != 1)
        self.name = ""
        """What those who speak it call it."""

    def read(self, path: Path) -> None:
        """Add what a `.po` file says; its header sets the plural rule and the language's name."""
        for entry in _entries(path.read_text(encoding="utf-8")):
            singular = entry["msgid"]
            if not singular:
                self._read_header(entry["msgstr"])
            elif "msgid_plural" in entry:
                forms = [text for key, text in sorted(entry.items()) if key.startswith("msgstr[")]
                if all(forms):
                    self.plurals[singular] = forms
            elif entry.get("msgstr"):
                self.texts[singular] = entry["msgstr"]

    def _read_header(self, header: str) -> None:
        for line in header.splitlines():
            if line.startswith("Plural-Forms:"):
                rule = line.partition("plural=")[2].rstrip("; ")
                self.plural_rule = standard.c2py(rule)
            elif line.startswith("X-Language-Name:"):
                self.name = line.partition(":")[2].strip()


def _entries(text: str) -> Iterator[dict[str, str]]:
    """The entries of a `.po` file, each as keyword → text."""
    for block in text.split("\n\n"):
        entry: dict[str, str] = {}
        keyword = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if not line.startswith('"'):
                keyword = line.partition(" ")[0]
                entry[keyword] = ""
            entry[keyword] += str(ast.literal_eval(line.removeprefix(keyword).strip()))
        if entry:
            yield entry


@cache
def catalogue(language: str) -> Catalogue:
    """All that is known in a language; empty for English and for languages nobody has translated."""
    found = Catalogue()
    for path in files(language):
        found.read(path)
    return found


def files(language: str) -> Iterator[Path]:
    """The `.po` files of a language."""
    for home in _homes if language in _translated() else ():
        yield from sorted((home / language).rglob("*.po"))


def add_home(home: Path) -> None:
    """Let a game, or whoever translates, bring a folder that has a folder for each language."""
    if home not in _homes:
        _homes.append(home)
        look_again()


def look_again() -> None:
    """Forget what was read of the folders."""
    catalogue.cache_clear()
    _translated.cache_clear()


def page(folder: Path, name: str) -> Path:
    """A page of a game in the present language; as its folder has it, in English, where nobody has translated it."""
    if language() in _translated():
        for home in (folder / "locale" / language(), *(home / language() / folder.name for home in _homes)):
            if (home / name).is_file():
                return home / name
    return folder / name


def languages() -> list[str]:
    """The languages there are, English first."""
    return [SOURCE_LANGUAGE, *_translated()]


@cache
def _translated() -> list[str]:
    return sorted({path.parent.name for home in _homes for path in home.glob("*/words.po")})


def spoken(tag: str) -> str | None:
    """The language meant by a tag as browsers and systems write it; None: nobody has translated it.

    `de-AT;q=0.8` and `de_CH.UTF-8` mean `de`, unless there is a folder for that very country.
    """
    known = {code.lower().replace("_", "-"): code for code in languages()}
    parts = re.split(r"[;.@]", tag.strip().lower().replace("_", "-"), maxsplit=1)[0].split("-")
    found = (known.get("-".join(parts[:length])) for length in range(len(parts), 0, -1))
    return next(filter(None, found), None)


def name_of(language: str) -> str:
    """What those who speak a language call it."""
    return "English" if language == SOURCE_LANGUAGE else catalogue(language).name or language


def language() -> str:
    """The language spoken here and now."""
    return _language.get()


def speak(language: str) -> None:
    """Speak this language from here on in this context."""
    _language.set(language)


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Speak a language for a while."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def from_environment() -> str:
    """The language the person's system asks for, if we speak it."""
    for variable in ("SHEEPFOLD_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := os.environ.get(variable, ""):
            return spoken(asked) or SOURCE_LANGUAGE
    return SOURCE_LANGUAGE


def gettext(text: str) -> str:
    """The text in the present language; English where nobody has translated it."""
    return catalogue(_language.get()).texts.get(text, text)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The text that fits the number n, in the present language."""
    known = catalogue(_language.get())
    forms = known.plurals.get(singular)
    if forms is None:
        return singular if n == 1 else plural
    return forms[min(known.plural_rule(n), len(forms) - 1)]


def mark(text: str) -> str:
    """Mark a text for translation where it is declared; it is translated where it is shown."""
    return text
