"""The notebooks in docs/notebooks: run their cells, and keep what they show.

`python -m tests.notebooks` runs all of them and writes their outputs anew; a test runs them and compares. A cell tagged
`varies` (it tells times, say) is run but not compared. No Jupyter is needed for either.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run all code cells one after the other; the outputs of each."""
    os.environ["MPLBACKEND"] = "Agg"
    space: dict[str, Any] = {"__name__": "notebook"}
    return [run_cell(source(cell), space) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(code: str, space: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; what it printed, and what its last line stands for."""
    body = ast.parse(code).body
    last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body[:-1] if last else body, []), "cell", "exec"), space)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        outputs.append({"data": shown(value), "metadata": {}, "output_type": "display_data"})
    return outputs


def shown(value: Any) -> dict[str, list[str]]:
    """A value as a notebook shows it: as a picture if it has one, and as text."""
    if hasattr(value, "_repr_svg_"):
        return {"image/svg+xml": value._repr_svg_().splitlines(keepends=True), "text/plain": [repr(value)]}
    if hasattr(value, "savefig"):
        return {"image/svg+xml": drawn(value).splitlines(keepends=True), "text/plain": ["<Figure>"]}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def drawn(figure: Any) -> str:
    import matplotlib as mpl

    file = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "sheepfold", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None}, bbox_inches="tight")
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """What outputs say in words: this is what has to stay the same."""
    said = [output.get("text") or output["data"]["text/plain"] for output in outputs]
    return ["".join(lines) for lines in said]


def write(path: Path) -> None:
    """Run a notebook and keep its outputs."""
    notebook = read(path)
    code_cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(code_cells, run(notebook), strict=True), start=1):
        cell["outputs"], cell["execution_count"] = outputs, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in [Path(name) for name in sys.argv[1:]] or NOTEBOOKS:
        write(each)
        print(each.name)
