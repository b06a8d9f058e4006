"""How soon a program steps for the first time where nothing is compiled yet, and how long it is kept waiting later.

Each line is a process of its own with an empty cache: from its start, imports included, until the first step is done;
then it goes on stepping at random until machine code has taken over, for half a minute at most, and the longest pause
between two steps counts. A batch of many games waits for machine code and says so. Goal: the first step within 2 s on
plain rules. Run with `python benchmarks/first_step.py [GAME …]`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

import sheepfold

WAYS = {
    "Match": """
        match = sheepfold.Match(game)
        def step():
            if match.is_over:
                match.undo()
            actor = min(match.to_act(), key=str)
            match.play(actor, rng.choice(match.legal(actor)))
        from sheepfold.core.engine import RULES
        quick = lambda: match._engine.has(RULES)
    """,
    "State": """
        state = sheepfold.State(game, seed=1)
        def step():
            state.step(rng.choice(state.legal().tolist())) if not state.is_over else state.reset()
        quick = lambda: state.is_quick
    """,
    "Batch of 32": """
        from sheepfold.rl import Batch
        batch = Batch(game, n=32, seed=1)
        def step():
            batch.step(batch.sample())
        quick = lambda: batch._is_quick
    """,
    "PettingZoo": """
        from sheepfold.rl import pettingzoo_env
        env = pettingzoo_env(game)
        env.reset(seed=1)
        def step():
            if not env.agents:
                env.reset()
            _seen, _reward, ended, cut, info = env.last()
            env.step(None if ended or cut else env.action_space(env.agent_selection).sample(info["action_mask"]))
        quick = looks
    """,
    "Gymnasium": """
        from sheepfold.rl import GymEnv
        env = GymEnv(game, opponents=["random"] * (sheepfold.game(game).players[0] - 1))
        env.reset(seed=1)
        def step():
            _seen, _reward, ended, cut, _info = env.step(env.action_space.sample(env.action_masks().astype("int8")))
            if ended or cut:
                env.reset()
        quick = looks
    """,
    "OpenSpiel": """
        import pyspiel
        from sheepfold.rl import register_open_spiel
        register_open_spiel()
        loaded = pyspiel.load_game(f"sheepfold_{game}")
        state = loaded.new_initial_state()
        def step():
            global state
            state = loaded.new_initial_state() if state.is_terminal() else state
            likely = state.chance_outcomes() if state.is_chance_node() else state.legal_actions()
            choice = rng.choice(likely)
            state.apply_action(choice[0] if state.is_chance_node() else choice)
        quick = lambda: loaded.bench.is_quick
    """,
}

TRY = """
import json, random, sys, time
began, game, rng = float(sys.argv[1]), sys.argv[2], random.Random(1)
import sheepfold
def looks():
    from sheepfold.core.engine import engine_of
    from sheepfold.rl import loops
    return engine_of(sheepfold.game(game)).has(loops.LOOKING)
{way}
step()
first = time.time() - began
longest, until = 0.0, 0
while until < 200 and time.time() < began + 30:
    before = time.time()
    step()
    longest = max(longest, time.time() - before)
    until += quick()
print(json.dumps([first, longest, time.time() - began if until else float("inf")]))
"""

MANY = """
        from sheepfold.rl import Batch
        batch = Batch(game, n=1024, seed=1)
        def step():
            batch.step(batch.sample())
        quick = lambda: True
"""


def tried(way: str, game: str) -> tuple[list[float], str]:
    """Seconds to the first step, of the longest pause later and until machine code ran; and what was said meanwhile."""
    code = TRY.format(way="\n".join(line[8:] for line in way.splitlines()))
    with tempfile.TemporaryDirectory() as cache:
        given = [sys.executable, "-c", code, str(time.time()), game]
        environment = {**os.environ, "SHEEPFOLD_CACHE": cache}
        done = subprocess.run(given, env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1]), done.stderr.strip()


def main() -> None:
    print(f"{'game':<12}{'':<16}{'first step':>11}{'longest pause':>15}{'all compiled':>14}")
    for game in sys.argv[1:] or sheepfold.games():
        for name, way in {**WAYS, "Batch of 1,024": MANY}.items():
            (first, longest, compiled), said = tried(way, game)
            print(f"{game:<12}{name:<16}{first:>9.2f} s{longest:>13.2f} s{compiled:>12.1f} s  {said}", flush=True)


if __name__ == "__main__":
    main()
