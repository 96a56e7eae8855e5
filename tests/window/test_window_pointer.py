"""The board under the pointer: buttons, chords, scrolling and zooming."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from sapper.game import Action, Status
from sapper.grid import cells
from sapper.level import LEVELS, Level
from sapper.play.table import Table

if TYPE_CHECKING:
    from window.conftest import Driver, Open


def count(table: Table) -> int:
    return len(table.entries)


def last_action(table: Table) -> Action:
    return table.entries[-1].action


OPENING = LEVELS["beginner"].starting("opening")


def test_left_opens_and_right_flags(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    window.cell((0, 0))
    assert not table.view.is_hidden((0, 0))
    window.cell((1, 1), pygame.BUTTON_RIGHT)
    assert (1, 1) in table.view.flags
    assert table.mines_left == 9
    window.cell((1, 1))
    assert table.view.is_hidden((1, 1)), "a flagged cell is not opened"
    window.cell((1, 1), pygame.BUTTON_RIGHT)
    assert not table.view.flags
    window.picture()


def test_one_press_is_one_action(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    point = window.point_of((2, 2))
    window.down(point, pygame.BUTTON_RIGHT)
    for _ in range(50):
        window.event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 1))
        window.pass_time(0.1)
        window.picture()
    window.up(point, pygame.BUTTON_RIGHT)
    assert [entry.action for entry in table.entries] == [Action.FLAG]
    button = window.widget("ai_move").rect.center
    window.down(button)
    for _ in range(50):
        window.pass_time(0.1)
    assert count(table) == 1, "nothing happens before the button is let go"
    window.up(button)
    window.settle()
    assert count(table) == 2
    window.pass_time(5)
    assert count(table) == 2


def test_a_press_that_ends_elsewhere_does_nothing(playing: Open) -> None:
    window = playing()
    table = window.game.session.table
    window.down(window.point_of((0, 0)))
    assert window.game.marks().held == {(0, 0)}
    window.up(window.point_of((5, 5)))
    window.down(window.widget("ai_move").rect.center)
    window.up(window.point_of((5, 5)))
    window.down(window.point_of((5, 5)))
    window.up(window.widget("ai_move").rect.center)
    window.down(window.widget("new").rect.center)
    window.up(window.widget("ai_move").rect.center)
    window.settle()
    assert not table.entries
    window.cell((4, 4), pygame.BUTTON_RIGHT)
    assert [entry.action for entry in table.entries] == [Action.FLAG], "no button is thought held"


def numbers_with_known_mines(window: Driver) -> tuple[tuple[int, int], set[tuple[int, int]]]:
    """A number that still has safe closed neighbours, and the mines around it."""
    from sapper.grid import neighbours

    view = window.game.session.table.view
    odds = window.game.session.table.odds()
    for cell in cells(view.height, view.width):
        around = set(neighbours(cell, view.height, view.width))
        mines, number = around & odds.mines, view.number(cell)
        if number and len(mines) == number and around & odds.safe:
            return cell, mines
    raise AssertionError("there is no such number")


@pytest.mark.parametrize("way", ["click", "both", "both, right first", "key"])
def test_chording(playing: Open, way: str) -> None:
    window = playing(OPENING, seed=11)
    table = window.game.session.table
    window.cell((4, 4))
    number, mines = numbers_with_known_mines(window)
    point = window.point_of(number)
    window.cell(number)
    assert len(table.entries) == 1, "without its flags a number does nothing"
    for mine in mines:
        window.cell(mine, pygame.BUTTON_RIGHT)
    turns = len(table.entries)
    if way == "click":
        window.click_at(point)
    elif way == "key":
        window.point_at(number)
        window.keys("c")
    else:
        first, second = (
            (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT)
            if way == "both"
            else (pygame.BUTTON_RIGHT, pygame.BUTTON_LEFT)
        )
        window.down(point, first)
        window.down(point, second)
        window.picture()
        window.up(point, first)
        window.up(point, second)
    assert len(table.entries) == turns + 1
    assert last_action(table) is Action.CHORD
    assert table.status is Status.PLAYING
    safe = min(table.odds().safe)
    window.cell(safe)
    assert last_action(table) is Action.REVEAL, "both buttons are let go"


def test_a_large_board_scrolls_and_zooms(playing: Open) -> None:
    window = playing(Level(80, 90, 900), size=(800, 600))
    game = window.game
    first = game.layout()
    assert first.sight.height < first.board.height
    window.point_at((3, 3))
    window.event(pygame.MOUSEWHEEL, x=0, y=-2, precise_x=0.0, precise_y=-2.0)
    assert game.layout().rows.start > first.rows.start
    window.keys("+", "+")
    assert game.layout().side > first.side
    window.keys("0")
    for _ in range(2):
        whole = game.layout()
        assert whole.sight == whole.board
        assert whole.side < first.side
        assert set(whole.cells()) == {(row, column) for row in range(80) for column in range(90)}
        window.keys("n")  # the next board is seen whole, too
    window.point_at((0, 0))
    nearby = game.layout().rect_of((40, 45)).inflate(40, 40)
    before = pygame.surfarray.array3d(window.picture().subsurface(nearby))
    window.point_at((40, 45))  # a lens enlarges the cell
    after = pygame.surfarray.array3d(window.picture().subsurface(nearby))
    assert (before != after).any(axis=2).mean() > 0.3
    window.keys("-")
    assert game.layout().side < whole.side


def test_the_ai_is_followed_over_a_large_board(playing: Open) -> None:
    window = playing(Level(50, 80, 600).starting("opening"), size=(1040, 720), seed=5)
    game = window.game
    window.cell(next(iter(game.layout().cells())))
    were_in_sight = []
    for corner in ((-1000, 1000), (1000, -1000)) * 3:
        game.viewport.scroll(corner)
        before = game.layout()
        turns = len(game.session.table.entries)
        window.keys("a")
        window.settle()
        moved = game.session.table.entries[-1].cell
        assert len(game.session.table.entries) == turns + 1
        were_in_sight.append(before.sight.contains(before.rect_of(moved)))
        after = game.layout()
        assert after.sight.contains(after.rect_of(moved))
    assert False in were_in_sight
