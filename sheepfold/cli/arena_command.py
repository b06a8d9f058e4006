"""`arena`: bots against bots, a progress bar, and how strong each of them is."""

from __future__ import annotations

import json

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from sheepfold.cli.counting import stopper
from sheepfold.core.errors import BadOption
from sheepfold.core.match import Match
from sheepfold.core.setup import Setup
from sheepfold.core.words import gettext as _
from sheepfold.core.words import ngettext
from sheepfold.study.arena import Standings, check_bots, contest, games_of, line_ups
from sheepfold.study.engine import Crew, read_engine
from sheepfold.study.games import steps_for
from sheepfold.study.summary import Estimate
from sheepfold.terminal import INTERRUPTED
from sheepfold.terminal.compiling import get_ready
from sheepfold.terminal.screen import console, side_console

MOST_GAMES = 1_000_000


def arena(setup: Setup, bots: str, *, games: int, seed: int, engine: str, as_json: bool) -> int:
    """Play, and show who is how strong."""
    engine_asked = read_engine(engine)
    if not 1 <= games <= MOST_GAMES:
        sentence = _("{count} games cannot be played: 1 to {most} can.")
        raise BadOption(sentence.format(count=games, most=MOST_GAMES))
    if not 0 <= seed < 1 << 32:
        raise BadOption(_("{seed} cannot be a seed: 0 to {most} can.").format(seed=seed, most=(1 << 32) - 1))
    game, names = setup.game, [name.strip() for name in bots.split(",")]
    check_bots(game, names)  # whatever can be refused is refused before anything is compiled
    sitting_down = line_ups(names, setup.players)
    match = Match.of(setup)
    get_ready(game, *steps_for(*sitting_down))
    found, stopped = _with_progress(match, names, games, seed, engine_asked)
    if as_json:
        print(json.dumps({**_setup_plain(match, names, seed), **found.plain()}, indent=1))
    else:
        _show(console(), found)
    return INTERRUPTED if stopped else 0


def _with_progress(setup: Match, names: list[str], games: int, seed: int, engine: Crew) -> tuple[Standings, list[str]]:
    """Who is how strong, and why not all games were played, if they were not."""
    columns = (TextColumn(_(setup.game.name)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total, aside = games_of(setup, names, games), side_console()
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task, stopped = bar.add_task("", total=total), list[str]()
        found = contest(
            setup,
            names,
            games,
            seed=seed,
            engine=engine,
            progress=lambda done: bar.advance(task, done),
            on_stop=stopper(stopped),
        )
        return found, stopped


def _setup_plain(setup: Match, names: list[str], seed: int) -> dict[str, object]:
    return {
        "game": setup.game.key,
        "rules": setup.game.rules_version,
        "options": setup.options,
        "names": names,
        "seed": seed,
    }


def _show(out: Console, found: Standings) -> None:
    sentence = ngettext("{count:,} game from all seats", "{count:,} games from all seats", found.games)
    par = _("by chance everybody would win {par:.0%}").format(par=1 / found.players)
    out.print(f"{sentence.format(count=found.games)}; {par}")
    out.print(_ladder(found))
    out.print()
    out.print(_("How often the bot of the line came in before the bot of the column:"))
    out.print(_cross_table(found))
    out.print(_("Brackets: 95 % intervals. ±: the rating's standard deviation."), style="dim")


def _ladder(found: Standings) -> Grid:
    grid = _grid(_("bot"))
    for title in (_("rating"), _("wins"), _("place"), _("chairs")):
        grid.add_column(title, justify="right", no_wrap=True)
    for name, fared in found.bots.items():
        rating = f"{fared.rating:.1f} ± {fared.doubt:.1f}"
        grid.add_row(name, rating, _share(fared.wins), f"{fared.place:.2f}", f"{fared.chairs:,}")
    return grid


def _cross_table(found: Standings) -> Grid:
    grid = _grid("")
    for name in found.bots:
        grid.add_column(name, justify="right", no_wrap=True)
    for one in found.bots:
        cells = [found.ahead.get((one, other)) for other in found.bots]
        grid.add_row(one, *(f"{cell.value:.1%}" if cell else "–" for cell in cells))
    return grid


def _grid(title: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column(title, no_wrap=True)
    return grid


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} – {estimate.high:.1%})"
