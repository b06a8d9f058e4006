"""Games as rows of a file that a spreadsheet or a notebook reads (CSV): one row a game."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from sheepfold.core.bot_games import kinds_of
from sheepfold.core.errors import BadOption
from sheepfold.core.game import Game
from sheepfold.core.words import gettext as _
from sheepfold.study.games import Games


def write_csv(path: Path, game: Game, games: Games, variant: str = "", others: Games | None = None) -> None:
    """Write a row for every game: how it ended, how long it took, places and points by seat, decisions by kind.

    With a variant, its games follow; a column says which rows are its own, and the same number is the same deal.
    """
    heads, rows = _heads(game, games), list(_rows(game, games))
    if others is not None:
        heads = ["variant", *heads]
        rows = [("", *row) for row in rows] + [(variant, *row) for row in _rows(game, others)]
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            written = csv.writer(file)
            written.writerow(heads)
            written.writerows(rows)
    except OSError as error:
        sentence = _("{file} cannot be written: {reason}.")
        raise BadOption(sentence.format(file=path, reason=error.strerror or error)) from None


def _heads(game: Game, games: Games) -> list[str]:
    seats = range(games.places.shape[1])
    heads = ["game", "ending", "actions", "turns", "lead_changes"]
    heads += [f"{what}_{seat}" for what in ("place", "score") for seat in seats]
    return heads + [f"decisions_{kind}" for kind in kinds_of(game)[0]]


def _rows(game: Game, games: Games) -> Iterator[tuple[object, ...]]:
    endings = [game.state.ENDINGS[number].rule for number in games.endings.tolist()]
    columns = [range(len(games)), endings, games.lengths.tolist(), games.turns.tolist(), games.leads.tolist()]
    columns += [
        table[:, k].tolist() for table in (games.places, games.scores, games.kinds) for k in range(table.shape[1])
    ]
    return zip(*columns, strict=True)
