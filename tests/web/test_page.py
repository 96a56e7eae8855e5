"""The page in a real browser: played by mouse, keyboard and touch; asked, shared, reviewed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    CDPSession,
    Locator,
    Route,
    expect,
)
from webpage import (
    DESKTOP,
    IN_A_BROWSER,
    PHONE,
    Arrive,
    Person,
    Workbench,
    check_accessible,
    expect_sign,
    safe_cells,
    somebody,
)
from webserver import Served, begun, serve

from sapper.agents.registry import make_agent
from sapper.board import Board
from sapper.errors import SapperError
from sapper.exact.analysis import analyze
from sapper.formats import dumps, to_address
from sapper.game import Game, Status
from sapper.grid import neighbours
from sapper.interface.web.questions import WrittenPosition
from sapper.play import saying
from sapper.view import View

pytestmark = IN_A_BROWSER

EXPLAINED = "1###1##\n######2\n1#2112#\n2#21022\n#3#102#\n1##102#"
"""The position of docs/explained.mine, which has 9 mines."""
REFUSED = "the server responded with a status of 4"
"""What the browser's console says of a request that was refused."""
LOOKS = [
    ("light", "standard", DESKTOP),
    ("dark", "standard", {"width": 320, "height": 568}),
    ("light", "colour-blind", {"width": 667, "height": 375}),
    ("dark", "colour-blind", {"width": 1366, "height": 625}),
]
"""Every layout of the page; each view is then seen in every theme and palette."""


# Playing


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


# The AI beside you


def test_hint_odds_why_and_best_guess(arrive: Arrive, served: Served, tmp_path: Path) -> None:
    game = begun(served, "expert", (3, 3), moves=30, start="opening", seed=22)
    person = arrive(f"#/play/{game}")
    answer = person.page.get_by_role("region", name="Answer")
    expect_sign(person.cell((3, 3)), "0")
    person.photograph("play", tmp_path)

    person.page.get_by_role("button", name="Hint").click()
    expect(answer).to_contain_text("is certainly safe.")
    best = person.board().locator("[data-marks~=best]")
    expect(best).to_have_count(1)
    person.hears("is certainly safe.")
    answer.get_by_role("button", name="Why is it safe?").click()
    expect(answer.locator(".step").first).to_have_attribute("aria-current", "step")
    check_steps_light_up(person, answer)

    person.page.get_by_role("button", name="Odds").click()
    shown = person.board().locator(".cell[data-risk]")
    expect(answer.locator(".step")).to_have_count(0)  # odds and steps would hide each other
    expect(shown).to_have_count(person.board().locator(".cell[data-sign='#']").count())
    odds = served.client.get(f"/api/games/{game}/odds").json()
    safe, sure = (tuple(odds[kind][0]) for kind in ("safe", "mines"))
    expect(person.cell(safe)).to_have_text("0")
    expect(person.cell(sure)).to_have_text("100")
    assert "100 % chance of a mine" in str(person.cell(sure).get_attribute("aria-label"))
    person.photograph("odds", tmp_path)

    person.cell(sure).click(modifiers=["Shift"])
    expect(answer).to_contain_text("is a mine.")
    longest = 0
    for cell in map(tuple, odds["safe"] + odds["mines"]):
        lines = served.client.get(
            f"/api/games/{game}/why", params={"row": cell[0], "column": cell[1]}
        ).json()["lines"]
        if 5 <= len(lines) <= 7 and len(lines) > longest:
            longest, sure = len(lines), cell
    person.page.get_by_role("button", name="Odds").click()
    person.cell(sure).click(modifiers=["Shift"])
    expect(answer.locator(".step")).to_have_count(longest)
    lit = person.board().locator("[data-marks~=used]")
    for at in range(longest):
        answer.locator(".step").nth(at).click()
        if lit.count() == 2 and at > 1:
            break
    person.page.evaluate("scrollTo(0, 0)")
    person.photograph("why", tmp_path)


def check_steps_light_up(person: Person, answer: Locator) -> None:
    """Go through the steps: each lights the numbers it uses, on the board."""
    steps = answer.locator(".step")
    used = person.board().locator("[data-marks~=used]")
    for at in range(steps.count()):
        expect(steps.nth(at)).to_have_attribute("aria-current", "step")
        words = steps.nth(at).inner_text()
        for number in used.all():
            row, column = cell_of(number)
            assert f"({row}, {column})" in words or "step" in words or "assumption" in words
        if at == 0:
            assert used.count() == 1
        if at < steps.count() - 1:
            answer.get_by_role("button", name="Next step").click()
    expect(answer.get_by_role("button", name="Next step")).to_be_disabled()


def cell_of(cell: Locator) -> tuple[int, int]:
    label = str(cell.get_attribute("aria-label")).partition(":")[0]
    row, column = label.removeprefix("Row ").split(", column ")
    return int(row), int(column)


def test_the_best_guess_stands_beside_what_it_was_compared_with(
    arrive: Arrive, served: Served
) -> None:
    client = served.client
    for seed in range(40):
        game = begun(served, "intermediate", (0, 0), start="safe", seed=seed)
        move = client.get(f"/api/games/{game}/guess").json()
        if len(move["reason"].get("candidates", ())) > 2:
            break
    else:
        pytest.fail("no position here has a guess to compare")
    person = arrive(f"#/play/{game}")
    person.page.get_by_role("button", name="Best guess").click()
    table = person.page.get_by_role("table")
    rows = min(len(move["reason"]["candidates"]), 8)
    expect(table.locator("tbody tr")).to_have_count(rows)
    expect(person.board().locator("[data-badge]")).to_have_count(rows)
    expect(person.cell(tuple(move["cell"]))).to_have_attribute("data-badge", "A")


def test_autoplay_goes_on_to_the_end(arrive: Arrive) -> None:
    person = arrive()
    person.begin("beginner", seed=4, start="opening")
    person.page.get_by_label("Speed").focus()
    person.page.keyboard.press("End")
    person.page.get_by_role("button", name="Autoplay").click()
    result = person.page.locator(".result")
    expect(result).to_be_visible()
    expect(person.page.get_by_role("button", name="Autoplay")).to_be_disabled()
    result.get_by_role("link", name="Review").click()
    expect(person.page.get_by_label("Summary")).to_contain_text("Luck and skill")


def test_a_click_comes_before_the_move_that_the_ai_ponders(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (3, 3), start="opening", seed=60, winning="flagged")
    person = arrive(f"#/play/{game}")
    expect_sign(person.cell((3, 3)), "0")
    pondering: list[Route] = []
    person.page.route("**/ai", lambda route: pondering.append(route))
    ponder = person.page.get_by_role("button", name="AI move")
    with person.page.expect_request("**/ai"):
        ponder.click()
    ponder.click()  # this one waits for the other
    hidden = person.board().locator(".cell[data-sign='#']")
    cell, before = cell_of(hidden.first), hidden.count()
    person.cell(cell).click(button="right")
    expect_sign(person.cell(cell), "F")
    person.hears("You flagged")
    expect(hidden).to_have_count(before - 1)

    with person.page.expect_request("**/ai"):
        ponder.click()
    with person.page.expect_event("requestfailed"):  # it is given up when the view is left
        person.page.get_by_role("link", name="Learn").click()
    assert len(pondering) == 2
    turns = served.client.get(f"/api/games/{game}/entries").json()
    assert [(turn["by"], turn["action"]) for turn in turns[1:]] == [("player", "flag")]


def test_a_hint_to_flag_speaks_of_a_mine(arrive: Arrive, served: Served) -> None:
    twin = Game.new("course", seed=14, start="any", winning="flagged")
    first, *others = safe_cells(twin)
    game = begun(served, "course", first, start="any", seed=14, winning="flagged")
    for cell in others:
        turn = {"action": "reveal", "cell": cell}
        served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
    person = arrive(f"#/play/{game}")
    person.page.get_by_role("button", name="Hint").click()
    answer = person.page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("is certainly a mine: flag it.")
    mine = person.board().locator("[data-marks~=mine]")
    expect(mine).to_have_count(1)
    expect(person.board().locator("[data-marks~=best]")).to_have_count(0)
    cell = cell_of(mine)
    answer.get_by_role("button", name="Why is it a mine?").click()
    expect(answer).to_contain_text("is a mine.")
    person.page.get_by_role("button", name="Hint").click()
    answer.get_by_role("button", name="Flag it").click()
    expect_sign(person.cell(cell), "F")


def test_advice_to_open_a_flagged_cell_takes_its_flag_off_first(
    arrive: Arrive, served: Served
) -> None:
    game = begun(served, "beginner", (3, 3), start="opening", seed=60)
    safe = served.client.get(f"/api/games/{game}/odds").json()["safe"]
    for cell in safe:
        turn = {"action": "flag", "cell": cell}
        served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
    person, held = arrive("#/learn"), list[Route]()
    person.page.route("**/resume", lambda route: held.append(route))
    person.go(f"#/play/{game}")
    answer = person.page.get_by_role("region", name="Answer")
    flags = person.board().locator(".cell[data-sign='F']")
    expect(flags).to_have_count(len(safe))
    person.page.get_by_role("button", name="Best guess").click()
    expect(answer.get_by_role("button", name="Remove the flag")).to_be_visible()
    # That the clock runs again, which is told only now, does not take the answer away.
    with person.page.expect_response("**/resume"):
        held[0].continue_()
    person.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    )
    expect(answer.get_by_role("button", name="Remove the flag")).to_be_visible(timeout=1)
    expect(answer.get_by_role("button", name="Open it")).to_have_count(0)
    person.page.get_by_role("button", name="Hint").click()
    expect(answer).to_contain_text("Remove its flag first.")
    expect(answer.get_by_role("button", name="Open it")).to_have_count(0)
    answer.get_by_role("button", name="Remove the flag").click()
    expect(flags).to_have_count(len(safe) - 1)


def test_a_game_is_reviewed(arrive: Arrive, served: Served, tmp_path: Path) -> None:
    game = lost_by_rashness(served)
    person = arrive(f"#/play/{game}")
    person.page.locator(".result").get_by_role("link", name="Review").click()
    turn = person.page.get_by_label("This turn")
    expect(turn).to_contain_text("decisive turn")
    expect(turn).to_contain_text("a mine")
    review = served.client.get(f"/api/games/{game}/review").json()
    verdict = person.page.get_by_label("Summary")
    for sentence in review["words"]:
        expect(verdict).to_contain_text(sentence)
    expect(person.page.locator(".timeline-flag")).to_have_text("decisive turn")
    person.page.get_by_role("button", name="Odds").click()
    board = person.board("Position")
    expect(board.locator("[data-risk]").first).to_be_visible()
    expect(board.locator("[data-marks~=here]")).to_have_count(1)
    person.photograph("review", tmp_path)
    person.page.get_by_role("button", name="What would the expert do?").click()
    expect(person.page.get_by_label("The expert")).to_contain_text("Why is it safe?")

    needless = next(at for at, step in enumerate(review["steps"]) if step["missed_certain"])
    person.page.get_by_label("Turn", exact=True).fill(str(needless))
    expect(turn).to_contain_text("Needless: ")
    expect(board.locator("[data-marks~=best]")).to_have_count(1)
    person.page.get_by_role("button", name="First turn").click()
    expect(turn).to_contain_text("Turn 1 of")
    hidden = board.locator(".cell[data-sign='#']")
    expect(hidden).to_have_count(256)
    person.page.get_by_role("button", name="Next turn").click()
    expect(turn).to_contain_text("Turn 2 of")
    expect(hidden).not_to_have_count(256)
    person.page.get_by_role("button", name="End of the game").click()
    expect(turn).to_contain_text("The game is lost.")
    expect(board.locator(".cell[data-sign='X']")).to_have_count(1)
    person.page.get_by_role("link", name="All games").click()
    expect(person.page.locator(".game", has_text="Intermediate").first).to_contain_text("lost")


def lost_by_rashness(served: Served) -> str:
    """A game in which the agent's moves take turns with needless risks, the last of them fatal."""
    game = begun(served, "intermediate", (3, 3), start="opening", seed=4)
    twin = Game.new("intermediate", seed=4, start="opening")
    twin.reveal((3, 3))
    assert twin.board is not None

    def open_cell(cell: tuple[int, int]) -> None:
        turn = {"action": "reveal", "cell": cell}
        served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
        twin.reveal(cell)

    agent = make_agent("exact")
    for number in range(1, 45):
        if number % 9:
            open_cell(agent.choose(twin.view).cell)
            continue
        chances = analyze(twin.view).mine_probability
        rash = [cell for cell in safe_cells(twin) if 0.05 < chances[cell] < 0.6]
        open_cell(max(rash, key=lambda cell: float(chances[cell])))
    chances = analyze(twin.view).mine_probability
    open_cell(min(twin.board.mines, key=lambda cell: float(chances[cell])))
    return game


def test_a_game_is_forgotten_only_after_a_yes(arrive: Arrive, served: Served) -> None:
    game = begun(served, "course", (3, 3), start="opening", seed=91)
    person = arrive("#/review")
    person.meant.append("the server responded with a status of 503")
    card = person.page.locator(f".game-item:has(a[href$='{game}'])")
    dialog = person.page.get_by_role("dialog", name="Delete this game?")
    card.get_by_role("button", name="Delete this game").click()
    expect(dialog).to_contain_text("Course, unfinished, 1 move")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(card).to_be_visible()
    assert served.client.get(f"/api/games/{game}").status_code == 200

    refusal = "the file of the games can't be written to"
    person.page.route(
        f"**/api/games/{game}", lambda route: route.fulfill(status=503, json={"error": refusal})
    )
    card.get_by_role("button", name="Delete this game").click()
    dialog.get_by_role("button", name="Delete it").click()
    expect(dialog.get_by_role("alert")).to_have_text(refusal, ignore_case=True)
    expect(card).to_have_count(1)

    person.page.unroute(f"**/api/games/{game}")
    check_accessible(person)
    dialog.get_by_role("button", name="Delete it").click()
    expect(dialog).to_have_count(0)
    expect(card).to_have_count(0)
    person.hears("Game deleted.")
    assert served.client.get(f"/api/games/{game}").status_code == 404


# Positions


def test_a_pasted_position_is_analysed_shared_and_reloaded(arrive: Arrive, tmp_path: Path) -> None:
    person = arrive("#/analyse")
    position = person.page.get_by_label("Digits, # hidden")
    position.fill("3x2x1\n1H1\n1HH")  # a .mine file tells its mines itself
    expect(person.page.get_by_label("Total mines")).to_have_value("1")
    position.fill(EXPLAINED)
    person.page.get_by_label("Total mines").fill("9")
    findings = person.page.get_by_label("Findings")
    expect(findings).to_contain_text("11 safe cells")
    assert person.signs("Position") == EXPLAINED.splitlines()

    link = person.page.get_by_label("Link to this position").input_value()
    assert link.endswith(to_address(View.parse(EXPLAINED, mines=9)))
    person.page.get_by_role("button", name="Copy link").click()
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    other = arrive(link.removeprefix(person.address))
    expect(other.page.get_by_label("Findings")).to_contain_text("11 safe cells")
    other.page.reload()
    expect(other.page.get_by_label("Findings")).to_contain_text("9 certain mines")
    assert other.signs("Position") == EXPLAINED.splitlines()

    other.cell((1, 4), "Position").click()
    expect(other.page.locator(".step")).to_have_count(8)
    other.page.locator(".step").nth(6).click()
    expect(other.board("Position").locator("[data-marks~=used]")).to_have_count(1)
    other.photograph("analyse", tmp_path)


def test_a_position_is_painted_and_a_contradiction_shows_its_numbers(arrive: Arrive) -> None:
    person = arrive("#/analyse")
    position = person.page.get_by_label("Digits, # hidden")
    person.page.get_by_label("Total mines").fill("4")
    position.fill("####\n####\n####")
    findings = person.page.get_by_label("Findings")
    expect(findings).to_contain_text("12 uncertain")
    person.page.get_by_role("radio", name="Paint: 1").check(force=True)
    person.cell((0, 0), "Position").click()
    expect_sign(person.cell((0, 0), "Position"), "1")
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("4")
    expect_sign(person.cell((1, 0), "Position"), "4")
    expect(findings).to_contain_text("Inconsistent position")
    clash = person.board("Position").locator("[data-marks~=clash]")
    expect(clash).to_have_count(2)
    person.page.keyboard.press("Delete")
    expect(findings).to_contain_text("best guess")
    expect(clash).to_have_count(0)
    first, last = person.cell((2, 0), "Position"), person.cell((2, 2), "Position")
    person.page.get_by_role("radio", name="Paint: empty").check(force=True)
    first.hover()
    person.page.mouse.down()
    last.hover()
    person.page.mouse.up()
    expect_sign(first, "0")
    expect_sign(last, "0")
    expect(position).to_have_value("1###\n####\n0#0#")


LATE_ENGINE = """
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (question) {
  setTimeout(() => send.call(this, question), window.lateness ?? 0);
  const told = document.documentElement.dataset;
  told.asked = String(Number(told.asked) + 1);
};
"""


def test_a_late_answer_does_not_undo_a_stroke(arrive: Arrive) -> None:
    person = arrive()
    person.page.add_init_script(LATE_ENGINE)
    person.go("#/analyse")
    person.page.reload()
    expect(person.page.get_by_label("Findings")).to_contain_text("11 safe cells")
    person.page.evaluate("window.lateness = 2000; document.documentElement.dataset.asked = 0")
    whole = person.page.locator("html")
    person.cell((0, 0), "Position").click()
    person.page.keyboard.press("2")
    expect(whole).to_have_attribute("data-asked", "1")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("3")
    expect(whole).to_have_attribute("data-asked", "2")
    expect(person.page.get_by_label("Findings")).to_have_attribute("aria-busy", "false")
    expect(person.page.get_by_label("Digits, # hidden")).to_have_value(
        EXPLAINED.replace("1##", "23#", 1)
    )


def test_files_of_all_formats_are_opened(arrive: Arrive, tmp_path: Path) -> None:
    view = View.parse(EXPLAINED, mines=9)
    board = Board.from_mines(3, 4, [(0, 0), (2, 3)])
    person = arrive("#/analyse")
    findings = person.page.get_by_label("Findings")
    expect(findings).to_contain_text("11 safe cells")  # an example, to begin with
    chosen = person.page.get_by_label("Position file")

    path = tmp_path / "board.mbf"
    path.write_bytes(dumps(board, "mbf"))
    chosen.set_input_files(path)
    expect(person.board("Position").locator(".cell")).to_have_count(12)
    person.page.get_by_role("radio", name="Open").check(force=True)
    person.cell((1, 1), "Position").click()
    expect_sign(person.cell((1, 1), "Position"), "1")
    for kind, ending in (("mine", "mine"), ("json", "json"), ("text", "txt")):
        person.page.get_by_label("Digits, # hidden").fill("12x")
        expect(person.page.get_by_role("alert")).to_be_visible()
        person.page.get_by_label("Total mines").fill("9")
        path = tmp_path / f"position.{ending}"
        path.write_bytes(dumps(view, kind))
        chosen.set_input_files(path)
        expect(findings).to_contain_text("11 safe cells")
        expect(person.page.get_by_role("alert")).to_be_hidden()
    person.meant.append(REFUSED)


def test_a_file_is_dropped(arrive: Arrive) -> None:
    person = arrive("#/analyse")
    expect(person.page.get_by_label("Findings")).to_contain_text("safe cells")
    content = json.dumps({"kind": "view", "mines": 1, "rows": ["1#1", "1##"]})
    transfer = person.page.evaluate_handle(
        "text => { const carried = new DataTransfer();"
        " carried.items.add(new File([text], 'dropped.json')); return carried; }",
        content,
    )
    person.page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    expect(person.board("Position").locator(".cell")).to_have_count(6)


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    '{"kind": "view", "mines": 1, "rows": ["<svg onload=alert(1)>"]}',
    "javascript:alert(1)",
    "1x1x1\n<iframe src=//evil.example>",
    "\u202e\u0000${7*7}{{7*7}}",
]


def test_hostile_text_stays_text(arrive: Arrive, tmp_path: Path) -> None:
    person = arrive("#/analyse")
    person.meant.append(REFUSED)
    position = person.page.get_by_label("Digits, # hidden")
    expect(person.page.get_by_label("Findings")).to_contain_text("safe cells")
    for text in HOSTILE:
        position.fill(text)
        tells_its_mines = text.startswith(("{", "1x1x1"))
        with pytest.raises(SapperError) as refused:
            WrittenPosition(text, mines=None if tells_its_mines else 9).read()
        expect(person.page.get_by_role("alert")).to_have_text(str(refused.value), ignore_case=True)
        expect(position).to_have_attribute("aria-invalid", "true")
    named = tmp_path / "<img src=x onerror=alert(1)>.txt"
    named.write_bytes(b"1#" * 100_000)
    person.page.get_by_label("Position file").set_input_files(named)
    expect(person.page.get_by_role("alert")).to_contain_text("<img src=x")
    for view in ("play", "analyse", "review", "learn"):
        for text in HOSTILE[:2]:
            person.go(f"#/{view}/{text}")
            expect(person.page.locator("h1")).to_be_visible()
            assert person.page.locator("main img, main script, main iframe").count() == 0


# Learning, looking, and trouble


def test_three_minds_stand_side_by_side(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (3, 3), start="opening", seed=60)
    known = served.client.get(f"/api/games/{game}/knowledge").json()
    person = arrive(f"#/learn/{game}")
    for name in ("sentence", "resolution", "exact"):
        board = person.board(f"What {name} knows")
        expect(board.locator("[data-marks~=safe]")).to_have_count(len(known[name]["safe"]))
        expect(board.locator("[data-marks~=mine]")).to_have_count(len(known[name]["mines"]))
    cell = next(
        cell for cell in known["resolution"]["safe"] if cell not in known["sentence"]["safe"]
    )
    person.cell(tuple(cell), "What resolution knows").click()
    expect(person.page.get_by_label("Why", exact=True)).to_contain_text(
        "Known to resolution, exact."
    )
    expect(person.page.locator(".step").first).to_be_visible()
    person.page.get_by_role("button", name="AI move").click()
    expect(person.page.get_by_label("Why", exact=True)).to_be_hidden()
    person.go("#/learn")
    expect(person.board("What exact knows").locator("[data-marks~=only]").first).to_be_visible()


@pytest.mark.parametrize(("theme", "palette", "size"), LOOKS)
def test_every_view_is_accessible(
    arrive: Arrive, served: Served, theme: str, palette: str, size: dict[str, int]
) -> None:
    game = begun(served, "course", (3, 3), start="opening", seed=91)
    person = arrive(color_scheme=theme, viewport=size)
    person.page.get_by_role("button", name="Appearance").click()
    person.page.get_by_role("radio", name=palette.capitalize()).check(force=True)
    check_accessible(person)
    person.page.keyboard.press("Escape")
    html = person.page.locator("html")
    expect(html).to_have_attribute("data-theme", theme)
    expect(html).to_have_attribute("data-palette", palette)
    person.page.locator("#open-shortcuts").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    check_accessible(person)
    person.page.keyboard.press("Escape")

    person.go(f"#/play/{game}")
    person.page.get_by_role("button", name="Odds").click()
    expect(person.board().locator("[data-risk]").first).to_be_visible()
    check_accessible(person)
    person.board().locator("[data-risk=safe]").first.click(modifiers=["Shift"])
    expect(person.page.locator(".step").first).to_be_visible()
    check_accessible(person)
    mine = min(Game.new("course", seed=14, start="any").board.mines)  # type: ignore[union-attr]
    over = begun(served, "course", mine, start="any", seed=14)
    for route, sight in (
        ("#/analyse", "[data-odds]"),
        ("#/analyse/3x3-2-bHHfHHH3", "[data-marks~=clash]"),
        (f"#/learn/{game}", "[data-marks~=safe]"),
        (f"#/play/{over}", ".result"),
        (f"#/review/{over}", ".timeline"),
        ("#/review", ".game"),
        ("#/train", ".board .cell"),
        ("#/train/games", "main[data-view=train] .table"),
    ):
        person.go(route)
        expect(person.page.locator(sight).first).to_be_visible()
        check_accessible(person)


def test_numbers_read_as_in_the_other_interfaces(workbench: Workbench) -> None:
    def told(function: str, number: float, *more: str) -> str:
        return str(workbench.call("modules/words.js", function, number, *more))

    for seconds in (0, 0.25, 7.9, 59.99, 60, 75, 3599.9, 3600, 3675):
        assert told("clock", seconds) == saying.clock(seconds)
        assert told("clock", seconds, "won") == saying.clock(seconds, Status.WON)
    for chance in (0, 1e-9, 0.001, 0.1734, 0.999, 1 - 1e-9, 1):
        assert told("percent", chance) == saying.percent(chance)
    lengths = {59.94: "59.9 s", 59.96: "1 min 0.0 s", 125.34: "2 min 5.3 s"}
    for seconds, words in lengths.items():
        assert told("duration", seconds) == words


def test_the_chosen_colours_are_kept(arrive: Arrive) -> None:
    person = arrive(color_scheme="dark")
    html = person.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    person.page.get_by_role("button", name="Appearance").click()
    person.page.get_by_role("radio", name="Light", exact=True).check(force=True)
    expect(html).to_have_attribute("data-theme", "light")
    person.page.reload()
    expect(html).to_have_attribute("data-theme", "light")


def test_a_device_that_was_offline_is_told_so_only_until_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    everywhere = serve(tmp_path, "--host", "0.0.0.0")
    # Another name of this machine: at the usual one the network does not matter.
    person = somebody(browser, f"http://127.0.0.2:{everywhere.client.base_url.port}/")
    line = person.page.locator("#connection")
    try:
        person.go()
        expect(person.board()).to_be_visible()
        person.page.context.set_offline(True)
        expect(line).to_contain_text("This device is offline.")
        person.page.context.set_offline(False)
        expect(line).to_be_hidden()
        assert person.went_wrong() == []
    finally:
        person.page.context.close()
        everywhere.ended()


def test_games_that_can_not_be_kept_are_told_of(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").mkdir()  # where the file should be
    forgetful = serve(tmp_path)
    person = somebody(browser, str(forgetful.client.base_url))
    notice = person.page.get_by_role("alert")
    try:
        person.go()
        expect(notice).to_contain_text("Games are not saved:")
        person.begin("course", seed=14)
        expect(notice).to_contain_text("Games are not saved:")
        check_accessible(person)
        assert person.went_wrong() == []
    finally:
        person.page.context.close()
        forgetful.ended()


def test_a_server_that_goes_and_comes_back_costs_nothing(browser: Browser, tmp_path: Path) -> None:
    first = serve(tmp_path)
    person = somebody(browser, str(first.client.base_url))
    try:
        person.go()
        twin = person.begin("beginner", seed=35)
        cell = safe_cells(twin)[0]
        person.cell(cell).click()
        twin.reveal(cell)
        person.sees(twin)
        first.process.kill()
        first.process.wait()
        person.cell(safe_cells(twin)[0]).click()
        line = person.page.locator("#connection")
        expect(line).to_contain_text("Lost the connection to the server.")
        second = serve(tmp_path, "--port", str(first.client.base_url.port))
        try:
            expect(line).to_contain_text("Reconnected")
            cell = safe_cells(twin)[0]
            person.cell(cell).click()
            twin.reveal(cell)
            person.sees(twin)
        finally:
            second.ended()
    finally:
        first.client.close()
        person.page.context.close()
        with first.process as process:
            process.kill()
