"""Games in memory: bounded, and one table for all requests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from played_tables import Clock
from waiting import until
from webserver import running

from sapper.errors import UnknownGame
from sapper.history import History
from sapper.interface.web.open_games import CELLS_PER_TURN, SECONDS_UNUSED, OpenGames
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

BODY = {"level": "beginner", "seed": 3}
CELLS = 81 + CELLS_PER_TURN
"""What a beginner's game with one turn counts for."""


@pytest.fixture
def history() -> History:
    return History.in_memory()


def begin(history: History) -> Table:
    table = Table(Setup(Level.named("beginner"), seed=3), history)
    table.reveal((0, 0))
    return table


def test_the_one_used_longest_ago_is_closed_and_comes_back(history: History) -> None:
    games = OpenGames(history, most_cells=2 * CELLS)
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
    games = OpenGames(history, most_cells=CELLS)
    held = begin(history)
    games.add(held)
    games.add(begin(history))
    assert len(games) == 1
    assert games.get(held.identity) is held


def test_all_who_ask_at_once_get_the_same_table(history: History) -> None:
    identity = begin(history).identity
    games = OpenGames(history)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(games.get, [identity] * 40))
    assert len({id(table) for table in tables}) == 1


def test_what_is_removed_is_gone(history: History) -> None:
    games = OpenGames(history)
    table = begin(history)
    games.add(table)
    games.remove(table.identity)
    history.delete(table.identity)
    assert len(games) == 0
    with pytest.raises(UnknownGame):
        games.get(table.identity)
    games.remove(table.identity)


def test_a_board_larger_than_the_memory_is_kept_alone(history: History) -> None:
    games = OpenGames(history, most_cells=10)
    table = begin(history)
    games.add(table)
    assert games.get(table.identity) is table


@pytest.mark.parametrize("why", ["no room", "the end"])
def test_a_game_that_is_put_back_keeps_its_clock(history: History, why: str) -> None:
    clock = Clock()
    games = OpenGames(history, most_cells=CELLS)
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
    games = OpenGames(history, most_cells=CELLS)
    assert games.get(identity).seconds == history.record(identity).seconds
    games.get(other)
    games.leave()
    assert history.games() == before


def test_turns_take_room_too(history: History) -> None:
    games = OpenGames(history, most_cells=10 * CELLS)
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


def test_games_that_nobody_uses_are_closed_and_come_back(history: History) -> None:
    clock = Clock()
    games = OpenGames(history, clock=clock)
    untouched, used = begin(history), begin(history)
    games.add(untouched)
    games.add(used)
    clock.time += SECONDS_UNUSED - 1
    games.sweep()
    assert len(games) == 2
    games.get(used.identity)
    clock.time += 2
    games.sweep()
    assert len(games) == 1
    assert games.find(used.identity) is used
    identity, view = untouched.identity, untouched.view
    del untouched
    assert games.find(identity) is None
    assert games.get(identity).view == view
    assert set(games._last_used) == {("", identity), ("", used.identity)}


def test_the_clock_of_a_game_that_is_swept_has_stopped_and_its_time_is_saved(
    history: History,
) -> None:
    clock = Clock()
    games = OpenGames(history, clock=clock)
    table = Table(Setup(Level.named("beginner"), seed=3), history, clock)
    table.reveal((0, 0))
    games.add(table)
    clock.time += SECONDS_UNUSED + 1
    games.sweep()
    clock.time += 100
    assert history.record(table.identity).seconds == SECONDS_UNUSED + 1
    assert table.seconds == SECONDS_UNUSED + 1


def test_the_server_sweeps_and_no_game_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.interface.web.app.SECONDS_BETWEEN_SWEEPS", 0.02)
    monkeypatch.setattr("sapper.interface.web.open_games.SECONDS_UNUSED", 0.0)
    with running(tmp_path, workers=1) as server:
        path = f"/api/games/{server.client.post('/api/games', json=BODY).json()['id']}"
        turn = {"action": "reveal", "cell": [0, 0]}
        before = server.client.post(f"{path}/turns", json=turn).json()["rows"]
        until(lambda: not len(server.state.open_games))
        assert server.client.get(path).json()["rows"] == before
