"""Run the notebooks and store what their cells print, to be read anywhere.

    python tools/notebooks.py

Only what these notebooks use is done here: cells of plain Python, run in order in one namespace,
with their text output and the value of a last expression, which may draw itself. Jupyter shows the
same.
"""

from __future__ import annotations

import ast
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"

DRAWN = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
"""How values draw themselves; Jupyter shows the first of these that there is."""

MODULE = "notebook_cells"
"""What the cells are a part of while they run."""

Notebook = dict[str, Any]


def run(notebook: Notebook) -> Notebook:
    """The notebook with the outputs that its cells have now."""
    # A module like any other, so that what is defined in a cell can be pickled.
    module = sys.modules[MODULE] = ModuleType(MODULE)
    number = 0
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = run_cell("".join(cell["source"]), vars(module), number)
            cell = {**cell, "execution_count": number, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def run_cell(source: str, namespace: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and what its last line is worth if it is an expression."""
    program = ast.parse(source)
    last = program.body.pop() if program.body and isinstance(program.body[-1], ast.Expr) else None
    name, value = f"cell {number}", None
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(program, name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        drawn = {
            kind: getattr(value, method)().splitlines(keepends=True)
            for kind, method in DRAWN.items()
            if hasattr(value, method)
        }
        # What is drawn needs no text, which may be long and have more digits than machines share.
        told = f"<{type(value).__name__}>" if drawn else repr(value)
        data = {**drawn, "text/plain": told.splitlines(keepends=True)}
        result = {"data": data, "execution_count": number, "metadata": {}}
        outputs.append({**result, "output_type": "execute_result"})
    return outputs


def read(path: Path) -> Notebook:
    """The notebook as it is stored."""
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def write(path: Path, notebook: Notebook) -> None:
    """Store a notebook the way Jupyter does."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        write(path, run(read(path)))
        print(path)
