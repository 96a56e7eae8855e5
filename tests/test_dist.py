"""The sdist holds sources and nothing else, and `tools/dist.py` refuses any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from waiting import PATIENCE

ROOT = Path(__file__).parent.parent
PARTS = [
    "CMakeLists.txt",
    "LICENSE",
    "README.md",
    ".gitignore",
    "pyproject.toml",
    "engine",
    "tools",
]
BUILT = [
    "build/cp311/CMakeFiles/engine.dir/engine/count/sweep.cpp.o",
    "build/cp311/engine/libengine.a",
    "dist/sapper-0.0.1.whl",
    "engine/core/stop.o",
    "src/sapper/__pycache__/view.cpython-311.pyc",
    "src/sapper/_engine.abi3.so",
    ".venv/lib/python3.11/site-packages/thing.py",
    "node_modules/thing/index.js",
    "results/win-rate.csv",
]
PACKAGE = "src/sapper/__init__.py"


def make_checkout(folder: Path) -> None:
    """A small project with our settings, tracked by git, in which much was built."""
    for name in PARTS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    write(folder, PACKAGE, '__version__ = "0.0.1"\n')
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    for name in BUILT:
        write(folder, name)


def write(folder: Path, name: str, text: str = "") -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def build_sdist(folder: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = [sys.executable, str(folder / "tools" / "dist.py"), "--sdist"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=kept)


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")
def test_the_sdist_holds_sources_and_nothing_else(tmp_path: Path) -> None:
    make_checkout(tmp_path)
    built = build_sdist(tmp_path)
    assert built.returncode == 0, built.stdout + built.stderr
    with tarfile.open(tmp_path / "dist" / "sapper-0.0.1.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "CMakeLists.txt", "engine/core/stop.cpp", PACKAGE} <= names
    assert not names & set(BUILT)

    write(tmp_path, "src/sapper/notes.bin")  # neither tracked nor ignored
    refused = build_sdist(tmp_path)
    assert refused.returncode == 1
    assert "src/sapper/notes.bin does not belong there" in refused.stderr

    subprocess.run(["git", "add", "src/sapper/notes.bin"], cwd=tmp_path, check=True)
    (tmp_path / "src/sapper/notes.bin").unlink()
    refused = build_sdist(tmp_path)
    assert refused.returncode == 1
    assert "src/sapper/notes.bin is missing" in refused.stderr
