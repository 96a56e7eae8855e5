"""Statistics and lists take no longer with many games, and are what counting anew would give."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sapper.errors import UnknownGame
from sapper.history import History, tally
from sapper.history.shelf import Shelf
from sapper.history.statistics import Statistics
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.sqlite import transaction

TINY, SMALL = Level(2, 2, 1, StartRule.ANY), Level(2, 3, 1, StartRule.ANY)
GAMES = 10_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    with History.open(path) as history:
        yield history


def play(history: History | Shelf, seed: int, *, is_won: bool, level: Level = TINY) -> str:
    """A game from its beginning to its end."""
    table = Table(Setup(level, seed=seed), history)
    mines = {cell for cell in table.view.hidden() if is_mine(seed, level, cell)}
    cells = sorted(set(table.view.hidden()) - mines) if is_won else sorted(mines)
    for cell in cells:
        table.reveal(cell)
    assert table.status.value == ("won" if is_won else "lost")
    return table.identity


def is_mine(seed: int, level: Level, cell: tuple[int, int]) -> bool:
    table = Table(Setup(level, seed=seed))
    table.reveal(cell)
    return table.exploded is not None


def counted_anew(history: History, owner: str = "") -> list[Statistics]:
    """What the statistics are when nothing of what is kept is believed."""
    with transaction(history._database):
        history._database.execute("UPDATE tally SET is_stale = 1")
    return history.statistics(owner)


def same(found: list[Statistics], others: list[Statistics]) -> bool:
    """Whether they are equal, but for how sums were rounded."""
    return [rounded(row) for row in found] == [rounded(row) for row in others]


def rounded(row: Statistics) -> Statistics:
    return replace(row, risk_taken=round(row.risk_taken, 9), risk_best=round(row.risk_best, 9))


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_counting_anew_gives_whatever_happens(history: History, seed: int) -> None:
    generator = random.Random(seed)
    shelves = [Shelf(history, owner) for owner in ("", "somebody")]
    played: dict[str, list[str]] = {shelf.owner: [] for shelf in shelves}
    for step in range(60):
        shelf = generator.choice(shelves)
        theirs = played[shelf.owner]
        if theirs and generator.random() < 0.2:
            shelf.delete(theirs.pop(generator.randrange(len(theirs))))
        else:
            level = generator.choice([TINY, SMALL])
            is_won = generator.random() < 0.6
            board = generator.randrange(30)  # some of them known
            theirs.append(play(shelf, board, is_won=is_won, level=level))
        if step % 10 == 9:
            for shelf in shelves:
                found = shelf.statistics()
                assert same(found, counted_anew(history, shelf.owner))
                games = sum(row.played + row.others for row in found)
                assert games == len(played[shelf.owner])


def test_the_games_of_a_row_are_counted_once(history: History) -> None:
    for seed in range(3):
        play(history, seed, is_won=True)
    history.delete(play(history, 3, is_won=False))
    assert history.statistics()[0].won == 3
    ((changes, is_stale),) = history._database.execute("SELECT changes, is_stale FROM tally")
    assert (changes, is_stale) == (5, 0)
    play(history, 4, is_won=True)
    assert history.statistics()[0].streak == 4


def test_a_row_without_games_is_gone(history: History) -> None:
    history.delete(play(history, 1, is_won=True))
    assert history.statistics() == []
    assert history._database.execute("SELECT * FROM tally").fetchall() == []


def test_what_changes_while_it_is_counted_is_counted_again(history: History) -> None:
    history.delete(play(history, 1, is_won=True))
    play(history, 2, is_won=True)
    _, recounts = tally.statistics_in(history._reader, "")
    play(history, 3, is_won=True)
    with transaction(history._database):
        tally.correct(history._database, recounts)
    assert history.statistics()[0].won == 2


def test_to_others_a_game_does_not_exist(history: History) -> None:
    mine, yours = Shelf(history, "me"), Shelf(history, "you")
    identity = play(mine, 1, is_won=True)
    for stranger in (yours, Shelf(history, "")):
        assert stranger.games() == []
        assert stranger.statistics() == []
        for asked in (stranger.kept, stranger.resting, stranger.delete):
            with pytest.raises(UnknownGame):
                asked(identity)
    with pytest.raises(UnknownGame):
        history.beginning_with(identity)
    assert history.count() == 0
    assert mine.kept(identity).own
    # What I have seen of a board, you have not.
    again = play(yours, 1, is_won=True)
    assert yours.kept(again).own
    assert not mine.kept(play(mine, 1, is_won=True)).own


# Many games


@pytest.fixture
def full(history: History) -> History:
    """A history of many finished games and one under way."""
    Table(Setup(TINY, seed=1), history).flag((0, 0))
    play(history, 2, is_won=True)
    names = "setup, level, start, winning, status, seconds, turns, started, changed, board, own"
    with transaction(history._database):
        history._database.execute(
            f"INSERT INTO game (identity, {names}, risk_taken, risk_best) "
            "WITH RECURSIVE number(n) AS "
            f"(SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT {GAMES}) "
            f"SELECT 'copy' || n, {names}, risk_taken, risk_best FROM game, number "
            "WHERE status = 'won'"
        )
    history.statistics()
    return history


ASKED: dict[str, Callable[[History], object]] = {
    "statistics": lambda history: history.statistics(),
    "the latest": lambda history: history.games(50),
    "unfinished": lambda history: history.games(50, status="playing"),
    "won": lambda history: history.games(50, status="won"),
    "lost": lambda history: history.games(50, status="lost"),
    "of a level": lambda history: history.games(50, level="expert", start="safe"),
}


def test_records_do_not_depend_on_how_many_games_there_are(full: History) -> None:
    first, second, third = (play(full, seed, is_won=True) for seed in (101, 102, 103))
    steps: list[int] = []

    def step() -> int:
        steps[-1] += 1
        return 0

    full._reader.set_progress_handler(step, 1)
    for identity in (first, second, third):
        steps.append(0)
        assert full.records_of(identity)
    full._reader.set_progress_handler(None, 0)
    # One that others have followed is compared with all before; what is announced is not.
    assert steps[0] > GAMES > 10 * steps[2] > 0


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_often_does_not_depend_on_how_many_games_there_are(
    full: History, asked: str
) -> None:
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    full._reader.set_progress_handler(step, 1)
    assert ASKED[asked](full) is not None
    full._reader.set_progress_handler(None, 0)
    assert 0 < steps < GAMES  # of SQLite's machine: not even one for each game


def test_pages_far_back_are_found_in_an_index(full: History) -> None:
    queries: list[str] = []
    full._reader.set_trace_callback(queries.append)
    assert len(full.games(50, GAMES - 100)) == 50
    full._reader.set_trace_callback(None)
    (query,) = queries
    plan = [row["detail"] for row in full._reader.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert any("INDEX game_played" in part for part in plan)
    assert not any(part == "SCAN game" for part in plan)
