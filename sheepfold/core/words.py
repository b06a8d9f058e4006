"""Words people read, in their language.

Source texts are English. Translations are `.po` files: `locale/<language>.po` for the package and
`<language>.po` in each game's folder, read as they are, without a build step. The language belongs to the current
context (a request, a thread), so one server can speak several at once.
"""

from __future__ import annotations

import ast
import gettext as standard
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

SOURCE_LANGUAGE = "en"
PACKAGE = Path(__file__).resolve().parent.parent

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)
_folders: list[Path] = [PACKAGE / "locale"]


class Catalogue:
    """The translations of one language: texts, texts with plurals, and the rule that picks the plural."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.plurals: dict[str, list[str]] = {}
        self.plural_rule: Callable[[int], int] = lambda n: int(n != 1)

    def read(self, path: Path) -> None:
        """Add what a `.po` file says; its header sets the plural rule."""
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
                self.plural_rule = standard.c2py(rule)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


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
    for folder in _folders:
        path = folder / f"{language}.po"
        if path.is_file():
            found.read(path)
    return found


def add_folder(folder: Path) -> None:
    """Let a game bring its own translations."""
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()
        _translated.cache_clear()


def languages() -> list[str]:
    """The languages there are, English first."""
    return [SOURCE_LANGUAGE, *_translated()]


@cache
def _translated() -> list[str]:
    return sorted({path.stem for folder in _folders for path in folder.glob("*.po")})


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
        asked = os.environ.get(variable, "")[:2].lower()
        if asked:
            return asked if asked in languages() else SOURCE_LANGUAGE
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
