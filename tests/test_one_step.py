"""The programs beside the engine, built as by `make one-step`."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
# Compiling takes most of the time: nothing is optimised, many files are compiled as one, and the
# engine is that of the installed module, unless its sources are newer.
QUICKLY = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=", "-DCMAKE_UNITY_BUILD=ON"]
WANTED = ["-DSAPPER_BENCHMARKS=ON", "-DSAPPER_PYTHON_MODULE=OFF", "-DSAPPER_WARNINGS_AS_ERRORS=ON"]
SMALL = ["--level", "8x8/10", "--games", "20", "--repeats", "2"]
WEAKER = "playouts=0,judged_share=0,search_layouts=2,safety_power=9"

CANDIDATE = [("place", "<u2"), ("traits", "<i2", 12), ("unused", "<u2"), ("chance", "<f4")]
RECORD = np.dtype(
    [
        ("codes", "u1", 480),
        ("uncertain", "<u2"),
        ("mines", "<u2"),
        ("log2_layouts", "<f4"),
        ("alive", "<f4"),
        ("level", "u1"),
        ("count", "u1"),
        ("unused", "<u2"),
        ("candidates", CANDIDATE, 6),
    ]
)


def run(command: Sequence[object]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)


def engine_built_before() -> list[str]:
    changed = max(path.stat().st_mtime for path in (ROOT / "engine").rglob("*.?pp"))
    libraries = [
        path for path in ROOT.glob("build/c*-*/libengine.a") if path.stat().st_mtime > changed
    ]
    return [f"-DSAPPER_ENGINE_LIBRARY={libraries[0]}"] if libraries else []


def build(directory: Path) -> Path:
    for command in (
        ["cmake", "-S", ROOT, "-B", directory, *QUICKLY, *WANTED, *engine_built_before()],
        ["cmake", "--build", directory, "--parallel", "2"],
    ):
        result = run(command)
        assert result.returncode == 0, result.stdout + result.stderr
    return directory / "one_step"


def gain_and_differing(output: str) -> tuple[float, float]:
    gain = re.search(r"^gain ([+-]\S+) \+- ", output, re.MULTILINE)
    differing = re.search(r"^choices that differ (\S+) %", output, re.MULTILINE)
    assert gain is not None, output
    assert differing is not None, output
    return float(gain[1]), float(differing[1])


# One test for all: the program is built once.
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="built with cmake")
def test_the_comparison_of_constants(tmp_path: Path) -> None:
    program = build(tmp_path)

    helped = run([program, "--help"])
    assert helped.returncode == 0
    assert "judged_share" in helped.stdout

    alike = run([program, *SMALL])
    assert (alike.returncode, alike.stderr) == (0, "")
    assert "games 20," in alike.stdout
    assert gain_and_differing(alike.stdout) == (0.0, 0.0)

    command = [program, *SMALL, "--start", "opening", "--first", "2,2", "--old", WEAKER]
    unlike = [run(command), run(command)]
    gain, differing = gain_and_differing(unlike[0].stdout)
    assert abs(gain) < 20.0
    assert differing > 0.0
    assert gain_and_differing(unlike[1].stdout) == (gain, differing)

    for refused in (
        ["--old", "no_such_constant=1"],
        ["--new", "playouts=many"],
        ["--new", "judged_share=1.5"],
        ["--new", "search_layouts=1"],
        ["--level", "4x4/16"],
        ["--first", "99,0"],
        ["--start", "anywhere"],
        ["--seconds"],
        ["--no-such-option", "1"],
    ):
        result = run([program, *refused])
        assert (result.returncode, result.stdout) == (2, "")
        assert re.fullmatch(r"one_step: .+\n", result.stderr)

    guesses = tmp_path / "guesses"
    made = run([tmp_path / "generate", "--threads", 1, "--seconds", 2, "--out", guesses])
    assert (made.returncode, made.stderr) == (0, "")
    (file,) = guesses.glob("*.guesses")
    records = np.fromfile(file, RECORD)
    assert f"{len(records)} guesses of" in made.stdout
    assert ((records["count"] > 1) & (records["count"] <= 6)).all()
    assert (records["codes"] >= 16).sum(1).tolist() == records["uncertain"].tolist()
    chances = records["candidates"]["chance"]
    assert ((chances >= 0) & (chances <= 1)).all()
    assert chances.any()
    nonsense = run([tmp_path / "generate", "--nonsense", 1])
    assert nonsense.returncode == 2
    assert nonsense.stderr.count("\n") == 1

    searching = [tmp_path / "endgame", "--positions", 1, "--budget", 20_000, "--list"]
    searched = [run(searching), run(searching)]
    assert (searched[0].returncode, searched[0].stderr) == (0, "")
    # Game, layouts, cells, layouts won, best cell; then the time, which varies.
    positions = [
        re.findall(r"^(\d+ \d+ \d+ \d+ -?\d+) \S+ \d+$", result.stdout, re.MULTILINE)
        for result in searched
    ]
    assert len(positions[0]) == 5
    assert positions[0] == positions[1]
    assert run([tmp_path / "endgame", "--nonsense", 1]).returncode == 2
