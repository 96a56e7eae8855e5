"""The site of files alone, on Python's http.server: played, asked, reviewed; offline, too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser, expect
from site_of_files import main as build_site
from site_of_files import replaced
from webpage import (
    IN_A_BROWSER,
    Person,
    QuietHandler,
    expect_sign,
    play_fast,
    safe_cells,
    serving,
    somebody,
)

from sapper.exact.analysis import analyze
from sapper.formats import to_address
from sapper.game import Game, Status
from sapper.view import View

pytestmark = IN_A_BROWSER

EXPLAINED = "1###1##\n######2\n1#2112#\n2#21022\n#3#102#\n1##102#"
MINES = 9
IN_CONTROL = """() => new Promise((answer) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) answer();
  else serviceWorker.addEventListener("controllerchange", () => answer());
})"""


DAMAGE = """() => new Promise((answer) => {
  const opening = indexedDB.open("sapper");
  opening.onsuccess = () => {
    const games = opening.result.transaction("games", "readwrite").objectStore("games");
    games.getAll().onsuccess = ({ target: { result: [game] } }) => {
      const damaged = { ...game, id: "damaged", status: "lost", own: true, entries: [{}] };
      games.put(damaged).onsuccess = () => {
        opening.result.close();
        answer();
      };
    };
  };
})"""
"""Keeps a copy of the only game without its turns."""
RELOAD_WHEN_SHOWN = """cell => new MutationObserver(() => location.reload())
  .observe(cell, { attributes: true, attributeFilter: ["data-sign"] })"""
"""Loads the page anew with the task that shows what the cell was."""


class CachingHandler(QuietHandler):
    """A host that lets browsers keep every file for an hour, as many do for some minutes.

    And it does not know what a `.wasm` file is, and sometimes takes very long.
    """

    answers = Event()

    def do_GET(self) -> None:  # noqa: N802 - the name is the library's
        """As ever, once it answers at all."""
        self.answers.wait()
        super().do_GET()

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """As ever, but for one kind."""
        is_module = str(path).endswith(".wasm")
        return "application/octet-stream" if is_module else super().guess_type(path)

    def end_headers(self) -> None:
        """With one header more."""
        self.send_header("cache-control", "max-age=3600")
        super().end_headers()


@pytest.fixture
def visitor(browser: Browser, folder: Path) -> Iterator[Person]:
    """Somebody who visits the site for the first time."""
    with serving(partial(QuietHandler, directory=str(folder))) as address:
        person = somebody(browser, address)
        person.go()
        yield person
        person.page.context.close()
        assert person.went_wrong() == []


def win(person: Person, twin: Game) -> None:
    while twin.status is Status.PLAYING:
        cell = safe_cells(twin)[0]
        person.cell(cell).click()
        twin.reveal(cell)
    expect(person.page.locator(".result")).to_contain_text("Won in")


def test_a_game_is_played_kept_and_reviewed(visitor: Person) -> None:
    page = visitor.page
    twin = visitor.begin("beginner", seed=35)  # the same board as Python's for this seed
    win(visitor, twin)
    visitor.hears("The game is won.")
    page.get_by_role("link", name="Review", exact=True).last.click()
    expect(page.locator("h1")).to_contain_text("Beginner, won in")
    expect(page.get_by_text("Luck and skill")).to_be_visible()
    page.get_by_role("button", name="First turn").click()
    expect(page.get_by_label("This turn")).to_contain_text("Turn 1 of")
    page.get_by_role("button", name="What would the expert do?").click()
    expect(page.get_by_label("The expert")).to_contain_text("best guess")

    visitor.go("#/review")
    page.reload()  # it is kept in the browser, not in the page
    expect(page.locator(".game")).to_have_count(1)
    expect(page.locator(".statistics")).to_contain_text("1 (100 %)")
    page.get_by_role("button", name="Delete this game").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator(".game")).to_have_count(0)


def test_a_game_is_resumed_and_played_by_the_expert(visitor: Person) -> None:
    page = visitor.page
    twin = visitor.begin("beginner", seed=3, start="opening")
    first = (4, 4)
    visitor.cell(first).click()
    twin.reveal(first)
    visitor.sees(twin)
    visitor.page.reload()
    visitor.sees(twin)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".answer")).to_contain_text("certain")
    page.get_by_role("button", name="Odds").click()
    expect(visitor.board().locator("[data-risk]")).to_have_count(twin.view.hidden_count)
    page.get_by_role("button", name="Autoplay").click()
    expect(page.locator(".result")).to_be_visible()


def test_easy_moves_are_made_for_the_player(visitor: Person) -> None:
    play_fast(visitor)


def test_a_board_without_guesses_and_the_puzzle_of_the_day(visitor: Person) -> None:
    page = visitor.page
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(visitor.board().locator("[data-sign='#']").first).to_be_visible()
    expect(visitor.board().locator("[data-sign='0']").first).to_be_visible()
    expect(page.locator(".saying")).to_contain_text("The puzzle of")

    page.get_by_role("button", name="New game").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Beginner").check()
    dialog.get_by_label("Guesses").select_option("none")
    dialog.get_by_label("Board seed").fill("7")
    dialog.get_by_role("button", name="Start").click()
    expect(visitor.board().locator("[data-sign='#']")).to_have_count(81)
    visitor.cell((4, 4)).click()
    expect(visitor.cell((4, 4))).to_have_attribute("data-sign", "0")
    page.get_by_role("slider", name="Speed").press("End")  # as fast as it thinks
    page.get_by_role("button", name="Autoplay").click()
    expect(page.locator(".result")).to_contain_text("Won in")
    page.get_by_role("link", name="Review", exact=True).last.click()
    expect(page.locator("main")).to_contain_text("The game was won without a risk.")


def test_a_position_is_analysed_and_its_address_works_for_everybody(
    visitor: Person, browser: Browser
) -> None:
    address = to_address(View.parse(EXPLAINED, mines=MINES))
    visitor.go(f"#/analyse/{address}")
    expect(visitor.page.get_by_label("Findings")).to_contain_text("11 safe cells")
    link = visitor.page.get_by_label("Link to this position").input_value()
    other = somebody(browser, visitor.address)
    other.go(link.removeprefix(visitor.address))
    expect(other.page.get_by_label("Findings")).to_contain_text("11 safe cells")
    other.cell((1, 4), "Position").click()
    expect(other.page.locator(".step")).to_have_count(8)
    other.page.context.close()
    assert other.went_wrong() == []


def test_what_only_python_has_is_not_offered(visitor: Person) -> None:
    visitor.go("#/learn")
    expect(visitor.page.locator(".mind")).to_have_count(1)
    expect(visitor.page.locator(".mind")).to_contain_text("exact")
    offered = visitor.page.get_by_label("Position").locator("option").all_inner_texts()
    assert [text for text in offered if text.startswith("Example")] == [
        "Example: the mine total decides",
        "Example: every kind of reason",
    ]
    visitor.go("#/analyse")
    expect(visitor.page.get_by_text("Or drop a file here")).to_be_visible()
    carried = visitor.page.evaluate_handle(
        "() => { const carried = new DataTransfer();"
        " carried.items.add(new File(['?'], 'shot.png', { type: 'image/png' })); return carried; }"
    )
    visitor.page.dispatch_event("main", "drop", {"dataTransfer": carried})
    expect(visitor.page.get_by_role("alert")).to_have_text(
        "This page has no server and can't read pictures: `sapper web` and `sapper read` can."
    )
    visitor.go("#/play")
    expect(visitor.page.get_by_role("link", name="See all that is certain here")).to_be_visible()
    visitor.page.get_by_role("button", name="New game").first.click()
    expect(
        visitor.page.get_by_role("dialog").get_by_label("AI assistant").locator("option")
    ).to_have_count(1)


def test_a_browser_that_keeps_nothing_still_plays(browser: Browser, folder: Path) -> None:
    with serving(partial(QuietHandler, directory=str(folder))) as address:
        person = somebody(browser, address)
        person.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('no') };")
        person.go()
        twin = person.begin("beginner", seed=35)
        win(person, twin)
        expect(person.page.get_by_text("This browser does not keep games")).to_be_visible()
        person.page.context.close()
        assert person.went_wrong() == []


def test_it_works_offline_after_the_first_visit(browser: Browser, folder: Path) -> None:
    with serving(partial(QuietHandler, directory=str(folder))) as address:
        person = somebody(browser, address)
        asked: list[str] = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.go()
        person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        expect(person.board().locator(".cell").first).to_be_visible()
    assert any(url.endswith("/app.js") for url in asked)
    assert [url for url in asked if "/views/" in url] == []  # the others are loaded when opened
    person.page.context.set_offline(True)  # and the server is gone
    person.page.reload()
    twin = person.begin("beginner", seed=35)
    win(person, twin)
    person.go(f"#/analyse/{to_address(View.parse(EXPLAINED, mines=MINES))}")
    expect(person.page.get_by_label("Findings")).to_contain_text("11 safe cells")
    person.cell((1, 4), "Position").click()
    expect(person.page.locator(".step")).to_have_count(8)
    expect_sign(person.cell((0, 0), "Position"), "1")
    for view, shown in (("review", ".game"), ("train", "h1"), ("learn", "h1")):
        person.go(f"#/{view}")
        expect(person.page.locator(f"main[data-view={view}] {shown}").first).to_be_visible()
    person.page.context.close()
    assert person.went_wrong() == []


def test_a_new_version_is_seen_at_the_next_visit(browser: Browser, tmp_path: Path) -> None:
    assert build_site([str(tmp_path)]) == 0
    CachingHandler.answers.set()
    with serving(partial(CachingHandler, directory=str(tmp_path))) as address:
        person = somebody(browser, address)
        person.go()
        person.page.evaluate(IN_CONTROL)
        start = tmp_path / "index.html"
        start.write_text(start.read_text().replace("<html ", '<html data-version="new" '))
        later = start.stat().st_mtime + 60  # the host tells versions apart by the second
        os.utime(start, (later, later))
        person.page.goto("about:blank")
        person.go()
        expect(person.page.locator("html")).to_have_attribute("data-version", "new")
        expect(person.board().locator(".cell").first).to_be_visible()
        CachingHandler.answers.clear()
        person.page.goto("about:blank")
        person.go()  # the host is silent: what was kept is shown
        expect(person.page.locator("html")).not_to_have_attribute("data-version", "new")
        expect(person.board().locator(".cell").first).to_be_visible()
        CachingHandler.answers.set()
        person.page.context.close()
        assert person.went_wrong() == []


def test_what_can_not_be_filled_in_is_an_error() -> None:
    assert replaced("<html lang>", "<html ", "<html dir ") == "<html dir lang>"
    for text in ("<HTML lang>", "<html a><html b>"):
        with pytest.raises(ValueError, match="expected once"):
            replaced(text, "<html ", "<html dir ")


def test_a_page_reloaded_as_soon_as_a_number_is_shown_loses_no_turn(visitor: Person) -> None:
    page = visitor.page
    twin = visitor.begin("beginner", seed=6, start="opening")
    for turn in range(4):
        cell = safe_cells(twin)[0] if turn else (4, 4)
        with page.expect_event("load"):
            page.evaluate(RELOAD_WHEN_SHOWN, visitor.cell(cell).element_handle())
            visitor.cell(cell).click(no_wait_after=True)
        twin.reveal(cell)
        visitor.sees(twin)
    with page.expect_event("load"):
        assert twin.board is not None
        mine = visitor.cell(min(twin.board.mines))
        page.evaluate(RELOAD_WHEN_SHOWN, mine.element_handle())
        mine.click(no_wait_after=True)
    visitor.go("#/review")  # and it is over, though nobody has opened it again
    expect(page.locator(".game")).to_have_attribute("data-status", "lost")
    expect(page.locator(".game")).to_contain_text("5 moves")


def test_positions_from_the_games_kept_here_are_practised(visitor: Person) -> None:
    page = visitor.page
    page.get_by_role("link", name="Train").click()
    task = page.get_by_role("region", name="Question")
    expect(task).to_contain_text("Ladder, rung 1 of 7: one number.")
    visitor.go("#/")
    twin = visitor.begin("beginner", seed=6, start="opening")
    visitor.cell((4, 4)).click()
    twin.reveal((4, 4))
    visitor.sees(twin)
    assert twin.board is not None
    visitor.cell(min(twin.board.mines)).click()  # though some cells are certainly safe
    expect(page.locator(".result")).to_contain_text("Lost")

    visitor.go("#/train/games")
    expect(page.locator("main")).to_contain_text("1 game was judged, 0 of them won.")
    expect(page.locator("main")).to_contain_text("1 needless guess")
    visitor.go("#/train")
    expect(task).to_contain_text("Ladder, rung 1 of 7: one number.")
    expect(task).to_contain_text("0 of 0 right · 1 due · 1 in the boxes · 0 learnt")
    page.keyboard.press("h")
    expect(task).to_contain_text("0 of 1 right · 2 due · 2 in the boxes · 0 learnt")
    page.keyboard.press("n")
    expect(task).to_contain_text("From one of your games.")
    page.reload()
    expect(task).to_contain_text("From one of your games.")
    expect(task).to_contain_text("0 of 0 right")
    visitor.cell(min(analyze(twin.view).safe), "Position").click()
    answer = page.get_by_role("region", name="Answer", exact=True)
    expect(answer).to_contain_text("It will be asked again in 1 day.")
    page.reload()
    expect(task).to_contain_text("Asked again: you answered it wrong before.")
    expect(task).to_contain_text("1 due · 2 in the boxes · 0 learnt")

    visitor.go("#/review")
    page.get_by_role("button", name="Delete this game").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator(".game")).to_have_count(0)
    visitor.go("#/train")
    expect(task).to_contain_text("1 due · 1 in the boxes · 0 learnt")


def test_a_damaged_game_hides_no_other(visitor: Person) -> None:
    page = visitor.page
    visitor.begin("beginner", seed=6, start="opening")
    visitor.cell((4, 4)).click()
    expect(visitor.board().locator(".cell[data-sign='0']").first).to_be_visible()
    page.evaluate(DAMAGE)
    visitor.go("#/train/games")
    expect(page.locator("main")).to_contain_text("1 game could not be read.")
    page.get_by_role("link", name="Train", exact=True).last.click()
    expect(page.get_by_role("region", name="Question")).to_contain_text("Ladder, rung 1 of 7")
