"""`make` sets up what a command needs and nothing else, and says what it is about to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
case "$*" in
    *"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *"import sys"*) exit 0 ;;
esac
echo "ran: $*"
"""
"""A Python that makes an environment of itself, and installs nothing."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "CMakeLists.txt"):
        (tmp_path / name).touch()
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_a_site_needs_the_package_alone_and_each_step_is_announced(folder: Path) -> None:
    command = ["make", f"PYTHON={folder / 'python'}", "site"]
    # This suite may itself run below make, whose settings are not meant for this one.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    made = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    steps = [line for line in made.stdout.splitlines() if "import sapper._engine" not in line]
    assert [step.split()[0] for step in steps] == ["Making", "ran:", "Installing", "ran:", "ran:"]
    assert "-m venv .venv" in steps[1]
    assert steps[3].endswith("--editable .")
    assert steps[4] == "ran: tools/site_of_files.py"
    assert {path.name for path in (folder / ".venv").glob(".*")} == {".installed"}


def test_the_site_is_built_without_what_a_server_needs(tmp_path: Path) -> None:
    program = (
        "import runpy, sys\n"
        "sys.modules |= dict.fromkeys(('starlette', 'fastapi', 'pydantic', 'numpy'))\n"
        f"sys.argv = ['site', {str(tmp_path / 'site')!r}]\n"
        f"runpy.run_path({str(ROOT / 'tools' / 'site_of_files.py')!r}, run_name='__main__')"
    )
    built = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site" / "service-worker.js").exists()
