"""Golden playthroughs: archived games, as records and as told move by move.

Every `.record` here is replayed in every test run. Beside it lies the same game told: each action, what it caused in
words, and now and then the board as every seat sees it. `python -m tests.golden` writes the told games and the counts
of action paths anew: on purpose only, and the difference is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.kit import CHANCE

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.record"))
BOARDS = 12
MOST_PATHS = 5_000


def told(record: Path) -> str:
    """The game told from its first action to its last."""
    final = sheepfold.Match.replay(record.read_text(encoding="utf-8"))
    match = final.copy(0)
    every = max(1, len(final) // BOARDS)
    lines: list[str] = []
    for k, (seat, action) in enumerate(zip(final._seats, final._actions, strict=True)):
        match._play(seat, action)
        lines.append(f"{match.log()[-1]}   | {match.story()}")
        if (k + 1) % every == 0 or match.is_over:
            lines += _boards(match)
    lines.append(f"{final.ending} {final.places()} {final.scores()}")
    return "\n".join(lines) + "\n"


def _boards(match: sheepfold.Match) -> Iterator[str]:
    """The board as every seat sees it; once for all who see the same."""
    seen: dict[str, list[str]] = {}
    for seat in [None, *range(match.players)]:
        seen.setdefault(match.text(seat), []).append("spectators" if seat is None else f"seat {seat}")
    for text, viewers in seen.items():
        yield f"--- seen by {', '.join(viewers)} after {len(match)} actions"
        yield text.rstrip("\n")
    yield "---"


def paths(record: Path) -> list[int]:
    """How many different paths of 1, 2, 3 … actions there are from the middle of a game; the last is below a bound."""
    final = sheepfold.Match.replay(record.read_text(encoding="utf-8"))
    middle = final.copy(len(final) * 3 // 5)
    game, loops = final.game, drivers.bind(final.game)
    moves, silent = drivers.new_moves(game), drivers.new_told(mute=True)
    layer, counts = middle._states[:1].copy(), list[int]()
    while len(layer) <= MOST_PATHS and len(counts) < 6:
        following: list[np.void] = []
        for k in range(len(layer)):
            bench = game.record.new(2)
            acting = loops.acting(layer, k)
            for seat in [seat for seat in range(CHANCE + 1) if acting >> seat & 1]:
                loops.listing(layer, k, seat, moves)
                for action in moves["action"][0][: int(moves["n"][0])].tolist():
                    bench[0] = layer[k]
                    loops.step(bench, 0, 1, seat, action, moves, silent)
                    following.append(bench[0].copy())
        counts.append(len(following))
        if not following:
            break
        layer = np.array(following, game.record.dtype)
    return counts


def counted() -> str:
    """The counts of all records, one a line."""
    return "".join(f"{record.stem}: {' '.join(str(n) for n in paths(record))}\n" for record in RECORDS)
