"""A client of the application in this process, and a server of its own as a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from webpage import (
    CHROMIUM,
    PATIENCE,
    Arrive,
    Person,
    SourcesHandler,
    Workbench,
    serving,
    somebody,
)
from webserver import Running, Served, running, serve

from sapper.board import Board
from sapper.level import Level, StartRule
from sapper.view import HIDDEN, View

collect_ignore = ["endless"]  # to import it is to change the process


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The application in this process, with all that goes with it."""
    with running(tmp_path_factory.mktemp("home"), workers=1) as here:
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def arrive(browser: Browser, served: Served) -> Iterator[Arrive]:
    """Somebody arrives at the page; at the end nothing may have gone wrong in their browser."""
    people: list[Person] = []

    def arrived(route: str = "", **options: Any) -> Person:
        person = somebody(browser, str(served.client.base_url), **options)
        people.append(person)
        person.go(route)
        return person

    yield arrived
    for person in people:
        person.page.context.close()
        assert person.went_wrong() == []


@pytest.fixture
def workbench(browser: Browser) -> Iterator[Workbench]:
    """A page on which the modules can be called one by one."""
    with serving(SourcesHandler) as address:
        person = somebody(browser, address)
        person.go()
        workbench = Workbench(person)
        workbench.speak("en")
        yield workbench
        person.page.context.close()
        assert person.went_wrong() == []


@pytest.fixture(scope="session")
def wide() -> View:
    """Every second number of every second row of a large board: one front, too wide to count."""
    side = 40
    board = Board(Level(side, side, side * side // 5, StartRule.ANY), seed=1)
    numbers = np.full((side, side), HIDDEN, dtype=np.int8)
    shown = np.where(board.layout, np.int8(HIDDEN), board.numbers)
    numbers[::2, ::2] = shown[::2, ::2]
    return View.from_numbers(numbers, len(board.mines))


@pytest.fixture(scope="module")
def endless_question() -> Iterator[dict[str, Any]]:
    """A question that the workers of servers started from now on never answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent / "endless"))
        yield {"text": "1#", "mines": 1, "cell": [0, 1]}
