"""Games in memory: bounded, and one table for all requests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from sapper.errors import UnknownGame
from sapper.history import History
from sapper.interface.web.open_games import CELLS_PER_TURN, OpenGames
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

CELLS = 81 + CELLS_PER_TURN
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


def test_the_one_used_longest_ago_is_closed_and_comes_back(history: History) -> None:
    games = OpenGames(history.resting, most_cells=2 * CELLS)
    first, second, third = (begin(history) for _ in range(3))
    names = [table.identity for table in (first, second, third)]
    games.add(first)
    games.add(second)
    games.get(names[0])
    games.add(third)
    assert len(games) == 2
    view = second.view
    del second
    assert games.find(names[1]) is None
    assert games.get(names[1]).view == view
    assert len(games) == 2


def test_a_table_in_use_is_not_made_twice(history: History) -> None:
    games = OpenGames(history.resting, most_cells=CELLS)
    held = begin(history)
    games.add(held)
    games.add(begin(history))
    assert len(games) == 1
    assert games.get(held.identity) is held


def test_all_who_ask_at_once_get_the_same_table(history: History) -> None:
    identity = begin(history).identity
    games = OpenGames(history.resting)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(games.get, [identity] * 40))
    assert len({id(table) for table in tables}) == 1


def test_what_is_removed_is_gone(history: History) -> None:
    games = OpenGames(history.resting)
    table = begin(history)
    games.add(table)
    games.remove(table.identity)
    history.delete(table.identity)
    assert len(games) == 0
    with pytest.raises(UnknownGame):
        games.get(table.identity)
    games.remove(table.identity)


def test_a_board_larger_than_the_memory_is_kept_alone(history: History) -> None:
    games = OpenGames(history.resting, most_cells=10)
    table = begin(history)
    games.add(table)
    assert games.get(table.identity) is table


@pytest.mark.parametrize("why", ["no room", "the end"])
def test_a_game_that_is_put_back_keeps_its_clock(history: History, why: str) -> None:
    clock = Clock()
    games = OpenGames(history.resting, most_cells=CELLS)
    table = Table(Setup(Level.named("beginner"), seed=3), history, clock)
    games.add(table)
    table.reveal((0, 0))
    clock.time += 7
    if why == "no room":
        games.add(begin(history))
    else:
        games.leave()
    assert history.record(table.identity).seconds == 7


def test_to_look_at_a_resting_game_changes_nothing(history: History) -> None:
    identity, other = begin(history).identity, begin(history).identity
    before = history.games()
    games = OpenGames(history.resting, most_cells=CELLS)
    assert games.get(identity).seconds == history.record(identity).seconds
    games.get(other)
    games.leave()
    assert history.games() == before


def test_turns_take_room_too(history: History) -> None:
    games = OpenGames(history.resting, most_cells=10 * CELLS)
    games.add(begin(history))
    growing = begin(history)
    games.add(growing)
    for _ in range(5 * CELLS):
        growing.flag((8, 8))
    assert len(games) == 2
    assert games.get(growing.identity) is growing
    assert len(games) == 1
    games.remove(growing.identity)
    assert games._all_cells == 0
    assert games._cells == {}
