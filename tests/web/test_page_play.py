"""The game on the page: played by mouse, keyboard and touch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import (
    CDPSession,
    Locator,
    expect,
)
from webpage import (
    IN_A_BROWSER,
    PHONE,
    Arrive,
    expect_sign,
    safe_cells,
)
from webserver import Served, begun

from sapper.game import Status
from sapper.grid import neighbours

pytestmark = IN_A_BROWSER

REFUSED = "the server responded with a status of 4"
"""What the browser's console says of a request that was refused."""


def test_a_game_is_won_by_mouse(arrive: Arrive) -> None:
    person = arrive()
    twin = person.begin("beginner", seed=35)
    assert twin.board is not None
    number = next(cell for cell in safe_cells(twin) if twin.board.number(cell) == 1)
    mine = next(cell for cell in neighbours(number, 9, 9) if cell in twin.board.mines)

    person.cell(number).click()
    twin.reveal(number)
    person.cell(mine).click(button="right")
    twin.flag(mine)
    person.sees(twin)
    expect(person.page.get_by_title("Mines not yet flagged")).to_contain_text("9")
    person.cell(number).click()  # a satisfied number opens all around it
    twin.chord(number)
    person.sees(twin)

    while twin.status is Status.PLAYING:
        cell = safe_cells(twin)[0]
        person.cell(cell).click()
        twin.reveal(cell)
    expect(person.page.locator(".result")).to_contain_text("Won in")
    expect(person.board().locator(".cell[data-sign='*']")).to_have_count(9)

    person.page.get_by_role("button", name="Same board").click()
    expect(person.board().locator(".cell[data-sign='#']")).to_have_count(81)
    person.cell(mine).click()
    expect(person.page.locator(".result")).to_contain_text("Lost after")
    expect(person.cell(mine)).to_have_attribute("data-sign", "X")
    person.hears("The game is lost.")


def test_a_game_is_won_by_keyboard_alone(arrive: Arrive) -> None:
    person = arrive()
    press = person.page.keyboard.press
    twin = person.begin("course", seed=17)
    expect(person.cell((0, 0))).to_be_focused()

    at = [0, 0]

    def move_to(cell: tuple[int, int]) -> None:
        for axis, (back, forth) in enumerate(
            (("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))
        ):
            while at[axis] != cell[axis]:
                step = 1 if at[axis] < cell[axis] else -1
                press(forth if step > 0 else back)
                at[axis] += step
        expect(person.cell(cell)).to_be_focused()

    assert twin.board is not None
    number = next(cell for cell in safe_cells(twin) if twin.board.number(cell) == 1)
    mine = next(cell for cell in neighbours(number, 8, 8) if cell in twin.board.mines)
    move_to(number)
    press("Space")
    person.hears(f"You opened ({number[0]}, {number[1]})")
    person.hears("It shows 1.")
    twin.reveal(number)
    move_to(mine)
    press("f")
    person.hears("You flagged")
    twin.flag(mine)
    move_to(number)
    press("c")
    twin.chord(number)
    person.sees(twin)
    while twin.status is Status.PLAYING:
        cell = safe_cells(twin)[0]
        move_to(cell)
        press("Space")
        twin.reveal(cell)
    person.hears("The game is won.")

    press("l")  # the dialog takes the focus, and Escape gives it back
    expect(person.page.get_by_role("dialog")).to_be_visible()
    press("Escape")
    expect(person.cell(tuple(at))).to_be_focused()  # type: ignore[arg-type]
    press("Shift+Tab")
    expect(person.board().locator(".cell:focus")).to_have_count(0)  # one stop for the whole grid
    press("Tab")
    expect(person.cell(tuple(at))).to_be_focused()  # type: ignore[arg-type]


def test_a_game_is_won_by_touch_on_a_phone(arrive: Arrive) -> None:
    person = arrive(viewport=PHONE, has_touch=True, is_mobile=True)
    twin = person.begin("beginner", seed=35)
    fingers = person.page.context.new_cdp_session(person.page)
    assert twin.board is not None
    mine = min(twin.board.mines)

    hold(fingers, person.cell(mine), until=lambda: expect_sign(person.cell(mine), "F"))
    hold(fingers, person.cell(mine), until=lambda: expect_sign(person.cell(mine), "#"))
    person.page.get_by_role("button", name="Tap flags").tap()
    person.cell(mine).tap()
    expect_sign(person.cell(mine), "F")
    person.page.get_by_role("button", name="Tap flags").tap()
    person.cell(mine).tap()  # a flagged cell stays shut
    twin.flag(mine)
    while twin.status is Status.PLAYING:
        cell = safe_cells(twin)[0]
        person.cell(cell).tap()
        twin.reveal(cell)
        person.sees(twin) if twin.status is Status.PLAYING else None
    expect(person.page.locator(".result")).to_contain_text("Won in")


def test_a_large_board_scrolls_on_a_phone_and_the_page_does_not(
    arrive: Arrive, served: Served
) -> None:
    game = begun(served, "expert", (3, 3), start="opening", seed=22)
    person = arrive(f"#/play/{game}", viewport=PHONE, has_touch=True, is_mobile=True)
    expect_sign(person.cell((3, 3)), "0")
    person.page.get_by_role("button", name="Why?").tap()
    person.cell((0, 3)).tap()
    step = person.page.locator(".step[aria-current]")
    expect(step).to_be_in_viewport()
    expect(person.board().locator("[data-marks~=used]").first).to_be_in_viewport()
    person.page.get_by_role("button", name="Why?").tap()
    person.cell((15, 29)).tap()  # scrolled to first
    expect(person.cell((15, 29))).not_to_have_attribute("data-sign", "#")
    scrolled, wide = person.page.evaluate(
        "() => [document.querySelector('.board-scroll').scrollLeft,"
        " document.documentElement.scrollWidth]"
    )
    assert scrolled > 0
    assert wide <= PHONE["width"]
    sides = person.cell((0, 0)).bounding_box()
    assert sides is not None
    assert sides["width"] >= 34  # a finger's room


def hold(fingers: CDPSession, cell: Locator, until: Callable[[], None]) -> None:
    """Put a finger on a cell, and take it off when something is so."""
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    until()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_winning_rule_of_the_course(arrive: Arrive) -> None:
    person = arrive()
    twin = person.begin("course", seed=14, winning="flagged")
    assert twin.board is not None
    for mine in sorted(twin.board.mines):
        person.cell(mine).click(button="right")
        expect(person.cell(mine)).not_to_have_attribute("data-sign", "#")
    expect(person.page.locator(".result")).to_contain_text("Won in")


def test_a_size_that_can_not_be_is_refused_in_words(arrive: Arrive) -> None:
    person = arrive()
    person.meant.append(REFUSED)
    person.page.get_by_role("button", name="New game").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Mines").fill("")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_have_text("Mines: enter a whole number.")
    dialog.get_by_label("Rows").fill("5")
    dialog.get_by_label("Columns").fill("7")
    dialog.get_by_label("Mines").fill("36")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("mines")
    dialog.get_by_label("Mines").fill("6")
    dialog.get_by_role("button", name="Start").click()
    expect(person.board().locator(".cell")).to_have_count(35)


def test_a_click_changes_only_the_cells_that_it_opens(arrive: Arrive, served: Served) -> None:
    game = begun(served, "expert", (3, 3), start="opening", seed=22)
    person = arrive(f"#/play/{game}")
    expect_sign(person.cell((3, 3)), "0")
    hidden = person.board().locator(".cell[data-sign='#']")
    before = hidden.count()
    person.page.evaluate(
        """() => {
          window.touched = new Set();
          const grid = document.querySelector('[role=grid]');
          new MutationObserver(changes => changes.forEach(change => touched.add(change.target)))
            .observe(grid, {subtree: true, childList: true, attributeFilter: ['data-sign']});
        }"""
    )
    person.page.get_by_role("button", name="AI move").click()
    expect(hidden).not_to_have_count(before)
    opened = before - hidden.count()
    assert 0 < person.page.evaluate("touched.size") <= opened
