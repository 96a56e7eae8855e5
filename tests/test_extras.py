"""How to install an extra, for the interpreter that runs and from where Sapper came."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from sapper import extras
from sapper.extras import install_command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def came_from(monkeypatch: pytest.MonkeyPatch, **origin: object) -> None:
    monkeypatch.setattr(extras, "_direct_url", lambda: json.dumps(origin))


def test_from_a_checkout_it_is_the_checkout_that_is_installed_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(monkeypatch, url=folder.as_uri(), dir_info={"editable": True})
    assert install_command("web") == ".venv/bin/python -m pip install -e '.[web]'"
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    python, *words = shlex.split(install_command("web"))
    assert python == f"{folder}/.venv/bin/python"
    assert words == ["-m", "pip", "install", "-e", f"{folder}[web]"]


def test_a_folder_with_a_name_like_a_package_is_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(monkeypatch, url=(folder / "sapper").as_uri(), dir_info={})
    assert install_command("lab") == ".venv/bin/python -m pip install './sapper[lab]'"


def test_spaces_in_a_path_are_quoted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(folder / "my games" / "python"))
    came_from(monkeypatch, url=(folder / "my games").as_uri(), dir_info={"editable": True})
    expected = "'my games/python' -m pip install -e './my games[web]'"
    assert install_command("web") == expected


def test_from_a_file_it_is_that_file_and_else_the_name_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(monkeypatch, url="file:///tmp/sapper-1.whl", archive_info={})
    told = install_command("mcp")
    assert told == ".venv/bin/python -m pip install 'sapper[mcp] @ file:///tmp/sapper-1.whl'"
    monkeypatch.setattr(extras, "_direct_url", lambda: None)
    assert install_command("mcp") == ".venv/bin/python -m pip install 'sapper[mcp]'"
