"""Where there is no compiler, installation succeeds all the same, and the Python twin counts."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from sapper import Game, View, count_layouts, make_agent
from sapper.lab.agent_game import GameSummary, agent_turns
from sapper.serialize import plain

ROOT = Path(__file__).parent.parent
NEEDED = ["pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "src", "engine"]
TOOLS = ["cmake", "ninja", "make", "sh", "uname"]
POSITION = "0111#\n12###\n#####\n"


def run(command: Sequence[object], environment: dict[str, str], told: str = "") -> str:
    result = subprocess.run(
        list(map(str, command)),
        env=environment,
        input=told,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def environment_without_compiler(directory: Path) -> dict[str, str]:
    """Build tools on the path, but nothing that compiles, and CXX leads nowhere."""
    tools = directory / "tools"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        if found:
            (tools / name).symlink_to(found)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    nothing = str(directory / "no-such-compiler")
    return kept | {"PATH": str(tools), "CC": nothing, "CXX": nothing}


def make_environment_with(wheel: Path, directory: Path) -> Path:
    """A fresh virtual environment with the wheel; the rest is borrowed from the one that runs."""
    venv.create(directory, with_pip=False, symlinks=True)
    python = directory / "bin" / "python"
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(directory)}))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet"]
    run([*install, wheel], dict(os.environ))
    return directory / "bin" / "sapper"


@pytest.mark.slow
def test_installs_and_works_without_a_compiler(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in NEEDED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    environment = environment_without_compiler(tmp_path)
    build = [sys.executable, "-m", "pip", "wheel", tree, "--no-deps", "--no-build-isolation"]
    said = run([*build, "--verbose", "--wheel-dir", tmp_path / "wheels"], environment)
    assert "no-such-compiler" in said  # it did look for one

    (wheel,) = (tmp_path / "wheels").glob("sapper-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sapper/exact/counting.py" in names
    assert not [name for name in names if re.search(r"\.(so|pyd|dylib)$", name)]

    sapper = make_environment_with(wheel, tmp_path / "fresh")
    version = run([sapper, "--version"], environment)
    assert "engine not built" in version
    answer = json.loads(run([sapper, "analyze", "-", "-m", "3", "--json"], environment, POSITION))
    assert int(answer["layouts"]) == count_layouts(View.parse(POSITION, mines=3))
    watch = [sapper, "watch", "--agent", "exact", "--level", "beginner", "--seed", "2", "--json"]
    game = Game.new("beginner", seed=2)
    expected = GameSummary.of(game, list(agent_turns(game, make_agent("exact"))))
    summary = json.loads(run(watch, environment))["summary"]
    assert summary | {"seconds": 0} == plain(expected) | {"seconds": 0}
