"""Choices at the terminal: a list one can take in, and answers as people type them.

Few choices are numbered, with their words. Many (a hand of ten cards can be laid in 820 ways) are shown by kind, and
are typed: `play 085`, or just `085`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from sheepfold.core import coaching
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.match import Match
from sheepfold.core.options import is_number
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext

MOST_NUMBERED = 20
MOST_SHOWN = 120
"""More choices of one kind than that are only hinted at; `choices` shows them all."""
PUNCTUATION = ",.:;!?()"


@dataclass(frozen=True)
class Choices:
    """What somebody may do: the actions' texts and, where they are numbered, their words."""

    texts: list[str]
    words: list[str]
    example: str = ""
    """One of them to show how they are typed, where they are not numbered."""

    @property
    def numbered(self) -> bool:
        return bool(self.words)


def choices_of(match: Match, seat: int) -> Choices:
    """What a person may do now."""
    texts = match.legal(seat)
    if len(texts) > MOST_NUMBERED:
        return Choices(texts, [], _harmless(match, seat, texts))
    seen, game = match.observe(seat), match.game
    return Choices(texts, [game.in_words(seen, seat, game.by_text[text]) for text in texts])


def _harmless(match: Match, seat: int, texts: Sequence[str]) -> str:
    """One of the choices that is not warned of: whoever just types the example is not to regret it. The longest come
    last, so it is none of those."""
    warned = coaching.warnings(match, seat, texts)
    harmless = [text for text, said in zip(texts, warned, strict=True) if said is None] or texts
    return harmless[len(harmless) // 4]


def show_choices(out: Console, choices: Choices, *, all_of_them: bool = False) -> None:
    """Numbered, with the action's own text behind its words; or by kind where there are too many."""
    if choices.numbered:
        _show_numbered(out, choices)
        return
    for kind, rest in by_kind(choices.texts).items():
        _show_kind(out, kind, rest, len(rest) if all_of_them else MOST_SHOWN)


def _show_numbered(out: Console, choices: Choices) -> None:
    """Each with its number and its words; with its text too where that fits in a line."""
    widest = max(len(words) for words in choices.words)
    fits = 6 + widest + 3 + max(len(text) for text in choices.texts) <= out.width
    for number, (words, text) in enumerate(zip(choices.words, choices.texts, strict=True), 1):
        line = Text(f"{number:>4}  ", "bold").append(words, "not bold")
        if fits and words != text:
            line.pad_right(widest - len(words))
            line.append(f"   {text}", "dim not bold")
        out.print(line)


def by_kind(texts: Sequence[str]) -> dict[str, list[str]]:
    """Actions by their first word: what follows it in each, `""` where nothing does."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kind, _blank, rest = text.partition(" ")
        kinds.setdefault(kind, []).append(rest)
    return kinds


def _show_kind(out: Console, kind: str, rest: list[str], most: int) -> None:
    if rest == [""]:
        out.print(f"  {kind}")
        return
    shown = rest if len(rest) <= most else [*rest[:10], "…", *rest[-3:]]
    joined = "  ".join(item.replace(" ", "\u00a0") for item in shown)
    indent = f"  {kind} "
    lines = textwrap.wrap(joined, out.width - 1, initial_indent=indent, subsequent_indent=" " * len(indent))
    out.print("\n".join(lines).replace("\u00a0", " "), markup=False)
    if len(rest) > most:
        sentence = ngettext("({count} way; `choices` shows it)", "({count} ways; `choices` shows them all)", len(rest))
        out.print(" " * len(indent) + sentence.format(count=len(rest)), style="dim")


class Unclear(SheepfoldError):
    """An answer that is none of the choices, with a sentence."""


class Unknown(Unclear):
    """An answer that is none of the choices, nor the beginning of some."""


def answer(choices: Choices, typed: str, why_not: Callable[[str], object | None] = lambda _typed: None) -> str:
    """The action an answer stands for: its number, its text, the end of it, its beginning, or words that are said of no
    other; what cannot be done is refused with the reason that `why_not` gives."""
    typed = " ".join(typed.split())
    if typed in choices.texts:
        return typed
    if choices.numbered and is_number(typed):
        if 1 <= int(typed) <= len(choices.texts):
            return choices.texts[int(typed) - 1]
        words = _("There is no choice {typed}; there are 1 to {last}.")
        if len(choices.texts) == 1:
            words = _("There is no choice {typed}; there is only 1.")
        raise Unclear(words.format(typed=typed, last=len(choices.texts)))
    for fits in (_is_end, _is_beginning):
        if found := [text for text in choices.texts if typed and fits(text.lower(), typed.lower())]:
            return _only_one(found, typed)
    if reason := why_not(typed):
        raise Unclear(str(reason))
    if found := _described_by(choices, typed):
        return _only_one(found, typed)
    raise Unknown(_("`{typed}` is none of the choices; `help` says what can be typed.").format(typed=typed))


def _only_one(found: Sequence[str], typed: str) -> str:
    if len(found) == 1:
        return found[0]
    shown = [f"`{text}`" for text in found[:6]] + (["…"] if len(found) > 6 else [])
    raise Unclear(_("`{typed}` could be {those}.").format(typed=typed, those=", ".join(shown)))


def _described_by(choices: Choices, typed: str) -> list[str]:
    """The choices of which all that was typed is said, as `±5` of "take the pad ±5"."""
    said = [set(f"{text} {words}".lower().split()) for text, words in zip(choices.texts, choices.words, strict=False)]
    wanted = {part.strip(PUNCTUATION) for part in typed.lower().split()}
    return [
        text
        for text, parts in zip(choices.texts, said, strict=False)
        if wanted and wanted <= {part.strip(PUNCTUATION) for part in parts}
    ]


def _is_end(text: str, typed: str) -> bool:
    return text.partition(" ")[2] == typed


def _is_beginning(text: str, typed: str) -> bool:
    return text.startswith(typed)


def hint(choices: Choices) -> str:
    """What can be typed, in a few words."""
    if choices.numbered and len(choices.texts) == 1:
        return _("1, or help")
    if choices.numbered:
        return _("1 to {last}, or help").format(last=len(choices.texts))
    example = choices.example or choices.texts[len(choices.texts) // 2]
    short = example.partition(" ")[2]
    if not short:
        return _("for example `{text}`, or help").format(text=example)
    return _("for example `{text}` or just `{short}`, or help").format(text=example, short=short)
