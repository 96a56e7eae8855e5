"""The widgets in a browser: their own page is the notebook, and the kernel is this process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect
from webpage import IN_A_BROWSER

import sapper
from sapper.interface.notebook.widgets import STATIC, GameWidget, PositionWidget
from sapper.picture.svg import MARGIN, SIDE

pytestmark = IN_A_BROWSER

NOTEBOOK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A notebook</title>
<style>{style}</style></head><body><main><h1>A notebook</h1><div id="output"></div></main>
</body></html>"""
SHOW = """async ([source, shown]) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const widget = (await import(address)).default;
  const listeners = new Set();
  window.shown = shown;
  window.update = (news) => { window.shown = news; listeners.forEach((listener) => listener()); };
  const model = {
    get: () => window.shown,
    send: (content) => window.kernel(content),
    on: (event, listener) => listeners.add(listener),
    off: (event, listener) => listeners.delete(listener),
  };
  window.leave = widget.render({ model, el: document.getElementById("output") });
  window.listeners = listeners;
}"""


class InNotebook:
    """A widget on show: what is sent from the browser arrives, and what it answers is shown."""

    def __init__(self, browser: Browser, widget: GameWidget | PositionWidget) -> None:
        self.widget = widget
        self.page: Page = browser.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.expose_function("kernel", widget.receive)
        self.page.set_content(NOTEBOOK.format(style=type(widget)._css))
        source = (STATIC / "board.js").read_text(encoding="utf-8")
        self.page.evaluate(SHOW, [source, widget.shown])
        widget.observe(lambda change: self.update(change["new"]), "shown")

    def update(self, shown: dict[str, Any]) -> None:
        """Only what has changed reaches the browser."""
        self.page.evaluate("(shown) => window.update(shown)", shown)

    def cell(self, row: int, column: int, **how: Any) -> None:
        """Click a cell, where it is drawn."""
        x, y = (MARGIN + SIDE * (place + 0.5) for place in (column, row))
        self.page.locator(".sapper-stage").click(position={"x": x, "y": y}, **how)

    def button(self, name: str) -> Locator:
        return self.page.locator(f"[data-name='{name}']")

    @property
    def message(self) -> Locator:
        return self.page.get_by_role("status")


@pytest.fixture
def page(browser: Browser) -> Iterator[Any]:
    shown: list[InNotebook] = []

    def show(widget: GameWidget | PositionWidget) -> InNotebook:
        shown.append(InNotebook(browser, widget))
        return shown[-1]

    yield show
    for one in shown:
        assert one.problems == []
        one.page.close()


def test_play_and_ask_why(page: Any) -> None:
    seen = page(GameWidget("beginner", seed=3, start="opening"))
    game = seen.widget
    seen.cell(2, 2)
    expect(seen.message).to_contain_text("You opened (2, 2)")
    assert game.view.revealed_count > 1
    safe = min(sapper.analyze(game.view).safe)

    seen.button("hint").click()
    expect(seen.message).to_contain_text("certainly safe")
    seen.button("odds").click()
    expect(seen.button("odds")).to_have_attribute("aria-pressed", "true")
    expect(seen.page.locator("svg.sapper-picture")).to_contain_text("%")

    seen.cell(8, 8, button="right")
    expect(seen.page.locator(".sapper-heading")).to_have_text("9 mines left")
    assert game.view.flags == {(8, 8)}

    # By keys alone: from where the pointer was to the safe cell, and ask why.
    stage = seen.page.locator(".sapper-stage")
    stage.focus()
    for _ in range(8 - safe[0]):
        seen.page.keyboard.press("ArrowUp")
    for _ in range(8 - safe[1]):
        seen.page.keyboard.press("ArrowLeft")
    expect(seen.page.locator(".sapper-described")).to_contain_text(
        f"({safe[0]}, {safe[1]}): hidden"
    )
    seen.page.keyboard.press("w")
    expect(seen.page.locator(".sapper-lines")).to_contain_text(f"({safe[0]}, {safe[1]}) is safe.")
    seen.page.keyboard.press("Escape")
    expect(seen.page.locator(".sapper-lines")).to_be_empty()
    before = game.view.revealed_count
    seen.page.keyboard.press(" ")
    expect(seen.message).to_contain_text("You opened")
    assert game.view.revealed_count > before

    found = Axe().run(seen.page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
    seen.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    dark = Axe().run(seen.page).response["violations"]
    assert [one["id"] for one in dark] == []

    seen.page.evaluate("window.leave()")
    assert seen.page.evaluate("window.listeners.size") == 0


def test_paint_a_position(page: Any) -> None:
    seen = page(PositionWidget("2x4/1"))
    painted = seen.widget
    seen.button("2").click()
    seen.cell(0, 1)
    expect(seen.message).to_contain_text("contradict each other")
    seen.button("1").click()
    seen.cell(0, 1)
    expect(seen.message).to_have_text("2 certainly safe, 0 certainly mines.")
    assert str(painted.view) == "#1##\n####"
    mines = seen.page.get_by_label("Mines")
    mines.fill("2")
    mines.press("Enter")
    expect(seen.message).to_have_text("0 certainly safe, 0 certainly mines.")
    expect(mines).to_be_focused()
    assert painted.view.mines == 2
    seen.button("why").click()
    seen.page.locator(".sapper-stage").hover(position={"x": MARGIN + 5, "y": MARGIN + 5})
    expect(seen.page.locator(".sapper-lines")).to_contain_text("(0, 0)")
    assert Axe().run(seen.page).response["violations"] == []


def test_an_explanation_waits_for_its_reader(page: Any) -> None:
    seen = page(PositionWidget(sapper.View.parse("###\n111", mines=1)))
    seen.button("why").click()
    seen.page.locator(".sapper-stage").hover(position={"x": MARGIN + 2.5 * SIDE, "y": MARGIN + 5})
    expect(seen.page.locator(".sapper-lines")).to_contain_text("(0, 2) is safe.")
    expect(seen.page.locator(".sapper-lines")).to_contain_text("Step 1 of")
    seen.button("step_on").click()
    expect(seen.page.locator(".sapper-lines")).to_contain_text("Step 2 of")
