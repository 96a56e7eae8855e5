"""A person before the page: what they see of a board, and how they click, tap and type."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from os import PathLike
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, Route, expect
from waiting import PATIENCE

import sapper
from sapper.game import Game
from sapper.grid import Cell
from sapper.interface.web.page import media_type
from sapper.level import LEVELS
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IN_A_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine"),
]


def in_a_browser(test: Any) -> Any:
    """Where there is one, and time for it."""
    for mark in IN_A_BROWSER:
        test = mark(test)
    return test


MILLISECONDS = 1000 * PATIENCE
"""How long the browser waits for anything."""
PACKAGE = Path(sapper.__file__).parent
SOURCES = PACKAGE / "interface" / "web" / "static"
PICTURES = Path(__file__).parents[1] / "docs"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LOW_WINDOWS = [(1366, 625), (1280, 720)]
PHONES_ON_THEIR_SIDE = [(667, 375), (844, 390)]
ALL_KINDS = [
    (320, 568),
    (320, 256),
    (390, 844),
    *PHONES_ON_THEIR_SIDE,
    (1024, 768),
    (1140, 800),
    *LOW_WINDOWS,
]
"""Windows, by width and height."""
COLOURS = ["data-theme", "data-palette"]
PALETTES = ("standard", "colour-blind")
WEAR = "(html, [names, look]) => names.forEach((name, at) => html.setAttribute(name, look[at]))"
"""Shows the page in other colours."""
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
WIDTH = "document.documentElement.scrollWidth"
"""Not compared with `innerWidth`: a phone makes that as wide as what it shows."""
CUT = """() => [...document.querySelectorAll("button, .button, .nav a, h1")]
  .filter(it => it.checkVisibility({ visibilityProperty: true }))
  .filter(it => {
    const around = it.getBoundingClientRect();
    const sticksOut = (part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return width > 0 && (left < around.left - 1 || right > around.right + 1);
    };
    return it.scrollWidth > it.clientWidth + 1 || [...it.querySelectorAll("span")].some(sticksOut);
  })
  .map(it => it.textContent)"""
"""Buttons, links to views and titles whose words do not fit into them."""
FAST_SEED = 3
"""A beginner's board on which one number at a time does not suffice."""


@dataclass(frozen=True)
class Person:
    """Somebody with a browser window, the page in it, and what went wrong there."""

    page: Page
    address: str
    problems: list[str]
    meant: list[str]
    """Parts of problems that belong to what is tested."""

    def went_wrong(self) -> list[str]:
        """What went wrong in the browser and was not meant to."""
        return [
            problem for problem in self.problems if not any(part in problem for part in self.meant)
        ]

    def go(self, route: str = "") -> None:
        """Open a view by its address."""
        self.page.goto(f"{self.address}{route}")

    def board(self, label: str = "Board") -> Locator:
        """The board of that name."""
        return self.page.locator(f"[role=grid][aria-label^='{label}']")

    def cell(self, cell: Cell, label: str = "Board") -> Locator:
        """One cell of a board."""
        name = f"Row {cell[0]}, column {cell[1]}:"
        return self.board(label).locator(f".cell[aria-label^='{name}']")

    def signs(self, label: str = "Board") -> list[str]:
        """What a board shows, row by row."""
        rows: list[str] = self.board(label).evaluate(
            "grid => [...grid.querySelectorAll('.board-row')].slice(1).map("
            "row => [...row.querySelectorAll('.cell')].map(cell => cell.dataset.sign).join(''))"
        )
        return rows

    def speak(self, language: str) -> None:
        """Choose a language by the name that it gives itself."""
        self.page.locator("#open-appearance").click()
        self.page.get_by_role("radio", name=language).check()
        # The dialog is redrawn in the language that was chosen.
        expect(self.page.get_by_role("radio", name=language)).to_be_focused()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def begin(self, level: str, *, seed: int, start: str = "any", winning: str = "") -> Game:
        """Begin a game by the dialog; give its twin, which knows the mines."""
        dialog = self.page.get_by_role("dialog")
        # Before there is a board, or a refusal, more may come above the button: a click misses it.
        shown = self.board().locator(".cell").or_(self.page.get_by_role("alert"))
        expect(shown.first).to_be_visible()
        self.page.get_by_role("button", name="New game").first.click()
        dialog.get_by_role("radio", name=level.capitalize()).check()
        dialog.get_by_label("Start rule").select_option(start)
        dialog.get_by_label("To win").select_option(winning or "revealed")
        dialog.get_by_label("Board seed").fill(str(seed))
        dialog.get_by_role("button", name="Start").click()
        expect(dialog).to_have_count(0)
        twin = Game.new(level, seed=seed, start=start, winning=winning or "revealed")
        expect(self.board().locator(".cell")).to_have_count(twin.level.cells)
        expect(self.board().locator(".cell[data-sign='#']")).to_have_count(twin.view.hidden_count)
        return twin

    def sees(self, twin: Game | Table) -> None:
        """Wait until the page shows all that the twin shows, flags included."""
        for sign in sorted(set(str(twin.view)) - {"\n"}):
            shown = self.board().locator(f".cell[data-sign='{sign}']")
            expect(shown).to_have_count(str(twin.view).count(sign))
        # Turns may still be on their way.
        wait_until(self.page, lambda: self.signs() == str(twin.view).splitlines())

    def hears(self, part: str) -> None:
        """Wait until the page has said something to those who can't see it."""
        expect(self.page.locator("#announcer")).to_contain_text(part)

    def photograph(self, name: str, elsewhere: Path) -> None:
        """Take a picture for the documentation, or only to see that it can be taken."""
        folder = PICTURES if os.environ.get("SAPPER_PICTURES") else elsewhere
        self.page.mouse.move(0, 0)
        self.page.screenshot(path=folder / f"web-{name}.png", animations="disabled")


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Look again and again until something is so."""
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until
        page.wait_for_timeout(20)


def let_arrive(page: Page, held: dict[str, Route], answer: str) -> None:
    """Wait until the page has asked for what is held back, and let it have the answer."""
    wait_until(page, lambda: answer in held)
    held[answer].continue_()


def play_fast(person: Person) -> None:
    """Have easy moves made for the person, and then harder ones, as Python's table makes them."""
    page, first, choice = person.page, (4, 4), person.page.get_by_label("Fast mode")
    person.begin("beginner", seed=FAST_SEED, start="opening")
    expect(choice).to_have_value("")
    page.locator("body").press("e")
    person.hears("Fast mode: easy (one number at a time).")
    person.cell(first).click()
    twin = Table(Setup(LEVELS["beginner"].starting("opening"), seed=FAST_SEED))
    entry = twin.reveal(first)
    twin.play_easy(BoardGrade.EASY)
    person.sees(twin)
    person.hears(twin.say(entry))
    page.reload()
    person.sees(twin)
    expect(choice).to_have_value("easy")
    choice.select_option("total")
    person.hears("Fast mode: total")
    mine = min(twin.odds().mines)
    person.cell(mine).click(button="right")
    twin.flag(mine)
    person.sees(twin)  # a flag opens nothing
    safe = min(twin.odds().safe)
    person.cell(safe).click()
    entry = twin.reveal(safe)
    twin.play_easy(BoardGrade.TOTAL)
    person.hears(twin.say(entry))
    page.locator("body").press("e")
    person.hears("Fast mode is off.")


Arrive: TypeAlias = Callable[..., Person]
"""Somebody arrives at the page."""


def somebody(browser: Browser, address: str, **options: Any) -> Person:
    """Open a window on the page; what its console says counts as a problem."""
    context = browser.new_context(
        **{"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB", **options}
    )
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    page.on("dialog", lambda dialog: problems.append(f"dialog: {dialog.message}"))
    # The browser hands choosers of files over only from some time after the first listener: one
    # that a test adds just before the key would come too late on a busy machine.
    page.on("filechooser", lambda _: None)
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(address) else problems.append(f"asked {request.url}")
        ),
    )
    return Person(page, address, problems, [])


class SourcesHandler(SimpleHTTPRequestHandler):
    """Sends the page's modules as they are written: the server sends them joined into one file."""

    def guess_type(self, path: str | PathLike[str]) -> str:
        """What a file is, as the server says it."""
        return media_type(str(path))

    def do_GET(self) -> None:
        """A file; or, for the root, an empty page."""
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><link rel=icon href=data:,>")

    def translate_path(self, path: str) -> str:
        """Where a file lies."""
        return str((PACKAGE if path.startswith("/words/") else SOURCES) / path.lstrip("/"))

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class QuietHandler(SimpleHTTPRequestHandler):
    """What `python -m http.server` answers with, without its words."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def serving(handler: Callable[..., SimpleHTTPRequestHandler]) -> Iterator[str]:
    """Serve files in a thread; gives the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@dataclass(frozen=True)
class Workbench:
    """A page on which the modules can be called as they are written, without any view."""

    person: Person

    @property
    def page(self) -> Page:
        """The page itself."""
        return self.person.page

    def speak(self, language: str) -> None:
        """From now on the modules use the words of a language."""
        self.page.evaluate(
            "language => import('/modules/catalogue.js').then(async ({ speak, wordsOf }) =>"
            " speak(language, await wordsOf(language)))",
            language,
        )

    def reload(self) -> None:
        """Open the page anew: what the modules held in memory is gone."""
        self.page.reload()
        self.speak("en")

    def call(self, module: str, function: str, *arguments: object) -> Any:
        """What a function of a module returns."""
        call = (
            "([module, name, given]) => import(`/${module}`).then(found => found[name](...given))"
        )
        return self.page.evaluate(call, [module, function, arguments])


def safe_cells(twin: Game) -> list[Cell]:
    """The hidden safe cells of a game, zeros first, for they open the most."""
    assert twin.board is not None
    board = twin.board
    hidden = [cell for cell in twin.view.hidden() if cell not in board.mines]
    return sorted(hidden, key=lambda cell: (board.number(cell) != 0, cell))


def expect_sign(cell: Locator, sign: str) -> None:
    """Wait until a cell shows that sign."""
    expect(cell).to_have_attribute("data-sign", sign)


def check_accessible(person: Person) -> None:
    """What keeps nobody from reading or hearing the page: axe finds nothing, in any colours."""
    html = person.page.locator("html")
    chosen = tuple(html.get_attribute(part) for part in COLOURS)
    others = [look for look in product(("light", "dark"), PALETTES) if look != chosen]
    for look in (*others, chosen):
        html.evaluate(WEAR, [COLOURS, look])
        rules = {"runOnly": ["color-contrast"]} if look in others else {}
        found = Axe().run(person.page, options={"resultTypes": ["violations"], **rules})
        assert found.response["violations"] == [], (look, found.generate_report())


def resize(person: Person, size: tuple[int, int]) -> None:
    """Make the window that large, and wait until the board has been fitted into it."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate(DRAWN)


def check_fits(person: Person) -> None:
    """What is shown fits into windows of all kinds: nothing scrolls sideways, no word is cut."""
    for size in (*ALL_KINDS, ALL_KINDS[0]):
        resize(person, size)
        assert person.page.evaluate(WIDTH) <= size[0], (person.page.url, size)
        assert person.page.evaluate(CUT) == [], (person.page.url, size)
