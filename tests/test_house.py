"""The house: imports point one way, in the package and in the server."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sheepfold.core.errors import BadGame
from sheepfold.core.game import Game
from tests.test_core import ROOT
from tests.toy_games.toy import GAME as TOY

LAYERS = [
    "core", "drawing", "games", ("bots", "study", "rl", "testing"), ("server", "client"), "terminal", "cli"
]  # fmt: skip
"""The package's rooms from the bottom up: a module imports from its own room and from those below."""

SERVER_LAYERS = [
    ("addresses", "games_here", "logs", "metrics", "settings"), "wire", ("fairness", "keeping"), "table", "http",
    "page", ("app", "running", "workers"),
]  # fmt: skip
"""The same inside the server."""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file of the package imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def floor_of(module: str, package: str, layers: list[str | tuple[str, ...]]) -> int | None:
    """How high a module of a package stands; None: it is not of this package, or of all its rooms (the package)."""
    if not module.startswith(f"{package}."):
        return None
    room = module.removeprefix(f"{package}.").split(".")[0]
    return next((k for k, layer in enumerate(layers) if room == layer or room in layer), None)


@pytest.mark.parametrize(("package", "layers"), [("sheepfold", LAYERS), ("sheepfold.server", SERVER_LAYERS)])
def test_imports_point_one_way(package: str, layers: list[str | tuple[str, ...]]) -> None:
    folder = ROOT.joinpath(*package.split("."))
    for path in folder.rglob("*.py"):
        here = floor_of(".".join(path.relative_to(ROOT).with_suffix("").parts), package, layers)
        for name in imported(path):
            there = floor_of(name, package, layers)
            assert here is None or there is None or there <= here, f"{path} imports {name}"


@pytest.mark.parametrize(("package", "layers"), [("sheepfold", LAYERS), ("sheepfold.server", SERVER_LAYERS)])
def test_every_room_has_its_floor(package: str, layers: list[str | tuple[str, ...]]) -> None:
    """A new room, or a module outside all rooms, needs a place in the order."""
    folder = ROOT.joinpath(*package.split("."))
    rooms = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    floors = {room for layer in layers for room in ([layer] if isinstance(layer, str) else layer)}
    assert rooms - {"__init__", "__main__"} == floors


def named_in(path: Path) -> Iterator[str]:
    """The classes and kinds of values that a file names for others."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and not (isinstance(node.value, ast.Call) and "Var" in ast.dump(node.value)):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def test_a_name_has_one_meaning() -> None:
    """A class, or a kind of values, is named once in the package; what every game may have, once in each game."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "sheepfold").rglob("*.py"):
        room = path.relative_to(ROOT / "sheepfold").parts
        where = "a game" if room[0] == "games" and len(room) > 2 else "/".join(room)
        for name in named_in(path):
            if re.fullmatch(r"[A-Z][a-z]\w*", name) and path.stem != "__main__":
                found.setdefault(name, set()).add(where)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
    assert len(found) > 300


def test_no_module_is_there_for_nobody() -> None:
    """Each is imported somewhere in the package or in an example, named in pyproject.toml, or told of in the docs."""
    package, others = ROOT / "sheepfold", [ROOT / "pyproject.toml", *(ROOT / "docs").glob("*.md")]
    uses: dict[str, set[Path]] = {}
    for path in [*package.rglob("*.py"), *(ROOT / "examples").rglob("*.py")]:
        for name in imported(path):
            for module in (name, name.rpartition(".")[0]):
                uses.setdefault(module, set()).add(path)
    told = "".join(path.read_text(encoding="utf-8") for path in others)
    for path in package.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if path.stem.startswith("__") or "migrations" in path.parts:  # those are found by their place
            continue
        assert uses.get(module, set()) - {path} or module in told, f"nobody needs {module}"


FILE = re.compile(r"[\w/-]+\.(?:py|js|toml|md)\b")
ROOM = re.compile(r"^\| `(\w+)/` \|(.*)\|$", re.MULTILINE)


@pytest.mark.parametrize("plan", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_the_files_that_the_plan_of_the_house_names_are_there(plan: str) -> None:
    paths = [path for folder in ("sheepfold", "tests", "docs") for path in (ROOT / folder).rglob("*")]
    there = [f"/{path.relative_to(ROOT)}" for path in [*paths, *ROOT.iterdir()]]
    named = set(FILE.findall((ROOT / plan).read_text(encoding="utf-8")))
    assert len(named) > 10
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in there)} == set()


def test_what_the_plan_says_of_a_room_is_in_it() -> None:
    """Its two tables of rooms name modules without their ending: `core/` has (`kit`)."""
    rooms = ROOM.findall((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
    assert {"core", "drawing", "games", "wire", "keeping", "table", "http", "page"} <= dict(rooms).keys()
    for room, words in rooms:
        folder = next(each for each in (ROOT / "sheepfold" / room, ROOT / "sheepfold/server" / room) if each.is_dir())
        for name in re.findall(r"`(\w+)`", words):
            assert (folder / f"{name}.py").exists(), f"{name} is not in {folder}"


def test_a_game_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(BadGame, match="`setup` in"):
        Game("", "", range(2, 3), 5, 5, 1, TOY.state.module, ModuleType("games.x.rules"), TOY.notation.module)
