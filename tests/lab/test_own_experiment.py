"""The experiment of docs/laboratory.md runs outside the source tree."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "first_click.py"


@pytest.mark.slow
def test_an_experiment_of_ones_own_runs_anywhere_and_keeps_what_it_measured(tmp_path: Path) -> None:
    script = tmp_path / EXAMPLE.name
    shutil.copy(EXAMPLE, script)
    tables = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, script],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        tables.append(list(csv.DictReader(done.stdout.strip().splitlines())))
    rows = tables[0]
    assert rows == tables[1]
    assert [row["first"] for row in rows] == ["0,0", "3,3", "8,15"]
    corner, *others = [float(row["something_certain"]) for row in rows]
    assert all(corner > other > 0 for other in others)  # a corner shows a 0 most often
