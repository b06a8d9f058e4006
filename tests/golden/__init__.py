"""Golden playthroughs: archived games, as records and as told move by move.

Every `.record` here is replayed in every test run. Beside it lies the same game told: each action, what it caused in
words, and now and then the board as every seat sees it. `python -m tests.golden` writes the told games and the counts
of action paths anew: on purpose only, and the difference is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.game import Game
from sheepfold.core.kit import CHANCE
from sheepfold.core.secrecy import Array

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.record"))
BOARDS = 12
MOST_PATHS = 1_000


def told(record: Path) -> str:
    """The game told from its first action to its last."""
    final = sheepfold.Match.replay(record.read_text(encoding="utf-8"))
    match = final.copy(0)
    every = max(1, len(final) // BOARDS)
    lines: list[str] = []
    for k, (seat, action) in enumerate(final._log.pairs()):
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
    """How many different paths of 1, 2, 3 … actions there are from the middle of a game, until there are many."""
    final = sheepfold.Match.replay(record.read_text(encoding="utf-8"))
    layer, counts = final.copy(len(final) * 3 // 5)._states[:1].copy(), list[int]()
    while True:
        choices = [(k, seat, action) for k in range(len(layer)) for seat, action in _choices(final.game, layer, k)]
        counts.append(len(choices))
        if not choices or len(choices) > MOST_PATHS:
            return counts
        layer = _played(final.game, layer, choices)


def _choices(game: Game, states: Array, k: int) -> Iterator[tuple[int, int]]:
    """Everybody's legal actions in one state."""
    loops, moves = drivers.bind(game), drivers.new_moves(game)
    acting = loops.acting(states, k)
    for seat in [seat for seat in range(CHANCE + 1) if acting >> seat & 1]:
        loops.listing(states, k, seat, moves)
        for action in moves["action"][0][: int(moves["n"][0])].tolist():
            yield seat, action


def _played(game: Game, states: Array, choices: list[tuple[int, int, int]]) -> Array:
    """The states these choices lead to."""
    moves, silent = drivers.new_moves(game), drivers.new_told(mute=True)
    after, bench = game.record.new(len(choices)), game.record.new(2)
    for n, (k, seat, action) in enumerate(choices):
        bench[0] = states[k]
        drivers.bind(game).step(bench, 0, 1, seat, action, moves, silent)
        after[n] = bench[0]
    return after


def counted() -> str:
    """The counts of all records, one a line."""
    return "".join(f"{record.stem}: {' '.join(str(n) for n in paths(record))}\n" for record in RECORDS)
