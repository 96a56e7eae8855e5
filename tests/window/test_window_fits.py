"""Whatever is drawn fits into windows of any size, in every theme."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest
import replay_files

from sapper.catalogue import speak
from sapper.interface.window import text
from sapper.interface.window.start import START_COMMANDS
from sapper.interface.window.text import wrapped
from sapper.interface.window.theme import THEMES
from sapper.level import LEVELS
from sapper.play.commands import GAME_COMMANDS

if TYPE_CHECKING:
    from window.conftest import Open


OPENING = LEVELS["beginner"].starting("opening")
SIZES = [(640, 460), (800, 600), (1040, 720), (700, 1200), (2560, 1440)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_fits_in_windows_of_any_size(open_window: Open, size: tuple[int, int]) -> None:
    window = open_window(OPENING, seed=11, size=size)
    whole = pygame.Rect((0, 0), size)

    def check() -> None:
        window.picture()
        for widget in window.app.top.widgets(window.app.area):
            assert whole.contains(widget.rect), f"{widget.name} on {window.screen}"

    check()
    window.keys("enter")
    window.cell((4, 4))
    check()
    for key in ("l", "?", "m"):
        window.keys(key)
        check()
        window.keys("escape")
    window.cell(next(iter(window.game.session.table.odds().mines)))
    check()
    window.keys("v")
    window.settle()
    check()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_label_of_a_button_is_cut(
    open_window: Open, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(OPENING, seed=11, size=size)
    shortened, cut = text.shortened, set()

    def watch(words: str, size: float, width: int, *, bold: bool = False) -> str:
        kept = shortened(words, size, width, bold=bold)
        if kept != words:
            cut.add(words)
        return kept

    monkeypatch.setattr(text, "shortened", watch)
    window.picture()
    window.keys("enter")
    window.cell((4, 4))
    window.picture()
    window.cell(next(iter(window.game.session.table.odds().mines)))
    window.picture()
    assert not cut & {command.label for command in (*GAME_COMMANDS, *START_COMMANDS)}


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_drawn_in_its_colours(open_window: Open, theme: str) -> None:
    window = open_window(OPENING, seed=11, theme=theme)
    assert window.picture().get_at((2, 2))[:3] == THEMES[theme].ground
    window.keys("enter")
    layout = window.game.layout()
    closed = window.picture().get_at(layout.rect_of((4, 4)).center)[:3]
    assert closed == THEMES[theme].hidden
    window.cell((4, 4))
    window.app.pointer = (-1, -1)
    assert window.picture().get_at(layout.rect_of((4, 4)).center)[:3] == THEMES[theme].open


@pytest.mark.parametrize("size", [(1024, 600), (1040, 720), (1920, 1080)], ids=str)
def test_all_that_a_review_tells_is_on_its_card_or_scrolls_there(
    open_window: Open, size: tuple[int, int], tmp_path: Path
) -> None:
    game, _ = replay_files.played()
    file = tmp_path / "game.avf"
    file.write_bytes(replay_files.avf(replace(game, seconds=game.seconds + 3, three_bv=99)))
    speak("fr")
    window = open_window(OPENING, seed=11, size=size)
    window.event(pygame.DROPFILE, file=str(file))
    window.wait_for(lambda: window.screen == "replay")
    window.keys("d")
    window.settle()
    rows = window.replay.rows(window.app.area)
    picture = window.picture()
    for above, below in (("turn", "summary"), ("summary", "list")):
        between = pygame.Rect(rows[above].left, rows[above].bottom + 1, rows[above].width, 0)
        between.height = rows[below].top - 1 - between.top
        colours = {
            tuple(picture.get_at((x, y)))
            for x in range(between.left, between.right)
            for y in range(between.top, between.bottom)
        }
        assert len(colours) == 1, above
    summary = window.widget("summary")
    before = pygame.image.tobytes(picture.subsurface(summary.rect), "RGB")
    scrolls = summary.wheel(-1)
    after = pygame.image.tobytes(window.picture().subsurface(summary.rect), "RGB")
    assert scrolls is summary.enabled is (after != before)


def test_a_number_is_not_parted_from_what_it_counts() -> None:
    words = "A guess, 96.4 % chance of a mine (72.0 %). All 5 % of it, in 17.350 s."
    for width in range(20, 400, 7):
        for line in wrapped(words, 12, width):
            assert not line.startswith(("%", "s."))


def test_words_that_are_cut_are_no_larger_than_those_that_just_fit() -> None:
    long = "Intermediate, the first cell is never a mine"
    width = text.width_of(long, 0.85 * 20)
    assert text.size_for(long, 20, width) == text.size_for(long + " at all", 20, width) == 0.85 * 20
