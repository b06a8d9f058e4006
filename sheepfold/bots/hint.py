"""A hint: what a strong bot would do here, and how much it is worth against the next best thing, in words."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from sheepfold.bots.bellwether import searcher_by_value
from sheepfold.bots.reading import SecretMind, begun_choosing, reads
from sheepfold.bots.search import Considered, Searcher, manner_of
from sheepfold.bots.seen import Seen
from sheepfold.core.engine import SEARCH, VALUE, engine_of
from sheepfold.core.errors import IllegalAction
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.network import has_learned
from sheepfold.core.words import gettext as _

ITERATIONS = 4_000
CLEAR = 0.05
"""A difference in the chance of winning that one can rely on after so many iterations."""


@dataclass(frozen=True)
class Hint:
    """What to do, how likely it is to win, and the same of the next best action, if there is one."""

    action: str
    chance: float
    other: str | None
    other_chance: float
    words: str

    def __str__(self) -> str:
        return self.words


def hint(match: Match, seat: int, *, iterations: int = ITERATIONS, seed: int | None = None) -> Hint:
    """What a strong bot would do in this seat, from what the seat may see.

    The same seed gives the same advice, for which it waits until all that it thinks with is compiled. Without a seed
    it thinks with what is there.
    """
    legal = match.legal(seat)
    if not legal:
        raise IllegalAction(_("There is nothing to do for {seat} now.").format(seat=match.seat_names()[seat]))
    needed = (SEARCH, VALUE) if seed is not None and has_learned(match.game) else (SEARCH,)
    engine_of(match.game).wait_for(*needed)
    seen = Seen(match.game, seat, match.observation(seat))
    best, *others = _considered(seen, match.players, iterations, random.Random(seed or 0))
    other = others[0] if others else None
    worth = other.worth if other else 0.0
    words = _in_words(match, seat, best.action, best.worth, other.action if other else None, worth)
    return Hint(best.action, best.worth, other.action if other else None, worth, words)


def _considered(seen: Seen, players: int, iterations: int, rng: random.Random) -> list[Considered]:
    """The best first; where others choose in secret at the same time, by imagining them as the strongest level does."""
    if reads(seen.game) and (begun := begun_choosing(seen)) is not None:
        return SecretMind(seen.game, players).weigh(seen, begun, rng)
    return mind(seen.game, players, iterations).consider(seen, rng)


def mind(game: Game, players: int, iterations: int) -> Searcher:
    """Who thinks of hints: the search of the strongest level, with what was learned of the game if it is at hand.

    It thinks of nothing but winning, so that what it says is a chance of that.
    """
    engine, found = engine_of(game), None
    if has_learned(game):
        engine.want(VALUE)
        found = searcher_by_value(game, players, iterations=iterations, winner=1.0) if engine.has(VALUE) else None
    return found or Searcher(game, iterations=iterations, manner=replace(manner_of(game), winner=1.0))


def _in_words(match: Match, seat: int, action: str, chance: float, other: str | None, other_chance: float) -> str:
    def spoken(text: str) -> str:
        return match.game.in_words(match.observe(seat), seat, match.game.by_text[text])

    if other is None:
        return _("There is only one thing to do: {action}.").format(action=spoken(action))
    if chance - other_chance < CLEAR:
        sentence = _("My advice: {action}. A chance of about {chance} in 100; about as good: {other}.")
    else:
        sentence = _("My advice: {action}. A chance of about {chance} in 100, against {less} for: {other}.")
    return sentence.format(
        action=spoken(action), chance=round(100 * chance), other=spoken(other), less=round(100 * other_chance)
    )
