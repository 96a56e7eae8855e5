"""Games at hand: bounded, and one table for all who ask."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from sapper.errors import UnknownGame
from sapper.history import History
from sapper.interface.web.shelf import CELLS_A_TURN, Shelf
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

CELLS = 81 + CELLS_A_TURN
"""What a beginner's game with one turn counts for."""


class Clock:
    """A clock that goes on only when it is told to."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def history() -> History:
    return History.in_memory()


def begin(history: History) -> Table:
    table = Table(Setup(Level.named("beginner"), seed=3), history)
    table.reveal((0, 0))
    return table


def test_the_one_used_longest_ago_is_put_back_and_comes_again(history: History) -> None:
    shelf = Shelf(history.resting, most_cells=2 * CELLS)
    first, second, third = (begin(history) for _ in range(3))
    names = [table.identity for table in (first, second, third)]
    shelf.add(first)
    shelf.add(second)
    shelf.get(names[0])
    shelf.add(third)
    assert len(shelf) == 2
    view = second.view
    del second
    assert shelf.at_hand(names[1]) is None
    assert shelf.get(names[1]).view == view
    assert len(shelf) == 2


def test_a_table_in_use_is_not_made_twice(history: History) -> None:
    shelf = Shelf(history.resting, most_cells=CELLS)
    held = begin(history)
    shelf.add(held)
    shelf.add(begin(history))
    assert len(shelf) == 1
    assert shelf.get(held.identity) is held


def test_all_who_ask_at_once_get_the_same_table(history: History) -> None:
    identity = begin(history).identity
    shelf = Shelf(history.resting)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(shelf.get, [identity] * 40))
    assert len({id(table) for table in tables}) == 1


def test_what_is_removed_is_gone(history: History) -> None:
    shelf = Shelf(history.resting)
    table = begin(history)
    shelf.add(table)
    shelf.remove(table.identity)
    history.delete(table.identity)
    assert len(shelf) == 0
    with pytest.raises(UnknownGame):
        shelf.get(table.identity)
    shelf.remove(table.identity)


def test_a_board_larger_than_the_shelf_is_kept_alone(history: History) -> None:
    shelf = Shelf(history.resting, most_cells=10)
    table = begin(history)
    shelf.add(table)
    assert shelf.get(table.identity) is table


@pytest.mark.parametrize("why", ["no room", "the end"])
def test_a_game_that_is_put_back_keeps_its_clock(history: History, why: str) -> None:
    clock = Clock()
    shelf = Shelf(history.resting, most_cells=CELLS)
    table = Table(Setup(Level.named("beginner"), seed=3), history, clock)
    shelf.add(table)
    table.reveal((0, 0))
    clock.time += 7
    if why == "no room":
        shelf.add(begin(history))
    else:
        shelf.leave()
    assert history.record(table.identity).seconds == 7


def test_to_look_at_a_resting_game_changes_nothing(history: History) -> None:
    identity, other = begin(history).identity, begin(history).identity
    before = history.games()
    shelf = Shelf(history.resting, most_cells=CELLS)
    assert shelf.get(identity).seconds == history.record(identity).seconds
    shelf.get(other)
    shelf.leave()
    assert history.games() == before


def test_turns_take_room_too(history: History) -> None:
    shelf = Shelf(history.resting, most_cells=10 * CELLS)
    shelf.add(begin(history))
    growing = begin(history)
    shelf.add(growing)
    for _ in range(5 * CELLS):
        growing.flag((8, 8))
    assert len(shelf) == 2
    assert shelf.get(growing.identity) is growing
    assert len(shelf) == 1
    shelf.remove(growing.identity)
    assert shelf._all_cells == 0
    assert shelf._cells == {}
