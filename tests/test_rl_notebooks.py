"""The notebooks run, and show what they were kept with."""

from __future__ import annotations

from pathlib import Path

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
