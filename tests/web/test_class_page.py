"""A lesson in three browsers at once: two students, one with a slow network, and a teacher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from student_files import student_file
from webpage import (
    DESKTOP,
    IN_A_BROWSER,
    PHONE,
    Person,
    check_accessible,
    check_fits,
    expect_sign,
    safe_cells,
    somebody,
)
from webserver import serve

pytestmark = IN_A_BROWSER

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 60_000, "uploadThroughput": 30_000}
"""A latency of 0.4 seconds, and 60 and 30 kB per second."""


@dataclass(frozen=True)
class Lesson:
    ada: Person
    bob: Person
    teacher: Person
    secret: str


@pytest.fixture
def lesson(browser: Browser, tmp_path: Path) -> Iterator[Lesson]:
    served = serve(tmp_path, "--class", "--host", "127.0.0.1")
    assert served.process.stdout is not None
    told, link = served.process.stdout.readline().rsplit(maxsplit=1)
    assert told == "The teacher's link, not told again:"
    address, _, secret = link.partition("#/class/")
    people = [somebody(browser, address) for _ in range(2)] + [
        somebody(browser, address, viewport=PHONE, has_touch=True)
    ]
    ada, teacher, bob = people
    bob.page.context.new_cdp_session(bob.page).send("Network.emulateNetworkConditions", SLOW)
    yield Lesson(ada, bob, teacher, secret)
    for person in people:
        person.page.context.close()
        assert person.went_wrong() == []
    assert served.ended() == 0


def test_a_lesson(lesson: Lesson, tmp_path: Path) -> None:
    ada, bob, teacher = lesson.ada, lesson.bob, lesson.teacher

    # Ada plays, under a name of her own.
    ada.go()
    twin = ada.begin("beginner", seed=3)
    for cell in safe_cells(twin)[:2]:
        twin.reveal(cell)
        ada.cell(cell).click()
        expect_sign(ada.cell(cell), str(twin.view).splitlines()[cell[0]][cell[1]])
    ada.sees(twin)
    ada.page.get_by_role("button", name="Tell your name").click()
    ada.page.get_by_role("textbox", name="Name").fill("Ada")
    ada.page.get_by_role("button", name="Save").click()
    expect(ada.page.get_by_label("Class").get_by_text("Ada")).to_be_visible()
    hers = ada.page.url.partition("#")[2]

    # Bob is offered nothing of hers, and her address is of no use to him.
    bob.meant.append("404")
    bob.go(f"#{hers}")
    bob.hears("no longer saved")
    assert set("".join(bob.signs())) == {"#"}
    bob.go("#/review")
    expect(bob.page.get_by_text("No saved games yet")).to_be_visible()
    bob.go("#/class")
    expect(bob.page.get_by_text("This view is for the teacher")).to_be_visible()

    # The teacher sees what both do, and no secret stays in the address.
    teacher.go(f"#/class/{lesson.secret}")
    row = teacher.page.get_by_role("row", name="Ada")
    expect(row.get_by_role("cell").nth(3)).to_have_text("2")
    assert lesson.secret not in teacher.page.url
    cell = safe_cells(twin)[0]
    twin.reveal(cell)
    ada.cell(cell).click()
    expect(row.get_by_role("cell").nth(3)).to_have_text("3")
    teacher.page.get_by_role("button", name="Look at the board of Ada").click()
    shown = "Student board"
    expect(teacher.board(shown)).to_be_visible()
    assert teacher.signs(shown) == str(twin.view).splitlines()

    # It is handed to everybody as a position.
    teacher.page.get_by_role("button", name="Hand out this position").click()
    bob.page.get_by_role("link", name="Position: 9×9").tap()
    expect(bob.board("Position").locator(".cell")).to_have_count(81)
    assert bob.signs("Position") == str(twin.view).splitlines()

    # Everybody gets a board, and then an AI; both arrive though the network is slow.
    teacher.page.get_by_role("button", name="Hand out a board").click()
    bob.page.get_by_role("button", name="Play the board: Beginner").tap()
    bob.cell((4, 4)).tap()
    expect(bob.cell((4, 4))).not_to_have_attribute("data-sign", "#")
    his = teacher.page.get_by_role("row", name="Student 2")
    expect(his.get_by_role("cell").nth(3)).to_have_text("1")
    teacher.page.get_by_label("somebody's own Python file").set_input_files(student_file(tmp_path))
    teacher.page.get_by_role("button", name="Hand it out").last.click()
    before = bob.page.url
    bob.page.get_by_role("button", name="Play with minesweeper.py").tap()
    expect(bob.page).not_to_have_url(before)
    expect(bob.board().locator(".cell[data-sign='#']")).to_have_count(81)
    game = bob.page.url.rpartition("/")[2]
    agent = bob.page.evaluate("id => fetch(`api/games/${id}`).then(it => it.json())", game)["agent"]
    assert Path(agent).name == "minesweeper.py"
    check_accessible(teacher)
    check_accessible(bob)
    teacher.photograph("class", tmp_path)
    check_fits(teacher)
    check_fits(bob)
    teacher.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    bob.page.set_viewport_size(PHONE)  # type: ignore[arg-type]

    # Ada's board is on the wall; the teacher points at a cell.
    teacher.page.get_by_role("button", name="Put the board of Ada on the wall").click()
    wall = "Board on the wall"
    bob.page.get_by_role("link", name="On the wall").tap()
    expect(bob.board(wall)).to_be_visible()
    assert bob.signs(wall) == str(twin.view).splitlines()
    pointed = twin.view.hidden()[0]
    teacher.cell(pointed, wall).click()
    bob.hears(f"({pointed[0]}, {pointed[1]})")
    expect(bob.page.get_by_label("Reasons").locator("h2")).to_be_visible()
    check_accessible(bob)
    teacher.page.get_by_role("button", name="Take it down").click()
    expect(bob.page.get_by_text("There is nothing on the wall")).to_be_visible()

    # Whoever comes back finds their own.
    ada.page.reload()
    ada.sees(twin)
