"""What players expect of the page: seeds, flags, the clock, positions; each test is one walk.

What needs no server is walked on the site of files, too.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from webpage import IN_A_BROWSER, Arrive, Person, expect_sign, safe_cells
from webserver import Served, begun

from sapper.board import Board
from sapper.exact.analysis import analyze
from sapper.formats import dumps
from sapper.game import Game
from sapper.view import View

pytestmark = IN_A_BROWSER

LONG_SEED = 9_223_372_036_854_775_807
"""A browser's number would end in 6000 or so."""
MOST_LOOKS = 2_000

PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def clock_of(person: Person) -> Locator:
    return person.page.locator(".board-bar .meter").last.locator(".number")


def seconds_of(served: Served, game: str) -> float:
    seconds: float = served.client.get(f"/api/games/{game}").json()["seconds"]
    return seconds


def test_a_long_seed_is_taken_shown_and_taken_again(arrive_anywhere: Arrive) -> None:
    person = arrive_anywhere()
    twin = person.begin("course", seed=LONG_SEED)
    assert twin.board is not None
    expect(person.page.locator("main")).not_to_contain_text(str(LONG_SEED))
    first, *cells = safe_cells(twin)
    person.cell(first).click()
    twin.reveal(first)
    expect(clock_of(person)).not_to_have_text("0:00")  # it runs from the first cell on
    for cell in cells:
        if twin.view.is_hidden(cell):
            person.cell(cell).click()
            twin.reveal(cell)
    result = person.page.get_by_role("region", name="Result")
    expect(result).to_contain_text(f"Seed {LONG_SEED}")
    expect(clock_of(person)).to_contain_text(".")  # a tenth of a second, now that it stands
    result.get_by_role("button", name="Same board").click()
    expect(person.board().locator(".cell[data-sign='#']")).to_have_count(64)
    mine = min(twin.board.mines)
    person.cell(mine).click()
    expect_sign(person.cell(mine), "X")
    result.get_by_role("link", name="Review").click()
    expect(person.page.locator(".view-heading")).to_contain_text(f"seed {LONG_SEED}")
    person.go("#/review")
    expect(person.page.locator(".game").first).to_contain_text(f"seed {LONG_SEED}")


def test_flags_and_clock_with_two_tabs(arrive: Arrive, served: Served) -> None:
    game = begun(served, "course", (0, 0), start="opening", seed=4)
    person = arrive(f"#/play/{game}")
    twin = Game.new("course", start="opening", seed=4)
    twin.reveal((0, 0))
    person.sees(twin)
    (cell, *_), context = sorted(twin.view.hidden()), person.page.context
    other = Person(context.new_page(), person.address, person.problems, person.meant)
    other.go(f"#/play/{game}")
    other.sees(twin)
    twin.flag(cell)
    for tab in (person, other):  # a flag is set in both, and removed by none
        tab.cell(cell).click(button="right")
        tab.sees(twin)
    person.cell(cell).focus()
    person.page.keyboard.press("f")
    person.page.keyboard.press("f")  # quickly, but in order: off and on again
    person.sees(twin)
    # The clock runs while somebody looks, and stands in another view and without a tab.
    before = seconds_of(served, game)
    assert before < seconds_of(served, game)
    other.page.close()
    person.page.get_by_role("link", name="Analyse").click()
    expect(person.board("Position").first).to_be_visible()
    stands(served, game)
    person.go(f"#/play/{game}")
    person.page.reload()
    person.sees(twin)
    person.page.wait_for_function(
        "shown => document.querySelector('.board-bar .meter:last-of-type .number').textContent"
        " !== shown",
        arg=clock_of(person).text_content(),
    )
    person.page.close(run_before_unload=True)
    stands(served, game)


def stands(served: Served, game: str) -> None:
    """Wait until the clock of a game stands: two looks show the same time, to the millisecond."""
    times = [seconds_of(served, game)]
    while len(times) < MOST_LOOKS:
        times.append(seconds_of(served, game))
        if times[-1] == times[-2]:
            return
    pytest.fail("the clock runs on")


def test_a_position_is_pasted_into_a_view_that_was_just_opened(arrive_anywhere: Arrive) -> None:
    person = arrive_anywhere("#/analyse")
    expect(person.board("Position").locator(".cell")).to_have_count(42)
    person.page.evaluate(PASTE, "4x1x1\nH1HH\n")  # nothing has the focus: the body hears it
    expect(person.board("Position").locator(".cell")).to_have_count(4)
    person.hears("1 safe cell")
    # Odds to three decimals for the pointer and for the keyboard.
    person.page.evaluate(PASTE, "4x2x2\nH1HH\nHHHH\n")
    odds = analyze(View.parse("#1##\n####", mines=2)).mine_probability
    expect(person.board("Position").locator(".cell[data-risk=chance]")).not_to_have_count(0)
    tip = person.page.locator(".tip")
    person.cell((0, 3), "Position").hover()
    expect(tip).to_have_text(f"{100 * odds[0, 3]:.3f} %")
    person.page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    person.cell((1, 0), "Position").focus()
    expect(tip).to_have_text(f"{100 * odds[1, 0]:.3f} %")


def test_a_position_is_painted_undone_and_played_on(arrive_anywhere: Arrive) -> None:
    person = arrive_anywhere("#/analyse/1x4-1-H4")
    cell, page = person.cell, person.page
    expect(person.board("Position").locator(".cell")).to_have_count(4)
    page.get_by_role("radio", name="Paint: 1").check(force=True)
    cell((0, 1), "Position").hover()
    page.mouse.down()
    for column in (2, 3):  # one stroke over three cells
        cell((0, column), "Position").hover()
    page.mouse.up()
    cell((0, 0), "Position").click(button="right")
    assert person.signs("Position") == ["F111"]
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    undo.click()
    assert person.signs("Position") == ["#111"]
    cell((0, 0), "Position").focus()
    page.keyboard.press("Control+z")
    expect(undo).to_be_disabled()
    assert person.signs("Position") == ["####"]
    redo.click()
    assert person.signs("Position") == ["#111"]
    page.evaluate(PASTE, "4x1x1\nH1HH\n")  # what is pasted can be undone, too
    person.hears("1 safe cell")
    expect(redo).to_be_disabled()
    undo.click()
    person.hears("Inconsistent")
    expect(page.get_by_role("button", name="Play on")).to_be_disabled()
    page.keyboard.press("Control+y")
    person.hears("1 safe cell")
    page.get_by_role("button", name="Play on").click()
    expect(person.board().locator(".cell")).to_have_count(4)
    expect(page.locator(".view-heading")).to_contain_text("continued from a position")
    assert person.signs() == ["#1##"]
    cell((0, 3)).click()  # safe in every layout
    expect(cell((0, 3))).not_to_have_attribute("data-sign", "#")
    person.page.reload()
    expect(cell((0, 3))).not_to_have_attribute("data-sign", "#")
    assert "X" not in person.signs()[0]


def test_a_board_is_dropped_into_a_game(arrive_anywhere: Arrive) -> None:
    person = arrive_anywhere()
    expect(person.board().locator(".cell").first).to_be_visible()
    board = Board.from_mines(2, 3, [(0, 0), (1, 2)])
    drop(person, "small.mbf", dumps(board, "mbf"))
    expect(person.board().locator(".cell")).to_have_count(6)
    expect(person.page.locator(".view-heading")).to_contain_text("a given board")
    for mine in ((0, 0), (1, 2)):
        person.cell(mine).click(button="right")
    person.cell((0, 1)).click()
    expect_sign(person.cell((0, 1)), "2")
    drop(person, "bare.txt", b"1#\n##")  # a position that lacks its total
    expect(person.page.locator(".saying")).to_contain_text("number of mines")
    assert person.signs() == ["F2#", "##F"]
    drop(person, "begun.mine", b"2x2x1\n1H\nHH\n")
    expect(person.board().locator(".cell")).to_have_count(4)
    assert person.signs() == ["1#", "##"]
    # Whoever has no mouse chooses the file.
    person.page.locator("body").press("l")
    choose = person.page.get_by_role("dialog").get_by_role("button", name="Open file")
    choose.focus()
    with person.page.expect_file_chooser() as chosen:
        person.page.keyboard.press("Enter")
    content = dumps(board, "mbf")
    chosen.value.set_files({"name": "b.mbf", "mimeType": "", "buffer": content})
    expect(person.board().locator(".cell")).to_have_count(6)
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def drop(person: Person, name: str, content: bytes) -> None:
    """Drop a file on the view."""
    person.page.evaluate(
        """([name, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([Uint8Array.from(content)], name));
          const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector("#main").dispatchEvent(drop);
        }""",
        [name, list(content)],
    )
