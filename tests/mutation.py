"""Mutation testing: change the rules in one small way at a time and see whether anybody notices.

Every mutant of a game's marked functions (a comparison turned, a number off by one, `and` for `or`, a sum for a
difference, a call left out) is played in plain mode beside the game's oracle for some random games, and if that does
not tell, shown to the tests of the game's rules. A mutant nobody notices survives and is printed with its line: either
the tests are too weak or the change means nothing (what is told to nobody, a number that is overwritten).

`python -m tests.mutation [GAME …] [--games 1] [--share 1]` tests every mutant, or every n-th.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import io
import multiprocessing
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sheepfold
from sheepfold.core import drivers
from sheepfold.core.game import Game
from sheepfold.core.interface import RuleParts
from sheepfold.testing import lock_step, setups_of

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
SECONDS_PER_MUTANT = 60


def mutants(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """The line, a word on the change, and the changed module."""
    nodes = [node for each in tree.body if isinstance(each, ast.FunctionDef) for node in ast.walk(each)]
    for k, node in enumerate(nodes):
        for word, change in _changes(node):
            changed = copy.deepcopy(tree)
            twins = [node for each in changed.body if isinstance(each, ast.FunctionDef) for node in ast.walk(each)]
            change(twins[k])
            yield getattr(node, "lineno", 0), word, ast.fix_missing_locations(changed)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    if isinstance(node, ast.Compare):
        swapped = COMPARISONS.get(type(node.ops[0]))
        if swapped is not None:
            yield "comparison", lambda twin: twin.ops.__setitem__(0, swapped())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "number", lambda twin: setattr(twin, "value", twin.value + 1)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield "and/or", lambda twin: setattr(twin, "op", other())
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in SUMS:
        yield "sum", lambda twin: setattr(twin, "op", SUMS[type(twin.op)]())
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) != "tell":
        yield "call left out", lambda twin: setattr(twin, "value", ast.Constant(0))


def survives(key: str, module_name: str, changed: ast.Module, games: int) -> bool:
    """Whether a changed module plays as the oracle does; run in a process of its own, which it spoils."""
    module = importlib.import_module(module_name)
    before = dict(vars(module))
    exec(compile(changed, str(module.__file__), "exec"), vars(module))
    _replace(before, vars(module))
    drivers._bind.cache_clear()
    oracle = importlib.import_module(f"tests.oracles.{key}").Oracle
    try:
        for players, options in setups_of(key):
            for seed in range(games):
                match = sheepfold.Match(key, players, **options)
                lock_step(match, oracle(players, dict(options), match.material or None), seed)
    except Exception:
        return False
    with contextlib.redirect_stdout(io.StringIO()):
        found = sorted(Path(__file__).parent.glob(f"games/test_{key}*.py"))
        tests = [str(path) for path in found if not path.stem.endswith(("_oracle", "_picture"))]
        return pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]) == 0


def _replace(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Put the changed functions wherever the old ones had been imported to."""
    swaps = {
        id(value): after[name] for name, value in before.items() if callable(value) and after.get(name) is not value
    }
    for other in list(sys.modules.values()):
        if isinstance(other, ModuleType) and other.__name__.startswith("sheepfold."):
            for name, value in list(vars(other).items()):
                if id(value) in swaps:
                    setattr(other, name, swaps[id(value)])
                if isinstance(value, Game):
                    _replace_in(value.rules, swaps)


def _replace_in(parts: RuleParts, swaps: dict[int, Any]) -> None:
    for name, part in list(vars(parts).items()):
        if id(part) in swaps:
            setattr(parts, name, swaps[id(part)])


def rule_modules(key: str) -> list[str]:
    """The modules of a game that hold marked functions reached by its rules."""
    game = sheepfold.game(key)
    names = {game.rules.module.__name__}
    for value in vars(game.rules.module).values():
        if getattr(value, "__part__", False) and value.__module__.startswith("sheepfold.games."):
            names.add(value.__module__)
    return sorted(names)


def _judge(key: str, module_name: str, changed: ast.Module, games: int, answer: Any) -> None:
    answer.put(survives(key, module_name, changed, games))


def noticed(key: str, module_name: str, changed: ast.Module, games: int) -> bool:
    """Whether a mutant is noticed: by a difference, an error, or by never coming to an end."""
    fork = multiprocessing.get_context("fork")
    answer = fork.Queue()
    process = fork.Process(target=_judge, args=(key, module_name, changed, games, answer))
    process.start()
    process.join(SECONDS_PER_MUTANT)
    if process.is_alive():
        process.kill()
        process.join()
        return True
    return process.exitcode != 0 or not answer.get()


def survivors(key: str, games: int, share: int) -> None:
    """Try a game's mutants and print those that nobody notices."""
    tried = left = 0
    for module_name in rule_modules(key):
        path = Path(str(importlib.import_module(module_name).__file__))
        for k, (line, word, changed) in enumerate(mutants(ast.parse(path.read_text(encoding="utf-8")))):
            if k % share:
                continue
            tried += 1
            if not noticed(key, module_name, changed, games):
                left += 1
                print(f"survived: {key}/{path.name}:{line} ({word})", flush=True)
    print(f"{key}: {tried} mutants, {left} survived")


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation testing of the rules.")
    parser.add_argument("game", nargs="*", default=sheepfold.games())
    parser.add_argument("--games", type=int, default=1, help="random games per set-up and mutant")
    parser.add_argument("--share", type=int, default=1, help="test every n-th mutant")
    asked = parser.parse_args()
    os.environ["SHEEPFOLD_PLAIN"] = "1"
    for key in asked.game:
        survivors(key, asked.games, asked.share)


if __name__ == "__main__":
    main()
