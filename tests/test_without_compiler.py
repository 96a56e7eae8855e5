"""Where there is no compiler, installation succeeds all the same, and the Python twin counts.

That is never silent: there is a warning at each start, and `make test` refuses to go on.
"""

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


def ended(
    command: Sequence[object], environment: dict[str, str], told: str = "", at: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)),
        cwd=at,
        env=environment,
        input=told,
        capture_output=True,
        text=True,
        timeout=300,
    )


def run(command: Sequence[object], environment: dict[str, str], told: str = "") -> str:
    result = ended(command, environment, told)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


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


def make_environment(directory: Path) -> Path:
    """A fresh virtual environment without Sapper; all else is borrowed from the one that runs."""
    venv.create(directory, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(directory)}))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return directory / "bin" / "python"


def make_environment_with(wheel: Path, directory: Path) -> Path:
    """The same with the wheel."""
    python = make_environment(directory)
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet"]
    run([*install, wheel], dict(os.environ))
    return directory / "bin" / "sapper"


def copied_tree(directory: Path) -> Path:
    """All that building the package needs."""
    tree = directory / "tree"
    tree.mkdir()
    for name in NEEDED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tree / name)
    return tree


def build_command(tree: Path) -> list[object]:
    build = [sys.executable, "-m", "pip", "wheel", tree, "--no-deps", "--no-build-isolation"]
    return [*build, "--verbose", "--wheel-dir", tree.parent / "wheels"]


@pytest.mark.slow
def test_installs_and_works_without_a_compiler(tmp_path: Path) -> None:
    environment = environment_without_compiler(tmp_path)
    built = ended(build_command(copied_tree(tmp_path)), environment)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "no-such-compiler" in built.stdout + built.stderr  # it did look for one

    (wheel,) = (tmp_path / "wheels").glob("sapper-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "sapper/exact/counting.py" in names
    assert not [name for name in names if re.search(r"\.(so|pyd|dylib)$", name)]

    sapper = make_environment_with(wheel, tmp_path / "fresh")
    version = ended([sapper, "--version"], environment)
    assert "engine not built" in version.stdout
    assert version.stderr.count("installed without its compiled engine") == 1
    knowingly = ended([sapper, "--version"], environment | {"SAPPER_WITHOUT_ENGINE": "1"})
    assert (knowingly.stdout, knowingly.stderr) == (version.stdout, "")
    answer = json.loads(run([sapper, "analyze", "-", "-m", "3", "--json"], environment, POSITION))
    assert int(answer["layouts"]) == count_layouts(View.parse(POSITION, mines=3))
    watch = [sapper, "watch", "--agent", "exact", "--level", "beginner", "--seed", "2", "--json"]
    game = Game.new("beginner", seed=2)
    expected = GameSummary.of(game, list(agent_turns(game, make_agent("exact"))))
    summary = json.loads(run(watch, environment))["summary"]
    assert summary | {"seconds": 0} == plain(expected) | {"seconds": 0}


@pytest.mark.slow
def test_an_engine_that_is_required_and_cannot_be_built_fails_the_installation(
    tmp_path: Path,
) -> None:
    environment = environment_without_compiler(tmp_path) | {"SAPPER_NEEDS_ENGINE": "1"}
    built = ended(build_command(copied_tree(tmp_path)), environment)
    assert built.returncode != 0
    assert "no-such-compiler" in built.stdout + built.stderr
    assert not list(tmp_path.glob("wheels/*"))


@pytest.mark.slow
def test_what_the_warning_advises_shows_why_though_pip_kept_a_wheel(tmp_path: Path) -> None:
    tree, sdists = copied_tree(tmp_path), tmp_path / "sdists"
    make_sdist = "import sys; from scikit_build_core.build import build_sdist; build_sdist({!r})"
    run_at = ended(
        [sys.executable, "-c", make_sdist.format(str(sdists))], dict(os.environ), at=tree
    )
    assert run_at.returncode == 0, run_at.stderr
    (sdist,) = sdists.iterdir()
    place = f"'sapper @ {sdist.as_uri()}'"

    python = make_environment(tmp_path / "fresh")
    environment = environment_without_compiler(tmp_path) | {"PIP_CACHE_DIR": str(tmp_path / "kept")}
    pip = tmp_path / "tools" / "pip"
    pip.write_text(f'#!/bin/sh\nexec {python} -m pip "$@" --no-build-isolation\n')
    pip.chmod(0o755)
    run(["sh", "-c", f"pip install --no-deps {place}"], environment)
    assert list(tmp_path.glob("kept/wheels/**/sapper-*-none-any.whl"))

    warned = ended([python, "-c", "import sapper; sapper.make_agent('exact')"], environment)
    advice = re.search(r"SAPPER_NEEDS_ENGINE=1 .* PLACE", warned.stderr)
    assert advice is not None, warned.stderr
    advised = ended(["sh", "-c", advice[0].replace("PLACE", place)], environment)
    assert advised.returncode != 0
    assert "no-such-compiler" in advised.stdout + advised.stderr


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler here")
def test_another_compiler_is_tried_where_one_failed(tmp_path: Path) -> None:
    configure = ["cmake", "-S", copied_tree(tmp_path), "-B", tmp_path / "build"]
    configure += ["-DSAPPER_PYTHON_MODULE=OFF"]
    known = {name: value for name, value in os.environ.items() if name != "CXX"}
    failed = ended(configure, known | {"CXX": shutil.which("false") or "false"})
    assert failed.returncode != 0
    run(configure, known)
    run(configure, known | {"CXX": "c++"})


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize("asked", [False, True])
def test_make_goes_on_without_the_engine_only_if_asked_to(tmp_path: Path, asked: bool) -> None:
    """With a `python` of a virtual environment that has no engine and installs nothing."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "CMakeLists.txt"):
        (tmp_path / name).touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(
        "#!/bin/sh\n"
        """echo "needs=$SAPPER_NEEDS_ENGINE $*"\n"""
        'case "$*" in *sapper._engine*) exit 1;; esac\n'
    )
    python.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SAPPER_")}
    environment = kept | ({"SAPPER_WITHOUT_ENGINE": "1"} if asked else {})
    make = ended(["make", f"PYTHON={sys.executable}", ".venv/.ready"], environment, at=tmp_path)
    stamps = {path.name for path in (tmp_path / ".venv").glob(".*")}
    assert "!!! The engine was not built" in make.stderr
    if asked:
        assert make.returncode == 0, make.stderr
        assert stamps == {".installed", ".ready"}
    else:
        assert make.returncode != 0
        assert "needs=1 -m pip install" in make.stdout  # once more, to show why
        assert stamps == set()  # the next call tries again
