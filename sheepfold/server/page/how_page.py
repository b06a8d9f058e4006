"""How to play: a page for people, with pictures, positions to try out, and a *why?* to the rule behind each sentence.

The text is the game's `how.md`: what a rules page has, `(NIN-7)` behind a sentence for the rule it follows from, and
`?[What to do.](jump-before.txt@1)` for a position of the examples that one tries out in that seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from markupsafe import Markup

from sheepfold.core import examples, words
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.game import Game
from sheepfold.core.rules_page import Block, blocks
from sheepfold.core.trial import Trial
from sheepfold.core.words import gettext as _
from sheepfold.drawing.svg import Theme
from sheepfold.server.page.rules_page import Figures, inline

WHY = re.compile(r"\s*\(([A-Z]{3}-X?\d+)\)")
TRY = re.compile(r"\?\[([^\]]+)\]\(([\w-]+)\.txt@(\d)\)")
MOST_TRIED = 12
"""Actions in one position; nobody needs more to understand it."""


@dataclass(frozen=True)
class HowPage:
    """A page to read: its title and its text as HTML."""

    title: str
    html: str


def has_how_page(game: Game) -> bool:
    return (game.folder / "how.md").is_file()


def how_page(game: Game, theme: Theme = "auto") -> HowPage:
    """How a game is played, in the present language."""
    text = words.page(game.folder, "how.md").read_text(encoding="utf-8")
    found, figures = blocks(text), Figures(game.key, theme)
    title = next(block.text for block in found if block.kind == "title")
    sections: list[str] = []
    for _heading, group in groupby(found, key=attrgetter("under")):
        body = "".join(_html(game, block, figures) for block in group)
        sections.append(f"<section>{body}</section>")
    return HowPage(title, "".join(sections))


def _html(game: Game, block: Block, figures: Figures) -> str:
    if block.kind == "title":
        return ""
    if block.kind == "heading":
        return f"<h2>{inline(block.text)}</h2>"
    tried = [_trial(game.key, *found) for found in TRY.findall(block.text)]
    sentences = _with_why(game.key, inline(TRY.sub("", block.text).strip()))
    return (f"<p>{sentences}</p>" if sentences else "") + figures.html(block.examples) + "".join(tried)


def _with_why(key: str, html: str) -> str:
    """A *why?* behind each sentence that names its rule."""
    link = Markup('&nbsp;<a class="why" href="/rules/{key}#{rule}" aria-label="{label}">{why}</a>')

    def linked(found: re.Match[str]) -> str:
        label = _("Why? Rule {rule}").format(rule=found[1])
        return str(link.format(key=key, rule=found[1], label=label, why=_("why?")))

    return WHY.sub(linked, html)


def _trial(key: str, caption: str, name: str, seat: str) -> str:
    """Where a position is tried out; the script fills it."""
    return str(
        Markup(
            '<div class="try" data-game="{}" data-name="{}" data-seat="{}"><p class="task">{}</p>'
            '<div class="position"></div><p class="said" role="status"></p></div>'
        ).format(key, name, seat, caption)
    )


# ---------------------------------------------------------------------------------------------- trying out


def trials(game: Game) -> list[tuple[str, int]]:
    """The positions that a game's page offers to try, with the seat that does."""
    text = (game.folder / "how.md").read_text(encoding="utf-8") if has_how_page(game) else ""
    return [(name, int(seat)) for _caption, name, seat in TRY.findall(text)]


def trial_of(game: Game, name: str, played: Sequence[str]) -> Trial | None:
    """A position of the page after these actions; None where there is none. What is not legal raises."""
    seat = dict(trials(game)).get(name)
    if seat is None:
        return None
    trial = Trial(game, examples.position(game, examples.files(game)[name]), seat)
    for action in played[:MOST_TRIED]:
        trial.play(seat, action)
    return trial


def trial_shown(trial: Trial, name: str, *, upright: bool = False) -> dict[str, Any]:
    """A position as the page shows it: its picture (`upright`: for a phone), what can be tapped, what just happened."""
    seat, game = trial.tries, trial.game
    seen = trial.seen(seat)
    legal = trial.legal(seat) if trial.goes_on else []
    return {
        "picture": trial.svg(seat, upright=upright, styled=False, prefix=f"{name}-"),
        "choices": [{"action": text, "parts": trial.parts(seat, text)} for text in legal],
        "words": {text: game.in_words(seen, seat, game.by_text[text]) for text in legal[:60]},
        "question": trial.question(seat) if legal else "",
        "story": trial.story(seat=seat) if len(trial) else "",
    }


def why_shown(trial: Trial, tapped: Sequence[str]) -> dict[str, str]:
    """Why what was tapped leads nowhere."""
    if not trial.goes_on:
        raise SheepfoldError(_("There is nothing to do for you now."))
    reason = trial.why_not_tapped(trial.tries, tapped)
    return {"words": reason.words, "rule": reason.rule}
