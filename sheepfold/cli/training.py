"""`train`: a game learned by playing it, with a line of progress and a curve."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from sheepfold.bots.value import training
from sheepfold.bots.value.checkpoints import CHECKPOINT
from sheepfold.bots.value.plan import Plan, Progress, Training
from sheepfold.core.engine import RULES
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.network import FILE, forget_networks
from sheepfold.core.words import gettext as _
from sheepfold.terminal import INTERRUPTED
from sheepfold.terminal.compiling import get_ready
from sheepfold.terminal.screen import console, side_console

MOST_MINUTES, MOST_SEED = 100 * 60, (1 << 32) - 1
SPAN = re.compile(r"([1-9])(?:-([1-9]))?")


def train(
    game: Game,
    span: str,
    *,
    minutes: int,
    seed: int,
    options: Mapping[str, Any],
    folder: Path | None,
    resume: bool,
) -> int:
    """Train, and show how it went."""
    plan = Plan(read_span(game, span), _checked(minutes), _checked_seed(seed), dict(options))
    for players in plan.players:
        game.check_options(players, options)
    where = folder or game.folder
    if not where.is_dir():
        raise BadOption(_("There is no folder {folder}.").format(folder=where))
    get_ready(game, RULES)
    courses, stopped = dict[int, Training](), False
    try:
        courses = _with_progress(game, plan, where, resume=resume)
    except KeyboardInterrupt:
        stopped = True
    forget_networks()
    show(console(), courses)
    console().print(_stopped(where / CHECKPOINT) if stopped else _written(where / FILE), markup=False, soft_wrap=True)
    return INTERRUPTED if stopped else 0


def _stopped(checkpoint: Path) -> str:
    if not checkpoint.is_file():
        return _("Stopped before anything was learned.")
    return _("Stopped; what was learned is in {file}. `--go-on` goes on.").format(file=checkpoint)


def _written(file: Path) -> str:
    return _("Written: {file}.").format(file=file)


def read_span(game: Game, text: str) -> tuple[int, ...]:
    """Numbers of players as one writes them: `2`, `2-4`; nothing: all the game is for."""
    if not text:
        return tuple(game.players)
    found = SPAN.fullmatch(text)
    if found is None:
        raise BadOption(_("`{given}` is no number of players: say `2` or `2-4`.").format(given=text))
    low = game.check_players(int(found[1]))
    high = game.check_players(int(found[2] or found[1]))
    if high < low:
        raise BadOption(_("`{given}` is no number of players: say `2` or `2-4`.").format(given=text))
    return tuple(range(low, high + 1))


def _checked(minutes: int) -> int:
    if not 1 <= minutes <= MOST_MINUTES:
        sentence = _("Training takes 1 to {most} minutes, not {given}.")
        raise BadOption(sentence.format(most=MOST_MINUTES, given=minutes))
    return minutes


def _checked_seed(seed: int) -> int:
    if not 0 <= seed <= MOST_SEED:
        raise BadOption(_("{seed} cannot be a seed: 0 to {most} can.").format(seed=seed, most=MOST_SEED))
    return seed


def _with_progress(game: Game, plan: Plan, folder: Path, *, resume: bool) -> dict[int, Training]:
    aside = side_console()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Bar(*columns, console=aside, transient=True, disable=not aside.is_terminal) as bar:
        task = bar.add_task(_("Playing"), total=plan.seconds_each * len(plan.players))

        def tell(progress: Progress) -> None:
            before = plan.players.index(progress.players) * plan.seconds_each
            bar.update(task, completed=before + progress.seconds, description=_in_words(progress))

        return training.train(game, plan, folder, resume=resume, tell=tell)


def _in_words(progress: Progress) -> str:
    words = _("{players} players: {games} games").format(players=progress.players, games=f"{progress.games:,}")
    if progress.beats_greedy is None:
        return words
    return words + ", " + _("{share} % against greedy").format(share=round(100 * progress.beats_greedy))


def show(out: Console, courses: Mapping[int, Training]) -> None:
    """The curve of each number of players, and how good its chances are."""
    for players, course in courses.items():
        out.print(_("{players} players: {games} games").format(players=players, games=f"{course.games:,}"))
        for seconds, games, loss, beats in course.curve:
            line = _("{seconds:6.0f} s {games:>10} games, loss {loss:.3f}")
            share = "" if beats is None else ", " + _("{share} % against greedy").format(share=round(100 * beats))
            out.print("  " + line.format(seconds=seconds, games=f"{games:,}", loss=loss) + share, markup=False)
        if (found := course.calibration) is not None:
            words = _(
                "Brier score {brier:.3f} (by always saying the same: {base:.3f}), off by {worst:.0f} points at most."
            )
            out.print(
                "  " + words.format(brier=found.brier, base=found.base_rate, worst=100 * found.worst), markup=False
            )
