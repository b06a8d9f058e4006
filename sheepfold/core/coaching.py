"""A coach that may stay: what it says of a position and of what happened, by the rules and in the game's words.

A game says in notation.py what can be done (`can_do`), what would be regretted (`warn`), what speaks for a choice
(`speaks_for`) and what lies behind an event (`EXPLAINED`). All of it is made from what the one who is coached may see,
before and after: a coach knows no more than its pupil, and tells no secret of a bot whose choice it explains.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheepfold.core import words
from sheepfold.core.plain import SeenRecord
from sheepfold.core.rules_page import blocks, spans
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.core.game import Game
    from sheepfold.core.match import Match


@dataclass(frozen=True)
class Said:
    """A sentence of the coach, and the rule it follows from."""

    words: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


def can_do(match: Match, seat: int) -> str:
    """What there is to do now; where a game has no words for it, what it asks."""
    return match.game.notation.can_do(match.seen(seat), seat) or match.question(seat)


def warnings(match: Match, seat: int, actions: Sequence[str]) -> list[Said | None]:
    """What speaks against each of these choices, as far as the rules alone can tell."""
    numbers = [match.game.by_text[text] for text in actions]
    return match.game.notation.warn(match.seen(seat), seat, numbers)


def remarks(match: Match, eyes: int | None, bots: Collection[int]) -> list[Said]:
    """What a pupil (None: one who only watches) is told of the latest action: why a bot chose it, what it caused."""
    explained = next(_explained(match), None)
    return [*_choices_of_bots(match, eyes, bots)[-1:], *([explained] if explained else [])]


# ---------------------------------------------------------------------------------------------- what a bot chose


def _choices_of_bots(match: Match, eyes: int | None, bots: Collection[int]) -> list[Said]:
    """Why bots chose what they did, as far as it can be known: the latest choice, and what it brought to light."""
    latest = match.steps(eyes, since=len(match) - 1)[0]
    chosen = [(latest.seat, latest.action), *_come_to_light(match, eyes)]
    before = SeenRecord(match.observation(eyes, before=True))
    said = [_because(match, before, seat, text) for seat, text in chosen if seat in bots]
    return [each for each in said if each is not None]


def _come_to_light(match: Match, eyes: int | None) -> Iterator[tuple[int, str]]:
    """What was chosen in secret and has just been revealed."""
    kinds = match.game.events.kinds
    revealing = {kinds[number][0] for number in match.game.events.reveals}
    for event in match.told():
        if event.what in revealing:
            own = [step.action for step in match.steps(eyes) if step.seat == event.seat]
            yield event.seat, own[-1]


def _because(match: Match, before: SeenRecord, seat: int | None, text: str) -> Said | None:
    """Why somebody chose this; None where nothing is known to speak for it, or what it was."""
    number = match.game.by_text.get(text)
    if seat is None or number is None:
        return None
    reason = match.game.notation.speaks_for(before, seat, number)
    if not reason:
        return None
    chosen = match.game.in_words(before, seat, number)
    because = _("{name}: {action} – because {reason}.")
    return Said(because.format(name=match.seat_names()[seat], action=chosen, reason=reason))


# ---------------------------------------------------------------------------------------------- what happened


def _explained(match: Match) -> Iterator[Said]:
    """The rules behind what the latest action caused, the most telling first."""
    happened = {event.what: event.rule for event in match.told()}
    known = match.game.notation.EXPLAINED
    if known:
        for what in known:
            if what in happened:
                yield Said(_(known[what]), happened[what])
    else:
        for rule in dict.fromkeys(filter(None, happened.values())):
            if text := _first_sentences(match.game, words.language()).get(rule):
                yield Said(text, rule)


@functools.lru_cache(maxsize=32)
def _first_sentences(game: Game, _language: str) -> dict[str, str]:
    """What each rule begins with, on the rules page in the present language, if the game has one."""
    if not words.page(game.folder, "rules.md").is_file():
        return {}
    return {block.rule: _first_sentence(block.words) for block in blocks(game.rules_page()) if block.rule}


def _first_sentence(text: str) -> str:
    plain = "".join(span.text for span in spans(text) if span.style != "tag").strip()
    end = plain.find(". ")
    return plain if end < 0 else plain[: end + 1]
