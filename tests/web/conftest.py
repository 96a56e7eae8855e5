"""A client of the application in this process, and a server of its own as a process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import numpy as np
import pytest
from webserver import Running, Served, running, serve

from sapper.board import Board
from sapper.formats import to_address
from sapper.level import Level, StartRule
from sapper.view import HIDDEN, View


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The application in this process, with all that goes with it."""
    with running(tmp_path_factory.mktemp("home"), thinkers=1) as here:
        yield here


@pytest.fixture
def client(here: Running) -> httpx.Client:
    """A client of it."""
    return here.client


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`sapper web` as a process."""
    served = serve(tmp_path_factory.mktemp("home"))
    yield served
    served.ended()


@pytest.fixture(scope="session")
def wide() -> View:
    """Every second number of every second row of a large board: one front, too wide to count."""
    side = 40
    board = Board(Level(side, side, side * side // 5, StartRule.ANY), seed=1)
    numbers = np.full((side, side), HIDDEN, dtype=np.int8)
    shown = np.where(board.layout, np.int8(HIDDEN), board.numbers)
    numbers[::2, ::2] = shown[::2, ::2]
    return View.from_numbers(numbers, len(board.mines))


@pytest.fixture(scope="session")
def wide_question(wide: View) -> dict[str, Any]:
    """A question about it that takes plain Python many seconds."""
    return {"address": to_address(wide), "cell": [0, 1]}
