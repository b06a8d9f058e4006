"""What newcomers meet: the README's examples run, and the built wheel works by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    pytest.param(code, id=f"{page.name}-{k}")
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for k, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_there_are_examples() -> None:
    assert EXAMPLES


IN_A_CLEAN_PLACE = """
import random, sheepfold
for key in sheepfold.games():
    game = sheepfold.game(key)
    match, rng = sheepfold.Match(key), random.Random(1)
    while not match.is_over:
        actor = min(match.to_act(), key=str)
        match.play(actor, rng.choice(match.legal(actor)))
    assert sheepfold.Match.replay(match.record()).places() == match.places()
    assert match.svg().startswith("<svg")
    assert game.rules_page()
print(len(sheepfold.games()))
"""


def test_the_wheel_works_in_a_clean_environment(tmp_path: Path) -> None:
    clean = tmp_path / "clean"
    quiet = {**os.environ, "SHEEPFOLD_PLAIN": "1", "UV_LINK_MODE": "copy"}

    def run(*command: str | Path) -> str:
        done = subprocess.run(
            list(map(str, command)), cwd=tmp_path, env=quiet, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    uv = [sys.executable, "-m", "uv"]
    run(*uv, "build", "--wheel", "--quiet", "--out-dir", tmp_path / "dist", ROOT)
    run(*uv, "venv", "--quiet", "--python", sys.executable, clean)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    lock = ["--constraint", ROOT / "requirements.lock"]
    run(*uv, "pip", "install", "--quiet", "--python", clean / "bin" / "python", *lock, wheel)
    assert int(run(clean / "bin" / "python", "-c", IN_A_CLEAN_PLACE)) >= 1
    assert run(clean / "bin" / "sheepfold", "--version").strip()
