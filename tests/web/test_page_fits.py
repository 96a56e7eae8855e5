"""The page in windows of many sizes: whole boards, cells and odds that can be read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from webpage import (
    ALL_KINDS,
    IN_A_BROWSER,
    LOW_WINDOWS,
    PHONES_ON_THEIR_SIDE,
    Arrive,
    Person,
    check_accessible,
    check_fits,
    resize,
)
from webserver import Served, begun

from sapper.formats import to_address
from sapper.game import Game
from sapper.level import Level, StartRule
from sapper.view import View

pytestmark = IN_A_BROWSER

SMALLEST_CELL, SMALLEST_FIGURE = 22, 11
"""Pixels: a cell's side, and the height of a figure's type."""


@dataclass(frozen=True)
class Seen:
    """What is seen of a board, in pixels."""

    cell: float
    box: tuple[float, ...]
    """The frame: left, top, right, bottom."""
    beyond: tuple[float, ...]
    """How much of the board has to be scrolled to, across and down."""
    window: tuple[int, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of the board is in the window."""
        left, top, right, bottom = self.box
        width, height = self.window
        is_inside = 0 <= left < right <= width and 0 <= top < bottom <= height
        return is_inside and max(self.beyond) <= 0

    @property
    def share(self) -> float:
        """The part of the window that the frame fills."""
        left, top, right, bottom = self.box
        width, height = self.window
        return (min(right, width) - left) * (min(bottom, height) - top) / (width * height)


SEE = """() => {
  const frame = document.querySelector(".board-scroll");
  const {left, top, right, bottom} = frame.getBoundingClientRect();
  return {
    cell: frame.querySelector(".cell").getBoundingClientRect().width,
    box: [left, top, right, bottom],
    beyond: [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight],
    window: [innerWidth, innerHeight],
  };
}"""
SIZE_OF_FIGURE = """cell => {
  const {fontSize, scale} = getComputedStyle(cell);
  return parseFloat(fontSize) * (parseFloat(scale) || 1);
}"""


def seen_by(person: Person) -> Seen:
    """What somebody sees of the board."""
    found: dict[str, Any] = person.page.evaluate(SEE)
    return Seen(found["cell"], *(tuple(found[part]) for part in ("box", "beyond", "window")))


def lost_game(served: Served) -> str:
    """An expert game that is over."""
    mine = min(Game.new("expert", seed=14, start="any").board.mines)  # type: ignore[union-attr]
    return begun(served, "expert", mine, start="any", seed=14)


def test_a_whole_expert_board_is_seen_in_a_low_window(arrive: Arrive, served: Served) -> None:
    twin = Game.new("expert", seed=1, start="opening")
    twin.reveal((8, 15))
    for cell in twin.view.hidden()[:5]:
        twin.flag(cell)  # a flag with its odds takes no more room than another cell
    game = begun(served, "expert", (8, 15), start="opening", seed=1)
    analysed = f"#/analyse/{to_address(twin.view)}"
    person = arrive()
    for route in (f"#/play/{game}", analysed, f"#/review/{lost_game(served)}"):
        person.go(route)
        if "review" in route:  # until it has come, the board of the view before is still there
            expect(person.page.get_by_role("slider", name="Turn")).to_be_visible()
        expect(person.page.locator(".board .cell")).to_have_count(480)
        if route != analysed:
            person.page.keyboard.press("o")
        uncertain = person.page.locator(".cell[data-risk=chance]").first
        expect(uncertain).to_be_visible()
        for size in LOW_WINDOWS:
            resize(person, size)
            seen = seen_by(person)
            assert seen.is_whole, (route, seen)
            assert seen.cell >= SMALLEST_CELL, (route, seen)
            assert uncertain.evaluate(SIZE_OF_FIGURE) >= SMALLEST_FIGURE
    resize(person, (1366, 1000))  # a window that only becomes taller gives the cells more room
    assert seen_by(person).cell > seen.cell


def test_a_whole_expert_board_is_practised_in_a_low_window(arrive: Arrive, served: Served) -> None:
    twin = Game.new("expert", seed=77, start="opening")
    twin.reveal((8, 15))
    game = begun(served, "expert", (8, 15), start="opening", seed=77)
    mine = min(twin.board.mines)  # type: ignore[union-attr]
    turn = {"action": "reveal", "cell": mine}  # though some cells are certainly safe
    served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
    person = arrive("#/train")
    question = person.page.get_by_role("region", name="Question")
    expect(question).to_contain_text("From one of your games.")
    expect(person.page.locator(".board .cell")).to_have_count(480)
    for size in LOW_WINDOWS:
        resize(person, size)
        seen = seen_by(person)
        assert seen.is_whole, seen
        assert seen.cell >= SMALLEST_CELL, seen
    expect(person.page.get_by_role("button", name="Solution")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(375, 667), (360, 640), (320, 640)])
def test_where_a_question_comes_from_has_a_line_of_its_own_on_a_phone(
    arrive: Arrive, size: tuple[int, int]
) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    person = arrive("#/train", viewport=viewport, has_touch=True, is_mobile=True)
    question = person.page.get_by_role("region", name="Question")
    expect(question).to_contain_text("right")
    origin, all_of_it = question.locator("p").first.bounding_box(), question.bounding_box()
    assert origin is not None
    assert all_of_it is not None
    assert origin["width"] > 0.8 * all_of_it["width"]


def test_odds_that_find_no_room_are_told_where_somebody_points(arrive: Arrive) -> None:
    view = View.parse("1##\n###\n##1", mines=3)
    person = arrive(f"#/analyse/{to_address(view)}")
    cell = person.cell((0, 2), "Position")
    expect(cell).to_have_attribute("data-risk", "chance")
    for _ in range(12):
        person.page.get_by_role("button", name="Smaller cells").click()
    assert seen_by(person).cell == 16
    ground = cell.evaluate("cell => getComputedStyle(cell).backgroundColor")
    other = person.cell((1, 1), "Position")
    assert cell.evaluate(SIZE_OF_FIGURE) == 0
    assert ground != other.evaluate("cell => getComputedStyle(cell).backgroundColor")
    cell.hover()
    assert cell.evaluate(SIZE_OF_FIGURE) >= SMALLEST_FIGURE
    other.hover()
    assert cell.evaluate(SIZE_OF_FIGURE) == 0
    person.cell((0, 0), "Position").focus()
    person.page.keyboard.press("End")
    assert cell.evaluate(SIZE_OF_FIGURE) >= SMALLEST_FIGURE


def test_a_phone_on_its_side_shows_the_board(
    arrive: Arrive, served: Served, tmp_path: Path
) -> None:
    small = begun(served, "beginner", (4, 4), start="opening", seed=3)
    large = begun(served, "expert", (8, 15), start="opening", seed=1)
    person = arrive(has_touch=True, is_mobile=True)
    for size in PHONES_ON_THEIR_SIDE:
        resize(person, size)
        person.go(f"#/play/{small}")
        expect(person.page.locator(".board .cell")).to_have_count(81)
        seen = seen_by(person)
        assert seen.is_whole, seen
        assert seen.cell >= 30  # a finger's
        person.go(f"#/play/{large}")
        expect(person.page.locator(".board .cell")).to_have_count(480)
        assert seen_by(person).share > 0.6
        for button in ("Pause", "Tap flags", "Smaller cells"):
            expect(person.page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    person.go(f"#/play/{small}")
    check_accessible(person)
    person.photograph("landscape", tmp_path)


@pytest.mark.parametrize(
    "device",
    [
        {"locale": "en-GB"},
        {"locale": "fr-FR", "color_scheme": "dark", "has_touch": True, "is_mobile": True},
        {"locale": "es-ES"},
        {"locale": "zh-CN", "has_touch": True, "is_mobile": True},
    ],
    ids=["mouse, English", "touch, French", "mouse, Spanish", "touch, Chinese"],
)
def test_no_view_scrolls_sideways_and_no_word_is_cut(
    arrive: Arrive, served: Served, device: dict[str, Any]
) -> None:
    game = begun(served, "expert", (8, 15), start="opening", seed=1)
    over = lost_game(served)
    person = arrive(**device)
    sights = [
        (f"#/play/{game}", ".board .cell"),
        (f"#/play/{over}", ".result:not([hidden])"),
        ("#/analyse", "[data-odds]"),
        ("#/review", ".statistics, .game"),
        (f"#/review/{over}", ".timeline"),
        ("#/train", ".board .cell"),
        ("#/train/games", "main[data-view=train] h1"),
        ("#/learn", "[data-marks~=safe]"),
    ]
    for route, sight in sights:
        person.go(route)
        expect(person.page.locator(sight).first).to_be_visible()
        check_fits(person)
    for button in (".begin-buttons .button-primary", "#open-appearance", "#open-shortcuts"):
        person.go(f"#/play/{game}")
        person.page.locator(button).click()
        dialog = person.page.get_by_role("dialog")
        for size in ALL_KINDS:
            resize(person, size)
            assert dialog.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, (button, size)
        check_fits(person)
        person.page.keyboard.press("Escape")


def test_what_the_ai_does_on_a_large_board_is_brought_into_sight(
    arrive: Arrive, served: Served
) -> None:
    twin = Game.new(Level(50, 80, 700, StartRule.OPENING), seed=5)
    twin.reveal((45, 70))
    wanted = {"height": 50, "width": 80, "mines": 700, "start": "opening", "seed": 5}
    game = served.client.post("/api/games", json=wanted).json()["id"]
    turn = {"action": "reveal", "cell": [45, 70]}
    served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
    person = arrive(f"#/play/{game}")
    person.sees(twin)
    for button in ("AI move", "Hint"):
        person.page.evaluate("document.querySelector('.board-scroll').scrollTo(0, 0)")
        person.page.get_by_role("button", name=button).click()
        marked = person.board().locator("[data-marks]").first
        expect(marked).to_be_in_viewport()
        row = marked.get_attribute("aria-label")
        assert row is not None
        assert int(re.findall(r"\d+", row)[0]) > 30  # far from where the frame was
