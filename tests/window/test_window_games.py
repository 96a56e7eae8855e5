"""Saved games and their reviews, in lists and step by step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pygame
import pytest
import replay_files

from sapper.coach.saying import SummaryInWords
from sapper.coach.sitting import analysis_of
from sapper.errors import HistoryError
from sapper.game import Status, WinningRule
from sapper.grid import cells
from sapper.history import History
from sapper.interface.window import flow
from sapper.interface.window.games import draw_trend
from sapper.interface.window.pen import Pen
from sapper.interface.window.replay import FAIR_MARK
from sapper.interface.window.theme import LIGHT
from sapper.interface.window.waiting import WaitingScreen
from sapper.level import LEVELS, Level, StartRule
from sapper.play.messages import HintSign
from sapper.play.situation import Thought
from sapper.play.table import Table

if TYPE_CHECKING:
    from window.conftest import Open


OPENING = LEVELS["beginner"].starting("opening")


# Kept games


def test_the_game_goes_on_where_it_was_left(
    open_window: Open, playing: Open, history: History
) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    view = window.game.session.table.view
    window.app.quit()
    again = open_window("expert")
    again.picture()
    again.click("resume")
    assert again.game.session.table.view == view
    assert again.game.session.message.words == "Your game resumes after 1 move."
    again.keys("escape")
    assert again.screen == "start"
    again.keys("r")
    assert again.game.session.table.view == view


def test_games_are_listed_reviewed_and_forgotten(playing: Open, history: History) -> None:
    window = playing(Level(1, 2, 1, StartRule.ANY), seed=1)
    for cell in ((0, 0), (0, 1)):
        window.cell(cell)
    assert window.game.session.is_over
    window.keys("n")
    window.cell((0, 0), pygame.BUTTON_RIGHT)
    window.keys("m")
    assert window.screen == "games"
    window.picture()
    assert [game.status is Status.PLAYING for game in history.games()] == [True, False]
    window.keys("down", "enter")
    assert window.screen == "replay"
    window.keys("escape", "home", "d")
    assert window.screen == "question"
    window.picture()
    window.keys("enter")
    assert window.screen == "games"
    assert len(history.games()) == 2, "whoever presses Enter unawares has lost nothing"
    window.keys("d", "tab", "tab", "enter")
    assert len(history.games()) == 1
    window.keys("enter")
    assert window.screen == "replay"
    window.click("back")
    window.click("delete")
    window.click("yes")
    assert not history.games()
    window.picture()
    window.click("back")
    assert window.screen == "game"


def test_an_unfinished_game_in_the_list_goes_on(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    view = window.game.session.table.view
    window.keys("n", "m", "?")
    window.picture()
    window.keys("escape", "enter")
    assert window.game.session.table.view == view
    seconds = window.game.session.table.seconds
    window.pass_time(5)
    assert window.game.session.table.seconds == seconds + 5, "its clock goes on"
    window.keys("m", "enter")
    assert window.game.session.table.seconds == seconds + 5, "and no second is lost"


def test_a_history_that_fails_is_said_and_play_goes_on(
    playing: Open, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise HistoryError("the saved games can't be read: broken")

    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    window.keys("m")
    for name in ("games", "statistics", "record", "table", "delete"):
        monkeypatch.setattr(History, name, fail)
    window.keys("enter")
    assert "broken" in window.app.top.complaint  # type: ignore[attr-defined]
    window.keys("d", "enter", "escape", "m")
    window.picture()
    window.keys("escape")
    window.cell(window.game.session.table.view.hidden()[0], pygame.BUTTON_RIGHT)
    assert len(window.game.session.table.entries) == 2
    window.keys("escape")
    assert window.screen == "start"
    window.picture()


def test_a_review_shows_what_was_better(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    odds = table.odds()
    window.cell(min(odds.safe))
    window.cell(max(cell for cell in table.odds().mines))
    assert table.status is Status.LOST
    window.keys("v", "d")
    replay = window.replay
    window.settle()
    assert replay.replay.place == 2
    marks = replay.marks()
    assert marks.asked == table.entries[2].cell
    assert marks.hint in table.odds().safe | odds.safe
    assert marks.hint_sign is HintSign.SAFE
    (told,) = replay.replay.alternatives
    assert told.startswith(f"Needless: {marks.hint} was certainly safe. It gave up 100.0 points")
    window.picture()
    bar = replay.rows(window.app.area)["bar"]
    window.click_at((bar.left + 2, bar.centery))
    assert replay.replay.place == 0
    window.click_at((bar.right - 2, bar.centery))
    assert replay.replay.place == replay.replay.last
    side = replay.layout().side
    window.keys("+")
    assert replay.layout().side > side
    window.event(pygame.MOUSEWHEEL, x=0, y=1)
    window.keys("?")
    window.picture()
    window.keys("escape", "space")
    assert replay.replay.place == 0
    window.pass_time(1.1)
    assert replay.replay.place == 1, "it runs by itself"
    window.click("run")
    window.pass_time(1.1)
    turns = window.widget("turns").rect
    window.click_at((turns.centerx, turns.top + 70))
    assert replay.replay.place == 2


def test_a_review_explains_the_cell_of_each_turn(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    safe = sorted(window.game.session.table.odds().safe)[:2]
    for cell in safe:
        window.game.session.press(cell)
    window.flow.replay(window.game.session.table.record())
    window.keys("right", "w")
    window.settle()
    assert window.replay.marks().asked == safe[0]
    assert window.replay.marks().used
    assert window.widget("explanation")
    window.picture()
    window.keys("right")
    window.settle()
    assert window.replay.marks().asked == safe[1]
    window.keys("end")
    window.picture()
    window.keys("escape")
    assert (window.screen, window.replay.replay.why_on) == ("replay", False)
    window.keys("q")
    assert window.screen == "game"


def test_a_review_of_a_large_board_shows_where_the_turn_is(playing: Open) -> None:
    window = playing(Level(100, 100, 9998), winning=WinningRule.FLAGGED)
    window.cell((0, 0))
    for cell in ((0, 99), (99, 0), (99, 99)):
        window.game.session.flag(cell)
    window.flow.replay(window.game.session.table.record())
    replay = window.replay
    for step, cell in enumerate([(0, 0), (0, 99), (99, 0), (99, 99), (99, 99)]):
        assert replay.replay.place == step
        assert replay.layout().sight.contains(replay.layout().rect_of(cell))
        window.keys("right")
    window.picture()
    replay.viewport.scroll((0, 1000))
    window.app.focus = "turns"
    window.keys("up", "enter")
    assert replay.layout().sight.contains(replay.layout().rect_of((99, 99)))


def test_the_deciding_turn_is_gone_to_only_if_there_is_one(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    window.cell((4, 4))
    for cell in sorted(window.game.session.table.odds().safe)[:3]:
        window.game.session.press(cell)
    window.flow.replay(window.game.session.table.record())
    replay = window.replay
    assert replay.replay.review.deciding is None
    window.keys("right", "right", "space", "d")
    assert (replay.replay.place, replay.replay.running) == (2, False)


def test_a_careless_guess_is_marked_by_more_than_its_colour(playing: Open) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    window.cell(max(table.odds().mines))
    window.flow.replay(table.record())
    replay, theme = window.replay, window.app.theme
    picture = pygame.surfarray.array3d(window.picture())
    bar = replay.rows(window.app.area)["bar"]
    ink = (picture == theme.danger).all(axis=2)[bar.left : bar.right, bar.top : bar.bottom]
    assert ink.any(axis=0).sum() > FAIR_MARK[1] * window.app.area.scale


def test_lists_scroll_by_wheel_and_by_keyboard(playing: Open) -> None:
    window = playing()
    for cell in cells(9, 9):
        window.cell(cell, pygame.BUTTON_RIGHT)
    game = window.game
    window.picture()
    assert game.moves_scroll.at_end
    end = game.moves_scroll.offset
    window.event(pygame.MOUSEMOTION, pos=window.widget("moves").rect.center, rel=(0, 0))
    window.event(pygame.MOUSEWHEEL, x=0, y=3)
    window.picture()
    assert 0 < game.moves_scroll.offset < end
    window.cell((0, 0), pygame.BUTTON_RIGHT)
    window.picture()
    assert game.moves_scroll.offset < end, "it stays where somebody is reading"
    window.app.focus = "moves"
    window.keys("home")
    assert game.moves_scroll.offset == 0
    window.keys("end")
    window.picture()
    assert game.moves_scroll.at_end


def test_a_thought_is_shown_and_the_window_goes_on(
    playing: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()

    def think_long(table: Table) -> Thought:
        gate.wait(60)
        return Thought(table.view, None, "expert")

    monkeypatch.setattr(Table, "think", think_long)
    window = playing()
    window.click("ai_move")
    assert window.game.session.thinking == "expert is thinking …"
    first = pygame.image.tobytes(window.picture(), "RGB")
    window.pass_time(0.3)
    assert pygame.image.tobytes(window.picture(), "RGB") != first, "something moves"
    window.cell((0, 0))
    assert not window.game.session.table.view.is_hidden((0, 0))
    assert not window.game.session.thinking
    gate.set()


# Every picture


def test_a_replay_is_dropped_and_played_with_its_mouse(open_window: Open, tmp_path: Path) -> None:
    game, clicks = replay_files.played()
    (tmp_path / "game.avf").write_bytes(replay_files.avf(game))
    (tmp_path / "broken.avf").write_bytes(b"no replay")
    window = open_window()
    window.event(pygame.DROPFILE, file=str(tmp_path / "broken.avf"))
    window.settle()
    assert isinstance(window.app.top, WaitingScreen)
    assert "the file is damaged, or no .avf at all" in window.app.top.words
    window.event(pygame.DROPFILE, file=str(tmp_path / "game.avf"))
    window.wait_for(lambda: window.screen == "replay")
    window.pass_time(0.1)
    replay = window.replay.replay
    window.keys("space")
    for _ in range(2):  # a second is the longest time that passes at once
        window.pass_time(clicks[2][0] / 2 + 0.05)
    assert replay.place == 3
    still = pygame.image.tobytes(window.picture(), "RGB")
    window.keys("space", "]", "]", "space")
    window.pass_time(0.05)  # at four times the speed: nothing is clicked, but the line fades
    assert (replay.place, replay.speed) == (3, 4.0)
    window.pass_time(0.05)
    assert replay.pointer is not None
    assert pygame.image.tobytes(window.picture(), "RGB") != still
    window.keys("space", "end")
    window.settle()
    assert replay.place == len(clicks)
    assert replay.words[-1].endswith("The file's own statistics are right.")
    window.keys("escape")
    assert window.screen == "start"


@pytest.mark.parametrize(("key", "name"), [("T", "training"), ("I", "analysis"), ("m", "games")])
def test_the_clock_stands_still_while_another_screen_hides_the_game(
    playing: Open, key: str, name: str
) -> None:
    window = playing("beginner", seed=3)
    window.cell((4, 4))
    window.keys(key)
    window.wait_for(lambda: window.screen == name)
    seconds = window.game_below.session.table.seconds
    window.pass_time(600)
    assert window.game_below.session.table.seconds == seconds
    window.keys("escape")
    window.wait_for(lambda: window.screen == "game")
    window.pass_time(2)
    assert window.game.session.table.seconds == pytest.approx(seconds + 2)


def test_a_dialog_beside_the_board_stops_no_clock(playing: Open) -> None:
    window = playing("beginner", seed=3)
    window.cell((4, 4))
    window.keys("?")
    window.pass_time(7)
    assert window.game_below.session.table.seconds == 7


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0, 1.5]])
def test_the_latest_win_of_a_trend_is_at_the_right(values: list[float]) -> None:
    surface = pygame.Surface((60, 30))
    surface.fill(LIGHT.card)
    rect = pygame.Rect(10, 10, 40, 10)
    draw_trend(values, Pen(surface, LIGHT, 1.0), rect)
    reached = [
        x for x in range(60) if any(surface.get_at((x, y))[:3] == LIGHT.accent for y in range(30))
    ]
    assert rect.right - 1 <= max(reached) <= rect.right + 3
    assert (min(reached) <= rect.left + 3) is (len(values) > 1)


def test_whoever_waits_for_the_judging_of_games_sees_how_far_it_is(
    playing: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()

    def judge(history: History, progress: Callable[[int, int], None]) -> SummaryInWords:
        progress(3, 80)
        assert may_end.wait(60)
        return analysis_of(history)

    monkeypatch.setattr(flow, "analysis_of", judge)
    window = playing("beginner", seed=3)
    window.keys("I")
    waiting = window.app.top
    assert isinstance(waiting, WaitingScreen)
    window.wait_for(lambda: waiting.words == "Judging your games: 3 of 80…")
    may_end.set()
    window.wait_for(lambda: window.screen == "analysis")
