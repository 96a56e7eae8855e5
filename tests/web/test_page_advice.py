"""What the page's AI says and does: hints, reasons, guesses, autoplay."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import (
    Error,
    Locator,
    Route,
    expect,
)
from webpage import (
    IN_A_BROWSER,
    Arrive,
    Person,
    expect_sign,
    let_arrive,
    safe_cells,
    wait_until,
)
from webserver import Served, begun

from sapper.game import Game

pytestmark = IN_A_BROWSER


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


@pytest.mark.parametrize("key", ["h", "b", "w"])
def test_what_is_asked_during_a_turn_is_about_the_board_after_it(arrive: Arrive, key: str) -> None:
    person, held = arrive(), dict[str, Route]()
    person.page.route("**/ai", lambda route: held.update(turn=route))
    person.page.get_by_role("button", name="AI move").click()
    person.page.keyboard.press(key)
    let_arrive(person.page, held, "turn")
    expect(person.board().locator(".cell[data-sign='#']")).not_to_have_count(81)
    answer = person.page.get_by_role("region", name="Answer")
    expect(answer).to_have_attribute("data-open", "")


@pytest.mark.parametrize("end", ["Escape", "n", "#/learn"])
@pytest.mark.parametrize("key", ["h", "w"])
def test_what_is_asked_during_a_turn_falls_with_its_game(
    arrive: Arrive, key: str, end: str
) -> None:
    person, held = arrive(), dict[str, Route]()
    asked: list[str] = []
    person.page.on(
        "request",
        lambda sent: asked.append(sent.url) if re.search("/(hint|why)", sent.url) else None,
    )
    person.page.route("**/ai", lambda route: held.update(turn=route))
    person.page.get_by_role("button", name="AI move").click()
    person.page.keyboard.press(key)
    address = person.page.url
    if end.startswith("#"):
        person.page.get_by_role("link", name="Learn").click()
        expect(person.page).not_to_have_url(address)
    else:
        person.page.keyboard.press(end)
    wait_until(person.page, lambda: "turn" in held)
    if end == "n":
        expect(person.page).not_to_have_url(address)
    with suppress(Error):  # what was overtaken is not answered
        held["turn"].continue_()
    person.page.wait_for_timeout(300)
    assert asked == []
    expect(person.page.locator(".answer[data-open]")).to_have_count(0)


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
    assert answer.get_by_role("button", name="Remove the flag").is_visible()
    expect(answer.get_by_role("button", name="Open it")).to_have_count(0)
    person.page.get_by_role("button", name="Hint").click()
    expect(answer).to_contain_text("Remove its flag first.")
    expect(answer.get_by_role("button", name="Open it")).to_have_count(0)
    answer.get_by_role("button", name="Remove the flag").click()
    expect(flags).to_have_count(len(safe) - 1)
