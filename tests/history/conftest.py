"""What the tests of the history share: a file of its own for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper.history import History


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "games.sqlite3"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    with History.open(path) as opened:
        assert opened.message == ""
        yield opened
