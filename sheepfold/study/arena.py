"""The arena: bots against bots, and honest figures of who is how strong.

A *deal* is one sequence of dice and cards. Every line-up plays every deal from all seats in turn, so luck and the
advantage of a seat fall to everybody alike. The games are shared out to all cores; a seed gives the same results
however they are shared out.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from sheepfold import bots
from sheepfold.core import drivers
from sheepfold.core.engine import engine_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.secrecy import Array
from sheepfold.core.words import gettext as _
from sheepfold.study.engine import Crew, collect
from sheepfold.study.games import played_from, steps_for
from sheepfold.study.summary import Estimate, share, wins

MOST_LINE_UPS = 500


@dataclass(frozen=True)
class Bout:
    """One deal played by one line-up from all seats: who sat where, and the places, one row a game."""

    seatings: list[tuple[str, ...]]
    places: Array


@dataclass(frozen=True)
class Fared:
    """How a bot fared: its share of victories and its rating, from the chairs it sat in."""

    chairs: int
    wins: Estimate
    place: float
    rating: float
    doubt: float
    """The rating's standard deviation."""


@dataclass(frozen=True)
class Standings:
    """What a contest shows."""

    games: int
    players: int
    bots: dict[str, Fared]
    """The best rated first."""
    ahead: dict[tuple[str, str], Estimate]
    """How often the one came in before the other, in games both sat in; equal places count half."""

    def plain(self) -> dict[str, Any]:
        """All of it as plain numbers, for JSON."""
        return {
            "games": self.games,
            "players": self.players,
            "bots": {
                name: {
                    "chairs": fared.chairs,
                    "wins": fared.wins.plain(),
                    "place": round(fared.place, 6),
                    "rating": round(fared.rating, 6),
                    "doubt": round(fared.doubt, 6),
                }
                for name, fared in self.bots.items()
            },
            "ahead": [{"bot": one, "of": other, **estimate.plain()} for (one, other), estimate in self.ahead.items()],
        }


def contest(
    setup: Match,
    names: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int | None = None,
    engine: Crew | None = None,
    progress: Callable[[int], None] = lambda _done: None,
    on_stop: Callable[[BaseException], None] | None = None,
) -> Standings:
    """Let bots play at least so many games set up like this match (whole deals are played from all seats).

    `progress` hears how many games came to their end; `jobs` is how many processes share the work, unless another
    engine does it. With `on_stop`, what was played before Ctrl-C or the loss of the workers is kept, and it hears why.
    """
    model = _needed("openskill.models").PlackettLuce()
    work = _bouts(setup, _deals(setup, names, games), seed, engine or Crew(jobs=jobs or 0))
    done = collect(work, lambda bout: progress(len(bout.places)), on_stop)
    return _standings(setup.players, list(dict.fromkeys(names)), done, model)


def games_of(setup: Match, names: Sequence[str], games: int) -> int:
    """How many games a contest will play that is asked for so many."""
    return len(_deals(setup, names, games)) * setup.players


# ---------------------------------------------------------------------------------------------- who plays whom


def check_bots(game: Game, names: Sequence[str]) -> None:
    """Refuse what is no bot of this game; nothing is compiled for that."""
    for name in dict.fromkeys(names):
        bots.find(name, game)


def line_ups(names: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who sits down together.

    As many bots as seats: they do, the same bot perhaps on several. More: every choice of them. Fewer: every way to
    fill the table with them, but never with one alone.
    """
    if len(set(names)) < 2:
        raise BadOption(_("An arena takes at least two different bots."))
    if len(names) >= players:
        found = itertools.combinations(names, players)
    else:
        found = itertools.combinations_with_replacement(names, players)
    different = [line_up for line_up in dict.fromkeys(found) if len(set(line_up)) > 1]
    if len(different) > MOST_LINE_UPS:
        sentence = _("{count} line-ups are too many: name fewer bots.")
        raise BadOption(sentence.format(count=len(different)))
    return different


def rotations(line_up: tuple[str, ...], deal: int) -> list[tuple[str, ...]]:
    """A line-up with everybody once in every seat; around the table this way in one deal, that way in the next."""
    ordered = line_up if deal % 2 == 0 else line_up[::-1]
    return [ordered[-turn:] + ordered[:-turn] for turn in range(len(ordered))]


def _deals(setup: Match, names: Sequence[str], games: int) -> list[tuple[int, tuple[str, ...]]]:
    """Which deal is played by which line-up."""
    if games < 1:
        raise BadOption(_("At least one game has to be played, not {count}.").format(count=games))
    check_bots(setup.game, names)
    sitting_down = line_ups(names, setup.players)
    deals = -(-games // (len(sitting_down) * setup.players))
    return [(deal, line_up) for deal in range(deals) for line_up in sitting_down]


# ---------------------------------------------------------------------------------------------- playing


def _bouts(
    setup: Match, deals: Sequence[tuple[int, tuple[str, ...]]], seed: int, engine: Crew
) -> Iterator[tuple[int, Bout]]:
    """All bouts with their numbers, wherever they are played."""
    if engine.is_here:
        return engine.run(partial(_bout, setup, seed), deals)
    engine_of(setup.game).wait_for(*steps_for(*{line_up for _deal, line_up in deals}))
    return engine.run(partial(_bout_of_record, setup.record(), seed), deals)


def _bout_of_record(record: str, seed: int, deal: int, line_up: tuple[str, ...]) -> Bout:
    """A bout in another process, which is sent the set-up as a record."""
    return _bout(Match.replay(record), seed, deal, line_up)


def _bout(setup: Match, seed: int, deal: int, line_up: tuple[str, ...]) -> Bout:
    dice = drivers.seeds(seed, 1, deal)
    seatings = rotations(line_up, deal)
    places = [played_from(setup, seating, dice).places for seating in seatings]
    return Bout(seatings, np.concatenate(places))


def _needed(module: str) -> Any:
    """A module that only studies need."""
    try:
        return importlib.import_module(module)
    except ImportError:
        sentence = _("The arena needs {module}: pip install 'sheepfold[study]'.")
        raise BadOption(sentence.format(module=module.partition(".")[0])) from None


# ---------------------------------------------------------------------------------------------- counting


def _standings(players: int, names: list[str], bouts: list[Bout], model: Any) -> Standings:
    won: dict[str, list[float]] = {name: [] for name in names}
    place: dict[str, list[int]] = {name: [] for name in names}
    before: dict[tuple[str, str], list[float]] = {pair: [] for pair in itertools.permutations(names, 2)}
    for seating, row, parts in _games(bouts):
        for seat, name in enumerate(seating):
            won[name].append(parts[seat])
            place[name].append(row[seat])
        for one, other in itertools.permutations(range(players), 2):
            if seating[one] != seating[other]:
                before[seating[one], seating[other]].append(_before(row[one], row[other]))
    ratings = _ratings(names, bouts, model)
    fared = {
        name: Fared(len(won[name]), share(sum(won[name]), len(won[name])), float(np.mean(place[name])), *ratings[name])
        for name in sorted(names, key=lambda name: -ratings[name][0])
    }
    ahead = {
        (one, other): share(sum(before[one, other]), len(before[one, other]))
        for one, other in itertools.permutations(fared, 2)
        if before[one, other]
    }
    return Standings(sum(len(bout.places) for bout in bouts), players, fared, ahead)


def _games(bouts: list[Bout]) -> Iterator[tuple[tuple[str, ...], list[int], list[float]]]:
    """Of every game who sat where, the places, and what each seat won."""
    for bout in bouts:
        yield from zip(bout.seatings, bout.places.tolist(), wins(bout.places).tolist(), strict=True)


def _before(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def _ratings(names: list[str], bouts: list[Bout], model: Any) -> dict[str, tuple[float, float]]:
    """Every bot's rating and its doubt; a bot on several chairs learns from each of them."""
    known = {name: model.rating(name=name) for name in names}
    for seating, row, _parts in _games(bouts):
        rated = model.rate([[known[name]] for name in seating], ranks=row)
        for name in dict.fromkeys(seating):
            mine = [team[0] for team, other in zip(rated, seating, strict=True) if other == name]
            known[name].mu = sum(each.mu for each in mine) / len(mine)
            known[name].sigma = sum(each.sigma for each in mine) / len(mine)
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in known.items()}
