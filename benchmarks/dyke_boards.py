"""How the four board sides of the Sheep Hustle play: the figures that docs/material.md quotes.

First the sides as they are drawn, then whole games at every player count: of sensible players (the greedy judgement,
which lays its boards at random), and of careless ones who lay anything that does not run off the dyke. The columns are
rounds, what cost lifesavers or the race, in how many choices a sensible player would have laid other cards on a dyke
without water, and who wins. Run with `python benchmarks/dyke_boards.py [GAMES] [MATERIAL.toml]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import sheepfold
from sheepfold.core import drivers, kit
from sheepfold.games.dyke import material as boards
from sheepfold.games.dyke.state import CHOOSING, PLAY, PLAY_SCOPE, SQUARES

GAME = sheepfold.game("dyke")


class Table:
    """A table of sensible or careless players, and what happened there."""

    def __init__(self, players: int, seed: int, material: dict[str, Any], *, sensible: bool = True) -> None:
        self.sensible = sensible
        self.players, self.rng, self.source = players, np.random.default_rng(seed), kit.source(seed)
        self.loops = drivers.bind(GAME)
        self.start = sheepfold.Match(GAME, players, material=material).observation()
        self.states, self.bench = GAME.record.new(2), GAME.record.new(2)
        self.moves, self.values = drivers.new_moves(GAME), np.zeros(GAME.most)
        self.told, self.mute = drivers.new_told(mute=False), drivers.new_told(mute=True)
        self.happened: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.wins = np.zeros(players)

    def choose(self, seat: int) -> int:
        return self._choose_well(seat) if self.sensible else self._choose_anything(seat)

    def _choose_anything(self, seat: int) -> int:
        """An action at random; cards that lead off the dyke are put back, unless there seem to be no others."""
        action = -1
        for _ in range(500):
            action = int(self.loops.picking(self.states, 0, seat, self.moves, self.source))
            cards = PLAY <= action < PLAY + len(PLAY_SCOPE)
            if not cards or self.states["square"][0][seat] + PLAY_SCOPE[action - PLAY] < 2 * SQUARES:
                break
        return action

    def _choose_well(self, seat: int) -> int:
        """What the judgement likes best; of equals any."""
        self.bench[0] = self.states[0]
        self.loops.guess(self.bench, 0, seat, self.source)
        best = self._best(seat)
        if self.states["phase"][0] == CHOOSING:
            self.happened["plays"] += 1
            self.bench["water"] = 0
            self.happened["plays changed by water"] += best[0] not in self._best(seat)
        return int(self.rng.choice(best))

    def _best(self, seat: int) -> list[int]:
        """The actions the judgement likes best on the bench."""
        self.loops.listing(self.bench, 0, seat, self.moves)
        self.loops.weigh_up(self.bench, 0, seat, self.moves, self.mute, self.values)
        values = self.values[: int(self.moves["n"][0])]
        return self.moves["action"][0][np.flatnonzero(values == values.max())].tolist()

    def play(self) -> None:
        """One game; whoever is to act at the same time acts in a random order."""
        self.states[0] = self.start[0]
        while acting := self.loops.acting(self.states, 0):
            seat = int(self.rng.choice([seat for seat in range(self.players) if acting >> seat & 1]))
            assert self.loops.step(self.states, 0, 1, seat, self.choose(seat), self.moves, self.told)
            self._note(GAME.events.read(self.told))
        out = np.zeros((2, self.players), np.int64)
        self.loops.standing(self.states, 0, out[0], out[1])
        self.wins += (out[0] == 1) / np.count_nonzero(out[0] == 1)
        self.rounds.append(int(self.states["rounds"][0]))

    def _note(self, events: list[kit.Event]) -> None:
        """Count what cost a lifesaver or the race, and whether a wet sheep ran there or was shoved."""
        shoved: set[int] = set()
        for event in events:
            if event.what in ("ran", "ran back"):
                shoved = set()
            elif event.what == "shoved":
                shoved.add(event.seat)
            elif event.what in ("saved", "drowned"):
                self.happened["shoved into water" if event.seat in shoved else "ran into water"] += 1
            elif event.what in ("imp cost", "imp out"):
                self.happened["imp"] += 1
            self.happened[event.what] += 1


def describe_sides(material: dict[str, Any]) -> None:
    print("side   water  single  land below water  most in a row")
    for name, squares in material["sides"].items():
        water = set(squares)
        single = sum(k - 1 not in water and k + 1 not in water for k in water)
        below = sum(k not in water and k + 1 in water for k in range(SQUARES))
        longest = max(next(n for n in range(1, SQUARES) if k + n not in water) for k in water)
        print(f"{name:<6}{len(water):>6}{single:>8}{below:>10} ({below / (SQUARES - len(water)):.0%}){longest:>14}")


def describe_games(games: int, material: dict[str, Any], *, sensible: bool) -> None:
    print("\nsensible players" if sensible else "\ncareless players")
    print("players  rounds (10–90 %)  lost to: imp  water (shoved)  the end  changed plays  wins by seat, %")
    for players in GAME.players:
        table = Table(players, players, material, sensible=sensible)
        for _ in range(games):
            table.play()
        each = {what: count / games for what, count in table.happened.items()}
        changed = f"{each['plays changed by water'] / each['plays']:.0%}" if sensible else "–"
        water = each.get("ran into water", 0) + each.get("shoved into water", 0)
        low, high = np.quantile(table.rounds, (0.1, 0.9))
        wins = " ".join(f"{100 * share / games:.0f}" for share in table.wins)
        print(
            f"{players:>7}{np.mean(table.rounds):>8.1f} ({low:.0f}–{high:.0f}){each['imp']:>15.1f}"
            f"{water:>8.1f} ({each.get('shoved into water', 0):.1f}){each.get('fell off', 0):>11.2f}"
            f"{changed:>13}    {wins}"
        )


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    material = boards.read_file(Path(sys.argv[2]).read_text("utf-8")) if len(sys.argv) > 2 else GAME.material
    describe_sides(material)
    describe_games(games, material, sensible=True)
    describe_games(games, material, sensible=False)


if __name__ == "__main__":
    main()
