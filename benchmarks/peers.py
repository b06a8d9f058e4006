"""Our games beside the same games of others: OpenSpiel, Pgx, PettingZoo, RLCard, and a plain C loop as the limit.

Each of the others is installed into an environment of its own, in the cache folder. All are measured in turn, several
times over, in CPU time, so that a busy machine is busy for all of them; the best of the rounds counts. Prints the
ratios and writes docs/performance.md. Run with `python benchmarks/peers.py [ROUNDS]`.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

HERE = Path(__file__).parent / "peer"
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
HOME = Path(platformdirs.user_cache_dir("sheepfold")) / "peers"
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3

ENVIRONMENTS = {
    "of_open_spiel": ["open_spiel"],
    "of_pgx": ["pgx", "jax"],
    "of_zoo": ["pettingzoo[classic]", "rlcard"],
}
"""The scripts that measure others, and what they need."""


@dataclass
class Measured:
    """What a script found, round by round, and the versions it ran with."""

    rounds: list[dict[str, float]] = field(default_factory=list[dict[str, float]])
    versions: dict[str, str] = field(default_factory=dict[str, str])

    def best(self, name: str) -> float:
        return min(found[name] for found in self.rounds)

    def spread(self, name: str) -> float:
        """How much slower the slowest round was."""
        return max(found[name] for found in self.rounds) / self.best(name)

    def best_of(self, start: str) -> str:
        """Of the names that start like this the quickest: a batch at its best size."""
        return min((name for name in self.rounds[0] if name.startswith(start)), key=self.best)


@dataclass(frozen=True)
class Line:
    """One comparison: what, ours, theirs, and the goal we set ourselves."""

    what: str
    ours: str
    who: str
    theirs: str
    goal: float | None = None


LINES = (
    Line("Pig, a loop of random games: ours, their C++ one", "pig playout", "of_open_spiel", "pig playout", 10),
    Line(
        "Leduc, a loop of random games, once dealt: ours, their C++ one",
        "leduc playout",
        "of_open_spiel",
        "leduc playout",
        10,
    ),
    Line("Pig stepped from Python, a game, each the quickest way", "pig stepped", "of_open_spiel", "pig stepped", 1.5),
    Line(
        "Leduc stepped from Python, a game, each the quickest way",
        "leduc stepped",
        "of_open_spiel",
        "leduc stepped",
        1.5,
    ),
    Line(
        "Pig stepped from Python, a game, chance asked for its outcomes, `random.choices` draws",
        "pig chance stepped",
        "of_open_spiel",
        "pig chance stepped",
        1.5,
    ),
    Line(
        "Leduc stepped from Python, a game, chance asked for its outcomes, `random.choices` draws",
        "leduc chance stepped",
        "of_open_spiel",
        "leduc chance stepped",
        1.5,
    ),
    Line(
        "Pig stepped from Python, a game, chance an actor, drawn from the quickest way",
        "pig drawn stepped",
        "of_open_spiel",
        "pig walked stepped",
        1.5,
    ),
    Line(
        "Leduc stepped from Python, a game, chance an actor, drawn from the quickest way",
        "leduc drawn stepped",
        "of_open_spiel",
        "leduc walked stepped",
        1.5,
    ),
    Line("Pig, a clone", "pig clone", "of_open_spiel", "pig clone"),
    Line("Leduc, a clone", "leduc clone", "of_open_spiel", "leduc clone"),
    Line(
        "Leduc, an iteration of OpenSpiel's CFR+ (in Python): on our game, on its own",
        "leduc cfr",
        "ours",
        "native leduc cfr",
        0.5,
    ),
    Line("Pig, search, an iteration: ours, their C++ MCTS", "pig search", "of_open_spiel", "pig search", 5),
    Line("Leduc, a batch's step of one game, each at its best size", "leduc batch", "of_pgx", "leduc batch", 5),
    Line("Leduc through PettingZoo's interface, a decision", "leduc pettingzoo", "of_zoo", "leduc pettingzoo", 10),
    Line("Leduc through PettingZoo's interface, RLCard's own loop", "leduc pettingzoo", "of_zoo", "leduc rlcard"),
    Line("Pig, a loop of random games: ours, a plain C one", "pig playout", "limit", "pig playout"),
    Line("Leduc, a loop of random games, once dealt: ours, a plain C one", "leduc playout", "limit", "leduc playout"),
)
NAMES = {
    "ours": "OpenSpiel",
    "of_open_spiel": "OpenSpiel",
    "of_pgx": "Pgx",
    "of_zoo": "PettingZoo, RLCard",
    "limit": "C",
}
OUR_GAMES = ("dyke", "nines", "sheepsheep", "shepherd")

# ---------------------------------------------------------------------------------------------- setting up


def environment(script: str) -> Path:
    """The interpreter of a script's environment, made if it is not there yet."""
    python = HOME / script / "bin" / "python"
    if not (HOME / script / "ready").exists():
        print(f"installing {', '.join(ENVIRONMENTS[script])} …", file=sys.stderr)
        shutil.rmtree(HOME / script, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(HOME / script)])
        run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *ENVIRONMENTS[script]])
        (HOME / script / "ready").touch()
    return python


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def limit(folder: str) -> str | None:
    """The plain C loop, compiled; None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    run([compiler, "-O3", "-march=native", str(HERE / "limit.c"), "-o", f"{folder}/limit"])
    return f"{folder}/limit"


def measure(folder: str) -> dict[str, Measured]:
    """Everything, round by round."""
    commands = {"ours": [sys.executable, str(HERE / "ours.py")]}
    commands |= {script: [str(environment(script)), str(HERE / f"{script}.py")] for script in ENVIRONMENTS}
    if (c_loop := limit(folder)) is not None:
        commands["limit"] = [c_loop]
    measured = {name: Measured() for name in commands}
    for number in range(ROUNDS):
        for name, command in commands.items():
            print(f"round {number + 1} of {ROUNDS}: {name} …", file=sys.stderr)
            answer = json.loads(run(command).splitlines()[-1])
            measured[name].rounds.append(answer.get("found", answer))
            measured[name].versions = answer.get("versions", {})
    return measured


# ---------------------------------------------------------------------------------------------- showing


def compared(measured: dict[str, Measured]) -> list[str]:
    """The table of comparisons."""
    rows = ["| what | ours | theirs | | ratio | goal |", "|---|---:|---:|---|---:|---:|"]
    for line in LINES:
        if line.who not in measured:
            continue
        ours, theirs = measured["ours"].best_of(line.ours), measured[line.who].best_of(line.theirs)
        mine, other = measured["ours"].best(ours), measured[line.who].best(theirs)
        spreads = f"{measured['ours'].spread(ours):.2f}, {measured[line.who].spread(theirs):.2f}"
        goal = "" if line.goal is None else f"{line.goal:g} × {'reached' if other / mine >= line.goal else 'missed'}"
        rows.append(
            f"| {line.what} | {shown(mine)} | {shown(other)} | {NAMES[line.who]}; spread {spreads} "
            f"| {float(f'{other / mine:.2g}'):g} × | {goal} |"
        )
    return rows


def shown(seconds: float) -> str:
    if seconds >= 1e-2:
        return f"{seconds * 1e3:.0f} ms"
    return f"{seconds * 1e6:.2f} µs" if seconds < 1e-4 else f"{seconds * 1e6:.0f} µs"


def actions(measured: dict[str, Measured]) -> list[str]:
    """Our four games beside OpenSpiel's game of the same kind."""
    rows = ["| game | an action |", "|---|---:|"]
    rows += [f"| `{key}` | {measured['ours'].best(f'{key} action') * 1e9:.0f} ns |" for key in OUR_GAMES]
    return [*rows, f"| OpenSpiel's `maedn` | {measured['of_open_spiel'].best('maedn action') * 1e9:.0f} ns |"]


WORDS = """\
# How quick it is, beside others

Written by `make bench-peers` (`python benchmarks/peers.py`), which installs the others into environments of their own,
measures all of them in turn and prints what stands here.

Python {python} on {machine}; {versions}. CPU time of random games; the best of {rounds} rounds. *Spread* is how much
slower the slowest round was, ours and theirs: on a busy machine a ratio is no surer than that.

{compared}

- Pig and Leduc poker are [`examples/pig`](../examples/pig) and [`examples/leduc`](../examples/leduc); a test walks them
  in lock step with OpenSpiel's games. RLCard's Leduc differs a little in its betting.
- OpenSpiel's C++ loop is the rollout evaluator of its search; its Python bindings have no other. For Leduc it starts
  once the cards are dealt, and so do we.
- Pgx steps inside one jitted loop (choose at random, step, begin anew), on as many threads as it likes; its CPU time is
  that of all of them. Our `Batch` does the same from Python, with one thread here, and writes observations too.
- The C loop keeps everything in local variables: no rules apart, no states to copy, no bounds checked.
- Stepped from Python we are a `sheepfold.State`, one call into machine code a decision. The quickest way: chance is
  drawn inside, where OpenSpiel's is an actor among the others whose outcomes are not asked for. Chance asked for its
  outcomes: an actor in both, whose outcomes and their weights are listed before each is drawn.
- The floor of such a call (`python benchmarks/calls.py`): 0.06 µs by the call behind numba's dispatcher, with the
  state in one array, which is what a `State` makes; the dispatcher itself takes 0.18 µs, or 0.11 µs with two numbers. A
  `cfunc` does not get under it: 0.17 µs through cffi, 0.26 µs through ctypes. The state's address as a number instead
  of the array would save 0.008 µs more, and is not worth a pointer that nobody checks. OpenSpiel's `legal_actions()`
  takes 0.07 µs. PettingZoo's environments, which look at a state with five tuples of arrays, gained most by leaving the
  dispatcher out: a decision took 9 µs with it.
- Where chance is asked for its outcomes and `random.choices` draws, both spend most of the time there: 0.8 µs, 60 times
  a game of Pig (`benchmarks/calls.py`). Ours have them added up already (`outcomes()`, whose `up_to` is what `choices`
  takes for `cum_weights`), theirs are pairs to be taken apart. That, and remembering the lists of dice, took Pig from
  1.3 to 1.6 times; looking up what a step's answer means, instead of taking it apart, made every step a sixth quicker.
- The quickest way to draw is `state.draw(rng)` for us, one call into machine code that adds the weights up there; for
  OpenSpiel it is walking along `chance_outcomes()` until a random number is used up.
- `python benchmarks/peer/in_turn.py` measures what is stepped from Python by itself, ours and theirs in turn in
  one process, in a minute.
- CFR+ is `open_spiel.python.algorithms.cfr` on both games, in one process.
- Stepped through a `Match`, with texts, checks and a log, a game of Pig takes us {pig_by_hand} and one of Leduc
  {leduc_by_hand}: that is for people.

Our four games (4 players, `sheepsheep` without hourglass), and OpenSpiel's Ludo-like `maedn` in its C++ loop:

{actions}

Games of `greedy` in every seat, inside compiled loops on one core (`python benchmarks/greedy_games.py`; the fewest
players; CPU time on a busy machine), a second: `nines` 8,600, `shepherd` 5,100, `sheepsheep` 5,000, `dyke` 1,500
(goals: 8,000, 3,000, 3,000, 500). The same seeds give the same games as bots asked one by one, which play 210 to 520 a
second. `shepherd` played 1,080 before its judge took notes (`survey`, `judge_tried`): most actions leave the meadow as
it is, so the best grass elsewhere is looked for once from each field, and where no sheep went anywhere nothing is
judged anew. `sheepsheep` played 2,700 before its solver left out last swaps that cannot gain anything.

Bots that search play inside, too (`lamb`, `ewe`, `ram`, `search`; `python benchmarks/thinking_games.py`), the same
games as if they were asked. What that brings is what asking costs in Python:

| games a second | asked one by one | of it in Python | inside | |
|---|---:|---:|---:|---:|
| `nines`, two `lamb` | 102 | 67 % | 665 | 6.5 × |
| `nines`, two `ewe` | 47 | 43 % | 144 | 3.1 × |
| `nines`, two `ram` | 1.1 | 8 % | 1.4 | 1.2 × |
| `dyke`, three `lamb` | 113 | 71 % | 440 | 3.9 × |
| `dyke`, three `ewe` | 21 | 31 % | 37 | 1.8 × |
| `dyke`, three `ram` | 0.8 | 5 % | 0.95 | 1.2 × |

`bellwether` is asked.
"""


def page(measured: dict[str, Measured]) -> str:
    versions = {name: number for each in measured.values() for name, number in each.versions.items()}
    return WORDS.format(
        python=platform.python_version(),
        machine=platform.machine(),
        versions=", ".join(f"{name} {number}" for name, number in sorted(versions.items())),
        rounds=ROUNDS,
        compared="\n".join(compared(measured)),
        pig_by_hand=shown(measured["ours"].best("pig by hand")),
        leduc_by_hand=shown(measured["ours"].best("leduc by hand")),
        actions="\n".join(actions(measured)),
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(folder)
    text = page(measured)
    print(text)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
