"""Why not: what cannot be done is refused in one short sentence, by rule.

A game says in `why_not` what speaks against an action, in `why_nothing` why a thing of its picture cannot be tapped
where no action stands for that, and in `why_no_action` why something typed is no action at all. All are given an
observation, so that no reason can tell what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sheepfold.core.options import is_number
from sheepfold.core.words import gettext as _

if TYPE_CHECKING:
    from sheepfold.core.game import Game


@dataclass(frozen=True)
class WhyNot:
    """A sentence, and the rule it follows from."""

    words: str
    rule: str = ""
    is_far: bool = False
    """Nothing of this kind is asked for now; of several reasons those that are nearer are said."""

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


def why_not_tapped(game: Game, seen: Any, seat: int, tapped: Sequence[str]) -> WhyNot:
    """Why nothing comes of tapping these things of the picture one after another, the last one in vain."""
    reasons = list(_reasons(game, seen, seat, tapped))
    nearest = next((reason for reason in reasons if not reason.is_far), None)
    return nearest or next(iter(reasons), None) or _otherwise(game, seen, seat)


def why_not_typed(game: Game, seen: Any, seat: int, typed: str) -> WhyNot | None:
    """What speaks against what was typed: an action's text, or the end of one; None: nobody can tell what is meant."""
    meant = [text for text in game.texts if typed in (text, text.partition(" ")[2])]
    reasons = list(_against(game, seen, seat, map(game.by_text.__getitem__, meant)))
    nearest = next((reason for reason in reasons if not reason.is_far), None)
    if nearest is None and typed not in meant:
        nearest = game.notation.why_no_action(seen, seat, typed)
    if is_number(typed):
        return nearest  # a bare number is about what is asked: `1` is no try at `starter 1`
    return nearest or next(iter(reasons), None) or _against_its_kind(game, seen, seat, typed)


def _against_its_kind(game: Game, seen: Any, seat: int, typed: str) -> WhyNot | None:
    """What speaks against all that begins with the same word (`take`, `pick nothing`); None: some of it can be done."""
    kind = typed.partition(" ")[0]
    actions = [game.by_text[text] for text in game.texts if text.partition(" ")[0] == kind]
    reasons = [game.notation.why_not(seen, seat, action) for action in actions]
    return reasons[0] if reasons and all(reasons) else None


def _reasons(game: Game, seen: Any, seat: int, tapped: Sequence[str]) -> Iterator[WhyNot]:
    """What speaks against it: against what one begins so, then against the thing, then against what leads there."""
    paths = [(action, tuple(game.notation.parts(seen, seat, action))) for action in range(game.actions)]
    begun = tuple(tapped)
    yield from _against(game, seen, seat, (action for action, path in paths if path[: len(begun)] == begun))
    if (reason := game.notation.why_nothing(seen, seat, begun)) is not None:
        yield reason
    yield from _against(game, seen, seat, (action for action, path in paths if begun[-1] in path))


def _against(game: Game, seen: Any, seat: int, actions: Iterable[int]) -> Iterator[WhyNot]:
    return filter(None, (game.notation.why_not(seen, seat, action) for action in actions))


def _otherwise(game: Game, seen: Any, seat: int) -> WhyNot:
    """What is said where a game gives no reason: what it asks instead, and by which rule."""
    asked = game.notation.question(seen, seat)
    words = _("That leads nowhere now. {asked}").format(asked=asked).strip()
    return WhyNot(words, game.notation.asked_by(seen, seat))
