"""The notebooks run, and show what they have stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import notebooks
import pytest

from sapper._compiled import compiled

ROOT = Path(__file__).parent.parent
PATHS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
OF_THE_COURSE = ("clauses-and-counting", "sentences", "your-own-ai")
needs_engine = pytest.mark.skipif(compiled is None, reason="the engine was not built")


def marked(path: Path) -> Any:
    """The notebooks that measure something take a while, and the engine."""
    marks = () if path.stem in OF_THE_COURSE else (pytest.mark.slow, needs_engine)
    return pytest.param(path, marks=marks, id=path.stem)


@pytest.mark.parametrize("path", [marked(path) for path in PATHS])
def test_notebooks_run_and_show_what_they_have_stored(path: Path) -> None:
    stored = notebooks.read(path)
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    again = notebooks.run(stored)
    for cell, anew in zip(stored["cells"], again["cells"], strict=True):
        assert anew == cell, "".join(cell["source"])
    identities = [cell["id"] for cell in stored["cells"]]
    assert len(set(identities)) == len(identities)


def test_every_notebook_is_named_where_readers_look_for_it() -> None:
    document = (ROOT / "docs" / "notebooks.md").read_text()
    assert [path.name for path in PATHS if f"(notebooks/{path.name})" not in document] == []


def test_a_notebook_that_changed_is_noticed() -> None:
    stored = notebooks.read(next(path for path in PATHS if path.stem == OF_THE_COURSE[0]))
    first = next(cell for cell in stored["cells"] if cell["cell_type"] == "code")
    first["source"].append("\nprint('more')")
    again = notebooks.run(stored)
    assert again["cells"] != stored["cells"]


def test_what_draws_itself_is_stored_as_it_is_drawn() -> None:
    (output,) = notebooks.run_cell(
        "import sapper\nsapper.View.parse('1#', mines=1)", {"__name__": "cells"}, 1
    )
    assert "".join(output["data"]["image/svg+xml"]).startswith("<svg")
    assert output["data"]["text/plain"] == ["<View>"]
