"""What a developer runs from `tools` says what is wrong in a line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"


@pytest.mark.slow
def test_the_budget_curve_needs_a_store() -> None:
    pytest.importorskip("matplotlib")
    command = [sys.executable, str(TOOLS / "budget_curve.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 2
    assert run.stderr == "usage: python tools/budget_curve.py LAB.sqlite\n"
