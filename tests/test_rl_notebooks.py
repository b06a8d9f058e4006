"""The notebooks run, and show what they were kept with; so does what the page for researchers shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests import notebooks


@pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_did(path: Path) -> None:
    notebook = notebooks.read(path)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, outputs in zip(cells, notebooks.run(notebook), strict=True):
        if "varies" not in cell["metadata"].get("tags", []):
            assert notebooks.texts(outputs) == notebooks.texts(cell["outputs"]), notebooks.source(cell)


def test_there_are_three_with_pictures() -> None:
    assert len(notebooks.NOTEBOOKS) == 3
    assert sum("image/svg+xml" in path.read_text(encoding="utf-8") for path in notebooks.NOTEBOOKS) >= 2


SHOWN = re.findall(
    r"^```python\n(.*?)^```", (notebooks.FOLDER.parent / "research.md").read_text(encoding="utf-8"), re.M | re.S
)


@pytest.mark.parametrize("code", SHOWN, ids=[f"block {k}" for k in range(1, len(SHOWN) + 1)])
def test_what_the_page_for_researchers_shows_runs(code: str) -> None:
    found: dict[str, Any] = {}
    exec(code, found)
    assert "sheepfold" in code
    assert {"state", "batch", "env"} & found.keys()


def test_the_page_for_researchers_shows_everything() -> None:
    assert len(SHOWN) == 6
