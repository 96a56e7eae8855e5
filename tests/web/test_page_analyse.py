"""Positions on the page: pasted, painted, opened from files, shared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import (
    expect,
)
from webpage import (
    IN_A_BROWSER,
    Arrive,
    expect_sign,
)

from sapper.board import Board
from sapper.errors import SapperError
from sapper.formats import dumps, to_address
from sapper.interface.web.questions import WrittenPosition
from sapper.view import View

pytestmark = IN_A_BROWSER

EXPLAINED = "1###1##\n######2\n1#2112#\n2#21022\n#3#102#\n1##102#"
"""The position of docs/explained.mine, which has 9 mines."""
REFUSED = "the server responded with a status of 4"
"""What the browser's console says of a request that was refused."""


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


@pytest.mark.parametrize("name", ["a.bin", "a.txt", "a.json"])
def test_a_file_that_is_no_text_is_refused(arrive: Arrive, name: str) -> None:
    person = arrive("#/analyse")
    page = person.page
    expect(page.get_by_label("Findings")).to_contain_text("safe cells")
    text = page.locator("textarea").input_value()
    file = {"name": name, "mimeType": "", "buffer": bytes(range(128, 256))}
    page.get_by_label("Position file").set_input_files(file)  # type: ignore[arg-type]
    refused = f"“{name}” is not a text, so it can't be a position."
    expect(page.get_by_role("alert")).to_have_text(refused)
    assert page.locator("textarea").input_value() == text
    person.go("#/play")
    expect(person.board().locator(".cell").first).to_be_visible()
    page.locator("body").press("l")
    page.get_by_role("dialog").get_by_label("Position file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".saying")).to_have_text(refused)


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
