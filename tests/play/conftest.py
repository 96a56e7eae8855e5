"""What the tests of play share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sapper.history import History


@pytest.fixture
def history() -> Iterator[History]:
    with History.in_memory() as history:
        yield history
