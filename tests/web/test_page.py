"""The page as a whole: what every view has, its colours, its connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    expect,
)
from webpage import (
    DESKTOP,
    IN_A_BROWSER,
    Arrive,
    Workbench,
    check_accessible,
    safe_cells,
    somebody,
)
from webserver import Served, begun, serve

from sapper.game import Game, Status
from sapper.play import saying

pytestmark = IN_A_BROWSER

LOOKS = [
    ("light", "standard", DESKTOP),
    ("dark", "standard", {"width": 320, "height": 568}),
    ("light", "colour-blind", {"width": 667, "height": 375}),
    ("dark", "colour-blind", {"width": 1366, "height": 625}),
]
"""Every layout of the page; each view is then seen in every theme and palette."""


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
