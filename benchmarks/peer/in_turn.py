"""Games stepped from Python beside OpenSpiel's, the same games both in one process: what `peers.py` measures of it.

Ours and theirs take turns, round by round, so that a busy machine is busy for both, and the best round of each counts.
Run with `python benchmarks/peer/in_turn.py [ROUNDS]`.
"""

from __future__ import annotations

import sys
from typing import Any

import clones
import of_open_spiel as theirs
import ours
import pyspiel

import sheepfold

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
GAMES = {"pig": ("pig", 30), "leduc": ("leduc_poker", 600)}
"""By our name: theirs, and how many games are played at once."""

WAYS = {
    "each the quickest way": (ours.stepped, theirs.stepped),
    "chance asked for its outcomes, random.choices draws": (ours.stepped_with_chance, theirs.stepped_with_chance),
    "chance an actor, drawn from the quickest way": (ours.stepped_by_drawing, theirs.stepped_by_walking),
}


def main() -> None:
    print(f"{'a game':<62}{'ours':>12}{'theirs':>12}{'ratio':>8}")
    for key, (name, games) in GAMES.items():
        game: Any = pyspiel.load_game(name)
        for way, (our, their) in WAYS.items():
            rounds = [(our(key, games), their(game, games)) for _ in range(ROUNDS)]
            show(f"{key}, {way}", *map(min, zip(*rounds, strict=True)))
        state, their_state = sheepfold.State(key, 2, 1).warm(), game.new_initial_state()
        rounds = [(clones.clones(state), clones.clones(their_state)) for _ in range(ROUNDS)]
        show(f"{key}, a clone", *map(min, zip(*rounds, strict=True)))


def show(what: str, our: float, their: float) -> None:
    print(f"{what:<62}{our * 1e6:>9.2f} µs{their * 1e6:>9.2f} µs{their / our:>6.2f} ×", flush=True)


if __name__ == "__main__":
    main()
