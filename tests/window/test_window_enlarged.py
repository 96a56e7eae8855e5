"""Ctrl + makes everything larger, as far as there is room: nothing is cut, covered or lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.catalogue import speaking
from sapper.game import WinningRule
from sapper.interface.window import text
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import Pen
from sapper.interface.window.start import StartScreen
from sapper.interface.window.theme import LIGHT
from sapper.interface.window.widgets import Look
from sapper.level import LEVELS, Guesses, Level

if TYPE_CHECKING:
    from window.conftest import Driver, Open

OPENING = LEVELS["expert"].starting("opening")
SIZES = [(640, 460), (802, 553), (1366, 700), (1920, 1000)]
FOUR_SIZES_IN_ENGLISH_AND_ONE_IN_OTHER_LANGUAGES = [
    *((size, "en") for size in SIZES),
    *((SIZES[1], language) for language in ("fr", "es", "zh")),
]
LARGEST_EVER = 2.5
"""What a window of long ago may have saved."""


Written = list[tuple[str, pygame.Rect]]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """All words that are written, and where."""
    noted: Written = []
    write = text.write

    def watch(surface: pygame.Surface, words: str, *where: object, **how: object) -> pygame.Rect:
        rect = write(surface, words, *where, **how)  # type: ignore[arg-type]
        noted.append((words, rect))
        return rect

    monkeypatch.setattr(text, "write", watch)
    return noted


@pytest.fixture
def look_at(written: Written) -> Callable[[Driver], None]:
    """Look at what is in front: nothing may reach beyond the window or over anything else."""

    def look(window: Driver) -> None:
        picture = window.picture()
        screen, area = window.app.top, window.app.area
        widgets = screen.widgets(area)
        written.clear()
        screen.draw(Pen(picture, window.app.theme, area.scale), area)
        things = [*((widget.name, widget.rect) for widget in widgets), *written]
        for name, rect in things:
            assert area.rect.contains(rect), name
            assert min(rect.size) > 0, name
        for (name, rect), (other, covered) in combinations(things, 2):
            assert not rect.colliderect(covered), (name, other)

    return look


def screens(window: Driver) -> Iterator[None]:
    """Go from screen to screen, and to what opens over them."""
    yield
    for key in ("s", "N", "?", str(len(LEVELS) + 1)):
        yield from opened_over_the_screen(window, key)
    window.keys("enter")
    yield
    window.cell((8, 15))
    window.keys("a")
    window.settle()
    for key in ("l", "g", "?"):
        yield from opened_over_the_screen(window, key)
    for key in ("o", "w", "k", "i"):
        yield from switched_on(window, key)
    window.keys("T")
    window.wait_for(lambda: window.screen == "training")
    yield
    yield from switched_on(window, "h")
    window.keys("escape", "escape")
    window.wait_for(lambda: window.screen == "game")
    window.cell(max(window.game.session.table.odds().mines))
    window.settle()
    yield
    yield from reviews(window)
    window.keys("m")
    yield
    yield from opened_over_the_screen(window, "d")
    window.keys("I")
    window.wait_for(lambda: window.screen == "analysis")
    yield
    start_with_all_there_is(window)
    yield


def start_with_all_there_is(window: Driver) -> StartScreen:
    """The start screen with a game to resume and a complaint."""
    window.flow.play(window.flow.setup)
    window.cell((8, 15))
    window.flow.home()
    assert isinstance(window.app.top, StartScreen)
    window.app.top.complaint = "Games are not saved: /home/someone/sapper: not allowed. " * 2
    return window.app.top


def reviews(window: Driver) -> Iterator[None]:
    """A review, and one with a long title."""
    record = window.game.session.table.record()
    of_a_board_without_guesses = replace(record.setup, guesses=Guesses.NONE)
    for setup in (record.setup, of_a_board_without_guesses):
        window.flow.replay(replace(record, setup=setup))
        window.settle()
        yield
        for key in ("w", "i"):
            yield from switched_on(window, key)
        window.keys("escape")


def opened_over_the_screen(window: Driver, key: str) -> Iterator[None]:
    below = window.screen
    window.keys(key)
    assert window.screen != below, key
    yield
    window.keys("escape")
    assert window.screen == below, key


def switched_on(window: Driver, key: str) -> Iterator[None]:
    window.keys(key)
    window.settle()
    yield
    window.keys(key)


@pytest.mark.parametrize(
    ("size", "language"), FOUR_SIZES_IN_ENGLISH_AND_ONE_IN_OTHER_LANGUAGES, ids=str
)
def test_whatever_is_enlarged_still_fits(
    open_window: Open, look_at: Callable[[Driver], None], size: tuple[int, int], language: str
) -> None:
    with speaking(language):
        window = open_window(OPENING, seed=7, size=size)
        for _ in screens(window):
            scale = 0.0
            while window.app.area.scale > scale:
                look_at(window)
                scale = window.app.area.scale
                window.keys("ctrl++")
            window.app.zoom = LARGEST_EVER
            look_at(window)
            window.app.zoom = 1.0


@pytest.mark.parametrize("size", [(1, 1), (60, 40), (300, 900), (900, 120)], ids=str)
def test_every_screen_is_drawn_in_a_window_that_is_too_small(
    open_window: Open, size: tuple[int, int]
) -> None:
    window = open_window(OPENING, seed=7, size=size)
    for _ in screens(window):
        for zoom in (0.5, 1.0, LARGEST_EVER):
            window.app.zoom = zoom
            window.picture()
        window.app.zoom = 1.0


def test_a_larger_window_gets_what_the_one_before_had_no_room_for(playing: Open) -> None:
    window = playing(size=(1040, 720))
    window.keys("ctrl++", "ctrl++", "ctrl++")
    limited = window.app.area.scale
    window.app.resize((1300, 720))
    assert 1 < limited < window.app.area.scale


def test_what_had_no_room_need_not_be_taken_back(playing: Open) -> None:
    window = playing(size=(1040, 720))
    scale = window.app.area.scale
    window.keys(*["ctrl++"] * 9)
    assert window.app.area.scale > scale
    window.keys("ctrl+-", "ctrl+-")
    assert window.app.area.scale == pytest.approx(scale)
    window.app.zoom = LARGEST_EVER
    largest = window.app.area.scale
    window.keys("ctrl+-")
    assert window.app.area.scale < largest


def test_a_complaint_is_told_beside_the_choice_of_boards(
    open_window: Open, written: Written
) -> None:
    window = open_window(OPENING, seed=7, size=(802, 553))
    screen = start_with_all_there_is(window)
    window.app.zoom = LARGEST_EVER
    window.picture()
    _, choice = screen._columns(window.app.area)
    told = [rect for words, rect in written if words and words in screen.complaint]
    assert len(told) > 1
    assert all(rect.right < choice.left for rect in told)


def test_a_review_that_is_larger_than_the_start_screen_shows_where_its_turn_is(
    playing: Open,
) -> None:
    window = playing(Level(100, 100, 1), size=(1366, 700), winning=WinningRule.FLAGGED)
    window.game.session.flag((99, 99))
    record = window.game.session.table.record()
    window.app.zoom = LARGEST_EVER
    window.flow.home()
    window.flow.replay(record)
    layout = window.replay.layout()
    assert layout.sight.contains(layout.rect_of((99, 99)))


@pytest.mark.parametrize("rows", [0, 3])
@pytest.mark.parametrize("height", [0, -20])
def test_a_list_without_height_draws_nothing(rows: int, height: int) -> None:
    surface = pygame.Surface((60, 60))
    before = pygame.image.tobytes(surface, "RGB")
    listing = Listing(
        name="list",
        rect=pygame.Rect(10, 30, 40, height),
        rows=[Row(20, lambda pen, rect, hovered: None)] * rows,
        scroll=Scroll(),
        empty="nothing",
    )
    listing.draw(Pen(surface, LIGHT, 1.0), Look(focused=True))
    assert pygame.image.tobytes(surface, "RGB") == before
