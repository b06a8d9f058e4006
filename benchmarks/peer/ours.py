"""Our side: Pig and Leduc poker from examples/, and our four games."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from stepping import play_at_random
from timing import best, report

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import pyspiel
from cfr import cfr_plus
from clones import clones

import sheepfold
from sheepfold.bots.search import Searcher
from sheepfold.bots.seen import Seen
from sheepfold.core import drivers
from sheepfold.core.engine import SEARCH, STEPPING, engine_of
from sheepfold.core.secrecy import Array
from sheepfold.rl import Batch, loops, pettingzoo_env, register_open_spiel

BATCH_SIZES = (256, 1024, 4096)
ITERATIONS = 20_000


def dealt(key: str, *lines: str) -> sheepfold.Match:
    """A match in which chance did this."""
    match = sheepfold.Match(key, 2)
    for line in lines:
        match.play("*", line)
    return match


def playouts(match: sheepfold.Match, count: int) -> float:
    """Seconds per random game from this position to its end, with places and scores noted."""
    return best(lambda: _played(match, match._states[:1], count, None))


def actions(match: sheepfold.Match, count: int) -> float:
    """Seconds per action of random games."""
    lengths: list[float] = []
    return best(lambda: _played(match, match._states[:1], count, lengths))


def _played(match: sheepfold.Match, start: Array, count: int, lengths: list[float] | None) -> float:
    sample = drivers.run(match.game, start, match.players, drivers.seeds(1, count))
    return count if lengths is None else int(sample.lengths.sum())


def search(match: sheepfold.Match) -> float:
    """Seconds per iteration of search from this position."""
    engine_of(match.game).wait_for(SEARCH)  # until it is compiled a bot judges instead of searching
    seen, rng = Seen(match.game, 0, match.observation(0)), random.Random(1)

    def think() -> float:
        Searcher(match.game, iterations=ITERATIONS).consider(seen, rng)
        return ITERATIONS

    return best(think)


def batch(key: str) -> dict[str, float]:
    """Seconds per game and step at each size, on one thread: random legal actions, observations, rewards, new games."""
    return {f"{key} batch {n}": best(_stepped(Batch(key, 2, n, threads=1), max(20, 400_000 // n))) for n in BATCH_SIZES}


def _stepped(games: Batch, steps: int) -> Any:
    def work() -> float:
        for _ in range(steps):
            games.step(games.sample())
        return steps * games.n

    return work


def stepped(key: str, games: int) -> float:
    """Seconds per game stepped from Python, the quickest way: chance is drawn inside."""
    state, rng = sheepfold.State(key, 2, 1).warm(), random.Random(1)

    def work() -> float:
        for _ in range(games):
            state.reset()
            while not state.is_over:
                state.step(rng.choice(state.legal().tolist()))
        return games

    return best(work)


def stepped_with_chance(key: str, games: int) -> float:
    """Seconds per game stepped from Python, chance an actor that is asked for its outcomes and their weights."""
    state, rng, chance = sheepfold.State(key, 2, 1, chance="explicit").warm(), random.Random(1), sheepfold.CHANCE

    def work() -> float:
        for _ in range(games):
            state.reset()
            while not state.is_over:
                if state.seat == chance:
                    outcomes = state.outcomes()
                    state.step(rng.choices(outcomes.actions, cum_weights=outcomes.up_to)[0])
                else:
                    state.step(rng.choice(state.legal().tolist()))
        return games

    return best(work)


def stepped_by_drawing(key: str, games: int) -> float:
    """Seconds per game stepped from Python, chance an actor whose outcomes the state draws by their weights."""
    state, rng, chance = sheepfold.State(key, 2, 1, chance="explicit").warm(), random.Random(1), sheepfold.CHANCE

    def work() -> float:
        for _ in range(games):
            state.reset()
            while not state.is_over:
                if state.seat == chance:
                    state.step(state.draw(rng))
                else:
                    state.step(rng.choice(state.legal().tolist()))
        return games

    return best(work)


def by_hand(key: str) -> float:
    """Seconds per game stepped from Python through a match."""
    rng = random.Random(1)

    def work() -> float:
        for _ in range(20):
            match = sheepfold.Match(key, 2)
            while actors := match.to_act():
                actor = min(actors, key=str)
                match.play(actor, rng.choice(match.legal(actor)))
        return 20

    return best(work)


def cfr() -> dict[str, float]:
    """Seconds per iteration of OpenSpiel's CFR+ on our Leduc and on its own, in the same process."""
    register_open_spiel()
    engine_of(sheepfold.game("leduc")).wait_for(loops.CHANCE_PLAYERS)
    return {
        "leduc cfr": cfr_plus(pyspiel.load_game("sheepfold_leduc(rewards=scores)")),
        "native leduc cfr": cfr_plus(pyspiel.load_game("leduc_poker")),
    }


def main() -> None:
    pig, leduc = dealt("pig"), dealt("leduc", "deal jack a", "deal queen b")
    rng = random.Random(1)
    zoo = pettingzoo_env("leduc", 2)
    engine_of(leduc.game).wait_for(STEPPING, loops.LOOKING)
    found = {
        "pig playout": playouts(pig, 20_000),
        "leduc playout": playouts(leduc, 200_000),
        "pig search": search(pig),
        **batch("leduc"),
        "leduc pettingzoo": best(lambda: play_at_random(zoo, lambda _seen, info: info["action_mask"], rng)),
        "pig stepped": stepped("pig", 100),
        "pig chance stepped": stepped_with_chance("pig", 100),
        "pig drawn stepped": stepped_by_drawing("pig", 100),
        "leduc drawn stepped": stepped_by_drawing("leduc", 2_000),
        "leduc stepped": stepped("leduc", 2_000),
        "leduc chance stepped": stepped_with_chance("leduc", 2_000),
        "pig clone": clones(sheepfold.State("pig", 2, 1).warm()),
        "leduc clone": clones(sheepfold.State("leduc", 2, 1).warm()),
        **cfr(),
        "pig by hand": by_hand("pig"),
        "leduc by hand": by_hand("leduc"),
    }
    for key in ("dyke", "nines", "sheepsheep", "shepherd"):
        game = sheepfold.game(key)
        options: dict[str, Any] = {"exchanges": 3} if key == "sheepsheep" else {}
        match = sheepfold.Match(game, min(4, game.players[-1]), **options)
        found[f"{key} action"] = actions(match, 2000)
    report(found, "numba", "numpy")


if __name__ == "__main__":
    main()
