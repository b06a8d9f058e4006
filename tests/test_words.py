"""Every text people read is translated: nothing missing, nothing stale, placeholders kept.

The texts are read from the sources: what `_()` and `N_()` and `ngettext()` are called with, by whatever name a module
imports them; and what `_()` is called with in the templates and scripts of the page.
"""

from __future__ import annotations

import ast
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import sheepfold
from sheepfold.core import words
from sheepfold.core.interface import LESSON
from sheepfold.server.page.page_words import texts_in
from sheepfold.server.page.pages import page_router
from sheepfold.testing import walk
from tests.terminal import Terminal, terminal

__all__ = ["terminal"]

PACKAGE = Path(sheepfold.__file__).parent
GAME_FOLDERS = [PACKAGE / "games" / key for key in sheepfold.games()]
FOLDERS = [PACKAGE, *GAME_FOLDERS]
LANGUAGES = words.languages()[1:]


def po_file(folder: Path, language: str) -> Path:
    of_language = PACKAGE / "locale" / language
    return (of_language if folder == PACKAGE else of_language / folder.name) / "words.po"


def modules(folder: Path) -> Iterator[Path]:
    """The modules whose texts a folder's `.po` file translates: a game's own, or all outside the games' folders."""
    sources = [
        *folder.rglob("*.py"),
        *folder.glob(LESSON),
        *folder.glob("server/page/templates/*.html"),
        *folder.glob("server/page/static/*.js"),
    ]
    for path in sorted(sources):
        if folder != PACKAGE or not any(path.is_relative_to(game) for game in GAME_FOLDERS):
            yield path


def texts_of(path: Path) -> Iterator[tuple[str, str | None, int]]:
    """The texts a module marks: the text, its plural if it has one, and the line."""
    if path.name == LESSON:
        lesson = sheepfold.game(path.parent.name).lesson
        yield from ((text, None, 0) for text in (lesson.texts() if lesson else ()))
        return
    if path.suffix != ".py":
        yield from ((text, None, 0) for text in texts_in(path))
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "sheepfold.core.words"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called):
            continue
        kind = called[node.func.id]
        if kind not in ("gettext", "mark", "ngettext"):
            continue
        given = [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
        if kind == "ngettext":
            assert len(given) >= 2, f"{path}:{node.lineno} ngettext takes two plain texts"
            yield given[0], given[1], node.lineno
        elif given:
            yield given[0], None, node.lineno
        else:
            assert kind == "gettext", f"{path}:{node.lineno} marks what is no plain text"


def marked(folder: Path) -> dict[str, tuple[str | None, str]]:
    """Every text of a folder: its plural and where it stands."""
    return {
        text: (plural, f"{path.relative_to(PACKAGE)}:{line}")
        for path in modules(folder)
        for text, plural, line in texts_of(path)
    }


def translated(folder: Path, language: str) -> words.Catalogue:
    path = po_file(folder, language)
    found = words.Catalogue()
    if path.is_file():
        found.read(path)
    return found


def placeholders(text: str) -> set[str]:
    return {name for _before, name, _form, _how in string.Formatter().parse(text) if name is not None}


CASES = [(folder, language) for folder in FOLDERS for language in LANGUAGES]
by_name = pytest.mark.parametrize(("folder", "language"), CASES, ids=lambda value: getattr(value, "name", value))


@by_name
def test_nothing_is_missing(folder: Path, language: str) -> None:
    known = translated(folder, language)
    others = translated(PACKAGE, language)
    missing = [
        f"{where} {text!r}"
        for text, (plural, where) in marked(folder).items()
        if text not in (known.texts if plural is None else known.plurals)
        and text not in (others.texts if plural is None else others.plurals)
    ]
    assert not missing, f"{po_file(folder, language)} lacks:\n" + "\n".join(missing)


@by_name
def test_nothing_is_stale(folder: Path, language: str) -> None:
    known, used = translated(folder, language), marked(folder)
    stale = [text for text in (*known.texts, *known.plurals) if text not in used]
    assert not stale, f"{po_file(folder, language)} has texts nobody shows:\n" + "\n".join(stale)


@by_name
def test_placeholders_are_kept(folder: Path, language: str) -> None:
    known, used = translated(folder, language), marked(folder)
    for text, translation in known.texts.items():
        assert placeholders(translation) == placeholders(text), f"{text!r} → {translation!r}"
    for text, forms in known.plurals.items():
        plural = used[text][0] if text in used else text
        for form in forms:
            assert placeholders(form) <= placeholders(text) | placeholders(plural or ""), f"{text!r} → {form!r}"


@by_name
def test_edges_are_kept(folder: Path, language: str) -> None:
    """Blanks and line breaks at the edges of a text join it to its neighbours."""
    for text, translation in translated(folder, language).texts.items():
        assert translation[: len(translation) - len(translation.lstrip())] == text[: len(text) - len(text.lstrip())]
        assert translation[len(translation.rstrip()) :] == text[len(text.rstrip()) :], repr(text)


@by_name
def test_a_text_stands_once_in_its_file(folder: Path, language: str) -> None:
    lines = po_file(folder, language).read_text(encoding="utf-8").splitlines()
    ids = [line for line in lines if line.startswith("msgid ")]
    assert len(ids) == len(set(ids)), [line for line in ids if ids.count(line) > 1]


def test_a_game_does_not_translate_what_the_package_says() -> None:
    """Catalogues are merged: one text, one translation."""
    for language in LANGUAGES:
        ours = translated(PACKAGE, language)
        for folder in GAME_FOLDERS:
            theirs = translated(folder, language)
            clash = {text for text in theirs.texts if ours.texts.get(text, theirs.texts[text]) != theirs.texts[text]}
            assert not clash, f"{folder.name} translates otherwise than the package: {clash}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sheepfold.games())
def test_boards_are_read_back_in_every_language_and_fit_80_columns(key: str, language: str) -> None:
    notation = sheepfold.game(key).notation
    with words.speaking(language):
        match = sheepfold.Match(key)
        for steps in (1, 7, 40, 9, 30):
            walk(match, seed=steps, steps=steps)
            board = match.text()
            assert notation.diagram(notation.read_diagram(board)) == board
            assert max(len(line) for line in board.splitlines()) <= 80


def test_the_languages_are_spoken() -> None:
    for key in sheepfold.games():
        sheepfold.game(key)
    assert words.languages() == ["en", *sorted(path.name for path in (PACKAGE / "locale").iterdir())]
    assert "de" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_its_own_name(language: str) -> None:
    assert words.name_of(language) != language


# ---------------------------------------------------------------------------------------------- one more language

WORDS = """msgid ""
msgstr ""
"X-Language-Name: Schäfisch\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "{text}"
msgstr "Mäh"
"""


@pytest.fixture
def one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language as whoever adds one makes it: a folder with the words of the package, and what a game has."""
    folder = tmp_path / "locale" / "zz"
    (folder / "dyke").mkdir(parents=True)
    (folder / "words.po").write_text(WORDS.format(text="Settings"), encoding="utf-8")
    (folder / "dyke" / "words.po").write_text(WORDS.format(text="East Frisian Sheep Hustle"), encoding="utf-8")
    (folder / "dyke" / "rules.md").write_text("# Mäh\n\n- DYK-1 Mäh, mäh.\n", encoding="utf-8")
    monkeypatch.setattr(words, "_homes", [*words._homes])
    words.add_home(tmp_path / "locale")
    yield "zz"
    monkeypatch.undo()
    words.look_again()


def test_a_folder_of_texts_is_a_language_everywhere(one_more: str) -> None:
    assert words.languages() == ["en", *sorted([*LANGUAGES, one_more])]
    with words.speaking(one_more):
        assert (words.gettext("Settings"), words.gettext("Rules")) == ("Mäh", "Rules")
        assert words.gettext(sheepfold.game("dyke").name) == "Mäh"
        assert sheepfold.game("dyke").rules_page().startswith("# Mäh")
        assert sheepfold.game("nines").rules_page() == (GAME_FOLDERS[1] / "rules.md").read_text(encoding="utf-8")


ASTRAY = re.compile(r"(?<=\S) [;:!?»%](?![\w\[(])|« |\w'\w|\w …|\.\.\.|(?<=[\w’)])[;!?»](?=\s|$)|(?<=[^\W\d]):(?=\s|$)")
"""Marks that French keeps on the line of their word: after a space that does not break, and no other."""


def test_french_keeps_its_marks_on_their_line() -> None:
    texts: list[str] = []
    for folder in FOLDERS:
        known = translated(folder, "fr")
        texts += [*known.texts.values(), *(form for forms in known.plurals.values() for form in forms)]
    for page in (PACKAGE / "locale" / "fr").glob("*/*.md"):
        texts += page.read_text(encoding="utf-8").splitlines()
    prose = [re.sub(r"`[^`]*`|\{[^}]*\}|\]\([^\n]*\)$", "x", text) for text in texts]
    assert [text for text in prose if ASTRAY.search(text) and "sheepfold warm" not in text] == []


TAGS = [
    ("de", "de"),
    ("de-AT;q=0.5", "de"),
    ("de_CH.UTF-8", "de"),
    (" FR ", "fr"),
    ("de@euro", "de"),
    ("C", None),
    ("*", None),
]
MORE_TAGS = [("zz-YY", "zz-YY"), ("zz_yy.UTF-8", "zz-YY"), ("zz-XX", "zz"), ("zzz", "zzz"), ("zzzz", None), ("z", None)]


@pytest.mark.parametrize(("tag", "language"), TAGS)
def test_a_language_is_known_however_its_tag_is_written(tag: str, language: str | None) -> None:
    assert words.spoken(tag) == language


@pytest.mark.parametrize(("tag", "language"), MORE_TAGS)
def test_a_folder_may_be_named_for_a_long_code_or_for_a_country(
    one_more: str, tmp_path: Path, tag: str, language: str | None
) -> None:
    for code in ("zzz", "zz-YY"):
        (tmp_path / "locale" / code).mkdir()
        (tmp_path / "locale" / code / "words.po").write_text(WORDS.format(text="Rules"), encoding="utf-8")
    words.look_again()
    assert words.spoken(tag) == language


def test_the_page_offers_it(one_more: str) -> None:
    with TestClient(Litestar([page_router()], openapi_config=None)) as client:
        answer = client.get("/rules/dyke", headers={"accept-language": "zz,de;q=0.5"})
    assert '<html lang="zz"' in answer.text
    assert '<option value="zz" selected>Schäfisch</option>' in answer.text
    assert "Mäh, mäh." in answer.text


def test_the_command_line_offers_it(one_more: str, terminal: Terminal) -> None:
    assert "Schäfisch (zz)" in terminal.run("--help").out
    assert "Mäh, mäh." in terminal.run("rules", "dyke", "DYK-1", "--language", "zz").out
    assert ", zz." in terminal.run("games", "--language", "xx").err


def test_whoever_translates_may_do_so_anywhere(one_more: str, tmp_path: Path) -> None:
    say = "from sheepfold.core import words; print(words.languages(), words.name_of('zz'))"
    environment = {**os.environ, "SHEEPFOLD_LOCALE": str(tmp_path / "locale"), "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run([sys.executable, "-c", say], env=environment, capture_output=True, check=True)
    assert said.stdout.decode().strip() == f"{words.languages()} Schäfisch"


def test_a_game_of_ones_own_keeps_its_languages_in_its_folder(tmp_path: Path, one_more: str) -> None:
    own = tmp_path / "pig"
    (own / "locale" / "zz").mkdir(parents=True)
    for folder, text in ((own, "English"), (own / "locale" / "zz", "Mäh")):
        (folder / "rules.md").write_text(text, encoding="utf-8")
    assert words.page(own, "rules.md") == own / "rules.md"
    with words.speaking(one_more):
        assert words.page(own, "rules.md") == own / "locale" / "zz" / "rules.md"
    with words.speaking("de"):
        assert words.page(own, "rules.md") == own / "rules.md"
