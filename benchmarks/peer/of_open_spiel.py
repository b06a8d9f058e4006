"""OpenSpiel's side: its C++ games, stepped from Python, played out and searched by its own C++ code.

The Python bindings have no playout loop of their own. A search of one simulation whose evaluator makes n random
rollouts is that loop: clone the position, play to the end in C++, n times, with nothing else to do.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel
from clones import clones
from timing import best, report

C = 1.4


def searched(state: Any, simulations: int, rollouts: int) -> None:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, C, simulations, 1000, False, 1, False)
    bot.mcts_search(state)


def playouts(state: Any, count: int) -> float:
    """Seconds per random game from this position to its end, in C++."""

    def work() -> float:
        searched(state, 1, count)
        return count

    return best(work)


def search(state: Any, simulations: int) -> float:
    """Seconds per simulation of its C++ search, one rollout each."""

    def work() -> float:
        searched(state, simulations, 1)
        return simulations

    return best(work)


def stepped(game: Any, games: int) -> float:
    """Seconds per game stepped from Python, the quickest way: chance is not asked how likely its outcomes are, which
    are all alike in these games."""
    rng = random.Random(1)

    def work() -> float:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return games

    return best(work)


def stepped_with_chance(game: Any, games: int) -> float:
    """Seconds per game stepped from Python, with outcomes of chance and how likely they are."""
    rng = random.Random(1)

    def work() -> float:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return games

    return best(work)


def stepped_by_walking(game: Any, games: int) -> float:
    """The same, the quickest way to draw from these outcomes: walking along them until a number is used up."""
    rng = random.Random(1)

    def work() -> float:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    left, action = rng.random(), -1
                    for action, likely in state.chance_outcomes():  # noqa: B007 (where it stops counts)
                        left -= likely
                        if left < 0:
                            break
                    state.apply_action(action)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return games

    return best(work)


def actions_per_game(game: Any, games: int) -> float:
    rng, actions = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions / games


def main() -> None:
    pig, leduc, maedn = (pyspiel.load_game(name) for name in ("pig", "leduc_poker", "maedn"))
    dealt = leduc.new_initial_state()
    for card in (0, 3):  # the first jack and the second queen
        dealt.apply_action(card)
    opening = maedn.new_initial_state()
    while opening.is_chance_node():
        opening.apply_action(opening.legal_actions()[0])
    report(
        {
            "pig playout": playouts(pig.new_initial_state(), 5_000),
            "leduc playout": playouts(dealt, 100_000),
            "pig search": search(pig.new_initial_state(), 5_000),
            "pig stepped": stepped(pig, 100),
            "pig chance stepped": stepped_with_chance(pig, 100),
            "pig walked stepped": stepped_by_walking(pig, 100),
            "leduc walked stepped": stepped_by_walking(leduc, 2_000),
            "leduc stepped": stepped(leduc, 2_000),
            "leduc chance stepped": stepped_with_chance(leduc, 2_000),
            "pig clone": clones(pig.new_initial_state()),
            "leduc clone": clones(dealt),
            "maedn action": playouts(opening, 200) / actions_per_game(maedn, 100),
        },
        "open_spiel",
    )


if __name__ == "__main__":
    main()
