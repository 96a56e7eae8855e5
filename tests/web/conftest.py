"""A client of the application in this process, and a server of its own as a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from site_of_files import main as build_site
from webpage import (
    CHROMIUM,
    MILLISECONDS,
    Arrive,
    Person,
    QuietHandler,
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
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def arrive(browser: Browser, served: Served) -> Iterator[Arrive]:
    """Somebody arrives at the page; at the end nothing may have gone wrong in their browser."""
    with arriving(browser, str(served.client.base_url)) as arrived:
        yield arrived


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make site` builds it."""
    folder = tmp_path_factory.mktemp("site")
    assert build_site([str(folder)]) == 0
    return folder


@pytest.fixture
def arrive_at_site(browser: Browser, folder: Path) -> Iterator[Arrive]:
    """The same for the site of files alone."""
    files = partial(QuietHandler, directory=str(folder))
    with serving(files) as address, arriving(browser, address) as arrived:
        yield arrived


@pytest.fixture(params=["arrive", "arrive_at_site"], ids=["server", "site"])
def arrive_anywhere(request: pytest.FixtureRequest) -> Arrive:
    """The page of the server, and then the site of files alone."""
    arrive: Arrive = request.getfixturevalue(request.param)
    return arrive


@contextmanager
def arriving(browser: Browser, address: str) -> Iterator[Arrive]:
    """Have people arrive at an address, and look after them at the end."""
    people: list[Person] = []

    def arrived(route: str = "", **options: Any) -> Person:
        person = somebody(browser, address, **options)
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
