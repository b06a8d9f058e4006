"""`simulate`: many games, a progress bar, and what they show."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from sheepfold import bots
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.match import Match
from sheepfold.core.setup import read_options
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.study import Estimate, Games, difference, play_games, summary
from sheepfold.study.engine import Crew, read_engine
from sheepfold.study.games import steps_for
from sheepfold.study.rows import write_csv
from sheepfold.study.summary import Difference, Summary
from sheepfold.terminal import INTERRUPTED
from sheepfold.terminal.compiling import get_ready
from sheepfold.terminal.screen import console, seat_text, side_console

MOST_GAMES = 100_000_000


def bots_by_seat(game: Game, players: int, given: str) -> list[str]:
    """The bots by seat: `greedy,random`, or one for all."""
    names = [name.strip() for name in given.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        sentence = _("There are {given} bots for {players} players: name one for every seat, or one for all.")
        raise BadOption(sentence.format(given=len(names), players=players))
    for name in set(names):
        bots.find(name, game)
    return names


def read_variant(game: Game, text: str) -> dict[str, Any]:
    """The options of a variant as one names it: `sun=8`, several with commas."""
    parts = (each.strip().partition("=") for each in text.split(","))
    return read_options(game, {name: value if equals else None for name, equals, value in parts})


@dataclass(frozen=True)
class HowShown:
    """How results are shown: as text or as JSON, and the games as rows of a file."""

    as_json: bool = False
    csv: Path | None = None
    variant: str = ""
    """What the variant is called."""


def simulate(
    setup: Match, bots_given: str, *, count: int, seed: int, engine: str, shown: HowShown, variant: Match | None = None
) -> int:
    """Play, and show what came of it; with a variant, what that changes on the same deals."""
    engine_asked = read_engine(engine) if engine != "local" else None
    names = bots_by_seat(setup.game, setup.players, bots_given)
    if not 1 <= count <= MOST_GAMES:
        sentence = _("{count} games cannot be played: 1 to {most} can.")
        raise BadOption(sentence.format(count=count, most=MOST_GAMES))
    if not 0 <= seed < 1 << 32:
        raise BadOption(_("{seed} cannot be a seed: 0 to {most} can.").format(seed=seed, most=(1 << 32) - 1))
    get_ready(setup.game, *steps_for(names))
    play_games(setup, 1, seed=seed, names=names)  # loads what was compiled: not part of the time taken
    started = time.perf_counter()
    games, stopped = _with_progress(setup, count, seed, names, engine_asked)
    seconds = time.perf_counter() - started
    others = None
    if variant is not None and not stopped:
        others, stopped = _with_progress(variant, count, seed, names, engine_asked)
    found, changes = summary(setup.game, games), None if others is None else difference(games, others)
    if shown.csv is not None:
        write_csv(shown.csv, setup.game, games, shown.variant, others)
    if shown.as_json:
        plain = {**_setup_plain(setup, seed, names), "seconds": round(seconds, 3), **found.plain()}
        if variant is not None and others is not None and changes is not None:
            its_own = summary(variant.game, others).plain()
            plain |= {"against": {"options": variant.options, **changes.plain(), "summary": its_own}}
        print(json.dumps(plain, indent=1))
    else:
        _show(console(), setup, names, found, seconds)
        if variant is not None and changes is not None:
            _show_changes(console(), setup, variant, changes)
    return INTERRUPTED if stopped else 0


def stopper(stopped: list[str]) -> Callable[[BaseException], None]:
    """Notes and says why playing ended early; what was played until then still counts."""

    def note(error: BaseException) -> None:
        stopped.append(str(error) or _("Stopped."))
        side_console().print(f"{stopped[-1]} " + _("What was played until then counts."))

    return note


def _with_progress(
    setup: Match, count: int, seed: int, names: Sequence[str], engine: Crew | None
) -> tuple[Games, list[str]]:
    """The games, and why there are not more of them, if there are not."""
    columns = (TextColumn(_(setup.game.name)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    aside = side_console()
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task, stopped = bar.add_task("", total=count), list[str]()
        games = play_games(
            setup,
            count,
            seed=seed,
            names=names,
            progress=lambda done: bar.advance(task, done),
            engine=engine,
            on_stop=stopper(stopped),
        )
        return games, stopped


def _setup_plain(setup: Match, seed: int, names: Sequence[str]) -> dict[str, object]:
    return {
        "game": setup.game.key,
        "rules": setup.game.rules_version,
        "players": setup.players,
        "options": setup.options,
        "bots": list(names),
        "seed": seed,
    }


def _show(out: Console, setup: Match, names: Sequence[str], found: Summary, seconds: float) -> None:
    sentence = ngettext("{count:,} game in {seconds:.1f} s", "{count:,} games in {seconds:.1f} s", found.games)
    rates = _("{games:,.0f} games/s, {actions:,.0f} actions/s").format(
        games=found.games / seconds, actions=found.actions / seconds
    )
    out.print(f"{sentence.format(count=found.games, seconds=seconds)}: {rates}")
    length = _("{mean} actions a game, {shortest} to {longest}")
    out.print(length.format(mean=_with_margin(found.length, 1), shortest=found.shortest, longest=found.longest))
    out.print(", ".join(f"{rule} {part:.1%}" for rule, part in found.endings.items()))
    out.print(_course(found))
    out.print(_("decisions") + ": " + ", ".join(f"{kind} {part:.1%}" for kind, part in found.kinds.items()))
    out.print(_table(setup, names, found))
    out.print(_("± and brackets: 95 % intervals. A victory shared by two counts half for each."), style="dim")


def _course(found: Summary) -> Grid:
    """How the games went: means, and how they are spread."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column(_("mean"), justify="right", no_wrap=True)
    for quantile in found.turns.quantiles:
        grid.add_column(quantile, justify="right", no_wrap=True)
    rows = {
        _("actions"): found.actions_a_game,
        _("turns"): found.turns,
        _("margin"): found.margin,
        _("lead changes"): found.leads,
    }
    for words, each in rows.items():
        grid.add_row(words, _with_margin(each.mean, 1), *(f"{below:g}" for below in each.quantiles.values()))
    ties = f"{found.ties.value:.1%} ({found.ties.low:.1%} – {found.ties.high:.1%})"
    grid.add_row(_("shared victories"), ties)
    return grid


def _show_changes(out: Console, setup: Match, variant: Match, changes: Difference) -> None:
    """What a variant changes, with intervals: one that does not hold 0 is no accident."""
    ours, theirs = (each.game.chosen(each.options, each.rules_version) for each in (setup, variant))
    names = ", ".join(
        f"{name} {variant.options[name]}" for name in variant.options if ours.get(name) != theirs.get(name)
    )
    out.print()
    out.print(_("With {variant}, on the same deals, it changes by:").format(variant=names or _("nothing new")))
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column("", justify="right", no_wrap=True)
    colours = setup.seat_names()
    rows = {
        _("actions"): changes.length,
        _("turns"): changes.turns,
        _("margin"): changes.margin,
        _("lead changes"): changes.leads,
    }
    for words, each in rows.items():
        grid.add_row(words, _with_margin(each, 2, "+"))
    for seat, (won, scored) in enumerate(zip(changes.wins, changes.scores, strict=True)):
        grid.add_row(f"{seat} {colours[seat]}: " + _("wins"), _with_margin(won, 2, "+", "%"))
        grid.add_row(f"{seat} {colours[seat]}: " + _("score"), _with_margin(scored, 2, "+"))
    out.print(grid)


def _table(setup: Match, names: Sequence[str], found: Summary) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in (_("seat"), _("bot")):
        grid.add_column(title, no_wrap=True)
    for title in (_("wins"), _("place"), _("score")):
        grid.add_column(title, justify="right", no_wrap=True)
    colours = setup.seat_names()
    for seat, fared in enumerate(found.seats):
        won = f"{fared.wins.value:.1%} ({fared.wins.low:.1%} – {fared.wins.high:.1%})"
        shown = seat_text(seat, f"{seat} {colours[seat]}")
        grid.add_row(shown, names[seat], won, _with_margin(fared.place, 3), _with_margin(fared.score, 2))
    return grid


def _with_margin(estimate: Estimate, digits: int, sign: str = "", kind: str = "f") -> str:
    """A figure and what it may be off by; of one game alone that is not known."""
    margin = f"{estimate.margin:.{digits}{kind}}" if math.isfinite(estimate.margin) else "?"
    return f"{estimate.value:{sign}.{digits}{kind}} ± {margin}"
