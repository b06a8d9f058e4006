"""Which rule lives where: every id of the rules pages, the code that carries it out, the tests that show it.

`python -m tests.rules_coverage` writes `docs/rules-coverage.md` anew.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import sheepfold
from sheepfold.core.game import Game

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
ID = r"[A-Z]{3}-X?\d+"


@dataclass
class Rule:
    """A rule of a page, and where it was found."""

    id: str
    words: str
    code: list[str] = field(default_factory=list[str])
    tests: list[str] = field(default_factory=list[str])


def rules_of(game: Game) -> dict[str, Rule]:
    """The rules of a game's page with their places."""
    found = re.findall(rf"^- ({ID}) (.*)", game.rules_page(), re.MULTILINE)
    rules = {name: Rule(name, words) for name, words in found}
    for name, place in _in_code(game):
        if name in rules:
            rules[name].code.append(place)
    for name, test in _in_tests(game.key):
        if name in rules:
            rules[name].tests.append(test)
    return rules


def _in_code(game: Game) -> Iterator[tuple[str, str]]:
    """Ids on functions marked `@rule(...)`, and ids beside the data of material.toml."""
    for path in sorted(game.folder.glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for function in [node for node in nodes if isinstance(node, ast.FunctionDef)]:
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "rule":
                    for argument in mark.args:
                        yield ast.literal_eval(argument), f"{path.stem}.{function.name}"
    for name in re.findall(ID, (game.folder / "material.toml").read_text(encoding="utf-8")):
        yield name, "material.toml"


def _in_tests(key: str) -> Iterator[tuple[str, str]]:
    """Ids in the names of tests: `test_NIN_13_…`."""
    for path in sorted((ROOT / "tests" / "games").glob(f"test_{key}*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in re.findall(r"[A-Z]{3}_X?\d+", node.name):
                    yield name.replace("_", "-"), node.name


def page() -> str:
    """The table as markdown."""
    lines = ["# Which rule lives where", "", "Written by `python -m tests.rules_coverage`; a test keeps it true."]
    for key in sheepfold.games():
        game = sheepfold.game(key)
        lines += ["", f"## {game.name} (`{key}`)", "", "| rule | code | tests |", "|---|---|---|"]
        for rule in rules_of(game).values():
            code = ", ".join(f"`{place}`" for place in _counted(rule.code))
            lines.append(f"| {rule.id} | {code} | {len(set(rule.tests))} |")
    return "\n".join(lines) + "\n"


def _counted(places: list[str]) -> list[str]:
    """Each place once, in the order found."""
    seen: defaultdict[str, int] = defaultdict(int)
    for place in places:
        seen[place] += 1
    return list(seen)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
