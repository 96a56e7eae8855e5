"""The engine that the page runs is the one that its sources build."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import wasm


def test_the_module_is_that_of_the_sources() -> None:
    assert wasm.main(["--check"]) == 0


def test_changed_sources_are_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "engine"
    shutil.copytree(wasm.ENGINE, other)
    (other / "core" / "stop.cpp").write_text("// changed\n")
    monkeypatch.setattr(wasm, "ENGINE", other)
    assert wasm.main(["--check"]) == 1
    assert "make wasm" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("em++") is None, reason="there is no emscripten here")
def test_the_sources_build_the_committed_module(tmp_path: Path) -> None:
    version = subprocess.run(["em++", "--version"], capture_output=True, text=True, check=True)
    if f" {wasm.EMSCRIPTEN} " not in version.stdout:
        pytest.skip(f"emscripten here is not {wasm.EMSCRIPTEN}, which built the module")
    wasm.build(tmp_path)
    assert (tmp_path / wasm.MODULE).read_bytes() == (wasm.COMMITTED / wasm.MODULE).read_bytes()


def test_without_emscripten_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert wasm.main([str(tmp_path)]) == 2
    assert "apt-get install emscripten" in capsys.readouterr().err


def test_a_module_is_small_enough_to_be_loaded_with_the_page() -> None:
    assert (wasm.COMMITTED / wasm.MODULE).stat().st_size < 620_000
